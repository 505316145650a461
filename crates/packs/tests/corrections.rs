//! Corrections under the law: what somebody relied on changes by both players or a judge only (`docs/log.md`, section 9).

use crate::support;

use adjutant_engine::chain::Hash;
use adjutant_engine::command::{Command, Salt, SecretKind};
use adjutant_engine::decide::digest;
use adjutant_engine::dice::{Drawn, seal};
use adjutant_engine::fold::Match;
use adjutant_engine::refusal::RefusalCode;
use adjutant_engine::side::{By, Player};
use adjutant_engine::{Said, draw};
use serde_json::{Value, json};
use support::{all, say};

const CHOICES: [&str; 3] = ["engage-on-all-fronts", "assassinate", "grind-them-down"];

fn opened(dice: &Value) -> Match {
    let mut game = Match::new(adjutant_packs::shipped());
    let mut open = json!({"format": 1, "law": 2, "match": "m", "pack": "gt2020", "size": "strike-force",
        "players": {"one": {"name": "Anna"}, "two": {"name": "Ben"}}});
    if !dice.is_null() {
        open["dice"] = dice.clone();
    }
    all(&mut game, &[("both", json!({"open": open})), ("both", json!({"mission": {"mission": "battle-lines"}}))]);
    game
}

fn choose(ids: [&str; 3]) -> Value {
    json!({"secondaries": {"choose": ids}})
}

/// A battle in its first turn, of claims alone.
fn begun() -> Match {
    let mut game = opened(&Value::Null);
    all(
        &mut game,
        &[
            ("one", choose(CHOICES)),
            ("two", choose(CHOICES)),
            ("both", json!({"first-turn": {"player": "one"}})),
            ("both", json!({"begin": {}})),
        ],
    );
    game
}

fn undo(seq: u64) -> Value {
    json!({"retract": {"seq": seq, "why": "a slip"}})
}

fn amend(seq: u64, to: Value) -> Value {
    json!({"amend": {"seq": seq, "to": to, "why": "a slip"}})
}

fn code(game: &mut Match, by: &str, command: Value) -> RefusalCode {
    say(game, by, command.clone()).expect_err(&command.to_string()).code
}

fn accepted(game: &mut Match, by: &str, command: Value) -> String {
    say(game, by, command.clone()).expect_err(&command.to_string()).accepted
}

fn engage(vp: i32) -> Value {
    json!({"score": {"player": "one", "objective": CHOICES[0], "vp": vp, "in": {"round": 1}}})
}

fn sealed(player: Player, salt: &str, ids: [&str; 3]) -> (Value, Value) {
    let salt = Salt::new(&salt.repeat(16)).unwrap();
    let value = json!({"choose": ids});
    let digest = digest(&"m".parse().unwrap(), player, SecretKind::Secondaries, &salt, &value);
    let commit = json!({"commit": {"what": "secondaries", "digest": digest.to_string()}});
    (commit, json!({"reveal": {"what": "secondaries", "salt": salt.as_str(), "value": value}}))
}

/// Both sealed; player one has opened.
fn half_opened() -> (Match, u64) {
    let mut game = opened(&Value::Null);
    let (one, open_one) = sealed(Player::One, "11", CHOICES);
    let (two, _) = sealed(Player::Two, "22", CHOICES);
    all(&mut game, &[("one", one), ("two", two)]);
    let commit = game.seq();
    all(&mut game, &[("one", open_one)]);
    (game, commit)
}

#[test]
fn a_secret_choice_does_not_change_after_the_other_was_seen() {
    let (mut game, commit) = half_opened();
    let (other, open_other) = sealed(Player::Two, "33", ["linebreaker", "assassinate", "grind-them-down"]);
    let reading = |by: &str| json!([{"by": by, "do": other.clone()}]);
    for by in ["two", "both", "judge"] {
        assert_eq!(code(&mut game, by, amend(commit, reading("two"))), RefusalCode::CommitmentBroken, "{by}");
    }
    assert_eq!(code(&mut game, "two", undo(commit)), RefusalCode::ReliedOn);
    assert!(accepted(&mut game, "two", undo(commit)).contains("`both`"), "the refusal names who may");
    // A remark is no way in either.
    all(&mut game, &[("two", json!({"note": {"text": "x"}}))]);
    let note = game.seq();
    assert_eq!(code(&mut game, "two", amend(note, reading("two"))), RefusalCode::CommitmentBroken);
    assert_eq!(code(&mut game, "two", open_other), RefusalCode::CommitmentBroken);
}

