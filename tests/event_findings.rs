//! What organisers found by running events: each as they typed it.

use crate::support::World;

fn event(new: &str, list: &str) -> World {
    let world = World::new();
    world.run(&format!("event new e --name E --seed 1 {new}")).ends(0);
    world.write("players.csv", list);
    world.run("event register e --csv players.csv").ends(0);
    world
}

fn shows(world: &World, line: &str, words: &str) {
    let run = world.run(line).ends(0);
    assert!(run.out.contains(words), "{words}: {run:?}");
}

fn teams(new: &str) -> World {
    let world = event(
        &format!("--rounds 1 --scheme wtc --team-size 3 {new}"),
        "name,members\nRooks,Anna / Bert / Carl\nKnights,Dora / Emil / Fritz\n",
    );
    world.run("event pair e").ends(0);
    world.run("event publish e").ends(0);
    world
}

#[test]
fn what_was_not_looked_at_is_not_called_best() {
    let world = event("--rounds 3 --avoid-club 1", "name,club\nAl,X\nBo,X\nCy,Y\nDi,Y\n");
    shows(&world, "event pair e", "no club clash.");
    world.run("event publish e").ends(0);
    for table in [1, 2] {
        world.run(&format!("event result e --table {table} --one 80 --two 20")).ends(0);
    }
    world.run("event close e").ends(0);
    shows(&world, "event pair e", "2 repeated tables, clubs not looked at from round 2 on.");
}

#[test]
fn totals_of_teams_are_points_of_the_table_everywhere() {
    let world = teams("");
    world
        .run("event result e --table 1 --one 30 --two 31")
        .ends(1)
        .says("together no more than the games of a match bring")
        .says("`totals`");
    world.run("event result e --table 1 --one -1 --two 31").ends(1).says("`totals`");
    world.run("event result e --table 1 --one 33 --two 27").ends(0);
    world.run("event close e").ends(0);
    shows(&world, "event check e", "good; 1 round, 0 faults");
    let table = world.run("event standings e --json").ends(0).json();
    let points = |at: usize| table["rows"][at]["tie_breaks"].to_string();
    assert!(points(0).contains("33") && points(1).contains("27"), "{table}");
}

#[test]
fn games_of_teams_come_in_by_desk_and_by_list() {
    let totals = |world: &World| {
        world.run("event close e").ends(0);
        shows(world, "event check e", "good; 1 round, 0 faults");
        shows(world, "event show e --round 1", "22:38");
        world.run("event standings e --by members --json").ends(0).json()
    };
    let desk = teams("");
    desk.feed("event desk e", "1 12:8 10:10 0:20\n").ends(1).says("every game adds up to 20");
    desk.feed("event desk e", "1 75:62 40:40\n").ends(1);
    desk.feed("event desk e", "1 75:62 40:40 20:90\n").ends(0);
    let list = teams("");
    list.write("r.csv", "table,games\n1,75:62 40:40 20:90\n");
    list.run("event result e --csv r.csv").ends(0);
    shows(&list, "event result e --csv r.csv", "1 known before");
    let converted = teams("");
    converted.write("r.csv", "table;games;converted\n1;12:8 10:10 0:20;yes\n");
    converted.run("event result e --csv r.csv").ends(0);
    let (by_desk, by_list) = (totals(&desk), totals(&list));
    assert_eq!(by_desk, by_list);
    totals(&converted);
}

#[test]
fn no_number_panics() {
    let world = teams("");
    for games in ["9223372036854775807:1,1:1,1:1", "9223372036854775807:0,9223372036854775807:0,1:1 --converted"] {
        world.run(&format!("event result e --table 1 --games {games}")).ends(2);
    }
    world.feed("event desk e", "1 9223372036854775807:1 1:1 1:1\n").ends(1);
    world.write("r.csv", "table,games\n1,9223372036854775807:1 1:1 1:1\n");
    world.run("event result e --csv r.csv").ends(1);
    world.run("event result e --table 1 --games 75:62,40:40,20:90").ends(0);
    world.run("event close e").ends(0);
    world.run("event prizes e --round 65535").ends(1).says("not paired yet");
}

#[test]
fn a_draft_is_not_printed_as_a_round() {
    let world = event("--rounds 2", "name\nAl\nBo\nCy\nDi\n");
    world.run("event pair e").ends(0);
    for how in ["-o s", "--html -o h"] {
        world.run(&format!("event sheets e {how}")).ends(1).says("is a draft").says("event publish e");
    }
    let stamped = |name: &str| std::fs::read_to_string(world.path(name)).unwrap().contains("DRAFT · E");
    world.run("event sheets e --html -o h --draft").ends(0);
    assert!(stamped("h/e-r1-pairings-by-table.html"));
    world.run("event sheets e -o s --draft").ends(0);
    world.run("event publish e").ends(0);
    world.run("event sheets e --html -o h").ends(0);
    assert!(!stamped("h/e-r1-pairings-by-table.html"), "what is published bears no stamp");
}
