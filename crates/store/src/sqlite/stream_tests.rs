//! What streams promise, against real files.

use std::path::Path;

use adjutant_core::chain::Link;
use rusqlite::Connection;

use super::Database;
use crate::{Line, Store, StoreError, StreamKind};

#[path = "../../tests/conformance/chained.rs"]
mod chained;
use chained::lines;

const KIND: StreamKind = StreamKind::Match;

fn store(folder: &Path) -> Store {
    Store::open(&folder.join("adjutant.db")).unwrap()
}

/// The database beneath a store, to meddle with.
fn connection(store: &Store) -> &Connection {
    match store {
        Store::Sqlite(Database { connection, .. }) => connection,
        #[cfg(feature = "postgres")]
        Store::Postgres(_) => panic!("a file"),
    }
}

#[test]
fn the_database_refuses_to_forget() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = store(folder.path());
    store.import(KIND, "m", &lines(&["a", "b"], Link::START)).unwrap();
    let hash = "0".repeat(64);
    for statement in [
        "UPDATE record SET line = x'7b7d'".to_owned(),
        "UPDATE record SET seq = 9 WHERE seq = 2".to_owned(),
        "DELETE FROM record WHERE seq = 2".to_owned(),
        format!("INSERT OR REPLACE INTO record VALUES (1, 2, '{hash}', x'7b7d')"),
        format!("INSERT INTO record VALUES (1, 4, '{hash}', x'7b7d')"),
        format!("INSERT INTO record VALUES (7, 1, '{hash}', x'7b7d')"),
        "UPDATE stream SET id = 'n'".to_owned(),
        "DELETE FROM stream".to_owned(),
        "INSERT OR REPLACE INTO stream VALUES (1, 'match', 'n')".to_owned(),
        "INSERT OR REPLACE INTO stream (kind, id) VALUES ('match', 'm')".to_owned(),
        "INSERT INTO stream (kind, id) VALUES ('song', 'm')".to_owned(),
    ] {
        assert!(connection(&store).execute_batch(&statement).is_err(), "{statement}");
    }
    assert_eq!(store.verify(KIND, "m").unwrap().seq, 2);
}

#[test]
fn a_full_disk_and_a_read_only_file_are_told_and_lose_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = store(folder.path());
    let log = lines(&["a"], Link::START);
    store.import(KIND, "m", &log).unwrap();
    let long = "x".repeat(1900);
    let many = lines(&vec![long.as_str(); 200], log[0].link);
    connection(&store).pragma_update(None, "max_page_count", 12).unwrap();
    assert!(matches!(store.append(KIND, "m", log[0].link, &many), Err(StoreError::Full(_))));
    connection(&store).pragma_update(None, "max_page_count", 1 << 30).unwrap();
    connection(&store).pragma_update(None, "query_only", true).unwrap();
    assert!(matches!(store.append(KIND, "m", log[0].link, &many), Err(StoreError::ReadOnly(_))));
    connection(&store).pragma_update(None, "query_only", false).unwrap();
    assert_eq!(store.verify(KIND, "m").unwrap(), log[0].link);
    store.append(KIND, "m", log[0].link, &many).unwrap();
}

#[test]
fn another_writer_who_does_not_let_go_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let mut waiting = store(folder.path());
    connection(&waiting).busy_timeout(std::time::Duration::from_millis(20)).unwrap();
    let holding = store(folder.path());
    connection(&holding).execute_batch("BEGIN IMMEDIATE").unwrap();
    assert!(matches!(waiting.import(KIND, "m", &lines(&["a"], Link::START)), Err(StoreError::Busy(_))));
}

#[test]
fn damage_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("adjutant.db");
    let text = "long enough to fill pages ".repeat(20);
    let log = lines(&vec![text.as_str(); 100], Link::START);
    store(folder.path()).import(KIND, "m", &log).unwrap();
    let whole = std::fs::read(&path).unwrap();

    std::fs::write(&path, &whole[..whole.len() / 2]).unwrap();
    let cut = Store::open(&path).and_then(|store| store.verify(KIND, "m").map(|_| ()));
    assert!(matches!(cut, Err(StoreError::Corrupt { .. })), "{cut:?}");

    let mut scribbled = whole.clone();
    // A page keeps old copies in its unused part: every copy is changed.
    for at in 0..=whole.len() - text.len() {
        if whole[at..].starts_with(text.as_bytes()) {
            scribbled[at] ^= 1;
        }
    }
    std::fs::write(&path, &scribbled).unwrap();
    let changed = Store::open(&path).and_then(|store| store.verify(KIND, "m").map(|_| ()));
    assert!(matches!(changed, Err(StoreError::Chain { .. })), "{changed:?}");
}

#[test]
fn a_backup_is_a_database_and_replaces_only_its_like() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = store(folder.path());
    let log = lines(&["a", "b"], Link::START);
    store.import(KIND, "m", &log[..1]).unwrap();
    let copy = folder.path().join("copy.db");
    store.backup(&copy).unwrap();
    store.import(KIND, "m", &log).unwrap();
    store.backup(&copy).unwrap();
    assert_eq!(Store::open_existing(&copy).unwrap().read(KIND, "m").unwrap(), log);
    let letter = folder.path().join("letter.txt");
    std::fs::write(&letter, "Dear all").unwrap();
    assert!(store.backup(&letter).is_err());
    assert!(store.backup(&folder.path().join("adjutant.db")).is_err());
    assert_eq!(std::fs::read_to_string(&letter).unwrap(), "Dear all");
    let leftovers = std::fs::read_dir(folder.path())
        .unwrap()
        .filter(|entry| entry.as_ref().unwrap().file_name().to_string_lossy().ends_with(".part"));
    assert_eq!(leftovers.count(), 0);
    drop(Connection::open(&copy).unwrap());
}
