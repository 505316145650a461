//! Whole matches with corrections at random.
//!
//! Axes: pack (all that are shipped), depth, dice open, sealed or by hand, choices sealed or open, signed or not, who
//! corrects (player one, both players, and both together, and a judge). Held still: the armies' sizes, the length of the
//! match. The same matches without a law show that the checker finds each kind of fault.

use std::collections::BTreeMap;

use adjutant_engine::command::Command;
use adjutant_engine::dice::Drawn;
use adjutant_engine::dice::stream::Stream;
use adjutant_engine::legal::legal_of;
use adjutant_engine::side::By;
use adjutant_engine::{Kind, Said};
use adjutant_replay::Rulebook;
use adjutant_replay::audit::audit;
use serde_json::{Value, json};

use crate::checker::Checker;
use crate::played::{Axes, Log, drawn, script};

/// What came of a case.
#[derive(Default)]
pub struct Tally {
    pub listed: usize,
    /// By way: how many were refused and taken.
    pub asked: BTreeMap<&'static str, [u64; 2]>,
    /// By axis: matches, corrections that were refused and taken, those that are listed.
    axes: BTreeMap<String, [usize; 4]>,
}

impl Tally {
    fn count(&mut self, axes: &Axes, asked: [u64; 2], listed: usize) {
        let Axes { pack, depth, dice, secret, signed, who } = axes;
        let names = [
            format!("pack {pack}"),
            format!("depth {depth:?}"),
            format!("dice {dice:?}"),
            format!("sealed choices: {secret}"),
            format!("signed: {signed}"),
            format!("who corrects: {who:?}"),
        ];
        for name in names {
            let row = self.axes.entry(name).or_default();
            let added = [1, asked[0] as usize, asked[1] as usize, listed];
            row.iter_mut().zip(added).for_each(|(sum, add)| *sum += add);
        }
        self.listed += listed;
    }

    fn corrections(&self) -> [u64; 2] {
        let of = |at: usize| self.asked.iter().filter(|(way, _)| **way != "script").map(|(_, row)| row[at]).sum();
        [of(0), of(1)]
    }
}

/// A stream of its own for a case.
pub fn stream(case: u64, what: &str) -> Stream {
    let mut seed = [0; 32];
    seed[..8].copy_from_slice(&case.to_le_bytes());
    Stream::new(&seed, what)
}

/// A leaf of a value changed: numbers by a little, texts and lists to others that stand somewhere in the log.
pub fn leaf(value: &mut Value, dice: &mut Stream, pool: &[Value]) {
    match value {
        Value::Object(fields) if !fields.is_empty() => {
            let place = dice.below(fields.len() as u32) as usize;
            leaf(fields.values_mut().nth(place).unwrap(), dice, pool);
        }
        Value::Array(values) if !values.is_empty() => match dice.below(6) {
            0 => drop(values.pop()),
            _ => {
                let place = dice.below(values.len() as u32) as usize;
                leaf(&mut values[place], dice, pool);
            }
        },
        Value::Number(number) => {
            let number = number.as_i64().unwrap_or(1);
            *value = json!([number + 1, (number - 1).max(0), 6, 1][dice.below(4) as usize]);
        }
        Value::Bool(is) => *value = json!(!*is),
        _ => *value = dice.pick(pool).cloned().unwrap_or(json!("one")),
    }
}

/// The texts of a value.
pub fn texts(value: &Value, into: &mut Vec<Value>) {
    match value {
        Value::String(_) => into.push(value.clone()),
        Value::Array(values) => values.iter().for_each(|value| texts(value, into)),
        Value::Object(fields) => fields.values().for_each(|value| texts(value, into)),
        _ => {}
    }
}

/// Another command than this one, in one leaf.
fn changed(command: &Command, dice: &mut Stream, pool: &[Value]) -> Option<Command> {
    let written = serde_json::to_value(command).ok()?;
    (0..4).find_map(|_| {
        let mut other = written.clone();
        leaf(&mut other[command.name()], dice, pool);
        serde_json::from_value(other).ok()
    })
}

