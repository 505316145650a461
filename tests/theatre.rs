//! A battle as one file that replays and checks itself, and the page that checks logs: what a reader gets without script, what
//! the script is told, and that nothing comes from outside.

use std::collections::BTreeMap;
use std::io::{Cursor, Read};

use adjutant_core::chain::Hash;
use adjutant_play::text::key::Key;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::read::GzDecoder;
use serde_json::Value;

use crate::report::MATCHES;
use crate::session::Script;
use crate::support::World;

/// A module that no browser starts: only where it lies is of interest.
const MODULE: &[u8] = b"\0asm and nothing else";

fn simulated(id: &str, how: &str) -> World {
    let world = World::new();
    world.run(&format!("match simulate {id} --seed 11 {how}")).ends(0);
    world
}

fn page(world: &World, words: &str) -> String {
    world.run(words).ends(0);
    String::from_utf8(world.read("r.html")).unwrap()
}

fn between<'a>(page: &'a str, from: &str, to: &str) -> &'a str {
    let begins = page.find(from).unwrap_or_else(|| panic!("no {from}")) + from.len();
    let ends = page[begins..].find(to).unwrap_or_else(|| panic!("no {to} behind {from}"));
    &page[begins..begins + ends]
}

fn data(page: &str) -> Value {
    serde_json::from_str(between(page, r#"id="data">"#, "</script>")).unwrap()
}

fn packed(page: &str, id: &str) -> Vec<u8> {
    let inside =
        STANDARD.decode(between(page, &format!(r#"<script type="text/plain" id="{id}">"#), "</script>")).unwrap();
    let mut bytes = Vec::new();
    GzDecoder::new(&inside[..]).read_to_end(&mut bytes).unwrap();
    bytes
}

/// What runs and what paints is named by its hash, nothing comes from outside, and nothing is styled or run by an attribute.
fn stands_by_itself(page: &str) {
    let policy = between(page, r#"http-equiv="Content-Security-Policy" content=""#, "\"");
    for (kind, text) in
        [("script", between(page, "<script>", "</script>")), ("style", between(page, "<style>", "</style>"))]
    {
        let named = format!("{kind}-src 'sha256-{}'", STANDARD.encode(Hash::of(text.as_bytes()).as_bytes()));
        assert!(policy.contains(&named), "{policy} does not name the {kind} of the page");
    }
    assert!(policy.starts_with("default-src 'none'; ") && policy.ends_with("base-uri 'none'; form-action 'none'"));
    let body = between(page, "<body>", "<script type=\"application/json\"");
    for foreign in [" style=", " onclick=", " onload=", "src=", "http://", "https://", "<link", "<iframe", "@import"] {
        assert!(!body.contains(foreign), "the page holds {foreign}");
    }
}

#[test]
fn a_replay_is_one_file_that_asks_for_nothing() {
    for (id, how) in MATCHES {
        let world = simulated(id, how);
        let page = page(&world, &format!("match theatre {id} -o r.html"));
        stands_by_itself(&page);
        world.run(&format!("match export {id} -o {id}.jsonl")).ends(0);
        let log = world.read(&format!("{id}.jsonl"));
        assert_eq!(packed(&page, "log"), log, "{id}: the log inside is the one that is exported");
        // The same from the log alone, without a database.
        let other = World::new();
        other.write("own.jsonl", &log);
        assert_eq!(self::page(&other, "theatre own.jsonl -o r.html"), page);
        assert_eq!(page.contains("Only scores were recorded."), id == "scores", "{id}");
        let weight = page.len();
        assert!(weight < 200_000 + 800 * log.iter().filter(|byte| **byte == b'\n').count(), "{id}: {weight} bytes");
    }
}

/// What the script shows of each moment, said by another part of the program: the state of the match at that record.
#[test]
fn every_moment_of_a_replay_is_the_state_at_its_record() {
    for (id, how) in MATCHES {
        let world = simulated(id, how);
        let shown = data(&page(&world, &format!("match theatre {id} -o r.html")));
        let records = shown["records"].as_array().unwrap();
        let mut now: BTreeMap<&str, BTreeMap<String, Value>> = BTreeMap::new();
        let every = records.len().div_ceil(12);
        for record in records {
            for part in ["marks", "units"] {
                let changes = record[part].as_object().into_iter().flatten();
                now.entry(part).or_default().extend(changes.map(|(key, value)| (key.clone(), value.clone())));
            }
            let seq = record["seq"].as_u64().unwrap() as usize;
            if !seq.is_multiple_of(every) && seq != records.len() {
                continue;
            }
            let view = world.run(&format!("match show {id} --json --at {seq}")).ends(0).json();
            for (at, player) in ["one", "two"].into_iter().enumerate() {
                assert_eq!(record["vp"][at], view["players"][player]["total"], "{id}: totals at record {seq}");
                assert_eq!(record["cp"][at], view["players"][player]["cp"], "{id}: Command points at record {seq}");
            }
            for marker in view["markers"].as_array().unwrap() {
                let mark = &now["marks"][marker["id"].as_str().unwrap()];
                let holder = marker["holder"].as_str().unwrap_or("?");
                let lies = marker["on_battlefield"] == true;
                assert!(
                    if lies { mark[0] == holder } else { mark.is_null() },
                    "{id}: {marker} at record {seq}: {mark}"
                );
            }
            for unit in view["units"].as_array().unwrap() {
                assert_eq!(
                    now["units"][unit["id"].as_str().unwrap()][0],
                    unit["models"],
                    "{id}: {unit} at record {seq}"
                );
            }
        }
        // What is said to be still possible is never less than what came: only Battle Ready stands beside it.
        let (mut still, end) = (Value::Null, records.last().unwrap()["vp"].clone());
        for record in records {
            still = if record["still"].is_null() { still } else { record["still"].clone() };
            for at in [0, 1].into_iter().filter(|_| record["round"].as_i64() > Some(0)) {
                let fits: i64 = still[at].as_array().unwrap().iter().map(|column| column[1].as_i64().unwrap()).sum();
                let came = end[at].as_i64().unwrap() - record["vp"][at].as_i64().unwrap();
                assert!(came <= fits + 10, "{id}: {came} came after record {}, {fits} were possible", record["seq"]);
            }
        }
        let [one, two] = ["one", "two"].map(|player| {
            let paid = records.iter().flat_map(|record| record["paid"].as_array().cloned().unwrap_or_default());
            paid.filter(|paid| paid["player"] == player).map(|paid| paid["raw"].as_i64().unwrap()).sum::<i64>()
        });
        let last = records.last().unwrap();
        assert!(
            one >= last["vp"][0].as_i64().unwrap() && two >= last["vp"][1].as_i64().unwrap(),
            "{id}: every point has a record"
        );
    }
}

#[test]
fn without_script_a_replay_says_who_won_and_why_and_shows_no_tick() {
    let world = simulated("dice", "--throw-dice");
    let report = world.run("match report dice --json").ends(0).json();
    let page = page(&world, "match theatre dice -o r.html");
    let body = between(&page, "<body>", "<script type=\"application/json\"");
    let vp = [&report["vp"]["one"], &report["vp"]["two"]];
    assert!(
        body.contains(&format!(r#"id="vp0">{}</span>"#, vp[0]))
            && body.contains(&format!(r#"id="vp1">{}</span>"#, vp[1]))
    );
    assert!(between(body, "<noscript>", "</noscript>").contains("Not checked here: this preview runs no script."));
    assert!(!body.contains('✓') && !body.contains("records good"), "a tick that nobody earned");
    // Every record can be linked to, and every point stands with its reason and the record that brought it.
    let ledger = world.run("match show dice --json").ends(0).json()["ledger"].clone();
    for seq in 1..=report["records"].as_u64().unwrap() {
        assert!(body.contains(&format!("<li id=\"{seq}\"")), "record {seq} has no place of its own");
    }
    for award in ledger.as_array().unwrap() {
        let line = between(body, &format!("<li id=\"{}\"", award["seq"]), "</li>");
        assert!(line.contains(&format!("{:+}</span>", award["raw"].as_i64().unwrap())), "{award} in {line}");
    }
}

#[test]
fn what_was_taken_back_stays_in_sight_and_counts_nothing() {
    let world = World::with_match();
    world.run("match record m --by one note first").ends(0);
    world.run("match undo m").ends(0);
    let page = page(&world, "match theatre m -o r.html");
    let shown = data(&page);
    let records = shown["records"].as_array().unwrap();
    let note = records.iter().find(|record| record["back"] != Value::Null).expect("a record that was taken back");
    assert_eq!(note["out"], true);
    assert!(note["back"].as_str().unwrap().starts_with("taken back at record "));
    let line = |seq: &Value| between(&page, &format!("<li id=\"{seq}\""), "</li>").to_owned();
    assert!(line(&note["seq"]).contains("<s>") && !line(&records.last().unwrap()["seq"]).contains("<s>"), "{page}");
}

#[test]
fn what_is_sealed_is_not_in_a_replay() {
    let world = World::new();
    let mission = "take-and-hold-purge-the-foe-a";
    world.run(&format!("match new m --pack matrix-11th --mission {mission} --one Anna --two Ben")).ends(0);
    let mut script = Script::open(&world);
    // Anna's two fixed cards are sealed; Ben has not chosen yet.
    script.types("xxbabd");
    script.key(Key::Enter);
    drop(script);
    let page = page(&world, "match theatre m -o r.html");
    let body = between(&page, "<body>", "</body>");
    let log = String::from_utf8(packed(&page, "log")).unwrap();
    assert!(log.contains("\"commit\"") && body.contains("Anna has sealed the secondary objectives."));
    for secret in ["assassination", "Assassination", "engage-on-all-fronts", "Engage on All Fronts"] {
        assert!(!body.contains(secret) && !log.contains(secret), "{secret} is in the file");
    }
}

#[test]
fn the_module_goes_into_the_file_and_is_told() {
    let world = simulated("dice", "--depth facts");
    world.write("page.wasm", MODULE);
    let told = world.run("match theatre dice -o r.html --module page.wasm").ends(0).out;
    assert!(told.ends_with("it checks itself in a browser\n"), "{told}");
    let page = String::from_utf8(world.read("r.html")).unwrap();
    assert_eq!(packed(&page, "module"), MODULE);
    world.run("match theatre dice -o r.html --without-module").ends(0).tells("it does not check itself");
    assert!(!String::from_utf8(world.read("r.html")).unwrap().contains(r#"id="module""#));
    world.write("none.wasm", "no module");
    world.run("match theatre dice -o r.html --module none.wasm").ends(3).says("this is not a WebAssembly module");
    world.run("match theatre dice -o r.pdf").ends(2).says("name a file that ends in .html");
}

#[test]
fn the_verifier_is_one_file_with_the_module_whose_hash_it_names() {
    let world = World::new();
    world.write("page.wasm", MODULE);
    let told = world.run("verifier -o r.html --module page.wasm --json").ends(0).json();
    assert_eq!(told["module"], Hash::of(MODULE).to_string());
    let page = String::from_utf8(world.read("r.html")).unwrap();
    stands_by_itself(&page);
    assert_eq!(packed(&page, "module"), MODULE);
    assert!(page.contains(&Hash::of(MODULE).to_string()), "the page names its module");
    assert_eq!(data(&page)["engines"]["1"], adjutant_engines::released()[0].hash.to_string());
    world.run("verifier -o other.html").ends(1).says("--module F");
}

#[test]
fn a_bundle_holds_what_checks_an_event_and_is_the_same_every_time() {
    let world = World::new();
    world.run("demo .").ends(0);
    world.write("page.wasm", MODULE);
    world.write("keys.txt", format!("Anna {}\n", "ab".repeat(32)));
    world
        .run("event bundle demo --data . -o a.zip --trust keys.txt --module page.wasm")
        .ends(0)
        .tells("12 matches in a.zip");
    world.run("event bundle demo --data . -o b.zip --trust keys.txt --module page.wasm").ends(0);
    assert_eq!(world.read("a.zip"), world.read("b.zip"));
    let mut archive = zip::ZipArchive::new(Cursor::new(world.read("a.zip"))).unwrap();
    let mut files = BTreeMap::new();
    for at in 0..archive.len() {
        let mut file = archive.by_index(at).unwrap();
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).unwrap();
        let name = file.name().unwrap().into_owned();
        files.insert(name, bytes);
    }
    for own in ["demo.event.jsonl", "standings.csv", "event.json", "trust.txt", "verify.html", "README.txt"] {
        assert!(files.contains_key(own), "no {own}");
    }
    assert_eq!(files["demo.event.jsonl"], world.read("logs/demo.event.jsonl"));
    assert_eq!(files.keys().filter(|name| name.starts_with("logs/")).count(), 12);
    assert_eq!(files["logs/demo-r1-t01.jsonl"], world.read("logs/demo-r1-t01.jsonl"));
    assert_eq!(files["standings.csv"], world.read("standings.csv"));
    // What its README says to do, done.
    for (name, bytes) in &files {
        std::fs::create_dir_all(world.path("unpacked/logs")).unwrap();
        std::fs::write(world.path("unpacked").join(name), bytes).unwrap();
    }
    world.run("audit unpacked/demo.event.jsonl unpacked/logs").ends(0).tells("13 logs: 0 errors, 0 warnings");
}

/// In the hall the file is for whoever may see the report of the battle, under the policy that it carries itself.
#[test]
fn the_hall_shows_a_replay_to_those_who_may_see_it() {
    use crate::serving::Server;
    use crate::serving_match::{Phones, event, simulated_openly};
    let world = World::new();
    let (records, mission) = simulated_openly(&world, usize::MAX);
    event(&world, &mission);
    let server = Server::start(&world, 0);
    let phones = Phones::of(&world);
    let early = server.get("/match/theatre", &phones.one);
    assert!(early.text.contains("The battle goes on.") && !early.text.contains("id=\"data\""), "{}", early.text);
    world.write("bare.jsonl", &records);
    world.run("match record gt-r1-t01 --from bare.jsonl").ends(0);
    world.run("match export gt-r1-t01 -o own.jsonl").ends(0);
    let until = std::time::Instant::now() + std::time::Duration::from_secs(20);
    let seen = loop {
        let seen = server.get("/match/theatre", &phones.one);
        if seen.text.contains("id=\"data\"") || std::time::Instant::now() > until {
            break seen;
        }
        std::thread::sleep(std::time::Duration::from_millis(200));
    };
    stands_by_itself(&seen.text);
    assert_eq!(packed(&seen.text, "log"), world.read("own.jsonl"));
    let policy = between(&seen.text, r#"http-equiv="Content-Security-Policy" content=""#, "\"");
    let (head, body) = seen.text.split_once("\r\n\r\n").unwrap();
    assert!(head.contains(&format!("content-security-policy: {policy}")) && body.starts_with("<!DOCTYPE"), "{head}");
    assert_eq!(server.get("/table/1-1/theatre", &phones.judge).status, 200);
    let waits = server.get("/table/1-1/theatre", "");
    assert!(waits.text.contains("when round 1 is closed") && !waits.text.contains("id=\"data\""), "{}", waits.text);
    assert_eq!(server.get("/table/7-1/theatre", "").status, 404);
    assert!(server.get("/match/after", &phones.one).text.contains("/table/1-1/theatre"));
    // This program has no module beside it.
    let verify = server.get("/verify", "");
    assert!(verify.text.contains("page.wasm does not lie beside"), "{}", verify.text);
}

/// The engines that a bundle's logs need come along; a browser judges them then.
#[test]
fn a_bundle_of_an_older_law_brings_its_engine() {
    let world = World::new();
    let kept = crate::support::project().join("tests/fixtures/4cd3b9c6/data");
    std::fs::create_dir(world.path("data")).unwrap();
    for entry in std::fs::read_dir(kept).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            std::fs::copy(&path, world.path("data").join(path.file_name().unwrap())).unwrap();
        }
    }
    world.run("event bundle gt --data data -o old.zip --without-module").ends(0);
    let mut archive = zip::ZipArchive::new(Cursor::new(world.read("old.zip"))).unwrap();
    let mut engine = Vec::new();
    archive.by_name("engine-1.wasm").unwrap().read_to_end(&mut engine).unwrap();
    assert_eq!(Hash::of(&engine), adjutant_engines::released()[0].hash);
}

#[test]
fn a_log_of_an_older_law_is_not_replayed() {
    let world = World::new();
    let log = crate::support::project().join("tests/fixtures/4cd3b9c6/logs/scores.jsonl");
    let run = world.run(&format!("theatre {} -o r.html", log.display()));
    assert!(run.code != Some(0) && run.err.contains("law") && !world.path("r.html").exists(), "{run:?}");
}
