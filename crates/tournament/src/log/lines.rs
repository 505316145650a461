//! The lines of a log: records with their envelope, written and read back.

use adjutant_core::chain::{self, Hash, Link};
use adjutant_core::sealed::Openings;
use adjutant_core::time::Timestamp;
use serde::{Deserialize, Serialize};

use crate::command::{By, Judging, TournamentCommand};
use crate::refusal::Refusal;

/// One record of a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Its place, from 1.
    pub seq: u64,
    /// When it was recorded; never read by a rule.
    pub at: Timestamp,
    /// The speaker.
    pub by: By,
    /// Which judge, where one speaks who is known by a card.
    pub judge: Option<Judging>,
    /// What.
    pub command: TournamentCommand,
    /// Its hash.
    pub hash: Hash,
    /// The canonical line, without a newline.
    pub line: Vec<u8>,
}

impl Record {
    /// Where it stands in the chain.
    pub fn link(&self) -> Link {
        Link { seq: self.seq, hash: self.hash }
    }
}

/// Why a log could not be read.
#[derive(Debug, thiserror::Error)]
pub enum LogError {
    /// It is not a list of lines.
    #[error(transparent)]
    Shape(#[from] chain::LogShapeError),
    /// A line breaks the chain.
    #[error("line {line}: {error}")]
    Chain {
        /// Number of the line.
        line: usize,
        /// What is wrong.
        error: chain::ChainError,
    },
    /// A line holds no record of an event.
    #[error("line {line} is not a record of an event log: {error}")]
    Record {
        /// Number of the line.
        line: usize,
        /// What the reader says.
        error: serde_json::Error,
    },
    /// A record is refused.
    #[error("record {seq} refused: {}: {refusal}", refusal.code())]
    Refused {
        /// Its number.
        seq: u64,
        /// Why.
        refusal: Refusal,
    },
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Envelope {
    at: Timestamp,
    by: By,
    #[serde(rename = "do")]
    command: TournamentCommand,
    hash: Hash,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    judge: Option<Judging>,
    prev: Hash,
    seq: u64,
}

/// The records of some lines, the chain checked from `previous` on; nothing follows the first fault.
pub(super) fn verified(
    lines: &[(usize, &[u8])],
    mut previous: Link,
    names: &Openings,
) -> impl Iterator<Item = Result<Record, LogError>> {
    let mut whole = true;
    let mut read = move |&(line, text): &(usize, &[u8])| {
        let link = chain::verify_line(text, previous).map_err(|error| LogError::Chain { line, error })?;
        let Envelope { at, by, mut command, judge, .. } =
            serde_json::from_slice(text).map_err(|error| LogError::Record { line, error })?;
        command.open_names(names);
        previous = link;
        Ok(Record { seq: link.seq, at, by, judge, command, hash: link.hash, line: text.to_vec() })
    };
    lines.iter().map_while(move |line| {
        let record = whole.then(|| read(line))?;
        whole = record.is_ok();
        Some(record)
    })
}

/// The line of a record, and where it stands.
pub(super) fn sealed(
    at: Timestamp,
    by: By,
    judge: Option<&Judging>,
    command: &TournamentCommand,
    previous: Link,
) -> serde_json::Result<(Vec<u8>, Link)> {
    let Some(judge) = judge else { return chain::seal_command(at, &by, command, previous) };
    let fields = serde_json::json!({"at": at, "by": by, "do": command, "judge": judge});
    let serde_json::Value::Object(fields) = fields else { return Ok((Vec::new(), previous)) };
    chain::seal(fields, previous)
}

/// The record that a sealed line will be read as: what could not be read again would lock the whole event.
pub(super) fn read_back((line, link): (Vec<u8>, Link), command: TournamentCommand) -> Result<Record, Refusal> {
    let accepted = match line.len() > chain::LINE_BYTES_MAX {
        true => "at most 1 MiB: fewer games in a round, or shorter texts",
        false => "what can be read again as it was said",
    };
    let read = serde_json::from_slice::<Envelope>(&line).ok().filter(|_| line.len() <= chain::LINE_BYTES_MAX);
    let read = read.filter(|read| read.command == command && (read.seq, read.hash) == (link.seq, link.hash));
    match read {
        Some(Envelope { at, by, judge, .. }) => {
            Ok(Record { seq: link.seq, at, by, judge, command, hash: link.hash, line })
        }
        None => Err(Refusal::OutOfRange { field: "record", accepted }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What would not be read as it was said is refused before it changes anything.
    #[test]
    fn a_record_is_the_one_that_its_line_is_read_as() {
        let said = |text: &str| -> TournamentCommand {
            serde_json::from_value(serde_json::json!({"note": {"text": text}})).unwrap()
        };
        let at = Timestamp::parse("2026-11-21T09:00:00Z").unwrap();
        let (line, link) = chain::seal_command(at, &By::Organiser, &said("late"), Link::START).unwrap();
        assert_eq!(read_back((line.clone(), link), said("late")).unwrap().hash, link.hash);
        let refused = |line: &[u8], link, text: &str| read_back((line.to_vec(), link), said(text)).is_err();
        assert!(refused(&line, link, "early") && refused(b"{}", link, "late") && refused(&line, Link::START, "late"));
    }
}
