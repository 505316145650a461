//! What single files and the pages of a hall ask: an audit with its words, and the replay of a battle.
//!
//! A question is framed as those of [`crate::answer`] are. Where a log is of an older law, the answer is `{"asks": {"law",
//! "question"}}`: whoever has the module of that law asks it, and comes again with everything as before and what it said as one
//! more of the `heard` parts, which stand at the end, in the order in which they were asked for.
//!
//! | `ask` | parts | answer |
//! |---|---|---|
//! | `check` | a log, then the logs of the `matches` that are named, then a trust file where `trust` is set | the audit, as data and as words |
//! | `wants` | the log of an event | ids of the matches that its audit looks at |
//! | `lists` | the log of a league, then as many `lists` that it has shown, then logs | for each list whether it follows from them |
//! | `proof` | the file of a proof, then a trust file where `trust` is set | which log is in that tree, of those whose `ends` (first and last hash) are named, and who signed it |
//! | `theatre` | the log of a match | the file that replays it |
//! | `hash` | bytes | their SHA-256 |
//! | `picture` | shades of grey, a byte a dot, `width` dots a row | the texts of the codes that it shows |
//! | `carried` | texts of codes, a line each | `log`, or `why` it is none |

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use adjutant_core::chain::{self, Hash};
use adjutant_core::reliance::LAW;
use adjutant_engine::fold::Match;
use adjutant_engine::record::{Record, read_bare};
use adjutant_engine::side::{BySide, Player};
use adjutant_present::Carried;
use adjutant_present::names::{name_of, shape};
use adjutant_present::say::audited;
use adjutant_present::theatre::{self, Paid};
use adjutant_replay::Rulebook;
use adjutant_replay::audit::{self, Beside, Code, LogReport, Severity, Trust};
use adjutant_replay::carried::{self, Grey};
use adjutant_replay::laws::{Elders, Heard, Law};
use adjutant_replay::leagues::{self, Held, Verdict};
use adjutant_replay::matches::logs;
use adjutant_replay::tournaments::{self, export};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::question::{self, Head, rulebook};

/// The first line of a question.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    ask: String,
    #[serde(default)]
    parts: Vec<usize>,
    #[serde(default)]
    name: String,
    #[serde(default)]
    matches: Vec<String>,
    #[serde(default)]
    packs: Vec<BTreeMap<String, String>>,
    #[serde(default)]
    trust: bool,
    #[serde(default)]
    heard: usize,
    #[serde(default)]
    width: usize,
    #[serde(default)]
    lists: usize,
    #[serde(default)]
    ends: Vec<[Hash; 2]>,
}

impl Head for Question {
    fn parts(&self) -> &[usize] {
        &self.parts
    }
}

/// What is asked of the engine of an older law.
struct Asked {
    law: u32,
    question: Vec<u8>,
}

/// Engines of older laws that stand elsewhere: what they said so far, in order, and what they are asked next.
#[derive(Default)]
struct Elsewhere {
    said: Vec<Vec<u8>>,
    so_far: Mutex<(usize, Option<Asked>)>,
}

impl Elders for Elsewhere {
    fn ask(&self, law: u32, question: &Value, parts: &[&[u8]]) -> Heard {
        let mut so_far = self.so_far.lock().unwrap_or_else(PoisonError::into_inner);
        let (asked, next) = &mut *so_far;
        let Some(said) = self.said.get(*asked) else {
            next.get_or_insert_with(|| Asked { law, question: framed(question, parts) });
            return Heard::Nothing("it was not asked yet".to_owned());
        };
        *asked += 1;
        let mut said: Value = serde_json::from_slice(said).unwrap_or_default();
        if let Some(given) = said.get_mut("answer") {
            return Heard::Given(given.take());
        }
        match said.get_mut("refused") {
            Some(refused) => Heard::Refused(refused.take()),
            None => Heard::Nothing(said["fault"].as_str().unwrap_or("its engine is not here").to_owned()),
        }
    }
}

/// A question to a module, as bytes.
fn framed(question: &Value, parts: &[&[u8]]) -> Vec<u8> {
    let mut head = question.clone();
    head["parts"] = parts.iter().map(|part| part.len()).collect();
    let mut bytes = head.to_string().into_bytes();
    bytes.push(b'\n');
    parts.iter().for_each(|part| bytes.extend_from_slice(part));
    bytes
}

/// The answer to a question.
///
/// ```
/// let answer: serde_json::Value = serde_json::from_slice(&adjutant_module::page::answer(b"{\"ask\":\"check\",\"parts\":[0]}\n")).unwrap();
/// assert_eq!(answer["answer"]["verdict"]["title"], "This is not a log");
/// ```
pub fn answer(question: &[u8]) -> Vec<u8> {
    said(question).unwrap_or_else(|fault| json!({ "fault": fault })).to_string().into_bytes()
}