#[test]
fn both_choose_anew_where_a_sealed_choice_was_wrong_or_its_salt_is_lost() {
    for seq in 3..=5 {
        let (mut game, _) = half_opened();
        all(&mut game, &[("both", undo(seq))]);
        let seen = game.view();
        assert!(seen.players.one.secondaries.is_empty(), "record {seq}");
        // Openly or sealed, and nobody is bound by what was sealed before.
        let (two, open_two) = sealed(Player::Two, "44", ["linebreaker", "assassinate", "grind-them-down"]);
        let (one, open_one) = sealed(Player::One, "55", CHOICES);
        let mut openly = game.clone();
        all(&mut openly, &[("one", choose(CHOICES)), ("two", choose(CHOICES))]);
        all(&mut game, &[("two", two), ("one", one), ("one", open_one), ("two", open_two)]);
        all(&mut game, &[("both", json!({"first-turn": {"player": "one"}})), ("both", json!({"begin": {}}))]);
        assert_eq!(game.corrections().len(), 1);
        assert_eq!(game.entry(5).map(|(.., stands)| stands), Some(false), "the old opening stays readable");
    }
}

#[test]
fn a_commitment_that_was_not_opened_is_taken_back_alone() {
    let mut game = opened(&Value::Null);
    let (one, _) = sealed(Player::One, "11", CHOICES);
    all(&mut game, &[("one", one), ("one", undo(3))]);
    let (two, _) = sealed(Player::Two, "22", CHOICES);
    let (one, _) = sealed(Player::One, "33", CHOICES);
    all(&mut game, &[("one", one), ("two", two)]);
    assert_eq!(code(&mut game, "one", undo(5)), RefusalCode::ReliedOn, "the other has chosen");
    all(&mut game, &[("both", undo(5))]);
    assert_eq!(game.entry(6).map(|(.., stands)| stands), Some(true), "nothing was opened: the other choice stands");
}

#[test]
fn after_the_battle_began_an_opening_reads_as_the_choice_that_was_meant() {
    let (mut game, _) = half_opened();
    let (_, open_two) = sealed(Player::Two, "22", CHOICES);
    all(&mut game, &[("two", open_two)]);
    all(&mut game, &[("both", json!({"first-turn": {"player": "one"}})), ("both", json!({"begin": {}}))]);
    let meant = json!([{"by": "two", "do": choose(["linebreaker", "assassinate", "grind-them-down"])}]);
    assert_eq!(code(&mut game, "both", undo(6)), RefusalCode::BreaksLater);
    assert_eq!(code(&mut game, "two", amend(6, meant.clone())), RefusalCode::ReliedOn);
    all(&mut game, &[("both", amend(6, meant))]);
    let ids: Vec<String> = game.view().players.two.secondaries.iter().map(|row| row.objective.to_string()).collect();
    assert_eq!(ids, ["linebreaker", "assassinate", "grind-them-down"]);
}

#[test]
fn undo_passes_over_openings_and_signatures() {
    let (game, commit) = half_opened();
    assert_eq!(game.undoable(), Some(2), "neither the opening nor record {commit}, which it lets be read");
}

