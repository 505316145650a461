//! What objectives could still bring, by the facts as they stand now.

use adjutant_core::ids::ObjectiveId;
use adjutant_core::sentence::Sentence;
use adjutant_core::side::Player;

use crate::law::ColumnIndex;
use crate::rules::Objective;
use crate::score;
use crate::score::evaluate;
use crate::score::evaluate::Estimate;
use crate::state::State;
use crate::terms::{Missing, Moment, Status};

/// What an objective brings at the next moment at which it is judged, if the facts stay as they are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Earnable {
    /// The objective.
    pub objective: ObjectiveId,
    /// Its column: 0 the primary, 1 to 3 the secondaries.
    pub column: ColumnIndex,
    /// When it is judged next.
    pub moment: Moment,
    /// The battle round of that moment.
    pub round: u32,
    /// Every value that it may have, before the cap of its column; more than one where facts are missing.
    pub possible: Vec<i64>,
    /// Facts that nobody has said.
    pub missing: Vec<Missing>,
    /// What the value rests on.
    pub why: Vec<Sentence>,
    /// Points that still count in this column.
    pub room: i32,
}

/// What each award of a player's objectives could bring next; awards whose last moment has passed are left out.
///
/// Awards for completed actions tell what one completion would bring, or nothing.
pub fn earnable(state: &State, player: Player) -> Vec<Earnable> {
    if state.status == Status::Ended || state.conceded == Some(player) {
        return Vec::new();
    }
    let objectives = state.objectives(player);
    objectives.flat_map(|(column, objective)| of_objective(state, player, column, objective)).collect()
}

fn of_objective(state: &State, player: Player, column: ColumnIndex, objective: &Objective) -> Vec<Earnable> {
    let rounds = state.law().rounds_max();
    let mut next = Vec::new();
    for award in &objective.awards {
        let round = next_round(state, player, award.at, rounds).max(award.from_round.get().unsigned_abs());
        let plays = award.mode.is_none() || award.mode == state.sides[player].mode;
        if round > rounds || !award.is_in(round) || !plays {
            continue;
        }
        let Estimate { possible, missing, why } = evaluate::estimate(state, player, award);
        let mut possible = possible.values();
        if award.at == Moment::ActionCompleted && !possible.contains(&0) {
            possible.insert(0, 0);
        }
        let row = evaluate::row_in(round, award.at);
        let room = score::room(state, player, column, row);
        let objective = objective.id.clone();
        next.push(Earnable { objective, column, moment: award.at, round, possible, missing, why, room });
    }
    next
}

/// The battle round in which a moment falls next.
fn next_round(state: &State, player: Player, moment: Moment, rounds: u32) -> u32 {
    use crate::terms::Phase;
    if state.status == Status::Setup {
        return 1;
    }
    let plays_now = state.active == player;
    let played = !plays_now && state.first == Some(player);
    let passed = match moment {
        Moment::OwnCommandPhaseEnd => played || (plays_now && state.phase != Phase::COMMAND),
        Moment::OwnTurnEnd => played,
        Moment::OwnCommandPhaseStart => played || plays_now,
        // Of the turns of a round the opponent's has passed where the second player plays now.
        Moment::OpponentTurnEnd => plays_now && state.first != Some(player),
        Moment::EachTurnEnd | Moment::RoundEnd | Moment::ActionCompleted => false,
        Moment::BattleEnd => return rounds,
    };
    state.round + u32::from(passed)
}
