//! The log of an event: records with their envelope, the fold, and undo.

mod folding;
mod lines;

use std::collections::BTreeMap;
use std::sync::mpsc::sync_channel;
use std::thread;

use adjutant_core::chain::{self, Hash, Link};
use adjutant_core::history::{Budget, History, TooCostly};
use adjutant_core::reliance::LAW;
use adjutant_core::sealed::Openings;
use adjutant_core::time::Timestamp;

use self::folding::{Followed, bring_back, fold, leaves_drafts_before, leaves_standings_of, may_change_a_draft};
use self::lines::{read_back, sealed, verified};
use crate::command::{By, Judging, Later, TournamentCommand};
use crate::decide::{bracket_after, brief_before_laws, decide_at, may_rule};
use crate::id::RoundNumber;
use crate::kind::Kind;
use crate::law::{self, Correction, Published};
use crate::pairing::ALGORITHM;
use crate::refusal::Refusal;
use crate::state::{Event, Outdated, Tournament};

pub use self::lines::{LogError, Record};

/// An event log and what it folds to.
///
/// See the crate's own page for a whole event.
#[derive(Clone, Debug)]
pub struct TournamentLog {
    records: History<Record>,
    link: Link,
    state: Tournament,
    /// What followed where a record was taken back, by the number of the one that did it.
    followed: BTreeMap<u64, Followed>,
    published: Published,
}

impl Default for TournamentLog {
    fn default() -> Self {
        TournamentLog {
            records: History::default(),
            link: Link::START,
            state: Tournament::default(),
            followed: BTreeMap::new(),
            published: Published::default(),
        }
    }
}

/// So many records of a long log are handed over at once.
const AT_ONCE: usize = 256;

/// A hall of a thousand players undoes its round a hundred times with less.
const REFOLDED: Budget = Budget { most: 400_000, each: 16 };

impl TournamentLog {
    /// An empty log.
    pub fn new() -> TournamentLog {
        TournamentLog::default()
    }

    /// Reads a log, verifying chain and rules; nothing is paired again.
    ///
    /// # Errors
    /// The first line that is wrong, with its number.
    pub fn read(bytes: &[u8]) -> Result<TournamentLog, LogError> {
        TournamentLog::read_with(bytes, &Openings::default())
    }

    /// The same, with what opens sealed names: where it is here, they read as the real ones.
    ///
    /// # Errors
    /// As [`TournamentLog::read`].
    pub fn read_with(bytes: &[u8], names: &Openings) -> Result<TournamentLog, LogError> {
        let mut log = TournamentLog::new();
        let lines = chain::lines(bytes)?;
        if lines.len() <= AT_ONCE {
            verified(&lines, Link::START, names).try_for_each(|record| log.replay(record?))?;
            return Ok(log);
        }
        // A long log is verified by one core while another folds what is verified already, where another can be had.
        thread::scope(|scope| {
            let (tell, heard) = sync_channel(8);
            let lines = &lines;
            let reads = move || {
                let mut records = verified(lines, Link::START, names).peekable();
                while records.peek().is_some() {
                    let some: Vec<_> = records.by_ref().take(AT_ONCE).collect();
                    if tell.send(some).is_err() {
                        return;
                    }
                }
            };
            match thread::Builder::new().spawn_scoped(scope, reads) {
                Ok(_) => heard.into_iter().flatten().try_for_each(|record| log.replay(record?)),
                Err(_) => verified(lines, Link::START, names).try_for_each(|record| log.replay(record?)),
            }
        })?;
        Ok(log)
    }

    /// Judges and folds a record that was verified.
    pub(crate) fn replay(&mut self, record: Record) -> Result<(), LogError> {
        self.take(record.seq, (record.by, record.judge.as_ref()), &record.command)
            .map_err(|refusal| LogError::Refused { seq: record.seq, refusal })?;
        self.push(record);
        Ok(())
    }

    /// Judges a command, folds it, and writes its record; `create` gets the law of today. No rule reads the
    /// time.
    ///
    /// # Errors
    /// A [`Refusal`]; nothing has changed then.
    pub fn record(&mut self, at: Timestamp, by: By, command: TournamentCommand) -> Result<&Record, Refusal> {
        self.record_of(at, by, None, command)
    }

