//! A report as one picture, to be shown to others.

use std::fmt::Write;

use super::charts::{self, Inks, LEAD_HEIGHT, POINTS};
use super::{Block, Page};
use crate::tables::text::wrapped_to;

const INKS: Inks = Inks { ink: "#14171a", soft: "#3f4952", line: "#5b6975", sides: ["#0f4a6b", "#7d8891"] };

const WIDTH: i32 = 640;

/// Letters of a line.
const COLUMNS: usize = 88;
const LEADING: i32 = 19;
const MARGIN: i32 = 24;

/// The picture, an SVG.
pub fn picture(page: &Page) -> String {
    let mut body = String::new();
    let mut y = 34;
    let _ = write!(
        body,
        r#"<text x="0" y="{y}" style="fill:{};font-size:20px;font-weight:700">{}</text>"#,
        INKS.ink,
        crate::map::escaped(&page.title)
    );
    y += 24;
    charts::text(&mut body, (0, y), INKS.soft, ("start", false), &page.below);
    y += 8;
    for words in &page.lead {
        lines(&mut body, &mut y, "", &words.plain());
    }
    for part in &page.parts {
        y += 30;
        charts::text(&mut body, (0, y), INKS.ink, ("start", true), &part.title);
        charts::text(&mut body, (WIDTH, y), INKS.soft, ("end", false), &part.aside);
        y += 6;
        for block in &part.blocks {
            match block {
                Block::Lines(words) => lines(&mut body, &mut y, "", &words.plain()),
                Block::List(all) => all.iter().for_each(|(mark, words)| lines(&mut body, &mut y, mark, &words.plain())),
                Block::Points(points) => {
                    for (side, name) in page.names().iter().enumerate() {
                        let x = i32::try_from(side).unwrap_or(0) * WIDTH / 2;
                        let drawn = charts::points(points, side, name, &INKS);
                        let _ = write!(body, r#"<g transform="translate({x} {y})">{drawn}</g>"#);
                    }
                    y += POINTS.1;
                }
                Block::Bars(bars) => {
                    let drawn = charts::lead(bars, WIDTH, &INKS);
                    let _ = write!(body, r#"<g transform="translate(0 {y})">{drawn}</g>"#);
                    y += LEAD_HEIGHT;
                }
                Block::Table(_) => {}
            }
        }
    }
    y += 26;
    for line in page.foot.iter().take(1) {
        charts::text(&mut body, (0, y), INKS.soft, ("start", false), line);
    }
    let (width, height) = (WIDTH + 2 * MARGIN, y + MARGIN);
    let title = crate::map::escaped(&page.title);
    format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img"><title>{title}</title><rect width="{width}" height="{height}" fill="#fff"/><g transform="translate({MARGIN} 0)" font-family="system-ui,'Segoe UI','Noto Sans','Liberation Sans',Arial,sans-serif">{body}</g></svg>
"##
    )
}

fn lines(out: &mut String, y: &mut i32, mark: &str, words: &str) {
    let head = if mark.is_empty() { String::new() } else { format!("{mark}  ") };
    for line in wrapped_to(&head, words, COLUMNS).lines() {
        *y += LEADING;
        charts::text(out, (0, *y), INKS.ink, ("start", false), line.trim_start());
    }
}
