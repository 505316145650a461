//! Matches on phones: the same match by verbs and by forms, two phones at one table, lists, and a second laptop.

use adjutant_tournament::command::PassKind;
use serde_json::{Value, json};

use crate::serving::{Answer, Server, bare, cookie, log, same_records};
use crate::support::World;

/// An event `gt` of two, its round published, and the bare records of a match that fits its table.
pub fn event(world: &World, mission: &str) {
    world.write("players.csv", "name\nAnna\nBert\n");
    world.run("event new gt --name GT --pack gt2020 --rounds 1 --seed 42").ends(0);
    world.run("event register gt --csv players.csv").ends(0);
    world.run(&format!("event table gt --count 1 --missions {mission}")).ends(0);
    world.run("event pass gt judge mia --new").ends(0);
    world.run("event pair gt").ends(0);
    world.run("event publish gt").ends(0);
}

/// A simulated match, told again command by command, and its mission.
fn simulated(world: &World) -> (Vec<Value>, String) {
    world.run("match simulate gt-r1-t01 --seed 4 --depth scores --data other").ends(0);
    let records = bare(&world.run("match export gt-r1-t01 --data other").ends(0).out);
    let mission = records[1]["do"]["mission"]["mission"].as_str().unwrap().to_owned();
    let openly = records[2..].iter().filter(|record| record["do"].get("commit").is_none()).map(|record| {
        let mut command = record["do"].clone();
        if let Some(reveal) = command.get("reveal") {
            command = json!({reveal["what"].as_str().unwrap(): reveal["value"]});
        }
        json!({"by": record["by"], "do": command})
    });
    (openly.collect(), mission)
}

/// The first records of a simulated match behind its mission, without choices in secret, and the mission.
pub fn simulated_openly(world: &World, most: usize) -> (String, String) {
    let (records, mission) = simulated(world);
    // A retraction names a record by its number, and the battle goes on.
    let plain = records.iter().position(|record| record["do"].get("retract").is_some()).unwrap_or(records.len());
    let bare: Vec<String> = records[..plain.min(most)].iter().map(ToString::to_string).collect();
    (bare.join("\n"), mission)
}

/// The phones of a table: both players, the device that lies there, and the judge's.
pub struct Phones {
    pub one: String,
    pub two: String,
    pub table: String,
    pub judge: String,
}

impl Phones {
    pub fn of(world: &World) -> Phones {
        let pairing = log(world).state().rounds[0].pair.tables[0].clone();
        Phones {
            one: cookie(world, PassKind::Player, pairing.one.as_str()),
            two: cookie(world, PassKind::Player, pairing.two.as_str()),
            table: cookie(world, PassKind::Table, "1"),
            judge: cookie(world, PassKind::Judge, "mia"),
        }
    }
}

