//! A report as one picture, to be shown to others.

use std::fmt::Write;

use super::charts::{Drawing, lead, points};
use super::model::{Block, Page, Part, Side};
use super::svg::{Inks, shapes, text};
use crate::map::escaped;
use crate::tables::text::wrapped_to;

const INKS: Inks = Inks { ink: "#14171a", soft: "#3f4952", line: "#5b6975", sides: ["#0f4a6b", "#7d8891"] };

const WIDTH: i32 = 640;

/// Letters of a line.
const COLUMNS: usize = 88;
const LEADING: i32 = 19;
const MARGIN: i32 = 24;

/// The picture, an SVG.
pub fn picture(page: &Page) -> String {
    let mut on = Sheet { body: String::new(), y: 34 };
    let title = escaped(&page.title);
    let _ = write!(
        on.body,
        r#"<text x="0" y="{}" style="fill:{};font-size:20px;font-weight:700">{title}</text>"#,
        on.y, INKS.ink
    );
    on.y += 24;
    text(&mut on.body, [0, on.y], INKS.soft, ("start", false), &page.below);
    on.y += 8;
    page.lead.iter().for_each(|words| on.lines("", &words.plain()));
    page.parts.iter().for_each(|part| on.part(part, &page.sides));
    on.y += 26;
    for line in page.foot.iter().take(1) {
        text(&mut on.body, [0, on.y], INKS.soft, ("start", false), line);
    }
    let (width, height, body) = (WIDTH + 2 * MARGIN, on.y + MARGIN, on.body);
    format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img"><title>{title}</title><rect width="{width}" height="{height}" fill="#fff"/><g transform="translate({MARGIN} 0)" font-family="system-ui,'Segoe UI','Noto Sans','Liberation Sans',Arial,sans-serif">{body}</g></svg>
"##
    )
}

/// A picture on its way down.
struct Sheet {
    body: String,
    y: i32,
}

impl Sheet {
    fn part(&mut self, part: &Part, sides: &[Side; 2]) {
        self.y += 30;
        text(&mut self.body, [0, self.y], INKS.ink, ("start", true), &part.title);
        text(&mut self.body, [WIDTH, self.y], INKS.soft, ("end", false), &part.aside);
        self.y += 6;
        for block in &part.blocks {
            match block {
                Block::Lines(words) => self.lines("", &words.plain()),
                Block::List(all) => all.iter().for_each(|(mark, words)| self.lines(mark, &words.plain())),
                Block::Points(rows) => {
                    let drawn = [0, 1].map(|side| points(rows, side, &sides[side].heading()));
                    self.y += self.drawn(&drawn[0], 0).max(self.drawn(&drawn[1], WIDTH / 2));
                }
                Block::Bars(bars) => self.y += self.drawn(&lead(bars), 0),
                Block::Table(_) => {}
            }
        }
    }

    /// Draws at the height that it has come to; how high it is.
    fn drawn(&mut self, drawing: &Drawing, x: i32) -> i32 {
        let y = self.y;
        let _ = write!(self.body, r#"<g transform="translate({x} {y})">{}</g>"#, shapes(drawing, &INKS));
        drawing.height
    }

    fn lines(&mut self, mark: &str, words: &str) {
        let head = if mark.is_empty() { String::new() } else { format!("{mark}  ") };
        for line in wrapped_to(&head, words, COLUMNS).lines() {
            self.y += LEADING;
            text(&mut self.body, [0, self.y], INKS.ink, ("start", false), line.trim_start());
        }
    }
}
