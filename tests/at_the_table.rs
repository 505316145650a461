//! What leads astray at the table: results that are not final, sheets that nobody saw whole, terminals of every kind,
//! a start for newcomers.

use std::io::Write;
use std::process::{Command as Program, Stdio};

use adjutant_play::terminal::Signs;
use adjutant_play::text::key::Key;
use adjutant_play::view;

use crate::screen::{BATTLE, Table, scouring};
use crate::support::{Run, World, run_of};

/// Runs the program at a terminal that `script` makes and that answers no question, with these keys; none where there
/// is no `script`.
fn at_a_terminal(world: &World, words: &str, of: &[(&str, &str)], keys: &str) -> Option<Run> {
    let line = format!("stty rows 24 cols 80; {} {words}", env!("CARGO_BIN_EXE_adjutant"));
    let mut script = Program::new("script");
    script.args(["-qec", &line, "/dev/null"]).env("ADJUTANT_DATA", world.path("data")).envs(of.iter().copied());
    let spawned = script.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let Ok(mut running) = spawned else {
        println!("not checked: `script` is not installed");
        return None;
    };
    let mut input = running.stdin.take().expect("an input");
    for key in keys.split('|') {
        std::thread::sleep(std::time::Duration::from_millis(600));
        input.write_all(key.as_bytes()).expect("keys");
    }
    drop(input);
    Some(run_of(running.wait_with_output().expect("an end")))
}

/// F24: a turn ended though the screen showed only the beginning of what its end brings about.
#[test]
fn a_turn_ends_only_once_its_whole_sheet_was_shown() {
    let world = scouring();
    let mut table = Table::open(&world);
    table.watched = false;
    table.play("t").host.shown(40, 10);
    let moment = table.moment();
    table.play(">");
    assert_eq!(table.moment(), moment, "{}", table.screen(40, 10));
    table.says("The sheet goes on below.").says("PgDn");
    let mut pages = 0;
    while table.screen(40, 10).contains("PgDn shows the rest") {
        table.press(Key::PageDown);
        table.host.shown(40, 10);
        pages += 1;
        assert!(pages < 20, "{}", table.screen(40, 10));
    }
    table.play(">");
    assert_ne!(table.moment(), moment, "{}", table.screen(40, 10));
    // Where everything fits nothing is asked for.
    table.play("> x > t").host.shown(80, 24);
    let moment = table.moment();
    table.play(">");
    assert_ne!(table.moment(), moment);
}

/// F18: an answered 0 was promised as still open, and the end was told twice.
#[test]
fn an_answered_zero_is_not_told_as_open_and_the_end_only_once() {
    let world = scouring();
    let mut table = Table::open(&world);
    table.play("t > > t");
    let screen = table.screen(100, 40);
    assert!(screen.contains("Still open: Jörg – Engage on All Fronts"), "{screen}");
    table.play("0");
    let screen = table.screen(100, 40);
    assert!(screen.contains("→ 0 VP") && !screen.contains("Still open: Jörg – Engage"), "{screen}");

    let world = scouring();
    let mut table = Table::open(&world);
    table.watched = false;
    BATTLE[..9].iter().for_each(|turn| {
        table.play(turn);
    });
    table.play("t 3 b*");
    let screen = table.screen(100, 40);
    assert_eq!(screen.matches("The battle is over").count(), 1, "{screen}");
    assert!(!screen.contains("1 question is still open"), "{screen}");
}

/// F16: words, list, summary and screen each told another result while a question was open.
#[test]
fn an_open_question_that_may_decide_is_told_alike_everywhere() {
    let world = World::with_match();
    for words in [
        "by one secondaries assassinate linebreaker grind-them-down",
        "by two secondaries assassinate linebreaker grind-them-down",
        "first one",
        "begin",
        "ruling \"a die was cocked\" one 3",
    ] {
        world.run(&format!("match record m {words}"));
    }
    world.run("match record m agree-end").ends(1).says("not-allowed-by");
    let told = world.run("match record m by both agree-end").ends(0).out;
    assert!(told.contains("still open") && !told.contains("nobody has won"), "{told}");
    let verdict = if told.contains("leads") { "leads" } else { "level so far" };
    for words in ["match list", "match summary m", "match show m"] {
        let out = world.run(words).ends(0).out;
        assert!(out.contains(verdict) && !out.contains("wins") && !out.contains(" won"), "{words}: {out}");
    }
    let played = world.feed("match play m", "q\n").ends(0).out.to_lowercase();
    assert!(played.contains(verdict) && !played.contains("wins"), "{played}");
}

