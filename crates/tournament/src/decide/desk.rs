//! What every judgement shares: bounds, who and what is known, policies that fit together.

use std::collections::BTreeSet;

use crate::command::Create;
use crate::id::{Alike, PlayerId, RoundNumber, TableNumber};
use crate::policy::{Category, DifferentialTable, PointScale, SOUND_TABLE};
use crate::refusal::Refusal;
use crate::state::{Stage, Tournament};

/// The place of a player who has to be there.
pub(super) fn known(state: &Tournament, player: &PlayerId) -> Result<usize, Refusal> {
    state.place(player).ok_or_else(|| Refusal::UnknownPlayer { player: player.clone() })
}

/// The round from which points count that are given now: the last one that players have seen, so that no earlier
/// standings change.
pub(super) fn since(state: &Tournament) -> RoundNumber {
    let seen = state.rounds.iter().filter(|round| round.stage != Stage::Draft).count();
    RoundNumber(seen.max(1) as u16)
}

pub(super) fn open_table(state: &Tournament, table: TableNumber) -> Result<(), Refusal> {
    match state.tables.get(&table).is_some_and(|known| known.closed == Some(true)) {
        true => Err(Refusal::ClosedTable { table }),
        false => Ok(()),
    }
}

/// Checks that everything decided beforehand is within its range.
pub(super) fn sound(create: &Create) -> Result<(), Refusal> {
    let policies = &create.policies;
    let checks = [
        (create.format == 1, "format", "1"),
        ((1..=64).contains(&create.rounds), "rounds", "1 to 64"),
        (policies.pod_size >= 2, "pod_size", "at least 2"),
        (create.names.is_open() || policies.team_size == 0, "names", "open names where teams play"),
        (policies.team_size == 0 || (2..=8).contains(&policies.team_size), "team_size", "0, 2, or 3 to 8"),
        (policies.differential.as_ref().is_none_or(DifferentialTable::is_sound), "differential", SOUND_TABLE),
        (policies.places != Some(0), "places", "a number from 1"),
        (
            policies.begins.len() <= 64 && policies.begins.is_sorted(),
            "begins",
            "a time for each round, in their order, at most 64",
        ),
        (policies.tie_breaks.len() <= 32, "tie_breaks", "at most 32"),
        (
            policies.tie_breaks.iter().collect::<BTreeSet<_>>().len() == policies.tie_breaks.len(),
            "tie_breaks",
            "each tie-break once",
        ),
        (sound_points(policies.points), "points", "win, draw and loss from high to low, a bye up to a win"),
        (each_once(&policies.categories), "categories", "up to 16 categories, each once"),
        (
            policies.overall.len() <= 32 && policies.overall.iter().all(|t| t.measure(&policies.categories).is_some()),
            "overall",
            "match points as `points`, declared categories and names of tie-breaks",
        ),
    ];
    match checks.into_iter().find(|(sound, ..)| !sound) {
        Some((_, field, accepted)) => Err(Refusal::OutOfRange { field, accepted }),
        None => Ok(()),
    }
}

fn each_once(categories: &[Category]) -> bool {
    let names: BTreeSet<String> = categories.iter().map(|category| category.name.alike()).collect();
    names.len() == categories.len() && names.len() <= 16
}

fn sound_points(points: PointScale) -> bool {
    points.win >= points.draw && points.draw >= points.loss && points.bye.is_none_or(|bye| bye <= points.win)
}
