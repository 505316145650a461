//! Control by units that score: one of them in range, and no enemy unit of any kind.
//!
//! # Source
//! `docs/rules/editions.md`, 002-5 and 002-6.

use adjutant_core::side::Player;

use crate::facts;
use crate::rules::{MarkerIndex, Scoring};
use crate::state::{State, Unit, Whereabouts};
use crate::terms::knowledge;

/// Who controls a marker, where the places of the units tell. It looks only at the units that decide: a
/// marker that both sides are near is nobody's.
pub(super) fn derived(state: &State, scoring: &Scoring, marker: MarkerIndex) -> Option<Option<Player>> {
    let near = Player::BOTH.map(|player| any_near(state, player, marker));
    let scores = Player::BOTH.map(|player| scorer_near(state, scoring, player, marker));
    let controls = |own: usize| knowledge::all([scores[own], near[1 - own].map(|near| !near)]);
    match [controls(0), controls(1)] {
        [Some(true), _] => Some(Some(Player::One)),
        [_, Some(true)] => Some(Some(Player::Two)),
        [Some(false), Some(false)] => Some(None),
        _ => None,
    }
}

/// Whether any unit of a player is in range, a transport among them.
fn any_near(state: &State, player: Player, marker: MarkerIndex) -> Option<bool> {
    let answer = knowledge::any(state.on_battlefield(player).map(|unit| facts::in_range(state, unit, marker)));
    answer.filter(|near| *near || known(state, player))
}

/// Whether a unit that scores is in range, from inside a transport too where the rules say so.
fn scorer_near(state: &State, scoring: &Scoring, player: Player, marker: MarkerIndex) -> Option<bool> {
    let near = |unit: &Unit| match unit.whereabouts {
        Whereabouts::Battlefield(_) => facts::in_range(state, unit, marker),
        Whereabouts::Embarked(carrier) if scoring.embarked => {
            let carrier = state.unit_at(carrier);
            if carrier.is_on_battlefield() { facts::in_range(state, carrier, marker) } else { Some(false) }
        }
        _ => Some(false),
    };
    let scorers = state.living(player).filter(|unit| scores(scoring, unit));
    let answer = knowledge::any(scorers.map(near));
    answer.filter(|near| *near || known(state, player))
}

/// Whether a unit can control markers at all.
fn scores(scoring: &Scoring, unit: &Unit) -> bool {
    scoring.roles.contains(&unit.role) && !unit.has_any_keyword(&scoring.without)
}

fn known(state: &State, player: Player) -> bool {
    state.knows_army(player) || state.conceded == Some(player)
}
