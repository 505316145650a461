//! The store, whatever it is kept in.

use adjutant_core::chain::Link;

use crate::append::{Append, Appended, Head, Line, StreamKind, joined};
use crate::chain::check_chain;
use crate::error::StoreError;
use crate::place::Place;
#[cfg(feature = "postgres")]
use crate::postgres::Federation;
use crate::sqlite::Database;

/// An open database.
///
/// # Examples
/// ```
/// use adjutant_core::chain::{Link, seal};
/// use adjutant_store::{Line, Store, StreamKind};
///
/// let folder = tempfile::tempdir().unwrap();
/// let mut store = Store::open(&folder.path().join("adjutant.db")).unwrap();
/// let note = serde_json::json!({"by": "both", "do": {"note": {"text": "hello"}}});
/// let (bytes, link) = seal(note.as_object().unwrap().clone(), Link::START).unwrap();
/// store.append(StreamKind::Match, "m", Link::START, &[Line { link, bytes }]).unwrap();
/// assert_eq!(store.head(StreamKind::Match, "m").unwrap(), Some(link));
/// ```
pub enum Store {
    /// A file.
    Sqlite(Database),
    /// A realm of a database on a server.
    #[cfg(feature = "postgres")]
    Postgres(Federation),
}

/// What a store of either kind answers.
macro_rules! ask {
    ($store:expr, $open:ident => $answer:expr) => {
        match $store {
            Store::Sqlite($open) => $answer,
            #[cfg(feature = "postgres")]
            Store::Postgres($open) => $answer,
        }
    };
}

impl Store {
    /// Opens a database and creates it where there is none. Only an empty file or an empty schema becomes ours.
    ///
    /// # Errors
    /// A place that cannot be reached, is damaged, is something else, or was written by a newer program.
    pub fn open<P: ?Sized>(place: &P) -> Result<Store, StoreError>
    where
        for<'a> &'a P: Into<Place>,
    {
        match place.into() {
            Place::File(path) => Database::open(&path).map(Store::Sqlite),
            #[cfg(feature = "postgres")]
            Place::Server(server) => {
                Federation::open(server, true)?.map(Store::Postgres).ok_or_else(|| unreachable!("it was created"))
            }
            #[cfg(not(feature = "postgres"))]
            place @ Place::Server(_) => Err(StoreError::NotBuilt(place)),
        }
    }

    /// Opens a database that is there already.
    ///
    /// # Errors
    /// As [`Store::open`], and where there is none.
    pub fn open_existing<P: ?Sized>(place: &P) -> Result<Store, StoreError>
    where
        for<'a> &'a P: Into<Place>,
    {
        match place.into() {
            Place::File(path) => Database::open_existing(&path).map(Store::Sqlite),
            #[cfg(feature = "postgres")]
            Place::Server(server) => Federation::open(std::sync::Arc::clone(&server), false)?
                .map(Store::Postgres)
                .ok_or(StoreError::NotOurs(Place::Server(server))),
            #[cfg(not(feature = "postgres"))]
            place @ Place::Server(_) => Err(StoreError::NotBuilt(place)),
        }
    }

    /// Opens a database to look something up: where there is none, an empty one in memory is opened in its place, and
    /// nothing is made.
    ///
    /// # Errors
    /// As [`Store::open_existing`], but for a database that is not there.
    pub fn open_to_read<P: ?Sized>(place: &P) -> Result<Store, StoreError>
    where
        for<'a> &'a P: Into<Place>,
    {
        match place.into() {
            Place::File(path) => Database::open_to_read(&path).map(Store::Sqlite),
            #[cfg(feature = "postgres")]
            Place::Server(server) => match Federation::open(std::sync::Arc::clone(&server), false)? {
                Some(store) => Ok(Store::Postgres(store)),
                None => Database::empty(&Place::Server(server)).map(Store::Sqlite),
            },
            #[cfg(not(feature = "postgres"))]
            place @ Place::Server(_) => Err(StoreError::NotBuilt(place)),
        }
    }

    /// Keeps what is sent to a server in a folder of this machine until the server has answered, so that words that are
    /// said again after a lost answer are not recorded twice ([`StoreError::StoredBefore`]). A file needs none.
    #[cfg_attr(not(feature = "postgres"), allow(unused_variables, reason = "only servers lose an answer"))]
    pub fn note_in(&mut self, folder: &std::path::Path) {
        match self {
            Store::Sqlite(_) => {}
            #[cfg(feature = "postgres")]
            Store::Postgres(open) => open.note_in(folder.to_path_buf()),
        }
    }

    /// Where it is.
    pub fn place(&self) -> &Place {
        ask!(self, open => &open.place)
    }

    /// Appends lines, all or none, to a stream that ends where the writer saw it end.
    ///
    /// Lines that stand there already, byte for byte, are passed over: repeating an append is harmless.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] where the stream holds something else behind `expected`; [`StoreError::Chain`] where
    /// the lines do not chain; and whatever keeps the database from writing. Nothing is written then.
    pub fn append(
        &mut self,
        kind: StreamKind,
        id: &str,
        expected: Link,
        lines: &[Line],
    ) -> Result<Appended, StoreError> {
        let appended = self.append_all(&[Append { kind, id, expected, lines }])?;
        Ok(appended.first().copied().unwrap_or(Appended { head: expected, written: 0 }))
    }

