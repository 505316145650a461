//! A whole Grand Tournament of 83 as an organiser runs it by script: from a messy list to the prize sheet, with everything
//! that goes wrong in between.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::support::World;

const FACTIONS: [&str; 7] = ["Orks", "Necrons", "T'au Empire", "Tyranids", "orks", "Aeldari", "Death Guard"];

/// A list as it comes out of a form: a mark at its beginning, semicolons, headings of its own, quotes, blank lines, twins,
/// several alphabets, clubs spelt in two ways, and columns that nobody asked for.
fn messy_list() -> String {
    let mut list = "\u{feff}Nr;First Name;Surname;Army;Club;E-mail;Rating\r\n".to_owned();
    let firsts = ["Anna", "Robin", "Zoë", "Łukasz", "محمد", "Αλέξης", "Nóra", "Kaï", "Jan", "Søren", "\"Bo\"", "Ольга"];
    let lasts = ["Berg", "Ray", "O'Brien", "MacLeod", "van der Berg", "de la Cruz", "Ødegård", "Quist", "Smith-Jones"];
    for number in 0..82 {
        let (first, last) = (firsts[number % firsts.len()], lasts[number % lasts.len()]);
        let first = first.replace('"', "\"\"");
        let club = ["Red Legion", "red legion", "Rooks", "Dice \"\"Lords\"\"", "", "North"][number % 6];
        let faction = FACTIONS[number % FACTIONS.len()];
        list += &format!(
            "{number};\"{first}\";{last};{faction};\"{club}\";p{number}@example.org;{}\r\n",
            1000 + number * 7
        );
        if number == 40 {
            list += "\r\n";
        }
    }
    list
}

/// Points of a game from its round and table: no draw, within the pack.
fn points(round: u64, table: u64) -> (u64, u64) {
    let one = (round * 37 + table * 53) % 100;
    let two = (round * 71 + table * 29 + 13) % 100;
    if one == two { (one + 1, two) } else { (one, two) }
}

fn slips(round: u64, tables: &[u64]) -> String {
    let slip = |table: &u64| {
        let (one, two) = points(round, *table);
        format!("{table} {one} {two}\n")
    };
    tables.iter().map(slip).collect()
}

fn tables(world: &World, round: u64) -> Vec<u64> {
    let shown = world.run(&format!("event show gt --round {round} --json")).ends(0).json();
    let tables = shown["pairings"]["tables"].as_array().unwrap().iter();
    tables.map(|table| table["table"].as_u64().unwrap()).collect()
}

