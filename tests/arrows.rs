//! Dependencies point one way: `engine ← packs, store, tournament ← cli`, and the engine touches nothing outside.

use std::collections::BTreeSet;
use std::path::Path;

use crate::support::project;

/// What the engine may stand on: nothing here reads files, clocks, the environment, or draws random numbers.
const ENGINE_MAY_USE: &[&str] = &[
    "memchr",
    "num-bigint",
    "schemars",
    "serde",
    "serde_json",
    "serde_json_canonicalizer",
    "sha2",
    "smol_str",
    "thiserror",
    "rand_chacha",
    "rand_core",
];

/// What the engine's own text may not name.
const ENGINE_MAY_NOT_NAME: &[&str] = &[
    "std::fs",
    "std::env",
    "std::net",
    "std::process",
    "std::thread",
    "std::time",
    "std::io",
    "SystemTime",
    "HashMap",
    "HashSet",
    "println!",
    "eprintln!",
];

fn dependencies(manifest: &Path) -> BTreeSet<String> {
    let text = std::fs::read_to_string(manifest).unwrap_or_else(|error| panic!("{}: {error}", manifest.display()));
    let manifest: toml::Table = text.parse().unwrap();
    let mut names = BTreeSet::new();
    for section in ["dependencies", "build-dependencies"] {
        names.extend(
            manifest.get(section).and_then(|table| table.as_table()).into_iter().flat_map(|t| t.keys().cloned()),
        );
    }
    names
}

fn of_crate(name: &str) -> BTreeSet<String> {
    dependencies(&project().join("crates").join(name).join("Cargo.toml"))
}

fn ours(dependencies: &BTreeSet<String>) -> Vec<&str> {
    dependencies.iter().map(String::as_str).filter(|name| name.starts_with("adjutant")).collect()
}

#[test]
fn arrows_point_to_the_engine() {
    assert_eq!(ours(&of_crate("engine")), Vec::<&str>::new(), "the engine stands alone");
    for entry in std::fs::read_dir(project().join("crates")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        if matches!(name.as_str(), "engine" | "cli") {
            continue;
        }
        let dependencies = of_crate(&name);
        // Simulated matches are played under real missions; everything else stands on the engine alone.
        let allowed: &[&str] = match name.as_str() {
            "matching" => &[],
            "simulate" => &["adjutant-engine", "adjutant-packs"],
            "tournament" => &["adjutant-engine", "adjutant-matching"],
            _ => &["adjutant-engine"],
        };
        let stray: Vec<_> = ours(&dependencies).into_iter().filter(|used| !allowed.contains(used)).collect();
        assert!(stray.is_empty(), "crates/{name} may use {allowed:?} and no other of our crates, not {stray:?}");
    }
}

#[test]
fn only_the_program_talks_to_terminal_and_clock() {
    for library in ["engine", "matching", "packs", "rosters", "sheets", "simulate", "store", "tournament"] {
        let dependencies = of_crate(library);
        for outside in ["clap", "chrono", "directories", "indicatif", "comfy-table", "rand", "getrandom"] {
            assert!(!dependencies.contains(outside), "crates/{library} gained {outside}");
        }
        let mut texts = Vec::new();
        gather(&project().join("crates").join(library).join("src"), &mut texts);
        for (path, text) in texts {
            for line in code(&text) {
                assert!(!line.contains("println!(") && !line.contains("print!("), "{path} prints: {line}");
            }
        }
    }
}

/// The lines of a source that are neither comments nor tests.
fn code(text: &str) -> impl Iterator<Item = &str> {
    let body = text.split("#[cfg(test)]").next().unwrap_or_default();
    body.lines().map(str::trim).filter(|line| !line.starts_with("//"))
}

#[test]
fn no_objective_is_rust() {
    let mut ids = Vec::new();
    for folder in ["objectives", "actions", "incursion", "strike-force"] {
        for entry in std::fs::read_dir(project().join("missions/gt2020").join(folder)).unwrap() {
            let path = entry.unwrap().path();
            ids.push(format!("\"{}\"", path.file_stem().unwrap().to_str().unwrap()));
        }
    }
    assert_eq!(ids.len(), 37 + 14 + 18);
    let mut texts = Vec::new();
    gather(&project().join("crates/engine/src"), &mut texts);
    for (path, text) in texts {
        for line in code(&text) {
            for id in &ids {
                assert!(!line.contains(id.as_str()), "{path} names {id}: {line}");
            }
        }
    }
}

#[test]
fn the_engine_gains_nothing_that_touches_the_world() {
    let allowed: BTreeSet<String> = ENGINE_MAY_USE.iter().map(|name| (*name).to_owned()).collect();
    let stray: Vec<_> = of_crate("engine").difference(&allowed).cloned().collect();
    assert!(stray.is_empty(), "the engine gained {stray:?}; a crate that is pure may be added to ENGINE_MAY_USE");
    let mut texts = Vec::new();
    gather(&project().join("crates/engine/src"), &mut texts);
    for (path, text) in texts {
        for word in ENGINE_MAY_NOT_NAME {
            assert!(!text.contains(word), "{path} names {word}");
        }
    }
}

fn gather(folder: &Path, texts: &mut Vec<(String, String)>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            gather(&path, texts);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            texts.push((path.display().to_string(), std::fs::read_to_string(&path).unwrap()));
        }
    }
}
