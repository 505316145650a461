//! What follows from coordinates: control, conditions, and refusals.

use crate::support;

use adjutant_engine::fold::Match;
use adjutant_engine::place::RegionName;
use adjutant_engine::refusal::RefusalCode;
use adjutant_engine::rules::MarkerIndex;
use adjutant_engine::state::UnitIndex;
use adjutant_engine::{control, facts};
use serde_json::{Value, json};
use support::{all, at, end, match_of, say, unit};

/// A base whose radius and the marker's make 1.25" together, so that 3" apart is 4.25" between the middles.
const EXACT: f64 = 23.5;

fn begin(game: &mut Match) {
    all(game, &[("both", json!({"first-turn": {"player": "one"}})), ("both", json!({"begin": {}}))]);
}

fn place(game: &mut Match, by: &str, unit: &str, places: &[[f64; 2]]) {
    all(game, &[(by, json!({"place": {"unit": unit, "at": at(places)}}))]);
}

/// Who holds a marker: `one`, `two`, `none`, or `null` where nobody knows; and how that is known.
fn holder(game: &Match, marker: usize) -> Value {
    let view = serde_json::to_value(game.view()).expect("a view");
    json!([view["markers"][marker]["holder"], view["markers"][marker]["basis"]])
}

/// Asserts that a command is refused as contrary to facts, with these words.
fn refused(game: &mut Match, by: &str, command: Value, words: &str) {
    let refusal = say(game, by, command.clone()).expect_err(&command.to_string());
    let about_places = [RefusalCode::ContradictsFacts, RefusalCode::OutOfReach];
    assert!(about_places.contains(&refusal.code), "{refusal}");
    assert!(refusal.message.to_string().contains(words), "{refusal}");
}

#[test]
fn exactly_three_inches_is_in_range() {
    let exact = json!({"base": {"round_mm": EXACT}});
    let mut game = match_of("overrun", "strike-force", &[unit("a1", 1, &exact)], &[unit("b1", 1, &exact)]);
    begin(&mut game);
    place(&mut game, "two", "b1", &[[30.0, 40.0]]);
    place(&mut game, "one", "a1", &[[18.251, 12.0]]);
    assert_eq!(holder(&game, 0), json!(["none", "derived"]));
    place(&mut game, "one", "a1", &[[18.25, 12.0]]);
    assert_eq!(holder(&game, 0), json!(["one", "derived"]));
    refused(&mut game, "both", json!({"control": {"holds": {"m1": "two"}}}), "places of the units it is One");
}

#[test]
fn a_base_that_touches_the_border_of_its_zone_is_wholly_within_it() {
    let inch = json!({"base": {"round_mm": 25.4}});
    let mut game = match_of("overrun", "strike-force", &[unit("a1", 1, &inch)], &[unit("b1", 1, &inch)]);
    refused(
        &mut game,
        "one",
        json!({"deploy": {"unit": "a1", "at": at(&[[20.0, 9.501]])}}),
        "not wholly within zone A",
    );
    all(&mut game, &[("one", json!({"deploy": {"unit": "a1", "at": at(&[[20.0, 9.5]])}}))]);
    let outside = json!({"deploy": {"unit": "b1", "at": at(&[[20.0, 9.5]])}});
    refused(&mut game, "two", outside, "not wholly within zone B");
    let all_told = json!({"deploy": {"unit": "b1"}});
    all(&mut game, &[("two", all_told), ("two", json!({"place": {"unit": "b1", "at": at(&[[20.0, 9.5]])}}))]);
}

#[test]
fn a_model_too_large_for_its_zone_touches_its_own_edge() {
    let large = json!({"base": {"hull_in": [12, 14]}});
    let mut game = match_of("overrun", "strike-force", &[unit("a1", 1, &large)], &[unit("b1", 1, &json!({}))]);
    let deploy = |y: f64| json!({"deploy": {"unit": "a1", "at": {"models": [[20, y, 0]]}, "oversize": true}});
    refused(&mut game, "one", deploy(6.001), "not wholly within zone A");
    all(&mut game, &[("one", deploy(6.0))]);
}

