//! What can still be said of what has passed: amendments, late claims, rulings for an earlier round; objectives of the
//! players' own books; commitments.

use crate::support;

use adjutant_engine::command::{Command, Salt, SecretKind};
use adjutant_engine::decide::digest;
use adjutant_engine::fold::Match;
use adjutant_engine::happening::Happening;
use adjutant_engine::refusal::RefusalCode;
use adjutant_engine::side::{By, Player};
use serde_json::{Value, json};
use support::{all, match_of, say, unit};

/// Scores only: no lists, so that every award waits for a word.
fn scores_only(choose: &Value) -> Match {
    let mut game = Match::new(adjutant_packs::shipped());
    let open = json!({"format": 1, "law": 2, "match": "m", "pack": "gt2020", "size": "strike-force",
        "players": {"one": {"name": "Anna"}, "two": {"name": "Ben"}}});
    let printed = json!(["engage-on-all-fronts", "assassinate", "grind-them-down"]);
    all(
        &mut game,
        &[
            ("both", json!({"open": open})),
            ("both", json!({"mission": {"mission": "battle-lines"}})),
            ("one", json!({"secondaries": {"choose": choose}})),
            ("two", json!({"secondaries": {"choose": printed}})),
            ("both", json!({"first-turn": {"player": "one"}})),
            ("both", json!({"begin": {}})),
        ],
    );
    game
}

fn printed() -> Value {
    json!(["engage-on-all-fronts", "assassinate", "grind-them-down"])
}

fn end(game: &mut Match, by: &str, phase: &str) {
    all(game, &[(by, json!({"end-phase": {"phase": phase}}))]);
}

fn turn(game: &mut Match, by: &str) {
    all(game, &[(by, json!({"end-turn": {}}))]);
}

fn code(game: &mut Match, by: &str, command: Value) -> RefusalCode {
    say(game, by, command.clone()).expect_err(&command.to_string()).code
}

fn view(game: &Match) -> Value {
    serde_json::to_value(game.view()).expect("a view")
}

fn engage(vp: i32, passed: Value) -> Value {
    json!({"score": {"player": "one", "objective": "engage-on-all-fronts", "vp": vp, "in": passed}})
}

#[test]
fn a_claim_that_was_forgotten_waits_and_is_booked_in_its_round() {
    let mut game = scores_only(&printed());
    turn(&mut game, "one");
    assert_eq!(view(&game).get("missed"), None, "Engage of round 1 can still be said");
    end(&mut game, "two", "command");
    let missed = view(&game)["missed"].clone();
    let of_engage =
        missed.as_array().unwrap().iter().find(|m| m["objective"] == "engage-on-all-fronts").unwrap().clone();
    assert_eq!(
        (&of_engage["player"], &of_engage["round"], &of_engage["moment"]),
        (&json!("one"), &json!(1), &json!("turn-end"))
    );
    assert_eq!(of_engage["possible"], json!([0, 2, 3]));

    // The refusal says that it can be claimed for its moment.
    let plain = json!({"score": {"player": "one", "objective": "engage-on-all-fronts", "vp": 3}});
    let refusal = say(&mut game, "one", plain).expect_err("the moment has passed");
    assert_eq!(refusal.code, RefusalCode::NotYourMoment);
    assert!(refusal.accepted.to_string().contains("`in` round 1, turn-end"), "{}", refusal.accepted);

    // What cannot be reached at that moment, or never was, is refused.
    let at = json!({"round": 1, "moment": "turn-end"});
    assert_eq!(code(&mut game, "one", engage(1, at.clone())), RefusalCode::ImpossibleValue);
    assert_eq!(code(&mut game, "one", engage(3, json!({"round": 2}))), RefusalCode::NotYourMoment);
    assert_eq!(
        code(&mut game, "one", engage(3, json!({"round": 1, "moment": "battle-end"}))),
        RefusalCode::NotYourMoment
    );

    // The other has played on: both say it, as they would raise an old claim.
    let mut later = game.clone();
    turn(&mut later, "two");
    assert_eq!(code(&mut later, "one", engage(3, at.clone())), RefusalCode::ReliedOn);
    all(&mut later, &[("both", engage(3, at.clone()))]);
    let seen = view(&later);
    assert_eq!(seen["rounds"][0]["one"]["secondaries"][0], 3, "round 1");
    let entry = seen["ledger"].as_array().unwrap().last().unwrap().clone();
    assert_eq!((&entry["late"], &entry["round"], &entry["basis"]), (&json!(true), &json!(1), &json!("claimed")));
    assert_eq!(code(&mut later, "both", engage(3, at.clone())), RefusalCode::AlreadyDone);

    all(&mut game, &[("judge", engage(2, json!({"round": 1})))]);
    assert_eq!(game.vp().one, 2);
    assert!(
        view(&game)["missed"]
            .as_array()
            .is_none_or(|left| left.iter().all(|m| m["objective"] != "engage-on-all-fronts"))
    );
}

