//! What an audit says beyond the rules: copies, forks, clocks, armies.

use serde_json::Value;

use crate::support::{World, forged};

/// What a terminal of 80 by 24 is sent by a run of the program, through util-linux's `script`; `None` where there is none.
#[cfg(target_os = "linux")]
fn on_a_terminal(world: &World, words: &str) -> Option<String> {
    let line = format!("stty rows 24 cols 80 </dev/tty; {} {words}", env!("CARGO_BIN_EXE_adjutant"));
    let mut script = std::process::Command::new("script");
    script.args(["-qec", &line, "/dev/null"]).current_dir(world.path("")).stdin(std::process::Stdio::null());
    script.env_clear().env("PATH", "/usr/bin:/bin").env("TERM", "xterm").env("ADJUTANT_DATA", world.path("data"));
    let output = script.output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).unwrap())
}

#[cfg(target_os = "linux")]
#[test]
fn a_terminal_shows_a_bar_that_takes_nothing_away() {
    let world = World::with_match();
    let log = world.exported();
    std::fs::create_dir(world.path("logs")).unwrap();
    // Together more than an output buffer holds.
    for index in 0..60 {
        world.write(&format!("logs/{index:02}.jsonl"), &log);
    }
    let Some(bar) = on_a_terminal(&world, "audit logs >plain.txt") else {
        return println!("not checked: `script` is missing");
    };
    assert!(bar.contains("/60 logs, "), "{bar}");
    for words in ["audit logs --quiet", "audit logs --json", "audit logs 2>/dev/null"] {
        let shown = on_a_terminal(&world, words).unwrap();
        assert!(!shown.contains("/60 logs, "), "{words}: {shown}");
        let plain = world.run(words.trim_end_matches(" 2>/dev/null")).ends(0).out;
        assert_eq!(shown.replace("\r\n", "\n"), plain, "{words}");
    }
    // The bar is wiped away before each line of the results, which then stand on lines of their own.
    let both = on_a_terminal(&world, "audit logs").unwrap();
    let plain = world.read("plain.txt");
    for line in String::from_utf8(plain).unwrap().lines() {
        assert!(both.contains(&format!("\u{1b}[2K{line}\r\n")) || both.contains(&format!("\n{line}\r\n")), "{line}");
    }
}

fn findings(world: &World, words: &str, code: i32) -> Vec<(String, Option<u64>)> {
    let report = world.run(&format!("audit {words} --json")).ends(code).json();
    let logs = report["logs"].as_array().unwrap();
    let all = logs.iter().flat_map(|log| log["findings"].as_array().unwrap());
    // These battles never end.
    all.filter(|finding| finding["code"] != "unfinished")
        .map(|finding| (finding["code"].as_str().unwrap().to_owned(), finding["record"].as_u64()))
        .collect()
}

#[test]
fn copies_are_noted_and_forks_are_errors_or_warnings() {
    let world = World::with_match();
    let short = world.exported();
    world.write("a-short.jsonl", &short);
    world.write("b-short.jsonl", &short);
    world.run("match record m --by both note here").ends(0);
    world.write("c-long.jsonl", world.exported());
    assert_eq!(findings(&world, "a-short.jsonl b-short.jsonl", 0), [("duplicate".to_owned(), None)]);
    assert_eq!(findings(&world, "a-short.jsonl c-long.jsonl", 0), [("copy".to_owned(), None)]);
    world.run("match import b-short.jsonl --data other").ends(0);
    world.run("match record m --by both note there --data other").ends(0);
    world.run("match export m -o d-other.jsonl --data other").ends(0);
    assert_eq!(findings(&world, "c-long.jsonl d-other.jsonl", 1), [("two-heads".to_owned(), Some(3))]);
    let ruling = r#"{"by":"judge","do":{"ruling":{"why":"x","player":"one","vp":5}}}"#;
    world.feed("match record m --from - --data other", ruling);
    world.run("match export m -o d-other.jsonl --data other").ends(0);
    let parted = findings(&world, "c-long.jsonl data/adjutant.db other/adjutant.db", 1);
    assert_eq!(parted[0].0, "duplicate");
    assert!(matches!(parted[1].0.as_str(), "two-results" | "two-heads") && parted[1].1 == Some(3), "{parted:?}");
}

