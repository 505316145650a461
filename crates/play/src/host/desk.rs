//! A session with its log, its store and its clock, and what records.

use std::path::{Path, PathBuf};

use adjutant_app::matches::recorder::Recorder;
use adjutant_app::matches::recording::{Recording, TakeError};
use adjutant_app::secrets::Vault;
use adjutant_engine::command::{Command, Said};
use adjutant_engine::dice::Mix;
use adjutant_engine::refusal::RefusalCode;
use adjutant_engine::side::{By, BySide};
use adjutant_engine::time::Timestamp;
use adjutant_shorthand::{self as shorthand};

use crate::clock::ChessClock;
use crate::error::Error;
use crate::feed::{self, Feed};
use crate::host::kept::Kept;
use crate::host::slot::Slot;
use crate::mode::Mode;
use crate::modes::agreed;
use crate::panel::scene::Scene;
use crate::shared::Session;
use crate::step::{Deed, Message};
use adjutant_present::say::telling::{Telling, Told};

/// A session with its log, its store and its clock.
pub struct Host {
    pub(super) recorder: Recorder,
    pub(super) session: Session,
    pub(super) vault: Vault,
    pub(super) time: ChessClock,
    pub(super) feed: Feed,
    pub(super) allowance_s: Option<i64>,
    pub(super) folder: PathBuf,
    pub(super) warned: BySide<usize>,
    pub(super) kept: Kept,
    /// Where that is kept; none as long as nothing is typed.
    pub(super) slot: Option<Slot>,
    pub(super) over: bool,
    pub(super) asks_for_rules: bool,
    /// The number that the other player said for the dice that are thrown now.
    pub(super) number: Option<Mix>,
}

use crate::view;

impl Host {
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
        let (session, recording) = (&self.session, self.recorder.recording());
        Scene { session, recording, feed: &self.feed, time: &self.time, now: self.now() }
    }

    /// Notes how large the screen is: a turn ends only where all that its end brings about was shown.
    pub fn shown(&mut self, columns: usize, rows: usize) {
        let sheet = matches!(self.session.mode(), Some(Mode::Sheet));
        self.session.unseen = sheet && view::is_cut(&self.scene(), columns, rows);
    }

    /// The log.
    pub fn recording(&self) -> &Recording {
        self.recorder.recording()
    }

    /// The players' time.
    pub fn time(&self) -> &ChessClock {
        &self.time
    }

    /// The moment on the recorder's clock.
    pub fn now(&self) -> Option<Timestamp> {
        self.recording().clock().now().max(self.recording().records().last().map(|record| record.at))
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

    pub(crate) fn record(&mut self, by: By, command: Command) -> Result<(), Error> {
        self.record_said(by.into(), command)
    }

    pub(crate) fn record_said(&mut self, said: Said, command: Command) -> Result<(), Error> {
        self.record_all(vec![(said, command)])
    }

    /// Records commands in order, all or none.
    pub(super) fn record_all(&mut self, commands: Vec<(Said, Command)>) -> Result<(), Error> {
        if commands.is_empty() {
            return Ok(());
        }
        let first = self.recording().seq() + 1;
        let single = commands.len() == 1;
        let all = commands.clone();
        let mut news = Vec::new();
        let waiting = self.recording().game().open_dice();
        for (said, command) in commands {
            let words = shorthand::brief(&command);
            let place = format!("record {}", self.recording().seq() + 1);
            let again = (single && self.asks_for_rules && said.under.is_none()).then(|| command.clone());
            let state = self.recording().game().state();
            let (telling, by) = (Telling::of(state, said.by, &command), said.by);
            if let Err(error) = self.recorder.recording_mut().take_said(said, command, None) {
                if let (Some(command), TakeError::Refused(refusal)) = (again, &error)
                    && refusal.is_soft()
                {
                    self.session.ask_for_rule(by, command);
                }
                let relied = matches!(&error, TakeError::Refused(refusal) if refusal.code == RefusalCode::ReliedOn);
                let explained = error.explain(&place, &words);
                if self.recording().seq() >= first {
                    self.recorder.read_again()?;
                }
                if relied {
                    let _ = agreed::ask(&mut self.session, self.recorder.recording(), Deed::Say(all.clone()), &all);
                }
                return Err(explained.into());
            }
            let told = telling.told(self.recording().game().state());
            news.push((told, words));
        }
        let (told, words): (Vec<Told>, Vec<String>) = news.into_iter().unzip();
        self.tell(first, told)?;
        let (last, words) = (self.recording().seq(), words.last().map_or("", String::as_str));
        self.session.say(Message::Recorded(format!("{last}: {words}")));
        self.say_again(&waiting);
        self.session.arrived(first, last);
        Ok(())
    }

    /// Brings what was taken to the disk, and tells it in the feed.
    pub(super) fn tell(&mut self, first: u64, news: Vec<Told>) -> Result<(), Error> {
        let brought = self.recording().told().to_vec();
        self.write()?;
        let recording = self.recorder.recording();
        let (game, records) = (recording.game(), recording.records());
        for (seq, mut told) in (first..).zip(news) {
            if let Some(record) = records.iter().find(|record| record.seq == seq && feed::corrects(&record.command)) {
                told = self.feed.correct(told, game, records, record);
            }
            self.feed.note(seq, &told);
            self.feed.add(&told, game.state(), brought.iter().filter(|(of, _)| *of == seq).map(|(_, told)| told));
        }
        Ok(())
    }

    /// Says that a roll which was taken back shows the same faces.
    fn say_again(&mut self, waiting: &[u64]) {
        let open = self.recording().game().open_dice();
        if let Some(seq) = waiting.iter().find(|seq| !open.contains(seq)) {
            let says = format!("Rolled again: the same faces as record {seq}, which was taken back.");
            self.feed.remark(says.clone());
            self.session.say(Message::Done(says));
        }
    }

    /// Brings what was taken to the disk; where another recorder was faster, the log is read again.
    pub(super) fn write(&mut self) -> Result<(), Error> {
        let known = self.time.seen();
        if let Err(error) = self.recorder.commit() {
            self.recorder.read_again()?;
            self.read_again();
            return Err(error.into());
        }
        let fresh = self.recording().records().iter().filter(|record| record.seq > known).count();
        if fresh > 1 {
            self.time = ChessClock::of(self.recorder.recording()).allowing(self.allowance_s);
        } else if let Some(record) = self.recorder.recording().records().last() {
            self.time.note(record, self.recorder.recording().game().state());
        }
        Ok(())
    }

    /// Everything that is computed from the log, anew, because somebody else wrote to it.
    pub(super) fn read_again(&mut self) {
        self.time = ChessClock::of(self.recorder.recording()).allowing(self.allowance_s);
        self.feed = Feed::of(self.recorder.recording());
        self.session.others_recorded();
        self.session.follow(self.recorder.recording());
    }
}