pub fn encoded(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

/// Says something of the match; the number of the request is drawn from `rid`.
pub fn say(server: &Server, path: &str, cookie: &str, rid: usize, seen: usize, fields: &str) -> Answer {
    let fields = format!("seen={seen}&rid={rid:032x}&{fields}");
    server.post(path, cookie, &fields).expect("an answer")
}

fn tap(server: &Server, cookie: &str, rid: usize, seen: usize, command: &Value) -> Answer {
    say(server, "/match/say", cookie, rid, seen, &format!("do={}", encoded(&command.to_string())))
}

#[test]
fn a_match_by_forms_leaves_the_records_of_the_match_by_verbs() {
    let (verbs, forms) = (World::new(), World::new());
    let (records, mission) = simulated(&verbs);
    event(&verbs, &mission);
    event(&forms, &mission);
    let lines: Vec<String> = records.iter().map(ToString::to_string).collect();
    verbs.write("bare.jsonl", lines.join("\n"));
    verbs.run("match record gt-r1-t01 --from bare.jsonl").ends(0);

    let server = Server::start(&forms, 0);
    let phones = Phones::of(&forms);
    for (at, record) in records.iter().enumerate() {
        let seen = at + 2;
        let command = encoded(&record["do"].to_string());
        let answer = match record["by"].as_str().unwrap() {
            "one" => say(&server, "/match/say", &phones.one, at, seen, &format!("do={command}")),
            "two" => say(&server, "/match/say", &phones.two, at, seen, &format!("do={command}")),
            "both" => say(&server, "/match/say", &phones.table, at, seen, &format!("do={command}&by=both")),
            _ => say(&server, "/table/say", &phones.judge, at, seen, &format!("do={command}&table=1")),
        };
        assert_eq!(answer.status, 303, "{record}: {}", answer.text);
        // What the phones show on the way.
        if at % 40 == 7 {
            for path in ["/match", "/match/scoring", "/match/more", "/match/log", "/match/log?at=3", "/me"] {
                let shown = server.get(path, &phones.one);
                assert_eq!(shown.status, 200, "{path} after {record}: {}", shown.text);
            }
            assert_eq!(server.get("/match", &phones.table).status, 200);
            assert_eq!(server.get(&format!("/table/1/log?at={seen}"), &phones.judge).status, 200);
        }
    }
    let exported = |world: &World| bare(&world.run("match export gt-r1-t01").ends(0).out);
    same_records(&exported(&verbs), &exported(&forms));

    // Both agree on what the match says: the result names its log.
    let ended = server.get("/match", &phones.one);
    assert!(ended.text.contains("Report this result"), "{}", ended.text);
    let seen = log(&forms).records().len();
    for (rid, phone) in [(9001, &phones.one), (9002, &phones.two)] {
        let shown = server.get("/me/result", phone);
        assert!(shown.text.contains("I agree: "), "{}", shown.text);
        let answer = say(&server, "/me/report", phone, rid, seen, "from=match");
        assert_eq!(answer.status, 303, "{}", answer.text);
    }
    let round = forms.run("event export gt --json").ends(0).json()["rounds"][0].take();
    assert_eq!(round["results"][0]["from"]["match"], "gt-r1-t01");
    forms.run("event check gt").ends(0);
}

/// A table whose match is over.
pub fn played_out() -> World {
    let world = World::new();
    let (records, mission) = simulated(&world);
    event(&world, &mission);
    let lines: Vec<String> = records.iter().map(ToString::to_string).collect();
    world.write("bare.jsonl", lines.join("\n"));
    world.run("match record gt-r1-t01 --from bare.jsonl").ends(0);
    world
}

/// A table whose match was recorded to its end but for the last phases, for load: the cookies of both players and the length of
/// the log.
pub fn told_again() -> (World, Server, [String; 2], usize) {
    told_upto(198)
}

/// The same, up to so many records.
pub fn told_upto(most: usize) -> (World, Server, [String; 2], usize) {
    let world = World::new();
    let (bare, mission) = simulated_openly(&world, most);
    event(&world, &mission);
    world.write("bare.jsonl", bare);
    world.run("match record gt-r1-t01 --from bare.jsonl").ends(0);
    let server = Server::start(&world, 0);
    let phones = Phones::of(&world);
    let length = records_of(&world).len();
    (world, server, [phones.one, phones.two], length)
}

/// A table in its set-up, both phones on it.
pub fn seated() -> (World, Server, Phones) {
    let world = World::new();
    event(&world, "scorched-earth");
    let server = Server::start(&world, 0);
    let phones = Phones::of(&world);
    (world, server, phones)
}

pub fn records_of(world: &World) -> Vec<Value> {
    bare(&world.run("match export gt-r1-t01").ends(0).out)
}

#[test]
fn two_phones_at_one_table_hear_of_each_other() {
    let (world, mut server, phones) = seated();
    let note = |text: &str| json!({"note": {"text": text}});
    let attacker = json!({"roles": {"attacker": "one"}});
    assert_eq!(tap(&server, &phones.one, 1, 2, &attacker).status, 303);
    // The other phone still shows record 2: what happened meanwhile is said, and the same form is offered again.
    let late = tap(&server, &phones.two, 2, 2, &json!({"zone": {"zone": "a"}}));
    assert_eq!(late.status, 409, "{}", late.text);
    assert!(late.text.contains("Anna recorded") || late.text.contains("Bert recorded"), "{}", late.text);
    assert!(late.text.contains("Record mine all the same") && late.text.contains("name=\"seen\" value=\"3\""));
    assert_eq!(tap(&server, &phones.two, 3, 3, &json!({"zone": {"zone": "a"}})).status, 303);
    // A remark changes nothing that a page showed, and what somebody said without contact comes in a row.
    assert_eq!(tap(&server, &phones.one, 4, 4, &note("first")).status, 303);
    assert_eq!(tap(&server, &phones.two, 5, 4, &note("second")).status, 303);
    assert_eq!(tap(&server, &phones.one, 6, 4, &note("first")).status, 303, "said twice on purpose");
    // The same tap again is the same record.
    assert_eq!(tap(&server, &phones.one, 6, 4, &note("first")).status, 303);
    assert_eq!(records_of(&world).len(), 7);
    // The server dies between the disk and the answer: the phone sends it again, to a server that knows no numbers.
    let port = server.port();
    server.child.kill().unwrap();
    server.child.wait().unwrap();
    let server = Server::start(&world, port);
    assert_eq!(tap(&server, &phones.two, 5, 4, &note("second")).status, 303);
    assert_eq!(tap(&server, &phones.one, 4, 4, &note("first")).status, 303);
    assert_eq!(tap(&server, &phones.one, 6, 4, &note("first")).status, 303);
    assert_eq!(records_of(&world).len(), 7, "nothing stands there twice");
    assert_eq!(tap(&server, &phones.one, 7, 7, &note("first")).status, 303, "a new page, a new remark");
    assert_eq!(records_of(&world).len(), 8);
    // The command line records beside it.
    world.run("match record gt-r1-t01 --by two note third").ends(0);
    let shown = (0..50).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(100));
        server.get("/match/log", &phones.one).text.contains("note third")
    });
    assert!(shown, "five seconds were not enough");
}

