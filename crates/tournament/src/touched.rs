//! What a correction touches beside the pairings of later rounds: the cut, a bracket, prizes that were announced, a draft.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::bracket::loose;
use crate::command::{Pairing, TournamentCommand};
use crate::id::{PlayerId, RoundNumber, TableNumber};
use crate::log::TournamentLog;
use crate::prizes::{Prize, prizes};
use crate::seats::would_qualify;
use crate::state::{Stage, Tournament};

/// What a correction touches; of later pairings [`crate::pairing::consequences_of`] tells.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Touched {
    /// Seeds of the cut that are others now: the place, who had it, who has it.
    pub seeds: Vec<(usize, Option<PlayerId>, Option<PlayerId>)>,
    /// Games of the bracket that fell, or stay although others should have met.
    pub games: Vec<TouchedGame>,
    /// The round that is open again for the games that fell.
    pub open_again: Option<RoundNumber>,
    /// Withdrawn rounds with games that did not fall: how many count again, as played, once the round is paired.
    pub waiting: Vec<(RoundNumber, usize)>,
    /// Prizes of an event that was finished once which go to others now: what for, who had it, who has it.
    pub prizes: Vec<(String, Vec<PlayerId>, Vec<PlayerId>)>,
    /// The draft that may not be what it would be now.
    pub draft: Option<RoundNumber>,
}

/// A published game of a bracket that a correction touches.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TouchedGame {
    /// The round.
    pub round: RoundNumber,
    /// The table.
    pub table: TableNumber,
    /// Both players.
    pub players: [PlayerId; 2],
    /// Whether it stays as it was played; it fell otherwise.
    pub kept: bool,
}

impl Touched {
    /// Whether nothing is touched.
    pub fn is_empty(&self) -> bool {
        *self == Touched::default()
    }
}

/// What the records of a log from one on touch; `before` is the state that they found.
///
/// ```
/// use adjutant_tournament::{Tournament, TournamentLog, touched::touched};
/// assert!(touched(&TournamentLog::new(), &Tournament::default(), 1).is_empty());
/// ```
pub fn touched(log: &TournamentLog, before: &Tournament, seq: u64) -> Touched {
    let now = log.state();
    let fell = now.fallen.iter().filter(|game| game.by >= seq).map(|game| TouchedGame {
        round: game.round,
        table: game.game.table,
        players: [game.game.one.clone(), game.game.two.clone()],
        kept: false,
    });
    let kept = kept(before, now, seq);
    let draft = |state: &Tournament| {
        let last = state.rounds.last().filter(|round| round.stage == Stage::Draft && round.outdated.is_some());
        last.map(|round| round.pair.round)
    };
    let open = now.fallen.iter().filter(|game| game.by >= seq).map(|game| game.round).min();
    let mut waiting: BTreeMap<RoundNumber, usize> = BTreeMap::new();
    now.waiting.iter().filter(|game| game.by >= seq).for_each(|game| *waiting.entry(game.round).or_default() += 1);
    Touched {
        seeds: seeds(before, now),
        games: fell.chain(kept).collect(),
        open_again: open.filter(|round| now.round(*round).is_some_and(|round| round.stage == Stage::Published)),
        waiting: waiting.into_iter().collect(),
        prizes: if was_finished(log) { given(before, now) } else { Vec::new() },
        draft: draft(now).filter(|_| draft(before).is_none()),
    }
}

/// Games that would not be what they are, had the record not let them stand.
fn kept(before: &Tournament, now: &Tournament, seq: u64) -> Vec<TouchedGame> {
    let mut bare = now.clone();
    bare.rounds.iter_mut().for_each(|round| round.kept.retain(|_, kept| kept.by < seq));
    if let (Some((cut, _)), Some(players)) =
        (&mut bare.cut, would_qualify(now).filter(|_| !seeds(before, now).is_empty()))
    {
        cut.players = players;
    }
    let known: Vec<Pairing> = loose(before).into_iter().flat_map(|loose| loose.games).collect();
    let games = loose(&bare).into_iter().flat_map(|loose| loose.games.into_iter().map(move |game| (loose.round, game)));
    let games = games.filter(|(_, game)| !known.contains(game));
    games
        .map(|(round, game)| TouchedGame { round, table: game.table, players: [game.one, game.two], kept: true })
        .collect()
}

/// Whether an event was finished once, be it taken back since.
fn was_finished(log: &TournamentLog) -> bool {
    log.records().iter().any(|record| matches!(record.command, TournamentCommand::Finish { .. }))
}

fn seeds(before: &Tournament, now: &Tournament) -> Vec<(usize, Option<PlayerId>, Option<PlayerId>)> {
    let (Some(then), Some(now)) = (would_qualify(before), would_qualify(now)) else { return Vec::new() };
    let places = 0..then.len().max(now.len());
    let others = places.filter(|at| then.get(*at) != now.get(*at));
    others.map(|at| (at + 1, then.get(at).cloned(), now.get(at).cloned())).collect()
}

fn given(before: &Tournament, now: &Tournament) -> Vec<(String, Vec<PlayerId>, Vec<PlayerId>)> {
    let list = |state: &Tournament| -> BTreeMap<String, Vec<PlayerId>> {
        let last = RoundNumber(state.rounds.len() as u16);
        let all = prizes(state, last, false).into_iter();
        all.map(|Prize { title, group, players, .. }| {
            (group.map_or(title.clone(), |group| format!("{title} ({group})")), players)
        })
        .collect()
    };
    let (then, mut now) = (list(before), list(now));
    let mut others = Vec::new();
    for (title, players) in then {
        let gets = now.remove(&title).unwrap_or_default();
        if gets != players {
            others.push((title, players, gets));
        }
    }
    others.extend(now.into_iter().map(|(title, players)| (title, Vec::new(), players)));
    others
}
