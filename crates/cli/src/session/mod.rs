//! The table screen `adjutant match play`: it walks the set-up, then waits for what the players say and tells what
//! follows from it.
//!
//! | module | one reason to change |
//! |---|---|
//! | here | the model: which mode is open, and what a key asks for |
//! | [`overview`] | markers, the end of a phase, its guard, reminders |
//! | [`dice`] | the dice of an attack, step by step |
//! | [`form`], [`filter`], [`sheet`], [`tray`], [`rows`], `wounds` | lines that are typed: by verb, at the end of a turn, what each of them is, the lists they choose from |
//! | [`plan`] | what a key would record and bring about, tried on a copy |
//! | [`questions`], [`past`] | open questions, late ones too; undo, redo, looking back, corrections |
//! | [`flow`], [`setup`], [`choosing`], [`markers`], [`ended`], [`menu`] | the choices before and after the battle |
//! | [`input`], [`editor`] | lines of text that are typed |
//! | [`reading`], [`share`] | pages that are only read: help, map, mission, armies; what players take home |
//! | [`words`], [`telling`], [`feed`], [`units`] | what happened in sentences, and how units are called |
//! | [`view`], [`panel`], [`mod@line`] | a session as rows of text with roles |
//! | [`host`], `rolls`, `rosters`, `secrets`, `chess_clock` | carries out what keys ask for; dice; army lists; secret choices; the players' time |
//! | [`terminal`], [`mouse`], [`lines`] | a real terminal and its mouse; line prompts where there is none |
//!
//! A [`Session`] reads no clock and writes nothing: [`Session::press`] turns a key into [`Deed`]s. What stands in the
//! log is durable before the program waits for the next key. Time moves with `>` only: it ends a phase in the overview
//! (or its guard, or on the way to a later phase) and a turn in the turn sheet. Enter records lines that stand complete
//! on the screen, Esc steps back, and neither of them changes round, turn or phase.

mod cards;
pub mod chess_clock;
pub mod choosing;
pub mod dice;
pub mod editor;
pub mod ended;
pub mod feed;
pub mod filter;
pub mod flow;
pub mod form;
pub mod host;
pub mod input;
pub mod line;
pub mod lines;
pub mod markers;
pub mod menu;
pub mod mouse;
pub mod overview;
pub mod pane;
pub mod panel;
pub mod past;
pub mod plan;
pub mod questions;
pub mod reading;
mod rolls;
pub mod rosters;
pub mod rows;
mod saved;
mod secrets;
pub mod setup;
pub mod share;
pub mod sheet;
pub mod telling;
pub mod terminal;
pub mod tray;
pub mod units;
pub mod view;
pub mod words;
mod wounds;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use adjutant_engine::command::{Command, Holder, MarkerTag, Reserves};
use adjutant_engine::dice::Mix;
use adjutant_engine::ids::{MarkerId, MissionId, Name, ObjectiveId, UnitId};
use adjutant_engine::rules::Pack;
use adjutant_engine::side::{By, BySide, Player, Said};
use adjutant_engine::view::{RoundLabel, Status};

use crate::error::CliError;
use crate::recording::Recording;
use editor::Editor;
use input::Field;
use menu::{Act, Menu};
use plan::Plan;
use tray::{Draft, Verb};

/// A key, as any terminal gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is called as it is printed on the keyboard")]
pub enum Key {
    /// A printed character.
    Char(char),
    /// A letter with Ctrl.
    Control(char),
    Enter,
    Escape,
    Backspace,
    Delete,
    Tab,
    Up,
    Down,
    Left,
    Right,
    Home,
    End,
    PageUp,
    PageDown,
}

