//! Long logs, which two cores read: the answer is that of one record after the other.

use crate::support;

use adjutant_core::chain::{Link, seal};
use adjutant_tournament::command::Entry;
use adjutant_tournament::log::LogError;
use adjutant_tournament::policy::Policies;
use adjutant_tournament::{TournamentCommand, TournamentLog};
use support::{Dice, entry, new_event, record};

const PLAYERS: u32 = 700;

fn entries() -> Vec<Entry> {
    let mut dice = Dice(7);
    (0..PLAYERS).map(|number| entry(1_000 + number, 40, &mut dice)).collect()
}

fn event() -> TournamentLog {
    new_event(2, 3, Policies::default(), &mut Dice(1))
}

/// The lines of a long log.
fn lines() -> Vec<Vec<u8>> {
    let mut log = event();
    entries().into_iter().for_each(|entry| record(&mut log, TournamentCommand::Register(entry)));
    log.records().iter().map(|record| record.line.clone()).collect()
}

fn read(lines: &[Vec<u8>]) -> Result<TournamentLog, LogError> {
    let whole: Vec<u8> = lines.iter().flat_map(|line| [line.as_slice(), b"\n"].concat()).collect();
    TournamentLog::read(&whole)
}

#[test]
fn a_long_log_is_read_as_it_was_written_and_its_first_fault_is_told() {
    let lines = lines();
    let whole = read(&lines).expect("its own log");
    assert_eq!(whole.records().len(), lines.len());
    assert_eq!(whole.records().iter().map(|record| record.line.clone()).collect::<Vec<_>>(), lines);
    for at in [0, 1, 254, 255, 256, 257, 511, 600, lines.len() - 1] {
        let mut changed = lines.clone();
        let place = changed[at].len() - 3;
        changed[at][place] ^= 1;
        changed.last_mut().expect("a line")[0] = b'x';
        let Err(LogError::Chain { line, .. }) = read(&changed) else { panic!("line {}", at + 1) };
        assert_eq!(line, at + 1);
        let without: Vec<Vec<u8>> = lines.iter().take(at).chain(&lines[at + 1..]).cloned().collect();
        let told = read(&without).map(|log| log.records().len());
        if at + 1 == lines.len() {
            assert_eq!(told.expect("a shorter log"), at);
        } else {
            assert!(matches!(told, Err(LogError::Chain { line, .. }) if line == at + 1), "{told:?}");
        }
    }
}

#[test]
fn a_refused_record_is_told_before_a_fault_behind_it() {
    let mut lines = lines();
    let repeated = 400;
    let mut previous = Link::START;
    for at in 0..lines.len() {
        let own = if at == repeated { &lines[repeated - 1] } else { &lines[at] };
        let record: serde_json::Value = serde_json::from_slice(own).expect("JSON");
        let (line, link) = seal(record.as_object().expect("an object").clone(), previous).expect("JSON");
        (lines[at], previous) = (line, link);
    }
    for broken in [repeated + 1, repeated + 200, lines.len() - 1] {
        let mut changed = lines.clone();
        changed[broken][5] ^= 1;
        let Err(LogError::Refused { seq, refusal }) = read(&changed) else { panic!("a player twice") };
        assert_eq!((seq, refusal.code()), (repeated as u64 + 1, "known-player"));
    }
    lines[repeated - 1][5] ^= 1;
    assert!(matches!(read(&lines), Err(LogError::Chain { line, .. }) if line == repeated));
}
