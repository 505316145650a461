//! What an organiser decides before the event, as data.

mod policies;
mod scale;
mod scheme;
mod scores;
mod system;
mod tie_break;

pub use policies::{Dice, Meeting, Policies, Separation, Unplayed};
pub(crate) use scale::SOUND_TABLE;
pub use scale::{DifferentialRow, DifferentialTable, PointScale, TeamScale};
pub use scheme::Scheme;
pub use scores::{Category, Measure, Term, overall};
pub use system::{Method, ProtectedSeeds, Seeding, System};
pub use tie_break::TieBreak;
