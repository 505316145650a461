//! Logs from a stream, and a part of many logs: what other programs and other machines are told.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use serde_json::Value;

use crate::support::{World, forged, golden, run_of};

fn framed(logs: &[(&str, &[u8])]) -> Vec<u8> {
    let mut stream = Vec::new();
    for (name, log) in logs {
        stream.extend(format!("{}\n", serde_json::json!({"bytes": log.len(), "log": name})).into_bytes());
        stream.extend_from_slice(log);
    }
    stream
}

fn feed(world: &World, words: &str, stream: &[u8]) -> crate::support::Run {
    let mut child = world.command(words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let child = child.as_mut().unwrap();
    let mut input = child.stdin.take().unwrap();
    let stream = stream.to_vec();
    let writing = std::thread::spawn(move || {
        // A program that ends early closes the pipe.
        let _ = input.write_all(&stream);
    });
    let mut output = std::process::Output { status: Default::default(), stdout: Vec::new(), stderr: Vec::new() };
    std::io::Read::read_to_end(child.stdout.as_mut().unwrap(), &mut output.stdout).unwrap();
    std::io::Read::read_to_end(child.stderr.as_mut().unwrap(), &mut output.stderr).unwrap();
    output.status = child.wait().unwrap();
    writing.join().unwrap();
    run_of(output)
}

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))).collect()
}

/// The golden matches, recorded: name, log, and what two other calculations gave for it.
fn golden_logs() -> Vec<(String, Vec<u8>, Value)> {
    let names = ["scorched-earth", "vital-intelligence", "resupply", "real-armies"];
    let recorded = names.map(|name| {
        let world = World::new();
        let log = golden(&format!("{name}.bare.jsonl"));
        let text = std::fs::read_to_string(&log).unwrap();
        let id = lines(&text)[0]["do"]["open"]["match"].as_str().unwrap().to_owned();
        world.run(&format!("match record {id} --from {}", log.display())).ends(0);
        let expected = std::fs::read_to_string(golden(&format!("{name}.expected.json"))).unwrap();
        let log = world.run(&format!("match export {id}")).ends(0).out;
        (name.to_owned(), log.into_bytes(), serde_json::from_str(&expected).unwrap())
    });
    recorded.into()
}

#[test]
fn a_stream_is_judged_as_the_files_are() {
    let world = World::with_match();
    let good = world.exported();
    let tampered = good.replacen("Anna", "Anne", 1);
    let cut = good.trim_end().to_owned();
    let mut logs: Vec<(String, Vec<u8>)> = golden_logs().into_iter().map(|(name, log, _)| (name, log)).collect();
    for (name, log) in [("m", &good), ("tampered", &tampered), ("cut", &cut), ("letter", &"Dear all,\n".to_owned())] {
        logs.push((name.to_owned(), log.clone().into_bytes()));
    }
    logs.push(("empty".to_owned(), Vec::new()));
    let named: Vec<(&str, &[u8])> = logs.iter().map(|(name, log)| (name.as_str(), log.as_slice())).collect();
    let streamed = feed(&world, "audit --stream", &framed(&named)).ends(1);
    let found = lines(&streamed.out);
    assert_eq!(found.len(), logs.len());
    for (report, (name, log)) in found.iter().zip(&logs) {
        assert_eq!(report["path"], name.as_str());
        world.write("one.jsonl", log);
        let mut alone = world.run("audit one.jsonl --json").json()["logs"][0].clone();
        alone["path"] = name.as_str().into();
        assert_eq!(*report, alone, "{name}");
    }
    // The same bytes, however many threads work on them.
    for jobs in [1, 7] {
        assert_eq!(feed(&world, &format!("audit --stream --jobs {jobs}"), &framed(&named)).out, streamed.out);
    }
    assert_eq!(feed(&world, "audit --stream", &framed(&[("m", good.as_bytes())])).ends(0).err, "");
    assert_eq!(feed(&world, "audit --stream", b"").ends(0).out, "");
}