/// What a key asks the host to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deed {
    /// Record these in order, all or none.
    Record(Plan),
    /// Record this under a rule of the army's own.
    Under(Said, Box<Command>),
    /// Take these records back, the last one first.
    TakeBack(Vec<u64>),
    /// Throw the dice of these attacks from the seed of the match, and record them.
    Throw(Said, Box<Command>),
    /// Record again what was taken back last.
    Again,
    /// A line of words.
    Words(String),
    /// Looks back to the last record before this one that says so.
    Find(u64, String),
    /// Does this with the number that the other player says: it is mixed into the sealed seed of the dice.
    With(Mix, Box<Deed>),
    /// Prints the scoring sheet.
    Print,
    /// Correct a record to what these words say, or insert them after it.
    Correct {
        /// The record.
        seq: u64,
        /// Whether the words come after it.
        after: bool,
        /// The words; none, it did not happen.
        words: Option<String>,
        /// Whether both players say so.
        both: bool,
    },
    /// Read an army list.
    ReadRoster(Player, String),
    /// Roll the mission.
    RollMission,
    /// Roll one die for each player.
    RollOff(&'static str),
    /// Draw one of these markers by dice.
    DrawMarker(By, MarkerTag, Vec<MarkerId>),
    /// Bind a player to objectives that nobody sees yet.
    Commit(Player, Vec<ObjectiveId>),
    /// Bind a player to the units that start off the table, which nobody sees yet.
    CommitReserves(Player, Reserves),
    /// Bind a player to a marker that nobody sees yet.
    CommitMarker(Player, MarkerId),
    /// Open what both players committed to.
    Reveal,
    /// End the session.
    Leave,
}

/// What is open beside the overview; the last one is on the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Lines of a verb.
    Form(Verb),
    /// The end of the turn.
    Sheet,
    /// A unit is found by any part of its name.
    Filter,
    /// The dice of an attack are typed step by step.
    Dice,
    /// The phase has something open.
    Guard,
    /// The verb belongs to a later phase.
    GoTo(Verb),
    /// Secondary cards.
    Cards,
    /// An army list that is not legal waits for a word.
    Unlawful(Box<rosters::Unlawful>),
    /// Open questions.
    Questions,
    /// This number of groups of records, the last ones, would be taken back.
    Undo(usize),
    /// What was taken back last would be recorded again.
    Redo,
    /// An earlier moment is looked at.
    Look(u64),
    /// The battle would go back to here.
    BackTo(u64),
    /// A line is typed.
    Typing(Field),
    /// A page is read.
    Read(reading::Page, usize),
    /// Something grave waits for its own key.
    Confirm(By, Box<Command>),
    /// The program would be left.
    Leave,
    /// The clocks stand still and the table is covered.
    Pause,
}

/// What was said last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Message {
    /// A record was written: shown where no feed tells of it.
    Recorded(String),
    /// Something was done.
    Done(String),
    /// Something was not done: what happened, and what would be accepted.
    Refused(String, Option<String>),
}

impl From<CliError> for Message {
    fn from(error: CliError) -> Message {
        let lines = std::iter::once(&error.message).chain(&error.details);
        let lines: Vec<_> = lines.map(|line| adjutant_engine::visible::message(line)).collect();
        Message::Refused(lines.join("\n"), error.hint)
    }
}

/// What was typed and is on its way to the log; it comes back if it does not arrive.
#[derive(Clone, Debug, Default)]
struct Sent {
    tray: Vec<Draft>,
    pending: BTreeMap<MarkerId, Holder>,
    answers: BTreeMap<(Player, ObjectiveId, RoundLabel), String>,
}

