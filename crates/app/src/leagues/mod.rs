//! Leagues: recording them, the logs that they pin, and what follows from both.

mod add;
mod published;
mod recording;
mod shelf;
mod witness;

pub use add::{Added, Pinned};
pub use published::{CHECKPOINT, LEAVES, LOG, Verdict, check, list_file, remember, remembered};
pub use recording::{LeagueRecording, import, stored_log};
pub use shelf::Shelf;
pub use witness::{Cosigned, cosign};
