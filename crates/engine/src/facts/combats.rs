//! Who wins the close combats of a phase.
//!
//! # Source
//! 5th edition, 002:1562-1572, 1635-1656: units that fight one another, directly or by others, are one combat.

use adjutant_attack::{CombatResult, CombatSide, combat_result};
use adjutant_core::side::{BySide, Player};

use crate::state::{State, UnitIndex};

/// A close combat of this phase.
#[derive(Clone, Debug)]
pub struct Combat {
    /// The units that fought or were fought.
    pub units: Vec<UnitIndex>,
    /// What each player did in it.
    pub sides: BySide<CombatSide>,
}

/// Every combat of this phase, in the order in which they began.
pub fn all(state: &State) -> Vec<Combat> {
    let mut groups: Vec<Vec<UnitIndex>> = Vec::new();
    for clash in &state.clashes {
        let (mut joined, apart): (Vec<_>, Vec<_>) =
            groups.into_iter().partition(|group| group.contains(&clash.unit) || group.contains(&clash.target));
        let mut whole: Vec<UnitIndex> = joined.drain(..).flatten().chain([clash.unit, clash.target]).collect();
        whole.sort_unstable();
        whole.dedup();
        groups = apart;
        groups.push(whole);
    }
    groups.into_iter().map(|units| of(state, units)).collect()
}

/// The combat that a unit is in.
pub fn with(state: &State, unit: UnitIndex) -> Option<Combat> {
    let fought = state.clashes.iter().any(|clash| clash.unit == unit || clash.target == unit);
    if !fought {
        return None;
    }
    all(state).into_iter().find(|combat| combat.units.contains(&unit))
}

fn of(state: &State, units: Vec<UnitIndex>) -> Combat {
    let side = |player: Player| {
        let own = || units.iter().filter(|unit| state.unit_at(**unit).player == player);
        let caused = state.clashes.iter().filter(|clash| own().any(|unit| *unit == clash.unit));
        CombatSide {
            inflicted: caused.map(|clash| clash.wounds).sum(),
            on_itself: 0,
            destroyed: own().all(|unit| state.unit_at(*unit).models() == 0),
        }
    };
    Combat { sides: BySide::from_fn(side), units }
}

impl Combat {
    /// How it stands: a side that is wiped out has lost, else the one that caused fewer wounds.
    pub fn result(&self) -> CombatResult {
        combat_result(self.sides.one, self.sides.two)
    }

    /// By how many wounds a player has lost it; `None` where that player has won it, or nobody has.
    pub fn lost_by(&self, player: Player) -> Option<u32> {
        match (self.result(), player) {
            (CombatResult::FirstBy(by), Player::Two) | (CombatResult::SecondBy(by), Player::One) => Some(by),
            _ => None,
        }
    }
}
