//! The rows of `docs/rules/golden.md` that are about matches of the 8th edition, by name.

use serde_json::json;

use super::shared::{count::shipped_pack, stage::Stage};
use super::silent::{faults_without, makes_sense};

fn begun() -> Stage {
    Stage::begun("the-causeway")
}

/// A unit of Troops, a Skyboat that carries 12.
const SQUAD: (&str, &str, &str, u32, u32, u32) = ("Squad", "troops", "INFANTRY", 3, 1, 0);
const SKYBOAT: (&str, &str, &str, u32, u32, u32) = ("Skyboat", "flyer", "VEHICLE, TRANSPORT, AIRCRAFT, FLY", 1, 10, 12);

fn before_reserves(units: usize) -> Stage {
    let mut army = vec![SKYBOAT];
    army.extend(vec![SQUAD; units - 1]);
    let mut stage = Stage::of("the-causeway", [&army, &[SQUAD]]);
    stage.play(&["attacker one", "zone two b"]);
    stage
}

#[test]
fn g_96_a_detachment_that_cannot_be_paid_leaves_no_command_points_and_never_fewer() {
    let auxiliary = |count: usize| {
        let mut stage = Stage::of("the-causeway", [&[SQUAD], &[SQUAD]]);
        stage.play(&["has-cp one 3", "say both {\"retract\":{\"seq\":2,\"why\":\"another list\"}}"]);
        let unit = |id: String| {
            json!({"id": id, "datasheet": "Squad", "role": "troops", "points": 50, "power": 1, "keywords": ["INFANTRY"],
                "faction_keywords": ["ARMY"], "models": [{"group": "model", "count": 3, "wounds": 1}]})
        };
        let each = (1..=count).map(|n| json!({"type": "auxiliary-support", "cp": 1, "units": [unit(format!("a{n}"))]}));
        let roster = json!({"name": "Strays", "detachments": each.collect::<Vec<_>>()});
        stage.say("one", &json!({"roster": {"player": "one", "roster": roster}})).expect("an army");
        stage
    };
    for (count, left) in [(2, "1"), (3, "0"), (4, "0")] {
        auxiliary(count).play(&[&format!("has-cp one {left}")]);
    }
}

#[test]
fn the_detachments_bring_command_points_at_the_start() {
    for (kind, left) in [("battalion", "8"), ("brigade", "15"), ("patrol", "3")] {
        let mut stage = Stage::of("the-causeway", [&[SQUAD], &[SQUAD]]);
        stage.play(&["say both {\"retract\":{\"seq\":2,\"why\":\"another list\"}}"]);
        let unit = json!({"id": "a1", "datasheet": "Squad", "role": "troops", "points": 50, "power": 1,
            "keywords": ["INFANTRY"], "faction_keywords": ["ARMY"], "models": [{"group": "model", "count": 3, "wounds": 1}]});
        let roster = json!({"name": "Host", "detachments": [{"type": kind, "cp": 0, "units": [unit]}]});
        stage.say("one", &json!({"roster": {"player": "one", "roster": roster}})).expect("an army");
        stage.play(&[&format!("has-cp one {left}")]);
    }
}

#[test]
fn g_97_a_transport_with_three_passengers_off_the_battlefield_needs_four_other_units_on_it() {
    before_reserves(8).play(&["reserves one a1 in a1 a2 a3 a4"]);
    before_reserves(7).play(&["refused reserves-limit reserves one a1 in a1 a2 a3 a4"]);
}

#[test]
fn g_98_a_transport_with_three_passengers_on_the_battlefield_lets_four_other_units_arrive_later() {
    before_reserves(8).play(&["reserves one a5 a6 a7 a8 in a1 a2 a3 a4"]);
    before_reserves(9).play(&["refused reserves-limit reserves one a5 a6 a7 a8 a9 in a1 a2 a3 a4"]);
}

