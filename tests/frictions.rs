//! What slowed players down at the table, and what was missing: number by number, with the tests that hold it.

use adjutant_engine::command::Command;
use adjutant_engine::view::Status;
use adjutant_play::mode::Mode;
use adjutant_play::step::Message;
use adjutant_play::text::key::Key;

use crate::screen::{Table, scouring};
use crate::support::{World, project};

type Proof = (&'static str, &'static str);

const HERE: &str = "tests/frictions.rs";
const SCREEN: &str = "tests/screen.rs";
const FRAMES: &str = "tests/frames.rs";
const CURRENT: &str = "tests/current.rs";

/// Every friction of the report with its tests.
const FRICTIONS: [(u32, &[Proof]); 18] = [
    (1, &[(SCREEN, "enter_and_escape_never_move_time"), (HERE, "enter_leaves_nothing_out")]),
    (2, &[(SCREEN, "units_are_found_by_any_part_of_their_names"), (HERE, "letters_stay_with_their_units")]),
    (3, &[("tests/table.rs", "a_number_is_enough_for_a_squad_of_several_groups")]),
    (4, &[(HERE, "a_digit_at_a_marker_says_the_same_again")]),
    (5, &[(SCREEN, "undo_and_redo_take_a_whole_key_back"), (HERE, "back_to_a_chosen_record")]),
    (
        6,
        &[
            ("tests/session.rs", "hidden_choices_stay_hidden_until_both_are_opened"),
            (FRAMES, "objectives_stand_under_their_categories"),
            (HERE, "two_of_a_category_are_refused_at_once"),
        ],
    ),
    (7, &[(HERE, "dice_of_the_players_own_are_named_beside_those_of_the_program")]),
    (8, &[(HERE, "the_file_of_a_list_is_found_with_tab"), (SCREEN, "a_list_that_is_not_legal_is_told")]),
    (9, &[(SCREEN, "a_turn_ends_in_its_sheet_only"), (HERE, "questions_come_before_the_turn_passes")]),
    (10, &[(CURRENT, "several_commands_of_a_line_are_recorded_all_or_none")]),
    (11, &[(HERE, "a_claim_of_the_end_of_the_turn_may_be_made_before_it")]),
    (12, &[(CURRENT, "without_a_verb_the_program_says_what_is_current")]),
    (13, &[("tests/choices.rs", "missions_are_looked_at_with_arrows"), (HERE, "the_map_is_beside_the_zones")]),
    (14, &[(HERE, "a_letter_means_the_same_in_every_phase")]),
    (15, &[("tests/choices.rs", "answers_say_what_happened"), ("tests/words.rs", "what_is_shown_can_be_typed_back")]),
    (16, &[(CURRENT, "the_log_is_told_in_sentences_and_knows_what_was_taken_back")]),
    (17, &[(HERE, "tables_have_one_style")]),
    (18, &[(HERE, "global_options_stand_at_the_end")]),
];

/// Every missing feature of the report with its tests.
const FEATURES: [(u32, &[Proof]); 18] = [
    (1, &[(SCREEN, "the_past_is_corrected_where_it_happened")]),
    (2, &[(SCREEN, "the_phase_waits_for_what_is_open")]),
    (3, &[("tests/choices.rs", "answers_say_what_happened")]),
    (4, &[("tests/pointed.rs", "wounds_are_recorded_shown_and_carried")]),
    (5, &[(SCREEN, "every_size_is_drawn_whole"), (SCREEN, "the_second_screen_follows_the_first")]),
    (6, &[(SCREEN, "the_phase_waits_for_what_is_open"), (FRAMES, "a_guard_is_told_whole")]),
    (7, &[(FRAMES, "reserves_are_noted_in_secret_where_objectives_are")]),
    (8, &[("tests/choices.rs", "a_stratagem_of_the_own_book_is_remembered")]),
    (9, &[(SCREEN, "an_allowance_counts_down")]),
    (10, &[("tests/completions.rs", "what_the_data_folder_knows_is_offered")]),
    (11, &[(SCREEN, "undo_and_redo_take_a_whole_key_back"), (HERE, "back_to_a_chosen_record")]),
    (12, &[("crates/packs/tests/history.rs", "an_objective_of_the_players_own_book_is_claimed_by_hand")]),
    (13, &[(CURRENT, "a_summary_sums_up"), (FRAMES, "the_code_on_the_screen_is_the_seal")]),
    (14, &[("tests/pointed.rs", "a_click_is_the_key_of_what_is_clicked"), (FRAMES, "a_record_is_found_by_its_words")]),
    (15, &[(CURRENT, "the_list_tells_state_and_winner_and_takes_filters")]),
    (16, &[(CURRENT, "a_log_in_words_goes_round")]),
    (17, &[("tests/table.rs", "a_manual_page_lists_its_words_one_by_one")]),
    (18, &[("tests/statistics.rs", "statistics_are_the_sums_of_the_matches")]),
];

