//! The worked examples, by their numbers; `raw` is what a card brings, `counted` what the limits leave.

use adjutant_engine::ids::ObjectiveId;
use adjutant_engine::law::ColumnSource;
use adjutant_engine::rules::CardMode;
use adjutant_engine::side::Player;
use adjutant_engine::state::{AwardEntry, State};
use adjutant_engine::view::{Basis, EndLabel, RoundLabel};
use serde_json::json;

use super::board::{Board, ENEMY_END, OWN_END};

/// Books points of player one, and tells what of them counted.
fn book(state: &mut State, from: &ColumnSource, objective: &str, round: RoundLabel, raw: i64) -> i32 {
    let column = state.law().column_of(from).expect("a column");
    let objective = ObjectiveId::new(objective).expect("an id");
    let raw = i32::try_from(raw).expect("a small number");
    let vp = state.counts(Player::One, column, Some(&objective), round, (raw, 0));
    state.sides.one.counted[column] += vp;
    state.awards.push(AwardEntry {
        seq: 0,
        round,
        moment: "row",
        player: Player::One,
        column,
        objective: Some(objective),
        raw,
        vp,
        basis: Basis::Derived,
        late: false,
        why: Default::default(),
    });
    vp
}

/// What counts of points of a primary that come one after the other in a round.
fn counted(board: &Board, primary: &str, raws: &[i64]) -> i32 {
    let mut state = board.state.clone();
    let round = RoundLabel::Number(state.round);
    raws.iter().map(|raw| book(&mut state, &ColumnSource::Primary, primary, round, *raw)).sum()
}

#[test]
fn g1_to_g3_battlefield_dominance() {
    let mut board = Board::of("battlefield-dominance", 5, 2);
    board.hold(&["h", "m", "x"], &["e"], true);
    assert_eq!((board.c(), board.t(), counted(&board, "battlefield-dominance", &[13, 2])), (13, 2, 15));
    let mut board = Board::of("battlefield-dominance", 5, 3);
    board.hold(&["m", "x", "y"], &[], true);
    assert_eq!(board.c(), 9, "no bonus without the home");
    board.hold(&["h"], &[], true);
    assert_eq!((board.c(), counted(&board, "battlefield-dominance", &[18])), (18, 15));
}

#[test]
fn g4_determined_acquisition() {
    let mut board = Board::of("determined-acquisition", 5, 1);
    board.hold(&["m", "x"], &[], false);
    assert_eq!(board.t(), 4);
    let mut board = Board::of("determined-acquisition", 5, 2);
    board.hold(&["h", "m", "x"], &[], true);
    assert_eq!(board.c(), 9 + 3, "the middle one lies in the enemy's territory too");
    board.hold(&["y"], &[], false);
    assert_eq!(board.t(), 2);
}

#[test]
fn g5_and_g6_hold_awards_of_the_last_round_and_the_end() {
    let mut board = Board::of("immovable-object", 5, 5);
    board.hold(&["m", "x", "y"], &[], true);
    assert_eq!((board.c(), board.t(), counted(&board, "immovable-object", &[18])), (0, 18, 15));
    let mut board = Board::of("inescapable-dominion", 6, 4);
    board.hold(&["h", "e", "x"], &["m1", "y"], true);
    assert_eq!((board.c(), board.t(), board.b()), (9, 4, 5));
}

#[test]
fn g7_purge_and_secure() {
    let mut board = Board::of("purge-and-secure", 5, 2);
    board.hold(&["m", "x"], &[], true);
    assert_eq!(board.c(), 8);
    board.kill("b1", (Some("y"), None), Some("m"));
    board.hold(&["y"], &[], false);
    assert_eq!(board.t(), 3 + 3, "both reasons for the kill are one");
}

#[test]
fn g8_outmanoeuvre() {
    let mut board = Board::of("outmanoeuvre", 5, 1);
    board.hold(&["e", "m", "x"], &[], true);
    assert_eq!((board.t(), counted(&board, "outmanoeuvre", &[22])), (22, 15));
}

