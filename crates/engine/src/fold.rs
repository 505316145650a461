//! A match as the fold of its records.
//!
//! ```text
//! record ──► decide(state, command) ──► events ──► apply(state, event) …
//!                                                    │ what falls due: the timing skeleton's steps
//!                                                    └──► take(step) ──► events ──► apply …
//! ```

use std::sync::Arc;

use crate::apply::apply;
use crate::chain::Hash;
use crate::command::Command;
use crate::decide::decide;
use crate::event::Event;
use crate::ids::Name;
use crate::refusal::{Refusal, RefusalCode};
use crate::rules::Packs;
use crate::score;
use crate::side::{By, BySide, Said};
use crate::state::State;
use crate::timing;
use crate::view::View;

/// Version of this engine, as `open` names it.
pub const ENGINE_VERSION: &str = concat!("adjutant-engine ", env!("CARGO_PKG_VERSION"));

/// How many records lie between two kept states, from which a retraction folds again.
const CHECKPOINT_DISTANCE: usize = 128;
/// How many states are kept at the most; then every other one is dropped.
const CHECKPOINTS_MAX: usize = 64;

/// A match under way: everything its records say so far.
///
/// ```
/// use adjutant_engine::{fold::Match, rules::Packs, side::By, command::Command};
/// let mut game = Match::new(Packs::default());
/// let note: Command = serde_json::from_str(r#"{"note": {"text": "too early"}}"#).unwrap();
/// let refusal = game.record(By::Both, &note).unwrap_err();
/// assert_eq!(refusal.code.as_str(), "not-open");
/// ```
#[derive(Clone, Debug)]
pub struct Match {
    packs: Packs,
    state: State,
    records: Vec<Entry>,
    checkpoints: Vec<(usize, State)>,
    spacing: usize,
}

/// A record as the fold keeps it, for retractions.
#[derive(Clone, Debug)]
struct Entry {
    said: Said,
    command: Arc<Command>,
    head: Option<Hash>,
    live: bool,
}

impl Match {
    /// A match before its first record, played under one of these packs.
    pub fn new(packs: Packs) -> Match {
        Match { packs, state: State::new(), records: Vec::new(), checkpoints: Vec::new(), spacing: CHECKPOINT_DISTANCE }
    }

    /// Fills in what a recorder adds to a command before it is judged: `engine` of `open`, `rules_hash` of `mission`.
    pub fn complete(&self, command: Command) -> Command {
        match command {
            Command::Open(mut open) => {
                open.engine = open.engine.or_else(|| Name::new(ENGINE_VERSION).ok());
                open.rules = open.rules.or_else(|| self.packs.get(&open.pack).map(|pack| pack.rules));
                Command::Open(open)
            }
            Command::Mission { mission, d33, rules_hash } => {
                let ours = self.state.pack.as_ref().and_then(|pack| pack.rules_hashes.get(&mission).copied());
                Command::Mission { mission, d33, rules_hash: rules_hash.or(ours) }
            }
            other => other,
        }
    }

    /// Takes a record, or refuses it and stays as it was. Who speaks is a [`By`], or a [`Said`] that names the rule
    /// under which it is allowed. The match keeps the command, for retractions: who has it shared or can give it away
    /// saves a copy.
    ///
    /// # Errors
    /// The first refusal in the order of [`RefusalCode`].
    pub fn record(&mut self, said: impl Into<Said>, command: impl Into<Arc<Command>>) -> Result<(), Refusal> {
        let (said, command) = (said.into(), command.into());
        if let Command::Retract { seq, .. } = *command {
            return self.retract(said, command, seq);
        }
        let events = decide(&self.state, &self.packs, &said, &command)?;
        self.keep_checkpoint();
        self.state.seq = self.seq() + 1;
        settle(&mut self.state, events);
        self.push(said, command);
        Ok(())
    }

    fn push(&mut self, said: Said, command: Arc<Command>) {
        let head = self.state.head;
        self.records.push(Entry { said, command, head, live: true });
    }

    fn keep_checkpoint(&mut self) {
        let due = self.checkpoints.last().map_or(0, |(index, _)| index + self.spacing);
        if self.records.len() < due.max(1) {
            return;
        }
        if self.checkpoints.len() == CHECKPOINTS_MAX {
            let mut keep = false;
            self.checkpoints.retain(|_| {
                keep = !keep;
                keep
            });
            self.spacing *= 2;
        }
        self.checkpoints.push((self.records.len(), self.state.clone()));
    }

