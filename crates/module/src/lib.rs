//! What today's law says about a log, as bytes in and JSON out: the inside of the module that is kept of a law.
//!
//! [`answer`] takes a question as `engines/README.md` lists them. `engines/law-2` turns it into WebAssembly; here it answers
//! natively, and tests compare the two. `page::answer` is what single files ask (feature `page`); `engines/page` builds it.

#[cfg(feature = "page")]
pub mod page;
mod question;

use adjutant_core::time::Timestamp;
use std::collections::BTreeMap;
use std::sync::Arc;

use adjutant_core::reliance::LAW;
use adjutant_engine::fold::Match;
use adjutant_engine::law::Pack;
use adjutant_engine::legal::legal_commands;
use adjutant_engine::record::read_bare;
use adjutant_engine::refusal::Refusal;
use adjutant_engine::side::By;
use adjutant_replay::audit::{self, LogReport, Signer};
use adjutant_replay::matches::logs::{self, Chained};
use adjutant_replay::tournaments::{self, export};
use adjutant_replay::{Error, Rulebook, facts};
use adjutant_tournament::TournamentCommand;
use serde::Deserialize;
use serde_json::{Value, json};

pub use adjutant_core::exports;
use question::{Head, framed, rulebook};

/// The shape of questions and answers. It only grows.
const FORMAT: u32 = 1;

/// The first line of a question.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    ask: String,
    #[serde(default)]
    parts: Vec<usize>,
    #[serde(default)]
    matches: Vec<String>,
    #[serde(default)]
    at: Option<u64>,
    #[serde(default)]
    by: Option<By>,
    #[serde(default)]
    packs: Vec<BTreeMap<String, String>>,
}

impl Head for Question {
    fn parts(&self) -> &[usize] {
        &self.parts
    }
}

/// Why there is no answer.
enum Not {
    /// What was asked about is not as this law wants it.
    Refused(Value),
    /// The question makes no sense.
    Fault(String),
}

/// The answer to a question.
///
/// ```
/// let about: serde_json::Value = serde_json::from_slice(&adjutant_module::answer(b"{\"ask\":\"about\"}")).unwrap();
/// assert_eq!(about["answer"]["law"], adjutant_core::reliance::LAW);
/// ```
pub fn answer(question: &[u8]) -> Vec<u8> {
    let value = match read(question).and_then(|(head, parts)| said(&head, &parts)) {
        Ok(answer) => json!({ "answer": answer }),
        Err(Not::Refused(why)) => json!({ "refused": why }),
        Err(Not::Fault(why)) => json!({ "fault": why }),
    };
    value.to_string().into_bytes()
}

/// A question and the bytes that it speaks of.
fn read(question: &[u8]) -> Result<(Question, Vec<&[u8]>), Not> {
    framed(question).map_err(Not::Fault)
}

fn said(head: &Question, parts: &[&[u8]]) -> Result<Value, Not> {
    let rules = &rulebook(&head.packs);
    let log = parts.first().copied();
    let log = || log.ok_or_else(|| Not::Fault("no log was given".to_owned()));
    let record = || parts.get(1).copied().ok_or_else(|| Not::Fault("no record was given".to_owned()));
    match head.ask.as_str() {
        "about" => Ok(about()),
        "audit" => Ok(audited(rules, log()?, &head.matches, &parts[1..])),
        "wants" => Ok(json!(audit::matches_of(rules, log()?))),
        "facts" => Ok(json!(facts::facts(rules, String::new(), log()?))),
        "fold" => folded(rules, log()?, head.at),
        "judge" if audit::is_event(log()?) => judged_event(log()?, record()?),
        "judge" => judged(rules, log()?, record()?),
        "offers" => offers(rules, log()?, head.by.unwrap_or(By::Both)),
        "event" => event(log()?),
        other => Err(Not::Fault(format!("this law has no answer to `{other}`"))),
    }
}

fn about() -> Value {
    let hashes = |pack: &Arc<Pack>| json!({"pack": pack.file.id, "rules": pack.rules, "missions": pack.rules_hashes});
    json!({"law": LAW, "format": FORMAT, "packs": Rulebook::shipped().packs.iter().map(hashes).collect::<Vec<_>>()})
}

/// What an audit finds, with what it does not print: who signed by name, and who should have.
fn audited(rules: &Rulebook, log: &[u8], names: &[String], logs: &[&[u8]]) -> Value {
    let mut matches = |id: &str| names.iter().zip(logs).find(|(name, _)| *name == id).map(|(_, log)| log.to_vec());
    let report: LogReport = match audit::is_event(log) {
        true => audit::audit_event(rules, String::new(), log, &mut matches),
        false => audit::audit_bytes(rules, String::new(), log),
    };
    let signer = |signer: &Signer| json!({"record": signer.record, "name": signer.name, "key": signer.key});
    json!({"report": report, "signers": report.signers.iter().map(signer).collect::<Vec<_>>(), "due": report.due})
}

