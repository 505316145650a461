//! What people read, as text beside the code: every help, every code of a closed list, the main tables, common errors.
//! A changed word is reviewed as a changed line of `tests/snapshots/`; `ADJUTANT_BLESS=1` writes the files anew.

use adjutant::commands::whole;
use adjutant_engine::refusal::RefusalCode;
use adjutant_replay::audit::Code;
use clap::Command;

use crate::support::{World, project};

/// Compares with a file of `tests/snapshots/`, or writes it.
#[track_caller]
pub fn holds(name: &str, text: &str) {
    let path = project().join("tests/snapshots").join(name);
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    let text = lines.join("\n") + "\n";
    if std::env::var_os("ADJUTANT_BLESS").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, &text).unwrap();
        return;
    }
    let stored = std::fs::read_to_string(&path).unwrap_or_default();
    let first = stored.lines().zip(text.lines()).enumerate().find(|(_, (old, new))| old != new);
    assert!(
        stored == text,
        "{}: {}; run with ADJUTANT_BLESS=1 and look at the difference",
        path.display(),
        first.map_or("another length".to_owned(), |(at, (old, new))| format!("line {}: {old:?}, now {new:?}", at + 1))
    );
}

/// The help of a command and of all below it, as the program prints it.
fn helps(world: &World, words: &str, command: &Command, text: &mut String) {
    let said = world.run(&format!("{words} --help")).ends(0).out;
    text.push_str(&format!("$ adjutant {words} --help\n{said}\n"));
    for below in command.get_subcommands().filter(|below| below.get_name() != "help" && !below.is_hide_set()) {
        helps(world, format!("{words} {}", below.get_name()).trim(), below, text);
    }
}

#[test]
fn every_help_is_as_reviewed() {
    let (world, program) = (World::new(), whole());
    let own = world.run("--help").ends(0).out;
    holds("help.txt", &format!("$ adjutant --help\n{own}"));
    for noun in program.get_subcommands().filter(|noun| noun.get_name() != "help" && !noun.is_hide_set()) {
        let mut text = String::new();
        helps(&world, noun.get_name(), noun, &mut text);
        holds(&format!("help-{}.txt", noun.get_name()), &text);
    }
}

/// Every help shows an example, and the options of every verb under one heading at its end.
#[test]
fn every_help_has_an_example_and_its_global_options_last() {
    fn below(words: &str, command: &Command, world: &World) {
        let help = world.run(&format!("{words} --help")).ends(0).out;
        let (own, global) = help.split_once("\nGlobal options:\n").unwrap_or_else(|| panic!("{words}: {help}"));
        assert!(!own.contains("--color") && !own.contains("--data"), "{words}: {own}");
        assert!(global.contains("--json") && global.contains("--data"), "{words}: {global}");
        let mut verbs =
            command.get_subcommands().filter(|verb| verb.get_name() != "help" && !verb.is_hide_set()).peekable();
        if verbs.peek().is_none() {
            assert!(help.contains("Example"), "{words} shows no example: {help}");
        }
        verbs.for_each(|verb| below(&format!("{words} {}", verb.get_name()), verb, world));
    }
    let world = World::new();
    for noun in whole().get_subcommands().filter(|noun| noun.get_name() != "help" && !noun.is_hide_set()) {
        below(noun.get_name(), noun, &world);
    }
}

/// The environment fills an option in, and the usage does not call it required because of that.
#[test]
fn the_environment_makes_no_option_look_required() {
    let world = World::new();
    world.run("match list").ends(0);
    assert!(world.path("data").exists() || !world.path("home").exists());
    let wrong = world.run("match new").ends(2);
    assert!(wrong.err.contains("Usage: adjutant match new") && !wrong.err.contains("--data"), "{wrong:?}");
    let mut other = world.command("match new m --mission scorched-earth --one Anna --two Ben");
    other.env("ADJUTANT_DATA", world.path("elsewhere"));
    assert!(other.status().unwrap().success());
    assert!(world.path("elsewhere/adjutant.db").exists(), "the variable names the folder");
    world.run("match show m --data elsewhere").ends(0);
}

#[test]
fn every_code_is_as_reviewed() {
    let mut text =
        String::from("Refusals of a match, in order of precedence (soft: a rule of the army's own may allow it)\n");
    for code in RefusalCode::ALL {
        let soft = if code.is_soft() { "soft" } else { "" };
        text.push_str(&format!("  {:<20}{soft:<6}{}\n", code.as_str(), code.meaning()));
    }
    text.push_str("\nFindings of an audit\n");
    for code in Code::ALL {
        text.push_str(&format!("  {:<20}{:<9}{}\n", code.as_str(), code.severity().as_str(), code.meaning()));
    }
    holds("codes.txt", &text);
}