#[test]
fn what_is_no_frame_is_told_and_the_next_log_is_read() {
    let world = World::with_match();
    let good = world.exported();
    let frame = |name: &str| framed(&[(name, good.as_bytes())]);
    let hostile = format!("{{\"bytes\":{},\"log\":\"\\u001b[2Jq\\nr\\u202e\"}}\n{good}", good.len());
    let endless = b"{\"bytes\":18446744073709551615,\"log\":\"endless\"}\n".to_vec();
    let stream = [
        frame("a"),
        b"not a frame\n".to_vec(),
        frame("b"),
        // A length that is too short: the rest of the log is no frame.
        b"{\"bytes\":10,\"log\":\"short\"}\n".to_vec(),
        good.clone().into_bytes(),
        frame("c"),
        hostile.into_bytes(),
        vec![0xff; 300_000],
        b"\n{\"bytes\":\"many\",\"log\":\"x\"}\n{\"log\":\"y\"}\n[]\n".to_vec(),
        frame("d"),
        endless,
    ]
    .concat();
    let run = feed(&world, "audit --stream", &stream).ends(1);
    assert!(!run.out.contains('\u{1b}') && !run.out.contains('\u{202e}'), "{}", run.out);
    let found: Vec<(String, Vec<String>)> = lines(&run.out)
        .iter()
        .map(|report| {
            let codes = report["findings"].as_array().unwrap().iter();
            let errors = codes.filter(|finding| finding["severity"] == "error");
            (
                report["path"].as_str().unwrap().to_owned(),
                errors.map(|found| found["code"].as_str().unwrap().to_owned()).collect(),
            )
        })
        .collect();
    let codes = |name: &str| found.iter().find(|(path, _)| path == name).map(|(_, codes)| codes.clone());
    for name in ["a", "b", "c", "d", "\u{1b}[2Jq\nr\u{202e}"] {
        assert_eq!(codes(name), Some(vec![]), "{name:?} in {found:?}");
    }
    assert_eq!(codes("endless"), Some(vec!["cut-short".to_owned()]));
    assert_eq!(found.iter().filter(|(_, codes)| *codes == ["frame"]).count(), 3, "{found:?}");
}

/// A program that asks and waits is answered before it asks again.
#[test]
fn an_answer_comes_before_the_next_question() {
    let world = World::with_match();
    let good = world.exported();
    let mut child = world.command("audit --stream").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    for name in ["first", "second", "third"] {
        input.write_all(&framed(&[(name, good.as_bytes())])).unwrap();
        input.flush().unwrap();
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        assert_eq!(lines(&line)[0]["path"], name);
    }
    drop(input);
    assert!(child.wait().unwrap().success());
}

/// Mutated logs: each is answered, none ends the stream.
#[test]
fn ten_thousand_mutated_frames_are_answered() {
    let world = World::with_match();
    let good = world.exported().into_bytes();
    let mut seed = 0x2545_f491_4f6c_dd1d_u64;
    let mut draw = |below: usize| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        usize::try_from(seed % below as u64).unwrap()
    };
    let mut stream = Vec::new();
    for index in 0..10_000 {
        let mut log = good.clone();
        match draw(4) {
            0 => log.truncate(draw(good.len())),
            1 => log[draw(good.len())] ^= 1 << draw(8),
            2 => {
                let at = draw(good.len());
                log.drain(at..(at + draw(40)).min(good.len()));
            }
            _ => {
                let at = draw(good.len());
                log.splice(at..at, (0..draw(9)).map(|_| b"{}[]\",:\n\\"[draw(9)]).collect::<Vec<_>>());
            }
        }
        stream.extend(framed(&[(&index.to_string(), &log)]));
    }
    let run = feed(&world, "audit --stream", &stream);
    let found = lines(&run.out);
    assert_eq!(found.len(), 10_000);
    assert!(found.iter().zip(0..).all(|(report, index)| report["path"] == index.to_string().as_str()));
    assert!(!run.out.contains("broke off") && !run.err.contains("panicked"), "{}", run.err);
}

/// Logs of every kind in a folder and a database: good, tampered, twice, longer, forked, of one id, cut, an event.
fn mixed() -> World {
    let world = World::with_match();
    std::fs::create_dir(world.path("logs")).unwrap();
    let short = world.exported();
    world.write("logs/a-short.jsonl", &short);
    world.write("logs/b-again.jsonl", &short);
    world.run("match record m --by both note here").ends(0);
    world.write("logs/c-long.jsonl", world.exported());
    world.write("logs/d-tampered.jsonl", world.exported().replacen("here", "Here", 1));
    world.write("logs/e-first-line.jsonl", short.replacen("Anna", "Anne", 1));
    world.write("logs/f-cut.jsonl", short.trim_end());
    world.write("logs/g-empty.jsonl", "");
    world.write("logs/h-letter.txt", "Dear all");
    world.run("match import logs/a-short.jsonl --data other").ends(0);
    world.run("match record m --by both note there --data other").ends(0);
    world.run("match export m -o logs/i-fork.jsonl --data other").ends(0);
    for index in 0..6 {
        let names = format!("--one Carl{index} --two Dora");
        world.run(&format!("match new m --mission overrun {names} --data club{index}")).ends(0);
        world.run(&format!("match export m -o logs/j-{index}.jsonl --data club{index}")).ends(0);
    }
    let foreign = forged(&short, |index, fields, _| {
        if index == 0 {
            fields["do"]["open"]["pack"] = "nobodys".into();
        }
    });
    world.write("logs/k-unknown-pack.jsonl", foreign);
    world.run("event new gt --name GT --rounds 1 --seed 1").ends(0);
    world.run("event register gt --name Anna").ends(0);
    world.run("event export gt --log logs/l-gt.jsonl").ends(0);
    world
}

