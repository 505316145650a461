//! Units that become several, and several that become one.
//!
//! # Source
//! `docs/rules/battle.md`, D-4 and G-109.

use adjutant_core::ids::UnitId;
use adjutant_core::say;
use adjutant_core::sentence::typed;

use super::desk::{Decision, Desk, refuse};
use crate::command::SplitPart;
use crate::event::Event;
use crate::refusal::{Refusal, RefusalCode};
use crate::state::{Unit, UnitIndex};

impl Desk<'_> {
    pub(super) fn split(&self, id: &UnitId, into: &[SplitPart]) -> Decision {
        let (index, unit) = self.own_unit(id)?;
        self.is_alone(unit)?;
        if into.len() < 2 {
            return refuse(
                RefusalCode::BadValue,
                say!("{} splits into {} parts", unit.title(), into.len()),
                "two or more",
            );
        }
        let mut left: Vec<u32> = unit.groups.iter().map(|group| group.models).collect();
        let mut parts = Vec::new();
        for part in into {
            self.new_id(&part.id, &[unit], into.iter().map(|p| &p.id))?;
            let mut remaining = unit.clone();
            for (group, models) in remaining.groups.iter_mut().zip(&left) {
                group.models = *models;
            }
            let mut models = vec![0; unit.groups.len()];
            for (group, count) in self.by_group(&remaining, &part.models)? {
                models[group.0] = count;
                left[group.0] -= count;
            }
            if models.iter().sum::<u32>() == 0 {
                return refuse(
                    RefusalCode::BadValue,
                    say!("part `{}` has no models", typed(&part.id)),
                    "at least one model",
                );
            }
            parts.push((part.id.clone(), models));
        }
        if left.iter().any(|models| *models > 0) {
            return refuse(
                RefusalCode::BadValue,
                say!("the parts of {} have fewer models than it", unit.title()),
                say!("parts with {} models in all", unit.models()),
            );
        }
        if !unit.alive() {
            return refuse(RefusalCode::UnitState, say!("{} is destroyed", unit.title()), "a unit with models left");
        }
        Ok(vec![Event::UnitSplit { unit: index, parts }])
    }

    pub(super) fn merge(&self, ids: &[UnitId], id: &UnitId) -> Decision {
        let units: Vec<(UnitIndex, &Unit)> = ids.iter().map(|id| self.own_unit(id)).collect::<Result<_, Refusal>>()?;
        let Some((_, first)) = units.first() else {
            return refuse(RefusalCode::BadValue, "no units to merge", "two or more");
        };
        let mixed = units.iter().any(|(_, unit)| unit.player != first.player);
        let twice = units.iter().enumerate().any(|(i, (index, _))| units[..i].iter().any(|(other, _)| other == index));
        if units.len() < 2 || mixed || twice {
            return refuse(
                RefusalCode::BadValue,
                "units of both armies, one unit twice, or one only",
                "two or more of one army",
            );
        }
        let parts: Vec<&Unit> = units.iter().map(|(_, unit)| *unit).collect();
        self.new_id(id, &parts, std::iter::once(id))?;
        for (_, unit) in &units {
            self.is_alone(unit)?;
            if !unit.alive() || std::mem::discriminant(&unit.whereabouts) != std::mem::discriminant(&first.whereabouts)
            {
                return refuse(
                    RefusalCode::UnitState,
                    say!("{} and {} are not in one place", first.title(), unit.title()),
                    "units that stand together",
                );
            }
        }
        Ok(vec![Event::UnitsMerged { units: units.into_iter().map(|(index, _)| index).collect(), id: id.clone() }])
    }

    /// An id that is free, or that of a unit which gives it up; and no other part takes it.
    fn new_id<'b>(
        &self,
        id: &UnitId,
        giving_up: &[&Unit],
        parts: impl Iterator<Item = &'b UnitId>,
    ) -> Result<(), Refusal> {
        let taken = self.state.units.iter().any(|unit| unit.id == *id && !giving_up.iter().any(|g| g.id == *id));
        let twice = parts.filter(|other| *other == id).count() > 1;
        if taken || twice {
            return refuse(
                RefusalCode::NameTaken,
                say!("a unit `{}` is in this match already", typed(&id)),
                "a new id",
            );
        }
        Ok(())
    }
}
