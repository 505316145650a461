//! The page around a board: its margins, its title, its key.

use adjutant_engine::law::Control;

use super::paper::{FAINT, INK, PAGE, Paper, escaped};

/// Room around the board for the ruler and the edges.
pub(super) const MARGIN: i64 = 2_000;
/// Room above the board for the title.
pub(super) const HEAD: i64 = 4_400;
/// Room below the board for the ruler and the key.
pub(super) const FOOT: i64 = 3_600;
/// Thousandths of an inch of the board to one pixel.
pub(super) const SCALE: i64 = 52;
/// The letters of all words.
pub(super) const FONT: &str = r#"font-family="Georgia,'DejaVu Serif',serif""#;

/// Begins a page around a board, with a title above it.
pub(super) fn open_page(paper: &mut Paper, title: &str, subtitle: &str, foot: i64) {
    let (title, subtitle) = (escaped(title), escaped(subtitle));
    let (width, height) = (paper.width + 2 * MARGIN, paper.height + HEAD + foot);
    paper.draw(format_args!(r#"<g transform="translate({MARGIN} {HEAD})" {FONT}>"#));
    paper.draw(format_args!(
        r#"<title>{title}</title><rect x="-{MARGIN}" y="-{HEAD}" width="{width}" height="{height}" fill="{PAGE}"/>"#
    ));
    paper.draw(format_args!(
        r#"<text x="0" y="-2450" font-size="1600" font-weight="bold" fill="{INK}">{title}</text><text x="0" y="-1150" font-size="850" fill="{FAINT}">{subtitle}</text>"#
    ));
}

pub(super) fn close_page(paper: &mut Paper) {
    paper.draw(format_args!("</g>"));
}

/// What the colours and signs mean, below the board.
pub(super) fn draw_key(paper: &mut Paper, names: [&str; 2], colours: [&str; 2], markers: Option<&Control>) {
    let top = paper.height + 1_900;
    let mut x = 0;
    for (index, (name, colour)) in names.into_iter().zip(colours).enumerate() {
        let name = escaped(name);
        let hatch = format!("{}z{index}h", paper.prefix);
        let style = format!(r#"fill="{colour}" fill-opacity="0.12""#);
        paper.draw(format_args!(
            r#"<rect x="{x}" y="{top}" width="1500" height="900" {style}/><rect x="{x}" y="{top}" width="1500" height="900" fill="url(#{hatch})" stroke="{colour}" stroke-width="80"/><text x="{}" y="{}" font-size="800" fill="{INK}">{name}</text>"#,
            x + 1_900,
            top + 730
        ));
        x += 3_400 + 480 * i64::try_from(name.chars().count()).unwrap_or(0);
    }
    let Some(control) = markers else { return };
    let range = control.range.to_string().replace('"', "″");
    paper.draw(format_args!(
        r#"<circle cx="{}" cy="{}" r="420" fill="none" stroke="{INK}" stroke-width="110"/><text x="{}" y="{}" font-size="800" fill="{INK}">objective marker and the {range} around it</text>"#,
        x + 420,
        top + 450,
        x + 1_250,
        top + 730
    ));
}
