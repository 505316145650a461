//! A realm of a database on a PostgreSQL server: the store of a federation.
//!
//! | module | what |
//! |---|---|
//! | `connect` | the connection and its encryption |
//! | `notes` | what was sent and not answered |
//! | `trouble` | what an error of the server means |
//! | `stream` | appending and reading |
//! | `schema` | makes the tables, looks whether they are still what they should be |
//! | `any_kind` | makes room for leagues and sealed names |
//! | `opening` | what opens sealed names |
//!
//! The client drives a runtime, which must not be started inside another one, and programs that serve pages have one: it
//! lives on a thread of its own, which is left alone where the server gives no sign of life any more. A lost connection is
//! opened again; an append that may or may not have been stored is repeated, which is harmless.

mod any_kind;
mod connect;
mod notes;
mod opening;
mod schema;
mod stream;
mod trouble;

use std::path::PathBuf;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use adjutant_core::chain::Hash;
use adjutant_core::sealed::Openings;

use crate::append::{Append, Appended, Head, Line, StreamKind};
use crate::chain::check_chain;
use crate::error::StoreError;
use crate::place::{Place, Server};
use connect::{Sent, Session, Watch};
use stream::Due;

/// How often whoever waits looks until when an answer is due.
const LOOK: std::time::Duration = std::time::Duration::from_millis(500);

/// An open realm.
pub struct Federation {
    server: Arc<Server>,
    pub(crate) place: Place,
    notes: Option<PathBuf>,
    worker: Mutex<Option<Worker>>,
}

/// The thread that has the connection. It ends when nothing can be asked any more.
struct Worker {
    work: Sender<Work>,
    watch: Arc<Watch>,
}

type Work = Box<dyn FnOnce(&mut Session) + Send>;

impl Worker {
    fn new(mut session: Session) -> Worker {
        let (work, due) = channel::<Work>();
        let watch = Arc::clone(&session.watch);
        thread::spawn(move || due.iter().for_each(|work| work(&mut session)));
        Worker { work, watch }
    }
}

impl Federation {
    /// Opens a realm; `None` where the database holds no tables of ours and none are to be made.
    pub(crate) fn open(server: Arc<Server>, create: bool) -> Result<Option<Federation>, StoreError> {
        let place = Place::Server(Arc::clone(&server));
        let open = Federation { server, place, notes: None, worker: Mutex::new(None) };
        let found = open.ask(move |session| session.prepare(create))?;
        Ok(found.then_some(open))
    }

    /// What the server has a setting at, for this connection.
    ///
    /// # Errors
    /// No such setting, or a server that does not answer.
    pub fn setting(&self, name: &str) -> Result<String, StoreError> {
        let name = name.to_owned();
        self.ask(move |session| {
            session.asked(|client| client.query_one("SELECT current_setting($1)", &[&name])?.try_get(0))
        })
    }

    /// Keeps what is sent in a folder until the server has answered.
    pub(crate) fn note_in(&mut self, folder: PathBuf) {
        self.notes = Some(folder);
        *self.worker() = None;
    }

    fn worker(&self) -> std::sync::MutexGuard<'_, Option<Worker>> {
        self.worker.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn ask<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Session) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let place = || self.place.clone();
        let (tell, told) = channel();
        let watch = {
            let mut worker = self.worker();
            let worker = worker.get_or_insert_with(|| {
                let mut session = Session::new(Arc::clone(&self.server), place(), Arc::default());
                session.notes.clone_from(&self.notes);
                Worker::new(session)
            });
            // Where the thread has ended, nobody answers.
            let _ = worker.work.send(Box::new(move |session| _ = tell.send(work(session))));
            Arc::clone(&worker.watch)
        };
        loop {
            match told.recv_timeout(watch.left().min(LOOK)) {
                Ok(answer) => return answer,
                Err(RecvTimeoutError::Timeout) if !watch.left().is_zero() => {}
                Err(why) => {
                    *self.worker() = None;
                    let what = match why {
                        RecvTimeoutError::Timeout => "it is there and gives no answer",
                        RecvTimeoutError::Disconnected => "the connection broke off",
                    };
                    let what = what.to_owned();
                    return Err(match watch.sent(Sent::Abandoned) {
                        Sent::OnItsWay => StoreError::Unanswered { place: place(), what },
                        Sent::Nothing | Sent::Abandoned => StoreError::Offline { place: place(), what },
                    });
                }
            }
        }
    }

    pub(crate) fn append_all(&mut self, appends: &[Append<'_>]) -> Result<Vec<Appended>, StoreError> {
        for append in appends {
            check_chain(append.kind, append.id, append.expected, append.lines)?;
        }
        let due = |append: &Append<'_>| Due {
            kind: append.kind,
            id: append.id.to_owned(),
            expected: append.expected,
            lines: append.lines.to_vec(),
        };
        let all: Vec<Due> = appends.iter().map(due).collect();
        self.ask(move |session| session.append_all(&all))
    }

    pub(crate) fn read_from(&self, kind: StreamKind, id: &str, seq: u64) -> Result<Vec<Line>, StoreError> {
        let id = id.to_owned();
        self.ask(move |session| session.read_from(kind, &id, seq))
    }

    pub(crate) fn line(&self, kind: StreamKind, id: &str, seq: u64) -> Result<Option<Line>, StoreError> {
        let id = id.to_owned();
        self.ask(move |session| session.line(kind, &id, seq))
    }

    pub(crate) fn head(&self, kind: StreamKind, id: &str) -> Result<Option<adjutant_core::chain::Link>, StoreError> {
        let id = id.to_owned();
        self.ask(move |session| session.head(kind, &id))
    }

    pub(crate) fn list(&self, kind: StreamKind) -> Result<Vec<Head>, StoreError> {
        self.ask(move |session| session.list(kind))
    }

    pub(crate) fn ids(&self, kind: StreamKind) -> Result<Vec<String>, StoreError> {
        self.ask(move |session| session.ids(kind))
    }

    pub(crate) fn names(&self, origin: Hash) -> Result<Openings, StoreError> {
        self.ask(move |session| session.names(origin))
    }

    pub(crate) fn keep_names(&self, origin: Hash, names: Openings) -> Result<(), StoreError> {
        self.ask(move |session| session.keep_names(origin, &names))
    }

    pub(crate) fn forget(&self, origin: Hash, digests: &[Hash]) -> Result<(), StoreError> {
        let digests = digests.to_vec();
        self.ask(move |session| session.forget(origin, &digests))
    }

    pub(crate) fn schema_differences(&self) -> Result<Vec<String>, StoreError> {
        self.ask(Session::schema_differences)
    }
}
