//! The rows of `docs/rules/golden.md` that are about matches of the 10th edition, by name.

use super::shared::stage::Stage;
use super::silent::{faults_without, makes_sense};

fn begun() -> Stage {
    Stage::begun("the-pass")
}

#[test]
fn g_25_and_t_38_the_best_leadership_of_a_unit_passes_at_its_number() {
    // The sergeant's 6+ is better than the guards' 8+.
    for (faces, after) in [("2 4", "steady"), ("2 3", "shocked")] {
        let mut stage = begun();
        stage.play(&["kill a3 3 of guard", &format!("test a3 battle-shock {faces}"), &format!("is a3 {after}")]);
    }
    for (faces, after) in [("3 3", "shocked"), ("3 4", "steady")] {
        let mut stage = begun();
        stage.play(&["kill a2 6", &format!("test a2 battle-shock {faces}"), &format!("is a2 {after}")]);
    }
}

/// A match whose player two has these leaders among other units, before the zones are chosen.
fn led(leaders: &[&str]) -> Stage {
    let mut stage = Stage::open("the-pass");
    stage.play(leaders);
    stage.play(&["attacker one", "zone two b", "first one", "begin"]);
    stage
}

/// G-42.
#[test]
fn g_42_the_whole_unit_has_the_keywords_of_its_leader_until_it_is_gone() {
    let mut stage = led(&["attach b1 b2"]);
    let has = |stage: &Stage, id: &str, keyword: &str| {
        stage.game.state().unit(&id.parse().expect("an id")).expect("a unit").1.has_keyword(keyword)
    };
    assert!(has(&stage, "b2", "CHARACTER") && has(&stage, "a2", "INFANTRY") && !has(&stage, "a2", "CHARACTER"));
    let state = stage.game.state();
    let (_, unit) = state.unit(&"b2".parse().expect("an id")).expect("a unit");
    let of_group = |name: &str| {
        let group = unit.group(&name.parse().expect("a name")).expect("a group");
        unit.group_has_keyword(group, "CHARACTER")
    };
    assert!(of_group("captain") && !of_group("trooper"), "each model has its own");
    stage.play(&["kill b1"]);
    assert!(!has(&stage, "b2", "CHARACTER"));
}

/// G-66.
#[test]
fn g_66_a_second_leader_needs_a_rule_and_a_third_none_allows() {
    let mut stage = Stage::open("the-pass");
    stage.play(&["refused not-able attach b5 b2", "attach b1 b2", "refused unit-state attach b1 b3"]);
    stage.play(&["refused not-able attach b6 b2", "refused unit-state attach b2 b3"]);
    let second = r#"under Lieutenant two {"attach":{"leader":"b5","to":"b2"}}"#;
    let third = r#"refused bad-value under Apothecary two {"attach":{"leader":"b6","to":"b2"}}"#;
    stage.play(&[second, third, "of b2 14", "models b2 14"]);
    stage.play(&["attacker one", "zone two b", "first one", "begin", "kill b5", "of b2 14", "leads b1 b2"]);
    stage.play(&["kill b1", "of b2 10", "models b2 10", "is b5 destroyed"]);
}

#[test]
fn g_67_starting_strengths_add_up_and_the_survivor_reverts_to_its_own() {
    let mut stage = led(&["attach b1 b5"]);
    stage.play(&["of b5 4", "models b5 4", "leads b1 b5", "is b1 attached", "kill b5 2", "is b5 below-starting"]);
    stage.play(&["kill b5 1", "is b5 destroyed", "of b5 3", "leads b1 nobody"]);
    stage.play(&["of b1 1", "models b1 1", "is b1 battlefield", "is b1 whole"]);
    let mut stage = led(&["attach b1 b2"]);
    stage.play(&["of b2 11", "kill b2 5", "is b2 below-starting", "kill b1", "is b1 destroyed", "leads b1 nobody"]);
    stage.play(&["of b2 10", "models b2 5", "is b2 below-starting", "kill b2 1", "is b2 below-half"]);
}