#[test]
fn every_friction_and_every_feature_has_its_test() {
    for table in [FRICTIONS, FEATURES] {
        assert_eq!(table.map(|(number, _)| number).to_vec(), (1..=18).collect::<Vec<u32>>());
        for (number, proofs) in table {
            assert!(!proofs.is_empty(), "{number}");
            for (file, test) in proofs {
                let text = std::fs::read_to_string(project().join(file)).unwrap_or_else(|_| panic!("{number}: {file}"));
                assert!(text.contains(&format!("#[test]\nfn {test}()")), "{number}: {file} has no test {test}");
            }
        }
    }
}

/// A match of The Scouring that waits for its army lists.
fn without_lists() -> World {
    let world = World::new();
    world.run("match new m --mission the-scouring --one Anna --two Ben").ends(0);
    world
}

/// The file of Anna's army, and whether it is a legal one.
fn list_of_anna(world: &World, name: &str, legal: bool) {
    crate::session::army_files(world);
    let mut army: serde_json::Value = serde_json::from_slice(&world.read("one.json")).expect("JSON");
    for player in ["one", "two"] {
        std::fs::remove_file(world.path(&format!("{player}.json"))).expect("a list");
    }
    if !legal {
        army["detachments"][0]["units"].as_array_mut().expect("units").truncate(1);
        army.as_object_mut().expect("an army").remove("warlord");
    }
    world.write(name, army.to_string());
}

fn type_in(table: &mut Table, text: &str) {
    text.chars().for_each(|character| table.press(Key::Char(character)));
}

/// 1, and what was noticed later: Enter at the question for a list played without one.
#[test]
fn enter_leaves_nothing_out() {
    let world = without_lists();
    let mut table = Table::open(&world);
    for name in ["Anna", "Ben"] {
        table.says(&format!("{name}'s army list")).play("⏎⏎⎋⏎").says(&format!("{name}'s army list"));
        table.says("Enter does nothing here").says("x play without a list").play("x");
    }
    table.says("Anna chooses three secondaries").play("u").says("Ben's army list");
    // Nor does it put off the questions at the end of the set-up.
    let world = World::with_match();
    for who in ["one", "two"] {
        world.run(&format!("match record m --by {who} secondaries linebreaker raze investigate-sites")).ends(0);
    }
    world.run("match record m --by both first one").ends(0);
    let mut table = Table::open(&world);
    table.says("Is Anna's whole army painted and based?").play("⏎").says("Is Anna's whole army painted and based?");
    table.play("xx").says("Everything is set up.").play("⏎").says("Everything is set up.");
    assert_eq!(table.state().status, Status::Setup);
}

/// 2: a letter stays with its unit when others die, and with the destroyed one.
#[test]
fn letters_stay_with_their_units() {
    let world = scouring();
    let mut table = Table::open(&world);
    let letters = |table: &Table| {
        let state = table.state();
        let armies = adjutant_engine::side::Player::BOTH.map(|player| adjutant_present::units::army(state, player));
        let called = armies.into_iter().flatten();
        called.map(|called| (called.unit.id.to_string(), called.letter)).collect::<Vec<_>>()
    };
    let before = letters(&table);
    table.play("> k a* b* d* ⏎ ⎋ t > > + > + >");
    assert!(["b1", "b2", "b4"].iter().all(|id| table.models(id) == 0));
    assert_eq!(letters(&table), before);
}

