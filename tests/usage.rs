//! Exit codes 0, 1, 2 and 3, and errors that say what happened, where, and what would be accepted.

use crate::support::World;

#[test]
fn wrong_usage_ends_with_2() {
    let world = World::with_match();
    for words in [
        "dance",
        "match",
        "match new m2",
        "match new M! --mission x --one A --two B",
        "match record m",
        "match record m --by three end command",
        "match record m --from x --by one",
        "match show m --at x",
        "match show m --at 99",
        "replay",
        "audit",
        "audit --jobs 0 x",
        "schema song",
        "completions klingon",
    ] {
        world.run(words).ends(2);
    }
    world.run("match record m kil b2").ends(2).says("  kil b2\n  ^^^\n").says("hint: Did you mean `kill`?");
}

/// A word of the log behind `match` is told where it stands, and a folder for papers is not called a file.
#[test]
fn a_word_at_the_wrong_place_is_told_where_it_belongs() {
    let world = World::with_match();
    world.run("match retract m 2").ends(2).says("match record ID retract");
    let world = World::published(&["Anna", "Ben"], "");
    world.run("event sheets gt -o sh.pdf").ends(2).says("-o names a folder").says("-o sheets");
    assert!(!world.path("sh.pdf").exists());
}

#[test]
fn a_value_that_cannot_be_read_is_told_with_what_would_be_taken() {
    let world = World::new();
    for (words, said) in [
        ("event result e --table 1 --one x --two 2", "invalid value 'x' for '--one <VP>': write a whole number\n"),
        ("event show e --round 99999999999999999999", "the number is too large\n"),
        (
            "event drop e anna --by nobody",
            "invalid value 'nobody' for '--by <WHO>': use one of `organiser`, `judge`, `player`\n",
        ),
        ("event new E! --name E --rounds 3", "invalid value 'E!' for '<ID>': use 1 to 50 of a-z 0-9 . _ -\n"),
    ] {
        world.run(words).ends(2).says(said).says("For more information, try '--help'");
    }
    let run = world.run("event amend e --round 1 --table 1 --one 3 --two 2 --why=").ends(2);
    assert!(
        run.err.contains("for '--why <WHY>': use 1 to 400 characters") && !run.err.contains("a name"),
        "{}",
        run.err
    );
}

#[test]
fn what_a_round_is_too_early_or_too_late_for_names_the_command_to_type() {
    let world = World::new();
    world.run("event new e --name E --rounds 2").ends(0);
    let refuses = |words: &str, hint: &str| world.run(words).ends(1).says(hint);
    for name in ["anna", "ben"] {
        world.run(&format!("event register e --name {name}")).ends(0);
    }
    refuses("event publish e --round 1", "hint: `adjutant event pair e` pairs it\n");
    world.run("event pair e").ends(0);
    refuses("event result e --round 1 --table 1 --one 3 --two 2", "hint: `adjutant event publish e` opens it\n");
    world.run("event publish e").ends(0);
    refuses(
        "event publish e --round 1",
        "hint: `adjutant event result e --table N --one VP --two VP` enters its results\n",
    );
    refuses("event pair e", "hint: enter the results of table 1 (");
    world.run("event result e --table 1 --one 3 --two 2").ends(0);
    refuses("event pair e", "hint: `adjutant event close e` ends it\n");
    world.run("event close e").ends(0);
    let amend = "hint: `adjutant event amend e --round 1 --table N … --why …` corrects a result of it\n";
    refuses("event result e --round 1 --table 1 --one 3 --two 2", amend);
    refuses("event publish e --round 1", "hint: `adjutant event pair e` pairs the next one\n");
}

#[test]
fn help_and_completions_end_with_0_and_have_examples() {
    let world = World::new();
    for verb in
        ["demo", "match new", "match record", "match show", "match list", "match export", "replay", "audit", "backup"]
    {
        let help = world.run(&format!("{verb} --help")).ends(0).out;
        assert!(help.contains("Example"), "{verb}: {help}");
        assert!(!help.contains("ADJUTANT_CLOCK"));
    }
    assert!(world.run("match record --help").out.contains("kill UNIT [N]"));
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(world.run(&format!("completions {shell}")).ends(0).out.contains("adjutant"));
    }
}

