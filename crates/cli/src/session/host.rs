//! Carries out what the keys of a session ask for: records durably, draws dice, keeps secrets, reads army lists.

use std::sync::Arc;

use std::path::{Path, PathBuf};

use adjutant_engine::command::{Command, Text};
use adjutant_engine::ids::{MarkerId, Name};
use adjutant_engine::numbers::{Face, FaceOfThree};
use adjutant_engine::rules::Pack;
use adjutant_engine::side::{By, Player, Said};
use adjutant_engine::time::Timestamp;
use adjutant_rosters::import;
use adjutant_store::Store;

use super::chess_clock::ChessClock;
use super::{Deed, Key, Message, Session, setup};
use crate::clock::Clock;
use crate::commands::match_::undo;
use crate::draw;
use crate::error::CliError;
use crate::recording::{Recording, TakeError};
use crate::shorthand::{self, Context, Names, Spoken};
use crate::vault::Vault;
use crate::{files, rules};

/// A session with its log, its store and its clock.
pub struct Host {
    store: Store,
    pub(super) recording: Recording,
    session: Session,
    pub(super) vault: Vault,
    time: ChessClock,
    clock: Clock,
    over: bool,
    asks_for_rules: bool,
}

impl Host {
    /// Opens a match of a store, or one that is not there yet.
    ///
    /// # Errors
    /// A database that cannot be read.
    pub fn open(store: Store, id: &str, clock: Clock) -> Result<Host, CliError> {
        let recording = Recording::load(&store, id)?;
        let folder = store.path().parent().map_or_else(PathBuf::new, Path::to_path_buf);
        let vault = Vault::of(&folder);
        let time = ChessClock::of(&recording);
        let mut session = Session::new();
        session.follow(&recording);
        let host = Host { store, recording, session, vault, time, clock, over: false, asks_for_rules: false };
        host.sweep();
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

    /// One key. Whatever goes wrong is said on the screen and recording goes on.
    pub fn press(&mut self, key: Key) {
        let deeds = self.session.press(key, &self.recording);
        self.perform(deeds);
    }

    /// A whole line of words.
    pub fn speak(&mut self, line: &str) {
        self.session.message = None;
        self.perform(vec![Deed::Words(line.to_owned())]);
    }

    fn perform(&mut self, deeds: Vec<Deed>) {
        for deed in deeds {
            if deed == Deed::Leave {
                return self.leave();
            }
            if let Err(error) = self.carry_out(deed) {
                self.session.say(Message::from(error));
                break;
            }
        }
        self.session.follow(&self.recording);
    }

    /// Ends the session. Everything is on the disk already, secret choices too.
    pub fn leave(&mut self) {
        self.over = true;
    }

    fn carry_out(&mut self, deed: Deed) -> Result<(), CliError> {
        match deed {
            Deed::Record(commands) => commands.into_iter().try_for_each(|(by, command)| self.record(by, command)),
            Deed::Under(said, command) => self.record_said(said, *command),
            Deed::Undo => self.undo(),
            Deed::Words(line) => self.words(&line),
            Deed::ReadRoster(player, path) => self.read_roster(player, &path),
            Deed::RollMission => self.roll_mission(),
            Deed::RollOff(purpose) => self.roll_off(purpose),
            Deed::DrawMarker(by, tag, among) => {
                let marker = self.drawn(&format!("{tag:?}").to_lowercase(), &among)?;
                self.record(by, setup::becomes(&marker, tag))
            }
            Deed::Commit(player, choose) => self.commit(player, choose),
            Deed::Reveal => self.reveal(),
            Deed::Leave => Ok(()),
        }
    }

    pub(super) fn record(&mut self, by: By, command: Command) -> Result<(), CliError> {
        self.record_said(by.into(), command)
    }

    fn record_said(&mut self, said: Said, command: Command) -> Result<(), CliError> {
        let words = shorthand::brief(&command);
        let place = format!("record {}", self.recording.seq() + 1);
        let again = (self.asks_for_rules && said.under.is_none()).then(|| command.clone());
        if let Err(error) = self.recording.take_said(said.clone(), command, None, self.clock) {
            if let (Some(command), TakeError::Refused(refusal)) = (again, &error)
                && refusal.is_soft()
            {
                self.session.ask_for_rule(said.by, command);
            }
            return Err(error.explain(&place, &words).into());
        }
        self.write()?;
        self.session.say(Message::Done(format!("{}: {words}", self.recording.seq())));
        Ok(())
    }

    /// Brings what was taken to the disk; where another recorder was faster, the log is read again.
    fn write(&mut self) -> Result<(), CliError> {
        let id = self.recording.id().to_owned();
        if let Err(error) = self.recording.commit(&mut self.store) {
            self.recording = Recording::load(&self.store, &id)?;
            self.time = ChessClock::of(&self.recording);
            return Err(error.into());
        }
        if let Some(record) = self.recording.records().last() {
            self.time.note(record, self.recording.game().state());
        }
        Ok(())
    }

    fn undo(&mut self) -> Result<(), CliError> {
        let words = self.recording.last_undoable().map(|record| shorthand::brief(&record.command));
        let why = Text::new("undone").ok_or_else(|| CliError::usage("no reason"))?;
        undo::retract(&mut self.recording, why, self.clock)?;
        self.write()?;
        self.sweep();
        self.session.say(Message::Done(format!("undone: {}", words.unwrap_or_default())));
        Ok(())
    }

    fn words(&mut self, line: &str) -> Result<(), CliError> {
        let view = self.recording.game().view();
        let names = Names::of_match(&view, self.recording.standing(), rules::actions());
        let names = names.of_pack(self.recording.game().state().pack.as_deref());
        let (by, line) = shorthand::speaker_first(line.trim_start_matches([':', '/']).trim(), &names);
        match shorthand::parse(line, &Context { names, by, active: view.turn })? {
            Spoken::Undo => self.undo(),
            Spoken::Record(said, command) => self.record_said(said, *command),
            Spoken::Draw(by, dice, purpose) => {
                let command = draw::roll(self.recording.game(), dice, purpose)?;
                self.record(by, command)
            }
        }
    }

    fn read_roster(&mut self, player: Player, path: &str) -> Result<(), CliError> {
        let path = Path::new(path);
        let import = import::read(&files::read_log(path)?, player)
            .map_err(|error| CliError::refused(format!("{}: {error}", path.display())))?;
        let unplaced = import.unplaced.len();
        self.record(player.into(), Command::Roster { player, roster: Arc::new(import.roster) })?;
        if unplaced > 0 {
            let what = format!("army read; {unplaced} lines were not used (`adjutant roster import` lists them)");
            self.session.say(Message::Done(what));
        }
        Ok(())
    }

    fn roll_mission(&mut self) -> Result<(), CliError> {
        let purpose = name("mission")?;
        let faces = draw::faces(self.recording.game(), "d33".parse().map_err(draw::wrong)?, purpose.as_str())?;
        let d33: Option<Vec<FaceOfThree>> = faces.iter().map(|face| FaceOfThree::new(face.get())).collect();
        let d33: Option<[FaceOfThree; 2]> = d33.and_then(|faces| faces.try_into().ok());
        let state = self.recording.game().state();
        let rolled = setup::missions(state)
            .into_iter()
            .find(|mission| d33.is_some_and(|d33| d33.map(FaceOfThree::get) == mission.d33.map(|die| die.get())));
        let mission = rolled.map(|mission| mission.id.clone()).ok_or_else(|| CliError::refused("no such mission"))?;
        self.record(By::Both, Command::Roll { purpose, roll: faces, rerolled: None })?;
        self.record(By::Both, Command::Mission { mission, d33, rules_hash: None })
    }

    fn roll_off(&mut self, purpose: &'static str) -> Result<(), CliError> {
        let dice = draw::roll_off(self.recording.game(), purpose)?;
        let last = dice.last().copied();
        self.record(By::Both, Command::RollOff { purpose: name(purpose)?, dice })?;
        if let Some([one, two]) = last {
            let player = if one > two { Player::One } else { Player::Two };
            let winner = super::panel::name_of(self.recording.game().state(), player);
            self.session.say(Message::Done(format!("{winner} wins the roll-off {} to {}", one.get(), two.get())));
        }
        Ok(())
    }

    /// One of some markers, by the first die that names one.
    fn drawn(&mut self, purpose: &str, among: &[MarkerId]) -> Result<MarkerId, CliError> {
        let mut rolled: Vec<Face> = Vec::new();
        let faces = draw::faces(self.recording.game(), "100d6".parse().map_err(draw::wrong)?, purpose)?;
        for face in faces {
            rolled.push(face);
            let index = usize::try_from(face.get() - 1).unwrap_or(usize::MAX);
            if let Some(marker) = among.get(index) {
                let marker = marker.clone();
                self.record(By::Both, Command::Roll { purpose: name(purpose)?, roll: rolled, rerolled: None })?;
                return Ok(marker);
            }
        }
        Err(CliError::refused("the dice named no marker").hint("choose it by letter"))
    }
}

fn name(text: &str) -> Result<Name, CliError> {
    Name::new(text).map_err(|error| CliError::usage(error.to_string()))
}