#[test]
fn all_parts_together_are_the_whole() {
    let world = mixed();
    let logs = |words: &str| -> (Vec<String>, Value) {
        let run = world.run(&format!("audit logs data/adjutant.db nowhere.jsonl --json {words}"));
        let report = run.json();
        (report["logs"].as_array().unwrap().iter().map(ToString::to_string).collect(), report)
    };
    let (mut whole, report) = logs("");
    let codes: BTreeSet<&str> = report["logs"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|log| log["findings"].as_array().unwrap())
        .map(|finding| finding["code"].as_str().unwrap())
        .collect();
    for code in ["duplicate", "copy", "two-heads", "same-id", "chain", "cut-short", "empty", "unreadable", "refused"] {
        assert!(codes.contains(code), "{code} is missing from {codes:?}");
    }
    whole.sort();
    for of in [1, 2, 3, 8] {
        let mut union = Vec::new();
        let mut sums = [0; 4];
        for number in 1..=of {
            let (part, report) = logs(&format!("--part {number}/{of}"));
            union.extend(part);
            for (sum, key) in sums.iter_mut().zip(["errors", "warnings", "notes", "passed_over"]) {
                *sum += report[key].as_u64().unwrap();
            }
        }
        union.sort();
        assert_eq!(union, whole, "{of} parts");
        assert_eq!(
            sums.map(Value::from),
            ["errors", "warnings", "notes", "passed_over"].map(|key| report[key].clone())
        );
    }
    world.run("audit logs --part 3/2").ends(2).says("k/n");
    world.run("audit --stream --part 1/2").ends(2);
    world.run("audit --stream logs").ends(2);
    world.run("audit").ends(2);
}

#[test]
fn facts_say_what_the_match_and_the_event_came_to() {
    let world = mixed();
    let facts = |words: &str| lines(&world.run(&format!("facts {words}")).out);
    let whole = facts("logs");
    let mut union: Vec<Value> = (1..=3).flat_map(|part| facts(&format!("logs --part {part}/3"))).collect();
    let sorted = |mut rows: Vec<Value>| {
        rows.sort_by_key(ToString::to_string);
        rows
    };
    assert_eq!(sorted(std::mem::take(&mut union)), sorted(whole.clone()));
    let of = |name: &str| whole.iter().find(|row| row["path"].as_str().unwrap().ends_with(name)).unwrap().clone();
    assert_eq!((&of("d-tampered.jsonl")["errors"], &of("a-short.jsonl")["errors"]), (&1.into(), &0.into()));
    assert_eq!(of("a-short.jsonl")["match"]["id"], "m");
    assert_eq!(of("l-gt.jsonl")["event"]["players"], 1);
    assert_eq!(of("g-empty.jsonl")["match"], Value::Null);
    // A stream says the same as the files.
    let log = world.read("logs/c-long.jsonl");
    let streamed = feed(&world, "facts --stream", &framed(&[("logs/c-long.jsonl", &log)])).ends(0);
    assert_eq!(lines(&streamed.out)[0], of("c-long.jsonl"));
    // Every golden match: its rows say what two other calculations gave.
    for (name, log, expected) in golden_logs() {
        let run = feed(&world, "facts --stream", &framed(&[(name.as_str(), &log)])).ends(0);
        let row = &lines(&run.out)[0];
        assert_eq!(row["match"]["winner"], expected["winner"], "{name}");
        assert_eq!(row["match"]["mission"], expected["mission"], "{name}");
        for (at, side) in ["one", "two"].into_iter().enumerate() {
            let due = &expected["players"][side];
            assert_eq!(row["sides"][at]["vp"], due["total"], "{name}: {side}");
            assert_eq!(row["match"][side], due["total"], "{name}: {side}");
            assert_eq!(row["sides"][at]["primary"], due["primary"], "{name}: {side}");
            let chosen = row["secondaries"].as_array().unwrap().iter().filter(|one| one["side"] == side);
            let chosen: Vec<&Value> = chosen.collect();
            assert_eq!(chosen.len(), due["secondaries"].as_object().unwrap().len(), "{name}: {side}");
            for one in chosen {
                assert_eq!(one["vp"], due["secondaries"][one["objective"].as_str().unwrap()], "{name}: {side}");
            }
        }
        let last: Value =
            serde_json::from_str(std::str::from_utf8(&log).unwrap().lines().next_back().unwrap()).unwrap();
        assert_eq!((&row["records"], &row["head"]), (&last["seq"], &last["hash"]), "{name}");
    }
}
