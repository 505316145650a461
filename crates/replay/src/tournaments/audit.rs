//! Checks an event by reading it again: the chain, the rules, the independent judge, the pairings drawn anew, and
//! every result that was taken from a match log held against that log.
//! What it can find, beside what [`adjutant_tournament::check`] finds, is the list [`EventCode`].

use std::collections::BTreeMap;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use adjutant_core::reliance::Reliance;
use adjutant_core::signature::{Statement, verify};
use adjutant_engine::chain::Hash;
use adjutant_tournament::check::check_watched;
use adjutant_tournament::command::{MatchLog, Pair, ResultEntry};
use adjutant_tournament::corrected::{Change, Corrected, Recommitted, corrected};
use adjutant_tournament::log::{Record, Walk};
use adjutant_tournament::pairing::{ALGORITHM, draft_again};
use adjutant_tournament::policy::{Method, System};
use adjutant_tournament::teams::Side;
use adjutant_tournament::touched::given;
use adjutant_tournament::{By, PlayerId, RoundNumber, Tournament, TournamentCommand, TournamentLog};
use serde::Serialize;

pub use super::code::EventCode;
use super::reading::read;
use super::tables;
use crate::error::Error;
use crate::laws::Law;
use crate::matches::{both_signed, logs};
use crate::rulebook::Rulebook;

pub use adjutant_core::Severity;

/// One thing that was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TournamentFinding {
    /// How much it weighs, in the words of [`Severity::of_event`].
    #[serde(serialize_with = "word_of_event")]
    pub severity: Severity,
    /// What kind: the word of an [`EventCode`], or of a list of [`adjutant_tournament::check`].
    pub code: &'static str,
    /// The round, where it belongs to one.
    pub round: Option<RoundNumber>,
    /// Number of the record, where it is about one.
    pub record: Option<u64>,
    /// What was found, in a sentence.
    pub sentence: String,
    /// The match whose log says otherwise.
    #[serde(skip)]
    pub contested: Option<String>,
}

fn word_of_event<S: serde::Serializer>(severity: &Severity, out: S) -> Result<S::Ok, S::Error> {
    out.serialize_str(severity.of_event())
}

/// What the judge of event logs, of standings or of TRF files found.
impl From<adjutant_tournament::check::Finding> for TournamentFinding {
    fn from(found: adjutant_tournament::check::Finding) -> TournamentFinding {
        let severity = if found.fault { Severity::Error } else { Severity::Note };
        let (code, round, sentence) = (found.code, found.round, found.text);
        TournamentFinding { severity, code, round, record: None, sentence, contested: None }
    }
}

impl TournamentFinding {
    pub(super) fn remark(code: EventCode, record: Option<u64>, sentence: String) -> TournamentFinding {
        let (severity, code) = (Severity::Note, code.as_str());
        TournamentFinding { severity, code, round: None, record, sentence, contested: None }
    }

    fn error(code: EventCode, round: Option<RoundNumber>, record: Option<u64>, sentence: String) -> TournamentFinding {
        let (severity, code) = (Severity::Error, code.as_str());
        TournamentFinding { severity, code, round, record, sentence, contested: None }
    }
}

/// Audits the log of an event. `matches` gives the log of a match, byte for byte, where there is one.
pub fn audit_event(
    rules: &Rulebook,
    name: &str,
    bytes: &[u8],
    matches: &mut dyn FnMut(&str) -> Option<Vec<u8>>,
) -> Vec<TournamentFinding> {
    audit_read(rules, read(name, bytes).as_ref(), matches)
}

/// Audits what reading an event log came to.
pub fn audit_read(
    rules: &Rulebook,
    read: Result<&TournamentLog, &Error>,
    matches: &mut dyn FnMut(&str) -> Option<Vec<u8>>,
) -> Vec<TournamentFinding> {
    match read {
        Ok(log) => audit_log(rules, log, matches),
        Err(error) => vec![TournamentFinding::error(EventCode::Unreadable, None, None, error.to_string())],
    }
}

/// Audits an event log that was read.
pub fn audit_log(
    rules: &Rulebook,
    log: &TournamentLog,
    matches: &mut dyn FnMut(&str) -> Option<Vec<u8>>,
) -> Vec<TournamentFinding> {
    audit_watched(rules, log, matches, &mut |_, _| ())
}