/// The state of a session beside its log.
#[derive(Clone, Debug, Default)]
pub struct Session {
    pub(crate) pack: Option<Arc<Pack>>,
    pub(crate) modes: Vec<Mode>,
    pub(crate) editor: Editor,
    pub(crate) message: Option<Message>,
    // The set-up.
    pub(crate) names: BySide<Option<Name>>,
    pub(crate) skipped: BTreeSet<flow::Optional>,
    /// The steps that were skipped, in order, each with the record after which.
    skips: Vec<(flow::Optional, u64)>,
    pub(crate) chosen: Vec<ObjectiveId>,
    /// The mission that is looked at.
    pub(crate) mission: Option<MissionId>,
    /// The marker that is noted in secret, not yet sealed.
    pub(crate) noted: Option<MarkerId>,
    pub(crate) reserved: BTreeMap<UnitId, setup::Away>,
    /// The unit that was kept off the table last.
    pub(crate) last_away: Option<UnitId>,
    /// Whether secondaries are chosen openly, where both agreed to.
    pub(crate) openly: bool,
    pub(crate) peeking: bool,
    // The battle.
    pub(crate) tray: Vec<Draft>,
    pub(crate) pending: BTreeMap<MarkerId, Holder>,
    pub(crate) answers: BTreeMap<(Player, ObjectiveId, RoundLabel), String>,
    /// The line of the tray that is typed.
    pub(crate) current: Option<usize>,
    /// Whose units letters mean; the verb decides where nobody said.
    pub(crate) army: Option<Player>,
    /// Whom digits mean at the markers; the active player where nobody said.
    pub(crate) whose: Option<Holder>,
    /// The row that is marked.
    pub(crate) mark: usize,
    /// How many of the newest sentences are scrolled away.
    pub(crate) scrolled: usize,
    /// Both players say so.
    pub(crate) both: bool,
    /// A further target follows.
    pub(crate) comma: bool,
    /// A unit was found by its name: a number comes next, and letters mean nothing.
    pub(crate) numbering: bool,
    /// The next digit names a group.
    pub(crate) grouping: bool,
    /// The letter with which the form was opened, until another key comes.
    pub(crate) opened: Option<char>,
    /// `>` did something with the key before.
    pub(crate) passed: bool,
    /// What is open was waved through.
    pub(crate) waved: bool,
    /// Esc came with the key before.
    pub(crate) leaving: bool,
    /// The attacks whose dice are typed.
    pub(crate) throwing: Option<dice::Throwing>,
    /// The line that was recorded with the key before, and its record.
    pub(crate) just: Option<(u64, Draft)>,
    /// Records that were made with one key, first and last.
    pub(crate) groups: Vec<(u64, u64)>,
    /// What was taken back, the last at the end.
    pub(crate) undone: Vec<Vec<(Said, Command)>>,
    sent: Sent,
    phase_count: u64,
    step: Option<flow::Step>,
}

impl Session {
    /// A session that has just been opened.
    pub fn new() -> Session {
        Session::default()
    }

    /// The pack that a match without a record is opened under.
    pub(crate) fn pack(&self) -> Arc<Pack> {
        self.pack.clone().unwrap_or_else(crate::rules::default_pack)
    }

    /// The choice of the moment, before and after the battle, and wherever a line is typed; none in the modes of the
    /// battle, which have keys of their own.
    pub fn menu(&self, recording: &Recording) -> Option<Menu> {
        match self.modes.last() {
            None if recording.seq() > 0 && is_fought(recording.game().state()) => None,
            None => Some(flow::menu(self, recording)),
            Some(Mode::Typing(field)) => Some(input::menu(field, recording)),
            Some(Mode::Cards) => Some(cards::menu(recording)),
            Some(Mode::Unlawful(list)) => Some(rosters::menu(list)),
            _ => None,
        }
    }

    /// What a key asks for. A key that means nothing here changes nothing but the message.
    pub fn press(&mut self, key: Key, recording: &Recording) -> Vec<Deed> {
        self.follow(recording);
        self.message = None;
        if !matches!(key, Key::Up | Key::Down | Key::PageUp | Key::PageDown) {
            self.scrolled = 0;
        }
        let (passed, leaving) = (std::mem::take(&mut self.passed), std::mem::take(&mut self.leaving));
        let (opened, just) = (self.opened.take(), self.just.take());
        if key == Key::Char('>') && passed && !self.types(recording) {
            self.passed = true;
            self.refuse("> counts once. Press any other key first.", None);
            return Vec::new();
        }
        if key == Key::Control('c') {
            return if self.modes.last() == Some(&Mode::Leave) { vec![Deed::Leave] } else { self.open(Mode::Leave) };
        }
        match self.modes.last().cloned() {
            None if self.menu(recording).is_none() => overview::press(self, key, recording),
            None | Some(Mode::Typing(_) | Mode::Cards | Mode::Unlawful(_)) => self.choose(key, recording),
            Some(Mode::Form(verb)) => form::press(self, key, verb, form::Before { opened, just, leaving }, recording),
            Some(Mode::Sheet) => sheet::press(self, key, form::Before { opened, just, leaving }, recording),
            Some(Mode::Filter) => filter::press(self, key, leaving, recording),
            Some(Mode::Dice) => dice::press(self, key, leaving, recording),
            Some(Mode::Guard) => overview::guard(self, key, recording),
            Some(Mode::GoTo(verb)) => overview::go_to(self, key, verb, recording),
            Some(Mode::Questions) => questions::press(self, key, recording),
            Some(Mode::Undo(depth)) => past::undo(self, key, depth, recording),
            Some(Mode::Redo) => past::redo(self, key),
            Some(Mode::Look(seq)) => past::look(self, key, seq, recording),
            Some(Mode::BackTo(seq)) => past::back_to(self, key, seq, recording),
            Some(Mode::Read(page, from)) => reading::press(self, key, page, from),
            Some(Mode::Confirm(by, command)) => past::confirm(self, key, by, *command),
            Some(Mode::Leave) => self.leave(key),
            Some(Mode::Pause) => overview::pause(self, key),
        }
    }

