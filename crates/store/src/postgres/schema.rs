//! The tables: made where there are none, and looked at whether they still keep records from being changed.

use super::connect::Session;
use super::trouble::Trouble;
use crate::error::StoreError;

const SCHEMA: &str = include_str!("../../../../schemas/postgres.sql");
/// The version that the schema says.
const VERSION: i64 = 1;
/// Two programs that make the tables at the same time do it one after the other.
const LOCK: i64 = 0x4144_4a31;

/// What keeps records from being changed: kind, table, name, and for keys what PostgreSQL says of them.
const GUARDS: [(&str, &str, &str); 20] = [
    ("key", "stream", "PRIMARY KEY (stream)"),
    ("key", "stream", "UNIQUE (realm, kind, id)"),
    ("key", "stream", "UNIQUE (stream, one)"),
    ("key", "record", "PRIMARY KEY (stream, seq)"),
    ("key", "record", "FOREIGN KEY (stream, first) REFERENCES stream(stream, one)"),
    ("key", "record", "FOREIGN KEY (stream, before) REFERENCES record(stream, seq)"),
    ("check", "stream", "stream_realm"),
    ("check", "stream", "stream_kind"),
    ("check", "stream", "stream_id"),
    ("check", "stream", "only_one"),
    ("check", "record", "only_one"),
    ("check", "record", "record_place"),
    ("check", "record", "record_hash"),
    ("check", "record", "record_line"),
    ("trigger", "stream", "stream_stays"),
    ("trigger", "stream", "stream_is_not_emptied"),
    ("trigger", "record", "record_stays"),
    ("trigger", "record", "record_is_not_emptied"),
    ("policy", "stream", "own_realm"),
    ("policy", "record", "own_realm"),
];

impl Session {
    /// Whether the tables are there; makes them where they are not and that is wanted.
    pub(super) fn prepare(&mut self, create: bool) -> Result<bool, StoreError> {
        if let Some(version) = self.version()? {
            return self.known(version).map(|()| true);
        }
        if !create {
            return Ok(false);
        }
        let lock = format!("SELECT pg_advisory_xact_lock({LOCK})");
        let there = "SELECT 1 FROM pg_catalog.pg_namespace WHERE nspname = $1";
        let (namespace, text) = (self.server.schema.clone(), schema_text(&self.server.schema));
        self.asked(|client| {
            let mut transaction = client.transaction()?;
            transaction.batch_execute(&lock)?;
            // Somebody else may have made them while this one waited.
            if transaction.query_opt(there, &[&namespace])?.is_none() {
                transaction.batch_execute(&text)?;
            }
            transaction.commit()
        })
        .map_err(|error| match error {
            StoreError::ReadOnly(place) => {
                let what = "your user may not make its tables; let the owner of the database run schemas/postgres.sql";
                StoreError::NoAccess { place, what: what.to_owned() }
            }
            other => other,
        })?;
        let version = self.version()?.ok_or_else(|| StoreError::NotOurs(self.place.clone()))?;
        self.known(version).map(|()| true)
    }

    fn known(&self, found: i64) -> Result<(), StoreError> {
        if found > VERSION {
            return Err(StoreError::NewerSchema { place: self.place.clone(), found, known: VERSION });
        }
        Ok(())
    }

    /// What the tables say of themselves; `None` where there are none.
    fn version(&mut self) -> Result<Option<i64>, StoreError> {
        let sql = self.sql("SELECT version FROM {}.version");
        let found = self.asked(|client| match client.query_opt(&sql, &[]) {
            Err(error) if Trouble::of(&error) == Trouble::NoTables => Ok(None),
            Err(error) => Err(error),
            Ok(row) => row.map(|row| row.try_get(0)).transpose(),
        });
        found.map_err(|error| match error {
            StoreError::ReadOnly(place) => {
                let what = "your user may not use its tables: grant it the role adjutant_writer or adjutant_reader";
                StoreError::NoAccess { place, what: what.to_owned() }
            }
            other => other,
        })
    }

    /// A sentence for each guard that is missing or switched off.
    pub(super) fn schema_differences(&mut self) -> Result<Vec<String>, StoreError> {
        let keys = "SELECT CASE WHEN contype = 'c' THEN 'check' ELSE 'key' END, t.relname::text, \
                           CASE WHEN contype = 'c' THEN conname::text ELSE pg_get_constraintdef(c.oid) END \
                    FROM pg_catalog.pg_constraint c JOIN pg_catalog.pg_class t ON t.oid = c.conrelid \
                    JOIN pg_catalog.pg_namespace n ON n.oid = t.relnamespace \
                    WHERE n.nspname = $1 AND c.convalidated \
                    UNION ALL \
                    SELECT 'check', t.relname::text, c.conname::text \
                    FROM pg_catalog.pg_constraint c JOIN pg_catalog.pg_attribute a ON a.atttypid = c.contypid \
                    JOIN pg_catalog.pg_class t ON t.oid = a.attrelid \
                    JOIN pg_catalog.pg_namespace n ON n.oid = t.relnamespace \
                    WHERE n.nspname = $1 AND c.contype = 'c' AND c.convalidated AND t.relkind = 'r' \
                    UNION ALL \
                    SELECT 'trigger', t.relname::text, g.tgname::text \
                    FROM pg_catalog.pg_trigger g JOIN pg_catalog.pg_class t ON t.oid = g.tgrelid \
                    JOIN pg_catalog.pg_namespace n ON n.oid = t.relnamespace \
                    WHERE n.nspname = $1 AND NOT g.tgisinternal AND g.tgenabled IN ('O', 'A') \
                    UNION ALL \
                    SELECT 'policy', t.relname::text, p.polname::text \
                    FROM pg_catalog.pg_policy p JOIN pg_catalog.pg_class t ON t.oid = p.polrelid \
                    JOIN pg_catalog.pg_namespace n ON n.oid = t.relnamespace \
                    WHERE n.nspname = $1 AND t.relrowsecurity";
        let namespace = self.server.schema.clone();
        let rows = self.asked(|client| {
            client
                .query(keys, &[&namespace])?
                .iter()
                .map(|row| {
                    Ok((row.try_get::<_, String>(0)?, row.try_get::<_, String>(1)?, row.try_get::<_, String>(2)?))
                })
                .collect::<Result<Vec<_>, postgres::Error>>()
        })?;
        // The server names the namespace only where it has to.
        let namespace = format!("{}.", self.server.schema);
        let lacks = |(kind, table, what): &&(&str, &str, &str)| {
            !rows.iter().any(|row| row.0 == *kind && row.1 == *table && row.2.replace(&namespace, "") == *what)
        };
        let told = |(kind, table, what): &(&str, &str, &str)| {
            format!("its {kind} {what} of {table} is missing or switched off")
        };
        Ok(GUARDS.iter().filter(lacks).map(told).collect())
    }
}

/// The schema with another namespace in place of `adjutant`.
fn schema_text(namespace: &str) -> String {
    SCHEMA
        .replace("SCHEMA adjutant;", &format!("SCHEMA {namespace};"))
        .replace("SCHEMA adjutant ", &format!("SCHEMA {namespace} "))
        .replace(" adjutant.", &format!(" {namespace}."))
}
