//! A league over databases of two clubs, as its officer runs it: pinned, said who is who, shown, checked, corrected.

use std::time::{Duration, Instant};

use crate::serving::Server;
use crate::support::{World, forged, project};

/// An event of four players in a database of its own; results are entered by hand, so that the first of a table wins.
pub fn event(world: &World, data: &str, id: &str, players: &str) {
    world.write("players.csv", format!("name,club,faction\n{players}"));
    for words in [
        format!("event new {id} --name {id} --rounds 1 --seed 7"),
        format!("event register {id} --csv players.csv"),
        format!("event pair {id}"),
        format!("event publish {id}"),
        format!("event result {id} --table 1 --one 75 --two 62"),
        format!("event result {id} --table 2 --one 55 --two 55"),
        format!("event close {id}"),
        format!("event finish {id}"),
    ] {
        world.run(&format!("{words} --data {data}")).ends(0);
    }
}

pub fn two_clubs() -> World {
    let world = World::new();
    event(
        &world,
        "one",
        "gt-oct",
        "Anna Berg,Dice Tower,Orks\nBen Ode,Dice Tower,Necrons\nCarl Voss,,Orks\nDora Quist,,Tyranids\n",
    );
    event(
        &world,
        "two",
        "rtt-3",
        "A. Berg,Dice Tower,Orks\nBen Ode,Harbour,Necrons\nEmil Strand,,Orks\nFrida Holm,,Aeldari\n",
    );
    world.run("league new north26 --name North --from 2026-01-01 --to 2026-12-31").ends(0);
    world
}

/// The whole way of a stranger: from two databases to a list that is checked without any.
#[test]
fn from_databases_to_a_checked_list() {
    let world = two_clubs();
    let added = world.run("league add north26 one/adjutant.db two --json").ends(0).json();
    assert_eq!((added["pinned"].as_array().unwrap().len(), &added["members"]), (2, &6.into()));
    let open = added["open"].as_array().unwrap();
    assert_eq!(open.len(), 2, "nobody is joined by name: {open:?}");
    let told = world.run("league who north26").ends(0).out;
    assert!(told.contains("may be one person: same last name and first letter, same club, same faction"), "{told}");
    assert!(told.contains("may be one person: same name"), "{told}");
    let command = told.lines().find(|line| line.contains("league who") && line.contains("berg")).unwrap();
    world.run(command.trim().strip_prefix("adjutant ").unwrap()).ends(0);
    let ben = told.lines().find(|line| line.contains("league who") && line.contains("ben")).unwrap();
    let ben = ben.trim().strip_prefix("adjutant ").unwrap().rsplit_once(' ').unwrap().0.to_owned();
    world.run(&format!("{ben} new")).ends(0);
    world.run("league who north26").ends(0);
    let list = world.run("league list north26").ends(0).out;
    assert!(list.contains('±'), "{list}");
    let csv = world.run("league list north26 --csv").ends(0).out;
    assert!(csv.contains("m0001,Anna Berg,") && csv.lines().count() == 8, "{csv}");
    let stats = world.run("league stats north26 -o figures --json").ends(0).json();
    assert_eq!(stats["games"], 4, "{stats}");
    assert!(String::from_utf8(world.read("figures/armies.csv")).unwrap().starts_with("faction,half_wins,games"));
    assert!(
        String::from_utf8(world.read("figures/race.svg"))
            .unwrap()
            .starts_with("<svg class=\"fig\" id=\"race\" role=\"img\"")
    );
    assert!(world.run("league stats north26").ends(0).out.contains("No army has games and players enough"));
    world.run("league publish north26 -o site --with-logs").ends(0);
    world.run("league check site").ends(0);
    let text = String::from_utf8(world.read("site/list-0001.json")).unwrap();
    assert!(!text.contains("Anna") && !text.contains("Berg"), "ids and numbers only: {text}");
    // The same list again is no second list.
    world.run("league publish north26 -o site").ends(0);
    assert_eq!(world.run("league show north26 --json").ends(0).json()["lists"], 1);
    // Somebody who moves a point is found, and so is a log that was changed.
    let mut list: serde_json::Value = serde_json::from_str(&text).unwrap();
    list["members"][0]["points"] = 99.into();
    world.write("site/list-0001.json", format!("{list}\n"));
    let found = world.run("league check site").ends(1).out;
    assert!(found.contains("line 1: it says") && found.contains("99 points"), "{found}");
    world.write("site/list-0001.json", text);
    let log = std::fs::read_dir(world.path("site/logs")).unwrap().next().unwrap().unwrap().path();
    let changed = forged(&std::fs::read_to_string(&log).unwrap(), |_, fields, _| {
        if let Some(result) = fields["do"].get_mut("result") {
            result["one"] = 76.into();
        }
    });
    std::fs::write(&log, changed).unwrap();
    let found = world.run("league check site").ends(1).out;
    let name = log.file_stem().unwrap().to_str().unwrap().to_owned();
    assert!(found.contains(&name) || found.contains("not among the logs"), "{found}");
}