fn register(world: &World) -> Vec<String> {
    world
        .run(
            "event new gt --name GT --rounds 5 --seed 83 --pack gt2020 --size strike-force --scheme gw --avoid-club 1 \
        --categories painting:40,sport:20 --check-in",
        )
        .ends(0);
    world.run("event settings gt --protect-seeds 8 --bye-vp 60 --why forgotten").ends(0);
    let mut settings = world.command("event settings gt --why forgotten --overall");
    let run = crate::support::run_of(settings.arg("points*10 + vp*1/10 + painting + sport").output().unwrap());
    run.ends(0);
    world.write("form.csv", messy_list());
    let run = world.run("event register gt --csv form.csv").ends(0).says("the column `E-mail` is ignored");
    assert!(run.out.contains("82 registered, 82 in all"), "{run:?}");
    world.run("event register gt --name Nobody --club Rooks").ends(0);
    world.run("event register gt --name Mistake").ends(0);
    world.run("event withdraw gt mistake").ends(0);
    world.run("event edit gt nobody --name Nora --faction Drukhari --why typo").ends(0);
    world.run("event check-in gt --all").ends(0);
    let document = world.run("event show gt --json").ends(0).json();
    let ids: Vec<String> = document["players"]
        .as_array()
        .unwrap()
        .iter()
        .map(|player| player["entry"]["player"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(ids.len(), 83);
    ids
}

fn play_round(world: &World, round: u64, ids: &[String]) {
    let drafted = world.run("event pair gt --json").ends(0).json();
    let objective = &drafted["objective"];
    assert_eq!(objective["optimal"], true, "round {round}");
    world.run("event publish gt").ends(0);
    let tables = tables(world, round);
    let (early, late) = tables.split_at(tables.len() - 2);
    world.feed("event desk gt", &slips(round, early)).ends(0);
    match round {
        1 => {
            // A slip read wrongly, found at once; an entry beyond the pack is refused.
            world.run(&format!("event result gt --table {} --one 500 --two 3", late[0])).ends(1).says("victory-points");
            world.run("event amend gt --table 1 --one 91 --two 11 --why misread").ends(0);
        }
        2 => {
            // The last table has a puddle under it.
            let to = tables.len() + 7;
            world.run(&format!("event move gt --table {} --to {to} --why puddle", late[1])).ends(0);
            world.run("event table gt --number 3 --closed").ends(0);
            world.feed("event desk gt", &slips(round, &[to as u64])).ends(0);
        }
        3 => {
            world.run(&format!("event infraction gt {} warning --why slow", ids[5])).ends(0);
            world.run(&format!("event penalty gt {} -1 --why late", ids[6])).ends(0);
        }
        _ => {}
    }
    let left: Vec<u64> = if round == 2 { vec![late[0]] } else { late.to_vec() };
    let refused = world.run("event close gt").ends(1);
    assert!(refused.err.contains("enter the results of"), "{refused:?}");
    world.feed("event desk gt", &slips(round, &left)).ends(0);
    world.run("event close gt").ends(0);
    match round {
        1 => {
            world.run(&format!("event drop gt {}", ids[10])).ends(0);
            world.run("event late gt --name Late-Lucy --faction Orks").ends(0).says("is not checked in yet");
            world.run("event check-in gt late-lucy").ends(0);
        }
        3 => {
            world.run(&format!("event bye-request gt {} --points 1", ids[20])).ends(0);
            // A result of round 1 is put right long after; the past stays.
            let amended = world.run("event amend gt --round 1 --table 2 --one 1 --two 99 --why swapped").ends(0);
            assert!(amended.out.contains("stays as published") || amended.out.contains("no published pairing"));
        }
        _ => {}
    }
}

fn rows(world: &World, words: &str) -> Vec<Value> {
    world.run(&format!("event standings gt {words} --json")).ends(0).json()["rows"].as_array().unwrap().clone()
}

#[test]
fn a_grand_tournament_of_83_from_a_messy_list_to_the_prizes() {
    let world = World::new();
    let ids = register(&world);
    for round in 1..=5 {
        play_round(&world, round, &ids);
    }
    // Nobody met twice, nobody had two byes, the first eight seeds did not meet in round 1.
    let document = world.run("event show gt --json").ends(0).json();
    let (mut met, mut byes) = (BTreeSet::new(), BTreeSet::new());
    for round in document["rounds"].as_array().unwrap() {
        for table in round["pairings"]["tables"].as_array().unwrap() {
            let mut pair = [table["one"].to_string(), table["two"].to_string()];
            pair.sort();
            assert!(met.insert(pair), "a rematch: {table}");
        }
        if let Some(bye) = round["pairings"]["bye"].as_str() {
            assert!(byes.insert(bye.to_owned()), "a second bye: {bye}");
        }
    }
    // The judges' lists, by id; a fault refuses the whole list.
    let line = |(at, id): (usize, &String)| format!("{id},{},{}\n", (at * 7) % 41, (at * 3) % 21);
    let list: String = ids.iter().enumerate().map(line).collect();
    world.write("bad.csv", format!("player,painting,sport\n{list}nobody-at-all,41,x\n"));
    let run = world.run("event award gt --csv bad.csv").ends(1).says("nothing was imported").says("bad.csv:85");
    assert_eq!(run.out, "");
    world.write("judges.csv", format!("player,painting,sport\n{list}"));
    world.run("event award gt --csv judges.csv").ends(0);

    world.run("event cut gt --top 8 --third-place").ends(0);
    let refused = world.run("event cut gt --top 8").ends(1);
    assert!(refused.err.contains("cut"), "{refused:?}");
    let first = rows(&world, "")[1]["player"].as_str().unwrap().to_owned();
    world.run(&format!("event drop gt {first}")).ends(0);
    let again = world.run("event cut gt --top 8 --third-place --again --why ill").ends(0).out;
    assert!(again.contains("cut to 8, next is the top 8"), "{again}");
    for round in 6..=8 {
        world.run("event pair gt").ends(0);
        world.run("event publish gt").ends(0);
        world.feed("event desk gt", &slips(round, &tables(&world, round))).ends(0);
        world.run("event close gt").ends(0);
    }
    let bracket = world.run("event bracket gt --json").ends(0).json();
    let champion = bracket["bracket"]["champion"].as_str().unwrap().to_owned();
    let finish = world.run("event finish gt").ends(0).out;
    assert!(finish.contains("finished. Champion: "), "{finish}");
    let placed = rows(&world, "");
    assert_eq!((placed[0]["player"].as_str(), &placed[0]["reached"]), (Some(champion.as_str()), &"champion".into()));
    assert_eq!(placed[2]["reached"], "third place");
    assert!(placed[8..].iter().all(|row| row["reached"].is_null()));

    // The overall score once more: ten a match point, a tenth of the victory points, both lists.
    let awarded: BTreeMap<&str, (i64, i64)> =
        ids.iter().enumerate().map(|(at, id)| (id.as_str(), ((at as i64 * 7) % 41, (at as i64 * 3) % 21))).collect();
    let tenths = |row: &Value| {
        let (painting, sport) = awarded.get(row["player"].as_str().unwrap()).copied().unwrap_or_default();
        100 * row["points"].as_i64().unwrap() + row["tie_breaks"]["vp"].as_i64().unwrap() + 10 * (painting + sport)
    };
    let best = placed.iter().map(tenths).max().unwrap();
    let overall = rows(&world, "--by overall");
    assert_eq!(tenths(&overall[0]), best);
    let prizes = world.run("event prizes gt --json").ends(0).json();
    let prize = |title: &str| {
        let all = prizes["prizes"].as_array().unwrap().iter();
        all.clone().find(|prize| prize["title"] == title).unwrap_or_else(|| panic!("{title} in {prizes}")).clone()
    };
    assert_eq!(prize("Champion")["players"][0], champion.as_str());
    assert_eq!(prize("Best overall")["players"][0], overall[0]["player"]);
    assert_eq!(prize("Best in painting")["with"], "40 points");
    let factions = prizes["prizes"].as_array().unwrap().iter().filter(|prize| prize["kind"]["faction"].is_string());
    assert_eq!(factions.count(), 7, "Orks and orks are one, Drukhari has one player");
    assert!(prize("Best club")["group"].is_string());

    // Every number a second time, and the paper.
    let check = world.run("event check gt").ends(0).out;
    assert!(check.contains("good") || check.contains("0 faults"), "{check}");
    world
        .run("event sheets gt --only prizes,certificates,crosstable,bracket,standings -o out --last-name-first")
        .ends(0);
    world.run("event sheets gt --html -o out").ends(0);
    let page = String::from_utf8(world.read("out/gt-r8-standings.html")).unwrap();
    assert!(page.contains("محمد") && !page.contains("\u{fffd}"));
    for name in ["prizes", "certificates", "crosstable", "bracket", "standings"] {
        assert!(world.read(&format!("out/gt-r8-{name}.pdf")).starts_with(b"%PDF-1.7"), "{name}");
    }
    let csv = world.run("event results gt --csv -").ends(0).out;
    let played: usize =
        document["rounds"].as_array().unwrap().iter().map(|r| r["results"].as_array().unwrap().len()).sum();
    let (byes, games): (Vec<&str>, Vec<&str>) = csv.lines().partition(|line| line.contains(",bye,"));
    assert_eq!(games.len(), 1 + played + 4 + 2 + 2);
    assert!(!byes.is_empty(), "{csv}");
    world.run("event export gt --trf gt.trf").ends(0);
    world.run("event archive gt").ends(0);
    assert!(!world.run("event list").ends(0).out.contains("| gt "));
}
