//! The current match, words without a verb, several commands a line, files of words, the list, the log and the summary.

use std::process::Stdio;

use crate::support::{World, run_of};

const SETUP: &str = "# the set-up of a match
by Anna secondaries raze assas engage
by ben secondaries raze assas engage

attacker anna ; by ben zone a
first anna , begin
";

/// A world with a match `m` in round 1, the current one.
fn begun() -> World {
    let world = World::with_match();
    world.run("use m").ends(0);
    world.feed("match record --from -", SETUP).ends(0);
    world
}

fn count(world: &World) -> usize {
    world.exported().lines().count()
}

#[test]
fn verbs_without_an_id_mean_the_current_match_and_others_what_they_name() {
    let world = World::with_match();
    world.run("match show").ends(2).says("none is the current one").says("adjutant use ID");
    world.run("kill b2").ends(2).says("adjutant use ID");
    assert!(world.run("use").ends(0).out.contains("No match is current"));
    world.run("use nobody").ends(1).says("no match has the id nobody");
    assert!(!world.path("data/current-match").exists(), "a refused choice changes nothing");
    let told = world.run("use M").ends(0).out;
    assert!(told.starts_with("m is the current match now: Before the battle"), "{told}");
    assert_eq!(world.read("data/current-match"), b"m\n");
    assert_eq!(world.run("use --json").ends(0).json()["match"], "m");

    world.run("match new end --mission scorched-earth --one Carl --two Dora").ends(0);
    // A word of the shorthand is for the current match, unless a match is called so: scripts that name it mean it.
    let told = world.run("match record note hello").ends(0).out;
    assert!(told.starts_with("m, record 3: note hello"), "the answer names the match: {told}");
    let told = world.run("match record end note goodbye").ends(0).out;
    assert!(told.starts_with("end, record 3: note goodbye"), "{told}");
    world.run("end command").ends(1).says("battle-only");
    assert_eq!(world.run("note once more --json").ends(0).json()["match"], "m");
    assert!(world.run("undo --by both").ends(0).out.starts_with("m, record 5: record 4 taken back"));
    assert!(world.run("show").ends(0).out.starts_with("m · Scorched Earth"));
    for words in ["match show", "match show end", "log", "summary", "match verify", "match map", "match export"] {
        world.run(words).ends(0);
    }
    world.run("match sheet -o m.pdf").ends(0);
    world.run("match show EN").ends(0);
    world.run("match record en note x").ends(1).says("Did you mean end?");
    world.run("match undo en").ends(1).says("Did you mean end?");
    world.run("match roster nowhere.ros --player one").ends(3).says("nowhere.ros");
    assert_eq!(world.run("match show end --json").json()["seq"], 3);
    world.run("use --none").ends(0);
    world.run("match show").ends(2);
    world.write("data/current-match", "\u{1b}[2J not an id");
    world.run("match show").ends(2).says("none is the current one");
    world.write("data/current-match", "gone\n");
    world.run("match show").ends(1).says("the current match, gone, is not in");
}

#[test]
fn without_a_verb_the_program_says_what_is_current() {
    let world = World::new();
    let help = world.run("").ends(0).out;
    assert!(help.contains("Usage: adjutant") && !help.contains("current match is"), "{help}");
    assert!(!world.path("data").exists(), "looking makes nothing");
    let world = begun();
    let help = world.run("").ends(0).out;
    assert!(help.ends_with("The current match is m: Round 1 · Anna's Command phase · Anna 0 – Ben 0\n"), "{help}");
    assert_eq!(world.run("--json").ends(0).json()["match"], "m");
    world.run("kil b1").ends(2).says("kill");
    world.run("shwo").ends(2).says("show");
    // At a terminal it goes on with the match.
    let mut script = std::process::Command::new("script");
    let line = format!("{} ", env!("CARGO_BIN_EXE_adjutant"));
    script.args(["-qec", &line, "/dev/null"]).env("ADJUTANT_DATA", world.path("data")).env("ADJUTANT_LINES", "1");
    match script.stdin(Stdio::null()).output() {
        Ok(run) => assert!(run_of(run).out.contains("m: saved, Anna 0 – Ben 0"), "the session of the current match"),
        Err(_) => println!("not checked: `script` is not installed"),
    }
}

