//! Carries out what the keys of a session ask for: records durably, draws dice, keeps secrets, reads army lists.

use std::path::Path;
use std::sync::Arc;

use adjutant_app::draw;
use adjutant_app::matches::recorder::Recorder;
use adjutant_app::secrets::Vault;
use adjutant_engine::command::{Command, Said};
use adjutant_engine::law::Pack;
use adjutant_engine::side::{By, BySide, Player};
use adjutant_engine::visible;
use adjutant_present::names::{self, name_of};
use adjutant_present::say;
use adjutant_shorthand::{self as shorthand, Context, Draw, Spoken};

use crate::asked::key_of;
use crate::clock::{self, ChessClock};
use crate::error::Error;
use crate::feed::Feed;
use crate::host::kept::Kept;
use crate::mode::Mode;
use crate::modes::{agreed, dice, older};
use crate::shared::Session;
use crate::step::{Deed, Message, Says};
use crate::text::key::Key;
use crate::trial::rehearse;
use crate::{due, past, spoken};
use adjutant_present::say::telling::Telling;

pub mod desk;
mod kept;
mod rolls;
mod rosters;
mod saved;
mod secrets;
mod share;
mod slot;

pub use desk::Host;

impl Host {
    /// Opens a match with the folder that keeps secret choices and what is typed, and what this program says of errors.
    pub fn open(recorder: Recorder, folder: &Path, says: Says) -> Host {
        let (time, feed) = (ChessClock::of(recorder.recording()), Feed::of(recorder.recording()));
        let mut session = Session::of(says);
        session.follow(recorder.recording());
        let mut host = Host {
            recorder,
            session,
            vault: Vault::of(folder),
            time,
            feed,
            allowance_s: None,
            folder: folder.to_path_buf(),
            warned: BySide::default(),
            kept: Kept::default(),
            slot: None,
            over: false,
            asks_for_rules: false,
            number: None,
        };
        host.sweep();
        host.find_typed();
        host
    }

    /// From now on a refusal that a rule of the army's own may pass is followed by the question for that rule. Not
    /// where lines come from a file: its next line would be taken for the answer.
    pub fn ask_for_rules(&mut self) {
        self.asks_for_rules = true;
    }

    /// The same under another pack, as long as nothing is recorded.
    pub fn under(mut self, pack: Arc<Pack>) -> Host {
        self.recorder.recording_mut().know_packs();
        self.session.pack = Some(pack);
        self
    }

    /// From now on each player has this many seconds.
    pub fn allow(&mut self, allowance_s: Option<i64>) {
        self.allowance_s = allowance_s;
        self.time = ChessClock::of(self.recorder.recording()).allowing(allowance_s);
    }

    /// One key. Whatever goes wrong is said on the screen and recording goes on.
    pub fn press(&mut self, key: Key) {
        let paused = self.session.mode() == Some(&Mode::Pause);
        let deeds = self.session.press(key, self.recorder.recording());
        self.perform(deeds);
        self.session.scrolled = self.session.scrolled.min(self.feed.len());
        if paused != (self.session.mode() == Some(&Mode::Pause)) && self.time.is_paused() == paused {
            self.perform(vec![Deed::Record(clock::stopped_or_started(self.recorder.recording()))]);
        }
    }

    /// A pasted text.
    pub fn paste(&mut self, text: &str) {
        self.session.paste(text, self.recorder.recording());
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
                let name = name_of(self.recording().game().state(), player);
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
        let news = self.recorder.poll();
        if news {
            self.read_again();
        }
        news
    }

    fn perform(&mut self, deeds: Vec<Deed>) {
        for deed in deeds {
            if deed == Deed::Leave {
                return self.leave();
            }
            if let Err(error) = self.may(&deed).and_then(|()| self.carry_out(deed)) {
                // What waits for the word of both is still on its way.
                if !matches!(self.session.mode(), Some(Mode::Agree(_))) {
                    self.session.returned();
                }
                self.session.fail(error);
                break;
            }
        }
        self.session.follow(self.recorder.recording());
        self.keep_typed();
    }

