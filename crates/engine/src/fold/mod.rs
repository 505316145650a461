//! A match as the fold of its records.
//!
//! ```text
//! record ──► decide(state, command) ──► events ──► apply(state, event) …
//!                                                    │ what falls due: the timing skeleton's steps
//!                                                    └──► take(step) ──► events ──► apply …
//! ```

pub mod happening;
mod history;
mod signed;

use std::sync::Arc;

use adjutant_core::History;
use adjutant_core::chain::Hash;
use adjutant_core::ids::Name;
use adjutant_core::side::{By, BySide, Player};

use crate::apply::apply;
use crate::command::{Amend, Command, Reading, Said};
use crate::decide::decide;
use crate::event::Event;
use crate::law::Packs;
use crate::refusal::{Refusal, RefusalCode};
use crate::state::State;
use crate::timing::Outcome;
use crate::{score, timing};
use happening::{Happening, Verdict};
use history::Entry;
use signed::Results;

pub use history::AmendedView;
pub use signed::{ResultAt, Signed, ends_no_signature};

/// Version of this engine, as `open` names it.
pub const ENGINE_VERSION: &str = concat!("adjutant-engine ", env!("CARGO_PKG_VERSION"));

/// How many records lie between two kept states, from which a retraction folds again.
const CHECKPOINT_DISTANCE: usize = 128;

/// How many states are kept at the most; then every other one is dropped.
const CHECKPOINTS_MAX: usize = 64;

/// A match under way: everything its records say so far.
///
/// ```
/// use adjutant_engine::fold::Match;
/// use adjutant_engine::law::Packs;
/// use adjutant_engine::side::By;
/// use adjutant_engine::command::Command;
/// let mut game = Match::new(Packs::default());
/// let note: Command = serde_json::from_str(r#"{"note": {"text": "too early"}}"#).unwrap();
/// let refusal = game.record(By::Both, &note).unwrap_err();
/// assert_eq!(refusal.code.as_str(), "not-open");
/// ```
#[derive(Clone, Debug)]
pub struct Match {
    packs: Packs,
    state: State,
    records: History<Entry>,
    checkpoints: Vec<(usize, Box<State>)>,
    spacing: usize,
    /// Places of the amendments among the records.
    amendments: Vec<usize>,
    results: Results,
    /// What a step brings about, kept so that its room is used again.
    outcome: Outcome,
}

impl Match {
    /// A match before its first record, played under one of these packs.
    pub fn new(packs: Packs) -> Match {
        Match {
            packs,
            state: State::new(),
            records: History::default(),
            checkpoints: Vec::new(),
            spacing: CHECKPOINT_DISTANCE,
            amendments: Vec::new(),
            results: Results::default(),
            outcome: Outcome::default(),
        }
    }