/// What people are told of a log that cannot be read.
fn told(error: &Error) -> Not {
    Not::Refused(json!({"message": error.to_string(), "accepted": null}))
}

fn refused(record: u64, refusal: &Refusal) -> Not {
    let (code, message, accepted) = (refusal.code.as_str(), &refusal.message, &refusal.accepted);
    Not::Refused(json!({"record": record, "code": code, "message": message, "accepted": accepted}))
}

/// The records of a match and the fold of them, one after the other; `see` sees each with what it brought about.
fn fold(
    rules: &Rulebook,
    log: &[u8],
    at: Option<u64>,
    mut see: impl FnMut(&Match, &Chained, Value),
) -> Result<Match, Not> {
    let mut records = logs::read_chained("the log", log).map_err(|error| told(&error))?;
    records.truncate(logs::until("the log", records.len(), at).map_err(|error| told(&error))?);
    let mut game = Match::new(rules.packs.clone());
    for chained in &records {
        let record = &chained.record;
        let events = game.tell(record.said(), Arc::clone(&record.command));
        let events = events.map_err(|refusal| refused(record.seq, &refusal))?;
        game.set_head(record.hash);
        see(&game, chained, json!(events));
    }
    Ok(game)
}

fn folded(rules: &Rulebook, log: &[u8], at: Option<u64>) -> Result<Value, Not> {
    let mut told = Vec::new();
    let game = fold(rules, log, at, |game, chained, events| told.push((chained.record.seq, game.vp(), events)))?;
    let records: Vec<Value> = told
        .into_iter()
        .map(|(seq, vp, events)| {
            let counts = game.entry(seq).is_some_and(|(_, _, counts)| counts);
            let reads = game
                .reading(seq)
                .map(|reads| reads.iter().map(|one| json!({"by": one.by, "do": one.command})).collect::<Vec<_>>());
            json!({"record": seq, "vp": vp, "events": events, "counts": counts, "reads": reads})
        })
        .collect();
    Ok(json!({"view": game.view(), "records": records, "undoable": game.undoable()}))
}

fn not_known(error: &impl ToString) -> Not {
    Not::Refused(json!({"message": error.to_string(), "accepted": "a record as this law knows it"}))
}

fn judged(rules: &Rulebook, log: &[u8], record: &[u8]) -> Result<Value, Not> {
    let bare = read_bare(record).map_err(|error| not_known(&error))?;
    let bare = bare.ok_or_else(|| Not::Fault("no record was given".to_owned()))?;
    let mut game = fold(rules, log, None, |_, _, _| ())?;
    let command = Arc::new(game.complete(bare.command.clone()));
    let events = game.tell(bare.said(), Arc::clone(&command)).map_err(|refusal| refused(game.seq() + 1, &refusal))?;
    Ok(json!({"do": command, "vp": game.vp(), "events": events, "view": game.view()}))
}

/// A record that would follow in the log of an event.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    at: Timestamp,
    by: adjutant_tournament::By,
    #[serde(rename = "do")]
    command: TournamentCommand,
}

fn judged_event(log: &[u8], record: &[u8]) -> Result<Value, Not> {
    let Entry { at, by, command } = serde_json::from_slice(record).map_err(|error| not_known(&error))?;
    let mut log = tournaments::read("the log", log).map_err(|error| told(&error))?;
    let seq = log.records().len() as u64 + 1;
    match log.record(at, by, command) {
        Ok(record) => Ok(json!({"do": record.command, "line": String::from_utf8_lossy(&record.line)})),
        Err(refusal) => {
            let (code, message, accepted) = (refusal.code(), refusal.message(), refusal.hint());
            Err(Not::Refused(json!({"record": seq, "code": code, "message": message, "accepted": accepted})))
        }
    }
}

fn offers(rules: &Rulebook, log: &[u8], by: By) -> Result<Value, Not> {
    let game = fold(rules, log, None, |_, _, _| ())?;
    let offers = legal_commands(&game, by);
    Ok(json!(offers.iter().map(|offer| json!({"by": offer.by, "do": offer.command})).collect::<Vec<_>>()))
}

fn event(log: &[u8]) -> Result<Value, Not> {
    let log = tournaments::read("the log", log).map_err(|error| told(&error))?;
    Ok(export::document(&log))
}