    /// The same, naming the judge who speaks.
    ///
    /// # Errors
    /// As [`TournamentLog::record`], and [`Refusal::Conflict`] where the judge is of the same club or team as a player of the
    /// match and does not say why that shall not count.
    pub fn record_of(
        &mut self,
        at: Timestamp,
        by: By,
        judge: Option<Judging>,
        mut command: TournamentCommand,
    ) -> Result<&Record, Refusal> {
        if let TournamentCommand::Create(create) = &mut command {
            create.law = create.law.or(Some(LAW));
        }
        let sealed = sealed(at, by, judge.as_ref(), &command, self.link)
            .map_err(|_| Refusal::OutOfRange { field: "record", accepted: "what JSON can hold" })?;
        let record = read_back(sealed, command)?;
        self.take(record.seq, (by, judge.as_ref()), &record.command)?;
        self.push(record);
        Ok(&self.records[self.records.len() - 1])
    }

    fn push(&mut self, record: Record) {
        self.link = record.link();
        self.published.push(&record.command);
        self.records.push(record);
    }

    fn take(
        &mut self,
        seq: u64,
        (by, judge): (By, Option<&Judging>),
        command: &TournamentCommand,
    ) -> Result<(), Refusal> {
        self.state.heard = None;
        // Who takes a ruling back rules on it.
        let about = match command {
            TournamentCommand::Retract { seq, .. } => self.records.record(*seq).map(|record| &record.command),
            _ => None,
        };
        may_rule(&self.state, by, judge, about.unwrap_or(command))?;
        if let TournamentCommand::Retract { seq: earlier, later, .. } = command {
            brief_before_laws(&self.state, command)?;
            let takes = self.correction(*earlier, by)?.takes;
            // Remarks change nothing, and neither does taking them back.
            if self.records.record(*earlier).is_none_or(|record| record.command.kind() != Kind::Note) {
                let (state, followed) = self.taken_back((*earlier, &takes), seq, *later)?;
                self.state = state;
                self.followed.insert(seq, Followed { takes: takes.clone(), ..followed });
            }
            takes.iter().for_each(|taken| self.records.take_back(*taken));
            return Ok(());
        }
        for event in decide_at(&self.state, seq, by, command)? {
            self.state.apply(event);
        }
        Ok(())
    }

    /// The state without a record, and what that means for a bracket: without a result on which one was played, later
    /// records would not stand, so that it falls where it is taken back and not where it stood.
    fn taken_back(
        &mut self,
        (earlier, takes): (u64, &[u64]),
        seq: u64,
        later: Option<Later>,
    ) -> Result<(Tournament, Followed), Refusal> {
        let of_bracket = self.result_of_bracket(earlier)?;
        let folded = match (&of_bracket, later) {
            (Some(_), Some(_)) => None,
            _ => Some(self.without(earlier, takes)),
        };
        let (mut state, mut followed) = match (folded, of_bracket) {
            (Some(Ok(state)), _) => (state, Followed::default()),
            (Some(Err(refusal)), None) => return Err(refusal),
            (refused, Some(event)) => {
                let mut state = self.state.clone();
                state.apply(event.clone());
                if let Some(Err(refusal)) = refused {
                    return Err(bracket_after(&self.state, &state, seq, None).err().unwrap_or(refusal));
                }
                (state, Followed { events: vec![event], in_place: Some(earlier), ..Followed::default() })
            }
            (None, None) => return Err(Refusal::OutOfRange { field: "later", accepted: "nothing for this record" }),
        };
        let more = bracket_after(&self.state, &state, seq, later)?;
        more.iter().cloned().for_each(|event| state.apply(event));
        followed.events.extend(more);
        Ok((state, followed))
    }