/// F19: no totals, no events, and a page that swallowed every line.
#[test]
fn lines_tell_totals_events_and_pages_close_behind_themselves() {
    let world = scouring();
    let run = world.feed("match play m", "?\nhold m1=anna\nstatus\nopen\nesc\nagain\nq\n").ends(0);
    let out = &run.out;
    assert!(out.contains("Round 1 · Anna's Command phase · Anna 0 – Jörg 0"), "{out}");
    assert!(out.contains("Anna holds m1."), "the line behind `?` is recorded and told: {out}");
    assert!(out.contains("Who holds") || out.contains("Command phase · markers"), "{out}");
    assert!(out.contains("The score") && out.contains("◆ Jörg"), "{out}");
    assert!(out.contains("Open questions (0)"), "{out}");
    assert!(!out.contains("no command word"), "{out}");
}

/// F20, F27: a terminal that does not say where its cursor is; one that has only ASCII.
#[test]
fn a_slow_terminal_and_one_without_signs_are_played_at() {
    let world = scouring();
    let Some(run) = at_a_terminal(&world, "match play m", &[("TERM", "xterm"), ("LC_ALL", "C")], "q|\r") else {
        return;
    };
    assert!(!run.out.contains("cursor position") && run.out.contains("m: saved, Anna"), "{run:?}");
    let drawn = run.out.split("\u{1b}[?1049l").next().unwrap_or_default();
    assert!(drawn.contains("\u{1b}[?1049h") && drawn.contains("ANNA'S TURN"), "{run:?}");
    assert!(!drawn.contains(['●', '◆', '─', '░', '·', 'ö']), "{run:?}");
    let mut lines = view::frame(&Table::open(&world).host.scene(), 80, 24);
    Signs::Ascii.spell(&mut lines);
    for line in lines {
        assert!(line.text().is_ascii() && line.width() == 80, "{}", line.text());
    }
}

/// F25, F26: the line that is typed stands below the whole explanation, and its end is always seen.
#[test]
fn what_is_typed_is_seen_below_the_whole_explanation() {
    let world = scouring();
    let mut table = Table::open(&world);
    table.play(":");
    let screen = table.screen(80, 24);
    let at = |what: &str| screen.find(what).unwrap_or_else(|| panic!("{what}: {screen}"));
    assert!(at("several with") < at(" > ▏") && at(";\n") < at(" > ▏"), "{screen}");
    "note ".chars().chain("abcdefghij".repeat(12).chars()).for_each(|c| table.press(Key::Char(c)));
    "the end".chars().for_each(|c| table.press(Key::Char(c)));
    assert!(table.screen(80, 24).contains("the end▏"), "{}", table.screen(80, 24));
    (0..100).for_each(|_| table.press(Key::Left));
    assert!(table.screen(80, 24).contains('▏'), "{}", table.screen(80, 24));
}

/// F29: two sentences of what happened stood above empty rows.
#[test]
fn free_rows_tell_more_of_what_happened() {
    let world = scouring();
    let mut table = Table::open(&world);
    table.play("> k c 3 ⏎ d 2 ⏎ e 4 ⏎ ⎋");
    let screen = table.screen(80, 24);
    for said in ["Death Guard Cultists −3", "Poxwalkers (1) −2", "Poxwalkers (2) −4"] {
        assert!(screen.contains(said), "{said}: {screen}");
    }
    // What a message needs was free before: nothing jumps.
    let before = table.screen(80, 24);
    let row = |screen: &str| screen.lines().position(|line| line.contains("to do"));
    table.play("⏎");
    assert_eq!(row(&table.screen(80, 24)), row(&before));
}

/// F33, F43: a number that cannot be is not asked about; looking back goes by turns.
#[test]
fn impossible_numbers_are_refused_at_once_and_pages_are_turns() {
    let world = scouring();
    let mut table = Table::open(&world);
    table.play("> k c 99").says("only 10 are left");
    table.play("x ⎋ ⎋ t > t > t > L");
    table.press(Key::PageUp);
    let looked = |table: &Table| match table.host.session().mode() {
        Some(adjutant_play::mode::Mode::Look(seq)) => *seq,
        other => panic!("{other:?}"),
    };
    let ends: Vec<u64> = table
        .host
        .recording()
        .records()
        .iter()
        .filter(|record| record.command.name() == "end-turn")
        .map(|record| record.seq)
        .collect();
    table.press(Key::PageUp);
    assert!(ends.contains(&looked(&table)), "{} of {ends:?}", looked(&table));
}

/// F21: the hint's words were those of another verb.
#[test]
fn dice_of_the_match_go_without_the_words_of_the_verb() {
    let world = scouring();
    world.run("use m").ends(0);
    for words in ["end command", "end movement", "end psychic", "end shooting"] {
        world.run(words).ends(0);
    }
    let told = world.run("dice 2d6 for charge a1").ends(1);
    assert!(told.err.contains("charge") || told.err.contains("seed") || told.err.contains("dice"), "{told:?}");
    assert!(!told.err.contains("cannot be used with"), "{told:?}");
    world.run("dice 2d6").ends(0);
}