/// G-68: a condition of an ability, as that of Blast, is looked at as the target is selected.
#[test]
fn g_68_a_condition_is_judged_as_the_target_is_selected() {
    let mut stage = begun();
    let blast = |roll: &str| {
        format!(
            r#"{{"target":"b2","sequence":{{"attacks":{{"each":"d6","roll":[1]}},"traits":["blast","auto-hit"],
            "wound":{{"needs":2,"roll":{roll}}},"save":[{{"needs":7,"roll":{roll}}}]}}}}"#
        )
    };
    // One die and two for ten models, although seven of them are gone at the second weapon.
    let three = "[3,3,3]";
    let attacks = [three, three, three].map(blast).join(",");
    stage.play(&["to 1 one shooting"]);
    let shot = format!(r#"say one {{"shoot":{{"unit":"a2","attacks":[{attacks}]}}}}"#).replace('\n', "");
    stage.play(&[&shot, "models b2 1"]);
}

#[test]
fn g_69_end_of_phase_rules_fall_on_both_players_phases() {
    let mut stage = begun();
    stage.play(&["all-far", "near b2 m3", "to 1 one movement", "held m3 two"]);
    stage.play(&["to 1 two movement", "near a4 m3", "kill b2 9", "held m3 two", "end", "held m3 one"]);
}

#[test]
fn g_110_each_part_of_a_unit_with_a_leader_is_a_destroyed_unit() {
    let mut stage = led(&["attach b1 b3"]);
    stage.play(&["draw one thin-their-ranks", "to 1 one shooting", "kill b3", "is b1 destroyed", "is b3 destroyed"]);
    // 3 VP for each enemy unit that was destroyed this turn.
    stage.play(&["to 1 two command", "score one 6"]);
    let mut stage = led(&["attach b1 b3"]);
    stage.play(&["draw one thin-their-ranks", "kill b3 5", "to 1 two command", "score one 3"]);
}

#[test]
fn g_111_only_the_leader_is_a_character_that_was_destroyed() {
    for (kill, points) in [("kill b3 5", 0), ("kill b1", 5), ("kill b3", 5)] {
        let mut stage = led(&["attach b1 b3"]);
        stage.play(&["draw one silence-the-captain", kill, "to 1 two command", &format!("score one {points}")]);
    }
}

#[test]
fn g_112_equal_levels_and_two_empty_ones_are_contested() {
    let mut stage = begun();
    stage.play(&["held m1 none", "all-far", "end", "held m1 none", "levels m1 0 0"]);
    stage.play(&["near a4 m3", "some-near b2 2 m3", "end", "levels m3 4 4", "held m3 none"]);
}

#[test]
fn g_113_new_orders_with_all_units_battle_shocked() {
    let mut stage = begun();
    stage.play(&["kill a1", "kill a3", "kill a4", "kill a5", "kill a6", "kill a2 6", "draw one crossroads far-bank"]);
    stage.play(&["refused other-phase new-orders one crossroads wide-net", "test a2 battle-shock 1 1"]);
    stage.play(&["is a2 shocked", "refused stratagem-rule stratagem one Command-Re-roll 1 a2"]);
    stage.play(&["new-orders one crossroads wide-net", "active one far-bank wide-net", "has-cp one 2"]);
}

#[test]
fn g_114_a_discarded_card_brings_no_second_command_point_in_a_round() {
    let mut stage = begun();
    stage.play(&["has-cp one 3", "draw one crossroads far-bank", "cp one 1", "has-cp one 4"]);
    stage.play(&["refused cp-limit discard one crossroads cp 1", "discard one crossroads", "has-cp one 4"]);
    stage.play(&["to 2 one command", "draw one wide-net", "discard one wide-net cp 1", "has-cp one 6"]);
    stage.play(&["refused cp-limit cp one 1"]);
}

/// What the text does not state, the pack says: without it the pack is refused by the name of the key.
#[test]
fn a_pack_that_is_silent_is_refused_by_the_name_of_the_key() {
    let silent = [
        ("/plays/length", "`length`"),
        ("/plays/sheet", "`sheet`"),
        ("/plays/victory", "`victory`"),
        ("/plays/setup", "`setup`"),
        ("/plays/sizes", "`sizes`"),
        ("/plays/control", "`control`"),
        ("/plays/command_points", "`command_points`, `each_own_turn`"),
        ("/plays/cards/hand", "`cards`, `hand`"),
        ("/plays/cards/draw_in", "`cards`, `draw_in`"),
        ("/plays/cards/scored", "`cards`, `scored`"),
        ("/plays/cards/discard_cp", "`cards`, `discard_cp`"),
    ];
    for (pointer, place) in silent {
        let faults = faults_without("outposts-10th", pointer);
        assert!(faults.iter().any(|fault| fault.starts_with(place)), "{pointer}: {faults:#?}");
    }
}

#[test]
fn the_shipped_files_make_sense() {
    makes_sense("outposts-10th");
}
