//! What was found at the table, number by number: each finding with the tests that fail without its mending.

use adjutant_play::text::key::Key;
use adjutant_play::view;

use crate::screen::{Table, scouring};
use crate::support::{World, golden, project};

/// A test of a file below the root.
type Proof = (&'static str, &'static str);

const SCREEN: &str = "tests/screen.rs";
const HERE: &str = "tests/table.rs";
const HISTORY: &str = "crates/packs/tests/history.rs";
/// Logs of `crates/packs/tests/findings_rules`, played line by line by this test.
const LOGS: &str = "every_disagreement_has_its_log";

/// Every finding with the tests that would fail without what mended it.
const FINDINGS: [(u32, &[Proof]); 45] = [
    (1, &[(SCREEN, "a_single_model_dies_and_the_turn_goes_on"), (SCREEN, "enter_and_escape_never_move_time")]),
    (
        2,
        &[
            (SCREEN, "a_forgotten_score_of_the_turn_before_takes_few_keys"),
            (HISTORY, "a_claim_that_was_forgotten_waits_and_is_booked_in_its_round"),
        ],
    ),
    (
        3,
        &[
            (HISTORY, "a_ruling_stands_in_the_round_that_it_names"),
            ("tests/frames.rs", "points_of_a_ruling_are_never_lost"),
            (SCREEN, "the_past_is_corrected_where_it_happened"),
        ],
    ),
    (4, &[(HERE, "a_number_is_enough_for_a_squad_of_several_groups")]),
    (5, &[(SCREEN, "priority_markers_are_moved_and_then_noted_in_secret")]),
    (6, &[(HISTORY, "what_a_command_brings_about_is_told")]),
    (
        7,
        &[
            ("tests/killed.rs", "a_secret_survives_a_session_that_is_killed"),
            ("tests/session.rs", "a_secret_survives_a_session_that_nobody_ended"),
        ],
    ),
    (8, &[("tests/session.rs", "an_opening_is_not_undone_and_both_choose_anew_where_they_agree")]),
    (9, &[(SCREEN, "a_question_that_was_left_out_comes_back")]),
    (10, &[(HERE, "the_end_of_a_turn_that_has_just_begun_is_asked_for")]),
    (
        11,
        &[
            ("crates/packs/tests/findings_rules/d-02.jsonl", LOGS),
            ("tests/frames.rs", "a_morale_test_without_leadership_asks_who_flees"),
        ],
    ),
    (
        12,
        &[
            (SCREEN, "units_of_their_own_rules_wait_for_nothing"),
            ("tests/frames.rs", "reserves_are_noted_in_secret_where_objectives_are"),
        ],
    ),
    (13, &[(SCREEN, "who_cannot_arrive_says_why"), (HERE, "a_unit_that_cannot_arrive_any_more_says_why")]),
    (14, &[(SCREEN, "a_paste_is_no_key")]),
    (15, &[(HISTORY, "an_objective_of_the_players_own_book_is_claimed_by_hand")]),
    (
        16,
        &[
            ("tests/names.rs", "players_are_named_in_words_and_flags"),
            ("tests/names.rs", "missions_go_by_any_part_of_their_names"),
        ],
    ),
    (
        17,
        &[
            ("crates/packs/tests/findings_rules/t-17-destroyed.jsonl", LOGS),
            (SCREEN, "destroyed_units_say_when_they_fell"),
        ],
    ),
    (18, &[(SCREEN, "looking_back_shows_the_board_as_it_was")]),
    (19, &[(SCREEN, "control_keys_type_nothing")]),
    (20, &[(SCREEN, "words_that_would_pass_time_open_its_screen")]),
    (
        21,
        &[
            (SCREEN, "a_list_that_is_not_legal_is_told"),
            ("tests/lists.rs", "an_illegal_list_is_told_when_it_enters_and_shown_with_the_keywords_of_its_models"),
        ],
    ),
    (22, &[(SCREEN, "the_second_screen_follows_the_first")]),
    (
        23,
        &[
            ("crates/packs/tests/findings_rules/t-23-known.jsonl", LOGS),
            ("crates/packs/tests/findings_rules/t-23-melee.jsonl", LOGS),
            ("crates/packs/tests/findings_rules/t-23-powers.jsonl", LOGS),
        ],
    ),
    (24, &[(SCREEN, "no_footer_names_a_dead_key")]),
    (25, &[(HERE, "a_question_lists_no_points_behind_the_cap")]),
    (26, &[(HERE, "nobody_is_in_reserve_before_the_armies_are_set_up")]),
    (27, &[(HERE, "a_refused_marker_names_those_that_fit")]),
    (28, &[(HERE, "words_that_are_cut_short_say_what_is_missing")]),
    (29, &[("tests/outside.rs", "maps_are_written_as_svg_only_and_a_story_needs_places")]),
    (30, &[("tests/session.rs", "a_refused_choice_stays_to_be_changed")]),
    (
        31,
        &[
            ("tests/session.rs", "after_the_battle_the_session_names_the_winner"),
            ("tests/session.rs", "undo_passes_over_the_clock"),
        ],
    ),
    (32, &[("tests/snapshots.rs", "the_environment_makes_no_option_look_required")]),
    (
        33,
        &[
            ("tests/session.rs", "two_players_of_one_name_are_told_at_once"),
            ("tests/outside.rs", "names_that_deceive_are_refused_and_twins_at_one_table_too"),
        ],
    ),
    (34, &[("tests/outside.rs", "what_show_prints_fits_eighty_columns_but_for_the_words_of_records")]),
    (35, &[("tests/outside.rs", "what_show_prints_fits_eighty_columns_but_for_the_words_of_records")]),
    (36, &[(SCREEN, "every_size_is_drawn_whole")]),
    (37, &[(HERE, "what_does_not_fit_ends_with_dots")]),
    (38, &[(HERE, "the_help_has_one_title_and_fits")]),
    (39, &[(SCREEN, "every_size_is_drawn_whole"), ("tests/outside.rs", "twins_and_letters_that_paper_lacks_are_told")]),
    (40, &[(HERE, "an_error_leaves_the_list_where_it_is")]),
    (41, &[(HERE, "a_manual_page_lists_its_words_one_by_one")]),
    (42, &[(HERE, "one_is_never_told_as_many")]),
    (43, &[("tests/lists.rs", "an_illegal_list_is_told_when_it_enters_and_shown_with_the_keywords_of_its_models")]),
    (44, &[(HERE, "the_result_adds_up_with_battle_ready")]),
    (45, &[("tests/guide.rs", "the_readme_can_be_typed")]),
];

