//! The log of a tournament among the logs that are audited.

use adjutant_core::chain;
use adjutant_tournament::{By, PlayerId, TournamentCommand, TournamentLog};

use super::beside::Beside;
use super::finding::{Code, Finding};
use super::judged::{Judged, Read};
use super::report::{Asks, JUDGE, LogReport, Said, Signer};
use super::source::{LogSource, Logs, is_event};
use super::trust::Trust;
use super::{elder, game, witness};
use crate::rulebook::Rulebook;
use crate::tournaments::audit::{self as event_audit, Severity};
use crate::tournaments::read;

/// The name of the organiser, in reports and in files of trusted keys.
const ORGANISER: &str = "organiser";

/// Audits the log of a tournament and keeps what it folds to. `matches` gives the log of a match where there is one.
pub fn judged(
    rules: &Rulebook,
    path: String,
    bytes: &[u8],
    matches: &mut dyn FnMut(&str) -> Option<Vec<u8>>,
) -> Judged {
    let lines: Vec<&[u8]> = chain::lines(bytes).unwrap_or_default().into_iter().map(|(_, line)| line).collect();
    match elder::judged(rules, &path, &lines, matches) {
        Some(judged) => judged,
        None => today(rules, path, bytes, matches),
    }
}

/// Audits the log of a tournament under today's law.
pub(super) fn today(
    rules: &Rulebook,
    path: String,
    bytes: &[u8],
    matches: &mut dyn FnMut(&str) -> Option<Vec<u8>>,
) -> Judged {
    let mut report = LogReport::new(path);
    let found = read(&report.path, bytes);
    if let Ok(log) = &found {
        report.event = log.state().create.as_ref().map(|create| create.name.to_string());
        report.records = log.records().len() as u64;
        report.head = Some(log.head());
        report.origin = log.records().first().map(|record| record.hash);
        names(log, &mut report);
        let first = log.records().iter().find(|record| record.at.is_absurd());
        report.findings.extend(first.map(|record| witness::absurd(record.seq, &record.at)));
        let pairs = log.records().iter().zip(log.records().iter().skip(1));
        let back = pairs.filter(|(before, record)| record.at < before.at);
        report.findings.extend(back.map(|(before, record)| witness::earlier(record.seq, record.at, before.at)));
    }
    for one in event_audit::audit_read(rules, found.as_ref(), matches) {
        let (code, name) = match (one.severity, one.code) {
            (_, "by-organiser") => (Code::ByOrganiser, String::new()),
            (_, "by-judge") => (Code::ByJudge, String::new()),
            (_, "recommitted") => (Code::Recommitted, String::new()),
            (_, "prizes-changed") => (Code::PrizesChanged, String::new()),
            (Severity::Note, "old-law") => (Code::OldLaw, String::new()),
            (Severity::Warning, _) => (Code::ResultDiffers, String::new()),
            (Severity::Note, "not-used") => (Code::NotUsed, String::new()),
            (Severity::Error, name) => (Code::Event, format!("{name}: ")),
            (Severity::Note, name) => (Code::EventRemark, format!("{name}: ")),
        };
        if let Some((id, log)) = one.contested.and_then(|id| matches(&id).map(|log| (id, log))) {
            report.contested.push((report.findings.len(), game::judged_bytes(rules, id, &log).report));
        }
        let round = one.round.map_or_else(String::new, |round| format!("round {round}: "));
        report.findings.push(Finding::new(code, one.record, format!("{name}{round}{}", one.sentence)));
    }
    let read = found.map_or(Read::Nothing, |log| Read::Tournament(Box::new(log)));
    Judged { report, read }
}

/// What the events among some logs make of their matches: those that have ended and that their organiser has signed.
pub fn told_by_events<L: Logs + ?Sized>(trust: &Trust, logs: &L) -> Beside {
    let (mut found, mut reader) = (Beside::default(), <L::Source as LogSource>::Reader::default());
    for source in (0..logs.count()).filter_map(|at| logs.get(at)) {
        let begins = match source.kept(&mut reader) {
            Some(kept) => kept.event,
            None => source.first(&mut reader).is_some_and(|first| is_event(&first.line)),
        };
        let Some(log) = begins.then(|| source.read(&mut reader).ok()).flatten() else { continue };
        let Ok(log) = read(&source.name(), &log.into_bytes()) else { continue };
        let mut report = LogReport::new(source.name());
        names(&log, &mut report);
        trust.judge(&mut report, &Beside::default());
        if report.errors().is_empty() {
            found.add(&log);
        }
    }
    found
}

/// Who signed, who should have, and whether the event has ended.
fn names(log: &TournamentLog, report: &mut LogReport) {
    let state = log.state();
    let name = |player: &PlayerId| {
        state.player(player).map_or_else(|| player.to_string(), |found| found.entry.name.to_string())
    };
    report.signers = event_audit::signers(log)
        .into_iter()
        .map(|(record, player, by, key)| {
            let name = match (player, by) {
                (Some(player), _) => name(&player),
                (None, By::Judge) => JUDGE.to_owned(),
                (None, By::Organiser | By::Player) => ORGANISER.to_owned(),
            };
            Signer { record, name, key }
        })
        .collect();
    report.said.extend(log.records().iter().map(|record| Said { hash: record.hash, asks: asks(&record.command) }));
    if !state.finished {
        let message = "the event has not ended: what followed may have been left out";
        report.findings.push(Finding::new(Code::Unfinished, None, message));
        return;
    }
    report.due = vec![ORGANISER.to_owned()];
    if !report.signers.iter().any(|signer| signer.name == ORGANISER) {
        let message = "the organiser has not signed it with a key: compare its head with the printed standings";
        report.findings.push(Finding::new(Code::Unsigned, None, message));
    }
}

/// Whether a record of an event needs the organiser's signature: what follows the last one says nothing new.
fn asks(command: &TournamentCommand) -> Asks {
    use TournamentCommand::{Archive, Note, Sign};
    if matches!(command, Sign { .. } | Note { .. } | Archive { .. }) { Asks::Nobody } else { Asks::All }
}
