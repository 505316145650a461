//! What holds of every match, whatever happens in it.

use adjutant_engine::refusal::RefusalCode;
use adjutant_engine::view::{ObjectiveScore, View};
use serde_json::Value;

use super::differential::fold;
use super::generator::draw;
use super::table::{Table, bytes};

/// Seeds that these properties look at; the differential test looks at many more.
const SEEDS: std::ops::Range<u64> = 5_000..5_036;

fn replayed(seed: u64) -> (Vec<String>, Table) {
    let drawn = draw(seed);
    let table = fold(seed, &drawn, &adjutant_packs::shipped()).unwrap_or_else(|fault| panic!("{fault}"));
    (drawn.records, table)
}

#[test]
fn reading_a_log_twice_gives_the_same_bytes() {
    for seed in SEEDS {
        assert_eq!(bytes(&replayed(seed).1.view()), bytes(&replayed(seed).1.view()), "seed {seed}");
    }
}

#[test]
fn scores_never_fall_and_caps_are_never_passed() {
    for seed in SEEDS {
        let mut table = Table::new(adjutant_packs::shipped());
        let mut before = [0; 2];
        let mut conceded = false;
        for line in draw(seed).records {
            table.must(&line);
            conceded |= line.contains(r#""concede""#);
            let vp = table.game.vp();
            let now = [vp.one, vp.two];
            assert!(conceded || (now[0] >= before[0] && now[1] >= before[1]), "seed {seed}: {before:?}, then {line}");
            before = now;
            if line.contains("end-phase") {
                within_caps(seed, &table.view());
            }
        }
        within_caps(seed, &table.view());
    }
}

fn within_caps(seed: u64, view: &View) {
    for player in [&view.players.one, &view.players.two] {
        let counted = |score: &ObjectiveScore| score.vp;
        let primary = player.primary.as_ref().map_or(0, counted);
        let secondaries: Vec<u32> = player.secondaries.iter().map(counted).collect();
        assert!(primary <= 45 && secondaries.iter().all(|vp| *vp <= 15), "seed {seed}: {primary}, {secondaries:?}");
        assert!(secondaries.iter().sum::<u32>() <= 45 && player.total <= 100, "seed {seed}: {}", player.total);
    }
}

#[test]
fn a_refused_command_changes_nothing() {
    let wrong = [
        (r#"{"by":"one","do":{"begin":{}}}"#),
        (r#"{"by":"one","do":{"score":{"player":"one","objective":"take-and-hold","vp":99}}}"#),
        (r#"{"by":"one","do":{"move":{"unit":"nobody","kind":"normal"}}}"#),
        (r#"{"by":"both","do":{"control":{"holds":{"m99":"one"}}}}"#),
        (r#"{"by":"judge","do":{"retract":{"seq":1,"why":"a slip"}}}"#),
        (r#"{"by":"one","do":{"stratagem":{"name":"Anything","cp":100}}}"#),
    ];
    for seed in SEEDS {
        let mut table = Table::new(adjutant_packs::shipped());
        for (number, line) in draw(seed).records.iter().enumerate() {
            table.must(line);
            if number > 60 && number % 40 == 0 {
                let before = bytes(&table.view());
                for line in wrong {
                    assert!(table.say(line).is_err(), "seed {seed}: taken: {line}");
                }
                assert_eq!(bytes(&table.view()), before, "seed {seed}, after record {}", number + 1);
            }
        }
    }
}

/// A view without the numbers of records, which a retraction moves on.
fn timeless(view: &View) -> Value {
    let mut view = serde_json::to_value(view).expect("a view is JSON");
    view["seq"] = Value::Null;
    for list in ["ledger", "under"] {
        for entry in view[list].as_array_mut().into_iter().flatten() {
            entry["seq"] = Value::Null;
        }
    }
    view
}

#[test]
fn what_is_taken_back_and_said_again_is_as_it_was() {
    for seed in SEEDS {
        let records = draw(seed).records;
        let mut table = Table::new(adjutant_packs::shipped());
        for (number, line) in records.iter().enumerate() {
            table.must(line);
            if number < 5 || number % 7 != 0 {
                continue;
            }
            let (before, seq) = (timeless(&table.view()), table.game.seq());
            let mut again = table.clone();
            again.must(&format!(r#"{{"by":"judge","do":{{"retract":{{"seq":{seq},"why":"a slip"}}}}}}"#));
            again.must(line);
            assert_eq!(timeless(&again.view()), before, "seed {seed}, record {seq}: {line}");
        }
    }
}

/// Number of the first record that is refused when another was never said.
fn first_refused_without(records: &[String], left_out: usize) -> usize {
    let mut table = Table::new(adjutant_packs::shipped());
    let numbered = records.iter().enumerate().map(|(i, line)| (i + 1, line));
    let mut others = numbered.filter(|(number, _)| *number != left_out);
    others.find(|(_, line)| table.say(line).is_err()).expect("a refused record").0
}

#[test]
fn a_retraction_that_breaks_a_later_record_names_it() {
    for seed in SEEDS {
        let (records, mut table) = replayed(seed);
        let seq = 1 + records.iter().position(|line| line.contains(r#""begin""#)).expect("a beginning");
        let before = bytes(&table.view());
        let refusal = table
            .say(&format!(r#"{{"by":"judge","do":{{"retract":{{"seq":{seq},"why":"a slip"}}}}}}"#))
            .expect_err("a battle that never began has no phases");
        assert_eq!(refusal.code, RefusalCode::BreaksLater, "seed {seed}");
        let later = format!("record {} is refused", first_refused_without(&records, seq));
        assert!(refusal.message.to_string().contains(&later), "seed {seed}: {}", refusal.message);
        assert_eq!(bytes(&table.view()), before, "seed {seed}");
    }
}

/// What the battle comes to, whichever record brought it.
fn outcome(table: &Table) -> String {
    let mut view = table.view();
    (view.seq, view.amended) = (0, Vec::new());
    bytes(&view)
}

/// Replaying the bare log in which one record reads otherwise is the same as amending that record at the end.
#[test]
fn an_amended_log_is_the_log_that_reads_so() {
    let (mut taken, mut refused) = (0, 0);
    for seed in SEEDS.step_by(9) {
        let (records, table) = replayed(seed);
        for (place, line) in records.iter().enumerate().skip(1).step_by(17) {
            for other in [place + 1, place.saturating_sub(3).max(1), records.len() - 2] {
                let Some(reading) = records.get(other) else { continue };
                if [line, reading].into_iter().any(|said| said.contains(r#""retract""#) || said.contains(r#""sign""#)) {
                    continue;
                }
                let seq = place + 1;
                let mut amended = table.clone();
                let amend = format!(r#"{{"by":"judge","do":{{"amend":{{"seq":{seq},"to":[{reading}],"why":"x"}}}}}}"#);
                let answer = amended.say(&amend);
                let mut plain = Table::new(adjutant_packs::shipped());
                let substituted = records.iter().enumerate().map(|(i, said)| if i == place { reading } else { said });
                let first = substituted.enumerate().find_map(|(i, said)| plain.say(said).err().map(|r| (i + 1, r)));
                match (answer, first) {
                    (Ok(()), None) => {
                        assert_eq!(outcome(&amended), outcome(&plain), "seed {seed}, record {seq}: {reading}");
                        taken += 1;
                    }
                    (Err(refusal), Some((later, plainly))) if later == seq => {
                        assert_eq!(refusal.code, plainly.code, "seed {seed}, record {seq}: {reading}");
                        refused += 1;
                    }
                    (Err(refusal), Some((later, _))) => {
                        assert_eq!(refusal.code, RefusalCode::BreaksLater, "seed {seed}, record {seq}: {refusal}");
                        assert!(
                            refusal.message.to_string().contains(&format!("record {later} is refused")),
                            "{refusal}"
                        );
                        assert_eq!(bytes(&amended.view()), bytes(&table.view()), "a refused amendment changes nothing");
                        refused += 1;
                    }
                    (answer, first) => panic!("seed {seed}, record {seq}: {answer:?}, but replayed {first:?}"),
                }
            }
        }
    }
    assert!(taken > 20 && refused > 20, "{taken} taken, {refused} refused");
}

/// A match in its first Movement phase, with a flyer, a squad that has moved, and two players.
fn midway() -> Table {
    let mut table = Table::new(adjutant_packs::shipped());
    let unit = |id: &str, role: &str, keyword: &str| {
        format!(
            r#"{{"id":"{id}","datasheet":"Unit","role":"{role}","points":100,"power":5,"keywords":["{keyword}"],
                "faction_keywords":["IMPERIUM"],"models":[{{"group":"model","count":5,"wounds":1}}]}}"#
        )
    };
    for line in [
        r#"{"open":{"format":1,"match":"m","pack":"gt2020","size":"incursion","players":{"one":{"name":"A"},"two":{"name":"B"}}}}"#.to_string(),
        army("one", &[unit("a1", "troops", "INFANTRY"), unit("a2", "flyer", "AIRCRAFT"), unit("a3", "troops", "INFANTRY")]),
        army("two", &[unit("b1", "troops", "INFANTRY")]),
        r#"{"mission":{"mission":"show-of-force"}}"#.to_string(),
        r#"{"roles":{"attacker":"two"}}"#.to_string(),
    ] {
        table.by("both", &line);
    }
    for (by, line) in [
        ("one", r#"{"secondaries":{"choose":["linebreaker","investigate-sites","assassinate"]}}"#),
        ("two", r#"{"secondaries":{"choose":["linebreaker","investigate-sites","assassinate"]}}"#),
        ("one", r#"{"zone":{"zone":"a"}}"#),
        ("both", r#"{"first-turn":{"player":"one"}}"#),
        ("both", r#"{"begin":{}}"#),
        ("one", r#"{"end-phase":{"phase":"command"}}"#),
        ("one", r#"{"move":{"unit":"a1","kind":"advance"}}"#),
        ("one", r#"{"move":{"unit":"a2","kind":"advance"}}"#),
    ] {
        table.by(by, line);
    }
    table
}

fn army(player: &str, units: &[String]) -> String {
    let list = units.join(",");
    format!(
        r#"{{"roster":{{"player":"{player}","roster":{{"name":"Army","detachments":[{{"type":"patrol","cp":2,"units":[{list}]}}]}}}}}}"#
    )
}

/// Commands with two faults or more: the refusal names the one that comes first in the closed list.
#[test]
fn of_two_faults_the_earlier_code_is_named() {
    use RefusalCode::*;
    let fresh = || Table::new(adjutant_packs::shipped());
    let before_open = [
        (NotOpen, Unknown, "one", r#"{"move":{"unit":"nobody","kind":"normal"}}"#),
        (NotOpen, BattleOnly, "one", r#"{"end-phase":{"phase":"fight"}}"#),
    ];
    let in_battle = [
        (
            AlreadyOpen,
            Unknown,
            "both",
            r#"{"open":{"format":1,"match":"m","pack":"no-pack","size":"incursion","players":{"one":{"name":"A"},"two":{"name":"B"}}}}"#,
        ),
        (SetupOnly, Unknown, "one", r#"{"deploy":{"unit":"nobody"}}"#),
        (SetupOnly, NotAllowedBy, "one", r#"{"zone":{"zone":"b"}}"#),
        (SetupOnly, AlreadyDone, "both", r#"{"begin":{}}"#),
        (NotAllowedBy, NotYourMoment, "two", r#"{"end-phase":{"phase":"fight"}}"#),
        (NotAllowedBy, UnitState, "two", r#"{"move":{"unit":"a1","kind":"charge"}}"#),
        (NotAllowedBy, OnceOnly, "two", r#"{"move":{"unit":"a1","kind":"normal"}}"#),
        (Unknown, BadValue, "one", r#"{"start-action":{"unit":"nobody","action":"investigate-site","marker":"m1"}}"#),
        (Unknown, OtherPhase, "one", r#"{"shoot":{"unit":"nobody","attacks":[]}}"#),
        (BadValue, OtherPhase, "one", r#"{"shoot":{"unit":"a1","attacks":[{"target":"a3"}]}}"#),
        (BadValue, NotEligible, "one", r#"{"start-action":{"unit":"a2","action":"investigate-site","marker":"m1"}}"#),
        (OtherPhase, UnitActed, "one", r#"{"charge":{"unit":"a1","targets":["b1"],"roll":[3,3],"made":true}}"#),
        (UnitActed, NotEligible, "one", r#"{"start-action":{"unit":"a2","action":"investigate-site"}}"#),
    ];
    for (earlier, later, by, command) in before_open {
        assert!(earlier < later, "{command}: the table is in the order of the list");
        assert_eq!(fresh().refused(by, command), earlier.as_str(), "{command}");
    }
    for (earlier, later, by, command) in in_battle {
        assert!(earlier < later, "{command}: the table is in the order of the list");
        assert_eq!(midway().refused(by, command), earlier.as_str(), "{command}");
    }
}