#[test]
fn odd_clocks_are_told_but_stopped_ones_are_not() {
    let world = World::with_match();
    let at =
        |time: &str, command: &str| format!("{{\"at\":\"2026-11-21T{time}Z\",\"by\":\"both\",\"do\":{command}}}\n");
    let note = r#"{"note":{"text":"x"}}"#;
    world.feed("match record m --from -", &at("13:00:00", note)).ends(0);
    world.feed("match record m --from -", &at("13:00:01", r#"{"clock":{"state":"pause"}}"#)).ends(0);
    world.feed("match record m --from -", &at("18:00:00", r#"{"clock":{"state":"resume"}}"#)).ends(0);
    world.write("m.jsonl", world.exported());
    assert_eq!(findings(&world, "m.jsonl", 0), [("gap".to_owned(), Some(3))]);
}

#[test]
fn an_army_that_breaks_the_rules_is_noted() {
    let world = World::with_match();
    let roster = r#"{"by":"one","do":{"roster":{"player":"one","roster":{"name":"P","detachments":[{"type":"patrol","cp":2,"units":[]}]}}}}"#;
    world.feed("match record m --from -", roster).ends(0);
    let found = findings(&world, "data/adjutant.db", 0);
    assert!(found.iter().any(|(code, _)| code == "roster"), "{found:?}");
    let report = world.run("audit data/adjutant.db --json").json();
    assert_eq!(report["errors"], 0, "an illegal army does not discredit a battle's record");
}

#[test]
fn the_report_does_not_depend_on_the_number_of_threads() {
    let world = World::with_match();
    let log = world.exported();
    std::fs::create_dir(world.path("logs")).unwrap();
    for index in 0..40 {
        let text = if index % 7 == 3 { log.replacen("Anna", "Anne", 1) } else { log.clone() };
        world.write(&format!("logs/{index:02}.jsonl"), text);
    }
    let alone = world.run("audit logs --json --jobs 1").ends(1);
    for jobs in [2, 5, 64] {
        assert_eq!(world.run(&format!("audit logs --json --jobs {jobs}")).ends(1).out, alone.out);
    }
    assert_eq!(alone.json()["logs"].as_array().map(Vec::len), Some(40));
    assert_eq!(alone.json()["logs"][3]["findings"][0]["code"], Value::from("chain"));
    assert_eq!(world.run("audit logs").err, "", "no progress bar where nobody watches");
}

/// One wrong clock dates every later record: a program that takes such a log says so.
#[test]
fn a_date_that_no_clock_shows_is_told_on_import_and_of_events() {
    let world = World::with_match();
    let late = |log: &str| {
        forged(log, |index, fields, _| {
            if index == 1 {
                fields["at"] = "2101-01-01T00:00:00Z".into();
            }
        })
    };
    world.write("m.jsonl", late(&world.exported()));
    let found = findings(&world, "m.jsonl", 0);
    assert!(found.contains(&("clock".to_owned(), Some(2))), "{found:?}");
    let told = world.run("match import m.jsonl --data other").ends(0);
    assert!(told.err.contains("record 2: clock: it bears the date 2101-01-01T00:00:00Z"), "{}", told.err);
    world.run("event new gt --name GT --rounds 1 --seed 1").ends(0);
    world.run("event register gt --name Anna").ends(0);
    world.write("gt.jsonl", late(&world.run("event export gt --log -").ends(0).out));
    let found = findings(&world, "gt.jsonl", 0);
    assert!(found.contains(&("clock".to_owned(), Some(2))), "{found:?}");
}

/// The ids of two matches, exchanged in the database: each log names its own.
#[test]
fn a_match_that_is_filed_under_another_id_is_found() {
    let world = World::with_match();
    world.run("match new n --mission overrun --one Carl --two Dora").ends(0);
    let database = rusqlite::Connection::open(world.path("data/adjutant.db")).unwrap();
    let sql: String = database
        .query_row("SELECT sql FROM sqlite_schema WHERE name = 'stream_never_changes'", [], |row| row.get(0))
        .unwrap();
    let swap = "UPDATE stream SET id = 'x' WHERE id = 'm'; UPDATE stream SET id = 'm' WHERE id = 'n';
        UPDATE stream SET id = 'n' WHERE id = 'x'";
    database.execute_batch(&format!("DROP TRIGGER stream_never_changes; {swap}; {sql};")).unwrap();
    drop(database);
    let found = findings(&world, "data/adjutant.db", 1);
    assert_eq!(found.iter().filter(|(code, _)| code == "misfiled").count(), 2, "{found:?}");
    let told = world.run("audit data/adjutant.db").ends(1).out;
    assert!(told.contains("files this match under m, but it opens match n"), "{told}");
}
