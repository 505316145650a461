//! What a pack may say that no shipped one does, played: a length that a die decides, an early end, a column that is the
//! same for everybody, and a second row of what wins.

use std::sync::Arc;

use adjutant_engine::command::Winner;
use adjutant_engine::fold::Match;
use adjutant_engine::law::Packs;
use adjutant_engine::refusal::RefusalCode;
use adjutant_engine::side::Player;
use adjutant_engine::view::{MatchResult, ResultBy, Status};
use adjutant_packs::{PackSource, read};
use serde_json::{Value, json};

use crate::rulesets::{changed, set};
use crate::support::{refused, tell};

/// A match of The Ford under border-war with these tables of `plays`, and one more objective, as its first turn begins.
fn begun(tables: &[(&str, Value)], objective: Option<&Value>, armies: bool) -> Match {
    let mut files = changed(|_, pack| {
        for (table, value) in tables {
            set(pack, &format!("/plays/{table}"), value.clone());
        }
    });
    if let Some(objective) = objective {
        let path = format!("objectives/{}.json", objective["id"].as_str().expect("an id"));
        files.push(PackSource { path, bytes: serde_json::to_vec(objective).expect("JSON") });
    }
    let pack = read(&files).unwrap_or_else(|faults| panic!("{faults:#?}"));
    let mut game = Match::new(Packs::new([Arc::new(pack)]));
    let unit = |id: &str| {
        json!({"id": id, "datasheet": "Levy", "role": "troops", "points": 80, "power": 4, "keywords": ["INFANTRY"],
            "faction_keywords": ["MARCH"], "models": [{"group": "spear", "count": 5, "wounds": 1}]})
    };
    let army = |player: &str, unit: Value| {
        let roster = json!({"name": player, "faction": "MARCH", "reinforcement_points": 0,
            "detachments": [{"type": "patrol", "cp": 0, "units": [unit]}]});
        json!({"by": player, "do": {"roster": {"player": player, "roster": roster}}}).to_string()
    };
    let open = r#"{"by":"both","do":{"open":{"format":1,"match":"p","pack":"border-war","size":"incursion","players":{"one":{"name":"One"},"two":{"name":"Two"}}}}}"#;
    tell(&mut game, open);
    if armies {
        tell(&mut game, &army("one", unit("a1")));
        tell(&mut game, &army("two", unit("b1")));
    }
    tell(
        &mut game,
        r#"{"by":"both","do":{"mission":{"mission":"the-ford"}}}
        {"by":"one","do":{"secondaries":{"choose":["toll-of-the-crossing","light-the-beacons"]}}}
        {"by":"two","do":{"secondaries":{"choose":["toll-of-the-crossing","cut-the-supplies"]}}}
        {"by":"both","do":{"roles":{"attacker":"one"}}}
        {"by":"two","do":{"zone":{"zone":"b"}}}
        {"by":"both","do":{"first-turn":{"player":"one"}}}
        {"by":"both","do":{"begin":{}}}"#,
    );
    game
}

const END_TURN: &str = r#"{"by":"both","do":{"end-turn":{}}}"#;

fn turns(game: &mut Match, count: usize) {
    (0..count).for_each(|_| tell(game, END_TURN));
}

