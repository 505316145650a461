//! The cases of the law: every kind of record by everybody who says it, with what rests on it, and the ways to correct it.
//!
//! They are built here once. `table` asks the fold and the audit about each; `tests/law.rs` of the program asks the words,
//! the screen and the forms, and holds them to the same answers.

use std::collections::BTreeSet;

use adjutant_engine::chain::Hash;
use adjutant_engine::command::Command;
use adjutant_engine::command::kind::Who;
use adjutant_engine::legal::legal_of;
use adjutant_engine::side::{By, Player};
use adjutant_engine::{Kind, Said};
use adjutant_simulate::Depth;
use serde_json::{Value, json};

use super::played::{Axes, Dice, Log, PACKS, script};

/// Who tries each correction.
pub const SPEAKERS: [By; 4] = [By::One, By::Two, By::Both, By::Judge];

/// The ways to correct, and the faces that offer each. A face without a way shows no button for it.
pub const WAYS: &[(&str, &[&str])] = &[
    ("retract", &["words", "screen"]),
    ("undo", &["words", "screen", "form"]),
    ("amend", &["words", "screen"]),
    ("raise", &["words", "screen"]),
    ("amend away", &["words", "screen"]),
    ("insert", &["words", "screen"]),
    ("late", &["words", "screen", "form"]),
];

type Script = Vec<(Said, Command)>;

