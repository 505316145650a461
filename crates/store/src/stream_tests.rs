//! What streams promise, against real files.

use std::path::Path;

use adjutant_core::chain::{Link, seal};
use rusqlite::Connection;

use crate::{Append, Line, Store, StoreError, StreamKind};

const KIND: StreamKind = StreamKind::Match;

fn lines(texts: &[&str], mut previous: Link) -> Vec<Line> {
    texts
        .iter()
        .map(|text| {
            let fields = serde_json::json!({"by": "both", "do": {"note": {"text": text}}});
            let (bytes, link) = seal(fields.as_object().unwrap().clone(), previous).unwrap();
            previous = link;
            Line { link, bytes }
        })
        .collect()
}

fn store(folder: &Path) -> Store {
    Store::open(&folder.join("adjutant.db")).unwrap()
}

#[test]
fn what_goes_in_comes_out_byte_for_byte() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = store(folder.path());
    let log = lines(&["one", "żółć", "three"], Link::START);
    let appended = store.append(KIND, "m", Link::START, &log).unwrap();
    assert_eq!((appended.head, appended.written), (log[2].link, 3));
    assert_eq!(store.read(KIND, "m").unwrap(), log);
    assert_eq!(store.read_from(KIND, "m", 3).unwrap(), log[2..]);
    assert_eq!(store.line(KIND, "m", 2).unwrap().as_ref(), Some(&log[1]));
    assert_eq!(store.head(KIND, "m").unwrap(), Some(log[2].link));
    assert_eq!(store.head(StreamKind::Event, "m").unwrap(), None);
    assert_eq!(store.list(KIND).unwrap().len(), 1);
    assert_eq!(store.verify(KIND, "m").unwrap(), log[2].link);
    assert!(matches!(store.read(KIND, "other"), Err(StoreError::NotFound { .. })));
}

#[test]
fn the_later_writer_is_told_and_nothing_forks() {
    let folder = tempfile::tempdir().unwrap();
    let (mut first, mut second) = (store(folder.path()), store(folder.path()));
    let opening = lines(&["open"], Link::START);
    first.append(KIND, "m", Link::START, &opening).unwrap();
    let (mine, yours) = (lines(&["mine"], opening[0].link), lines(&["yours"], opening[0].link));
    first.append(KIND, "m", opening[0].link, &mine).unwrap();
    let error = second.append(KIND, "m", opening[0].link, &yours).unwrap_err();
    assert!(matches!(error, StoreError::Conflict { found, .. } if found == mine[0].link), "{error}");
    assert_eq!(error.to_string(), "match m is at record 2 now, but this was to follow record 1");
    assert_eq!(second.read(KIND, "m").unwrap().len(), 2);
    let ahead = lines(&["ahead"], yours[0].link);
    assert!(matches!(second.append(KIND, "m", yours[0].link, &ahead), Err(StoreError::Conflict { .. })));
    assert!(matches!(second.append(KIND, "new", yours[0].link, &ahead), Err(StoreError::Conflict { .. })));
}

#[test]
fn a_repeated_append_is_harmless_and_a_longer_import_extends() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = store(folder.path());
    let log = lines(&["a", "b", "c", "d"], Link::START);
    store.append(KIND, "m", Link::START, &log[..2]).unwrap();
    assert_eq!(store.append(KIND, "m", log[0].link, &log[1..2]).unwrap().written, 0);
    assert_eq!(store.import(KIND, "m", &log[..1]).unwrap().head, log[1].link);
    assert_eq!(store.import(KIND, "m", &log).unwrap().written, 2);
    assert_eq!(store.read(KIND, "m").unwrap(), log);
    let other = lines(&["a", "x", "y", "z", "end"], Link::START);
    assert!(matches!(store.import(KIND, "m", &other), Err(StoreError::Conflict { .. })));
}

#[test]
fn what_does_not_chain_is_not_written() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = store(folder.path());
    let mut log = lines(&["a", "b"], Link::START);
    log[1].bytes[20] ^= 1;
    assert!(matches!(store.import(KIND, "m", &log), Err(StoreError::Chain { seq: 2, .. })));
    assert_eq!(store.head(KIND, "m").unwrap(), None, "all or nothing");
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
        assert!(store.connection.execute_batch(&statement).is_err(), "{statement}");
    }
    assert_eq!(store.verify(KIND, "m").unwrap().seq, 2);
}

#[test]
fn many_writers_never_fork() {
    let folder = tempfile::tempdir().unwrap();
    store(folder.path());
    let write = |name: usize| {
        let mut store = store(folder.path());
        let mut taken = 0;
        while taken < 25 {
            let head = store.head(KIND, "m").unwrap().unwrap_or(Link::START);
            match store.append(KIND, "m", head, &lines(&[&format!("{name}-{taken}")], head)) {
                Ok(appended) => taken += appended.written,
                Err(StoreError::Conflict { .. }) => {}
                Err(error) => panic!("{error}"),
            }
        }
    };
    std::thread::scope(|scope| {
        for name in 0..4 {
            scope.spawn(move || write(name));
        }
    });
    assert_eq!(store(folder.path()).verify(KIND, "m").unwrap().seq, 100);
}

#[test]
fn a_full_disk_and_a_read_only_file_are_told_and_lose_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = store(folder.path());
    let log = lines(&["a"], Link::START);
    store.import(KIND, "m", &log).unwrap();
    let long = "x".repeat(1900);
    let many = lines(&vec![long.as_str(); 200], log[0].link);
    store.connection.pragma_update(None, "max_page_count", 12).unwrap();
    assert!(matches!(store.append(KIND, "m", log[0].link, &many), Err(StoreError::Full(_))));
    store.connection.pragma_update(None, "max_page_count", 1 << 30).unwrap();
    store.connection.pragma_update(None, "query_only", true).unwrap();
    assert!(matches!(store.append(KIND, "m", log[0].link, &many), Err(StoreError::ReadOnly(_))));
    store.connection.pragma_update(None, "query_only", false).unwrap();
    assert_eq!(store.verify(KIND, "m").unwrap(), log[0].link);
    store.append(KIND, "m", log[0].link, &many).unwrap();
}

#[test]
fn another_writer_who_does_not_let_go_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let mut waiting = store(folder.path());
    waiting.connection.busy_timeout(std::time::Duration::from_millis(20)).unwrap();
    let holding = store(folder.path());
    holding.connection.execute_batch("BEGIN IMMEDIATE").unwrap();
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

#[test]
fn several_streams_are_written_together_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = store(folder.path());
    let (one, two) = (lines(&["one"], Link::START), lines(&["two", "more"], Link::START));
    let append = |id, lines| Append { kind: KIND, id, expected: Link::START, lines };
    let appended = store.append_all(&[append("a", &one), append("b", &two)]).unwrap();
    assert_eq!(appended.iter().map(|done| done.written).collect::<Vec<_>>(), [1, 2]);
    let refused = store.append_all(&[append("c", &one), append("b", &one)]);
    assert!(matches!(refused, Err(StoreError::Conflict { id, .. }) if id == "b"));
    assert_eq!(store.head(KIND, "c").unwrap(), None, "what came before the conflict is not written either");
    let gap = [Append { expected: one[0].link, ..append("d", &one) }];
    assert!(matches!(store.append_all(&gap), Err(StoreError::Chain { .. })));
    let again = store.append_all(&[append("a", &one), append("c", &one)]).unwrap();
    assert_eq!(again.iter().map(|done| done.written).collect::<Vec<_>>(), [0, 1]);
    assert!(store.append_all(&[]).unwrap().is_empty());
}
