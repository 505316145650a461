//! What is taken and what is refused, file by file of `decide`: given a match, when something is said, then a code.
//!
//! Each row is judged by the rules, not by the program: the last column says why.

use super::scripts::play_text;

/// A match on Show of Force with both armies and all choices made.
const CHOSEN: &str = "mission show-of-force\nopen\nchoose one linebreaker assassinate investigate-sites\n\
                      choose two cut-off-the-head grind-them-down minimise-losses\n";

/// File, what was recorded before (`/` between lines), what is said, the code or `taken`, and why.
type Row = (&'static str, &'static str, &'static str, &'static str, &'static str);

const SETUP: &[Row] = &[
    (
        "setup",
        "",
        r#"say both {"open":{"format":1,"match":"x","pack":"gt2020","size":"incursion","players":{"one":{"name":"A"},"two":{"name":"B"}}}}"#,
        "already-open",
        "a log opens one match",
    ),
    ("setup", "", r#"say one {"zone":{"zone":"b"}}"#, "already-done", "the zone is chosen"),
    ("setup", "", r#"say both {"begin":{}}"#, "too-early", "nobody has the first turn"),
    (
        "secondaries",
        "",
        r#"say one {"secondaries":{"choose":["linebreaker","assassinate","investigate-sites"]}}"#,
        "already-done",
        "a choice is made once",
    ),
    (
        "splitting",
        "",
        r#"say one {"split":{"unit":"a4","into":[{"id":"x","models":11}]}}"#,
        "bad-value",
        "a unit is divided into two or more parts",
    ),
    (
        "reserves",
        "",
        r#"say one {"reserves":{"strategic":["b4"]}}"#,
        "not-allowed-by",
        "each player sets aside units of their own",
    ),
    ("reserves", "", r#"say one {"reserves":{"strategic":["a99"]}}"#, "unknown", "no such unit"),
    (
        "secrets",
        "",
        r#"say one {"reveal":{"what":"reserves","value":{},"salt":"0123456789abcdef0123456789abcdef"}}"#,
        "too-early",
        "nothing was committed",
    ),
    ("markers", "", r#"say one {"marker":{"marker":"m9","removed":true}}"#, "unknown", "the mission has no m9"),
];

const BATTLE: &[Row] = &[
    ("setup", "", r#"say both {"mission":{"mission":"show-of-force"}}"#, "setup-only", "the battle has begun"),
    ("movement", "to 1 one movement", r#"say one {"move":{"unit":"a4","kind":"normal"}}"#, "taken", ""),
    (
        "movement",
        "to 1 one movement",
        r#"say one {"move":{"unit":"b4","kind":"normal"}}"#,
        "not-allowed-by",
        "b4 is the opponent's",
    ),
    (
        "movement",
        "to 1 two movement",
        r#"say one {"move":{"unit":"a4","kind":"normal"}}"#,
        "other-phase",
        "units move in their own Movement phase",
    ),
    (
        "movement",
        "to 1 one shooting",
        r#"say one {"move":{"unit":"a4","kind":"advance"}}"#,
        "other-phase",
        "units advance in the Movement phase",
    ),
    ("casualties", "", "kill b4 10", "taken", "it has ten models"),
    ("casualties", "", "kill b4 11", "contradicts-facts", "it has ten models"),
    ("casualties", "kill b4 10", "kill b4 1", "unit-state", "it has no models left"),
    ("casualties", "kill b4 3", "back b4 4", "contradicts-facts", "three were lost"),
    (
        "resources",
        "",
        r#"say one {"stratagem":{"name":"Orbital Ruin","cp":90}}"#,
        "not-enough-cp",
        "nobody has 90 Command points",
    ),
    (
        "psychic",
        "to 1 one psychic",
        r#"say one {"cast":{"unit":"a4","power":"Smite","warp_charge":5,"roll":[3,4]}}"#,
        "not-able",
        "a4 is not a PSYKER",
    ),
    (
        "psychic",
        "to 1 one psychic",
        r#"say one {"cast":{"unit":"a2","power":"Smite","warp_charge":5,"roll":[3]}}"#,
        "bad-value",
        "a Psychic test takes two dice",
    ),
    ("actions", "to 1 one movement", "start a4 raise-nothing", "unknown", "no such action"),
    ("scoring", "", "hold m1=one", "taken", "both players agree"),
    ("claims", "", "claim one raze 3", "unknown", "player one did not choose it"),
    ("ending", "", r#"say one {"end":{}}"#, "not-your-moment", "the battle goes on"),
];

/// Plays every row; all that are wrong are named together.
fn play_rows(given: &str, rows: &[Row]) {
    let mut wrong = Vec::new();
    for (file, before, when, then, why) in rows {
        let before = before.replace(" / ", "\n");
        let said = if *then == "taken" { (*when).to_owned() } else { format!("refused {then} {when}") };
        let text = format!("{CHOSEN}{given}{before}\n{said}\n");
        if let Err(told) = std::panic::catch_unwind(|| play_text(file, &text)) {
            let told = told.downcast_ref::<String>().map_or("", String::as_str);
            wrong.push(format!("decide/{file}.rs, {when}: {then}, because {why}; but {told}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn before_the_battle() {
    play_rows("", SETUP);
}

#[test]
fn in_the_battle() {
    play_rows("begin\n", BATTLE);
}
