//! Each reading of an ambiguous point changes what it says it changes.
//!
//! AMB-03, AMB-09, AMB-10, AMB-18 and AMB-47 have no option: the objectives' data or the players' records say them.

use std::sync::Arc;

use adjutant_engine::fold::Match;
use adjutant_engine::ids::{MissionId, ObjectiveId};
use adjutant_engine::law::Pack;
use adjutant_engine::refusal::RefusalCode;
use adjutant_engine::rules::{Mission, Options};
use adjutant_engine::side::Player;

use crate::support::{gt2020_with, opened, say, tell, under};

fn unit(id: &str, points: i32, keywords: &str, more: &str) -> String {
    format!(
        r#"{{"id":"{id}","datasheet":"{id}","role":"elites","points":{points},"power":5,"keywords":[{keywords}],"faction_keywords":["X"],"models":[{{"group":"m","count":1,"wounds":3}}]{more}}}"#
    )
}

fn infantry(id: &str, points: i32) -> String {
    unit(id, points, r#""INFANTRY""#, "")
}

fn roster(player: &str, detachments: &[(&str, i32, &[String])], pool: i32) -> String {
    let warlord = &detachments[0].2[0][7..9];
    let detachments: Vec<String> = detachments
        .iter()
        .map(|(kind, cp, units)| format!(r#"{{"type":"{kind}","cp":{cp},"units":[{}]}}"#, units.join(",")))
        .collect();
    format!(
        r#"{{"by":"{player}","do":{{"roster":{{"player":"{player}","roster":{{"name":"{player}","faction":"X","detachments":[{}],"reinforcement_points":{pool},"warlord":{{"unit":"{warlord}","group":"m"}}}}}}}}}}"#,
        detachments.join(",")
    )
}

/// A match of Crossfire with these armies and objectives of player one, before `begin`.
fn set_up(pack: Arc<Pack>, one: &[String], two: &[String], choice: &str) -> Match {
    let mut game = under(pack);
    opened(&mut game, "incursion", "crossfire");
    tell(&mut game, &roster("one", &[("patrol", 0, one)], 0));
    tell(&mut game, &roster("two", &[("patrol", 0, two)], 0));
    tell(
        &mut game,
        &format!(
            r#"{{"by":"one","do":{{"secondaries":{{"choose":[{choice}]}}}}}}
            {{"by":"two","do":{{"secondaries":{{"choose":["outflank","linebreaker","assassinate"]}}}}}}
            {{"by":"both","do":{{"roles":{{"attacker":"one"}}}}}}
            {{"by":"two","do":{{"zone":{{"zone":"b"}}}}}}
            {{"by":"both","do":{{"first-turn":{{"player":"one"}}}}}}"#
        ),
    );
    game
}

const BEGIN: &str = r#"{"by":"both","do":{"begin":{}}}"#;
const AGREE_END: &str = r#"{"by":"both","do":{"agree-end":{}}}"#;
const ASSASSINATE: &str = r#""assassinate","linebreaker","grind-them-down""#;

fn vp_of_one(game: &Match, objective: &str) -> i64 {
    let view = game.view();
    let score = view.players[Player::One].secondaries.iter().find(|score| score.objective.as_str() == objective);
    i64::from(score.expect("a chosen objective").vp)
}

/// Two answers: as shipped, and with the option turned.
fn both_ways<T>(turn: impl Fn(&mut Options), answer: impl Fn(Arc<Pack>) -> T) -> (T, T) {
    (answer(gt2020_with(|_| {})), answer(gt2020_with(turn)))
}

#[test]
fn mission_secondaries_are_a_category() {
    let answer = |pack: Arc<Pack>| {
        let mut pack = Pack::clone(&pack);
        let id = MissionId::new("crossfire").expect("an id");
        let mut mission = Mission::clone(&pack.missions[&id]);
        mission.secondaries.push(ObjectiveId::new("raid-supply-lines").expect("an id"));
        pack.missions.insert(id, Arc::new(mission));
        let mut game = under(Arc::new(pack));
        opened(&mut game, "incursion", "crossfire");
        let both = r#"{"by":"one","do":{"secondaries":{"choose":["outflank","raid-supply-lines","assassinate"]}}}"#;
        say(&mut game, both).err().map(|refusal| refusal.code)
    };
    let answers = both_ways(|options| options.mission_secondaries_are_a_category = false, answer);
    assert_eq!(answers, (Some(RefusalCode::NotChoosable), None));
}

#[test]
fn noted_models_stand_on_the_battlefield() {
    let answer = |pack| {
        let carrier = unit("t1", 50, r#""VEHICLE""#, r#","transport_capacity":10"#);
        let army = [infantry("a1", 200), infantry("a2", 150), infantry("a3", 120), carrier];
        let choice = r#""while-we-stand-we-fight","linebreaker","assassinate""#;
        let mut game = set_up(pack, &army, &[infantry("b1", 100)], choice);
        tell(
            &mut game,
            r#"{"by":"one","do":{"mark":{"objective":"while-we-stand-we-fight","models":[["a1","m"],["a2","m"],["a3","m"]]}}}
            {"by":"one","do":{"reserves":{"embarked":{"t1":["a1"]}}}}"#,
        );
        tell(&mut game, BEGIN);
        tell(&mut game, AGREE_END);
        vp_of_one(&game, "while-we-stand-we-fight")
    };
    assert_eq!(both_ways(|options| options.noted_models_stand_on_battlefield = false, answer), (10, 15));
}

#[test]
fn a_tabled_player_loses_turns() {
    let answer = |pack| {
        let mut game = set_up(pack, &[infantry("a1", 100)], &[infantry("b1", 100)], ASSASSINATE);
        tell(&mut game, BEGIN);
        tell(&mut game, r#"{"by":"one","do":{"casualties":{"unit":"b1","models":1}}}"#);
        tell(&mut game, r#"{"by":"one","do":{"end-turn":{}}}"#);
        (game.state().round, game.state().active)
    };
    let answers = both_ways(|options| options.tabled_player_loses_turns = false, answer);
    assert_eq!(answers, ((2, Player::One), (1, Player::Two)));
}

fn character() -> [String; 1] {
    [unit("b1", 100, r#""INFANTRY","CHARACTER""#, "")]
}

#[test]
fn conceded_models_are_destroyed() {
    let answer = |pack| {
        let mut game = set_up(pack, &[infantry("a1", 100)], &character(), ASSASSINATE);
        tell(&mut game, BEGIN);
        tell(&mut game, r#"{"by":"two","do":{"concede":{}}}"#);
        tell(&mut game, r#"{"by":"one","do":{"end":{}}}"#);
        vp_of_one(&game, "assassinate")
    };
    assert_eq!(both_ways(|options| options.conceded_models_are_destroyed = true, answer), (0, 3));
}

#[test]
fn an_agreed_end_scores_the_end_of_the_battle() {
    let answer = |pack| {
        let mut game = set_up(pack, &[infantry("a1", 100)], &character(), ASSASSINATE);
        tell(&mut game, BEGIN);
        tell(&mut game, r#"{"by":"one","do":{"casualties":{"unit":"b1","models":1}}}"#);
        tell(&mut game, AGREE_END);
        vp_of_one(&game, "assassinate")
    };
    assert_eq!(both_ways(|options| options.agreed_end_scores_battle_end = false, answer), (3, 0));
}

#[test]
fn the_reserves_limit_counts_reinforcement_points() {
    let answer = |pack| {
        let mut game = under(pack);
        opened(&mut game, "incursion", "crossfire");
        tell(&mut game, &roster("one", &[("patrol", 0, &[infantry("a1", 450), infantry("a2", 450)])], 100));
        let half = r#"{"by":"one","do":{"reserves":{"strategic":["a1"]}}}"#;
        say(&mut game, half).err().map(|refusal| refusal.code)
    };
    let answers = both_ways(|options| options.reserves_limit_counts_reinforcement_points = true, answer);
    assert_eq!(answers, (Some(RefusalCode::ReservesLimit), None));
}

/// Strike Force: 12 Command points, Detachments for 14, of which the Battalion with the Warlord gives 3 back.
#[test]
fn command_benefits_pay_for_detachments() {
    let answer = |pack| {
        let mut game = under(pack);
        opened(&mut game, "strike-force", "battle-lines");
        let (first, second) = ([infantry("a1", 100)], [infantry("a2", 100)]);
        tell(&mut game, &roster("one", &[("battalion", 3, &first), ("vanguard", 11, &second)], 0));
        game.view().players[Player::One].cp
    };
    assert_eq!(both_ways(|options| options.command_benefits_pay_detachments = true, answer), (3, 1));
}

#[test]
fn two_units_do_one_action_in_a_round() {
    let answer = |pack| {
        let army = [infantry("a1", 100), infantry("a2", 100)];
        let choice = r#""investigate-sites","linebreaker","assassinate""#;
        let mut game = set_up(pack, &army, &[infantry("b1", 100)], choice);
        tell(&mut game, BEGIN);
        tell(&mut game, r#"{"by":"one","do":{"end-phase":{"phase":"command"}}}"#);
        tell(&mut game, r#"{"by":"one","do":{"start-action":{"unit":"a1","action":"investigate-site"}}}"#);
        let again = r#"{"by":"one","do":{"start-action":{"unit":"a2","action":"investigate-site"}}}"#;
        say(&mut game, again).err().map(|refusal| refusal.code)
    };
    let answers = both_ways(|options| options.same_action_twice_a_round = true, answer);
    assert_eq!(answers, (Some(RefusalCode::AlreadyDone), None));
}
