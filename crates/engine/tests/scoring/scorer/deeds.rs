//! Which actions were completed, and when.

use super::super::facts::{Action, Deed, Facts, Spot, What, phase_of};
use super::super::maps::letter;

/// When an action falls due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Due {
    /// With the end of the turn.
    ThisTurn,
    /// With the end of the next own Command phase.
    NextCommandPhase,
    /// With the start of the next own Command phase, or with the end of the battle.
    NextCommandPhaseOrBattle,
}

/// An action that was completed; `place` is the row of the facts' slots, none where the battle's end completed it.
#[derive(Clone, Debug)]
pub struct Completed<'a> {
    pub action: &'a Action,
    pub place: Option<usize>,
}

/// All completed actions, in the order of the moments.
///
/// # Source
/// `docs/rules/scoring.md`, B.4 and D-9.
pub fn completed(facts: &Facts) -> Vec<Completed<'_>> {
    let mut done: Vec<Completed<'_>> = facts.actions.iter().filter_map(|action| completion(facts, action)).collect();
    done.sort_by_key(|c| c.place.unwrap_or(usize::MAX));
    done
}

fn due(kind: &str) -> Due {
    match kind {
        "raise-banners" | "investigate-site" | "deploy-scramblers" | "forward-push" | "recon-sweep"
        | "raze-objective" => Due::ThisTurn,
        "teleport-homer" | "centre-ground" | "inload-data-psalm" | "data-intercept" => Due::NextCommandPhase,
        "strategic-scan" => Due::NextCommandPhaseOrBattle,
        other => panic!("no action {other}"),
    }
}

fn completion<'a>(facts: &'a Facts, action: &'a Action) -> Option<Completed<'a>> {
    let last_of_turn = action.slot / 7 * 7 + 6;
    let next_command = action.slot / 14 * 14 + 14 + action.slot % 14 / 7 * 7;
    let row = |slot: usize| facts.slots.iter().position(|s| s.index == slot);
    let (place, until) = match due(action.kind) {
        Due::ThisTurn => row(last_of_turn).map(|p| (Some(p), facts.slots[p].events))?,
        Due::NextCommandPhase => row(next_command).map(|p| (Some(p), facts.slots[p].events))?,
        Due::NextCommandPhaseOrBattle => {
            let before = facts.slots.iter().filter(|s| s.index < next_command).count();
            let begun = before < facts.slots.len() || facts.open == Some(next_command);
            let events = if begun && before > 0 { facts.slots[before - 1].events } else { facts.events.len() };
            (begun.then_some(before), events)
        }
    };
    let broken = facts.events[action.events..until].iter().any(|e| breaks(e.what, action.unit));
    let spot = place.and_then(|p| facts.slots.get(p)).and_then(|s| s.places.iter().find(|(u, _)| *u == action.unit));
    let there = due(action.kind) == Due::NextCommandPhaseOrBattle
        || spot.is_some_and(|(_, spot)| still_there(facts, action, spot));
    (!broken && there).then_some(Completed { action, place })
}

/// What ends an action before its time; fighting, piling in, consolidating and losses short of the last model do not.
fn breaks(what: What, unit: usize) -> bool {
    match what {
        What::UnitDestroyed { unit: u } => u == unit,
        What::Did { unit: u, deed } => u == unit && !matches!(deed, Deed::Fight | Deed::PileIn | Deed::Consolidate),
        _ => false,
    }
}

/// The extra condition at completion.
fn still_there(facts: &Facts, action: &Action, spot: &Spot) -> bool {
    let enemy_zone = if letter(action.side, facts.side_a) == 'a' { "zone-b" } else { "zone-a" };
    match action.kind {
        "teleport-homer" => spot.regions.contains(&enemy_zone),
        "recon-sweep" => action.spot.is_some_and(|quarter| spot.regions.contains(&quarter)),
        "centre-ground" | "data-intercept" => {
            let marker = action.marker.expect("an action on a marker");
            spot.in_range.as_ref().is_none_or(|range| range.get(&marker).is_some_and(|models| *models > 0))
        }
        _ => true,
    }
}

/// Whether a slot is the end of a turn.
pub fn is_turn_end(slot: usize) -> bool {
    phase_of(slot) == 6
}