#[test]
fn each_model_with_objective_secured_counts_by_itself() {
    let mixed = json!({"models": [
        {"group": "leader", "count": 1, "wounds": 2, "base": {"round_mm": 40}, "objective_secured": true},
        {"group": "others", "count": 2, "wounds": 1, "base": {"round_mm": 32}}]});
    let mut game = match_of("overrun", "strike-force", &[unit("a1", 0, &mixed)], &[unit("b1", 5, &json!({}))]);
    begin(&mut game);
    place(&mut game, "two", "b1", &[[14.0, 14.0], [15.5, 14.0], [12.5, 14.0], [14.0, 15.5], [12.5, 15.5]]);
    place(&mut game, "one", "a1", &[[14.0, 10.0], [30.0, 20.0], [31.5, 20.0]]);
    assert_eq!(holder(&game, 0), json!(["one", "derived"]));
    place(&mut game, "one", "a1", &[[30.0, 20.0], [14.0, 10.0], [15.5, 10.0]]);
    assert_eq!(holder(&game, 0), json!(["two", "derived"]));
}

#[test]
fn aircraft_and_fortifications_hold_nothing() {
    let flyer = json!({"keywords": ["VEHICLE", "AIRCRAFT"], "role": "flyer"});
    let bunker = json!({"role": "fortification", "keywords": ["BUILDING"], "base": {"hull_in": [4, 4]}});
    let mut game = match_of(
        "overrun",
        "strike-force",
        &[unit("a1", 1, &flyer), unit("a2", 1, &bunker)],
        &[unit("b1", 1, &json!({}))],
    );
    begin(&mut game);
    place(&mut game, "one", "a1", &[[14.0, 10.0]]);
    all(&mut game, &[("one", json!({"place": {"unit": "a2", "at": {"models": [[46, 14, 45]]}}}))]);
    place(&mut game, "two", "b1", &[[14.0, 16.0]]);
    assert_eq!(holder(&game, 0), json!(["two", "derived"]));
    assert_eq!(holder(&game, 1), json!(["none", "derived"]));
}

#[test]
fn recon_units_and_champions_have_objective_secured_by_the_mission() {
    let fast = json!({"role": "fast-attack"});
    let mut game =
        match_of("reconnaissance-mission", "incursion", &[unit("a1", 1, &fast)], &[unit("b1", 3, &json!({}))]);
    begin(&mut game);
    place(&mut game, "one", "a1", &[[34.0, 25.0]]);
    place(&mut game, "two", "b1", &[[36.0, 25.0], [36.0, 26.5], [36.0, 23.5]]);
    assert_eq!(holder(&game, 0), json!(["one", "derived"]));
    let lord = json!({"keywords": ["INFANTRY", "CHARACTER", "WARLORD"]});
    let mut game = match_of("ascension", "incursion", &[unit("a1", 1, &lord)], &[unit("b1", 3, &json!({}))]);
    begin(&mut game);
    place(&mut game, "one", "a1", &[[22.0, 13.0]]);
    place(&mut game, "two", "b1", &[[22.0, 17.0], [23.5, 17.0], [20.5, 17.0]]);
    assert_eq!(holder(&game, 0), json!(["one", "derived"]));
    place(&mut game, "one", "a1", &[[8.0, 13.0]]);
    place(&mut game, "two", "b1", &[[8.0, 17.0], [9.5, 17.0], [6.5, 17.0]]);
    assert_eq!(holder(&game, 1), json!(["two", "derived"]));
}