    /// What takes a result back on which a bracket was played on, if a record is one that stands.
    fn result_of_bracket(&mut self, earlier: u64) -> Result<Option<Event>, Refusal> {
        let (result, amended) = match self.records.record(earlier).map(|record| &record.command) {
            Some(TournamentCommand::Result(result)) => (result, false),
            Some(TournamentCommand::AmendResult { result, .. }) => (result, true),
            _ => return Ok(None),
        };
        let (round, table) = (result.round, result.table);
        let stands = self.state.round(round).is_some_and(|known| known.results.get(&table) == Some(result));
        if !stands || !self.state.is_bracket(round) || round.0 >= self.state.published() {
            return Ok(None);
        }
        if !amended {
            return Ok(Some(Event::ResultTakenBack { round, table }));
        }
        self.spend()?;
        let before = self.state_at(earlier - 1);
        let known =
            before.round(round).and_then(|known| Some((known.results.get(&table)?.clone(), known.basis(table)?)));
        Ok(known.map(|(result, basis)| Event::ResultSet { result: Box::new(result), basis }))
    }

    /// What it comes to when a speaker takes a record back: what rests on it, whose word that needs, and what goes with
    /// it. What is folded anew without it is not looked at here.
    ///
    /// # Errors
    /// A record that is not there or stays, or who may take it back instead.
    pub fn correction(&self, seq: u64, by: By) -> Result<Correction, Refusal> {
        let no = |why| Err(Refusal::NotRetractable { seq, why });
        if by == By::Player {
            return Err(Refusal::NotYours);
        }
        let Some(record) = self.records.record(seq) else { return no("no record has that number") };
        let judged = self.state.is_judged();
        match record.command.kind() {
            Kind::Create => return no("`create` fixes the event"),
            Kind::Retract => return no("it is an undo itself; record the command again"),
            Kind::Sign if judged => return no("a signature stays; sign anew"),
            _ if !self.records.stands(seq) => return no("it is undone already"),
            _ => {}
        }
        let relied = law::correction(&self.published, &self.state, seq, (record.by, &record.command));
        if !judged {
            return Ok(Correction { takes: vec![seq], ..relied });
        }
        let relied = relied.by(seq, by)?;
        // What is corrected after the end is corrected behind an end that was taken back.
        match self.state.finished && record.command.kind() != Kind::Finish && !record.command.follows_the_end() {
            true => Err(Refusal::Finished),
            false => Ok(relied),
        }
    }

    /// Whether a later round was published on what a round came to, or the event finished, be it taken back since.
    pub fn is_relied_on(&self, round: RoundNumber) -> bool {
        self.published.passed(round)
    }

    /// The state without some more records, of which one is named: everything is judged anew.
    fn without(&mut self, seq: u64, takes: &[u64]) -> Result<Tournament, Refusal> {
        self.spend()?;
        takes.iter().for_each(|taken| self.records.take_back(*taken));
        let folded = fold(&self.records, &self.followed);
        takes.iter().for_each(|taken| self.records.restore(*taken));
        let (mut state, drafted, mut away) =
            folded.map_err(|(later, because)| Refusal::RetractBreaks { seq, later, because: Box::new(because) })?;
        if seq < drafted && self.records.record(seq).is_some_and(may_change_a_draft) {
            state.outdate(Outdated::Undo);
        }
        bring_back(&mut state, away.remove(&seq));
        Ok(state)
    }

    /// Counts one more folding of the whole log.
    fn spend(&mut self) -> Result<(), Refusal> {
        let spent = |TooCostly { refolded, most }| Refusal::TooCostly { refolded, most };
        self.records.affordable(REFOLDED).map_err(spent)?;
        self.records.spend(self.records.seq());
        Ok(())
    }

    /// What the log folds to.
    pub fn state(&self) -> &Tournament {
        &self.state
    }

    /// Lets its last standings be seen as the engine of an older law gives them, until the next record.
    pub fn hear(&mut self, standings: serde_json::Value) {
        self.state.heard = Some(std::sync::Arc::new(standings));
    }

    /// Its records.
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    /// Whether a record has not been taken back.
    pub fn stands(&self, seq: u64) -> bool {
        self.records.stands(seq)
    }

    /// The records that have not been taken back.
    pub fn standing(&self) -> impl DoubleEndedIterator<Item = &Record> {
        self.records.standing().map(|(_, record)| record)
    }

    /// Hash of the last record.
    pub fn head(&self) -> Hash {
        self.link.hash
    }

