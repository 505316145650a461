//! What the pages are rendered from: the event as it was folded after its last record.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use adjutant_core::chain::Hash;
use adjutant_core::side::Player;
use adjutant_core::time::Timestamp;
use adjutant_tournament::command::{Call, Judging, Pairing};
use adjutant_tournament::day::{
    ClockView, Corrections, GameView, ListsView, Open, Phone, calls, clock, corrections, games, lists, phones,
    seen_round,
};
use adjutant_tournament::pairing::{Explanation, explain};
use adjutant_tournament::standings::{Standings, standings};
use adjutant_tournament::state::{Round, Stage};
use adjutant_tournament::{
    By, PlayerId, RoundNumber, TableNumber, Tournament, TournamentCommand, TournamentId, TournamentLog,
};

/// An event after a record. Nobody changes it; a later record makes another one.
pub struct Snapshot {
    /// The event.
    pub event: TournamentId,
    /// Number of the last record.
    pub seq: u64,
    /// Hash of the last record.
    pub head: Hash,
    /// Hash of the first record: what signatures name the log by.
    pub origin: Hash,
    /// Every phone that signs for somebody, or waits for a word that it may.
    pub phones: Vec<Phone>,
    /// The fold.
    pub state: Tournament,
    /// When the last published round was published, and the head of the log by then.
    pub published: Option<(Timestamp, Hash)>,
    /// When the last closed round was closed, and the head of the log by then.
    pub closed: Option<(Timestamp, Hash)>,
    /// The games of the round that is shown, with what was said of them.
    pub games: Vec<GameView>,
    /// Whether something later was published on what that round came to: the desk corrects nothing of it any more.
    pub relied: bool,
    /// The clock of that round.
    pub clock: Option<ClockView>,
    /// Who has handed in an army list; nothing where the event asks for none.
    pub lists: Option<ListsView>,
    /// Calls that no judge has answered.
    pub calls: Vec<Open<Call>>,
    /// Results that are not any more what was told first.
    pub corrected: Corrections,
    /// The last closed round, and the record that closed it.
    pub last_closed: Option<(RoundNumber, u64)>,
    /// The last records, the newest last, for the desk.
    pub told: Vec<Told>,
    ranked: Arc<OnceLock<Standings>>,
    explained: Arc<Reasons>,
    /// The same of the draft, as it stands after this record.
    drafted: Reasons,
}

/// A record, as the desk reads it.
pub struct Told {
    /// Its number.
    pub seq: u64,
    /// When it was recorded.
    pub at: Timestamp,
    /// Who said it.
    pub by: By,
    /// Which judge, where one said it.
    pub judge: Option<Judging>,
    /// What.
    pub command: TournamentCommand,
    /// Whether it was not taken back.
    pub stands: bool,
    /// Whether the organiser may take it back.
    pub takes_back: bool,
}

/// So many records are shown.
const TOLD_MAX: usize = 100;

/// The last records of a log.
fn told(log: &TournamentLog) -> Vec<Told> {
    let records = log.records();
    let last = records.get(records.len().saturating_sub(TOLD_MAX)..).unwrap_or_default();
    let told = last.iter().map(|record| Told {
        seq: record.seq,
        at: record.at,
        by: record.by,
        judge: record.judge.clone(),
        command: record.command.clone(),
        stands: log.stands(record.seq),
        takes_back: log.correction(record.seq, By::Organiser).is_ok(),
    });
    told.collect()
}

/// The last closed round, and the record that closed it.
fn last_closed(log: &TournamentLog) -> Option<(RoundNumber, u64)> {
    let closings = log.standing().filter_map(|record| match record.command {
        TournamentCommand::CloseRound { round, .. } => Some((round, record.seq)),
        _ => None,
    });
    closings.max()
}

/// Why players met, of one round, as far as somebody has asked.
#[derive(Default)]
struct Reasons {
    round: Option<RoundNumber>,
    known: Mutex<HashMap<PlayerId, Arc<Explanation>>>,
}

impl Reasons {
    fn of(&self, state: &Tournament, player: &PlayerId) -> Option<Arc<Explanation>> {
        let round = self.round?;
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(told) = known.get(player) {
            return Some(told.clone());
        }
        let told = Arc::new(explain(state, round, player)?);
        known.insert(player.clone(), told.clone());
        Some(told)
    }
}

/// The draft that only the desk sees.
fn draft_of(state: &Tournament) -> Option<&Round> {
    state.rounds.last().filter(|round| round.stage == Stage::Draft)
}

