//! The two drawings of a report, as shapes that a picture, a file or a page paints.

use super::model::{Bar, Points};
use super::words::{signed, turn_of};

/// A drawing: shapes on a sheet, y down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing {
    /// How wide it is.
    pub width: i32,
    /// How high it is.
    pub height: i32,
    /// What is drawn, in order.
    pub shapes: Vec<Shape>,
}

/// A shape of a drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A line from the left to the right, at a height.
    Rule {
        /// Its height, and where it begins and ends.
        at: [i32; 3],
    },
    /// A bar: x, y, width, height.
    Bar {
        /// Where.
        at: [i32; 4],
        /// Whose: 0 of the player who stands first, 1 of the other.
        side: usize,
        /// How it is painted.
        paint: Paint,
    },
    /// Words, the middle of their lower edge at a place; those of a heading begin there.
    Text {
        /// Where.
        at: [i32; 2],
        /// What they say.
        words: String,
        /// What they are.
        text: Text,
    },
}

/// How a bar is painted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paint {
    /// In the colour of its player.
    Full,
    /// In half of it.
    Half,
    /// Only its edge.
    Edge,
}

/// What words of a drawing are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Text {
    /// Its heading.
    Heading,
    /// A number.
    Number,
    /// What stands below.
    Label,
}

/// Width and height of the points of one player.
const POINTS: (i32, i32) = (312, 190);

/// Height of the lead.
const LEAD_HEIGHT: i32 = 190;

/// Points by round of one player. Both are drawn on the scale of the one who has more.
pub fn points(all: &[Points], side: usize, name: &str) -> Drawing {
    let sum = |points: &[i32; 3]| points.iter().map(|vp| (*vp).max(0)).sum::<i32>();
    let most = all.iter().flat_map(|row| &row.sides).map(sum).max().unwrap_or(0).max(1);
    let (width, height) = POINTS;
    let (base, room) = (height - 26, height - 74);
    let step = (width - 14) / count(all);
    let wide = (step - 10).clamp(8, 40);
    let mut shapes = vec![heading(name), Shape::Rule { at: [base, 4, width - 8] }];
    for (at, row) in (0i32..).zip(all) {
        let x = 10 + at * step;
        let mut top = base;
        let paints = [Paint::Full, Paint::Half, Paint::Edge];
        for (paint, vp) in paints.into_iter().zip(row.sides[side]).filter(|(_, vp)| *vp > 0) {
            let high = (vp * room / most).max(2);
            top -= high;
            shapes.push(Shape::Bar { at: [x, top, wide, high], side, paint });
        }
        let vp = sum(&row.sides[side]);
        if vp > 0 {
            shapes.push(words([x + wide / 2, top - 5], Text::Number, vp.to_string()));
        }
        shapes.push(words([x + wide / 2, base + 17], Text::Label, row.label.clone()));
    }
    Drawing { width, height, shapes }
}

/// The lead after each turn in which points came: up for who stands first, down for the other.
pub fn lead(bars: &[Bar]) -> Drawing {
    let width = 40 * count(bars).clamp(8, 16);
    let up = bars.iter().map(|bar| bar.lead).max().unwrap_or(0).max(0);
    let down = -bars.iter().map(|bar| bar.lead).min().unwrap_or(0).min(0);
    let room = LEAD_HEIGHT - 74;
    let all = (up + down).max(1);
    let base = 22 + up * room / all;
    let step = (width - 8) / count(bars);
    let wide = (step - 8).clamp(4, 44);
    let mut shapes = vec![Shape::Rule { at: [base, 4, width - 4] }];
    for (at, bar) in (0i32..).zip(bars) {
        let x = 8 + at * step;
        let high = (bar.lead.abs() * room / all).max(1);
        let (top, number) = if bar.lead < 0 { (base, base + high + 15) } else { (base - high, base - high - 5) };
        let side = usize::from(bar.lead < 0);
        shapes.push(Shape::Bar { at: [x, top, wide, high], side, paint: Paint::Full });
        shapes.push(words([x + wide / 2, number], Text::Number, signed(bar.lead)));
        shapes.push(words([x + wide / 2, LEAD_HEIGHT - 8], Text::Label, turn_of(bar)));
    }
    Drawing { width, height: LEAD_HEIGHT, shapes }
}

fn count<T>(all: &[T]) -> i32 {
    i32::try_from(all.len().max(1)).unwrap_or(i32::MAX)
}

fn heading(name: &str) -> Shape {
    Shape::Text { at: [4, 18], words: name.to_owned(), text: Text::Heading }
}

fn words(at: [i32; 2], text: Text, words: String) -> Shape {
    Shape::Text { at, words, text }
}