/// 4: keys say whose a marker is, and the same key twice says the same.
#[test]
fn a_digit_at_a_marker_says_the_same_again() {
    let world = scouring();
    let mut table = Table::open(&world);
    table.play("3").says("m3 ●Anna*").play("3").says("m3 ●Anna*");
    table.play("-33").says("m3 ◆Jörg*").play("0 3 3").says("m3 –*").play("+ 3").says("m3 ●Anna*");
    let seq = table.seq();
    table.play("⏎");
    assert_eq!(table.seq(), seq, "nothing is recorded before > passes the phase");
}

/// 5: looking back goes back to a chosen record, says what that takes back, and redo brings it again.
#[test]
fn back_to_a_chosen_record() {
    let world = scouring();
    let mut table = Table::open(&world);
    table.play("3 > k c 3 ⏎ ⎋");
    let chosen = table.seq();
    let models = |table: &Table| ["b3", "b4", "b5"].map(|id| table.models(id));
    let (then, moment) = (models(&table), table.moment());
    table.play("k d * ⏎ e 1 ⏎ ⎋ t > 5 >");
    let (last, now) = (table.seq(), models(&table));
    assert_ne!(now, then);
    table.play("L");
    type_in(&mut table, &chosen.to_string());
    table.play("⏎").says(&format!("record {chosen} of {last}"));
    table.play("<").says(&format!("Back to record {chosen}?")).says("This takes back");
    // Nothing but its own key does it, and that key once.
    table.play("⏎").says("< takes them back");
    assert_eq!((table.seq(), models(&table)), (last, now));
    table.play("⎋").says("LOOKING BACK").play("< <");
    assert_eq!((models(&table), table.moment()), (then, moment));
    let standing: Vec<u64> = table.host.recording().standing().map(|record| record.seq).collect();
    assert!(standing.iter().all(|seq| *seq <= chosen || *seq > last), "{standing:?}");
    assert!(table.seq() > last, "what was taken back stays in the log");
    world.run("match verify m").ends(0);
    table.play("U ⏎");
    assert_eq!(models(&table), now, "redo brings all of it again");
    world.run("match verify m").ends(0);
}

/// 6: the second objective of a category is refused at its letter; in secret no name is told.
#[test]
fn two_of_a_category_are_refused_at_once() {
    let world = without_lists();
    let mut table = Table::open(&world);
    table.play("xx");
    let letter = |table: &Table, name: &str| {
        let menu = table.host.session().menu(table.host.recording()).expect("a choice");
        menu.entries.iter().find(|entry| entry.label == name).unwrap_or_else(|| panic!("{name}: {menu:?}")).key
    };
    let (grind, thin) = (letter(&table, "Grind Them Down"), letter(&table, "Thin Their Ranks"));
    table.press(grind);
    table.press(thin);
    table.says("One of the same category is chosen already.").says("1 of 3");
    assert!(!matches!(table.host.session().message(), Some(Message::Refused(text, _)) if text.contains("Grind")));
    table.play("x =");
    table.press(grind);
    table.press(thin);
    table.says("Grind Them Down and Thin Their Ranks are both No Mercy, No Respite.").says("1 of 3");
}

/// 7: where the program could throw dice it says how to record the players' own.
#[test]
fn dice_of_the_players_own_are_named_beside_those_of_the_program() {
    let world = World::new();
    let mut table = Table::open(&world);
    table.play("Anna⏎Ben⏎2⏎xx").says("r roll D33 here").says("Your own dice: choose the mission");
    let world = World::with_match();
    for who in ["one", "two"] {
        world.run(&format!("match record m --by {who} secondaries linebreaker raze investigate-sites")).ends(0);
    }
    let mut table = Table::open(&world);
    table.says("Who attacks?").says("r roll off here").says("Your own dice: `:roll-off roles 5-2`, Anna's die first.");
    let seq = table.seq();
    table.words("roll-off roles 5-2").says("Who attacks?");
    assert!(matches!(table.last(), Command::RollOff { .. }) && table.seq() == seq + 1, "{:?}", table.last());
}