#[test]
fn a_model_counts_for_one_marker_which_its_owner_names() {
    let long = json!({"base": {"hull_in": [2, 24]}});
    let mut game = match_of("ascension", "incursion", &[unit("a1", 1, &long)], &[unit("b1", 1, &json!({}))]);
    begin(&mut game);
    place(&mut game, "two", "b1", &[[22.0, 28.0]]);
    let laid = |counts: Value| json!({"place": {"unit": "a1", "at": {"models": [[16, 15, 0]]}, "counts": counts}});
    all(&mut game, &[("one", json!({"place": {"unit": "a1", "at": {"models": [[16, 15, 0]]}}}))]);
    assert_eq!((holder(&game, 0), holder(&game, 1)), (json!(["one", "derived"]), json!(["none", "derived"])));
    all(&mut game, &[("one", laid(json!({"m2": 1})))]);
    assert_eq!((holder(&game, 0), holder(&game, 1)), (json!(["none", "derived"]), json!(["one", "derived"])));
    refused(&mut game, "one", laid(json!({"m3": 1})), "`counts` of a1 (Squad) at m3");
}

#[test]
fn what_is_not_measured_stays_unknown() {
    let bare = json!({"base": null});
    let oval = json!({"base": {"oval_mm": [60, 35]}});
    let mut game = match_of(
        "overrun",
        "strike-force",
        &[unit("a1", 1, &bare), unit("a2", 1, &oval)],
        &[unit("b1", 1, &json!({})), unit("b2", 1, &json!({}))],
    );
    begin(&mut game);
    place(&mut game, "two", "b1", &[[30.0, 30.0]]);
    place(&mut game, "one", "a1", &[[14.0, 10.0]]);
    place(&mut game, "one", "a2", &[[30.0, 31.0]]);
    let state = game.state();
    assert_eq!(control::derived(state, MarkerIndex(0)), None, "the base of a1 is unknown");
    let second = state.units.iter().find(|unit| unit.id.as_str() == "a2").expect("a2");
    assert_eq!(facts::wholly_within(state, second, RegionName::QuarterNe), None, "an oval without a facing");
    let third = state.units.iter().find(|unit| unit.id.as_str() == "b1").expect("b1");
    assert_eq!(facts::engaged(state, third), None, "no enemy is measured");
    all(&mut game, &[("one", json!({"place": {"unit": "a2", "at": {"models": [[30, 31, 90]]}}}))]);
    let state = game.state();
    let third = state.units.iter().find(|unit| unit.id.as_str() == "b1").expect("b1");
    assert_eq!(facts::engaged(state, third), Some(true), "one measured enemy decides");
    let nine = adjutant_engine::numbers::Inches::whole(0).expect("a length");
    assert_eq!(facts::enemies_within(state, third, nine), Some(true), "they overlap");
}

#[test]
fn no_mans_land_is_outside_both_zones() {
    let inch = json!({"base": {"round_mm": 25.4}});
    let mut game = match_of("crossfire", "incursion", &[unit("a1", 1, &inch)], &[unit("b1", 1, &json!({}))]);
    begin(&mut game);
    for (place_of, answer) in [
        ([22.0, 15.0], Some(true)),
        ([21.5, 20.0], Some(true)),
        ([21.501, 25.0], Some(false)),
        ([21.5, 25.0], Some(true)),
        ([30.0, 20.0], Some(false)),
        ([22.0, 23.5], Some(true)),
        ([0.499, 20.0], Some(false)),
    ] {
        place(&mut game, "one", "a1", &[place_of]);
        let unit = &game.state().units[UnitIndex(0)];
        assert_eq!(facts::wholly_within(game.state(), unit, RegionName::NoMansLand), answer, "{place_of:?}");
    }
}

