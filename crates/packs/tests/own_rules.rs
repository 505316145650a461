//! Soft refusals: what the core rules forbid is taken under the name of a rule of the army's own; a hard one never is.

use adjutant_engine::command::Said;
use adjutant_engine::fold::Match;
use adjutant_engine::ids::Name;
use adjutant_engine::legal;
use adjutant_engine::record::read_bare;
use adjutant_engine::refusal::{Refusal, RefusalCode};
use adjutant_engine::side::By;

fn said(game: &mut Match, line: &str) -> Result<(), Refusal> {
    let record = read_bare(line.as_bytes()).unwrap_or_else(|error| panic!("{line}: {error}")).expect("a record");
    game.record(record.said(), record.command)
}

fn unit(id: &str, keywords: &str) -> String {
    format!(
        r#"{{"id":"{id}","datasheet":"{id}","role":"troops","points":50,"power":3,"keywords":[{keywords}],"faction_keywords":[],"models":[{{"group":"model","count":5,"wounds":1}}]}}"#
    )
}

fn roster(player: &str, units: &[String]) -> String {
    let units = units.join(",");
    format!(
        r#"{{"by":"{player}","do":{{"roster":{{"player":"{player}","roster":{{"name":"Army","detachments":[{{"type":"patrol","cp":2,"units":[{units}]}}]}}}}}}}}"#
    )
}

