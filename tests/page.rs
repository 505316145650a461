//! What the page that checks logs finds is what the program finds, in the same words: over good, changed, forged and old logs.

use std::path::PathBuf;

use adjutant_engines::Module;
use adjutant_module::page;
use serde_json::{Value, json};

use crate::support::{World, forged, project};

/// How many changed logs are compared; `ADJUTANT_PAGE_LOGS` asks for more.
fn wanted() -> u64 {
    std::env::var("ADJUTANT_PAGE_LOGS").ok().and_then(|many| many.parse().ok()).unwrap_or(200)
}

/// Asks as the page does: an engine of an older law is asked on the way.
fn asked(head: &Value, parts: &[&[u8]]) -> Value {
    let mut heard: Vec<Vec<u8>> = Vec::new();
    loop {
        let parts: Vec<&[u8]> = parts.iter().copied().chain(heard.iter().map(Vec::as_slice)).collect();
        let mut head = head.clone();
        head["parts"] = parts.iter().map(|part| part.len()).collect();
        head["heard"] = heard.len().into();
        let mut question = head.to_string().into_bytes();
        question.push(b'\n');
        parts.iter().for_each(|part| question.extend_from_slice(part));
        let said: Value = serde_json::from_slice(&page::answer(&question)).unwrap();
        if said["asks"].is_null() {
            assert!(said["fault"].is_null(), "{said}");
            return said["answer"].clone();
        }
        heard.push(elder(said["asks"]["law"].as_u64().unwrap(), said["asks"]["question"].as_str().unwrap()));
    }
}

/// What the engine of an older law says to the bytes of a question.
fn elder(law: u64, question: &str) -> Vec<u8> {
    let built = adjutant_engines::released().iter().find(|built| u64::from(built.law) == law).unwrap();
    let wasm = adjutant_engines::Engines::module_of(built.law).unwrap().unwrap();
    let mut module = Module::read(built, &wasm, adjutant_engines::Limits::default()).unwrap();
    let (head, rest) = question.split_once('\n').unwrap();
    let head: Value = serde_json::from_str(head).unwrap();
    let mut rest = rest.as_bytes();
    let lengths = head["parts"].as_array().unwrap().iter().map(|length| length.as_u64().unwrap() as usize);
    let parts: Vec<&[u8]> = lengths.map(|length| rest.split_off(..length).unwrap()).collect();
    let answer = match module.ask(&head, &parts).unwrap() {
        adjutant_engines::Answer::Given(given) => json!({ "answer": given }),
        adjutant_engines::Answer::Refused(why) => json!({ "refused": why }),
    };
    answer.to_string().into_bytes()
}

fn lines_of(checked: &Value) -> Vec<String> {
    checked["lines"].as_array().unwrap().iter().map(|line| line.as_str().unwrap().to_owned()).collect()
}

/// What the program prints about a log.
fn printed(world: &World, name: &str) -> Vec<String> {
    let run = world.run(&format!("audit {name}"));
    let mut lines: Vec<String> = run.out.lines().chain(run.err.lines()).map(str::to_owned).collect();
    lines.sort();
    lines
}

/// The page says of a log what the program says of it.
fn alike(world: &World, name: &str, log: &[u8]) -> Value {
    world.write(name, log);
    let checked = asked(&json!({"ask": "check", "name": name}), &[log]);
    let mut lines: Vec<String> =
        lines_of(&checked).iter().map(|line| adjutant_engine::visible::message(line).into_owned()).collect();
    lines.sort();
    assert_eq!(lines, printed(world, name), "{name}");
    checked
}

fn simulated(world: &World, seed: u64) -> String {
    let depth = ["scores", "facts", "positions"][(seed % 3) as usize];
    let pack = ["gt2020", "outposts-8th", "standard-5th", "outposts-10th", "matrix-11th"][(seed % 5) as usize];
    let id = format!("s{seed}");
    world.run(&format!("match simulate {id} --seed {seed} --depth {depth} --pack {pack}")).ends(0);
    world.run(&format!("match export {id} -o {id}.jsonl")).ends(0);
    String::from_utf8(world.read(&format!("{id}.jsonl"))).unwrap()
}

/// One change of a log, another one for each number: a byte, a line taken out, cut off, put twice, points, sealed anew.
fn changed(log: &str, number: u64) -> Vec<u8> {
    let lines: Vec<&str> = log.lines().collect();
    let at = (number as usize * 7919) % lines.len();
    let mut kept: Vec<String> = lines.iter().map(|line| format!("{line}\n")).collect();
    match number % 7 {
        0 => kept[at] = kept[at].replacen("\"one\":", "\"one\":1", 1),
        1 => drop(kept.remove(at)),
        2 => kept.truncate(at),
        3 => {
            let half = kept[at].len() / 2;
            kept[at].truncate(half);
        }
        4 => kept.insert(at, kept[at].clone()),
        5 => {
            return forged(log, |seq, record, _| {
                if seq == at {
                    record.insert("vp".into(), json!({"one": 99, "two": 0}));
                }
            });
        }
        _ => {
            let mut bytes = log.as_bytes().to_vec();
            let place = (number as usize * 104_729) % bytes.len();
            bytes[place] = if bytes[place] == b'7' { b'8' } else { b'7' };
            return bytes;
        }
    }
    kept.concat().into_bytes()
}

