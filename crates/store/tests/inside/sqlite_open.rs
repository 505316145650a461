//! Tests of `sqlite::open` that need what only it sees.

use super::*;

fn pragma(store: &Database, name: &str) -> String {
    store
        .connection
        .pragma_query_value(None, name, |row| row.get::<_, rusqlite::types::Value>(0))
        .map(|value| match value {
            rusqlite::types::Value::Text(text) => text,
            rusqlite::types::Value::Integer(number) => number.to_string(),
            other => format!("{other:?}"),
        })
        .unwrap()
}

#[test]
fn every_connection_is_durable_and_checks_its_references() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new/folder/adjutant.db");
    for _ in 0..2 {
        let store = Database::open(&path).unwrap();
        assert_eq!(pragma(&store, "journal_mode"), "wal");
        assert_eq!(pragma(&store, "synchronous"), "2", "FULL");
        assert_eq!(pragma(&store, "foreign_keys"), "1");
        assert_eq!(pragma(&store, "busy_timeout"), "5000");
        assert_eq!(pragma(&store, "application_id"), APPLICATION_ID.to_string());
        assert_eq!(pragma(&store, "user_version"), FIRST_VERSION.to_string());
    }
}

#[test]
fn looking_makes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("typo/adjutant.db");
    let store = Database::open_to_read(&path).unwrap();
    assert!(store.list(crate::StreamKind::Match).unwrap().is_empty());
    assert_eq!(store.place, Place::from(&path));
    assert!(!folder.path().join("typo").exists());
}

#[test]
fn a_newer_schema_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("adjutant.db");
    let store = Database::open(&path).unwrap();
    store.connection.pragma_update(None, "user_version", SCHEMA_VERSION + 1).unwrap();
    drop(store);
    let error = Database::open(&path).err().unwrap();
    assert!(matches!(error, StoreError::NewerSchema { found, .. } if found == SCHEMA_VERSION + 1), "{error}");
}

#[test]
fn a_version_that_nobody_writes_is_damage_told_in_a_line() {
    for version in [-1, 0, i32::MIN] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("adjutant.db");
        Database::open(&path).unwrap().connection.pragma_update(None, "user_version", version).unwrap();
        let error = Database::open(&path).err().unwrap();
        assert!(matches!(error, StoreError::Corrupt { .. }), "{error}");
        assert!(error.to_string().len() < 250, "{error}");
    }
}

#[test]
fn what_is_not_ours_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let foreign = folder.path().join("foreign.db");
    Connection::open(&foreign).unwrap().execute_batch("CREATE TABLE cookies (x);").unwrap();
    assert!(matches!(Database::open(&foreign).err().unwrap(), StoreError::NotOurs(_)));
    let text = folder.path().join("text.db");
    std::fs::write(&text, "not a database at all, but long enough to be looked at as one by the library").unwrap();
    assert!(matches!(Database::open(&text).err().unwrap(), StoreError::NotOurs(_)));
    assert!(std::fs::read_to_string(&text).unwrap().starts_with("not a database"));
}

#[test]
fn a_folder_that_cannot_be_made_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    assert!(matches!(Database::open(&file.join("adjutant.db")).err().unwrap(), StoreError::Unreachable { .. }));
    let error = Database::open(folder.path()).err().unwrap();
    assert!(error.to_string().contains(&folder.path().display().to_string()), "{error}");
    assert!(Database::open_existing(&folder.path().join("absent.db")).is_err());
}
