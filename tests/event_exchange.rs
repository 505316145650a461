//! Events out of the database and into it: logs, JSON documents, TRF files, lists of players, standings.

use serde_json::Value;

use crate::support::World;

/// An event `gt` of five with one round played, by hand, and a second one drafted.
fn one_round() -> World {
    let world = World::new();
    world.write("players.csv", "name,club\nAnna,A\nBert,A\nCarl,B\nDora,B\nEmil,C\n");
    world.run("event new gt --name GT --rounds 3 --seed 42").ends(0);
    world.run("event register gt --csv players.csv").ends(0);
    world.run("event pair gt").ends(0);
    world.run("event publish gt").ends(0);
    world.run("event result gt --table 1 --one 75 --two 62").ends(0);
    world.run("event result gt --table 2 --one 50 --two 50").ends(0);
    world.run("event close gt").ends(0);
    world.run("event pair gt").ends(0);
    world
}

#[test]
fn a_document_goes_to_its_file_or_to_standard_output_and_not_to_both() {
    let world = one_round();
    let to_file = world.run("event export gt --json gt.json").ends(0).says("written to gt.json");
    assert_eq!(to_file.out, "");
    let to_output = world.run("event export gt --json").ends(0);
    let in_file: Value = serde_json::from_slice(&world.read("gt.json")).unwrap();
    assert_eq!(in_file, to_output.json());
    let all = world.run("event export gt --json all.json --log all.jsonl --trf all.trf").ends(0);
    assert_eq!(all.out, "");
    assert_eq!(world.read("all.json"), world.read("gt.json"));
    let answer = world.run("event export gt --log again.jsonl --json").ends(0);
    assert_eq!(answer.out.lines().count(), 1);
    assert_eq!(world.read("all.jsonl"), world.read("again.jsonl"));
    world.run("event export gt all.json").ends(2).says("accepted are --json F");
    world.run("event export gt").ends(2).says("nothing to export");
    world.run("event export gt --json nowhere/gt.json").ends(3);
}

#[test]
fn a_trf_file_tells_colours_byes_and_only_rounds_that_were_seen() {
    let world = one_round();
    world.run("event export gt --trf gt.trf").ends(0);
    let text = String::from_utf8(world.read("gt.trf")).unwrap();
    assert!(text.contains("XXR 3\n"), "three rounds are planned: {text}");
    let rounds: Vec<&str> = text.lines().filter(|line| line.starts_with("001")).map(|line| &line[91..]).collect();
    assert!(rounds.iter().all(|games| games.len() == 8), "the drafted round is nobody's business: {text}");
    let count = |words: &str| rounds.iter().filter(|games| games.ends_with(words)).count();
    assert_eq!([count(" w 1"), count(" b 0"), count(" w ="), count(" b ="), count("0000 - U")], [1; 5], "{text}");
    world.run("event check gt.trf").ends(0);
}

#[test]
fn a_list_of_players_is_taken_as_spreadsheets_write_it() {
    let world = World::new();
    world.run("event new gt --name GT --rounds 3").ends(0);
    world.write("players.csv", "\u{feff}Name;Club;Seat;Shoe size\r\nZoë ß;Rooks;4;41\r\nЖуков;;;\r\n");
    world.run("event register gt --csv players.csv").ends(0).says("players.csv:1: the column `Shoe size` is not read");
    let players = world.run("event show gt --json").json()["players"].take();
    let entries: Vec<&Value> = players.as_array().unwrap().iter().map(|player| &player["entry"]).collect();
    assert_eq!([&entries[0]["player"], &entries[1]["player"]], ["zoe-ss", "player-2"]);
    assert_eq!(entries[0]["seat"], 4);
    world.run("event register gt --name Жуков").ends(0);
    world.write("players.csv", "name,seat\nAnna,0\n");
    world.run("event register gt --csv players.csv").ends(1).says("players.csv:2: `0` is no table");
}
