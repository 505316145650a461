//! Corrections of a match in words: what they change is named, and nobody speaks for both by default.

use crate::support::World;

/// A battle of claims: Anna has claimed 3 in her first turn, and Ben's turn has begun.
fn claimed() -> World {
    let world = World::with_match();
    for words in [
        "match record m --by one secondaries raze assassinate engage-on-all-fronts",
        "match record m --by two secondaries linebreaker teleport-homer grind-them-down",
        "match record m first one",
        "match record m begin",
        "match record m end turn",
        "match record m --by one score engage 2 in r1",
        "match record m end turn",
    ] {
        world.run(words).ends(0);
    }
    world
}

fn record_of(world: &World, what: &str) -> usize {
    world.exported().lines().position(|line| line.contains(what)).expect("a record") + 1
}

#[test]
fn old_points_are_raised_by_both_and_answered_late_by_both() {
    let world = claimed();
    let claim = record_of(&world, "\"score\"");
    let alone = world.run(&format!("match amend m {claim} score engage 3 in r1")).ends(1).err;
    assert!(alone.contains("relied-on") && alone.contains("Anna gains victory points"), "{alone}");
    assert!(alone.contains("hint: add `--by both` where you both agree, or `--by judge`"), "{alone}");
    let both = world.run(&format!("match amend m {claim} score engage 3 in r1 --by both")).ends(0).out;
    assert!(both.contains("Anna 2 → 3 VP"), "{both}");
    assert!(both.contains("Anna, round 1: Engage on All Fronts 2 → 3"), "{both}");
    let audit = world.run("match verify m").ends(0).out;
    assert!(audit.contains("note by-both: it corrects record") && audit.contains("2:0 → 3:0"), "{audit}");
}

#[test]
fn a_preview_tells_what_would_change_and_records_nothing() {
    let world = claimed();
    let (claim, before) = (record_of(&world, "\"score\""), world.exported());
    let preview = world.run(&format!("match amend m {claim} --by both --preview --remove")).ends(0).out;
    assert!(preview.contains("nothing is recorded") && preview.contains("Anna 2 → 0 VP"), "{preview}");
    let preview = world.run("match undo m --by both --preview").ends(0).out;
    assert!(preview.contains("nothing is recorded"), "{preview}");
    let refused = world.run(&format!("match amend m {claim} --preview score engage 3 in r1")).ends(1).err;
    assert!(refused.contains("relied-on"), "{refused}");
    assert_eq!(world.exported(), before);
}

#[test]
fn nobody_speaks_for_both_by_default() {
    let world = World::with_match();
    world.run("match record m --by both note agreed").ends(0);
    let refused = world.run("match undo m").ends(1).err;
    assert!(refused.contains("both players'") && refused.contains("--by both"), "{refused}");
    let refused = world.run("match amend m 3 --remove").ends(1).err;
    assert!(refused.contains("both players'") && refused.contains("--by both"), "{refused}");
    world.run("match undo m --by both").ends(0);
    world.run("match record m --by judge note ruled").ends(0);
    let refused = world.run("match undo m").ends(1).err;
    assert!(refused.contains("the judge's") && refused.contains("--by judge"), "{refused}");
    world.run("match undo m --by both").ends(1).says("not-allowed-by");
    world.run("match undo m --by judge").ends(0);
}