    /// A pasted text: it reaches lines of text only, and is never taken for keys.
    pub fn paste(&mut self, text: &str, recording: &Recording) {
        self.message = None;
        (self.passed, self.leaving, self.opened, self.just) = (false, false, None, None);
        if self.types(recording) {
            self.editor.paste(text);
        } else {
            self.refuse("Pasted text is not played as keys.", Some("press : first, then paste".into()));
        }
    }

    /// Whether text is typed now.
    pub fn types(&self, recording: &Recording) -> bool {
        match self.modes.last() {
            Some(Mode::Filter | Mode::Dice) => true,
            Some(Mode::Typing(field)) => field.takes_letters(),
            None => recording.seq() == 0 && (self.names.one.is_none() || self.names.two.is_none()),
            _ => false,
        }
    }

    /// A key of a choice, or of a line that is typed.
    fn choose(&mut self, key: Key, recording: &Recording) -> Vec<Deed> {
        let Some(menu) = self.menu(recording) else { return Vec::new() };
        if let Some(deeds) = menu.field.as_ref().and_then(|field| input::press(self, field, key, recording)) {
            return deeds;
        }
        match menu.act(key) {
            Some(act) => self.perform(act, recording),
            None => {
                self.dead(key, &menu.accepted());
                Vec::new()
            }
        }
    }

    fn leave(&mut self, key: Key) -> Vec<Deed> {
        match key {
            Key::Enter => vec![Deed::Leave],
            Key::Escape => self.back(),
            other => {
                self.dead(other, "Enter leave · Esc stay");
                Vec::new()
            }
        }
    }

    /// Notes that the log went on: what was only meant for the phase before, or for a step of the set-up that is done,
    /// is forgotten. A choice that was refused stays, to be changed.
    pub fn follow(&mut self, recording: &Recording) {
        let state = recording.game().state();
        let step = (recording.seq() > 0 && state.status == Status::Setup).then(|| flow::next_step(self, recording));
        if self.step != step {
            self.step = step;
            self.chosen.clear();
            self.reserved.clear();
            (self.noted, self.peeking) = (None, false);
        }
        if self.phase_count != state.phase_count {
            self.phase_count = state.phase_count;
            self.pending.clear();
            self.whose = None;
            self.mark = 0;
        }
        self.current = self.current.filter(|at| *at < self.tray.len());
    }

    /// Notes that somebody else recorded: an answer that was marked or typed may belong to a question that has changed.
    pub fn others_recorded(&mut self) {
        self.answers.clear();
        (self.mark, self.both, self.waved) = (0, false, false);
        self.just = None;
        if matches!(self.modes.last(), Some(Mode::Undo(_) | Mode::Redo | Mode::BackTo(_))) {
            self.modes.pop();
        }
    }

    /// Notes that what was sent stands in the log, from the first to the last record.
    pub(crate) fn arrived(&mut self, first: u64, last: u64) {
        if first < last {
            self.groups.push((first, last));
        }
        if let [draft] = self.sent.tray.as_slice()
            && first == last
            && draft.verb == Verb::Losses
        {
            self.just = Some((draft.amends.unwrap_or(first), draft.clone()));
        }
        self.sent = Sent::default();
    }

    /// Puts back what was sent and did not arrive.
    pub(crate) fn returned(&mut self) {
        let Sent { tray, pending, answers } = std::mem::take(&mut self.sent);
        self.tray.splice(0..0, tray);
        self.pending.extend(pending);
        self.answers.extend(answers);
    }

