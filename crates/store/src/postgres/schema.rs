//! The tables: made where there are none, and looked at whether they still keep records from being changed.

use super::connect::Session;
use super::trouble::Trouble;
use crate::error::StoreError;

const SCHEMA: &str = include_str!("../../schemas/postgres.sql");
/// The version from which on a database may hold streams of any kind.
pub(super) const ANY_KIND: i64 = 2;
/// The newest version that this program reads and writes. Tables are made in the first one: older programs read it until
/// it holds what they do not know.
const VERSION: i64 = ANY_KIND;
/// Two programs that make or change the tables at the same time do it one after the other.
pub(super) const LOCK: i64 = 0x4144_4a31;

/// What keeps records from being changed and realms apart: kind, table, name (of a key none, which does not matter) and
/// what PostgreSQL 15 to 18 say of it.
const GUARDS: &str = include_str!("guards.txt");
/// Those of version 2: its own, and one that takes the place of another.
const GUARDS_2: &str = include_str!("guards-2.txt");

/// Where every guard stands, and whatever could pass one: other triggers, rules, policies and rights than ours.
const FOUND: &str = "\
    WITH t AS (SELECT c.* FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace \
               WHERE n.nspname = $1 AND c.relname IN ('stream', 'record', 'member', 'version', 'opening')) \
    SELECT CASE contype WHEN 'c' THEN 'check' ELSE 'key' END, relname::text, \
           CASE contype WHEN 'c' THEN conname::text ELSE '' END, pg_get_constraintdef(c.oid) \
    FROM pg_catalog.pg_constraint c JOIN t ON t.oid = c.conrelid WHERE c.convalidated AND contype IN ('p', 'u', 'f', 'c') \
    UNION ALL \
    SELECT 'check', relname::text, c.conname::text, pg_get_constraintdef(c.oid) \
    FROM pg_catalog.pg_constraint c JOIN pg_catalog.pg_attribute a ON a.atttypid = c.contypid JOIN t ON t.oid = a.attrelid \
    WHERE c.contype = 'c' AND c.convalidated \
    UNION ALL \
    SELECT 'column', relname::text, attname::text, format_type(atttypid, NULL) || CASE WHEN attnotnull THEN ' NOT NULL' ELSE '' END \
    FROM pg_catalog.pg_attribute a JOIN t ON t.oid = a.attrelid \
    WHERE relname IN ('stream', 'record', 'opening') AND attnum > 0 AND NOT attisdropped \
    UNION ALL \
    SELECT 'trigger', relname::text, g.tgname::text, pg_get_triggerdef(g.oid) \
    FROM pg_catalog.pg_trigger g JOIN t ON t.oid = g.tgrelid WHERE NOT g.tgisinternal AND g.tgenabled IN ('O', 'A') \
    UNION ALL \
    SELECT 'function', 'record', proname::text, prosrc FROM pg_catalog.pg_proc p \
    JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace WHERE n.nspname = $1 AND proname = 'refuse' \
    UNION ALL \
    SELECT 'policy', relname::text, polname::text, \
           concat_ws(' ', polcmd, polpermissive, polroles, pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid)) \
    FROM pg_catalog.pg_policy p JOIN t ON t.oid = p.polrelid WHERE t.relrowsecurity \
    UNION ALL \
    SELECT 'rule', relname::text, rulename::text, '' FROM pg_catalog.pg_rewrite r JOIN t ON t.oid = r.ev_class \
    UNION ALL \
    SELECT 'right', relname::text, privilege_type, coalesce(nullif(pg_get_userbyid(grantee), 'unknown (OID=0)'), 'everybody') \
    FROM t, aclexplode(relacl) \
    WHERE grantee <> relowner AND privilege_type <> 'SELECT' \
      AND NOT (privilege_type = 'INSERT' AND relname IN ('stream', 'record', 'opening')) \
      AND NOT (privilege_type = 'DELETE' AND relname = 'opening' AND grantee <> 0) \
      AND (relname IN ('stream', 'record', 'opening') OR grantee = 0 \
           OR pg_get_userbyid(grantee) IN ('adjutant_writer', 'adjutant_reader'))";

/// What is due in a database of a version.
fn guards(version: i64) -> Vec<[&'static str; 4]> {
    let read = |text: &'static str| {
        text.lines().filter_map(|line| <[_; 4]>::try_from(line.splitn(4, '|').collect::<Vec<_>>()).ok())
    };
    let later: Vec<_> = if version < ANY_KIND { Vec::new() } else { read(GUARDS_2).collect() };
    let stays = |guard: &[&str; 4]| !later.iter().any(|now| now[..3] == guard[..3]);
    read(GUARDS).filter(stays).chain(later.iter().copied()).collect()
}

impl Session {
    /// Whether the tables are there; makes them where they are not and that is wanted.
    pub(super) fn prepare(&mut self, create: bool) -> Result<bool, StoreError> {
        if let Some(version) = self.version()? {
            self.known(version)?;
            return self.own_realm().map(|()| true);
        }
        if !create {
            return Ok(false);
        }
        let lock = format!("SELECT pg_advisory_xact_lock({LOCK})");
        let there = "SELECT 1 FROM pg_catalog.pg_namespace WHERE nspname = $1";
        let (namespace, text) = (self.server.schema.clone(), in_namespace(SCHEMA, &self.server.schema));
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
        self.known(version)?;
        self.own_realm().map(|()| true)
    }

