//! Killed at any instant, nothing that was acknowledged is lost.
//!
//! `ADJUTANT_KILLS` sets how often each of the two tests kills a recorder (default 30; the published run has 400).

use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::support::World;

const BATCH: usize = 40;

fn kills() -> u32 {
    std::env::var("ADJUTANT_KILLS").ok().and_then(|text| text.parse().ok()).unwrap_or(30)
}

/// The bare records of a batch.
fn batch(name: &str) -> String {
    let line = |index| format!("{{\"by\":\"both\",\"do\":{{\"note\":{{\"text\":\"kill-{name}-{index}\"}}}}}}\n");
    (0..BATCH).map(line).collect()
}

/// What became of a batch as far as its recorder could tell.
#[derive(Debug, PartialEq)]
enum Told {
    Acknowledged,
    Refused,
    Nothing,
}

/// Records a batch and kills the recorder after a while.
fn record_and_kill(world: &World, name: &str, after: Duration) -> Told {
    let file = format!("{name}.bare.jsonl");
    world.write(&file, batch(name));
    let mut command = world.command(&format!("match record m --from {file}"));
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    std::thread::sleep(after);
    child.kill().unwrap();
    let output = child.wait_with_output().unwrap();
    std::fs::remove_file(world.path(&file)).unwrap();
    if String::from_utf8_lossy(&output.stdout).ends_with('\n') {
        Told::Acknowledged
    } else if String::from_utf8_lossy(&output.stderr).contains("another recorder was faster") {
        Told::Refused
    } else {
        Told::Nothing
    }
}

/// How long a batch takes that nobody kills.
fn whole_run(world: &World) -> Duration {
    world.write("whole.bare.jsonl", batch("whole"));
    let start = Instant::now();
    world.run("match record m --from whole.bare.jsonl").ends(0);
    start.elapsed().max(Duration::from_millis(2))
}

/// Instants spread over a little more than a whole run, in an order that repeats in no short cycle.
fn instant(whole: Duration, kill: u32, of: u32) -> Duration {
    whole * (kill * 37 % of) / of * 5 / 4
}

/// Every batch is there whole or not at all, and those that were acknowledged are there; then recording goes on.
fn check(world: &World, told: &[(String, Told)]) {
    world.run("match verify m").ends(0);
    let log = world.exported();
    let mut there = 0;
    for (name, told) in told {
        let found = log.matches(&format!("\"kill-{name}-")).count();
        assert!(found == 0 || found == BATCH, "batch {name} is there with {found} of {BATCH} records");
        assert!(found == BATCH || *told != Told::Acknowledged, "batch {name} was acknowledged and is lost");
        assert!(found == 0 || *told != Told::Refused, "batch {name} was refused and is there");
        there += usize::from(found == BATCH);
    }
    let acknowledged = told.iter().filter(|(_, told)| *told == Told::Acknowledged).count();
    println!("{} kills: {acknowledged} batches acknowledged, {there} there, none in part", told.len());
    world.run("match record m --by both note and it goes on").ends(0);
    world.run("audit data/adjutant.db").ends(0);
}

#[test]
fn nothing_acknowledged_is_lost_and_batches_are_whole() {
    let world = World::with_match();
    let (whole, kills) = (whole_run(&world), kills());
    let told: Vec<_> = (0..kills)
        .map(|kill| {
            let name = format!("one-{kill}");
            let told = record_and_kill(&world, &name, instant(whole, kill, kills));
            (name, told)
        })
        .collect();
    check(&world, &told);
}

#[test]
fn two_recorders_killed_leave_one_chain() {
    let world = World::with_match();
    let (whole, kills) = (whole_run(&world), kills());
    let recorder = |who: &'static str, shift: u32| {
        let world = &world;
        move || -> Vec<(String, Told)> {
            let one = |kill| {
                let name = format!("{who}-{kill}");
                // Two at a time take longer than one.
                let told = record_and_kill(world, &name, 2 * instant(whole, kill + shift, kills));
                (name, told)
            };
            (0..kills / 2).map(one).collect()
        }
    };
    let told = std::thread::scope(|scope| {
        let (left, right) = (scope.spawn(recorder("left", 0)), scope.spawn(recorder("right", 11)));
        let mut told = left.join().unwrap();
        told.extend(right.join().unwrap());
        told
    });
    check(&world, &told);
}
