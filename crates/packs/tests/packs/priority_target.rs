//! Priority Target: who moves which marker, and one priority for each player (AMB-40).

use adjutant_engine::command::Salt;
use adjutant_engine::command::SecretKind;
use adjutant_engine::decide::digest;
use adjutant_engine::fold::Match;
use adjutant_engine::refusal::RefusalCode;
use adjutant_engine::side::Player;
use adjutant_packs::gt2020;

use crate::support::{opened, refused, tell, under};

/// Player one attacks from side B, player two defends side A. m2 m3 have label A, m4 m5 label B; m2 m4 lie on side A.
fn zones_chosen() -> Match {
    let mut game = under(gt2020());
    opened(&mut game, "strike-force", "priority-target");
    tell(
        &mut game,
        r#"{"by":"both","do":{"roles":{"attacker":"one"}}}
        {"by":"two","do":{"zone":{"zone":"a"}}}"#,
    );
    game
}

fn moves(by: &str, marker: &str, x: i32, y: i32) -> String {
    format!(r#"{{"by":"{by}","do":{{"marker":{{"marker":"{marker}","moves_to":[{x},{y}]}}}}}}"#)
}

fn notes(by: &str, marker: &str) -> String {
    format!(r#"{{"by":"{by}","do":{{"marker":{{"marker":"{marker}","becomes":"priority"}}}}}}"#)
}

#[test]
fn markers_are_moved_by_attacker_defender_twice_attacker() {
    let mut game = zones_chosen();
    assert_eq!(refused(&mut game, &moves("two", "m2", 15, 35)), RefusalCode::NotAllowedBy);
    tell(&mut game, &moves("one", "m2", 15, 35));
    assert_eq!(refused(&mut game, &moves("one", "m4", 15, 11)), RefusalCode::NotAllowedBy);
    assert_eq!(refused(&mut game, &moves("two", "m2", 15, 33)), RefusalCode::AlreadyDone);
    tell(&mut game, &moves("two", "m4", 15, 11));
    assert_eq!(refused(&mut game, &moves("two", "m5", 45, 33)), RefusalCode::BadValue, "B again");
    tell(&mut game, &moves("two", "m3", 45, 11));
    assert_eq!(refused(&mut game, &moves("two", "m5", 45, 33)), RefusalCode::NotAllowedBy);
    tell(&mut game, &moves("one", "m5", 45, 33));
    assert_eq!(refused(&mut game, &moves("one", "m5", 45, 32)), RefusalCode::AlreadyDone);
}

#[test]
fn both_players_together_may_record_any_move_in_its_order() {
    let mut game = zones_chosen();
    tell(
        &mut game,
        &[moves("both", "m5", 45, 33), moves("judge", "m4", 15, 11), moves("both", "m2", 15, 33)].join("\n"),
    );
    assert_eq!(refused(&mut game, &moves("both", "m2", 15, 35)), RefusalCode::AlreadyDone);
}

#[test]
fn a_marker_put_back_where_it_lay_has_been_moved() {
    let mut game = zones_chosen();
    tell(&mut game, &moves("one", "m2", 15, 34));
    assert_eq!(refused(&mut game, &moves("two", "m2", 15, 35)), RefusalCode::AlreadyDone);
}

/// A marker of 40 mm wholly within 6 inches: its centre moves at most 5.2126 inches.
#[test]
fn a_marker_stays_wholly_within_six_inches() {
    let mut game = zones_chosen();
    let far = r#"{"by":"one","do":{"marker":{"marker":"m2","moves_to":[20.213,34]}}}"#;
    assert_eq!(refused(&mut game, far), RefusalCode::BadValue);
    tell(&mut game, r#"{"by":"one","do":{"marker":{"marker":"m2","moves_to":[20.212,34]}}}"#);
}

#[test]
fn the_central_marker_neither_moves_nor_becomes_a_priority() {
    let mut game = zones_chosen();
    assert_eq!(refused(&mut game, &moves("one", "m1", 31, 22)), RefusalCode::BadValue);
    assert_eq!(refused(&mut game, &notes("one", "m1")), RefusalCode::BadValue);
}

#[test]
fn each_player_notes_one_marker_of_the_own_territory() {
    let mut game = zones_chosen();
    assert_eq!(refused(&mut game, &notes("one", "m2")), RefusalCode::BadValue, "the Defender's territory");
    tell(&mut game, &notes("one", "m3"));
    assert_eq!(refused(&mut game, &notes("one", "m5")), RefusalCode::AlreadyDone);
    assert_eq!(refused(&mut game, &notes("judge", "m5")), RefusalCode::AlreadyDone);
    tell(&mut game, &notes("both", "m4"));
    assert_eq!(refused(&mut game, &notes("two", "m2")), RefusalCode::AlreadyDone);
}

#[test]
fn nothing_is_moved_or_noted_before_the_zones_and_nothing_moved_after_a_note() {
    let mut game = under(gt2020());
    opened(&mut game, "strike-force", "priority-target");
    assert_eq!(refused(&mut game, &moves("one", "m2", 15, 35)), RefusalCode::TooEarly);
    assert_eq!(refused(&mut game, &notes("one", "m3")), RefusalCode::TooEarly);
    let mut game = zones_chosen();
    tell(&mut game, &notes("one", "m3"));
    assert_eq!(refused(&mut game, &moves("one", "m2", 15, 35)), RefusalCode::NotYourMoment);
}

#[test]
fn the_battle_waits_for_both_priorities() {
    let mut game = zones_chosen();
    tell(
        &mut game,
        r#"{"by":"one","do":{"secondaries":{"choose":["priority-targets","linebreaker","assassinate"]}}}
        {"by":"two","do":{"secondaries":{"choose":["priority-targets","linebreaker","assassinate"]}}}
        {"by":"both","do":{"first-turn":{"player":"one"}}}"#,
    );
    tell(&mut game, &notes("one", "m3"));
    let begin = r#"{"by":"both","do":{"begin":{}}}"#;
    assert_eq!(refused(&mut game, begin), RefusalCode::TooEarly);
    tell(&mut game, &notes("two", "m2"));
    tell(&mut game, begin);
}

/// What each player commits to and opens; the salts are the players'.
fn secretly(game: &mut Match, values: [&str; 2]) -> [String; 2] {
    let salts = ["11", "22"].map(|pair| pair.repeat(16));
    let turns = ["one", "two"].into_iter().zip(&salts).zip(values);
    turns
        .map(|((by, salt), value)| {
            let salt = Salt::new(salt).expect("32 digits");
            let id = game.view().id.expect("an open match");
            let player = if by == "one" { Player::One } else { Player::Two };
            let value_read = serde_json::from_str(value).expect("JSON");
            let digest = digest(&id, player, SecretKind::PriorityMarker, &salt, &value_read);
            tell(
                game,
                &format!(r#"{{"by":"{by}","do":{{"commit":{{"what":"priority-marker","digest":"{digest}"}}}}}}"#),
            );
            let salt = salt.as_str();
            format!(r#"{{"by":"{by}","do":{{"reveal":{{"what":"priority-marker","salt":"{salt}","value":{value}}}}}}}"#)
        })
        .collect::<Vec<_>>()
        .try_into()
        .expect("two players")
}

#[test]
fn a_priority_noted_in_secret_is_opened_as_a_priority_and_as_nothing_else() {
    let mut game = zones_chosen();
    let [one, two] =
        secretly(&mut game, [r#"{"marker":"m3","becomes":"priority"}"#, r#"{"marker":"m4","moves_to":[15,11]}"#]);
    tell(&mut game, &one);
    assert_eq!(refused(&mut game, &two), RefusalCode::BadValue);
    let mut game = zones_chosen();
    let [one, _] = secretly(&mut game, [r#"{"marker":"m2","removed":true}"#, "{}"]);
    assert_eq!(refused(&mut game, &one), RefusalCode::BadValue);
}

#[test]
fn who_is_bound_to_a_secret_choice_makes_no_open_one() {
    let mut game = zones_chosen();
    let choice = r#"{"choose":["priority-targets","linebreaker","assassinate"]}"#;
    let salt = Salt::new(&"11".repeat(16)).expect("32 digits");
    let id = game.view().id.expect("an open match");
    let value = serde_json::from_str(choice).expect("JSON");
    let digest = digest(&id, Player::One, SecretKind::Secondaries, &salt, &value);
    tell(&mut game, &format!(r#"{{"by":"one","do":{{"commit":{{"what":"secondaries","digest":"{digest}"}}}}}}"#));
    let openly = |by: &str| format!(r#"{{"by":"{by}","do":{{"secondaries":{choice}}}}}"#);
    assert_eq!(refused(&mut game, &openly("one")), RefusalCode::CommitmentBroken);
    tell(&mut game, &openly("two"));
    let [one, two] =
        secretly(&mut game, [r#"{"marker":"m3","becomes":"priority"}"#, r#"{"marker":"m4","becomes":"priority"}"#]);
    assert_eq!(refused(&mut game, &notes("one", "m3")), RefusalCode::CommitmentBroken);
    tell(&mut game, &[one, two].join("\n"));
}

#[test]
fn one_player_alone_takes_no_marker_off_the_battlefield() {
    let removal = |by: &str| format!(r#"{{"by":"{by}","do":{{"marker":{{"marker":"m5","removed":true}}}}}}"#);
    let mut game = zones_chosen();
    assert_eq!(refused(&mut game, &removal("one")), RefusalCode::NotAllowedBy);
    assert_eq!(refused(&mut game, &removal("two")), RefusalCode::NotAllowedBy);
    tell(&mut game, &removal("both"));
    assert_eq!(refused(&mut game, &removal("judge")), RefusalCode::AlreadyDone);
}
