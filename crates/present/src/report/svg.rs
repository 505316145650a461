//! Drawings written as SVG.

use std::fmt::Write;

use super::charts::{Drawing, Paint, Shape, Text};
use crate::map::escaped;

/// What a drawing is painted with: colours, or names of a page's own ones.
pub(super) struct Inks {
    pub ink: &'static str,
    pub soft: &'static str,
    pub line: &'static str,
    /// Of the player who stands first, and of the other.
    pub sides: [&'static str; 2],
}

/// The shapes of a drawing.
pub(super) fn shapes(drawing: &Drawing, inks: &Inks) -> String {
    let mut out = String::new();
    for shape in &drawing.shapes {
        match shape {
            Shape::Rule { at: [y, from, to] } => {
                let style = format!("stroke:{};stroke-width:1.5", inks.line);
                let _ = write!(out, r#"<line x1="{from}" y1="{y}" x2="{to}" y2="{y}" style="{style}"/>"#);
            }
            Shape::Bar { at: [x, y, width, height], side, paint } => {
                let colour = inks.sides[*side];
                let style = match paint {
                    Paint::Full => format!("fill:{colour}"),
                    Paint::Half => format!("fill:{colour};fill-opacity:.5"),
                    Paint::Edge => format!("fill:none;stroke:{colour};stroke-width:2"),
                };
                let _ = write!(out, r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" style="{style}"/>"#);
            }
            Shape::Text { at, words, text: kind } => match kind {
                Text::Heading => text(&mut out, *at, inks.ink, ("start", true), words),
                Text::Number => text(&mut out, *at, inks.ink, ("middle", false), words),
                Text::Label => text(&mut out, *at, inks.soft, ("middle", false), words),
            },
        }
    }
    out
}

/// A line of text, at its anchor.
pub(super) fn text(out: &mut String, [x, y]: [i32; 2], colour: &str, (anchor, strong): (&str, bool), words: &str) {
    let weight = if strong { ";font-weight:700" } else { "" };
    let words = escaped(words);
    let _ = write!(
        out,
        r#"<text x="{x}" y="{y}" text-anchor="{anchor}" style="fill:{colour};font-size:13px{weight}">{words}</text>"#
    );
}