fn length_die(face: u8) -> String {
    format!(r#"{{"by":"both","do":{{"roll":{{"for":"length","roll":[{face}]}}}}}}"#)
}

/// Two rounds for certain; then a die of 3 or more, then one of 4 or more goes on; the fourth round is the last.
fn of_random_length() -> Match {
    let length = json!({"rounds": 2, "then": [{"ends_on": 2}, {"ends_on": 3}], "source": "pack"});
    begun(&[("length", length)], None, false)
}

#[test]
fn a_die_decides_how_long_the_battle_lasts() {
    for (faces, rounds) in [(&[2][..], 2), (&[3, 3], 3), (&[6, 4], 4)] {
        let mut game = of_random_length();
        turns(&mut game, 4);
        for (round, face) in (2..).zip(faces) {
            assert_eq!((game.view().status, game.state().round), (Status::Battle, round));
            assert!(game.view().waiting.is_some(), "the view says that a die decides");
            assert_eq!(refused(&mut game, END_TURN), RefusalCode::TooEarly, "nothing before the die");
            tell(&mut game, &length_die(*face));
            if round < rounds {
                turns(&mut game, 2);
            }
        }
        // The fourth round has no die behind it.
        let view = game.view();
        assert_eq!((view.status, game.state().round), (Status::Ended, rounds), "{faces:?}");
        assert_eq!(view.rounds.len(), rounds as usize + 1, "a row a round that was fought, and the end");
    }
}

#[test]
fn one_die_decides_about_another_round_and_only_when_it_is_asked() {
    let mut game = of_random_length();
    tell(&mut game, &length_die(1));
    assert_eq!(game.view().status, Status::Battle, "in the first round the die decides nothing");
    turns(&mut game, 4);
    let two = r#"{"by":"both","do":{"roll":{"for":"length","roll":[1,1]}}}"#;
    assert_eq!(refused(&mut game, two), RefusalCode::BadValue);
    tell(&mut game, r#"{"by":"both","do":{"roll":{"for":"a wager","roll":[1]}}}"#);
    assert_eq!(game.view().status, Status::Battle, "another die decides nothing");
    tell(&mut game, r#"{"by":"both","do":{"agree-end":{}}}"#);
    assert_eq!(game.view().status, Status::Ended, "they may stop all the same");
}

/// Sudden death, from the second round on, at the end of every turn.
fn with_sudden_death(at: &str) -> Match {
    let condition = json!({"not": {"at-least": {"quantity": {"units": {"owner": "own"}}, "number": 1}}});
    let row = json!({"name": "Rout", "at": at, "from_round": 2, "loses_if": condition, "source": "pack"});
    begun(&[("ends", json!([row]))], None, true)
}

fn destroy(game: &mut Match, by: &str, unit: &str) {
    tell(game, &format!(r#"{{"by":"{by}","do":{{"casualties":{{"unit":"{unit}","models":5}}}}}}"#));
}

fn result(game: &Match) -> MatchResult {
    game.view().result.expect("the battle has ended")
}

#[test]
fn a_player_without_units_loses_from_the_round_that_the_pack_names() {
    let mut game = with_sudden_death("turn-end");
    destroy(&mut game, "one", "b1");
    turns(&mut game, 1);
    assert_eq!(game.view().status, Status::Battle, "not in the first round");
    // Player two has nothing left, so that their turn passes by itself.
    assert_eq!((game.state().round, game.state().active), (2, Player::One));
    turns(&mut game, 1);
    let result = result(&game);
    assert_eq!((result.winner, result.by), (Winner::One, ResultBy::Ending));
    assert_eq!(result.ending.expect("its name").as_str(), "Rout");
}

/// The turn of a player without models passes, and its end is the end of a turn.
#[test]
fn a_turn_that_passes_can_end_the_battle() {
    let mut game = with_sudden_death("turn-end");
    destroy(&mut game, "two", "a1");
    turns(&mut game, 1);
    assert_eq!((game.state().round, game.state().active), (1, Player::Two), "not in the first round");
    turns(&mut game, 1);
    assert_eq!(result(&game).winner, Winner::Two, "player one's turn of round 2 has passed");
}

/// A battle against nobody that is closed goes as the ending says, whatever the points.
#[test]
fn an_end_against_nobody_is_the_early_end() {
    let mut game = with_sudden_death("turn-end");
    let held = r#"{"by":"both","do":{"control":{"holds":{"m1":"two","m2":"two","m3":"two","m4":"two","m5":"two"}}}}"#;
    tell(&mut game, held);
    refused(&mut game, r#"{"by":"both","do":{"end":{}}}"#);
    destroy(&mut game, "one", "b1");
    tell(&mut game, r#"{"by":"both","do":{"end":{}}}"#);
    let ended = result(&game);
    assert_eq!((ended.winner, ended.by), (Winner::One, ResultBy::Ending));
}

#[test]
fn an_early_end_wins_against_any_points_and_where_both_lose_nothing_ends() {
    let mut game = with_sudden_death("turn-end");
    tell(
        &mut game,
        r#"{"by":"both","do":{"control":{"holds":{"m1":"two","m2":"two","m3":"two","m4":"none","m5":"two"}}}}"#,
    );
    turns(&mut game, 2);
    tell(&mut game, r#"{"by":"both","do":{"end-phase":{"phase":"command"}}}"#);
    turns(&mut game, 1);
    tell(&mut game, r#"{"by":"two","do":{"end-phase":{"phase":"command"}}}"#);
    destroy(&mut game, "one", "b1");
    turns(&mut game, 1);
    let ended = result(&game);
    assert_eq!((ended.winner, ended.by), (Winner::One, ResultBy::Ending));
    assert!(ended.two > ended.one, "player two had the points: {ended:?}");

    let mut game = with_sudden_death("round-end");
    turns(&mut game, 3);
    destroy(&mut game, "two", "a1");
    destroy(&mut game, "two", "b1");
    turns(&mut game, 1);
    let both = game.view();
    assert_eq!(
        both.result.map(|result| result.by),
        Some(ResultBy::Points),
        "nobody has models left: the points decide"
    );
}

/// One point for each marker at the end of every turn, the same for both; nobody chooses it.
fn with_a_fixed_column() -> Match {
    let tax = json!({"id": "march-tax", "name": "March Tax", "category": "primary", "kind": "progressive",
        "source": "missions/README.md", "awards": [{"at": "own-command-phase-end", "vp": {"controlled": {}}}]});
    let columns = json!([
        {"id": "primary", "title": "Primary Objective", "from": "mission-primary", "cap": 36},
        {"id": "tax", "title": "Tax", "from": "fixed", "objective": "march-tax", "cap": 5},
        {"id": "secondary", "title": "Secondary", "from": "choice", "choose": 2, "cap": 12, "categories": [
            {"id": "purge-the-enemy", "title": "Purge the Enemy"}, {"id": "shadow-operations", "title": "Shadow Operations"}]}]);
    begun(&[("sheet/columns", columns), ("sheet/total_cap", json!(70))], Some(&tax), false)
}

#[test]
fn a_fixed_column_is_scored_by_both_up_to_its_cap() {
    let mut game = with_a_fixed_column();
    tell(
        &mut game,
        r#"{"by":"both","do":{"control":{"holds":{"m1":"one","m2":"one","m3":"one","m4":"none","m5":"two"}}}}"#,
    );
    turns(&mut game, 4);
    let columns = |game: &Match, player: Player| {
        let view = game.view();
        let found = view.players[player].columns.iter().find(|column| column.id.as_str() == "tax").cloned();
        let found = found.expect("the column");
        (found.raw, found.vp)
    };
    // Three markers in two turns, five points at most; one marker in two turns.
    assert_eq!(columns(&game, Player::One), (6, 5));
    assert_eq!(columns(&game, Player::Two), (2, 2));
    let view = game.view();
    let paid: Vec<(u32, i32)> = view
        .ledger
        .iter()
        .filter(|entry| {
            entry.player == Player::One && entry.objective.as_ref().is_some_and(|id| id.as_str() == "march-tax")
        })
        .map(|entry| (entry.seq as u32, entry.vp))
        .collect();
    assert_eq!(paid.iter().map(|(_, vp)| *vp).collect::<Vec<_>>(), [3, 2], "the cap takes a point of the second");
    // Their totals hold it: primary 0 in round 1, 9 + 3 and 3 in round 2.
    assert_eq!((view.players[Player::One].total, view.players[Player::Two].total), (12 + 5, 3 + 2));
}

#[test]
fn nobody_chooses_a_fixed_objective() {
    let mut game = with_a_fixed_column();
    let again = r#"{"by":"one","do":{"secondaries":{"choose":["march-tax","light-the-beacons"]}}}"#;
    assert!(adjutant_engine::legal::choosable(game.state(), Player::One).iter().all(|id| id.as_str() != "march-tax"));
    refused(&mut game, again);
}

#[test]
fn a_fixed_objective_has_to_be_there() {
    let files = changed(|_, pack| {
        let column = json!({"id": "tax", "title": "Tax", "from": "fixed", "objective": "no-such", "cap": 5});
        set(pack, "/plays/sheet/columns/-", column);
    });
    let faults = read(&files).expect_err("no such objective");
    assert!(faults.iter().any(|fault| fault.place == "`sheet`, `columns`, `tax`" && fault.fault.contains("`no-such`")));
}

/// The totals separate players from five points on; then the primary column does.
fn with_a_second_row() -> Match {
    let victory = json!([{"more": "total", "margin": 5, "source": "pack"}, {"more": "primary", "source": "pack"}]);
    begun(&[("victory", victory)], None, false)
}

#[test]
fn where_the_totals_are_close_the_second_row_decides() {
    let play = |one: &str, two: &str, ready: &str| {
        let mut game = with_a_second_row();
        turns(&mut game, 2);
        tell(&mut game, &format!(r#"{{"by":"both","do":{{"control":{{"holds":{{{one}}}}}}}}}"#));
        turns(&mut game, 1);
        tell(&mut game, &format!(r#"{{"by":"both","do":{{"control":{{"holds":{{{two}}}}}}}}}"#));
        turns(&mut game, 1);
        tell(&mut game, &format!(r#"{{"by":"both","do":{{"battle-ready":{{"player":"{ready}","ready":true}}}}}}"#));
        tell(&mut game, r#"{"by":"both","do":{"agree-end":{}}}"#);
        let result = result(&game);
        (result.one, result.two, result.winner)
    };
    let nothing = r#""m1":"none","m2":"none","m3":"none","m4":"none","m5":"none""#;
    let of = |m1: &str, m2: &str| format!(r#""m1":"{m1}","m2":"{m2}","m3":"none","m4":"none","m5":"none""#);
    // 6 of the primary against 5 for paint: one point does not separate, the primary does.
    assert_eq!(play(&of("one", "none"), nothing, "two"), (6, 5, Winner::One));
    // Equal totals and equal primaries: 6 each, and paint for nobody in between.
    assert_eq!(play(&of("one", "none"), &of("two", "none"), "one"), (11, 6, Winner::One));
    // Five points separate whatever the primaries are.
    assert_eq!(play(nothing, nothing, "two"), (0, 5, Winner::Two));
}

#[test]
fn where_no_row_separates_the_battle_is_drawn() {
    let mut game = with_a_second_row();
    turns(&mut game, 2);
    tell(&mut game, r#"{"by":"both","do":{"agree-end":{}}}"#);
    assert_eq!((result(&game).winner, result(&game).by), (Winner::Draw, ResultBy::Points));
}
