//! Carries out what the keys of a session ask for: records durably, draws dice, keeps secrets, reads army lists.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use adjutant_engine::command::{Amend, Command, Said, Text};
use adjutant_engine::dice::Mix;
use adjutant_engine::law::Pack;
use adjutant_engine::side::{By, BySide, Player};
use adjutant_engine::time::Timestamp;
use adjutant_engine::visible;
use adjutant_present::names::{self, name_of};
use adjutant_shorthand::{self as shorthand, Context, Spoken};
use adjutant_store::{Store, StreamKind};

use crate::clock::Clock;
use crate::error::CliError;
use crate::recording::{Recording, TakeError};
use crate::session::asked::key_of;
use crate::session::clock::{self, ChessClock};
use crate::session::feed::Feed;
use crate::session::feed::telling::{self, Telling};
use crate::session::host::kept::Kept;
use crate::session::mode::Mode;
use crate::session::modes::dice;
use crate::session::panel::scene::Scene;
use crate::session::shared::Session;
use crate::session::spoken::{self};
use crate::session::step::{Deed, Message};
use crate::session::text::key::Key;
use crate::session::trial::rehearse;
use crate::session::{due, past};
use crate::vault::Vault;
use crate::{draw, drawing};

pub mod kept;
mod rolls;
mod rosters;
mod saved;
mod secrets;
mod share;

/// A session with its log, its store and its clock.
pub struct Host {
    store: Store,
    pub(crate) recording: Recording,
    session: Session,
    pub(crate) vault: Vault,
    time: ChessClock,
    clock: Clock,
    feed: Feed,
    allowance_s: Option<i64>,
    folder: PathBuf,
    warned: BySide<usize>,
    pub(crate) kept: Kept,
    over: bool,
    asks_for_rules: bool,
    /// The number that the other player said for the dice that are thrown now.
    pub(crate) number: Option<Mix>,
}

impl Host {
    /// Opens a match of a store, or one that is not there yet.
    ///
    /// # Errors
    /// A database that cannot be read.
    pub fn open(store: Store, id: &str, clock: Clock) -> Result<Host, CliError> {
        let folder = store.place().file().and_then(Path::parent).map_or_else(PathBuf::new, Path::to_path_buf);
        Host::open_beside(store, &folder, id, clock)
    }

    /// The same, with the folder that keeps secret choices and what is typed.
    ///
    /// # Errors
    /// A database that cannot be read.
    pub fn open_beside(store: Store, folder: &Path, id: &str, clock: Clock) -> Result<Host, CliError> {
        let recording = Recording::load(&store, id)?;
        let vault = Vault::of(folder);
        let time = ChessClock::of(&recording);
        let mut session = Session::new();
        session.follow(&recording);
        let feed = Feed::of(&recording);
        let mut host = Host {
            store,
            recording,
            session,
            vault,
            time,
            clock,
            feed,
            allowance_s: None,
            folder: folder.to_path_buf(),
            warned: BySide::default(),
            kept: Kept::default(),
            over: false,
            asks_for_rules: false,
            number: None,
        };
        host.sweep();
        host.find_typed();
        Ok(host)
    }

    /// From now on a refusal that a rule of the army's own may pass is followed by the question for that rule. Not
    /// where lines come from a file: its next line would be taken for the answer.
    pub fn ask_for_rules(&mut self) {
        self.asks_for_rules = true;
    }

    /// The same under another pack, as long as nothing is recorded.
    pub fn under(mut self, pack: Arc<Pack>) -> Host {
        self.recording.know_packs();
        self.session.pack = Some(pack);
        self
    }

    /// The session.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// The session, to be changed by something other than a key.
    pub(crate) fn session_mut(&mut self) -> &mut Session {
        &mut self.session
    }

    /// Tells in the feed what no record makes.
    pub(crate) fn remark(&mut self, text: String) {
        self.feed.remark(text);
    }

    /// Says something on the screen.
    pub(crate) fn say(&mut self, message: Message) {
        self.session.say(message);
    }

