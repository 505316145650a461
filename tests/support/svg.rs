//! Rows of a terminal drawn as a picture: the roles of the table screen, in two themes.

use adjutant_play::text::line::{Line, Role, width};

/// The background that the reader looks at.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Theme {
    Light,
    Dark,
}

/// Rows with a heading above them.
pub struct Panel {
    pub title: String,
    pub rows: Vec<Line>,
    /// Columns that it has room for.
    pub columns: usize,
}

/// A cell and a row in dots, the space around rows and between panels, and the height of a heading.
const CELL: usize = 9;
const ROW: usize = 20;
const PAD: usize = 18;
const GAP: usize = 24;
const HEAD: usize = 38;

const FONT: &str = "ui-monospace,'DejaVu Sans Mono','Liberation Mono',Menlo,Consolas,monospace";

impl Theme {
    /// What is added to the name of a picture.
    pub fn suffix(self) -> &'static str {
        if self == Theme::Light { "" } else { "-dark" }
    }

    fn ground(self) -> [&'static str; 3] {
        // Panel, its border, and headings.
        if self == Theme::Light { ["#ffffff", "#8593a0", "#14171a"] } else { ["#181c20", "#5b6975", "#f2f2f2"] }
    }

    /// Colour and weight of a role: at least 4.5 to 1 against the panel.
    fn ink(self, role: Role) -> (&'static str, bool) {
        let (light, dark, bold) = match role {
            Role::Plain => ("#14171a", "#e8eaec", false),
            Role::One => ("#0b5c94", "#6cb8ee", true),
            Role::Two => ("#8a4b00", "#f0b060", true),
            Role::Title | Role::Marked => ("#14171a", "#ffffff", true),
            Role::Key => ("#0f4a6b", "#8fd0f5", true),
            Role::Points => ("#1c6b2c", "#7fd88f", true),
            Role::Soon => ("#7a5200", "#f2d060", true),
            Role::Wrong => ("#b00020", "#ff8080", true),
            Role::Quiet | Role::Code => ("#55606a", "#a8b2bb", false),
        };
        (if self == Theme::Light { light } else { dark }, bold)
    }
}

/// Panels side by side, with what a reader who does not see them is told.
pub fn drawn(panels: &[Panel], theme: Theme, told: &str) -> String {
    let high = panels.iter().map(|panel| panel.rows.len()).max().unwrap_or_default() * ROW + 2 * PAD;
    let wide: usize = panels.iter().map(|panel| panel.columns * CELL + 2 * PAD).sum();
    let (wide, high) = (wide + GAP * (panels.len() - 1) + 4, high + HEAD + 4);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {wide} {high}\" width=\"{wide}\" height=\"{high}\" role=\"img\">\n\
         <title>{}</title>\n",
        escaped(told)
    );
    let mut left = 2;
    for panel in panels {
        svg += &drawn_panel(panel, theme, left, high - HEAD - 4);
        left += panel.columns * CELL + 2 * PAD + GAP;
    }
    svg + "</svg>\n"
}

fn drawn_panel(panel: &Panel, theme: Theme, left: usize, high: usize) -> String {
    let [ground, border, head] = theme.ground();
    let wide = panel.columns * CELL + 2 * PAD;
    let mut svg = format!(
        "<text x=\"{left}\" y=\"26\" fill=\"{head}\" font-family=\"system-ui,'Noto Sans',Arial,sans-serif\" font-size=\"19\" \
         font-weight=\"700\">{}</text>\n\
         <rect x=\"{left}\" y=\"{HEAD}\" width=\"{wide}\" height=\"{high}\" rx=\"6\" fill=\"{ground}\" stroke=\"{border}\"/>\n\
         <g font-family=\"{FONT}\" font-size=\"15\" xml:space=\"preserve\">\n",
        escaped(&panel.title)
    );
    for (at, row) in panel.rows.iter().enumerate() {
        let baseline = HEAD + PAD + at * ROW + 15;
        let mut column = 0;
        for (text, role) in &row.spans {
            svg += &piece(text, *role, theme, (left + PAD + column * CELL, baseline));
            column += width(text);
        }
        assert!(column <= panel.columns, "{column} columns: {}", row.text());
    }
    svg + "</g>\n"
}

/// A piece of a row, in as many dots as it has cells; blanks at its ends are not drawn.
fn piece(text: &str, role: Role, theme: Theme, (x, y): (usize, usize)) -> String {
    let shown = text.trim();
    if shown.is_empty() {
        return String::new();
    }
    let x = x + (width(text) - width(text.trim_start())) * CELL;
    let (ink, bold) = theme.ink(role);
    let weight = if bold { " font-weight=\"700\"" } else { "" };
    let under = if role == Role::Key { " text-decoration=\"underline\"" } else { "" };
    let back = if role == Role::Marked {
        format!(
            "<rect x=\"{x}\" y=\"{}\" width=\"{}\" height=\"{ROW}\" fill=\"{ink}\" opacity=\"0.18\"/>\n",
            y - 15,
            width(shown) * CELL
        )
    } else {
        String::new()
    };
    format!(
        "{back}<text x=\"{x}\" y=\"{y}\" fill=\"{ink}\"{weight}{under} textLength=\"{}\" lengthAdjust=\"spacingAndGlyphs\">{}</text>\n",
        width(shown) * CELL,
        escaped(shown)
    )
}

pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// What verbs print, as rows: commands, points, faults and hints in their roles; what is wider goes on below.
pub fn printed(text: &str, columns: usize) -> Vec<Line> {
    text.lines()
        .flat_map(|line| broken(line.trim_end(), columns).into_iter().map(|row| Line::of(row, role(line))))
        .collect()
}

fn role(line: &str) -> Role {
    let says = |words: &[&str]| words.iter().any(|word| line.contains(word));
    match line {
        _ if line.starts_with("$ ") => Role::One,
        _ if says(&["error:", ": error "]) => Role::Wrong,
        _ if says(&[" +15 ", "Best possible pairing", ": good;"]) => Role::Points,
        _ if line.starts_with("+-") || line.starts_with("+=") || says(&["hint:", ": note "]) => Role::Quiet,
        _ if line.starts_with("──") || line.starts_with("round ") => Role::Title,
        _ => Role::Plain,
    }
}

/// A line in rows of at most so many columns, broken at blanks; those below begin four columns further right.
fn broken(line: &str, columns: usize) -> Vec<String> {
    if width(line) <= columns {
        return vec![line.to_owned()];
    }
    let mut rows = vec![String::new()];
    for word in line.split_inclusive(' ') {
        let last = rows.last_mut().expect("a row");
        if width(last) + width(word.trim_end()) <= columns {
            last.push_str(word);
        } else {
            rows.push(format!("    {word}"));
        }
    }
    rows.iter().map(|row| row.trim_end().to_owned()).collect()
}
