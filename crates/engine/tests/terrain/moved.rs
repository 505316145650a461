//! Ranged attacks after moves, of units that stood still, and beside enemies: what each edition says, at the table.

use serde_json::{Value, json};

use crate::stage::Stage;

/// One weapon of each type, none with more than one shot.
fn arms() -> Value {
    let weapon = |name: &str, kind: &str| json!({"name": name, "type": kind, "strength": "4", "armour_penetration": "0", "damage": "1"});
    json!([
        weapon("Cannon", "Heavy 1"),
        weapon("Lance", "Assault 1"),
        weapon("Rifle", "Rapid Fire 1"),
        weapon("Pistol", "Pistol 1"),
        weapon("Long lance", "Assault, Heavy"),
    ])
}

/// What `a1` did: a kind of move, nothing at all, or `beside` for enemies in Engagement Range.
struct Row {
    text: &'static str,
    edition: &'static str,
    keywords: &'static [&'static str],
    did: &'static str,
    weapon: &'static str,
    told: &'static str,
}

fn row(text: &'static str, edition: &'static str, did: &'static str, weapon: &'static str, told: &'static str) -> Row {
    Row { text, edition, keywords: &["INFANTRY"], did, weapon, told }
}

const FAR: [[f64; 2]; 5] = [[10.0, 10.0], [10.0, 12.0], [10.0, 14.0], [10.0, 16.0], [10.0, 18.0]];

fn stage(row: &Row) -> Stage {
    let mut stage = Stage::armed(row.edition, (row.keywords, 5, &arms()), (row.keywords, 3, 1));
    let x = if row.did == "beside" { 11.9 } else { 30.0 };
    stage.stand("a1", &FAR);
    stage.stand("b1", &[[x, 12.0], [x, 14.0], [x, 16.0]]);
    let mut stage = stage.moving();
    if !["beside", ""].contains(&row.did) {
        let models: Vec<[f64; 2]> = FAR.iter().map(|at| [at[0], at[1] + 1.0]).collect();
        let at = if row.did == "stationary" { json!({"models": FAR}) } else { json!({"models": models}) };
        stage.must("one", json!({"move": {"unit": "a1", "kind": row.did, "at": at}}));
    }
    stage.shooting()
}

