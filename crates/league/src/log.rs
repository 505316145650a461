//! The log of a league: records with their envelope, the fold, and corrections.

use std::collections::BTreeMap;

use adjutant_core::chain::{self, Hash, Link};
use adjutant_core::history::{Budget, History, TooCostly};
use adjutant_core::reliance::{Class, LAW};
use adjutant_core::time::Timestamp;
use serde::{Deserialize, Serialize};

use crate::command::{By, LeagueCommand};
use crate::decide::{Judge, decide};
use crate::library::Library;
use crate::proof;
use crate::refusal::Refusal;
use crate::state::{Frame, League};

/// One record of a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Its place, from 1.
    pub seq: u64,
    /// When it was recorded.
    pub at: Timestamp,
    /// The speaker.
    pub by: By,
    /// What.
    pub command: LeagueCommand,
    /// Its hash.
    pub hash: Hash,
    /// The canonical line, without a newline.
    pub line: Vec<u8>,
}

impl Record {
    /// Where it stands in the chain.
    pub fn link(&self) -> Link {
        Link { seq: self.seq, hash: self.hash }
    }

    fn frame(&self) -> Frame {
        Frame { seq: self.seq, at: self.at, hash: self.hash }
    }
}

/// A league's log and what it folds to.
#[derive(Clone, Debug)]
pub struct LeagueLog {
    records: History<Record>,
    /// What stands in the place of a record's command, by its number.
    amended: BTreeMap<u64, LeagueCommand>,
    link: Link,
    state: League,
    leaves: Vec<Hash>,
}

impl Default for LeagueLog {
    fn default() -> Self {
        LeagueLog {
            records: History::default(),
            amended: BTreeMap::new(),
            link: Link::START,
            state: League::default(),
            leaves: Vec::new(),
        }
    }
}