/// A result that is corrected in a pinned event: the log has grown, the next list says who moved.
#[test]
fn a_corrected_event_moves_those_whom_diff_names() {
    let world = two_clubs();
    world.run("league add north26 one two").ends(0);
    world.run("league publish north26 -o site").ends(0);
    let again = world.run("league add north26 one two --json").ends(0).json();
    assert_eq!((again["known"].as_u64(), again["pinned"].as_array().unwrap().len()), (Some(2), 0));
    let finish = world.run("event show gt-oct --history --data one").ends(0).out;
    assert!(finish.contains("finish"), "{finish}");
    world.run("event undo gt-oct --why corrected --data one").ends(0);
    world.run("event amend gt-oct --round 1 --table 1 --one 62 --two 75 --why swapped --data one").ends(0);
    world.run("event finish gt-oct --data one").ends(0);
    let grown = world.run("league add north26 one --json").ends(0).json();
    assert_eq!(grown["pinned"][0]["again"], true, "{grown}");
    let diff = world.run("league diff north26 1 --json").ends(0).json();
    let by = |moved: &serde_json::Value| !moved["by"].as_array().unwrap().is_empty();
    let direct = diff["moved"].as_array().unwrap().iter().filter(|moved| by(moved)).count();
    assert_eq!(direct, 2, "{diff}");
    world.run("league publish north26 -o site").ends(0);
    let told = world.run("league diff north26 1 2").ends(0).out;
    assert!(told.contains("List 1 → list 2") && told.contains("event gt-oct"), "{told}");
    let member = world.run("league member north26 m0001 --json").ends(0).json();
    assert_eq!(member["games"].as_array().unwrap().len(), 1, "{member}");
}

/// The log of a match tells its points by round; with what comes when the battle ends they are the result.
#[test]
fn points_by_round_come_from_the_logs_of_matches() {
    let world = World::new();
    world.run("match simulate alone --seed 5 --depth facts --data other").ends(0);
    world.run("league new north26 --name North --from 2000-01-01 --to 2999-12-31").ends(0);
    world.run("league add north26 other").ends(0);
    world.run("league stats north26 -o figures").ends(0);
    let rounds = String::from_utf8(world.read("figures/rounds.csv")).unwrap();
    let rows: Vec<Vec<i64>> =
        rounds.lines().skip(1).map(|line| line.split(',').map(|cell| cell.parse().unwrap()).collect()).collect();
    assert_eq!(rows.len(), 5, "{rounds}");
    let view = world.run("match show alone --json --data other").ends(0).json();
    let vp = |entries: &serde_json::Value, player: &str, end: bool| -> i64 {
        let own = entries.as_array().unwrap().iter().filter(|entry| entry["player"] == player);
        own.filter(|entry| end || entry["round"] != "end").map(|entry| entry["vp"].as_i64().unwrap()).sum()
    };
    let mut told = [rows[4][3] / 100, rows[4][6] / 100];
    let mut known = ["one", "two"].map(|player| vp(&view["ledger"], player, false));
    told.sort_unstable();
    known.sort_unstable();
    assert_eq!(told, known, "{rounds}");
    for player in ["one", "two"] {
        // A painted army brings ten beside the ledger.
        let more = view["players"][player]["total"].as_i64().unwrap() - vp(&view["ledger"], player, true);
        assert!([0, 10].contains(&more), "{player}: {more}");
    }
}

