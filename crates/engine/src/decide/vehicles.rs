//! What hits do to vehicles with an Armour value, and whether a sweeping advance catches who falls back.
//!
//! # Source
//! `docs/rules/dice.md` E.3, Vehicles and Close combat (002:2344-2422, 1577-1587).

use adjutant_attack::{Penetration, VehicleHit, VehicleState, is_caught, majority_or_highest, penetrates};
use adjutant_core::ids::UnitId;
use adjutant_core::numbers::{Face, Whole};
use adjutant_core::say;

use super::casualties::Loss;
use super::desk::{Decision, Desk, dice, refuse};
use crate::command::{Damage, VehicleStrike};
use crate::event::Event;
use crate::refusal::{Refusal, RefusalCode};
use crate::rules::{TestFails, UnitKind};
use crate::state::Unit;
use crate::terms::{Deed, TestName};
use crate::timing::moments::destroy_whole;

impl Desk<'_> {
    pub(super) fn damage(&self, id: &UnitId, result: Damage, hit: Option<&VehicleStrike>) -> Decision {
        let (index, unit) = self.unit(id)?;
        self.on_battlefield(unit)?;
        if !self.is(UnitKind::Vehicles, unit) {
            let vehicle = self.state.law().kind_in_words(UnitKind::Vehicles);
            return refuse(
                RefusalCode::NotEligible,
                say!("{} is not a {}", unit.title(), vehicle),
                say!("a {}; wounds of others go with `shoot`, `fight` or `casualties`", vehicle),
            );
        }
        if let Some(hit) = hit {
            self.follows(unit, result, hit)?;
        }
        match result {
            // Of several vehicles the log does not tell which one it is.
            Damage::Shaken | Damage::Stunned if unit.models() > 1 => Ok(Vec::new()),
            Damage::Shaken => Ok(vec![Event::CrewDazed { unit: index, stunned: false }]),
            Damage::Stunned => Ok(vec![Event::CrewDazed { unit: index, stunned: true }]),
            // A squadron leaves none behind.
            Damage::Immobilised if self.is_squadron(unit) && self.state.is_under_law(2) => self.one_is_lost(id),
            Damage::Weapon | Damage::Immobilised => Ok(vec![Event::UnitDamaged { unit: index, damaged: true }]),
            Damage::Repaired => Ok(vec![Event::UnitDamaged { unit: index, damaged: false }]),
            Damage::Wrecked | Damage::Explodes if unit.models() == 1 => Ok(destroy_whole(unit, index).collect()),
            Damage::Wrecked | Damage::Explodes => self.one_is_lost(id),
        }
    }

    fn one_is_lost(&self, id: &UnitId) -> Decision {
        let one = Whole::new(1).unwrap_or_else(|| unreachable!("1 is in range"));
        self.casualties(id, &Loss::of(one, None, None, None, None))
    }

    /// Whether a unit of vehicles is a squadron now: who is alone at last is none.
    ///
    /// # Source
    /// 002:2541-2543.
    pub(super) fn is_squadron(&self, unit: &Unit) -> bool {
        unit.starting_strength > 1 && (unit.models() > 1 || !self.state.is_under_law(2))
    }

    /// Refuses a result that the dice of a hit do not give.
    fn follows(&self, unit: &Unit, result: Damage, hit: &VehicleStrike) -> Result<(), Refusal> {
        let law = self.dice_law()?;
        let Some(vehicles) = &law.vehicles else {
            return refuse(
                RefusalCode::BadValue,
                "the rules of this pack have no Armour values",
                "`damage` with its result alone",
            );
        };
        if !(1..=3).contains(&hit.penetrate.len()) {
            return refuse(
                RefusalCode::BadValue,
                say!("{} dice to penetrate the armour of {}", hit.penetrate.len(), unit.title()),
                "one die, or two or three where the weapon rolls more",
            );
        }
        let faces: Vec<i32> = hit.penetrate.iter().map(|face| face.get()).collect();
        let (strength, armour) = (hit.strength.get(), hit.armour.get());
        let penetration = penetrates(strength, &faces, armour);
        if penetration == Penetration::None {
            let total = strength + faces.iter().sum::<i32>();
            return refuse(
                RefusalCode::DiceDoNotAddUp,
                say!("a hit of {} does nothing to the Armour of {} of {}", total, armour, unit.title()),
                "no `damage`",
            );
        }
        dice("a damage roll", &hit.roll, 1)?;
        let struck = VehicleHit {
            penetration,
            ap: hit.ap.map_or(0, |ap| ap.get()),
            open_topped: hit.open_topped,
            other: hit.add.iter().map(|(by, _)| by.get()).sum(),
        };
        let state = VehicleState {
            weapons: hit.weapons.map_or(1, |weapons| weapons.get().unsigned_abs()),
            immobilised: hit.immobilised,
            squadron: self.is_squadron(unit),
        };
        let given = vehicles.result(hit.roll.first().map_or(0, |face| face.get()), struck, state).map(Damage::from);
        match given {
            Some(given) if given != result => refuse(
                RefusalCode::ContradictsFacts,
                say!("{} is recorded as {}, but the dice give {}", unit.title(), result.as_str(), given.as_str()),
                say!("`{}`, or the modifier of the damage roll in `add`", given.as_str()),
            ),
            _ => Ok(()),
        }
    }

    /// A sweeping advance: the unit that falls back is destroyed where the winner is as quick or quicker.
    pub(super) fn sweep(&self, id: &UnitId, target: &UnitId, roll: &[Face], caught: Option<bool>) -> Decision {
        let (_, winner) = self.own_unit(id)?;
        let (index, loser) = self.unit(target)?;
        let falls_back = self.law_of(TestName::Morale).is_some_and(|law| law.fail == TestFails::FallsBack);
        if !falls_back {
            return refuse(
                RefusalCode::BadValue,
                "under the rules of this pack no unit falls back from a close combat",
                "`casualties`, where a rule of an army destroys it",
            );
        }
        if loser.player == winner.player {
            return refuse(
                RefusalCode::BadValue,
                say!("{} and {} are of one army", winner.title(), loser.title()),
                "a unit of the other army that falls back",
            );
        }
        dice("a sweeping advance", roll, 2)?;
        self.may_do(Deed::Fight, winner.player, say!("{} makes a sweeping advance", winner.title()))?;
        self.on_battlefield(winner)?;
        self.on_battlefield(loser)?;
        if !loser.falling_back {
            return refuse(
                RefusalCode::UnitState,
                say!("{} does not fall back", loser.title()),
                say!("`test` of its Morale first: `test {} morale D D`", loser.id),
            );
        }
        let total = |unit: &Unit, face: usize| Some((roll.get(face)?.get(), initiative_of(unit)?));
        let computed = total(winner, 0).zip(total(loser, 1)).map(|(winner, loser)| is_caught(winner, loser));
        let caught = match (computed, caught) {
            (Some(computed), Some(said)) if computed != said => {
                return refuse(
                    RefusalCode::ContradictsFacts,
                    say!(
                        "{} is recorded as {}, but die and Initiative say otherwise",
                        loser.title(),
                        if said { "caught" } else { "not caught" }
                    ),
                    "`caught` as the dice give it, or left out",
                );
            }
            (computed, said) => computed.or(said),
        };
        match caught {
            Some(true) => Ok(destroy_whole(loser, index).collect()),
            Some(false) => Ok(Vec::new()),
            None => refuse(
                RefusalCode::BadValue,
                say!("the lists do not state the Initiative of {} and {}", winner.title(), loser.title()),
                "`caught`: true or false",
            ),
        }
    }
}

/// The Initiative of a unit, where the list states that of all its models: the majority's, else the highest.
fn initiative_of(unit: &Unit) -> Option<i32> {
    let alive = unit.groups.iter().filter(|group| group.models > 0);
    let known: Option<Vec<(i32, u32)>> =
        alive.map(|group| group.printed.initiative.map(|value| (value.get(), group.models))).collect();
    majority_or_highest(&known?)
}
