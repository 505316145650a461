//! Times a whole event of nine rounds: every round's pairing, what a corrected result of round 1 would have changed, the
//! independent check, reading the log back, and the standings.
//!
//! `cargo bench -p adjutant-tournament --bench whole -- 1000 4000 10000` runs those sizes; 1,000 without any.

#[path = "../../cli/benches/support/figure.rs"]
mod figure;
mod support;

use std::hint::black_box;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use adjutant_tournament::check::check;
use adjutant_tournament::command::{By, ResultEntry, TournamentCommand};
use adjutant_tournament::pairing::{Changed, consequence_in, draft_round};
use adjutant_tournament::policy::Policies;
use adjutant_tournament::standings::standings;
use adjutant_tournament::{Reason, RoundNumber, TournamentLog};
use figure::{Figure, Target};
use support::{event, play_next};

const ROUNDS: u16 = 9;

fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let done = black_box(work());
    (done, start.elapsed())
}

fn print(key: &str, what: &str, time: Duration, target: Option<f64>) {
    let value = time.as_secs_f64() * 1_000.0;
    Figure { key, what, value, unit: "ms", beside: None, target: target.map(Target::AtMost) }.print();
}

fn measure(players: u32) {
    let mut log = event(players, ROUNDS, u64::from(players), Policies::default());
    let mut slowest = Duration::ZERO;
    for round in 1..=ROUNDS {
        let (draft, time) = timed(|| draft_round(log.state()).expect("a legal round"));
        assert!(draft.pair.objective.optimal && draft.pair.tables.len() == players as usize / 2);
        println!("{players:>6} players, round {round}: {time:>9.1?}");
        slowest = slowest.max(time);
        play_next(&mut log);
    }
    let most = match players {
        ..=1_024 => Some(100.0),
        1_025..=4_096 => Some(1_000.0),
        4_097..=10_000 => Some(5_000.0),
        _ => None,
    };
    print(&format!("slowest-round-{players}"), &format!("slowest of nine rounds, {players} players"), slowest, most);

    let (rows, time) = timed(|| standings(log.state(), RoundNumber(ROUNDS)).rows.len());
    assert_eq!(rows, players as usize);
    print(&format!("standings-{players}"), &format!("standings after round 9, {players} players"), time, None);

    let bytes = log.to_bytes();
    let (again, time) = timed(|| TournamentLog::read(&bytes).expect("its own log"));
    assert_eq!(again.state(), log.state());
    print(&format!("read-{players}"), &format!("reading the log of {players} players × 9 rounds"), time, None);

    let results: Vec<ResultEntry> = log.state().rounds[0].results.values().cloned().collect();
    let other = |result: &ResultEntry| ResultEntry { one: result.two, two: result.one, ..result.clone() };
    let mut decided = results.iter().filter(|result| result.one != result.two);
    let [one, two] = [decided.next(), decided.next_back()].map(|result| result.expect("a game that somebody won"));
    let (one, two) = (other(one), other(two));
    let higher = i64::from(one.one > one.two);
    let same = ResultEntry { one: one.one + higher, two: one.two + 1 - higher, ..one.clone() };
    correct(&mut log, "amend", "that changes its winner", one);
    // From here on no round stands as it was drafted.
    correct(&mut log, "amend-second", "after another one", two);
    assert_eq!(correct(&mut log, "amend-same", "that keeps its winner", same), 0);

    let (report, time) = timed(|| check(&log));
    assert!(report.is_clean());
    print(
        &format!("check-{players}"),
        &format!("independent check of {players} players × 9 rounds"),
        time,
        Some(5_000.0),
    );
}

/// Corrects a result of round 1 and times what that would have changed, as the program finds it: on all cores, late rounds
/// first, because they take longest. Gives how many rounds would have been others.
fn correct(log: &mut TournamentLog, key: &str, what: &str, result: ResultEntry) -> usize {
    let before = log.state().clone();
    let why = Reason::new("typed wrong").expect("a reason");
    let amend = TournamentCommand::AmendResult { result, why, later: None };
    log.record(adjutant_tournament::Timestamp::parse("2026-11-21T09:00:00Z").unwrap(), By::Organiser, amend)
        .expect("a correction");
    let (log, seq) = (&*log, log.records().len() as u64 - 1);
    let one = |round| consequence_in(&before, log.state(), round, log.stands_as_drafted(round, seq));
    let later: Vec<RoundNumber> = (2..=ROUNDS).map(RoundNumber).collect();
    let (changed, time) = timed(|| {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let taken = AtomicUsize::new(0);
        let take = || later.iter().rev().nth(taken.fetch_add(1, Ordering::Relaxed)).copied();
        std::thread::scope(|scope| {
            let work = || std::iter::from_fn(take).filter_map(one).collect::<Vec<Changed>>();
            let work: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
            work.into_iter().flat_map(|work| work.join().expect("no panic")).collect::<Vec<_>>()
        })
    });
    assert!(changed.iter().all(|round| !round.recorded.is_empty() && round.recorded.len() == round.computed.len()));
    let players = log.state().players.len();
    println!("{players:>6} players: a correction {what} would have changed {} rounds", changed.len());
    let what = format!("comparing after a corrected result of round 1 {what}, {players} players");
    print(&format!("{key}-{players}"), &what, time, Some(1_000.0));
    changed.len()
}

fn main() {
    let named: Vec<u32> = std::env::args().filter_map(|word| word.parse().ok()).collect();
    let sizes = if named.is_empty() { vec![1_000] } else { named };
    sizes.into_iter().for_each(measure);
}