/// A match in which a record stands, and something rests on it.
pub struct Case {
    /// The kind of the record; with `late`, of the one that is to come.
    pub kind: Kind,
    /// Who said it.
    pub whose: By,
    /// What rests on it.
    pub rests: &'static str,
    /// The log so far.
    pub log: Log,
    /// The record.
    pub seq: u64,
    /// What corrects it in each way; nothing where an undo passes over it.
    pub ways: Vec<(&'static str, Option<Command>)>,
}

/// A match in which a kind is said, up to that record, and what follows it.
struct Situation {
    log: Log,
    rest: Script,
    seq: u64,
}

pub fn command(value: Value) -> Command {
    serde_json::from_value(value).unwrap()
}

/// Scripts of all packs, those in which most is said openly first.
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

/// Says a command; whether it is taken.
fn say(log: &mut Log, said: &Said, command: &Command) -> bool {
    let ready = log.ready(command.clone());
    log.take(said, &ready).is_ok()
}

fn played(script: &[(Said, Command)]) -> Log {
    let mut log = Log::new();
    for (said, command) in script {
        say(&mut log, said, command);
    }
    log
}

/// A record of a kind as a script has it, or as another speaker may say it there.
fn spoken(scripts: &[Script], kind: Kind, by: By, again: bool) -> Option<Situation> {
    let fits = |(said, command): &(Said, Command)| command.kind() == kind && (again || said.by == by);
    let places = scripts.iter().filter_map(|script| Some((script, script.iter().position(fits)?)));
    places.take(if again { 4 } else { 1 }).find_map(|(script, place)| {
        let mut log = played(&script[..place]);
        let (said, command) = &script[place];
        let said = Said { by, ..said.clone() };
        let taken = below(command).iter().any(|command| say(&mut log, &said, command));
        taken.then(|| Situation { seq: log.game.seq(), log, rest: script[place + 1..].to_vec() })
    })
}

/// A command; a claim with fewer points first, so that it can be raised.
fn below(command: &Command) -> Vec<Command> {
    let mut fewer = Vec::new();
    if let Command::Score { vp, .. } = command {
        for vp in 1..vp.get() {
            let mut value = serde_json::to_value(command).unwrap();
            value["score"]["vp"] = json!(vp);
            fewer.extend(serde_json::from_value(value));
        }
    }
    fewer.push(command.clone());
    fewer
}

/// Records that lead to one of a kind, which is the last of them, where a match stands so that they may.
fn made(log: &Log, kind: Kind, by: By) -> Vec<Vec<(By, Value)>> {
    let state = log.game.state();
    let other = by.player().map_or(By::Two, |player| player.opponent().into());
    let units = |of: By| state.units.iter().filter(move |unit| of.player() == Some(unit.player) && unit.alive());
    let whole = || units(by).filter(|unit| unit.groups.len() == 1 && unit.models() > 1);
    let halves = |unit: &adjutant_engine::state::Unit| {
        let (first, second) = (format!("{}x", unit.id), format!("{}y", unit.id));
        let parts = json!([{"id": first, "models": 1}, {"id": second, "models": unit.models() - 1}]);
        let joined = json!({"merge": {"units": [first, second], "id": format!("{}z", unit.id)}});
        (json!({"split": {"unit": unit.id, "into": parts}}), joined)
    };
    let in_battle = state.status == adjutant_engine::view::Status::Battle;
    match kind {
        Kind::Note => vec![vec![(by, json!({"note": {"text": "x"}}))]],
        Kind::Terrain => {
            let hill = json!({"id": "t1", "kind": "hill", "footprint": [[1, 1], [3, 1], [3, 3]]});
            vec![vec![(by, json!({ "terrain": hill }))]]
        }
        Kind::Ruling => vec![vec![(by, json!({"ruling": {"why": "x", "winner": "two"}}))]],
        Kind::Amend => {
            let (note, seq) = (json!({"note": {"text": "x"}}), log.game.seq() + 1);
            vec![vec![(by, note), (by, json!({"amend": {"seq": seq, "to": [], "why": "x"}}))]]
        }
        Kind::AgreeEnd => vec![vec![(by, json!({"agree-end": {}}))]],
        Kind::Concede => vec![vec![(by, json!({"concede": {}}))]],
        Kind::End => vec![vec![(other, json!({"concede": {}})), (by, json!({"end": {}}))]],
        Kind::Unseal => vec![vec![(by, json!({"unseal": {"seed": Hash::of(b"seed")}}))]],
        Kind::Split if in_battle => whole().map(|unit| vec![(by, halves(unit).0)]).collect(),
        Kind::Merge if in_battle => whole().map(|unit| vec![(by, halves(unit).0), (by, halves(unit).1)]).collect(),
        Kind::AddUnit if in_battle => added(log, by).into_iter().map(|unit| vec![(by, unit)]).collect(),
        Kind::Sweep if in_battle => {
            let pairs = units(by).flat_map(|unit| units(other).map(move |target| (&unit.id, &target.id)));
            let swept = |(unit, target): (_, _)| {
                [json!(null), json!(true)].map(|caught| {
                    let test = json!({"test": {"unit": target, "of": "morale", "roll": [6, 6]}});
                    let mut sweep = json!({"sweep": {"unit": unit, "target": target, "roll": [6, 1]}});
                    if !caught.is_null() {
                        sweep["sweep"]["caught"] = caught;
                    }
                    vec![(other, test), (by, sweep)]
                })
            };
            pairs.flat_map(swept).collect()
        }
        _ => legal_of(&log.game, by, kind)
            .into_iter()
            .take(1)
            .map(|offer| vec![(offer.by, serde_json::to_value(&offer.command).unwrap())])
            .collect(),
    }
}

/// A unit like the last of a player's army, paid with nothing.
fn added(log: &Log, by: By) -> Option<Value> {
    let player = by.player()?;
    let mut rosters = (1..=log.game.seq()).filter_map(|seq| log.game.entry(seq));
    let value = rosters.find_map(|(_, said, _)| match said {
        Command::Roster { player: whose, .. } if *whose == player => serde_json::to_value(said).ok(),
        _ => None,
    })?;
    let units = value["roster"]["roster"]["detachments"][0]["units"].as_array()?;
    let mut unit = units.last()?.clone();
    (unit["id"], unit["points"]) = (json!("fresh"), json!(0));
    Some(json!({"add-unit": {"player": player, "unit": unit}}))
}

/// A record of a kind that no script has, where a match comes to a moment for it.
fn brought_about(scripts: &[Script], kind: Kind, by: By) -> Option<Situation> {
    for script in scripts {
        let mut log = Log::new();
        for (place, (said, next)) in script.iter().enumerate() {
            say(&mut log, said, next);
            if place < 3 {
                continue;
            }
            for leads in made(&log, kind, by) {
                let mut with = log.clone();
                if leads.iter().all(|(by, value)| say(&mut with, &(*by).into(), &command(value.clone()))) {
                    let rest = script[place + 1..].to_vec();
                    return Some(Situation { seq: with.game.seq(), log: with, rest });
                }
            }
        }
    }
    None
}

/// The logs in which more and more rests on a record.
fn relied_on(here: &Situation) -> Vec<(&'static str, Log)> {
    let (by, said, _) = here.log.game.entry(here.seq).unwrap();
    let (topic, other) = (said.topic(), By::from(by.player().map_or(Player::Two, Player::opponent)));
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
fn ways(log: &Log, seq: u64) -> Vec<(&'static str, Option<Command>)> {
    let (by, said, _) = log.game.entry(seq).unwrap();
    let itself = json!({"by": by, "do": said});
    let amend = |to: Value| Some(command(json!({"amend": {"seq": seq, "to": to, "why": "x"}})));
    let retract = command(json!({"retract": {"seq": seq, "why": "x"}}));
    let note = json!({"by": by, "do": {"note": {"text": "x"}}});
    let mut ways = vec![
        ("retract", Some(retract.clone())),
        ("undo", (log.game.undoable() == Some(seq)).then_some(retract)),
        ("amend", amend(json!([itself]))),
        ("amend away", amend(json!([]))),
        ("insert", amend(json!([itself, note]))),
    ];
    if said.kind() == Kind::Score {
        let raised = (1..=15).map(|more| {
            let mut reads = itself.clone();
            reads["do"]["score"]["vp"] = json!(reads["do"]["score"]["vp"].as_i64().unwrap() + more);
            serde_json::from_value(json!({"amend": {"seq": seq, "to": [reads], "why": "x"}})).ok()
        });
        let taken = |amend: &Command| log.game.check(By::Judge, &log.ready(amend.clone())).is_ok();
        ways.extend(raised.flatten().find(taken).map(|amend| ("raise", Some(amend))));
    }
    ways
}

/// Claims for a moment that has passed, each as soon as something else rests on what was not said.
fn late(scripts: &[Script], tell: &mut impl FnMut(Case)) {
    let mut found = BTreeSet::new();
    for script in scripts {
        let mut log = Log::new();
        for (said, next) in script {
            say(&mut log, said, next);
            let signed = log.game.signed().is_some();
            for missed in &log.game.state().missed {
                let need = &missed.need;
                let at = json!({"round": need.round, "moment": need.moment.as_str()});
                let most = (1..=15).rev().find(|vp| need.possible.contains(*vp));
                let Some(vp) = most else { continue };
                let claim = json!({"score": {"player": need.player, "objective": need.objective, "vp": vp, "in": at}});
                let Ok(claim) = serde_json::from_value::<Command>(claim) else { continue };
                let alone = log.game.check(need.player, &claim).is_ok();
                let rests = if signed {
                    "signed"
                } else if alone {
                    "-"
                } else {
                    "played-on"
                };
                if log.game.check(By::Both, &claim).is_ok() && found.insert((need.player.as_str(), rests)) {
                    let ways = vec![("late", Some(claim))];
                    let (whose, seq) = (need.player.into(), missed.since);
                    tell(Case { kind: Kind::Score, whose, rests, log: log.clone(), seq, ways });
                }
            }
        }
    }
}

/// Tells every case. Kinds of which there is none are returned.
pub fn each(mut tell: impl FnMut(Case)) -> Vec<&'static str> {
    let (by_hand, open, sealed) = (scripts(Dice::Hand), scripts(Dice::Open), scripts(Dice::Sealed));
    let mut unbuilt = Vec::new();
    for kind in Kind::ALL {
        let mut any = false;
        for by in SPEAKERS {
            let own = by.player().is_some();
            if matches!((kind.who(), by), (Who::Judge, By::One | By::Two | By::Both) | (Who::Both, By::One | By::Two)) {
                continue;
            }
            let scripts = if *kind == Kind::Unseal { &sealed } else { &by_hand };
            let natural = spoken(scripts, *kind, by, false);
            // What both or a judge say is built where the scripts have it, or nobody else says it.
            let built = natural
                .or_else(|| own.then(|| spoken(scripts, *kind, by, true))?)
                .or_else(|| (own || !any).then(|| brought_about(scripts, *kind, by))?);
            let drawn = matches!(kind, Kind::Roll | Kind::RollOff).then(|| spoken(&open, *kind, by, false));
            any |= built.is_some();
            for (here, drawn) in
                built.map(|here| (here, false)).into_iter().chain(drawn.flatten().map(|here| (here, true)))
            {
                for (rests, log) in relied_on(&here) {
                    let rests = if drawn && rests == "-" { "drawn" } else { rests };
                    let ways = ways(&log, here.seq);
                    tell(Case { kind: *kind, whose: by, rests, log, seq: here.seq, ways });
                }
            }
        }
        if !any {
            unbuilt.push(kind.name());
        }
        if *kind == Kind::Score {
            late(&by_hand, &mut tell);
        }
    }
    unbuilt
}

/// What the fold answers: taken, taken and listed, or why not.
pub fn answer(log: &Log, by: By, correction: &Command) -> String {
    let mut log = log.clone();
    let ready = log.ready(correction.clone());
    match log.take(&by.into(), &ready) {
        Ok(()) if log.game.corrections().iter().any(|one| one.at == log.game.seq()) => "listed".to_owned(),
        Ok(()) => "taken".to_owned(),
        Err(refusal) => refusal.code.as_str().to_owned(),
    }
}
