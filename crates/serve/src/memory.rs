//! What the server remembers beside the logs and over a restart: who lets another phone write for both, and sessions of the
//! organiser that were ended.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use adjutant_app::{Error, files};

/// By what is remembered, and of what: a consent by table and writer, an ended session by its number.
type Remembered = BTreeMap<String, BTreeMap<String, String>>;

const CONSENTS: &str = "consents";
const ENDED: &str = "ended";

/// What is remembered, and its file; no file for a server that records nothing.
pub(crate) struct Memory {
    path: Option<PathBuf>,
    held: Mutex<Remembered>,
}

impl Memory {
    /// What a file holds. One that is not there or cannot be read holds nothing: consents are asked for again.
    pub fn of(path: Option<PathBuf>) -> Memory {
        let read = path.as_ref().and_then(|path| std::fs::read(path).ok());
        let held = read.and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default();
        Memory { path, held: Mutex::new(held) }
    }

    fn held(&self) -> MutexGuard<'_, Remembered> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of a consent that stands.
    pub fn consent(&self, of: &str) -> Option<String> {
        self.held().get(CONSENTS)?.get(of).cloned()
    }

    /// A consent is given, under a number of its own; with nothing it is taken back.
    ///
    /// # Errors
    /// A file that cannot be written: then nothing has changed.
    pub fn agree(&self, of: &str, number: Option<String>) -> Result<(), Error> {
        self.change(|held| {
            let consents = held.entry(CONSENTS.to_owned()).or_default();
            match number {
                Some(number) => drop(consents.insert(of.to_owned(), number)),
                None => drop(consents.remove(of)),
            }
        })
    }

    /// Whether a session was ended.
    pub fn has_ended(&self, session: &str) -> bool {
        self.held().get(ENDED).is_some_and(|ended| ended.contains_key(session))
    }

    /// A session is over, whoever still has its cookie.
    ///
    /// # Errors
    /// A file that cannot be written: then nothing has changed.
    pub fn end(&self, session: &str, at: &str) -> Result<(), Error> {
        self.change(|held| drop(held.entry(ENDED.to_owned()).or_default().insert(session.to_owned(), at.to_owned())))
    }

    fn change(&self, change: impl FnOnce(&mut Remembered)) -> Result<(), Error> {
        let mut held = self.held();
        let mut new = held.clone();
        change(&mut new);
        if new == *held {
            return Ok(());
        }
        if let Some(path) = &self.path {
            files::make_folder(path.parent().unwrap_or(path))?;
            files::write(path, serde_json::to_string(&new).unwrap_or_default().as_bytes())?;
        }
        *held = new;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_restart_forgets_nothing_and_what_is_taken_back_is_gone() {
        let folder = tempfile::tempdir().unwrap();
        let open = || Memory::of(Some(folder.path().join("serve/gt.json")));
        let memory = open();
        assert_eq!((memory.consent("1/3/anna"), memory.has_ended("a")), (None, false));
        memory.agree("1/3/anna", Some("first".to_owned())).unwrap();
        memory.end("a", "2026-11-21T09:00:00Z").unwrap();
        let again = open();
        assert_eq!(again.consent("1/3/anna").as_deref(), Some("first"));
        assert!(again.has_ended("a") && !again.has_ended("b"));
        again.agree("1/3/anna", None).unwrap();
        assert_eq!((again.consent("1/3/anna"), open().consent("1/3/anna")), (None, None));
    }

    #[test]
    fn what_cannot_be_written_has_not_happened() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("serve"), "a file").unwrap();
        let memory = Memory::of(Some(folder.path().join("serve/gt.json")));
        assert!(memory.agree("1/3/anna", Some("first".to_owned())).is_err());
        assert_eq!(memory.consent("1/3/anna"), None);
    }
}
