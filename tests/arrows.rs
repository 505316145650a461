//! Dependencies point one way: `core ← engine, tournament ← packs, rosters, store … ← app ← cli`. Neither the core nor
//! the engine touches anything outside, only the program prints, and only the application appends to the store.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::support::project;

/// What the core, the engine and what it measures and rolls with may stand on: nothing here reads files, clocks, the environment, or draws random numbers.
const ENGINE_MAY_USE: &[&str] = &[
    "adjutant-attack",
    "adjutant-core",
    "adjutant-geometry",
    "ed25519-compact",
    "memchr",
    "num-bigint",
    "schemars",
    "serde",
    "serde_json",
    "serde_json_canonicalizer",
    "sha2",
    "smol_str",
    "thiserror",
    "unicode-normalization",
    "rand_chacha",
    "rand_core",
];

/// What the text of the core and of the engine may not name.
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

/// Which of our crates each may name, the lowest first; every one may name `core`. What a crate does not name it knows
/// nothing of: ARCHITECTURE.md says it in words.
const MAY_NAME: &[(&str, &[&str])] = &[
    ("core", &[]),
    ("matching", &[]),
    ("geometry", &[]),
    ("attack", &[]),
    ("ratings", &[]),
    ("store", &[]),
    ("engine", &["geometry", "attack"]),
    ("tournament", &["matching"]),
    ("league", &["tournament", "ratings"]),
    ("packs", &["engine"]),
    ("rosters", &["engine"]),
    ("shorthand", &["engine"]),
    // Simulated matches are played under real missions.
    ("simulate", &["engine", "packs"]),
    ("engines", &[]),
    ("replay", &["engine", "packs", "rosters", "tournament", "league"]),
    ("present", &["replay", "rosters", "engine", "tournament", "league"]),
    ("module", &["engine", "packs", "present", "replay", "tournament"]),
    ("sheets", &["present", "replay", "engine", "tournament"]),
    ("app", &["engines", "replay", "store", "packs", "rosters", "simulate", "engine", "tournament", "league"]),
    ("play", &["app", "present", "sheets", "shorthand", "engine"]),
    ("serve", &["app", "present", "sheets", "shorthand", "replay", "rosters", "engine", "tournament"]),
    // Writes the schemas; no part of the program.
    ("schemas", &["app", "replay", "engine", "rosters", "tournament", "league"]),
];

