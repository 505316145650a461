//! The rows of `docs/rules/golden.md` that are about matches of the 5th edition, by name.

use std::sync::Arc;

use adjutant_engine::law::Pack;
use adjutant_engine::rules::PlacedMarkers;
use serde_json::json;

use super::shared::{count::shipped_pack, stage::Stage};

fn pack() -> Arc<Pack> {
    shipped_pack("standard-5th")
}

fn annihilation() -> Stage {
    let mut stage = Stage::open("annihilation-pitched-battle", &["tie-break"]);
    stage.play(&["first one", "zone one a", "begin"]);
    stage
}

#[test]
fn t_35_after_rounds_five_and_six_a_die_decides_and_seven_is_the_last() {
    for (fifth, sixth, last) in [(2, None, 5), (3, Some(3), 6), (3, Some(4), 7)] {
        let mut stage = annihilation();
        stage.play(&["finish", "waiting", &format!("roll length {fifth}")]);
        if let Some(sixth) = sixth {
            stage.play(&["finish", "waiting", &format!("roll length {sixth}"), "finish"]);
        }
        stage.play(&["over", &format!("round {last}")]);
    }
}

#[test]
fn t_36_reserves_come_on_four_three_two_and_then_by_themselves() {
    let law = &pack().law;
    assert_eq!([1, 2, 3, 4, 5].map(|round| law.reserve_roll(round)), [None, Some(4), Some(3), Some(2), None]);
    assert_eq!([1, 4, 5, 7].map(|round| law.arrives_by_itself(round)), [false, false, true, true]);
}

#[test]
fn t_37_a_d6_of_1_4_6_places_three_four_five_objectives() {
    let placed = pack().missions["seize-ground-spearhead"].placed.expect("placed objectives");
    assert!(matches!(placed.markers, PlacedMarkers::D3Plus(more) if more.get() == 2));
    for (face, wanted) in [(1, 3), (4, 4), (6, 5)] {
        let mut stage = Stage::open("seize-ground-spearhead", &[]);
        stage.play(&[&format!("roll objectives {face}"), "roll-off objectives one"]);
        let places = ["12 12", "30 12", "48 12", "60 36", "12 36"];
        for (index, place) in places.iter().take(wanted).enumerate() {
            let by = ["one", "two"][index % 2];
            stage.play(&[&format!("objective {by} m{} {place}", index + 1)]);
        }
        stage.play(&["first one", "zone one a"]);
    }
}

#[test]
fn g_105_halves_and_quarters_of_a_six_by_four_table() {
    let pack = pack();
    let corners = |mission: &str| {
        let polygon = &pack.missions[mission].zones.a.polygon;
        let most = |axis: usize| polygon.iter().map(|corner| corner[axis].thousandths() / 1000).max().expect("corners");
        [most(0), most(1)]
    };
    assert_eq!(corners("annihilation-dawn-of-war"), [72, 24], "a half of 6' by 2'");
    assert_eq!(corners("annihilation-spearhead"), [36, 24], "a quarter of 3' by 2'");
    assert_eq!(corners("annihilation-pitched-battle"), [72, 12], "more than 12 inches from the middle line");
}

#[test]
fn g_106_dawn_of_war_counts_passengers_and_their_transport() {
    let mut stage = Stage::open("annihilation-dawn-of-war", &[]);
    stage.play(&["first one", "zone one a", "deploy a2", "deploy a1", "deploy a3"]);
    stage.play(&["aboard two b4 b3", "deploy b4", "deploy b1", "refused reserves-limit deploy b2", "begin"]);
}

#[test]
fn g_107_a_transport_counts_as_what_it_was_bought_for() {
    let mut stage = Stage::open("annihilation-dawn-of-war", &[]);
    stage.play(&["first one", "zone one a", "deploy a4", "deploy a2", "refused reserves-limit deploy a3"]);
}

#[test]
fn g_118_and_g_119_what_losses_are_worth() {
    let mut stage = annihilation();
    stage.play(&["to 1 one shooting", "kill b7", "kill a2 5", "finish", "roll length 1"]);
    stage.play(&["figure one 260", "figure two 95"]);
}

