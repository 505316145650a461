//! Sizes of paper, in points (1/72 inch).

use crate::area::Area;

/// A size of paper, upright.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Paper {
    /// 210 × 297 mm.
    #[default]
    A4,
    /// 8½ × 11 inches.
    Letter,
}

const MARGIN: f32 = 34.0;

impl Paper {
    /// Both sizes.
    pub const ALL: [Paper; 2] = [Paper::A4, Paper::Letter];

    /// Width in points.
    pub fn width(self) -> f32 {
        match self {
            Paper::A4 => 595.276,
            Paper::Letter => 612.0,
        }
    }

    /// Height in points.
    pub fn height(self) -> f32 {
        match self {
            Paper::A4 => 841.89,
            Paper::Letter => 792.0,
        }
    }

    pub(crate) fn whole(self) -> Area {
        Area { x: 0.0, y: 0.0, width: self.width(), height: self.height() }
    }

    pub(crate) fn printable(self) -> Area {
        self.whole().inset(MARGIN)
    }
}

impl std::str::FromStr for Paper {
    type Err = PaperError;

    /// Reads `a4` or `letter`, in any case.
    fn from_str(text: &str) -> Result<Paper, PaperError> {
        match text.to_ascii_lowercase().as_str() {
            "a4" => Ok(Paper::A4),
            "letter" => Ok(Paper::Letter),
            _ => Err(PaperError(text.chars().take(40).collect())),
        }
    }
}

/// A text that names no size of paper.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown paper size `{0}`; use a4 or letter")]
pub struct PaperError(String);
