//! Losses, returns and Morale.
//!
//! # Source
//! `rules-inventory.md`, D-4 and D-11.

use super::{Decision, Desk, dice, refuse};
use crate::command::{DiceRoll, Losses, Phase};
use crate::event::Event;
use crate::ids::{Name, UnitId};
use crate::numbers::{Face, Models, Whole};
use crate::place::Place;
use crate::refusal::{Refusal, RefusalCode};
use crate::state::{Unit, Whereabouts};

impl Desk<'_> {
    pub(super) fn casualties(&self, id: &UnitId, models: Models, group: Option<&Name>) -> Decision {
        let (index, unit) = self.unit(id)?;
        self.standing(unit)?;
        let losses = self.named_losses(unit, models.get().unsigned_abs(), group)?;
        let destroyed = |(group, models)| Event::ModelsDestroyed { unit: index, group, models };
        // The hurt model falls first.
        let healed = losses.iter().filter(|(group, _)| unit.groups[*group].hurt > 0);
        let healed: Vec<_> =
            healed.map(|(group, _)| Event::ModelHurt { unit: index, group: *group, hurt: 0 }).collect();
        Ok(losses.into_iter().map(destroyed).chain(healed).collect())
    }

    fn standing(&self, unit: &Unit) -> Result<(), Refusal> {
        if unit.alive() {
            return Ok(());
        }
        refuse(
            RefusalCode::UnitState,
            format!("{} is {}", unit.title(), super::status_in_words(unit)),
            "a unit with models left",
        )
    }

    fn named_losses(&self, unit: &Unit, models: u32, group: Option<&Name>) -> Result<Vec<(usize, u32)>, Refusal> {
        let count = Whole::new(i32::try_from(models).unwrap_or(i32::MAX)).unwrap_or_else(super::battle::zero);
        match group {
            Some(name) => {
                self.group(unit, name)?;
                self.by_group(unit, &Losses::Groups([(name.clone(), count)].into()))
            }
            None => self.by_group(unit, &Losses::Models(count)),
        }
    }

    /// Spreads losses over the groups of a unit; a unit that mixes groups has to say which, unless all fall.
    pub(super) fn by_group(&self, unit: &Unit, losses: &Losses) -> Result<Vec<(usize, u32)>, Refusal> {
        let too_many = |lost: u32, left: u32| {
            refuse(
                RefusalCode::ContradictsFacts,
                format!("{lost} models of {} are destroyed, which has {left} left", unit.title()),
                format!("at most {left}"),
            )
        };
        let living: Vec<usize> = (0..unit.groups.len()).filter(|g| unit.groups[*g].models > 0).collect();
        match losses {
            Losses::Models(models) => {
                let models = models.get().unsigned_abs();
                if models > unit.models() {
                    return too_many(models, unit.models());
                }
                if models == unit.models() {
                    return Ok(living.into_iter().map(|g| (g, unit.groups[g].models)).collect());
                }
                match living.as_slice() {
                    _ if models == 0 => Ok(Vec::new()),
                    [group] => Ok(vec![(*group, models)]),
                    _ => {
                        let names: Vec<&str> = living.iter().map(|g| unit.groups[*g].name.as_str()).collect();
                        refuse(
                            RefusalCode::BadValue,
                            format!("{models} models of {}, which mixes groups", unit.title()),
                            format!("a number for each group: {}", names.join(", ")),
                        )
                    }
                }
            }
            Losses::Groups(groups) => {
                let mut lost = Vec::new();
                for (name, models) in groups {
                    let group = self.group(unit, name)?;
                    let models = models.get().unsigned_abs();
                    if models > unit.groups[group].models {
                        return too_many(models, unit.groups[group].models);
                    }
                    if models > 0 {
                        lost.push((group, models));
                    }
                }
                Ok(lost)
            }
        }
    }

    pub(super) fn restore(&self, id: &UnitId, models: Models, group: Option<&Name>, place: Option<&Place>) -> Decision {
        let (index, unit) = self.own_unit(id)?;
        let models = models.get().unsigned_abs();
        let group = match group {
            Some(name) => self.group(unit, name)?,
            None => {
                let lossy: Vec<usize> = (0..unit.groups.len()).filter(|g| unit.groups[*g].lost > 0).collect();
                match lossy.as_slice() {
                    [group] => *group,
                    [] if unit.groups.len() == 1 => 0,
                    _ => {
                        let names: Vec<&str> = unit.groups.iter().map(|g| g.name.as_str()).collect();
                        return refuse(
                            RefusalCode::BadValue,
                            format!("models return to {}, which mixes groups", unit.title()),
                            format!("`group`: one of {}", names.join(", ")),
                        );
                    }
                }
            }
        };
        if unit.whereabouts == Whereabouts::Removed {
            self.standing(unit)?;
        }
        if models > unit.groups[group].lost {
            return refuse(
                RefusalCode::ContradictsFacts,
                format!("{models} models return to {}, which has lost {}", unit.title(), unit.groups[group].lost),
                "at most as many as were destroyed; a new unit is an `add-unit`",
            );
        }
        let mut events = vec![Event::ModelsReturned { unit: index, group, models }];
        let measured = matches!(unit.position(), Some(crate::state::Position::Models(..)));
        if unit.whereabouts == Whereabouts::Destroyed || measured || place.is_some() {
            let mut whole = unit.clone();
            whole.groups[group].models += models;
            self.check_place(&whole, place)?;
            events.push(Event::UnitPlaced { unit: index, position: self.position(&whole, place, None) });
        }
        Ok(events)
    }

    pub(super) fn morale(
        &self,
        id: &UnitId,
        roll: &[Face],
        attrition: Option<&DiceRoll>,
        fled: Option<Whole<0, 1000>>,
    ) -> Decision {
        let (index, unit) = self.own_unit(id)?;
        dice("a Morale test", roll, 1)?;
        if self.state.phase != Phase::Morale {
            self.soft(
                RefusalCode::OtherPhase,
                format!("{} takes a Morale test; this is {}", unit.title(), self.moment()),
                "the Morale phase",
            )?;
        }
        if unit.acts.morale_in_phase == self.state.phase_count {
            self.soft(
                RefusalCode::OnceOnly,
                format!("{} has taken its Morale test", unit.title()),
                "one test a unit and phase",
            )?;
        }
        self.on_battlefield(unit)?;
        let mut events = vec![Event::MoraleTested { unit: index }];
        let models = self.fleeing(unit, roll[0].get(), attrition, fled)?;
        for (group, models) in self.by_group(unit, &Losses::Models(models))? {
            events.push(Event::ModelsDestroyed { unit: index, group, models });
        }
        Ok(events)
    }

    /// How many models flee: what the dice give where Leadership is known, else what is said.
    ///
    /// # Source
    /// `rules-inventory.md`, D-11 and G-51.
    fn fleeing(
        &self,
        unit: &Unit,
        die: i32,
        attrition: Option<&DiceRoll>,
        fled: Option<Whole<0, 1000>>,
    ) -> Result<Whole<0, 1000>, Refusal> {
        let leadership = unit.groups.iter().filter(|g| g.models > 0).filter_map(|g| g.leadership).max();
        let lost = i32::try_from(unit.acts.models_lost).unwrap_or(i32::MAX);
        let passes = leadership.map(|leadership| die == 1 || die + lost <= leadership);
        let computed = match (passes, attrition) {
            (Some(true), _) => Some(0),
            (Some(false), Some(dice)) => {
                let left = unit.models().saturating_sub(1);
                if dice.roll.len() as u64 != u64::from(left) {
                    return refuse(
                        RefusalCode::BadValue,
                        format!("{} attrition dice for {left} models", dice.roll.len()),
                        "one die for every model that is left after the first has fled",
                    );
                }
                let below_half = left * 2 < unit.starting_strength;
                let flees = |face: &&Face| face.get() - i32::from(below_half) <= 1;
                Some(1 + dice.roll.iter().filter(flees).count())
            }
            _ => None,
        };
        match (computed.and_then(|c| i32::try_from(c).ok()).and_then(Whole::new), fled) {
            (Some(computed), Some(said)) if computed != said => refuse(
                RefusalCode::ContradictsFacts,
                format!("{said} models of {} are said to flee; the dice give {computed}", unit.title()),
                "`fled` as the dice give it, or left out",
            ),
            (Some(computed), _) => Ok(computed),
            (None, said) => Ok(said.unwrap_or_else(super::battle::zero)),
        }
    }
}