#[test]
fn a_correction_is_told_in_one_way_wherever_the_match_is_shown() {
    let world = claimed();
    let claim = record_of(&world, "\"score\"");
    world.run(&format!("match amend m {claim} score engage 3 in r1 --by both")).ends(0);
    let by = world.exported().lines().count();
    let line = format!("corrected: record {by}, by both players, ");
    let log = world.run("match log m").ends(0).out;
    let old = log.find("Anna claims 2 for Engage").expect("the old line");
    let told = log[old..].find(&line).expect("who corrected it");
    assert!(told < 200 && log.contains("2:0 → 3:0") && log.contains("it reads now: score one engage"), "{log}");
    let shown = world.run("match show m").ends(0).out;
    assert!(shown.contains(&format!("record {claim} {line}")) && shown.contains(" UTC, 2:0 → 3:0"), "{shown}");
    let view = world.run("match show m --json").ends(0).json();
    let known = &view["corrections"][0];
    assert_eq!((&known["record"], &known["of"], &known["by"]), (&by.into(), &claim.into(), &"both".into()), "{known}");
    assert_eq!((&known["before"]["one"], &known["after"]["one"]), (&2.into(), &3.into()), "{known}");
    assert!(known["rests"].as_array().is_some_and(|rests| rests.contains(&"played-on".into())), "{known}");
    let log = world.run("match log m --json").ends(0).json();
    let told = &log["records"][claim - 1]["corrected"][0];
    assert!(told.as_str().is_some_and(|told| told.starts_with(&line)), "{told}");
}

#[test]
fn what_was_taken_back_says_by_whom_and_when() {
    let world = claimed();
    world.run("match record m --by two note oops").ends(0);
    world.run("match undo m").ends(0);
    let by = world.exported().lines().count();
    let log = world.run("match log m").ends(0).out;
    assert!(log.contains("[taken back] Ben: oops"), "{log}");
    assert!(log.contains(&format!("→ corrected: record {by}, by Ben, ")), "{log}");
    let view = world.run("match show m --json").ends(0).json();
    assert!(view.get("corrections").is_none(), "nobody had relied on it");
}

#[test]
fn what_becomes_of_drawn_dice_is_named() {
    let world = World::new();
    world.run("match new m --mission scorched-earth --one Anna --two Ben --dice open --seed 7").ends(0);
    let roll = "match record m --by one dice 2d6 for charge b2";
    world.run(roll).ends(0);
    let rolled = record_of(&world, "\"roll\"");
    let undone = world.run("match undo m").ends(0).out;
    assert!(undone.contains(&format!("the dice of record {rolled} wait: the same roll again")), "{undone}");
    world.run(roll).ends(0);
    let seen = world.run("match undo m --by both --preview").ends(0).out;
    let again = world.exported().lines().count();
    assert!(seen.contains(&format!("the dice of record {again} are lost: the next roll shows new faces")), "{seen}");
}

/// An opened choice of which the record still reads as itself was not chosen anew.
#[test]
fn what_stands_beside_a_sealed_choice_does_not_choose_it_anew() {
    let world = World::with_match();
    let value = serde_json::json!({"choose": ["raze", "assassinate", "engage-on-all-fronts"]});
    let salt = "11".repeat(16);
    let (id, secret) = ("m".parse().unwrap(), adjutant_engine::command::Salt::new(&salt).unwrap());
    let (one, what) = (adjutant_engine::side::Player::One, adjutant_engine::command::SecretKind::Secondaries);
    let own = adjutant_engine::decide::digest(&id, one, what, &secret, &value).to_string();
    let lines = [
        serde_json::json!({"by": "one", "do": {"commit": {"what": "secondaries", "digest": own}}}),
        serde_json::json!({"by": "two", "do": {"commit": {"what": "secondaries", "digest": "cd".repeat(32)}}}),
        serde_json::json!({"by": "one", "do": {"reveal": {"what": "secondaries", "salt": salt, "value": value}}}),
    ];
    world.write("sealed.jsonl", lines.map(|line| line.to_string()).join("\n") + "\n");
    world.run("match record m --from sealed.jsonl").ends(0);
    let sealed = record_of(&world, "\"commit\"");
    world.run(&format!("match amend m {sealed} --after --by both note beside")).ends(0);
    let audit = world.run("match verify m").ends(0).out;
    assert!(!audit.contains("recommitted") && audit.contains("by-both"), "{audit}");
    world.run(&format!("match record m --by both retract {sealed} anew")).ends(0);
    assert!(world.run("match verify m").ends(1).out.contains("recommitted"));
}
