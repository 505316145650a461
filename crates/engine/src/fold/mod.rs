//! A match as the fold of its records.
//!
//! ```text
//! record ──► decide(state, command) ──► events ──► apply(state, event) …
//!                                                    │ what falls due: the timing skeleton's steps
//!                                                    └──► take(step) ──► events ──► apply …
//! ```

pub(crate) mod drawn;
mod gain;
pub mod happening;
mod history;
mod law;
mod settle;
mod signed;

use std::borrow::Cow;
use std::sync::Arc;

use adjutant_core::History;
use adjutant_core::chain::Hash;
use adjutant_core::ids::Name;
use adjutant_core::numbers::Whole;
use adjutant_core::reliance::{Class, LAW, Reliance};
use adjutant_core::say;
use adjutant_core::side::{By, BySide, Player};
use drawn::{Freed, Places};
use gain::Measure;
use happening::{Happening, Verdict};
use history::Entry;
use law::{Permit, Watch};
use settle::settle;
use signed::Results;

use crate::apply::apply;
use crate::command::kind::Kind;
use crate::command::{Amend, Command, Reading, Said};
use crate::decide::{decide, decide_in};
use crate::event::Event;
use crate::law::Packs;
use crate::refusal::{Refusal, RefusalCode};
use crate::score;
use crate::state::State;
use crate::timing::Outcome;

