//! A whole match in coordinates: derived in every number, the same as facts, the same from the other side of the table.

use std::path::Path;

use adjutant_engine::fold::Match;
use adjutant_engine::record::read_bare;
use adjutant_engine::side::Player;
use adjutant_engine::view::{Basis, View};
use adjutant_present::map::{battlefield_svg, battlefield_text, mission_svg, mission_text, story_svg};
use proptest::prelude::*;
use serde_json::{Value, json};

fn log(path: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).expect("a log of this repository")
}

fn in_coordinates() -> String {
    log("tests/positions.bare.jsonl")
}

fn fold(text: &str) -> Match {
    let mut game = Match::new(adjutant_packs::shipped());
    for (number, line) in text.lines().enumerate() {
        let record = read_bare(line.as_bytes()).expect("a record");
        let Some(record) = record else { continue };
        if let Err(refusal) = game.record(record.said(), &record.command) {
            panic!("line {}: {refusal}; accepted: {}", number + 1, refusal.accepted);
        }
    }
    game
}

/// Every objective of both players with its points, and the totals.
fn score(view: &View) -> Vec<(String, u32)> {
    let mut rows = Vec::new();
    for player in Player::BOTH {
        let player = &view.players[player];
        let objectives = player.primary.iter().chain(&player.secondaries);
        rows.extend(objectives.map(|score| (score.objective.to_string(), score.raw)));
        rows.push(("total".into(), player.total));
    }
    rows
}

#[test]
fn coordinates_alone_score_everything() {
    let text = in_coordinates();
    assert!(!text.contains("\"control\"") && !text.contains("\"score\""), "nobody states anything");
    let view = fold(&text).view();
    assert!(view.needs.is_empty(), "{:?}", view.needs);
    assert!(view.ledger.iter().all(|entry| entry.basis == Basis::Derived));
    assert_eq!((view.players.one.total, view.players.two.total), (74, 53));
}

#[test]
fn the_same_match_as_facts_has_the_same_score() {
    let facts = log("../packs/tests/logs/positions-as-facts.bare.jsonl");
    assert!(!facts.contains("\"at\":{\"models\""), "declared places and control statements only");
    assert_eq!(score(&fold(&facts).view()), score(&fold(&in_coordinates()).view()));
}

/// Turns every place by a half turn around the middle of the board, and gives each player the other side of the map.
fn turned(line: &str) -> String {
    let mut record: Value = serde_json::from_str(line).expect("JSON");
    turn_places(&mut record);
    if let Some(zone) = record.pointer_mut("/do/zone/zone") {
        *zone = json!("a");
    }
    if let Some(marker) = record.pointer_mut("/do/start-action/marker") {
        let opposite = match marker.as_str() {
            Some("m1") => "m2",
            Some("m2") => "m1",
            Some("m3") => "m4",
            _ => "m3",
        };
        *marker = json!(opposite);
    }
    record.to_string()
}

fn turn_places(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            for (key, value) in fields {
                match value {
                    Value::Array(places) if key == "models" && places.iter().all(Value::is_array) => {
                        places.iter_mut().for_each(turn_place);
                    }
                    other => turn_places(other),
                }
            }
        }
        Value::Array(values) => values.iter_mut().for_each(turn_places),
        _ => {}
    }
}

fn turn_place(place: &mut Value) {
    let number = |value: &Value| (value.as_f64().expect("a number") * 1000.0).round() as i64;
    let decimal = |thousandths: i64| json!(thousandths as f64 / 1000.0);
    let (x, y) = (number(&place[0]), number(&place[1]));
    let facing = place.get(2).map(number);
    *place = json!([decimal(44_000 - x), decimal(30_000 - y)]);
    if let (Some(facing), Value::Array(list)) = (facing, place) {
        list.push(decimal((facing + 180_000) % 360_000));
    }
}

#[test]
fn the_table_may_be_turned_around() {
    let turned: Vec<String> = in_coordinates().lines().map(turned).collect();
    assert_eq!(score(&fold(&turned.join("\n")).view()), score(&fold(&in_coordinates()).view()));
}