/// The same, telling how far it is: steps done, and all of them.
pub fn audit_watched(
    rules: &Rulebook,
    log: &TournamentLog,
    matches: &mut dyn FnMut(&str) -> Option<Vec<u8>>,
    watch: &mut dyn FnMut(usize, usize),
) -> Vec<TournamentFinding> {
    let (mut findings, mut drawn) = checked_and_drawn(log, log.records().len() > LONG, watch);
    findings.extend(signatures(log));
    findings.extend(reports(log));
    findings.extend(changed_keys(log));
    findings.extend(lists(log));
    findings.extend(corrections(log));
    for record in log.standing() {
        match &record.command {
            TournamentCommand::Pair(_) => findings.extend(drawn.remove(&record.seq)),
            TournamentCommand::Result(result) | TournamentCommand::AmendResult { result, .. } => {
                findings.extend(result.from.as_ref().and_then(|from| {
                    let found = matches(from.id.as_str());
                    let old = older(log.state(), record.seq, result, from, found.as_deref());
                    old.or_else(|| compare(rules, record.seq, result, from, found))
                }));
            }
            TournamentCommand::Report(report) => {
                let found =
                    |from: &MatchLog| compare(rules, record.seq, &report.result(), from, matches(from.id.as_str()));
                findings.extend(report.from.as_ref().and_then(found));
            }
            _ => {}
        }
    }
    findings.extend(by_hand(rules, log, matches));
    findings
}

/// Above so many records it pays to let another core help.
const LONG: usize = 1_000;

/// What the judge finds, and what drawing the pairings anew does, by the numbers of their records. With help another core
/// draws while the judge reads, where there is one.
fn checked_and_drawn(
    log: &TournamentLog,
    helped: bool,
    watch: &mut dyn FnMut(usize, usize),
) -> (Vec<TournamentFinding>, BTreeMap<u64, TournamentFinding>) {
    let is_pairing = |record: &&Record| matches!(record.command, TournamentCommand::Pair(_));
    let pairings: Vec<&Record> = log.standing().filter(is_pairing).collect();
    let checks = 2 * log.state().rounds.len();
    let all = checks + pairings.len();
    let next = AtomicUsize::new(0);
    let draw = |told: &mut dyn FnMut(usize)| {
        let (mut walk, mut found) = (log.walk(), BTreeMap::new());
        while let Some(at) = Some(next.fetch_add(1, Ordering::Relaxed)).filter(|at| *at < pairings.len()) {
            if let TournamentCommand::Pair(pair) = &pairings[at].command {
                found.extend(pair_again(&mut walk, pairings[at].seq, pair).map(|found| (pairings[at].seq, found)));
            }
            told(at + 1);
        }
        found
    };
    thread::scope(|scope| {
        let help = || thread::Builder::new().spawn_scoped(scope, || draw(&mut |_| ())).ok();
        let helper = if helped { help() } else { None };
        let judged = check_watched(log, &mut |done, _| watch(done, all)).findings;
        let mut drawn = draw(&mut |done| watch(checks + done, all));
        if let Some(helper) = helper {
            drawn.extend(helper.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        watch(all, all);
        (judged.into_iter().map(TournamentFinding::from).collect(), drawn)
    })
}

/// Results that were entered by hand, and the logs of their matches.
fn by_hand(
    rules: &Rulebook,
    log: &TournamentLog,
    matches: &mut dyn FnMut(&str) -> Option<Vec<u8>>,
) -> Vec<TournamentFinding> {
    use TournamentCommand::{AmendResult, Result};
    let found = tables::by_hand(rules, log, matches);
    let entered = |round, table| {
        let is = |record: &&Record| match &record.command {
            Result(result) | AmendResult { result, .. } => (result.round, result.table) == (round, table),
            _ => false,
        };
        log.standing().rfind(is).map(|record| record.seq)
    };
    let differs = |(round, table, id, sentence)| TournamentFinding {
        severity: Severity::Warning,
        code: EventCode::ResultDiffers.as_str(),
        round: Some(round),
        record: entered(round, table),
        sentence,
        contested: Some(id),
    };
    let unused = found.unused.first().map(|first| {
        let sentence = match found.unused.len() - 1 {
            0 => format!("the result of match {first} was entered by hand; its log was not used"),
            more => {
                format!("the results of match {first} and {more} more were entered by hand; their logs were not used")
            }
        };
        TournamentFinding::remark(EventCode::NotUsed, None, sentence)
    });
    found.differing.into_iter().map(differs).chain(unused).collect()
}

/// Verifies what was signed: each signature is over the hash of the record before it.
fn signatures(log: &TournamentLog) -> Vec<TournamentFinding> {
    let mut findings = Vec::new();
    let mut last_signed = None;
    for record in log.standing() {
        let TournamentCommand::Sign { player, head, key, signature } = &record.command else {
            continue;
        };
        let who = player.as_ref().map_or("the organiser".to_owned(), |player| format!("`{player}`"));
        let upto = before(log, record).filter(|before| before.hash == *head);
        let genuine = key.as_ref().zip(signature.as_ref()).is_none_or(|(key, sign)| {
            let said = statement(log, record, player.as_ref(), *head);
            said.is_some_and(|said| verify(key, sign, &said))
        });
        let Some(upto) = upto.filter(|_| genuine) else {
            let why = if genuine { "the record before has another hash" } else { "the signature is not of that key" };
            let sentence =
                format!("what {who} signed is not this log, head {head}: {why}; it was rewritten, or forged");
            findings.push(TournamentFinding::error(EventCode::Signature, None, Some(record.seq), sentence));
            continue;
        };
        let sentence = match key {
            Some(key) => format!("{who} signed up to record {} with key {key}", upto.seq),
            None => format!("the log says that {who} accepts it up to record {}, but no signature proves it", upto.seq),
        };
        findings.push(TournamentFinding::remark(EventCode::Signed, Some(record.seq), sentence));
        if key.is_some() {
            last_signed = Some(record.seq);
        }
    }
    let after = |signed: &u64| log.standing().filter(|record| record.seq > *signed && says_something(record)).count();
    if let Some((signed, count)) = last_signed.map(|signed| (signed, after(&signed))).filter(|(_, count)| *count > 0) {
        let sentence = match count {
            1 => "one record follows the last signature".to_owned(),
            count => format!("{count} records follow the last signature"),
        };
        findings.push(TournamentFinding::remark(EventCode::AfterSignature, Some(signed), sentence));
    }
    findings
}

/// Verifies what phones signed: each signature is over what its report says.
fn reports(log: &TournamentLog) -> Vec<TournamentFinding> {
    let origin = log.records().first().map(|record| record.hash);
    let forged = |record: &Record| {
        let TournamentCommand::Report(report) = &record.command else { return None };
        let (key, signature) = report.key.as_ref().zip(report.signature.as_ref())?;
        let said = Statement::of_report(origin?, report.player.as_str(), &report.says());
        let sentence = format!("what the phone of `{}` signed is not what this report says", report.player);
        let found = TournamentFinding::error(EventCode::Signature, Some(report.round), Some(record.seq), sentence);
        (!verify(key, signature, &said)).then_some(found)
    };
    log.standing().filter_map(forged).collect()
}

/// What a signature is over: an earlier one that is said again later covers nothing more.
fn before<'a>(log: &'a TournamentLog, record: &Record) -> Option<&'a Record> {
    log.records().get(usize::try_from(record.seq).ok()?.checked_sub(2)?)
}

