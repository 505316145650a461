//! What people see while a round is played: every game with its reports and result, and the clock.

use std::collections::BTreeMap;

use adjutant_core::time::Timestamp;
use serde::Serialize;

use crate::command::{Basis, By, Call, ClockStep, Dispute, PassKind, Report, ResultEntry, TournamentCommand};
use crate::id::{PassId, PlayerId, RoundNumber, TableNumber};
use crate::log::{Record, TournamentLog};
use crate::state::{BoundKey, ClockState, Player, Round, Tournament};

/// A result with what it rests on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ResultView {
    /// The result.
    #[serde(flatten)]
    pub result: ResultEntry,
    /// What it rests on.
    pub basis: Basis,
    /// Whether a player disputes it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub disputed: bool,
}

/// The results of a round, by table.
pub fn results(round: &Round) -> Vec<ResultView> {
    let view = |result: &ResultEntry| ResultView {
        result: result.clone(),
        basis: round.basis(result.table).unwrap_or(Basis::Desk),
        disputed: round.progress.disputes.contains_key(&result.table),
    };
    round.results.values().map(view).collect()
}

/// What one player has reported.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReportView {
    /// Number of the record.
    pub seq: u64,
    /// When it was recorded.
    pub at: Timestamp,
    /// Who.
    pub player: PlayerId,
    /// Victory points of the player named first.
    pub one: i64,
    /// Victory points of the player named second.
    pub two: i64,
    /// Whether the player's phone signed it; left out where it did not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub signed: bool,
}

/// A phone that signs for the holder of a card, or waits for somebody's word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phone {
    /// What kind of card.
    pub kind: PassKind,
    /// Whose.
    pub id: PassId,
    /// Its key.
    pub bound: BoundKey,
    /// When it was first heard of.
    pub since: Timestamp,
    /// Which of the card's phones it is, counted from 1; none where a newer card took the place of its own.
    pub nth: Option<usize>,
}

impl Phone {
    /// Whether it waits for somebody's word, with a card that still opens something.
    pub fn waits(&self) -> bool {
        self.nth.is_some() && !self.bound.signs
    }
}

/// Every phone that signs or waits, by card, each card's in the order in which they came.
///
/// ```
/// use adjutant_tournament::{TournamentLog, day::phones};
/// assert!(phones(&TournamentLog::new()).is_empty());
/// ```
pub fn phones(log: &TournamentLog) -> Vec<Phone> {
    let state = log.state();
    let phone = |(kind, id, bound): (PassKind, &PassId, &BoundKey)| Phone {
        kind,
        id: id.clone(),
        bound: *bound,
        since: at(log, bound.seq),
        nth: state.keys_of(kind, id).position(|known| known.key == bound.key).map(|place| place + 1),
    };
    state.keys().map(phone).collect()
}

/// Army lists: who has handed one in by when.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ListsView {
    /// Until when players are asked for them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub due: Option<Timestamp>,
    /// How many of those who play have one on record.
    pub handed_in: usize,
    /// Who of them has none, in the order of entry.
    pub missing: Vec<PlayerId>,
    /// Whose list on record came after the time, and when.
    pub late: Vec<(PlayerId, Timestamp)>,
}

/// The army lists of those who play, or may play, in the next round; nothing where the event asks for none: no time is set
/// and nobody has handed one in.
///
/// ```
/// use adjutant_tournament::{TournamentLog, day::lists};
/// assert_eq!(lists(&TournamentLog::new()), None);
/// ```
pub fn lists(log: &TournamentLog) -> Option<ListsView> {
    let state = log.state();
    let due = state.policies().lists_due;
    let playing = || state.players.iter().filter(|player| player.is_in(state.due()));
    if due.is_none() && state.players.iter().all(|player| player.list.is_none()) {
        return None;
    }
    let mut since: BTreeMap<&PlayerId, Timestamp> = BTreeMap::new();
    for record in log.standing() {
        if let TournamentCommand::Roster { player, .. } = &record.command {
            since.insert(player, record.at);
        }
    }
    let id = |player: &Player| player.entry.player.clone();
    let missing: Vec<PlayerId> = playing().filter(|player| player.list.is_none()).map(id).collect();
    let came = |player: &Player| Some((id(player), *since.get(&player.entry.player)?));
    let late = playing().filter_map(came).filter(|(_, at)| due.is_some_and(|due| *at > due)).collect();
    Some(ListsView { due, handed_in: playing().count() - missing.len(), missing, late })
}

/// Something open at a table, with its record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Open<T> {
    /// Number of the record: what an `answer` names.
    pub seq: u64,
    /// When it was recorded.
    pub at: Timestamp,
    /// What it says.
    #[serde(flatten)]
    pub said: T,
}