/// What an officer says beside: paper games, merges, what is left out, undone, the end; and what is refused.
#[test]
fn an_officer_says_and_takes_back() {
    let world = two_clubs();
    world.run("league add north26 one two").ends(0);
    world.run("league paper north26 m0001 75:62 m0002 --on 2026-05-03").ends(0);
    world.run("league paper north26 m0001 75:62 m0002 --on 2026-05-03").ends(1).says("same-game");
    world.run("league paper north26 m0001 won m0002 --on 2027-05-03").ends(1).says("out-of-season");
    world.run("league merge north26 m0001 m0002 --why twins").ends(1).says("same-person-twice-in-a-game");
    world.run("league exclude north26 --log gt-oct --why invented").ends(0);
    let seq = world.run("league show north26 --json").ends(0).json()["records"].as_u64().unwrap();
    let without = world.run("league list north26 --json").ends(0).json();
    assert_eq!(without["logs"].as_array().unwrap().len(), 1);
    world.run(&format!("league undo north26 {seq} --why proven")).ends(0);
    assert_eq!(world.run("league list north26 --json").ends(0).json()["logs"].as_array().unwrap().len(), 2);
    world.run("key new").ends(0);
    world.run("league sign north26").ends(0);
    world.run("league close north26").ends(0);
    world.run("league enter north26 Gus").ends(1).says("closed");
    world.run("league reopen north26").ends(0);
    world.run("league export north26 -o north26.jsonl").ends(0);
    let good = world.run("audit north26.jsonl").ends(0).out;
    assert!(good.contains(" records, head ") && !good.contains("0:0"), "a league has no score: {good}");
    world.run("audit data").ends(0);
    world.run("league import north26.jsonl --data other").ends(0);
    world.run("league list north26 --data other").ends(1).says("not here");
    world.run("copy data third").ends(0);
    assert_eq!(world.run("league export north26 --data third").ends(0).out.into_bytes(), world.read("north26.jsonl"));
    world.run("backup kept.db").ends(0);
    world.run("restore kept.db --data fourth").ends(0);
    world.run("league show north26 --data fourth").ends(0);
}

/// A hall's database holds an event and the logs of its battles: each game counts once, with what its log knows, whatever is
/// brought first and however often.
#[test]
fn an_event_with_its_match_logs_counts_each_game_once() {
    let world = World::new();
    world.run("demo hall --quiet").ends(0);
    let new =
        |id: &str| drop(world.run(&format!("league new {id} --name North --from 2026-01-01 --to 2026-12-31")).ends(0));
    new("whole");
    let added = world.run("league add whole hall/adjutant.db hall --json").ends(0).json();
    assert_eq!((added["pinned"].as_array().unwrap().len(), &added["known"]), (13, &26.into()), "{added}");
    let games = |id: &str| world.run(&format!("league list {id} --json")).ends(0).json()["games"].clone();
    assert_eq!(games("whole"), serde_json::json!([12, 12]));
    let stats = world.run("league stats whole --json").ends(0).json();
    assert_eq!((&stats["logs"], &stats["first_turn"]["score"]["games"]), (&serde_json::json!([1, 0, 0]), &12.into()));
    let picked: u64 =
        stats["secondaries"].as_array().unwrap().iter().map(|one| one["score"]["games"].as_u64().unwrap()).sum();
    assert_eq!(picked, 12 * 2 * 3, "three objectives a player");
    // The logs of the battles alone wait for their event, and are told so; then nothing is counted twice.
    new("parts");
    world.run("event export demo --log demo.jsonl --data hall").ends(0);
    let battles: Vec<String> =
        (1..=3).flat_map(|round| (1..=4).map(move |table| format!("demo-r{round}-t{table:02}"))).collect();
    for id in &battles {
        world.run(&format!("match export {id} -o {id}.jsonl --data hall")).ends(0);
        world.run(&format!("league add parts {id}.jsonl")).ends(0);
    }
    assert_eq!(games("parts"), serde_json::json!([0, 0]));
    let waiting = world.run("league list parts").ends(0).out;
    assert!(waiting.contains("demo-r1-t01") && waiting.contains("event demo"), "{waiting}");
    world.run("league add parts demo.jsonl").ends(0);
    assert_eq!(games("parts"), serde_json::json!([12, 12]));
    let of = |id: &str| {
        let mut stats = world.run(&format!("league stats {id} --json")).ends(0).json();
        stats["minimum"].take();
        stats
    };
    assert_eq!(of("parts"), of("whole"));
}

