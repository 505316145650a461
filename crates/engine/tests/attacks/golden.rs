//! Every row of `docs/rules/golden.md` about dice has a check that names it, or stands here with the place of its check or
//! with the reason why no dice decide it.

use std::collections::BTreeSet;
use std::path::Path;

const CHECKS: &[&str] =
    &[include_str!("charts.rs"), include_str!("numbers.rs"), include_str!("odds.rs"), include_str!("rows.json")];

/// Checked by other tests, which name the row.
const ELSEWHERE: &[(&str, &str)] = &[
    ("G-22", "crates/geometry/src/footprint.rs"),
    ("G-42", "crates/simulate/tests/tenth/rows.rs"),
    ("G-64", "crates/engine/tests/scoring/golden_rows.rs"),
    ("G-66", "crates/simulate/tests/tenth/rows.rs"),
    ("G-68", "crates/simulate/tests/tenth/rows.rs"),
    ("G-136", "crates/engine/tests/scoring/golden_rows.rs"),
    ("T-33", "crates/engine/tests/scoring/golden_rows.rs"),
    ("T-34", "crates/engine/tests/scoring/golden_rows.rs"),
    ("T-40", "crates/rosters/tests/golden.rs"),
];

/// Rulings in which nothing is thrown or computed: what may be done when, by whom, and from where it is measured.
const RULINGS: &[(&str, &str)] = &[
    ("G-55", "where the target stands"),
    ("G-56", "in which phase a Stratagem may be used"),
    ("G-59", "who fights first"),
    ("G-60", "in which order Stratagems cancel one another"),
    ("G-61", "whose player picks"),
    ("G-62", "whether an aura still reaches"),
    ("G-63", "whether an aura still reaches"),
    ("G-65", "which of two move abilities holds"),
    ("G-69", "whose phase is meant"),
    ("G-70", "which abilities are triggered"),
    ("G-71", "which of two conditions must hold"),
    ("G-124", "where a unit may arrive"),
    ("G-125", "whether an aura still reaches"),
    ("G-126", "how far into a ruin models stand"),
    ("G-127", "which abilities a name means"),
    ("G-129", "where a unit may move"),
    ("G-135", "whether passengers may shoot"),
    ("G-137", "who may be picked as a target"),
    ("G-138", "which keywords count"),
    ("G-140", "who declares first"),
    ("G-141", "which Stratagems an army has"),
    ("G-148", "counted off a picture"),
    ("G-151", "read off a picture"),
    ("G-155", "which level of a ruin is hit"),
    ("G-156", "where a model may stand"),
    ("G-157", "which armies are legal"),
    ("G-158", "how much terrain is set up"),
];

/// Numbers of the rows that this crate answers for.
fn ours(id: &str) -> bool {
    let number = id[2..].parse().unwrap_or(0);
    match &id[..2] {
        "G-" => (2..=89).contains(&number) || (122..=158).contains(&number),
        "T-" => (28..=56).contains(&number),
        _ => false,
    }
}

#[test]
fn every_row_about_dice_has_a_check() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the root of the project");
    let table = std::fs::read_to_string(root.join("docs/rules/golden.md")).expect("the golden rows");
    let cell = |line: &str| line.strip_prefix("| ")?.split(' ').next().map(str::to_owned);
    let rows: BTreeSet<String> = table.lines().filter_map(cell).filter(|id| id.len() > 3 && ours(id)).collect();
    assert_eq!(rows.len(), 88 + 37 + 29, "{rows:?}");
    let named = |text: &str, id: &str| {
        let ends = |at: usize| !text[at + id.len()..].starts_with(|c: char| c.is_ascii_digit());
        text.match_indices(id).any(|(at, _)| ends(at))
    };
    for id in &rows {
        let test = format!("fn {}", id.to_lowercase().replace('-', ""));
        let checked = CHECKS.iter().any(|text| named(text, id) || named(text, &test));
        let elsewhere = ELSEWHERE.iter().find(|(row, _)| row == id);
        let ruling = RULINGS.iter().any(|(row, _)| row == id);
        let places = usize::from(checked) + usize::from(elsewhere.is_some()) + usize::from(ruling);
        assert_eq!(places, 1, "{id}: checked {checked}, elsewhere {elsewhere:?}, a ruling {ruling}");
        if let Some((_, file)) = elsewhere {
            let text = std::fs::read_to_string(root.join(file)).expect("a test");
            assert!(named(&text, id), "{file} does not name {id}");
        }
    }
}