/// The secrets that lie on the server's disk.
fn secrets(world: &World) -> usize {
    std::fs::read_dir(world.path("data/secrets")).map_or(0, |folder| folder.count())
}

/// Three objectives of different categories, as the page of a phone offers them, and what they are called.
fn offered(page: &str) -> Vec<(String, String)> {
    let mut found: Vec<(String, String, String)> = Vec::new();
    for part in page.split("name=\"/secondaries/choose@").skip(1) {
        let (category, rest) = part.split_once("\" value=\"").unwrap();
        let (id, rest) = rest.split_once('"').unwrap();
        let name = rest.split("<label").nth(1).unwrap().split('>').nth(1).unwrap().split('<').next().unwrap();
        if found.iter().all(|(_, _, known)| known != category) {
            found.push((id.to_owned(), name.to_owned(), category.to_owned()));
        }
    }
    found.truncate(3);
    assert_eq!(found.len(), 3, "{page}");
    found.into_iter().map(|(id, name, _)| (id, name)).collect()
}

fn chosen(all: &[(String, String)]) -> String {
    let ticks: String = all.iter().map(|(id, _)| format!("&/secondaries/choose={id}")).collect();
    format!("do={}{ticks}", encoded(&json!({"secondaries": {"choose": []}}).to_string()))
}

#[test]
fn a_choice_in_secret_is_its_players_alone_until_both_have_chosen() {
    let (world, mut server, phones) = seated();
    let organiser = server.get(&server.organiser, "").cookie.unwrap();
    let form = server.get("/match", &phones.one).text;
    assert!(form.contains("action=\"/match/seal\"") && form.contains("formaction=\"/match/say\""), "{form}");
    let three = offered(&form);
    let names: Vec<&str> = three.iter().map(|(_, name)| name.as_str()).collect();
    let told = names.join(", ");
    // What does not go together is refused, and nothing of it stays.
    let twice = [three[0].clone(), three[0].clone(), three[1].clone()];
    let refused = say(&server, "/match/seal", &phones.one, 1, 2, &chosen(&twice));
    assert_eq!(refused.status, 422, "{}", refused.text);
    assert_eq!(secrets(&world), 0, "a refused choice is not kept");
    // Nobody else chooses for a player, and only such choices are sealed.
    for (cookie, fields, status) in [
        (&phones.table, chosen(&three), 403),
        (&phones.judge, chosen(&three), 403),
        (&phones.one, format!("do={}", encoded(&json!({"begin": {}}).to_string())), 400),
    ] {
        assert_eq!(say(&server, "/match/seal", cookie, 2, 2, &fields).status, status);
    }
    assert_eq!(say(&server, "/match/open", &phones.one, 3, 2, "").status, 422, "nobody has chosen");
    assert_eq!(records_of(&world).len(), 2);

    assert_eq!(say(&server, "/match/seal", &phones.one, 4, 2, &chosen(&three)).status, 303);
    let last = records_of(&world).pop().unwrap();
    assert_eq!((&last["by"], &last["do"]["commit"]["what"]), (&json!("one"), &json!("secondaries")));
    assert_eq!(secrets(&world), 1);
    let own = format!("You chose: </b>{told}");
    assert!(server.get("/match", &phones.one).text.contains(&own));
    assert!(server.get("/match/spoken", &phones.one).text.contains(&own));
    let others = [
        ("/match", &phones.two),
        ("/match/spoken", &phones.two),
        ("/match/log", &phones.two),
        ("/match/scoring", &phones.two),
        ("/match/more", &phones.two),
        ("/match", &phones.table),
        ("/match/spoken", &phones.table),
        ("/match/log", &phones.table),
        ("/table/1", &phones.judge),
        ("/table/1/log", &phones.judge),
        ("/table/1/log", &organiser),
        ("/desk", &organiser),
    ];
    for (path, cookie) in others {
        let page = server.get(path, cookie);
        assert_eq!(page.status, 200, "{path}");
        assert!(!page.text.contains("You chose:") && !page.text.contains(&told), "{path}: {}", page.text);
    }
    let log = world.run("match export gt-r1-t01").ends(0).out;
    assert!(three.iter().all(|(id, _)| !log.contains(id.as_str())), "the log holds a digest: {log}");
    assert_eq!(say(&server, "/match/open", &phones.two, 5, 3, "").status, 422, "one has not chosen");

    // The server is killed: the same choice comes again from a phone that heard no answer, and is known.
    let port = server.port();
    server.child.kill().unwrap();
    server.child.wait().unwrap();
    let server = Server::start(&world, port);
    assert_eq!(say(&server, "/match/seal", &phones.one, 4, 2, &chosen(&three)).status, 303);
    assert_eq!((records_of(&world).len(), secrets(&world)), (3, 1));
    assert!(server.get("/match", &phones.one).text.contains(&own), "its player still sees it");
    let mut other = three.clone();
    other.reverse();
    assert_eq!(say(&server, "/match/seal", &phones.one, 6, 3, &chosen(&other)).status, 422, "bound is bound");
    // Taken back, the choice is nobody's any more.
    let undo = json!({"retract": {"seq": 3, "why": "undo"}});
    assert_eq!(tap(&server, &phones.one, 7, 3, &undo).status, 303);
    assert_eq!(secrets(&world), 0);
    assert_eq!(say(&server, "/match/seal", &phones.one, 8, 4, &chosen(&other)).status, 303);
    // The other phone still shows the record before: its choice rests on nothing that was chosen meanwhile.
    assert_eq!(say(&server, "/match/seal", &phones.two, 9, 4, &chosen(&three)).status, 303);
    assert_eq!(secrets(&world), 2);
    let both = server.get("/match", &phones.table).text;
    assert!(both.contains("Open both choices") && !both.contains("You chose:"), "{both}");
    // Both tap at once: it is opened once.
    assert_eq!(say(&server, "/match/open", &phones.two, 10, 6, "").status, 303);
    assert_eq!(say(&server, "/match/open", &phones.one, 11, 6, "").status, 303);
    let records = records_of(&world);
    assert_eq!((records.len(), secrets(&world)), (8, 0));
    for (record, by) in records[6..].iter().zip(["one", "two"]) {
        assert_eq!((&record["by"], &record["do"]["reveal"]["what"]), (&json!(by), &json!("secondaries")));
    }
    let shown = world.run("match export gt-r1-t01").ends(0).out;
    assert!(three.iter().all(|(id, _)| shown.contains(id.as_str())));
    world.write("gt-r1-t01.jsonl", shown);
    world.run("audit gt-r1-t01.jsonl").ends(0);
    assert!(!server.get("/match", &phones.one).text.contains("/match/seal"), "both have chosen");
}