#[test]
fn a_claim_at_its_moment_is_not_late() {
    let mut game = scores_only(&printed());
    turn(&mut game, "one");
    all(&mut game, &[("one", engage(3, json!({"round": 1, "moment": "turn-end"})))]);
    assert_eq!(view(&game)["ledger"][0].get("late"), None);
    let again = json!({"score": {"player": "one", "objective": "engage-on-all-fronts", "vp": 2}});
    let refusal = say(&mut game, "one", again).expect_err("claimed already");
    assert_eq!(refusal.code, RefusalCode::AlreadyDone, "{refusal}");
    assert!(refusal.message.to_string().contains("claimed already"), "{refusal}");
}

#[test]
fn a_ruling_stands_in_the_round_that_it_names() {
    let mut game = scores_only(&printed());
    for by in ["one", "two", "one", "two", "one"] {
        turn(&mut game, by);
    }
    let primary = view(&game)["players"]["one"]["primary"]["objective"].clone();
    let ruling = |passed: Value| {
        let points = json!({"why": "missed", "player": "one", "objective": primary, "vp": 10, "in": passed});
        json!({ "ruling": points })
    };
    assert_eq!(code(&mut game, "judge", ruling(json!({"round": 4}))), RefusalCode::BadValue);
    let ruled = ruling(json!({"round": 2, "moment": "command-phase-end"}));
    let missed = view(&game)["missed"].as_array().unwrap().len();
    all(&mut game, &[("judge", ruled)]);
    let seen = view(&game);
    assert_eq!((&seen["rounds"][1]["one"]["primary"], &seen["rounds"][2]["one"]["primary"]), (&json!(10), &json!(0)));
    assert_eq!(seen["missed"].as_array().unwrap().len(), missed - 1, "what waited is answered");
}

#[test]
fn a_late_claim_behind_both_signatures_is_said_by_both() {
    let mut game = scores_only(&printed());
    turn(&mut game, "one");
    end(&mut game, "two", "command");
    all(&mut game, &[("both", json!({"agree-end": {}}))]);
    let head = adjutant_engine::chain::Hash::of(b"x");
    game.set_head(head);
    for player in ["one", "two"] {
        let mut open = game.clone();
        all(&mut open, &[("both", engage(2, json!({"round": 1, "moment": "turn-end"})))]);
        all(&mut game, &[(player, json!({"sign": {"player": player, "head": head.to_string()}}))]);
    }
    let late = engage(2, json!({"round": 1, "moment": "turn-end"}));
    assert_eq!(code(&mut game, "one", late.clone()), RefusalCode::ReliedOn);
    all(&mut game, &[("both", late)]);
}