/// What is not the same on every machine or changes with every rule: folders and hashes.
fn masked(text: &str, world: &World) -> String {
    let text = text.replace(&world.path("").display().to_string(), "/");
    let mut masked = String::new();
    let mut word = String::new();
    for c in text.chars().chain(['\0']) {
        if c.is_ascii_hexdigit() {
            word.push(c);
            continue;
        }
        let hash = word.len() >= 12 && word.chars().any(|c| c.is_ascii_digit());
        masked.push_str(if hash { "<hash>" } else { &word });
        word.clear();
        if c != '\0' {
            masked.push(c);
        }
    }
    masked
}

/// Runs commands, one a line, and keeps what they print.
fn terminal(world: &World, script: &str) -> String {
    let mut text = String::new();
    for line in script.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let (words, input) = line.split_once(" < ").unwrap_or((line, ""));
        let run = world.feed(words, &input.replace("\\n", "\n"));
        let ends = run.code.map_or("a signal".to_owned(), |code| code.to_string());
        let ends = if ends == "0" { String::new() } else { format!("[exit code {ends}]\n") };
        text.push_str(&masked(&format!("$ adjutant {line}\n{}{}{ends}\n", run.out, run.err), world));
    }
    text
}

#[test]
fn the_screens_of_a_match_are_as_reviewed() {
    let world = World::new();
    let shown = terminal(
        &world,
        "match list
         match new final --mission scorched-earth --one Anna --two Ben
         match record final --by one secondaries raze assassinate engage-on-all-fronts
         match record final --by two secondaries raze assassinate engage-on-all-fronts
         match record final attacker one
         match record final --by two zone a
         match record final first one
         match record final begin
         match record final hold m1 m2 m3=two
         match show final
         match record final end turn
         match record final score engage 3
         match show final --why
         match show final --log
         match undo final --why slip
         match list
         mission list
         mission show scorched-earth
         match verify final
         replay nothing.jsonl",
    );
    holds("match.txt", &shown);
}

#[test]
fn the_screens_of_an_event_are_as_reviewed() {
    let world = World::new();
    world.write("players.csv", "name,club,faction\nAnna,Reds,Orks\nBen,Reds,Orks\nCarl,Blues,Necrons\nDora,,Necrons\n");
    let shown = terminal(
        &world,
        "event list
         event new gt --name GT --rounds 2 --seed 42 --avoid-club 1
         event register gt --csv players.csv
         event show gt
         event pair gt
         event show gt
         event publish gt
         event show gt --open
         event result gt --table 1 --one 75 --two 62
         event result gt --table 2 --one 40 --two 40
         event close gt
         event standings gt
         event pair gt
         event explain gt 2 anna
         event publish gt
         event result gt --table 1 --one 75 --two 62
         event amend gt --round 1 --table 1 --one 62 --two 75 --why swapped
         event show gt --player anna
         event show gt --history
         event undo gt
         event undo gt --why misread
         event check gt
         event list",
    );
    holds("event.txt", &shown);
}

#[test]
fn common_errors_are_as_reviewed() {
    let world = World::with_match();
    world.write("empty.jsonl", "");
    world.write("list.txt", "hello\n");
    world.write("nobody.csv", "player\nAnna\n");
    let shown = terminal(
        &world,
        "match dance
         match play
         match show nobody
         match new m --mission scorched-earth --one Anna --two Ben
         match new n --mission scorched-eart --one Anna --two Ben
         match new n --mission scorched-earth --one Anna --two Anna
         match new n --pack nowhere --one Anna --two Ben
         match record m end command
         match record m --by one zone a
         match record m dance
         match record m hold m1 m9
         match record m begin
         match record m begin now
         match record m secondaries raze
         match record m --by two attacker nobody
         match roster m list.txt --player one
         match story m -o story.svg
         match sign m --player one
         roster check list.txt
         roster check missing.rosz
         replay empty.jsonl
         audit empty.jsonl list.txt
         mission show nothing
         mission check .
         dice seven
         sheet verify x
         key show
         man match dance
         restore list.txt
         event show gt
         event new gt
         event new gt --name GT --rounds 2 --points 2,1
         event new gt --name GT --rounds 2 --differential itc
         event new GT --name GT --rounds 2
         event new gt --name GT --rounds 2 --seed 1
         event pair gt
         event publish gt
         event register gt --csv nobody.csv
         event register gt --name Anna
         event register gt --name Anna
         event drop gt Zoe
         event late gt --name Zoe
         event close gt
         event cut gt --top 6
         event finish gt
         event standings gt --round 3
         event export gt gt.json
         event export gt
         event team gt 1
         event undo gt --record 1",
    );
    holds("errors.txt", &shown);
}
