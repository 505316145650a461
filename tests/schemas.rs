//! What is generated and checked in is fresh, and what the README tells about the log is true.

use std::process::Command;

use adjutant::schema;

use crate::support::{World, project, run_of};

#[test]
fn the_schema_of_the_log_is_fresh() {
    let path = project().join("schemas/log.schema.json");
    let there = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        there == schema::text(&schema::log()).unwrap(),
        "schemas/log.schema.json is not what the types say; write it anew with\n  \
         cargo run -- schema log > schemas/log.schema.json"
    );
    assert_eq!(World::new().run("schema log").ends(0).out, there);
}

/// Every file of `schemas/` is what `adjutant schema` prints, and it prints nothing else.
#[test]
fn every_schema_is_fresh() {
    let world = World::new();
    let kept = std::fs::read_dir(project().join("schemas")).unwrap().map(|entry| entry.unwrap().file_name());
    let kept: Vec<String> = kept.filter_map(|name| Some(name.to_str()?.strip_suffix(".schema.json")?.into())).collect();
    assert_eq!(kept.len(), 8, "{kept:?}");
    for of in kept {
        let there = std::fs::read_to_string(project().join(format!("schemas/{of}.schema.json"))).unwrap();
        let told = world.run(&format!("schema {of}")).ends(0).out;
        assert!(told == there, "write it anew with\n  cargo run -- schema {of} > schemas/{of}.schema.json");
    }
}

#[test]
fn the_python_of_the_readme_verifies_a_chain() {
    let readme = std::fs::read_to_string(project().join("README.md")).unwrap_or_default();
    let Some(snippet) = readme.split("```python\n").nth(1).and_then(|rest| rest.split("```").next()) else {
        return println!("not checked: README.md has no Python in it");
    };
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
