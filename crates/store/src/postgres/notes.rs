//! What was sent to a server and not answered: a file for each stream, in the words of its log.
//!
//! A note is written before the records are sent and taken away when the server has answered, whatever it said. Where a
//! connection or a program ends in between, nobody knows whether the records are stored: the next append to that stream
//! looks, so that the same words said again are not recorded twice.

use std::path::{Path, PathBuf};

use adjutant_core::chain::Hash;
use serde_json::Value;

use super::connect::Session;
use super::stream::Due;
use super::trouble::Trouble;
use crate::error::StoreError;

/// What a record says beside its words: of the same words said again, this is another.
const NOT_WORDS: [&str; 5] = ["at", "hash", "prev", "seq", "vp"];

/// The file of what is sent: named by the stream, and by the number and hash of its last record.
fn note_of(folder: &Path, due: &Due) -> Option<PathBuf> {
    let last = due.lines.last()?.link;
    Some(folder.join(format!("{}.{}.{}.{}", due.kind, due.id, last.seq, last.hash)))
}

impl Session {
    /// Notes what is about to be sent. A folder that cannot be written keeps nobody from recording.
    pub(super) fn note(&self, all: &[Due]) {
        let Some(folder) = &self.notes else { return };
        let written = |due: &Due| -> Option<()> {
            let log: Vec<u8> = due.lines.iter().flat_map(|line| [&line.bytes[..], b"\n"].concat()).collect();
            std::fs::write(note_of(folder, due)?, log).ok()
        };
        let _ = std::fs::create_dir_all(folder).map(|()| all.iter().for_each(|due| _ = written(due)));
    }

    /// The server has answered.
    pub(super) fn answered(&self, all: &[Due]) {
        let Some(folder) = &self.notes else { return };
        all.iter().filter_map(|due| note_of(folder, due)).for_each(|note| _ = std::fs::remove_file(note));
    }

    /// Looks what became of earlier records of these streams that the server did not answer.
    pub(super) fn look_back(&mut self, all: &[Due]) -> Result<(), StoreError> {
        let entries = self.notes.as_deref().and_then(|folder| std::fs::read_dir(folder).ok());
        let notes: Vec<PathBuf> = entries.into_iter().flatten().flatten().map(|entry| entry.path()).collect();
        for due in all {
            let stream = format!("{}.{}.", due.kind, due.id);
            for note in &notes {
                let name = note.file_name().and_then(|name| name.to_str()).unwrap_or_default();
                let place = name.strip_prefix(&stream).and_then(|rest| rest.split_once('.'));
                let Some((seq, hash)) = place.and_then(|(seq, hash)| Some((seq.parse().ok()?, Hash::parse(hash)?)))
                else {
                    continue;
                };
                let stands =
                    self.line(due.kind, &due.id, seq).map(|line| line.is_some_and(|own| own.link.hash == hash));
                let stored = match stands {
                    Ok(stands) => stands,
                    Err(StoreError::NotFound { .. }) => false,
                    Err(error) => return Err(error),
                };
                let log = std::fs::read(note).unwrap_or_default();
                // It is looked at once: who says the same again after that means it.
                let _ = std::fs::remove_file(note);
                if stored
                    && words(log.split(|byte| *byte == b'\n')) == words(due.lines.iter().map(|line| &line.bytes[..]))
                {
                    return Err(StoreError::StoredBefore { kind: due.kind, id: due.id.clone(), seq });
                }
            }
        }
        Ok(())
    }

    /// Whether an append failed without anybody knowing whether it is stored.
    pub(super) fn unanswered(&self, sent: bool, trouble: Trouble) -> StoreError {
        match trouble {
            Trouble::Lost(what) if sent => StoreError::Unanswered { place: self.place.clone(), what },
            other => other.told(&self.place),
        }
    }
}

/// What lines say, without when, and after what.
fn words<'a>(lines: impl Iterator<Item = &'a [u8]>) -> Vec<Option<Value>> {
    let said = |line: &[u8]| -> Option<Value> {
        let mut record: serde_json::Map<String, Value> = serde_json::from_slice(line).ok()?;
        NOT_WORDS.iter().for_each(|key| _ = record.remove(*key));
        Some(Value::Object(record))
    };
    lines.filter(|line| !line.is_empty()).map(said).collect()
}