fn statement(log: &TournamentLog, record: &Record, player: Option<&PlayerId>, head: Hash) -> Option<Statement> {
    Some(Statement::of_event(log.records().first()?.hash, role(record.by, player), head))
}

/// In which role somebody signs: as the player who is named, or as who speaks.
pub fn role(by: By, player: Option<&PlayerId>) -> String {
    match (player, by) {
        (Some(player), _) => format!("player {player}"),
        (None, By::Organiser) => "organiser".to_owned(),
        (None, By::Judge) => "judge".to_owned(),
        (None, By::Player) => "player".to_owned(),
    }
}

/// Everybody whose signature stands and is genuine: the record, the player if one is named, who spoke, and the key.
pub fn signers(log: &TournamentLog) -> Vec<(u64, Option<PlayerId>, By, Hash)> {
    let genuine = |record: &Record| match &record.command {
        TournamentCommand::Sign { player, head, key: Some(key), signature: Some(signature) } => {
            before(log, record).filter(|before| before.hash == *head)?;
            let said = statement(log, record, player.as_ref(), *head)?;
            verify(key, signature, &said).then(|| (record.seq, player.clone(), record.by, *key))
        }
        _ => None,
    };
    log.standing().filter_map(genuine).collect()
}

/// A signer who used another key than before.
fn changed_keys(log: &TournamentLog) -> Vec<TournamentFinding> {
    let mut known = std::collections::BTreeMap::new();
    let mut findings = Vec::new();
    for (seq, player, by, key) in signers(log) {
        let who = player.as_ref().map_or_else(|| by.as_str().to_owned(), |player| format!("`{player}`"));
        if let Some(before) = known.insert(who.clone(), key).filter(|before| *before != key) {
            let sentence = format!("{who} signed with key {key}, before with {before}");
            findings.push(TournamentFinding::remark(EventCode::KeyChanged, Some(seq), sentence));
        }
    }
    findings
}

fn says_something(record: &Record) -> bool {
    !matches!(record.command, TournamentCommand::Sign { .. } | TournamentCommand::Note { .. })
}