#[test]
fn old_points_are_raised_and_answered_by_the_same_word() {
    let mut game = begun();
    all(&mut game, &[("one", json!({"end-turn": {}})), ("one", engage(2))]);
    let claim = game.seq();
    let reads = |vp: i32| json!([{"by": "one", "do": engage(vp)}]);
    // Nobody has played on: one's own slip.
    let mut fresh = game.clone();
    all(&mut fresh, &[("one", amend(claim, reads(3)))]);
    assert_eq!(fresh.corrections(), []);
    all(&mut game, &[("two", json!({"end-turn": {}}))]);
    assert_eq!(code(&mut game, "one", amend(claim, reads(3))), RefusalCode::ReliedOn);
    let mut lower = game.clone();
    all(&mut lower, &[("one", amend(claim, reads(0)))]);
    assert_eq!((lower.vp().one, lower.corrections().len()), (0, 1), "to one's own loss: taken, and listed");
    for by in ["both", "judge"] {
        let mut raised = game.clone();
        all(&mut raised, &[(by, amend(claim, reads(3)))]);
        assert_eq!((raised.vp().one, raised.corrections().len()), (3, 1));
    }
    // The same claim, left out and said late.
    let mut late = begun();
    all(&mut late, &[("one", json!({"end-turn": {}})), ("two", json!({"end-turn": {}}))]);
    assert_eq!(code(&mut late, "one", engage(3)), RefusalCode::ReliedOn);
    all(&mut late, &[("one", engage(0))]);
    let mut late = begun();
    all(&mut late, &[("one", json!({"end-turn": {}})), ("two", json!({"end-turn": {}})), ("both", engage(3))]);
    assert_eq!(late.corrections().len(), 1);
}

#[test]
fn what_a_judge_said_is_the_judges_and_what_both_said_is_no_single_players() {
    let mut game = begun();
    let note = json!({"note": {"text": "x"}});
    all(&mut game, &[("judge", note.clone()), ("both", note)]);
    let (judges, boths) = (game.seq() - 1, game.seq());
    for by in ["one", "two", "both"] {
        assert_eq!(code(&mut game, by, undo(judges)), RefusalCode::NotAllowedBy, "{by}");
    }
    assert_eq!(code(&mut game, "one", undo(boths)), RefusalCode::NotAllowedBy);
    all(&mut game, &[("both", undo(boths)), ("judge", undo(judges))]);
}

#[test]
fn a_signed_result_changes_by_both_or_a_judge_only() {
    let mut game = begun();
    all(&mut game, &[("one", json!({"end-turn": {}})), ("one", engage(2)), ("both", json!({"agree-end": {}}))]);
    let (claim, head) = (game.seq() - 1, Hash::of(b"x"));
    game.set_head(head);
    let sign = |player: &str| json!({"sign": {"player": player, "head": head.to_string()}});
    all(&mut game, &[("one", sign("one"))]);
    let ready = json!({"battle-ready": {"player": "one", "ready": true}});
    let mut once = game.clone();
    all(&mut once, &[("one", ready.clone())]);
    all(&mut game, &[("two", sign("two"))]);
    let lowered = amend(claim, json!([{"by": "one", "do": engage(0)}]));
    let signature = game.seq();
    for command in [lowered.clone(), undo(claim), ready.clone(), undo(signature)] {
        assert!(say(&mut game, "one", command).is_err());
    }
    assert_eq!(code(&mut game, "one", ready.clone()), RefusalCode::ReliedOn);
    assert_eq!(code(&mut game, "both", undo(signature)), RefusalCode::BadValue, "a signature stays");
    for (by, command) in [("both", ready), ("judge", lowered)] {
        let mut changed = game.clone();
        all(&mut changed, &[(by, command)]);
        assert_eq!(changed.corrections().len(), 1);
    }
    all(&mut game, &[("one", json!({"note": {"text": "well played"}}))]);
}

fn sealed_dice() -> Match {
    let seed = Hash::of(b"seed");
    opened(&json!({"algorithm": "chacha20", "sealed": seal(&"m".parse().unwrap(), seed).to_string()}))
}

fn roll(game: &mut Match, by: By, purpose: &str, with: Option<i32>, faces: &[i32]) -> Result<(), RefusalCode> {
    let command: Command = serde_json::from_value(json!({"roll": {"for": purpose, "roll": faces}})).unwrap();
    let drawn = with.map(|with| serde_json::from_value::<Drawn>(json!({ "with": with })).unwrap());
    game.record(Said { drawn, ..by.into() }, &command).map_err(|refusal| refusal.code)
}