/// Three clubs with an event each; Anna Berg, whom the second club calls A. Berg, registers at this place of the first one.
fn three_clubs(anna: usize) -> World {
    let world = World::new();
    let mut people: Vec<String> =
        (1..=45).map(|number| format!("Player{number} Surname{number},Dice Tower,Orks")).collect();
    people.insert(anna, "Anna Berg,Dice Tower,Orks".to_owned());
    let small = |names: [&str; 4]| names.map(|name| format!("{name},Harbour,Necrons")).to_vec();
    for (id, file, players) in [
        ("gt-oct", "dice-tower.db", people),
        ("rtt-3", "harbour.db", small(["A. Berg", "Emil Strand", "Frida Holm", "Gus Winter"])),
        ("rtt-4", "old-mill.db", small(["Hanna Lund", "Ivo Falk", "Jon Eck", "Kim Tal"])),
    ] {
        world.write("players.csv", format!("name,club,faction\n{}\n", players.join("\n")));
        let tables = 1..=players.len() / 2;
        let mut words: Vec<String> = vec![
            format!("event new {id} --name {id} --rounds 1 --seed 7"),
            format!("event register {id} --csv players.csv"),
            format!("event pair {id}"),
            format!("event publish {id}"),
        ];
        words.extend(tables.map(|table| format!("event result {id} --table {table} --one {} --two 61", 50 + table)));
        words.extend([format!("event close {id}"), format!("event finish {id}")]);
        for words in words {
            world.run(&format!("{words} --data {id}")).ends(0);
        }
        world.run(&format!("backup {file} --data {id}")).ends(0);
    }
    world
}

/// The way of a stranger with the guide alone: the commands at its top, as they are written there, end in a list that is
/// checked. `m0042` is whoever was entered as the 42nd, so Anna registers where that is she.
#[test]
fn the_commands_of_the_guide_lead_from_three_databases_to_a_published_list() {
    let guide = std::fs::read_to_string(project().join("docs/league.md")).unwrap();
    let block = guide.split("```console\n").nth(1).unwrap().split("```").next().unwrap();
    let commands: Vec<&str> = block.lines().map(|line| line.strip_prefix("$ adjutant ").unwrap()).collect();
    let number = |world: &World| -> usize {
        let list = world.run("league list north26 --csv").ends(0).out;
        let id = list.lines().find_map(|line| line.split_once(",Anna Berg,")?.0.rsplit_once(",m")).unwrap().1;
        id.parse().unwrap()
    };
    // What stands between quotation marks is one word.
    let words = |(at, part): (usize, &str)| -> Vec<String> {
        if at % 2 == 1 { vec![part.to_owned()] } else { part.split_whitespace().map(str::to_owned).collect() }
    };
    let told = |world: &World, commands: &[&str]| -> Vec<String> {
        let run = |line: &&str| {
            let mut command = world.command("");
            command.args(line.split('"').enumerate().flat_map(words));
            crate::support::run_of(command.output().unwrap()).ends(0).out
        };
        commands.iter().map(run).collect()
    };
    let first = three_clubs(0);
    told(&first, &commands[..2]);
    let world = three_clubs(42 - number(&first));
    let told = told(&world, &commands);
    assert!(
        told[2].contains(&format!("adjutant {}", commands[3])),
        "the guide says what the program proposes: {}",
        told[2]
    );
    assert!(told[4].contains("Anna Berg") && told[4].contains('±'), "{}", told[4]);
    assert!(told[6].contains("list 1: good"), "{}", told[6]);
    let anna = world.run("league member north26 m0042 --json").ends(0).json();
    assert_eq!((&anna["name"], anna["games"].as_array().unwrap().len()), (&"Anna Berg".into(), 2), "{anna}");
}

