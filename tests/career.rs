//! A player's own record over events and databases: each game once, and the same as an independent count of `facts`.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::leagues::event;
use crate::support::{World, run_of};

fn clubs() -> World {
    let world = World::new();
    event(&world, "one", "autumn", "Ada,,Orks\nBen Ode,,Necrons\nCarl Voss,,Orks\nDora Quist,,Tyranids\n");
    event(&world, "two", "spring", "ADA,,Aeldari\nBen Ode,,Necrons\nEmil Strand,,Orks\nFrida Holm,,Aeldari\n");
    for seed in 1..=7 {
        world.run(&format!("match simulate battle-{seed} --seed {seed} --depth scores --data three")).ends(0);
    }
    world
}

/// The same count from rows that another way through the program prints: every pairing of a closed event, every battle of its
/// own that is over.
fn counted(rows: &[Value], name: &str) -> [u64; 3] {
    let mut record = [0; 3];
    let mut add = |own: bool, winner: &Value| match (winner.as_str(), own) {
        (Some("draw"), _) => record[1] += 1,
        (Some("one"), true) | (Some("two"), false) => record[0] += 1,
        (Some("one" | "two"), _) => record[2] += 1,
        _ => {}
    };
    let alike = |value: &Value| value.as_str().is_some_and(|found| found.eq_ignore_ascii_case(name));
    let mut seen = BTreeSet::new();
    for row in rows.iter().filter(|row| seen.insert(row["origin"].to_string())) {
        for pairing in row["pairings"].as_array().into_iter().flatten() {
            if alike(&pairing["one_name"]) || alike(&pairing["two_name"]) {
                add(alike(&pairing["one_name"]), &pairing["winner"]);
            }
        }
        if let (Some(game), Some(sides)) = (row["match"].as_object(), row["sides"].as_array())
            && game["event"].is_null()
            && game["status"] == "ended"
            && let Some(own) = sides.iter().find(|side| alike(&side["player"]))
        {
            add(own["side"] == "one", &game["winner"]);
        }
    }
    record
}

#[test]
fn every_game_counts_once_over_events_and_databases() {
    let world = clubs();
    let paths = "one two three one";
    let career = world.run(&format!("me Ada {paths} --json")).ends(0).json();
    let rows = world.run("facts one two three").out;
    let rows: Vec<Value> = rows.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let record: Vec<u64> =
        career["all"]["record"].as_array().unwrap().iter().map(|many| many.as_u64().unwrap()).collect();
    assert_eq!(record, counted(&rows, "Ada"), "{career}");
    assert!(record.iter().sum::<u64>() >= 4, "two events and battles that are over: {career}");
    assert_eq!(record.iter().sum::<u64>() as usize, career["games"].as_array().unwrap().len());
    // What they have in common adds up to the same.
    for groups in ["opponents", "missions", "armies", "against"] {
        let sum = |at: usize| -> u64 {
            career[groups].as_array().unwrap().iter().map(|group| group[1]["record"][at].as_u64().unwrap()).sum()
        };
        let known = [0, 1, 2].map(sum);
        assert!([0, 1, 2].iter().all(|at| known[*at] <= record[*at]), "{groups}: {known:?} of {record:?}");
        assert!(groups != "opponents" || known.to_vec() == record, "every opponent has a name");
    }
    let turns = [0, 1].map(|turn| career["turns"][turn]["record"].as_array().unwrap().len());
    assert_eq!(turns, [3, 3]);
    // Somebody else's record counts the same games from the other side.
    let other = world.run(&format!("me Bo {paths} --json")).ends(0).json();
    let own =
        career["opponents"].as_array().unwrap().iter().find(|group| group[0] == "Bo").unwrap()[1]["record"].clone();
    let theirs = &other["opponents"].as_array().unwrap().iter().find(|group| group[0] == "Ada").unwrap()[1]["record"];
    assert_eq!([&own[0], &own[1], &own[2]], [&theirs[2], &theirs[1], &theirs[0]]);
    let told = world.run(&format!("me Ada {paths}")).ends(0).out;
    assert!(told.starts_with(&format!("Ada: {} games, won {}", record.iter().sum::<u64>(), record[0])), "{told}");
    assert!(told.contains("autumn, round 1") && told.contains("a battle"), "{told}");
    // Two names of one person are one record.
    let both = world.run(&format!("me Ada {paths} --also Bo --json")).ends(0).json();
    assert_eq!(both["all"]["record"].as_array().unwrap().len(), 3);
}

#[test]
fn who_gives_no_name_or_a_wrong_one_is_told_whose_games_are_here() {
    let world = clubs();
    let run = world.run("me --data one").ends(2);
    assert!(run.err.contains("most games here: ") && run.err.contains("Ada (1 game)"), "{}", run.err);
    world.run("me Nobody --data one").ends(1).says("Nobody has no game in these logs");
    world.run("me Ada --data empty").ends(1).says("no log here has a game");
    // A file that is no log is named, and the rest counts.
    world.write("notes.jsonl", "hello\n");
    let run = world.run("me Ada one notes.jsonl").ends(0);
    assert!(run.err.contains("notes.jsonl") && run.err.contains("left out"), "{}", run.err);
}

/// The demo's battles are told by their event: three rounds are three games, with the missions of their logs.
#[test]
fn a_battle_that_an_event_names_is_no_second_game() {
    let world = World::new();
    world.run("demo shown").ends(0);
    let me = |more: &[&str]| {
        let mut command = world.command("me");
        command.arg("Edda Łuk").args(more).arg("--json");
        run_of(command.output().unwrap()).ends(0).json()
    };
    let one = me(&["shown/adjutant.db"]);
    assert_eq!(one["games"].as_array().unwrap().len(), 3, "{one}");
    assert_eq!(one["missions"].as_array().unwrap().len(), 3, "the logs of the battles add what they know: {one}");
    let logs: Vec<String> = std::fs::read_dir(world.path("shown/logs"))
        .unwrap()
        .map(|file| format!("shown/logs/{}", file.unwrap().file_name().to_string_lossy()))
        .filter(|name| name.contains("-r"))
        .collect();
    let logs: Vec<&str> = logs.iter().map(String::as_str).collect();
    assert_eq!(me(&logs)["all"], one["all"], "without the event's log the battles count by themselves");
    // A copy that was played on apart from the other one is told, and the longer one is read.
    let own = logs.iter().find(|log| String::from_utf8(world.read(log)).unwrap().contains("Edda Łuk")).unwrap();
    let text = String::from_utf8(world.read(own)).unwrap();
    let short: String = text.lines().take(text.lines().count() - 3).map(|line| format!("{line}\n")).collect();
    world.write("short.jsonl", short);
    world.run("match import short.jsonl --data fork").ends(0);
    let id = own.rsplit('/').next().unwrap().trim_end_matches(".jsonl");
    world.run(&format!("match record {id} note apart --data fork")).ends(0);
    let forked = me(&[own, "fork/adjutant.db"]);
    assert_eq!(forked["parted"], serde_json::json!([id]), "{forked}");
    assert_eq!(forked["games"].as_array().unwrap().len(), 1);
}
