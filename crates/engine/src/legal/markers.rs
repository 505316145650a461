//! Which objectives the end of a turn judges by who holds the markers.

use adjutant_core::ids::ObjectiveId;
use adjutant_core::side::Player;

use crate::facts::control;
use crate::law::Law;
use crate::rules::{Award, Completes};
use crate::state::State;
use crate::terms::{Moment, Status};

/// The objectives that the end of this turn judges by who holds which marker, where that is not known by places: who
/// ends the turn is asked once whether the markers are still as they were said.
///
/// ```
/// use adjutant_engine::{Match, Packs, legal};
/// assert!(legal::judged_by_markers(Match::new(Packs::default()).state()).is_empty());
/// ```
pub fn judged_by_markers(state: &State) -> Vec<(Player, ObjectiveId)> {
    let said = |marker| control::derived(state, marker).is_none();
    if state.status != Status::Battle || !state.lying_markers().any(|(marker, _)| said(marker)) {
        return Vec::new();
    }
    let players = Player::BOTH.into_iter().filter(|player| state.conceded != Some(*player));
    let all = players.flat_map(|player| state.objectives(player).map(move |(_, objective)| (player, objective)));
    let reads = |player: Player, award: &&Award| is_due(state, player, award) && award.vp.reads_control();
    let found = all.filter(|(player, objective)| objective.awards.iter().any(|award| reads(*player, &award)));
    found.map(|(player, objective)| (player, objective.id.clone())).collect()
}

/// Whether an award falls due as this turn ends.
fn is_due(state: &State, player: Player, award: &Award) -> bool {
    let own = state.active == player;
    let ends_round = state.first.is_some_and(|first| first != state.active);
    let last = |law: &Law| state.round >= law.rounds;
    let now = match award.at {
        Moment::OwnCommandPhaseStart | Moment::OwnCommandPhaseEnd => false,
        Moment::OwnTurnEnd => own,
        Moment::OpponentTurnEnd => !own,
        Moment::EachTurnEnd => true,
        Moment::RoundEnd => ends_round,
        Moment::BattleEnd => ends_round && last(state.law()),
        Moment::ActionCompleted => own && completes(state, player, award),
    };
    now && award.is_in(state.round)
}

/// Whether a unit carries out the action of an award, and completes it as its turn ends.
fn completes(state: &State, player: Player, award: &Award) -> bool {
    let pack = state.pack.as_ref();
    let own = state.units.iter().filter(|unit| unit.player == player).filter_map(|unit| unit.action.as_ref());
    own.filter(|doing| award.action.as_ref() == Some(&doing.action))
        .filter_map(|doing| pack?.actions.get(&doing.action))
        .any(|action| action.completes == Completes::OwnTurnEnd)
}
