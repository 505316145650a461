//! What this program lends to the pages of `serve`: the words of its records, and its printed sheets.

use std::path::PathBuf;
use std::sync::LazyLock;

use adjutant_app::printed;
use adjutant_present::say::event_command;
use adjutant_serve::Tools;
use adjutant_serve::tools::{Document, Order, Sheet};
use adjutant_sheets::event::{EventPapers, Hall, PrintError, one};
use adjutant_sheets::{EventDocument, Paper};
use adjutant_store::{Place, Store};
use adjutant_tournament::{Tournament, TournamentCommand, TournamentId};

use crate::commands::event::sheets;
use crate::error::CliError;
use crate::event_recording::TournamentRecording;
use crate::hall;

/// The tools of this program for one event.
pub struct Lent {
    /// The data folder.
    pub folder: PathBuf,
    /// The database.
    pub database: Place,
    /// The event.
    pub event: TournamentId,
    /// Name and password of the hall's Wi-Fi, for cards and poster.
    pub wifi: Option<adjutant_sheets::Wifi>,
}

impl Tools for Lent {
    fn told(&self, state: &Tournament, command: &TournamentCommand) -> String {
        event_command::in_words(state, command)
    }

    fn wifi(&self) -> Option<(String, String)> {
        self.wifi.as_ref().map(|wifi| (wifi.name.clone(), wifi.code()))
    }

    fn documents(&self) -> &'static [Document] {
        static ALL: LazyLock<Vec<Document>> = LazyLock::new(|| {
            let known =
                |known: EventDocument| Document { id: known.id(), title: known.title(), secret: known.is_secret() };
            EventDocument::ALL.into_iter().map(known).collect()
        });
        &ALL
    }

    fn print(&self, order: &Order<'_>) -> Result<Sheet, String> {
        let store = Store::open_existing(&self.database).map_err(|error| error.to_string())?;
        let event = TournamentRecording::load(&store, &self.event).map_err(|error| error.sentence())?;
        let bytes = self.printed(&store, &event, order).map_err(|error| error.to_string())?;
        Ok(Sheet { file: format!("{}-{}.pdf", self.event, order.document), mime: "application/pdf", bytes })
    }
}

impl Lent {
    fn printed(&self, store: &Store, event: &TournamentRecording, order: &Order<'_>) -> Result<Vec<u8>, CliError> {
        let kind = EventDocument::of(order.document).ok_or(PrintError::Nothing)?;
        let hall = Hall { address: hall::address(order.address)?, wifi: self.wifi.clone() };
        let papers = sheets::papers(store, event, Paper::A4);
        let passes = Box::new(|| sheets::passes(&self.folder, event.state()));
        let bytes = one(&EventPapers { hall: Some(hall.clone()), passes, ..papers }, kind)?.to_pdf()?;
        if !kind.is_of_a_round() {
            printed::remember(&self.folder, event.id(), &hall.address)?;
        }
        Ok(bytes)
    }
}
