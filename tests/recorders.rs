//! Two people recording one match: no fork, and the slower one is told.

use adjutant_app::clock::Clock;
use adjutant_app::matches::recording::Recording;
use adjutant_app::{App, ErrorKind, Known};
use adjutant_engine::command::{Command, Text};
use adjutant_engine::side::By;
use adjutant_store::Store;

use crate::support::World;

fn note(text: &str) -> Command {
    Command::Note { text: Text::new(text).unwrap() }
}

#[test]
fn the_slower_recorder_is_told_and_writes_nothing() {
    let world = World::with_match();
    let path = world.path("data/adjutant.db");
    let open = || App::new(Known::default(), Clock::System, Store::open(&path).unwrap());
    let (mut first_store, mut second_store) = (open(), open());
    let mut first = Recording::load(&first_store, "m").unwrap();
    let mut second = Recording::load(&second_store, "m").unwrap();
    first.take(By::One, note("mine"), None).unwrap();
    second.take(By::Two, note("yours"), None).unwrap();
    first.commit(&mut first_store).unwrap();
    let error = second.commit(&mut second_store).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Conflict);
    assert!(error.message().contains("is at record 3 now"), "{error}");
    assert!(error.hint().unwrap().contains("recorded in between"));
    assert_eq!(world.exported().lines().count(), 3);
    assert!(!world.exported().contains("yours"));
}

#[test]
fn many_recorders_make_one_chain() {
    let world = World::with_match();
    let each = 12;
    let told = std::sync::atomic::AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for name in ["one", "two", "judge"] {
            let (world, told) = (&world, &told);
            scope.spawn(move || {
                let mut recorded = 0;
                while recorded < each {
                    let run = world.run(&format!("match record m --by {name} note {name}-{recorded}"));
                    match run.code {
                        Some(0) => recorded += 1,
                        _ => {
                            run.ends(1).says("someone else recorded first");
                            told.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                        }
                    }
                }
            });
        }
    });
    let log = world.exported();
    assert_eq!(log.lines().count(), 2 + 3 * each);
    for name in ["one", "two", "judge"] {
        for index in 0..each {
            assert_eq!(log.matches(&format!("\"{name}-{index}\"")).count(), 1);
        }
    }
    world.run("match verify m").ends(0);
}

/// Four programs start in an empty folder at once: each finds a database or makes one, and none takes a half-made one
/// for somebody else's. `ADJUTANT_STARTS` sets how often (default 100).
#[test]
fn the_first_start_is_no_race() {
    let world = World::new();
    let rounds = std::env::var("ADJUTANT_STARTS").ok().and_then(|text| text.parse().ok()).unwrap_or(100);
    for round in 0..rounds {
        let start = |number: usize| {
            let words = format!("match new m{number} --mission scorched-earth --one A --two B --data d{round}");
            let mut command = world.command(&words);
            command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
            command.spawn().unwrap()
        };
        let children: Vec<_> = (0..4).map(start).collect();
        for child in children {
            crate::support::run_of(child.wait_with_output().unwrap()).ends(0);
        }
    }
}

#[test]
fn a_clock_that_jumped_dates_nothing() {
    let world = World::with_match();
    for (clock, code) in [("9999-12-31T23:59:59Z", 3), ("1970-01-01T00:00:00Z", 3), ("2099-12-31T23:59:59Z", 0)] {
        let mut command = world.command("match record m --by both note x");
        let run = crate::support::run_of(command.env("ADJUTANT_CLOCK", clock).output().unwrap()).ends(code);
        assert!(code == 0 || run.err.contains("set the clock of this machine right"), "{run:?}");
    }
    let late = "{\"at\":\"9999-12-31T00:00:00Z\",\"by\":\"both\",\"do\":{\"note\":{\"text\":\"x\"}}}\n";
    world.feed("match record m --from -", late).ends(3).says("dated 9999-12-31");
    let mut command = world.command("event new gt --name GT --rounds 2");
    let run = crate::support::run_of(command.env("ADJUTANT_CLOCK", "9999-12-31T23:59:59Z").output().unwrap());
    run.ends(3).says("the clock of this machine says 9999");
    assert_eq!(world.exported().lines().count(), 3);
}