fn said(question: &[u8]) -> Result<Value, String> {
    let (head, parts): (Question, Vec<&[u8]>) = question::framed(question)?;
    let known = parts.len().checked_sub(head.heard).ok_or("fewer parts than were heard")?;
    let (own, heard) = parts.split_at(known);
    let elders = Arc::new(Elsewhere { said: heard.iter().map(|said| said.to_vec()).collect(), ..Elsewhere::default() });
    let rules = Rulebook { elders: Some(Arc::clone(&elders) as Arc<dyn Elders>), ..rulebook(&head.packs) };
    let answer = asked(&head, &rules, own)?;
    let next = elders.so_far.lock().unwrap_or_else(PoisonError::into_inner).1.take();
    Ok(match next {
        Some(Asked { law, question }) => {
            json!({"asks": {"law": law, "question": String::from_utf8_lossy(&question)}})
        }
        None => json!({ "answer": answer }),
    })
}

fn asked(head: &Question, rules: &Rulebook, parts: &[&[u8]]) -> Result<Value, String> {
    let (log, rest) = parts.split_first().ok_or("no log was given")?;
    match head.ask.as_str() {
        "check" => checked(head, rules, log, rest),
        "hash" => Ok(json!(Hash::of(log))),
        "picture" => Ok(json!(Grey::new(head.width, log.to_vec()).map(|grey| grey.texts()).unwrap_or_default())),
        "carried" => Ok(match together(rules, &String::from_utf8_lossy(log)) {
            Ok(log) => json!({ "log": String::from_utf8_lossy(&log) }),
            Err(why) => json!({ "why": why }),
        }),
        "lists" => lists(head, rules, log, rest),
        "proof" => Ok(proof(head, log, rest)),
        "wants" => Ok(json!(audit::matches_of(rules, log))),
        "theatre" => {
            let shown = replayed(rules, log).and_then(|(game, records)| theatre::theatre(&game, &records));
            let carried = Carried { log: Some(log), ..Carried::default() };
            Ok(json!(shown.map(|shown| theatre::html(&shown, carried))))
        }
        other => Err(format!("there is no answer to `{other}`")),
    }
}

/// The log that codes carry, or what is wrong with them.
fn together(rules: &Rulebook, texts: &str) -> Result<Vec<u8>, String> {
    let texts: Vec<&str> = texts.split_ascii_whitespace().collect();
    let gathered = carried::gathered(&texts).map_err(|error| error.to_string())?;
    carried::unpacked(rules, &gathered.data, gathered.head).map_err(|error| error.to_string())
}

/// A match as far as it can be folded, with its records.
fn replayed(rules: &Rulebook, log: &[u8]) -> Option<(Match, Vec<Record>)> {
    let records = logs::read_chained("the log", log).ok()?;
    let game = logs::fold_chained(rules, "the log", &records, None).ok()?;
    Some((game, records.into_iter().map(|chained| chained.record).collect()))
}

/// Lists of a league against the logs that it pins, in the order in which they were shown; a list that it never showed says so.
fn lists(head: &Question, rules: &Rulebook, league: &[u8], rest: &[&[u8]]) -> Result<Value, String> {
    let (lists, logs) = rest.split_at_checked(head.lists).ok_or("fewer lists than were counted")?;
    let league = leagues::read("the league", league).map_err(|_| "the log of the league is not whole")?;
    let held = Held::of(logs.iter().map(|log| log.to_vec()));
    let number = |list: &&[u8]| serde_json::from_slice::<Value>(list).ok()?["list"].as_u64();
    let answers = lists.iter().map(|list| {
        let shown = number(list)
            .and_then(|number| league.state().lists.iter().find(|shown| u64::from(shown.publish.list) == number));
        let verdict = match shown {
            None => Ok(Verdict::Differs { first: "the league has shown no list of this number".to_owned() }),
            Some(shown) => leagues::checked(rules, &league, &held, shown, list),
        };
        match verdict {
            Ok(Verdict::Good { logs }) => json!({"list": number(list), "good": true, "logs": logs}),
            Ok(Verdict::Differs { first }) => json!({"list": number(list), "good": false, "first": first}),
            Err(_) => {
                json!({"list": number(list), "good": false, "first": "the log of the season before is not whole"})
            }
        }
    });
    Ok(answers.collect())
}

/// What a file of a proof says of the logs whose ends are named.
fn proof(head: &Question, text: &[u8], rest: &[&[u8]]) -> Value {
    let trust = rest.first().filter(|_| head.trust).map(|text| Trust::read(&String::from_utf8_lossy(text)));
    let trust = trust.and_then(Result::ok).unwrap_or_default();
    leagues::proven(&String::from_utf8_lossy(text), &head.ends, &trust).map_or(
        Value::Null,
        |proven| json!({"tree": proven.tree, "size": proven.size, "holds": proven.holds, "signed": proven.signed}),
    )
}