/// Why a log could not be read.
#[derive(Debug, thiserror::Error)]
pub enum LogError {
    /// It is not a list of lines.
    #[error(transparent)]
    Shape(#[from] chain::LogShapeError),
    /// A line breaks the chain.
    #[error("line {line}: {error}")]
    Chain {
        /// Number of the line.
        line: usize,
        /// What is wrong.
        error: chain::ChainError,
    },
    /// A line holds no record of a league.
    #[error("line {line} is not a record of a league's log: {error}")]
    Record {
        /// Number of the line.
        line: usize,
        /// What the reader says.
        error: serde_json::Error,
    },
    /// A record is refused.
    #[error("record {seq} refused: {}: {refusal}", refusal.code())]
    Refused {
        /// Its number.
        seq: u64,
        /// Why.
        refusal: Refusal,
    },
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Envelope {
    at: Timestamp,
    by: By,
    #[serde(rename = "do")]
    command: LeagueCommand,
    hash: Hash,
    prev: Hash,
    seq: u64,
}

/// A league of 5,000 members takes a hundred records back with less.
const REFOLDED: Budget = Budget { most: 2_000_000, each: 16 };

fn read_line(line: usize, text: &[u8], previous: Link) -> Result<Record, LogError> {
    let link = chain::verify_line(text, previous).map_err(|error| LogError::Chain { line, error })?;
    let read = serde_json::from_slice(text).map_err(|error| LogError::Record { line, error })?;
    let Envelope { at, by, command, .. } = read;
    Ok(Record { seq: link.seq, at, by, command, hash: link.hash, line: text.to_vec() })
}

impl LeagueLog {
    /// An empty log.
    pub fn new() -> LeagueLog {
        LeagueLog::default()
    }

    /// Reads a log: its chain, its records, and what can be judged without the logs that it pins.
    ///
    /// # Errors
    /// The first line that is wrong, with its number.
    pub fn read(bytes: &[u8]) -> Result<LeagueLog, LogError> {
        LeagueLog::read_with(bytes, None)
    }

    /// The same, judging what the pinned logs tell as well: a list that does not follow from them is refused. The logs
    /// must be at hand as they were pinned each time.
    ///
    /// # Errors
    /// As [`LeagueLog::read`].
    pub fn read_with(bytes: &[u8], library: Option<&Library>) -> Result<LeagueLog, LogError> {
        let mut log = LeagueLog::new();
        for (line, text) in chain::lines(bytes)? {
            let record = read_line(line, text, log.link)?;
            let seq = record.seq;
            log.take(&record, library).map_err(|refusal| LogError::Refused { seq, refusal })?;
            log.push(record);
        }
        Ok(log)
    }

    /// Judges a command with the logs at hand, folds it, and writes its record; `create` gets the law of today.
    ///
    /// # Errors
    /// A [`Refusal`]; nothing has changed then.
    pub fn record(
        &mut self,
        at: Timestamp,
        by: By,
        mut command: LeagueCommand,
        library: &Library,
    ) -> Result<&Record, Refusal> {
        if let LeagueCommand::Create(create) = &mut command {
            create.law = create.law.or(Some(LAW));
        }
        let unread = Refusal::OutOfRange { field: "record", accepted: "what can be read again as it was said" };
        let (line, _) = chain::seal_command(at, &by, &command, self.link).map_err(|_| unread.clone())?;
        let record = read_line(1, &line, self.link).map_err(|_| unread.clone())?;
        if record.command != command {
            return Err(unread);
        }
        self.take(&record, Some(library))?;
        self.push(record);
        Ok(&self.records[self.records.len() - 1])
    }

    fn push(&mut self, record: Record) {
        self.link = record.link();
        if let LeagueCommand::Event(pin) | LeagueCommand::Match(pin) = &record.command {
            self.leaves.push(proof::leaf(pin.origin, pin.head));
        }
        self.records.push(record);
    }

    fn take(&mut self, record: &Record, library: Option<&Library>) -> Result<(), Refusal> {
        match &record.command {
            LeagueCommand::Retract { seq, .. } => self.correct(record, *seq, None, library),
            LeagueCommand::Amend { seq, with, .. } => self.correct(record, *seq, Some(with), library),
            command => {
                let tree = match command {
                    LeagueCommand::Publish(_) => self.tree(),
                    _ => (0, Hash::of(b"")),
                };
                decide(&self.state, Judge { library, head: self.link.hash, tree }, record.by, command)?;
                self.state.apply(record.frame(), command);
                Ok(())
            }
        }
    }

    /// How many logs were pinned so far, be they taken back or not, and the root of the tree over them.
    pub fn tree(&self) -> (u64, Hash) {
        (self.leaves.len() as u64, proof::root(&self.leaves))
    }

    /// The leaves of that tree: one a record that pins a log, in order.
    pub fn leaves(&self) -> &[Hash] {
        &self.leaves
    }

    /// Takes a record back, or puts another command in its place, and judges everything behind it anew.
    fn correct(
        &mut self,
        record: &Record,
        seq: u64,
        with: Option<&LeagueCommand>,
        library: Option<&Library>,
    ) -> Result<(), Refusal> {
        self.may_correct(record, seq, with)?;
        self.records.spend(self.records.seq());
        let before = self.amended.get(&seq).cloned();
        match with {
            Some(with) => _ = self.amended.insert(seq, with.clone()),
            None => self.records.take_back(seq),
        }
        match self.folded(library) {
            Ok(state) => {
                self.state = state;
                Ok(())
            }
            Err((later, because)) => {
                match before {
                    Some(before) => _ = self.amended.insert(seq, before),
                    None => _ = self.amended.remove(&seq),
                }
                self.records.restore(seq);
                if later == seq {
                    return Err(because);
                }
                Err(Refusal::RetractBreaks { seq, later, because: Box::new(because) })
            }
        }
    }

    /// Whether a record may be corrected at all, whatever follows.
    fn may_correct(&self, record: &Record, seq: u64, with: Option<&LeagueCommand>) -> Result<(), Refusal> {
        if self.state.create.is_none() {
            return Err(Refusal::Creation { found: "has no `create` yet" });
        }
        if !record.command.kind().who().takes(record.by) {
            return Err(Refusal::NotYours);
        }
        let no = |why| Err(Refusal::NotRetractable { seq, why });
        let Some(earlier) = self.records.record(seq) else { return no("no record has that number") };
        let kind = earlier.command.kind();
        match kind.class() {
            Class::Fixed => return no("it stays; say what is true now in a new record"),
            _ if !self.records.stands(seq) => return no("it is taken back already"),
            _ if with.is_some_and(|with| with.kind() != kind) => {
                return no("put a command of the same kind in its place");
            }
            _ if self.state.closed => return Err(Refusal::Closed),
            _ => {}
        }
        let too_costly = |TooCostly { refolded, most }| Refusal::TooCostly { refolded, most };
        self.records.affordable(REFOLDED).map_err(too_costly)
    }

    /// Folds what stands. Lists that were shown are not computed anew: they stay as they were.
    fn folded(&self, library: Option<&Library>) -> Result<League, (u64, Refusal)> {
        let mut state = League::default();
        self.records.fold_from(0, |seq, record| {
            let command = self.amended.get(&seq).unwrap_or(&record.command);
            let library = library.filter(|_| Some(&record.command) != Some(command));
            let judged = match command {
                LeagueCommand::Publish(_) | LeagueCommand::Sign { .. } => Ok(()),
                LeagueCommand::Retract { .. } | LeagueCommand::Amend { .. } => return Ok(()),
                _ => decide(
                    &state,
                    Judge { library, head: self.link.hash, tree: (0, Hash::of(b"")) },
                    record.by,
                    command,
                ),
            };
            judged?;
            state.apply(record.frame(), command);
            Ok(())
        })?;
        Ok(state)
    }

    /// What the log folds to.
    pub fn state(&self) -> &League {
        &self.state
    }

    /// Its records.
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    /// Whether a record has not been taken back.
    pub fn stands(&self, seq: u64) -> bool {
        self.records.stands(seq)
    }

    /// What a record says now: what was put in its place, or its own command.
    pub fn says(&self, seq: u64) -> Option<&LeagueCommand> {
        self.amended.get(&seq).or_else(|| self.records.record(seq).map(|record| &record.command))
    }

    /// Where it ends.
    pub fn link(&self) -> Link {
        self.link
    }

    /// The log up to a record, folded: as it was then.
    pub fn up_to(&self, head: Hash) -> Option<LeagueLog> {
        let count = self.records.iter().position(|record| record.hash == head)? + 1;
        let mut log = LeagueLog::new();
        for record in &self.records[..count] {
            log.take(record, None).ok()?;
            log.push(record.clone());
        }
        Some(log)
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
}
