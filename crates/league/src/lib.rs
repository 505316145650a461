//! Seasons as a pure fold: a league's log names the logs that it rests on by their heads, and every table, rating and
//! figure is a function of that log and those logs. Whoever doubts a rating computes it again.
//!
//! No file, clock, environment or hash order is read here. Numbers that are not whole come from `adjutant-ratings`.
//!
//! | to | use |
//! |---|---|
//! | keep a log | [`LeagueLog::record`], [`LeagueLog::read`] |
//! | read a pinned log | [`source::of_event`], and [`source::Source`] for what a match tells |
//! | have the logs at hand | [`Library`] |
//! | compute a season | [`season::season`] |
//! | make the list that is shown, and its hash | [`list::List::of`] |
//! | say who moved between two lists, and why | [`diff::diff`] |
//! | find who may be whom | [`propose::open`] |
//! | reckon statistics | [`figures::figures`], [`course::course`] |
//! | have a list that was shown, with all that its pages tell | [`edition::Edition`] |
//! | prove that a list rests on all logs | [`proof`], [`note`] |
//!
//! # Examples
//! A league of two, and a game that was never recorded:
//!
//! ```
//! use adjutant_core::{Name, Winner, ids::{LeagueId, MemberId}};
//! use adjutant_league::command::{By, Create, Entry, LeagueCommand, Paper};
//! use adjutant_league::{Day, LeagueLog, Library, list::List, scheme::scheme, season::season};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let (mut log, library) = (LeagueLog::new(), Library::default());
//! let mut say = |command| log.record(adjutant_core::time::Timestamp::parse("2026-11-21T09:00:00Z").unwrap(), By::Officer, command, &library).map(|_| ()).map_err(|refusal| refusal.code());
//! let day = |text| Day::parse(text).ok_or("a day");
//! let club = scheme("club").ok_or("a scheme")?;
//! say(LeagueCommand::Create(Box::new(Create {
//!     format: 1, law: None,
//!     league: LeagueId::new("north26")?, name: Name::new("Northern League")?, season: Name::new("2026")?,
//!     from: day("2026-01-01")?, to: day("2026-12-31")?,
//!     rules: None, rating: Default::default(), points: club.points, best: club.best, minimum: Default::default(),
//!     basis: Default::default(), late: Default::default(), names: Default::default(), day: Default::default(), after: None,
//! })))?;
//! for (id, name) in [("m1", "Anna Berg"), ("m2", "Ben Ode")] {
//!     let entry = Entry { id: MemberId::new(id)?, name: Some(Name::new(name)?), digest: None, club: None, key: None };
//!     say(LeagueCommand::Member(Box::new(entry)))?;
//! }
//! let players = [MemberId::new("m1")?, MemberId::new("m2")?];
//! let on = day("2026-11-20")?;
//! say(LeagueCommand::Paper(Box::new(Paper { on, players, result: Winner::Two, vp: None, why: None })))?;
//!
//! let list = List::of(log.state(), &season(log.state(), &library, None).expect("no log is pinned"), 1, None);
//! assert_eq!((list.members[0].id.as_str(), list.members[0].points), ("m2", 3));
//! assert_eq!(list.members[0].rating.as_ref().map(|rating| rating.value), Some(166_231));
//! assert_eq!(LeagueLog::read(&log.to_bytes())?.state(), log.state());
//! # Ok(())
//! # }
//! ```
//!
//! # Features
//!
//! - `schema`: JSON Schemas of the types.
//! - `exhaustive`: as in `adjutant-engine`.
#![deny(clippy::float_arithmetic)]

pub mod career;
pub mod command;
pub mod course;
mod day;
mod decide;
pub mod diff;
pub mod edition;
pub mod figures;
pub mod kind;
mod library;
pub mod list;
pub mod log;
pub mod note;
pub mod proof;
pub mod propose;
mod refusal;
pub mod scheme;
pub mod season;
pub mod source;
mod state;

pub use adjutant_ratings::Rating;
pub use command::{By, LeagueCommand};
pub use day::{Day, Week};
pub use library::{Library, Rated};
pub use log::LeagueLog;
pub use refusal::Refusal;
pub use state::{Claim, Frame, League, Member, PaperGame, Pinned, Shown};
