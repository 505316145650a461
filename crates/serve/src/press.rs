//! What prints the documents of an event: the application reads what they show, and the sheets draw it.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

use adjutant_app::matches::whole_log;
use adjutant_app::tournaments::recording::{stored, stored_log};
use adjutant_app::tournaments::{TournamentRecording, at_hand};
use adjutant_app::{App, Clock, Error, Known, Place, Store, passes, printed};
use adjutant_replay::tournaments::at_hand::EventAtHand;
use adjutant_sheets::event::{EventPapers, Hall, PrintError, one};
use adjutant_sheets::{EventDocument, Paper, Wifi};
use adjutant_tournament::{TournamentId, TournamentLog};

/// Where the documents of an event are printed from.
#[derive(Clone, Debug)]
pub struct Press {
    /// The folder of the database and of the keys.
    pub folder: PathBuf,
    /// The database.
    pub database: Place,
    /// The packs that its matches are judged by.
    pub known: Known,
    /// What dates records.
    pub clock: Clock,
    /// The hall's Wi-Fi, for cards, poster and screens.
    pub wifi: Option<Wifi>,
}

/// Why a document is not printed.
#[derive(Debug, thiserror::Error)]
pub enum Unprinted {
    /// The event, its matches or its keys cannot be read.
    #[error("{}", .0.sentence())]
    App(#[from] Error),
    /// There is nothing to print, or it cannot be drawn.
    #[error(transparent)]
    Sheet(#[from] PrintError),
}

impl Press {
    /// Opens the database.
    ///
    /// # Errors
    /// A database that is not there, or cannot be opened.
    pub fn app(&self) -> Result<App, Error> {
        Ok(self.with(Store::open_existing(&self.database)?))
    }

    /// The same, and makes the database where there is none.
    ///
    /// # Errors
    /// A database that cannot be made or opened.
    pub fn app_or_new(&self) -> Result<App, Error> {
        Ok(self.with(Store::open(&self.database)?))
    }

    fn with(&self, store: Store) -> App {
        App::new(self.known.clone(), self.clock, store)
    }

    /// The log of a match, as it stands in the database.
    ///
    /// # Errors
    /// A database that cannot be read.
    pub fn log(&self, id: &str) -> Result<Vec<u8>, Error> {
        whole_log(&Store::open_existing(&self.database)?, id)
    }

    /// An event, as it stands in the database.
    ///
    /// # Errors
    /// A database that cannot be read, or an event whose log the rules do not take.
    pub fn event(&self, id: &TournamentId) -> Result<TournamentLog, Error> {
        stored(&Store::open_existing(&self.database)?, id)
    }

    /// The log of an event, line by line as it was recorded.
    ///
    /// # Errors
    /// A database that cannot be read.
    pub fn event_log(&self, id: &TournamentId) -> Result<Vec<u8>, Error> {
        stored_log(&Store::open_existing(&self.database)?, id)
    }

    /// A checked copy of the database. It is written beside it, read, and taken away.
    ///
    /// # Errors
    /// A database that is no file, a copy that is not whole, or a folder that cannot be written.
    pub fn backup(&self) -> Result<Vec<u8>, Error> {
        static COPIES: AtomicU64 = AtomicU64::new(0);
        let copy = COPIES.fetch_add(1, Ordering::Relaxed);
        let file = self.folder.join(format!("to-save-{}-{copy}.db", std::process::id()));
        let made = Store::open_existing(&self.database)?.backup(&file);
        let bytes =
            made.map_err(Error::from).and_then(|_| std::fs::read(&file).map_err(|error| Error::file(&file, error)));
        // What cannot be taken away is a backup too.
        let _ = std::fs::remove_file(&file);
        bytes
    }

    /// A document of an event as a PDF; phones find the event at the address.
    ///
    /// # Errors
    /// An event that cannot be read, or a document that would be empty.
    pub fn print(&self, event: &TournamentId, kind: EventDocument, address: &str) -> Result<Vec<u8>, Unprinted> {
        let app = self.app()?;
        let recording = TournamentRecording::load(&app, event)?;
        let hall = Hall { address: address.to_owned(), wifi: self.wifi.clone() };
        let passes = Box::new(|| Ok(passes::valid(&self.folder, recording.state())?));
        let event_at_hand: EventAtHand<'_, Unprinted> = EventAtHand { passes, ..at_hand(&app, &recording) };
        let papers = EventPapers { event: event_at_hand, hall: Some(hall), paper: Paper::A4 };
        let bytes = one(&papers, kind)?.to_pdf().map_err(PrintError::from)?;
        if !kind.is_of_a_round() {
            printed::remember(&self.folder, event, address)?;
        }
        Ok(bytes)
    }
}