/// The question before the hit roll: Ballistic Skill 3+, or 3 in the 5th edition, which hits on 4+.
#[test]
fn questions_name_what_a_unit_did() {
    let vehicle = |row: Row| Row { keywords: &["VEHICLE"], ..row };
    let rows = [
        row("001:2052", "9th", "normal", "Cannon", "1 die to hit, 4+ (-1 moved)"),
        row("001:2052", "9th", "stationary", "Cannon", "1 die to hit, 3+"),
        row("001:1781 nothing was said", "9th", "", "Cannon", "1 die to hit, 3+"),
        row("001:2052 Heavy only", "9th", "normal", "Lance", "1 die to hit, 3+"),
        row("001:2048", "9th", "advance", "Lance", "1 die to hit, 4+ (-1 Advanced)"),
        vehicle(row("001:2052 INFANTRY only", "9th", "normal", "Cannon", "1 die to hit, 3+")),
        vehicle(row("001:2087", "9th", "beside", "Cannon", "1 die to hit, 4+ (-1 enemies beside it)")),
        vehicle(row("001:2087 Heavy only", "9th", "beside", "Lance", "1 die to hit, 3+")),
        row("004:247", "8th", "normal", "Cannon", "1 die to hit, 4+ (-1 moved)"),
        vehicle(row("004:247 of any kind", "8th", "normal", "Cannon", "1 die to hit, 4+ (-1 moved)")),
        row("004:247", "8th", "stationary", "Cannon", "1 die to hit, 3+"),
        row("000:970 Heavy", "10th", "stationary", "Cannon", "1 die to hit, 2+ (+1 stood still)"),
        row("000:970 Heavy", "10th", "stationary", "Long lance", "1 die to hit, 2+ (+1 stood still)"),
        row("000:970 Heavy", "10th", "normal", "Cannon", "1 die to hit, 3+"),
        row("000:403 nothing was said", "10th", "", "Cannon", "1 die to hit, 3+"),
        row("000:970 Heavy only", "10th", "stationary", "Rifle", "1 die to hit, 3+"),
        vehicle(row(
            "000:934, 936 both, and no more than one",
            "10th",
            "beside",
            "Rifle",
            "1 die to hit, 4+ (-1 enemies beside it, -1 friends beside the target)",
        )),
        vehicle(row("000:934 but a Pistol", "10th", "beside", "Pistol", "1 die to hit, 3+")),
        row("002:1100", "5th", "stationary", "Cannon", "1 die to hit, 4+"),
    ];
    let wrong: Vec<String> = rows
        .iter()
        .map(|row| (row, stage(row).asks_with(row.weapon, r#"{"attacks":1}"#)))
        .filter(|(row, told)| told != row.told)
        .map(|(row, told)| format!("{} {} {} {}: {told}, not {}", row.text, row.edition, row.did, row.weapon, row.told))
        .collect();
    assert_eq!(wrong, Vec::<String>::new());
}

fn recorded(stage: &Stage, weapon: &str, dice: &str, under: Option<&str>) -> String {
    let (mut said, command) = stage.shot_with(weapon, dice);
    said.under = under.map(|under| adjutant_engine::ids::Name::new(under).expect("a name"));
    let mut game = stage.0.clone();
    game.record(said.clone(), &command)
        .map_or_else(|refusal| format!("{}: {}", refusal.code, refusal.message), |()| "taken".into())
}

/// One shot with a face, and what is added.
fn shot(face: i32, add: Value) -> String {
    json!({"attacks": 1, "hit": {"add": add, "roll": [face]}}).to_string()
}

#[test]
fn records_are_judged_by_what_a_unit_did() {
    let moved = stage(&row("001:2052", "9th", "normal", "Cannon", ""));
    let left_out = "other-need: attacks on b1 (Squad) with Cannon: hit rolls: -1 is left out (moved)";
    assert_eq!(recorded(&moved, "Cannon", &shot(2, json!([])), None), left_out);
    assert_eq!(recorded(&moved, "Cannon", &shot(2, json!([])), Some("Relentless March")), "taken");
    assert_eq!(recorded(&moved, "Cannon", &shot(3, json!([[-1, "moved"]])), None), "taken");
    // Whatever the players call it: one penalty is all that counts.
    assert_eq!(recorded(&moved, "Cannon", &shot(3, json!([[-1, "Dense Cover"]])), None), "taken");
    assert_eq!(recorded(&moved, "Lance", &shot(2, json!([])), None), "taken");
    // Nothing was said of its move: the players know.
    let unsaid = stage(&row("001:1781", "9th", "", "Cannon", ""));
    assert_eq!(recorded(&unsaid, "Cannon", &shot(2, json!([])), None), "taken");
    assert_eq!(recorded(&unsaid, "Cannon", &shot(3, json!([[-1, "moved"]])), None), "taken");

    let tenth = stage(&row("000:970", "10th", "normal", "Cannon", ""));
    let nothing = "other-need: attacks on b1 (Squad) with Cannon: hit rolls: nothing is added, the unit did not stand still with a Heavy weapon";
    assert_eq!(recorded(&tenth, "Cannon", &shot(1, json!([[1, "Heavy"]])), None), nothing);
    assert_eq!(recorded(&tenth, "Cannon", &shot(1, json!([[1, "Guided"]])), None), "taken");
    let stood = stage(&row("000:970", "10th", "stationary", "Cannon", ""));
    assert_eq!(recorded(&stood, "Cannon", &shot(1, json!([[1, "Heavy"]])), None), "taken");
    assert_eq!(recorded(&stood, "Cannon", &shot(1, json!([])), None), "taken", "who forgets it loses it");
}

/// Five rifles of the type Rapid Fire 1: ten attacks at most where types tell it; in the 10th edition that 1 is added to
/// attacks which the type does not tell.
#[test]
fn types_tell_the_number_of_attacks_where_the_edition_says_so() {
    let misses = |attacks: usize| json!({"attacks": attacks, "hit": {"roll": vec![1; attacks]}}).to_string();
    let told = "how many attacks; the datasheets say `attacks 5`";
    let not_told = "how many attacks, such as `attacks 10`";
    let more = "other-need: by its list a1 (Squad) makes 10 attacks at most with Rifle, not 11";
    for (edition, asked, eleven) in [("8th", told, more), ("9th", told, more), ("10th", not_told, "taken")] {
        let stage = stage(&row("001:2026, 2060", edition, "stationary", "Rifle", ""));
        assert_eq!(stage.asks_with("Rifle", r#"{"attacks":0}"#), asked, "{edition}");
        assert_eq!(recorded(&stage, "Rifle", &misses(10), None), "taken", "{edition}");
        assert_eq!(recorded(&stage, "Rifle", &misses(11), None), eleven, "{edition}");
    }
}

#[test]
fn some_weapons_are_not_shot_after_a_move() {
    let none = r#"{"attacks":1,"hit":{"roll":[1]}}"#;
    let rows = [
        ("001:2044", "9th", "advance", "Cannon", "unit-acted"),
        ("001:2044", "9th", "advance", "Rifle", "unit-acted"),
        ("001:2044", "9th", "advance", "Long lance", "other-need"),
        ("000:682", "10th", "advance", "Cannon", "unit-acted"),
        ("000:682", "10th", "advance", "Lance", "taken"),
        ("000:701", "10th", "fall-back", "Lance", "unit-acted"),
        ("002:1100", "5th", "normal", "Cannon", "unit-acted"),
        ("002:1100", "5th", "stationary", "Cannon", "taken"),
        ("002:1100", "5th", "", "Cannon", "taken"),
        ("002:1065 beyond 12 inches", "5th", "normal", "Rifle", "out-of-reach"),
        ("002:1067", "5th", "stationary", "Rifle", "taken"),
        ("002:1079", "5th", "normal", "Lance", "taken"),
        ("002:1107", "5th", "normal", "Pistol", "taken"),
    ];
    for (text, edition, did, weapon, told) in rows {
        let row = row(text, edition, did, weapon, told);
        let under = (did == "fall-back").then_some("a way out");
        let mut stage = stage(&Row { did: if did == "fall-back" { "" } else { did }, ..row });
        if under.is_some() {
            stage = Stage::armed(edition, (&["INFANTRY"], 5, &arms()), (&["INFANTRY"], 3, 1)).moving();
            let back = json!({"move": {"unit": "a1", "kind": "fall-back"}});
            stage.say_under("one", &back, under).expect("it falls back");
            stage = stage.shooting();
        }
        let answer = recorded(&stage, weapon, none, None);
        assert_eq!(answer.split(':').next(), Some(told), "{text} {edition} {did} {weapon}: {answer}");
        assert_eq!(recorded(&stage, weapon, none, Some("a rule of its own")), "taken", "{text}: soft");
    }
    // What vehicles and relentless models shoot does not depend on their move: 002:2267, 2992.
    for keywords in [&["VEHICLE"], &["RELENTLESS"]] {
        let stage = stage(&Row { keywords, ..row("002:2267", "5th", "normal", "Cannon", "") });
        assert_eq!(recorded(&stage, "Cannon", none, None), "taken", "{keywords:?}");
    }
}

/// 001:1774-1781, 1798, 1857; 000:792, 970.
#[test]
fn a_unit_that_stands_still_moves_no_more() {
    let code = |stage: &mut Stage, command: Value| {
        stage.say("one", &command).map_or_else(|(code, _)| code, |()| "taken".into())
    };
    let still = || json!({"move": {"unit": "a1", "kind": "stationary"}});
    let normal = || json!({"move": {"unit": "a1", "kind": "normal"}});
    let fresh = || {
        let mut stage = Stage::of("9th", &["INFANTRY"], 3, 1);
        stage.stand("a1", &FAR);
        stage.stand("b1", &[[30.0, 12.0], [30.0, 14.0], [30.0, 16.0]]);
        stage.moving()
    };
    let mut stage = fresh();
    assert_eq!(code(&mut stage, still()), "taken");
    assert_eq!(code(&mut stage, still()), "once-only");
    assert_eq!(code(&mut stage, normal()), "once-only");
    let seq = stage.0.state().seq;
    stage.must("one", json!({"retract": {"seq": seq, "why": "it moved"}}));
    assert_eq!(code(&mut stage, normal()), "taken");
    assert_eq!(code(&mut stage, still()), "once-only");
    // It may stand beside the enemy, and its coordinates stay.
    let mut stage = fresh();
    stage.must("two", json!({"place": {"unit": "b1", "at": {"models": [[11.9, 12.0], [11.9, 14.0], [11.9, 16.0]]}}}));
    assert_eq!(code(&mut stage, still()), "taken");
    let mut stage = fresh();
    let elsewhere =
        json!({"move": {"unit": "a1", "kind": "stationary", "at": {"models": FAR.map(|at| [at[0], at[1] + 0.1])}}});
    assert_eq!(code(&mut stage, elsewhere), "out-of-reach");
    assert_eq!(code(&mut stage, still()), "taken");
    let places = |stage: &Stage| stage.0.state().units.iter().next().map(|unit| format!("{:?}", unit.position()));
    assert!(places(&stage).is_some_and(|at| at.contains("Models")), "{:?}", places(&stage));
    let rolled = json!({"move": {"unit": "a1", "kind": "stationary", "roll": [3]}});
    assert_eq!(code(&mut fresh(), rolled), "bad-value");
    let mut later = fresh().shooting();
    assert_eq!(code(&mut later, still()), "other-phase");
}

/// 001:2005, 002:1026: b1 stands 26" or 25.2" away from middle to middle, bases of 1.26" between.
#[test]
fn weapons_reach_as_far_as_their_list_says() {
    let arms = json!([{"name": "Lance", "type": "Assault 1", "range": "24\""}, {"name": "Torch", "type": "Assault 1", "range": "Template"}]);
    for (edition, x, weapon, told) in [
        ("9th", 36.0, "Lance", "out-of-reach: b1 (Squad) is farther than 24\", the range of Lance"),
        ("9th", 35.2, "Lance", "taken"),
        ("9th", 36.0, "Torch", "taken"),
        ("5th", 36.0, "Lance", "out-of-reach: b1 (Squad) is farther than 24\", the range of Lance"),
        ("10th", 36.0, "Lance", "out-of-reach: b1 (Squad) is farther than 24\", the range of Lance"),
    ] {
        let mut stage = Stage::armed(edition, (&["INFANTRY"], 1, &arms), (&["INFANTRY"], 1, 1));
        stage.stand("a1", &[[10.0, 12.0]]);
        stage.stand("b1", &[[x, 12.0]]);
        let stage = stage.in_battle();
        assert_eq!(recorded(&stage, weapon, r#"{"attacks":1,"hit":{"roll":[1]}}"#, None), told, "{edition} {x}");
    }
}

/// 001:2018, 2072, 2087; 000:914, 922-928, 934: b1 stands far away, b2 beside the shooters.
#[test]
fn who_has_enemies_beside_it_shoots_at_them() {
    let rows = [
        ("001:2072 a Pistol", "9th", &["INFANTRY"], "Pistol", "out-of-reach"),
        ("001:2087 big guns, too", "9th", &["VEHICLE"], "Lance", "out-of-reach"),
        ("000:914", "10th", &["INFANTRY"], "Pistol", "out-of-reach"),
        ("000:934 big guns shoot anywhere", "10th", &["VEHICLE"], "Pistol", "taken"),
        ("000:934 at 1 less", "10th", &["VEHICLE"], "Lance", "other-need"),
    ];
    for (text, edition, keywords, weapon, told) in rows {
        let mut stage =
            Stage::against(edition, (keywords, 1, &arms()), &[(&["INFANTRY"], 1, 1), (&["INFANTRY"], 1, 1)]);
        stage.stand("a1", &[[10.0, 12.0]]);
        stage.stand("b1", &[[20.0, 12.0]]);
        stage.stand("b2", &[[11.9, 12.0]]);
        let stage = stage.in_battle();
        let dice = r#"{"attacks":1,"hit":{"roll":[1]}}"#;
        let answer = recorded(&stage, weapon, dice, None);
        assert_eq!(answer.split(':').next(), Some(told), "{text}: {answer}");
        let beside = recorded_at(&stage, "b2", weapon, r#"{"attacks":1,"hit":{"add":[[-1,"Big Guns"]],"roll":[1]}}"#);
        assert_eq!(beside, "taken", "{text}");
    }
    // 000:936: a tank that friends fight may be shot at in the 10th edition, and in no other.
    for (edition, told) in [("9th", "out-of-reach"), ("10th", "taken")] {
        let mut stage = Stage::against(edition, (&["INFANTRY"], 1, &arms()), &[(&["VEHICLE"], 1, 9)]);
        let friend = json!({"unit": {"id": "a2", "datasheet": "Friend", "role": "troops", "points": 0, "power": 0,
            "keywords": ["INFANTRY"], "faction_keywords": [], "models": [{"group": "friend", "count": 1, "wounds": 1, "base": {"round_mm": 32}}]},
            "player": "one"});
        stage.stand("a1", &[[10.0, 12.0]]);
        stage.stand("b1", &[[20.0, 12.0]]);
        let mut stage = stage.moving();
        stage.must("one", json!({"add-unit": friend}));
        stage.say_under("one", &json!({"arrive": {"unit": "a2"}}), Some("a test")).expect("it arrives");
        stage.must("one", json!({"place": {"unit": "a2", "at": {"models": [[18.2, 12.0]]}}}));
        let dice = r#"{"attacks":1,"hit":{"add":[[-1,"Big Guns"]],"roll":[1]}}"#;
        let answer = recorded(&stage.shooting(), "Lance", dice, None);
        assert_eq!(answer.split(':').next(), Some(told), "{edition}: {answer}");
    }
}

fn recorded_at(stage: &Stage, target: &str, weapon: &str, dice: &str) -> String {
    let line = format!(
        r#"{{"by":"one","do":{{"shoot":{{"unit":"a1","attacks":[{{"target":"{target}","weapon":"{weapon}","sequence":{dice}}}]}}}}}}"#
    );
    let record = adjutant_engine::read_bare(line.as_bytes()).expect("read").expect("a record");
    let mut game = stage.0.clone();
    game.record(record.said(), &record.command)
        .map_or_else(|refusal| format!("{}: {}", refusal.code, refusal.message), |()| "taken".into())
}

/// A charge in the opponent's turn rests on the Stratagem in the 10th edition; the 9th has a move for it.
#[test]
fn a_charge_in_the_opponents_turn_rests_on_its_stratagem() {
    for (edition, used, told) in [("10th", false, "other-phase"), ("10th", true, "taken"), ("9th", true, "other-phase")]
    {
        let mut stage = Stage::of(edition, &["INFANTRY"], 1, 1);
        stage.stand("a1", &FAR);
        stage.stand("b1", &[[14.0, 12.0]]);
        let mut stage = stage.moving().until("charge");
        if used {
            stage.must("two", json!({"stratagem": {"name": "Heroic Intervention", "cp": 1, "unit": "b1"}}));
        }
        let charge = json!({"charge": {"unit": "b1", "targets": ["a1"], "roll": [2, 2], "made": true}});
        let answer = stage.say("two", &charge).map_or_else(|(code, _)| code, |()| "taken".to_owned());
        assert_eq!(answer, told, "{edition} {used}");
        if told == "taken" {
            let there = json!({"move": {"unit": "b1", "kind": "charge", "at": {"models": [[11.9, 12.0]]}}});
            stage.must("two", there);
            let mut stage = stage.until("fight");
            // It does not fight first for it: the player whose turn it is not begins, and that is its own.
            stage.must("two", json!({"fight": {"unit": "b1", "attacks": []}}));
        }
    }
}

/// 002:560-562, 2974: the highest of two dice, or of three.
#[test]
fn difficult_terrain_is_crossed_as_far_as_the_highest_die_says() {
    let moved = |edition: &str, roll: Value, far: f64| {
        let mut stage = Stage::armed(edition, (&["INFANTRY"], 1, &json!([])), (&["INFANTRY"], 1, 1));
        stage.stand("a1", &[[12.0, 12.0]]);
        stage.stand("b1", &[[40.0, 30.0]]);
        let said =
            json!({"move": {"unit": "a1", "kind": "normal", "roll": roll, "at": {"models": [[12.0 + far, 12.0]]}}});
        stage.moving().say("one", &said).map_or_else(|(code, _)| code, |()| "taken".to_owned())
    };
    assert_eq!(moved("5th", json!([2, 4]), 4.0), "taken");
    assert_eq!(moved("5th", json!([2, 4]), 4.1), "out-of-reach");
    assert_eq!(moved("5th", json!([2, 4, 5]), 5.0), "taken");
    assert_eq!(moved("5th", json!([2]), 2.0), "bad-value");
    assert_eq!(moved("9th", json!([2, 4]), 2.0), "bad-value");
}

/// 002:1909-1921: who joins whom in the Movement phase, and how he leaves again. `a2` is the character.
#[test]
fn characters_join_and_leave_in_the_movement_phase() {
    let stage = |edition: &str, hero: [f64; 2]| {
        let mut stage = Stage::led(edition);
        stage.stand("a1", &[[10.0, 10.0], [10.0, 11.5], [10.0, 13.0]]);
        stage.stand("a2", &[hero]);
        stage.stand("b1", &[[40.0, 30.0]]);
        stage.moving()
    };
    let join = || json!({"attach": {"leader": "a2", "to": "a1"}});
    let code = |stage: &mut Stage, command: Value| {
        stage.say("one", &command).map_or_else(|(code, _)| code, |()| "taken".into())
    };
    let models =
        |stage: &Stage, id: &str| stage.0.state().unit(&id.parse().expect("an id")).expect("a unit").1.models();
    for (edition, hero, told) in [
        ("5th", [12.0, 10.0], "taken"),
        ("5th", [14.0, 10.0], "out-of-reach"),
        ("9th", [12.0, 10.0], "setup-only"),
        ("10th", [12.0, 10.0], "setup-only"),
    ] {
        assert_eq!(code(&mut stage(edition, hero), join()), told, "{edition} {hero:?}");
    }
    let mut joined = stage("5th", [12.0, 10.0]);
    joined.must("one", join());
    assert_eq!((models(&joined, "a1"), models(&joined, "a2")), (4, 0));
    let stands = |stage: &Stage| {
        format!("{:?}", stage.0.state().unit(&"a1".parse().expect("an id")).expect("a unit").1.position())
    };
    assert!(stands(&joined).contains("Models"), "the places of both: {}", stands(&joined));
    // They are one unit now, and move so; or he goes, as far as he can.
    let mut left = Stage(joined.0.clone());
    let far = |x: f64| json!({"move": {"unit": "a2", "kind": "normal", "at": {"models": [[x, 10.0]]}}});
    assert_eq!(code(&mut left, far(18.1)), "out-of-reach");
    assert_eq!(code(&mut left, far(18.0)), "taken");
    assert_eq!((models(&left, "a1"), models(&left, "a2")), (3, 1));
    assert!(stands(&left).contains("Models"), "{}", stands(&left));
    assert_eq!(code(&mut left, far(19.0)), "once-only");
    let seq = left.0.state().seq;
    left.must("one", json!({"retract": {"seq": seq, "why": "he stays"}}));
    assert_eq!((models(&left, "a1"), models(&left, "a2")), (4, 0));
    // 002:1920: not in combat; 002:1919: not in another phase.
    for (y, told) in [(8.75, "out-of-reach"), (8.7, "taken")] {
        let mut held = Stage(joined.0.clone());
        held.must("two", json!({"place": {"unit": "b1", "at": {"models": [[12.0, y]]}}}));
        let away = json!({"move": {"unit": "a2", "kind": "normal"}});
        assert_eq!(code(&mut held, away), told, "bases of 1.26\" touch at 1.25");
    }
    let mut late = joined.shooting();
    assert_eq!(code(&mut late, json!({"move": {"unit": "a2", "kind": "normal"}})), "other-phase");
}
