//! Long lists and long logs, which two cores work on: the answer is that of one record after the other.

mod support;

use adjutant_core::chain::{Link, seal};
use adjutant_tournament::command::Entry;
use adjutant_tournament::log::LogError;
use adjutant_tournament::policy::Policies;
use adjutant_tournament::{By, TournamentCommand, TournamentLog};
use support::{AT, Dice, entry, new_event, record};

const PLAYERS: u32 = 700;

fn entries() -> Vec<Entry> {
    let mut dice = Dice(7);
    (0..PLAYERS).map(|number| entry(1_000 + number, 40, &mut dice)).collect()
}

fn event() -> TournamentLog {
    new_event(2, 3, Policies::default(), &mut Dice(1))
}

#[test]
fn a_list_registered_at_once_leaves_the_records_of_one_after_the_other() {
    let (mut one, mut all) = (event(), event());
    entries().into_iter().for_each(|entry| record(&mut one, TournamentCommand::Register(entry)));
    let mut told = Vec::new();
    all.register_all(AT, By::Organiser, entries(), |done| told.push(done)).expect("a list without a fault");
    assert_eq!(told, (1..=PLAYERS as usize).collect::<Vec<_>>());
    assert_eq!((all.state(), all.to_bytes()), (one.state(), one.to_bytes()));
    assert_eq!(all.head(), one.head());
}

#[test]
fn a_list_with_a_fault_registers_nobody() {
    for wrong in [1, 300, PLAYERS as usize - 1] {
        let mut log = event();
        let (state, bytes) = (log.state().clone(), log.to_bytes());
        let mut entries = entries();
        entries[wrong] = entries[0].clone();
        let (place, refusal) = log.register_all(AT, By::Organiser, entries, |_| {}).expect_err("the same id twice");
        assert_eq!((place, refusal.code()), (wrong, "known-player"));
        assert_eq!((log.state(), log.to_bytes()), (&state, bytes));
        record(&mut log, TournamentCommand::Register(entry(5_000, 1, &mut Dice(1))));
    }
}

/// The lines of a long log.
fn lines() -> Vec<Vec<u8>> {
    let mut log = event();
    log.register_all(AT, By::Organiser, entries(), |_| {}).expect("a list without a fault");
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
