//! Whether a database is what it should be: its pages, its schema, and every stream against its chain.

use adjutant_core::chain;
use rusqlite::Connection;

use crate::open::MIGRATIONS;
use crate::stream::{Line, StreamKind};
use crate::{Store, StoreError};

/// The first line that is filed under another number or hash than its own, if there is one.
///
/// The store finds records by these columns; a chain that is whole says nothing about them.
///
/// ```
/// use adjutant_core::chain::{Hash, Link, seal};
/// use adjutant_store::{Line, misfiled};
/// let note = serde_json::json!({"by": "both", "do": {"note": {"text": "hello"}}});
/// let (bytes, link) = seal(note.as_object().unwrap().clone(), Link::START).unwrap();
/// let other = Link { hash: Hash::of(b"other"), ..link };
/// assert_eq!(misfiled(&[Line { link, bytes: bytes.clone() }]), None);
/// assert_eq!(misfiled(&[Line { link: other, bytes }]), Some(1));
/// ```
pub fn misfiled(lines: &[Line]) -> Option<u64> {
    let own = |(line, seq): &(&Line, u64)| line.link.seq == *seq && names_hash(&line.bytes, line.link.hash);
    lines.iter().zip(1..).find(|found| !own(found)).map(|(_, seq)| seq)
}

/// Whether a canonical line says that this is its hash.
pub(crate) fn names_hash(line: &[u8], hash: chain::Hash) -> bool {
    let wanted = format!("\"hash\":\"{hash}\"");
    line.windows(wanted.len()).any(|part| part == wanted.as_bytes())
}

impl Store {
    /// Checks everything: pages, schema, and every stream with its columns. Gives how many streams there are.
    ///
    /// # Errors
    /// The first thing wrong: [`StoreError::Corrupt`] or [`StoreError::Chain`].
    pub fn check(&self) -> Result<usize, StoreError> {
        self.check_pages()?;
        if let Some(what) = self.schema_differences()?.first() {
            return Err(StoreError::Corrupt { path: self.path.clone(), what: what.clone() });
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

    /// Every line of a stream, after a check that it is a chain and that each line is filed under its own hash.
    ///
    /// # Errors
    /// As [`Store::read`], and [`StoreError::Chain`] naming the first record that is broken.
    pub fn read_sound(&self, kind: StreamKind, id: &str) -> Result<Vec<Line>, StoreError> {
        let lines = self.read(kind, id)?;
        crate::stream::check_chain(kind, id, chain::Link::START, &lines)?;
        Ok(lines)
    }

    /// What the database holds beside tables, or lacks of the triggers, that keep records from being changed: a
    /// sentence for each difference from the schema of this program.
    ///
    /// # Errors
    /// Whatever keeps the database from reading.
    pub fn schema_differences(&self) -> Result<Vec<String>, StoreError> {
        let read = |connection: &Connection| -> rusqlite::Result<Vec<(String, String, Option<String>)>> {
            let mut query = connection.prepare(
                "SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name",
            )?;
            query.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?.collect()
        };
        let ours = || -> rusqlite::Result<_> {
            let connection = Connection::open_in_memory()?;
            MIGRATIONS.iter().try_for_each(|step| connection.execute_batch(step))?;
            read(&connection)
        };
        let explain = |error| StoreError::from_sqlite(&self.path, error);
        let (found, ours) = (read(&self.connection).map_err(explain)?, ours().map_err(explain)?);
        let named = |list: &[(String, String, Option<String>)], name: &str| list.iter().any(|entry| entry.1 == name);
        let lacking = ours.iter().filter(|(_, name, _)| !named(&found, name));
        let mut differences: Vec<String> =
            lacking.map(|(kind, name, _)| format!("its {kind} {name} is missing")).collect();
        for entry in found.iter().filter(|entry| !ours.contains(entry)) {
            let (kind, name, _) = entry;
            let what = if named(&ours, name) { "was changed" } else { "is not ours" };
            differences.push(format!("its {kind} {name:?} {what}"));
        }
        Ok(differences)
    }
}