#[test]
fn every_finding_has_its_test() {
    let numbers: Vec<u32> = FINDINGS.iter().map(|(number, _)| *number).collect();
    assert_eq!(numbers, (1..=45).collect::<Vec<u32>>());
    for (number, proofs) in FINDINGS {
        assert!(!proofs.is_empty(), "finding {number}");
        for (file, test) in proofs {
            let path = project().join(file);
            assert!(path.is_file(), "finding {number}: there is no {file}");
            let tests =
                if file.ends_with(".jsonl") { project().join("crates/packs/tests/findings_rules.rs") } else { path };
            let text = std::fs::read_to_string(tests).expect("a test file");
            assert!(text.contains(&format!("#[test]\nfn {test}()")), "finding {number}: {file} has no test {test}");
        }
    }
}

/// Walks to a phase of player one's first turn.
fn walk(world: &World, until: &str) {
    for phase in ["command", "movement", "psychic", "shooting", "charge", "fight", "morale"] {
        if phase == until {
            return;
        }
        world.run(&format!("match record m end {phase}")).ends(0);
    }
}

#[test]
fn a_number_is_enough_for_a_squad_of_several_groups() {
    let world = scouring();
    walk(&world, "shooting");
    let record = |words: &str| world.run(&format!("match record m {words}"));
    record("shoot a10 b3 kills 2").ends(0);
    record("kill b3 1").ends(0);
    record("end shooting").ends(0);
    record("end charge").ends(0);
    record("end fight").ends(0);
    record("--by two morale b3 6 fled 1").ends(0);
    let view = world.run("match show m --json").ends(0).json();
    let squad = view["units"].as_array().expect("units").iter().find(|unit| unit["id"] == "b3").expect("a squad");
    assert_eq!(squad["models"], 6, "{squad}");
    // At the screen a letter and a number are enough, whatever the groups are called.
    let world = scouring();
    let mut table = Table::open(&world);
    table.play("> k c 4 ⏎").says("Death Guard Cultists −4, 6 left.");
}

