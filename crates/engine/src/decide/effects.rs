//! What abilities change about units for a while.
//!
//! # Source
//! `docs/rules/dice.md`, E.3 to E.6, Numbers and Modifiers; `docs/rules/editions.md`, 000-6.

use std::sync::Arc;

use adjutant_attack::{Change, Characteristic, Value, changed};
use adjutant_core::say;

use super::desk::{Decision, Desk, refuse};
use crate::command::Effect;
use crate::event::Event;
use crate::refusal::{Refusal, RefusalCode};
use crate::state::{Lasting, Unit, Whereabouts};
use crate::timing::moments::effect_doubts;

/// The most that a change adds, takes, multiplies or divides by.
const NUMBER_MAX: i32 = 100;

/// The most changes of one characteristic by one ability.
const CHANGES_MAX: usize = 4;

impl Desk<'_> {
    pub(super) fn effect(&self, effect: &Effect) -> Decision {
        let mut named = Vec::new();
        for id in &effect.units {
            let found = self.unit(id)?;
            if named.iter().any(|(index, _)| *index == found.0) {
                return refuse(RefusalCode::BadValue, say!("{} is named twice", found.1.title()), "each unit once");
            }
            named.push(found);
        }
        if named.is_empty() {
            return refuse(RefusalCode::BadValue, "the effect is on no unit", "one unit or more");
        }
        for (characteristic, changes) in &effect.change {
            self.possible_changes(*characteristic, changes)?;
        }
        let ends = effect.is_over();
        if ends && effect.until.is_some() {
            return refuse(
                RefusalCode::BadValue,
                say!("{} ends now and lasts until later", effect.why),
                "what it changes, or no `until`",
            );
        }
        let mut events = Vec::new();
        for (index, unit) in named {
            self.bears_effects(unit)?;
            let earlier = unit.effects.iter().find(|lasting| lasting.why == effect.why);
            if ends && earlier.is_none() {
                let names: Vec<&str> = unit.effects.iter().map(|lasting| lasting.why.as_str()).collect();
                let names = if names.is_empty() { "no effect is on it".into() } else { names.join(", ") };
                return refuse(
                    RefusalCode::Unknown,
                    say!("no effect called {} is on {}", effect.why, unit.title()),
                    names,
                );
            }
            if ends {
                events.push(Event::EffectEnded { unit: index, why: effect.why.clone() });
            } else {
                let (why, change) = (effect.why.clone(), Arc::new(effect.change.clone()));
                let (fights, until) = (effect.fights, effect.until);
                events.push(Event::EffectBegan { unit: index, effect: Lasting { why, change, fights, until } });
            }
            let touched = earlier.map(|lasting| &*lasting.change).into_iter().chain([&effect.change]);
            let doubts = touched.map(|change| effect_doubts(self.state, unit, change));
            events.extend(doubts.max_by_key(Vec::len).unwrap_or_default());
        }
        Ok(events)
    }

    /// Numbers that the edition can put together.
    fn possible_changes(&self, characteristic: Characteristic, changes: &[Change]) -> Result<(), Refusal> {
        let number = |change: &Change| match change {
            Change::Set(by) | Change::Divide(by) | Change::Multiply(by) | Change::Add(by) | Change::Subtract(by) => *by,
        };
        let scales = |change: &Change| matches!(change, Change::Divide(_) | Change::Multiply(_));
        let bad = |change: &Change| {
            let number = number(change);
            !(-NUMBER_MAX..=NUMBER_MAX).contains(&number) || (scales(change) && number < 1)
        };
        if changes.is_empty() || changes.len() > CHANGES_MAX || changes.iter().any(bad) {
            return refuse(
                RefusalCode::BadValue,
                say!("the changes of {} are not possible", characteristic.in_words()),
                say!("1 to {} changes by numbers up to {}; times and divided by 1 or more", CHANGES_MAX, NUMBER_MAX),
            );
        }
        let law = &self.dice_law()?.numbers;
        match changed(law, characteristic, Value::Number(1), changes, &[]) {
            Ok(_) => Ok(()),
            Err(error) => refuse(RefusalCode::BadValue, error.to_string(), "other changes"),
        }
    }

    fn bears_effects(&self, unit: &Unit) -> Result<(), Refusal> {
        if matches!(unit.whereabouts, Whereabouts::Attached(_)) {
            return self.on_battlefield(unit);
        }
        self.standing(unit)
    }
}
