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
        if cut.compare_exchange(at, PASS, Ordering::SeqCst, Ordering::SeqCst).is_ok() {
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
    wire.cut.store(PASS, Ordering::SeqCst);
    assert_eq!(store.append(KIND, "m", log[0].link, &log[1..]).unwrap().head, log[1].link);
    assert_eq!(fresh.open().read(KIND, "m").unwrap(), log);
}