/// 8: lists of the folder are shown, Tab completes a path, an error keeps it, and a list that is not legal raises a question.
#[test]
fn the_file_of_a_list_is_found_with_tab() {
    let world = without_lists();
    std::fs::create_dir(world.path("lists")).expect("a folder");
    list_of_anna(&world, "lists/anna-death-guard.json", true);
    list_of_anna(&world, "lists/anna-illegal.json", false);
    world.write("lists/anna-notes.md", "no list");
    let mut table = Table::open(&world);
    let folder = world.path("lists").display().to_string();
    table.play("f").says("Path of the file (Tab completes)");
    type_in(&mut table, &format!("{folder}/an"));
    table.play("⇥").says("anna-death-guard.json").says("anna-illegal.json");
    assert_eq!(table.host.session().typed(), format!("{folder}/anna-"), "as far as it is clear");
    assert!(!table.screen(200, 40).contains("anna-notes.md"), "only files that may be lists");
    type_in(&mut table, "nothing-of-that");
    let wrong = table.host.session().typed();
    table.play("⇥").says("Nothing begins with").play("⏎").says("anna-nothing-of-that");
    assert_eq!(table.host.session().typed(), wrong, "a path that cannot be read stays, to be corrected");
    (0.."nothing-of-that".len()).for_each(|_| table.press(Key::Backspace));
    let seq = table.seq();
    table.play("i⇥");
    assert_eq!(table.host.session().typed(), format!("{folder}/anna-illegal.json"));
    table.play("⏎").says("Anna's list is NOT LEGAL. Play it anyway?").says("Anna brings").says("✗");
    // Enter and Esc record nothing.
    table.play("⏎").says("Enter does nothing here").play("⎋").says("Path of the file");
    assert_eq!(table.seq(), seq);
    type_in(&mut table, &format!("{folder}/anna-i"));
    table.play("⇥⏎n").says("Path of the file");
    type_in(&mut table, &format!("{folder}/anna-d"));
    table.play("⇥⏎").says("Ben's army list").says("Anna's list is legal");
    assert!(matches!(table.last(), Command::Roster { .. }) && table.seq() == seq + 1);
    table.play("u⏎ f");
    type_in(&mut table, &format!("{folder}/anna-i"));
    table.play("⇥⏎y").says("Ben's army list");
    assert!(matches!(table.last(), Command::Roster { .. }));
}

/// The lists of the folder that the program was started in are named before a path is typed.
#[test]
fn lists_of_the_folder_are_named() {
    let world = without_lists();
    list_of_anna(&world, "anna.json", true);
    world.write("ben.rosz", "PK");
    world.write("readme.md", "no list");
    let told = world.feed("match play m", "f\nesc\nq\n").ends(0);
    assert!(told.out.contains("Here: anna.json  ben.rosz\n"), "{}", told.out);
}

/// 9: the sheet asks the other player their questions before the turn passes.
#[test]
fn questions_come_before_the_turn_passes() {
    let world = scouring();
    let mut table = Table::open(&world);
    table.play("t > t");
    assert_eq!(table.host.session().mode(), Some(&Mode::Sheet));
    table.says("Engage on All Fronts");
    let moment = table.moment();
    table.play("3");
    assert_eq!(table.moment(), moment, "the answer passes nothing");
    table.play(">");
    assert_ne!(table.moment(), moment);
    let claimed = |record: &&adjutant_engine::record::Record| matches!(*record.command, Command::Score { .. });
    assert!(table.host.recording().standing().any(|record| claimed(&record)), "the answer went with the turn");
}