#[test]
fn who_may_amend_what_to_what() {
    let mut game = scores_only(&printed());
    turn(&mut game, "one");
    all(&mut game, &[("one", engage(3, json!({"round": 1})))]);
    let seq = game.seq();
    let said = |by: &str, vp: i32| json!({"by": by, "do": engage(vp, json!({"round": 1}))});
    let amend = |seq: u64, to: Value| json!({"amend": {"seq": seq, "to": to, "why": "two quarters"}});
    // Another's record, another's words, records that stay, numbers that do not exist.
    assert_eq!(code(&mut game, "two", amend(seq, json!([said("two", 2)]))), RefusalCode::NotAllowedBy);
    assert_eq!(code(&mut game, "one", amend(seq, json!([said("both", 2)]))), RefusalCode::NotAllowedBy);
    assert_eq!(code(&mut game, "both", amend(1, json!([]))), RefusalCode::BadValue);
    assert_eq!(code(&mut game, "both", amend(99, json!([]))), RefusalCode::Unknown);
    let inner = json!([{"by": "one", "do": {"retract": {"seq": 2, "why": "x"}}}]);
    assert_eq!(code(&mut game, "one", amend(seq, inner)), RefusalCode::BadValue);
    // What is impossible stays so.
    assert_eq!(code(&mut game, "one", amend(seq, json!([said("one", 1)]))), RefusalCode::ImpossibleValue);

    all(&mut game, &[("one", amend(seq, json!([said("one", 2)])))]);
    assert_eq!(game.vp().one, 2);
    let amended = view(&game)["amended"].clone();
    assert_eq!(amended, json!([{"seq": seq, "by": "one", "why": "two quarters", "at": seq + 1}]));
    assert_eq!(code(&mut game, "one", amend(seq + 1, json!([]))), RefusalCode::BadValue, "an amendment");
    // The last amendment stands; none at all takes the record back; taking the amendment back restores.
    all(&mut game, &[("both", amend(seq, json!([])))]);
    assert_eq!((game.vp().one, game.undoable()), (0, Some(seq + 2)));
    let undo = |seq: u64| json!({"retract": {"seq": seq, "why": "x"}});
    all(&mut game, &[("both", undo(seq + 2))]);
    assert_eq!(game.vp().one, 2);
    // It gives back a point that both have seen taken away.
    assert_eq!(code(&mut game, "one", undo(seq + 1)), RefusalCode::ReliedOn);
    all(&mut game, &[("both", undo(seq + 1))]);
    assert_eq!((game.vp().one, view(&game).get("amended").cloned()), (3, None));
    all(&mut game, &[("both", undo(seq))]);
    assert_eq!(code(&mut game, "both", amend(seq, json!([said("one", 2)]))), RefusalCode::AlreadyDone);
}

#[test]
fn an_amendment_inserts_and_names_what_it_breaks() {
    let mut game = scores_only(&printed());
    end(&mut game, "one", "command");
    end(&mut game, "one", "movement");
    let seq = game.seq();
    let ended = |phase: &str| json!({"by": "one", "do": {"end-phase": {"phase": phase}}});
    let broken = json!({"amend": {"seq": seq, "to": [], "why": "x"}});
    end(&mut game, "one", "psychic");
    let refusal = say(&mut game, "one", broken).expect_err("the Psychic phase was ended after it");
    assert_eq!(refusal.code, RefusalCode::BreaksLater);
    assert!(refusal.message.to_string().contains(&format!("record {} is refused", seq + 1)), "{refusal}");
    let cp = json!({"by": "one", "do": {"stratagem": {"name": "Forgotten", "cp": 1}}});
    let before = game.view().players.one.cp;
    let inserted = json!({"amend": {"seq": seq, "to": [cp, ended("movement")], "why": "forgotten"}});
    all(&mut game, &[("one", inserted)]);
    assert_eq!(game.view().players.one.cp, before - 1);
}

