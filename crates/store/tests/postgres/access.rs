//! Who may do what, what the database refuses, and what errors say.

use adjutant_core::chain::Link;
use adjutant_store::{Place, Store, StoreError, StreamKind};
use postgres::{Client, NoTls};

use crate::conformance::lines;
use crate::{Fresh, owner, place, server};

const KIND: StreamKind = StreamKind::Match;

/// Makes a user who is a member of a role, and of a realm where one is named.
pub fn user(fresh: &Fresh, name: &str, role: &str, realm: Option<&str>) {
    let mut owner = owner();
    // It may be there from an earlier run.
    let _ = owner.batch_execute(&format!("CREATE ROLE {name} LOGIN"));
    owner.batch_execute(&format!("GRANT {role} TO {name}")).unwrap();
    if let Some(realm) = realm {
        owner
            .execute(&format!("INSERT INTO {}.member VALUES ($1::text::name, $2)", fresh.schema), &[&name, &realm])
            .unwrap();
    }
}

pub fn connected(name: &str) -> Client {
    let server = server();
    let (_, host) = server.split_once('@').unwrap();
    Client::connect(&format!("postgres://{name}@{host}"), NoTls).unwrap()
}

pub fn state(client: &mut Client, sql: &str) -> String {
    match client.batch_execute(sql) {
        Ok(()) => "done".to_owned(),
        Err(error) => error.code().map_or_else(|| error.to_string(), |state| state.code().to_owned()),
    }
}

#[test]
fn the_database_refuses_to_forget_to_fork_and_to_leave_a_gap() {
    let fresh = Fresh::new("refuses");
    let log = lines(&["a", "b"], Link::START);
    fresh.open().import(KIND, "m", &log).unwrap();
    user(&fresh, "adjutant_test_writer", "adjutant_writer", Some("north"));
    let schema = &fresh.schema;
    let stream = format!("(SELECT stream FROM {schema}.stream)");
    let insert = |seq: i64, before: &str| {
        format!("INSERT INTO {schema}.record SELECT {stream}, {seq}, NULL, {before}, sha256('x'::bytea), '{{}}'::bytea")
    };
    let first = |stream: &str, first: &str| {
        format!("INSERT INTO {schema}.record SELECT {stream}, 1, {first}, NULL, sha256('x'::bytea), '{{}}'::bytea")
    };
    let changes = [
        format!("UPDATE {schema}.record SET line = '{{}}'::bytea"),
        format!("DELETE FROM {schema}.record WHERE seq = 2"),
        format!("TRUNCATE {schema}.record"),
        format!("UPDATE {schema}.stream SET id = 'n'"),
        format!("DELETE FROM {schema}.stream"),
        format!("TRUNCATE {schema}.stream CASCADE"),
    ];
    let broken = [
        (insert(2, "1"), "23505"),
        (insert(4, "3"), "23503"),
        (insert(3, "1"), "23514"),
        (insert(3, "NULL"), "23514"),
        (insert(0, "NULL"), "23514"),
        (first(&stream, "2"), "23514"),
        (insert(3, "2").replace("sha256('x'::bytea)", "'x'::bytea"), "23514"),
        (insert(3, "2").replace("'{}'::bytea", "'{'::bytea"), "23514"),
        (format!("INSERT INTO {schema}.stream VALUES (gen_random_uuid(), 'north', 'match', 'm')"), "23505"),
        (format!("INSERT INTO {schema}.stream VALUES (gen_random_uuid(), 'north', 'song', 's')"), "23514"),
        (format!("INSERT INTO {schema}.stream VALUES (gen_random_uuid(), 'south', 'match', 's')"), "42501"),
    ];
    let mut writer = connected("adjutant_test_writer");
    for change in &changes {
        assert_eq!(state(&mut writer, change), "42501", "a writer: {change}");
        assert_eq!(state(&mut owner(), change), "42501", "the owner: {change}");
    }
    for (sql, due) in &broken {
        assert_eq!(state(&mut writer, sql), *due, "{sql}");
    }
    // A first record is that of a stream, which the owner does not get past either.
    let nowhere = "'00000000-0000-0000-0000-000000000001'::uuid";
    for (sql, due) in [(first(nowhere, "NULL"), "23514"), (first(nowhere, "1"), "23503")] {
        assert_eq!(state(&mut writer, &sql), "42501", "{sql}");
        assert_eq!(state(&mut owner(), &sql), due, "{sql}");
    }
    assert_eq!(state(&mut writer, &insert(3, "2")), "done", "what follows is taken");
    let store = fresh.open();
    assert_eq!(store.read(KIND, "m").unwrap()[..2], log);
    assert!(store.verify(KIND, "m").is_err(), "that record is none of ours, and the chain says so");
}

