//! Every kind of record, what rests on it, who corrects it and how: what the fold answers, and that a log forged with the
//! same correction is judged so by its audit.
//!
//! `ADJUTANT_BLESS=1` writes `tests/snapshots/law-matches.txt` anew. `ADJUTANT_ROWS` is how many answers are forged and
//! audited too. The screen and the forms have tests of their own; late claims are tried in `packs/tests/corrections.rs`.

use std::fmt::Write;

use adjutant_engine::command::Command;
use adjutant_engine::legal::legal_of;
use adjutant_engine::side::By;
use adjutant_engine::{Kind, Said};
use adjutant_replay::Rulebook;
use adjutant_replay::audit::audit;
use adjutant_simulate::Depth;
use serde_json::{Value, json};

use crate::played::{Axes, Dice, Log, PACKS, script};

/// Kinds that no simulated match comes to, and why.
const UNBUILT: &[(&str, &str)] = &[
    ("sweep", "never offered, and no simulated match overruns anybody"),
    ("add-unit", "never offered, and no simulated match adds units"),
    ("split", "never offered, and no simulated match splits units"),
    ("merge", "never offered, and no simulated match merges units"),
    ("agree-end", "said by both; the few simulated matches that end so are not among these"),
    ("end", "as agree-end"),
    ("amend", "tried as a way, and random ones are taken back in `property`"),
    ("unseal", "needs a seed that was sealed"),
];

const SPEAKERS: [By; 4] = [By::One, By::Two, By::Both, By::Judge];

type Script = Vec<(Said, Command)>;

/// A match in which a kind is said, up to that record, and what follows it.
struct Situation {
    log: Log,
    rest: Script,
    seq: u64,
}

fn command(value: Value) -> Command {
    serde_json::from_value(value).unwrap()
}

/// Scripts of all packs, with dice by hand or open.
fn scripts(dice: Dice) -> Vec<Script> {
    let mut scripts = Vec::new();
    for seed in 0..3 {
        for pack in PACKS {
            for depth in [Depth::Facts, Depth::Positions] {
                let axes = Axes { pack, depth, dice, secret: seed == 0, signed: true, who: &[] };
                scripts.push(script(seed, &axes));
            }
        }
    }
    scripts
}

/// Says a script; those that are refused are left out.
fn say(log: &mut Log, said: &Said, command: &Command) -> bool {
    let ready = log.ready(command.clone());
    log.take(said, &ready).is_ok()
}

/// A record of a kind as a script has it, a player's own where there is one.
fn spoken(scripts: &[Script], kind: Kind) -> Option<Situation> {
    let holds = |own: bool| {
        let fits =
            move |(said, command): &(Said, Command)| command.kind() == kind && (!own || said.by.player().is_some());
        scripts.iter().find_map(|script| Some((script, script.iter().position(fits)?)))
    };
    let (script, place) = holds(true).or_else(|| holds(false))?;
    let mut log = Log::new();
    let mut seq = None;
    for (said, command) in &script[..=place] {
        seq = say(&mut log, said, command).then(|| log.game.seq());
    }
    Some(Situation { seq: seq?, log, rest: script[place + 1..].to_vec() })
}

/// What no script has and the rules offer, or anybody may say.
fn offered(scripts: &[Script], kind: Kind) -> Option<Situation> {
    let said = match kind {
        Kind::Note => Some((By::One, command(json!({"note": {"text": "x"}})))),
        Kind::Ruling => Some((By::Judge, command(json!({"ruling": {"why": "x", "winner": "two"}})))),
        _ => None,
    };
    for script in scripts {
        let mut log = Log::new();
        for (place, (by, next)) in script.iter().enumerate() {
            say(&mut log, by, next);
            let offers = || legal_of(&log.game, By::One, kind).into_iter().map(|offer| (offer.by, offer.command));
            let found = if place > 2 { said.clone().or_else(|| offers().next()) } else { None };
            let Some((by, found)) = found else { continue };
            let mut with = log.clone();
            if say(&mut with, &by.into(), &found) {
                return Some(Situation { seq: with.game.seq(), log: with, rest: script[place + 1..].to_vec() });
            }
        }
    }
    None
}

/// The situations of a record: what rests on it, and the log so far.
fn situations(here: &Situation) -> Vec<(&'static str, Log)> {
    let (by, said, _) = here.log.game.entry(here.seq).unwrap();
    let (topic, other) =
        (said.topic(), By::from(by.player().map_or(adjutant_engine::side::Player::Two, |p| p.opponent())));
    let mut found = vec![("-", here.log.clone())];
    let mut played = here.log.clone();
    let ready = json!({"battle-ready": {"player": other.player().unwrap().as_str(), "ready": true}});
    if say(&mut played, &other.into(), &command(ready)) {
        found.push(("played-on", played));
    }
    let mut log = here.log.clone();
    for (by, next) in &here.rest {
        let taken = say(&mut log, by, next);
        let is = |name| found.iter().any(|(known, _)| *known == name);
        if taken && topic.is_some() && topic == next.topic() {
            let opens = matches!(next, Command::Reveal { .. });
            if opens && !is("opened") {
                found.push(("opened", log.clone()));
            } else if by.by == other && !is("chosen-after") {
                found.push(("chosen-after", log.clone()));
            }
        }
    }
    if log.game.signed().is_some() {
        found.push(("signed", log));
    }
    found
}

