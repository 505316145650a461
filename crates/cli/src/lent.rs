//! What this program lends to the pages of `serve`: the words of its command line, and its printed sheets.

use std::path::PathBuf;

use adjutant_engine::command::Command;
use adjutant_engine::legal::Kind;
use adjutant_engine::legal::legal_of;
use adjutant_engine::side::{By, Said};
use adjutant_serve::Tools;
use adjutant_serve::tools::{Document, Order, Sheet};
use adjutant_shorthand::{self as shorthand, Context, Names, Spoken};
use adjutant_store::{Place, Store};
use adjutant_tournament::{Tournament, TournamentCommand, TournamentId};

use crate::commands::event::{history, sheets};
use crate::drawing;
use crate::event_recording::TournamentRecording;
use crate::recording::Recording;
use crate::rules;
use crate::vault::Vault;

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
    fn words(&self, command: &Command) -> String {
        shorthand::brief(command)
    }

    fn told(&self, state: &Tournament, command: &TournamentCommand) -> String {
        history::in_words(state, command)
    }

    fn read(&self, line: &str, recording: &Recording, by: By) -> Result<(Said, Command), String> {
        let view = recording.game().view();
        let names = Names::of_match(&view, recording.standing(), rules::actions(), rules::phases());
        let names = names.of_pack(recording.game().state().pack.as_deref());
        let context = Context { names, by: Some(by), active: view.turn };
        let fault = |error: crate::error::CliError| match error.hint {
            Some(ref hint) => format!("{error}. {hint}"),
            None => error.to_string(),
        };
        let spoken = shorthand::parse(line, &context).map_err(|error| fault(error.into()))?;
        if matches!(spoken, Spoken::Undo) {
            let offer = legal_of(recording.game(), by, Kind::Retract).into_iter().next();
            let offer = offer.ok_or("There is nothing of yours to take back.")?;
            return Ok((by.into(), offer.command));
        }
        let drawn = drawing::record_of(spoken, recording.game(), &Vault::of(&self.folder));
        let drawn = drawn.map_err(|error| error.sentence())?;
        drawn.ok_or_else(|| "This line records nothing.".to_owned())
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
