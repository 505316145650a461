//! A connection that is cut while a record is on its way, before the server has it and after.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use adjutant_core::chain::Link;
use adjutant_store::{Store, StoreError, StreamKind};

use crate::conformance::lines;
use crate::{Fresh, place, server};

const KIND: StreamKind = StreamKind::Match;
/// Everything goes through.
const PASS: u8 = 0;
/// The next words of the client are lost, and the connection with them.
const BEFORE: u8 = 1;
/// The next words of the client arrive; the answer is lost, and the connection with it.
const AFTER: u8 = 2;
/// Nobody is let in.
const CLOSED: u8 = 3;
/// As [`AFTER`], and then nobody is let in.
const AFTER_AND_CLOSED: u8 = 4;
/// As [`BEFORE`], and then nobody is let in.
const BEFORE_AND_CLOSED: u8 = 5;

/// A wire between program and server that can be cut.
struct Wire {
    port: u16,
    cut: Arc<AtomicU8>,
}

fn wire(to: String) -> Wire {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let (port, cut) = (listener.local_addr().unwrap().port(), Arc::new(AtomicU8::new(PASS)));
    let shared = Arc::clone(&cut);
    std::thread::spawn(move || {
        for client in listener.incoming() {
            let client = client.unwrap();
            if shared.load(Ordering::SeqCst) == CLOSED {
                continue;
            }
            let server = TcpStream::connect(&to).unwrap();
            client.set_nodelay(true).unwrap();
            server.set_nodelay(true).unwrap();
            for (from, to, at) in
                [(client.try_clone().unwrap(), server.try_clone().unwrap(), BEFORE), (server, client, AFTER)]
            {
                let cut = Arc::clone(&shared);
                std::thread::spawn(move || pass(from, to, at, &cut));
            }
        }
    });
    Wire { port, cut }
}

fn pass(mut from: TcpStream, mut to: TcpStream, at: u8, cut: &AtomicU8) {
    let mut part = [0; 1 << 16];
    while let Ok(read @ 1..) = from.read(&mut part) {
        let stored = part[..read].windows(10).any(|told| told == b"INSERT 0 1");
        let closing = if at == BEFORE { Some(BEFORE_AND_CLOSED) } else { stored.then_some(AFTER_AND_CLOSED) };
        let closes = |from| cut.compare_exchange(from, CLOSED, Ordering::SeqCst, Ordering::SeqCst).is_ok();
        if cut.compare_exchange(at, PASS, Ordering::SeqCst, Ordering::SeqCst).is_ok() || closing.is_some_and(closes) {
            break;
        }
        if to.write_all(&part[..read]).is_err() {
            break;
        }
    }
    // The other direction ends with this one.
    let _ = (from.shutdown(Shutdown::Both), to.shutdown(Shutdown::Both));
}

/// The host and port of the server, and its address with those of a wire in their place.
fn through(fresh: &Fresh, port: u16) -> (String, String) {
    let server = server();
    let (who, rest) = server.split_once('@').unwrap();
    let (host, database) = rest.split_once('/').unwrap();
    (host.to_owned(), format!("{who}@127.0.0.1:{port}/{database}?realm=north&schema={}", fresh.schema))
}

#[test]
fn a_connection_cut_at_the_commit_doubles_nothing_and_loses_nothing() {
    let fresh = Fresh::new("cut");
    let (host, _) = through(&fresh, 0);
    let wire = wire(host);
    let mut store = Store::open(&place(&through(&fresh, wire.port).1)).unwrap();
    let mut head = Link::START;
    let mut log = Vec::new();
    for round in 0..120_usize {
        // First records go in one transaction with their stream, later ones are their own: both are cut.
        let id = if round < 60 { "m".to_owned() } else { format!("m{round}") };
        let expected = if round < 60 { head } else { Link::START };
        let line = lines(&[&format!("{round}")], expected);
        wire.cut.store([AFTER, BEFORE, PASS][round % 3], Ordering::SeqCst);
        let done = store.append(KIND, &id, expected, &line).unwrap();
        assert_eq!(done.head, line[0].link, "round {round}");
        if round < 60 {
            head = done.head;
            log.extend(line);
        } else {
            assert_eq!(fresh.open().read(KIND, &id).unwrap(), line, "round {round}");
        }
    }
    wire.cut.store(PASS, Ordering::SeqCst);
    assert_eq!(fresh.open().read(KIND, "m").unwrap(), log);
    assert_eq!(fresh.open().check().unwrap(), 61);
    // Reading goes on too.
    wire.cut.store(AFTER, Ordering::SeqCst);
    assert_eq!(store.read(KIND, "m").unwrap(), log);
}

