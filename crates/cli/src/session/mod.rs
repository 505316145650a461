//! The guided session `adjutant match play`: it walks the set-up, then asks at each moment only what decides points.
//!
//! | module | one reason to change |
//! |---|---|
//! | here | the model: which keys are open now, and what a key asks for |
//! | [`flow`] | chooses the next question; the one place that leans on `legal` |
//! | [`setup`], [`battle`], [`look`] | the menus of the set-up, of the battle, and of looking around |
//! | [`input`] | lines that are typed |
//! | [`host`] | carries out what keys ask for: records, draws, keeps secrets |
//! | `secrets`, `chess_clock` | secret choices, from commitment to reveal; the players' time |
//! | [`screen`], [`panel`] | a session as 24 lines of 80 columns |
//! | [`terminal`], [`lines`] | a real terminal; line prompts where there is none |
//!
//! A [`Session`] reads no clock and writes nothing: it turns a key into [`Deed`]s. Everything that stands in the log
//! is durable before the program waits for the next key, so that leaving is never a loss.

pub mod battle;
pub mod chess_clock;
pub mod flow;
pub mod host;
pub mod input;
pub mod lines;
pub mod look;
pub mod menu;
pub mod panel;
pub mod screen;
mod secrets;
pub mod setup;
pub mod terminal;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use adjutant_engine::command::{Command, Holder, MarkerTag};
use adjutant_engine::ids::{MarkerId, Name, ObjectiveId, UnitId};
use adjutant_engine::rules::Pack;
use adjutant_engine::side::{By, BySide, Player, Said};
use adjutant_engine::view::Status;

use crate::error::CliError;
use crate::recording::Recording;
use input::Field;
use menu::{Act, Menu};

/// A key, as any terminal gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// A printed character.
    Char(char),
    /// Enter.
    Enter,
    /// Escape.
    Escape,
    /// Backspace.
    Backspace,
    /// Arrow to the left, or up.
    Back,
    /// Arrow to the right, or down.
    Forward,
    /// Page up.
    PageBack,
    /// Page down.
    PageForward,
}

/// What a key asks the host to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deed {
    /// Record these, in order.
    Record(Vec<(By, Command)>),
    /// Record this under a rule of the army's own.
    Under(Said, Box<Command>),
    /// Take the last record back.
    Undo,
    /// A line of words.
    Words(String),
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
    /// Open what both players committed to.
    Reveal,
    /// End the session.
    Leave,
}

/// Where the session is beside the question of the moment; the last one is on the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Which unit lost models.
    Kill,
    /// Which group of a unit lost models.
    KillGroup(UnitId),
    /// Which unit starts the action chosen.
    Act(flow::Target),
    /// Which unit arrives from reserve.
    Arrive,
    /// A line is typed.
    Typing(Field),
    /// An earlier moment is looked at.
    Look(u64),
    /// The help is open, from this line on.
    Help(usize),
}

/// What was said last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Message {
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

/// The state of a session beside its log.
#[derive(Clone, Debug, Default)]
pub struct Session {
    pub(crate) pack: Option<Arc<Pack>>,
    pub(crate) modes: Vec<Mode>,
    pub(crate) typed: String,
    pub(crate) message: Option<Message>,
    pub(crate) names: BySide<Option<Name>>,
    pub(crate) skipped: BTreeSet<flow::Optional>,
    /// The steps that were skipped, in order, each with the record after which.
    skips: Vec<(flow::Optional, u64)>,
    pub(crate) chosen: Vec<ObjectiveId>,
    pub(crate) reserved: BTreeSet<UnitId>,
    pub(crate) hidden: bool,
    pub(crate) pending: BTreeMap<MarkerId, Holder>,
    pub(crate) later: BTreeSet<(Player, ObjectiveId)>,
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

    /// What can be done now.
    pub fn menu(&self, recording: &Recording) -> Menu {
        match self.modes.last() {
            None => flow::menu(self, recording),
            Some(Mode::Kill) => battle::kill(recording),
            Some(Mode::KillGroup(unit)) => battle::kill_group(recording, unit),
            Some(Mode::Act(target)) => battle::act(recording, target),
            Some(Mode::Arrive) => battle::arrive(recording),
            Some(Mode::Typing(field)) => input::menu(self, field, recording),
            Some(Mode::Look(seq)) => look::menu(recording, *seq),
            Some(Mode::Help(from)) => look::help(*from),
        }
    }