#[test]
fn a_realm_is_seen_and_written_by_its_members_only() {
    let fresh = Fresh::new("realms");
    drop(fresh.open());
    user(&fresh, "adjutant_test_north", "adjutant_writer", Some("north"));
    user(&fresh, "adjutant_test_south", "adjutant_writer", Some("south"));
    user(&fresh, "adjutant_test_reader", "adjutant_reader", Some("north"));
    let (north, south) = (lines(&["north"], Link::START), lines(&["south"], Link::START));
    let open = |name: &str, realm: &str| Store::open(&fresh.as_user(name, realm)).unwrap();
    // A realm that is misspelt, or another club's, is told with one's own, and not shown as empty.
    for (user, realm, own) in [("south", "north", "only of south"), ("north", "nroth", "only of north")] {
        let error = Store::open_to_read(&fresh.as_user(&format!("adjutant_test_{user}"), realm)).err().unwrap();
        let told = format!("your user is no member of realm {realm}, {own}");
        assert!(matches!(&error, StoreError::NoAccess { what, .. } if *what == told), "{error}");
    }
    open("adjutant_test_north", "north").import(KIND, "gt-r1-t01", &north).unwrap();
    open("adjutant_test_south", "south").import(KIND, "gt-r1-t01", &south).unwrap();
    assert_eq!(open("adjutant_test_north", "north").read(KIND, "gt-r1-t01").unwrap(), north);
    assert_eq!(open("adjutant_test_south", "south").read(KIND, "gt-r1-t01").unwrap(), south);
    // Somebody who was a member when he opened it finds it empty, and it takes nothing.
    let member = |sql: &str| owner().batch_execute(&sql.replace("{}", &fresh.schema)).unwrap();
    member("INSERT INTO {}.member VALUES ('adjutant_test_south', 'north')");
    let mut stranger = open("adjutant_test_south", "north");
    member("DELETE FROM {}.member WHERE role = 'adjutant_test_south' AND realm = 'north'");
    assert!(stranger.list(KIND).unwrap().is_empty() && stranger.ids(KIND).unwrap().is_empty());
    assert!(matches!(stranger.read(KIND, "gt-r1-t01"), Err(StoreError::NotFound { .. })));
    for id in ["new", "gt-r1-t01"] {
        let error = stranger.import(KIND, id, &south).unwrap_err();
        assert!(matches!(error, StoreError::ReadOnly(_)), "{id}: {error}");
        assert!(error.hint().contains("realm"), "{}", error.hint());
    }
    let ahead = lines(&["more"], north[0].link);
    let error = stranger.append(KIND, "gt-r1-t01", north[0].link, &ahead).unwrap_err();
    assert!(matches!(error, StoreError::Conflict { .. } | StoreError::ReadOnly(_)), "{error}");
    let mut rows = connected("adjutant_test_south");
    let seen = rows.query_one(&format!("SELECT count(*) FROM {}.record", fresh.schema), &[]).unwrap();
    assert_eq!(seen.get::<_, i64>(0), 1, "not by SQL either");
    let members = rows.query(&format!("SELECT realm FROM {}.member", fresh.schema), &[]).unwrap();
    assert_eq!(members.iter().map(|row| row.get::<_, &str>(0)).collect::<Vec<_>>(), ["south"], "nor who else is one");
    // A user who may only read, reads.
    let mut reader = open("adjutant_test_reader", "north");
    assert_eq!(reader.read(KIND, "gt-r1-t01").unwrap(), north);
    assert!(matches!(reader.append(KIND, "gt-r1-t01", north[0].link, &ahead), Err(StoreError::ReadOnly(_))));
    assert_eq!(open("adjutant_test_north", "north").check().unwrap(), 1);
}

