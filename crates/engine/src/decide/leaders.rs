//! Leaders that join a unit before the battle, or in it.
//!
//! # Source
//! `docs/rules/editions.md`, 000-12, 000-27 and 002-26.

use adjutant_core::ids::UnitId;
use adjutant_core::numbers::Face;
use adjutant_core::say;

use super::desk::{Decision, Desk, refuse};
use crate::event::Event;
use crate::facts;
use crate::refusal::{Refusal, RefusalCode};
use crate::rules::UnitKind;
use crate::state::table::measured;
use crate::state::{Unit, UnitIndex, Whereabouts};
use crate::terms::{Deed, MoveKind, Place, Status};

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
        if self.state.status == Status::Battle {
            self.joins(leading, unit)?;
        } else {
            self.undeployed(leading)?;
            self.undeployed(unit)?;
            self.has_room_for_company(unit)?;
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
                "a unit without a leader",
            )?;
        }
        Ok(vec![Event::LeaderAttached { leader, to: index }])
    }

    /// A character joins a unit beside him at the end of his move, neither of them in combat or falling back.
    ///
    /// # Source
    /// 002:1909-1921.
    fn joins(&self, leading: &Unit, unit: &Unit) -> Result<(), Refusal> {
        self.may_do(Deed::Normal, unit.player, "characters join units in their own Movement phase")?;
        self.on_battlefield(leading)?;
        self.on_battlefield(unit)?;
        self.has_room_for_company(unit)?;
        [leading, unit].into_iter().try_for_each(|unit| self.is_at_liberty(unit))?;
        let reach = self.state.law().measures.coherency;
        let far = measured(leading).zip(measured(unit)).is_some_and(|(one, other)| !one.is_within(reach, other));
        self.placed(
            far,
            || say!("{} is farther than {} from {}", leading.title(), reach, unit.title()),
            say!("a move to within {} of it first", reach),
        )
    }

    /// Refuses a vehicle or a model by itself, which no character joins where they come and go in the battle.
    ///
    /// # Source
    /// 002:1909.
    fn has_room_for_company(&self, unit: &Unit) -> Result<(), Refusal> {
        let alone = unit.starting_strength == 1 && !self.is(UnitKind::Characters, unit);
        if self.state.joins_in_battle() && (alone || self.is(UnitKind::Vehicles, unit)) {
            self.soft(
                RefusalCode::NotAble,
                say!("{} is a vehicle or a model by itself, which nobody joins", unit.title()),
                "a unit of several models, or another character",
            )?;
        }
        Ok(())
    }

    /// Refuses a unit that nobody joins or leaves: one in combat, or one that falls back.
    fn is_at_liberty(&self, unit: &Unit) -> Result<(), Refusal> {
        self.acts(
            unit.falling_back,
            || say!("{} falls back, and nobody joins or leaves it", unit.title()),
            "once it has regrouped",
        )?;
        self.placed(
            facts::engaged(self.state, unit) == Some(true),
            || say!("{} is locked in combat, and nobody joins or leaves it", unit.title()),
            "once the combat is over",
        )
    }

    /// The move of a character by which he leaves the unit that he joined.
    ///
    /// # Source
    /// 002:1917-1921.
    pub(super) fn leaves(
        &self,
        leader: UnitIndex,
        kind: MoveKind,
        place: Option<&Place>,
        roll: Option<&[Face]>,
    ) -> Option<Decision> {
        let Whereabouts::Attached(whole) = self.state.unit_at(leader).whereabouts else { return None };
        let goes = matches!(kind, MoveKind::Normal | MoveKind::Advance) && self.state.status == Status::Battle;
        (goes && self.state.joins_in_battle()).then(|| {
            let whole = self.state.unit_at(whole);
            self.on_battlefield(whole)?;
            self.is_at_liberty(whole)?;
            let mut alone = self.state.by_itself(leader).into_owned();
            let at = whole.places_of(Some(leader)).map(Place::Models);
            alone.whereabouts = Whereabouts::Battlefield(self.position(&alone, at.as_ref(), None));
            (alone.acts, alone.grounded_in) = (whole.acts.clone(), whole.grounded_in);
            let mut events = vec![Event::LeaderLeft { leader }];
            events.extend(self.moves_so(leader, &alone, kind, place, roll)?);
            Ok(events)
        })
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
