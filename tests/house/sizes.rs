//! How many lines a crate may have.

use super::{crates, source};

/// All Rust below `src` of each crate, blank lines and comments too. A crate that needs more says why in the commit that
/// raises its number.
const LINES: &[(&str, usize)] = &[
    ("app", 10_497),
    ("attack", 6_212),
    ("cli", 19_662),
    ("core", 4_483),
    ("engine", 33_145),
    ("engines", 417),
    ("geometry", 3_769),
    ("league", 4_595),
    ("matching", 2_004),
    ("module", 545),
    ("packs", 2_141),
    ("play", 10_879),
    ("present", 11_500),
    ("ratings", 828),
    ("replay", 8_116),
    ("rosters", 4_927),
    ("schemas", 74),
    ("serve", 19_121),
    ("sheets", 7_463),
    ("shorthand", 3_542),
    ("simulate", 1_812),
    ("store", 3_596),
    ("tournament", 18_991),
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
