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
