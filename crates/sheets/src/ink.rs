//! How lines and letters look: inks, styles, thickness.

use crate::font::Weight;
use crate::shaped;

/// Thickness of a thin line, in points.
pub(crate) const HAIRLINE: f32 = 0.5;

/// The inks of every sheet: black, two greys, white, and one accent colour with its tint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ink {
    Black,
    Grey,
    Silver,
    White,
    Accent,
    Tint,
}

impl Ink {
    /// Red, green and blue, from 0 to 1.
    pub fn rgb(self) -> [f32; 3] {
        match self {
            Ink::Black => [0.08, 0.08, 0.1],
            Ink::Grey => [0.38, 0.4, 0.43],
            Ink::Silver => [0.82, 0.83, 0.85],
            Ink::White => [1.0, 1.0, 1.0],
            Ink::Accent => [0.06, 0.29, 0.42],
            Ink::Tint => [0.91, 0.94, 0.96],
        }
    }
}

/// How a text looks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Style {
    pub weight: Weight,
    pub size: f32,
    pub ink: Ink,
}

impl Style {
    const fn new(weight: Weight, size: f32, ink: Ink) -> Style {
        Style { weight, size, ink }
    }

    /// Names an empty or filled field, in small grey letters.
    pub const LABEL: Style = Style::new(Weight::Regular, 7.0, Ink::Grey);
    /// Ordinary text.
    pub const BODY: Style = Style::new(Weight::Regular, 9.5, Ink::Black);
    /// Text that carries a field's value.
    pub const STRONG: Style = Style::new(Weight::Bold, 9.5, Ink::Black);
    /// A number in a cell.
    pub const FIGURE: Style = Style::new(Weight::Regular, 11.0, Ink::Black);
    /// A sum.
    pub const SUM: Style = Style::new(Weight::Bold, 12.0, Ink::Black);
    /// Head of a column.
    pub const HEAD: Style = Style::new(Weight::Bold, 8.0, Ink::White);
    /// Name of an event, above a sheet.
    pub const TITLE: Style = Style::new(Weight::Bold, 15.0, Ink::Black);
    /// What everybody looks for first.
    pub const HEADLINE: Style = Style::new(Weight::Bold, 17.0, Ink::White);

    pub const fn sized(self, size: f32) -> Style {
        Style { size, ..self }
    }

    pub const fn inked(self, ink: Ink) -> Style {
        Style { ink, ..self }
    }

    pub const fn bold(self) -> Style {
        Style { weight: Weight::Bold, ..self }
    }

    pub fn width(self, text: &str) -> f32 {
        shaped::width(text, self.weight, self.size)
    }

    /// From one baseline to the next.
    pub fn leading(self) -> f32 {
        self.size * 1.22
    }
}

/// Where a line stands in its box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Align {
    Left,
    Centre,
    Right,
}