#[test]
fn several_commands_of_a_line_are_recorded_all_or_none() {
    let world = begun();
    let before = count(&world);
    let told = world.run("hold m1 m2 m3=ben, end command , end movement ; end psychic").ends(0).out;
    assert!(told.starts_with("m, 4 records, the last is "), "{told}");
    assert_eq!(count(&world), before + 4);
    let wrong = world.run("end shooting, end charge, kil zz9 2").ends(2);
    assert!(wrong.err.starts_with("error: command 3 of 3: "), "{wrong:?}");
    assert!(wrong.err.contains("  kil zz9 2\n  ^^^\n  Nothing was recorded.\n"), "{wrong:?}");
    let refused = world.run("end shooting, end movement").ends(1);
    assert!(refused.err.contains("command 2 of 2: You can't record `end movement`"), "{refused:?}");
    assert_eq!(count(&world), before + 4, "nothing of the two lines stands");
    let mut quoted = world.command("");
    let quoted = run_of(quoted.arg("end shooting; end charge").output().unwrap()).ends(0);
    assert!(quoted.out.starts_with("m, 2 records"), "{quoted:?}");
    world.run("note first we wait, then we go").ends(0);
    assert!(world.exported().contains("first we wait, then we go"), "free text keeps its commas");
    // Who says it, command by command; and an undo within the line.
    world.run("by ben note mine , by anna note hers , undo").ends(0);
    let log = world.exported();
    let last: Vec<serde_json::Value> =
        log.lines().rev().take(3).map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((&last[2]["by"], &last[1]["by"]), (&"two".into(), &"one".into()));
    assert_eq!(last[0]["do"]["retract"]["seq"], last[1]["seq"]);
}

#[test]
fn a_file_holds_words_and_records_and_errors_name_its_lines() {
    let world = World::with_match();
    let before = count(&world);
    world.write(
        "bad.txt",
        format!("{SETUP}{{\"by\":\"one\",\"do\":{{\"end-phase\":{{\"phase\":\"command\"}}}}}}\nend fight\n"),
    );
    let refused = world.run("match record m --from bad.txt").ends(1);
    assert!(refused.err.starts_with("error: bad.txt:8: You can't record `end fight` (record 10, "), "{refused:?}");
    assert!(refused.err.contains("Nothing was recorded."), "{refused:?}");
    world.write("odd.txt", "note fine\nkil b2\n");
    world.run("match record m --from odd.txt").ends(2).says("odd.txt:2: `kil` is not a command word");
    world.write("two.txt", "note fine\nnote a ; end morale ; note b\n");
    world.run("match record m --from two.txt").ends(1).says("two.txt:2: command 2 of 3: ");
    world.write("bytes.txt", b"note fine\nnote \xff\n");
    world.run("match record m --from bytes.txt").ends(1).says("bytes.txt:2: the line is not UTF-8");
    assert_eq!(count(&world), before);
    world.write("good.txt", format!("\u{feff}{SETUP}"));
    world.run("match record m --from good.txt").ends(0);
    assert_eq!(count(&world), before + 6);
}

/// What is exported in words is recorded again as the same commands by the same speakers.
#[test]
fn a_log_in_words_goes_round() {
    let world = World::new();
    for depth in ["scores", "facts", "positions"] {
        world.run(&format!("match simulate {depth} --seed 11 --depth {depth}")).ends(0);
        world.run(&format!("match export {depth} --words -o {depth}.txt")).ends(0);
        let said = |folder: &str| {
            let log = world.run(&format!("match export {depth} --data {folder}")).ends(0).out;
            let records = log.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
            records
                .filter(|record| record["do"].get("sign").is_none())
                .map(|r| (r["by"].clone(), r["do"].clone()))
                .collect::<Vec<_>>()
        };
        let words = String::from_utf8(world.read(&format!("{depth}.txt"))).unwrap();
        assert!(words.lines().filter(|line| line.starts_with("by ")).count() > 20, "{words}");
        world.run(&format!("match record {depth} --from {depth}.txt --data again")).ends(0);
        assert_eq!(said("data"), said("again"), "{depth}");
    }
}