/// A league in a database whose data folder lacks copies of pinned logs, or holds changed ones: adding the logs again
/// brings them, and nothing is pinned twice.
#[test]
fn logs_that_are_not_here_are_brought_by_adding_them_again() {
    let world = two_clubs();
    world.run("league add north26 one two").ends(0);
    let due = world.run("league list north26 --json").ends(0).out;
    world.run("league export north26 -o north26.jsonl").ends(0);
    world.run("league import north26.jsonl --data other").ends(0);
    world.run("league list north26 --data other").ends(1).says("not here").says("add the logs again");
    let brought = world.run("league add north26 one two --data other --json").ends(0).json();
    assert_eq!((&brought["known"], &brought["pinned"]), (&2.into(), &serde_json::json!([])), "{brought}");
    assert_eq!(world.run("league list north26 --json --data other").ends(0).out, due);
    let copy = std::fs::read_dir(world.path("other/leagues/logs")).unwrap().next().unwrap().unwrap().path();
    let whole = std::fs::read(&copy).unwrap();
    std::fs::write(&copy, String::from_utf8_lossy(&whole).replacen("\"one\":75", "\"one\":76", 1)).unwrap();
    let changed = std::fs::read(&copy).unwrap() != whole;
    assert_eq!(world.run("league list north26 --data other").code, Some(i32::from(changed)));
    world.run("league add north26 one two --data other").ends(0);
    assert_eq!(std::fs::read(&copy).unwrap(), whole);
    assert_eq!(world.run("league export north26 --data other").ends(0).out.into_bytes(), world.read("north26.jsonl"));
}

/// The pages of a list: in a folder that needs no server, and byte for byte the same beside an event in a hall.
#[test]
fn pages_in_a_folder_are_those_of_the_hall() {
    let world = two_clubs();
    world.run("league add north26 one two").ends(0);
    event(&world, "data", "gt", "Gus Lowe,,Orks\nHanna Oja,,Necrons\nIvo Marek,,Orks\nJana Novak,,Tyranids\n");
    world.run("serve gt --league north26 --address 127.0.0.1 --port 0").ends(1).says("list");
    let published = world.run("league publish north26 -o site --json").ends(0).json();
    assert!(published["pages"].as_u64() > Some(12), "{published}");
    let table = String::from_utf8(world.read("site/index.html")).unwrap();
    for line in world.run("league list north26 --csv").ends(0).out.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let row = table.split("<tr").find(|row| row.contains(&format!("id=\"{}\"", fields[1]))).unwrap();
        let points = format!("pts\">{}<small>", fields[3]);
        assert!(row.contains(&points) && row.contains(&format!("<bdi>{}</bdi>", fields[2])), "{line}: {row}");
    }
    let server = Server::of(world.command("serve gt --league north26 --address 127.0.0.1 --port 0"));
    let body = |path: &str| {
        let answer = server.get(&format!("/league/{path}"), "");
        assert_eq!(answer.status, 200, "{path}");
        answer.text.split_once("\r\n\r\n").unwrap().1.to_owned()
    };
    for path in ["index.html", "members/m0001.html", "events.html", "stats.html", "find.html", "league.css"] {
        assert_eq!(body(path).into_bytes(), world.read(&format!("site/{path}")), "{path}");
    }
    assert_eq!(body(""), body("index.html"));
    assert_eq!(server.get("/league/members/m9999.html", "").status, 404);
    assert!(server.get("/", "").text.contains("href=\"/league/index.html\""));
    // A list that is shown later is served without a new start; a member who is left out has no page any more.
    world.run("league exclude north26 --member m0002 --why asked").ends(0);
    world.run("league publish north26 -o site").ends(0);
    let since = Instant::now();
    while !body("index.html").contains("List 2, hash") {
        assert!(since.elapsed() < Duration::from_secs(30), "the second list is not served");
        std::thread::sleep(Duration::from_millis(100));
    }
    assert_eq!(body("index.html").into_bytes(), world.read("site/index.html"));
    assert!(body("index.html").contains("List 1 → list 2"));
    assert!(!world.path("site/members/m0002.html").exists());
}

