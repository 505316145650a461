//! The primary is killed while recorders append, and its standby takes over.

use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use adjutant_core::chain::Link;
use adjutant_store::{Store, StoreError, StreamKind};

use crate::conformance::lines;
use crate::place;

const KIND: StreamKind = StreamKind::Match;
const RECORDERS: usize = 4;

/// `ADJUTANT_TEST_PAIR` is an address with both hosts, `ADJUTANT_TEST_FAILOVER` a program that kills the primary and
/// promotes the standby.
#[test]
#[ignore = "needs a pair of servers: .ci/postgres runs it"]
fn nothing_acknowledged_is_lost_when_the_standby_takes_over() {
    let pair = std::env::var("ADJUTANT_TEST_PAIR").expect("ADJUTANT_TEST_PAIR names primary and standby");
    let takes_over = std::env::var("ADJUTANT_TEST_FAILOVER").expect("ADJUTANT_TEST_FAILOVER is a program");
    let place = place(&format!("{pair}?realm=north&target_session_attrs=read-write"));
    drop(Store::open(&place).unwrap());
    let (done, recorded) = (AtomicBool::new(false), AtomicUsize::new(0));
    let record = |name: usize| {
        let id = format!("m{name}");
        let mut store = Store::open(&place).unwrap();
        let mut acknowledged = Vec::new();
        let mut head = Link::START;
        let mut after = 0;
        // Until somebody says so, and some records more on the new primary.
        while after < 20 {
            let line = lines(&[&format!("{name}: {}", head.seq)], head);
            match store.append(KIND, &id, head, &line) {
                Ok(appended) => {
                    assert_eq!(appended.head, line[0].link);
                    head = appended.head;
                    acknowledged.extend(line);
                    recorded.fetch_add(1, Ordering::Relaxed);
                    after += usize::from(done.load(Ordering::SeqCst));
                }
                // A recorder tries the same record again until somebody takes it.
                Err(StoreError::Offline { .. } | StoreError::ReadOnly(_)) => {}
                Err(error) => panic!("{error}"),
            }
        }
        acknowledged
    };
    let logs: Vec<_> = std::thread::scope(|scope| {
        let recorders: Vec<_> = (0..RECORDERS).map(|name| scope.spawn(move || record(name))).collect();
        while recorded.load(Ordering::Relaxed) < 200 {
            std::thread::yield_now();
        }
        assert!(Command::new(&takes_over).status().unwrap().success());
        done.store(true, Ordering::SeqCst);
        recorders.into_iter().map(|recorder| recorder.join().unwrap()).collect()
    });
    let store = Store::open(&place).unwrap();
    for (name, log) in logs.iter().enumerate() {
        assert_eq!(store.read_sound(KIND, &format!("m{name}")).unwrap(), *log);
    }
}
