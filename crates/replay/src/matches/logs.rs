//! Logs of matches from their bytes: read strictly, folded, with the file and the line in every error.

use std::sync::Arc;

use adjutant_engine::chain::{self, Link};
use adjutant_engine::fold::Match;
use adjutant_engine::law::Packs;
use adjutant_engine::record::{self, BareRecord, ReadError, Record};
use adjutant_engine::sealed::Openings;

use super::elder;
use crate::error::{Error, LogFault};
use crate::laws::{Law, Unjudged};
use crate::rulebook::Rulebook;

/// One record of a chained log and its line in the file.
pub struct Chained {
    /// Number of the line, from 1.
    pub number: usize,
    /// What it says.
    pub record: Record,
    /// Its place in the chain.
    pub link: Link,
    /// As it stands there.
    pub bytes: Vec<u8>,
}

/// Reads a chained log and checks its chain.
///
/// # Errors
/// The first fault, with its line; a log without a record; a log that was cut short or is too long counts as a file that cannot be read.
pub fn read_chained(name: &str, bytes: &[u8]) -> Result<Vec<Chained>, Error> {
    read_with(name, bytes, &Openings::default())
}

/// The same, with what opens sealed names: where it is here, they read as the real ones.
///
/// # Errors
/// As [`read_chained`].
pub fn read_with(name: &str, bytes: &[u8], names: &Openings) -> Result<Vec<Chained>, Error> {
    let lines = chain::lines(bytes).map_err(|error| LogFault::Shape { name: name.to_owned(), error })?;
    if lines.is_empty() {
        return Err(empty(name));
    }
    let mut previous = Link::START;
    let law = Law::of(lines.iter().map(|(_, line)| *line));
    lines
        .into_iter()
        .map(|(number, bytes)| {
            let (mut record, link) =
                record::read_chained(bytes, previous).map_err(|error| unread(name, number, law, error))?;
            record.open_names(names);
            previous = link;
            Ok(Chained { number, record, link, bytes: bytes.to_vec() })
        })
        .collect()
}

/// Why a line was not read. What is a record under another law need not be one under this.
fn unread(name: &str, line: usize, law: Law, error: ReadError) -> Error {
    let name = name.to_owned();
    let why = match (law, &error) {
        (Law::Newer(law), ReadError::Shape(_)) => Unjudged::Newer { law },
        (Law::Older(_), ReadError::Shape(what)) => {
            Unjudged::BeforeLaws { record: Some(line as u64), what: what.to_string() }
        }
        _ => return LogFault::Line { name, line, error }.into(),
    };
    Error::Unjudged { name, why }
}

/// Reads a bare log; each record with its line in the file.
///
/// # Errors
/// The first fault, with its line, or a log without a record.
pub fn read_bare(name: &str, bytes: &[u8]) -> Result<Vec<(usize, BareRecord)>, Error> {
    if bytes.len() > chain::LOG_BYTES_MAX {
        let limit = chain::LOG_BYTES_MAX;
        return Err(LogFault::TooLarge { name: name.to_owned(), limit }.into());
    }
    let mut records = Vec::new();
    for (index, line) in bytes.split(|byte| *byte == b'\n').enumerate() {
        let read = record::read_bare(line).map_err(|error| LogFault::BareLine {
            name: name.to_owned(),
            line: index + 1,
            error,
        })?;
        records.extend(read.map(|record| (index + 1, record)));
    }
    if records.is_empty() {
        return Err(empty(name));
    }
    Ok(records)
}

fn empty(name: &str) -> Error {
    LogFault::Empty { name: name.to_owned() }.into()
}

/// Folds the records of a chained log up to a number. The engine of its law judges it.
///
/// # Errors
/// The first record that the rules refuse, a log that no law here can judge, or a number that the log does not reach.
pub fn fold_chained(rules: &Rulebook, name: &str, records: &[Chained], at: Option<u64>) -> Result<Match, Error> {
    let law = Law::of(records.iter().map(|entry| entry.bytes.as_slice()));
    let records = &records[..until(name, records.len(), at)?];
    let unjudged = |why| Error::Unjudged { name: name.to_owned(), why };
    match law {
        Law::Today => {}
        Law::Newer(law) => return Err(unjudged(Unjudged::Newer { law })),
        Law::Older(law) => {
            let lines: Vec<u8> = records.iter().flat_map(|entry| entry.bytes.iter().chain(b"\n")).copied().collect();
            let records: Vec<&Record> = records.iter().map(|entry| &entry.record).collect();
            return elder::fold(rules, law, &records, &lines).map_err(unjudged);
        }
    }
    let mut game = Match::new(rules.packs.clone());
    for entry in records {
        let record = &entry.record;
        game.record(record.said(), Arc::clone(&record.command)).map_err(|refusal| {
            let place = format!("{name}:{}, record {}", entry.number, record.seq);
            Error::refused(place, record.command.name(), refusal)
        })?;
        game.set_head(record.hash);
    }
    Ok(game)
}

/// Folds the records of a bare log up to a number.
///
/// # Errors
/// The first record that the rules refuse, or a number that the log does not reach.
pub fn fold_bare(packs: &Packs, name: &str, records: &[(usize, BareRecord)], at: Option<u64>) -> Result<Match, Error> {
    let mut game = Match::new(packs.clone());
    for (index, (number, bare)) in records[..until(name, records.len(), at)?].iter().enumerate() {
        let command = game.complete(bare.command.clone());
        game.record(bare.said(), &command).map_err(|refusal| {
            let place = format!("{name}:{number}, record {}", index + 1);
            Error::refused(place, command.name(), refusal)
        })?;
    }
    Ok(game)
}

/// How many of `length` records come before and with record `at`.
///
/// # Errors
/// A number that the log does not reach.
pub fn until(name: &str, length: usize, at: Option<u64>) -> Result<usize, Error> {
    let Some(at) = at else { return Ok(length) };
    usize::try_from(at)
        .ok()
        .filter(|at| *at <= length)
        .ok_or_else(|| LogFault::NoRecord { name: name.to_owned(), at, length }.into())
}
