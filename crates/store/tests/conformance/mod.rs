//! What a store of either kind promises: one list, run on a file of SQLite and on a PostgreSQL server.

mod chained;

use adjutant_core::chain::{Hash, Link};
use adjutant_core::sealed::{Opening, Openings};
use adjutant_core::{Name, Salt};
use adjutant_store::{Append, Line, Store, StoreError, StreamKind};
pub use chained::lines;

/// Opens the same empty store, each time anew.
pub type Open<'a> = &'a (dyn Fn() -> Store + Sync);

/// A promise: its name, which serves as a name for its store too, and what is tried.
pub type Promise = (&'static str, fn(Open<'_>));

pub const PROMISES: [Promise; 13] = [
    ("byte_for_byte", what_goes_in_comes_out_byte_for_byte),
    ("no_fork", the_later_writer_is_told_and_nothing_forks),
    ("repeated", a_repeated_append_is_harmless_and_a_longer_import_extends),
    ("no_break", what_does_not_chain_is_not_written),
    ("many_writers", many_writers_never_fork),
    ("reader", a_reader_takes_no_writer_for_damage),
    ("together", several_streams_are_written_together_or_not_at_all),
    ("same_import", many_importers_of_one_log_agree),
    ("crossed", writers_of_several_streams_do_not_wait_for_each_other),
    ("listed", streams_are_listed_by_id_and_kind),
    ("leagues", leagues_stand_beside_matches_and_events),
    ("names", what_opens_names_is_kept_by_log_and_can_be_destroyed),
    ("large", long_lines_and_long_logs_are_kept),
];

const KIND: StreamKind = StreamKind::Match;

fn what_opens_names_is_kept_by_log_and_can_be_destroyed(open: Open<'_>) {
    let (store, other) = (open(), open());
    let (log, another) = (Hash::of(b"log"), Hash::of(b"another"));
    let opening = |name: &str, digit: char| {
        let salt = Salt::new(&digit.to_string().repeat(32)).unwrap();
        Opening::of(Name::new(name).unwrap(), salt)
    };
    let mut anna = opening("Anna Bergström", 'a');
    (anna.club, anna.team) = (Some(Name::new("Żółć").unwrap()), Some(Name::new("Reds").unwrap()));
    let ben = opening("Ben", 'b');
    let both = Openings::from_iter([anna.clone(), ben.clone()]);
    assert!(store.names(log).unwrap().is_empty());
    store.forget(log, &[ben.digest()]).unwrap();
    store.keep_names(log, &Openings::default()).unwrap();
    store.keep_names(log, &Openings::from_iter([anna.clone()])).unwrap();
    other.keep_names(log, &Openings::from_iter([ben.clone()])).unwrap();
    other.keep_names(log, &both).unwrap();
    store.keep_names(another, &both).unwrap();
    assert_eq!(open().names(log).unwrap(), both, "each keeps what the other kept");
    store.forget(log, &[anna.digest(), Hash::of(b"nobody")]).unwrap();
    assert_eq!(other.names(log).unwrap(), Openings::from_iter([ben.clone()]));
    assert_eq!(other.names(another).unwrap(), both, "another log's are its own");
    other.forget(log, &[ben.digest()]).unwrap();
    assert!(open().names(log).unwrap().is_empty());
    store.keep_names(log, &both).unwrap();
    assert_eq!(other.names(log).unwrap(), both, "what was forgotten can be brought again");
    assert!(store.schema_differences().unwrap().is_empty(), "{:?}", store.schema_differences());
}

fn what_goes_in_comes_out_byte_for_byte(open: Open<'_>) {
    let mut store = open();
    let log = lines(&["one", "żółć", "three"], Link::START);
    let appended = store.append(KIND, "m", Link::START, &log).unwrap();
    assert_eq!((appended.head, appended.written), (log[2].link, 3));
    assert_eq!(store.read(KIND, "m").unwrap(), log);
    assert_eq!(open().read(KIND, "m").unwrap(), log);
    assert_eq!(store.read_from(KIND, "m", 0).unwrap(), log);
    assert_eq!(store.read_from(KIND, "m", 3).unwrap(), log[2..]);
    assert!(store.read_from(KIND, "m", 4).unwrap().is_empty());
    assert!(store.read_from(KIND, "m", u64::MAX).unwrap().is_empty());
    assert_eq!(store.line(KIND, "m", 2).unwrap().as_ref(), Some(&log[1]));
    assert_eq!(store.line(KIND, "m", 4).unwrap(), None);
    assert_eq!(store.head(KIND, "m").unwrap(), Some(log[2].link));
    assert_eq!(store.head(StreamKind::Event, "m").unwrap(), None);
    assert_eq!(store.list(KIND).unwrap().len(), 1);
    assert_eq!(store.verify(KIND, "m").unwrap(), log[2].link);
    assert_eq!(store.check().unwrap(), 1);
    assert!(store.schema_differences().unwrap().is_empty(), "{:?}", store.schema_differences());
    for missing in [store.read(KIND, "other").map(|_| ()), store.line(KIND, "other", 1).map(|_| ())] {
        assert!(matches!(missing, Err(StoreError::NotFound { .. })), "{missing:?}");
    }
}