#[test]
fn g9_meatgrinder() {
    let mut board = Board::of("meatgrinder", 6, 2);
    board.hold(&["m1"], &[], true);
    assert_eq!(board.c(), 4);
    board.kill_in("a6", (1, Player::Two), (None, None), None);
    board.kill("b1", (None, None), None);
    assert_eq!(board.t(), 3, "one kill for one loss is not more");
    board.kill("b2", (None, None), None);
    assert_eq!(board.t(), 3 + 5);
}

#[test]
fn g10_punishment() {
    let mut board = Board::of("punishment", 5, 2);
    board.bears("b1", "condemned", None);
    board.bears("b2", "condemned", None);
    board.hold(&["m", "h", "x"], &["e"], true);
    assert_eq!(board.c(), 9);
    // It embarks.
    let b1 = board.unit("b1");
    board.state.remembered.departures.push((b1, (2, Player::One)));
    assert_eq!(board.t(), 5);
    board.state.active = Player::Two;
    board.kill("b2", (None, None), None);
    assert_eq!(board.brings(Player::One, &ENEMY_END), 5, "once a turn, in both turns");
    assert_eq!(counted(&board, "punishment", &[9, 5, 5]), 15);
}

#[test]
fn g11_consecrate() {
    let mut board = Board::of("consecrate", 5, 2);
    board.mark(Player::One, "consecrated", "m", true);
    board.mark(Player::One, "consecrated", "y", true);
    assert_eq!(board.t(), 3);
    board.state.round = 3;
    board.mark(Player::One, "consecrated", "e", true);
    assert_eq!((board.t(), board.b()), (6, 5));
}

#[test]
fn g12_death_trap() {
    let mut board = Board::of("death-trap", 5, 1);
    board.mark(Player::One, "trapped", "t1", true);
    board.mark(Player::One, "trapped", "m", true);
    assert_eq!(board.t(), 4 + 3);
    board.state.round = 2;
    board.kill("b1", (None, Some("t2")), None);
    assert_eq!(board.t(), 0, "the area is not trapped");
    board.mark(Player::One, "trapped", "t2", true);
    assert_eq!(board.t(), 2 + 3, "trapped after the kill is early enough");
}

#[test]
fn g13_and_g14_tokens() {
    let mut board = Board::of("smoke-and-mirrors", 6, 2);
    board.hold(&["m1"], &[], true);
    for place in ["m1", "m2", "y"] {
        board.mark(Player::One, "decoyed", place, true);
    }
    // Of the map's middle objectives one lies in each territory.
    assert_eq!((board.c(), board.t()), (4, 6 + 4));
    let mut board = Board::of("vital-link", 6, 2);
    for place in ["m1", "m1", "m2"] {
        board.mark(Player::One, "link", place, false);
    }
    board.hold(&["m1"], &[], true);
    assert_eq!((board.c(), board.t()), (8, 2 + 2));
    board.hold(&["m2"], &[], true);
    assert_eq!(board.t(), 2 + 3);
}

#[test]
fn g15_and_g16_reconnaissance() {
    let mut board = Board::of("triangulation", 6, 5);
    for place in ["m1", "x", "y"] {
        board.mark(Player::One, "triangulated", place, false);
    }
    board.hold(&["m1"], &[], true);
    assert_eq!((board.c(), board.t()), (0, 4 + 10));
    board.hold(&["h", "x", "y"], &[], true);
    assert_eq!(board.b(), 10);
    let mut board = Board::of("gather-intel", 5, 3);
    board.hold(&["m"], &[], true);
    board.complete("a1", "extract-intelligence", Some("m"));
    board.complete("a2", "extract-intelligence", Some("x"));
    assert_eq!((board.c(), board.t(), counted(&board, "gather-intel", &[4, 14])), (4, 14, 15));
    for place in ["m", "x", "e"] {
        board.mark(Player::One, "intel", place, false);
    }
    assert_eq!(board.b(), 5 + 5);
}

