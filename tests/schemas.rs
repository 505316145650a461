//! What is generated and checked in is fresh, and what the README tells about the log is true.

use std::process::Command;

use crate::support::{World, project, run_of};

/// `adjutant schema` prints every file of `schemas/`. That the files are what the types say is a test of `crates/schemas`.
#[test]
fn every_schema_is_printed() {
    let world = World::new();
    let kept = std::fs::read_dir(project().join("schemas")).unwrap().map(|entry| entry.unwrap().file_name());
    let kept: Vec<String> = kept.filter_map(|name| Some(name.to_str()?.strip_suffix(".schema.json")?.into())).collect();
    assert_eq!(kept.len(), 8, "{kept:?}");
    for of in kept {
        let there = std::fs::read_to_string(project().join(format!("schemas/{of}.schema.json"))).unwrap();
        assert!(there == world.run(&format!("schema {of}")).ends(0).out, "{of}");
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