#[test]
fn an_objective_of_the_players_own_book_is_claimed_by_hand() {
    let own =
        |category: &str| json!({"id": "fleeting-vectors", "name": "Fleeting Vectors", "category": category, "cap": 12});
    let choose = |category: &str| json!([own(category), "assassinate", "grind-them-down"]);
    let mut game = scores_only(&choose("shadow-operations"));
    let claim = |vp: i32| json!({"score": {"player": "one", "objective": "fleeting-vectors", "vp": vp}});
    assert_eq!(code(&mut game, "one", claim(13)), RefusalCode::ImpossibleValue);
    all(&mut game, &[("one", claim(5)), ("one", claim(4))]);
    assert_eq!(code(&mut game, "one", claim(4)), RefusalCode::ImpossibleValue, "3 are left");
    let seen = view(&game)["players"]["one"]["secondaries"][0].clone();
    assert_eq!(seen, json!({"objective": "fleeting-vectors", "name": "Fleeting Vectors", "raw": 9, "vp": 9}));
    assert_eq!(view(&game)["ledger"][0]["basis"], "claimed");

    // Two of one category, an id of the pack, an unknown id.
    let mut fresh = Match::new(adjutant_packs::shipped());
    let open = json!({"format": 1, "law": 2, "match": "m", "pack": "gt2020", "size": "strike-force",
        "players": {"one": {"name": "Anna"}, "two": {"name": "Ben"}}});
    all(&mut fresh, &[("both", json!({"open": open})), ("both", json!({"mission": {"mission": "battle-lines"}}))]);
    let secondaries = |choose: Value| json!({"secondaries": {"choose": choose}});
    assert_eq!(code(&mut fresh, "one", secondaries(choose("purge-the-enemy"))), RefusalCode::NotChoosable);
    let mut taken = own("warpcraft");
    taken["id"] = json!("raze");
    assert_eq!(
        code(&mut fresh, "one", secondaries(json!([taken, "assassinate", "grind-them-down"]))),
        RefusalCode::NameTaken
    );
    assert_eq!(
        code(&mut fresh, "one", secondaries(json!(["fleeting-vectors", "assassinate", "grind-them-down"]))),
        RefusalCode::Unknown
    );
}

#[test]
fn nobody_commits_to_the_digest_of_somebody_else() {
    let mut game = Match::new(adjutant_packs::shipped());
    let open = json!({"format": 1, "law": 2, "match": "m", "pack": "gt2020", "size": "strike-force",
        "players": {"one": {"name": "Anna"}, "two": {"name": "Ben"}}});
    all(&mut game, &[("both", json!({"open": open})), ("both", json!({"mission": {"mission": "battle-lines"}}))]);
    let salt = Salt::new(&"11".repeat(16)).unwrap();
    let value = json!({"choose": printed()});
    let id = game.view().id.unwrap();
    let of = |player| digest(&id, player, SecretKind::Secondaries, &salt, &value).to_string();
    assert_ne!(of(Player::One), of(Player::Two));
    let commit = |digest: String| json!({"commit": {"what": "secondaries", "digest": digest}});
    let reveal = json!({"reveal": {"what": "secondaries", "salt": salt.as_str(), "value": value}});
    all(&mut game, &[("one", commit(of(Player::One)))]);
    assert_eq!(code(&mut game, "two", commit(of(Player::One))), RefusalCode::CommitmentBroken);
    all(&mut game, &[("two", commit(of(Player::Two))), ("one", reveal.clone()), ("two", reveal)]);
}

/// What a command brought about.
fn told(game: &mut Match, by: By, command: Value) -> Vec<Happening> {
    let command: Command = serde_json::from_value(command).expect("a command");
    game.tell(by, command).expect("taken")
}

#[test]
fn what_a_command_brings_about_is_told() {
    let squad = json!({});
    let units = |player: &str| (1..=3).map(|n| unit(&format!("{player}{n}"), 5, &squad)).collect::<Vec<_>>();
    let mut game = match_of("the-scouring", "strike-force", &units("a"), &units("b"));
    all(&mut game, &[("both", json!({"first-turn": {"player": "one"}})), ("both", json!({"begin": {}}))]);
    all(&mut game, &[("one", json!({"end-phase": {"phase": "command"}}))]);
    let act = json!({"start-action": {"unit": "a1", "action": "investigate-site"}});
    all(&mut game, &[("one", act)]);
    for phase in ["movement", "psychic"] {
        all(&mut game, &[("one", json!({"end-phase": {"phase": phase}}))]);
    }
    let shot =
        told(&mut game, By::One, json!({"shoot": {"unit": "a1", "attacks": [{"target": "b1", "destroyed": 1}]}}));
    let failed = Happening::ActionFailed { unit: "a1".parse().unwrap(), action: "investigate-site".parse().unwrap() };
    assert_eq!(shot, [failed]);
    for phase in ["shooting", "charge", "fight"] {
        all(&mut game, &[("one", json!({"end-phase": {"phase": phase}}))]);
    }
    let ended = told(&mut game, By::One, json!({"end-phase": {"phase": "morale"}}));
    assert!(ended.contains(&Happening::TurnBegan { player: Player::Two, round: 1 }), "{ended:?}");
    let mut tabled = game.clone();
    for unit in ["b1", "b2"] {
        let models = game.state().unit(&unit.parse().unwrap()).unwrap().1.models();
        all(&mut tabled, &[("two", json!({"casualties": {"unit": unit, "models": models}}))]);
    }
    let last = told(&mut tabled, By::Two, json!({"casualties": {"unit": "b3", "models": 5}}));
    assert!(last.contains(&Happening::Tabled { player: Player::Two }), "{last:?}");
    let given_up = told(&mut game, By::Two, json!({"concede": {}}));
    assert!(given_up.contains(&Happening::Conceded { player: Player::Two }), "{given_up:?}");
    let over = told(&mut game, By::One, json!({"end": {}}));
    assert!(over.iter().any(|happening| matches!(happening, Happening::Ended { .. })), "{over:?}");
}