#[test]
fn the_page_finds_what_the_program_finds() {
    let world = World::new();
    let bases: Vec<String> = (1..=15).map(|seed| simulated(&world, seed)).collect();
    let mut bad = 0;
    for (seed, log) in bases.iter().enumerate() {
        let good = alike(&world, &format!("good{seed}.jsonl"), log.as_bytes());
        assert_eq!((&good["good"], &good["verdict"]["tone"]), (&json!(true), &json!("good")), "{good}");
    }
    for number in 0..wanted() {
        let base = &bases[number as usize % bases.len()];
        let checked = alike(&world, &format!("bad{number}.jsonl"), &changed(base, number));
        bad += u64::from(checked["good"] == false);
    }
    assert!(bad * 4 > wanted() * 3, "only {bad} of {} changes were found", wanted());
}

#[test]
fn logs_of_an_older_law_are_judged_by_its_engine_on_the_page_too() {
    let world = World::new();
    let mut old = 0;
    let folder: PathBuf = project().join("tests/fixtures/4cd3b9c6/logs");
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if !name.ends_with(".jsonl") || name.contains("event") {
            continue;
        }
        let checked = alike(&world, &name, &std::fs::read(&path).unwrap());
        old += usize::from(checked["law"] == 1);
    }
    assert!(old >= 3, "only {old} logs of law 1");
}

#[test]
fn an_event_on_the_page_is_compared_with_the_logs_of_its_matches() {
    let world = World::new();
    world.run("demo .").ends(0);
    let event = world.read("logs/demo.event.jsonl");
    let ids = asked(&json!({"ask": "wants"}), &[&event]);
    let ids: Vec<&str> = ids.as_array().unwrap().iter().map(|id| id.as_str().unwrap()).collect();
    assert_eq!(ids.len(), 12);
    let logs: Vec<Vec<u8>> = ids.iter().map(|id| world.read(&format!("logs/{id}.jsonl"))).collect();
    let check = |logs: &[Vec<u8>]| {
        let parts: Vec<&[u8]> = std::iter::once(event.as_slice()).chain(logs.iter().map(Vec::as_slice)).collect();
        asked(&json!({"ask": "check", "name": "demo.event.jsonl", "matches": ids}), &parts)
    };
    let good = check(&logs);
    assert_eq!((&good["good"], &good["kind"]), (&json!(true), &json!("event")));
    assert_eq!(good["document"]["standings"]["rows"].as_array().unwrap().len(), 8);
    let mut other = logs.clone();
    other.swap(0, 1);
    let mixed = check(&other);
    assert_eq!(mixed["good"], false, "{mixed}");
}

/// Where only the points of a record were changed, the page says what they were.
#[test]
fn points_that_were_changed_are_told_back() {
    let world = World::new();
    let log = simulated(&world, 4);
    let lines: Vec<&str> = log.lines().collect();
    let at = lines.len() / 2;
    let was: Value = serde_json::from_str(lines[at]).unwrap();
    let (one, two) = (was["vp"]["one"].as_i64().unwrap(), was["vp"]["two"].as_i64().unwrap());
    let vp = |one: i64| format!("\"vp\":{{\"one\":{one},\"two\":{two}}}");
    let bad = log.replacen(lines[at], &lines[at].replace(&vp(one), &vp(one + 5)), 1);
    assert_ne!(bad, log);
    let checked = asked(&json!({"ask": "check", "name": "x"}), &[bad.as_bytes()]);
    assert_eq!(checked["repair"], json!({"says": [one + 5, two], "facts": [one, two]}));
    assert_eq!(checked["first"], at as u64 + 1);
    // Another change of the same record is not told as one of its points.
    let other = log.replacen(lines[at], &lines[at].replacen("\"by\":\"", "\"by\":\"x", 1), 1);
    assert!(asked(&json!({"ask": "check", "name": "x"}), &[other.as_bytes()])["repair"].is_null());
}

#[test]
fn a_trust_file_gives_signatures_their_names() {
    let world = World::new();
    let log = simulated(&world, 5);
    let trust = format!("Ada {}\n", "ab".repeat(32));
    let checked = asked(&json!({"ask": "check", "name": "x", "trust": true}), &[log.as_bytes(), trust.as_bytes()]);
    assert!(lines_of(&checked).iter().any(|line| line.contains(" error untrusted: ")), "{checked}");
}

