//! Events out of the database and into it: logs, JSON documents, TRF files, lists of players, standings.

use adjutant_tournament::trf::{Trf, TrfPlayer};
use serde_json::Value;

use crate::support::{self, World};

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
    world.run("event export gt all.json").ends(2).says("--json F");
    world.run("event export gt").ends(2).says("choose an output format");
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
    world.run("event register gt --csv players.csv").ends(0).says("players.csv:1: the column `Shoe size` is ignored");
    let players = world.run("event show gt --json").json()["players"].take();
    let entries: Vec<&Value> = players.as_array().unwrap().iter().map(|player| &player["entry"]).collect();
    assert_eq!([&entries[0]["player"], &entries[1]["player"]], ["zoe-ss", "zhukov"]);
    assert_eq!(entries[0]["seat"], 4);
    world.run("event register gt --name Жуков").ends(1).says("Жуков is entered already, as `zhukov`");
    world.write("players.csv", "name,seat\nAnna,0\n");
    world.run("event register gt --csv players.csv").ends(1).says("players.csv:2: `0` is not a table");
}

/// A small report with everything that a round can hold; a fifth round is announced and not paired.
fn report() -> String {
    let player = |number: u32, name: &str, points: &str, rank: u32, games: &str| {
        let rating = 2000 + number;
        format!(
            "001 {number:>4} m    {name:<33} {rating:>4} GER {:>11} {:>10} {points:>4} {rank:>4}{games}\r\n",
            4600, 1990
        )
    };
    [
        "012 Küche & Keller\r\n022 Worms\r\n042 2026/03/07\r\n062 6\r\nXXR 5\r\n".to_owned(),
        player(1, "Müller, Anna", "3.5", 1, "     4 w 1     2 b =     3 w 1  0000 - U  0000 - H"),
        player(2, "Bert", "2.5", 2, "     5 b +     1 w =  0000 - F     3 b 0"),
        player(3, "Carl", "2.0", 3, "  0000 - U     4 b 0     1 b 0     2 w 1"),
        player(7, "Dora", "1.5", 5, "     9 - -     9 w 1     5 w 0  0000 - H"),
        player(4, "Emil", "1.0", 6, "     1 b 0     3 w 1  0000 - -  0000 - Z"),
        player(5, "Fritz", "1.0", 7, "     2 w -  0000 - Z     7 b 1     9 b 0"),
        player(9, "Gina", "1.5", 4, "     7 - -     7 b 0  0000 - H     5 w 1"),
        "XXA    1  1.0  1.0\r\n### the arbiter's own words\r\n".to_owned(),
    ]
    .concat()
}

/// Points of every player by id, in half points.
fn points(world: &World, event: &str) -> Vec<(String, i64)> {
    let rows = world.run(&format!("event standings {event} --json")).ends(0).json()["rows"].take();
    let row = |row: &Value| (row["player"].as_str().unwrap().to_owned(), row["points"].as_i64().unwrap());
    let mut points: Vec<_> = rows.as_array().unwrap().iter().map(row).collect();
    points.sort();
    points
}

