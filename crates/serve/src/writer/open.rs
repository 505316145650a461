//! What the writer has open and has answered, and how an error is told.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Instant;

use adjutant_app::tournaments::TournamentRecording;
use adjutant_app::{Error, ErrorKind, Place, Store};
use adjutant_tournament::TournamentId;
use tokio::sync::oneshot;

use crate::act::Outcome;
use crate::inbox::Submission;
use crate::site::Site;

/// The database, the log that is written, and the answers that were given.
pub(super) struct Writer {
    pub site: Arc<Site>,
    pub database: Place,
    pub event: TournamentId,
    pub open: Option<(Store, TournamentRecording)>,
    /// What others had written when the matches were last looked at.
    pub looked: Option<i64>,
    pub answers: HashMap<(String, String), (Instant, Outcome)>,
    /// Records of matches that this writer has written and answered, or has found to be what a phone sent again.
    pub written: HashSet<(String, u64)>,
}

/// An error as the sender reads it.
pub(super) fn told(error: &Error) -> Outcome {
    match (error, error.kind()) {
        (Error::TournamentRefused(told), _) => {
            Outcome::Refused(told.refused.refusal.message(), told.refused.refusal.hint())
        }
        (_, ErrorKind::Conflict) => Outcome::Overtaken(error.message()),
        (_, ErrorKind::Refused | ErrorKind::Invalid | ErrorKind::NotFound) => {
            Outcome::Refused(error.sentence(), error.hint())
        }
        _ => broken(error),
    }
}

pub(super) fn broken(error: &Error) -> Outcome {
    Outcome::Broken(error.sentence())
}

pub(super) fn answer(reply: oneshot::Sender<Outcome>, outcome: Outcome) {
    // A client that has gone away sends the same number again.
    let _ = reply.send(outcome);
}

pub(super) fn not_open() -> Outcome {
    Outcome::Broken("the database is not open".to_owned())
}

impl Writer {
    /// Answers, and knows the answer where the same is sent again.
    pub(super) fn settle<W>(&mut self, one: Submission<W>, outcome: Outcome) {
        self.answers.insert((one.who, one.rid), (Instant::now(), outcome.clone()));
        answer(one.reply, outcome);
    }
}