#[test]
fn drawn_dice_are_never_replaced_and_keep_their_place() {
    let mut game = sealed_dice();
    roll(&mut game, By::One, "charge b2", Some(5), &[5, 5]).unwrap();
    let drawn = game.seq();
    let wished = json!([{"by": "one", "do": {"roll": {"for": "charge b2", "roll": [6, 6]}}}]);
    for by in ["one", "both", "judge"] {
        assert_eq!(code(&mut game, by, amend(drawn, wished.clone())), RefusalCode::DiceOpen, "{by}");
        assert_eq!(code(&mut game, by, amend(drawn, json!([]))), RefusalCode::DiceOpen, "{by}");
    }
    all(&mut game, &[("one", undo(drawn))]);
    assert_eq!(game.open_dice(), [drawn]);
    // Another number, other faces, other dice, by hand.
    for (with, faces) in [(Some(6), [5, 5].as_slice()), (Some(5), &[6, 6]), (Some(5), &[5]), (None, &[5, 5])] {
        assert_eq!(
            roll(&mut game, By::One, "charge b2", with, faces),
            Err(RefusalCode::DiceOpen),
            "{with:?} {faces:?}"
        );
    }
    assert_eq!(draw::next_number(&game, "charge b2"), 0);
    roll(&mut game, By::One, "charge a1", Some(9), &[1, 2]).unwrap();
    roll(&mut game, By::One, "charge b2", Some(5), &[5, 5]).unwrap();
    assert_eq!((game.open_dice(), draw::next_number(&game, "charge b2")), (Vec::new(), 1));
    assert_eq!(game.corrections().len(), 1, "listed, though nothing changed");
}

#[test]
fn both_or_a_judge_use_the_place_of_drawn_dice_up() {
    for (alone_first, by) in [(false, "both"), (true, "both"), (true, "judge")] {
        let mut game = sealed_dice();
        roll(&mut game, By::One, "charge b2", Some(5), &[5, 5]).unwrap();
        let drawn = game.seq();
        if alone_first {
            all(&mut game, &[("one", undo(drawn))]);
        }
        all(&mut game, &[(by, undo(drawn))]);
        assert_eq!((game.open_dice(), draw::next_number(&game, "charge b2")), (Vec::new(), 1));
        roll(&mut game, By::One, "charge b2", Some(7), &[1, 1]).unwrap();
    }
}

#[test]
fn what_is_rolled_once_is_not_rolled_until_it_pleases() {
    let mut game = opened(&Value::Null);
    let off = |word: &str, dice: Value| json!({"roll-off": {"for": word, "dice": dice}});
    all(&mut game, &[("both", off("roles", json!([[5, 1]])))]);
    let seq = game.seq();
    assert_eq!(code(&mut game, "both", off("roles", json!([[2, 4]]))), RefusalCode::AlreadyRolled);
    all(&mut game, &[("both", undo(seq)), ("both", off("roles", json!([[2, 4]])))]);
    all(&mut game, &[("one", off("objectives", json!([[2, 4]]))), ("one", off("objectives", json!([[3, 4]])))]);
}

#[test]
fn a_log_without_a_number_is_folded_as_it_was() {
    let mut game = Match::new(adjutant_packs::shipped());
    let open = json!({"format": 1, "match": "m", "pack": "gt2020", "size": "strike-force",
        "players": {"one": {"name": "Anna"}, "two": {"name": "Ben"}}});
    all(&mut game, &[("both", json!({ "open": open })), ("both", json!({"mission": {"mission": "battle-lines"}}))]);
    all(&mut game, &[("one", choose(CHOICES)), ("two", choose(CHOICES))]);
    all(&mut game, &[("one", undo(3))]);
    assert_eq!(game.corrections(), []);
}

#[test]
fn a_law_of_tomorrow_is_told_as_newer() {
    let mut game = Match::new(adjutant_packs::shipped());
    let open = json!({"format": 1, "law": 3, "match": "m", "pack": "gt2020", "size": "strike-force",
        "players": {"one": {"name": "Anna"}, "two": {"name": "Ben"}}});
    assert_eq!(code(&mut game, "both", json!({ "open": open })), RefusalCode::Newer);
}