#[test]
fn a_report_becomes_an_event_and_comes_back_byte_for_byte() {
    let world = World::new();
    let latin: Vec<u8> = report().chars().map(|letter| letter as u8).collect();
    world.write("kitchen.trf", &latin);
    let run = world.run("event import kitchen.trf").ends(0);
    for words in [
        "codes ###, 022, 042, 062, XXA",
        "accelerated points do not count",
        "2 half-point byes",
        "round 5 is not paired and these sit it out: players 1 (H)",
        "points count in halves",
        "rounds paired here follow our own objective, not FIDE C.04.3: colours and pairing numbers are not considered",
    ] {
        assert!(run.err.contains(words), "{words} is missing from {run:?}");
    }
    let expected = [("bert", 5), ("carl", 4), ("dora", 3), ("emil", 2), ("fritz", 2), ("gina", 3), ("muller-anna", 7)];
    assert_eq!(points(&world, "kuche-keller"), expected.map(|(id, points)| (id.to_owned(), points)));
    world.run("event check kuche-keller").ends(0);
    world.run("event export kuche-keller --trf again.trf --log kitchen.jsonl").ends(0);
    assert_eq!(world.read("again.trf"), latin);
    let log = String::from_utf8(world.read("kitchen.jsonl")).unwrap();
    assert!(log.contains(r#""at":"2026-03-07T00:00:00Z""#), "the report's own day");
    world.run("event import kitchen.trf").ends(1).says("made of this very report").says("--id");
    world.run("event import kitchen.jsonl --data other").ends(0);
    world.run("event export kuche-keller --trf again.trf --data other").ends(0);
    assert_eq!(world.read("again.trf"), latin);
}

#[test]
fn an_imported_event_goes_on_and_its_report_follows() {
    let world = World::new();
    world.write("kitchen.trf", report());
    world.run("event import kitchen.trf --id kitchen").ends(0);
    world.run("event return kitchen emil").ends(0);
    world.run("event late kitchen --name Hugo").ends(0);
    let tables = world.run("event pair kitchen --json").ends(0).json()["tables"].take();
    world.run("event publish kitchen").ends(0);
    for table in tables.as_array().unwrap() {
        world.run(&format!("event result kitchen --table {} --one 1 --two 0", table["table"])).ends(0);
    }
    world.run("event amend kitchen --round 2 --table 1 --one 2 --two 0 --why \"it\"").ends(0);
    world.run("event close kitchen").ends(0);
    world.run("event export kitchen --trf after.trf").ends(0);
    world.run("event check after.trf").ends(0);
    let (before, after) = (report(), String::from_utf8(world.read("after.trf")).unwrap());
    let lines = |text: &str| text.split_inclusive("\r\n").map(str::to_owned).collect::<Vec<_>>();
    let (before, after) = (lines(&before), lines(&after));
    assert_eq!(after.len(), before.len() + 1, "Hugo has a line");
    for (old, new) in before.iter().zip(&after).filter(|(old, _)| old.starts_with("001")) {
        assert_eq!(old[..80], new[..80], "who they are stays");
    }
    assert!(after.iter().any(|line| line.starts_with("001   10") && line.contains("Hugo")));
    assert!(
        after[5].contains("     2 b 0     3 w 1  0000 - U  0000 - H"),
        "amended, and the bye asked for: {}",
        after[5]
    );
    assert!(after[6].contains("     1 w 1  0000 - F"), "amended on both sides: {}", after[6]);
    assert_eq!(after.last(), before.last());
    world.run("event import after.trf --id again").ends(0);
}

#[test]
fn a_report_that_contradicts_itself_is_refused_with_the_place() {
    let world = World::new();
    for (change, says) in [
        (("     2 b =", "     3 b ="), "round 2: player 1 meets 3, who does not meet back"),
        (("001    2", "001    1"), "two players have the starting number 1"),
        (("     4 w 1", "    44 w 1"), "player 1 meets 44"),
        (("     4 w 1", "     1 w 1"), "player 1 meets 1"),
        ((" 3.5 ", " x.5 "), "kitchen.trf:6: `x.5` cannot be read as points"),
    ] {
        world.write("kitchen.trf", report().replacen(change.0, change.1, 1));
        world.run("event import kitchen.trf").ends(1).says(says);
    }
    world.write("kitchen.trf", report().replacen("     4 w 1", "     4 w 0", 1));
    world.run("event import kitchen.trf").ends(0).says("round 1, 1 – 4").says("differ from them: players 1");
    world.run("event import kitchen.trf --id long-long-long-long-long-long-long-long-long-long-long").ends(2);
    world.run("event list --json").ends(0);
}

#[test]
#[ignore = "needs files of other people: set ADJUTANT_REAL_DATA and run with --ignored"]
fn real_reports_become_events_with_the_same_points_and_come_back() {
    let folder = support::real_data("trf");
    let world = World::new();
    let mut seen = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if !path.extension().is_some_and(|extension| extension == "trf" || extension == "input") {
            continue;
        }
        seen += 1;
        let run = world.run(&format!("event import {} --id e{seen} --json", path.display())).ends(0);
        world.run(&format!("event export e{seen} --trf copy.trf")).ends(0);
        assert!(world.read("copy.trf") == std::fs::read(&path).unwrap(), "{}", path.display());
        world.run(&format!("event check e{seen}")).ends(0);
        let trf = Trf::read(&String::from_utf8_lossy(&world.read("copy.trf"))).unwrap();
        // What the file says of a round that is still to be paired is not played yet.
        let played = trf.rounds_paired();
        let sum = |player: &TrfPlayer| {
            player.games.iter().take(played).filter_map(|game| game.score()).map(|(_, points)| points).sum::<i64>()
        };
        let mut given: Vec<i64> = trf.players.iter().map(sum).collect();
        let mut ours: Vec<i64> = points(&world, &format!("e{seen}")).into_iter().map(|(_, points)| points).collect();
        given.sort_unstable();
        ours.sort_unstable();
        assert_eq!(given, ours, "{}", path.display());
        let wrong = trf.players.iter().any(|player| !player.adds_up(played));
        assert_eq!(run.out.contains("differ from them"), wrong, "{}", path.display());
    }
    assert!(seen > 0);
}

#[test]
fn standings_are_written_with_the_columns_of_best_coast_pairings() {
    let world = World::new();
    world.write("players.csv", "name,team,faction\nA,Rooks,Orks\nB,,\nC,,\nD,,\n");
    world.run("event new gt --name GT --rounds 2 --seed 42").ends(0);
    world.run("event register gt --csv players.csv").ends(0);
    for (games, results) in [(["a:b", "c:d"], [[20, 10], [15, 5]]), (["a:c", "b:d"], [[12, 9], [30, 0]])] {
        world.run(&format!("event pair gt --game {} --game {}", games[0], games[1])).ends(0);
        world.run("event publish gt").ends(0);
        let tables = world.run("event export gt --json").ends(0).json();
        let tables = tables["rounds"].as_array().unwrap().last().unwrap()["pairings"]["tables"].clone();
        for table in tables.as_array().unwrap() {
            let at = games.iter().position(|game| table["one"].as_str() == Some(&game[..1])).unwrap();
            let [one, two] = results[at];
            world.run(&format!("event result gt --table {} --one {one} --two {two}", table["table"])).ends(0);
        }
        world.run("event close gt").ends(0);
    }
    world.run("event standings gt --csv bcp.csv --columns bcp").ends(0);
    let text = String::from_utf8(world.read("bcp.csv")).unwrap();
    let rows: Vec<&str> = text.lines().collect();
    // By hand. A has met B (1 win, 3 points, 20 a game) and C (1, 3, 12); these have met A and D (0 wins, 5/2 a game).
    assert_eq!(rows[1], "1,A,Rooks,Orks,false,2,0,0,6,32,13,3,1.00,3.00,16.00,1.00,9.25,4");
    let b = rows.iter().find(|row| row.contains(",B,")).unwrap();
    assert!(b.ends_with(",B,,,false,1,0,1,3,40,20,1,1.00,3.00,9.25,1.00,16.00,2"), "{b}");
    assert!(rows[0].starts_with("place,name,team,army,dropped,numWins"));
    world.run("event standings gt --columns bcp").ends(2);
}
