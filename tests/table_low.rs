//! What was found at the table and weighs little, by the numbers of the report; its words; what a newcomer asks.

use std::sync::Arc;

use adjutant_core::numbers::Vp;
use adjutant_engine::command::Command;
use adjutant_engine::fold::Match;
use adjutant_engine::record::read_bare;
use adjutant_engine::side::By;
use adjutant_engine::state::OpenNeed;
use adjutant_play::asked::{self, Answers, key_of};
use adjutant_play::text::key::Key;
use adjutant_play::view;
use adjutant_simulate::{Depth, Plan, simulate_match};
use serde_json::{Value, json};

use crate::screen::{BATTLE, Table, scouring};
use crate::support::table::setup_of;
use crate::support::{World, project};

/// Two questions that one objective asks at one moment, each for an award of its own, and the match in which it does.
fn two_of_one() -> (Match, [OpenNeed; 2]) {
    let pack = adjutant_packs::shipped().iter().find(|pack| pack.file.id.as_str() == "matrix-11th").cloned();
    let pack = pack.expect("the pack");
    for seed in 1..30 {
        let played = simulate_match(seed, &Plan { pack: Arc::clone(&pack), ..Plan::new(Depth::Scores) });
        let mut game = Match::new(played.packs().clone());
        for seq in 1..=played.seq() {
            let Some((_, command, _)) = played.entry(seq) else { continue };
            game.record(played.said(seq).expect("a speaker").clone(), command.clone()).expect("a record");
            let needs = &game.state().needs;
            let same = |one: &OpenNeed, other: &OpenNeed| {
                one.player == other.player && one.objective == other.objective && one.award != other.award
            };
            let pair =
                needs.iter().find_map(|one| Some([one.clone(), needs.iter().find(|own| same(one, own))?.clone()]));
            if let Some(pair) = pair {
                return (game, pair);
            }
        }
    }
    panic!("no objective asks twice at one moment");
}

/// The screen showed the payment of the first award for both questions, and shared one answer.
#[test]
fn each_award_of_an_objective_asks_for_itself() {
    let (game, [one, other]) = two_of_one();
    let says = |need: &OpenNeed| -> String {
        asked::asks(game.state(), need, 100).iter().map(|line| line.text()).collect::<Vec<_>>().join("\n")
    };
    assert_ne!(says(&one), says(&other));
    let mut answers = Answers::new();
    for need in [&one, &other] {
        let most = need.possible.values().last().copied().expect("a value");
        for digit in most.to_string().chars() {
            asked::answer(&mut answers, need, Key::Char(digit)).expect("a digit of a possible number");
        }
        assert_eq!(answers[&key_of(need)], most.to_string());
    }
    assert_eq!(answers.len(), 2);
}

/// An answer to the second of two awards that the first could be worth as well closed the first.
#[test]
fn a_claim_names_its_award_where_two_are_asked() {
    let (game, needs) = two_of_one();
    let nothing = Vp::new(0).expect("a number");
    for need in &needs {
        let (player, objective) = (need.player, need.objective.clone());
        let award = game.state().named_award(need);
        assert_eq!(award, need.number());
        let claim = Command::Score { player, objective, vp: nothing, award, passed: None, why: None };
        let words = adjutant_shorthand::words(&claim);
        assert!(words.ends_with(&format!(" 0 award {}", need.award + 1)), "{words}");
        let mut after = game.clone();
        after.record(By::from(player), Arc::new(claim)).expect("a possible number");
        let left: Vec<_> = after.state().needs.iter().map(key_of).collect();
        let others = game.state().needs.iter().map(key_of).filter(|key| *key != key_of(need));
        assert_eq!(left, others.collect::<Vec<_>>());
        // Where one is left, it needs no number.
        let twins = |left: &&OpenNeed| (left.player, &left.objective) == (need.player, &need.objective);
        let left: Vec<_> = after.state().needs.iter().filter(twins).collect();
        assert!(left.len() > 1 || after.state().named_award(left[0]).is_none());
    }
    let need = &needs[0];
    let claim = json!({"score": {"player": need.player, "objective": need.objective, "vp": 0, "award": 100}});
    let mut after = game.clone();
    let why = said(&mut after, need.player.as_str(), &claim).expect_err("no such award");
    assert!(why.contains("has no award of this number"), "{why}");
}

