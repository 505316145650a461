//! Commands in words, against the match that they are about.

use adjutant_engine::fold::Match;
use adjutant_shorthand::{Context, Names, Spoken, parse, words};
use adjutant_simulate::{Depth, Plan, simulate};

use crate::support::{World, golden};

#[test]
fn words_are_read_against_the_rosters() {
    let log = golden("scorched-earth.bare.jsonl");
    let log = std::fs::read_to_string(log).unwrap();
    let begin = log.lines().position(|line| line.contains("\"begin\"")).unwrap();
    let opening: String = log.lines().take(begin + 1).map(|line| line.to_owned() + "\n").collect();
    let world = World::new();
    world.feed("match record golden-scorched-earth --from -", &opening).ends(0);
    let record = |words: &str| world.run(&format!("match record golden-scorched-earth {words}"));
    record("hold m1 m3=two").ends(0);
    record("end command").ends(0);
    record("move titan @nowhere").ends(0);
    record("move squad").ends(2).says("`squad` fits several units").says("Line Squad (1) (a2)");
    record("cp -1 command-reroll").ends(1).says(", not-enough-cp)");
    record("note a remark").ends(0);
    let undone = record("undo").ends(0).out;
    assert!(undone.contains("taken back: note a remark"), "what was taken back: {undone}");
    let last = |count: usize| -> Vec<serde_json::Value> {
        let log = world.run("match export golden-scorched-earth").out;
        let all: Vec<_> = log.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        all[all.len() - count..].to_vec()
    };
    let records = last(5);
    assert_eq!(records[0]["do"], serde_json::json!({"control": {"holds": {"m1": "one", "m3": "two"}}}));
    assert_eq!(records[2]["do"]["move"]["unit"], "a7");
    assert_eq!(records[4]["do"]["retract"]["seq"], records[3]["seq"]);
    assert!(records.iter().all(|record| record["by"] == "one"), "the player whose turn it is");
}

/// What falls due at the end of a turn is claimed when the other player's turn has begun.
#[test]
fn a_claim_without_a_name_is_made_for_whoever_alone_may_make_it() {
    let world = World::with_match();
    let setup = r#"{"by":"one","do":{"secondaries":{"choose":["raze","assassinate","engage-on-all-fronts"]}}}
        {"by":"two","do":{"secondaries":{"choose":["raze","assassinate","engage-on-all-fronts"]}}}
        {"by":"both","do":{"roles":{"attacker":"one"}}}
        {"by":"two","do":{"zone":{"zone":"a"}}}
        {"by":"both","do":{"first-turn":{"player":"one"}}}
        {"by":"both","do":{"begin":{}}}"#;
    world.feed("match record m --from -", &setup.replace("        ", "")).ends(0);
    world.run("match record m end turn").ends(0);
    world.run("match record m --by two score engage 3").ends(1).says("not-your-moment");
    world.run("match record m score engage 3").ends(0);
    world.run("match record m score engage 3").ends(1).says("not-your-moment");
    let log = world.exported();
    let last: serde_json::Value = serde_json::from_str(log.lines().last().unwrap()).unwrap();
    assert_eq!((&last["by"], &last["do"]["score"]["player"]), (&"one".into(), &"one".into()));
}

#[test]
fn what_is_shown_can_be_typed_back() {
    let (mut seen, mut kinds) = (0, std::collections::BTreeSet::new());
    for seed in 0..30 {
        let depth = [Depth::Scores, Depth::Facts, Depth::Positions][seed % 3];
        let mut game = Match::new(adjutant_packs::shipped());
        for (by, command) in simulate(seed as u64, &Plan::new(depth)) {
            let shown = words(&command);
            let view = game.view();
            let names = Names::of_match(&view, std::iter::empty(), game.packs());
            let read = parse(&shown, &Context { names, by: Some(by), active: view.turn });
            let Ok(Spoken::Record(speaker, read)) = read else { panic!("`{shown}` is not read back: {read:?}") };
            assert_eq!((speaker, game.complete(*read)), (by.into(), game.complete(command.clone())), "`{shown}`");
            game.record(by, &command).expect("a legal command");
            kinds.insert(command.name());
            seen += 1;
        }
    }
    assert!(seen > 2000 && kinds.len() > 20, "{seen} commands of {} kinds", kinds.len());
}

