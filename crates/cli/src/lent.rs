//! What this program lends to the pages of `serve`: the words of its records, and its printed sheets.

use std::path::PathBuf;

use adjutant_present::say::event_command;
use adjutant_serve::Tools;
use adjutant_serve::tools::{Document, Order, Sheet};
use adjutant_store::{Place, Store};
use adjutant_tournament::{Tournament, TournamentCommand, TournamentId};

use crate::commands::event::sheets;
use crate::event_recording::TournamentRecording;

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

const fn document(id: &'static str, title: &'static str, secret: bool) -> Document {
    Document { id, title, secret }
}

const DOCUMENTS: &[Document] = &[
    document("pairings-by-name", "Pairings by name", false),
    document("pairings-by-table", "Pairings by table", false),
    document("result-slips", "Result slips", false),
    document("scoring-sheets", "Scoring sheets", false),
    document("mission-cards", "Mission cards", false),
    document("player-cards", "Player cards of the round", false),
    document("standings", "Standings", false),
    document("open-tables", "Tables that still play", false),
    document("team-slips", "Team slips", false),
    document("captain-sheets", "Sheets for captains", false),
    document("bracket", "Bracket", false),
    document("crosstable", "Crosstable", false),
    document("prizes", "Prizes", false),
    document("certificates", "Certificates", false),
    document("poster", "Poster: how to join", false),
    document("player-passes", "Cards with passes for players", true),
    document("table-passes", "Cards with passes for tables", true),
    document("staff-passes", "Cards with passes for judges and desks", true),
];

impl Tools for Lent {
    fn told(&self, state: &Tournament, command: &TournamentCommand) -> String {
        event_command::in_words(state, command)
    }

    fn wifi(&self) -> Option<(String, String)> {
        self.wifi.as_ref().map(|wifi| (wifi.name.clone(), wifi.code()))
    }

    fn documents(&self) -> &'static [Document] {
        DOCUMENTS
    }

    fn print(&self, order: &Order<'_>) -> Result<Sheet, String> {
        let store = Store::open_existing(&self.database).map_err(|error| error.to_string())?;
        let event = TournamentRecording::load(&store, &self.event).map_err(|error| error.sentence())?;
        let hall = sheets::Lent { folder: &self.folder, address: order.address, wifi: self.wifi.clone() };
        let bytes = sheets::one(&store, &event, order.document, &hall).map_err(|error| error.to_string())?;
        Ok(Sheet { file: format!("{}-{}.pdf", self.event, order.document), mime: "application/pdf", bytes })
    }
}
