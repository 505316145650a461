//! Places of a bracket a second time: not by playing it through but by counting who lasted longer.

use std::collections::BTreeSet;

use super::books::Books;
use super::crosstable::{Crosstable, Placed};
use super::played::{Letter, Played, letters};
use crate::id::PlayerId;

/// How a complete round of the bracket went.
pub(super) struct Stage<'a> {
    /// Everybody with a game or a bye.
    pub seated: BTreeSet<&'a PlayerId>,
    pub winners: BTreeSet<&'a PlayerId>,
    /// Those who lost to a winner; who lost a game that nobody won is in neither set.
    pub losers: BTreeSet<&'a PlayerId>,
}

/// The judge's standings after a round, those of the bracket first; `swiss` are the rows without it.
pub(super) fn placed(books: &Books, upto: usize, table: &Crosstable, swiss: Vec<Placed>) -> Vec<Placed> {
    let Some((everybody, stages)) = stages(books, upto) else { return swiss };
    let double = books.is_double();
    let third = !double && books.cut.as_ref().is_some_and(|cut| cut.third_place);
    let last = stages.len();
    // The number of rounds that a player lasted before going out; as many as there are where nobody has beaten him.
    let lasted = |player: &PlayerId| {
        let mut lives = if double { 2 } else { 1 };
        let falls = |stage: &Stage<'_>| {
            if stage.losers.contains(player) {
                lives -= 1;
            }
            let none_won = !stage.winners.contains(player) && !stage.losers.contains(player);
            lives == 0 || none_won || !stage.seated.contains(player)
        };
        stages.iter().position(falls).unwrap_or(last)
    };
    let survivors = everybody.iter().filter(|player| lasted(player) == last).count();
    let finalists = everybody.iter().filter(|player| lasted(player) + 1 >= last.max(1)).count();
    // Those who went out right before the last round, where that was the final: third place may have been played for.
    let fallen: Vec<&PlayerId> = everybody
        .iter()
        .copied()
        .filter(|player| third && finalists <= 2 && last.checked_sub(2) == Some(lasted(player)))
        .collect();
    let won_last = |player: &PlayerId| stages.last().is_some_and(|stage| stage.winners.contains(player));
    let place = |player: &PlayerId| -> u32 {
        let own = lasted(player);
        let longer = everybody.iter().filter(|other| lasted(other) > own).count() as u32;
        let shared = longer + 1 + u32::from(survivors == 0 && longer == 0);
        match fallen.as_slice() {
            [one, two] if won_last(one) != won_last(two) && fallen.contains(&player) => {
                shared + u32::from(!won_last(player))
            }
            _ => shared,
        }
    };
    arranged(table, swiss, |row| Some(table.id(row.player)).filter(|player| everybody.contains(player)).map(place))
}

/// Those with a place in the bracket first, then the others, then who is disqualified. A place of the podium stays empty;
/// those behind it close up.
fn arranged(table: &Crosstable, swiss: Vec<Placed>, place: impl Fn(&Placed) -> Option<u32>) -> Vec<Placed> {
    let count = swiss.iter().filter_map(&place).count();
    let (gone, swiss): (Vec<Placed>, Vec<Placed>) =
        swiss.into_iter().partition(|row| table.is_disqualified(row.player));
    let left: Vec<u32> = gone.iter().filter_map(&place).filter(|place| *place > 3).collect();
    let closed = |place: u32| place - left.iter().filter(|gone| **gone < place).count() as u32;
    let (mut within, mut others): (Vec<Placed>, Vec<Placed>) = swiss.into_iter().partition(|row| place(row).is_some());
    within.iter_mut().for_each(|row| row.rank = place(row).map(closed));
    within.sort_by_key(|row| row.rank);
    let ahead = (count - left.len()) as u32;
    let ranks: Vec<Option<u32>> = others.iter().map(|row| row.rank).collect();
    for row in &mut others {
        row.rank = Some(ahead + 1 + ranks.iter().filter(|rank| **rank < row.rank).count() as u32);
    }
    within.into_iter().chain(others).chain(gone).collect()
}

/// Everybody of the bracket, and its rounds that are played to their end; nothing before the first of it.
pub(super) fn stages(books: &Books, upto: usize) -> Option<(BTreeSet<&PlayerId>, Vec<Stage<'_>>)> {
    let (everybody, first) = match &books.cut {
        Some(cut) => (cut.players.iter().collect(), cut.before),
        None if books.policies.system.is_elimination() => (Stage::seats_of(books.rounds.first()?), 0),
        None => return None,
    };
    let complete = |round: &&Played| {
        round.published && round.pair.tables.iter().all(|game| round.results.contains_key(&game.table))
    };
    let rounds = books.rounds.get(first..upto.min(books.rounds.len())).unwrap_or_default();
    let stage = |round| Stage::of(books, round);
    let stages: Vec<Stage> = rounds.iter().filter(complete).map(stage).collect();
    (upto > first).then_some((everybody, stages))
}

impl<'a> Stage<'a> {
    /// Everybody with a place in a round.
    pub fn seats_of(round: &Played) -> BTreeSet<&PlayerId> {
        round.pair.tables.iter().flat_map(|game| [&game.one, &game.two]).chain(&round.pair.byes).collect()
    }

    /// How a round went, as far as it is played.
    pub fn of(books: &Books, round: &'a Played) -> Stage<'a> {
        let winners = round.pair.byes.iter().collect();
        let mut stage = Stage { seated: Stage::seats_of(round), winners, losers: BTreeSet::new() };
        for game in &round.pair.tables {
            let Some(result) = round.results.get(&game.table) else { continue };
            let (winner, loser) = match letters(&books.policies, result) {
                (Letter::W, _) => (&game.one, &game.two),
                (_, Letter::W) => (&game.two, &game.one),
                _ => continue,
            };
            stage.winners.insert(winner);
            stage.losers.insert(loser);
        }
        stage
    }
}
