//! Overlays for a stream program: pages of fixed size on a transparent ground, as they stood some time ago.
//!
//! | page | size | shows |
//! |---|---|---|
//! | `score` | 1920 × 200 | both totals, where they come from, the last award with its reason, what can still be scored |
//! | `ticker` | 1920 × 72 | the scores of all tables that may be shown, two at a time |
//! | `odds` | 760 × 430 | the attack just recorded: its odds, then what it came to |

mod frame;
mod odds;
mod score;
mod ticker;

pub use frame::{Aired, document};
use maud::Markup;

use super::scene::Scene;
use odds::odds;
use score::score;
use ticker::ticker;

/// One overlay; everybody may open it.
pub struct Overlay {
    /// Its path.
    pub path: &'static str,
    /// What it is called in a browser.
    pub(crate) title: &'static str,
    /// Its size in pixels.
    pub(super) size: &'static str,
    /// What it shows.
    pub(super) what: &'static str,
    /// Whether it is about all tables, and not about the one that is shown.
    pub(crate) all: bool,
    pub(crate) page: fn(&Scene<'_>, &[Aired]) -> Option<Markup>,
}

/// Every overlay.
pub const OVERLAYS: &[Overlay] = &[
    Overlay {
        path: "/overlay/score",
        title: "Overlay: score",
        size: "1920 × 200",
        what: "the score of the table, with its reasons",
        all: false,
        page: score,
    },
    Overlay {
        path: "/overlay/ticker",
        title: "Overlay: ticker",
        size: "1920 × 72",
        what: "all tables whose players agreed, two at a time",
        all: true,
        page: ticker,
    },
    Overlay {
        path: "/overlay/odds",
        title: "Overlay: odds",
        size: "760 × 430",
        what: "the attack that was just recorded, and its odds",
        all: false,
        page: odds,
    },
];