#[test]
fn arrows_point_to_the_core() {
    let mut faults = Vec::new();
    for entry in std::fs::read_dir(project().join("crates")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        if name == "cli" {
            continue;
        }
        let Some((_, allowed)) = MAY_NAME.iter().find(|(listed, _)| *listed == name) else {
            faults.push(format!("crates/{name} has no row"));
            continue;
        };
        for used in ours(&of_crate(&name)).into_iter().filter_map(|used| used.strip_prefix("adjutant-")) {
            if used != "core" && !allowed.contains(&used) {
                faults.push(format!("crates/{name} may name {allowed:?} of our crates, not {used}"));
            }
        }
    }
    let below = |at: usize, used: &&str| MAY_NAME[..at].iter().any(|(name, _)| name == used);
    for (at, (name, allowed)) in MAY_NAME.iter().enumerate() {
        let above: Vec<&&str> = allowed.iter().filter(|used| !below(at, used)).collect();
        assert!(above.is_empty(), "crates/{name} may not name {above:?}, which stand above it");
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// A number that people compare is whole, except in the room that rates.
#[test]
fn floats_stay_with_the_ratings() {
    for name in ["core", "engine", "league", "matching", "rosters", "tournament"] {
        let text = std::fs::read_to_string(project().join("crates").join(name).join("src/lib.rs")).unwrap();
        assert!(text.contains("#![deny(clippy::float_arithmetic)]"), "crates/{name} may reckon with floats");
    }
    let mut texts = Vec::new();
    gather(&project().join("crates/ratings/src"), &mut texts);
    for (path, text) in texts {
        for line in code(&text) {
            for of_the_system in [".exp()", ".ln()", ".sqrt()", ".powi(", ".powf(", ".mul_add(", ".hypot("] {
                assert!(!line.contains(of_the_system), "{path} asks the system, which differs in the last bit: {line}");
            }
        }
    }
}

#[test]
fn only_the_program_talks_to_the_terminal_and_only_the_application_to_the_clock() {
    for (library, _) in MAY_NAME.iter().filter(|(name, _)| *name != "schemas") {
        let dependencies = of_crate(library);
        let world: &[&str] = if *library == "app" { &[] } else { &["chrono", "getrandom"] };
        let screen: &[&str] = if *library == "play" { &[] } else { &["crossterm", "ratatui"] };
        let others = ["clap", "directories", "indicatif", "comfy-table", "rand"];
        for outside in others.iter().chain(world).chain(screen) {
            assert!(!dependencies.contains(*outside), "crates/{library} gained {outside}");
        }
        let mut texts = Vec::new();
        gather(&project().join("crates").join(library).join("src"), &mut texts);
        for (path, text) in texts {
            for line in code(&text) {
                assert!(!line.contains("println!(") && !line.contains("print!("), "{path} prints: {line}");
                assert!(!line.contains("env::var"), "{path} reads the environment: {line}");
            }
        }
    }
}

/// The lines of a source that are neither comments nor tests.
fn code(text: &str) -> impl Iterator<Item = &str> {
    let body = text.split("#[cfg(test)]").next().unwrap_or_default();
    body.lines().map(str::trim).filter(|line| !line.starts_with("//"))
}

/// Every crate that a crate of ours brings along, itself included: manifests for ours, the lock file for the others.
fn tree(name: &str) -> BTreeSet<String> {
    let lock: toml::Table = std::fs::read_to_string(project().join("Cargo.lock")).unwrap().parse().unwrap();
    let locked: BTreeMap<&str, Vec<&str>> = lock["package"]
        .as_array()
        .unwrap()
        .iter()
        .map(|package| {
            let needs = package.get("dependencies").and_then(|needs| needs.as_array());
            let needs = needs.into_iter().flatten().filter_map(|need| need.as_str()?.split(' ').next());
            (package["name"].as_str().unwrap(), needs.collect())
        })
        .collect();
    let mut known = BTreeSet::new();
    let mut open = vec![name.to_owned()];
    while let Some(next) = open.pop() {
        if known.insert(next.clone()) {
            match next.strip_prefix("adjutant-") {
                Some(ours) => open.extend(of_crate(ours)),
                None => open.extend(locked[next.as_str()].iter().map(|need| (*need).to_owned())),
            }
        }
    }
    known
}

/// The examples of the application show that another program needs nothing else: what they bring counts too.
#[test]
fn the_application_and_its_examples_bring_no_arguments_terminal_or_pdf() {
    let mut tree = tree("adjutant-app");
    let manifest = std::fs::read_to_string(project().join("crates/app/Cargo.toml")).unwrap();
    let manifest: toml::Table = manifest.parse().unwrap();
    for name in manifest["dev-dependencies"].as_table().unwrap().keys() {
        tree.extend(self::tree(name));
    }
    assert!(tree.contains("adjutant-core") && tree.contains("rusqlite"), "{tree:?}");
    for outside in ["clap", "crossterm", "comfy-table", "indicatif", "directories", "printpdf", "adjutant-sheets"] {
        assert!(!tree.contains(outside), "the dependency tree of crates/app holds {outside}");
    }
}

#[test]
fn only_the_application_seals_and_appends() {
    for entry in std::fs::read_dir(project().join("crates")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        if matches!(name.as_str(), "app" | "core" | "engine" | "league" | "store" | "tournament") {
            continue;
        }
        let mut texts = Vec::new();
        gather(&project().join("crates").join(&name).join("src"), &mut texts);
        for (path, text) in texts {
            for line in code(&text) {
                for word in ["append_all(", "store.append(", "chain::seal(", "record::seal("] {
                    assert!(!line.contains(word), "{path} does what only crates/app may do: {line}");
                }
            }
        }
    }
}

#[test]
fn no_objective_is_rust() {
    let mut ids = Vec::new();
    let folders = ["gt2020/objectives", "gt2020/actions", "gt2020/incursion", "gt2020/strike-force"];
    for folder in folders.into_iter().chain(["matrix-11th/objectives", "matrix-11th/actions"]) {
        for entry in std::fs::read_dir(project().join("missions").join(folder)).unwrap() {
            let path = entry.unwrap().path();
            ids.push(format!("\"{}\"", path.file_stem().unwrap().to_str().unwrap()));
        }
    }
    assert_eq!(ids.len(), 37 + 14 + 18 + 43 + 12);
    let mut texts = Vec::new();
    for name in ["attack", "engine", "geometry"] {
        gather(&project().join("crates").join(name).join("src"), &mut texts);
    }
    for (path, text) in texts {
        for line in code(&text) {
            for id in &ids {
                assert!(!line.contains(id.as_str()), "{path} names {id}: {line}");
            }
        }
    }
}

/// An edition is data: its phases, battle sizes, measures and packs have no name in the engine.
#[test]
fn no_edition_is_rust() {
    let mut names: Vec<String> = Vec::new();
    for folder in ["missions", "missions/rulesets"] {
        let entries = std::fs::read_dir(project().join(folder)).unwrap().map(Result::unwrap);
        names.extend(entries.filter(|e| e.path().is_dir()).map(|e| e.file_name().into_string().unwrap()));
    }
    names.retain(|name| name != "rulesets");
    for known in ["gt2020", "border-war", "9th"] {
        assert!(names.iter().any(|name| name == known), "{names:?}");
    }
    let words = ["10th", "8th", "5th", "grand tournament", "border war", "strike-force", "incursion", "edition_"];
    names.extend(words.map(str::to_owned));
    let mut texts = Vec::new();
    for name in ["attack", "engine", "geometry"] {
        gather(&project().join("crates").join(name).join("src"), &mut texts);
    }
    for (path, text) in texts.iter().filter(|(path, _)| !path.ends_with("tests.rs") && !path.contains("/tests/")) {
        for line in code(text) {
            let line = line.split(" // ").next().unwrap_or_default().to_lowercase();
            for name in &names {
                let named = line.match_indices(name.as_str()).any(|(at, _)| {
                    let whole = |c: Option<char>| c.is_none_or(|c| !c.is_ascii_alphanumeric());
                    whole(line[..at].chars().next_back()) && whole(line[at + name.len()..].chars().next())
                });
                assert!(!named, "{path} names {name}: {line}");
            }
            // Keywords and categories come from the ruleset and the pack, as whole literals they have no place here.
            let known = ["character", "psyker", "aircraft", "fly", "vehicle", "monster", "transport", "infantry"];
            let known = known.into_iter().chain(["purge-the-enemy", "shadow-operations", "warpcraft", "d33"]);
            let found = known.filter(|word| line.contains(&format!("\"{word}\""))).collect::<Vec<_>>();
            assert!(found.is_empty() || path.ends_with("dice/mod.rs"), "{path} knows {found:?}: {line}");
        }
    }
}

#[test]
fn the_engine_gains_nothing_that_touches_the_world() {
    let allowed: BTreeSet<String> = ENGINE_MAY_USE.iter().map(|name| (*name).to_owned()).collect();
    for name in ["attack", "core", "engine", "geometry"] {
        let stray: Vec<_> = of_crate(name).difference(&allowed).cloned().collect();
        assert!(stray.is_empty(), "crates/{name} gained {stray:?}; a pure crate may be added to ENGINE_MAY_USE");
        let mut texts = Vec::new();
        gather(&project().join("crates").join(name).join("src"), &mut texts);
        for (path, text) in texts {
            for word in ENGINE_MAY_NOT_NAME {
                assert!(!text.contains(word), "{path} names {word}");
            }
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

#[test]
fn only_the_server_brings_the_web_and_it_judges_nothing() {
    for entry in std::fs::read_dir(project().join("crates")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let dependencies = of_crate(&name);
        for web in ["axum", "hyper", "hyper-util", "maud", "tokio", "tower"] {
            // The tests of the client of a database server call it inside a runtime.
            let client = name == "store" && web == "tokio";
            assert!(name == "serve" || client || !dependencies.contains(web), "crates/{name} gained {web}");
        }
    }
    let store = std::fs::read_to_string(project().join("crates/store/Cargo.toml")).unwrap();
    assert!(store.contains("postgres = { workspace = true, optional = true }"), "the default build brings no client");
    let mut texts = Vec::new();
    gather(&project().join("crates/serve/src"), &mut texts);
    assert!(texts.len() > 10, "the sources of the server: {}", texts.len());
    for (path, text) in texts {
        for line in code(&text) {
            // Markup is escaped by its type; rules are in `decide`, points in `standings` and `view`.
            for word in ["PreEscaped", "RefusalCode", "Refusal::", "innerHTML"] {
                assert!(!line.contains(word), "{path} names {word}: {line}");
            }
        }
    }
    for (name, most) in
        [("live.js", 200), ("overlay.js", 25), ("sign.js", 75), ("spoken.js", 25), ("secure.js", 60), ("tell.js", 10)]
    {
        let script = std::fs::read_to_string(project().join("crates/serve/assets").join(name)).unwrap();
        assert!(script.lines().count() <= most, "{name} has {} lines", script.lines().count());
        for word in ["innerHTML", "outerHTML", "eval(", "Function(", "document.write"] {
            assert!(!script.contains(word), "{name} builds markup or code: {word}");
        }
    }
}