/// The sample up to `begin`, its units listed in another order, each then standing at a place of its own.
fn shuffled(order: &[usize], places: &[(i32, i32)]) -> View {
    let mut game = Match::new(adjutant_packs::shipped());
    let record = |game: &mut Match, line: String| {
        let record = read_bare(line.as_bytes()).expect("a record").expect("no comment");
        game.record(record.said(), &record.command).unwrap_or_else(|refusal| panic!("{line}: {refusal}"));
    };
    for line in in_coordinates().lines().take_while(|line| !line.contains("\"reserves\"")) {
        let mut value: Value = serde_json::from_str(line).expect("JSON");
        if let Some(Value::Array(units)) = value.pointer_mut("/do/roster/roster/detachments/0/units") {
            let old = units.clone();
            let own = order.iter().filter(|index| **index < old.len());
            *units = own.map(|index| old[*index].clone()).collect();
        }
        record(&mut game, value.to_string());
    }
    record(&mut game, json!({"by": "both", "do": {"first-turn": {"player": "one"}}}).to_string());
    record(&mut game, json!({"by": "both", "do": {"begin": {}}}).to_string());
    let ids = ["a1", "a2", "a3", "a4", "a5", "a6", "a7", "b1", "b2", "b3", "b4", "b5", "b6"];
    for (id, (x, y)) in ids.iter().zip(places) {
        let models = game.state().units.iter().find(|unit| unit.id.as_str() == *id).expect("a unit").models();
        let each: Vec<Value> = (0..models)
            .map(|model| {
                json!([f64::from(*x) + 1.5 * f64::from(model % 5), f64::from(*y) + 1.5 * f64::from(model / 5), 30])
            })
            .collect();
        let by = if id.starts_with('a') { "one" } else { "two" };
        record(&mut game, json!({"by": by, "do": {"place": {"unit": id, "at": {"models": each}}}}).to_string());
    }
    game.view()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn control_does_not_depend_on_the_order_of_units(
        order in Just((0..7).collect::<Vec<usize>>()).prop_shuffle(),
        places in prop::collection::vec((2i32..38, 2i32..27), 13),
    ) {
        let listed: Vec<usize> = (0..7).collect();
        let holders = |view: &View| view.markers.iter().map(|m| (m.holder, m.basis)).collect::<Vec<_>>();
        let first = holders(&shuffled(&listed, &places));
        prop_assert!(first.iter().all(|(holder, _)| holder.is_some()));
        prop_assert_eq!(first, holders(&shuffled(&order, &places)));
    }
}

/// A set-up with a ruin.
fn with_terrain() -> Match {
    let log = in_coordinates();
    let setup: Vec<&str> = log.lines().take_while(|line| !line.contains("\"deploy\"")).collect();
    let ruin = r#"{"by":"both","do":{"terrain":{"id":"t1","kind":"ruins","footprint":[[7,20],[13,20],[13,24],[7,24]],"height":5}}}"#;
    fold(&(setup.join("\n") + "\n" + ruin))
}

#[test]
fn maps_show_everything_and_are_the_same_each_time() {
    let pack = adjutant_packs::gt2020();
    for mission in pack.missions.values() {
        let (svg, text) = (mission_svg(mission, &pack.law.control), mission_text(mission, 80));
        assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"), "{}", mission.id);
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{}", mission.id);
        for marker in &mission.markers {
            assert!(svg.contains(&format!(">{}</text>", marker.id)) && text.contains(&format!("[{}", marker.id)));
        }
    }
    let mut game = fold(&in_coordinates());
    let bare = battlefield_svg(game.state()).expect("a mission");
    let drawn = with_terrain();
    let (svg, text) =
        (battlefield_svg(drawn.state()).expect("a mission"), battlefield_text(drawn.state(), 80).expect("one"));
    assert!(svg.contains(">t1 ruins 5″</text>") && svg.contains(r#"<polygon points="7000,"#), "{svg}");
    assert!(text.contains("░ terrain") && text.contains("  t1 ruins 5″ from 7″, 20″ to 13″, 24″\n"), "{text}");
    assert!(!bare.contains("ruins") && !battlefield_text(game.state(), 80).expect("one").contains('░'));
    game = fold(&in_coordinates());
    let svg = battlefield_svg(game.state()).expect("a mission");
    assert_eq!(Some(svg.clone()), battlefield_svg(fold(&in_coordinates()).state()));
    for unit in game.state().units.iter().filter(|unit| unit.alive()) {
        assert!(svg.contains(&format!(">{} {}</text>", unit.id, unit.datasheet)), "{}", unit.id);
    }
    let text = battlefield_text(game.state(), 80).expect("a mission");
    assert!(text.lines().all(|line| line.chars().count() <= 80));
    let scenes = vec![("First".to_string(), game.state().clone()), ("Second".to_string(), game.state().clone())];
    let story = story_svg("A story of <two>", &scenes);
    assert!(story.contains("s0-z0m") && story.contains("s1-z0m") && story.contains("A story of &lt;two&gt;"));
    assert!(battlefield_svg(Match::new(adjutant_packs::shipped()).state()).is_none());
}
