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
    opened_for("battle-lines", dice)
}

fn opened_for(mission: &str, dice: &Value) -> Match {
    let mut game = Match::new(adjutant_packs::shipped());
    let mut open = json!({"format": 1, "law": 2, "match": "m", "pack": "gt2020", "size": "strike-force",
        "players": {"one": {"name": "Anna"}, "two": {"name": "Ben"}}});
    if !dice.is_null() {
        open["dice"] = dice.clone();
    }
    all(&mut game, &[("both", json!({"open": open})), ("both", json!({"mission": {"mission": mission}}))]);
    game
}

fn choose(ids: [&str; 3]) -> Value {
    json!({"secondaries": {"choose": ids}})
}

/// A battle in its first turn, of claims alone.
fn begun() -> Match {
    begin(opened(&Value::Null))
}

fn begin(mut game: Match) -> Match {
    all(&mut game, &[("one", choose(CHOICES)), ("two", choose(CHOICES))]);
    all(&mut game, &[("both", json!({"first-turn": {"player": "one"}})), ("both", json!({"begin": {}}))]);
    game
}

/// A battle of two armies in its first turn.
fn armed(dice: &Value) -> Match {
    let mut game = opened(dice);
    for (player, ids) in [("one", ["a1", "a2"]), ("two", ["b1", "b2"])] {
        let units = ids.map(|id| support::unit(id, 5, &json!({})));
        let army = json!({"name": player, "detachments": [{"type": "patrol", "cp": 0, "units": units}]});
        all(&mut game, &[(player, json!({"roster": {"player": player, "roster": army}}))]);
    }
    all(&mut game, &[("both", json!({"roles": {"attacker": "two"}})), ("one", json!({"zone": {"zone": "a"}}))]);
    begin(game)
}

fn ready(player: &str, ready: bool) -> Value {
    json!({"battle-ready": {"player": player, "ready": ready}})
}

