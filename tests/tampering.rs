//! Whatever is changed in a log, an audit names the record.

use adjutant_engine::chain::{Link, seal, verify_line};
use adjutant_replay::audit::{Code, audit};
use serde_json::Value;

use crate::support::{World, forged};

fn log() -> (World, String) {
    let world = World::with_match();
    for text in ["first", "żółć", "last"] {
        world.run(&format!("match record m --by both note {text}")).ends(0);
    }
    let log = world.exported();
    (world, log)
}

/// Record and code of the first finding.
fn found(bytes: &[u8]) -> Option<(Option<u64>, &'static str)> {
    let findings = audit(&adjutant_app::Known::default().rulebook(), "log".to_owned(), bytes).findings;
    findings
        .iter()
        .find(|finding| finding.code != Code::Unfinished)
        .map(|finding| (finding.record, finding.code.as_str()))
}

#[test]
fn every_byte_of_a_record_counts() {
    let (_world, log) = log();
    assert_eq!(found(log.as_bytes()), None);
    let start: usize = log.lines().take(2).map(|line| line.len() + 1).sum();
    let length = log.lines().nth(2).unwrap().len();
    for index in start..start + length {
        for flip in [1, 0x20, 0x80] {
            let mut changed = log.clone().into_bytes();
            changed[index] ^= flip;
            let (record, code) = found(&changed).unwrap_or_else(|| panic!("byte {index} ^ {flip:#x} went unseen"));
            assert_eq!(record, Some(3), "byte {index} ^ {flip:#x}: {code}");
        }
    }
}

#[test]
fn the_program_names_the_record_for_every_kind_of_byte() {
    let (world, log) = log();
    let mut lines: Vec<String> = log.lines().map(str::to_owned).collect();
    let third = lines[2].clone();
    let record: serde_json::Value = serde_json::from_str(&third).unwrap();
    let (hash, prev) = (record["hash"].as_str().unwrap(), record["prev"].as_str().unwrap());
    for (from, to) in [
        ("first", "frist"),
        ("\"by\":\"both\"", "\"by\":\"two\""),
        ("2026", "2025"),
        ("\"seq\":3", "\"seq\":4"),
        ("\"vp\":{\"one\":0", "\"vp\":{\"one\":9"),
        (hash, prev),
        (prev, hash),
        ("{\"at\"", "{ \"at\""),
        ("\"note\"", "\"note\\u0020\""),
    ] {
        lines[2] = third.replacen(from, to, 1);
        assert_ne!(lines[2], third, "{from}");
        world.write("changed.jsonl", lines.join("\n") + "\n");
        let report = world.run("audit changed.jsonl --json").ends(1).json();
        assert_eq!(report["logs"][0]["findings"][0]["record"], 3, "{from}: {report}");
        world.run("match import changed.jsonl --data other").ends(1).says("changed.jsonl:3:");
    }
}

#[test]
fn records_left_out_doubled_or_swapped_are_named() {
    let (_world, log) = log();
    let lines: Vec<&str> = log.lines().collect();
    let joined = |order: &[usize]| order.iter().map(|index| lines[*index].to_owned() + "\n").collect::<String>();
    for (order, record) in [(&[0, 2, 3, 4][..], 2), (&[0, 1, 1, 2], 3), (&[0, 2, 1, 3], 2), (&[1, 2], 1)] {
        assert_eq!(found(joined(order).as_bytes()), Some((Some(record), "chain")), "{order:?}");
    }
    assert_eq!(found(b""), Some((None, "empty")));
    assert_eq!(found(&log.as_bytes()[..log.len() - 1]), Some((None, "cut-short")));
}

#[test]
fn a_log_rewritten_with_a_whole_chain_is_found_by_its_points() {
    let (_world, log) = log();
    let mut previous = Link::START;
    let mut rewritten = Vec::new();
    for (index, line) in log.lines().enumerate() {
        let mut fields: serde_json::Map<String, serde_json::Value> = serde_json::from_str(line).unwrap();
        if index >= 3 {
            fields.insert("vp".into(), serde_json::json!({"one": 45, "two": 0}));
        }
        let (line, link) = seal(fields, previous).unwrap();
        verify_line(&line, previous).unwrap();
        previous = link;
        rewritten.extend(line);
        rewritten.push(b'\n');
    }
    let report = audit(&adjutant_app::Known::default().rulebook(), "log".to_owned(), &rewritten);
    let found: Vec<_> = report.findings.iter().map(|finding| (finding.record, finding.code.as_str())).collect();
    assert_eq!(found, [(Some(4), "vp")], "only the first record where two engines part is named");
}

#[test]
fn an_audit_goes_on_after_a_bad_log() {
    let (world, log) = log();
    std::fs::create_dir_all(world.path("logs/deep")).unwrap();
    world.write("logs/a-bad.jsonl", log.replacen("first", "frist", 1));
    world.write("logs/deep/good.jsonl", &log);
    world.write("logs/skipped.bare.jsonl", "not looked at");
    world.write("logs/empty.jsonl", "");
    for jobs in ["", " --jobs 1", " --jobs 8"] {
        let report = world.run(&format!("audit logs nowhere.jsonl data/adjutant.db --json{jobs}")).ends(1).json();
        let paths: Vec<&str> = report["logs"].as_array().unwrap().iter().map(|l| l["path"].as_str().unwrap()).collect();
        assert_eq!(
            paths,
            [
                "logs/a-bad.jsonl",
                "logs/deep/good.jsonl",
                "logs/empty.jsonl",
                "nowhere.jsonl",
                "data/adjutant.db match m"
            ]
        );
        assert_eq!(report["errors"], 3, "{report}");
    }
    world.run("audit logs/deep").ends(0);
    world.run("match verify m").ends(0);
}

#[test]
fn an_import_takes_what_an_audit_calls_an_error_only_when_told_to() {
    let world = World::with_match();
    world.run("key new").ends(0);
    world.run("match sign m --player one").ends(0);
    let log = world.exported();
    let wrong =
        forged(log.lines().take(2).map(|line| format!("{line}\n")).collect::<String>().as_str(), |index, fields, _| {
            if index == 1 {
                fields["vp"]["one"] = 99.into();
            }
        });
    let stolen = forged(&log, |_, fields, _| {
        if let Some(sign) = fields["do"].get_mut("sign").and_then(Value::as_object_mut) {
            let other = adjutant_core::signature::SigningKey::of_seed([9; 32]).unwrap().public();
            sign.insert("key".into(), other.to_string().into());
        }
    });
    for (name, log, code) in [("wrong.jsonl", wrong, "vp"), ("stolen.jsonl", stolen, "signature")] {
        world.write(name, log);
        let folder = format!("--data {code}");
        world.run(&format!("match import {name} {folder}")).ends(1).says(&format!("{code}: ")).says("--anyway");
        assert_eq!(world.run(&format!("match list {folder}")).ends(0).out, "", "{name}");
        world.run(&format!("match import {name} --anyway {folder}")).ends(0).says("imported anyway");
        world.run(&format!("match verify m {folder}")).ends(1);
    }
}