#[test]
fn g_120_a_difference_below_ten_in_a_hundred_is_even() {
    // 250 to 100 is 150: enough of 1,500 points, too little of 1,501.
    let losses = ["to 1 one shooting", "kill b2", "kill b4", "kill a1", "finish", "roll length 1"];
    for (points, wanted) in [(1_500, "winner one by tie-break"), (1_501, "winner draw by points")] {
        let mut stage = Stage::of_points("annihilation-pitched-battle", &["tie-break"], Some(points));
        stage.play(&["first one", "zone one a", "begin"]);
        stage.play(&losses);
        stage.play(&["claim one kill-points 0", "claim two kill-points 0", wanted]);
    }
}

#[test]
fn g_145_a_game_turn_has_two_player_turns_of_three_phases() {
    let mut stage = annihilation();
    let mut phases = Vec::new();
    while stage.view().round == Some(1) {
        let view = stage.view();
        let turn = view.turn.expect("a turn");
        let phase = view.phase.expect("a phase");
        phases.push(format!("{turn} {phase}"));
        stage.say(turn.as_str(), &json!({"end-phase": {"phase": phase.as_str()}})).expect("the end of a phase");
    }
    let wanted = ["one movement", "one shooting", "one assault", "two movement", "two shooting", "two assault"];
    assert_eq!(phases, wanted);
}

#[test]
fn every_pair_of_faces_rolls_its_mission() {
    let pack = pack();
    let size = *pack.file.sizes.keys().next().expect("a size");
    let missions = ["seize-ground", "capture-and-control", "annihilation"];
    let deployments = ["pitched-battle", "spearhead", "dawn-of-war"];
    for (mission, deployment) in (0..6).flat_map(|mission| (0..6).map(move |deployment| (mission, deployment))) {
        let rolled = pack.rolled(size, &[mission + 1, deployment + 1]).expect("a mission");
        let wanted = format!("{}-{}", missions[mission as usize / 2], deployments[deployment as usize / 2]);
        assert_eq!(rolled.id.as_str(), wanted);
        let mut stage = Stage::without_mission();
        let d6 = json!([mission + 1, deployment + 1]);
        assert_eq!(stage.say("both", &json!({"mission": {"mission": wanted, "rolled": d6}})), Ok(()));
        let other = json!([(mission + 2) % 6 + 1, deployment + 1]);
        let wrong = Stage::without_mission().say("both", &json!({"mission": {"mission": wanted, "rolled": other}}));
        assert_eq!(wrong, Err("bad-value".into()));
    }
}

/// The nine files are three missions with three deployments: each says of both what the others say.
#[test]
fn missions_and_deployments_agree_across_the_nine_files() {
    let pack = pack();
    for (id, mission) in &pack.missions {
        let own = id.as_str().rsplit_once('-').expect("two names");
        for (other_id, other) in &pack.missions {
            let same_deployment = other_id.as_str().ends_with(own.1);
            if same_deployment {
                assert_eq!(mission.zones, other.zones, "{id} and {other_id}");
                assert_eq!(mission.other_zones, other.other_zones, "{id} and {other_id}");
                assert_eq!(mission.rules, other.rules, "{id} and {other_id}");
                assert_eq!(mission.edges, other.edges, "{id} and {other_id}");
            }
            if mission.rolled[0] == other.rolled[0] {
                assert_eq!((&mission.primary, &mission.placed), (&other.primary, &other.placed), "{id} and {other_id}");
            }
        }
    }
}

/// 002:1904-1916, 1928: a character is part of the unit that it joined, and its own unit where points are counted.
#[test]
fn an_independent_character_joins_a_unit_before_the_battle() {
    let mut stage = Stage::open("annihilation-pitched-battle", &["tie-break"]);
    stage.play(&["first one", "zone one a"]);
    stage.play(&[r#"refused not-able say one {"attach":{"leader":"a5","to":"a2"}}"#]);
    stage.play(&[r#"say one {"attach":{"leader":"a1","to":"a2"}}"#]);
    stage.play(&["begin", "all-far", "models a2 11", "refused unit-state move a1 fall-back"]);
    stage.play(&[r#"say both {"casualties":{"unit":"a1","models":1}}"#, "models a2 10", "finish"]);
    // What is left of the unit is worth nothing yet; the character is worth its own hundred points.
    stage.play(&["roll length 1", "figure two 100"]);
}
