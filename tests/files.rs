//! What is recorded, exported and imported again is the same, byte for byte.

use crate::support::{NOW, World};

#[test]
fn export_and_import_keep_every_byte() {
    let world = World::with_match();
    world.run("match record m --by both note żółć and Ωmega").ends(0);
    world.run("match record m --by one score 12").ends(2);
    world.run("match export m -o m.jsonl").ends(0);
    assert_eq!(world.read("m.jsonl"), world.exported().into_bytes());
    world.run("match import m.jsonl --data other").ends(0);
    world.run("match export m -o again.jsonl --data other").ends(0);
    assert_eq!(world.read("m.jsonl"), world.read("again.jsonl"));
    world.run("match import m.jsonl").ends(0);
    assert_eq!(world.run("match show m --json").out, world.run("replay m.jsonl --json").out);
    assert_eq!(world.run("match show m --at 2 --json").out, world.run("replay m.jsonl --at 2 --json").out);
}

#[test]
fn an_import_extends_but_never_replaces() {
    let world = World::with_match();
    let short = world.exported();
    world.run("match record m --by both note more").ends(0);
    let long = world.exported();
    world.write("short.jsonl", &short);
    world.write("long.jsonl", &long);
    world.run("match import short.jsonl --data other").ends(0);
    world.run("match record m --by both note else --data other").ends(0);
    world
        .run("match import long.jsonl --data other")
        .ends(1)
        .says("long.jsonl: this log and match m of the database differ from record 3 on");
    world.run("match import short.jsonl --data third").ends(0);
    world.run("match import long.jsonl --data third").ends(0);
    assert_eq!(world.run("match export m --data third").out, long);
    world.run("match import short.jsonl --data third").ends(0);
    assert_eq!(world.run("match export m --data third").out, long, "a shorter copy takes nothing away");
}

#[test]
fn a_log_that_was_cut_short_is_not_imported() {
    let world = World::with_match();
    let log = world.exported();
    world.write("cut.jsonl", &log[..log.len() - 10]);
    world.run("match import cut.jsonl --data other").ends(3).says("line 2 is not ended by a newline");
    world.run("replay cut.jsonl").ends(3);
    assert_eq!(world.run("audit cut.jsonl --json").ends(1).json()["logs"][0]["findings"][0]["code"], "cut-short");
    world.write("late.jsonl", log.lines().nth(1).unwrap().to_owned() + "\n");
    world.run("match import late.jsonl --data other").ends(1).says("late.jsonl:1:");
}

#[test]
fn bare_records_are_all_taken_or_none() {
    let world = World::with_match();
    let before = world.exported();
    let note = r#"{"by":"both","do":{"note":{"text":"fine"}}}"#;
    let bad = r#"{"by":"one","do":{"end-phase":{"phase":"command"}}}"#;
    let file = format!("# a remark\n\n{note}\n{bad}\n{note}\n");
    world.write("half.bare.jsonl", &file);
    world.run("match record m --from half.bare.jsonl").ends(1).says("(half.bare.jsonl:4, record 4, battle-only)");
    world.feed("match record m --from -", &file).ends(1).says("(-:4, record 4, battle-only)");
    world.feed("match record m --from -", "{\"by\":\"both\"}\n").ends(1).says("-:1:");
    world.feed("match record m --from -", "# nothing\n").ends(1).says("the log is empty");
    assert_eq!(world.exported(), before);
    world.feed("match record m --from -", &format!("{note}\n{note}")).ends(0);
    assert_eq!(world.exported().lines().count(), 4);
}

#[test]
fn an_open_creates_the_match_that_the_command_line_names() {
    let world = World::new();
    let open = r#"{"by":"both","do":{"open":{"format":1,"match":"x","pack":"gt2020","size":"incursion","players":{"one":{"name":"A"},"two":{"name":"B"}}}}}"#;
    world.feed("match record y --from -", open).ends(1).says("-:1, record 1 opens match x, not y").says("record x");
    world.run("match list --json").ends(0);
    assert_eq!(world.run("match list --json").json()["matches"].as_array().unwrap().len(), 0);
    world.feed("match record x --from -", open).ends(0);
    let first: serde_json::Value = serde_json::from_str(&world.run("match export x").out).unwrap();
    assert_eq!((first["seq"].as_u64(), first["at"].as_str()), (Some(1), Some(NOW)));
    assert!(first["do"]["open"]["engine"].is_string(), "the recorder names its engine: {first}");
}

#[test]
fn time_never_runs_back() {
    let world = World::with_match();
    let note = |at: &str| format!(r#"{{"at":"{at}","by":"both","do":{{"note":{{"text":"x"}}}}}}"#);
    let (late, early) = (note("2027-01-01T00:00:00Z"), note("2020-01-01T00:00:00Z"));
    world.feed("match record m --from -", &format!("{late}\n{early}\n")).ends(0);
    let times: Vec<String> = world
        .exported()
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()["at"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(times, [NOW, NOW, "2027-01-01T00:00:00Z", "2027-01-01T00:00:00Z"]);
}

#[test]
fn undo_passes_over_what_is_taken_back() {
    let world = World::with_match();
    world.run("match record m --by both note first").ends(0);
    world.run("match record m --by one note second").ends(0);
    world.run("match undo m --why mistake").ends(0);
    world.run("match record m --by both undo").ends(0);
    let retracted: Vec<(String, u64)> = world
        .exported()
        .lines()
        .filter_map(|line| {
            let record: serde_json::Value = serde_json::from_str(line).unwrap();
            let seq = record["do"]["retract"]["seq"].as_u64()?;
            Some((record["by"].as_str().unwrap().to_owned(), seq))
        })
        .collect();
    assert_eq!(retracted, [("one".to_owned(), 4), ("both".to_owned(), 3)]);
}

#[test]
fn a_backup_holds_what_the_database_holds() {
    let world = World::with_match();
    std::fs::create_dir(world.path("copy")).unwrap();
    world.run("backup copy/adjutant.db").ends(0);
    assert_eq!(world.run("match export m --data copy").out, world.exported());
    world.run("audit copy/adjutant.db").ends(0);
    world.run("backup data/adjutant.db").ends(3).says("this is the database itself");
}

#[test]
fn the_demo_can_be_run_twice() {
    let world = World::new();
    let first = world.run("demo").ends(0);
    assert_eq!(world.run("demo").ends(0).out, first.out);
    assert!(world.path("adjutant-demo/adjutant.db").exists());
}