/// Which army lists were handed in, and which again once the event had begun.
fn lists(log: &TournamentLog) -> Vec<TournamentFinding> {
    let handed_in: Vec<String> = log
        .state()
        .players
        .iter()
        .filter_map(|player| Some(format!("{} {:.12}", player.entry.player, player.list?.to_string())))
        .collect();
    if handed_in.is_empty() {
        return Vec::new();
    }
    let (count, all) = (handed_in.len(), log.state().players.len());
    let sentence = format!("{count} of {all} players have a list on record: {}", handed_in.join(", "));
    let mut findings = vec![TournamentFinding::remark(EventCode::Lists, None, sentence)];
    let mut begun = false;
    let mut known = std::collections::BTreeMap::new();
    for record in log.standing() {
        match &record.command {
            TournamentCommand::Publish { .. } => begun = true,
            TournamentCommand::Roster { player, digest, .. } => {
                let before = known.insert(player, digest);
                if let Some(before) = before.filter(|before| begun && *before != digest) {
                    let sentence = format!("the list of `{player}` changed after round 1: {digest}, before {before}");
                    findings.push(TournamentFinding::remark(EventCode::ListChanged, Some(record.seq), sentence));
                }
            }
            _ => {}
        }
    }
    findings
}

/// Every correction that passed what people relied on, and every captain's choice that was sealed again.
fn corrections(log: &TournamentLog) -> Vec<TournamentFinding> {
    if !log.state().is_judged() {
        let sentence = "the log was made before laws had numbers: who corrected what in it is not judged";
        return vec![TournamentFinding::remark(EventCode::OldLaw, None, sentence.to_owned())];
    }
    let (found, again) = corrected(log);
    let listed = found.iter().map(|one| {
        let code = match one.by {
            By::Judge => EventCode::ByJudge,
            By::Organiser | By::Player => EventCode::ByOrganiser,
        };
        TournamentFinding::remark(code, Some(one.seq), correction(log, one))
    });
    let sealed = again.into_iter().map(|one| {
        let (Recommitted { round, table, .. }, side) = (one, if one.side == Side::One { "one" } else { "two" });
        let sentence = format!(
            "side {side} of table {table} in round {round} sealed a choice again after the other side's was opened"
        );
        let found = TournamentFinding::remark(EventCode::Recommitted, Some(one.seq), sentence);
        TournamentFinding { severity: Severity::Warning, ..found }
    });
    listed.chain(sealed).chain(prizes(log)).collect()
}

/// Every end of the event, taken back or not, by which others had won.
fn prizes(log: &TournamentLog) -> Vec<TournamentFinding> {
    let ends = log.records().iter().filter(|record| matches!(record.command, TournamentCommand::Finish { .. }));
    let moved = ends.filter_map(|end| {
        let names = |players: &[PlayerId]| match players {
            [] => "nobody".to_owned(),
            players => players.iter().map(|player| format!("`{player}`")).collect::<Vec<_>>().join(", "),
        };
        let given = given(&log.state_at(end.seq), log.state());
        let each = given.iter().map(|(title, then, now)| format!("{title}: {}, now {}", names(then), names(now)));
        let sentence =
            format!("prizes go to others than by this end of the event: {}", each.collect::<Vec<_>>().join("; "));
        (!given.is_empty()).then(|| TournamentFinding::remark(EventCode::PrizesChanged, Some(end.seq), sentence))
    });
    moved.collect()
}

/// A correction in a sentence: what it takes back, and each result before and after.
fn correction(log: &TournamentLog, one: &Corrected) -> String {
    let vp = |result: &Option<ResultEntry>| {
        result.as_ref().map_or("no result".to_owned(), |result| format!("{}:{}", result.one, result.two))
    };
    let taken = one.takes.iter().filter_map(|seq| log.records().get(usize::try_from(*seq).ok()?.checked_sub(1)?));
    let taken = taken.map(|record| format!("takes back record {}, {}", record.seq, said(&record.command)));
    let changed = one.results.iter().map(|change| {
        let Change { round, table, before, after } = change;
        format!("the result of table {table} in round {round} was {}, now {}", vp(before), vp(after))
    });
    let what: Vec<String> = taken.chain(changed).collect();
    let rests = match one.rests.last() {
        Some(Reliance::Published) => "something later was published already: ",
        Some(_) => "the other side had chosen already: ",
        None => "",
    };
    format!("{rests}{}", what.join("; "))
}

