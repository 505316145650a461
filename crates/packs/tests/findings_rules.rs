//! Rules that were once judged wrongly, one log each in `findings_rules/`: `d-*` for disagreements with the rule texts,
//! `s-*` for rules that could not be recorded, `t-*` for what players could record at the table and should not have.
//!
//! A line is a bare record, `{"army": "one"}` for a list of this folder, or `{"check": …}` about what the log has
//! come to. A record is taken, unless `expect` says `{"refused": CODE}`, or `{"soft": CODE}`: refused, and taken under
//! the name of a rule.

use std::path::{Path, PathBuf};

use adjutant_engine::command::Said;
use adjutant_engine::fold::Match;
use adjutant_engine::ids::Name;
use adjutant_engine::record::read_bare;
use adjutant_engine::side::{By, Player};
use serde_json::{Value, json};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/findings_rules")
}

fn read(name: &str) -> String {
    std::fs::read_to_string(folder().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// How many statements of the rules a log showed: lines refused for good or softly, and values worked out by hand. A log
/// without either shows one, that its last line is taken.
#[derive(Debug, Default, PartialEq, Eq)]
struct Shown {
    refused: usize,
    softly: usize,
    values: usize,
}

impl Shown {
    fn statements(&self) -> usize {
        (self.refused + self.softly + self.values).max(1)
    }
}

/// Plays one log; the error names its line and what was wrong.
fn play(name: &str) -> Result<Shown, String> {
    let mut game = Match::new(adjutant_packs::shipped());
    let mut shown = Shown::default();
    for (number, line) in read(name).lines().enumerate().filter(|(_, line)| !line.starts_with('#')) {
        let mut value: Value = serde_json::from_str(line).map_err(|error| format!("{name}:{}: {error}", number + 1))?;
        if let Some(army) = value["army"].as_str() {
            value = serde_json::from_str(&read(&format!("army-{army}.json"))).expect("an army");
        }
        let answer = match value.get("check") {
            Some(check) => checked(&game, check),
            None => said(&mut game, &value),
        };
        match answer {
            Ok(_) if value.get("check").is_some() => shown.values += 1,
            Ok(true) => shown.softly += 1,
            Ok(false) => shown.refused += usize::from(value.get("expect").is_some()),
            Err(fault) => return Err(format!("{name}:{}: {fault}", number + 1)),
        }
    }
    Ok(shown)
}

/// Records a line and compares the answer; whether it was refused softly.
fn said(game: &mut Match, line: &Value) -> Result<bool, String> {
    let bare = json!({"by": line["by"], "do": line["do"]}).to_string();
    let record = read_bare(bare.as_bytes()).map_err(|error| format!("{bare}: {error}"))?.expect("a record");
    let answer = game.record(record.by, record.command.clone());
    let (kind, code) = match line.get("expect").and_then(Value::as_object).and_then(|expect| expect.iter().next()) {
        None => return answer.map(|()| false).map_err(|refusal| format!("{refusal}; {}", refusal.accepted)),
        Some((kind, code)) => (kind.as_str(), code.as_str().expect("a code")),
    };
    let refusal = match answer {
        Err(refusal) if refusal.code.as_str() == code => refusal,
        Err(refusal) => return Err(format!("not {code}, but {refusal}")),
        Ok(()) => return Err(format!("not {code}, but taken")),
    };
    let under = Said { under: Name::new("Rule of Its Own").ok(), ..record.by.into() };
    match (kind, game.record(under, record.command)) {
        ("soft", Ok(())) => Ok(true),
        ("soft", Err(refusal)) => Err(format!("under a rule of its own still {refusal}")),
        ("refused", Err(again)) if again.code == refusal.code => Ok(false),
        (_, again) => Err(format!("{code}, but under a rule of its own {again:?}")),
    }
}

/// Compares totals, holders, models and the status with what the view says.
fn checked(game: &Match, check: &Value) -> Result<bool, String> {
    let view = serde_json::to_value(game.view()).expect("a view");
    let same = |what: String, found: &Value, wanted: &Value| {
        if found == wanted { Ok(()) } else { Err(format!("{what} is {found}, not {wanted}")) }
    };
    let named = |list: &str, id: &str| {
        let all = view[list].as_array().into_iter().flatten();
        all.clone().find(|entry| entry["id"] == id).cloned().unwrap_or(Value::Null)
    };
    for (key, wanted) in check.as_object().expect("an object") {
        for (id, value) in wanted.as_object().into_iter().flatten() {
            match key.as_str() {
                "vp" => {
                    let player = if id == "one" { Player::One } else { Player::Two };
                    same(format!("the total of {id}"), &json!(game.vp()[player]), value)?;
                }
                "cp" => same(format!("the CP of {id}"), &view["players"][id]["cp"], value)?,
                "holder" => same(format!("the holder of {id}"), &named("markers", id)["holder"], value)?,
                "models" => same(format!("the models of {id}"), &named("units", id)["models"], value)?,
                other => return Err(format!("an unknown check {other}")),
            }
        }
        if key == "status" {
            same("the status".into(), &view["status"], wanted)?;
        }
    }
    Ok(false)
}

#[test]
fn every_log_agrees_or_is_refused_softly() {
    let entries = std::fs::read_dir(folder()).expect("the folder of the logs");
    let names = entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned());
    let mut logs: Vec<String> = names.filter(|name| name.ends_with(".jsonl")).collect();
    logs.sort();
    let played: Vec<Result<Shown, String>> = logs.iter().map(|log| play(log)).collect();
    let sum = |of: fn(&Shown) -> usize| played.iter().flatten().map(of).sum::<usize>();
    let faults: Vec<&str> = played.iter().filter_map(|shown| shown.as_ref().err()).map(String::as_str).collect();
    println!(
        "{} logs, {} statements: {} refused softly, {} for good, {} values",
        logs.len(),
        sum(Shown::statements),
        sum(|shown| shown.softly),
        sum(|shown| shown.refused),
        sum(|shown| shown.values)
    );
    assert!(faults.is_empty(), "{} of {} logs:\n{}", faults.len(), logs.len(), faults.join("\n"));
    assert!(logs.len() >= 55, "only {} logs", logs.len());
    assert!(sum(Shown::statements) >= 100, "only {} statements", sum(Shown::statements));
}

/// Disagreements that are judged elsewhere: the file of the test and words in it.
const ELSEWHERE: [(u32, &str, &str); 2] = [
    (10, "crates/engine/tests/scoring/attacks.rs", "fn d10_wounds_are_carried_over"),
    (32, "crates/rosters/tests/checks.rs", "a bodyguard as Warlord"),
];

#[test]
fn every_disagreement_has_its_log() {
    let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for number in 1..=43 {
        let elsewhere = ELSEWHERE.iter().find(|(other, ..)| *other == number);
        let there = match elsewhere {
            Some((_, file, words)) => {
                std::fs::read_to_string(project.join(file)).is_ok_and(|text| text.contains(words))
            }
            None => folder().join(format!("d-{number:02}.jsonl")).is_file(),
        };
        assert!(there, "D-{number:02}");
    }
}

/// Table, bug 27: what is offered, and what the refusal names, are the markers of the other side.
#[test]
fn razing_is_offered_at_the_markers_of_the_other_side() {
    let mut game = Match::new(adjutant_packs::shipped());
    let log = read("t-27-raze.jsonl");
    for line in log.lines().filter(|line| !line.starts_with('#')).take_while(|line| !line.contains("expect")) {
        let mut value: Value = serde_json::from_str(line).expect("JSON");
        if let Some(army) = value["army"].as_str() {
            value = serde_json::from_str(&read(&format!("army-{army}.json"))).expect("an army");
        }
        said(&mut game, &value).expect("taken");
    }
    let raze = |marker: &str| {
        let command = json!({"start-action": {"unit": "a3", "action": "raze-objective", "marker": marker}});
        game.check(By::One, &serde_json::from_value(command).expect("a command"))
    };
    assert_eq!(["m3", "m4"].map(|marker| raze(marker).is_ok()), [true, true]);
    for marker in ["m1", "m2", "m5"] {
        assert_eq!(raze(marker).expect_err("refused").accepted, "one of m3 m4", "{marker}");
    }
    let offered = adjutant_engine::legal::legal_commands(&game, By::One).into_iter().filter_map(|offer| {
        let command = serde_json::to_value(&offer.command).expect("JSON");
        let action = &command["start-action"];
        (action["action"] == "raze-objective").then(|| action["marker"].as_str().map(str::to_owned)).flatten()
    });
    let mut offered: Vec<String> = offered.collect();
    offered.sort();
    offered.dedup();
    assert_eq!(offered, ["m3", "m4"]);
}
