//! What the server remembers beside the logs and over a restart: who lets another phone write for both, sessions of the
//! organiser that were ended, who agreed to be shown on a stream, what the organiser set for it, and which programs may read.

use std::collections::BTreeMap;
use std::hash::{Hash as _, Hasher};
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use adjutant_app::{Error, files};
use adjutant_tournament::id::PassId;
use adjutant_tournament::{PlayerId, TableNumber};

/// By what is remembered, and of what: a consent by table and writer, an ended session by its number, a player who agreed to be
/// shown, a setting by its name, a program by its name. No secret is among it.
type Remembered = BTreeMap<String, BTreeMap<String, String>>;

const CONSENTS: &str = "consents";
const ENDED: &str = "ended";
const PUBLIC: &str = "public";
const READERS: &str = "readers";
const STREAM: &str = "stream";
const TABLE: &str = "table";
const DELAY: &str = "delay";

/// What the organiser shows on a stream.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OnAir {
    /// The table, where the address of an overlay names none.
    pub table: Option<TableNumber>,
    /// By how many seconds everything is told later.
    pub delay_s: u32,
}

/// What is remembered, and its file; no file for a server that records nothing.
pub struct Memory {
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

    /// Whether a player agreed that a stream shows their battles.
    pub fn is_public(&self, player: &PlayerId) -> bool {
        self.held().get(PUBLIC).is_some_and(|agreed| agreed.contains_key(player.as_str()))
    }

    /// A player agrees that a stream shows their battles, or takes it back.
    ///
    /// # Errors
    /// A file that cannot be written: then nothing has changed.
    pub fn show(&self, player: &PlayerId, agrees: bool, at: &str) -> Result<(), Error> {
        self.change(|held| {
            let agreed = held.entry(PUBLIC.to_owned()).or_default();
            match agrees {
                true => drop(agreed.insert(player.to_string(), at.to_owned())),
                false => drop(agreed.remove(player.as_str())),
            }
        })
    }

    /// What the organiser shows on a stream.
    pub fn on_air(&self) -> OnAir {
        let held = self.held();
        let number = |name: &str| held.get(STREAM)?.get(name);
        OnAir {
            table: number(TABLE).and_then(|table| table.parse().ok()).map(TableNumber),
            delay_s: number(DELAY).and_then(|delay| delay.parse().ok()).unwrap_or(0),
        }
    }

    /// Shows a table on the stream, so much later.
    ///
    /// # Errors
    /// A file that cannot be written: then nothing has changed.
    pub fn set_on_air(&self, on_air: OnAir) -> Result<(), Error> {
        let table = on_air.table.map(|table| (TABLE.to_owned(), table.to_string()));
        let all = table.into_iter().chain([(DELAY.to_owned(), on_air.delay_s.to_string())]).collect();
        self.change(|held| drop(held.insert(STREAM.to_owned(), all)))
    }

    /// The programs that may read the event, each with the number of its key.
    pub fn readers(&self) -> Vec<(PassId, String)> {
        let held = self.held();
        let all = held.get(READERS).into_iter().flatten();
        all.filter_map(|(name, number)| Some((PassId::new(name).ok()?, number.clone()))).collect()
    }

    /// A program may read the event, under a number of its own; with nothing it may no more.
    ///
    /// # Errors
    /// A file that cannot be written: then nothing has changed.
    pub fn let_read(&self, name: &PassId, number: Option<String>) -> Result<(), Error> {
        self.change(|held| {
            let readers = held.entry(READERS.to_owned()).or_default();
            match number {
                Some(number) => drop(readers.insert(name.to_string(), number)),
                None => drop(readers.remove(name.as_str())),
            }
        })
    }

    /// What changes with everything that is remembered.
    pub fn print(&self) -> u64 {
        let mut print = std::hash::DefaultHasher::new();
        self.held().hash(&mut print);
        print.finish()
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
    fn a_stream_shows_what_was_set_and_players_who_agree() {
        let folder = tempfile::tempdir().unwrap();
        let open = || Memory::of(Some(folder.path().join("serve/gt.json")));
        let (memory, anna) = (open(), PlayerId::new("anna").unwrap());
        assert_eq!((memory.on_air(), memory.is_public(&anna)), (OnAir::default(), false));
        let (before, third) = (memory.print(), OnAir { table: Some(TableNumber(3)), delay_s: 90 });
        memory.set_on_air(third).unwrap();
        memory.show(&anna, true, "2026-11-21T09:00:00Z").unwrap();
        assert_ne!(memory.print(), before);
        assert_eq!((open().on_air(), open().is_public(&anna)), (third, true));
        memory.set_on_air(OnAir { table: None, delay_s: 5 }).unwrap();
        memory.show(&anna, false, "2026-11-21T09:01:00Z").unwrap();
        assert_eq!((open().on_air(), open().is_public(&anna)), (OnAir { table: None, delay_s: 5 }, false));
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