#[test]
fn a_server_that_is_gone_is_told_and_found_again() {
    let fresh = Fresh::new("gone");
    let (host, _) = through(&fresh, 0);
    let wire = wire(host);
    let mut store = Store::open(&place(&through(&fresh, wire.port).1)).unwrap();
    let log = lines(&["a", "b"], Link::START);
    store.import(KIND, "m", &log[..1]).unwrap();
    wire.cut.store(BEFORE, Ordering::SeqCst);
    assert!(store.head(KIND, "m").is_ok(), "one lost connection is opened again");
    // Every connection is ended, and no new one is let in.
    wire.cut.store(CLOSED, Ordering::SeqCst);
    let mut owner = crate::owner();
    owner
        .execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'adjutant' \
             AND query LIKE '%test_gone%'",
            &[],
        )
        .unwrap();
    let error = store.append(KIND, "m", log[0].link, &log[1..]).unwrap_err();
    assert!(matches!(error, StoreError::Offline { .. }), "{error}");
    assert!(error.to_string().contains(&format!("127.0.0.1:{}", wire.port)), "{error}");
    assert!(error.hint().contains("nothing was written"), "{}", error.hint());
    wire.cut.store(PASS, Ordering::SeqCst);
    assert_eq!(store.append(KIND, "m", log[0].link, &log[1..]).unwrap().head, log[1].link);
    assert_eq!(fresh.open().read(KIND, "m").unwrap(), log);
}

/// The server has the record, its answer is lost, and nobody is let in any more.
fn lost_answer(store: &mut Store, wire: &Wire, after: Link, line: &[adjutant_store::Line]) -> StoreError {
    wire.cut.store(AFTER_AND_CLOSED, Ordering::SeqCst);
    let error = store.append(KIND, "m", after, line).unwrap_err();
    wire.cut.store(PASS, Ordering::SeqCst);
    error
}

#[test]
fn an_answer_that_was_lost_is_told_as_such_and_the_same_words_are_not_stored_twice() {
    let fresh = Fresh::new("unanswered");
    let (host, _) = through(&fresh, 0);
    let wire = wire(host);
    let notes = tempfile::tempdir().unwrap();
    let far = place(&(through(&fresh, wire.port).1 + "&connect_timeout=1"));
    let open = || {
        let mut store = Store::open(&far).unwrap();
        store.note_in(notes.path());
        store
    };
    let noted = || std::fs::read_dir(notes.path()).unwrap().count();
    let first = lines(&["a"], Link::START);
    open().import(KIND, "m", &first).unwrap();
    assert_eq!(noted(), 0, "what is answered is not kept");
    let sent = lines(&["reroll"], first[0].link);
    let error = lost_answer(&mut open(), &wire, first[0].link, &sent);
    assert!(matches!(error, StoreError::Unanswered { .. }), "{error}");
    assert!(error.to_string().contains("may be stored or not") && error.hint().contains("may be there"), "{error}");
    assert_eq!((fresh.open().read(KIND, "m").unwrap().len(), noted()), (2, 1));
    // The next program has read the log as it is, and is told to say the same words.
    let again = lines(&["reroll"], sent[0].link);
    let error = open().append(KIND, "m", sent[0].link, &again).unwrap_err();
    assert!(matches!(error, StoreError::StoredBefore { seq: 2, .. }), "{error}");
    assert_eq!((fresh.open().read(KIND, "m").unwrap().len(), noted()), (2, 0));
    // Whoever says it again after that means it; other words were never held up.
    assert_eq!(open().append(KIND, "m", sent[0].link, &again).unwrap().written, 1);
    let other = lines(&["other"], again[0].link);
    assert!(matches!(lost_answer(&mut open(), &wire, again[0].link, &other), StoreError::Unanswered { .. }));
    let more = lines(&["more"], other[0].link);
    assert_eq!(open().append(KIND, "m", other[0].link, &more).unwrap().written, 1);
    // What never reached the server is sent again.
    let (last, mut store) = (lines(&["last"], more[0].link), open());
    wire.cut.store(BEFORE_AND_CLOSED, Ordering::SeqCst);
    let error = store.append(KIND, "m", more[0].link, &last).unwrap_err();
    assert!(matches!(error, StoreError::Unanswered { .. } | StoreError::Offline { .. }), "{error}");
    wire.cut.store(PASS, Ordering::SeqCst);
    assert_eq!(open().append(KIND, "m", more[0].link, &last).unwrap().written, 1);
    assert_eq!((fresh.open().check().unwrap(), noted()), (1, 0));
}

#[test]
fn a_server_that_hangs_is_given_up_with_a_sentence() {
    // It takes the call and says nothing.
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = silent.local_addr().unwrap().port();
    let begun = std::time::Instant::now();
    let at = format!("postgres://postgres@127.0.0.1:{port}/postgres?realm=north&connect_timeout=2");
    let error = Store::open(&place(&at)).err().unwrap();
    assert!(matches!(&error, StoreError::Offline { .. }), "{error}");
    assert!(error.to_string().contains("gives no answer"), "{error}");
    assert!(begun.elapsed().as_secs() < 8, "{:?}", begun.elapsed());
    // Somebody holds the table.
    let fresh = Fresh::new("held");
    let mut store = fresh.open();
    let log = lines(&["a"], Link::START);
    let mut owner = crate::owner();
    let mut held = owner.transaction().unwrap();
    held.batch_execute("LOCK TABLE test_held.record IN EXCLUSIVE MODE").unwrap();
    let begun = std::time::Instant::now();
    let error = store.import(KIND, "m", &log).unwrap_err();
    assert!(matches!(error, StoreError::Busy(_)), "{error}");
    assert!((8..20).contains(&begun.elapsed().as_secs()), "{:?}", begun.elapsed());
    held.rollback().unwrap();
    assert_eq!(store.import(KIND, "m", &log).unwrap().written, 1);
}
