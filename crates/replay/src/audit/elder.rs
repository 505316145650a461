//! Logs of older laws, judged by the engines of their laws; and those that no law here can judge.
//!
//! The chain and the form of the lines are checked here: they are the same under every law. What the engine of the law
//! finds is taken over, but for its refusals: a log that names no law and that law 1 does not take was made before there
//! were laws, or changed, and nobody can tell which.

use adjutant_core::chain::{self, ChainError, Hash, Link};
use adjutant_core::reliance::LAW;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::finding::{Code, Finding, Severity};
use super::judged::{Judged, Read};
use super::report::{Asks, LogReport, Said, Signer};
use super::source::is_event;
use crate::laws::{Law, Unjudged};
use crate::matches::elder;
use crate::rulebook::Rulebook;

/// Judges a log that is not of today's law; nothing where it is.
pub(super) fn judged(
    rules: &Rulebook,
    path: &str,
    lines: &[&[u8]],
    matches: &mut dyn FnMut(&str) -> Option<Vec<u8>>,
) -> Option<Judged> {
    let law = match Law::of(lines.iter().copied()) {
        Law::Today => return None,
        Law::Older(law) => Ok(law),
        Law::Newer(law) => Err(Unjudged::Newer { law }),
    };
    let mut report = LogReport::new(path.to_owned());
    seen(&mut report, lines);
    if report.count(Severity::Error) > 0 {
        return Some(report.into());
    }
    let log: Vec<u8> = lines.iter().flat_map(|line| line.iter().chain(b"\n")).copied().collect();
    let heard = law.and_then(|law| Ok((law, ask(rules, law, &log, matches)?)));
    let (law, heard) = match heard {
        Ok(heard) => heard,
        Err(why) => return Some(unjudged(report, why)),
    };
    if let Some(why) = refusal(&heard) {
        return Some(unjudged(report, why));
    }
    take(&mut report, &heard);
    let good = if report.good() { "good" } else { "not good" };
    let message = format!("judged by its own law, {law}, and by that it is {good}; today's is {LAW}");
    report.findings.push(Finding::new(Code::OldLaw, None, message));
    let read = rules.elders.clone().map_or(Read::Nothing, |elders| Read::Older { elders, law, log });
    Some(Judged { report, read })
}

/// Lets the engine of the law audit the log; an event with the logs of those of its matches that it asks for.
fn ask(
    rules: &Rulebook,
    law: u32,
    log: &[u8],
    matches: &mut dyn FnMut(&str) -> Option<Vec<u8>>,
) -> Result<Value, Unjudged> {
    let wanted = match is_event(log) {
        true => elder::ask(rules, law, &json!({"ask": "wants"}), &[log])?,
        false => Value::Null,
    };
    let ids = wanted.as_array().into_iter().flatten().filter_map(Value::as_str);
    // A later match of the event names a later law, which this engine does not know; it is judged by itself.
    let known = ids.filter_map(|id| Some((id, matches(id).filter(|log| Law::of_log(log) == Law::Older(law))?)));
    let (ids, logs): (Vec<&str>, Vec<Vec<u8>>) = known.unzip();
    let mut parts = vec![log];
    parts.extend(logs.iter().map(Vec::as_slice));
    elder::ask(rules, law, &json!({"ask": "audit", "matches": ids}), &parts)
}

/// What the chain shows under any law: the records, the head, who said what; and where it breaks.
fn seen(report: &mut LogReport, lines: &[&[u8]]) {
    let mut previous = Link::START;
    for line in lines {
        let link = match chain::verify_line(line, previous) {
            Ok(read) => read,
            Err(error) => {
                let code = match error {
                    ChainError::Gap { .. } | ChainError::Prev { .. } | ChainError::Hash { .. } => Code::Chain,
                    _ => Code::Form,
                };
                report.findings.push(Finding::new(code, previous.seq + 1, error.to_string()));
                return;
            }
        };
        let members: Value = serde_json::from_slice(line).unwrap_or_default();
        let kind = members["do"].as_object().and_then(|command| command.keys().next().cloned()).unwrap_or_default();
        if previous == Link::START {
            report.origin = Some(link.hash);
            let open = &members["do"]["open"];
            report.id = open["match"].as_str().map(str::to_owned);
            report.seat = read(&open["event"]);
            report.event = members["do"]["create"]["name"].as_str().map(str::to_owned);
        }
        let asks = match (kind.as_str(), members["by"].as_str()) {
            ("note" | "sign" | "unseal" | "archive", _) => Asks::Nobody,
            (_, Some("judge")) if report.event.is_none() => Asks::Judge,
            _ => Asks::All,
        };
        report.said.push(Said { hash: link.hash, asks });
        (report.records, report.head) = (link.seq, Some(link.hash));
        if let Ok(vp) = serde_json::from_value(members["vp"].clone()) {
            report.vp = vp;
        }
        previous = link;
    }
}

/// A log that no law here can judge: what its chain shows, and why nothing more.
fn unjudged(mut report: LogReport, why: Unjudged) -> Judged {
    let (code, record) = match &why {
        Unjudged::Newer { .. } => (Code::Newer, None),
        Unjudged::NoEngine { .. } | Unjudged::NotDrawn { .. } => (Code::CannotJudge, None),
        Unjudged::BeforeLaws { record, .. } => (Code::CannotJudge, *record),
    };
    report.findings.push(Finding::new(code, record, why.to_string()));
    Judged { report, read: Read::Unjudged(why) }
}

/// Why the engine does not take the log: the first of the findings that no log of its law has.
fn refusal(heard: &Value) -> Option<Unjudged> {
    let found = heard["report"]["findings"].as_array()?.iter().find(|found| {
        let message = found["message"].as_str().unwrap_or_default();
        match found["code"].as_str() {
            Some("refused" | "form" | "vp" | "too-costly" | "unreadable" | "signature") => true,
            Some("event") => ["unreadable", "signature"].iter().any(|code| message.starts_with(code)),
            _ => false,
        }
    })?;
    let what = found["message"].as_str().unwrap_or_default().to_owned();
    Some(Unjudged::BeforeLaws { record: found["record"].as_u64(), what })
}

/// What a value says, by the reader that reads facts too.
fn read<T: DeserializeOwned>(value: &Value) -> Option<T> {
    serde_json::from_str(&value.to_string()).ok()
}

/// Takes over what the engine found.
fn take(report: &mut LogReport, heard: &Value) {
    let own = &heard["report"];
    report.vp = read(&own["vp"]).unwrap_or(report.vp);
    report.result = read(&own["result"]);
    report.signatures = read(&own["signatures"]).unwrap_or_default();
    report.signers = heard["signers"].as_array().into_iter().flatten().filter_map(signer).collect();
    report.due = read(&heard["due"]).unwrap_or_default();
    report.findings.extend(own["findings"].as_array().into_iter().flatten().filter_map(finding));
}

fn signer(value: &Value) -> Option<Signer> {
    let name = value["name"].as_str()?.to_owned();
    Some(Signer { record: value["record"].as_u64()?, name, key: Hash::parse(value["key"].as_str()?)? })
}

/// A finding of an older engine. A code that is not known here any more is a remark, with its name before the sentence.
fn finding(value: &Value) -> Option<Finding> {
    let (name, message) = (value["code"].as_str()?, value["message"].as_str()?);
    let record = value["record"].as_u64();
    let known = Code::ALL.iter().find(|code| code.as_str() == name);
    Some(match known {
        Some(code) => Finding::new(*code, record, message),
        None => Finding::new(Code::EventRemark, record, format!("{name}: {message}")),
    })
}
