//! Policies of the tie-breaks that `event new` sets, each seen in the standings of a day of five.

use serde_json::Value;

use crate::support::World;

/// The event whose numbers are worked by hand in the docstrings of the tie-breaks: three rounds, and D leaves after the
/// second. Gives the tie-breaks of a player at the end.
fn small_event(policies: &str) -> impl Fn(&str) -> Value {
    let world = World::new();
    let new = "event new e --name E --rounds 3 --points 3,1,0 --bye-vp 10 --tie-breaks";
    world.run(&format!("{new} vp-difference,opponents-win-rate,buchholz {policies}")).ends(0);
    world.write("players.csv", "id,name\na,A\nb,B\nc,C\nd,D\ne,E\n");
    world.run("event register e --csv players.csv").ends(0);
    for (games, results) in [
        ("--game a:b --game c:d --bye e", [("a:b", 20, 10), ("c:d", 5, 15)]),
        ("--game a:c --game b:e --bye d", [("a:c", 12, 9), ("b:e", 14, 11)]),
        ("--game a:e --game b:c", [("a:e", 8, 8), ("b:c", 11, 10)]),
    ] {
        let pairings = world.run(&format!("event pair e {games} --json")).ends(0).json();
        world.run("event publish e").ends(0);
        for table in pairings["tables"].as_array().unwrap() {
            let players = format!("{}:{}", table["one"].as_str().unwrap(), table["two"].as_str().unwrap());
            let (_, one, two) = results.iter().find(|(game, ..)| *game == players).unwrap();
            world.run(&format!("event result e --table {} --one {one} --two {two}", table["table"])).ends(0);
        }
        world.run("event close e").ends(0);
        if pairings["round"] == 2 {
            world.run("event drop e d").ends(0);
        }
    }
    world.run("event check e").ends(0);
    let standings = world.run("event standings e --json").ends(0).json();
    move |player| {
        let rows = standings["rows"].as_array().unwrap();
        rows.iter().find(|row| row["player"] == player).unwrap()["tie_breaks"].clone()
    }
}

#[test]
fn without_any_of_them() {
    let of = small_event("");
    assert_eq!(of("a")["vp-difference"], 13);
    assert_eq!(of("a")["opponents-win-rate"], "1297/2700");
    assert_eq!(of("c")["opponents-win-rate"], "22/27");
    assert_eq!(of("a")["buchholz"], 10);
}

#[test]
fn a_game_counts_for_its_cap_at_most() {
    let of = small_event("--vp-difference-cap 5");
    assert_eq!(of("a")["vp-difference"], 8, "5 + 3 + 0");
    assert_eq!(of("c")["vp-difference"], -9, "-5 - 3 - 1");
}

#[test]
fn whoever_has_dropped_counts_for_his_cap_at_most() {
    let of = small_event("--dropped-win-rate-cap 3/4");
    assert_eq!(of("c")["opponents-win-rate"], "79/108", "D 3/4, A 7/9, B 6/9");
    assert_eq!(of("a")["opponents-win-rate"], "1297/2700", "A never met D");
}

#[test]
fn an_opponent_counts_for_the_floor_at_least() {
    let of = small_event("--win-rate-floor 1/4");
    assert_eq!(of("a")["opponents-win-rate"], "49/108", "B 6/9, C 1/4, E 4/9");
}

#[test]
fn games_not_played_have_virtual_opponents() {
    let of = small_event("--buchholz-unplayed virtual-opponent");
    assert_eq!([&of("a")["buchholz"], &of("e")["buchholz"], &of("d")["buchholz"]], [8, 15, 13]);
}

#[test]
fn games_not_played_have_dummy_opponents() {
    let of = small_event("--buchholz-unplayed dummy-opponent");
    assert_eq!([&of("a")["buchholz"], &of("e")["buchholz"], &of("d")["buchholz"]], [10, 16, 6]);
}

#[test]
fn what_is_no_such_policy_is_wrong_usage() {
    let world = World::new();
    for (policies, says) in [
        ("--dropped-win-rate-cap 4/3", "from 0 to 1"),
        ("--dropped-win-rate-cap=-1/3", "from 0 to 1"),
        ("--dropped-win-rate-cap 75%", "such as 3/4"),
        ("--win-rate-floor 1/0", "from 0 to 1"),
        ("--dropped-win-rate-cap 1/4", "is below the floor of win rates, 33/100"),
        ("--vp-difference-cap many", "many"),
        ("--buchholz-unplayed dummy", "virtual-opponent"),
    ] {
        world.run(&format!("event new e --name E --rounds 3 {policies}")).ends(2).says(says);
    }
    world.run("event show e").ends(1);
}
