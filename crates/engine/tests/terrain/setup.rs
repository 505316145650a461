//! What may be set up, and what taking it back does.

use serde_json::{Value, json};

use crate::stage::Stage;

fn ninth() -> Stage {
    Stage::of("9th", &["INFANTRY"], 3, 1)
}

fn piece(id: &str, corners: &[[f64; 2]]) -> Value {
    json!({"terrain": {"id": id, "kind": "ruins", "footprint": corners}})
}

fn square(id: &str, x: f64, y: f64) -> Value {
    piece(id, &[[x, y], [x + 2.0, y], [x + 2.0, y + 2.0], [x, y + 2.0]])
}

fn code(stage: &mut Stage, command: &Value) -> String {
    stage.say("both", command).map_or_else(|(code, _)| code, |()| "taken".to_owned())
}

#[test]
fn pieces_have_an_outline_a_name_and_a_place_on_the_board() {
    let mut stage = ninth();
    let marker =
        stage.0.state().markers.iter().next().expect("a marker").at.map(|at| f64::from(at.thousandths()) / 1e3);
    let bow_tie = [[1.0, 1.0], [3.0, 3.0], [3.0, 1.0], [1.0, 3.0]];
    let many: Vec<[f64; 2]> = (0..41).map(|at| [f64::from(at) / 10.0, f64::from(at * at) / 100.0]).collect();
    let rows = [
        (square("t1", 1.0, 1.0), "taken"),
        (square("t1", 5.0, 1.0), "name-taken"),
        (piece("t2", &bow_tie), "bad-value"),
        (piece("t2", &bow_tie[..2]), "bad-value"),
        (piece("t2", &many), "bad-value"),
        (
            json!({"terrain": {"id": "t2", "kind": "ruins", "height": -1, "footprint": [[1, 1], [2, 1], [2, 2]]}}),
            "bad-value",
        ),
        (square("t2", -1.0, 1.0), "out-of-reach"),
        (square("t2", 59.0, 1.0), "out-of-reach"),
        (square("t2", 1.0, 42.001), "out-of-reach"),
        (square("t2", 58.0, 42.0), "taken"),
        // 001:162: none on a marker; beside it is none on it. A marker is 40 mm across: 0.787 inches from its middle.
        (square("t3", marker[0] - 1.0, marker[1] - 1.0), "out-of-reach"),
        (square("t3", marker[0] + 0.786, marker[1]), "out-of-reach"),
        (square("t3", marker[0] + 0.788, marker[1] - 1.0), "taken"),
    ];
    for (command, told) in rows {
        assert_eq!(code(&mut stage, &command), told, "{command}");
    }
    let on_marker = square("t4", marker[0] - 1.0, marker[1] - 1.0);
    assert_eq!(stage.say_under("both", &on_marker, Some("a house rule")), Ok(()), "soft");
    // Other editions put objectives into ruins.
    let mut tenth = Stage::of("10th", &["INFANTRY"], 3, 1);
    let marker =
        tenth.0.state().markers.iter().next().expect("a marker").at.map(|at| f64::from(at.thousandths()) / 1e3);
    assert_eq!(code(&mut tenth, &square("t1", marker[0] - 1.0, marker[1] - 1.0)), "taken");
}

#[test]
fn terrain_comes_before_deployment_and_behind_the_mission() {
    let mut stage = ninth();
    stage.stand("b1", &[[20.0, 12.0], [20.0, 14.0], [20.0, 16.0]]);
    assert_eq!(code(&mut stage, &square("t1", 1.0, 1.0)), "other-phase");
    assert_eq!(stage.say_under("both", &square("t1", 1.0, 1.0), Some("a late delivery")), Ok(()));
    let bare = r#"{"by":"both","do":{"open":{"format":1,"law":2,"match":"t","pack":"gt2020","size":"strike-force","players":{"one":{"name":"A"},"two":{"name":"B"}}}}}"#;
    let mut game = adjutant_engine::fold::Match::new(adjutant_packs::shipped());
    let open = adjutant_engine::read_bare(bare.as_bytes()).expect("read").expect("a record");
    game.record(open.said(), &open.command).expect("opened");
    let mut early = Stage(game);
    assert_eq!(code(&mut early, &square("t1", 1.0, 1.0)), "too-early");
}

#[test]
fn a_piece_is_taken_back_and_amended_as_every_record() {
    let mut stage = ninth();
    stage.must("both", square("t1", 18.0, 11.0));
    let seq = stage.0.state().seq;
    stage.stand("a1", &[[10.0, 10.0], [10.0, 12.0], [10.0, 14.0], [10.0, 16.0], [10.0, 18.0]]);
    stage.stand("b1", &[[20.0, 12.0], [20.0, 14.0], [20.0, 16.0]]);
    assert_eq!(stage.told(), "?, no", "one model of three is on the border of a small ruin");
    let larger =
        json!({"terrain": {"id": "t1", "kind": "ruins", "footprint": [[18, 10.8], [24, 10.8], [24, 18], [18, 18]]}});
    let amend = json!({"amend": {"seq": seq, "why": "measured wrongly", "to": [{"by": "both", "do": larger}]}});
    stage.must("both", amend);
    assert_eq!(stage.told(), "+1 t1, no");
    stage.must("both", json!({"retract": {"seq": seq, "why": "it was never there"}}));
    assert_eq!((stage.told().as_str(), stage.0.state().terrain().len()), ("?, ?", 0));
}