fn reads(by: &str, command: &Value) -> Value {
    json!([{"by": by, "do": command}])
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
    say(game, by, command.clone()).expect_err(&command.to_string()).accepted.to_string()
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
    let reads = |vp: i32| reads("one", &engage(vp));
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
    assert_eq!(game.undoable(), Some(claim + 1), "undo passes over signatures");
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

fn sealed_source() -> Value {
    let seed = Hash::of(b"seed");
    json!({"algorithm": "chacha20", "sealed": seal(&"m".parse().unwrap(), seed).to_string()})
}

fn sealed_dice() -> Match {
    opened(&sealed_source())
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
    // One die of the two that a charge throws.
    assert_eq!(roll(&mut game, By::One, "charge b2", Some(5), &[5]), Err(RefusalCode::BadValue));
    // Another number, other faces, by hand.
    for (with, faces) in [(Some(6), [5, 5].as_slice()), (Some(5), &[6, 6]), (None, &[5, 5])] {
        assert_eq!(
            roll(&mut game, By::One, "charge b2", with, faces),
            Err(RefusalCode::DiceOpen),
            "{with:?} {faces:?}"
        );
    }
    // Nor put in by an amendment.
    let note = json!({"note": {"text": "x"}});
    all(&mut game, &[("one", note.clone())]);
    let (beside, wished) = (game.seq(), json!({"roll": {"for": "charge b2", "roll": [6, 6]}}));
    let both = json!([{"by": "one", "do": note}, {"by": "one", "do": wished}]);
    assert_eq!(code(&mut game, "one", amend(beside, both)), RefusalCode::DiceOpen);
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
    let off = |word: &str, dice: Value| json!({"roll-off": {"for": word, "dice": dice}});
    for word in ["roles", "zone", "first-turn", "mission", "deployment"] {
        let mut game = opened(&Value::Null);
        all(&mut game, &[("both", off(word, json!([[5, 1]])))]);
        let seq = game.seq();
        assert_eq!(code(&mut game, "both", off(word, json!([[2, 4]]))), RefusalCode::AlreadyRolled, "{word}");
        all(&mut game, &[("both", undo(seq)), ("both", off(word, json!([[2, 4]])))]);
        all(&mut game, &[("one", off("objectives", json!([[2, 4]]))), ("one", off("objectives", json!([[3, 4]])))]);
    }
    let mut game = begun();
    let length = json!({"roll": {"for": "length", "roll": [3]}});
    all(&mut game, &[("both", length.clone())]);
    assert_eq!(code(&mut game, "both", length.clone()), RefusalCode::AlreadyRolled);
    all(&mut game, &[("one", json!({"end-turn": {}})), ("two", json!({"end-turn": {}})), ("both", length)]);
}

/// "Choices: `marker` that becomes a priority."
#[test]
fn a_priority_marker_is_a_choice_and_any_other_marker_a_fact() {
    let note = |marker: &str| json!({"marker": {"marker": marker, "becomes": "priority"}});
    let moves = |marker: &str, x: i32| json!({"marker": {"marker": marker, "moves_to": [x, 35]}});
    let mut game = opened_for("priority-target", &Value::Null);
    all(&mut game, &[("both", json!({"roles": {"attacker": "one"}})), ("two", json!({"zone": {"zone": "a"}}))]);
    all(&mut game, &[("one", moves("m2", 15)), ("two", json!({"marker": {"marker": "m4", "moves_to": [15, 11]}}))]);
    let moved = game.seq() - 1;
    all(&mut game, &[("one", amend(moved, reads("one", &moves("m2", 14))))]);
    assert_eq!(game.corrections().len(), 1, "where a marker lies is a fact");
    all(&mut game, &[("one", note("m3"))]);
    let noted = game.seq();
    let mut fresh = game.clone();
    all(&mut fresh, &[("one", undo(noted)), ("one", note("m5"))]);
    assert_eq!(fresh.corrections().len(), 1, "nobody has chosen since");
    all(&mut game, &[("two", note("m2"))]);
    assert_eq!(code(&mut game, "one", undo(noted)), RefusalCode::ReliedOn);
    assert_eq!(code(&mut game, "one", amend(noted, reads("one", &note("m5")))), RefusalCode::ReliedOn);
    all(&mut game, &[("both", amend(noted, reads("one", &note("m5"))))]);
}

/// "Answering a question of a moment that has passed raises an old claim, and so does saying that an army is Battle Ready
/// after all."
#[test]
fn battle_ready_after_all_is_an_old_claim_that_is_raised() {
    let mut game = begun();
    all(&mut game, &[("one", ready("one", false)), ("one", ready("one", true)), ("one", ready("one", false))]);
    assert_eq!(game.corrections(), [], "one's own slip");
    let mut unasked = begun();
    all(&mut unasked, &[("two", ready("two", true)), ("one", ready("one", true))]);
    assert_eq!(unasked.corrections(), [], "nobody had said anything else");
    let denied = game.seq();
    all(&mut game, &[("two", ready("two", true))]);
    assert_eq!(code(&mut game, "one", ready("one", true)), RefusalCode::ReliedOn);
    assert!(accepted(&mut game, "one", ready("one", true)).contains("`both`"));
    assert!(game.check(By::One, &serde_json::from_value(ready("one", true)).unwrap()).is_err(), "nor is it offered");
    // Neither by saying so once more, nor by taking the word back first.
    all(&mut game, &[("one", ready("one", false))]);
    assert_eq!(code(&mut game, "one", ready("one", true)), RefusalCode::ReliedOn);
    all(&mut game, &[("one", undo(denied))]);
    assert_eq!(code(&mut game, "one", ready("one", true)), RefusalCode::ReliedOn);
    all(&mut game, &[("both", ready("one", true))]);
    assert_eq!(game.corrections().len(), 2);
    let mut once = begun();
    all(&mut once, &[("one", ready("one", false)), ("two", ready("two", true))]);
    assert_eq!(code(&mut once, "one", undo(7)), RefusalCode::ReliedOn, "the question would be open again");
}

/// "*Played on*: the other player, or both, recorded something behind it, taken back or not; remarks, clocks and signatures
/// aside."
#[test]
fn played_on_is_what_was_recorded_behind_it_taken_back_or_not_remarks_aside() {
    let spent = json!({"cp": {"change": -1, "why": "a stratagem"}});
    let mut game = begun();
    all(&mut game, &[("one", spent), ("two", json!({"note": {"text": "x"}}))]);
    let own = game.seq() - 1;
    all(&mut game, &[("two", json!({"clock": {"state": "pause"}})), ("one", ready("one", true))]);
    let mut aside = game.clone();
    all(&mut aside, &[("one", undo(own))]);
    assert_eq!(aside.corrections(), []);
    for by in ["two", "both"] {
        let mut taken_back = game.clone();
        all(&mut taken_back, &[(by, ready("two", true))]);
        let back = taken_back.seq();
        all(&mut taken_back, &[(by, undo(back))]);
        assert_eq!(code(&mut taken_back, "one", undo(own)), RefusalCode::ReliedOn, "{by}");
    }
}

/// "*Chosen after*: the opponent has chosen the same, sealed or openly, or the battle has begun."
#[test]
fn a_choice_is_relied_on_from_the_others_choice_or_the_beginning_of_the_battle_on() {
    let nobody = json!({"reserves": {"strategic": [], "elsewhere": [], "embarked": {}}});
    let mut game = opened(&Value::Null);
    all(&mut game, &[("one", choose(CHOICES))]);
    let (mut alone, chosen) = (game.clone(), game.seq());
    all(&mut alone, &[("one", undo(chosen))]);
    all(&mut game, &[("two", choose(CHOICES)), ("both", json!({"first-turn": {"player": "one"}}))]);
    assert_eq!(code(&mut game, "one", undo(chosen)), RefusalCode::ReliedOn, "chosen openly");
    all(&mut game, &[("one", nobody)]);
    let reserves = game.seq();
    all(&mut game.clone(), &[("one", undo(reserves))]);
    all(&mut game, &[("one", json!({"begin": {}}))]);
    let refusal = say(&mut game, "one", undo(reserves)).unwrap_err();
    assert!(refusal.code == RefusalCode::ReliedOn && refusal.message.to_string().contains("begun"), "{refusal}");
}

/// "To gain is: more victory points (Battle Ready counted at any time), a better result, more Command points, models or
/// objective markers, or more that open questions can still bring."
#[test]
fn each_gain_is_refused_to_one_alone_and_named() {
    let holds = |holder: &str| json!({"control": {"holds": {"m1": holder}}});
    let turn = json!({"end-turn": {}});
    let cases = [
        (vec![ready("one", false)], Some(ready("one", true)), "victory points"),
        (vec![json!({"concede": {}})], None, "the result"),
        (vec![json!({"cp": {"change": -1, "why": "x"}})], None, "Command points"),
        (vec![json!({"casualties": {"unit": "a1", "models": 2}})], None, "models"),
        (vec![holds("two")], Some(holds("one")), "objective markers"),
        (vec![turn.clone(), engage(0)], None, "open questions"),
    ];
    for (records, meant, what) in cases {
        let mut game = if what == "models" { armed(&Value::Null) } else { begun() };
        records.iter().for_each(|record| all(&mut game, &[("one", record.clone())]));
        let seq = game.seq();
        let other = if records.len() > 1 { turn.clone() } else { ready("two", true) };
        all(&mut game, &[("two", other)]);
        let correction = meant.map_or_else(|| undo(seq), |meant| amend(seq, reads("one", &meant)));
        let refusal = say(&mut game, "one", correction.clone()).expect_err(what);
        assert!(
            refusal.code == RefusalCode::ReliedOn && refusal.message.to_string().contains(what),
            "{what}: {refusal}"
        );
        all(&mut game, &[("both", correction)]);
        assert_eq!(game.corrections().len(), 1, "{what}");
    }
}

/// "`begin`, `end-phase`, `end-turn`, `agree-end`, `concede`, `end`: its speaker; played on: the same", as facts.
#[test]
fn what_moves_the_battle_on_is_taken_back_by_its_speaker_where_nobody_gains() {
    let mut game = begun();
    all(&mut game, &[("one", json!({"end-phase": {"phase": "command"}}))]);
    let phase = game.seq();
    let mut fresh = game.clone();
    all(&mut fresh, &[("one", undo(phase))]);
    assert_eq!(fresh.corrections(), []);
    all(&mut game, &[("two", ready("two", true)), ("one", undo(phase))]);
    assert_eq!(game.corrections().len(), 1);
}

/// "An `amend` is judged by the row of the record that it amends."
#[test]
fn an_amendment_is_taken_back_by_the_row_of_what_it_amends() {
    for (vp, taken) in [(3, true), (0, false)] {
        let mut game = begun();
        all(&mut game, &[("one", json!({"end-turn": {}})), ("one", engage(2))]);
        let claim = game.seq();
        all(&mut game, &[("one", amend(claim, reads("one", &engage(vp)))), ("two", json!({"end-turn": {}}))]);
        assert_eq!(say(&mut game, "one", undo(claim + 1)).is_ok(), taken, "{vp} → 2");
    }
}

/// "`open`, `sign`, `unseal`, `retract`: never."
#[test]
fn what_stays_for_ever_is_neither_taken_back_nor_amended_nor_undone() {
    let mut game = begin(sealed_dice());
    let note = json!({"note": {"text": "x"}});
    all(&mut game, &[("one", note.clone()), ("one", undo(7)), ("both", json!({"agree-end": {}}))]);
    let head = Hash::of(b"x");
    game.set_head(head);
    all(&mut game, &[("one", json!({"sign": {"player": "one", "head": head.to_string()}}))]);
    all(&mut game, &[("one", json!({"unseal": {"seed": Hash::of(b"seed").to_string()}}))]);
    for seq in [1, 8, 10, 11] {
        for by in ["one", "two", "both", "judge"] {
            assert!(say(&mut game, by, undo(seq)).is_err(), "record {seq} by {by}");
            assert!(say(&mut game, by, amend(seq, reads(by, &note))).is_err(), "record {seq} by {by}");
        }
        assert!(!game.is_undoable(seq), "record {seq}");
    }
    assert_eq!(game.undoable(), Some(9));
}

fn shot(game: &mut Match, target: &str, with: i32) -> Result<(), RefusalCode> {
    let sequence = json!({"attacks": 1, "hit": {"needs": 4, "roll": [1]}});
    let attack = json!({"target": target, "sequence": sequence});
    let command = serde_json::from_value::<Command>(json!({"shoot": {"unit": "a1", "attacks": [attack]}})).unwrap();
    let drawn = Some(serde_json::from_value::<Drawn>(json!({ "with": with })).unwrap());
    game.record(Said { drawn, ..By::One.into() }, &command).map_err(|refusal| refusal.code)
}

/// "For the same roll (the same purpose, number, targets and weapons)."
#[test]
fn drawn_attacks_are_not_turned_on_another_target() {
    let mut game = armed(&sealed_source());
    support::end(&mut game, "one", &["command", "movement", "psychic"]);
    shot(&mut game, "b1", 5).unwrap();
    let drawn = game.seq();
    all(&mut game, &[("one", undo(drawn))]);
    assert_eq!(shot(&mut game, "b2", 5), Err(RefusalCode::DiceOpen));
    assert_eq!(shot(&mut game, "b1", 6), Err(RefusalCode::DiceOpen));
    shot(&mut game, "b1", 5).unwrap();
    assert_eq!(game.open_dice(), Vec::<u64>::new());
}

/// "An `amend` draws nothing: dice that it brings and that no `roll` drew are the players' word."
#[test]
fn faces_of_drawn_dice_that_a_record_does_not_keep_are_dice_by_hand() {
    let mut game = armed(&sealed_source());
    support::end(&mut game, "one", &["command", "movement", "psychic", "shooting"]);
    roll(&mut game, By::One, "charge a1", Some(5), &[2, 3]).unwrap();
    let charge = |roll: [i32; 2], targets: Value, made: bool| json!({"charge": {"unit": "a1", "targets": targets, "roll": roll, "made": made}});
    all(&mut game, &[("one", charge([2, 3], json!(["b1"]), false))]);
    let seq = game.seq();
    let by_hand = |game: &Match| draw::verify(game).unwrap().by_hand;
    all(&mut game, &[("one", amend(seq, reads("one", &charge([2, 3], json!(["b2"]), false))))]);
    assert!(by_hand(&game).is_empty(), "another target of the same dice");
    all(&mut game, &[("one", amend(seq, reads("one", &charge([6, 6], json!(["b1"]), true))))]);
    assert_eq!(by_hand(&game), [seq + 2]);
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