#[test]
fn what_is_switched_off_is_named() {
    let fresh = Fresh::new("guards");
    let store = fresh.open();
    let schema = &fresh.schema;
    let mut owner = owner();
    for (sql, named) in [
        (format!("DROP TRIGGER record_stays ON {schema}.record"), "trigger record_stays of record"),
        (format!("ALTER TABLE {schema}.stream DISABLE TRIGGER stream_stays"), "trigger stream_stays of stream"),
        (
            format!("ALTER TABLE {schema}.record DROP CONSTRAINT record_stream_before_fkey"),
            "FOREIGN KEY (stream, before)",
        ),
        (format!("ALTER TABLE {schema}.record DROP CONSTRAINT record_place"), "check record_place"),
        (format!("ALTER DOMAIN {schema}.line DROP CONSTRAINT record_line"), "check record_line of record"),
        (format!("ALTER TABLE {schema}.record ALTER hash TYPE bytea"), "check record_hash of record"),
        (format!("ALTER TABLE {schema}.record DISABLE ROW LEVEL SECURITY"), "policy own_realm of record"),
        (
            format!("ALTER POLICY own_realm ON {schema}.stream USING (true)"),
            "policy own_realm of stream is not the one",
        ),
        (format!("CREATE POLICY all_of_it ON {schema}.member USING (true)"), "added the policy all_of_it"),
        (
            format!(
                "CREATE OR REPLACE FUNCTION {schema}.refuse() RETURNS trigger LANGUAGE plpgsql                  AS 'BEGIN RETURN coalesce(NEW, OLD); END'"
            ),
            "function refuse of record is not the one",
        ),
        (
            format!("GRANT UPDATE, DELETE ON {schema}.record TO adjutant_writer"),
            "gave adjutant_writer the right to DELETE",
        ),
        (
            format!("GRANT INSERT ON {schema}.member TO PUBLIC"),
            "gave everybody the right to INSERT in its table member",
        ),
        (
            format!("CREATE RULE quiet AS ON INSERT TO {schema}.record DO INSTEAD NOTHING"),
            "added the rule quiet to its table record",
        ),
        (
            format!("ALTER TABLE {schema}.stream DROP CONSTRAINT stream_id, ADD CONSTRAINT stream_id CHECK (true)"),
            "check stream_id of stream is not the one",
        ),
    ] {
        owner.batch_execute(&sql).unwrap();
        let told = store.schema_differences().unwrap().join("; ");
        assert!(told.contains(named), "{sql}: {told}");
    }
    assert!(matches!(store.check(), Err(StoreError::Corrupt { .. })));
    assert_eq!(store.schema_differences().unwrap().len(), 16, "two rights, and a column that is of another type");
}

#[test]
fn only_our_tables_are_used() {
    let fresh = Fresh::new("foreign");
    assert!(Store::open_to_read(&fresh.place()).unwrap().list(KIND).unwrap().is_empty());
    let there = "SELECT count(*) FROM pg_namespace WHERE nspname = 'test_foreign'";
    assert_eq!(owner().query_one(there, &[]).unwrap().get::<_, i64>(0), 0, "looking makes nothing");
    assert!(matches!(Store::open_existing(&fresh.place()).err(), Some(StoreError::NotOurs(_))));
    owner().batch_execute("CREATE SCHEMA test_foreign; CREATE TABLE test_foreign.cookies (x int)").unwrap();
    assert!(matches!(Store::open(&fresh.place()).err(), Some(StoreError::NotOurs(_))));
    for (name, sql) in [("emptied", "DELETE FROM {}.version"), ("zero", "UPDATE {}.version SET version = 0")] {
        let fresh = Fresh::new(name);
        drop(fresh.open());
        owner().batch_execute(&sql.replace("{}", &fresh.schema)).unwrap();
        let error = Store::open_to_read(&fresh.place()).err().unwrap();
        assert!(matches!(&error, StoreError::Corrupt { .. }), "{name}: {error}");
    }
    let newer = Fresh::new("newer");
    drop(newer.open());
    owner().batch_execute("UPDATE test_newer.version SET version = 3").unwrap();
    let error = Store::open(&newer.place()).err().unwrap();
    assert!(matches!(error, StoreError::NewerSchema { found: 3, known: 2, .. }), "{error}");
    assert!(error.to_string().ends_with("has schema version 3; this program knows versions up to 2"), "{error}");
}

#[test]
fn eight_programs_may_make_the_tables_at_once() {
    let fresh = Fresh::new("first");
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| drop(fresh.open()));
        }
    });
    assert_eq!(fresh.open().check().unwrap(), 0);
}

