//! What the program that serves lends to the pages: what its records say, and its printed sheets.

use adjutant_tournament::{Tournament, TournamentCommand};

/// A printed document.
pub struct Sheet {
    /// The name that it is saved under.
    pub file: String,
    /// `application/pdf` or `text/html; charset=utf-8`.
    pub mime: &'static str,
    /// What it holds.
    pub bytes: Vec<u8>,
}

/// What a document is printed from.
pub struct Order<'a> {
    /// Which document, by the name that [`Tools::documents`] gives.
    pub document: &'a str,
    /// The address that phones open.
    pub address: &'a str,
}

/// A document that can be printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Document {
    /// Its name in addresses.
    pub id: &'static str,
    /// What people call it.
    pub title: &'static str,
    /// Whether it holds passes: only the organiser prints these.
    pub secret: bool,
}

/// What the program that serves lends to the pages.
pub trait Tools: Send + Sync {
    /// What a record of the event says, in words; players by the names that the event knows.
    fn told(&self, state: &Tournament, command: &TournamentCommand) -> String;

    /// The hall's Wi-Fi, where the organiser has named it: its name, and what a phone's camera reads to join it.
    fn wifi(&self) -> Option<(String, String)> {
        None
    }

    /// What can be printed.
    fn documents(&self) -> &'static [Document];

    /// Prints a document.
    ///
    /// # Errors
    /// What is missing for it, in words.
    fn print(&self, order: &Order<'_>) -> Result<Sheet, String>;
}

/// A program that lends nothing.
pub struct NoTools;

impl Tools for NoTools {
    fn told(&self, _: &Tournament, _: &TournamentCommand) -> String {
        "another record".to_owned()
    }

    fn documents(&self) -> &'static [Document] {
        &[]
    }

    fn print(&self, _: &Order<'_>) -> Result<Sheet, String> {
        Err("this program prints nothing".to_owned())
    }
}