#[test]
fn every_verb_has_a_manual_page() {
    let world = World::new();
    let own = world.run("man").ends(0).out;
    assert!(own.starts_with(".ie ") && own.contains(".TH adjutant 1"), "{own}");
    let record = world.run("man match record").ends(0).out;
    assert!(record.contains(".TH adjutant-match-record 1"), "{record}");
    // What the long help says stands there too: the words of the shorthand, and an example.
    assert!(record.contains("kill UNIT [N]") && record.contains("Example"), "{record}");
    world.run("man match dance").ends(2).says("unknown command `match dance`").says("record");
    world.run("man audit x").ends(2).says("`adjutant audit` has no verbs below it");
    world.run("man match -o pages").ends(2);
    let pages = world.run("man -o pages --json").ends(0).json();
    let pages: Vec<&str> = pages["files"].as_array().unwrap().iter().map(|file| file.as_str().unwrap()).collect();
    assert_eq!(world.read("pages/adjutant-match-record.1"), record.into_bytes());
    for verb in ["", "-audit", "-match", "-match-play", "-event-pair", "-man"] {
        assert!(pages.contains(&format!("pages/adjutant{verb}.1").as_str()), "{verb}: {pages:?}");
    }
    assert_eq!(std::fs::read_dir(world.path("pages")).unwrap().count(), pages.len());
    world.write("file", "");
    world.run("man -o file/below").ends(3).says("file/below");
}

#[test]
fn refusals_end_with_1_and_name_record_rule_and_way_out() {
    let world = World::with_match();
    let run = world.run("match record m --by both end command").ends(1);
    assert!(run.err.starts_with("error: You can't record `end command` (record 3, battle-only)\n  "), "{run:?}");
    assert!(run.err.contains("\n  hint: "), "{run:?}");
    world.write("empty.jsonl", "");
    for words in ["replay empty.jsonl", "replay --bare empty.jsonl", "match import empty.jsonl"] {
        world.run(words).ends(1).says("empty.jsonl: the log is empty");
    }
    world.run("match new m --mission scorched-earth --one A --two B").ends(1).says("there is a match m already");
    world.run("match show nobody").ends(1).says("no match has the id nobody").says("match list");
    world.run("match record nobody end command").ends(1).says("no match has the id nobody");
    world.run("match undo nobody").ends(1);
    assert_eq!(world.exported().lines().count(), 2, "nothing of that was written");
}

#[test]
fn files_that_cannot_be_read_end_with_3() {
    let world = World::with_match();
    world.run("replay nowhere.jsonl").ends(3).says("nowhere.jsonl");
    world.run("match import nowhere.jsonl").ends(3).says("nowhere.jsonl");
    world.run("match record m --from nowhere.jsonl").ends(3).says("nowhere.jsonl");
    world.run("match export m -o no/such/folder/f").ends(3).says("no/such/folder/f");
    world.run("audit nowhere.jsonl").ends(3);
    world.write("text.db", "this is not a database, whatever its name says; it is long enough to be looked at");
    world.run("backup text.db").ends(3).says("the file exists and is not a backup").says("an earlier backup");
    std::fs::create_dir(world.path("other")).unwrap();
    world.write(
        "other/adjutant.db",
        "no database either, and as long as the first hundred bytes of a real one would be ….",
    );
    world.run("match list --data other").ends(3).says("is not an Adjutant database").says("--data");
}

#[test]
fn one_json_document_and_nothing_else_on_standard_output() {
    let world = World::with_match();
    for words in [
        "match record m note hello --json",
        "match show m --json",
        "match list --json",
        "match verify m --json",
        "match export m -o m.jsonl --json",
        "match import m.jsonl --json",
        "replay m.jsonl --json",
        "audit m.jsonl --json",
        "match undo m --by both --json",
        "backup copy.db --json",
        "match export m --json",
        "match map m --json",
        "match map m -o map.svg --json",
        "mission map raid --json",
        "mission map raid -o raid.svg --json",
        "sheet blank -o blank.pdf --json",
        "match simulate s --seed 1 --depth positions --json",
        "match story s -o story.svg --json",
    ] {
        let run = world.run(words).ends(0);
        assert!(run.json().is_object(), "{words}: {run:?}");
        assert_eq!(run.out.lines().count(), 1, "{words}");
    }
    let records = world.run("match export m --json").json()["records"].clone();
    assert_eq!(records.as_array().map(Vec::len), Some(world.exported().lines().count()));
    world.run("match play m --json").ends(2).says("leave --json out");
    world.run("completions bash --json").ends(2).says("leave --json out");
    let quiet = world.run("match record m note hello --quiet").ends(0);
    assert_eq!((quiet.out.as_str(), quiet.err.as_str()), ("", ""));
}

#[test]
fn a_reader_who_leaves_is_no_error() {
    let world = World::with_match();
    let mut command = world.command("match show m --log");
    command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
    let mut child = command.spawn().unwrap();
    drop(child.stdout.take());
    let run = crate::support::run_of(child.wait_with_output().unwrap()).ends(0);
    assert_eq!(run.err, "");
}

#[test]
fn colours_only_where_asked() {
    let world = World::new();
    assert!(!world.run("match show nobody").err.contains('\u{1b}'));
    assert!(world.run("match show nobody --color always").err.contains("\u{1b}[1;31merror:"));
}