#[test]
fn dice_are_drawn_from_the_seed_of_the_match() {
    let world = World::new();
    world.run("match new m --mission scorched-earth --one Anna --two Ben --seed 7").ends(0);
    world.run("match record m dice 2d6 for charge").ends(0);
    world.run("match record m dice 2d6 for charge").ends(0);
    world.run("match record m dice 2d7 for charge").ends(2).says("2d7").says("^^^");
    let rolls: Vec<serde_json::Value> =
        world.exported().lines().skip(2).map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(rolls.len(), 2);
    assert_eq!(rolls[0]["do"]["roll"]["for"], "charge");
    assert_eq!(rolls[0]["do"]["roll"]["roll"].as_array().unwrap().len(), 2);
    for spelling in ["charge b2", "b2 charge", "Charge: b2", "charge roll for b2"] {
        world.run(&format!("match record m dice 2d6 for {spelling}")).ends(0);
    }
    let spelt = world.exported();
    assert_eq!(spelt.matches(r#""for":"charge b2""#).count(), 4, "one purpose in one spelling: {spelt}");
    world.run("match record m dice 2d6 for luck").ends(1).says("one of advance");
    world.run("match record m dice 2d6 for charge b2 with 5").ends(1).says("the seed of this match is open");
    let seedless = World::with_match();
    seedless.run("match record m dice 2d6 for charge").ends(1).says("no seed for digital dice");
}

#[test]
fn dice_and_simulated_matches_repeat() {
    let world = World::new();
    let rolled = world.run("dice 3d6 --seed 1").ends(0).out;
    assert_eq!(rolled, world.run("dice 3d6 --seed 1").out);
    world.run("dice 3d7").ends(2).says("does not name dice");
    for depth in ["scores", "facts", "positions"] {
        world.run(&format!("match simulate {depth} --seed 5 --depth {depth}")).ends(0);
        world.run(&format!("match verify {depth}")).ends(0);
        let shown = world.run(&format!("match show {depth} --why --log")).ends(0).out;
        assert!(shown.contains("cap |") && shown.contains("result:"), "{shown}");
    }
    world.run("match simulate facts --seed 5").ends(1).says("there is a match facts already");
}

#[test]
fn a_rule_of_the_armys_own_is_named_behind_the_words_or_by_a_flag() {
    let world = World::with_match();
    for who in ["one", "two"] {
        world.run(&format!("match record m --by {who} secondaries assassinate linebreaker grind-them-down")).ends(0);
    }
    world.run("match record m --by both first one").ends(0);
    world.run("match record m begin").ends(0);
    world.run("match record m stratagem Frenzy 1").ends(0);
    let refused = world.run("match record m stratagem Frenzy 1").ends(1).says("once-only");
    assert!(refused.err.contains("end the words with `under"), "{refused:?}");
    world.run("match record m stratagem Frenzy 1 under Blood Tithe").ends(0);
    world.run("match record m --under Tithe stratagem Frenzy 1").ends(0);
    world.run("match record m note we wait under cover").ends(0);
    let log = world.exported();
    let records: Vec<serde_json::Value> = log.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let rules: Vec<&serde_json::Value> = records.iter().filter_map(|record| record.get("under")).collect();
    assert_eq!(rules, ["Blood Tithe", "Tithe"]);
    // A hard refusal is not passed, and the log is read, shown and audited as it stands.
    world.run("match record m --under Tithe stratagem Frenzy 90").ends(1).says("not-enough-cp");
    world.write("m.jsonl", log);
    let audit = world.run("audit m.jsonl").ends(0).out;
    assert!(audit.contains("under: one names the rule \"Blood Tithe\": once-only"), "{audit}");
    assert_eq!(world.run("match show m --json").ends(0).json()["under"][1]["under"], "Tithe");
}
