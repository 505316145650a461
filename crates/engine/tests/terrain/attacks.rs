//! Attacks over terrain: what their questions say, what they refuse, and what they leave alone.

use adjutant_engine::attack::Saves;
use adjutant_engine::decide::answer;
use adjutant_engine::{Command, numbers::Face};
use serde_json::{Value, json};

use crate::stage::Stage;

const COLUMN: [[f64; 2]; 5] = [[10.0, 10.0], [10.0, 12.0], [10.0, 14.0], [10.0, 16.0], [10.0, 18.0]];

/// The first Shooting phase of the 9th edition, with a piece of terrain.
fn ninth(kind: &str, ground: [f64; 4], keywords: &[&str]) -> Stage {
    let mut stage = Stage::of("9th", keywords, 3, 1);
    stage.piece("t1", kind, ground, &json!({"height": 5}));
    stage.stand("a1", &COLUMN);
    stage.stand("b1", &[[20.0, 12.0], [20.0, 14.0], [20.0, 16.0]]);
    stage.in_battle()
}

const IN: [f64; 4] = [18.0, 10.5, 24.0, 18.0];
const BETWEEN: [f64; 4] = [14.0, 5.0, 15.0, 23.0];
const AWAY: [f64; 4] = [30.0, 2.0, 34.0, 5.0];

/// Save 4+, AP -1: a 5 without cover, a 4 with it. Hits on 3+, on 4+ through dense cover.
#[test]
fn questions_name_the_cover_and_what_gives_it() {
    let hit = r#"{"attacks":1}"#;
    let save = r#"{"attacks":1,"hit":{"roll":[6]},"wound":{"roll":[6]}}"#;
    let far = r#"{"attacks":1,"hit":{"roll":[6],"add":[[-1,"Dense Cover"]]},"wound":{"roll":[6]}}"#;
    let rows = [
        ("ruins", IN, hit, "1 die to hit, 3+"),
        ("ruins", IN, save, "1 die to save, 4+ (+1 Light Cover from t1)"),
        ("ruins", AWAY, save, "1 die to save, 5+"),
        ("woods", BETWEEN, hit, "1 die to hit, 4+ (-1 Dense Cover from t1)"),
        ("woods", BETWEEN, r#"{"attacks":1,"hit":{"needs":3}}"#, "1 die to hit, 3+"),
        ("woods", BETWEEN, far, "1 die to save, 5+"),
    ];
    for (kind, ground, dice, told) in rows {
        assert_eq!(ninth(kind, ground, &["INFANTRY"]).asks(dice), told, "{kind} {dice}");
    }
    assert_eq!(ninth("ruins", IN, &["VEHICLE"]).asks(save), "1 die to save, 5+");
}

#[test]
fn answers_keep_the_cover_that_was_offered() {
    let faces = |face| Saves { roll: vec![Face::new(face).expect("a face")], ..Saves::default() };
    let stage = ninth("woods", BETWEEN, &["INFANTRY"]);
    let (said, command) = stage.shot(r#"{"attacks":1}"#);
    let (kept, unused) = answer(stage.0.state(), &said, &command, faces(3)).expect("an answer");
    let Command::Shoot(attacks) = &kept else { panic!("not a shot") };
    let hit = attacks.attacks[0].sequence.as_ref().and_then(|dice| dice.hit.as_ref()).expect("a hit roll");
    assert_eq!((hit.add[0].0.get(), hit.add[0].1.as_str(), unused), (-1, "Dense Cover", 0));
    let mut game = stage.0.clone();
    assert!(game.record(said.clone(), &kept).is_ok(), "a 3 misses through dense cover");

    let stage = ninth("ruins", IN, &["INFANTRY"]);
    let (said, command) = stage.shot(r#"{"attacks":1,"hit":{"roll":[6]},"wound":{"roll":[6]}}"#);
    let (kept, _) = answer(stage.0.state(), &said, &command, faces(4)).expect("an answer");
    let Command::Shoot(attacks) = &kept else { panic!("not a shot") };
    let saves = &attacks.attacks[0].sequence.as_ref().expect("dice").save[0];
    let added: Vec<(i32, &str)> = saves.add.iter().map(|(by, why)| (by.get(), why.as_str())).collect();
    assert_eq!(added, [(-1, "AP"), (1, "Light Cover")]);
    let mut game = stage.0.clone();
    game.record(said.clone(), &kept).expect("recorded");
    assert_eq!(game.state().units.iter().map(|unit| unit.models()).collect::<Vec<_>>(), [5, 3], "a 4 saves");
}

fn told(stage: &Stage, dice: &str, under: Option<&str>) -> String {
    let (mut said, command) = stage.shot(dice);
    said.under = under.map(|under| adjutant_engine::ids::Name::new(under).expect("a name"));
    let mut game = stage.0.clone();
    game.record(said.clone(), &command)
        .map_or_else(|refusal| format!("{}: {}", refusal.code, refusal.message), |()| "taken".into())
}

#[test]
fn cover_that_the_board_rules_out_is_refused_softly() {
    let save = |add: Value| {
        format!(r#"{{"attacks":1,"hit":{{"roll":[6]}},"wound":{{"roll":[6]}},"save":[{{"add":{add},"roll":[6]}}]}}"#)
    };
    let covered = save(json!([[-1, "AP"], [1, "Light Cover"]]));
    let open = ninth("ruins", AWAY, &["INFANTRY"]);
    let refused = "other-need: attacks on Squad (b1) with Lance: dice to save: no terrain covers the target from there";
    assert!(told(&open, &covered, None).starts_with("other-need: "), "{}", told(&open, &covered, None));
    assert!(told(&open, &covered, None).contains("no terrain covers the target from there"), "{refused}");
    assert_eq!(told(&open, &covered, Some("Smokescreen")), "taken");
    assert_eq!(told(&open, &save(json!([[-1, "AP"], [1, "Lucky Charm"]])), None), "taken", "only cover is judged");
    assert_eq!(told(&ninth("ruins", IN, &["INFANTRY"]), &covered, None), "taken");
    // What is left out is left to the players: a weapon may ignore cover.
    assert_eq!(told(&ninth("ruins", IN, &["INFANTRY"]), &save(json!([[-1, "AP"]])), None), "taken");
    let dense = r#"{"attacks":1,"hit":{"add":[[-1,"Dense Cover"]],"roll":[3]}}"#;
    assert!(told(&open, dense, None).starts_with("other-need: "), "{}", told(&open, dense, None));
    assert_eq!(told(&ninth("woods", BETWEEN, &["INFANTRY"]), dense, None), "taken");
}

/// Without terrain, and without coordinates, cover stays the players' word.
#[test]
fn what_nobody_recorded_is_the_players_word() {
    let dice = r#"{"attacks":1,"hit":{"add":[[-1,"Dense Cover"]],"roll":[6]},"wound":{"roll":[6]},
        "save":[{"add":[[-1,"AP"],[1,"Light Cover"]],"roll":[6]}]}"#
        .replace('\n', " ");
    let mut bare = Stage::of("9th", &["INFANTRY"], 3, 1);
    bare.stand("a1", &COLUMN);
    bare.stand("b1", &[[20.0, 12.0], [20.0, 14.0], [20.0, 16.0]]);
    assert_eq!(told(&bare.in_battle(), &dice, None), "taken");
    let mut spoken = ninth("ruins", AWAY, &["INFANTRY"]);
    spoken.must("one", json!({"place": {"unit": "a1", "at": {"declared": {"wholly_within": ["zone-a"]}}}}));
    assert_eq!(told(&spoken, &dice, None), "taken");
}