#[test]
fn what_is_no_log_is_told_as_such() {
    for bytes in [&b""[..], b"%PDF-1.4 and so on", b"\0\0\0", &[0xff; 300], b"{}\n", b"[1,2]\n{\"a\":"] {
        let checked = asked(&json!({"ask": "check", "name": "x"}), &[bytes]);
        assert_eq!(checked["good"], false);
    }
}

/// Lists of a league as the page computes them are those of `league check`, and a proof holds for its own log alone.
#[test]
fn lists_and_proofs_of_a_league_are_read_without_a_database() {
    let world = crate::leagues::two_clubs();
    world.run("key new").ends(0);
    world.run("league add north26 one two").ends(0);
    world.run("league publish north26 -o site --with-logs").ends(0);
    let read = |folder: &str, wanted: &str| -> Vec<(String, Vec<u8>)> {
        let mut found: Vec<(String, Vec<u8>)> = std::fs::read_dir(world.path(folder))
            .unwrap()
            .map(|file| file.unwrap().path())
            .filter(|path| path.to_string_lossy().ends_with(wanted))
            .map(|path| (path.file_stem().unwrap().to_string_lossy().into_owned(), std::fs::read(&path).unwrap()))
            .collect();
        found.sort();
        found
    };
    let (league, list) = (world.read("site/league.jsonl"), world.read("site/list-0001.json"));
    let logs: Vec<Vec<u8>> = read("site/logs", ".jsonl").into_iter().map(|(_, log)| log).collect();
    assert_eq!(logs.len(), 2);
    let lists = |list: &[u8], logs: &[Vec<u8>]| {
        let parts: Vec<&[u8]> = [&league[..], list].into_iter().chain(logs.iter().map(Vec::as_slice)).collect();
        asked(&json!({"ask": "lists", "lists": 1}), &parts)
    };
    assert_eq!(lists(&list, &logs), json!([{"list": 1, "good": true, "logs": 2}]));
    // Points that somebody moved, a log that is not here, one that was changed: the words are those of the program.
    let text = String::from_utf8(list.clone()).unwrap();
    let moved = text.replacen("\"points\":23", "\"points\":24", 1);
    assert_ne!(moved, text);
    let changed = forged(std::str::from_utf8(&logs[1]).unwrap(), |at, fields, _| {
        if at > 3 {
            fields["at"] = "2026-11-02T00:00:00Z".into();
        }
    });
    let cases = [
        (moved.as_bytes(), logs.clone()),
        (&list[..], logs[..1].to_vec()),
        (&list[..], vec![logs[0].clone(), changed]),
    ];
    for (list, logs) in cases {
        let said = lists(list, &logs);
        assert_eq!(said[0]["good"], false, "{said}");
        let _ = std::fs::remove_dir_all(world.path("bad"));
        std::fs::create_dir_all(world.path("bad/logs")).unwrap();
        world.write("bad/league.jsonl", &league);
        world.write("bad/list-0001.json", list);
        logs.iter().enumerate().for_each(|(at, log)| drop(world.write(&format!("bad/logs/{at}.jsonl"), log)));
        let told = world.run("league check bad").ends(1).out;
        assert!(told.contains(said[0]["first"].as_str().unwrap()), "{told}: {said}");
    }
    // Each proof holds for its own log, and names who of the trust file signed the tree.
    let key = world.run("key show --json").ends(0).json()["key"].as_str().unwrap().to_owned();
    let trust = format!("officer {key}\nAnna Berg {key}\n");
    let proofs = read("site/proofs", ".tlog-proof");
    let ends: Vec<Value> = logs
        .iter()
        .map(|log| asked(&json!({"ask": "check"}), &[log]))
        .map(|said| json!([said["origin"], said["head"]]))
        .collect();
    for (origin, proof) in &proofs {
        for (log, ends) in logs.iter().zip(&ends) {
            let own = String::from_utf8_lossy(log).contains(&format!("\"hash\":\"{origin}\""));
            let head = json!({"ask": "proof", "trust": true, "ends": [ends]});
            let said = asked(&head, &[proof, trust.as_bytes()]);
            assert_eq!((said["holds"].is_u64(), &said["size"]), (own, &2.into()), "{said}");
            assert_eq!(said["signed"], json!(["officer"]), "a name is nobody's tree: {said}");
        }
        // Asked about all of them at once, it names the one.
        let said = asked(&json!({"ask": "proof", "ends": ends}), &[proof]);
        let named = ends[said["holds"].as_u64().unwrap() as usize][0].as_str().unwrap();
        assert_eq!(named, origin, "{said}");
    }
    assert_eq!(asked(&json!({"ask": "proof", "ends": ends}), &[b"no proof"]), Value::Null);
}
