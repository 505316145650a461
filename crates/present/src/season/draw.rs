//! Pictures of a season as SVG. Across they are drawn in percent and down in `em`, so that text keeps the reader's own size
//! at every width without script; curves lie in an inner picture that stretches while their strokes do not.

use std::fmt::Write;

use crate::map::escaped;

/// What stands for a value.
#[derive(Clone, Copy)]
pub(super) enum Mark {
    Disc,
    Ring,
    Diamond,
    Box,
    Triangle,
}

impl Mark {
    fn shape(self) -> &'static str {
        match self {
            Mark::Disc => r#"<circle r="6"/>"#,
            Mark::Ring => r#"<circle r="5.5"/>"#,
            Mark::Diamond => r#"<path d="M0-8L8 0L0 8L-8 0z"/>"#,
            Mark::Box => r#"<path d="M-5.5-5.5h11v11h-11z"/>"#,
            Mark::Triangle => r#"<path d="M0-7L7 6H-7z"/>"#,
        }
    }
}

/// Where a text is held.
#[derive(Clone, Copy)]
pub(super) enum Held {
    Start,
    Middle,
    End,
}

/// A picture that is being drawn.
pub(super) struct Picture {
    /// What it is called on its page and as a file.
    pub id: &'static str,
    /// What it shows.
    pub title: String,
    /// The same as a text.
    pub desc: String,
    /// Units: em.
    pub height: f64,
    /// The values at the left and the right end of the frame.
    pub x: (f64, f64),
    /// The values at its lower and its upper end.
    pub y: (f64, f64),
    /// The frame: left and right in percent, top and bottom in em.
    pub frame: [f64; 4],
    drawn: String,
    curves: String,
}

/// Two decimals at most, without zeros at the end: the same text everywhere.
pub(super) fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

impl Picture {
    pub fn new(id: &'static str, title: &str, height: f64) -> Picture {
        Picture {
            id,
            title: title.to_owned(),
            desc: String::new(),
            height,
            x: (0.0, 1.0),
            y: (0.0, 1.0),
            frame: [2.0, 98.0, 1.2, height - 3.0],
            drawn: String::new(),
            curves: String::new(),
        }
    }

    /// Where a value lies across, in percent.
    pub fn across(&self, value: f64) -> f64 {
        let [left, right, ..] = self.frame;
        left + (right - left) * (value - self.x.0) / (self.x.1 - self.x.0)
    }

    /// Where a value lies down, in em.
    pub fn down(&self, value: f64) -> f64 {
        let [.., top, bottom] = self.frame;
        bottom - (bottom - top) * (value - self.y.0) / (self.y.1 - self.y.0)
    }