/// A record worth correcting: of late, a choice, drawn dice, or any.
fn target(log: &Log, dice: &mut Stream) -> u64 {
    let seq = log.game.seq();
    let near = |seq: u64, dice: &mut Stream| seq - u64::from(dice.below(seq.min(12) as u32));
    let fits = |want: fn(&Command) -> bool| -> Vec<u64> {
        (1..=seq).filter(|seq| log.game.entry(*seq).is_some_and(|(_, command, _)| want(command))).collect()
    };
    let some = match dice.below(8) {
        0 | 1 => fits(|command| command.topic().is_some()),
        2 => fits(|command| matches!(command, Command::Roll { .. } | Command::RollOff { .. } | Command::Shoot(_))),
        3 => fits(|command| matches!(command, Command::Score { .. } | Command::Commit { .. } | Command::Reveal { .. })),
        4 => fits(|command| matches!(command, Command::Retract { .. } | Command::Amend(_) | Command::Note { .. })),
        5 => (1..=seq).collect(),
        _ => Vec::new(),
    };
    dice.pick(&some).copied().unwrap_or_else(|| near(seq, dice))
}

/// Something that somebody might try: a correction, or a record that would do the same.
pub fn attempt(log: &Log, axes: &Axes, dice: &mut Stream, pool: &[Value]) -> Option<(&'static str, Said, Command)> {
    let by = *dice.pick(axes.who)?;
    let seq = target(log, dice);
    let (speaker, command, _) = log.game.entry(seq)?;
    let other_seq = target(log, dice);
    let (other_by, other, _) = log.game.entry(other_seq)?;
    let reading = |by: By, command: &Command| json!({"by": by, "do": command});
    let amend = |to: Value| serde_json::from_value(json!({"amend": {"seq": seq, "to": to, "why": "x"}})).ok();
    let itself = reading(speaker, command);
    let whose = if dice.chance(70) { speaker } else { by };
    let (way, command) = match dice.below(11) {
        0..=2 => ("retract", serde_json::from_value(json!({"retract": {"seq": seq, "why": "x"}})).ok()?),
        3 => {
            let seq = log.game.undoable()?;
            ("undo", serde_json::from_value(json!({"retract": {"seq": seq, "why": "x"}})).ok()?)
        }
        4 | 5 => ("amend", amend(json!([reading(whose, &changed(command, dice, pool)?)]))?),
        6 if dice.chance(50) => ("amend away", amend(json!([]))?),
        6 => ("amend into another", amend(json!([reading(whose, other)]))?),
        7 => ("insert", amend(json!([itself, reading(other_by, &changed(other, dice, pool)?)]))?),
        8 => ("new again", changed(other, dice, pool)?),
        9 => ("say again", other.clone()),
        _ => {
            let kind = *dice.pick(Kind::ALL)?;
            ("new", dice.pick(&legal_of(&log.game, by, kind))?.command.clone())
        }
    };
    let command = log.ready(command);
    let other: Drawn = serde_json::from_value(json!({"with": 8})).ok()?;
    let drawn = drawn(&command, axes.dice).filter(|_| dice.chance(80));
    let drawn = drawn.map(|drawn| if drawn.with.is_some() && dice.chance(20) { other } else { drawn });
    Some((way, Said { drawn, ..by.into() }, command))
}

/// A record followed by the checker; whether it was taken.
pub fn follow(log: &mut Log, checker: &mut Checker, said: &Said, command: &Command) -> bool {
    let before = checker.before(&log.game, command);
    let taken = log.take(said, command).is_ok();
    if taken {
        checker.after(&before, &log.game, said, command);
    }
    taken
}

