//! Where the program meets the rules: which fold, which packs.

use adjutant_engine::fold::Match;
use adjutant_engine::ids::ActionId;

/// A match before its first record, under the packs that the program ships.
pub fn new_match() -> Match {
    Match::new(adjutant_packs::shipped())
}

/// Actions that the shipped packs offer, so that people may type a part of their names.
pub fn actions() -> Vec<ActionId> {
    adjutant_packs::shipped().iter().flat_map(|pack| pack.actions.keys().cloned()).collect()
}