/// What a record said, as far as points and people go.
fn said(command: &TournamentCommand) -> String {
    use TournamentCommand::*;
    let name = command.kind().name();
    match command {
        Penalty { player, points, .. } => format!("`{name}` {points} of {player}"),
        Award { player, award, points, .. } => format!("`{name}` {award} {points} of {player}"),
        Infraction(line) => format!("`{name}` ({}) of {}", line.kind.name(), line.player),
        Drop { player } => format!("`{name}` of {player}"),
        Publish { round, .. } | CloseRound { round, .. } => format!("`{name}` of round {round}"),
        _ => format!("`{name}`"),
    }
}

/// Draws a searched round again from what was known before it was recorded.
fn pair_again(walk: &mut Walk<'_>, seq: u64, pair: &Pair) -> Option<TournamentFinding> {
    if pair.system != System::Swiss || pair.method == Method::Manual {
        return None;
    }
    if pair.algorithm != ALGORITHM {
        let (named, known) = (pair.algorithm, ALGORITHM);
        let sentence = format!("round {} was not drawn anew: it names search {named}, this is {known}", pair.round);
        return Some(TournamentFinding::remark(EventCode::NotDrawnAnew, Some(seq), sentence));
    }
    let again = draft_again(walk.after(seq - 1), pair);
    let sentence = match again {
        Ok(again) if again.pair.tables == pair.tables && again.pair.byes == pair.byes => return None,
        Ok(again) => {
            let differ = pair.tables.iter().filter(|pairing| !again.pair.tables.contains(pairing));
            let tables: Vec<String> = differ.map(|pairing| pairing.table.to_string()).collect();
            format!("drawn anew, the round has other tables {}", tables.join(", "))
        }
        Err(error) => format!("the round cannot be drawn anew: {error}"),
    };
    Some(TournamentFinding::error(EventCode::PairingDiffers, Some(pair.round), Some(seq), sentence))
}

/// A result of an event that names a law, taken from a match of an older one: nobody chooses the law that is played under.
fn older(
    event: &Tournament,
    seq: u64,
    result: &ResultEntry,
    from: &MatchLog,
    log: Option<&[u8]>,
) -> Option<TournamentFinding> {
    let (Law::Older(law), Some(named)) = (Law::of_log(log?), event.create.as_ref()?.law) else { return None };
    let (table, id) = (result.table, &from.id);
    let sentence = format!(
        "table {table}: match {id} was played under law {law}, and the event asks for law {named} or a later one"
    );
    Some(TournamentFinding::error(EventCode::OldLaw, Some(result.round), Some(seq), sentence))
}

/// Holds a result against the match log that it was taken from.
fn compare(
    rules: &Rulebook,
    seq: u64,
    result: &ResultEntry,
    from: &MatchLog,
    log: Option<Vec<u8>>,
) -> Option<TournamentFinding> {
    let (id, table) = (&from.id, result.table);
    let error = |code, sentence| Some(TournamentFinding::error(code, Some(result.round), Some(seq), sentence));
    let Some(log) = log else {
        let sentence = format!("table {table}: match {id} is missing; its result was not recomputed");
        let severity = Severity::Note;
        let (round, record) = (Some(result.round), Some(seq));
        return Some(TournamentFinding {
            severity,
            code: EventCode::MatchMissing.as_str(),
            round,
            record,
            sentence,
            contested: None,
        });
    };
    let records = match logs::read_chained(id.as_str(), &log) {
        Ok(records) => records,
        Err(broken) => return error(EventCode::MatchBroken, format!("table {table}: {}", broken)),
    };
    let Some(upto) = records.iter().position(|entry| entry.record.hash == from.head) else {
        let sentence = format!("table {table}: match {id} has no record of hash {}; it was rewritten", from.head);
        return error(EventCode::HeadUnknown, sentence);
    };
    if from.signed && !both_signed(records[..=upto].iter().map(|entry| &entry.record)) {
        let sentence = format!("table {table}: not both players have signed match {id} up to that record");
        return error(EventCode::NotSigned, sentence);
    }
    let game = match logs::fold_chained(rules, id.as_str(), &records[..=upto], None) {
        Ok(game) => game,
        Err(refused) => return error(EventCode::MatchBroken, format!("table {table}: {}", refused)),
    };
    let Some(found) = game.view().result else {
        return error(EventCode::ResultDiffers, format!("table {table}: match {id} had not ended at that record"));
    };
    if tables::agrees(result, &found) {
        return None;
    }
    let sentence = format!(
        "table {table}: the event says {}:{}, folding match {id} gives {}:{}",
        result.one, result.two, found.one, found.two
    );
    error(EventCode::ResultDiffers, sentence)
}

#[cfg(test)]
#[path = "../../tests/inside/event_audit.rs"]
mod tests;