    /// Refuses what would be recorded of a match that is only read.
    fn may(&self, deed: &Deed) -> Result<(), Error> {
        match self.recording().older_law() {
            Some(law) if !older::may(deed) => Err(Error::refused(older::only_read(law)).hint(older::accepted())),
            _ => Ok(()),
        }
    }

    /// Ends the session. Everything is on the disk already, secret choices too.
    pub fn leave(&mut self) {
        self.keep_typed();
        self.over = true;
    }

    fn carry_out(&mut self, deed: Deed) -> Result<(), Error> {
        if self.asks_for_number(&deed) {
            return self.ask_for_number(deed);
        }
        match deed {
            Deed::Record(plan) => {
                self.session.undone.clear();
                self.record_all(plan.into_iter().map(|(by, command)| (Said::from(by), command)).collect())
            }
            Deed::Say(commands) => self.record_all(commands),
            Deed::Throw(said, command) => self.throw(said, &command),
            Deed::TakeBack(seqs, by) => self.take_back(&seqs, by),
            Deed::Again => {
                let Some(group) = self.session.undone.last().cloned() else { return Ok(()) };
                self.record_all(group)?;
                self.session.undone.pop();
                Ok(())
            }
            Deed::Words(line) => self.words(&line),
            Deed::Correct { seq, after, words } => self.correct(seq, after, words.as_deref()),
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
                let marker = self.drawn(tag.as_str(), &among)?;
                self.record(by, due::becomes(&marker, tag))
            }
            Deed::Commit(player, choose) => self.commit(player, choose),
            Deed::CommitReserves(player, reserves) => self.commit_reserves(player, &reserves),
            Deed::CommitMarker(player, marker) => self.commit_marker(player, &marker),
            Deed::Reveal => self.reveal(),
            Deed::Leave => Ok(()),
        }
    }

    /// Asks for the number of the other player; of attacks only where no number can have them refused.
    fn ask_for_number(&mut self, deed: Deed) -> Result<(), Error> {
        if let Deed::Throw(said, command) = &deed {
            draw::ready(self.recording().game(), said, command)?;
        }
        self.session.ask_for_number(deed);
        Ok(())
    }

    /// Throws the dice of attacks, records them and shows them; draws cards and records them.
    fn throw(&mut self, said: Said, command: &Command) -> Result<(), Error> {
        let (said, thrown) = draw::thrown(self.recording().game(), &self.vault, said, command, self.number)?;
        let before = say::dice::standing(self.recording().game().state(), &thrown);
        self.record_said(said, thrown.clone())?;
        if matches!(thrown, Command::Card(_)) {
            return Ok(());
        }
        let attacks = say::dice::attacks_with_dice(&thrown);
        let came_of_it = say::dice::fell(&before, self.recording().game().state(), attacks);
        dice::thrown(&mut self.session, &thrown, came_of_it);
        Ok(())
    }

    /// Takes records back, all or none, the last one first: each by who said it, or all by the same word.
    fn take_back(&mut self, seqs: &[u64], word: Option<By>) -> Result<(), Error> {
        let (first, mut group, mut news) = (self.recording().seq() + 1, Vec::new(), Vec::new());
        let retracts = past::retracts(self.recording(), seqs);
        let deed = Deed::TakeBack(seqs.to_vec(), word);
        if word.is_none() && agreed::ask(&mut self.session, self.recorder.recording(), deed, &retracts)? {
            return Ok(());
        }
        for (seq, (own, retract)) in seqs.iter().zip(retracts) {
            let Some(record) = self.recording().records().iter().find(|record| record.seq == *seq) else { continue };
            group.push((record.said(), (*record.command).clone()));
            let by = word.unwrap_or(own.by);
            let telling = Telling::of(self.recording().game().state(), by, &retract);
            let taken = self.recorder.recording_mut().take(by, retract, None);
            if let Err(error) = taken {
                let explained =
                    error.explain(&format!("record {}", self.recording().seq() + 1), &format!("undo of record {seq}"));
                self.recorder.read_again()?;
                return Err(explained.into());
            }
            news.push(telling.told(self.recording().game().state()));
        }
        self.tell(first, news)?;
        self.sweep();
        group.reverse();
        // A choice in secret goes with its secret: it is made anew.
        if !group.iter().any(|(_, command)| matches!(command, Command::Commit { .. })) {
            self.session.undone.push(group);
        }
        let last = self.recording().seq();
        self.session.say(Message::Recorded(self.feed.sentence(last).unwrap_or_default().to_owned()));
        Ok(())
    }

    fn undo(&mut self) -> Result<(), Error> {
        let last = self.recording().last_undoable().map(|record| record.seq);
        let last = last.ok_or_else(|| Error::refused("there is nothing to undo"))?;
        self.take_back(&[last], None)
    }

    /// Lets a record read otherwise from now on.
    fn correct(&mut self, seq: u64, after: bool, words: Option<&str>) -> Result<(), Error> {
        let to =
            words.map_or(Ok(Vec::new()), |words| spoken::readings(self.recorder.recording(), seq, after, words))?;
        let amends = past::amends(self.recording(), seq, to);
        let deed = Deed::Say(amends.clone());
        if agreed::ask(&mut self.session, self.recorder.recording(), deed, &amends)? {
            return Ok(());
        }
        self.record_all(amends)
    }

    /// Commands in words, several with `;` or a comma between them.
    fn words(&mut self, line: &str) -> Result<(), Error> {
        for part in shorthand::apart(line.trim_start_matches([':', '/'])) {
            self.one_of_words(part)?;
        }
        Ok(())
    }

    fn one_of_words(&mut self, line: &str) -> Result<(), Error> {
        let (by, line, context) = spoken::context(self.recording().game(), self.recording().standing(), line);
        let (line, sure) = match line.strip_suffix('!') {
            Some(rest) if rest.starts_with("end ") => (rest.to_owned(), true),
            _ => (line, false),
        };
        match shorthand::parse(&line, &Context { by, ..context })? {
            Spoken::Undo => self.undo(),
            Spoken::Record(said, command) if self.asks_for_rules && self.waits_for_its_key(&said, &command) => Ok(()),
            Spoken::Record(said, command) if !sure && self.open_at(said.by, &command).is_some() => {
                let open = self.open_at(said.by, &command).unwrap_or_default();
                Err(Error::refused(open).hint(format!("`{}!` leaves it open and goes on", line.trim())))
            }
            Spoken::Record(said, command) => self.record_said(said, *command),
            Spoken::Draw(Draw { by, dice, purpose, with }) => {
                let drawn = draw::rolled(self.recording().game(), &self.vault, by, (dice, &purpose), with)?;
                self.record_said(drawn.0, drawn.1)
            }
            Spoken::Throw(said, command, with) => {
                let thrown = draw::thrown(self.recording().game(), &self.vault, said, &command, with)?;
                self.record_said(thrown.0, thrown.1)
            }
        }
    }

    /// What would be left open by a command that passes time.
    fn open_at(&self, by: By, command: &Command) -> Option<String> {
        if !matches!(command, Command::EndTurn {} | Command::EndPhase { .. }) {
            return None;
        }
        let tried = rehearse(self.recording().game(), &vec![(by, command.clone())]).ok()?;
        let state = self.recording().game().state();
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
        // Whether both stop here, both are asked on the screen.
        let by = if matches!(command, Command::AgreeEnd {}) { By::Both } else { said.by };
        let mode = match command {
            Command::EndTurn {} => Mode::Sheet,
            Command::EndPhase { .. } => Mode::Guard,
            Command::Concede {} | Command::AgreeEnd {} | Command::End {} => {
                Mode::Confirm(by, Box::new(command.clone()))
            }
            _ => return false,
        };
        if self.recording().game().check(Said { by, ..said.clone() }, command).is_err() {
            return false;
        }
        self.session.modes.clear();
        self.session.open(mode);
        true
    }
}