/// F37: words refused the names that screen and replies use.
#[test]
fn units_go_by_the_names_that_the_screen_shows() {
    let world = scouring();
    world.run("match record m end command").ends(0);
    let told = world.run("match record m kill \"Poxwalkers (2)\" 3").ends(0);
    assert!(told.out.contains("Poxwalkers (2) −3"), "{told:?}");
    let several = world.run("match record m kill poxwalkers 3").ends(2);
    assert!(several.err.contains("Poxwalkers (1)") && several.err.contains("Poxwalkers (2)"), "{several:?}");
}

/// F44: `adjutant` alone printed sixty lines of help, and `match play` an error.
#[test]
fn a_newcomer_is_asked_for_the_name_of_the_first_battle() {
    for words in ["", "match play"] {
        let world = World::new();
        let of = [("ADJUTANT_LINES", "1")];
        let Some(run) = at_a_terminal(&world, words, &of, "Friday Night!\n|Anna\n|Ben\n|1\n|\n|q\n") else { return };
        assert!(run.out.contains("What shall the new one be called?"), "{run:?}");
        assert!(!run.out.contains("Usage:"), "{run:?}");
        assert!(run.out.contains("Who plays? First player:") && run.out.contains("friday-night"), "{run:?}");
        assert_eq!(world.run("use --json").ends(0).json()["match"], "friday-night", "it is the current one");
    }
}

/// Scoreboards are printed as people draw them: both players in one table, blanks for what is to come.
#[test]
fn a_scoreboard_holds_both_players_and_blanks_for_rounds_to_come() {
    let world = scouring();
    for words in ["hold m1=anna m2=anna", "end turn", "by two end turn"] {
        world.run(&format!("match record m {words}")).ends(0);
    }
    let out = world.run("match show m").ends(0).out;
    let row =
        |name: &str| out.lines().find(|line| line.contains(name)).unwrap_or_else(|| panic!("{name}: {out}")).to_owned();
    let words = |line: &str| line.split_whitespace().filter(|word| *word != "|").map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(words(&row("end   total")), ["1", "2", "3", "4", "5", "end", "total", "cap"]);
    // Round 1 is over, round 2 has begun; the others are blank.
    assert_eq!(words(&row("Assassinate"))[1..], ["0", "0", "0", "15"]);
    assert!(row("Raise the Banners High").ends_with(" 15 |"), "{out}");
    let (anna, jorg) = (out.find("| Anna ").expect("Anna"), out.find("| Jörg ").expect("Jörg"));
    assert!(!out[anna..jorg].contains("+--"), "one table: {out}");
    let table = Table::open(&world);
    let game = table.host.recording().game();
    let boxed = adjutant::table::board(game.state(), &game.view(), true);
    assert!(boxed.contains('┌') && boxed.contains('│') && !boxed.contains("+--"), "{boxed}");
    assert!(boxed.lines().all(|line| line.chars().count() <= 80), "{boxed}");
}

/// F23: two logs of one match that part: nobody was told what the other one says.
#[test]
fn a_log_that_parted_is_told_record_by_record() {
    let (here, there) = (World::with_match(), World::new());
    here.run("match export m -o begin.jsonl").ends(0);
    there.write("begin.jsonl", here.read("begin.jsonl"));
    there.run("match import begin.jsonl").ends(0);
    here.run("match record m note \"ours\"").ends(0);
    there.run("match record m note \"theirs\" , note \"again\"").ends(0);
    there.run("match export m -o theirs.jsonl").ends(0);
    here.write("theirs.jsonl", there.read("theirs.jsonl"));
    let run = here.run("match import theirs.jsonl");
    assert_ne!(run.code, Some(0), "{run:?}");
    assert!(run.err.contains("here, record 3: by both note ours"), "{run:?}");
    assert!(run.err.contains("theirs.jsonl, record 3: by both note theirs"), "{run:?}");
    assert!(run.err.contains("record 4: by both note again"), "{run:?}");
    assert_eq!(here.run("match show m --json").json()["seq"], 3, "nothing was imported");
}

/// F48: the map of a mission that is looked at was "No mission yet".
#[test]
fn the_map_of_a_mission_that_is_looked_at_is_shown() {
    let world = World::new();
    world.run("match new m --one Anna --two Ben").ends(0);
    let mut table = Table::open(&world);
    table.play("x x a M");
    let screen = table.screen(100, 40);
    assert!(!screen.contains("No mission yet") && screen.contains("m1"), "{screen}");
}

/// F38: the example of `secondaries` names as many as the pack wants.
#[test]
fn the_example_of_a_choice_has_as_many_as_the_pack_wants() {
    for pack in ["gt2020", "border-war"] {
        let world = World::new();
        world.run(&format!("match new m --pack {pack} --one Anna --two Ben")).ends(0);
        let wanted = Table::open(&world).state().law().choices();
        let run = world.run("match record m --by one secondaries").ends(2);
        let example = run.err.split("such as `secondaries ").nth(1).and_then(|rest| rest.split('`').next());
        let named = example.unwrap_or_else(|| panic!("{run:?}")).split_whitespace().count();
        assert_eq!(named, wanted.max(1), "{pack}: {run:?}");
    }
}
