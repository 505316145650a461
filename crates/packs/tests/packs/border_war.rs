//! The invented pack, added with data only: a whole battle, its totals worked out by hand.

use adjutant_engine::fold::Match;
use adjutant_engine::refusal::RefusalCode;
use adjutant_engine::side::Player;
use adjutant_packs::{shipped, shipped_files};

use crate::support::{refused, tell};

const BATTLE: &str = include_str!("the-ford.bare.jsonl");

/// The battle up to, and without, the line that holds a text.
fn until(text: &str) -> Match {
    let lines: Vec<&str> = BATTLE.lines().take_while(|line| !line.contains(text)).collect();
    let mut game = Match::new(shipped());
    tell(&mut game, &lines.join("\n"));
    game
}

#[test]
fn a_whole_battle_gives_the_totals_worked_out_by_hand() {
    let view = until("no line holds this").view();
    let vp = |player: Player| {
        let player = &view.players[player];
        let secondaries: Vec<(&str, i64)> =
            player.secondaries.iter().map(|score| (score.objective.as_str(), i64::from(score.vp))).collect();
        (player.primary.as_ref().map(|p| i64::from(p.vp)), secondaries, i64::from(player.total))
    };
    // Primary 9 + 6 + 12; toll 3 in round 4 and 2 at the end; beacons 3 x 2 and 4 for three places; Battle Ready 5.
    assert_eq!(vp(Player::One), (Some(27), vec![("toll-of-the-crossing", 5), ("light-the-beacons", 10)], 47));
    // Primary 3 + 6 + 3; toll 3 in round 2; one destroyed unit without CHARACTER 2.
    assert_eq!(vp(Player::Two), (Some(12), vec![("toll-of-the-crossing", 3), ("cut-the-supplies", 2)], 17));
    assert!(view.needs.is_empty(), "{:?}", view.needs);
    assert_eq!(view.rounds.len(), 5, "four rounds and the end");
}

#[test]
fn a_beacon_is_lit_once_at_each_marker() {
    let mut game = until(r#""marker":"m4""#);
    let again = r#"{"by":"one","do":{"start-action":{"unit":"a3","action":"light-beacon","marker":"m3"}}}"#;
    assert_eq!(refused(&mut game, again), RefusalCode::ContradictsFacts);
}

#[test]
fn two_secondary_objectives_are_chosen_not_three() {
    let mut game = until(r#""secondaries""#);
    let three = r#"{"by":"one","do":{"secondaries":{"choose":["toll-of-the-crossing","light-the-beacons","cut-the-supplies"]}}}"#;
    assert_eq!(refused(&mut game, three), RefusalCode::BadValue);
    let foreign = r#"{"by":"one","do":{"secondaries":{"choose":["toll-of-the-crossing","linebreaker"]}}}"#;
    assert_eq!(refused(&mut game, foreign), RefusalCode::Unknown);
}

/// `missions/README.md` shows whole files of the pack; they are those of the folder.
#[test]
fn the_how_to_shows_the_files_of_the_folder() {
    let how_to = include_str!("../../../../missions/README.md");
    let blocks = how_to.split("```json").skip(1).filter_map(|rest| rest.split("```").next());
    let whole = blocks.filter_map(|block| serde_json::from_str::<serde_json::Value>(block).ok());
    let files = shipped_files("border-war");
    let mut compared = 0;
    for shown in whole.filter(|value| value["id"].is_string()) {
        let name = format!("/{}.json", shown["id"].as_str().expect("an id"));
        let file = files.iter().find(|file| file.path.ends_with(&name)).expect("a file of the pack");
        assert_eq!(serde_json::from_slice::<serde_json::Value>(&file.bytes).expect("JSON"), shown, "{name}");
        compared += 1;
    }
    assert_eq!(compared, 2, "a mission and an action");
}
