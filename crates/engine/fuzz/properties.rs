//! What has to hold for any bytes at all: no panic, no endless loop, and what is taken can be written and read again.

use std::sync::LazyLock;

use adjutant_app::Known;
use adjutant_engine::attack::{self, Batch, Sequence, Target};
use adjutant_engine::chain::{self, Link, canonical};
use adjutant_engine::dice::{Drawer, faces_of};
use adjutant_engine::fold::Match;
use adjutant_engine::side::Player;
use adjutant_packs::PackSource;
use adjutant_replay::audit;
use adjutant_replay::matches::logs;
use adjutant_shorthand::{self as shorthand, Context, Names};
use adjutant_tournament::check::{check, check_trf};
use adjutant_tournament::command::By;
use adjutant_tournament::standings::standings;
use adjutant_tournament::trf::{self, Trf};
use adjutant_tournament::{RoundNumber, TournamentCommand, TournamentLog, csv_file};
use serde_json::{Map, Value};

/// The packs that logs are judged by.
static KNOWN: LazyLock<Known> = LazyLock::new(Known::default);

/// A chained log, as it stands and as a forger would leave it: the audit says something about it, and names no record
/// that it did not read.
pub fn log(bytes: &[u8]) {
    audited(bytes);
    audited(&resealed(bytes));
}

/// The lines that hold an object, chained anew: what is wrong with them is then no longer the chain.
fn resealed(bytes: &[u8]) -> Vec<u8> {
    let mut log = Vec::new();
    let mut link = Link::START;
    for line in bytes.split(|byte| *byte == b'\n') {
        let Ok(fields) = serde_json::from_slice::<Map<String, Value>>(line) else { continue };
        let Ok((line, next)) = chain::seal(fields, link) else { continue };
        link = next;
        log.extend(line);
        log.push(b'\n');
    }
    log
}

fn audited(bytes: &[u8]) {
    let report = audit::audit(&KNOWN.rulebook(), "log".to_owned(), bytes);
    let named = report.findings.iter().filter_map(|finding| finding.record).max().unwrap_or(0);
    assert!(named <= report.records + 1, "a finding about record {named} of {}", report.records);
    assert!(report.records > 0 || !report.good(), "a log without a record is not good");
}

/// Bare records: whatever is refused changes nothing.
pub fn bare(bytes: &[u8]) {
    let Ok(records) = logs::read_bare("bare", bytes) else { return };
    let mut game = KNOWN.new_match();
    for (_, record) in records {
        let (seq, vp) = (game.seq(), game.vp());
        let command = game.complete(record.command);
        let written = canonical(&command).expect("a command can be written");
        assert_eq!(first_member(&written), Some(command.name().to_owned()), "the command is named by its only member");
        if game.record(record.by, &command).is_err() {
            assert_eq!((game.seq(), game.vp()), (seq, vp), "a refused command changed something");
        }
    }
    let _ = game.view();
}

/// The name that a canonical command begins with.
fn first_member(command: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(command).ok()?;
    text.strip_prefix("{\"")?.split('"').next().map(str::to_owned)
}

/// A pack with one file replaced or added: its path stands in the first line, its content follows.
pub fn pack(bytes: &[u8]) {
    let Some(end) = bytes.iter().position(|byte| *byte == b'\n') else { return };
    let path = String::from_utf8_lossy(&bytes[..end]).into_owned();
    let mut files: Vec<PackSource> = adjutant_packs::shipped_files("border-war");
    files.retain(|file| file.path != path);
    files.push(PackSource { path, bytes: bytes[end + 1..].to_vec() });
    match adjutant_packs::read(&files) {
        Ok(pack) => assert_eq!(pack.rules_hashes.len(), pack.missions.len()),
        Err(faults) => assert!(!faults.is_empty()),
    }
}

/// An army list: what is read can be written as JSON.
pub fn roster(bytes: &[u8]) {
    if let Ok(import) = adjutant_rosters::import::read(bytes, Player::One) {
        canonical(&import.roster).expect("a roster can be written");
    }
}