#[test]
fn the_end_of_a_turn_that_has_just_begun_is_asked_for() {
    let world = scouring();
    walk(&world, "morale");
    world.run("match record m end morale").ends(0);
    let run = world.run("match record m end turn").ends(1);
    run.says("this would end Jörg's, which has just begun");
}

#[test]
fn a_unit_that_cannot_arrive_any_more_says_why() {
    let world = scouring();
    let mut table = Table::open(&world);
    // An action of the end of the phase comes last: a player who starts one is told before it.
    table.play("t > t > 13-2450 > x > a").says("! Blightlord Terminators: arrivals come before actions (r)");
    // After it the list is not empty, and the unit says why it cannot arrive and what to do.
    table.play("1c⏎⎋ r e");
    table.says("Blightlord Terminators 7/7").says("undo the action, record this");
    table.play("x ⎋ u ⏎ r e ⏎").says("Blightlord Terminators arrives from reserve.");
}

#[test]
fn a_question_lists_no_points_behind_the_cap() {
    let world = World::with_match();
    for who in ["one", "two"] {
        world.run(&format!("match record m --by {who} secondaries assassinate linebreaker grind-them-down")).ends(0);
    }
    world.run("match record m --by both first one").ends(0);
    world.run("match record m begin").ends(0);
    let mut table = Table::open(&world);
    for _ in 0..10 {
        table.play("t >");
    }
    table.play("o");
    let screen = table.screen(100, 60);
    let line =
        screen.lines().find(|line| line.contains("VP, as the table stood")).unwrap_or_else(|| panic!("{screen}"));
    assert!(screen.contains("Assassinate"), "{screen}");
    assert!(screen.contains("15 or more VP"), "{line}:\n{screen}");
    assert!(!screen.contains("18") && !screen.contains("60 VP"), "{screen}");
}

#[test]
fn nobody_is_in_reserve_before_the_armies_are_set_up() {
    let world = World::new();
    world.run("match new m --mission the-scouring --one Anna --two Ben").ends(0);
    let log = std::fs::read_to_string(golden("real-armies.bare.jsonl")).expect("a golden log");
    let roster: serde_json::Value = serde_json::from_str(log.lines().nth(1).expect("a roster")).expect("JSON");
    world.write("one.json", roster["do"]["roster"]["roster"].to_string());
    world.run("match roster m one.json --player one").ends(0);
    let shown = world.run("match show m").ends(0).out;
    assert!(!shown.contains("in reserve") && shown.contains("not set up"), "{shown}");
}

