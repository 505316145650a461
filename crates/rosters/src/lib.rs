//! Army lists: read as players bring them, judged by the muster rules of a pack, printed for the table.
//!
//! The crate takes bytes and returns values; it opens no file, and nothing it reads can make it run long or take much
//! memory. [`import::read`] takes a list, [`check::check`] says whether it may be played, [`ledger::command_points`] says
//! what it starts with, [`sheet::sheet`] prints it. What is set aside is judged by the engine when it is recorded.
//!
//! ```
//! use adjutant_engine::side::Player;
//! use adjutant_rosters::{check::check, import::read, rules::ArmyRules, sheet::sheet};
//!
//! let pasted = "\
//! ++ Patrol Detachment 0CP (Imperium - Invented Order) [9 PL, 5CP, 180pts] ++
//!
//! + HQ +
//!
//! Prioress [5 PL, -1CP, 100pts]: Candle of Dawn, Warlord
//!
//! + Troops +
//!
//! Pilgrims [4 PL, 80pts]
//! . 9x Pilgrim: 9x Staff
//! . Pilgrim Leader: Staff
//! ";
//! let import = read(pasted.as_bytes(), Player::One)?;
//! assert_eq!(import.roster.points(), 180);
//! assert_eq!(import.declared.power, import.counted.power);
//!
//! let rules: ArmyRules = serde_json::from_str(include_str!("../army.json"))?;
//! let report = check(&import.roster, &rules, "incursion", None)?;
//! assert!(!report.is_illegal(), "{:#?}", report.findings);
//! assert_eq!(report.command_points.left, 5);
//!
//! let text = sheet(&import.roster, Some("Ada"), Some(&report.command_points));
//! assert!(text.contains("a2 Pilgrims | Troops | 10 models | 4 Power | 80 points"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Features
//!
//! - `schema`: JSON Schemas of the types.
#![deny(clippy::float_arithmetic)]

pub mod check;
mod facts;
pub mod import;
pub mod ledger;
pub mod rules;
pub mod sheet;
mod sources;

pub use sources::Source;
