//! What happened earlier in the battle, as far as rules ask for it.

use std::sync::Arc;

use adjutant_attack::GroupIndex;
use adjutant_core::ids::{ActionId, Name, ObjectiveId};
use adjutant_core::numbers::AwardNumber;
use adjutant_core::sentence::Sentence;
use adjutant_core::side::{By, Player};

use super::directory::UnitIndex;
use super::mark::Striker;
use super::unit::Aim;
use super::whereabout::Whereabout;
use crate::law::ColumnIndex;
use crate::refusal::RefusalCode;
use crate::rules::MarkerIndex;
use crate::terms::{Basis, Missing, Moment, Possible, RoundLabel, Spot};

/// A rule of an army's own under which something was recorded.
#[derive(Clone, Debug)]
pub struct RuleNamed {
    /// The record that names it.
    pub seq: u64,
    /// Who said so.
    pub by: By,
    /// The rule.
    pub under: Name,
    /// The soft refusals that it passed; none where the core rules allowed it anyway.
    pub passed: Vec<RefusalCode>,
}

/// Models that were destroyed together.
#[derive(Clone, Debug)]
pub struct Destruction {
    /// Their unit.
    pub unit: UnitIndex,
    /// Their group.
    pub group: GroupIndex,
    /// How many.
    pub models: u32,
    /// Whether the unit was destroyed by it; a leader and the unit that it joined are destroyed each for itself.
    pub unit_destroyed: bool,
    /// The battle round.
    pub round: u32,
    /// Whose turn it was.
    pub turn: Player,
    /// Whether it was after that turn and before the next.
    pub between_turns: bool,
    /// Whether an enemy did it.
    pub by_enemy: bool,
    /// Where the unit was as this turn began, where the pack asks for it.
    pub began: Option<Arc<Whereabout>>,
    /// Whose attacks did it, where a record names them and the pack asks.
    pub by: Option<Arc<Striker>>,
}

/// A fight of one unit against another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clash {
    /// Who fought.
    pub unit: UnitIndex,
    /// Against whom.
    pub target: UnitIndex,
    /// Wounds that it caused, those beyond a model's last not counted.
    pub wounds: u32,
}

/// An action that was completed.
#[derive(Clone, Debug)]
pub struct Completion {
    /// By whom.
    pub player: Player,
    /// The action.
    pub action: ActionId,
    /// The unit.
    pub unit: UnitIndex,
    /// The marker that it was about.
    pub marker: Option<MarkerIndex>,
    /// The spot that it was about.
    pub spot: Option<Spot>,
    /// What else it was about.
    pub aim: Aim,
    /// The battle round, and whose turn it was.
    pub turn: (u32, Player),
    /// The phase in whose course or at whose end it was.
    pub phase_count: u64,
}

/// A psychic power that a unit attempted.
#[derive(Clone, Debug)]
pub struct PowerUse {
    /// Whose.
    pub player: Player,
    /// Its name, in lower case.
    pub power: String,
    /// The phase, as a count of phases.
    pub phase_count: u64,
}

/// A Stratagem that was used.
#[derive(Clone, Debug)]
pub struct StratagemUse {
    /// By whom.
    pub player: Player,
    /// Its name, in lower case.
    pub name: String,
    /// The phase; 0 before the battle.
    pub phase_count: u64,
    /// The battle round and whose turn it was.
    pub turn: (u32, Player),
}

/// An award that was paid.
#[derive(Clone, Debug)]
pub struct AwardEntry {
    /// The record that brought it.
    pub seq: u64,
    /// Its row on the scoring sheet.
    pub round: RoundLabel,
    /// The moment, as the ledger names it.
    pub moment: &'static str,
    /// Whose.
    pub player: Player,
    /// Its column, by the number in the law; [`ColumnIndex::OTHER`] for no objective.
    pub column: ColumnIndex,
    /// For what.
    pub objective: Option<ObjectiveId>,
    /// Points before any cap.
    pub raw: i32,
    /// Points that count.
    pub vp: i32,
    /// What it rests on.
    pub basis: Basis,
    /// Whether it was claimed after its moment.
    pub late: bool,
    /// Why.
    pub why: Sentence,
}

/// An award that waits for somebody's word.
#[derive(Clone, Debug)]
pub struct OpenNeed {
    /// Whose.
    pub player: Player,
    /// The objective.
    pub objective: ObjectiveId,
    /// Which of its awards, counted from 0.
    pub award: usize,
    /// The moment that it belongs to.
    pub moment: Moment,
    /// The row of the scoring sheet that it belongs to.
    pub round: RoundLabel,
    /// What it can be worth.
    pub possible: Possible,
    /// What nobody has said.
    pub missing: Vec<Missing>,
}

impl OpenNeed {
    /// The number of its award in the objective, counted from 1.
    pub fn number(&self) -> Option<AwardNumber> {
        i32::try_from(self.award + 1).ok().and_then(AwardNumber::new)
    }

    /// Whether a claim for this award, or for whichever award waits, may be about it.
    pub fn is_award(&self, award: Option<AwardNumber>) -> bool {
        award.is_none() || award == self.number()
    }
}

/// An award that nobody answered at its moment; a late claim still may.
#[derive(Clone, Debug)]
pub struct Missed {
    /// What it was, judged by the facts as they stood at its moment.
    pub need: OpenNeed,
    /// The record with which its moment passed.
    pub since: u64,
}

/// What the facts gave for an objective at a moment.
#[derive(Clone, Debug)]
pub struct Judged {
    /// Whose.
    pub player: Player,
    /// The objective.
    pub objective: ObjectiveId,
    /// Which of its awards, counted from 0.
    pub award: usize,
    /// The points, 0 where the facts gave none.
    pub vp: i64,
}