#[test]
fn g17_surveil_the_foe() {
    let mut board = Board::of("surveil-the-foe", 6, 1);
    for unit in ["b1", "b2"] {
        board.bears(unit, "surveilled", None);
        board.at(unit, "m1", json!({}));
    }
    board.mark(Player::Two, "decoyed", "m1", false);
    assert_eq!(board.t(), 0, "both at a token");
    let mut without = Board::of("surveil-the-foe", 6, 1);
    for unit in ["b1", "b2"] {
        without.bears(unit, "surveilled", None);
        without.at(unit, "m1", json!({}));
    }
    assert_eq!(without.t(), 4, "an own move took the token off");
    board.at("b2", "x", json!({"in_range": {}}));
    assert_eq!(board.t(), 4, "one stands in the open");
}

#[test]
fn g18_and_g19_kills_and_quarters() {
    let mut board = Board::of("delaying-action", 5, 2);
    board.hold(&["e"], &[], true);
    assert_eq!(board.c(), 0, "a home");
    board.hold(&["m", "y"], &[], true);
    for unit in ["b1", "b2", "b3"] {
        board.kill(unit, (None, None), None);
    }
    assert_eq!(board.t(), 6 + 3);
    let mut board = Board::of("reconnaissance-sweep", 5, 2);
    board.hold(&["y"], &[], true);
    let quarters =
        [("a1", "quarter-ne", 20), ("a2", "quarter-nw", 20), ("a3", "quarter-se", 20), ("a4", "quarter-sw", 5)];
    for (unit, quarter, centre) in quarters {
        board.at(unit, "h", json!({"wholly_within": [quarter], "centre_in": centre}));
    }
    board.kill("b1", (None, None), None);
    board.kill("b2", (None, None), None);
    assert_eq!((board.c(), board.t()), (3, 3 + 2), "one of the four is too close to the middle");
}

#[test]
fn g20_the_last_token() {
    let mut board = Board::of("locate-and-deny", 5, 2);
    board.mark(Player::One, "located", "t3", false);
    board.at("a1", "h", json!({"areas": ["t3"]}));
    board.at("b1", "h", json!({"in_range": {}, "areas": ["t3"]}));
    assert_eq!((board.t(), board.b()), (0, 0));
    board.at("b1", "h", json!({"in_range": {}}));
    assert_eq!((board.t(), board.b()), (4, 5));
    board.mark(Player::One, "located", "t4", false);
    assert_eq!(board.t(), 0, "two are left");
}

#[test]
fn g21_a_card_that_would_count_nothing() {
    let mut state = Board::of("gather-intel", 5, 2).state;
    let round = RoundLabel::Number(2);
    let each = ["no-prisoners", "assassination", "engage-on-all-fronts", "secure-no-mans-land"];
    let counted = each.map(|card| book(&mut state, &ColumnSource::Cards, card, round, 5));
    assert_eq!(counted, [5, 5, 5, 0]);
}

#[test]
fn g22_to_g24_cards_of_losses_and_their_limits() {
    let mut board = Board::of("gather-intel", 5, 2);
    board.card("assassination", CardMode::Fixed);
    board.kill("b7", (None, None), None);
    board.kill("b8", (None, None), None);
    assert_eq!(board.of_card(&OWN_END), 4 + 3);
    board.card("assassination", CardMode::Tactical);
    assert_eq!(board.of_card(&OWN_END), 5);
    board.state.active = Player::Two;
    assert_eq!(
        board.of_card(&ENEMY_END),
        5,
        "every CHARACTER model of the battle is destroyed, in an earlier turn too"
    );

    let mut board = Board::of("gather-intel", 5, 1);
    board.card("bring-it-down", CardMode::Fixed);
    board.kill("b9", (None, None), None);
    let raw = board.of_card(&OWN_END);
    let counted: Vec<i32> = (1..=3)
        .map(|round| book(&mut board.state, &ColumnSource::Cards, "bring-it-down", RoundLabel::Number(round), raw))
        .collect();
    assert_eq!((raw, counted), (8, vec![8, 8, 4]), "20 a card");

    let mut board = Board::of("gather-intel", 5, 2);
    board.card("behind-enemy-lines", CardMode::Tactical);
    for unit in ["a1", "a2"] {
        board.at(unit, "e", json!({"wholly_within": ["zone-b"]}));
    }
    assert_eq!(board.of_card(&OWN_END), 5, "two are 6, and 5 is the most each time");
}

