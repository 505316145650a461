//! The crates that programs of others can stand on: each says what it is, and carries what it needs.

use std::path::{Path, PathBuf};

use crate::support::project;

/// `adjutant-app` and every crate that it and they name, those without others first.
const PUBLISHED: [&str; 15] = [
    "core",
    "attack",
    "geometry",
    "engine",
    "engines",
    "ratings",
    "matching",
    "tournament",
    "league",
    "packs",
    "rosters",
    "replay",
    "simulate",
    "store",
    "app",
];

fn crate_of(name: &str) -> PathBuf {
    project().join("crates").join(name)
}

fn manifest(name: &str) -> toml::Table {
    std::fs::read_to_string(crate_of(name).join("Cargo.toml")).expect("a manifest").parse().expect("TOML")
}

/// What the first page of a crate's documentation says, as a README: links to items become their names.
fn readme(name: &str) -> String {
    let source = std::fs::read_to_string(crate_of(name).join("src/lib.rs")).expect("a library");
    let lines =
        source.lines().map_while(|line| line.strip_prefix("//!")).map(|line| line.strip_prefix(' ').unwrap_or(line));
    let mut text = format!("# adjutant-{name}\n\n");
    let mut code = false;
    for line in lines {
        let fence = line.starts_with("```");
        if fence {
            text += if code { "```\n" } else { "```rust\n" };
            code = !code;
        } else if !code {
            text += &format!(
                "{}\n",
                unlinked(line.strip_prefix("# ").map_or(line.to_owned(), |title| format!("## {title}")).as_str())
            );
        } else if line != "#" && !line.starts_with("# ") {
            text += &format!("{line}\n");
        }
    }
    text + "\nAdjutant records tabletop battles and runs their tournaments. MIT or Apache-2.0, as you like.\n"
}

/// A line without links that only rustdoc follows: [`Match`] and [`Name::new`](ids::Name::new) are `Match` and `Name::new`.
fn unlinked(line: &str) -> String {
    let mut text = String::new();
    let mut rest = line;
    while let Some((before, after)) = rest.split_once('[') {
        text += before;
        let Some((label, after)) = after.split_once(']') else {
            return text + "[" + after;
        };
        let target = after.strip_prefix('(').and_then(|after| after.split_once(')'));
        let item = |target: &str| !target.contains("://") && !target.contains('/');
        match target {
            Some((target, after)) if item(target) => (text, rest) = (text + label, after),
            None if label.starts_with('`') || label.starts_with("mod@") => {
                (text, rest) = (text + &label.replace("mod@", ""), after)
            }
            _ => (text, rest) = (format!("{text}[{label}]"), after),
        }
    }
    text + rest
}

/// The README of a package is the first page of its documentation, whose example runs. Written by `ADJUTANT_BLESS=1`.
#[test]
fn each_crate_has_a_readme_with_an_example_that_runs() {
    for name in PUBLISHED {
        let (path, text) = (crate_of(name).join("README.md"), readme(name));
        if std::env::var_os("ADJUTANT_BLESS").is_some() {
            std::fs::write(&path, &text).expect("written");
        }
        assert_eq!(
            std::fs::read_to_string(&path).unwrap_or_default(),
            text,
            "{}: ADJUTANT_BLESS=1 writes it",
            path.display()
        );
        assert!(text.contains("```rust"), "{name} has no example");
        let package = manifest(name)["package"].as_table().expect("a table").clone();
        assert!(package.contains_key("description") && !package.contains_key("publish"), "{name}");
    }
}

/// `.ci/package` packages these crates and no other.
#[test]
fn the_script_packages_what_is_published() {
    let script = std::fs::read_to_string(project().join(".ci/package")).expect("the script");
    assert!(script.contains(&format!("crates=({})\n", PUBLISHED.join(" "))), "{script}");
}

/// Each feature stands on the first page of the documentation.
#[test]
fn each_feature_is_told_on_the_first_page() {
    for name in PUBLISHED {
        let table = manifest(name);
        let features = table.get("features").and_then(|features| features.as_table()).cloned().unwrap_or_default();
        let page = readme(name);
        for feature in features.keys() {
            assert!(page.contains(&format!("- `{feature}`: ")), "{name}: {feature}");
        }
    }
}

/// Whether a file of a package is that of the repository: a link, or a copy on machines without links.
fn same(own: &Path, there: &Path) -> bool {
    std::fs::read(own).expect("a file of the package") == std::fs::read(there).expect("a file of the repository")
}

/// What a package carries beside its code is what lies at the top: packs, schemas of the store, the engines of older laws.
#[test]
fn packages_carry_what_lies_at_the_top() {
    let top = project();
    let mut files = vec![("rosters/army.json".to_owned(), "missions/gt2020/army.json".to_owned())];
    for schema in ["store.sql", "store-2.sql", "postgres.sql", "postgres-2.sql"] {
        files.push((format!("store/schemas/{schema}"), format!("schemas/{schema}")));
    }
    files.push(("engines/engines/INDEX".into(), "engines/INDEX".into()));
    for law in adjutant_engines::released() {
        let module = format!("engines/engine-{}.wasm.br", law.law);
        files.push((format!("engines/{module}"), module));
    }
    let mut folders = vec![PathBuf::from("missions")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(top.join(&folder)).expect("a folder").map(|entry| entry.expect("an entry")) {
            let path = folder.join(entry.file_name());
            if entry.path().is_dir() {
                folders.push(path);
            } else {
                files.push((format!("packs/{}", path.display()), path.display().to_string()));
            }
        }
    }
    assert!(files.len() > 200, "{} files", files.len());
    for (own, there) in &files {
        assert!(same(&top.join("crates").join(own), &top.join(there)), "{own}");
    }
}