/// Plays a case: the match with corrections in it, and a few behind its end.
pub fn play(case: u64, mut log: Log, tally: &mut Tally) -> (Log, Checker) {
    let axes = Axes::of(case);
    let mut dice = stream(case, "corrections");
    let mut checker = Checker::default();
    let script = script(case % 997, &axes);
    let mut pool = Vec::new();
    script.iter().for_each(|(_, command)| texts(&serde_json::to_value(command).unwrap(), &mut pool));
    let setup = script.iter().position(|(_, command)| command.kind() == Kind::Begin).unwrap_or(0);
    let often = 400 / script.len().max(1) as u32;
    let last = script.len();
    for (place, (said, command)) in script.into_iter().enumerate() {
        let command = log.ready(command);
        let taken = follow(&mut log, &mut checker, &said, &command);
        tally.asked.entry("script").or_default()[usize::from(taken)] += 1;
        let tries = if place + 1 == last { 8 } else { u32::from(dice.chance(if place < setup { 15 } else { often })) };
        for _ in 0..tries {
            let Some((way, said, command)) = attempt(&log, &axes, &mut dice, &pool) else { continue };
            let taken = follow(&mut log, &mut checker, &said, &command);
            tally.asked.entry(way).or_default()[usize::from(taken)] += 1;
            // Drawn dice that were taken back are thrown again, now and then the same.
            if let (true, Command::Retract { seq, .. }) = (taken && dice.chance(40), &command)
                && let Some((by, command, _)) = log.game.entry(*seq)
            {
                let command = if dice.chance(50) { changed(command, &mut dice, &pool) } else { Some(command.clone()) };
                let drawn = log.game.said(*seq).and_then(|said| said.drawn);
                if let Some(command) = command.map(|command| log.ready(command)) {
                    follow(&mut log, &mut checker, &Said { drawn, ..by.into() }, &command);
                }
            }
        }
    }
    (log, checker)
}

#[test]
fn no_correction_changes_what_somebody_relied_on_behind_their_back() {
    let rules = Rulebook::shipped();
    let (cases, first) = (crate::wanted("ADJUTANT_CORRECTED", 60), crate::wanted("ADJUTANT_FIRST", 0));
    let mut tally = Tally::default();
    let mut faults = Vec::new();
    for case in first..first + cases {
        let before = tally.corrections();
        let (log, mut checker) = play(case, Log::new(), &mut tally);
        let asked = tally.corrections();
        tally.count(&Axes::of(case), [asked[0] - before[0], asked[1] - before[1]], log.game.corrections().len());
        let report = audit(&rules, String::new(), &log.bytes);
        checker.audited(&report);
        for finding in &report.findings {
            if ["refused", "chain", "form", "vp", "broken"].contains(&finding.code.as_str()) {
                checker.faults.push(format!(
                    "the audit: {} {:?} {}",
                    finding.code.as_str(),
                    finding.record,
                    finding.message
                ));
            }
        }
        if !checker.faults.is_empty() && std::env::var_os("SHOW").is_some() {
            println!("{}", String::from_utf8_lossy(&log.bytes));
        }
        faults.extend(checker.faults.into_iter().map(|fault| format!("case {case} {:?}: {fault}", Axes::of(case))));
        if faults.len() > 20 {
            break;
        }
    }
    println!("{cases} matches; corrections listed: {}; refused and taken: {:?}", tally.listed, tally.asked);
    for (axis, [matches, refused, taken, listed]) in &tally.axes {
        println!("{axis}: {matches} matches, {refused} refused, {taken} taken, {listed} listed");
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// What a checker has to find where nobody upholds the law.
const FOUND: [&str; 14] = [
    "it is signed",
    "the signed result changes",
    "it raises an old claim, or answers late",
    "the choice of",
    "what was sealed of",
    "replaces the dice",
    "throws other dice",
    "alone brings victory points",
    "alone brings the result",
    "alone brings Command points",
    "alone brings models",
    "alone brings markers",
    "alone brings open questions",
    "and is not listed",
];

#[test]
fn without_the_law_the_checker_finds_each_kind_of_fault() {
    let mut missing = FOUND.to_vec();
    for case in 0..2_000 {
        let (_, checker) = play(case, Log::lawless(), &mut Tally::default());
        missing.retain(|kind| !checker.faults.iter().any(|fault| fault.contains(kind)));
        if missing.is_empty() {
            println!("all found within {} matches", case + 1);
            return;
        }
    }
    panic!("never found: {missing:?}");
}