    /// All that a screen is drawn from.
    pub fn scene(&self) -> Scene<'_> {
        Scene {
            session: &self.session,
            recording: &self.recording,
            feed: &self.feed,
            time: &self.time,
            now: self.now(),
        }
    }

    /// The log.
    pub fn recording(&self) -> &Recording {
        &self.recording
    }

    /// The players' time.
    pub fn time(&self) -> &ChessClock {
        &self.time
    }

    /// The moment on the recorder's clock.
    pub fn now(&self) -> Option<Timestamp> {
        self.clock.now().max(self.recording.records().last().map(|record| record.at))
    }

    /// Whether the players have left.
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// The data folder.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// What happened, in sentences.
    pub fn feed(&self) -> &Feed {
        &self.feed
    }

    /// From now on each player has this many seconds.
    pub fn allow(&mut self, allowance_s: Option<i64>) {
        self.allowance_s = allowance_s;
        self.time = ChessClock::of(&self.recording).allowing(allowance_s);
    }

    /// One key. Whatever goes wrong is said on the screen and recording goes on.
    pub fn press(&mut self, key: Key) {
        let paused = self.session.mode() == Some(&Mode::Pause);
        let deeds = self.session.press(key, &self.recording);
        self.perform(deeds);
        self.session.scrolled = self.session.scrolled.min(self.feed.len());
        if paused != (self.session.mode() == Some(&Mode::Pause)) && self.time.is_paused() == paused {
            self.perform(vec![Deed::Record(clock::stopped_or_started(&self.recording))]);
        }
    }

    /// A pasted text.
    pub fn paste(&mut self, text: &str) {
        self.session.paste(text, &self.recording);
        self.keep_typed();
    }

    /// A whole line of words.
    pub fn speak(&mut self, line: &str) {
        self.session.message = None;
        self.perform(vec![Deed::Words(line.to_owned())]);
    }

    /// Tells when the time of a player runs short.
    pub fn tick(&mut self) {
        let (Some(now), Some(_)) = (self.now(), self.time.allowance_s()) else { return };
        let left = self.time.left(now);
        for player in Player::BOTH {
            let warned = self.warned[player];
            let due = [15 * 60, 5 * 60, 0].into_iter().filter(|limit| left[player] <= *limit).count();
            if due > warned {
                self.warned[player] = due;
                let name = name_of(self.recording.game().state(), player);
                self.feed.remark(match due {
                    1 => format!("{name} has 15 minutes left."),
                    2 => format!("{name} has 5 minutes left."),
                    _ => format!("{name}'s time is up; the event says what follows."),
                });
            }
        }
    }

    /// Takes in what another recorder wrote since; whether there was anything. A database that cannot be read just now
    /// is read the next time.
    pub fn poll(&mut self) -> bool {
        let id = self.recording.id().to_owned();
        let head = self.store.head(StreamKind::Match, &id).ok().flatten();
        if head.is_none_or(|head| head.seq == self.recording.seq() && head.hash == self.recording.head()) {
            return false;
        }
        let Ok(recording) = Recording::load(&self.store, &id) else { return false };
        self.recording = recording;
        self.read_again();
        true
    }

    /// Everything that is computed from the log, anew, because somebody else wrote to it.
    fn read_again(&mut self) {
        self.time = ChessClock::of(&self.recording).allowing(self.allowance_s);
        self.feed = Feed::of(&self.recording);
        self.session.others_recorded();
        self.session.follow(&self.recording);
    }

    fn perform(&mut self, deeds: Vec<Deed>) {
        for deed in deeds {
            if deed == Deed::Leave {
                return self.leave();
            }
            if let Err(error) = self.carry_out(deed) {
                self.session.returned();
                self.session.say(Message::from(error));
                break;
            }
        }
        self.session.follow(&self.recording);
        self.keep_typed();
    }

    /// Ends the session. Everything is on the disk already, secret choices too.
    pub fn leave(&mut self) {
        self.over = true;
    }

    fn carry_out(&mut self, deed: Deed) -> Result<(), CliError> {
        if self.asks_for_number(&deed) {
            self.session.ask_for_number(deed);
            return Ok(());
        }
        match deed {
            Deed::Record(plan) => {
                self.session.undone.clear();
                self.record_all(plan.into_iter().map(|(by, command)| (Said::from(by), command)).collect())
            }
            Deed::Under(said, command) => self.record_said(said, *command),
            Deed::Throw(said, command) => {
                let drawing = draw::Drawing::of(self.recording.game(), &self.vault, self.number)?;
                let command = drawing.attacks(self.recording.game(), &said, &command)?;
                self.record_said(drawing.said(said), command)?;
                dice::thrown(&mut self.session);
                Ok(())
            }
            Deed::TakeBack(seqs) => self.take_back(&seqs),
            Deed::Again => {
                let Some(group) = self.session.undone.last().cloned() else { return Ok(()) };
                self.record_all(group)?;
                self.session.undone.pop();
                Ok(())
            }
            Deed::Words(line) => self.words(&line),
            Deed::Correct { seq, after, words, both } => self.correct(seq, after, words.as_deref(), both),
            Deed::Find(from, typed) => {
                match self.feed.found(from, &typed) {
                    Some(seq) => self.session.look_at(seq),
                    None => self.session.refuse(format!("No record says {}.", visible::message(&typed)), None),
                }
                Ok(())
            }
            Deed::With(number, deed) => {
                self.number = Some(number);
                let done = self.carry_out(*deed);
                self.number = None;
                done
            }
            Deed::Print => self.print(),
            Deed::ReadRoster(player, path) => self.read_roster(player, &path),
            Deed::RollMission => self.roll_mission(),
            Deed::RollOff(purpose) => self.roll_off(purpose),
            Deed::DrawMarker(by, tag, among) => {
                let marker = self.drawn(&format!("{tag:?}").to_lowercase(), &among)?;
                self.record(by, due::becomes(&marker, tag))
            }
            Deed::Commit(player, choose) => self.commit(player, choose),
            Deed::CommitReserves(player, reserves) => self.commit_reserves(player, &reserves),
            Deed::CommitMarker(player, marker) => self.commit_marker(player, &marker),
            Deed::Reveal => self.reveal(),
            Deed::Leave => Ok(()),
        }
    }

    pub(crate) fn record(&mut self, by: By, command: Command) -> Result<(), CliError> {
        self.record_said(by.into(), command)
    }

    pub(crate) fn record_said(&mut self, said: Said, command: Command) -> Result<(), CliError> {
        self.record_all(vec![(said, command)])
    }

    /// Records commands in order, all or none.
    fn record_all(&mut self, commands: Vec<(Said, Command)>) -> Result<(), CliError> {
        let first = self.recording.seq() + 1;
        let single = commands.len() == 1;
        let mut news = Vec::new();
        for (said, command) in commands {
            let words = shorthand::brief(&command);
            let place = format!("record {}", self.recording.seq() + 1);
            let again = (single && self.asks_for_rules && said.under.is_none()).then(|| command.clone());
            let state = self.recording.game().state();
            let (telling, by) = (Telling::of(state, said.by, &command), said.by);
            if let Err(error) = self.recording.take_said(said, command, None, self.clock) {
                if let (Some(command), TakeError::Refused(refusal)) = (again, &error)
                    && refusal.is_soft()
                {
                    self.session.ask_for_rule(by, command);
                }
                let explained = error.explain(&place, &words);
                if self.recording.seq() >= first {
                    let id = self.recording.id().to_owned();
                    self.recording = Recording::load(&self.store, &id)?;
                }
                return Err(explained.into());
            }
            let told = telling.told(self.recording.game().state());
            self.feed.note(self.recording.seq(), &told);
            news.push((self.recording.seq(), told, words));
        }
        let brought = self.recording.told().to_vec();
        self.write()?;
        let state = self.recording.game().state();
        for (seq, told, _) in &news {
            let own = brought.iter().filter(|(of, _)| of == seq).map(|(_, happening)| happening);
            self.feed.add(told, state, own);
        }
        if let Some((seq, _, words)) = news.last() {
            self.session.say(Message::Recorded(format!("{seq}: {words}")));
            self.session.arrived(first, *seq);
        }
        Ok(())
    }

    /// Brings what was taken to the disk; where another recorder was faster, the log is read again.
    fn write(&mut self) -> Result<(), CliError> {
        let id = self.recording.id().to_owned();
        let known = self.time.seen();
        if let Err(error) = self.recording.commit(&mut self.store) {
            self.recording = Recording::load(&self.store, &id)?;
            self.read_again();
            return Err(error.into());
        }
        let fresh = self.recording.records().iter().filter(|record| record.seq > known).count();
        if fresh > 1 {
            self.time = ChessClock::of(&self.recording).allowing(self.allowance_s);
        } else if let Some(record) = self.recording.records().last() {
            self.time.note(record, self.recording.game().state());
        }
        Ok(())
    }

    /// Takes records back, all or none, the last one first.
    fn take_back(&mut self, seqs: &[u64]) -> Result<(), CliError> {
        let mut group = Vec::new();
        let mut said = Vec::new();
        for seq in seqs {
            let why = Text::new("undone").ok_or_else(|| CliError::usage("no reason"))?;
            let Some(record) = self.recording.records().iter().find(|record| record.seq == *seq) else { continue };
            group.push((record.said(), (*record.command).clone()));
            said.push(shorthand::brief(&record.command));
            let retract = Command::Retract { seq: *seq, why };
            let taken = self.recording.take(record.by, retract, None, self.clock);
            if let Err(error) = taken {
                let explained =
                    error.explain(&format!("record {}", self.recording.seq() + 1), &format!("undo of record {seq}"));
                let id = self.recording.id().to_owned();
                self.recording = Recording::load(&self.store, &id)?;
                return Err(explained.into());
            }
            let round = telling::round_of(self.recording.game().state());
            self.feed.note_taken_back(self.recording.seq(), *seq, round);
        }
        self.write()?;
        self.sweep();
        group.reverse();
        self.session.undone.push(group);
        let words = match said.as_slice() {
            [one] => format!("Taken back: {one}."),
            many => format!("Taken back: {} records.", many.len()),
        };
        self.feed.remark(words.clone());
        self.session.say(Message::Recorded(words));
        Ok(())
    }

    fn undo(&mut self) -> Result<(), CliError> {
        let last = self.recording.last_undoable().map(|record| record.seq);
        let last = last.ok_or_else(|| CliError::refused("there is nothing to undo"))?;
        self.take_back(&[last])
    }

    /// Lets a record read otherwise from now on.
    fn correct(&mut self, seq: u64, after: bool, words: Option<&str>, both: bool) -> Result<(), CliError> {
        let to = words.map_or(Ok(Vec::new()), |words| spoken::readings(&self.recording, seq, after, words))?;
        let why = Text::new("corrected").ok_or_else(|| CliError::usage("no reason"))?;
        let command = Command::Amend(Amend { seq, to, why });
        let by = if both { By::Both } else { past::speaker(&self.recording, seq, &command) };
        self.record(by, command)
    }

    /// Commands in words, several with `;` or a comma between them.
    fn words(&mut self, line: &str) -> Result<(), CliError> {
        for part in shorthand::apart(line.trim_start_matches([':', '/'])) {
            self.one_of_words(part)?;
        }
        Ok(())
    }

    fn one_of_words(&mut self, line: &str) -> Result<(), CliError> {
        let (by, line, context) = spoken::context(self.recording.game(), self.recording.standing(), line);
        let (line, sure) = match line.strip_suffix('!') {
            Some(rest) if rest.starts_with("end ") => (rest.to_owned(), true),
            _ => (line, false),
        };
        match shorthand::parse(&line, &Context { by, ..context })? {
            Spoken::Undo => self.undo(),
            Spoken::Record(said, command) if self.asks_for_rules && self.waits_for_its_key(&said, &command) => Ok(()),
            Spoken::Record(said, command) if !sure && self.open_at(said.by, &command).is_some() => {
                let open = self.open_at(said.by, &command).unwrap_or_default();
                Err(CliError::refused(open).hint(format!("`{}!` leaves it open and goes on", line.trim())))
            }
            spoken => match drawing::record_of(spoken, self.recording.game(), &self.vault)? {
                Some((said, command)) => self.record_said(said, command),
                None => self.undo(),
            },
        }
    }

    /// What would be left open by a command that passes time.
    fn open_at(&self, by: By, command: &Command) -> Option<String> {
        if !matches!(command, Command::EndTurn {} | Command::EndPhase { .. }) {
            return None;
        }
        let tried = rehearse(self.recording.game(), &vec![(by, command.clone())]).ok()?;
        let state = self.recording.game().state();
        let open: Vec<_> = state
            .needs
            .iter()
            .filter(|need| !tried.game.state().needs.iter().any(|left| key_of(left) == key_of(need)))
            .collect();
        let names = open.iter().map(|need| names::objective_name(state, need.player, &need.objective));
        let names: Vec<String> = names.collect();
        (!names.is_empty()).then(|| format!("Still open: {}", names.join(", ")))
    }

    /// What passes time or ends the battle opens the screen on which its own key does it.
    fn waits_for_its_key(&mut self, said: &Said, command: &Command) -> bool {
        let mode = match command {
            Command::EndTurn {} => Mode::Sheet,
            Command::EndPhase { .. } => Mode::Guard,
            Command::Concede {} | Command::AgreeEnd {} | Command::End {} => {
                Mode::Confirm(said.by, Box::new(command.clone()))
            }
            _ => return false,
        };
        if self.recording.game().check(said.clone(), command).is_err() {
            return false;
        }
        self.session.modes.clear();
        self.session.open(mode);
        true
    }
}