#[test]
fn g25_and_g26_defend_stronghold() {
    let mut board = Board::of("gather-intel", 5, 3);
    board.card("defend-stronghold", CardMode::Tactical);
    board.state.active = Player::Two;
    board.hold(&["h"], &[], true);
    board.at("b1", "h", json!({"in_range": {}, "within": ["zone-a"]}));
    assert_eq!(board.of_card(&ENEMY_END), 3);
    board.at("b1", "h", json!({"in_range": {}, "within": ["no-mans-land"]}));
    assert_eq!(board.of_card(&ENEMY_END), 5);
    board.hold(&[], &["h"], true);
    assert_eq!(board.of_card(&ENEMY_END), 0, "the 2 comes only with the 3");
    // The second player, as round 5 ends.
    board.hold(&["h"], &[], true);
    (board.state.round, board.state.active, board.state.first) = (5, Player::One, Some(Player::Two));
    assert_eq!(board.of_card(&OWN_END), 5);
    board.state.first = Some(Player::One);
    assert_eq!(board.of_card(&OWN_END), 0, "the first player's turn is not the end of the round");
}

#[test]
fn g27_and_g28_display_of_might_and_forward_position() {
    let mut board = Board::of("gather-intel", 5, 2);
    board.card("display-of-might", CardMode::Tactical);
    for unit in ["a1", "a2", "a3", "b1", "b2"] {
        board.at(unit, "m", json!({"in_range": {}, "wholly_within": ["no-mans-land"]}));
    }
    assert_eq!(board.of_card(&OWN_END), 2);
    board.state.active = Player::Two;
    assert_eq!(board.of_card(&ENEMY_END), 5);
    let shocked = board.unit("a3");
    board.state.units[shocked].shock = adjutant_engine::state::Shock::Shocked;
    assert_eq!(board.of_card(&ENEMY_END), 0, "two to two: shocked units do not count");

    let mut board = Board::of("gather-intel", 5, 2);
    board.card("forward-position", CardMode::Tactical);
    board.hold(&["x"], &[], true);
    assert_eq!(board.of_card(&OWN_END), 0);
    board.hold(&["y"], &[], true);
    assert_eq!(board.of_card(&OWN_END), 5);
    let mut board = Board::of("gather-intel", 5, 2);
    board.card("forward-position", CardMode::Tactical);
    board.hold(&["e"], &[], true);
    assert_eq!(board.of_card(&OWN_END), 5);
}

