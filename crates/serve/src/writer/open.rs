//! What the writer has open and has answered, and how an error is told.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Instant;

use adjutant_app::tournaments::TournamentRecording;
use adjutant_app::{App, Error, ErrorKind};
use adjutant_tournament::TournamentId;
use tokio::sync::oneshot;

use crate::act::Outcome;
use crate::inbox::Submission;
use crate::press::Press;
use crate::site::Site;

/// Who sent a form, and its number.
pub(super) type Sent = (String, String);

/// Records of the event (under no name) and of matches (by their ids) that are known to be of a form: it has made them, or
/// was sent again after this server was started and has found them. A record of nobody's may be what is sent again; one of
/// another form never is, and so two equal forms are two records.
#[derive(Default)]
pub(super) struct Written(HashMap<(String, u64), Sent>);

impl Written {
    /// Whether a record may be what this form made.
    pub fn may_be(&self, log: &str, seq: u64, sent: &Sent) -> bool {
        self.0.get(&(log.to_owned(), seq)).is_none_or(|known| known == sent)
    }

    pub fn know(&mut self, log: &str, all: impl IntoIterator<Item = u64>, sent: &Sent) {
        self.0.extend(all.into_iter().map(|seq| ((log.to_owned(), seq), sent.clone())));
    }

    /// What a form was to make is not there.
    pub fn forget(&mut self, sent: &Sent) {
        self.0.retain(|_, known| known != sent);
    }
}

impl<W> Submission<W> {
    pub(super) fn sent(&self) -> Sent {
        (self.who.clone(), self.rid.clone())
    }
}

/// A page that shows more than the log holds is of another log: of a laptop that took over, or before a restore.
pub(super) fn beyond(seen: u64, known: u64) -> Result<(), Outcome> {
    let words = || format!("Your page shows {seen} records, and {known} are stored here: it may be there already.");
    if seen > known { Err(Outcome::Overtaken(words())) } else { Ok(()) }
}

/// The database, the log that is written, and the answers that were given.
pub(super) struct Writer {
    pub site: Arc<Site>,
    pub press: Press,
    pub event: TournamentId,
    pub open: Option<(App, TournamentRecording)>,
    /// What others had written when the matches were last looked at.
    pub looked: Option<i64>,
    /// By sender and number: what was sent, and the answer.
    pub answers: HashMap<Sent, (Instant, u64, Outcome)>,
    pub written: Written,
}

/// An error as the sender reads it.
pub(super) fn told(error: &Error) -> Outcome {
    match (error, error.kind()) {
        (Error::TournamentRefused(told), _) => {
            let (refusal, message) = (&told.refused.refusal, told.refused.refusal.message());
            if refusal.passes_with_reason() {
                Outcome::Conflict(format!("{message}."))
            } else {
                Outcome::Refused(message, refusal.hint())
            }
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
        let sent = one.sent();
        if !matches!(outcome, Outcome::Done(_)) {
            self.written.forget(&sent);
        }
        // What failed here is tried again when it comes again.
        if !matches!(outcome, Outcome::Broken(_)) {
            self.answers.insert(sent, (Instant::now(), one.what, outcome.clone()));
        }
        answer(one.reply, outcome);
    }
}