    /// The log as a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for record in self.records.iter() {
            bytes.extend_from_slice(&record.line);
            bytes.push(b'\n');
        }
        bytes
    }

    /// The state after the first `seq` records, as people saw it then.
    pub fn state_at(&self, seq: u64) -> Tournament {
        let count = usize::try_from(seq).unwrap_or(usize::MAX).min(self.records.len());
        if count == self.records.len() {
            return self.state.clone();
        }
        let mut then: History<&Record> = History::default();
        for record in &self.records[..count] {
            then.push(record);
            if let TournamentCommand::Retract { seq, .. } = record.command {
                let together = self.followed.get(&record.seq).map(|known| known.takes.as_slice());
                together.unwrap_or(&[seq]).iter().for_each(|taken| then.take_back(*taken));
            }
        }
        // Every undo was judged by this very fold when it was recorded.
        fold(&then, &self.followed).map(|(state, ..)| state).unwrap_or_default()
    }

    /// The states between its records, in their order: each begins where the one before it ended, so that all of them take
    /// one folding of the log, and one more for each record that takes another back.
    ///
    /// ```
    /// use adjutant_tournament::{Tournament, TournamentLog};
    /// assert_eq!(*TournamentLog::new().walk().after(0), Tournament::default());
    /// ```
    pub fn walk(&self) -> Walk<'_> {
        Walk { log: self, state: Tournament::default(), passed: 0 }
    }

    /// Whether a round stands after the first `seq` records as the search drafted it, and nothing since then could make
    /// it draft the round otherwise. A `false` says only that it takes a search to know.
    pub fn stands_as_drafted(&self, round: RoundNumber, seq: u64) -> bool {
        let count = usize::try_from(seq).unwrap_or(usize::MAX).min(self.records.len());
        let paired = self.records[..count]
            .iter()
            .rposition(|record| matches!(&record.command, TournamentCommand::Pair(pair) if pair.round == round));
        paired.is_some_and(|at| {
            let TournamentCommand::Pair(pair) = &self.records[at].command else { return false };
            let searched = pair.objective.optimal && pair.algorithm == ALGORITHM;
            searched && self.records[at + 1..count].iter().all(|record| leaves_drafts_before(record, round))
        })
    }

    /// The state in which a round was closed: its standings are those that people saw then, whatever came later.
    pub fn state_when_closed(&self, round: RoundNumber) -> Option<Tournament> {
        self.closing(round).map(|closing| self.state_at(closing))
    }

    /// Whether a round is closed and its standings are surely those that people saw then: nothing came later that standings
    /// read. A `false` says only that it takes a look at [`TournamentLog::state_when_closed`].
    pub fn stands_as_closed(&self, round: RoundNumber) -> bool {
        let later = |closing: u64| self.records.iter().skip(usize::try_from(closing).unwrap_or(usize::MAX));
        self.closing(round).is_some_and(|closing| later(closing).all(|record| leaves_standings_of(record, round)))
    }

    /// The record that closed a round.
    fn closing(&self, round: RoundNumber) -> Option<u64> {
        let closes = |record: &&Record| {
            matches!(record.command, TournamentCommand::CloseRound { round: closed, .. } if closed == round)
                && self.stands(record.seq)
        };
        self.records.iter().rev().find(closes).map(|record| record.seq)
    }
}

/// A walk along a log; see [`TournamentLog::walk`].
#[derive(Debug)]
pub struct Walk<'a> {
    log: &'a TournamentLog,
    state: Tournament,
    passed: usize,
}

impl Walk<'_> {
    /// The state after the first `seq` records, as [`TournamentLog::state_at`] gives it; what lies behind is folded again.
    pub fn after(&mut self, seq: u64) -> &Tournament {
        let count = usize::try_from(seq).unwrap_or(usize::MAX).min(self.log.records.len());
        let mut from = if self.passed <= count { self.passed } else { 0 };
        let back = |record: &Record| matches!(record.command, TournamentCommand::Retract { .. });
        if let Some(last) = self.log.records[from..count].iter().rposition(back) {
            from += last + 1;
            self.state = self.log.state_at(from as u64);
        } else if from < self.passed {
            self.state = Tournament::default();
        }
        for record in &self.log.records[from..count] {
            // Every record was judged in this very state when it was recorded.
            for event in decide_at(&self.state, record.seq, record.by, &record.command).unwrap_or_default() {
                self.state.apply(event);
            }
        }
        self.passed = count;
        &self.state
    }
}
