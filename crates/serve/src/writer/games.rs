//! What forms say of matches: judged in their order on what stands there, written together, answered when it is on the
//! disk.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

use adjutant_app::matches::{Recording, TakeError};
use adjutant_engine::side::By;
use adjutant_store::{Store, StreamKind};
use adjutant_tournament::{RoundNumber, TableNumber};
use tokio::sync::oneshot;

use super::{Writer, answer, told};
use crate::act::{GameAct, Outcome};
use crate::game::{Game, is_aside, speaker};

/// One form about a match, on its way.
pub(super) struct One {
    pub who: String,
    pub rid: String,
    pub seen: u64,
    pub act: GameAct,
    pub reply: oneshot::Sender<Outcome>,
}

type At = (RoundNumber, TableNumber);

impl Writer {
    /// Judges forms and writes what the rules take.
    pub(super) fn write_games(&mut self, batch: Vec<One>) {
        if batch.is_empty() {
            return;
        }
        let mut open: BTreeMap<At, Recording> = BTreeMap::new();
        let mut taken: Vec<(One, u64)> = Vec::new();
        for one in batch {
            let mut judged = self.judge_game(&mut open, &one);
            if matches!(judged, Err(Outcome::Done(_))) && !taken.is_empty() {
                // What is the same as something on its way is answered when that is on the disk, not before.
                self.commit_games(std::mem::take(&mut open), std::mem::take(&mut taken));
                judged = self.judge_game(&mut open, &one);
            }
            match judged {
                Ok(last) => taken.push((one, last)),
                Err(outcome) => self.settle_game(one, outcome),
            }
        }
        self.commit_games(open, taken);
    }

    fn commit_games(&mut self, mut open: BTreeMap<At, Recording>, taken: Vec<(One, u64)>) {
        if taken.is_empty() {
            return;
        }
        let Some((store, _)) = &mut self.open else {
            return taken.into_iter().for_each(|(one, _)| {
                answer(one.reply, Outcome::Broken("the database is not open".to_owned()));
            });
        };
        match Recording::commit_all(open.values_mut(), store) {
            Ok(()) => {
                open.into_iter().for_each(|(at, recording)| self.site.show_game(at, recording));
                taken.into_iter().for_each(|(one, last)| self.done(one, last));
            }
            // Another program wrote meanwhile: each is judged anew, alone.
            Err(_) => taken.into_iter().for_each(|(one, _)| self.game_alone(one)),
        }
    }

    fn game_alone(&mut self, one: One) {
        let mut open = BTreeMap::new();
        self.site.forget_game(one.act.at);
        let last = match self.judge_game(&mut open, &one) {
            Ok(last) => last,
            Err(outcome) => return self.settle_game(one, outcome),
        };
        let Some((store, _)) = &mut self.open else {
            return self.settle_game(one, Outcome::Broken("the database is not open".to_owned()));
        };
        match Recording::commit_all(open.values_mut(), store) {
            Ok(()) => {
                open.into_iter().for_each(|(at, recording)| self.site.show_game(at, recording));
                self.done(one, last);
            }
            Err(error) => self.settle_game(one, told(&error)),
        }
    }

    fn done(&mut self, one: One, last: u64) {
        let (id, length) = (self.site.game_id(one.act.at), one.act.said.len() as u64);
        self.written.extend((last + 1 - length..=last).map(|seq| (id.clone(), seq)));
        let back = Outcome::Done(one.act.back.clone());
        self.settle_game(one, back);
    }

