//! The pages of a league beside those of the event: those of the last list that it has shown, made when the server starts
//! and again when its log has grown.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use adjutant_app::leagues::LeagueRecording;
use adjutant_app::{Error, Store, StreamKind};
use adjutant_core::Hash;
use adjutant_core::ids::LeagueId;
use adjutant_present::league::Names;
use adjutant_present::season::site;

use crate::Press;

/// Files by their path in the folder.
type Files = HashMap<String, Vec<u8>>;

/// The pages of a league.
pub struct Season {
    league: LeagueId,
    press: Press,
    /// The last record that pages were made from, or are being made from.
    head: Mutex<Hash>,
    files: RwLock<Arc<Files>>,
}

impl Season {
    /// Makes the pages of a league's last list. The folder of the press holds the copies of the logs that it pins.
    ///
    /// # Errors
    /// No such league, one that has shown no list yet, a pinned log that is not here.
    pub fn open(press: Press, league: LeagueId) -> Result<Season, Error> {
        let (head, files) = make(&press, &league)?;
        Ok(Season { league, press, head: Mutex::new(head), files: RwLock::new(Arc::new(files)) })
    }

    /// A file of the folder.
    pub fn file(&self, path: &str) -> Option<Vec<u8>> {
        self.files.read().unwrap_or_else(PoisonError::into_inner).get(path).cloned()
    }

    /// Whether the log has grown since the pages were made; from then on it counts as looked at.
    fn has_grown(&self, store: &Store) -> bool {
        let Ok(Some(link)) = store.head(StreamKind::League, self.league.as_str()) else { return false };
        let mut head = self.head.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::replace(&mut *head, link.hash) != link.hash
    }

    /// Makes the pages again where the log has grown: beside the others, so that nobody waits. What cannot be made leaves
    /// the pages as they are.
    pub(crate) fn look(self: &Arc<Season>, store: &Store) {
        if !self.has_grown(store) {
            return;
        }
        let season = self.clone();
        std::thread::spawn(move || {
            if let Ok((_, files)) = make(&season.press, &season.league) {
                *season.files.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(files);
            }
        });
    }
}

/// The pages of a league's last list, and the record up to which the log was read.
fn make(press: &Press, league: &LeagueId) -> Result<(Hash, Files), Error> {
    let recording = LeagueRecording::load(&press.app()?, league, &press.folder)?;
    let edition = recording.edition(None)?;
    let files = site(&edition, recording.library(), &Names::of(recording.state(), recording.names()));
    Ok((recording.log().link().hash, files.into_iter().collect()))
}