#[test]
fn acknowledged_means_on_disk_whatever_the_server_is_set_to() {
    let fresh = Fresh::new("durable");
    drop(fresh.open());
    user(&fresh, "adjutant_test_hasty", "adjutant_writer", Some("north"));
    owner().batch_execute("ALTER ROLE adjutant_test_hasty SET synchronous_commit = off").unwrap();
    let store = Store::open(&fresh.as_user("adjutant_test_hasty", "north")).unwrap();
    let activity = "SELECT current_setting('synchronous_commit')";
    assert_eq!(connected("adjutant_test_hasty").query_one(activity, &[]).unwrap().get::<_, &str>(0), "off");
    let Store::Postgres(open) = &store else { panic!("a server") };
    assert_eq!(open.setting("synchronous_commit").unwrap(), "on");
}

/// Errors name the place and never the password.
#[test]
fn no_error_holds_the_password() {
    let fresh = Fresh::new("errors");
    drop(fresh.open());
    let server = server();
    let (_, host) = server.split_once('@').unwrap();
    let (host, database) = host.split_once('/').unwrap();
    let at = |who: &str, host: &str, database: &str| {
        format!("postgres://{who}@{host}/{database}?realm=north&connect_timeout=1")
    };
    let cases = [
        (at("nobody_of_us:hunter2", host, database), "nobody_of_us"),
        (at("postgres:hunter2", host, "no_such_database"), "no_such_database"),
        (at("postgres:hunter2", "127.0.0.1:1", database), "127.0.0.1:1"),
        (at("postgres:hunter2", "no-such-host.invalid", database), "no-such-host.invalid"),
        (at("adjutant_secret:hunter2", host, database), "adjutant_secret"),
    ];
    for (address, named) in cases {
        let place: Place = place(&address);
        let error = Store::open(&place).err().unwrap_or_else(|| panic!("{place} opens"));
        let told = format!("{error}\n{error:?}\n{}", error.hint());
        assert!(matches!(error, StoreError::NoAccess { .. } | StoreError::Offline { .. }), "{told}");
        assert!(told.contains(named), "{told}");
        assert!(!told.contains("hunter2"), "{told}");
    }
}

/// Over TLS, a server is believed under its own name and a certificate of the named authority, and otherwise not.
#[test]
fn an_encrypted_server_proves_its_name() {
    let fresh = Fresh::new("tls");
    let authority = std::env::var("ADJUTANT_TEST_CA").expect("ADJUTANT_TEST_CA is the authority's certificate");
    let server = server();
    let port = server.rsplit_once('/').unwrap().0.rsplit_once(':').unwrap().1.to_owned();
    let at = |host: &str, more: &str| {
        let schema = &fresh.schema;
        place(&format!("postgres://postgres@{host}:{port}/postgres?realm=north&schema={schema}&sslmode=require{more}"))
    };
    let root = format!("&sslrootcert={authority}");
    let mut store = Store::open(&at("localhost", &root)).unwrap();
    let log = lines(&["encrypted"], Link::START);
    store.import(KIND, "m", &log).unwrap();
    let encrypted = "SELECT count(*) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) \
                     WHERE ssl AND application_name = 'adjutant'";
    assert!(owner().query_one(encrypted, &[]).unwrap().get::<_, i64>(0) >= 1);
    for (host, more) in [("localhost", ""), ("127.0.0.1", root.as_str()), ("localhost", "&sslrootcert=/dev/null")] {
        let error = Store::open(&at(host, more)).err().unwrap_or_else(|| panic!("{host} {more} opens"));
        assert!(matches!(error, StoreError::NoAccess { .. }) && error.hint().contains("certificate"), "{error}");
    }
}

/// A program that serves pages drives a runtime, and the client of the server another one.
#[test]
fn a_store_is_opened_used_and_closed_inside_a_runtime_too() {
    let fresh = Fresh::new("runtime");
    let log = lines(&["a"], Link::START);
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    runtime.block_on(async {
        let mut store = fresh.open();
        store.import(KIND, "m", &log).unwrap();
        assert_eq!(store.read(KIND, "m").unwrap(), log);
    });
    assert_eq!(fresh.open().read(KIND, "m").unwrap(), log);
}