#[test]
fn priority_markers_are_moved_then_noted_in_secret() {
    let world = World::new();
    event(&world, "priority-target");
    let server = Server::start(&world, 0);
    let phones = Phones::of(&world);
    let mut rid = 0;
    let mut said = |cookie: &str, path: &str, fields: &str| {
        rid += 1;
        let seen = records_of(&world).len();
        let answer = say(&server, path, cookie, rid, seen, fields);
        assert_eq!(answer.status, 303, "{path} {fields}: {}", answer.text);
    };
    let command = |value: Value| format!("do={}", encoded(&value.to_string()));
    said(&phones.one, "/match/say", &command(json!({"roles": {"attacker": "one"}})));
    said(&phones.two, "/match/say", &command(json!({"zone": {"zone": "a"}})));
    // Attacker, Defender, Defender, Attacker; a place is typed, or the marker stays.
    for (cookie, marker, at, to) in [
        (&phones.one, "m2", [15, 34], "14.5+33"),
        (&phones.two, "m3", [45, 10], ""),
        (&phones.two, "m4", [15, 10], ""),
        (&phones.one, "m5", [45, 34], ""),
    ] {
        let page = server.get("/match", cookie).text;
        assert!(page.contains("You move a marker") && page.contains(marker), "{page}");
        let moved = command(json!({"marker": {"marker": marker, "moves_to": at}}));
        said(cookie, "/match/say", &format!("{moved}&/marker/moves_to*={to}"));
    }
    let moved = records_of(&world);
    assert_eq!(moved[4]["do"]["marker"]["moves_to"], json!([14.5, 33]));
    for (cookie, marker) in [(&phones.one, "m3"), (&phones.two, "m2")] {
        let page = server.get("/match", cookie).text;
        assert!(page.contains("Your Priority marker, in secret") && page.contains("/match/seal"), "{page}");
        said(cookie, "/match/seal", &command(json!({"marker": {"marker": marker, "becomes": "priority"}})));
        let own = server.get("/match", cookie).text;
        assert!(own.contains(&format!("You chose: </b>marker {marker}")), "{own}");
    }
    assert!(!server.get("/match", &phones.two).text.contains("marker m3<"), "the other one's");
    said(&phones.two, "/match/open", "");
    let records = records_of(&world);
    let opened: Vec<&Value> = records.iter().filter_map(|record| record["do"]["reveal"].get("value")).collect();
    let value = |marker: &str| json!({"marker": marker, "becomes": "priority"});
    assert_eq!(opened, [&value("m3"), &value("m2")]);
    assert_eq!(secrets(&world), 0);
}

