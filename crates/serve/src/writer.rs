//! The one writer: it owns the database and the log that is being written, judges what forms ask for in their order, and
//! answers when it is on the disk. What came in meanwhile is written in one transaction.

mod games;
mod look;
mod open;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError, channel};
use std::time::Duration;

use adjutant_app::tournaments::{TournamentRecording, gate, matches};
use adjutant_app::{App, Error, ErrorKind, StreamKind};
use adjutant_tournament::{RoundNumber, TournamentId};

use self::look::{One, still_stands};
use self::open::{Writer, Written, answer, broken, not_open, told};
use crate::act::{NO_SECRETS, Outcome, Wish};
use crate::inbox::{Inbox, Submission};
use crate::press::Press;
use crate::site::Site;

/// How often the writer checks whether another program has written.
const LOOK: Duration = Duration::from_millis(250);
/// So much is written in one transaction.
const BATCH_MAX: usize = 256;
/// How long an answer is known, for a form that is sent again.
const KNOWN_FOR: Duration = Duration::from_secs(900);

/// Starts the writer of an event.
pub fn start(site: Arc<Site>, press: Press, event: TournamentId) -> Inbox {
    let (inbox, mail) = channel();
    std::thread::spawn(move || {
        let (answers, written) = (HashMap::new(), Written::default());
        let mut writer = Writer { site, press, event, open: None, looked: None, answers, written };
        while writer.step(&mail) {}
    });
    inbox
}

impl Writer {
    /// Takes what has come in, or looks at the database; `false` when nobody can ask any more.
    fn step(&mut self, mail: &Receiver<Submission>) -> bool {
        let first = match self.next(mail) {
            Ok(first) => first,
            Err(RecvTimeoutError::Timeout) => {
                // A database that cannot be read now is tried again; pages show what they have.
                let _ = self.freshen();
                self.freshen_games();
                if let Some(((store, _), season)) = self.open.as_ref().zip(self.site.season.as_ref()) {
                    season.look(store);
                }
                return true;
            }
            Err(RecvTimeoutError::Disconnected) => return false,
        };
        let batch: Vec<Submission> = std::iter::once(first).chain(mail.try_iter().take(BATCH_MAX - 1)).collect();
        self.answers.retain(|_, (since, ..)| since.elapsed() < KNOWN_FOR);
        self.write_batch(batch);
        // Where forms never stop coming in, what other programs write is seen all the same.
        self.freshen_games();
        true
    }

    /// What has come in. While there are matches to read, one is read whenever nothing has.
    fn next(&mut self, mail: &Receiver<Submission>) -> Result<Submission, RecvTimeoutError> {
        for at in self.site.unread() {
            match mail.try_recv() {
                Ok(first) => return Ok(first),
                Err(TryRecvError::Disconnected) => return Err(RecvTimeoutError::Disconnected),
                // Where the database cannot be opened now, the next look tries again.
                Err(TryRecvError::Empty) if self.freshen().is_err() => break,
                Err(TryRecvError::Empty) => self.read_game(at),
            }
        }
        mail.recv_timeout(LOOK)
    }

    /// Opens the database where it is not open, and takes in what others have appended.
    fn freshen(&mut self) -> Result<(), Error> {
        if let Some((store, recording)) = &self.open {
            let head = store.head(StreamKind::Event, self.event.as_str());
            if matches!(&head, Ok(Some(head)) if head.hash == recording.log().head()) {
                return Ok(());
            }
        }
        self.open = None;
        self.looked = None;
        let app = self.press.app()?;
        let recording = TournamentRecording::load(&app, &self.event)?;
        if self.site.snap().head != recording.log().head() {
            self.site.show(recording.log());
        }
        self.open = Some((app, recording));
        Ok(())
    }

    fn write_batch(&mut self, batch: Vec<Submission>) {
        if let Err(error) = self.freshen() {
            return batch.into_iter().for_each(|one| answer(one.reply, broken(&error)));
        }
        let mut taken: Vec<One> = Vec::new();
        let mut of_games = Vec::new();
        // What comes twice at once is answered when the first is settled.
        let mut met = HashSet::new();
        let (batch, again): (Vec<_>, Vec<_>) = batch.into_iter().partition(|one| met.insert(one.sent()));
        for one in batch {
            let Some(Submission { who, rid, what, seen, wish, reply }) = self.first_time(one) else { continue };
            let one = match wish {
                Wish::Event(wish) => match self.shown_first(One { who, rid, what, seen, wish, reply }) {
                    Some(one) => one,
                    None => continue,
                },
                Wish::Game(wish) => {
                    of_games.push(games::One { who, rid, what, seen, wish, reply });
                    continue;
                }
            };
            // A round is published in a transaction of its own, with its matches; so is what makes several records.
            if one.wish.publishes.is_some() || one.wish.whole {
                self.commit(std::mem::take(&mut taken));
                let outcome = match (one.wish.publishes, one.wish.rest) {
                    (None, None) => self.write(&one, |_, _, _| Ok(())),
                    // A bracket that is reset has its earliest round published with what resets it.
                    (round, _) => self.publish(&one, round),
                };
                self.settle(one, outcome);
                continue;
            }
            let mut judged = self.judge(&one);
            if matches!(judged, Err(Outcome::Done(_))) && !taken.is_empty() {
                // What is the same as something on its way is answered when that is on the disk, not before.
                self.commit(std::mem::take(&mut taken));
                judged = self.judge(&one);
            }
            match judged {
                Ok(()) => taken.push(one),
                Err(outcome) => self.settle(one, outcome),
            }
        }
        self.commit(taken);
        self.write_games(of_games);
        if !again.is_empty() {
            self.write_batch(again);
        }
    }