    /// Takes everything typed along with what is recorded now.
    pub(crate) fn send(&mut self, tray: Vec<Draft>) {
        let (pending, answers) = (std::mem::take(&mut self.pending), std::mem::take(&mut self.answers));
        self.sent = Sent { tray, pending, answers };
        self.current = None;
    }

    /// Looks back to another record, where one is looked at.
    pub(crate) fn look_at(&mut self, seq: u64) {
        if let Some(Mode::Look(at)) = self.modes.last_mut() {
            *at = seq;
        }
    }

    /// What was said last.
    pub fn message(&self) -> Option<&Message> {
        self.message.as_ref()
    }

    /// What is open, if anything is.
    pub fn mode(&self) -> Option<&Mode> {
        self.modes.last()
    }

    /// What is typed so far.
    pub fn typed(&self) -> String {
        self.editor.text()
    }

    /// Says something.
    pub fn say(&mut self, message: Message) {
        self.message = Some(message);
    }

    /// Asks for the rule that allows what was just refused.
    pub(crate) fn ask_for_rule(&mut self, by: By, command: Command) {
        self.editor.clear();
        self.modes.push(Mode::Typing(Field::Under(by, Box::new(command))));
    }

    /// Asks for the number that the other player says before dice of a sealed seed are thrown.
    pub(crate) fn ask_for_number(&mut self, deed: Deed) {
        self.open(Mode::Typing(Field::Number(Box::new(deed))));
    }

    pub(crate) fn refuse(&mut self, what: impl Into<String>, accepted: Option<String>) {
        self.message = Some(Message::Refused(what.into(), accepted));
    }

    /// Says that a key does nothing, and what would.
    pub(crate) fn dead(&mut self, key: Key, accepted: &str) {
        self.refuse(format!("{} does nothing here", menu::key_name(key)), Some(accepted.to_owned()));
    }

    /// Opens a mode on top of what is open.
    pub(crate) fn open(&mut self, mode: Mode) -> Vec<Deed> {
        if matches!(mode, Mode::Typing(_) | Mode::Filter | Mode::Dice) {
            self.editor.clear();
        }
        self.numbering &= matches!(mode, Mode::Sheet);
        self.modes.push(mode);
        (self.mark, self.both, self.waved, self.comma, self.grouping) = (0, false, false, false, false);
        Vec::new()
    }

    /// Closes what is open.
    pub(crate) fn back(&mut self) -> Vec<Deed> {
        self.editor.clear();
        self.modes.pop();
        (self.comma, self.grouping) = (false, false);
        Vec::new()
    }

    fn perform(&mut self, act: Act, recording: &Recording) -> Vec<Deed> {
        match act {
            Act::Do(deed) => {
                if matches!(deed, Deed::CommitMarker(..)) {
                    self.noted = None;
                }
                self.modes.clear();
                self.editor.clear();
                return vec![deed];
            }
            Act::Open(mode) => return self.open(mode),
            Act::Back => return self.back(),
            Act::Skip(step) => {
                self.skips.push((step, recording.seq()));
                self.skipped.insert(step);
            }
            Act::Toggle(objective) => self.toggle(objective, recording.game().state()),
            Act::Reserve(unit) => self.reserve(unit),
            Act::Manner => self.change_manner(recording),
            Act::Again => {
                self.chosen.clear();
                self.reserved.clear();
                self.noted = None;
            }
            Act::Show(mission) => self.mission = Some(mission),
            Act::Note(marker) => self.noted = Some(marker),
            Act::Hide => {
                self.openly = !self.openly;
                self.chosen.clear();
                self.reserved.clear();
            }
            Act::Peek => self.peeking = !self.peeking,
            Act::Undo => match self.skips.pop_if(|(_, seq)| *seq >= recording.seq()) {
                Some((step, _)) => {
                    self.skipped.remove(&step);
                    self.say(Message::Done("asked again".into()));
                }
                None => return past::open_undo(self, recording),
            },
        }
        Vec::new()
    }
}

/// Whether the overview has the keys: in the battle, unless a die decides between two rounds.
fn is_fought(state: &adjutant_engine::state::State) -> bool {
    state.status == Status::Battle && !state.length_asked
}