#[test]
fn reserves_are_named_on_phones_openly_or_in_secret() {
    for secret in [true, false] {
        let world = World::new();
        event(&world, "scorched-earth");
        let golden = include_str!("golden/real-armies.bare.jsonl");
        let armies: Vec<&str> = golden.lines().filter(|line| line.contains("\"roster\"")).collect();
        world.write("armies.jsonl", armies.join("\n"));
        world.run("match record gt-r1-t01 --from armies.jsonl").ends(0);
        let server = Server::start(&world, 0);
        let phones = Phones::of(&world);
        let early = server.get("/match", &phones.one).text;
        assert!(early.contains("Another step comes first.") && !early.contains("/reserves/elsewhere"), "{early}");
        assert_eq!(tap(&server, &phones.one, 70, 4, &json!({"roles": {"attacker": "one"}})).status, 303);
        assert_eq!(tap(&server, &phones.two, 71, 5, &json!({"zone": {"zone": "a"}})).status, 303);
        let template = json!({"reserves": {"strategic": [], "elsewhere": [], "embarked": {}}});
        // A unit that starts elsewhere by a rule of its own, as the page offers it.
        let mut named = Vec::new();
        for (at, cookie) in [&phones.one, &phones.two].into_iter().enumerate() {
            let page = server.get("/match", cookie).text;
            assert!(page.contains("which units start off the battlefield?"), "{page}");
            let unit = page.split("name=\"/reserves/elsewhere*\" value=\"").nth(3).expect("a third unit");
            let unit = unit.split('"').next().unwrap().to_owned();
            let fields = format!("do={}&/reserves/elsewhere*={unit}", encoded(&template.to_string()));
            let seen = records_of(&world).len();
            let path = if secret { "/match/seal" } else { "/match/say" };
            let answer = say(&server, path, cookie, at, seen, &fields);
            assert_eq!(answer.status, 303, "{}", answer.text);
            named.push(unit);
            let (own, others) = (server.get("/match", cookie).text, [&phones.two, &phones.one][at]);
            let others = server.get("/match", others).text;
            if secret {
                assert!(own.contains("You chose: </b>by a rule of their own: "), "{own}");
                assert!(!others.contains("You chose: </b>by a rule") || at == 1, "{others}");
            }
        }
        assert_eq!(secrets(&world), if secret { 2 } else { 0 });
        if secret {
            let log = world.run("match export gt-r1-t01").ends(0).out;
            assert!(!log.contains("\"reserves\":{"), "the log holds digests");
            let seen = records_of(&world).len();
            assert_eq!(say(&server, "/match/open", &phones.two, 9, seen, "").status, 303);
        }
        let records = records_of(&world);
        let told = records[records.len() - 2..].iter().map(|record| match record["do"].get("reveal") {
            Some(reveal) => reveal["value"]["elsewhere"][0].clone(),
            None => record["do"]["reserves"]["elsewhere"][0].clone(),
        });
        assert_eq!(told.collect::<Vec<_>>(), named);
        assert_eq!(secrets(&world), 0);
        // Said is said.
        let fields = format!("do={}", encoded(&template.to_string()));
        assert_eq!(say(&server, "/match/say", &phones.one, 10, records.len(), &fields).status, 422);
        assert!(!server.get("/match", &phones.one).text.contains("which units start off the battlefield?"));
    }
}

#[test]
fn a_phone_speaks_for_itself_alone() {
    let (world, server, phones) = seated();
    let before = records_of(&world).len();
    // A secret choice is the player's own; a ruling is the judge's; `by` is only read from a device of the table.
    let ruling = json!({"ruling": {"why": "mine"}});
    assert_eq!(tap(&server, &phones.one, 1, 2, &ruling).status, 422);
    let note = encoded(&json!({"note": {"text": "x"}}).to_string());
    let as_two = say(&server, "/match/say", &phones.one, 2, 2, &format!("do={note}&by=two"));
    assert_eq!(as_two.status, 400, "{}", as_two.text);
    assert!(as_two.text.contains("does not write for both of you any more"), "{}", as_two.text);
    assert_eq!(records_of(&world).len(), before, "nothing is put into anybody's mouth, nor recorded as one's own");
    assert_eq!(say(&server, "/match/say", &phones.one, 3, 2, &format!("do={note}")).status, 303);
    assert_eq!(records_of(&world).last().unwrap()["by"], "one");
    // A player who is not at the table, and taps that somebody else made on this phone.
    for (path, cookie, fields, status) in [
        ("/match/say", phones.judge.as_str(), "do=%7B%7D", 403),
        ("/match/say", "", "do=%7B%7D", 403),
        ("/table/say", phones.one.as_str(), "do=%7B%7D&table=1", 403),
        ("/table/rule", phones.two.as_str(), "why=x&table=1", 403),
        ("/match/say", phones.one.as_str(), "do=%7B%22begin%22%3A%7B%7D%7D&who=player+somebody", 400),
        ("/match/say", phones.one.as_str(), "do=not+json", 400),
        ("/match/say", phones.one.as_str(), "line=kil+b2+3", 400),
        ("/match/say", phones.one.as_str(), "do=%7B%22begin%22%3A%7B%7D%7D", 422),
    ] {
        let answer = say(&server, path, cookie, 77, 3, fields);
        assert_eq!(answer.status, status, "{path} {fields}: {}", answer.text);
    }
    assert_eq!(records_of(&world).len(), before + 1);
    // A typed line, and a judge's ruling through its form.
    assert_eq!(say(&server, "/match/say", &phones.two, 80, 3, "line=note+%22typed+here%22").status, 303);
    let seen = records_of(&world).len();
    let ruled = say(&server, "/table/rule", &phones.judge, 81, seen, "table=1&why=well+played&vp=&player=&winner=");
    assert_eq!(ruled.status, 303, "{}", ruled.text);
    let last = records_of(&world).pop().unwrap();
    assert_eq!((&last["by"], &last["do"]["ruling"]["why"]), (&json!("judge"), &json!("well played")));
}

