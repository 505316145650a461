//! An event with its matches at hand, handed over by who has opened its log: what shows or prints it opens nothing.

use std::sync::Arc;

use adjutant_engine::fold::Match;
use adjutant_engine::law::Pack;
use adjutant_engine::record;
use adjutant_engine::rules::Mission;
use adjutant_tournament::command::{Pairing, PassKind};
use adjutant_tournament::id::PassId;
use adjutant_tournament::state::{Round, Tournament};
use adjutant_tournament::{MissionId, TournamentId, TournamentLog};

/// Finds a mission by its id.
pub type FindMission<'a> = Box<dyn Fn(&MissionId) -> Option<Arc<Mission>> + 'a>;
/// Finds the match of a table.
pub type FindPlayed<'a, E> = Box<dyn Fn(&Round, &Pairing) -> Result<Option<Played>, E> + 'a>;
/// Finds the passes of an event.
pub type FindPasses<'a, E> = Box<dyn Fn() -> Result<Vec<Pass>, E> + 'a>;

/// An event, and where its matches and passes are found. `E` is what may go wrong there.
pub struct EventAtHand<'a, E> {
    /// Its id.
    pub id: &'a TournamentId,
    /// The event as it stands.
    pub state: &'a Tournament,
    /// Its log.
    pub log: &'a TournamentLog,
    /// The pack of its matches, where it names one that is known.
    pub pack: Option<Arc<Pack>>,
    /// The pack whose form is printed where none is known.
    pub usual: Arc<Pack>,
    /// A mission that its tables may be played on.
    pub mission: FindMission<'a>,
    /// The match of a table, where it was opened.
    pub played: FindPlayed<'a, E>,
    /// Every pass that is valid, in the order of [`Tournament::pass_holders`].
    pub passes: FindPasses<'a, E>,
}

/// A match with its records.
pub struct Played {
    /// The fold.
    pub game: Match,
    /// Its records.
    pub records: Vec<record::Record>,
}

/// A pass that is valid.
pub struct Pass {
    /// What its holder may do.
    pub kind: PassKind,
    /// Its holder.
    pub id: PassId,
    /// The pass, as a link names it.
    pub code: String,
    /// The same, as people type it.
    pub typed: String,
}
