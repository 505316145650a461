//! A server that began with matches and events alone takes leagues and sealed names.

use adjutant_core::chain::{Hash, Link};
use adjutant_core::sealed::{Opening, Openings};
use adjutant_core::{Name, Salt};
use adjutant_store::{Store, StoreError, StreamKind};

use crate::access::{connected, state, user};
use crate::conformance::lines;
use crate::{Fresh, owner};

fn version(fresh: &Fresh) -> i64 {
    owner().query_one(&format!("SELECT version FROM {}.version", fresh.schema), &[]).unwrap().get(0)
}

/// Until the first league, older programs read and write it; looking at leagues, and what is refused, changes nothing.
#[test]
fn the_first_league_makes_version_2_and_nothing_else_does() {
    let fresh = Fresh::new("first_league");
    let mut store = fresh.open();
    let log = lines(&["one", "two"], Link::START);
    store.import(StreamKind::Match, "m", &log).unwrap();
    store.import(StreamKind::Event, "e", &log).unwrap();
    assert!(store.list(StreamKind::League).unwrap().is_empty());
    let mut broken = log.clone();
    broken[1].bytes[20] ^= 1;
    assert!(matches!(store.import(StreamKind::League, "l", &broken), Err(StoreError::Chain { .. })));
    assert_eq!(version(&fresh), 1);
    store.import(StreamKind::League, "l", &log).unwrap();
    assert_eq!(version(&fresh), 2);
    let again = fresh.open();
    assert_eq!(again.check().unwrap(), 3);
    for kind in StreamKind::ALL {
        assert_eq!(again.list(kind).unwrap().len(), 1, "{kind}");
    }
}

#[test]
fn eight_programs_may_record_the_first_league_at_once() {
    let fresh = Fresh::new("leagues_at_once");
    drop(fresh.open());
    let log = lines(&["one", "two"], Link::START);
    std::thread::scope(|scope| {
        for number in 0..8 {
            let (fresh, log) = (&fresh, &log);
            scope.spawn(move || {
                let mut store = fresh.open();
                store.import(StreamKind::Match, &format!("m{number}"), log).unwrap();
                store.import(StreamKind::League, &format!("l{number}"), log).unwrap();
                store.import(StreamKind::League, "all", log).unwrap();
            });
        }
    });
    assert_eq!(fresh.open().check().unwrap(), 17);
}

/// Who does not own the tables is told what their owner runs, word for word; then leagues are kept apart by realm, and
/// kept from change, as everything else.
#[test]
fn a_user_who_does_not_own_the_tables_is_told_what_the_owner_runs() {
    let fresh = Fresh::new("league_owner");
    drop(fresh.open());
    user(&fresh, "adjutant_test_club", "adjutant_writer", Some("north"));
    let log = lines(&["one", "two"], Link::START);
    let mut club = Store::open(&fresh.as_user("adjutant_test_club", "north")).unwrap();
    club.import(StreamKind::Match, "m", &log).unwrap();
    let error = club.import(StreamKind::League, "l", &log).unwrap_err();
    let StoreError::NoRoom { step, .. } = &error else { panic!("{error}") };
    assert!(error.to_string().contains("your user does not own them; their owner runs once"), "{error}");
    assert!(error.hint().contains("schemas/postgres-2.sql"), "{}", error.hint());
    let schema = &fresh.schema;
    let file = include_str!("../../../../schemas/postgres-2.sql").replace(" adjutant.", &format!(" {schema}."));
    let words = file.lines().filter(|line| !line.starts_with("--")).flat_map(str::split_whitespace);
    let due = words.collect::<Vec<_>>().join(" ");
    assert_eq!(format!("{step};"), due);
    assert!(due.starts_with(&format!("ALTER TABLE {schema}.stream")) && !due.contains("adjutant."), "{due}");
    assert_eq!((version(&fresh), club.head(StreamKind::League, "l").unwrap()), (1, None));
    club.import(StreamKind::Match, "n", &log).unwrap();
    owner().batch_execute(step).unwrap();
    // The same program goes on, without being started again.
    club.import(StreamKind::League, "l", &log).unwrap();
    assert_eq!(club.read(StreamKind::League, "l").unwrap(), log);
    assert_eq!(club.check().unwrap(), 3);
    for change in [
        format!("UPDATE {schema}.record SET line = '{{}}'::bytea"),
        format!("DELETE FROM {schema}.record"),
        format!("UPDATE {schema}.stream SET id = 'n' WHERE kind = 'league'"),
        format!("DELETE FROM {schema}.stream WHERE kind = 'league'"),
        format!("TRUNCATE {schema}.stream CASCADE"),
    ] {
        assert_eq!(state(&mut owner(), &change), "42501", "the owner: {change}");
        assert_eq!(state(&mut connected("adjutant_test_club"), &change), "42501", "a writer: {change}");
    }
    user(&fresh, "adjutant_test_south_club", "adjutant_writer", Some("south"));
    let south = Store::open(&fresh.as_user("adjutant_test_south_club", "south")).unwrap();
    assert!(south.list(StreamKind::League).unwrap().is_empty());
    for kind in ["", "seventeen-letters"] {
        let sql = format!("INSERT INTO {schema}.stream VALUES (gen_random_uuid(), 'north', '{kind}', 's')");
        assert_eq!(state(&mut connected("adjutant_test_club"), &sql), "23514", "{kind:?}");
    }
}