#[test]
fn a_refused_marker_names_those_that_fit() {
    let world = World::new();
    let log = std::fs::read_to_string(golden("real-armies.bare.jsonl")).expect("a golden log");
    let mut records: Vec<serde_json::Value> =
        log.lines().take(3).map(|line| serde_json::from_str(line).expect("JSON")).collect();
    records[0]["do"]["open"]["match"] = "m".into();
    let say = |by: &str, command: serde_json::Value| serde_json::json!({"by": by, "do": command});
    let secondaries =
        serde_json::json!({"secondaries": {"choose": ["linebreaker", "grind-them-down", "investigate-sites"]}});
    records.push(say("both", serde_json::json!({"mission": {"mission": "scorched-earth"}})));
    let raze = serde_json::json!({"secondaries": {"choose": ["raze", "grind-them-down", "investigate-sites"]}});
    records.push(say("one", raze.clone()));
    records.push(say("two", secondaries));
    records.push(say("both", serde_json::json!({"roles": {"attacker": "one"}})));
    records.push(say("two", serde_json::json!({"zone": {"zone": "b"}})));
    records.push(say("both", serde_json::json!({"first-turn": {"player": "one"}})));
    records.push(say("both", serde_json::json!({"begin": {}})));
    let lines: String = records.iter().map(|record| format!("{record}\n")).collect();
    world.feed("match record m --from -", &lines).ends(0);
    walk(&world, "movement");
    let refused: Vec<String> = (1..=6)
        .map(|marker| world.run(&format!("match record m act a1 raze-objective m{marker}")))
        .filter(|run| run.err.contains("may not do"))
        .map(|run| run.err)
        .collect();
    assert!(!refused.is_empty(), "some markers are not player one's to raze");
    let named = |text: &String| text.lines().any(|line| line.contains("hint") && line.contains(" m"));
    assert!(refused.iter().all(named), "{refused:?}");
}

#[test]
fn words_that_are_cut_short_say_what_is_missing() {
    let world = scouring();
    let record = |words: &str| world.run(&format!("match record m {words}"));
    record("end").ends(2).says("end PHASE|turn|battle");
    record("end command").ends(0);
    record("move a1 sideways").ends(2).says("normal, advance, fall-back, ");
    record("move a1 fallback").ends(0);
    walk_on(&world, &["movement", "psychic", "shooting"]);
    let run = record("charge a7 b4 9").ends(2);
    assert!(run.err.contains("die") || run.err.contains("dice"), "{run:?}");
    assert!(!run.err.contains("no unit is called `9`"), "{run:?}");
}

fn walk_on(world: &World, phases: &[&str]) {
    phases.iter().for_each(|phase| {
        world.run(&format!("match record m end {phase}")).ends(0);
    });
}

#[test]
fn what_does_not_fit_ends_with_dots() {
    let world = scouring();
    let mut table = Table::open(&world);
    table.words("shoot nobody-that-anybody-has-ever-heard-of-at-any-table-of-this-or-of-any-other-battle b1 kills 2");
    for (columns, rows) in [(40, 10), (60, 20), (80, 24), (100, 40)] {
        let lines = view::frame(&table.host.scene(), columns, rows);
        let wrong = |line: &&adjutant_play::text::line::Line| {
            line.spans.iter().any(|(_, role)| *role == adjutant_play::text::line::Role::Wrong)
        };
        let told: String = lines.iter().filter(wrong).map(|line| line.text().trim().to_owned() + " ").collect();
        assert!(!told.trim().is_empty(), "{columns}×{rows}");
        let whole: String = match table.host.session().message() {
            Some(adjutant_play::step::Message::Refused(text, _)) => text.split_whitespace().collect(),
            other => panic!("{other:?}"),
        };
        let shown: String = told.split_whitespace().collect();
        let cut = shown.strip_suffix('…');
        assert!(
            shown == whole || cut.is_some_and(|cut| whole.starts_with(cut.trim_end_matches('…'))),
            "{shown} of {whole}"
        );
    }
}