#[test]
fn the_list_tells_state_and_winner_and_takes_filters() {
    let world = begun();
    world.run("match simulate old --seed 3 --depth scores --mission vital-intelligence").ends(0);
    world.run("match new later --mission scouring --one Änne --two Ben").ends(0);
    let listed = |words: &str| -> Vec<String> {
        let json = world.run(&format!("match list {words} --json")).ends(0).json();
        json["matches"].as_array().unwrap().iter().map(|one| one["match"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(listed("").len(), 3);
    assert_eq!(listed("--open"), ["later", "m"]);
    assert_eq!(listed("--finished"), ["old"]);
    assert_eq!(listed("--player ANN"), ["later", "m"], "Anna and Änne");
    assert_eq!(listed("--player anne"), ["later"]);
    assert_eq!(listed("--mission scorched"), ["m"]);
    assert_eq!(listed("--since 2026-11-21").len(), 3);
    assert_eq!(listed("--since 2026-11-22"), [""; 0]);
    world.run("match list --since yesterday").ends(2).says("write a day as 2026-11-21");
    world.run("match list --open --finished").ends(2);
    world.run("match list --player nobody").ends(0).says("no match fits");
    let json = world.run("match list --json").json();
    assert_eq!(json["current"], "m");
    let old = json["matches"].as_array().unwrap().iter().find(|one| one["match"] == "old").unwrap().clone();
    let view = world.run("match show old --json").json();
    assert_eq!(old["winner"], view["result"]["winner"]);
    assert_eq!(
        (&old["status"], &old["mission"], &old["round"]),
        (&"ended".into(), &"vital-intelligence".into(), &().into())
    );
    let text = world.run("match list").ends(0).out;
    assert!(text.contains("m *") && text.contains("round 1") && text.contains(" won"), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
}

#[test]
fn the_log_is_told_in_sentences_and_knows_what_was_taken_back() {
    let world = begun();
    world.run("hold m1 m2 m3=ben, end turn").ends(0);
    world.run("note wrong , undo").ends(0);
    let log = world.run("log").ends(0).out;
    assert!(log.starts_with("── Before the battle, 2026-11-21\n   1  09:00  Anna against Ben.\n"), "{log}");
    assert!(log.contains("── Round 1, Anna's turn\n"), "{log}");
    assert!(log.contains("Anna holds m1 m2; Ben holds m3."), "{log}");
    assert!(log.contains("→ Round 1: Ben's turn begins"), "{log}");
    assert!(log.contains("[taken back] Ben: wrong"), "{log}");
    assert!(log.lines().all(|line| line.chars().count() <= 80), "{log}");
    let live = world.run("log --live").ends(0).out;
    assert!(!live.contains("wrong") && !live.contains("taken back"), "{live}");
    assert_eq!(world.run("log --since 9 --json").ends(0).json()["records"][0]["record"], 9);
    assert!(world.run("show --log").ends(0).out.contains("[taken back] note wrong"));
}

/// The sums of the summary are those of the view, for text and Markdown, and names are not read as markup.
#[test]
fn a_summary_sums_up() {
    let world = World::new();
    let mut new = world.command("match new m --mission scorched-earth --two Ben --one");
    assert!(new.arg("*An|na*").status().unwrap().success());
    let text = world.run("match summary m --markdown").ends(0).out;
    assert!(text.starts_with("**\\*An\\|na\\* 0 – 0 Ben**: not begun"), "{text}");
    world.run("match simulate s --seed 4 --depth facts").ends(0);
    let view = world.run("match show s --json").ends(0).json();
    for style in ["", " --markdown"] {
        let text = world.run(&format!("match summary s{style}")).ends(0).out;
        for player in ["one", "two"] {
            let own = &view["players"][player];
            let (name, total) = (own["name"].as_str().unwrap(), own["total"].as_u64().unwrap());
            assert!(text.contains(&format!("{name}, {total} VP")), "{text}");
            let row = text
                .lines()
                .find(|line| line.trim_start_matches("| ").starts_with(&format!("{name} ")) && !line.contains(" – "))
                .unwrap();
            let numbers: Vec<u64> = row
                .trim_start_matches("| ")
                .trim_start_matches(name)
                .split(|c: char| !c.is_ascii_digit())
                .filter_map(|word| word.parse().ok())
                .collect();
            let (last, parts) = numbers.split_last().unwrap();
            assert_eq!((*last, parts.iter().sum::<u64>()), (total, total), "{row}");
            let awarded: i64 = view["ledger"]
                .as_array()
                .unwrap()
                .iter()
                .filter(|entry| entry["player"] == player)
                .map(|entry| entry["vp"].as_i64().unwrap())
                .sum();
            let ready = if own["battle_ready"] == true { 10 } else { 0 };
            assert_eq!(u64::try_from(awarded).unwrap() + ready, total, "every point stands in the ledger");
            assert_eq!(
                text.contains("Battle Ready: 10"),
                view["players"]["one"]["battle_ready"] == true || view["players"]["two"]["battle_ready"] == true
            );
        }
        assert!(
            text.contains(" wins") || text.contains("a draw") || text.contains(" leads (1 question is open)"),
            "{text}"
        );
    }
    assert_eq!(world.run("match summary s --json").ends(0).json()["match"], "s");
}

/// Correcting an earlier record tells whose total has changed.
#[test]
fn an_amendment_tells_the_points_that_it_changes() {
    let world = begun();
    world.run("end turn").ends(0);
    world.run("by ben end turn").ends(0);
    world.run("hold m1 m2 m3 m4=ben m5=none m6=none, end command").ends(0);
    let log = world.exported();
    let hold = 1 + log.lines().position(|line| line.contains("\"control\"")).unwrap();
    let told =
        world.run(&format!("match amend {hold} hold m1=none m2=none m3 m4=ben m5=none m6=none --json")).ends(0).json();
    assert_eq!(told["events"][0]["what"]["recounted"]["player"], "one");
    let told = world.run(&format!("match amend m {hold} --remove")).ends(0).out;
    assert!(told.contains("Anna"), "{told}");
    world.run("match amend").ends(2);
    world.run("match amend hold m1").ends(2).says("no record is named");
    world.run(&format!("match amend {hold}")).ends(2).says("--remove");
    world.run(&format!("match amend {hold} hold m1 --remove")).ends(2);
}