#[test]
fn cards_that_no_worked_example_has() {
    let mut board = Board::of("gather-intel", 5, 2);
    board.card("a-grievous-blow", CardMode::Fixed);
    board.kill("b10", (None, None), None);
    board.kill("b1", (None, None), None);
    assert_eq!(board.of_card(&OWN_END), 4, "thirteen models, not five");
    board.card("no-prisoners", CardMode::Tactical);
    assert_eq!(board.of_card(&OWN_END), 4);
    board.card("outflank", CardMode::Tactical);
    board.at("a1", "m", json!({"in_range": {}, "edges_in": {"left": 4}, "within": ["territory-b"]}));
    assert_eq!(board.of_card(&OWN_END), 3);
    board.at("a2", "m", json!({"in_range": {}, "edges_in": {"right": 6}, "within": ["territory-a"]}));
    assert_eq!(board.of_card(&OWN_END), 5);
    board.at("a1", "m", json!({"in_range": {}, "edges_in": {"left": 4}, "within": ["territory-a"]}));
    assert_eq!(board.of_card(&OWN_END), 0, "both in the own territory");
    board.card("burden-of-trust", CardMode::Tactical);
    board.state.active = Player::Two;
    board.hold(&["m", "x"], &[], true);
    board.at("a3", "m", json!({}));
    board.at("a4", "h", json!({}));
    board.bears("a3", "guard", Some("m"));
    board.bears("a4", "guard", Some("x"));
    assert_eq!(board.of_card(&ENEMY_END), 2, "the second guard is elsewhere");
    board.card("beacon", CardMode::Tactical);
    board.bears("a5", "beacon", None);
    board.at("a5", "m", json!({"in_range": {}, "within": ["no-mans-land", "territory-a"]}));
    assert_eq!(board.of_card(&ENEMY_END), 3);
    board.at("a5", "m", json!({"in_range": {}, "within": ["no-mans-land", "territory-b"]}));
    assert_eq!(board.of_card(&ENEMY_END), 5);
    board.card("a-tempting-target", CardMode::Tactical);
    board.state.active = Player::One;
    board.mark(Player::One, "target", "y", false);
    assert_eq!(board.of_card(&OWN_END), 0);
    board.hold(&["y"], &[], true);
    assert_eq!(board.of_card(&OWN_END), 5);
    board.card("centre-ground", CardMode::Tactical);
    board.at("a1", "m", json!({"centre_in": 3}));
    assert_eq!(board.of_card(&OWN_END), 5);
    board.at("b2", "h", json!({"in_range": {}, "centre_in": 5}));
    assert_eq!(board.of_card(&OWN_END), 3);
    board.at("b2", "h", json!({"in_range": {}, "centre_in": 3}));
    assert_eq!(board.of_card(&OWN_END), 0);
    board.card("cleanse", CardMode::Tactical);
    board.complete("a1", "cleanse", Some("m"));
    assert_eq!(board.of_card(&OWN_END), 2);
    board.complete("a2", "cleanse", Some("x"));
    assert_eq!(board.of_card(&OWN_END), 5);
    board.card("plunder", CardMode::Tactical);
    assert_eq!(board.of_card(&OWN_END), 0);
    board.complete("a3", "plunder", None);
    assert_eq!(board.of_card(&OWN_END), 5);
    board.card("secure-no-mans-land", CardMode::Tactical);
    assert_eq!(board.of_card(&OWN_END), 5, "m, x and y");
    board.card("overwhelming-force", CardMode::Tactical);
    assert_eq!(board.of_card(&OWN_END), 0, "nobody that was destroyed began on an objective");
    board.kill("b3", (Some("m"), None), None);
    assert_eq!(board.of_card(&OWN_END), 3);
}

#[test]
fn g29_and_g30_totals() {
    let mut state = Board::of("outmanoeuvre", 5, 1).state;
    let rounds = (1..=4).map(RoundLabel::Number);
    let counted: Vec<i32> =
        rounds.map(|round| book(&mut state, &ColumnSource::Primary, "outmanoeuvre", round, 30)).collect();
    assert_eq!(counted, [15, 15, 15, 0]);
    let end = RoundLabel::End(EndLabel::End);
    assert_eq!(book(&mut state, &ColumnSource::Primary, "outmanoeuvre", end, 10), 0, "45 holds at the end too");
    let mut state = Board::of("outmanoeuvre", 5, 5).state;
    assert_eq!(book(&mut state, &ColumnSource::Primary, "outmanoeuvre", RoundLabel::Number(5), 34), 15);
    assert_eq!(book(&mut state, &ColumnSource::Primary, "outmanoeuvre", end, 20), 20, "the end is outside the 15");
}
