//! Sentences of `docs/event-log.md`, sections 1, 2 and 6, that nothing else tries: what a record is, and what a fold does
//! with it. Signatures: `tests/event_signing.rs`; rounds drawn again: `tests/events.rs`.

use crate::support;

use adjutant_core::chain::{Hash, LINE_BYTES_MAX, LOG_BYTES_MAX, Link, canonical, seal};
use adjutant_tournament::lots::{Purpose, draw};
use adjutant_tournament::policy::Policies;
use adjutant_tournament::{By, Name, PlayerId, RoundNumber, Seed, TableNumber, TournamentCommand, TournamentLog};
use serde_json::{Map, Value, json};
use support::{AT, Mischief, simulate_with};

fn log() -> TournamentLog {
    simulate_with(7, 3, Policies::default(), 5, Mischief::All, |_, _| {})
}

fn fields(line: &[u8]) -> Map<String, Value> {
    serde_json::from_slice(line).unwrap()
}

/// The log sealed anew after a change of every record.
fn resealed(log: &TournamentLog, change: impl Fn(&mut Map<String, Value>)) -> Vec<u8> {
    let (mut link, mut bytes) = (Link::START, Vec::new());
    for record in log.records() {
        let mut fields = fields(&record.line);
        change(&mut fields);
        let (line, next) = seal(fields, link).unwrap();
        link = next;
        bytes.extend(line);
        bytes.push(b'\n');
    }
    bytes
}

#[test]
fn a_record_is_one_canonical_line_that_names_the_one_before() {
    let log = log();
    let mut previous = "0".repeat(64);
    for (seq, record) in (1..).zip(log.records()) {
        let mut fields = fields(&record.line);
        assert_eq!(fields.keys().collect::<Vec<_>>(), ["at", "by", "do", "hash", "prev", "seq"]);
        assert_eq!(fields["do"].as_object().unwrap().len(), 1, "exactly one command");
        assert_eq!((&fields["seq"], fields["prev"].as_str()), (&json!(seq), Some(previous.as_str())));
        assert_eq!(canonical(&fields).unwrap(), record.line);
        let Some(Value::String(hash)) = fields.remove("hash") else { panic!("a hash") };
        assert_eq!(hash, Hash::of(&canonical(&fields).unwrap()).to_string());
        previous = hash;
    }
}

#[test]
fn what_was_changed_inside_does_not_chain() {
    let bytes = log().to_bytes();
    for place in (0..bytes.len()).step_by(997) {
        let mut other = bytes.clone();
        other[place] ^= 1;
        assert!(TournamentLog::read(&other).is_err(), "byte {place}");
    }
    let lines: Vec<&[u8]> = bytes.split_inclusive(|byte| *byte == b'\n').collect();
    assert!(TournamentLog::read(&lines[1..].concat()).is_err(), "the first is missing");
    assert!(TournamentLog::read(&[&lines[..5], &lines[6..]].concat().concat()).is_err(), "one inside is missing");
    // Nothing tells that the end is missing.
    assert!(TournamentLog::read(&lines[..lines.len() - 2].concat()).is_ok());
}

#[test]
fn unknown_fields_ids_names_and_lengths_are_bounded() {
    let log = log();
    for place in ["", "do", "command"] {
        let bytes = resealed(&log, |fields| {
            let command =
                |fields: &mut Map<String, Value>| fields["do"].as_object().unwrap().keys().next().unwrap().clone();
            let name = command(fields);
            let inside = match place {
                "" => fields,
                "do" => fields["do"].as_object_mut().unwrap(),
                _ => fields["do"][&name].as_object_mut().unwrap(),
            };
            inside.insert("more".to_owned(), json!(1));
        });
        assert!(TournamentLog::read(&bytes).is_err(), "{place}");
    }
    assert!(PlayerId::new(&"a".repeat(64)).is_ok() && PlayerId::new("a.b_c-9").is_ok());
    assert!(["", "A", "a b", "ä", &"a".repeat(65)].iter().all(|id| PlayerId::new(id).is_err()));
    assert!(
        Name::new(&"é".repeat(120)).is_ok()
            && ["", &"x".repeat(121), "a\u{7}b"].iter().all(|name| Name::new(name).is_err())
    );
    assert_eq!((LOG_BYTES_MAX, LINE_BYTES_MAX), (64 << 20, 1 << 20));
    assert!(TournamentLog::read(&[&vec![b' '; LINE_BYTES_MAX + 1][..], b"\n"].concat()).is_err());
}

#[test]
fn dates_are_read_by_no_rule_and_the_same_records_are_the_same_event() {
    let log = log();
    let dated = resealed(&log, |fields| drop(fields.insert("at".to_owned(), json!("2031-01-01T00:00:00Z"))));
    assert_eq!(TournamentLog::read(&dated).unwrap().state(), log.state());
    assert_eq!(TournamentLog::read(&log.to_bytes()).unwrap().state(), log.state());
}

#[test]
fn a_refused_command_changes_nothing_and_is_not_written() {
    let mut log = log();
    let before = (log.to_bytes(), log.state().clone());
    let commands: Vec<TournamentCommand> = log.records().iter().map(|record| record.command.clone()).collect();
    for command in commands {
        let mut other = log.clone();
        match other.record(AT, By::Player, command.clone()) {
            Err(refusal) => assert!(!refusal.code().is_empty()),
            Ok(_) => continue,
        }
        assert!(log.record(AT, By::Player, command).is_err());
        assert_eq!((other.to_bytes(), other.state().clone()), before);
        assert_eq!((log.to_bytes(), log.state().clone()), before);
    }
}

#[test]
fn draws_come_from_the_seed_with_a_stream_for_every_purpose() {
    let (seed, other) = (Seed::from_number(7), Seed::from_number(8));
    let token = |seed, table| draw(seed, Purpose::Token(RoundNumber(1), TableNumber(table)), 5);
    assert_eq!(token(&seed, 1), token(&seed, 1));
    assert!(token(&seed, 1) != token(&seed, 2) && token(&seed, 1) != token(&other, 1));
}

/// The contract tells of every command: one that is added stands there too.
#[test]
fn the_contract_names_every_command() {
    let contract = include_str!("../../../docs/event-log.md");
    let names = adjutant_tournament::kind::Kind::ALL.iter().map(|kind| kind.name());
    let missing: Vec<&str> = names.filter(|name| !contract.contains(&format!("`{name}`"))).collect();
    assert!(missing.is_empty(), "docs/event-log.md says nothing of {missing:?}");
}
