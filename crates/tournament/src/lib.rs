//! Tournaments as a pure fold: an event is a log of commands, [`decide()`] may refuse one, [`Tournament::apply`]
//! cannot. Pairings are recorded as they were chosen; a replay never pairs again, an audit does.
//!
//! No file, clock, environment or hash order is read here, no floating-point number decides anything, and every draw
//! comes from the seed of the event with one stream for every purpose.
//!
//! | to | use |
//! |---|---|
//! | keep a log | [`TournamentLog::record`], [`TournamentLog::read`], [`TournamentLog::to_bytes`] |
//! | pair the round that is due | [`pairing::draft_round`], [`pairing::draft_with`] |
//! | say why, and what else would have cost | [`pairing::explain`] |
//! | price an organiser's change | [`pairing::repair_cost`] |
//! | see what an amended result would have changed | [`pairing::consequences`] |
//! | name everything else that a correction touches | [`touched::touched`] |
//! | show a round while it is played, its clock, open calls | [`day::games`], [`day::clock`], [`day::calls`] |
//! | rank | [`standings::standings`] |
//! | add up what was awarded beside the games, give prizes | [`prizes::prizes`] |
//! | rank the members of teams | [`individuals::individuals`] |
//! | pair the members of two teams | [`captains`] |
//! | look at a bracket | [`bracket::BracketView`] |
//! | judge a log, printed standings, or a TRF file | [`check::check`], [`check::check_standings`], [`check::check_trf`] |
//! | print JSON | [`view::PairView`], [`standings::Standings`] |
//! | read players, write standings | [`csv_file`] |
//! | take in and write back FIDE reports | [`mod@trf`] |
//!
//! # Examples
//! A whole small event:
//!
//! ```
//! use adjutant_tournament::command::{By, Create, Entry, TournamentCommand, ResultEntry};
//! use adjutant_tournament::{TournamentId, TournamentLog, Name, PlayerId, RoundNumber, Seed};
//! use adjutant_tournament::{check::check, pairing::{draft_round, explain}, standings::standings, view::PairView};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let mut log = TournamentLog::new();
//! let mut tell = |log: &mut TournamentLog, command| {
//!     log.record(adjutant_tournament::Timestamp::parse("2026-11-21T09:00:00Z").unwrap(), By::Organiser, command).map(|record| record.seq)
//! };
//! tell(&mut log, TournamentCommand::Create(Box::new(Create {
//!     format: 1,
//!     law: None,
//!     event: TournamentId::new("autumn-gt")?,
//!     name: Name::new("Autumn GT")?,
//!     pack: None, pack_hash: None,
//!     size: None,
//!     rounds: 3,
//!     seed: Seed::from_number(42),
//!     names: Default::default(),
//!     copy_of: None,
//!     policies: Default::default(),
//! })))?;
//! for name in ["anna", "bert", "carl", "dora", "emil"] {
//!     tell(&mut log, TournamentCommand::Register(Entry::new(PlayerId::new(name)?, Name::new(name)?)))?;
//! }
//! for round in [1, 2, 3].map(RoundNumber) {
//!     let draft = draft_round(log.state())?;
//!     assert!(draft.pair.objective.optimal);
//!     println!("{}", serde_json::to_string(&PairView::of_draft(&draft))?);
//!     tell(&mut log, draft.command())?;
//!     tell(&mut log, TournamentCommand::Publish { round, as_drafted: false, anyway: None })?;
//!     assert_eq!(draft_round(log.state()).unwrap_err().to_string().split(' ').next(), Some("round"));
//!     for pairing in &draft.pair.tables {
//!         tell(&mut log, TournamentCommand::Result(ResultEntry::by_hand(round, pairing.table, 75, 62)))?;
//!     }
//!     tell(&mut log, TournamentCommand::CloseRound { round, anyway: None })?;
//! }
//! tell(&mut log, TournamentCommand::Finish { early: false, anyway: None })?;
//!
//! let table = standings(log.state(), RoundNumber(3));
//! assert_eq!(table.rows.len(), 5);
//! let why = explain(log.state(), RoundNumber(2), &table.rows[0].player).ok_or("a known player")?;
//! assert!(!why.reasons.is_empty());
//! assert!(check(&log).is_clean());
//! assert_eq!(TournamentLog::read(&log.to_bytes())?.state(), log.state());
//! # Ok(())
//! # }
//! ```
//!
//! # Features
//!
//! - `schema`: JSON Schemas of the types.
//! - `exhaustive`: as in `adjutant-engine`.
#![deny(clippy::float_arithmetic)]

pub mod bracket;
pub mod captains;
pub mod check;
pub mod command;
pub mod corrected;
pub mod csv_file;
pub mod day;
mod decide;
pub mod id;
pub mod individuals;
pub mod kind;
pub mod law;
pub mod log;
pub mod lots;
pub mod pairing;
pub mod policy;
pub mod prizes;
mod rational;
mod refusal;
pub mod seats;
pub mod standings;
pub mod state;
pub mod tables;
pub mod teams;
pub mod touched;
pub mod trf;
pub mod view;

pub use adjutant_matching as matching;

pub use adjutant_core::time::Timestamp;
pub use command::{By, TournamentCommand};
pub use decide::decide;
pub use id::{
    DispositionId, MatchId, MissionId, Name, PackId, PlayerId, Reason, RoundNumber, Seed, SizeId, TableNumber,
    TerrainId, TournamentId,
};
pub use log::TournamentLog;
pub use rational::Rational;
pub use refusal::Refusal;
pub use state::Tournament;