/// One game of a round as it stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GameView {
    /// The table.
    pub table: TableNumber,
    /// The player named first.
    pub one: PlayerId,
    /// The player named second.
    pub two: PlayerId,
    /// `open`, `reported`, `reports differ`, `entered` or `disputed`.
    pub state: &'static str,
    /// The standing reports.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reports: Vec<ReportView>,
    /// The result.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<ResultView>,
    /// How the result was corrected last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub corrected: Option<Corrected>,
    /// The open dispute.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dispute: Option<Open<Dispute>>,
    /// Minutes more than the round has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extension: Option<u16>,
}

/// The games of a round as they stand, in the order of their tables.
///
/// ```
/// use adjutant_tournament::{TournamentLog, RoundNumber, day::{corrections, games}};
/// let log = TournamentLog::new();
/// assert!(games(&log, &corrections(&log), RoundNumber(1)).is_empty());
/// ```
pub fn games(log: &TournamentLog, corrected: &Corrections, number: RoundNumber) -> Vec<GameView> {
    let Some(round) = log.state().round(number) else { return Vec::new() };
    let mut results = results(round);
    let mut game = |pairing: &crate::command::Pairing| {
        let table = pairing.table;
        let reports = round.progress.reports.get(&table).into_iter().flatten();
        let report = |said: &crate::state::Said<crate::command::Report>| ReportView {
            seq: said.seq,
            at: at(log, said.seq),
            player: said.what.player.clone(),
            one: said.what.one,
            two: said.what.two,
            signed: said.what.signature.is_some(),
        };
        let dispute = round.progress.disputes.get(&table);
        let of_table = results.iter().position(|known| known.result.table == table);
        GameView {
            table,
            one: pairing.one.clone(),
            two: pairing.two.clone(),
            state: round.table_state(table).name(),
            reports: reports.map(report).collect(),
            result: of_table.map(|at| results.swap_remove(at)),
            corrected: corrected.get(&(number, table)).filter(|_| of_table.is_some()).cloned(),
            dispute: dispute.map(|said| Open { seq: said.seq, at: at(log, said.seq), said: said.what.clone() }),
            extension: round.progress.extensions.get(&table).copied(),
        }
    };
    let mut games: Vec<GameView> = round.pair.tables.iter().map(&mut game).collect();
    games.sort_by_key(|game| game.table);
    games
}

/// The corrected results of an event, by round and table.
pub type Corrections = BTreeMap<(RoundNumber, TableNumber), Corrected>;

/// A result that was told before and is another one since.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Corrected {
    /// Number of the record that changed it last.
    pub seq: u64,
    /// When that was recorded.
    pub at: Timestamp,
    /// Who said so.
    pub by: By,
    /// Victory points of both players before.
    pub before: [i64; 2],
    /// Victory points of both players since.
    pub after: [i64; 2],
}

/// What was told of the result of a table.
#[derive(Default)]
struct Told {
    /// What both players report, one of each.
    reports: Vec<(PlayerId, ResultEntry)>,
    /// Results that stand, with their records, the last one counts.
    stand: Vec<(u64, ResultEntry)>,
    counted: Option<ResultEntry>,
    corrected: Option<Corrected>,
}

fn alike(one: &ResultEntry, two: &ResultEntry) -> bool {
    (one.one, one.two, one.winner, one.forfeit) == (two.one, two.two, two.winner, two.forfeit)
}

impl Told {
    /// The result that counts after a record.
    fn settle(&mut self, record: &Record) {
        let Some((_, now)) = self.stand.last() else { return };
        if let Some(before) = self.counted.replace(now.clone()).filter(|before| !alike(before, now)) {
            let (before, after) = ([before.one, before.two], [now.one, now.two]);
            let (at, by) = (record.at, record.by);
            self.corrected = Some(Corrected { seq: record.seq, at, by, before, after });
        }
    }

    fn report(&mut self, seq: u64, report: &Report) {
        let result = report.result();
        self.reports.retain(|(player, _)| *player != report.player);
        if self.reports.iter().any(|(_, other)| alike(other, &result)) {
            self.stand.push((seq, result.clone()));
        }
        self.reports.push((report.player.clone(), result));
    }
}

