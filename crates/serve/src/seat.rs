//! The table that a page is about.

use std::sync::Arc;

use adjutant_tournament::{RoundNumber, TableNumber};

use crate::game::Game;
use crate::proposal::Proposal;

/// Round and table of a match.
pub type At = (RoundNumber, TableNumber);

/// The table that a page is about.
pub struct Seat {
    /// The round.
    pub round: RoundNumber,
    /// The table.
    pub table: TableNumber,
    /// Its match, where the event records one.
    pub game: Option<Arc<Game>>,
    /// Whether the writer has still to read its match, for a moment after the server was started.
    pub reading: bool,
    /// What one player asked the other to agree to, last.
    pub proposal: Option<Arc<Proposal>>,
    /// Whether the player who looks writes for both: the opponent's card was shown on this phone, for this table and round.
    pub both: bool,
    /// Whether the opponent writes for both, because the player who looks allowed it.
    pub other_writes: bool,
}