fn the_later_writer_is_told_and_nothing_forks(open: Open<'_>) {
    let (mut first, mut second) = (open(), open());
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
    let far = Link { seq: 9, hash: Hash::of(b"far") };
    assert!(matches!(second.append(KIND, "m", far, &lines(&["far"], far)), Err(StoreError::Conflict { .. })));
    let other = lines(&["another match"], Link::START);
    let error = second.append(KIND, "m", Link::START, &other).unwrap_err();
    assert!(matches!(error, StoreError::Conflict { found, .. } if found == mine[0].link), "{error}");
}

fn a_repeated_append_is_harmless_and_a_longer_import_extends(open: Open<'_>) {
    let mut store = open();
    let log = lines(&["a", "b", "c", "d"], Link::START);
    store.append(KIND, "m", Link::START, &log[..2]).unwrap();
    assert_eq!(store.append(KIND, "m", log[0].link, &log[1..2]).unwrap().written, 0);
    assert_eq!(store.import(KIND, "m", &log[..1]).unwrap().head, log[1].link);
    assert_eq!(store.append(KIND, "m", log[0].link, &[]).unwrap().head, log[1].link);
    assert_eq!(store.append(KIND, "m", log[1].link, &[]).unwrap().head, log[1].link);
    assert!(store.append(KIND, "m", lines(&["x"], Link::START)[0].link, &[]).is_err());
    assert_eq!(store.import(KIND, "m", &log).unwrap().written, 2);
    assert_eq!(store.read(KIND, "m").unwrap(), log);
    let other = lines(&["a", "x", "y", "z", "end"], Link::START);
    assert!(matches!(store.import(KIND, "m", &other), Err(StoreError::Conflict { .. })));
    store.import(KIND, "nothing", &[]).unwrap();
    assert_eq!(store.head(KIND, "nothing").unwrap(), None, "nothing was opened");
}

fn what_does_not_chain_is_not_written(open: Open<'_>) {
    let mut store = open();
    let mut log = lines(&["a", "b"], Link::START);
    log[1].bytes[20] ^= 1;
    assert!(matches!(store.import(KIND, "m", &log), Err(StoreError::Chain { seq: 2, .. })));
    assert_eq!(store.head(KIND, "m").unwrap(), None, "all or nothing");
    // The same where there are many, wherever it is.
    let log = lines(&["a"; 200], Link::START);
    for wrong in [0, 63, 64, 130, 199] {
        let mut broken = log.clone();
        broken[wrong].bytes[20] ^= 1;
        let refused = store.import(KIND, "m", &broken);
        assert!(matches!(refused, Err(StoreError::Chain { seq, .. }) if seq == wrong as u64 + 1), "{refused:?}");
        let mut misplaced = log.clone();
        misplaced.remove(wrong);
        let refused = store.import(KIND, "m", &misplaced);
        let due = wrong as u64 + 1;
        assert_eq!(wrong < 199, matches!(refused, Err(StoreError::Chain { seq, .. }) if seq == due), "{refused:?}");
        assert_eq!(store.head(KIND, "m").unwrap().map(|link| link.seq), (wrong == 199).then_some(199));
    }
    store.import(KIND, "m", &log).unwrap();
    assert_eq!(store.read(KIND, "m").unwrap(), log);
}

fn many_writers_never_fork(open: Open<'_>) {
    drop(open());
    let write = |name: usize| {
        let mut store = open();
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
    assert_eq!(open().verify(KIND, "m").unwrap().seq, 100);
}

/// Reads while another connection opens streams: what is written between two questions is not damage.
fn a_reader_takes_no_writer_for_damage(open: Open<'_>) {
    const STREAMS: usize = 60;
    let name = |number: usize| format!("m{number}");
    drop(open());
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let mut store = open();
            for number in 0..STREAMS {
                store.import(KIND, &name(number), &lines(&["one", "two"], Link::START)).unwrap();
            }
        });
        for _ in 0..3 {
            scope.spawn(|| {
                let store = open();
                for number in 0..STREAMS {
                    let id = name(number);
                    while store.head(KIND, &id).unwrap().is_none() {
                        let early = store.read(KIND, &id);
                        assert!(matches!(early, Ok(_) | Err(StoreError::NotFound { .. })), "{early:?}");
                    }
                    assert_eq!(store.read(KIND, &id).unwrap().len(), 2);
                    assert!(store.list(KIND).unwrap().iter().all(|head| head.link.seq == 2));
                }
            });
        }
    });
}

