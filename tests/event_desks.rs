//! Four desks at once, killed in the middle of entries: nothing acknowledged is lost, nothing stands twice, nothing is
//! refused that another table's entry does not contradict.
//!
//! `ADJUTANT_DESK_ENTRIES` (default 120) is the number of slips; 1000 is the full run.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::process::Stdio;
use std::time::Duration;

use crate::support::World;

const DESKS: usize = 4;

/// A round of the event: its number, its tables, and how many slips are typed in it.
fn entries() -> usize {
    std::env::var("ADJUTANT_DESK_ENTRIES").ok().and_then(|text| text.parse().ok()).unwrap_or(120)
}

/// What one start of a desk came to.
struct Shift {
    /// Tables whose entry it acknowledged.
    taken: BTreeSet<usize>,
    /// Tables whose entry it refused, with the reason.
    refused: Vec<(usize, String)>,
}

/// Types slips until they are all in or the desk is killed.
fn shift(world: &World, slips: &[(usize, [u64; 2])], killed_after: Option<Duration>) -> Shift {
    let mut command = world.command("event desk gt");
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let text: String = slips.iter().map(|(table, [one, two])| format!("{table} {one} {two}\n")).collect();
    let typing = std::thread::spawn(move || {
        // A killed desk reads no more.
        let _ = input.write_all(text.as_bytes());
    });
    if let Some(after) = killed_after {
        std::thread::sleep(after);
        child.kill().unwrap();
    }
    let output = child.wait_with_output().unwrap();
    typing.join().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let table = |line: &str| line.split("table ").nth(1)?.split(':').next()?.trim().parse().ok();
    let taken =
        said.lines().filter(|line| line.starts_with("round ") && line.contains("; ")).filter_map(table).collect();
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    // An error has its words, with the table, on the lines below it.
    let refused = errors.split("error: ").skip(1).map(|error| (table(error).unwrap_or_default(), error.to_owned()));
    Shift { taken, refused: refused.collect() }
}

/// Enters its slips, started again after every kill; gives how many entries it acknowledged.
fn desk(world: &World, mut left: BTreeMap<usize, [u64; 2]>, number: usize) -> (usize, usize) {
    let (mut acknowledged, mut kills) = (0, 0);
    let mut doubtful = false;
    while !left.is_empty() {
        let slips: Vec<(usize, [u64; 2])> = left.iter().map(|(table, points)| (*table, *points)).collect();
        let kill = (kills < 3).then(|| Duration::from_millis(90 + 70 * ((number * 5 + kills * 3) % 7) as u64));
        let shift = shift(world, &slips, kill);
        acknowledged += shift.taken.len();
        left.retain(|table, _| !shift.taken.contains(table));
        for (table, why) in &shift.refused {
            // The entry before the kill was on the disk although nobody heard so.
            assert!(doubtful && why.contains("has-result"), "desk {number}, table {table}: {why}");
            left.remove(table);
        }
        doubtful = kill.is_some();
        kills += usize::from(kill.is_some());
    }
    (acknowledged, kills)
}

#[test]
fn four_desks_lose_and_double_nothing_and_refuse_only_contradictions() {
    let world = World::new();
    let a_round = entries().min(100);
    let rounds = entries().div_ceil(a_round);
    let list: String = (0..2 * a_round).map(|number| format!("P{number}\n")).collect();
    world.write("players.csv", format!("name\n{list}"));
    world.run(&format!("event new gt --name GT --rounds {rounds} --seed 4 --tie-breaks vp")).ends(0);
    world.run("event register gt --csv players.csv").ends(0);
    let mut heard = 0;
    for round in 1..=rounds {
        world.run("event pair gt").ends(0);
        world.run("event publish gt").ends(0);
        let points = |table: usize| [(table * 7 % 90) as u64, ((table * 11 + round) % 90) as u64];
        let sums: Vec<(usize, usize)> = std::thread::scope(|scope| {
            let desks: Vec<_> = (0..DESKS)
                .map(|number| {
                    let own = (1..=a_round).filter(|table| table % DESKS == number).map(|table| (table, points(table)));
                    let (own, world) = (own.collect(), &world);
                    scope.spawn(move || desk(world, own, number + round))
                })
                .collect();
            desks.into_iter().map(|desk| desk.join().unwrap()).collect()
        });
        heard += sums.iter().map(|(acknowledged, _)| acknowledged).sum::<usize>();
        assert!(sums.iter().all(|(_, kills)| *kills > 0), "every desk was killed");
        world.run("event close gt").ends(0);
        let shown = world.run(&format!("event show gt --round {round} --json")).ends(0).json();
        let results = shown["results"].as_array().unwrap();
        assert_eq!(results.len(), a_round);
        for result in results {
            let table = result["table"].as_u64().unwrap() as usize;
            assert_eq!(
                [result["one"].as_u64().unwrap(), result["two"].as_u64().unwrap()],
                points(table),
                "table {table}"
            );
        }
    }
    world.run("event export gt --log gt.jsonl").ends(0);
    let log = String::from_utf8(world.read("gt.jsonl")).unwrap();
    assert_eq!(log.matches("\"do\":{\"result\":").count(), a_round * rounds, "each result once");
    assert_eq!(log.matches("amend-result").count(), 0);
    world.run("event check gt").ends(0);
    eprintln!(
        "{} entries at {DESKS} desks, {heard} acknowledged, the others found on the disk after a kill",
        a_round * rounds
    );
}