    /// Fills in what a recorder adds to a command before it is judged: `engine` of `open`, `rules_hash` of `mission`.
    pub fn complete(&self, command: Command) -> Command {
        match command {
            Command::Open(mut open) => {
                open.engine = open.engine.or_else(|| Name::new(ENGINE_VERSION).ok());
                open.rules = open.rules.or_else(|| self.packs.get(&open.pack).map(|pack| pack.rules));
                Command::Open(open)
            }
            Command::Mission { mission, d33, rolled, rules_hash } => {
                let ours = self.state.pack.as_ref().and_then(|pack| pack.rules_hashes.get(&mission).copied());
                Command::Mission { mission, d33, rolled, rules_hash: rules_hash.or(ours) }
            }
            Command::Amend(mut amend) => {
                for reading in &mut amend.to {
                    reading.command = self.complete(reading.command.clone());
                }
                Command::Amend(amend)
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
        self.take(said.into(), command.into())
    }

    fn take(&mut self, said: Said, command: Arc<Command>) -> Result<(), Refusal> {
        match &*command {
            Command::Retract { seq, .. } => {
                let seq = *seq;
                return self.retract(said, command, seq).map_err(|refusal| self.naming(refusal));
            }
            Command::Amend(amend) => {
                return self.amend(said, Arc::clone(&command), amend).map_err(|refusal| self.naming(refusal));
            }
            _ => {}
        }
        let events = self.judge(&said, &command)?;
        self.keep_checkpoint();
        let seq = self.seq() + 1;
        settle(&mut self.state, &mut self.outcome, seq, said.by, events, |_, _, _| {});
        self.push(said, command);
        Ok(())
    }

    /// Takes a record as [`Match::record`] does, and says what it brought about beyond what it says itself.
    ///
    /// # Errors
    /// As [`Match::record`].
    pub fn tell(&mut self, said: impl Into<Said>, command: impl Into<Arc<Command>>) -> Result<Vec<Happening>, Refusal> {
        self.take_and_tell(said.into(), command.into())
    }

    fn take_and_tell(&mut self, said: Said, command: Arc<Command>) -> Result<Vec<Happening>, Refusal> {
        if matches!(*command, Command::Retract { .. } | Command::Amend(_)) {
            let (before, verdict) = (score::totals(&self.state), Verdict::of(&self.state));
            self.take(said, command)?;
            let mut told = happening::recounted(before, score::totals(&self.state));
            happening::decided(verdict, &self.state, &mut told);
            return Ok(told);
        }
        let events = self.judge(&said, &command)?;
        self.keep_checkpoint();
        let (had_models, verdict) =
            (Player::BOTH.map(|player| self.state.has_models(player)), Verdict::of(&self.state));
        let mut told = Vec::new();
        let seq = self.seq() + 1;
        settle(&mut self.state, &mut self.outcome, seq, said.by, events, |state, event, own| {
            happening::seen(state, event, own, &mut told)
        });
        happening::tabled(had_models, &self.state, &mut told);
        happening::decided(verdict, &self.state, &mut told);
        self.push(said, command);
        Ok(told)
    }

    fn push(&mut self, said: Said, command: Arc<Command>) {
        let head = self.state.head;
        self.results.see(self.seq() + 1, said.by, &command, &self.state);
        self.records.push(Entry { said, command, head, readings: Vec::new() });
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
        self.checkpoints.push((self.records.len(), Box::new(self.state.clone())));
    }

    /// Takes a record back: what is left out is folded anew, unless the record changes nothing.
    fn retract(&mut self, said: Said, command: Arc<Command>, seq: u64) -> Result<(), Refusal> {
        decide(&self.state, &self.packs, &said, &command)?;
        let index = history::retractable(&self.records, said.by, seq)?;
        let inert = self.records[index].is_inert();
        self.records.take_back(seq);
        if !inert {
            self.without(index, seq).inspect_err(|_| self.records.restore(seq))?;
        }
        self.state.seq = self.seq() + 1;
        self.push(said, command);
        Ok(())
    }

    /// Folds anew without a record that was taken back. An undone amendment changes how its record reads.
    fn without(&mut self, index: usize, seq: u64) -> Result<(), Refusal> {
        let amended = match &*self.records[index].command {
            Command::Amend(amend) => self.records.place(amend.seq),
            _ => None,
        };
        let taken_off = amended.and_then(|amended| self.records.at_mut(amended)?.take_reading_off(index));
        let folded = self.fold_again(amended.unwrap_or(index));
        if let (Err(_) | Ok(Err(_)), Some(amended), Some(place)) = (&folded, amended, taken_off) {
            self.change(amended, |entry| entry.readings.insert(place, index));
        }
        folded?.map_err(|(later, refusal)| {
            Refusal::new(
                RefusalCode::BreaksLater,
                format!("without record {seq}, record {later} is refused: {refusal}"),
                format!("take back record {later} first"),
            )
        })
    }

    /// Reads a record otherwise from now on.
    fn amend(&mut self, said: Said, command: Arc<Command>, amend: &Amend) -> Result<(), Refusal> {
        decide(&self.state, &self.packs, &said, &command)?;
        let index = history::amendable(&self.records, said.by, amend)?;
        let at = self.records.len();
        let head = self.state.head;
        self.change(index, |entry| entry.readings.push(at));
        let by = said.by;
        self.records.push(Entry { said, command: Arc::clone(&command), head, readings: Vec::new() });
        let outcome = self.fold_again(index);
        let refusal = match outcome {
            Ok(Ok(())) => {
                self.state.seq = self.seq();
                self.amendments.push(at);
                self.results.see(self.seq(), by, &command, &self.state);
                return Ok(());
            }
            Ok(Err((later, refusal))) if later == amend.seq => refusal,
            Ok(Err((later, refusal))) => Refusal::new(
                RefusalCode::BreaksLater,
                format!("with record {} as amended, record {later} is refused: {refusal}", amend.seq),
                format!("amend record {later} first, or take it back"),
            ),
            Err(refusal) => refusal,
        };
        self.records.pop();
        self.change(index, |entry| _ = entry.readings.pop());
        Err(refusal)
    }

    fn change(&mut self, index: usize, change: impl FnOnce(&mut Entry)) {
        if let Some(entry) = self.records.at_mut(index) {
            change(entry);
        }
    }

    /// Folds the records anew from a place on, from the nearest state kept before it. Where one is refused, everything
    /// stays as it was; the record and its refusal are returned.
    fn fold_again(&mut self, from: usize) -> Result<Result<(), (u64, Refusal)>, Refusal> {
        history::affordable(&self.records)?;
        let kept = self.checkpoints.iter().rposition(|(start, _)| *start <= from);
        let (start, mut state) = match kept {
            Some(place) => (self.checkpoints[place].0, State::clone(&self.checkpoints[place].1)),
            None => (0, State::new()),
        };
        let (folded, cost) = history::refold(&self.packs, &mut state, &mut self.outcome, &self.records, start);
        self.records.spend(cost);
        if let Err(broken) = folded {
            return Ok(Err(broken));
        }
        self.checkpoints.truncate(kept.map_or(0, |place| place + 1));
        state.head = self.state.head;
        self.state = state;
        Ok(Ok(()))
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
        self.records.seq()
    }

    /// The record that an undo would take back: the last that counts, `open`, retractions and `clock` apart. Who stops
    /// the clock to look at a mistake means the mistake.
    pub fn undoable(&self) -> Option<u64> {
        let open_to_it = |entry: &Entry| {
            let fixed = matches!(*entry.command, Command::Open(_) | Command::Retract { .. } | Command::Clock { .. });
            !fixed && history::reading(&self.records, entry).is_none_or(|to| !to.is_empty())
        };
        self.records.standing().rev().find(|(_, entry)| open_to_it(entry)).map(|(seq, _)| seq)
    }

    /// Who said a record and what, with whether it still counts; numbered from 1.
    pub fn entry(&self, seq: u64) -> Option<(By, &Command, bool)> {
        self.records.record(seq).map(|entry| (entry.said.by, &*entry.command, self.records.stands(seq)))
    }

    /// Who said a record, under which rule, and how its dice were drawn; numbered from 1.
    pub fn said(&self, seq: u64) -> Option<&Said> {
        self.records.record(seq).map(|entry| &entry.said)
    }

    /// As which commands a record reads now, where it was amended.
    pub fn reading(&self, seq: u64) -> Option<&[Reading]> {
        history::reading(&self.records, self.records.record(seq)?)
    }

    /// What both players signed after the end of the battle, and what became of it.
    pub fn signed(&self) -> Option<Signed> {
        let both = self.results.both()?;
        let stands = Player::BOTH.into_iter().all(|player| self.records.stands(both[player]));
        self.results.signed(both).filter(|_| stands)
    }

    /// The last record that changed the result of a battle that had ended at record `seq`, where it is another one now.
    pub fn changed_since(&self, seq: u64) -> Option<ResultAt> {
        self.results.since(seq)
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
        if let Command::Retract { .. } | Command::Amend(_) = command {
            return self.clone().record(said, command);
        }
        self.judge(&said, command).map(|_| ())
    }

    /// What the rules make of a command; a refusal calls the players by their names.
    fn judge(&self, said: &Said, command: &Command) -> Result<Vec<Event>, Refusal> {
        decide(&self.state, &self.packs, said, command).map_err(|refusal| self.naming(refusal))
    }

    fn naming(&self, refusal: Refusal) -> Refusal {
        match &self.state.open {
            Some(open) => {
                let players = &open.players;
                refusal.naming(&BySide { one: players.one.name.as_str(), two: players.two.name.as_str() })
            }
            None => refusal,
        }
    }

    /// The records that read otherwise than they were said, in the order of their numbers.
    pub(crate) fn amended(&self) -> Vec<AmendedView> {
        history::amended(&self.records, &self.amendments)
    }
}

/// Applies the events of a record, then everything that falls due. Each event is shown before it is applied, with
/// whether it is one of the record's own.
fn settle(
    state: &mut State,
    outcome: &mut Outcome,
    seq: u64,
    by: By,
    events: Vec<Event>,
    mut show: impl FnMut(&State, &Event, bool),
) {
    state.seq = seq;
    // What changes nothing (a note, a clock) says nothing about the battle either.
    if !events.is_empty() {
        match by {
            By::One => state.last_said.one = seq,
            By::Two => state.last_said.two = seq,
            By::Both => state.last_said = BySide { one: seq, two: seq },
            By::Judge => {}
        }
    }
    for event in events {
        show(state, &event, true);
        apply(state, event);
    }
    while let Some(step) = state.agenda.pop_front() {
        timing::take(state, &step, outcome);
        // Most steps bring nothing about.
        if !outcome.steps.is_empty() {
            outcome.steps.drain(..).rev().for_each(|step| state.agenda.push_front(step));
        }
        if !outcome.events.is_empty() {
            for event in outcome.events.drain(..) {
                show(state, &event, false);
                apply(state, event);
            }
        }
    }
}
