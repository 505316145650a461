//! What maps are drawn on: coordinates, colours and the few SVG elements that they use.

use std::fmt::{self, Write};

use adjutant_engine::numbers::Inches;
use adjutant_engine::rules::{Mission, Piece, Zone};

/// Ink of lines and words.
pub(super) const INK: &str = "#2b2a28";
/// Ink of what should not draw the eye.
pub(super) const FAINT: &str = "#8d877b";
/// The page.
pub(super) const PAGE: &str = "#f4efe4";
/// The board.
pub(super) const GROUND: &str = "#fdfbf5";
/// Pieces of terrain.
pub(super) const TERRAIN: &str = "#7b6a4f";
/// The colours of map sides A and B before players have them.
pub(super) const SIDES: [&str; 2] = ["#a8741a", "#3f7d6c"];

/// The colours of players one and two.
pub(super) const PLAYERS: [&str; 2] = ["#b23a2e", "#23609c"];

/// A place on the map, in thousandths of an inch, y up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spot {
    pub(super) x: i64,
    pub(super) y: i64,
}

/// A place of the mission's data.
pub(super) fn spot(at: [Inches; 2]) -> Spot {
    Spot { x: at[0].thousandths().into(), y: at[1].thousandths().into() }
}

/// An SVG drawing of one board: x to the right and y up in thousandths of an inch, the origin bottom left.
pub(super) struct Paper {
    /// Longer edge of the board.
    pub(super) width: i64,
    /// Shorter edge of the board.
    pub(super) height: i64,
    /// Begins every id, so that several maps share one document.
    pub(super) prefix: String,
    out: String,
}

impl Paper {
    pub(super) fn new(mission: &Mission, prefix: &str) -> Paper {
        let size = spot(mission.board);
        Paper { width: size.x, height: size.y, prefix: prefix.into(), out: String::new() }
    }

    /// Where a y lies in SVG, whose y points down.
    pub(super) fn down(&self, y: i64) -> i64 {
        self.height - y
    }

    pub(super) fn draw(&mut self, element: fmt::Arguments<'_>) {
        let _ = self.out.write_fmt(element);
        self.out.push('\n');
    }

    /// Words around a place, with a halo in the colour of the board.
    pub(super) fn words(&mut self, at: Spot, size: i64, style: &str, words: &str) {
        let (x, y, words) = (at.x, self.down(at.y), escaped(words));
        self.draw(format_args!(
            r#"<text x="{x}" y="{y}" font-size="{size}" {style} stroke="{GROUND}" stroke-width="{}" stroke-linejoin="round" paint-order="stroke">{words}</text>"#,
            size / 4
        ));
    }

    /// The corners of a zone as SVG writes them.
    pub(super) fn corners(&self, zone: &Zone) -> String {
        self.points(&zone.polygon)
    }

    /// The corners of an outline as SVG writes them.
    pub(super) fn points(&self, corners: &[[Inches; 2]]) -> String {
        let corner = |at: &[Inches; 2]| {
            let at = spot(*at);
            format!("{},{}", at.x, self.down(at.y))
        };
        corners.iter().map(corner).collect::<Vec<_>>().join(" ")
    }

    pub(super) fn finish(self) -> String {
        self.out
    }
}

/// Text that may stand inside an element or an attribute; what XML does not allow, and what acts instead of being
/// seen, becomes U+FFFD.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            unseen if adjutant_engine::visible::acts(unseen) => out.push('\u{fffd}'),
            other => out.push(other),
        }
    }
    out
}

/// What stands on a piece of terrain: `t1 ruins 5″`.
pub fn name_and_height(piece: &Piece) -> String {
    let height = piece.height.map_or_else(String::new, |height| format!(" {height}″"));
    format!("{} {}{height}", piece.id, piece.kind.as_str())
}

/// Whether a place lies in an outline, as far as a drawing needs it.
pub(super) fn lies_in(outline: &[[Inches; 2]], at: Spot) -> bool {
    let corners: Vec<Spot> = outline.iter().map(|corner| spot(*corner)).collect();
    let ends = corners.iter().zip(corners.iter().cycle().skip(1));
    let crossed = ends.filter(|(from, to)| {
        let cross = (to.x - from.x) * (at.y - from.y) - (to.y - from.y) * (at.x - from.x);
        (from.y > at.y) != (to.y > at.y) && (cross > 0) == (to.y > from.y)
    });
    crossed.count() % 2 == 1
}

/// Whether a place lies in a zone, its border included as far as a drawing needs it.
pub(super) fn covers(zone: &Zone, at: Spot) -> bool {
    lies_in(&zone.polygon, at)
        && zone.minus_circle.as_ref().is_none_or(|circle| {
            let (centre, radius) = (spot(circle.centre), i64::from(circle.radius.thousandths()));
            let (x, y) = (at.x - centre.x, at.y - centre.y);
            x * x + y * y >= radius * radius
        })
}

#[cfg(test)]
mod tests {
    #[test]
    fn what_xml_does_not_allow_is_replaced() {
        assert_eq!(
            super::escaped("a\u{ffff}\u{fffe}\u{1b}\u{0}<b>\"&"),
            "a\u{fffd}\u{fffd}\u{fffd}\u{fffd}&lt;b&gt;&quot;&amp;"
        );
        assert_eq!(super::escaped("Żółć 漢"), "Żółć 漢");
    }
}
