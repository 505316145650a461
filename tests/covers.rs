//! What a signature is good for: the log up to its head, and nothing behind it.

use serde_json::json;

use crate::support::{World, project};

/// A world with the keys of Anna, Ben, a judge and an organiser, all of them trusted.
fn keys(world: World) -> World {
    let line = |who: &str| {
        let key = world.run(&format!("key new --data {who}")).ends(0).out;
        format!(
            "{} {}\n",
            [("anna", "Anna"), ("ben", "Ben")].iter().find(|(id, _)| *id == who).map_or(who, |known| known.1),
            key.trim()
        )
    };
    let lines: String = ["anna", "ben", "judge", "organiser"].map(line).concat();
    world.write("trust.txt", lines);
    world
}

fn sign(world: &World, game: &str, who: &str) {
    let role = match who {
        "anna" => "--player one",
        "ben" => "--player two",
        _ => "--by judge",
    };
    world.run(&format!("match sign {game} {role} --key {who}/adjutant.key")).ends(0);
}

fn record(world: &World, game: &str, by: &str, command: serde_json::Value) {
    world.feed(&format!("match record {game} --from -"), &format!("{}\n", json!({"by": by, "do": command}))).ends(0);
}

fn ruling(vp: i32) -> serde_json::Value {
    json!({"ruling": {"why": "counted anew", "player": "one", "vp": vp}})
}

/// Match `m`: Ben has conceded, Anna has 5 points, both have signed that in records 6 and 7.
fn signed() -> World {
    let world = keys(World::with_match());
    record(&world, "m", "two", json!({"concede": {}}));
    record(&world, "m", "both", json!({"end": {}}));
    record(&world, "m", "judge", ruling(5));
    sign(&world, "m", "anna");
    sign(&world, "m", "ben");
    world
}

/// What a trusting audit of the match ends with, and what it says.
fn trusting(world: &World, code: i32) -> String {
    world.run("audit data/adjutant.db --trust trust.txt").ends(code).out
}

/// findings-attack H3: signed as lists are, and the battle forged behind it.
#[test]
fn what_is_written_behind_early_signatures_is_not_trusted() {
    let world = keys(World::with_match());
    sign(&world, "m", "anna");
    sign(&world, "m", "ben");
    record(&world, "m", "two", json!({"concede": {}}));
    record(&world, "m", "both", json!({"end": {}}));
    let said = trusting(&world, 1);
    assert!(said.contains("record 5: error untrusted: trusted signatures cover the log up to record 2"), "{said}");
    world.run("audit data/adjutant.db").ends(0);
    sign(&world, "m", "anna");
    assert!(trusting(&world, 1).contains("record 5: error untrusted"), "one of two");
    sign(&world, "m", "ben");
    trusting(&world, 0);
}

/// findings-attack H3: a ruling behind both signatures counts where a judge has signed it.
#[test]
fn what_a_judge_says_behind_both_signatures_is_trusted_where_a_judge_has_signed_it() {
    let world = signed();
    trusting(&world, 0);
    record(&world, "m", "judge", json!({"ruling": {"why": "x", "winner": "two"}}));
    let said = trusting(&world, 1);
    assert!(
        said.contains("record 8: error untrusted") && said.contains("a judge said it, and has not signed it"),
        "{said}"
    );
    sign(&world, "m", "judge");
    trusting(&world, 0);
    // Who signs as judge is the auditor's to say.
    let trust = String::from_utf8(world.read("trust.txt")).unwrap();
    world.write("trust.txt", trust.replace("judge ", "Judith "));
    assert!(trusting(&world, 1).contains("record 9: error untrusted: judge signed with key"));
    world.write("trust.txt", trust);
    // What both correct behind that counts when both sign anew.
    record(&world, "m", "both", json!({"battle-ready": {"player": "one", "ready": true}}));
    assert!(trusting(&world, 1).contains("record 10: error untrusted"));
    sign(&world, "m", "anna");
    sign(&world, "m", "ben");
    trusting(&world, 0);
}

#[test]
fn notes_and_signatures_stand_behind_a_signature_without_ending_it() {
    let world = signed();
    record(&world, "m", "one", json!({"note": {"text": "a good game"}}));
    sign(&world, "m", "anna");
    trusting(&world, 0);
}

/// findings-attack H3: a log that is cut before its end.
#[test]
fn a_trusted_log_is_over() {
    let world = signed();
    let log = world.exported();
    let cut = |lines: usize| log.lines().take(lines).map(|line| format!("{line}\n")).collect::<String>();
    world.write("cut.jsonl", cut(3));
    assert!(world.run("audit cut.jsonl").ends(0).out.contains("note unfinished"));
    assert!(world.run("audit cut.jsonl --trust trust.txt").ends(1).out.contains("error unfinished"));
    world.write("cut.jsonl", cut(6));
    let said = world.run("audit cut.jsonl --trust trust.txt").ends(1).out;
    assert!(said.contains("Ben has not signed it with a trusted key"), "{said}");
}