pub use history::AmendedView;
pub use law::Correction;
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
    checkpoints: Vec<(usize, State)>,
    spacing: usize,
    /// Places of the amendments among the records.
    amendments: Vec<usize>,
    results: Results,
    /// What corrections ask about the records.
    watch: Watch,
    /// What a step brings about, kept so that its room is used again.
    outcome: Outcome,
    /// The view, as the engine of an older law gives it.
    heard: Option<Arc<serde_json::Value>>,
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
            watch: Watch::default(),
            outcome: Outcome::default(),
            heard: None,
        }
    }

    /// Fills in what a recorder adds to a command before it is judged: `engine` and `law` of `open`, `rules_hash` of
    /// `mission`.
    pub fn complete(&self, command: Command) -> Command {
        match command {
            Command::Open(mut open) => {
                open.engine = open.engine.or_else(|| Name::new(ENGINE_VERSION).ok());
                open.law = open.law.or_else(|| Whole::new(LAW));
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
        self.fold_in(said, command, |_, _, _| {})
    }

    /// Judges a new record and folds it in.
    fn fold_in(
        &mut self,
        said: Said,
        command: Arc<Command>,
        show: impl FnMut(&State, &Event, bool),
    ) -> Result<(), Refusal> {
        let room = std::mem::take(&mut self.outcome.events);
        let events = self.judge(room, &said, &command)?;
        let rests = self.allows(&said, &command).map_err(|refusal| self.naming(refusal))?;
        self.keep_checkpoint();
        let (seq, before, remark) = (self.seq() + 1, self.vp_if(!rests.is_empty()), events.is_empty());
        settle(&mut self.state, &mut self.outcome, seq, events, show);
        self.corrected(said.by, None, Permit { rests, without_gain: false }, before);
        self.push(said, command, remark);
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
        let (had_models, verdict) =
            (Player::BOTH.map(|player| self.state.has_models(player)), Verdict::of(&self.state));
        let mut told = Vec::new();
        self.fold_in(said, command, |state, event, own| happening::seen(state, event, own, &mut told))?;
        happening::tabled(had_models, &self.state, &mut told);
        happening::decided(verdict, &self.state, &mut told);
        Ok(told)
    }

    fn push(&mut self, said: Said, command: Arc<Command>, remark: bool) {
        let head = self.state.head;
        self.results.see(self.seq() + 1, said.by, &command, &self.state);
        self.watch.see(self.seq() + 1, &said, &command, &self.state);
        self.watch.signed = self.results.both().is_some();
        self.heard = None;
        self.records.push(Entry { said, command, head, remark, readings: Vec::new() });
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

    /// Takes a record back: what is left out is folded anew, unless the record changes nothing. With a sealed choice that
    /// was opened go both players' choices of that kind.
    fn retract(&mut self, said: Said, command: Arc<Command>, seq: u64) -> Result<(), Refusal> {
        decide(&self.state, &self.packs, &said, &command)?;
        let becomes = self.freed(said.by);
        if becomes == Freed::Void && self.watch.places.waiting().contains(&seq) {
            self.watch.places.take_back(seq, becomes);
            self.corrected(said.by, Some(seq), Permit { rests: vec![Reliance::Drawn], without_gain: false }, self.vp());
            self.state.seq = self.seq() + 1;
            self.push(said, command, false);
            return Ok(());
        }
        let index = history::retractable(&self.records, said.by, seq, self.is_lawful())?;
        let permit = self.permit((said.by, seq), index, &[])?;
        let anew = self.records[index].command.topic().filter(|_| permit.rests.contains(&Reliance::Opened));
        let gone = anew.map_or_else(|| vec![seq], |topic| self.choices_of(topic));
        let before = self.vp();
        if anew.is_some() || !self.records[index].is_inert() {
            let first = gone.iter().min().and_then(|seq| self.records.place(*seq)).unwrap_or(index);
            gone.iter().for_each(|seq| self.records.take_back(*seq));
            let folded = self.without((first, index), (said.by, seq), &permit);
            folded.inspect_err(|_| gone.iter().for_each(|seq| self.records.restore(*seq)))?;
        }
        self.records.take_back(seq);
        self.watch.places.take_back(seq, becomes);
        anew.into_iter().for_each(|topic| self.watch.choose_anew(topic));
        self.state.seq = self.seq() + 1;
        self.corrected(said.by, Some(seq), permit, before);
        self.push(said, command, false);
        Ok(())
    }

    /// Folds anew without a record that was taken back. An undone amendment changes how its record reads.
    fn without(
        &mut self,
        (first, index): (usize, usize),
        (by, seq): (By, u64),
        permit: &Permit,
    ) -> Result<(), Refusal> {
        let amended = match &*self.records[index].command {
            Command::Amend(amend) => self.records.place(amend.seq),
            _ => None,
        };
        let taken_off = amended.and_then(|amended| self.records.at_mut(amended)?.take_reading_off(index));
        let folded = self.fold_again(amended.unwrap_or(first));
        let adopted = folded.and_then(|folded| {
            let folded = folded.map_err(|(later, refusal)| {
                Refusal::new(
                    RefusalCode::BreaksLater,
                    say!("without record {}, record {} is refused: {}", seq, later, refusal),
                    say!("take back record {} first", later),
                )
            })?;
            self.adopt(folded, (by, seq), permit)
        });
        if let (Err(_), Some(amended), Some(place)) = (&adopted, amended, taken_off) {
            self.change(amended, |entry| entry.readings.insert(place, index));
        }
        adopted
    }

    /// Reads a record otherwise from now on.
    fn amend(&mut self, said: Said, command: Arc<Command>, amend: &Amend) -> Result<(), Refusal> {
        decide(&self.state, &self.packs, &said, &command)?;
        let drawn = self.is_lawful().then(|| self.was_drawn(amend.seq));
        let index = history::amendable(&self.records, said.by, amend, drawn)?;
        let permit = self.permit((said.by, amend.seq), index, &amend.to)?;
        let (at, by, before) = (self.records.len(), said.by, self.vp());
        let head = self.state.head;
        self.change(index, |entry| entry.readings.push(at));
        self.records.push(Entry { said, command: Arc::clone(&command), head, remark: false, readings: Vec::new() });
        let adopted = match self.fold_again(index) {
            Ok(Ok(folded)) => self.adopt(folded, (by, amend.seq), &permit),
            Ok(Err((later, refusal))) if later == amend.seq => Err(refusal),
            Ok(Err((later, refusal))) => Err(Refusal::new(
                RefusalCode::BreaksLater,
                say!("with record {} as amended, record {} is refused: {}", amend.seq, later, refusal),
                say!("amend record {} first, or take it back", later),
            )),
            Err(refusal) => Err(refusal),
        };
        if let Err(refusal) = adopted {
            self.records.pop();
            self.change(index, |entry| _ = entry.readings.pop());
            return Err(refusal);
        }
        self.state.seq = self.seq();
        self.amendments.push(at);
        self.results.see(self.state.seq, by, &command, &self.state);
        self.watch.see(self.state.seq, &by.into(), &command, &self.state);
        self.corrected_at(self.state.seq, by, Some(amend.seq), permit, before);
        Ok(())
    }

    fn change(&mut self, index: usize, change: impl FnOnce(&mut Entry)) {
        if let Some(entry) = self.records.at_mut(index) {
            change(entry);
        }
    }

    /// Folds the records anew from a place on, from the nearest state kept before it; how many states are good still. The
    /// record that is refused, and its refusal.
    fn fold_again(&mut self, from: usize) -> Result<Result<Folded, (u64, Refusal)>, Refusal> {
        history::affordable(&self.records)?;
        let kept = self.checkpoints.iter().rposition(|(start, _)| *start <= from);
        let (start, mut state) = match kept {
            Some(place) => (self.checkpoints[place].0, self.checkpoints[place].1.clone()),
            None => (0, State::new()),
        };
        let into = (&mut state, &mut self.outcome);
        let (folded, cost) = history::refold(&self.packs, into, &self.records, start, |_, _, _, _| {});
        self.records.spend(cost);
        Ok(folded.map(|()| (state, kept.map_or(0, |place| place + 1))))
    }

    /// Goes on from what a correction comes to, unless its speaker would gain by what the other relied on.
    fn adopt(&mut self, (mut state, kept): Folded, (by, seq): (By, u64), permit: &Permit) -> Result<(), Refusal> {
        if let Some(player) = by.player().filter(|_| permit.without_gain)
            && let Some(gain) = Measure::of(&self.state).gain(&Measure::of(&state), player)
        {
            return Err(self.watch.gains(player, seq, gain));
        }
        self.checkpoints.truncate(kept);
        state.head = self.state.head;
        self.state = state;
        Ok(())
    }

    /// Whether the log names a law; one that names none was made before, and its corrections are taken as they were then.
    fn is_lawful(&self) -> bool {
        self.state.open.as_ref().is_some_and(|open| open.law.is_some())
    }

    fn permit(&self, said: (By, u64), index: usize, to: &[Reading]) -> Result<Permit, Refusal> {
        if !self.is_lawful() {
            return Ok(Permit::default());
        }
        let entry = &self.records[index];
        let (said, entry) = match &*entry.command {
            Command::Amend(amend) => match self.records.record(amend.seq) {
                Some(amended) => ((said.0, amend.seq), amended),
                None => (said, entry),
            },
            _ => (said, entry),
        };
        self.watch.permit(said, entry, (history::reading(&self.records, entry), to), &self.state)
    }

    fn allows(&self, said: &Said, command: &Command) -> Result<Vec<Reliance>, Refusal> {
        if self.is_lawful() { self.watch.allows(said, command, &self.state, &self.records) } else { Ok(Vec::new()) }
    }

    /// The records that stand by which both players made a choice.
    fn choices_of(&self, topic: Kind) -> Vec<u64> {
        let of = |(_, entry): &(u64, &Entry)| entry.command.topic() == Some(topic);
        self.records.standing().filter(of).map(|(seq, _)| seq).collect()
    }

    fn was_drawn(&self, seq: u64) -> bool {
        let source = self.state.open.as_ref().and_then(|open| open.dice.as_ref());
        let entry = source.zip(self.records.record(seq));
        entry.is_some_and(|(source, entry)| drawn::drawn_for(source, &entry.said, &entry.command).is_some())
    }

    /// What becomes of the place of a roll that this speaker takes back.
    pub(crate) fn freed(&self, by: By) -> Freed {
        match by.player() {
            _ if !self.is_lawful() => Freed::Free,
            Some(_) => Freed::Bound,
            None => Freed::Void,
        }
    }

    /// The places of drawn rolls.
    pub(crate) fn places(&self) -> &Places {
        &self.watch.places
    }

    /// Drawn rolls that were taken back by their speakers and have not been said again since.
    pub fn open_dice(&self) -> Vec<u64> {
        self.watch.places.waiting().into_iter().collect()
    }

    /// What was recorded although somebody had relied on what it changes, in order.
    pub fn corrections(&self) -> &[Correction] {
        &self.watch.corrections
    }

    /// Both totals, where they are asked for.
    fn vp_if(&self, asked: bool) -> BySide<u32> {
        if asked { self.vp() } else { BySide::default() }
    }

    fn corrected(&mut self, by: By, of: Option<u64>, permit: Permit, before: BySide<u32>) {
        self.corrected_at(self.seq() + 1, by, of, permit, before);
    }

    fn corrected_at(&mut self, at: u64, by: By, of: Option<u64>, permit: Permit, before: BySide<u32>) {
        if !permit.rests.is_empty() {
            let after = self.vp();
            self.watch.corrections.push(Correction { at, by, of, rests: permit.rests, before, after });
        }
    }

    /// Names the hash that the last record got in its chain.
    pub fn set_head(&mut self, head: Hash) {
        apply(&mut self.state, Event::HeadSet { head: Some(head) });
    }

    /// Lets the match be seen as the engine of an older law gives its view, until the next record: its log is judged by
    /// that law, and this fold only tells what stands where.
    pub fn hear(&mut self, view: Arc<serde_json::Value>) {
        self.heard = Some(view);
    }

    /// The view that the engine of an older law gave, where [`Match::hear`] was told of one.
    pub fn heard(&self) -> Option<&serde_json::Value> {
        self.heard.as_deref()
    }

    /// The law that its log names; none before it is open, and in logs that were made before laws had numbers.
    pub fn law(&self) -> Option<i32> {
        self.state.open.as_ref()?.law.map(Whole::get)
    }

    /// Both totals as they stand.
    pub fn vp(&self) -> BySide<u32> {
        let totals = score::totals(&self.state);
        let Some(heard) = &self.heard else { return totals };
        let total =
            |player: Player| heard["players"][player.as_str()]["total"].as_u64().and_then(|vp| vp.try_into().ok());
        BySide { one: total(Player::One).unwrap_or(totals.one), two: total(Player::Two).unwrap_or(totals.two) }
    }

    /// Number of records so far, those taken back among them.
    pub fn seq(&self) -> u64 {
        self.records.seq()
    }

    /// The record that an undo would take back: the last that counts, apart from `open`, retractions, signatures, and
    /// choices that were opened. `clock` too: who stops the clock to look at a mistake means the mistake.
    pub fn undoable(&self) -> Option<u64> {
        self.records.standing().rev().map(|(seq, _)| seq).find(|seq| self.is_undoable(*seq))
    }

    /// Whether an undo may mean a record: see [`Match::undoable`].
    pub fn is_undoable(&self, seq: u64) -> bool {
        let Some(entry) = self.records.record(seq).filter(|_| self.records.stands(seq)) else { return false };
        let fixed = match &*entry.command {
            Command::Open(_) | Command::Retract { .. } | Command::Clock { .. } => true,
            Command::Amend(_) => false,
            command => self.is_lawful() && (command.kind().class() == Class::Fixed || self.watch.is_opened(command)),
        };
        !fixed && history::reading(&self.records, entry).is_none_or(|to| !to.is_empty())
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

    /// What counts as it reads now, with the number of its record: corrections are told by what they change.
    pub fn standing(&self) -> impl Iterator<Item = (u64, Cow<'_, Said>, &Command)> {
        let battle = self.records.standing().filter(|(_, entry)| !entry.is_correction());
        battle.flat_map(|(seq, entry)| {
            history::as_read(&self.records, entry).map(move |(said, command)| (seq, said, command))
        })
    }

    /// Shows every record that counts as it reads now, with the state before it: from the first one on, as it all reads
    /// after every correction.
    pub fn reread(&self, show: impl FnMut(u64, &Said, &Command, &State)) {
        let into = (&mut State::new(), &mut Outcome::default());
        // What stands was folded so already.
        let _ = history::refold(&self.packs, into, &self.records, 0, show);
    }

    /// The state that a command would bring about after another state of this match: what might have been.
    ///
    /// # Errors
    /// The refusal that a record of it would get there. Corrections are no question here: they change what was.
    pub fn supposing(&self, state: &State, said: &Said, command: &Command) -> Result<State, Refusal> {
        let events = decide(state, &self.packs, said, command)?;
        let mut then = state.clone();
        settle(&mut then, &mut Outcome::default(), state.seq + 1, events, |_, _, _| {});
        Ok(then)
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
        self.judge(Vec::new(), &said, command)?;
        self.allows(&said, command).map(|_| ()).map_err(|refusal| self.naming(refusal))
    }

    /// What the rules make of a command; a refusal calls the players by their names.
    fn judge(&self, room: Vec<Event>, said: &Said, command: &Command) -> Result<Vec<Event>, Refusal> {
        decide_in(room, &self.state, &self.packs, said, command).map_err(|refusal| self.naming(refusal))
    }

    fn naming(&self, refusal: Refusal) -> Refusal {
        match &self.state.open {
            Some(open) => {
                let players = &open.players;
                refusal.naming(&BySide { one: &players.one.name, two: &players.two.name })
            }
            None => refusal,
        }
    }

    /// The records that read otherwise than they were said, in the order of their numbers.
    pub(crate) fn amended(&self) -> Vec<AmendedView> {
        history::amended(&self.records, &self.amendments)
    }
}

/// What a log folded anew comes to, and how many of the kept states are good still.
type Folded = (State, usize);
