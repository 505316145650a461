//! Cover from places, edition by edition: what the texts say, worked out by hand.
//!
//! `a1` are five models of infantry in a column at x = 10; `b1` stands as each row says. All bases are 32 mm: a model at
//! x = 20 reaches from 19.37 to 20.63.

use serde_json::{Value, json};

use crate::stage::Stage;

const COLUMN: [[f64; 2]; 5] = [[10.0, 10.0], [10.0, 12.0], [10.0, 14.0], [10.0, 16.0], [10.0, 18.0]];

/// Three models in a column at an x, in the middle of the attackers.
fn three(x: f64) -> Vec<[f64; 2]> {
    vec![[x, 12.0], [x, 14.0], [x, 16.0]]
}

struct Row {
    why: &'static str,
    edition: &'static str,
    keywords: &'static [&'static str],
    wounds: u32,
    pieces: Vec<(&'static str, [f64; 4], Value)>,
    target: Vec<[f64; 2]>,
    told: &'static str,
}

fn row(
    why: &'static str,
    edition: &'static str,
    pieces: &[(&'static str, [f64; 4])],
    target: Vec<[f64; 2]>,
    told: &'static str,
) -> Row {
    let pieces = pieces.iter().map(|(kind, ground)| (*kind, *ground, json!({"height": 5}))).collect();
    Row { why, edition, keywords: &["INFANTRY"], wounds: 1, pieces, target, told }
}

fn judged(row: &Row) -> String {
    let mut stage = Stage::of(row.edition, row.keywords, row.target.len(), row.wounds);
    for (number, (kind, ground, more)) in row.pieces.iter().enumerate() {
        stage.piece(&format!("t{}", number + 1), kind, *ground, more);
    }
    stage.stand("a1", &COLUMN);
    stage.stand("b1", &row.target);
    stage.told()
}

fn all(rows: &[Row]) {
    let wrong: Vec<String> = rows
        .iter()
        .map(|row| (row, judged(row)))
        .filter(|(row, told)| told != row.told)
        .map(|(row, told)| format!("{} ({}): {told}, not {}", row.why, row.edition, row.told))
        .collect();
    assert_eq!(wrong, Vec::<String>::new());
}

const BLOCK: [f64; 4] = [18.0, 10.0, 24.0, 18.0];
const WALL: [f64; 4] = [17.0, 5.0, 18.0, 23.0];
const AWAY: [f64; 4] = [30.0, 2.0, 34.0, 5.0];

#[test]
fn ninth_traits_tell() {
    let nothing = Row { pieces: Vec::new(), ..row("nothing is recorded of terrain", "9th", &[], three(20.0), "?, ?") };
    let agreed = |traits: Value, told| Row {
        pieces: vec![("area", BLOCK, json!({"height": 5, "traits": traits}))],
        ..row("traits as agreed, 001:2968", "9th", &[], three(20.0), told)
    };
    let low = |height: Value, told| Row {
        pieces: vec![("woods", WALL, height)],
        ..row("dense from 3 inches on, 001:3009", "9th", &[], three(20.0), told)
    };
    let who = |keywords, wounds, told| Row {
        keywords,
        wounds,
        ..row("who, 001:2946, 3011", "9th", &[("ruins", BLOCK), ("woods", WALL)], three(20.0), told)
    };
    all(&[
        nothing,
        row("far from everything", "9th", &[("ruins", AWAY)], three(20.0), "no, no"),
        row("within area terrain, 001:2946", "9th", &[("ruins", BLOCK)], three(20.0), "+1 t1, no"),
        row("woods give no Light Cover, 001:3097", "9th", &[("woods", BLOCK)], three(20.0), "no, -1 t1"),
        row("on the border, both readings", "9th", &[("ruins", BLOCK)], three(18.2), "?, no"),
        row("one of three outside: models differ", "9th", &[("ruins", [18.0, 13.0, 24.0, 18.0])], three(20.0), "?, no"),
        row("an obstacle between, within 3 inches, 001:2934", "9th", &[("statuary", WALL)], three(20.0), "+1 t1, no"),
        row("the same, 3.4 inches off", "9th", &[("statuary", WALL)], three(22.1), "no, no"),
        row("an obstacle behind, 001:2934", "9th", &[("statuary", [21.0, 5.0, 22.0, 23.0])], three(20.0), "no, no"),
        row(
            "an obstacle that hides one model of three",
            "9th",
            &[("statuary", [17.0, 11.0, 18.0, 12.5])],
            three(20.0),
            "?, no",
        ),
        row("nobody on top of containers is covered, 001:3025", "9th", &[("containers", BLOCK)], three(20.0), "no, no"),
        row("debris has no cover to give, 001:3101", "9th", &[("debris", WALL)], three(20.0), "no, no"),
        row("a hill covers nobody, 001:2923", "9th", &[("hill", BLOCK)], three(20.0), "no, no"),
        row("traits of an area without agreement", "9th", &[("area", BLOCK)], three(20.0), "?, ?"),
        agreed(json!(["light-cover"]), "+1 t1, no"),
        agreed(json!(["dense-cover"]), "no, -1 t1"),
        agreed(json!([]), "no, no"),
        low(json!({"height": 2.9}), "no, no"),
        low(json!({"height": 3}), "no, -1 t1"),
        low(json!({}), "no, ?"),
        row("out of the own wood, 001:3009", "9th", &[("woods", [8.0, 5.0, 12.0, 23.0])], three(20.0), "no, no"),
        row(
            "out of the own wood and through another",
            "9th",
            &[("woods", [8.0, 5.0, 12.0, 23.0]), ("walls", [15.0, 5.0, 16.0, 23.0])],
            three(20.0),
            "no, -1 t2",
        ),
        row("over the own wall, within 3 inches", "9th", &[("walls", [12.0, 5.0, 13.0, 23.0])], three(20.0), "no, no"),
        row(
            "one model of the target stands free: no penalty",
            "9th",
            &[("woods", [17.0, 5.0, 18.0, 20.0])],
            vec![[20.0, 12.0], [20.0, 14.0], [20.0, 40.0]],
            "no, no",
        ),
        who(&["INFANTRY"], 1, "+1 t1, -1 t2"),
        who(&["VEHICLE"], 17, "no, -1 t2"),
        who(&["VEHICLE"], 18, "no, no"),
        who(&["VEHICLE", "AIRCRAFT"], 10, "no, no"),
        who(&["SWARM"], 1, "+1 t1, -1 t2"),
        who(&[], 1, "?, -1 t2"),
    ]);
}

#[test]
fn other_editions_tell_in_their_own_ways() {
    let vehicle = |row: Row| Row { keywords: &["VEHICLE"], ..row };
    let saved = |save: Value, told| Row {
        pieces: vec![("area", BLOCK, save)],
        ..row("saves as agreed, 002:827", "5th", &[], three(20.0), told)
    };
    all(&[
        row("all of the unit in ruins, 004:299", "8th", &[("ruins", BLOCK)], three(20.0), "+1 t1, ?"),
        row("all partly in it, 004:299", "8th", &[("ruins", BLOCK)], three(18.2), "+1 t1, ?"),
        row("one outside, 004:299", "8th", &[("ruins", [18.0, 13.0, 24.0, 18.0])], three(20.0), "no, ?"),
        vehicle(row("others have to be half hidden, 004:509", "8th", &[("ruins", BLOCK)], three(20.0), "?, ?")),
        vehicle(row("craters cover infantry, 004:173", "8th", &[("craters", BLOCK)], three(20.0), "no, ?")),
        row("behind ruins and not in them, 004:509", "8th", &[("ruins", WALL)], three(20.0), "no, ?"),
        row("beside a statue that is in the way, 004:185", "8th", &[("statuary", WALL)], three(20.0), "?, ?"),
        row("wholly within, 000:516", "10th", &[("ruins", BLOCK)], three(20.0), "+1 t1, ?"),
        row("partly within: who sees what?", "10th", &[("ruins", BLOCK)], three(18.2), "?, ?"),
        row("behind a wall: who sees what?", "10th", &[("walls", WALL)], three(20.0), "?, ?"),
        row("nothing in the way", "10th", &[("ruins", AWAY)], three(20.0), "no, ?"),
        vehicle(row("a crater is for infantry, 000:535", "10th", &[("craters", BLOCK)], three(20.0), "?, ?")),
        row("half in area terrain, 002:889", "5th", &[("woods", [18.0, 13.0, 24.0, 18.0])], three(20.0), "+4 t1, ?"),
        row("a third in area terrain, 002:891", "5th", &[("woods", [18.0, 15.0, 24.0, 18.0])], three(20.0), "?, ?"),
        row("nothing in the way, 002:845", "5th", &[("woods", AWAY)], three(20.0), "no, ?"),
        row("behind a wall: who sees what?", "5th", &[("walls", WALL)], three(20.0), "?, ?"),
        saved(json!({"save": 5}), "+5 t1, ?"),
        saved(json!({}), "?, ?"),
        row("the text of today is not read", "11th", &[("ruins", BLOCK)], three(20.0), "?, ?"),
    ]);
}

#[test]
fn what_is_not_placed_is_not_known() {
    let mut stage = Stage::of("9th", &["INFANTRY"], 3, 1);
    stage.piece("t1", "ruins", BLOCK, &json!({}));
    stage.stand("b1", &three(20.0));
    assert_eq!(stage.told(), "?, ?");
    stage.stand("a1", &COLUMN);
    assert_eq!(stage.told(), "+1 t1, no");
    stage.must("two", json!({"place": {"unit": "b1", "at": {"declared": {"wholly_within": ["zone-b"]}}}}));
    assert_eq!(stage.told(), "?, ?");
}