fn several_streams_are_written_together_or_not_at_all(open: Open<'_>) {
    let mut store = open();
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

fn many_importers_of_one_log_agree(open: Open<'_>) {
    drop(open());
    let texts: Vec<String> = (0..40).map(|number| number.to_string()).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let log = lines(&texts, Link::START);
    std::thread::scope(|scope| {
        for part in 1..=4 {
            let log = &log;
            scope.spawn(move || open().import(KIND, "m", &log[..part * 10]).unwrap());
        }
    });
    assert_eq!(open().read(KIND, "m").unwrap(), log);
}

fn writers_of_several_streams_do_not_wait_for_each_other(open: Open<'_>) {
    drop(open());
    std::thread::scope(|scope| {
        for turned in [false, true] {
            scope.spawn(move || {
                let mut store = open();
                for round in 0..20 {
                    let log = lines(&[&format!("{round}")], Link::START);
                    let mut ids = [format!("a{round}"), format!("b{round}")];
                    if turned {
                        ids.reverse();
                    }
                    let both = ids.each_ref().map(|id| Append { kind: KIND, id, expected: Link::START, lines: &log });
                    store.append_all(&both).unwrap();
                }
            });
        }
    });
    assert_eq!(open().check().unwrap(), 40);
}

fn streams_are_listed_by_id_and_kind(open: Open<'_>) {
    let mut store = open();
    for id in ["b", "a-1", "a1", "A", "ż", "a"] {
        store.import(KIND, id, &lines(&[id], Link::START)).unwrap();
    }
    store.import(StreamKind::Event, "a", &lines(&["event", "more"], Link::START)).unwrap();
    let ids = ["A", "a", "a-1", "a1", "b", "ż"];
    assert_eq!(store.ids(KIND).unwrap(), ids, "by bytes, whatever the language of the server");
    let heads = store.list(KIND).unwrap();
    assert_eq!(heads.iter().map(|head| head.id.as_str()).collect::<Vec<_>>(), ids);
    assert!(heads.iter().all(|head| head.link.seq == 1));
    assert_eq!(store.list(StreamKind::Event).unwrap()[0].link.seq, 2);
}

/// The first league makes room for itself; whoever has the store open already goes on, and what stood there stands.
fn leagues_stand_beside_matches_and_events(open: Open<'_>) {
    let (mut store, mut other) = (open(), open());
    let log = lines(&["one", "two", "three"], Link::START);
    store.import(KIND, "a", &log[..2]).unwrap();
    assert!(store.ids(StreamKind::League).unwrap().is_empty());
    assert_eq!(store.head(StreamKind::League, "a").unwrap(), None);
    for _ in 0..2 {
        store.import(StreamKind::League, "a", &log).unwrap();
        assert_eq!(store.read(StreamKind::League, "a").unwrap(), log);
    }
    assert_eq!(other.append(KIND, "a", log[1].link, &log[2..]).unwrap().written, 1);
    assert_eq!(other.append(StreamKind::League, "b", Link::START, &log[..1]).unwrap().written, 1);
    assert_eq!(open().read(KIND, "a").unwrap(), log);
    assert_eq!(store.ids(StreamKind::League).unwrap(), ["a", "b"]);
    assert_eq!(store.check().unwrap(), 3);
    assert!(store.schema_differences().unwrap().is_empty(), "{:?}", store.schema_differences());
    let refused = other.import(StreamKind::League, "a", &lines(&["another"], Link::START));
    assert!(matches!(refused, Err(StoreError::Conflict { .. })), "{refused:?}");
}

fn long_lines_and_long_logs_are_kept(open: Open<'_>) {
    let mut store = open();
    let long = "x".repeat(100_000);
    let log = lines(&vec![long.as_str(); 20], Link::START);
    store.import(KIND, "long", &log).unwrap();
    assert_eq!(store.read(KIND, "long").unwrap(), log);
    let many = lines(&vec!["short"; 3000], Link::START);
    store.import(KIND, "many", &many).unwrap();
    assert_eq!(store.verify(KIND, "many").unwrap(), many[2999].link);
}