/// A table that says the version and has the other's list is named.
#[test]
fn a_list_of_kinds_that_is_not_the_version_s_is_named() {
    let fresh = Fresh::new("league_guards");
    let mut store = fresh.open();
    let set = |version: i64| {
        owner().batch_execute(&format!("UPDATE {}.version SET version = {version}", fresh.schema)).unwrap();
    };
    set(2);
    let told = store.schema_differences().unwrap();
    let (kinds, names): (Vec<_>, Vec<_>) = told.iter().partition(|told| told.ends_with("is not the one that was made"));
    assert_eq!(kinds, ["its check stream_kind of stream is not the one that was made"]);
    assert_eq!(names.len(), 9, "nothing of the table of names is there: {names:?}");
    assert!(names.iter().all(|told| told.ends_with("of opening is missing or switched off")), "{names:?}");
    set(1);
    store.import(StreamKind::League, "l", &lines(&["one"], Link::START)).unwrap();
    assert!(store.schema_differences().unwrap().is_empty());
    set(1);
    let told = store.schema_differences().unwrap();
    let added = "somebody added the policy own_realm to its table opening";
    assert_eq!(told, ["its check stream_kind of stream is not the one that was made", added]);
}

fn openings() -> Openings {
    let salt = Salt::new("00112233445566778899aabbccddeeff").unwrap();
    Openings::from_iter([Opening::of(Name::new("Anna Berg").unwrap(), salt)])
}

/// Names are read where records are, destroyed where records are written, and by members of the realm only.
#[test]
fn sealed_names_are_kept_apart_by_realm_and_can_be_destroyed() {
    let fresh = Fresh::new("openings");
    let (store, origin) = (fresh.open(), Hash::of(b"first"));
    assert!(store.names(origin).unwrap().is_empty());
    store.forget(origin, &[origin]).unwrap();
    assert_eq!(version(&fresh), 1, "looking for names, or forgetting none, makes no room for them");
    store.keep_names(origin, &openings()).unwrap();
    assert_eq!(version(&fresh), 2);
    user(&fresh, "adjutant_test_names", "adjutant_writer", Some("north"));
    user(&fresh, "adjutant_test_names_south", "adjutant_writer", Some("south"));
    user(&fresh, "adjutant_test_names_reader", "adjutant_reader", Some("north"));
    let open = |name: &str, realm: &str| Store::open(&fresh.as_user(name, realm)).unwrap();
    let south = open("adjutant_test_names_south", "south");
    assert!(south.names(origin).unwrap().is_empty());
    south.forget(origin, &openings().named("anna berg")).unwrap();
    let reader = open("adjutant_test_names_reader", "north");
    assert_eq!(reader.names(origin).unwrap(), openings());
    assert!(matches!(reader.forget(origin, &openings().named("anna berg")), Err(StoreError::ReadOnly(_))));
    assert!(matches!(reader.keep_names(Hash::of(b"n"), &openings()), Err(StoreError::ReadOnly(_))));
    let schema = &fresh.schema;
    let mut rows = connected("adjutant_test_names_south");
    let seen = rows.query_one(&format!("SELECT count(*) FROM {schema}.opening"), &[]).unwrap();
    assert_eq!(seen.get::<_, i64>(0), 0, "not by SQL either");
    for (sql, due) in [
        (format!("DELETE FROM {schema}.opening"), "done"),
        (format!("INSERT INTO {schema}.opening SELECT 'north', sha256('a'), sha256('b'), '{{}}'"), "42501"),
        (format!("UPDATE {schema}.opening SET realm = 'south'"), "42501"),
        (format!("TRUNCATE {schema}.opening"), "42501"),
        (format!("INSERT INTO {schema}.opening SELECT 'south', 'short', sha256('b'), '{{}}'"), "23514"),
    ] {
        assert_eq!(state(&mut rows, &sql), due, "{sql}");
    }
    let writer = open("adjutant_test_names", "north");
    assert_eq!(writer.names(origin).unwrap(), openings(), "another realm deletes nothing of this one");
    writer.forget(origin, &openings().named("anna berg")).unwrap();
    assert!(store.names(origin).unwrap().is_empty());
    writer.keep_names(origin, &openings()).unwrap();
    assert_eq!(store.names(origin).unwrap(), openings());
    assert!(store.schema_differences().unwrap().is_empty(), "{:?}", store.schema_differences());
    owner().batch_execute(&format!("ALTER TABLE {schema}.opening DISABLE ROW LEVEL SECURITY")).unwrap();
    owner().batch_execute(&format!("GRANT DELETE ON {schema}.opening TO PUBLIC")).unwrap();
    let told = store.schema_differences().unwrap();
    assert_eq!(
        told,
        [
            "its policy own_realm of opening is missing or switched off",
            "somebody gave everybody the right to DELETE in its table opening"
        ]
    );
}

/// Who does not own the tables is told what the owner runs, and nothing is kept by halves.
#[test]
fn a_first_sealed_name_of_a_user_who_does_not_own_the_tables_is_told() {
    let fresh = Fresh::new("opening_owner");
    drop(fresh.open());
    user(&fresh, "adjutant_test_opening", "adjutant_writer", Some("north"));
    let club = Store::open(&fresh.as_user("adjutant_test_opening", "north")).unwrap();
    let origin = Hash::of(b"first");
    let error = club.keep_names(origin, &openings()).unwrap_err();
    let StoreError::NoRoom { step, .. } = &error else { panic!("{error}") };
    assert!(club.names(origin).unwrap().is_empty());
    owner().batch_execute(step).unwrap();
    club.keep_names(origin, &openings()).unwrap();
    assert_eq!(club.names(origin).unwrap(), openings());
}
