//! Mission packs: reads and checks them, and embeds those that are shipped.
//!
//! A pack is a folder of JSON files; [`read`] turns its files into a [`Pack`] or says everything that is wrong with
//! them. This crate opens no file itself: it is handed names and bytes.
//!
//! | to | call |
//! |---|---|
//! | check a folder | [`read`] with one [`PackSource`] for each file |
//! | list missions | [`in_order`] |
//! | roll a mission | [`roll`] |
//!
//! # Examples
//! ```
//! use adjutant_engine::command::BattleSize;
//! let pack = adjutant_packs::gt2020();
//! assert_eq!(pack.missions.len(), 18);
//!
//! let rolled = adjutant_packs::roll(&pack, BattleSize::new("strike-force").unwrap(), [1, 2]).unwrap();
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

mod reading;
mod ruleset;
mod sense;
mod shipped;
mod source;

use std::sync::Arc;

use adjutant_engine::command::BattleSize;
use adjutant_engine::rules::{Mission, Pack};

pub use reading::{HASHES, read, read_again};
pub use ruleset::{RULESET, ruleset_file};
pub use shipped::{edition_dice, editions, gt2020, shipped, shipped_files, shipped_ids, shipped_rulesets};
pub use source::{Fault, PackSource};

/// The missions of a pack by battle size and by the D33 that rolls them.
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
        (sizes.iter().position(|size| *size == mission.size), mission.d33, mission.d6, mission.id.clone())
    });
    missions
}

/// The mission that two D3 roll, tens first; `None` where the pack has none there and the dice are rolled again.
///
/// # Source
/// `docs/rules/sequence.md`, A-3, V-302.
pub fn roll(pack: &Pack, size: BattleSize, d33: [i32; 2]) -> Option<&Arc<Mission>> {
    let rolls = |mission: &Mission| mission.d33.map(|faces| faces.map(|face| face.get())) == Some(d33);
    pack.missions.values().find(|mission| mission.size == size && rolls(mission))
}

/// The mission and deployment that two D6 roll, where the pack rolls them apart: the mission's die first.
///
/// # Source
/// `docs/rules/editions.md`, 002-1 and 002-10.
pub fn roll_d6(pack: &Pack, size: BattleSize, faces: [i32; 2]) -> Option<&Arc<Mission>> {
    let rolls = |mission: &Mission| mission.d6.as_ref().is_some_and(|of| of.fit(faces));
    pack.missions.values().find(|mission| mission.size == size && rolls(mission))
}