/// Player one: Boyz, a Battlewagon with two units inside, one more. Player two: Intercessors, Terminators elsewhere.
#[test]
fn g_99_units_are_set_up_in_turn_and_one_that_stays_away_is_a_turn_too() {
    let wagon = ("Battlewagon", "heavy-support", "VEHICLE, TRANSPORT", 1, 16, 20);
    let one = [SQUAD, wagon, SQUAD, SQUAD, SQUAD];
    let ready = |away: &str| {
        let mut stage = Stage::of("the-causeway", [&one, &[SQUAD; 4]]);
        stage.play(&["attacker one", "zone two b", "reserves one in a2 a3 a4", &format!("reserves two {away}")]);
        stage
    };
    let mut stage = ready("b2");
    stage.play(&["deploy a1", "deploy b1", "refused other-phase deploy b3", "deploy a2", "deploy a5"]);
    // Between the wagon and the last squad of player one stood the Terminators.
    stage.play(&["deploy b3", "deploy b4"]);
    let mut stage = ready("");
    stage.play(&["deploy b1", "refused other-phase deploy b2", "deploy a1", "deploy b2", "deploy a2", "deploy b3"]);
    stage.play(&["refused other-phase deploy b4", "deploy a5", "deploy b4"]);
    // A rule of its own lets a unit be set up after both armies.
    let mut stage = ready("");
    stage.play(&["deploy a1", r#"under find-the-best-spot one {"deploy":{"unit":"a5"}}"#, "deploy b1"]);
}

#[test]
fn g_100_a_stratagem_of_one_name_is_used_once_a_phase() {
    let mut stage = begun();
    stage.play(&["to 1 one shooting", "stratagem one Veterans 1", "refused once-only stratagem one veterans 1"]);
    stage.play(&["end", "stratagem one Veterans 1"]);
}

#[test]
fn g_101_the_set_up_is_no_phase() {
    let mut stage = Stage::open("the-causeway");
    stage.play(&["attacker one", "zone two b", "stratagem one Forward 1", "stratagem one Forward 1", "has-cp one 1"]);
}

#[test]
fn g_115_slay_the_warlord_only_if_the_warlord_is_destroyed_at_the_end() {
    let mut stage = begun();
    stage.play(&["all-far", "kill b1", "to 3 one movement", "score one 0", "finish", "score one 1"]);
    let mut stage = begun();
    stage.play(&["all-far", "kill b1", "to 2 two movement", "restore b1 1", "near b1", "finish", "score one 0"]);
}

#[test]
fn g_116_one_tank_of_a_squadron_that_has_split_is_a_destroyed_unit() {
    let mut stage = begun();
    stage.play(&["all-far", "draw one every-one-counts", "to 1 one shooting", "shoot a2 b7 1"]);
    stage.play(&["to 1 two movement", "score one 0", "to 2 one shooting"]);
    stage.play(&["split b7 b7 1 b9 1", "shoot a2 b9 1", "to 2 two movement", "score one 1"]);
}

#[test]
fn g_117_a_flyer_with_passengers_loses_and_a_garrisoned_bunker_does_not() {
    let falls = ["kill b1", "kill b2", "kill b3", "kill b7", "kill b8"];
    let with = |inside: &str, also: &str| {
        let mut stage = Stage::open("the-causeway");
        stage.play(&["attacker one", "zone two b", &format!("reserves two in {inside} b6"), "first one", "begin"]);
        stage.play(&falls);
        stage.play(&[also, "to 2 one movement", "goes-on", "to 2 two movement"]);
        stage
    };
    with("b4", "kill b5").play(&["winner one by Sudden-Death"]);
    with("b4", "goes-on").play(&["winner one by Sudden-Death"]);
    with("b5", "kill b4").play(&["goes-on"]);
    with("b5", "goes-on").play(&["goes-on"]);
}

/// The sizes come from the ruleset, so that every pack of the edition has them.
#[test]
fn g_121_detachments_and_copies_by_the_points_limit() {
    let pack = shipped_pack("outposts-8th");
    let by_points = pack.file.by_points();
    for (points, most) in [(1_000, 2), (1_001, 3), (2_000, 3), (2_001, 4), (2_500, 4), (3_000, 4)] {
        let fits = |size: &&adjutant_engine::command::BattleSize| points <= pack.file.sizes[size].points.get();
        let size = &pack.file.sizes[by_points.iter().find(fits).expect("a size")];
        assert_eq!((size.detachments.get(), size.datasheet_copies.get()), (most, most), "{points} points");
    }
}

/// What the text does not state, the pack says: without it the pack is refused by the name of the key.
#[test]
fn a_pack_that_is_silent_is_refused_by_the_name_of_the_key() {
    let silent = [
        ("/plays/turn", "`turn`", ""),
        ("/plays/moments", "`moments`", ""),
        ("/plays/length", "`length`", ""),
        ("/plays/sheet", "`sheet`", ""),
        ("/plays/victory", "`victory`", ""),
        ("/plays/setup", "`setup`", ""),
        ("/plays/cards", "`cards`", ""),
        ("/plays/cards/hand", "`cards`, `hand`", ""),
        ("/plays/cards/draw_in", "`cards`, `draw_in`", ""),
        ("/plays/cards/scored", "`cards`, `scored`", ""),
        ("/plays/cards/discard_cp", "`cards`, `discard_cp`", ""),
        ("/plays/control/secured", "`control`", "missing field `secured`"),
        ("/plays/control/marker_mm", "`control`", "missing field `marker_mm`"),
        ("/plays/reserves/from_round", "`reserves`", "missing field `from_round`"),
        ("/plays/reserves/until_round", "`reserves`", "missing field `until_round`"),
        ("/plays/sizes/up-to-1000/cp", "`sizes`", "missing field `cp`"),
        ("/plays/tests/morale/pass", "`tests`", "missing field `pass`"),
        ("/plays/tests/morale/fail", "`tests`", "missing field `fail`"),
    ];
    for (pointer, place, words) in silent {
        let faults = faults_without("outposts-8th", pointer);
        let named = |fault: &String| fault.starts_with(place) && fault.contains(words);
        assert!(faults.iter().any(named), "{pointer}: {faults:#?}");
    }
}

#[test]
fn the_shipped_files_make_sense() {
    makes_sense("outposts-8th");
}
