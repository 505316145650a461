//! A session beside its log: what is open, typed, chosen and said.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use adjutant_app::matches::recording::Recording;
use adjutant_engine::command::{Command, Holder, Picked, Said};
use adjutant_engine::ids::{MarkerId, MissionId, Name, ObjectiveId, UnitId};
use adjutant_engine::law::Pack;
use adjutant_engine::side::{By, BySide, Player};
use adjutant_engine::state::OpenNeed;
use adjutant_engine::view::Status;

use crate::asked::{self, Answers};
use crate::due::{self, Optional, Step};
use crate::error::Error;
use crate::mode::{Field, Mode};
use crate::past;
use crate::step::{Deed, Message, Says};
use crate::text::editor::Editor;
use crate::text::key::{Key, key_name};
use crate::tray::away::Away;
use crate::tray::draft::Draft;
use crate::tray::throwing::Throwing;
use crate::tray::verb::Verb;

/// What the keys before this one left behind.
pub struct Before {
    /// The letter with which the form was opened just now.
    pub opened: Option<char>,
    /// The line that was recorded just now.
    pub just: Option<(u64, Draft)>,
    /// Esc was pressed just now.
    pub leaving: bool,
}

/// What was typed and is on its way to the log; it comes back if it does not arrive.
#[derive(Clone, Debug, Default)]
struct Sent {
    tray: Vec<Draft>,
    pending: BTreeMap<MarkerId, Holder>,
    changed: BTreeMap<MarkerId, Holder>,
    answers: Answers,
}

/// The state of a session beside its log.
#[derive(Clone, Debug, Default)]
pub struct Session {
    pub(crate) says: Option<Says>,
    pub(crate) pack: Option<Arc<Pack>>,
    pub(crate) modes: Vec<Mode>,
    pub(crate) editor: Editor,
    pub(crate) message: Option<Message>,
    // The set-up.
    pub(crate) names: BySide<Option<Name>>,
    pub(crate) skipped: BTreeSet<Optional>,
    /// The steps that were skipped, in order, each with the record after which.
    pub(crate) skips: Vec<(Optional, u64)>,
    pub(crate) chosen: Vec<ObjectiveId>,
    /// What is picked and not yet recorded.
    pub(crate) picked: Vec<Picked>,
    /// The objective that is looked at, chosen or not.
    pub(crate) read: Option<ObjectiveId>,
    /// The mission that is looked at.
    pub(crate) mission: Option<MissionId>,
    /// The marker that is noted in secret, not yet sealed.
    pub(crate) noted: Option<MarkerId>,
    pub(crate) reserved: BTreeMap<UnitId, Away>,
    /// The unit that was kept off the table last.
    pub(crate) last_away: Option<UnitId>,
    /// Whether secondaries are chosen openly, where both agreed to.
    pub(crate) openly: bool,
    pub(crate) peeking: bool,
    // The battle.
    pub(crate) tray: Vec<Draft>,
    pub(crate) pending: BTreeMap<MarkerId, Holder>,
    /// Who holds which marker as the turn ends, where that has changed since it was said.
    pub(crate) changed: BTreeMap<MarkerId, Holder>,
    pub(crate) answers: Answers,
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
    /// Rows of the turn sheet that were scrolled away, on a screen that is too small for it.
    pub(crate) unrolled: usize,
    /// Whether the screen leaves out the end of what `>` would do.
    pub(crate) unseen: bool,
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
    /// What is open is answered in points, not by who holds the markers.
    pub(crate) in_points: bool,
    /// What is open was waved through.
    pub(crate) waved: bool,
    /// Esc came with the key before.
    pub(crate) leaving: bool,
    /// The attacks whose dice are typed.
    pub(crate) throwing: Option<Throwing>,
    /// The line that was recorded with the key before, and its record.
    pub(crate) just: Option<(u64, Draft)>,
    /// Records that were made with one key, first and last.
    pub(crate) groups: Vec<(u64, u64)>,
    /// What was taken back, the last at the end.
    pub(crate) undone: Vec<Vec<(Said, Command)>>,
    sent: Sent,
    pub(crate) phase_count: u64,
    step: Option<Step>,
}

impl Session {
    /// A session that has just been opened by a program that says this of errors.
    pub(crate) fn of(says: Says) -> Session {
        Session { says: Some(says), ..Session::default() }
    }