    /// Lets the rules judge a form on what stands there; what they take is sealed and not yet written. Returns the
    /// number of its last record.
    fn judge_game(&mut self, open: &mut BTreeMap<At, Recording>, one: &One) -> Result<u64, Outcome> {
        let at = one.act.at;
        if let std::collections::btree_map::Entry::Vacant(entry) = open.entry(at) {
            let Some((store, _)) = &self.open else {
                return Err(Outcome::Broken("the database is not open".to_owned()));
            };
            let none = || Outcome::Refused("This table has no match to record.".to_owned(), None);
            let game = current(store, &self.site, at).ok_or_else(none)?;
            entry.insert(game.recording.clone());
        }
        let Some(recording) = open.get(&at) else { return Err(Outcome::Broken("the match is not open".to_owned())) };
        self.expected(recording, one)?;
        // All of a form or nothing of it.
        let mut told = recording.clone();
        for (said, command) in &one.act.said {
            let before = told.records().last().map(|record| record.at);
            let now = self.site.moment().now;
            let tapped =
                one.act.tapped.filter(|tapped| before.is_none_or(|before| before <= *tapped) && *tapped <= now);
            told.take_said(said.clone(), command.clone(), tapped, self.site.clock)
                .map_err(|error| refused(error, &one.act.words))?;
        }
        let last = told.seq();
        open.insert(at, told);
        Ok(last)
    }

    /// Whether what the page showed still stands.
    fn expected(&mut self, recording: &Recording, one: &One) -> Result<(), Outcome> {
        let id = recording.id().to_owned();
        let seen = usize::try_from(one.seen).unwrap_or(usize::MAX);
        let since = recording.records().get(seen..).unwrap_or_default();
        let (said, by) = (&one.act.said, one.act.said.first().map_or(By::Both, |(said, _)| said.by));
        // The server was stopped between the disk and the answer: the same tap comes again.
        let same = |at: &usize| {
            let there = since.get(*at..*at + said.len());
            there.is_some_and(|there| {
                there.iter().zip(said).all(|(record, (said, command))| {
                    let number = (id.clone(), record.seq);
                    record.by == said.by && *record.command == *command && !self.written.contains(&number)
                })
            })
        };
        if let Some(at) = (0..since.len()).find(same) {
            let found: Vec<u64> = since[at..at + said.len()].iter().map(|record| record.seq).collect();
            self.written.extend(found.into_iter().map(|seq| (id.clone(), seq)));
            return Err(Outcome::Done(one.act.back.clone()));
        }
        let other = since.iter().find(|record| record.by != by && !is_aside(&record.command));
        match other {
            Some(record) => {
                let who = speaker(recording.game().state(), record.by);
                let what = self.site.tools.words(&record.command);
                Err(Outcome::Overtaken(format!("{who} recorded “{what}” meanwhile (record {}).", record.seq)))
            }
            None => Ok(()),
        }
    }

    fn settle_game(&mut self, one: One, outcome: Outcome) {
        self.answers.insert((one.who, one.rid), (Instant::now(), outcome.clone()));
        answer(one.reply, outcome);
    }

    /// Takes in what other programs have appended to the matches that pages show.
    pub(super) fn freshen_games(&mut self) {
        let Some((store, _)) = &self.open else { return };
        for (at, _) in self.site.games() {
            let _ = current(store, &self.site, at);
        }
    }
}

/// The match of a table as the database holds it now.
fn current(store: &Store, site: &crate::Site, at: At) -> Option<Arc<Game>> {
    let game = site.game(at)?;
    let head = store.head(StreamKind::Match, game.recording.id()).ok()??;
    if head.hash == game.head() {
        return Some(game);
    }
    site.forget_game(at);
    let game = site.game(at);
    site.tell_of_games();
    game
}

fn refused(error: TakeError, words: &str) -> Outcome {
    match error {
        TakeError::Refused(refusal) if refusal.is_soft() => {
            Outcome::Forbidden(refusal.message, accepted(refusal.accepted))
        }
        TakeError::Refused(refusal) => Outcome::Refused(refusal.message, accepted(refusal.accepted)),
        other => told(&other.explain("this record", words)),
    }
}

fn accepted(words: String) -> Option<String> {
    (!words.is_empty()).then(|| format!("Accepted: {words}."))
}