#[test]
fn moves_are_measured() {
    let mut game = match_of(
        "overrun",
        "strike-force",
        &[unit("a1", 2, &json!({"base": {"round_mm": 25.4}}))],
        &[unit("b1", 1, &json!({"base": {"round_mm": 25.4}}))],
    );
    begin(&mut game);
    place(&mut game, "one", "a1", &[[20.0, 20.0], [22.0, 20.0]]);
    place(&mut game, "two", "b1", &[[30.0, 20.0]]);
    end(&mut game, "one", &["command"]);
    let go = |kind: &str, places: &[[f64; 2]], roll: Option<u8>| {
        let mut step = json!({"unit": "a1", "kind": kind, "at": at(places)});
        if let Some(roll) = roll {
            step["roll"] = json!([roll]);
        }
        json!({"move": step})
    };
    refused(&mut game, "one", go("normal", &[[20.0, 26.001], [22.0, 26.0]], None), "farther than 6\"");
    refused(&mut game, "one", go("advance", &[[20.0, 28.001], [22.0, 28.0]], Some(2)), "farther than 8\"");
    // Both places lie within 6" of the second model, and only one of them is its own.
    refused(&mut game, "one", go("normal", &[[27.9, 20.0], [27.5, 21.5]], None), "cannot all have come there");
    refused(&mut game, "one", go("normal", &[[20.0, 20.0], [23.001, 20.0]], None), "out of coherency: models 1, 2");
    refused(
        &mut game,
        "one",
        go("normal", &[[26.0, 20.0], [28.0, 20.0]], None),
        "ends this move within Engagement Range",
    );
    refused(&mut game, "one", go("fall-back", &[[23.0, 20.0], [25.0, 20.0]], None), "no enemy is within Engagement");
    all(&mut game, &[("one", go("normal", &[[25.0, 20.0], [27.999, 20.0]], None))]);
    place(&mut game, "one", "a1", &[[26.0, 20.0], [28.0, 20.0]]);
    end(&mut game, "one", &["movement", "psychic", "shooting", "charge", "fight", "morale"]);
    end(&mut game, "two", &["command"]);
    let away = |kind: &str| json!({"move": {"unit": "b1", "kind": kind, "at": at(&[[35.0, 20.0]])}});
    refused(&mut game, "two", away("normal"), "is within Engagement Range");
    refused(
        &mut game,
        "two",
        json!({"start-action": {"unit": "b1", "action": "investigate-site"}}),
        "Engagement Range",
    );
    let off = json!({"move": {"unit": "b1", "kind": "charge", "at": at(&[[59.501, 20.0]])}});
    assert_eq!(say(&mut game, "two", off).expect_err("another phase").code, RefusalCode::OtherPhase);
    let near = json!({"move": {"unit": "b1", "kind": "fall-back", "at": at(&[[29.9, 20.5]])}});
    refused(&mut game, "two", near, "ends this move within Engagement Range");
    all(&mut game, &[("two", away("fall-back"))]);
}

#[test]
fn reserves_arrive_at_open_edges_away_from_enemies() {
    let small = json!({"base": {"round_mm": 25.4}});
    let own: Vec<Value> = ["a1", "a2", "a3"].map(|id| unit(id, 1, &small)).into();
    let mut game = match_of("overrun", "strike-force", &own, &[unit("b1", 1, &small)]);
    all(&mut game, &[("one", json!({"reserves": {"strategic": ["a2"], "elsewhere": [], "embarked": {}}}))]);
    begin(&mut game);
    place(&mut game, "two", "b1", &[[30.0, 5.0]]);
    let turn = ["command", "movement", "psychic", "shooting", "charge", "fight", "morale"];
    end(&mut game, "one", &turn);
    end(&mut game, "two", &turn);
    end(&mut game, "one", &["command"]);
    let arrive = |x: f64, y: f64| json!({"arrive": {"unit": "a2", "at": at(&[[x, y]])}});
    refused(&mut game, "one", arrive(30.0, 40.0), "does not arrive at an edge");
    refused(&mut game, "one", arrive(5.501, 20.0), "does not arrive at an edge");
    refused(&mut game, "one", arrive(5.5, 40.0), "in the enemy's zone in round 2");
    refused(&mut game, "one", arrive(20.0, 5.0), "within 9\" of the enemy");
    let mut beside = game.clone();
    all(&mut beside, &[("one", arrive(28.5, 1.5))]);
    all(&mut game, &[("one", arrive(5.5, 20.0))]);
}
