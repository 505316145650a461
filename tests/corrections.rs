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
    assert!(told < 200 && log.contains("2:0 → 3:0") && log.contains("it reads now: by one score engage"), "{log}");
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
