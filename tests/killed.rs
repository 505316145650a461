//! Killed at any instant, nothing that was acknowledged is lost.

use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::support::World;

const KILLS: u32 = 60;
const BATCH: usize = 40;

#[test]
fn nothing_acknowledged_is_lost_and_batches_are_whole() {
    let world = World::with_match();
    let batch = |name: u32| {
        let line = |index| format!("{{\"by\":\"both\",\"do\":{{\"note\":{{\"text\":\"kill-{name}-{index}\"}}}}}}\n");
        (0..BATCH).map(line).collect::<String>()
    };
    world.write("whole.bare.jsonl", batch(9999));
    let start = Instant::now();
    world.run("match record m --from whole.bare.jsonl").ends(0);
    let whole_run = start.elapsed().max(Duration::from_millis(2));

    let mut acknowledged = vec![9999];
    for name in 0..KILLS {
        world.write("batch.bare.jsonl", batch(name));
        let mut command = world.command("match record m --from batch.bare.jsonl");
        command.stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        // Instants spread over a little more than a whole run, in an order that repeats in no short cycle.
        std::thread::sleep(whole_run * (name * 37 % KILLS) / KILLS * 5 / 4);
        child.kill().unwrap();
        let output = child.wait_with_output().unwrap();
        if String::from_utf8_lossy(&output.stdout).ends_with('\n') {
            acknowledged.push(name);
        }
    }

    world.run("match verify m").ends(0);
    let log = world.exported();
    for name in (0..KILLS).chain([9999]) {
        let there = log.matches(&format!("\"kill-{name}-")).count();
        assert!(there == 0 || there == BATCH, "batch {name} is there with {there} of {BATCH} records");
        assert!(there == BATCH || !acknowledged.contains(&name), "batch {name} was acknowledged and is lost");
    }
    world.run("match record m --by both note and it goes on").ends(0);
}