#[test]
fn the_help_has_one_title_and_fits() {
    let world = scouring();
    let mut table = Table::open(&world);
    table.play("?");
    for columns in [60, 80, 120] {
        let mut seen: Vec<String> = Vec::new();
        let mut titles = 0;
        for _ in 0..60 {
            let screen = table.screen(columns, 24);
            titles = titles.max(screen.matches("The keys").count());
            for line in screen.lines().map(str::trim).filter(|line| !line.is_empty()) {
                if !seen.iter().any(|known| known == line) {
                    seen.push(line.to_owned());
                }
            }
            table.press(Key::PageDown);
        }
        assert_eq!(titles, 1, "{columns} columns");
        let all = seen.join(" ");
        for word in ["by WHO", "kill UNIT", "@12,30", "blanks"] {
            assert!(all.contains(word), "`{word}` is not in the help of {columns} columns");
        }
        table.press(Key::Home);
    }
}

#[test]
fn an_error_leaves_the_list_where_it_is() {
    let world = World::with_match();
    let mut table = Table::open(&world);
    table.play("xx").says("Anna chooses three");
    let list = |table: &Table| -> Vec<String> {
        let screen = table.screen(80, 24);
        let names = ["Assassinate", "Bring It Down", "Grind Them Down", "Titan Hunter"];
        screen.lines().filter(|line| names.iter().any(|name| line.contains(name))).map(str::to_owned).collect()
    };
    let before = list(&table);
    assert!(before.len() > 2, "{before:?}");
    table.play("!").says("! does nothing here");
    assert_eq!(list(&table), before);
}

#[test]
fn a_manual_page_lists_its_words_one_by_one() {
    let world = World::new();
    let page = world.run("man match record").ends(0).out;
    let rows: Vec<&str> =
        page.lines().filter(|line| line.contains("kill UNIT") || line.contains("restore UNIT")).collect();
    assert_eq!(rows.len(), 2, "each word has a row of its own: {rows:?}");
    assert!(rows.iter().all(|row| !(row.contains("kill UNIT") && row.contains("restore UNIT"))), "{rows:?}");
    assert!(!page.contains("\"record \"") && !page.contains(".SH EXTRA") && page.contains(".SH DETAILS"), "{page}");
}

#[test]
fn one_is_never_told_as_many() {
    const MANY: [&str; 10] =
        ["models", "units", "records", "wounds", "lines", "questions", "rounds", "points", "dice", "players"];
    let world = scouring();
    walk(&world, "movement");
    let mut told = String::new();
    for words in ["kill b2 9", "kill b3 1", "kill b3 wounds 1", "kill b13 2"] {
        let run = world.run(&format!("match record m {words}"));
        told += &format!("{}\n{}\n", run.out, run.err);
    }
    told += &world.run("match show m").ends(0).out;
    told += &world.run("match list").ends(0).out;
    let mut table = Table::open(&world);
    for keys in ["k c1", "⎋⎋ w b1", "⎋⎋ t", "⎋⎋ u", "⎋ q"] {
        table.play(keys);
        told += &table.screen(120, 40);
    }
    for line in told.lines() {
        let words: Vec<&str> = line.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
        let wrong = words.windows(2).find(|pair| pair[0] == "1" && MANY.contains(&pair[1]));
        assert_eq!(wrong, None, "{line}");
    }
}

#[test]
fn the_result_adds_up_with_battle_ready() {
    let world = scouring();
    for who in ["one", "two"] {
        world.run(&format!("match record m --by {who} ready {who}")).ends(0);
    }
    let mut table = Table::open(&world);
    table.words("agree-end").play(">");
    table.says("Battle Ready, in these totals: Anna +10, Jörg +10");
    let vp = table.host.recording().game().vp();
    table.says(&format!("{} to {}", vp.one, vp.two));
    let grids = adjutant_play::panel::board::grids(table.state(), 80);
    let rows: Vec<String> = grids.iter().map(|line| line.text()).collect();
    let sum: u32 = rows
        .iter()
        .filter_map(|row| row.split_once('/'))
        .filter_map(|(left, _)| left.rsplit(' ').next()?.parse::<u32>().ok())
        .sum();
    assert_eq!(sum + 10, vp.one, "{rows:?}");
}