    pub fn line(&mut self, class: &str, [x1, y1, x2, y2]: [f64; 4]) {
        let [x1, y1, x2, y2] = [x1, y1, x2, y2].map(number);
        let _ = write!(self.drawn, r#"<line class="{class}" x1="{x1}%" y1="{y1}em" x2="{x2}%" y2="{y2}em"/>"#);
        self.drawn.push('\n');
    }

    pub fn text(&mut self, class: &str, (x, y): (f64, f64), held: Held, words: &str) {
        let anchor = match held {
            Held::Start => "",
            Held::Middle => r#" text-anchor="middle""#,
            Held::End => r#" text-anchor="end""#,
        };
        let class = if class.is_empty() { String::new() } else { format!(r#" class="{class}""#) };
        let (x, y, words) = (number(x), number(y), escaped(words));
        let _ = writeln!(self.drawn, r#"<text{class} x="{x}%" y="{y}em"{anchor}>{words}</text>"#);
    }

    pub fn mark(&mut self, mark: Mark, class: &str, (x, y): (f64, f64)) {
        self.drawn += &marked(mark, class, (x, y));
        self.drawn.push('\n');
    }

    pub fn rect(&mut self, class: &str, [x, y, width, height]: [f64; 4]) {
        let [x, y, width, height] = [x, y, width, height].map(number);
        let _ =
            writeln!(self.drawn, r#"<rect class="{class}" x="{x}%" y="{y}em" width="{width}%" height="{height}em"/>"#);
    }

    /// What is written as it stands, such as a pattern.
    pub fn raw(&mut self, text: &str) {
        self.drawn += text;
    }

    /// A curve through values; it lies behind what is drawn after [`Picture::flush`].
    pub fn curve(&mut self, class: &str, values: &[(f64, f64)], closed: bool) {
        let at = |&(x, y): &(f64, f64)| {
            let (across, up) = ((x - self.x.0) / (self.x.1 - self.x.0), (y - self.y.0) / (self.y.1 - self.y.0));
            format!("{} {}", number(1000.0 * across), number(1000.0 - 1000.0 * up))
        };
        let path = values.iter().map(at).collect::<Vec<_>>().join("L");
        let end = if closed { "z" } else { "" };
        let _ = write!(self.curves, r#"<path class="{class}" d="M{path}{end}"/>"#);
    }

    /// Puts the curves so far into the picture.
    pub fn flush(&mut self) {
        let [left, right, top, bottom] = self.frame;
        let [x, y, width, height] = [left, top, right - left, bottom - top].map(number);
        let curves = std::mem::take(&mut self.curves);
        let _ = writeln!(
            self.drawn,
            r#"<svg x="{x}%" y="{y}em" width="{width}%" height="{height}em" viewBox="0 0 1000 1000" preserveAspectRatio="none">{curves}</svg>"#
        );
    }

    /// The foot of the frame: lines up from it, what they stand for, what is counted.
    pub fn foot(&mut self, ticks: &[(f64, String)], label: &str, lines: bool) {
        let [left, right, top, bottom] = self.frame;
        for (value, words) in ticks {
            let x = self.across(*value);
            if lines {
                self.line("grid", [x, top, x, bottom]);
            }
            let held = if x < 6.0 {
                Held::Start
            } else if x > 94.0 {
                Held::End
            } else {
                Held::Middle
            };
            self.text("soft", (x, bottom + 1.1), held, words);
        }
        if !label.is_empty() {
            self.text("soft", ((left + right) / 2.0, bottom + 2.25), Held::Middle, label);
        }
    }

    /// Lines across the frame with what they stand for.
    pub fn levels(&mut self, ticks: &[(f64, String)]) {
        let [left, right, ..] = self.frame;
        for (value, words) in ticks {
            let y = self.down(*value);
            self.line("grid", [left, y, right, y]);
            self.text("soft", (left, y - 0.25), Held::Start, words);
        }
    }

    /// The picture in a page.
    pub fn inline(&self) -> String {
        let Picture { id, title, desc, height, drawn, .. } = self;
        let (title, desc, height) = (escaped(title), escaped(desc), number(*height));
        format!(
            "<svg class=\"fig\" id=\"{id}\" role=\"img\" aria-labelledby=\"{id}-t {id}-d\" width=\"100%\" \
             height=\"{height}em\"><title id=\"{id}-t\">{title}</title><desc id=\"{id}-d\">{desc}</desc>\n{drawn}</svg>"
        )
    }

    /// The picture as a file, with its own colours for light and dark, and below it what its marks stand for.
    pub fn file(&self, keys: &[(Key, String)]) -> Vec<u8> {
        let mut whole = Picture {
            drawn: self.drawn.clone(),
            title: self.title.clone(),
            desc: self.desc.clone(),
            ..Picture::new(self.id, "", self.height)
        };
        for (key, words) in keys {
            let y = whole.height + 1.0;
            match key {
                Key::Mark(mark, class) => whole.mark(*mark, class, (5.0, y - 0.35)),
                Key::Stroke(class) => whole.line(class, [2.0, y - 0.35, 8.0, y - 0.35]),
                Key::Area(class) => whole.rect(class, [2.0, y - 0.8, 6.0, 0.9]),
            }
            whole.text("soft", (10.0, y), Held::Start, words);
            whole.height += 1.5;
        }
        let inline = whole.inline();
        let sized = inline.replacen("width=\"100%\"", "xmlns=\"http://www.w3.org/2000/svg\" width=\"30em\"", 1);
        let ground = format!("</desc>\n<style>{STYLE}</style><rect class=\"ground\" width=\"100%\" height=\"100%\"/>");
        format!("{}\n", sized.replacen("</desc>", &ground, 1)).into_bytes()
    }
}

/// The style of a picture that stands alone.
pub(super) const STYLE: &str =
    concat!(include_str!("../single/tokens.css"), include_str!("alone.css"), include_str!("figure.css"));

/// A mark with its middle at a place: across in percent, down in em.
pub(super) fn marked(mark: Mark, class: &str, (x, y): (f64, f64)) -> String {
    let (x, y, shape) = (number(x), number(y), mark.shape());
    format!(
        r#"<svg class="k {class}" x="{x}%" y="{y}em" width=".85em" height=".85em" viewBox="0 0 18 18" overflow="visible">{shape}</svg>"#
    )
}

/// What explains a mark or a stroke beside a picture.
pub(super) enum Key {
    Mark(Mark, &'static str),
    Stroke(&'static str),
    Area(&'static str),
}

/// The keys of a picture, with words that are markup.
pub(super) fn keys(keys: &[(Key, String)]) -> String {
    let drawn = |key: &Key| match key {
        Key::Mark(mark, class) => format!(
            r#"<svg class="kk s" viewBox="0 0 18 18" aria-hidden="true"><g class="k {class}" transform="translate(9 9)">{}</g></svg>"#,
            mark.shape()
        ),
        Key::Stroke(class) => format!(
            r#"<svg class="kk" viewBox="0 0 36 18" aria-hidden="true"><line class="{class}" x1="2" y1="9" x2="34" y2="9"/></svg>"#
        ),
        Key::Area(class) => format!(
            r#"<svg class="kk" viewBox="0 0 36 18" aria-hidden="true"><rect class="{class}" x="2" y="2" width="32" height="14"/></svg>"#
        ),
    };
    if keys.is_empty() {
        return String::new();
    }
    let items = keys.iter().map(|(key, words)| format!("<li>{} {words}</li>", drawn(key)));
    format!("<ul class=\"keys\">{}</ul>\n", items.collect::<String>())
}