impl Snapshot {
    /// The snapshot after the last record of a log. The standings of the one before are kept where they rest on the
    /// same results.
    pub fn of(event: &TournamentId, log: &TournamentLog, before: Option<&Snapshot>) -> Snapshot {
        let (state, corrected) = (log.state().clone(), corrections(log));
        let moment = |wanted: &dyn Fn(&TournamentCommand) -> bool| {
            let record = log.records().iter().rev().find(|record| wanted(&record.command))?;
            Some((record.at, record.hash))
        };
        let same = |before: &&Snapshot| rests_on(&before.state) == rests_on(&state);
        let round = seen_round(&state).map(|round| round.pair.round);
        let reasons = before.filter(|before| before.explained.round == round).map(|before| before.explained.clone());
        Snapshot {
            games: round.map(|round| games(log, &corrected, round)).unwrap_or_default(),
            relied: round.is_some_and(|round| log.is_relied_on(round)),
            clock: round.and_then(|round| clock(log, round)),
            lists: lists(log),
            calls: calls(log),
            told: told(log),
            corrected,
            last_closed: last_closed(log),
            explained: reasons.unwrap_or_else(|| Arc::new(Reasons { round, ..Reasons::default() })),
            drafted: Reasons { round: draft_of(&state).map(|draft| draft.pair.round), ..Reasons::default() },
            event: event.clone(),
            seq: log.records().last().map_or(0, |record| record.seq),
            head: log.head(),
            origin: log.records().first().map_or(Hash::ZERO, |record| record.hash),
            phones: phones(log),
            published: moment(&|command| matches!(command, TournamentCommand::Publish { .. })),
            closed: moment(&|command| matches!(command, TournamentCommand::CloseRound { .. })),
            ranked: before.filter(same).map(|before| before.ranked.clone()).unwrap_or_default(),
            state,
        }
    }

    /// What changes with every record: pages tell by it whether they are of today.
    pub fn id(&self) -> String {
        format!("{}-{:.8}", self.seq, self.head.to_string())
    }

    /// What people call the event.
    pub fn name(&self) -> &str {
        self.state.create.as_ref().map_or(self.event.as_str(), |create| create.name.as_str())
    }

    /// How many rounds are played before any cut.
    pub fn rounds(&self) -> u16 {
        self.state.create.as_ref().map_or(0, |create| create.rounds)
    }

    /// The last round that players may see: a draft is not for them.
    pub fn shown(&self) -> Option<&Round> {
        self.state.rounds.iter().rev().find(|round| round.stage != Stage::Draft)
    }

    /// The round that is being played.
    pub fn open(&self) -> Option<&Round> {
        self.shown().filter(|round| round.stage == Stage::Published)
    }

    /// The draft that only the desk sees.
    pub fn draft(&self) -> Option<&Round> {
        draft_of(&self.state)
    }

    /// The last round whose results are all in and closed.
    pub fn closed_round(&self) -> Option<RoundNumber> {
        let closed = self.state.rounds.iter().rev().find(|round| round.stage == Stage::Closed)?;
        Some(closed.pair.round)
    }

    /// The standings after the last closed round; nothing before there is one. Computed when somebody first asks.
    pub fn standings(&self) -> Option<&Standings> {
        let round = self.closed_round()?;
        Some(self.ranked.get_or_init(|| standings(&self.state, round)))
    }

    /// Why a player met the opponent of the round that is shown. Searched once, by one at a time: five hundred who are
    /// curious at once wait for each other instead of stopping the hall.
    pub fn explained(&self, player: &PlayerId) -> Option<Arc<Explanation>> {
        self.explained.of(&self.state, player)
    }

    /// Why a player has this opponent in the draft.
    pub fn explained_draft(&self, player: &PlayerId) -> Option<Arc<Explanation>> {
        self.drafted.of(&self.state, player)
    }

    /// The round that begins next and when it is planned to: the one that is published, while its clock waits, or the one after.
    pub fn next_begins(&self) -> Option<(RoundNumber, Timestamp)> {
        let waits = |round: &&Round| {
            round.stage == Stage::Published && self.clock.as_ref().is_none_or(|clock| clock.state == "not started")
        };
        let due = self.shown().filter(waits).map_or(self.state.published() + 1, |round| round.pair.round.0);
        let begins = &self.state.policies().begins;
        let at = begins.get(usize::from(due).checked_sub(1)?).filter(|_| !self.state.finished)?;
        Some((RoundNumber(due), *at))
    }

    /// When the time of the round is up, while its clock runs.
    pub fn deadline(&self) -> Option<Timestamp> {
        self.clock.as_ref().filter(|_| self.open().is_some())?.deadline
    }

    /// The game at a table of the round that is shown.
    pub fn game(&self, table: TableNumber) -> Option<&GameView> {
        self.games.iter().find(|game| game.table == table)
    }

    /// The pairing of a player in the round that is shown.
    pub fn pairing(&self, player: &PlayerId) -> Option<&Pairing> {
        self.shown()?.of(player)
    }

    /// Which of the two at their table a player is in the round that is shown, as a match counts them.
    pub fn seat(&self, player: &PlayerId) -> Option<Player> {
        self.pairing(player).map(|pairing| if pairing.one == *player { Player::One } else { Player::Two })
    }
}

/// Everything that standings are computed from.
fn rests_on(state: &Tournament) -> impl PartialEq + '_ {
    let closed = state.rounds.iter().filter(|round| round.stage == Stage::Closed).count();
    (&state.create, state.rounds.with(closed, |_| None), &state.players, &state.cut)
}