/// 42: the code of the result had more rows than the screen.
#[test]
fn the_code_of_the_result_is_whole_on_the_usual_screen() {
    let world = scouring();
    let mut table = Table::open(&world);
    table.watched = false;
    for turn in BATTLE {
        table.play(turn);
    }
    table.play("v");
    let rows = |high: usize| {
        let lines = view::frame(&table.host.scene(), 80, high);
        let is_code = |line: &adjutant_play::text::line::Line| {
            line.spans.iter().any(|(_, role)| *role == adjutant_play::text::line::Role::Code)
        };
        (lines.iter().filter(|line| is_code(line)).count(), lines.last().expect("a row").text())
    };
    assert_eq!(rows(24).0, rows(60).0);
    assert!(rows(24).1.contains("Esc"), "{}", rows(24).1);
}

/// 45: who records points had to pass the guard first, and then answer late.
#[test]
fn the_guard_takes_points_as_well_as_markers() {
    let world = scouring();
    let mut table = Table::open(&world);
    table.play("t>t>").says("round 2").play("⎋>").says("something is open");
    table.says("p answer in points").play("p 3").says("pays").play("5").says("→ 5 VP");
    assert_eq!(table.totals(), (0, 0));
    // The question of the round before stays open all the same.
    table.play("x>").says("Movement");
    assert_eq!(table.totals(), (5, 0));
    assert!(table.state().missed.iter().all(|missed| missed.need.objective.as_str() != "domination"));
}

/// 46: the die for another round was named nowhere, and could be rolled before anybody asked for it.
#[test]
fn the_die_for_the_length_is_named_where_it_is_due_and_nowhere_else() {
    let world = World::new();
    world.run("match new f --pack standard-5th --mission seize-ground-spearhead --one Fred --two Gina").ends(0);
    world.run("match record f roll length 5").ends(1).says("decides nothing now").says("roll length 4");
}

/// 47: units that know no power stood in the list, and neither what an action needs nor the powers of the list.
#[test]
fn psychic_powers_are_those_of_psykers_and_say_what_they_need() {
    let world = scouring();
    for phase in ["command", "movement"] {
        world.run(&format!("match record m end {phase}")).ends(0);
    }
    let mut table = Table::open(&world);
    table.play("p").says("Malignant Plaguecaster").says("Typhus").says("Smite, needs 5");
    assert!(!table.screen(100, 40).contains("Foetid Bloat-drone (1)"), "{}", table.screen(100, 40));
    drop(table);
    // Every attempt of a phase makes the next one harder.
    world.run("match record m cast \"Malignant Plaguecaster\" Smite 5 2 2").ends(0);
    Table::open(&world).play("p").says("Smite, needs 6");
}

/// "What each secondary pays", at the choice and in `B`.
#[test]
fn objectives_say_what_they_pay_where_they_are_chosen() {
    let world = World::with_match();
    let mut table = Table::open(&world);
    table.play("xx").says("↓ what each pays");
    table.press(Key::Down);
    let first = table.screen(80, 24);
    assert!(first.contains("VP"), "{first}");
    table.press(Key::Down);
    assert_ne!(first, table.screen(80, 24));
    // Nothing was chosen by looking.
    table.says("0 of 3").play("B");
    let mut all = String::new();
    for _ in 0..20 {
        all += &table.screen(80, 24);
        table.press(Key::PageDown);
    }
    assert!(all.contains("TO CHOOSE FROM") && all.contains("Linebreaker"), "{all}");
}

/// Seen later: a claim before anything is chosen was told that no player is called so.
#[test]
fn a_claim_before_the_choice_says_what_comes_first() {
    let world = World::with_match();
    let record = |words: &str| world.run(&format!("match record m {words}"));
    let refused = record("score engage 2").ends(2);
    let refused = refused.says("Anna has not chosen secondary objectives yet");
    refused.says("`by one secondaries ID …` first");
    record("score ben engage 2").ends(2).says("Ben has not chosen secondary objectives yet");
    for who in ["one", "two"] {
        record(&format!("--by {who} secondaries engage assassinate raze")).ends(0);
    }
    record("score engage 2")
        .ends(2)
        .says("nobody says who scores Engage on All Fronts")
        .says("one (Anna) or two (Ben)");
}

