//! What each award is worth: the cases of the community data from which the pack was adapted (`docs/rules/sources.md`), as
//! numbers. A row names an objective, how its cards are played, what was scored (worth, how often, and the group of which
//! only the best counts; 0 for none), and what that comes to before any limit.

use std::collections::BTreeSet;

use serde_json::Value;

type Case = (&'static str, &'static str, &'static [(i64, i64, u8)], i64);

#[rustfmt::skip]
const CASES: [Case; 47] = [
    ("a-grievous-blow", "fixed", &[(4, 2, 0)], 8),
    ("a-grievous-blow", "tactical", &[(5, 2, 0)], 10),
    ("a-tempting-target", "either", &[(5, 1, 0)], 5),
    // Two Characters of four Wounds: the data gives three for each and one more, the pack four.
    ("assassination", "fixed", &[(4, 2, 0)], 8),
    ("assassination", "tactical", &[(5, 1, 0)], 5),
    ("battlefield-dominance", "either", &[(2, 1, 0), (3, 2, 0), (2, 2, 0)], 12),
    ("beacon", "either", &[(3, 2, 1), (5, 2, 1)], 10),
    ("behind-enemy-lines", "either", &[(3, 2, 0)], 6),
    ("bring-it-down", "fixed", &[(4, 2, 0)], 8),
    ("bring-it-down", "tactical", &[(5, 2, 0)], 10),
    ("burden-of-trust", "either", &[(2, 2, 0)], 4),
    ("centre-ground", "either", &[(3, 1, 1), (5, 1, 1)], 5),
    ("cleanse", "either", &[(2, 1, 1), (5, 1, 1)], 5),
    ("consecrate", "either", &[(3, 1, 1), (6, 1, 1), (4, 1, 0), (4, 1, 0), (5, 1, 0)], 19),
    ("death-trap", "either", &[(2, 2, 0), (3, 2, 0), (3, 1, 0), (4, 1, 0)], 17),
    ("defend-stronghold", "either", &[(3, 1, 0), (2, 1, 0)], 5),
    ("delaying-action", "either", &[(2, 2, 0), (4, 1, 0), (3, 1, 0)], 11),
    ("destroyers-wrath", "either", &[(3, 1, 0), (4, 1, 0), (6, 1, 0), (4, 1, 0)], 17),
    ("determined-acquisition", "either", &[(2, 2, 0), (3, 2, 0), (3, 2, 0)], 16),
    ("display-of-might", "either", &[(2, 1, 0), (5, 1, 0)], 7),
    ("engage-on-all-fronts", "fixed", &[(2, 1, 1), (4, 1, 1)], 4),
    ("engage-on-all-fronts", "tactical", &[(3, 1, 1), (5, 1, 1)], 5),
    ("extract-relic", "either", &[(4, 1, 0), (3, 1, 0), (4, 1, 0), (4, 1, 0), (5, 1, 0)], 20),
    ("forward-position", "either", &[(5, 1, 0)], 5),
    ("gather-intel", "either", &[(6, 1, 0), (4, 1, 0), (7, 2, 0), (5, 1, 0), (5, 1, 0)], 34),
    ("immovable-object", "either", &[(3, 1, 0), (5, 2, 0), (5, 2, 0)], 23),
    ("inescapable-dominion", "either", &[(4, 1, 0), (5, 1, 0), (4, 1, 0), (5, 1, 0)], 18),
    ("locate-and-deny", "either", &[(4, 1, 0), (4, 1, 0), (4, 1, 0), (5, 1, 0)], 17),
    ("meatgrinder", "either", &[(3, 1, 0), (4, 1, 0), (5, 1, 0), (5, 1, 0)], 17),
    ("no-prisoners", "either", &[(2, 2, 0)], 4),
    ("outflank", "either", &[(3, 1, 1), (5, 1, 1)], 5),
    ("outmanoeuvre", "either", &[(10, 1, 0), (4, 2, 0), (5, 2, 0), (6, 2, 0)], 40),
    ("overwhelming-force", "either", &[(3, 2, 0)], 6),
    ("plunder", "either", &[(5, 1, 0)], 5),
    ("punishment", "either", &[(5, 1, 0), (4, 1, 0), (5, 1, 0), (8, 1, 0)], 22),
    ("purge-and-secure", "either", &[(3, 1, 1), (3, 1, 1), (4, 2, 0), (3, 1, 0)], 14),
    ("reconnaissance-sweep", "either", &[(3, 1, 1), (6, 1, 1), (1, 2, 0), (3, 1, 0)], 11),
    ("sabotage", "either", &[(3, 2, 0), (2, 2, 0), (4, 1, 0)], 14),
    ("search-and-scour", "either", &[(3, 1, 0), (2, 1, 0), (4, 2, 0), (5, 1, 0)], 18),
    ("secure-asset", "either", &[(4, 1, 0), (2, 1, 0), (4, 1, 0), (4, 1, 0)], 14),
    ("secure-no-mans-land", "either", &[(5, 1, 0)], 5),
    ("smoke-and-mirrors", "either", &[(2, 2, 0), (2, 2, 0), (4, 1, 0), (10, 1, 0)], 22),
    ("surveil-the-foe", "either", &[(4, 1, 0), (4, 1, 0), (4, 1, 0), (5, 1, 0)], 17),
    ("triangulation", "either", &[(4, 1, 0), (3, 1, 1), (6, 1, 1), (10, 1, 1), (10, 1, 0)], 24),
    ("unstoppable-force", "either", &[(3, 1, 0), (4, 2, 0), (3, 1, 0), (5, 1, 0)], 19),
    ("vanguard-operation", "either", &[(4, 1, 0), (2, 1, 0), (4, 1, 0), (10, 1, 0)], 20),
    ("vital-link", "either", &[(2, 1, 0), (1, 2, 0), (4, 1, 0), (4, 1, 0), (10, 1, 0)], 22),
];

/// The numbers of victory points in an award of the pack's file: what `then`, `times`, `each` and the rows of tables give.
fn worths(value: &Value, found: &mut BTreeSet<i64>) {
    match value {
        Value::Number(number) => found.extend(number.as_i64()),
        Value::Array(items) => items.iter().for_each(|item| worths(item, found)),
        Value::Object(members) => members.iter().for_each(|(name, inner)| match name.as_str() {
            "when" => {
                worths(&inner["then"], found);
                inner.get("otherwise").into_iter().for_each(|other| worths(other, found));
            }
            "times" => worths(&inner[0], found),
            "sum" => worths(inner, found),
            "table" => inner["rows"].as_array().into_iter().flatten().for_each(|row| worths(&row["gives"], found)),
            // As many points as there are things, or as each of them is worth.
            _ => match inner.get("worth").and_then(Value::as_array) {
                Some(each) => each.iter().for_each(|one| worths(&one["each"], found)),
                None => found.extend([1]),
            },
        }),
        _ => {}
    }
}

#[test]
fn every_award_is_worth_what_the_data_says() {
    let files = adjutant_packs::shipped_files("matrix-11th");
    let mut seen = BTreeSet::new();
    for (id, played, scored, comes_to) in CASES {
        let path = format!("objectives/{id}.json");
        let file = files.iter().find(|file| file.path == path).unwrap_or_else(|| panic!("no {path}"));
        let objective: Value = serde_json::from_slice(&file.bytes).expect("JSON");
        let mut known = BTreeSet::new();
        for award in objective["awards"].as_array().expect("awards") {
            if played == "either" || award.get("mode").is_none_or(|mode| mode == played) {
                worths(&award["vp"], &mut known);
            }
        }
        for (worth, ..) in scored {
            assert!(known.contains(worth), "{id}, {played}: no award is worth {worth}, only {known:?}");
        }
        let of =
            |group: u8| scored.iter().filter(move |(_, _, own)| *own == group).map(|(worth, times, _)| worth * times);
        let best: i64 = (1..=9).filter_map(|group| of(group).max()).sum();
        assert_eq!(of(0).sum::<i64>() + best, comes_to, "{id}, {played}");
        seen.insert(id);
    }
    assert_eq!(seen.len(), 43, "25 primaries and 18 cards");
}
