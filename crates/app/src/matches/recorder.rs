//! A match of the store that is recorded for a while, as others may do at the same time.

use adjutant_store::StreamKind;

use super::Recording;
use crate::app::App;
use crate::error::Error;

/// A log with the store that it belongs to.
pub struct Recorder {
    app: App,
    recording: Recording,
}

impl Recorder {
    /// Opens a match of a store, or one that is not there yet.
    ///
    /// # Errors
    /// A database that cannot be read.
    pub fn open(app: App, id: &str) -> Result<Recorder, Error> {
        let recording = Recording::load_or_new(&app, id)?;
        Ok(Recorder { app, recording })
    }

    /// The log.
    pub fn recording(&self) -> &Recording {
        &self.recording
    }

    /// The log, to take records.
    pub fn recording_mut(&mut self) -> &mut Recording {
        &mut self.recording
    }

    /// Reads the log again; what was taken and is not in the store is forgotten.
    ///
    /// # Errors
    /// A database that cannot be read.
    pub fn read_again(&mut self) -> Result<(), Error> {
        self.recording = Recording::load_or_new(&self.app, self.recording.id())?;
        Ok(())
    }

    /// Brings what was taken to the disk.
    ///
    /// # Errors
    /// Another recorder was faster, or a database that cannot be written.
    pub fn commit(&mut self) -> Result<(), Error> {
        self.recording.commit(&mut self.app).map(drop)
    }

    /// Takes in what another recorder wrote since; whether there was anything. A database that cannot be read just now
    /// is read the next time.
    pub fn poll(&mut self) -> bool {
        let head = self.app.head(StreamKind::Match, self.recording.id()).ok().flatten();
        let news = head.is_some_and(|head| head.seq != self.recording.seq() || head.hash != self.recording.head());
        news && self.read_again().is_ok()
    }
}