/// The results that are not any more what was told first: by an amendment, or because another one was entered after an undo.
///
/// ```
/// use adjutant_tournament::{TournamentLog, day::corrections};
/// assert!(corrections(&TournamentLog::new()).is_empty());
/// ```
pub fn corrections(log: &TournamentLog) -> Corrections {
    let mut told: BTreeMap<(RoundNumber, TableNumber), Told> = BTreeMap::new();
    for record in log.records() {
        let mut at = None;
        match &record.command {
            TournamentCommand::Result(result) | TournamentCommand::AmendResult { result, .. } => {
                let of = told.entry((result.round, result.table)).or_default();
                of.stand.push((record.seq, result.clone()));
                at = Some(of);
            }
            TournamentCommand::Report(report) => {
                let of = told.entry((report.round, report.table)).or_default();
                of.report(record.seq, report);
                at = Some(of);
            }
            TournamentCommand::Retract { seq, .. } => {
                at = told.values_mut().find(|of| of.stand.iter().any(|(stands, _)| stands == seq));
                at.iter_mut().for_each(|of| of.stand.retain(|(stands, _)| stands != seq));
            }
            TournamentCommand::Move { round, table, to, .. } => {
                let both = [(*to, told.remove(&(*round, *table))), (*table, told.remove(&(*round, *to)))];
                told.extend(both.into_iter().filter_map(|(table, of)| Some(((*round, table), of?))));
            }
            TournamentCommand::Repair(repair) => {
                repair.tables.iter().for_each(|game| drop(told.remove(&(repair.round, game.table))));
            }
            TournamentCommand::Pair(pair) => told.retain(|(round, _), _| *round < pair.round),
            _ => {}
        }
        at.into_iter().for_each(|of| of.settle(record));
    }
    told.into_iter().filter_map(|(place, of)| Some((place, of.corrected?))).collect()
}

/// The open calls for a judge, the longest open first.
pub fn calls(log: &TournamentLog) -> Vec<Open<Call>> {
    let open = log.state().calls.values();
    let mut calls: Vec<Open<Call>> =
        open.map(|said| Open { seq: said.seq, at: at(log, said.seq), said: said.what.clone() }).collect();
    calls.sort_by_key(|call| call.seq);
    calls
}

/// When a record was written.
fn at(log: &TournamentLog, seq: u64) -> Timestamp {
    let place = usize::try_from(seq).ok().and_then(|seq| seq.checked_sub(1));
    let record = place.and_then(|place| log.records().get(place));
    record.unwrap_or_else(|| unreachable!("what the state holds was recorded")).at
}

/// The clock of a round. A page counts down to `deadline`; nobody counts ticks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ClockView {
    /// The round.
    pub round: RoundNumber,
    /// `not started`, `running`, `paused` or `stopped`.
    pub state: &'static str,
    /// Minutes of the round with everything that was added; 0 before it is started.
    pub minutes: u32,
    /// When it was started.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub started: Option<Timestamp>,
    /// While it runs: when the time is up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deadline: Option<Timestamp>,
    /// While it stands still: seconds that are left, 0 when the time was up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left_s: Option<i64>,
    /// Tables with more time: table and minutes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub extensions: Vec<(TableNumber, u16)>,
}

/// The clock of a round, from the times of its records; `None` where the round is not paired.
///
/// ```
/// use adjutant_tournament::{TournamentLog, RoundNumber, day::clock};
/// assert_eq!(clock(&TournamentLog::new(), RoundNumber(1)), None);
/// ```
pub fn clock(log: &TournamentLog, number: RoundNumber) -> Option<ClockView> {
    let round = log.state().round(number)?;
    let state = round.progress.clock_state();
    // Seconds that were left when the clock last changed, and when that was.
    let (mut minutes, mut left, mut since, mut started) = (0, 0, 0, None);
    for said in &round.progress.clock {
        let now = at(log, said.seq);
        let more = i64::from(said.what.minutes.unwrap_or_default());
        match said.what.state {
            ClockStep::Start => {
                (minutes, left, started) = (more, more * 60, Some(now));
                since = now.seconds();
            }
            ClockStep::Add => (minutes, left) = (minutes + more, left + more * 60),
            ClockStep::Pause => left -= now.seconds() - since,
            ClockStep::Resume => since = now.seconds(),
            // Stopped while it was paused: nothing has run meanwhile.
            ClockStep::Stop => left = 0,
        }
    }
    let running = state == ClockState::Running;
    Some(ClockView {
        round: number,
        state: state.name(),
        minutes: u32::try_from(minutes).unwrap_or_default(),
        started,
        deadline: running.then(|| Timestamp::of_seconds(since + left)).flatten(),
        left_s: matches!(state, ClockState::Paused | ClockState::Stopped).then_some(left.max(0)),
        extensions: round.progress.extensions.iter().map(|(table, minutes)| (*table, *minutes)).collect(),
    })
}

/// The round that people talk about: the last one that is published.
pub fn seen_round(state: &Tournament) -> Option<&Round> {
    state.rounds.iter().rfind(|round| state.has_seen(round.pair.round))
}