const LIST: &str = "++ Patrol Detachment 0CP (Imperium - Invented Order) [9 PL, 5CP, 180pts] ++\r\n\r\n\
    + HQ +\r\n\r\nPrioress [5 PL, -1CP, 100pts]: Candle of Dawn, Warlord\r\n\r\n\
    + Troops +\r\n\r\nPilgrims [4 PL, 80pts]\r\n. 9x Pilgrim: 9x Staff\r\n. Pilgrim Leader: Staff\r\n";

#[test]
fn a_list_is_checked_handed_in_and_brought_to_the_table() {
    let world = World::new();
    world.write("players.csv", "name\nAnna\nBert\n");
    world.run("event new gt --name GT --pack gt2020 --rounds 1 --seed 42").ends(0);
    world.run("event register gt --csv players.csv").ends(0);
    let server = Server::start(&world, 0);
    let (anna, bert) = (cookie(&world, PassKind::Player, "anna"), cookie(&world, PassKind::Player, "bert"));
    // As a browser sends a file: binary parts between boundaries.
    let part = |name: &str, more: &str, text: &str| {
        format!("--xyz\r\nContent-Disposition: form-data; name=\"{name}\"{more}\r\n\r\n{text}\r\n")
    };
    let rid = format!("{:032x}", 1);
    let body = format!(
        "{}{}{}{}--xyz--\r\n",
        part("seen", "", "3"),
        part("rid", "", &rid),
        part("file", "; filename=\"anna.txt\"", LIST),
        part("text", "", "")
    );
    let head = format!(
        "POST /me/list HTTP/1.1\r\nCookie: adjutant={anna}\r\nOrigin: http://{}\r\n\
         Content-Type: multipart/form-data; boundary=xyz",
        server.host
    );
    let looked = server.ask(&head, &body).unwrap();
    assert_eq!(looked.status, 303, "{}", looked.text);
    let address = looked.text.lines().find_map(|line| line.strip_prefix("location: ")).unwrap().to_owned();
    let page = server.get(&address, &anna);
    assert!(page.text.contains("180") && page.text.contains("2 units"), "{}", page.text);
    assert!(page.text.contains("To look at"), "a text states no keywords: {}", page.text);
    assert!(page.text.contains("Nothing is wrong in what the list states"), "{}", page.text);
    let digest = address.split("digest=").nth(1).unwrap();
    assert_eq!(log(&world).state().players[0].list, None, "looking is not handing in");
    server.fill(&address, "/me/list/hand-in", &anna, &format!("digest={digest}"));
    assert_eq!(log(&world).state().players[0].list.unwrap().to_string(), digest);
    world.write("anna.txt", LIST);
    let compared = world.run("event roster gt anna anna.txt --compare").ends(0).out;
    assert!(compared.contains("is the recorded list"), "{compared}");
    // Nobody else sees it before the round that the policies name, and the desk does.
    let desk = server.get(&server.organiser, "").cookie.unwrap();
    assert_eq!(server.get("/player/anna/list", &bert).status, 403);
    assert_eq!(server.get("/player/anna/list", "").status, 403);
    assert_eq!(server.get("/player/anna/list", &desk).status, 200);
    // What was not kept cannot be handed in, and another player's neither.
    for (cookie, digest) in [(&bert, digest.to_owned()), (&anna, "0".repeat(64)), (&anna, "x".to_owned())] {
        let answer = say(&server, "/me/list/hand-in", cookie, 55, 3, &format!("digest={digest}"));
        assert_eq!(answer.status, 400, "{}", answer.text);
    }
    // A file that is not a list is told so and can be replaced.
    let odd = say(&server, "/me/list", &bert, 56, 3, &format!("text={}", encoded("\u{0}<script>alert(1)</script>")));
    let address = odd.text.lines().find_map(|line| line.strip_prefix("location: ")).unwrap().to_owned();
    let page = server.get(&address, &bert).text;
    assert!(!page.contains("<script>alert"), "{page}");

    world.run("event pair gt").ends(0);
    world.run("event publish gt").ends(0);
    let shown = (0..50).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(100));
        server.get("/player/anna/list", &bert).status == 200
    });
    assert!(shown, "the opponent sees it once round 1 is published");
    let closed = say(&server, "/me/list/hand-in", &anna, 57, 5, &format!("digest={digest}"));
    assert_eq!(closed.status, 422, "lists are closed: {}", closed.text);
    // The list becomes the army of the match.
    let pairing = log(&world).state().rounds[0].pair.tables[0].clone();
    let side = if pairing.one.as_str() == "anna" { "one" } else { "two" };
    let seen = records_of(&world).len();
    let brought = say(&server, "/match/army", &anna, 58, seen, &format!("player={side}"));
    assert_eq!(brought.status, 303, "{}", brought.text);
    let last = records_of(&world).pop().unwrap();
    assert_eq!(last["do"]["roster"]["player"], side);
    assert_eq!(last["do"]["roster"]["roster"]["detachments"][0]["units"].as_array().unwrap().len(), 2);
}