    /// The pack that a match without a record is opened under.
    pub(crate) fn pack(&self) -> Arc<Pack> {
        self.pack.clone().unwrap_or_else(adjutant_app::packs::default_pack)
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

    /// Notes that the log went on: what was only meant for the phase before, or for a step of the set-up that is done,
    /// is forgotten. A choice that was refused stays, to be changed.
    pub fn follow(&mut self, recording: &Recording) {
        let state = recording.game().state();
        let step =
            (recording.seq() > 0 && state.status == Status::Setup).then(|| due::next_step(&self.skipped, recording));
        if self.step != step {
            self.step = step;
            self.chosen.clear();
            self.reserved.clear();
            (self.noted, self.read, self.peeking) = (None, None, false);
        }
        if self.phase_count != state.phase_count {
            self.phase_count = state.phase_count;
            self.pending.clear();
            self.changed.clear();
            self.picked.clear();
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
        self.returned();
        if matches!(self.modes.last(), Some(Mode::Undo(_) | Mode::Redo | Mode::BackTo(_) | Mode::Agree(_))) {
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
        let Sent { tray, pending, changed, answers } = std::mem::take(&mut self.sent);
        self.tray.splice(0..0, tray);
        self.pending.extend(pending);
        self.changed.extend(changed);
        self.answers.extend(answers);
    }

    /// Takes everything typed along with what is recorded now.
    pub(crate) fn send(&mut self, tray: Vec<Draft>) {
        self.sent = Sent {
            tray,
            pending: std::mem::take(&mut self.pending),
            changed: std::mem::take(&mut self.changed),
            answers: std::mem::take(&mut self.answers),
        };
        self.current = None;
    }

    /// Takes these lines along with what is recorded now, and nothing else that is typed.
    pub(crate) fn send_lines(&mut self, tray: Vec<Draft>) {
        self.sent = Sent { tray, ..Sent::default() };
        self.current = None;
    }

    /// Types at the answer to a question.
    pub(crate) fn answer(&mut self, need: &OpenNeed, key: Key) {
        if let Err(why) = asked::answer(&mut self.answers, need, key) {
            self.refuse(why, None);
        }
    }

    /// Looks back to another record, where one is looked at.
    pub(crate) fn look_at(&mut self, seq: u64) {
        if let Some(Mode::Look(at)) = self.modes.last_mut() {
            *at = seq;
        }
    }

    /// Whether a secret choice is shown to its player.
    pub fn is_peeking(&self) -> bool {
        self.peeking
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

    /// Says why something was not done.
    pub(crate) fn fail(&mut self, error: Error) {
        self.message = Some(match self.says {
            Some(says) => says(error),
            None => Message::refused([error.to_string()], None),
        });
    }

    pub(crate) fn refuse(&mut self, what: impl Into<String>, accepted: Option<String>) {
        self.message = Some(Message::Refused(what.into(), accepted));
    }

    /// The same, where nothing else is asked for.
    pub(crate) fn refused(&mut self, what: impl Into<String>, accepted: Option<String>) -> Vec<Deed> {
        self.refuse(what, accepted);
        Vec::new()
    }

    /// The same as [`Session::dead`], where nothing else is asked for.
    pub(crate) fn nothing(&mut self, key: Key, accepted: &str) -> Vec<Deed> {
        self.dead(key, accepted);
        Vec::new()
    }

    /// Says that a key does nothing, and what would.
    pub(crate) fn dead(&mut self, key: Key, accepted: &str) {
        self.refuse(format!("{} does nothing here", key_name(key)), Some(accepted.to_owned()));
    }

    /// Opens a mode on top of what is open.
    pub(crate) fn open(&mut self, mode: Mode) -> Vec<Deed> {
        if matches!(mode, Mode::Typing(_) | Mode::Filter | Mode::Dice) {
            self.editor.clear();
        }
        self.numbering &= matches!(mode, Mode::Sheet);
        if matches!(mode, Mode::Sheet) {
            self.whose = None;
        }
        self.modes.push(mode);
        (self.unrolled, self.unseen) = (0, false);
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

    /// Opens the question whether the last group is taken back.
    pub fn open_undo(&mut self, recording: &Recording) -> Vec<Deed> {
        if !(self.pending.is_empty() && self.changed.is_empty()) && self.modes.is_empty() {
            self.pending.clear();
            self.changed.clear();
            self.say(Message::Done("Markers are as they were; nothing had been recorded.".into()));
            return Vec::new();
        }
        if past::groups(&self.groups, recording, 1).is_empty() {
            return self.refused("There is nothing to undo.", None);
        }
        self.open(Mode::Undo(1))
    }

    /// Opens the question whether what was taken back is recorded again.
    pub fn open_redo(&mut self) -> Vec<Deed> {
        if self.undone.is_empty() {
            return self.refused("Nothing was taken back just now.", Some("L looks back".into()));
        }
        self.open(Mode::Redo)
    }
}
