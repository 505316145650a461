//! What a correction touches beside the pairings of later rounds: the cut, a bracket, prizes that were announced, a draft.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::bracket::{loose, turned};
use crate::command::{Pairing, TournamentCommand};
use crate::id::{PlayerId, RoundNumber, TableNumber};
use crate::log::TournamentLog;
use crate::prizes::{Prize, prizes};
use crate::seats::would_qualify;
use crate::state::{Round, Stage, Tournament};

/// What a correction touches; of later pairings [`crate::pairing::consequences_of`] tells.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Touched {
    /// Seeds of the cut that are others now: the place, who had it, who has it.
    pub seeds: Vec<(usize, Option<PlayerId>, Option<PlayerId>)>,
    /// Games of the bracket that fell, or stay although others should have met.
    pub games: Vec<TouchedGame>,
    /// Rounds of it that stay although somebody went on who has no game in them.
    pub stays: Vec<RoundNumber>,
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
    let loose = kept(before, now, seq);
    let games = loose.iter().flat_map(|(round, games)| games.iter().map(|game| (*round, game.clone())));
    // What fell and was withdrawn counts again where the record that withdrew it was taken back.
    let back = before.fallen.iter().chain(&before.waiting).filter(|then| {
        let gone = now.fallen.iter().chain(&now.waiting).any(|now| (now.by, &now.game) == (then.by, &then.game));
        let played =
            now.round(then.round).is_some_and(|round| round.results.get(&then.game.table) == then.result.as_ref());
        then.result.is_some() && !gone && played
    });
    let kept = games.chain(back.map(|then| (then.round, then.game.clone()))).map(|(round, game)| TouchedGame {
        round,
        table: game.table,
        players: [game.one, game.two],
        kept: true,
    });
    let draft = |state: &Tournament| {
        let round = state.rounds.last().filter(|round| round.stage == Stage::Draft)?;
        let seats = round.pair.tables.iter().flat_map(|game| [&game.one, &game.two]).chain(&round.pair.byes);
        let gone = |id: &PlayerId| state.player(id).is_some_and(|known| !known.is_in(round.pair.round));
        (round.outdated.is_some() || seats.into_iter().any(gone)).then_some(round.pair.round)
    };
    let open = now.fallen.iter().filter(|game| game.by >= seq).map(|game| game.round).min();
    let mut waiting: BTreeMap<RoundNumber, usize> = BTreeMap::new();
    now.waiting.iter().filter(|game| game.by >= seq).for_each(|game| *waiting.entry(game.round).or_default() += 1);
    Touched {
        seeds: seeds(before, now),
        games: fell.chain(kept).collect(),
        stays: loose.iter().filter(|(_, games)| games.is_empty()).map(|(round, _)| *round).collect(),
        open_again: open.filter(|round| now.round(*round).is_some_and(|round| round.stage == Stage::Published)),
        waiting: waiting.into_iter().collect(),
        prizes: if was_finished(log) { given(before, now) } else { Vec::new() },
        draft: draft(now).filter(|_| draft(before).is_none()),
    }
}

/// The round after which a correction may change who would have been paired; nothing where it changes no result and no
/// points of a round that others were paired by.
///
/// ```
/// use adjutant_tournament::{RoundNumber, TableNumber, TournamentCommand, TournamentLog};
/// use adjutant_tournament::{command::ResultEntry, touched::since};
/// let result = TournamentCommand::Result(ResultEntry::by_hand(RoundNumber(2), TableNumber(1), 60, 40));
/// assert_eq!(since(&TournamentLog::new(), &result), Some(RoundNumber(2)));
/// ```
pub fn since(log: &TournamentLog, command: &TournamentCommand) -> Option<RoundNumber> {
    use TournamentCommand::{AmendResult, Award, ByeRequest, Drop, Infraction, Penalty, Result, Retract, Return};
    match command {
        Result(result) | AmendResult { result, .. } => Some(result.round),
        Retract { seq, .. } => {
            let record = log.records().iter().find(|record| record.seq == *seq);
            match &record?.command {
                Penalty { .. } | Award { .. } | Infraction(_) | Drop { .. } | Return { .. } | ByeRequest { .. } => {
                    Some(RoundNumber(0))
                }
                Retract { .. } => None,
                other => since(log, other),
            }
        }
        // Points count from the round on that players have seen last.
        _ => None,
    }
}

/// Rounds that would not be what they are, had the record not let them stand, with the games that would not.
fn kept(before: &Tournament, now: &Tournament, seq: u64) -> Vec<(RoundNumber, Vec<Pairing>)> {
    let known = loose(before);
    if known.is_empty() && !now.is_bracket(RoundNumber(now.published())) {
        return Vec::new();
    }
    let mut bare = now.clone();
    let later = |round: &Round| round.kept.values().any(|kept| kept.by >= seq);
    bare.rounds.change_each(later, |round| round.kept.retain(|_, kept| kept.by < seq));
    if let (Some((cut, _)), Some(players)) =
        (&mut bare.cut, would_qualify(now).filter(|_| !seeds(before, now).is_empty()))
    {
        cut.players = players;
    }
    let news = loose(&bare).into_iter().filter_map(|mut loose| {
        let then = known.iter().find(|then| then.round == loose.round);
        loose.games.retain(|game| then.is_none_or(|then| !then.games.contains(game)));
        (then.is_none() || !loose.games.is_empty()).then_some((loose.round, loose.games))
    });
    let news: Vec<_> = news.collect();
    if !news.is_empty() {
        return news;
    }
    turned(before, now).into_iter().map(|loose| (loose.round, loose.games)).collect()
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

/// Prizes that go to others in one state than in another: what for, who had it, who has it.
///
/// ```
/// use adjutant_tournament::{Tournament, touched::given};
/// assert_eq!(given(&Tournament::default(), &Tournament::default()), []);
/// ```
pub fn given(before: &Tournament, now: &Tournament) -> Vec<(String, Vec<PlayerId>, Vec<PlayerId>)> {
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
