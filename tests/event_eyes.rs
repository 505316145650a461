//! What the organiser's eye needs, by verbs: cards, places and payments, lists that are due, judges' clubs, halls.

use crate::support::World;

fn event(players: &str, more: &str) -> World {
    let world = World::new();
    world.run(&format!("event new e --name E --rounds 3 --seed 42 {more}")).ends(0);
    world.write("players.csv", players);
    world.run("event register e --csv players.csv").ends(0);
    world
}

const FOUR: &str = "name,club\nAnna,Rooks\nBert,Knights\nCarl,Bishops\nDora,Pawns\n";

fn publish(world: &World) {
    world.run("event pair e").ends(0);
    world.run("event publish e").ends(0);
}

/// The table and the opponent of a player in round 1.
fn seat(world: &World, player: &str) -> (u64, String) {
    let round = world.run("event show e --round 1 --json").ends(0).json();
    let tables = round["pairings"]["tables"].as_array().unwrap();
    let game = tables.iter().find(|game| game["one"] == player || game["two"] == player).unwrap();
    let other = if game["one"] == player { &game["two"] } else { &game["one"] };
    (game["table"].as_u64().unwrap(), other.as_str().unwrap().to_owned())
}

#[test]
fn a_second_yellow_card_is_a_red_one_and_loses_the_game() {
    let world = event(FOUR, "");
    publish(&world);
    let (table, other) = seat(&world, "anna");
    world.run("event infraction e anna yellow-card --why slow --by judge").ends(0).tells("Anna, yellow card, slow");
    let second = world.run("event infraction e anna yellow-card --why again --by judge").ends(0);
    second.tells("red card follows").tells(&format!("table {table}"));
    world.run("event show e --history").ends(0).tells("red card of Anna (again)");
    let round = world.run("event show e --round 1 --json").ends(0).json();
    let result = &round["results"].as_array().unwrap()[0];
    let won = if result["winner"] == "one" { "one" } else { "two" };
    let pairing = round["pairings"]["tables"].as_array().unwrap().iter().find(|game| game["table"] == table).unwrap();
    assert_eq!(pairing[won], other.as_str());
    world.run("event standings e").ends(0).tells("cards").tells("2 yellow, 1 red");
    world.run("event show e --player anna").ends(0).tells("yellow card: slow").tells("red card: again");
    // Each is taken back alone.
    world.run("event undo e --record 8 --why appeal").ends(0);
    world.run("event check e").ends(0);
}

#[test]
fn who_comes_later_waits_moves_up_and_pays() {
    let world = event("name\nAnna\nBert\nCarl\nDora\n", "--places 3");
    world.run("event show e").ends(0).tells("3 of 3 places taken; waiting: Dora").tells("waiting");
    world.run("event return e dora").ends(1).says("`dora` waits for a place already");
    world.run("event paid e anna bert").ends(0).tells("Anna, Bert paid");
    world.run("event paid e anna").ends(1).says("has paid already");
    world.run("event show e").ends(0).tells("not paid: Carl");
    world.run("event drop e bert").ends(0);
    world.run("event show e").ends(0).tells("3 of 3 places taken\n").tells("not paid: Carl, Dora");
    world.run("event undo e").ends(0);
    world.run("event show e").ends(0).tells("waiting: Dora");
    world.run("event settings e --places 4 --why room").ends(0).tells("4 places");
    world.run("event settings e --places 0 --why room").ends(0).tells("no limit of places");
    let json = world.run("event show e --json").ends(0).json();
    let players = json["players"].as_array().unwrap();
    assert_eq!(players.iter().filter(|player| player["paid"] == true).count(), 2);
    assert!(players.iter().all(|player| player["waiting"] == false));
    world.run("event check e").ends(0);
}

#[test]
fn a_time_for_lists_says_who_is_missing() {
    let world = event("name\nAnna\nBert\n", "--lists-due 2099-11-28T09:00");
    let told = world.run("event show e").ends(0);
    told.tells("lists: 0 of 2; due 2099-11-28 09:00 (").tells("days left); missing: Anna, Bert");
    world.write("list.txt", "a list");
    world.run("event roster e anna list.txt").ends(0);
    world.run("event show e").ends(0).tells("lists: 1 of 2").tells("missing: Bert");
    world.run("event settings e --lists-due 2001-01-01T09:00 --why earlier").ends(0);
    world.run("event show e").ends(0).tells("(over); missing: Bert; late: Anna");
    world.run("event settings e --lists-due none --why none").ends(0).tells("no time for lists");
    world.run("event new f --name F --rounds 1 --lists-due tomorrow").ends(2).says("type a time such as");
}

#[test]
fn a_judge_of_the_club_rules_with_a_reason_by_verbs() {
    let world = event(FOUR, "");
    world.run("event pass e judge mia --new").ends(0);
    world.run("event judge e mia --club rooks").ends(0).tells("judge mia: club rooks");
    world.run("event judge e").ends(0).tells("judge mia: club rooks");
    publish(&world);
    let (table, _) = seat(&world, "anna");
    let result = format!("event result e --table {table} --one 60 --two 40 --judge mia");
    let refused = world.run(&result).ends(1);
    refused.says("judge `mia` is of rooks, and so is `anna`").says("--despite WHY");
    world.run(&format!("{result} --despite alone")).ends(0);
    let history = world.run("event show e --history").ends(0);
    history.tells("judge mia, despite the same club or team (alone)");
    let json = world.run("event show e --history --json").ends(0).json();
    let last = json["records"].as_array().unwrap().last().unwrap().clone();
    assert_eq!(last["judge"], serde_json::json!({"id": "mia", "despite": "alone"}));
    // Another table is another matter, and a name that nobody has is told.
    let other = if table == 1 { 2 } else { 1 };
    world.run(&format!("event result e --table {other} --one 60 --two 40 --judge mia")).ends(0);
    world.run(&format!("event extend e --table {other} --minutes 5 --why x --judge joe")).ends(1);
    world.run("event check e").ends(0);
}

#[test]
fn tables_stand_in_halls_and_pairings_are_printed_by_hall() {
    let world = event("name\nAnna\nBert\nCarl\nDora\n", "");
    world.run("event table e --count 2 --hall Main").ends(0);
    world.run("event table e --from 2 --count 2 --hall Annex").ends(0);
    publish(&world);
    let json = world.run("event show e --json").ends(0).json();
    let halls: Vec<&str> =
        json["tables"].as_array().unwrap().iter().map(|table| table["hall"].as_str().unwrap()).collect();
    assert_eq!(halls, ["Main", "Annex", "Annex"]);
    let sheets = world.run("event sheets e -o sheets").ends(0);
    sheets.tells("e-r1-pairings-by-table.pdf (2 pages)");
    world.run("event table e --number 2 --clear hall").ends(0);
    let json = world.run("event show e --json").ends(0).json();
    assert!(json["tables"][1].get("hall").is_none());
}
