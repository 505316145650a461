//! `tests/battles`: whole battles on terrain. Two people tell each, then it is recorded in words; what every line brings about
//! stands below it. What each player scored is a list in the comment, one award a line, and adds up to what the program says.
//!
//! `ADJUTANT_BLESS=1` writes the answers anew; whoever does so reads every one against the report above it.

use std::collections::{BTreeMap, BTreeSet};

use crate::rules_run::blocks::ANSWER;
use crate::rules_run::stage::played;
use crate::support::project;

/// Name and text of every battle.
fn battles() -> Vec<(String, String)> {
    let files = std::fs::read_dir(project().join("tests/battles"))
        .expect("the battles")
        .map(|file| file.expect("a file").path());
    let mut scripts: Vec<_> = files.filter(|path| path.extension().is_some_and(|kind| kind == "script")).collect();
    scripts.sort();
    let read = |path: &std::path::PathBuf| std::fs::read_to_string(path).expect("a battle");
    scripts.iter().map(|path| (path.display().to_string(), read(path))).collect()
}

/// `# Anna 5: m1 and m2 in round 2`: who scores how much, and why.
fn award(line: &str) -> Option<(&str, i32)> {
    let (head, _) = line.strip_prefix("# ")?.split_once(": ")?;
    let (who, points) = head.split_once(' ')?;
    Some((who, points.parse().ok()?))
}

/// `→ Anna: 35 in all`.
fn total(line: &str) -> Option<(&str, i32)> {
    let (who, points) = line.strip_prefix(ANSWER)?.strip_suffix(" in all")?.split_once(": ")?;
    Some((who, points.parse().ok()?))
}

#[test]
fn whole_battles_on_terrain_end_as_by_hand() {
    let mut faults = Vec::new();
    for (name, text) in battles() {
        let stands: Vec<&str> = text.lines().collect();
        let said: Vec<&str> = stands.iter().copied().filter(|line| !line.starts_with(ANSWER.trim_end())).collect();
        let told = played(&said);
        if let Some(at) =
            (0..told.len().max(stands.len())).find(|at| told.get(*at).map(String::as_str) != stands.get(*at).copied())
        {
            faults.push(format!("{name}:{}: it says {:?}, the program {:?}", at + 1, stands.get(at), told.get(at)));
            if std::env::var_os("ADJUTANT_BLESS").is_some() {
                std::fs::write(&name, told.join("\n") + "\n").expect("written");
            }
        }
        let mut by_hand = BTreeMap::new();
        for (who, points) in stands.iter().filter_map(|line| award(line)) {
            *by_hand.entry(who).or_insert(0) += points;
        }
        // What is shown last is the result.
        let shown: BTreeMap<&str, i32> = told.iter().filter_map(|line| total(line)).collect();
        if by_hand != shown {
            faults.push(format!("{name}: by hand {by_hand:?}, the program {shown:?}"));
        }
    }
    assert!(faults.is_empty(), "ADJUTANT_BLESS=1 writes what the program says:\n{}", faults.join("\n"));
}

/// Each edition is there, terrain of several kinds, and every part of a battle that terrain changes.
#[test]
fn a_battle_of_each_edition_has_all_that_a_table_has() {
    let mut packs = BTreeSet::new();
    for (name, text) in battles() {
        let first = |word: &str| {
            text.lines().find(|line| line.starts_with(word)).unwrap_or_else(|| panic!("{name}: no {word}"))
        };
        let open = first("open ");
        packs.insert(
            open.split(r#""pack":""#).nth(1).and_then(|rest| rest.split('"').next()).expect("a pack").to_owned(),
        );
        let kinds: BTreeSet<_> =
            text.lines().filter_map(|line| line.strip_prefix("terrain ")?.split(' ').nth(1)).collect();
        assert!(kinds.len() >= 4, "{name}: {kinds:?}");
        for word in ["move ", "shoot ", "charge ", "fight ", "see points"] {
            first(word);
        }
    }
    let known = ["gt2020", "matrix-11th", "outposts-10th", "outposts-8th", "standard-5th"];
    assert_eq!(packs, known.map(str::to_owned).into());
}
