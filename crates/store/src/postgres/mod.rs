//! A realm of a database on a PostgreSQL server: the store of a federation.
//!
//! | module | what |
//! |---|---|
//! | `connect` | the connection and its encryption |
//! | `trouble` | what an error of the server means |
//! | `stream` | appending and reading |
//! | `schema` | makes the tables, looks whether they are still what they should be |
//!
//! The client drives a runtime, which must not be started inside another one, and programs that serve pages have one:
//! there it is called on a thread of its own. A lost connection is opened again; an append that may or may not have
//! been stored is repeated, which is harmless.

mod connect;
mod schema;
mod stream;
mod trouble;

use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use crate::append::{Append, Appended, Head, Line, StreamKind};
use crate::chain::check_chain;
use crate::error::StoreError;
use crate::place::{Place, Server};
use connect::Session;
use stream::Due;

/// An open realm.
pub struct Federation {
    /// There until the realm is closed.
    session: Option<Arc<Mutex<Session>>>,
    pub(crate) place: Place,
}

impl Federation {
    /// Opens a realm; `None` where the database holds no tables of ours and none are to be made.
    pub(crate) fn open(server: Arc<Server>, create: bool) -> Result<Option<Federation>, StoreError> {
        let place = Place::Server(Arc::clone(&server));
        let session = Arc::new(Mutex::new(Session::new(server, place.clone())));
        let open = Federation { session: Some(session), place };
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

    fn ask<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Session) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let broken = || StoreError::Server { place: self.place.clone(), what: "the connection broke off".to_owned() };
        let session = self.session.clone().ok_or_else(broken)?;
        let work = move || work(&mut session.lock().unwrap_or_else(PoisonError::into_inner));
        if in_a_runtime() { thread::spawn(work).join().unwrap_or_else(|_| Err(broken())) } else { work() }
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

    pub(crate) fn schema_differences(&self) -> Result<Vec<String>, StoreError> {
        self.ask(Session::schema_differences)
    }
}

impl Drop for Federation {
    fn drop(&mut self) {
        let session = self.session.take();
        if in_a_runtime() {
            // What a thread says that ends with nothing to tell can be left unheard.
            let _ = thread::spawn(move || drop(session)).join();
        }
    }
}

/// Whether the caller is inside a runtime, where another one can neither be driven nor ended.
fn in_a_runtime() -> bool {
    tokio::runtime::Handle::try_current().is_ok()
}