/// Words of the shorthand: what is understood can be said again in words.
pub fn shorthand(bytes: &[u8]) {
    let Ok(line) = std::str::from_utf8(bytes) else { return };
    let view = Match::new(adjutant_packs::shipped()).view();
    let names = Names::of_match(&view, std::iter::empty(), &KNOWN.packs());
    let context = Context { names, by: None, active: Some(Player::One) };
    if let Ok(shorthand::Spoken::Record(_, command)) = shorthand::parse(line, &context) {
        assert!(!shorthand::words(&command).is_empty());
    }
}

/// A tournament report: what is read comes back byte for byte, and the judge has an answer.
pub fn trf(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let Ok(report) = Trf::read(text) else { return };
    assert_eq!(report.write(), text);
    assert_eq!(report.ledger().entrants.len(), report.players.len());
    let _ = check_trf(&report);
}

/// A list of players as CSV: no two of those taken share an id.
pub fn players(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let Ok(entries) = csv_file::players(text) else { return };
    let ids: std::collections::BTreeSet<_> = entries.iter().map(|entry| &entry.player).collect();
    assert_eq!(ids.len(), entries.len(), "two players with one id");
}

/// The commands of a tournament, one a line: a refused one changes nothing, the log of those taken is read back as it
/// was written, and standings, judge and TRF have an answer to it.
pub fn event(bytes: &[u8]) {
    let mut log = TournamentLog::new();
    for line in bytes.split(|byte| *byte == b'\n') {
        let Ok(command) = serde_json::from_slice::<TournamentCommand>(line) else { continue };
        let before = log.state().clone();
        if log
            .record(adjutant_tournament::Timestamp::parse("2026-11-21T09:00:00Z").unwrap(), By::Organiser, command)
            .is_err()
        {
            assert_eq!(*log.state(), before, "a refused command changed something");
        }
    }
    let again = TournamentLog::read(&log.to_bytes()).expect("what was taken is read");
    assert_eq!(again.state(), log.state());
    let _ = check(&log);
    let _ = standings(log.state(), RoundNumber(log.state().rounds.len() as u16));
    let written = trf::export(log.state()).write();
    Trf::read(&written).expect("our own report is one");
}

/// The dice of a volley, under the law of every edition: they are refused, or they destroy no more models than there are
/// and are read back as they were written; and the record that says they were drawn can be checked.
pub fn attack(bytes: &[u8]) {
    let Ok(volley) = serde_json::from_slice::<Vec<Sequence>>(bytes) else { return };
    let written = serde_json::to_vec(&volley).expect("what was read is written");
    assert_eq!(serde_json::from_slice::<Vec<Sequence>>(&written).expect("and read again"), volley);
    let batches: Vec<Batch<'_>> = volley.iter().map(Batch::new).collect();
    for edition in adjutant_packs::editions() {
        let law = adjutant_packs::edition_dice(edition).expect("a shipped edition");
        let mut target = Target::alike(7, 3);
        target.groups.as_mut_slice()[0].hurt = 1;
        let outcome = attack::resolve(&law, &target, &batches);
        match attack::next(&law, &target, &batches) {
            Ok(None) => assert!(outcome.is_ok(), "nothing comes next, and yet the dice are refused"),
            Ok(Some(prompt)) => assert!(outcome.is_err() && prompt.batch < volley.len() && prompt.most >= prompt.dice),
            Err(fault) => assert_eq!(outcome.as_ref().err(), Some(&fault)),
        }
        match outcome {
            Ok(outcome) => assert!(outcome.models_destroyed() <= 7 && outcome.wounds_lost <= 20 && outcome.hurt[0] < 3),
            Err(fault) => assert!(fault.batch < volley.len() && !fault.to_string().is_empty()),
        }
    }
    let mut drawer = Drawer::new([7; 32], "shoot a1", 0);
    for (index, sequence) in volley.iter().enumerate() {
        if let Some((step, drawn)) = drawer.differs(index, sequence) {
            let (first, again) = faces_of(sequence, step);
            assert!(drawn != first || drawn != again, "dice that agree are said to differ");
        }
    }
}