/// The corrections of a record.
fn ways(log: &Log, seq: u64) -> Vec<(&'static str, Option<Value>)> {
    let (by, command, _) = log.game.entry(seq).unwrap();
    let itself = json!({"by": by, "do": command});
    let amend = |to: Value| Some(json!({"amend": {"seq": seq, "to": to, "why": "x"}}));
    let retract = json!({"retract": {"seq": seq, "why": "x"}});
    let note = json!({"by": by, "do": {"note": {"text": "x"}}});
    vec![
        ("retract", Some(retract.clone())),
        ("undo", (log.game.undoable() == Some(seq)).then_some(retract)),
        ("amend", amend(json!([itself]))),
        ("amend away", amend(json!([]))),
        ("insert", amend(json!([itself, note]))),
    ]
}

/// What the fold answers: taken, taken and listed, or why not.
fn answer(log: &Log, by: By, correction: &Value) -> String {
    let mut log = log.clone();
    let ready = log.ready(command(correction.clone()));
    match log.take(&by.into(), &ready) {
        Ok(()) if log.game.corrections().iter().any(|one| one.at == log.game.seq()) => "listed".to_owned(),
        Ok(()) => "taken".to_owned(),
        Err(refusal) => refusal.code.as_str().to_owned(),
    }
}

/// What an audit makes of the same, sealed into the log without asking.
fn audited(rules: &Rulebook, log: &Log, by: By, correction: &Value) -> &'static str {
    let report = audit(rules, String::new(), &log.with(by, correction));
    let at = |fits: &dyn Fn(&str) -> bool| {
        let here = |one: &&adjutant_replay::audit::Finding| one.record == Some(log.game.seq() + 1);
        report.findings.iter().filter(here).any(|finding| fits(finding.code.as_str()))
    };
    match () {
        () if at(&|code| code == "refused" || code == "form") => "refused",
        () if at(&|code| code.starts_with("by-")) => "listed",
        () => "taken",
    }
}

/// The rows of a record, each answer now and then judged as a forged log too.
fn rows(
    name: &str,
    here: &Situation,
    drawn: bool,
    table: &mut String,
    audits: &mut (u64, u64),
    faults: &mut Vec<String>,
) {
    let rules = Rulebook::shipped();
    let speaker = here.log.game.entry(here.seq).unwrap().0;
    for (rests, log) in situations(here) {
        let rests = if drawn && rests == "-" { "drawn" } else { rests };
        for (way, correction) in ways(&log, here.seq) {
            let Some(correction) = correction else {
                writeln!(table, "{name:15} {speaker:5} {rests:13} {way:11} passes over it").unwrap();
                continue;
            };
            let answers = SPEAKERS.map(|by| answer(&log, by, &correction));
            writeln!(table, "{name:15} {speaker:5} {rests:13} {way:11} {}", answers.join(" ")).unwrap();
            for (by, answer) in SPEAKERS.into_iter().zip(&answers) {
                audits.0 += 1;
                if !audits.0.is_multiple_of(audits.1) {
                    continue;
                }
                let judged = audited(&rules, &log, by, &correction);
                let agrees = match answer.as_str() {
                    "taken" | "listed" => judged == answer,
                    _ => judged == "refused",
                };
                if !agrees {
                    faults.push(format!("{name} {rests} {way} by {by}: the fold says {answer}, the audit {judged}"));
                }
            }
        }
    }
}

#[test]
fn every_kind_is_corrected_as_the_table_says_and_forged_logs_are_judged_so() {
    let mut table = String::from("kind, who said it, what rests on it, way: player one, player two, both, judge\n\n");
    let (mut audits, mut faults, mut unbuilt) = ((0, crate::wanted("ADJUTANT_ROWS", 12)), Vec::new(), Vec::new());
    let (by_hand, open) = (scripts(Dice::Hand), scripts(Dice::Open));
    for kind in Kind::ALL {
        match spoken(&by_hand, *kind).or_else(|| offered(&by_hand, *kind)) {
            Some(here) => rows(kind.name(), &here, false, &mut table, &mut audits, &mut faults),
            None => unbuilt.push(kind.name()),
        }
        if let (Kind::Roll | Kind::RollOff, Some(here)) = (kind, spoken(&open, *kind)) {
            rows(kind.name(), &here, true, &mut table, &mut audits, &mut faults);
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    let named: Vec<&str> = UNBUILT.iter().map(|(name, _)| *name).collect();
    assert_eq!(unbuilt, named, "kinds that are not tried");
    for (name, why) in UNBUILT {
        writeln!(table, "{name:15} not tried: {why}").unwrap();
    }
    compared(&table);
}

fn compared(table: &str) {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/snapshots/law-matches.txt");
    if std::env::var_os("ADJUTANT_BLESS").is_some() {
        std::fs::write(path, table).unwrap();
        return;
    }
    let kept = std::fs::read_to_string(path).unwrap();
    let differs = kept.lines().zip(table.lines()).find(|(kept, now)| kept != now);
    assert!(kept == table, "ADJUTANT_BLESS=1 writes the table anew; the first line that differs: {differs:?}");
}