#[test]
fn a_trusted_log_shows_its_sealed_dice() {
    let world = keys(World::new());
    world.run("match new m --mission scorched-earth --one Anna --two Ben --dice sealed").ends(0);
    world.run("match record m --by one dice 2d6 for charge b2 with 5").ends(0);
    record(&world, "m", "two", json!({"concede": {}}));
    record(&world, "m", "both", json!({"end": {}}));
    sign(&world, "m", "anna");
    sign(&world, "m", "ben");
    assert!(trusting(&world, 1).contains("error dice-sealed"));
    world.run("match unseal m").ends(0);
    trusting(&world, 0);
}

#[test]
fn only_a_judge_signs_as_nobody() {
    let world = World::with_match();
    let head = world.run("match show m --json").ends(0).json()["head"].take();
    let line = json!({"by": "one", "do": {"sign": {"head": head}}}).to_string();
    world.feed("match record m --from -", &line).ends(1).says("without naming a player only a judge signs");
    world.run("key new").ends(0);
    world.run("match sign m --by judge").ends(0);
    assert!(world.exported().lines().last().unwrap().contains(r#""by":"judge","do":{"sign":{"head":"#));
    world.run("match sign m").ends(0);
    assert_eq!(world.exported().matches(r#""by":"judge""#).count(), 2, "as whom this key signed before");
    assert!(world.run("match log m").ends(0).out.contains("The judge has signed."));
}

/// findings-table F3: what was signed and changed since says so wherever the match is shown.
#[test]
fn a_signed_result_that_was_changed_says_so() {
    let world = signed();
    world.run("match sheet m -o signed.pdf").ends(0);
    assert!(world.run("match show m").ends(0).out.contains("signed 5:0\n"));
    assert!(world.run("match list").ends(0).out.contains("signed 5:0"));
    let before = world.run("sheet verify signed.pdf").ends(0).out;
    assert!(before.contains("it is the sheet of this log, 5:0; head"), "{before}");
    record(&world, "m", "judge", ruling(-1));
    let words = "signed 5:0, changed since by a judge: 4:0";
    assert!(world.run("match show m").ends(0).out.contains(words));
    let listed = world.run("match list").ends(0).out.replace(['|', '\n'], " ");
    let listed = listed.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(listed.contains("4:0"), "{listed}");
    let row = world.run("match list --json").ends(0).json()["matches"][0]["signed"].take();
    assert_eq!((&row["record"], &row["since"]["record"], &row["since"]["by"]), (&7.into(), &8.into(), &"judge".into()));
    world.run("match sheet m -o now.pdf").ends(0);
    // The paper that both signed is true of its record, and names what came later.
    let after = world.run("sheet verify signed.pdf").ends(0);
    let later = "the sheet of this log at record 7, 5:0; since then, record 8 by a judge: 4:0; head";
    assert!(after.out.contains(later), "{after:?}");
    assert!(world.run("sheet verify now.pdf").ends(0).out.contains("the sheet of this log, 4:0; head"));
    // Taken back, it is as it was signed.
    record(&world, "m", "judge", json!({"retract": {"seq": 8, "why": "miscounted"}}));
    assert!(!world.run("match show m").ends(0).out.contains("changed since"));
}

#[test]
fn one_signature_or_an_early_one_signs_no_result() {
    let world = keys(World::with_match());
    sign(&world, "m", "anna");
    sign(&world, "m", "ben");
    record(&world, "m", "two", json!({"concede": {}}));
    record(&world, "m", "both", json!({"end": {}}));
    sign(&world, "m", "anna");
    record(&world, "m", "judge", ruling(5));
    sign(&world, "m", "ben");
    assert!(!world.run("match show m").ends(0).out.contains("signed"), "what Anna signed was changed");
    sign(&world, "m", "anna");
    assert!(world.run("match show m").ends(0).out.contains("signed 5:0"));
}

/// An event of Anna and Ben at one table, with their match, which Ben has conceded; the keys of all are trusted.
fn event() -> World {
    let world = keys(World::new());
    world.write("players.csv", "name\nAnna\nBen\n");
    world.run("event new gt --name GT --pack gt2020 --rounds 1 --seed 42").ends(0);
    world.run("event register gt --csv players.csv").ends(0);
    world.run("event table gt --count 1 --missions scorched-earth").ends(0);
    world.run("event pair gt").ends(0);
    world.run("event publish gt").ends(0);
    world
}

/// Player one's and player two's keys, as the draw has it.
fn sides(world: &World) -> [String; 2] {
    let players = world.run("match show gt-r1-t01 --json").ends(0).json()["players"].take();
    ["one", "two"].map(|side| players[side]["name"].as_str().unwrap().to_lowercase())
}

fn conceded(world: &World) {
    record(world, "gt-r1-t01", "two", json!({"concede": {}}));
    record(world, "gt-r1-t01", "both", json!({"end": {}}));
}

fn both_sign(world: &World) {
    for (side, who) in ["one", "two"].iter().zip(sides(world)) {
        world.run(&format!("match sign gt-r1-t01 --player {side} --key {who}/adjutant.key")).ends(0);
    }
}

/// Ends the event; the organiser signs it.
fn ended(world: &World) {
    world.run("event close gt").ends(0);
    world.run("event finish gt").ends(0);
    std::fs::copy(world.path("organiser/adjutant.key"), world.path("data/adjutant.key")).unwrap();
    world.run("event sign gt").ends(0);
}

/// findings-attack H3: the organiser signs record 3, and others write the rest.
#[test]
fn the_organisers_signature_covers_the_end_of_an_event() {
    let world = keys(World::new());
    world.write("players.csv", "name\nAnna\nBen\n");
    world.run("event new gt --name GT --rounds 1 --seed 42").ends(0);
    world.run("event register gt --csv players.csv").ends(0);
    std::fs::copy(world.path("organiser/adjutant.key"), world.path("data/adjutant.key")).unwrap();
    world.run("event sign gt").ends(0);
    assert!(trusting(&world, 1).contains("error unfinished"));
    world.run("event pair gt").ends(0);
    world.run("event publish gt").ends(0);
    world.run("event result gt --table 1 --one 100 --two 0").ends(0);
    world.run("event close gt").ends(0);
    world.run("event finish gt").ends(0);
    let said = trusting(&world, 1);
    assert!(said.contains("error untrusted: trusted signatures cover the log up to record 3"), "{said}");
    // A paper event needs nobody's signature but the organiser's.
    world.run("event sign gt").ends(0);
    trusting(&world, 0);
}

#[test]
fn an_event_covers_the_matches_whose_heads_it_names() {
    let world = event();
    conceded(&world);
    world.run("event result gt --from-match gt-r1-t01").ends(0);
    let said = trusting(&world, 1);
    assert!(said.contains("has not signed it with a trusted key"), "the event is not signed: {said}");
    ended(&world);
    trusting(&world, 0);
    // Alone, the match stands for itself.
    world.run("match export gt-r1-t01 -o alone.jsonl").ends(0);
    let said = world.run("audit alone.jsonl --trust trust.txt").ends(1).out;
    assert!(said.contains("Anna has not signed it") && said.contains("Ben has not signed it"), "{said}");
    // What is written behind the head that the event names is covered by nobody.
    record(&world, "gt-r1-t01", "judge", ruling(5));
    let said = trusting(&world, 1);
    assert!(said.contains("error untrusted: the event names the log up to record 4, and not this one"), "{said}");
}

#[test]
fn an_event_that_says_both_have_signed_needs_their_trusted_keys() {
    let world = event();
    conceded(&world);
    both_sign(&world);
    world.run("event result gt --from-match gt-r1-t01").ends(0);
    ended(&world);
    trusting(&world, 0);
    let trust = String::from_utf8(world.read("trust.txt")).unwrap();
    world.write("trust.txt", trust.replace("Ben ", "Bob "));
    assert!(trusting(&world, 1).contains("Ben has not signed it with a trusted key"));
}

#[test]
fn a_match_whose_result_was_entered_by_hand_is_not_used() {
    let world = event();
    world.run("event result gt --table 1 --one 75 --two 62").ends(0);
    ended(&world);
    let said = trusting(&world, 0);
    assert!(said.contains("note not-used: event gt has 75:62 for table 1 of round 1"), "not begun: {said}");
    world.run("event check gt").ends(0);
}

/// A round that was called off leaves its matches behind.
#[test]
fn nothing_rests_on_a_match_without_a_result_in_its_event() {
    let world = keys(World::published(&["Anna", "Ben", "Carl", "Dora"], "--pack gt2020"));
    world.run("event result gt --table 1 --one 75 --two 62").ends(0);
    world.run("event result gt --table 2 --one 75 --two 62").ends(0);
    world.run("event close gt").ends(0);
    world.run("event pair gt").ends(0);
    world.run("event publish gt").ends(0);
    world.run("event undo gt --why rain").ends(0);
    world.run("event undo gt --why rain").ends(0);
    world.run("event finish gt --early").ends(0);
    std::fs::copy(world.path("organiser/adjutant.key"), world.path("data/adjutant.key")).unwrap();
    world.run("event sign gt").ends(0);
    let said = trusting(&world, 0);
    assert!(said.contains("note not-used: event gt has no result for table 1 of round 2"), "{said}");
}

#[test]
fn a_result_typed_over_a_match_that_says_another_is_found() {
    let world = event();
    conceded(&world);
    world.run("event result gt --table 1 --one 75 --two 62").ends(0);
    ended(&world);
    let words = "table 1: the event says 75:62, entered by hand; match gt-r1-t01 ended 0:0";
    let said = world.run("audit data/adjutant.db").ends(1).out;
    assert!(said.contains("warning result-differs: ") && said.contains(words), "{said}");
    assert!(world.run("event check gt").ends(0).out.contains(words));
    assert!(trusting(&world, 1).contains("warning result-differs"), "nobody has signed the match");
    both_sign(&world);
    assert!(trusting(&world, 1).contains("error result-differs"), "both have");
}

#[test]
fn a_judges_signature_makes_a_result_typed_over_a_match_an_error() {
    let world = event();
    conceded(&world);
    world.run("match sign gt-r1-t01 --by judge --key judge/adjutant.key").ends(0);
    world.run("event result gt --table 1 --one 75 --two 62").ends(0);
    ended(&world);
    assert!(trusting(&world, 1).contains("error result-differs"));
}

/// A correction by hand of what came from a log says what the log had.
#[test]
fn an_amendment_by_hand_over_a_log_says_before_and_after() {
    let world = event();
    conceded(&world);
    world.run("event result gt --from-match gt-r1-t01").ends(0);
    let words = "table 1: 0:0 from the log of match gt-r1-t01 before, 75:62 by hand now";
    world.run("event amend gt --table 1 --one 75 --two 62 --why typed").ends(0).says(words);
    let run = world.run("event amend gt --table 1 --one 75 --two 63 --why typed").ends(0);
    assert!(!run.err.contains("from the log"), "{run:?}");
}

/// What was corrected behind the signatures can be left out with the end of the log: the head tells.
#[test]
fn a_correction_at_the_end_can_be_cut_off() {
    let world = signed();
    let log = world.exported();
    record(&world, "m", "judge", ruling(-1));
    sign(&world, "m", "judge");
    trusting(&world, 0);
    world.write("cut.jsonl", log);
    let said = world.run("audit cut.jsonl --trust trust.txt").ends(0).out;
    assert!(said.contains("5:0"), "{said}");
}

/// Each sentence of `docs/log.md`, section 8, about signatures, and the test that shows it.
const SHOWN: &[(&str, &str, &str)] = &[
    ("docs/log.md", "without `player` it is the judge who does", "only_a_judge_signs_as_nobody"),
    ("docs/log.md", "fits no other role, log or record", "a_signature_passes_for_nobody_else_and_nothing_else"),
    (
        "docs/log.md",
        "stand without ending its force",
        "notes_and_signatures_stand_behind_a_signature_without_ending_it",
    ),
    ("docs/log.md", "each signed after the end of the battle", "one_signature_or_an_early_one_signs_no_result"),
    ("docs/log.md", "put that into words", "a_signed_result_that_was_changed_says_so"),
    ("docs/log.md", "of the older paper names the record", "a_signed_result_that_was_changed_says_so"),
    ("docs/log.md", "its sealed dice are opened", "a_trusted_log_shows_its_sealed_dice"),
    (
        "docs/log.md",
        "counts when both sign anew",
        "what_a_judge_says_behind_both_signatures_is_trusted_where_a_judge_has_signed_it",
    ),
    (
        "docs/log.md",
        "organiser's trusted signature covers `finish`",
        "the_organisers_signature_covers_the_end_of_an_event",
    ),
    ("docs/log.md", "then it stands for itself", "an_event_that_says_both_have_signed_needs_their_trusted_keys"),
    ("docs/log.md", "is noted `not-used`", "a_match_whose_result_was_entered_by_hand_is_not_used"),
    ("docs/log.md", "has the warning `result-differs`", "a_result_typed_over_a_match_that_says_another_is_found"),
    (
        "docs/log.md",
        "or a judge, have signed that match",
        "a_judges_signature_makes_a_result_typed_over_a_match_an_error",
    ),
];

#[test]
fn every_sentence_about_signatures_has_its_test() {
    let tests = [include_str!("covers.rs"), include_str!("signing.rs")].concat();
    for (document, sentence, test) in SHOWN {
        let text = std::fs::read_to_string(project().join(document)).unwrap();
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains(sentence), "{document} does not say: {sentence}");
        assert!(tests.contains(&format!("fn {test}()")), "{sentence}: no test {test}");
    }
}
