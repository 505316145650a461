//! Leaders that join a unit before the battle.
//!
//! # Source
//! `docs/rules/editions.md`, 000-12 and 000-27.

use adjutant_core::ids::UnitId;
use adjutant_core::say;

use super::desk::{Decision, Desk, refuse};
use crate::event::Event;
use crate::refusal::{Refusal, RefusalCode};
use crate::rules::UnitKind;
use crate::state::{Unit, UnitIndex, Whereabouts};

impl Desk<'_> {
    pub(super) fn attach(&self, leader: &UnitId, to: &UnitId) -> Decision {
        let (leader, leading) = self.own_unit(leader)?;
        let (index, unit) = self.own_unit(to)?;
        let Some(law) = self.state.law().attached else {
            return refuse(
                RefusalCode::BadValue,
                "under the rules of this pack leaders do not join other units",
                "each unit for itself",
            );
        };
        if leader == index || leading.player != unit.player {
            return refuse(
                RefusalCode::BadValue,
                say!("{} cannot join {}", leading.title(), unit.title()),
                "another unit of the same army",
            );
        }
        if unit.led_by.len() >= law.leaders_by_rule {
            return refuse(
                RefusalCode::BadValue,
                say!("{} has {} leaders", unit.title(), unit.led_by.len()),
                say!("at most {}, whatever their rules say", law.leaders_by_rule),
            );
        }
        for unit in [leading, unit] {
            self.undeployed(unit)?;
        }
        if !leading.led_by.is_empty() {
            return refuse(
                RefusalCode::UnitState,
                say!("{} has a leader of its own", leading.title()),
                "a leader that no other leads",
            );
        }
        self.has_to_be(UnitKind::Characters, leading)?;
        if let Some(first) = unit.led_by.first().filter(|_| unit.led_by.len() >= law.leaders) {
            let first = self.state.unit_at(*first).title();
            self.soft(
                RefusalCode::NotAble,
                say!("{} leads {} already", first, unit.title()),
                "a unit without a leader; or `under` the rule of the second leader that allows it",
            )?;
        }
        Ok(vec![Event::LeaderAttached { leader, to: index }])
    }

    /// Judges what is said of a leader in the unit that it joined, as of a unit of its own; the events are about the
    /// models in the whole.
    pub(super) fn of_leader(
        &self,
        leader: UnitIndex,
        judge: impl FnOnce(&Unit) -> Decision,
    ) -> Result<Option<Vec<Event>>, Refusal> {
        let Whereabouts::Attached(whole) = self.state.unit_at(leader).whereabouts else { return Ok(None) };
        let events = judge(&self.state.by_itself(leader))?;
        let unit = self.state.unit_at(whole);
        let there = |own| {
            let mut groups = unit.numbered_groups();
            let found = groups.find(|(_, group)| group.part.is_some_and(|p| p.unit == leader && p.group == own));
            found.map(|(group, _)| group)
        };
        let moved = events.into_iter().filter_map(|event| match event {
            Event::ModelsDestroyed { group, models, by_enemy, .. } => {
                Some(Event::ModelsDestroyed { unit: whole, group: there(group)?, models, by_enemy })
            }
            Event::ModelHurt { group, hurt, .. } => Some(Event::ModelHurt { unit: whole, group: there(group)?, hurt }),
            other => Some(other),
        });
        Ok(Some(moved.collect()))
    }

    /// Refuses a unit that has leaders, or leads another one.
    pub(super) fn is_alone(&self, unit: &Unit) -> Result<(), Refusal> {
        if unit.led_by.is_empty() && !matches!(unit.whereabouts, Whereabouts::Attached(_)) {
            return Ok(());
        }
        refuse(
            RefusalCode::UnitState,
            say!("{} is one unit with another", unit.title()),
            "a unit that no leader has joined",
        )
    }
}
