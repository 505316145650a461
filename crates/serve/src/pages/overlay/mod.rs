//! Overlays for a stream program: pages of fixed size on a transparent ground, as they stood some time ago.
//!
//! | page | size | shows |
//! |---|---|---|
//! | [`score`] | 1920 × 200 | both totals, where they come from, the last award with its reason, what can still be scored |
//! | [`ticker`] | 1920 × 72 | the scores of all tables that may be shown, two at a time |
//! | [`odds`] | 760 × 430 | the attack just recorded: its odds, then what it came to |

mod frame;
mod odds;
mod score;
mod ticker;

pub use frame::{Aired, document};
pub use odds::odds;
pub use score::score;
pub use ticker::ticker;