/// 40: replies called the players `one` and `two`.
#[test]
fn replies_call_the_players_by_their_names() {
    let world = World::with_match();
    let record = |words: &str| world.run(&format!("match record m {words}")).ends(0).out;
    for who in ["one", "two"] {
        record(&format!("--by {who} secondaries engage assassinate raze"));
    }
    let said = [
        ("attacker ben", "Ben attacks."),
        ("--by anna zone a", "Anna takes zone A."),
        ("first anna", "Anna has the first turn."),
        ("ready anna", "Anna is Battle Ready."),
        ("begin", "begin"),
        ("hold m1 m2=ben", "Anna holds m1; Ben holds m2."),
    ];
    for (words, says) in said {
        let told = record(words);
        let first = told.lines().next().unwrap_or_default();
        assert!(first.ends_with(&format!(": {says}")), "{told}");
    }
}

/// 41: nothing said whether a list that is attached in words is legal.
#[test]
fn a_list_in_words_says_whether_it_is_legal() {
    let world = World::new();
    world.run("match new m --mission the-scouring --one Anna --two Ben").ends(0);
    crate::session::army_files(&world);
    let run = world.run("match roster m one.json --player one").ends(0);
    assert!(
        run.err.contains("Anna's list is legal (what a file can show)") || run.err.contains("not legal"),
        "{run:?}"
    );
    assert!(run.out.contains("Anna brings"), "{run:?}");
}

/// A battle of two lists under a law.
fn under(law: i32) -> Match {
    let mut game = Match::new(adjutant_packs::shipped());
    for line in setup_of(&["engage-on-all-fronts", "assassinate", "thin-their-ranks"], &[]) {
        let mut record: Value = serde_json::from_str(&line).expect("JSON");
        if record["do"].get("open").is_some() {
            // Law 1 had no number yet.
            if law > 1 {
                record["do"]["open"]["law"] = law.into();
            }
        }
        if record["do"].get("mission").is_some() {
            // Law 1 took a list without dice for none.
            let empty = json!({"mission": {"mission": "the-scouring", "rolled": []}});
            let refused = said(&mut game, "both", &empty);
            assert_eq!(refused.is_err(), law > 1, "{refused:?}");
            if law == 1 {
                continue;
            }
        }
        said(&mut game, record["by"].as_str().expect("a speaker"), &record["do"]).expect("a record of the set-up");
    }
    game
}

fn said(game: &mut Match, by: &str, command: &Value) -> Result<(), String> {
    let line = json!({"by": by, "do": command}).to_string();
    let record = read_bare(line.as_bytes()).expect("a bare record").expect("a record");
    game.record(record.said(), &record.command).map_err(|refusal| format!("{refusal}; {}", refusal.accepted))
}

/// What law 1 took without a reason (charge targets twice, a warp charge that no dice show, dice that are none) is
/// refused from law 2 on, and still folds under law 1.
#[test]
fn what_law_1_took_for_nothing_is_refused_from_law_2_on() {
    for law in [1, 2] {
        let mut game = under(law);
        let end =
            |game: &mut Match, phase: &str| said(game, "one", &json!({"end-phase": {"phase": phase}})).expect(phase);
        end(&mut game, "command");
        end(&mut game, "movement");
        let cast =
            |charge: i32| json!({"cast": {"unit": "a12", "power": "Smite", "warp_charge": charge, "roll": [4, 3]}});
        match said(&mut game, "one", &cast(13)) {
            Ok(()) => assert_eq!(law, 1),
            Err(why) => {
                assert!(law == 2 && why.contains("two dice show 12 at most"), "{why}");
                said(&mut game, "one", &cast(12)).expect("a hard power");
            }
        }
        end(&mut game, "psychic");
        end(&mut game, "shooting");
        let charge =
            |targets: Value| json!({"charge": {"unit": "a7", "targets": targets, "roll": [5, 4], "made": true}});
        match said(&mut game, "one", &charge(json!(["b4", "b4"]))) {
            Ok(()) => assert_eq!(law, 1),
            Err(why) => {
                assert!(law == 2 && why.contains("is named twice") && why.contains("each target once"), "{why}");
                said(&mut game, "one", &charge(json!(["b4", "b5"]))).expect("two targets");
            }
        }
    }
}

