//! How many lines a crate may have.

use super::{crates, source};

/// All Rust below `src` of each crate, blank lines and comments too. A crate that needs more says why in the commit that
/// raises its number.
const LINES: &[(&str, usize)] = &[
    ("app", 8_258),
    ("cli", 13_300),
    ("core", 2_770),
    ("engine", 32_556),
    ("matching", 1_588),
    ("packs", 1_725),
    ("play", 9_295),
    ("present", 3_960),
    ("replay", 3_566),
    ("rosters", 4_013),
    ("schemas", 67),
    ("serve", 10_846),
    ("sheets", 6_137),
    ("shorthand", 3_119),
    ("simulate", 1_536),
    ("store", 2_906),
    ("tournament", 13_891),
];

fn lines_below(folder: &std::path::Path) -> usize {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let lines = |path: std::path::PathBuf| match path.extension() {
        _ if path.is_dir() => lines_below(&path),
        Some(extension) if extension == "rs" => std::fs::read_to_string(&path).unwrap().lines().count(),
        _ => 0,
    };
    entries.map(lines).sum()
}

#[test]
fn no_crate_outgrows_its_ceiling() {
    let mut over = Vec::new();
    let mut sum = 0;
    for name in crates() {
        let lines = lines_below(&source(&name));
        let ceiling = LINES.iter().find(|(listed, _)| *listed == name).map_or(0, |(_, ceiling)| *ceiling);
        println!("{name}: {lines} of {ceiling} lines");
        sum += lines;
        if lines > ceiling {
            over.push(format!("crates/{name}: {lines} lines, above its {ceiling}"));
        }
    }
    println!("all: {sum} lines");
    assert!(over.is_empty(), "make room, or raise the number in this file and say why:\n{}", over.join("\n"));
    let listed = LINES.iter().filter(|(name, _)| !source(name).is_dir()).collect::<Vec<_>>();
    assert!(listed.is_empty(), "crates that are gone: {listed:?}");
}
