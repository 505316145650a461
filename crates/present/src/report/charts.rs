//! The two drawings of a report, as pieces of an SVG.

use std::fmt::Write;

use super::page::turn_of;
use super::words::signed;
use super::{Bar, Points};

/// What a drawing is painted with: colours, or names of a page's own ones.
pub(super) struct Inks {
    pub ink: &'static str,
    pub soft: &'static str,
    pub line: &'static str,
    /// Of the player who stands first, and of the other.
    pub sides: [&'static str; 2],
}

/// Width and height of the points of one player.
pub(super) const POINTS: (i32, i32) = (312, 190);

/// Height of the lead.
pub(super) const LEAD_HEIGHT: i32 = 190;

/// Points by round of one player. Both are drawn on the scale of the one who has more.
pub(super) fn points(all: &[Points], side: usize, name: &str, inks: &Inks) -> String {
    let mut out = String::new();
    let sum = |points: &[i32; 3]| points.iter().map(|vp| (*vp).max(0)).sum::<i32>();
    let most = all.iter().flat_map(|row| &row.sides).map(sum).max().unwrap_or(0).max(1);
    let (width, base, room) = (POINTS.0, POINTS.1 - 26, POINTS.1 - 74);
    let step = (width - 14) / count(all);
    let wide = (step - 10).clamp(8, 40);
    let colour = inks.sides[side];
    text(&mut out, (4, 18), inks.ink, ("start", true), name);
    rule(&mut out, [4, base, width - 8, base], inks.line);
    for (at, row) in (0i32..).zip(all) {
        let x = 10 + at * step;
        let mut top = base;
        for (kind, vp) in row.sides[side].into_iter().enumerate().filter(|(_, vp)| *vp > 0) {
            let height = (vp * room / most).max(2);
            top -= height;
            let paint = match kind {
                0 => format!("fill:{colour}"),
                1 => format!("fill:{colour};fill-opacity:.5"),
                _ => format!("fill:none;stroke:{colour};stroke-width:2"),
            };
            let inset = i32::from(kind == 2);
            let (x, y) = (x + inset, top + inset);
            rectangle(&mut out, [x, y, wide - 2 * inset, (height - 2 * inset).max(1)], &paint);
        }
        let vp = sum(&row.sides[side]);
        if vp > 0 {
            text(&mut out, (x + wide / 2, top - 5), inks.ink, ("middle", false), &vp.to_string());
        }
        text(&mut out, (x + wide / 2, base + 17), inks.soft, ("middle", false), &row.label);
    }
    out
}

/// The lead after each turn in which points came: up for who stands first, down for the other.
pub(super) fn lead(bars: &[Bar], width: i32, inks: &Inks) -> String {
    let mut out = String::new();
    let up = bars.iter().map(|bar| bar.lead).max().unwrap_or(0).max(0);
    let down = -bars.iter().map(|bar| bar.lead).min().unwrap_or(0).min(0);
    let room = LEAD_HEIGHT - 74;
    let all = (up + down).max(1);
    let base = 22 + up * room / all;
    let step = (width - 8) / count(bars);
    let wide = (step - 8).clamp(4, 44);
    rule(&mut out, [4, base, width - 4, base], inks.line);
    for (at, bar) in (0i32..).zip(bars) {
        let x = 8 + at * step;
        let height = (bar.lead.abs() * room / all).max(1);
        let (top, number) = if bar.lead < 0 { (base, base + height + 15) } else { (base - height, base - height - 5) };
        rectangle(&mut out, [x, top, wide, height], &format!("fill:{}", inks.sides[usize::from(bar.lead < 0)]));
        text(&mut out, (x + wide / 2, number), inks.ink, ("middle", false), &signed(bar.lead));
        text(&mut out, (x + wide / 2, LEAD_HEIGHT - 8), inks.soft, ("middle", false), &turn_of(bar));
    }
    out
}

fn count<T>(all: &[T]) -> i32 {
    i32::try_from(all.len().max(1)).unwrap_or(i32::MAX)
}

fn rule(out: &mut String, [x1, y1, x2, y2]: [i32; 4], colour: &str) {
    let _ = write!(out, r#"<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" style="stroke:{colour};stroke-width:1.5"/>"#);
}

fn rectangle(out: &mut String, [x, y, width, height]: [i32; 4], paint: &str) {
    let _ = write!(out, r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" style="{paint}"/>"#);
}

/// A line of text, at its anchor.
pub(super) fn text(out: &mut String, (x, y): (i32, i32), colour: &str, (anchor, strong): (&str, bool), words: &str) {
    let weight = if strong { ";font-weight:700" } else { "" };
    let words = crate::map::escaped(words);
    let _ = write!(
        out,
        r#"<text x="{x}" y="{y}" text-anchor="{anchor}" style="fill:{colour};font-size:13px{weight}">{words}</text>"#
    );
}