#[test]
fn telling_and_recording_come_to_the_same() {
    let mut quiet = Match::new(adjutant_packs::shipped());
    let mut telling = Match::new(adjutant_packs::shipped());
    let mut scored = [0; 2];
    for (by, command) in short_battle() {
        quiet.record(by, &command).expect("taken");
        for happening in telling.tell(by, &command).expect("taken") {
            if let Happening::Scored { player, vp, .. } = happening {
                scored[usize::from(player == Player::Two)] += vp;
            }
        }
        assert_eq!(quiet.view(), telling.view());
    }
    let view = quiet.view();
    let in_ledger =
        |player| view.ledger.iter().filter(|entry| entry.player == player).map(|entry| entry.vp).sum::<i32>();
    assert_eq!(scored, [in_ledger(Player::One), in_ledger(Player::Two)]);
}

/// A short battle of claims.
fn short_battle() -> Vec<(By, Command)> {
    let command = |value: Value| serde_json::from_value::<Command>(value).expect("a command");
    let open = json!({"open": {"format": 1, "match": "m", "pack": "gt2020", "size": "strike-force",
        "players": {"one": {"name": "Anna"}, "two": {"name": "Ben"}}}});
    let choose = json!({"secondaries": {"choose": printed()}});
    let mut records = vec![
        (By::Both, command(open)),
        (By::Both, command(json!({"mission": {"mission": "battle-lines"}}))),
        (By::One, command(choose.clone())),
        (By::Two, command(choose)),
        (By::Both, command(json!({"first-turn": {"player": "one"}}))),
        (By::Both, command(json!({"begin": {}}))),
    ];
    for _ in 0..5 {
        for (by, name) in [(By::One, "one"), (By::Two, "two")] {
            records.push((by, command(json!({"end-turn": {}}))));
            let claim = json!({"score": {"player": name, "objective": "engage-on-all-fronts", "vp": 3}});
            records.push((by, command(claim)));
        }
    }
    records
}

/// Folding anew is counted and bounded, so that what is taken here was cheap: without the short ways each of these
/// would ask for millions of records.
#[test]
fn remarks_and_undo_chains_are_taken_back_at_no_cost() {
    const MANY: u64 = 2_000;
    let note = json!({"note": {"text": "x"}});
    let order = json!({"order": {"moment": "turn-end", "sequence": ["actions"]}});
    let retract = |seq: u64| json!({"retract": {"seq": seq, "why": "x"}});
    let mut game = scores_only(&printed());
    let start = game.seq();
    (0..MANY).for_each(|_| all(&mut game, &[("both", note.clone())]));
    (1..=MANY).for_each(|n| all(&mut game, &[("both", retract(start + n))]));
    let start = game.seq();
    (0..MANY).for_each(|_| all(&mut game, &[("both", order.clone())]));
    (1..=MANY).rev().for_each(|n| all(&mut game, &[("both", retract(start + n))]));
    assert_eq!(game.seq(), start + 2 * MANY);
    // The other way round each one asks for all that follow; at some point that is refused, and says why.
    let start = game.seq();
    (0..MANY).for_each(|_| all(&mut game, &[("both", order.clone())]));
    let refusal = (1..=MANY).find_map(|n| say(&mut game, "both", retract(start + n)).err()).expect("too costly");
    assert_eq!(refusal.code, RefusalCode::TooCostly, "{refusal}");
}
