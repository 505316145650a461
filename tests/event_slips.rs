//! Many results at once, typed from slips: all of them or none.

use crate::support::World;

/// A published round of five: two tables and a bye.
fn published() -> World {
    World::published(&["Anna", "Bert", "Carl", "Dora", "Emil"], "")
}

#[test]
fn every_result_of_a_list_is_entered() {
    let world = published();
    world.write("slips.csv", "\u{feff}Two;Table;One\n62;2;75\n\n60;1;70\n");
    let run = world.run("event result gt --csv slips.csv").ends(0);
    assert!(run.out.ends_with("gt: round 1: 2 results entered, no table is open\n"), "{run:?}");
    assert_eq!(world.results(), ["1 70:60", "2 75:62"]);
    world.run("event close gt").ends(0);
    world.run("event check gt").ends(0);
}

#[test]
fn a_list_may_come_from_standard_input_and_in_parts() {
    let world = published();
    let run = world.feed("event result gt --csv -", "table,one,two\n2,75,62\n").ends(0);
    assert!(run.out.contains("1 result entered, 1 table is open"), "{run:?}");
    let json = world.feed("event result gt --csv - --round 1 --json", "table,one,two\n1,1,2\n").ends(0).json();
    assert_eq!(json["recorded"], 1);
    assert_eq!(world.results(), ["1 1:2", "2 75:62"]);
}

#[test]
fn forfeits_and_winners_are_told_in_columns_of_their_own() {
    let world = published();
    world.write("slips.csv", "table,one,two,winner,no-show\n1,,,,Two\n2,40,40,one,\n");
    world.run("event result gt --csv slips.csv").ends(0);
    let document = world.run("event export gt --json").ends(0).json();
    let results = &document["rounds"][0]["results"];
    assert_eq!((&results[0]["no-show"], &results[1]["winner"]), (&"two".into(), &"one".into()));
}

#[test]
fn every_fault_is_named_with_its_line_and_nothing_is_entered() {
    let world = published();
    let list = "table,one,two,forfeit\n1,70,60,\n2,x,60,\n9,1,2,\n1,70,60,\n0,1,2,\n2,,3,\n2,1,1,anna\n";
    world.write("slips.csv", list);
    world
        .run("event result gt --csv slips.csv")
        .ends(1)
        .says("6 lines have errors; nothing was imported")
        .says("slips.csv:3: `x` is not a number of victory points")
        .says("slips.csv:4: round 1 has no table 9")
        .says("slips.csv:5: table 1 stands on line 2 already")
        .says("slips.csv:6: `0` is not a table")
        .says("slips.csv:7: `` is not a number of victory points")
        .says("slips.csv:8: `anna` is not a side");
    assert!(world.results().is_empty());
    world.run("event result gt --table 1 --one 1 --two 2").ends(0);
    world.feed("event result gt --csv -", "table,one,two\n2,5,6\n1,5,6\n").ends(1).says("standard input:3: table 1");
    assert_eq!(world.results(), ["1 1:2"]);
}

#[test]
fn lists_that_are_none_are_refused() {
    let world = published();
    for (list, says) in [
        ("", "slips.csv:1: the list has no column `table`"),
        ("table,one\n1,5\n", "slips.csv:1: the list has no column `two`"),
        ("table,one,two\n", "the list has no result"),
    ] {
        world.write("slips.csv", list);
        world.run("event result gt --csv slips.csv").ends(1).says(says);
    }
    world.write("slips.csv", b"table,one,two\n1,\xff,3\n");
    world.run("event result gt --csv slips.csv").ends(1).says("slips.csv:2: the list is not in UTF-8");
    world.run("event result gt --csv nowhere.csv").ends(3);
    world.run("event result gt --csv slips.csv --table 1").ends(2);
    world.run("event result gt --csv slips.csv --round 7").ends(1).says("round 7 of event gt is not paired yet");
    world.run("event result gt").ends(2).says("--table <N>");
    world.run("event result gt --table 1 --one 3").ends(2).says("--two <VP>");
}