/// A pack that bears the id of a shipped one was passed over without a word.
#[test]
fn a_pack_behind_a_shipped_one_says_how_it_is_played() {
    let world = World::new();
    crate::own_packs::copy(&project().join("missions/border-war"), &world.path("mine"));
    world.run("mission list --packs mine").ends(0);
    let pack = String::from_utf8(world.read("mine/pack.json")).expect("text");
    std::fs::remove_file(world.path("mine/hashes.json")).expect("hashes");
    let missions = std::fs::read_dir(world.path("mine")).expect("a folder");
    assert!(missions.count() > 1 && pack.contains("border-war"));
    let quiet = world.run("mission list --packs mine").ends(0);
    assert!(!quiet.err.contains("goes on meaning"), "{quiet:?}");
    let folder =
        std::fs::read_dir(world.path("mine/objectives")).expect("objectives").next().expect("one").expect("a file");
    let changed = std::fs::read_to_string(folder.path()).expect("text").replacen("\"name\": \"", "\"name\": \"My ", 1);
    std::fs::write(folder.path(), changed).expect("a file");
    let told = world.run("mission list --packs mine").ends(0);
    told.says("`border-war` goes on meaning the pack of the program; --pack mine plays this one");
}

/// 21: attacks of which nothing says what is rolled were told that attacks with dice and without are mixed.
#[test]
fn a_roll_without_a_number_of_attacks_says_what_is_missing() {
    let world = scouring();
    for phase in ["command", "movement", "psychic"] {
        world.run(&format!("match record m end {phase}")).ends(0);
    }
    let refused = world.run("match record m shoot a10 b4 --roll").ends(2);
    refused.says("missing: how many attacks are rolled, such as `attacks 6 hit 3+ / wound 4+`");
}

/// The table of words of the report, row by row: what the programs said, and what they say now; none where the row went
/// without a successor.
const WORDS: [(&str, &str); 24] = [
    ("is legal, as far as it states", "'s list is legal (what a file can show)"),
    ("Is every model of {}", "'s whole army painted and based?"),
    ("Army list of", "'s army list"),
    ("phase with nothing", "phase: no points"),
    ("Who holds what has changed", "Which markers changed hands? Only what is new."),
    ("set aside: nothing", "set aside: "),
    ("nobody said: who holds", "not recorded: "),
    ("farther than {beyond_centre_in}", "wholly inside, more than {beyond_centre_in}"),
    ("or more of: table quarters", "or more"),
    ("of it below the cap", " count"),
    ("it bears no banner of yours", "without your banner"),
    ("Completes: ", "Done {}."),
    ("has started an action at the end of this phase", "actions come last, and {} has started one"),
    ("has made its ranged attacks", "has shot already this phase"),
    ("dice to save, {}: of", "dice to save"),
    ("the screen asks for points from kills", "points for kills will be asked"),
    ("Typed before and not recorded", "Typed before the break, waiting"),
    ("reads from now on\"", "should say"),
    ("Sure? The battle is closed", "End the battle now"),
    ("a change of the facts", "or correct who holds the markers"),
    ("Type its name:", "Does a rule of that army allow it? Name the rule:"),
    ("wins the roll-off for roles", "wins the roll-off ({purpose})"),
    ("accepted by {} without a key", "without a key"),
    ("(`adjutant roster import` lists them)", "not needed"),
];

#[test]
fn the_words_of_the_report_stand_and_none_has_come_back() {
    let crates = std::fs::read_dir(project().join("crates")).expect("the crates");
    let mut folders: Vec<_> = crates.map(|entry| entry.expect("a folder").path().join("src")).collect();
    let mut all = String::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten().map(|entry| entry.expect("a file").path()) {
            match entry.extension() {
                Some(end) if end == "rs" => all += &std::fs::read_to_string(&entry).expect("a source"),
                _ => folders.push(entry),
            }
        }
    }
    for (before, after) in WORDS {
        assert!(!all.contains(before), "`{before}` is back");
        assert!(all.contains(after), "`{after}` is gone");
    }
}