/// In the Shooting phase of player one, round 1.
fn shooting() -> Match {
    let mut game = Match::new(adjutant_packs::shipped());
    let open = r#"{"by":"both","do":{"open":{"format":1,"match":"m","pack":"gt2020","size":"strike-force","players":{"one":{"name":"A"},"two":{"name":"B"}}}}}"#;
    let mut lines = vec![open.to_owned()];
    lines.push(roster("one", &[unit("a1", r#""INFANTRY""#), unit("a2", r#""INFANTRY","PSYKER""#)]));
    lines.push(roster("two", &[unit("b1", r#""INFANTRY""#)]));
    for line in [
        r#"{"by":"both","do":{"mission":{"mission":"the-scouring"}}}"#,
        r#"{"by":"one","do":{"secondaries":{"choose":["assassinate","linebreaker","grind-them-down"]}}}"#,
        r#"{"by":"two","do":{"secondaries":{"choose":["assassinate","linebreaker","grind-them-down"]}}}"#,
        r#"{"by":"both","do":{"roles":{"attacker":"one"}}}"#,
        r#"{"by":"two","do":{"zone":{"zone":"b"}}}"#,
        r#"{"by":"both","do":{"first-turn":{"player":"one"}}}"#,
        r#"{"by":"both","do":{"begin":{}}}"#,
        r#"{"by":"one","do":{"end-phase":{"phase":"command"}}}"#,
        r#"{"by":"one","do":{"end-phase":{"phase":"movement"}}}"#,
        r#"{"by":"one","do":{"end-phase":{"phase":"psychic"}}}"#,
    ] {
        lines.push(line.to_owned());
    }
    lines.iter().for_each(|line| said(&mut game, line).unwrap_or_else(|refusal| panic!("{line}: {refusal}")));
    game
}

#[test]
fn a_named_rule_passes_soft_refusals_and_no_hard_one() {
    let mut game = shooting();
    let shoot = r#"{"by":"one","do":{"shoot":{"unit":"a1","attacks":[{"target":"b1","destroyed":1}]}}}"#;
    said(&mut game, shoot).expect("once");
    let before = game.view();
    let twice = said(&mut game, shoot).expect_err("twice");
    assert_eq!((twice.code, twice.is_soft()), (RefusalCode::OnceOnly, true));
    assert_eq!(game.view(), before);

    // Everything else is judged as ever: who may say it, what exists, what is possible.
    let again = |by: &str, unit: &str, kills: u32| {
        format!(
            r#"{{"by":"{by}","do":{{"shoot":{{"unit":"{unit}","attacks":[{{"target":"b1","destroyed":{kills}}}]}}}},"under":"Rapid Fire"}}"#
        )
    };
    for (line, code) in [
        (again("two", "a1", 1), RefusalCode::NotAllowedBy),
        (again("one", "a9", 1), RefusalCode::Unknown),
        (again("one", "a1", 9), RefusalCode::ContradictsFacts),
    ] {
        let refusal = said(&mut game, &line).expect_err("hard");
        assert_eq!((refusal.code, refusal.is_soft()), (code, false), "{line}");
    }
    said(&mut game, &again("one", "a1", 1)).expect("under a rule of its own");
    let view = game.view();
    assert_eq!(view.units[2].models, 3);
    let named = &view.under[0];
    assert_eq!((named.seq, named.by, named.under.as_str()), (15, By::One, "Rapid Fire"));
    assert_eq!(named.passed, ["once-only"]);
}

#[test]
fn a_rule_that_nothing_needs_is_taken_and_told() {
    let mut game = shooting();
    let line =
        r#"{"by":"one","do":{"shoot":{"unit":"a1","attacks":[{"target":"b1","destroyed":1}]}},"under":"Rapid Fire"}"#;
    said(&mut game, line).expect("taken");
    assert_eq!(game.view().under[0].passed, Vec::<String>::new());
}

#[test]
fn a_judge_names_the_rule_as_everybody_does() {
    let mut game = shooting();
    let cast = r#"{"cast":{"unit":"a2","power":"Smite","warp_charge":5,"roll":[3,4]}}"#;
    let refusal = said(&mut game, &format!(r#"{{"by":"judge","do":{cast}}}"#)).expect_err("the Shooting phase");
    assert_eq!((refusal.code, refusal.is_soft()), (RefusalCode::OtherPhase, true));
    said(&mut game, &format!(r#"{{"by":"judge","do":{cast},"under":"Warp Surge"}}"#)).expect("named");
}

#[test]
fn what_is_offered_needs_no_rule_of_its_own() {
    let mut game = shooting();
    let shoot = r#"{"by":"one","do":{"shoot":{"unit":"a1","attacks":[{"target":"b1","destroyed":1}]}}}"#;
    said(&mut game, shoot).expect("once");
    for by in [By::One, By::Two, By::Both, By::Judge] {
        for offer in legal::legal_commands(&game, by) {
            game.check(offer.by, &offer.command).unwrap_or_else(|refusal| panic!("{:?}: {refusal}", offer.command));
        }
    }
}

#[test]
fn scoring_control_and_the_end_are_never_passed() {
    let mut game = shooting();
    let rule = Said { under: Name::new("Any").ok(), ..By::One.into() };
    for (command, code) in [
        (r#"{"end-phase":{"phase":"fight"}}"#, RefusalCode::NotYourMoment),
        (r#"{"score":{"player":"one","objective":"domination","vp":15}}"#, RefusalCode::NotYourMoment),
        (r#"{"start-action":{"unit":"a1","action":"raise-banners","marker":"m1"}}"#, RefusalCode::Unknown),
        (r#"{"end":{}}"#, RefusalCode::NotYourMoment),
        (r#"{"stratagem":{"name":"Any","cp":90}}"#, RefusalCode::NotEnoughCp),
    ] {
        let command: adjutant_engine::command::Command = serde_json::from_str(command).expect("a command");
        let refusal = game.record(rule.clone(), &command).expect_err("hard");
        assert_eq!((refusal.code, refusal.is_soft()), (code, false), "{command:?}");
    }
}

/// A pack is asked for by the name of its folder before it is read.
#[test]
fn a_shipped_pack_lies_in_the_folder_of_its_id() {
    let packs = adjutant_packs::shipped();
    let ids: Vec<&str> = packs.iter().map(|pack| pack.file.id.as_str()).collect();
    assert_eq!(ids, adjutant_packs::shipped_ids());
}
