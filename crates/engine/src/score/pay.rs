//! What is paid: the awards that fall due at a moment, in the columns of the sheet.

use adjutant_core::ids::ObjectiveId;
use adjutant_core::side::Player;

use super::evaluate::{Evaluator, Scene, row_in, row_of, worth};
use crate::event::{Award as Paid, Event, Leaves};
use crate::law::{ColumnIndex, ColumnSource};
use crate::rules::{Award, Completes, Objective};
use crate::state::{AwardEntry, Judged, OpenNeed, State};
use crate::terms::{Basis, CardMode, Missing, Moment, Possible};

/// Judges what a player did not choose, the primary objective first of all, at moments that fall together.
pub fn primary(scene: &Scene<'_>, player: Player, moments: &[Moment], events: &mut Vec<Event>) {
    columns(scene, player, moments, false, events);
}

/// Judges the objectives that a player chose or drew, at moments that fall together.
pub fn secondaries(scene: &Scene<'_>, player: Player, moments: &[Moment], events: &mut Vec<Event>) {
    columns(scene, player, moments, true, events);
}

fn columns(scene: &Scene<'_>, player: Player, moments: &[Moment], chosen: bool, events: &mut Vec<Event>) {
    let state = scene.state;
    if state.conceded == Some(player) {
        return;
    }
    let wanted = |from: &ColumnSource| matches!(from, ColumnSource::Choice(_) | ColumnSource::Cards) == chosen;
    let mut evaluator = Evaluator::new(scene, player);
    let side = &state.sides[player];
    // What the cards judged before bring is not in the state yet, and leaves less room for the next.
    let mut before = 0;
    for (column, objective) in state.objectives_from(player, wanted) {
        if side.cards.kept.contains(&objective.id) {
            continue;
        }
        let due = |award: &Award| {
            moments.contains(&award.at)
                && award.is_in(state.round)
                && (award.mode.is_none() || award.mode == side.mode)
                && !(award.once && has_paid(state, player, objective, award.at))
        };
        let from = events.len();
        let mut scored = false;
        for (place, award) in objective.awards.iter().enumerate().filter(|(_, award)| due(award)) {
            evaluator.forget();
            scored |= pay(&mut evaluator, column, objective, (place, award), events);
        }
        if !scored || state.law().columns[column].from != ColumnSource::Cards {
            continue;
        }
        let raw = paid_since(events, from);
        let counts = state.counts(player, column, Some(&objective.id), row_in(state.round, moments[0]), (raw, before));
        before += counts;
        if counts > 0 || !state.law().columns[column].is_limited() {
            events.extend(card_scored(state, player, &objective.id));
        } else if side.mode != Some(CardMode::Fixed) {
            // A card whose points would not count brings none and stays.
            events.truncate(from);
        }
    }
}

/// Points of the awards among the last events.
fn paid_since(events: &[Event], from: usize) -> i32 {
    let paid = events[from..].iter().map(|event| match event {
        Event::Awarded(award) => award.raw,
        _ => 0,
    });
    paid.sum()
}

/// Whether an objective has brought points at such a moment before.
fn has_paid(state: &State, player: Player, objective: &Objective, moment: Moment) -> bool {
    let own = |award: &&AwardEntry| award.player == player && award.objective.as_ref() == Some(&objective.id);
    state.awards.iter().filter(own).any(|award| award.moment == moment.as_str())
}

/// A card that has brought points leaves, where the pack says so.
pub fn card_scored(state: &State, player: Player, id: &ObjectiveId) -> Option<Event> {
    let stays = state.sides[player].mode == Some(CardMode::Fixed);
    let leaves = !stays && state.law().cards.as_ref().is_some_and(|cards| cards.scored_leaves);
    let active = state.sides[player].cards.active.iter().any(|card| card.id == *id);
    (leaves && active).then(|| Event::CardLeft { player, card: id.clone(), how: Leaves::Scored })
}

/// Judges the awards of a completed action.
pub fn completion(state: &State, index: usize, events: &mut Vec<Event>) {
    let completion = &state.completions[index];
    let scene = Scene::new(state);
    for (column, objective) in state.objectives(completion.player) {
        for (place, award) in objective.awards.iter().enumerate() {
            if award.at == Moment::ActionCompleted && award.action.as_ref() == Some(&completion.action) {
                let mut evaluator = Evaluator::new(&scene, completion.player);
                evaluator.completion = Some(completion);
                if pay(&mut evaluator, column, objective, (place, award), events) {
                    events.extend(card_scored(state, completion.player, &objective.id));
                }
            }
        }
    }
}

/// Where the log knows no army, an action that could have been completed now may be claimed.
pub fn unrecorded_completions(state: &State, player: Player, completes: Completes, events: &mut Vec<Event>) {
    let Some(pack) = &state.pack else { return };
    let started_before = matches!(completes, Completes::NextOwnCommandPhaseEnd | Completes::NextOwnCommandPhaseStart);
    if state.conceded == Some(player) || (started_before && state.round < 2) {
        return;
    }
    let scene = Scene::new(state);
    for (_, objective) in state.objectives(player) {
        let completed = |(_, award): &(usize, &Award)| award.at == Moment::ActionCompleted;
        for (place, award) in objective.awards.iter().enumerate().filter(completed) {
            let action = award.action.as_ref().and_then(|id| pack.actions.get(id));
            if action.is_some_and(|action| action.completes == completes) {
                let mut evaluator = Evaluator::new(&scene, player);
                let vp = worth(&mut evaluator, award);
                events.push(Event::NeedOpened(Box::new(OpenNeed {
                    player,
                    objective: objective.id.clone(),
                    award: place,
                    moment: Moment::ActionCompleted,
                    round: row_of(state, Moment::ActionCompleted),
                    possible: vp.either(&Possible::Exactly(0)),
                    missing: action.map(|action| Missing::Completion(action.id.clone())).into_iter().collect(),
                })));
            }
        }
    }
}

/// Judges an award, which stands at this place of its objective; whether it brought points.
fn pay<'a>(
    evaluator: &mut Evaluator<'a>,
    column: ColumnIndex,
    objective: &Objective,
    (place, award): (usize, &'a Award),
    events: &mut Vec<Event>,
) -> bool {
    let vp = worth(evaluator, award);
    let (state, player) = (evaluator.state, evaluator.player);
    let round = row_of(state, award.at);
    let Some(vp) = vp.exact() else {
        events.push(Event::NeedOpened(Box::new(OpenNeed {
            player,
            objective: objective.id.clone(),
            award: place,
            moment: award.at,
            round,
            possible: vp,
            missing: std::mem::take(&mut evaluator.missing),
        })));
        return false;
    };
    events.push(Event::Judged(Judged { player, objective: objective.id.clone(), award: place, vp }));
    if vp == 0 {
        return false;
    }
    events.push(Event::Awarded(Box::new(Paid {
        player,
        column,
        objective: Some(objective.id.clone()),
        round,
        moment: award.at.as_str(),
        raw: i32::try_from(vp).unwrap_or(i32::MAX),
        basis: Basis::Derived,
        late: false,
        why: evaluator.why(),
    })));
    vp > 0
}
