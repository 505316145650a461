//! Makes room for streams of any kind, and for what opens sealed names, in a database that began with matches and events
//! alone.

use super::connect::Session;
use super::schema::{ANY_KIND, LOCK, in_namespace};
use crate::error::StoreError;

const STEP: &str = include_str!("../../schemas/postgres-2.sql");
/// Whether the user may change the table of streams, as its owner or as one of the owner's group.
const OWNED: &str = "SELECT pg_has_role(c.relowner, 'USAGE') FROM pg_catalog.pg_class c \
    JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = $1 AND c.relname = 'stream'";

impl Session {
    /// Whether the room is there.
    pub(super) fn has_room(&mut self) -> Result<bool, StoreError> {
        if !self.holds_any_kind {
            self.holds_any_kind = self.version()?.is_some_and(|version| version >= ANY_KIND);
        }
        Ok(self.holds_any_kind)
    }

    /// Makes the room where it is not there: once, in one transaction.
    pub(super) fn make_room(&mut self) -> Result<(), StoreError> {
        if !self.has_room()? {
            self.take_any_kind()?;
        }
        Ok(())
    }

    fn take_any_kind(&mut self) -> Result<(), StoreError> {
        let (namespace, step) = (self.server.schema.clone(), in_namespace(STEP, &self.server.schema));
        let owned = self.asked(|client| client.query_one(OWNED, &[&namespace])?.try_get::<_, bool>(0))?;
        if !owned {
            return Err(StoreError::NoRoom { place: self.place.clone(), step: statements(&step) });
        }
        let (lock, version) =
            (format!("SELECT pg_advisory_xact_lock({LOCK})"), self.sql("SELECT version FROM {}.version"));
        self.asked(|client| {
            let mut transaction = client.transaction()?;
            transaction.batch_execute(&lock)?;
            // Somebody else may have made it while this one waited.
            let found: i64 = transaction.query_one(&version, &[])?.try_get(0)?;
            if found < ANY_KIND {
                transaction.batch_execute(&step)?;
            }
            transaction.commit()
        })
    }
}

/// The statements of a step in one line, without what is said about them.
fn statements(step: &str) -> String {
    let told = step.lines().filter(|line| !line.starts_with("--")).flat_map(str::split_whitespace);
    told.collect::<Vec<_>>().join(" ").trim_end_matches(';').to_owned()
}