    /// Answers a form that was answered before; gives every other one back.
    fn first_time(&self, one: Submission) -> Option<Submission> {
        let Some((_, what, known)) = self.answers.get(&one.sent()) else { return Some(one) };
        let other = || {
            let hint = "Look at the page as it is now, then say it there.".to_owned();
            Outcome::Refused("This page has recorded something else already, and this was not.".to_owned(), Some(hint))
        };
        answer(one.reply, if *what == one.what { known.clone() } else { other() });
        None
    }

    /// Lets the rules judge; what they take is sealed and not yet written.
    fn judge(&mut self, one: &One) -> Result<(), Outcome> {
        let Some((store, recording)) = self.open.take() else {
            return Err(not_open());
        };
        let mut recording = recording.told_by(one.wish.by).judged_by(one.wish.judge.clone());
        let judged = judge_on(&mut recording, one, &mut self.written);
        self.open = Some((store, recording));
        judged
    }

    /// Writes what was taken, and answers.
    fn commit(&mut self, taken: Vec<One>) {
        if taken.is_empty() {
            return;
        }
        let Some((store, recording)) = &mut self.open else {
            return taken.into_iter().for_each(|one| answer(one.reply, not_open()));
        };
        match recording.commit(store) {
            Ok(_) => {
                self.site.show(recording.log());
                taken.into_iter().for_each(|one| {
                    let done = Outcome::Done(one.wish.back.clone());
                    self.settle(one, done);
                });
            }
            Err(error) => self.one_by_one(taken, &error),
        }
    }

    /// Where the whole could not be written, each is judged anew and written alone.
    fn one_by_one(&mut self, taken: Vec<One>, error: &Error) {
        let conflict = matches!(error.kind(), ErrorKind::Conflict | ErrorKind::Refused);
        for one in taken {
            self.open = None;
            let outcome = if conflict { self.alone(&one) } else { broken(error) };
            self.settle(one, outcome);
        }
    }

    fn alone(&mut self, one: &One) -> Outcome {
        self.written.forget(&one.sent());
        if let Err(error) = self.freshen() {
            return broken(&error);
        }
        self.write(one, |_, _, _| Ok(()))
    }

    /// Publishes a round and opens its matches.
    fn publish(&mut self, one: &One, round: Option<RoundNumber>) -> Outcome {
        let site = Arc::clone(&self.site);
        let Some(vault) = &site.vault else { return Outcome::Broken(NO_SECRETS.to_owned()) };
        let mut opened = Vec::new();
        let outcome = self.write(one, |store, recording, site| {
            let round = round.unwrap_or(RoundNumber(recording.state().published()));
            for (table, recording) in matches::open_all(store, vault, recording, round)? {
                // Known before the round is shown: a page that hears of the round finds its match.
                site.know_game((round, table), Some(recording));
                opened.push((round, table));
            }
            Ok(())
        });
        if !matches!(outcome, Outcome::Done(_)) {
            self.site.forget_games(&opened);
        }
        outcome
    }

    /// Judges one form, does what goes with it, and writes both.
    fn write(
        &mut self,
        one: &One,
        also: impl FnOnce(&mut App, &mut TournamentRecording, &Site) -> Result<(), Error>,
    ) -> Outcome {
        if let Err(outcome) = self.judge(one) {
            if one.wish.whole {
                // Its first records may have been taken before the one that was refused: the log is read anew.
                self.open = None;
            }
            return outcome;
        }
        let Some((store, recording)) = &mut self.open else {
            return not_open();
        };
        match also(store, recording, &self.site).and_then(|()| recording.commit(store)) {
            Ok(_) => {
                self.site.show(recording.log());
                Outcome::Done(one.wish.back.clone())
            }
            Err(error) => {
                // What was taken is not written: the log is read anew.
                self.open = None;
                told(&error)
            }
        }
    }
}

fn judge_on(recording: &mut TournamentRecording, one: &One, written: &mut Written) -> Result<(), Outcome> {
    let commands = (one.wish.make)(recording.state()).map_err(|why| Outcome::Refused(why, None))?;
    still_stands(recording, one, &commands, written)?;
    let first = recording.log().records().len() as u64 + 1;
    for command in commands {
        let why = one.wish.anyway.clone();
        let anyway = why.and_then(|why| gate::let_pass(&gate::held_by(recording.log(), one.wish.by, &command), why));
        let command = match anyway {
            Some(anyway) => command.with_anyway(anyway),
            None => command,
        };
        recording.correct(command, &one.wish.words, one.wish.rest).map_err(|error| told(&error))?;
    }
    written.know("", first..=recording.log().records().len() as u64, &one.sent());
    Ok(())
}
