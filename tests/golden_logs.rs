//! Whole matches with known scores, recorded and replayed by the program.

use std::path::PathBuf;

use serde_json::Value;

use crate::support::{self, World};

const NAMES: [&str; 4] = ["scorched-earth", "vital-intelligence", "resupply", "real-armies"];

fn golden(name: &str) -> (PathBuf, Value) {
    let expected = std::fs::read_to_string(support::golden(&format!("{name}.expected.json"))).unwrap();
    (support::golden(&format!("{name}.bare.jsonl")), serde_json::from_str(&expected).unwrap())
}

fn assert_scores(name: &str, view: &Value, expected: &Value) {
    assert_eq!(view["mission"], expected["mission"], "{name}");
    assert_eq!(view["result"]["winner"], expected["winner"], "{name}");
    for player in ["one", "two"] {
        let (own, due) = (&view["players"][player], &expected["players"][player]);
        assert_eq!(own["primary"]["vp"], due["primary"], "{name}: primary of {player}");
        assert_eq!(own["total"], due["total"], "{name}: total of {player}");
        let secondaries = own["secondaries"].as_array().unwrap();
        assert_eq!(secondaries.len(), due["secondaries"].as_object().unwrap().len(), "{name}");
        for score in secondaries {
            let objective = score["objective"].as_str().unwrap();
            assert_eq!(score["vp"], due["secondaries"][objective], "{name}: {objective} of {player}");
        }
    }
}

#[test]
fn bare_logs_give_every_number() {
    for name in NAMES {
        let (log, expected) = golden(name);
        let view = World::new().run(&format!("replay --bare {} --json", log.display())).ends(0).json();
        assert_scores(name, &view, &expected);
        assert_eq!(view["head"], Value::Null, "a bare log has no head");
    }
}

#[test]
fn recorded_exported_and_replayed_they_are_the_same() {
    for name in NAMES {
        let (log, expected) = golden(name);
        let world = World::new();
        let first = std::fs::read_to_string(&log).unwrap();
        let first: Value = serde_json::from_str(first.lines().next().unwrap()).unwrap();
        let id = first["do"]["open"]["match"].as_str().unwrap().to_owned();
        world.run(&format!("match record {id} --from {}", log.display())).ends(0);
        world.run(&format!("match export {id} -o out.jsonl")).ends(0);
        world.run("audit out.jsonl data/adjutant.db").ends(0);
        let view = world.run("replay out.jsonl --json").ends(0);
        assert_scores(name, &view.json(), &expected);
        assert_eq!(view.out, world.run(&format!("match show {id} --json")).out);
        let mut bare = world.run(&format!("replay --bare {} --json", log.display())).json();
        bare["head"] = view.json()["head"].clone();
        assert_eq!(view.json(), bare, "{name}: the same view, but for the head");
        world.run("match import out.jsonl --data other").ends(0);
        world.run(&format!("match export {id} -o again.jsonl --data other")).ends(0);
        assert_eq!(world.read("out.jsonl"), world.read("again.jsonl"));
        let mut bytes = world.read("out.jsonl");
        let middle = bytes.len() / 2;
        let line = bytes[..middle].iter().filter(|byte| **byte == b'\n').count() + 1;
        bytes[middle] ^= 1;
        world.write("changed.jsonl", bytes);
        let report = world.run("audit changed.jsonl --json").ends(1).json();
        assert_eq!(report["logs"][0]["findings"][0]["record"], line, "{name}");
    }
}
