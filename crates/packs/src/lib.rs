//! Mission packs: reads and checks them, and embeds those that are shipped.
//!
//! A pack is a folder of JSON files; [`read`] turns its files into a [`Pack`] or says everything that is wrong with
//! them. This crate opens no file itself: it is handed names and bytes.
//!
//! | to | call |
//! |---|---|
//! | check a folder | [`read`] with one [`PackSource`] for each file |
//! | list missions | [`in_order`] |
//! | roll a mission | [`Pack::rolled`] |
//!
//! # Examples
//! ```
//! use adjutant_engine::command::BattleSize;
//!
//! let pack = adjutant_packs::gt2020();
//! assert_eq!(pack.missions.len(), 18);
//!
//! let rolled = pack.rolled(BattleSize::new("strike-force").unwrap(), &[1, 2]).unwrap();
//! assert_eq!(rolled.id.as_str(), "scorched-earth");
//! ```
//!
//! # Where the readings of ambiguous rules live
//! Most options of `docs/rules/ambiguities.md`, B.5, stand in `pack.json` under `options`. Three need no option, because the
//! data itself says them: AIRCRAFT count for Engage on All Fronts unless its `quarters-held` has `units` without them
//! (AMB-03); Psychic Ritual counts completions of one unit by `places: by-same-unit` (AMB-18); Cut Off the Head looks
//! at `last-destroyed-round`, wherever the Warlord is at the end (AMB-10). Titan Hunter and its kin count what is
//! destroyed at the end by `counting: end-state` (AMB-09). How long a model counts for one marker only is recorded by
//! the players with `place … counts` (AMB-47).

mod embedded;
mod reading;
mod ruleset;
mod sense;
mod shipped;
mod source;

use std::sync::Arc;

use adjutant_engine::law::Pack;
use adjutant_engine::rules::Mission;

pub use embedded::{edition_dice, editions, shipped_files, shipped_ids, shipped_rulesets};
pub use reading::{HASHES, read, read_again};
pub use ruleset::{RULESET, ruleset_file};
pub use shipped::{gt2020, shipped};
pub use source::{Fault, PackSource};

/// The missions of a pack by battle size and by the dice that roll them.
///
/// ```
/// let pack = adjutant_packs::gt2020();
/// let first = adjutant_packs::in_order(&pack)[0];
/// assert_eq!(first.id.as_str(), "crossfire");
/// ```
pub fn in_order(pack: &Pack) -> Vec<&Arc<Mission>> {
    let mut missions: Vec<&Arc<Mission>> = pack.missions.values().collect();
    let sizes = pack.file.by_points();
    missions.sort_by_key(|mission| {
        let faces: Vec<[i32; 2]> = mission.rolled.iter().map(|faces| faces.bounds()).collect();
        (sizes.iter().position(|size| *size == mission.size), faces, mission.id.clone())
    });
    missions
}