#[test]
fn a_second_laptop_follows_the_first_and_takes_over() {
    let (world, mut server, phones) = seated();
    assert_eq!(tap(&server, &phones.one, 1, 2, &json!({"roles": {"attacker": "one"}})).status, 303);
    let address = format!("http://{}", server.host);
    // Without the shared key nothing is told.
    world.run(&format!("follow {address} gt --once --data standby")).ends(3).says("copy `serve.key`");
    let follows = |words: &str| {
        let told = world.run(&format!("follow {address} gt --once --data standby")).ends(0).out;
        assert!(told.contains(words), "{words}: {told}");
    };
    std::fs::create_dir_all(world.path("standby")).unwrap();
    std::fs::copy(world.path("data/serve.key"), world.path("standby/serve.key")).unwrap();
    follows("new record");
    let first = world.run("match export gt-r1-t01").ends(0).out;
    assert_eq!(world.run("match export gt-r1-t01 --data standby").ends(0).out, first);
    world.run("event check gt --data standby").ends(0);
    assert_eq!(tap(&server, &phones.two, 2, 3, &json!({"zone": {"zone": "a"}})).status, 303);
    follows("1 new record");
    follows("0 new records");
    server.child.kill().unwrap();
    server.child.wait().unwrap();
    assert_eq!(world.run("match export gt-r1-t01 --data standby").ends(0).out.lines().count(), 4);
    world.run(&format!("follow {address} gt --once --data standby")).ends(1).says("check the address");
    // A standby that has gone on by itself is not written over.
    world.run("match record gt-r1-t01 --by one note mine --data standby").ends(0);
    world.run("match record gt-r1-t01 --by one note theirs").ends(0);
    let again = Server::start(&world, server.port());
    world
        .run(&format!("follow http://{} gt --once --data standby", again.host))
        .ends(1)
        .says("`adjutant match export gt-r1-t01 -o gone-on.log` on both laptops");
}

#[test]
fn the_doctor_says_what_may_be_wrong() {
    let world = World::new();
    let run = world.run("serve gt --doctor --address 127.0.0.1 --port 0 --seconds 1").ends(1);
    let told = run.out.clone() + &run.err;
    for words in ["http://127.0.0.1", "leave --address out", "client isolation", "firewall"] {
        assert!(told.contains(words), "{words}: {told}");
    }
}

/// A kind, a tap on the map, the piece as it would lie, and the tap that records it; no script is needed.
#[test]
fn terrain_is_laid_on_the_phone_by_taps() {
    let (world, server, phones) = seated();
    assert!(server.get("/match", &phones.one).text.contains("/match/terrain"));
    let page = server.get("/match/terrain?kind=woods&wide=6&deep=4", &phones.one).text;
    assert!(page.contains("aria-label=\"10 from the left, 6 from below\""), "{page}");
    let place = "/match/terrain?kind=woods&amp;wide=6&amp;deep=4&amp;x=10&amp;y=6";
    assert!(page.contains(&format!("href=\"{place}\"")), "{page}");
    let shown = server.get(&format!("{}&height=5", place.replace("&amp;", "&")), &phones.one).text;
    let fields = "lay=woods&wide=6&deep=4&height=5&x=10&y=6&back=terrain";
    let carried = |page: &str, pair: &str| {
        let (name, value) = pair.split_once('=').unwrap();
        page.contains(&format!("name=\"{name}\" value=\"{value}\""))
    };
    assert!(fields.split('&').all(|pair| carried(&shown, pair)) && shown.contains("piece new"), "{shown}");
    assert!(shown.contains("wide=4&amp;deep=6"), "it can be turned: {shown}");
    let laid = say(&server, "/match/say", &phones.one, 1, 2, fields);
    assert_eq!(laid.status, 303, "{}", laid.text);
    let last = records_of(&world).pop().unwrap();
    assert_eq!(last["do"]["terrain"]["footprint"][0], json!([7, 4]));
    let again = server.get("/match/terrain?kind=hill&x=20&y=10", &phones.two).text;
    assert!(again.contains("polygon class=\"piece\"") && again.contains("Lay t2, hill"), "{again}");
    // Nonsense in the address is read as what lies on most tables.
    let odd = server.get("/match/terrain?kind=%3Cb%3E&wide=-3&deep=9999&x=1e9&y=&height=x", &phones.one);
    assert!(odd.status == 200 && !odd.text.contains("<b>"), "{}", odd.text);
}

