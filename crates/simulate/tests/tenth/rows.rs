//! The rows of `docs/rules/golden.md` that are about matches of the 10th edition, by name.

use adjutant_packs::{PackSource, read, shipped_files};
use serde_json::Value;

use super::stage::Stage;

fn play(stage: &mut Stage, lines: &[&str]) {
    for line in lines {
        stage.line(line).unwrap_or_else(|refusal| panic!("`{line}` is refused: {refusal}"));
    }
}

fn begun() -> Stage {
    Stage::begun("the-pass")
}

#[test]
fn g_25_and_t_38_the_best_leadership_of_a_unit_passes_at_its_number() {
    // The sergeant's 6+ is better than the guards' 8+.
    for (faces, after) in [("2 4", "steady"), ("2 3", "shocked")] {
        let mut stage = begun();
        play(&mut stage, &["kill a3 3 of guard", &format!("test a3 battle-shock {faces}"), &format!("is a3 {after}")]);
    }
    for (faces, after) in [("3 3", "shocked"), ("3 4", "steady")] {
        let mut stage = begun();
        play(&mut stage, &["kill a2 6", &format!("test a2 battle-shock {faces}"), &format!("is a2 {after}")]);
    }
}

#[test]
fn g_69_end_of_phase_rules_fall_on_both_players_phases() {
    let mut stage = begun();
    play(&mut stage, &["all-far", "near b2 m3", "to 1 one movement", "held m3 two"]);
    play(&mut stage, &["to 1 two movement", "near a4 m3", "kill b2 9", "held m3 two", "end", "held m3 one"]);
}

#[test]
fn g_112_equal_levels_and_two_empty_ones_are_contested() {
    let mut stage = begun();
    play(&mut stage, &["held m1 none", "all-far", "end", "held m1 none", "levels m1 0 0"]);
    play(&mut stage, &["near a4 m3", "some-near b2 2 m3", "end", "levels m3 4 4", "held m3 none"]);
}

#[test]
fn g_113_new_orders_with_all_units_battle_shocked() {
    let mut stage = begun();
    play(
        &mut stage,
        &["kill a1", "kill a3", "kill a4", "kill a5", "kill a6", "kill a2 6", "draw one crossroads far-bank"],
    );
    play(&mut stage, &["refused other-phase new-orders one crossroads wide-net", "test a2 battle-shock 1 1"]);
    play(&mut stage, &["is a2 shocked", "refused stratagem-rule stratagem one Command-Re-roll 1 a2"]);
    play(&mut stage, &["new-orders one crossroads wide-net", "active one far-bank wide-net", "has-cp one 2"]);
}

#[test]
fn g_114_a_discarded_card_brings_no_second_command_point_in_a_round() {
    let mut stage = begun();
    play(&mut stage, &["has-cp one 3", "draw one crossroads far-bank", "cp one 1", "has-cp one 4"]);
    play(&mut stage, &["refused cp-limit discard one crossroads cp 1", "discard one crossroads", "has-cp one 4"]);
    play(&mut stage, &["to 2 one command", "draw one wide-net", "discard one wide-net cp 1", "has-cp one 6"]);
    play(&mut stage, &["refused cp-limit cp one 1"]);
}

/// What the text does not state, the pack says: without it the pack is refused by the name of the key.
#[test]
fn a_pack_that_is_silent_is_refused_by_the_name_of_the_key() {
    let without = |pointer: &str| -> Vec<String> {
        let mut files: Vec<PackSource> = shipped_files("outposts-10th");
        files.retain(|file| file.path != "hashes.json");
        let file = files.iter_mut().find(|file| file.path == "pack.json").expect("the file");
        let mut pack: Value = serde_json::from_slice(&file.bytes).expect("JSON");
        let (above, key) = pointer.rsplit_once('/').expect("a pointer");
        pack.pointer_mut(above).and_then(Value::as_object_mut).expect("an object").remove(key).expect("the key");
        file.bytes = serde_json::to_vec(&pack).expect("JSON");
        read(&files).err().unwrap_or_default().iter().map(|fault| format!("{}: {fault}", fault.place)).collect()
    };
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
        let faults = without(pointer);
        assert!(faults.iter().any(|fault| fault.starts_with(place)), "{pointer}: {faults:#?}");
    }
}

#[test]
fn the_shipped_files_make_sense() {
    read(&shipped_files("outposts-10th")).unwrap_or_else(|faults| panic!("{faults:#?}"));
}
