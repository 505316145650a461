//! One row for each primary: a player who has held all five objectives since before the turn.

use adjutant_engine::side::Player;
use serde_json::json;

use super::board::Board;

/// Round 1 T, round 3 C, round 3 T, round 5 T, B.
const ROWS: [(&str, [i64; 5]); 25] = [
    ("battlefield-dominance", [2, 23, 0, 23, 0]),
    ("consecrate", [3, 8, 3, 11, 5]),
    ("death-trap", [3, 4, 3, 7, 0]),
    ("delaying-action", [2, 4, 5, 9, 0]),
    ("destroyers-wrath", [3, 10, 7, 17, 0]),
    ("determined-acquisition", [0, 24, 0, 24, 0]),
    ("extract-relic", [11, 4, 11, 15, 5]),
    ("gather-intel", [6, 4, 7, 11, 10]),
    ("immovable-object", [3, 20, 3, 23, 0]),
    ("inescapable-dominion", [4, 9, 4, 13, 5]),
    ("locate-and-deny", [8, 4, 8, 12, 5]),
    ("meatgrinder", [3, 4, 13, 17, 0]),
    ("outmanoeuvre", [26, 20, 10, 34, 0]),
    ("punishment", [5, 9, 5, 14, 8]),
    ("purge-and-secure", [3, 16, 3, 19, 0]),
    ("reconnaissance-sweep", [7, 3, 7, 10, 0]),
    ("sabotage", [5, 4, 5, 9, 0]),
    ("search-and-scour", [5, 16, 5, 21, 5]),
    ("secure-asset", [6, 8, 6, 14, 0]),
    ("smoke-and-mirrors", [14, 4, 14, 18, 10]),
    ("surveil-the-foe", [4, 8, 9, 17, 0]),
    ("triangulation", [0, 4, 6, 10, 10]),
    ("unstoppable-force", [3, 16, 3, 19, 5]),
    ("vanguard-operation", [6, 4, 6, 10, 10]),
    ("vital-link", [3, 8, 3, 11, 10]),
];

/// Tokens that lie as the turn ends, whose, and whether they were laid before it.
fn tokens(primary: &str, round: u32) -> Vec<(Player, &'static str, &'static str)> {
    let own = |name, places: &[&'static str]| places.iter().map(|place| (Player::One, name, *place)).collect();
    match primary {
        "consecrate" => own("consecrated", &["m", "e"]),
        "death-trap" => own("trapped", &["t1"]),
        "extract-relic" => vec![(Player::Two, "located", "t2")],
        "locate-and-deny" => own("located", &["t2"]),
        "smoke-and-mirrors" => own("decoyed", &["m", "e", "x", "y"]),
        "triangulation" => own("triangulated", &["m", "e"]),
        "vital-link" => own("link", &["m", "e"]),
        "gather-intel" if round >= 3 => own("intel", &["m", "e", "x"]),
        "gather-intel" => own("intel", &["m", "e"]),
        _ => Vec::new(),
    }
}

fn full(primary: &str, round: u32) -> Board {
    let mut board = Board::of(primary, 5, round);
    board.hold(&["h", "e", "m", "x", "y"], &[], true);
    // Own units in all quarters, one of them at the middle with the unit that it destroys.
    for (unit, letter, quarter) in
        [("a2", "h", "quarter-sw"), ("a3", "e", "quarter-ne"), ("a4", "x", "quarter-nw"), ("a5", "y", "quarter-se")]
    {
        board.at(unit, letter, json!({"wholly_within": [quarter]}));
    }
    board.at("a1", "m", json!({"centre_in": 0}));
    for (player, name, place) in tokens(primary, round) {
        board.mark(player, name, place, false);
    }
    match primary {
        "extract-relic" | "locate-and-deny" => board.at("a6", "h", json!({"areas": ["t2"]})),
        "punishment" => board.bears("b1", "condemned", None),
        "surveil-the-foe" => board.bears("b2", "surveilled", None),
        _ => {}
    }
    match primary {
        "extract-relic" => board.complete("a1", "sensor-sweep", Some("m")),
        "secure-asset" => board.complete("a4", "secure-asset", Some("x")),
        "vanguard-operation" => board.complete("a5", "vanguard-operation", None),
        "sabotage" => board.complete("a5", "sabotage", Some("y")),
        "gather-intel" if round >= 3 => board.complete("a4", "extract-intelligence", Some("x")),
        _ => {}
    }
    board.kill("b1", (Some("m"), Some("t1")), Some("m"));
    board
}

#[test]
fn every_primary_brings_what_the_full_board_gives() {
    let mut wrong = Vec::new();
    for (primary, [one, c, three, five, b]) in ROWS {
        let found = [
            full(primary, 1).t(),
            full(primary, 3).c(),
            full(primary, 3).t(),
            full(primary, 5).t(),
            full(primary, 5).b(),
        ];
        if found != [one, c, three, five, b] {
            wrong.push(format!("{primary}: {found:?}, not {:?}", [one, c, three, five, b]));
        }
        assert_eq!([full(primary, 1).c(), full(primary, 5).c()], [0, 0], "{primary}: C pays nothing in rounds 1 and 5");
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