/// A database of matches and events becomes one that holds leagues when the first is recorded; the file as it was stays.
#[test]
fn the_first_league_makes_room_and_keeps_the_file_as_it_was() {
    let world = World::with_match();
    let before = world.exported();
    assert!(!world.path("data/adjutant.db.v1").exists());
    world.run("league new north26 --name North --from 2026-01-01 --to 2026-12-31").ends(0);
    assert!(world.path("data/adjutant.db.v1").exists());
    assert_eq!(world.exported(), before);
    world.run("audit data").ends(0);
    world.run("league new north26 --name North --from 2026-01-01 --to 2026-12-31").ends(1).says("there is a league");
}

/// Another club signs that the tree grew, and does not sign one that lost a log.
#[test]
fn a_witness_signs_trees_that_grow() {
    let world = two_clubs();
    world.run("league add north26 one").ends(0);
    world.run("key new").ends(0);
    world.run("key new --data witness").ends(0);
    world.run("league publish north26 -o site").ends(0);
    let proofs = std::fs::read_dir(world.path("site/proofs")).unwrap().count();
    assert_eq!(proofs, 1);
    let cosign = |world: &World| world.run("witness cosign site/checkpoint --data witness");
    cosign(&world).ends(0);
    let signed = world.read("site/checkpoint");
    assert_eq!(signed.split(|byte| *byte == b'\n').filter(|line| line.starts_with("— ".as_bytes())).count(), 2);
    world.run("league publish north26 -o site").ends(0);
    assert_eq!(world.read("site/checkpoint"), signed, "what others signed under the same tree stays");
    world.run("league add north26 two").ends(0);
    world.run("league publish north26 -o site").ends(0);
    let grown = cosign(&world).ends(0).out;
    assert!(grown.contains("2 logs; it held 1"), "{grown}");
    // Leaves of which the first was left out.
    let leaves = String::from_utf8(world.read("site/leaves")).unwrap();
    world.write("site/leaves", leaves.lines().skip(1).map(|line| format!("{line}\n")).collect::<String>());
    cosign(&world).ends(1).says("the leaves do not make this tree");
}

