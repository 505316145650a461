//! Whether a database file is what it should be: its schema against that of this program.

use rusqlite::Connection;

use super::open::{Database, MIGRATIONS};
use crate::error::StoreError;

impl Database {
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
        let steps = usize::try_from(self.version()?).unwrap_or(0);
        let ours = || -> rusqlite::Result<_> {
            let connection = Connection::open_in_memory()?;
            MIGRATIONS.iter().take(steps).try_for_each(|step| connection.execute_batch(step))?;
            read(&connection)
        };
        let explain = |error| StoreError::from_sqlite(&self.place, error);
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
