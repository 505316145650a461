//! Printed sheets of matches and tournaments: values in, PDF bytes out.
//!
//! Nothing here reads a file, a clock or a random number: the same sheets always give the same bytes. Each kind of
//! sheet is a plain struct that anybody can fill; a [`Document`] puts any number of them on paper. The two faces (Noto Sans,
//! OFL) have all of Latin, Greek and Cyrillic; a font for any other script is asked of whoever prints ([`find_letters_by`]).
//! [`prints`] says whether a text can be printed.
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
mod bracket;
mod carried;
mod code;
mod crosstable;
mod document;
mod documents;
mod embedded;
mod error;
pub mod event;
mod font;
mod heading;
mod ink;
mod letters;
mod mission_card;
mod page;
mod pairings;
mod paper;
mod passes;
mod pdf;
mod pen;
mod player_cards;
mod prizes;
mod report;
mod result_slips;
mod roster_sheet;
pub mod scoring;
mod screen;
mod seal;
mod shaped;
mod standings;
mod table;
mod team_sheets;
mod text;

pub use bracket::{BracketBox, BracketColumn, BracketSheet, BracketSide};
pub use carried::CarriedSheet;
pub use code::drawn_code;
pub use crosstable::{CrossRow, Crosstable};
pub use document::{Document, Sheet};
pub use documents::EventDocument;
pub use error::SheetError;
pub use heading::Occasion;
pub use letters::{Finder, FoundFont, find_letters_by, has_letters};
pub use mission_card::{MapMarker, MapPiece, MapZone, MissionCard};
pub use page::Page;
pub use pairings::{OpenTable, OpenTables, Pairing, PairingsList, PairingsOrder};
pub use paper::{Paper, PaperError};
pub use passes::{JoinPoster, PassCard, PassCards, Wifi};
pub use player_cards::{CardRound, PlayerCard, PlayerCards, ROUNDS_MAX};
pub use prizes::{Certificates, PrizeLine, PrizeSheet};
pub use report::ReportSheet;
pub use result_slips::{ResultSlip, ResultSlips};
pub use roster_sheet::{RosterDetachment, RosterSheet, RosterUnitLine};
pub use scoring::{Form, ScoringSheet, Titles};
pub use screen::{PAGE_SECONDS, Screen};
pub use seal::{Difference, PDF_BYTES_MAX, ReadError, Seal, SealError, seals_in_pdf, words_in_pdf};
pub use standings::{EventSeal, Standing, StandingsTable, TIE_BREAKS_MAX};
pub use team_sheets::{CaptainSheets, TeamCard, TeamMember, TeamSlip, TeamSlips};
pub use text::prints;