    /// A realm that is misspelt, or another club's, looks empty to whoever is no member: it is told.
    fn own_realm(&mut self) -> Result<(), StoreError> {
        let sql = self.sql(
            "SELECT row_security_active('{}.stream'), ARRAY(SELECT DISTINCT m.realm FROM {}.member m \
             JOIN pg_catalog.pg_roles r ON r.rolname = m.role WHERE pg_has_role(current_user, r.oid, 'MEMBER') ORDER BY 1)",
        );
        let (kept_apart, realms): (bool, Vec<String>) =
            self.asked(|client| client.query_one(&sql, &[]).and_then(|row| Ok((row.try_get(0)?, row.try_get(1)?))))?;
        if !kept_apart || realms.contains(&self.server.realm) {
            return Ok(());
        }
        let yours = if realms.is_empty() { "of none".to_owned() } else { format!("only of {}", realms.join(", ")) };
        let what = format!("your user is no member of realm {}, {yours}", self.server.realm);
        Err(StoreError::NoAccess { place: self.place.clone(), what })
    }

    fn known(&self, found: i64) -> Result<(), StoreError> {
        if found < 1 {
            let what = "its table `version` does not say which version it is".to_owned();
            return Err(StoreError::Corrupt { place: self.place.clone(), what });
        }
        if found > VERSION {
            return Err(StoreError::NewerSchema { place: self.place.clone(), found, known: VERSION });
        }
        Ok(())
    }

    /// What the tables say of themselves; `None` where there are none.
    pub(super) fn version(&mut self) -> Result<Option<i64>, StoreError> {
        let sql = self.sql("SELECT version FROM {}.version");
        let found = self.asked(|client| match client.query_opt(&sql, &[]) {
            Err(error) if Trouble::of(&error) == Trouble::NoTables => Ok(None),
            Err(error) => Err(error),
            Ok(row) => row.map_or(Ok(0), |row| row.try_get(0)).map(Some),
        });
        found.map_err(|error| match error {
            StoreError::ReadOnly(place) => {
                let what = "your user may not use its tables: grant it the role adjutant_writer or adjutant_reader";
                StoreError::NoAccess { place, what: what.to_owned() }
            }
            other => other,
        })
    }

    /// A sentence for each guard that is missing, switched off or another one, and for what somebody added beside them.
    pub(super) fn schema_differences(&mut self) -> Result<Vec<String>, StoreError> {
        let guards = guards(self.version()?.unwrap_or(VERSION));
        let rows = self.found_guards()?;
        let mut told: Vec<String> = guards.iter().filter_map(|due| difference(due, &rows)).collect();
        for [kind, table, name, more] in &rows {
            let known = guards.iter().any(|guard| guard[..3] == [kind, table, name]);
            if matches!(kind.as_str(), "trigger" | "policy" | "rule") && !known {
                told.push(format!("somebody added the {kind} {name} to its table {table}"));
            } else if kind == "right" {
                told.push(format!("somebody gave {more} the right to {name} in its table {table}"));
            }
        }
        Ok(told)
    }

    /// What stands, as guards are written down: the server names the namespace only where it has to, and sets words as
    /// it likes.
    fn found_guards(&mut self) -> Result<Vec<[String; 4]>, StoreError> {
        let namespace = self.server.schema.clone();
        let dotted = format!("{namespace}.");
        let plain = |text: String| text.replace(&dotted, "").split_whitespace().collect::<Vec<_>>().join(" ");
        self.asked(|client| {
            let texts = |row: &postgres::Row| -> Result<[String; 4], postgres::Error> {
                Ok([row.try_get(0)?, row.try_get(1)?, row.try_get(2)?, plain(row.try_get(3)?)])
            };
            client.query(FOUND, &[&namespace])?.iter().map(texts).collect()
        })
    }
}

/// What is wrong with a guard, among those that stand.
fn difference([kind, table, name, due]: &[&str; 4], rows: &[[String; 4]]) -> Option<String> {
    let mut own = rows.iter().filter(|row| row[..3] == [*kind, *table, *name]).map(|row| row[3].as_str()).peekable();
    let there = own.peek().is_some();
    if own.any(|found| found == *due) {
        return None;
    }
    let name = if name.is_empty() { due } else { name };
    let what = if there && *kind != "key" { "is not the one that was made" } else { "is missing or switched off" };
    Some(format!("its {kind} {name} of {table} {what}"))
}

/// What makes or changes the tables, with another namespace in place of `adjutant`.
pub(super) fn in_namespace(text: &str, namespace: &str) -> String {
    text.replace("SCHEMA adjutant;", &format!("SCHEMA {namespace};"))
        .replace("SCHEMA adjutant ", &format!("SCHEMA {namespace} "))
        .replace(" adjutant.", &format!(" {namespace}."))
}
