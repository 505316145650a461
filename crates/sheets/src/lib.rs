//! Printed sheets of matches and tournaments: values in, PDF bytes out.
//!
//! Nothing here reads a file, a clock or a random number: the same sheets always give the same bytes. Each kind of
//! sheet is a plain struct that anybody can fill; a [`Document`] puts any number of them on paper.
//!
//! ```
//! use adjutant_sheets::{Document, Form, Occasion, Paper, ScoringSheet};
//!
//! let occasion = Occasion { event: Some("Autumn GT".into()), round: Some(3), table: Some(4), ..Occasion::default() };
//! let mut document = Document::new(Paper::A4, "Autumn GT, round 3");
//! document.add(&ScoringSheet::blank(Form::of(&adjutant_packs::gt2020()), occasion)).unwrap();
//! let bytes = document.to_pdf().unwrap();
//! assert!(bytes.starts_with(b"%PDF-1.7"));
//! ```

mod area;
mod code;
mod document;
mod font;
mod heading;
mod mission_card;
mod page;
mod pairings;
mod paper;
mod pdf;
mod pen;
mod player_cards;
mod result_slips;
mod roster_sheet;
pub mod scoring;
mod seal;
mod standings;
mod table;
mod text;

pub use document::{Document, Sheet, SheetError};
pub use heading::Occasion;
pub use mission_card::{MapMarker, MapZone, MissionCard};
pub use page::Page;
pub use pairings::{OpenTable, OpenTables, Pairing, PairingsList, PairingsOrder};
pub use paper::{Paper, PaperError};
pub use player_cards::{CardRound, PlayerCard, PlayerCards, ROUNDS_MAX};
pub use result_slips::{ResultSlip, ResultSlips};
pub use roster_sheet::{RosterDetachment, RosterSheet, RosterUnitLine};
pub use scoring::{Form, ScoringSheet, Titles};
pub use seal::{Difference, PDF_BYTES_MAX, ReadError, Seal, SealError, seals_in_pdf};
pub use standings::{EventSeal, Standing, StandingsTable, TIE_BREAKS_MAX};
pub use text::prints;