/// A player without sight: what the other phone records is said, a tap leads back, and what is refused leads back too.
#[test]
fn the_spoken_page_says_what_is_recorded_and_every_tap_leads_back_to_it() {
    let (_world, server, phones) = seated();
    let news = |cookie: &str| {
        let page = server.get("/match/spoken", cookie).text;
        let news = page.split("aria-live=\"polite\"").nth(1).unwrap_or_else(|| panic!("{page}"));
        news.split("</section>").next().unwrap().to_owned()
    };
    let before = news(&phones.one);
    let note = format!("do={}&back=spoken", encoded(&json!({"note": {"text": "the table wobbles"}}).to_string()));
    let said = say(&server, "/match/say", &phones.two, 1, 2, &note);
    assert!(said.status == 303 && said.text.contains("location: /match/spoken\r\n"), "{}", said.text);
    let after = news(&phones.one);
    assert!(after != before && after.contains("the table wobbles") && after.contains("Record 3"), "{after}");
    let refused = format!("do={}&back=spoken", encoded(&json!({"end-phase": {"phase": "command"}}).to_string()));
    let refused = say(&server, "/match/say", &phones.one, 2, 3, &refused);
    assert!(refused.status == 422 && refused.text.contains("href=\"/match/spoken\""), "{}", refused.text);
    // A visitor, the desk and a judge have no match of their own.
    assert_eq!(server.get("/match/spoken", "").status, 403);
    assert_eq!(server.get("/match/spoken", &phones.judge).status, 403);
}

/// The pieces of the match: name and kind, in the order of the log.
fn pieces(world: &World) -> Vec<(String, String)> {
    let word = |value: &Value| value.as_str().unwrap().to_owned();
    let laid = records_of(world).into_iter().filter_map(|record| record["do"].get("terrain").cloned());
    laid.map(|piece| (word(&piece["id"]), word(&piece["kind"]))).collect()
}

/// Both phones lay a piece on the same page at the same moment: one is taken, the other phone is told which, and its own is laid
/// behind it by one more tap. No piece is lost or stands there twice.
#[test]
fn two_phones_lay_terrain_at_once_and_no_piece_is_lost_or_doubled() {
    let (world, server, phones) = seated();
    let kinds = ["woods", "hill"];
    let fields = |round: usize, side: usize| {
        format!("lay={}&wide=4&deep=4&x={}&y={}&back=terrain", kinds[side], 4 + round * 5, 6 + side * 20)
    };
    for round in 0..6 {
        let seen = records_of(&world).len();
        let start = std::sync::Barrier::new(2);
        let lays = |side: usize, cookie: &str| {
            start.wait();
            say(&server, "/match/say", cookie, 100 + round * 10 + side, seen, &fields(round, side))
        };
        let answers = std::thread::scope(|scope| {
            let one = scope.spawn(|| lays(0, &phones.one));
            let two = scope.spawn(|| lays(1, &phones.two));
            [one.join().unwrap(), two.join().unwrap()]
        });
        let taken = answers.iter().position(|answer| answer.status == 303).expect("one is taken");
        let (other, late) = (1 - taken, &answers[1 - taken]);
        assert_eq!(late.status, 409, "{}", late.text);
        let name = format!("t{}", round * 2 + 1);
        assert!(
            late.text.contains(" recorded") && late.text.contains(&format!("{name} {}", kinds[taken])),
            "{}",
            late.text
        );
        assert!(late.text.contains("href=\"/match/terrain\""), "{}", late.text);
        assert_eq!(pieces(&world).len(), round * 2 + 1);
        // The tap that was late offers itself once more, and is sent twice by a phone that heard no answer.
        let form = late.text.split("<form").find(|form| form.contains("Record mine all the same")).expect("the form");
        assert!(form.contains(&format!("name=\"lay\" value=\"{}\"", kinds[other])), "{form}");
        let cookie = [&phones.one, &phones.two][other];
        for _ in 0..2 {
            let again = say(&server, "/match/say", cookie, 105 + round * 10, seen + 1, &fields(round, other));
            assert_eq!(again.status, 303, "{}", again.text);
        }
        let all = pieces(&world);
        let name = format!("t{}", round * 2 + 2);
        assert_eq!((all.len(), all.last().unwrap()), (round * 2 + 2, &(name, kinds[other].to_owned())));
    }
    let page = server.get("/match/terrain", &phones.one).text;
    assert_eq!(page.matches("polygon class=\"piece\"").count(), 12, "{page}");
}