/// 13: who chooses a zone sees the map, at every size; map and mission open at any time.
#[test]
fn the_map_is_beside_the_zones() {
    let world = World::with_match();
    for who in ["one", "two"] {
        world.run(&format!("match record m --by {who} secondaries linebreaker raze investigate-sites")).ends(0);
    }
    let mut table = Table::open(&world);
    table.play("1").says("Which deployment zone does Ben (Defender) choose?");
    for (columns, rows) in [(80, 24), (60, 20), (120, 40)] {
        let screen = table.screen(columns, rows);
        assert!(screen.contains("/ zone A") && screen.contains('/') && screen.contains('\\'), "{screen}");
    }
    let world = scouring();
    let mut table = Table::open(&world);
    for _ in 0..7 {
        for (key, text) in [("M", "m1"), ("B", "Domination")] {
            table.play(key).says(text);
            assert!(matches!(table.host.session().mode(), Some(Mode::Read(..))), "{key}");
            table.play("⎋");
        }
        table.play("> x > +");
    }
}

/// 14: the same letter is the same verb in every phase, or says in which phase it is.
#[test]
fn a_letter_means_the_same_in_every_phase() {
    let world = scouring();
    let mut table = Table::open(&world);
    let mut seen = std::collections::BTreeMap::new();
    for _ in 0..7 {
        for letter in "acefghklmprsw".chars() {
            table.press(Key::Char(letter));
            match table.host.session().mode().cloned() {
                Some(Mode::Form(verb) | Mode::GoTo(verb)) => {
                    assert_eq!(*seen.entry(letter).or_insert(verb), verb, "{letter} in {:?}", table.moment());
                }
                None => assert!(table.host.session().message().is_some(), "{letter} says nothing"),
                other => panic!("{letter} opens {other:?}"),
            }
            while table.host.session().mode().is_some() {
                table.press(Key::Escape);
            }
        }
        table.play("> x > +");
    }
    assert_eq!(seen.len(), 13, "{seen:?}");
}

/// 11: a claim that falls due at the end of the turn may be typed right before it ends.
#[test]
fn a_claim_of_the_end_of_the_turn_may_be_made_before_it() {
    let world = scouring();
    world.run("match record m end turn").ends(0);
    // The log takes a claim at its moment; before it, the line is named that does both.
    let early = world.run("match record m --by two score engage 3").ends(1);
    early.says("`end turn, score engage 3` ends the turn first");
    world.run("match record m --by two end turn, score engage 3").ends(0);
    let view = world.run("match show m --json").ends(0).json();
    let engage = view["players"]["two"]["secondaries"].as_array().expect("secondaries").iter();
    let engage = engage.into_iter().find(|own| own["objective"] == "engage-on-all-fronts").expect("Engage");
    assert_eq!(engage["vp"], 3);
}

/// 17: every table that is printed has the style of the others.
#[test]
fn tables_have_one_style() {
    let world = World::new();
    world.run("match simulate s --seed 4 --depth facts").ends(0);
    for words in ["match show s", "match show s --why", "match list", "match stats", "mission list"] {
        let out = world.run(words).ends(0).out;
        let lines: Vec<&str> = out.lines().filter(|line| line.starts_with('+')).collect();
        assert!(!lines.is_empty() && !out.contains(['│', '┌', '║']), "{words}: {out}");
        let whole = |line: &&&str| line.ends_with('+') && line.chars().all(|c| "+-=".contains(c));
        assert_eq!(lines.iter().filter(whole).count(), lines.len(), "{words}: {out}");
    }
}

/// 18: the options of a verb come first, those of every verb last, under one heading.
#[test]
fn global_options_stand_at_the_end() {
    let world = World::new();
    for verb in ["match record", "match list", "match stats", "mission show", "roster check", "event pair"] {
        for help in ["-h", "--help"] {
            let text = world.run(&format!("{verb} {help}")).ends(0).out;
            assert_eq!(text.matches("Global options:").count(), 1, "{verb} {help}: {text}");
            let (own, global) = text.split_once("Global options:").expect("a heading");
            assert!(!own.contains("--data") && !own.contains("--color"), "{verb} {help}");
            assert!(global.contains("--data") && global.contains("--color"), "{verb} {help}");
        }
    }
}