    /// Appends to several streams in one transaction, all or none: one wait for the disk, however many streams.
    ///
    /// # Errors
    /// As [`Store::append`], for the first stream that refuses. Nothing is written then, to none of them.
    pub fn append_all(&mut self, appends: &[Append<'_>]) -> Result<Vec<Appended>, StoreError> {
        ask!(self, open => open.append_all(appends))
    }

    /// Takes a whole log, from its first record on, all or nothing. A log that continues the stored one extends it.
    ///
    /// # Errors
    /// As [`Store::append`].
    pub fn import(&mut self, kind: StreamKind, id: &str, lines: &[Line]) -> Result<Appended, StoreError> {
        self.append(kind, id, Link::START, lines)
    }

    /// Every line of a stream.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], or whatever keeps the database from reading.
    pub fn read(&self, kind: StreamKind, id: &str) -> Result<Vec<Line>, StoreError> {
        self.read_from(kind, id, 1)
    }

    /// The whole log of a stream: every line with its newline.
    ///
    /// # Errors
    /// As [`Store::read`].
    pub fn log(&self, kind: StreamKind, id: &str) -> Result<Vec<u8>, StoreError> {
        Ok(joined(&self.read(kind, id)?))
    }

    /// The lines of a stream from a number on.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], or whatever keeps the database from reading.
    pub fn read_from(&self, kind: StreamKind, id: &str, seq: u64) -> Result<Vec<Line>, StoreError> {
        ask!(self, open => open.read_from(kind, id, seq))
    }

    /// One line of a stream, if it is there.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] for the stream, or whatever keeps the database from reading.
    pub fn line(&self, kind: StreamKind, id: &str, seq: u64) -> Result<Option<Line>, StoreError> {
        ask!(self, open => open.line(kind, id, seq))
    }

    /// Where a stream ends; `None` where the stream does not exist.
    ///
    /// # Errors
    /// Whatever keeps the database from reading.
    pub fn head(&self, kind: StreamKind, id: &str) -> Result<Option<Link>, StoreError> {
        ask!(self, open => open.head(kind, id))
    }

    /// A number that changes whenever another connection has written; none where the store cannot tell, which is so on a
    /// server. What this connection writes does not change it, and another connection counts otherwise.
    ///
    /// # Errors
    /// Whatever keeps the database from reading.
    pub fn others_version(&self) -> Result<Option<i64>, StoreError> {
        match self {
            Store::Sqlite(open) => open.others_version().map(Some),
            #[cfg(feature = "postgres")]
            Store::Postgres(_) => Ok(None),
        }
    }

    /// All streams of a kind with their last records, by id.
    ///
    /// # Errors
    /// Whatever keeps the database from reading.
    pub fn list(&self, kind: StreamKind) -> Result<Vec<Head>, StoreError> {
        ask!(self, open => open.list(kind))
    }

    /// The ids of all streams of a kind, in order. Nothing is read of their records.
    ///
    /// # Errors
    /// Whatever keeps the database from reading.
    pub fn ids(&self, kind: StreamKind) -> Result<Vec<String>, StoreError> {
        ask!(self, open => open.ids(kind))
    }

    /// Lets SQLite check every page of a file; the pages of a server are the server's own business.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`] with what it found.
    pub fn check_pages(&self) -> Result<(), StoreError> {
        match self {
            Store::Sqlite(open) => open.check_pages(),
            #[cfg(feature = "postgres")]
            Store::Postgres(_) => Ok(()),
        }
    }

    /// What the database holds beside the tables, or lacks of the triggers and keys, that keep records from being
    /// changed: a sentence for each difference from the schema of this program.
    ///
    /// # Errors
    /// Whatever keeps the database from reading.
    pub fn schema_differences(&self) -> Result<Vec<String>, StoreError> {
        ask!(self, open => open.schema_differences())
    }

    /// Every line of a stream, after a check that it is a chain and that each line is filed under its own hash.
    ///
    /// # Errors
    /// As [`Store::read`], and [`StoreError::Chain`] naming the first record that is broken.
    pub fn read_sound(&self, kind: StreamKind, id: &str) -> Result<Vec<Line>, StoreError> {
        let lines = self.read(kind, id)?;
        check_chain(kind, id, Link::START, &lines)?;
        Ok(lines)
    }

    /// Checks the pages of the file and the chain of a stream.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`] with what SQLite found, or [`StoreError::Chain`] naming the first broken record.
    pub fn verify(&self, kind: StreamKind, id: &str) -> Result<Link, StoreError> {
        self.check_pages()?;
        let lines = self.read_sound(kind, id)?;
        Ok(lines.last().map_or(Link::START, |line| line.link))
    }

    /// Checks everything: pages, schema, and every stream with its columns. Gives how many streams there are.
    ///
    /// # Errors
    /// The first thing wrong: [`StoreError::Corrupt`] or [`StoreError::Chain`].
    pub fn check(&self) -> Result<usize, StoreError> {
        self.check_pages()?;
        if let Some(what) = self.schema_differences()?.first() {
            return Err(StoreError::Corrupt { place: self.place().clone(), what: what.clone() });
        }
        let mut count = 0;
        for kind in StreamKind::ALL {
            for id in self.ids(kind)? {
                self.read_sound(kind, &id)?;
                count += 1;
            }
        }
        Ok(count)
    }
}
