//! Who controls which marker when.

use super::super::facts::{Control, Facts, Side, phase_of, round_of};
use super::super::maps::Map;

/// Objective control before any lock: Objective Secured first, then the most models.
///
/// # Source
/// `docs/rules/battle.md`, D-13 and AMB-48.
pub fn raw(control: Control) -> Option<Side> {
    let (models, secured) = match control {
        Control::Said(side) => return side,
        Control::Counted { models, secured } => (models, secured),
    };
    match (secured[0] > 0, secured[1] > 0) {
        (true, false) => Some(0),
        (false, true) => Some(1),
        _ if models[0] > models[1] => Some(0),
        _ if models[1] > models[0] => Some(1),
        _ => None,
    }
}

/// Control over time.
pub struct Grip {
    /// After each slot's end, locks made and tested: one row a slot of the facts.
    pub ends: Vec<Vec<Option<Side>>>,
    /// Locks that stand after each slot's end.
    locks: Vec<Vec<Option<Side>>>,
    start: Vec<Option<Side>>,
}

impl Grip {
    /// Works out C.3 of the inventory for every phase.
    pub fn new(facts: &Facts, gone: &[Option<usize>]) -> Grip {
        let map = Map::of(facts.mission);
        let start: Vec<Option<Side>> = facts.control_at_begin.iter().map(|c| raw(*c)).collect();
        let mut lock = vec![None; start.len()];
        let (mut ends, mut locks) = (Vec::new(), Vec::new());
        for slot in &facts.slots {
            let player = facts.player_of(slot.index);
            let mut row = Vec::new();
            for (marker, control) in slot.control.iter().enumerate() {
                let now = raw(*control);
                if lock[marker].is_some_and(|owner: Side| now == Some(1 - owner)) {
                    lock[marker] = None;
                }
                let held = lock[marker].or(now);
                if map.sticky() && phase_of(slot.index) == 0 && held == Some(player) {
                    lock[marker] = held;
                }
                row.push(if is_gone(gone, marker, slot.index) { None } else { held });
            }
            ends.push(row);
            locks.push(lock.clone());
        }
        Grip { ends, locks, start }
    }

    /// Control as a slot of the facts starts.
    pub fn at_start(&self, place: usize) -> &[Option<Side>] {
        if place == 0 { &self.start } else { &self.ends[place - 1] }
    }

    /// Control when the battle is over.
    pub fn at_finish(&self, facts: &Facts, gone: &[Option<usize>]) -> Vec<Option<Side>> {
        let last = facts.last_begun();
        let empty = vec![None; facts.finish.control.len()];
        let lock = self.locks.last().unwrap_or(&empty);
        (facts.finish.control.iter().enumerate())
            .map(|(marker, control)| if is_gone(gone, marker, last) { None } else { lock[marker].or(raw(*control)) })
            .collect()
    }
}

/// Whether a marker has left the battlefield before a phase ends.
pub fn is_gone(gone: &[Option<usize>], marker: usize, slot: usize) -> bool {
    gone[marker].is_some_and(|from| slot >= from)
}

/// The first phase without each marker, as far as the round tells: Gamma leaves with round 4, Beta with round 5.
pub fn leaving(facts: &Facts) -> Vec<Option<usize>> {
    let markers = Map::of(facts.mission).markers().len();
    let tag = |marker: usize| {
        let gamma = (facts.gamma == Some(marker)).then_some(3 * 14);
        let beta = (facts.beta == Some(marker)).then_some(4 * 14);
        gamma.or(beta)
    };
    let gone: Vec<_> = (0..markers).map(tag).collect();
    debug_assert!(gone.iter().flatten().all(|slot| round_of(*slot) > 3));
    gone
}