    /// What a key asks for. A key that means nothing here changes nothing but the message.
    pub fn press(&mut self, key: Key, recording: &Recording) -> Vec<Deed> {
        self.follow(recording);
        self.message = None;
        let menu = self.menu(recording);
        let typed = menu.field.as_ref().and_then(|field| input::press(self, field, key, recording));
        if let Some(deeds) = typed {
            return deeds;
        }
        match menu.act(key) {
            Some(act) => self.perform(act, recording),
            None => {
                self.refuse(format!("{} does nothing here", menu::key_name(key)), menu.accepted());
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
        }
        let now = state.phase_count;
        if self.phase_count != now {
            self.phase_count = now;
            self.pending.clear();
            self.later.clear();
        }
    }

    /// What was said last.
    pub fn message(&self) -> Option<&Message> {
        self.message.as_ref()
    }

    /// The further question that is open, if one is.
    pub fn mode(&self) -> Option<&Mode> {
        self.modes.last()
    }

    /// What is typed so far.
    pub fn typed(&self) -> &str {
        &self.typed
    }

    /// Says something.
    pub fn say(&mut self, message: Message) {
        self.message = Some(message);
    }

    /// Asks for the rule that allows what was just refused.
    pub(crate) fn ask_for_rule(&mut self, by: By, command: Command) {
        self.typed.clear();
        self.modes.push(Mode::Typing(Field::Under(by, Box::new(command))));
    }

    fn refuse(&mut self, what: impl Into<String>, accepted: impl Into<String>) {
        self.message = Some(Message::Refused(what.into(), Some(accepted.into())));
    }

    fn perform(&mut self, act: Act, recording: &Recording) -> Vec<Deed> {
        match act {
            Act::Do(deed) => self.close(deed),
            Act::Open(mode) => {
                self.typed.clear();
                self.modes.push(mode);
                Vec::new()
            }
            Act::Instead(mode) => {
                self.modes.pop();
                self.modes.push(mode);
                Vec::new()
            }
            Act::Back => {
                self.typed.clear();
                self.modes.pop();
                Vec::new()
            }
            Act::Skip(step) => {
                self.skips.push((step, recording.seq()));
                self.skipped.insert(step);
                Vec::new()
            }
            Act::Later(player, objective) => {
                self.later.insert((player, objective));
                Vec::new()
            }
            Act::Hold(holds) => {
                self.pending.extend(holds);
                Vec::new()
            }
            Act::Toggle(objective) => self.toggle(objective, setup::secondaries_wanted(recording.game().state())),
            Act::Reserve(unit) => {
                if !self.reserved.remove(&unit) {
                    self.reserved.insert(unit);
                }
                Vec::new()
            }
            Act::Again => {
                self.chosen.clear();
                Vec::new()
            }
            Act::Hide => {
                self.hidden = !self.hidden;
                self.chosen.clear();
                Vec::new()
            }
            Act::Undo if !self.pending.is_empty() => {
                self.pending.clear();
                self.say(Message::Done("markers reset; nothing had been recorded".into()));
                Vec::new()
            }
            Act::Undo => match self.skips.pop_if(|(_, seq)| *seq >= recording.seq()) {
                Some((step, _)) => {
                    self.skipped.remove(&step);
                    self.say(Message::Done("asked again".into()));
                    Vec::new()
                }
                None => vec![Deed::Undo],
            },
            Act::Leave => {
                let mut deeds = battle::statement(self, recording, false);
                deeds.push(Deed::Leave);
                deeds
            }
            Act::EndPhase => battle::end(self, recording, false),
            Act::EndTurn => battle::end(self, recording, true),
        }
    }

    /// A deed ends the question that it answers; markers that were changed before it are recorded before it.
    fn close(&mut self, deed: Deed) -> Vec<Deed> {
        self.modes.clear();
        self.typed.clear();
        let pending = std::mem::take(&mut self.pending);
        let mut deeds = Vec::new();
        if !pending.is_empty() {
            deeds.push(Deed::Record(vec![(By::Both, Command::Control { holds: pending })]));
        }
        deeds.push(deed);
        deeds
    }

    fn toggle(&mut self, objective: ObjectiveId, wanted: usize) -> Vec<Deed> {
        match self.chosen.iter().position(|chosen| *chosen == objective) {
            Some(index) => {
                self.chosen.remove(index);
            }
            None if self.chosen.len() < wanted => self.chosen.push(objective),
            None => self.refuse("no more can be chosen", "Enter, or a letter again to take one back"),
        }
        Vec::new()
    }
}