/// Proofs of five logs, of which one has grown, read by a script that was written from the specifications; where its machine
/// has the package `aics-tlog` (`.ci/python` installs it), signatures and cosignatures too.
#[test]
fn a_script_of_its_own_reads_the_proofs() {
    let world = two_clubs();
    for id in ["three", "four"] {
        event(&world, id, id, "Ada Lin\nBea Mo\nCai Nor\nDee Orr\n");
    }
    world.run("league add north26 one three").ends(0);
    world.run("event undo gt-oct --why corrected --data one").ends(0);
    world.run("event amend gt-oct --round 1 --table 1 --one 62 --two 75 --why swapped --data one").ends(0);
    world.run("event finish gt-oct --data one").ends(0);
    world.run("league add north26 two four one").ends(0);
    world.run("key new").ends(0);
    world.run("key new --data witness").ends(0);
    world.run("league publish north26 -o site --with-logs").ends(0);
    world.run("witness cosign site/checkpoint --name club.invalid/w --data witness").ends(0);
    let key = |words: &str| world.run(words).ends(0).json()["key"].as_str().unwrap().to_owned();
    let keys = [key("key show --json"), key("key show --json --data witness"), "club.invalid/w".to_owned()];
    let script = project().join("tests/reckoner/proofs.py");
    let python = std::env::var("ADJUTANT_TEST_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let read = || std::process::Command::new(&python).arg(&script).arg(world.path("site")).args(&keys).output();
    let Ok(found) = read() else { return println!("left out: there is no {python} here") };
    let words = String::from_utf8_lossy(&found.stdout).into_owned();
    println!("{words}");
    assert!(found.status.success() && words.contains("4 proofs lead to the root over 5 leaves"), "{found:?}");
    // A log that lost its last record is in no tree.
    let log = std::fs::read_dir(world.path("site/logs")).unwrap().next().unwrap().unwrap().path();
    let text = std::fs::read_to_string(&log).unwrap();
    std::fs::write(
        &log,
        text.lines().take(text.lines().count() - 1).map(|line| format!("{line}\n")).collect::<String>(),
    )
    .unwrap();
    assert!(!read().unwrap().status.success());
}

/// Any byte of a pinned log changed, or any record taken out: the check of the list names that log, and so does the table.
#[test]
fn a_changed_pinned_log_is_named() {
    let world = two_clubs();
    world.run("league add north26 one two").ends(0);
    world.run("league publish north26 -o site --with-logs").ends(0);
    let logs: Vec<_> = std::fs::read_dir(world.path("site/logs")).unwrap().map(|file| file.unwrap().path()).collect();
    assert_eq!(logs.len(), 2);
    for log in &logs {
        let good = std::fs::read(log).unwrap();
        let origin = log.file_stem().unwrap().to_str().unwrap();
        let mut bad: Vec<Vec<u8>> = Vec::new();
        for at in (0..24).map(|part| part * (good.len() - 1) / 24 + part) {
            let mut changed = good.clone();
            changed[at] = if changed[at] == b'7' { b'3' } else { b'7' };
            bad.push(changed);
        }
        let text = String::from_utf8(good.clone()).unwrap();
        let without = |gone: usize| {
            let lines = text.lines().enumerate().filter(|(at, _)| *at != gone);
            lines.map(|(_, line)| format!("{line}\n")).collect::<String>().into_bytes()
        };
        bad.extend([0, 1, text.lines().count() - 1].map(without));
        for changed in bad {
            std::fs::write(log, &changed).unwrap();
            let found = world.run("league check site").ends(1).out;
            assert!(found.contains(origin), "{origin} is not named: {found}");
            let copy = world.path("data/leagues/logs").join(log.file_name().unwrap());
            std::fs::write(&copy, &changed).unwrap();
            world.run("league list north26").ends(1).says(origin);
            std::fs::write(&copy, &good).unwrap();
        }
        std::fs::write(log, &good).unwrap();
        world.run("league check site").ends(0);
    }
}

/// A season that goes on from the last one begins with its ratings and with no points.
#[test]
fn a_season_after_another_begins_with_its_ratings() {
    let world = two_clubs();
    world.run("league add north26 one").ends(0);
    let last = world.run("league list north26 --json").ends(0).json();
    let new = "league new north27 --name North --from 2027-01-01 --to 2027-12-31 --after north26";
    world.run(new).ends(0);
    for name in ["Anna", "Ben", "Carl", "Dora"] {
        world.run(&format!("league enter north27 {name}")).ends(0);
    }
    let list = world.run("league list north27 --json").ends(0).json();
    let of = |list: &serde_json::Value, id: &str| {
        let rows = list["members"].as_array().unwrap().clone();
        rows.into_iter().find(|row| row["id"] == id).unwrap()
    };
    for id in ["m0001", "m0002", "m0003", "m0004"] {
        let (then, now) = (of(&last, id), of(&list, id));
        assert_eq!(then["rating"]["value"], now["rating"]["value"], "{id}");
        assert!(now["rating"]["deviation"].as_i64() > then["rating"]["deviation"].as_i64(), "weeks without games");
        assert_eq!(now["points"], 0);
    }
}
