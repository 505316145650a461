//! `event rehearse`: the day on a copy.

use std::collections::BTreeMap;

use crate::support::World;

const MISSIONS: &str = "--pack gt2020 --size strike-force --missions battle-lines,overrun,scorched-earth";

fn event(more: &str) -> World {
    let world = World::new();
    world.run(&format!("event new e --name E --rounds 3 --seed 42 {MISSIONS} {more}")).ends(0);
    world
}

/// The papers of a folder, by name.
fn papers(world: &World, folder: &str) -> BTreeMap<String, Vec<u8>> {
    let files = std::fs::read_dir(world.path(folder)).expect("a folder");
    let read = |entry: std::fs::DirEntry| {
        (entry.file_name().into_string().expect("a name"), std::fs::read(entry.path()).expect("a file"))
    };
    files.map(|entry| read(entry.expect("an entry"))).collect()
}

fn log(world: &World) -> Vec<u8> {
    world.run("event export e --log e.jsonl").ends(0);
    world.read("e.jsonl")
}

#[test]
fn a_rehearsal_leaves_the_paper_of_the_day_and_records_nothing() {
    let world = event("");
    let before = log(&world);
    world.run("event rehearse e -o paper").ends(1).says("nobody is entered yet").says("--players 24");
    let said = world.run("event rehearse e --players 9 --top 4 -o paper").ends(0);
    said.tells("e: 5 rounds rehearsed with 9 players; nothing of it is recorded, its paper is in paper");
    let left = papers(&world, "paper");
    for name in
        ["r1-pairings-by-table", "r1-mission-cards", "r3-result-slips", "r5-bracket", "r5-standings", "r5-prizes"]
    {
        assert!(left.contains_key(&format!("e-{name}.pdf")), "{name}: {:?}", left.keys());
    }
    assert_eq!(log(&world), before);
    world.run("event rehearse e --players 9 --top 4 -o again").ends(0);
    assert_eq!(papers(&world, "again"), left, "the same results every time");
}

#[test]
fn what_is_played_already_stays_in_a_rehearsal() {
    let world = event("--check-in");
    world.write("players.csv", "name\nAnna\nBert\nCarl\nDora\n");
    world.run("event register e --csv players.csv").ends(0);
    world.run("event rehearse e --players 9 -o paper").ends(2).says("somebody is");
    // Nobody is checked in yet: the rehearsal lets everybody come.
    world.run("event rehearse e -o paper").ends(0).tells("3 rounds rehearsed with 4 players");
    for player in ["anna", "bert", "carl", "dora"] {
        world.run(&format!("event check-in e {player}")).ends(0);
    }
    world.run("event pair e").ends(0);
    world.run("event publish e").ends(0);
    world.run("event result e --table 1 --one 99 --two 1").ends(0);
    let before = log(&world);
    world.run("event rehearse e -o half").ends(0).tells("3 rounds rehearsed with 4 players");
    assert_eq!(log(&world), before);
    world.run("event rehearse nothing -o half").ends(1).says("nothing");
    world.run("event result e --table 2 --one 60 --two 30").ends(0);
    world.run("event close e").ends(0);
    world.run("event finish e --early").ends(0);
    world.run("event rehearse e -o over").ends(1).says("event e is over").says("event copy e NEW");
    assert!(!world.path("over").exists(), "no paper of nothing");
}

#[test]
fn teams_are_rehearsed_game_by_game() {
    let world = event("--team-size 5");
    world.run("event rehearse e --players 6 -o paper").ends(0).tells("3 rounds rehearsed with 6 players");
    assert!(papers(&world, "paper").contains_key("e-r1-team-slips.pdf"));
}