fn checked(head: &Question, rules: &Rulebook, log: &[u8], rest: &[&[u8]]) -> Result<Value, String> {
    let mut matches = |id: &str| head.matches.iter().zip(rest).find(|(own, _)| *own == id).map(|(_, log)| log.to_vec());
    let event = audit::is_event(log);
    let mut report: LogReport = match event {
        true => audit::audit_event(rules, head.name.clone(), log, &mut matches),
        false => audit::audit_bytes(rules, head.name.clone(), log),
    };
    if head.trust {
        let text = rest.last().ok_or("no trust file was given")?;
        let trust = Trust::read(&String::from_utf8_lossy(text))
            .map_err(|line| format!("line {line} of the trust file names no key"))?;
        trust.judge(&mut report, &Beside::default());
    }
    let kind = match (event, audit::is_league(log)) {
        (true, _) => "event",
        (_, true) => "league",
        _ => "match",
    };
    let played = if kind == "match" { replayed(rules, log) } else { None };
    let verdict = audited::verdict(&report, played.as_ref().map(|(game, _)| game));
    let counts = if report.good() { format!("{0} of {0} records good", report.records) } else { verdict.title.clone() };
    let law = match Law::of_log(log) {
        Law::Today => LAW.unsigned_abs(),
        Law::Older(law) | Law::Newer(law) => law,
    };
    let today = played.as_ref().filter(|(game, _)| game.heard().is_none() && game.state().open.is_some());
    let score = today.map(|(game, _)| score(game));
    let read = |log| tournaments::read("the log", log).ok();
    let document = if event { read(log).map(|log| export::document(&log)) } else { None };
    let lines = |note: bool| {
        let wanted = report.findings.iter().filter(|found| (found.severity == Severity::Note) == note);
        wanted.map(|found| audited::finding(&report, found)).collect::<Vec<_>>()
    };
    Ok(json!({
        "kind": kind, "origin": report.origin, "good": report.good(), "verdict": verdict, "law": law,
        "checked": counts, "unjudged": report.findings.iter().any(|found| found.code == Code::CannotJudge),
        "records": report.records, "head": report.head, "match": report.id, "event": report.event, "vp": report.vp,
        "lines": audited::lines(&report), "faults": lines(false), "notes": lines(true),
        "errors": report.findings.iter().filter(|found| found.severity == Severity::Error).map(|found| found.code).collect::<Vec<_>>(),
        "first": report.findings.iter().find(|found| found.severity == Severity::Error).and_then(|found| found.record),
        "signed": signed(&report), "repair": repair(rules, log, &report), "score": score, "document": document,
    }))
}

/// What a record says of both totals and what the facts before it give, where its seal fits the one in place of the other.
fn repair(rules: &Rulebook, log: &[u8], report: &LogReport) -> Option<Value> {
    let broken = report.findings.iter().find(|found| found.code == Code::Chain)?.record?;
    let lines = chain::lines(log).ok()?;
    let at = usize::try_from(broken).ok()?.checked_sub(1)?;
    let (before, line) = (lines.get(..at)?, lines.get(at)?.1);
    let whole: Vec<u8> = before.iter().flat_map(|(_, line)| line.iter().chain(b"\n")).copied().collect();
    let records = logs::read_chained("the log", &whole).ok()?;
    let mut game = logs::fold_chained(rules, "the log", &records, None).ok()?;
    let mut record: Value = serde_json::from_slice(line).ok()?;
    let says = record["vp"].clone();
    let bare = read_bare(&serde_json::to_vec(&json!({"by": record["by"], "do": record["do"]})).ok()?).ok()??;
    game.tell(bare.said(), Arc::new(bare.command)).ok()?;
    let facts = game.vp();
    record["vp"] = json!(facts);
    chain::verify_line(&chain::canonical(&record).ok()?, records.last()?.link).ok()?;
    Some(json!({"says": [says["one"], says["two"]], "facts": [facts.one, facts.two]}))
}

/// Who signed with which key.
fn signed(report: &LogReport) -> Vec<Value> {
    report.signers.iter().map(|one| json!({"name": one.name, "key": one.key, "record": one.record})).collect()
}

/// Players, totals, and every point with its reason and its record.
fn score(game: &Match) -> Value {
    let state = game.state();
    let awards = theatre::awards(game);
    let paid = |player: Player| {
        let own = awards.iter().filter(|(.., paid)| paid.player == player);
        let row = |(seq, round, Paid { objective, raw, why, .. }): &(u64, i64, Paid)| json!({"record": seq, "round": round, "objective": objective, "vp": raw, "why": why});
        own.map(row).collect::<Vec<_>>()
    };
    json!({
        "players": BySide::from_fn(|player| format!("{} {}", shape(player), name_of(state, player))),
        "vp": game.vp(),
        "paid": BySide::from_fn(paid),
    })
}
