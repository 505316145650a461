//! What prints the documents of an event: the application reads what they show, and the sheets draw it.

use std::path::{Path, PathBuf};

use adjutant_app::matches::Recording;
use adjutant_app::passes::{Holder, PassBook, PassKey, grouped};
use adjutant_app::tournaments::{TournamentRecording, matches};
use adjutant_app::{Error, Place, Store, packs, printed};
use adjutant_sheets::event::{EventPapers, Hall, Pass, Played, PrintError, one};
use adjutant_sheets::{EventDocument, Paper, Wifi};
use adjutant_tournament::command::PassKind;
use adjutant_tournament::id::PassId;
use adjutant_tournament::{Tournament, TournamentId};

/// Where the documents of an event are printed from.
#[derive(Clone, Debug)]
pub struct Press {
    /// The folder of the database and of the keys.
    pub folder: PathBuf,
    /// The database.
    pub database: Place,
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
    /// A document of an event as a PDF; phones find the event at the address.
    ///
    /// # Errors
    /// An event that cannot be read, or a document that would be empty.
    pub fn print(&self, event: &TournamentId, kind: EventDocument, address: &str) -> Result<Vec<u8>, Unprinted> {
        let store = Store::open_existing(&self.database).map_err(Error::from)?;
        let recording = TournamentRecording::load(&store, event)?;
        let hall = Hall { address: address.to_owned(), wifi: self.wifi.clone() };
        let passes = Box::new(|| Ok(passes(&self.folder, recording.state())?));
        let papers: EventPapers<'_, Unprinted> =
            EventPapers { hall: Some(hall), passes, ..papers(&store, &recording, Paper::A4) };
        let bytes = one(&papers, kind)?.to_pdf().map_err(PrintError::from)?;
        if !kind.is_of_a_round() {
            printed::remember(&self.folder, event, address)?;
        }
        Ok(bytes)
    }
}

/// What the papers of an event are drawn from.
pub fn papers<'a, E: From<Error>>(
    store: &'a Store,
    event: &'a TournamentRecording,
    paper: Paper,
) -> EventPapers<'a, E> {
    let state = event.state();
    let create = state.create.as_deref();
    EventPapers {
        id: event.id(),
        state,
        last: event.log().records().last(),
        pack: matches::pack(create),
        usual: packs::default_pack(),
        mission: Box::new(move |id| matches::mission(create, id.as_str())),
        played: Box::new(move |round, pairing| {
            let found = matches::printed(store, state, round, pairing)?.map(Recording::into_parts);
            Ok(found.map(|(game, records)| Played { game, records }))
        }),
        hall: None,
        passes: Box::new(|| Ok(Vec::new())),
        paper,
    }
}

/// Every pass of an event that is valid.
///
/// # Errors
/// A key that cannot be read, or that others can.
pub fn passes(folder: &Path, state: &Tournament) -> Result<Vec<Pass>, Error> {
    let book = PassBook::of(&PassKey::load_or_create(folder)?, state);
    let pass = |(kind, id, _): (PassKind, PassId, u32)| {
        let code = book.pass_of(&Holder { kind, id: id.clone() })?;
        Some(Pass { kind, id, typed: grouped(&code), code })
    };
    Ok(state.pass_holders().into_iter().filter_map(pass).collect())
}