    fn retract(&mut self, said: Said, command: Arc<Command>, seq: u64) -> Result<(), Refusal> {
        decide(&self.state, &self.packs, &said, &command)?;
        let index = self.retractable(said.by, seq)?;
        let mut records = std::mem::take(&mut self.records);
        records[index].live = false;
        let kept = self.checkpoints.iter().rposition(|(start, _)| *start <= index);
        let (start, mut state) = match kept {
            Some(place) => self.checkpoints[place].clone(),
            None => (0, State::new()),
        };
        let refolded = refold(&self.packs, &mut state, &records, start);
        if let Err((later, refusal)) = refolded {
            records[index].live = true;
            self.records = records;
            return Err(Refusal::new(
                RefusalCode::BreaksLater,
                format!("without record {seq}, record {later} is refused: {refusal}"),
                format!("take back record {later} first"),
            ));
        }
        self.checkpoints.truncate(kept.map_or(0, |place| place + 1));
        self.records = records;
        let head = self.state.head;
        self.state = state;
        self.state.seq = self.seq() + 1;
        self.state.head = head;
        self.push(said, command);
        Ok(())
    }

    /// Where the record to take back stands, if this person may take it back.
    fn retractable(&self, by: By, seq: u64) -> Result<usize, Refusal> {
        let index = usize::try_from(seq).ok().and_then(|seq| seq.checked_sub(1)).filter(|i| *i < self.records.len());
        let Some(index) = index else {
            return Err(Refusal::new(
                RefusalCode::Unknown,
                format!("no record {seq} in this match"),
                format!("a record from 2 to {}", self.seq()),
            ));
        };
        let entry = &self.records[index];
        if matches!(*entry.command, Command::Open(_) | Command::Retract { .. }) {
            return Err(Refusal::new(
                RefusalCode::BadValue,
                format!("record {seq} is `{}`, which is not taken back", entry.command.name()),
                "any other record",
            ));
        }
        if by.player().is_some() && by != entry.said.by {
            return Err(Refusal::new(
                RefusalCode::NotAllowedBy,
                format!("player {by} takes back record {seq}, said by {}", entry.said.by),
                "one's own record; any by `both` or `judge`",
            ));
        }
        if !entry.live {
            return Err(Refusal::new(
                RefusalCode::AlreadyDone,
                format!("record {seq} is taken back already"),
                "a record that still counts",
            ));
        }
        Ok(index)
    }

    /// Names the hash that the last record got in its chain.
    pub fn set_head(&mut self, head: Hash) {
        apply(&mut self.state, Event::HeadSet { head: Some(head) });
    }

    /// Both totals as they stand.
    pub fn vp(&self) -> BySide<u32> {
        score::totals(&self.state)
    }

    /// Number of records so far, those taken back among them.
    pub fn seq(&self) -> u64 {
        self.records.len() as u64
    }

    /// The record that an undo would take back: the last that counts, `open`, retractions and `clock` apart. Who stops
    /// the clock to look at a mistake means the mistake.
    pub fn undoable(&self) -> Option<u64> {
        let open_to_it = |entry: &Entry| {
            entry.live && !matches!(*entry.command, Command::Open(_) | Command::Retract { .. } | Command::Clock { .. })
        };
        self.records.iter().rposition(open_to_it).map(|index| index as u64 + 1)
    }

    /// Who said a record and what, with whether it still counts; numbered from 1.
    pub fn entry(&self, seq: u64) -> Option<(By, &Command, bool)> {
        let index = usize::try_from(seq).ok()?.checked_sub(1)?;
        self.records.get(index).map(|entry| (entry.said.by, &*entry.command, entry.live))
    }

    /// The state behind the view.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The packs that it may be played under.
    pub fn packs(&self) -> &Packs {
        &self.packs
    }

    /// Whether a command would be taken now, without taking it.
    ///
    /// # Errors
    /// The refusal that [`Match::record`] would give.
    pub fn check(&self, said: impl Into<Said>, command: &Command) -> Result<(), Refusal> {
        let said = said.into();
        if let Command::Retract { .. } = command {
            return self.clone().record(said, command);
        }
        decide(&self.state, &self.packs, &said, command).map(|_| ())
    }

    /// The state as others see it.
    pub fn view(&self) -> View {
        View::of(&self.state)
    }
}

/// Applies events, then everything that falls due.
fn settle(state: &mut State, events: Vec<Event>) {
    for event in events {
        apply(state, event);
    }
    while let Some(step) = state.agenda.pop_front() {
        let outcome = timing::take(state, &step);
        for step in outcome.steps.into_iter().rev() {
            state.agenda.push_front(step);
        }
        for event in outcome.events {
            apply(state, event);
        }
    }
}

/// Folds the records that still count from a place on; names the first that is refused.
fn refold(packs: &Packs, state: &mut State, records: &[Entry], start: usize) -> Result<(), (u64, Refusal)> {
    for (index, entry) in records.iter().enumerate().skip(start) {
        state.head = entry.head;
        let seq = index as u64 + 1;
        if !entry.live || matches!(*entry.command, Command::Retract { .. }) {
            continue;
        }
        let events = decide(state, packs, &entry.said, &entry.command).map_err(|refusal| (seq, refusal))?;
        state.seq = seq;
        settle(state, events);
    }
    Ok(())
}
