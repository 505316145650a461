//! A realm of a database on a PostgreSQL server: the store of a federation.
//!
//! | module | what |
//! |---|---|
//! | `connect` | the connection and its encryption |
//! | `trouble` | what an error of the server means |
//! | `stream` | appending and reading |
//! | `schema` | makes the tables, looks whether they are still what they should be |
//!
//! The client runs on a thread of its own: it drives a runtime, which must not be started inside another one, and
//! programs that serve pages have one. A lost connection is opened again; an append that may or may not have been
//! stored is repeated, which is harmless.

mod connect;
mod schema;
mod stream;
mod trouble;

use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};

use crate::{Append, Appended, Head, Line, Place, Server, Store, StoreError, StreamKind};
use connect::Session;

type Job = Box<dyn FnOnce(&mut Session) + Send>;

/// An open realm.
pub struct Federation {
    jobs: Sender<Job>,
    pub(crate) place: Place,
}

/// What is to be appended, with the lines themselves: they go to another thread.
pub(crate) struct Due {
    kind: StreamKind,
    id: String,
    expected: adjutant_core::chain::Link,
    lines: Vec<Line>,
}

impl Federation {
    /// Opens a realm; `None` where the database holds no tables of ours and none are to be made.
    pub(crate) fn open(server: Arc<Server>, create: bool) -> Result<Option<Store>, StoreError> {
        let (jobs, work) = channel::<Job>();
        let place = Place::Server(Arc::clone(&server));
        let mut session = Session::new(server, place.clone());
        std::thread::spawn(move || work.into_iter().for_each(|job| job(&mut session)));
        let open = Federation { jobs, place };
        let found = open.ask(move |session| session.prepare(create))?;
        Ok(found.then_some(Store::Postgres(open)))
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

    fn ask<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Session) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (tell, told) = channel();
        // Where the thread is gone, so is the sender of the answer.
        let _ = self.jobs.send(Box::new(move |session| {
            let _ = tell.send(work(session));
        }));
        let broken = || StoreError::Server { place: self.place.clone(), what: "the connection broke off".to_owned() };
        told.recv().unwrap_or_else(|_| Err(broken()))
    }

    pub(crate) fn append_all(&mut self, appends: &[Append<'_>]) -> Result<Vec<Appended>, StoreError> {
        for append in appends {
            crate::append::check_chain(append.kind, append.id, append.expected, append.lines)?;
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

    pub(crate) fn schema_differences(&self) -> Result<Vec<String>, StoreError> {
        self.ask(Session::schema_differences)
    }
}
