//! What is generated and checked in is fresh, and what the guide tells about the log is true.

use std::process::Command;

use serde_json::Value;

use crate::screen::scouring;
use crate::support::described::strays;
use crate::support::{World, project, run_of};

/// `adjutant schema` prints every file of `schemas/`. That the files are what the types say is a test of `crates/schemas`.
#[test]
fn every_schema_is_printed() {
    let world = World::new();
    let kept = std::fs::read_dir(project().join("schemas")).unwrap().map(|entry| entry.unwrap().file_name());
    let kept: Vec<String> = kept.filter_map(|name| Some(name.to_str()?.strip_suffix(".schema.json")?.into())).collect();
    assert_eq!(kept.len(), 19, "{kept:?}");
    for of in kept {
        let there = std::fs::read_to_string(project().join(format!("schemas/{of}.schema.json"))).unwrap();
        assert!(there == world.run(&format!("schema {of}")).ends(0).out, "{of}");
    }
}

#[test]
fn the_python_of_the_guide_verifies_a_chain() {
    let page = std::fs::read_to_string(project().join("docs/concepts/proof.md")).expect("a page");
    let snippet = page.split("```python\n").nth(1).and_then(|rest| rest.split("```").next()).expect("Python");
    let world = World::with_match();
    world.run("match record m --by both note żółć and Ωmega").ends(0);
    let log = world.exported();
    world.write("good.jsonl", &log);
    world.write("bad.jsonl", log.replace("żółć", "żółw"));
    let script = world.write("verify.py", snippet);
    let python = |log: &str| Command::new("python3").arg(&script).arg(world.path(log)).output();
    match (python("good.jsonl"), python("bad.jsonl")) {
        (Ok(good), Ok(bad)) => {
            run_of(good).ends(0);
            assert!(!bad.status.success());
        }
        _ => println!("not checked: there is no python3 here"),
    }
}

/// What programs read is what its schema says, key by key.
#[test]
fn answers_are_what_their_schemas_say() {
    let world = scouring();
    let checked = |of: &str, answer: Value| {
        let path = project().join(format!("schemas/{of}.schema.json"));
        let schema: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
        let mut found = Vec::new();
        strays(&schema, &schema, &answer, of, &mut found);
        assert!(found.is_empty(), "{found:#?}");
        let mut less = answer.clone();
        let first = less.as_object().unwrap().keys().next().unwrap().clone();
        let value = less.as_object_mut().unwrap().remove(&first).unwrap();
        less["stray"] = value;
        strays(&schema, &schema, &less, of, &mut found);
        assert!(!found.is_empty(), "a document that lacks {first} passes for {of}");
    };
    let run = |words: &str| world.run(&format!("match {words}")).ends(0).json();
    run("record m --json end command");
    checked("match-record", run("record m --json move a2 advance 4"));
    run("record m --json act a1 raise-banners m1");
    for words in ["record m --json kill a1 20", "record m --json kill b3 3", "record m --json end turn"] {
        checked("match-record", run(words));
    }
    checked("match-record", run("undo m --json --why slip"));
    for words in ["list --json", "list --json --open"] {
        checked("match-list", run(words));
    }
    for words in ["show m --json", "show m --json --at 3"] {
        checked("match-show", run(words));
    }
    checked("match-log", run("log m --json"));
    checked("match-summary", run("summary m --json"));
    run("record m --json --by one concede");
    checked("match-record", run("record m --json --by both end battle"));
    checked("match-show", run("show m --json"));
    checked("match-log", run("log m --json"));
    checked("match-list", run("list --json"));
    checked("match-stats", run("stats --json"));
    checked("match-report", run("report m --json"));
}
