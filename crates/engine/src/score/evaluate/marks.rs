//! Marks, departures, and units at the edges of the battlefield.

use adjutant_core::ids::UnitId;
use adjutant_core::numbers::Inches;

use super::{Evaluator, UNKNOWN_UNITS_MAX};
use crate::facts;
use crate::facts::ground;
use crate::rules::{Edge, Marked, RelativeRegion, RelativeSide, UnitFilter};
use crate::score::reason::Reason;
use crate::state::{Ground, Mark, Unit};
use crate::terms::{MarkName, Missing, Possible, knowledge};

/// The most marks that can lie, where the log does not know the armies that lay them.
const UNKNOWN_MARKS_MAX: i64 = 12;

impl<'a> Evaluator<'a> {
    pub(super) fn marked(&mut self, marked: &'a Marked) -> Possible {
        let Some(owner) = self.meant(marked.whose) else { return Possible::Exactly(0) };
        if !self.state.knows_army(owner) {
            self.miss(Missing::Fact("where marks lie"));
            let fits = |marker| {
                let filter = marked.of.as_ref();
                filter.is_none_or(|filter| facts::marker_fits(self.state, self.player, filter, marker) != Some(false))
            };
            let markers = self.state.lying_markers().filter(|(marker, _)| fits(*marker)).count();
            let bounded = marked.of.is_some() && !marked.every;
            let most = if bounded { i64::try_from(markers).unwrap_or(UNKNOWN_MARKS_MAX) } else { UNKNOWN_MARKS_MAX };
            return Possible::range(0, most);
        }
        let laid = (self.state.round, self.state.active);
        let (mut sure, mut open): (Vec<Ground>, Vec<Ground>) = (Vec::new(), Vec::new());
        for (mark, place) in self.state.marks_on_places(marked.mark) {
            if mark.player != owner || (marked.this_turn && mark.laid != laid) {
                continue;
            }
            match self.mark_counts(marked, mark, place) {
                Some(true) => sure.push(place),
                Some(false) => {}
                None => open.push(place),
            }
        }
        if !marked.every {
            [&mut sure, &mut open].into_iter().for_each(|places| {
                places.sort_unstable();
                places.dedup();
            });
            open.retain(|place| !sure.contains(place));
        }
        if !open.is_empty() {
            self.miss(Missing::Fact("who holds the marked places, and who stands there"));
        }
        let number = |places: &[Ground]| i64::try_from(places.len()).unwrap_or(0);
        if !sure.is_empty() {
            self.say(Reason::Marks(marked.mark, sure.len()));
        }
        Possible::range(number(&sure), number(&sure) + number(&open))
    }

    fn mark_counts(&self, marked: &Marked, mark: &Mark, place: Ground) -> Option<bool> {
        let marker = match place {
            Ground::Marker(marker) => Some(marker),
            Ground::Area(_) => None,
        };
        let of = match (&marked.of, marker) {
            (None, _) => Some(true),
            (Some(_), None) => Some(false),
            (Some(filter), Some(marker)) => facts::marker_fits(self.state, self.player, filter, marker),
        };
        let controlled = match marker {
            _ if !marked.controlled => Some(true),
            None => Some(false),
            Some(marker) => self.holds(marker),
        };
        let guarded = match mark.unit {
            _ if !marked.guarded => Some(true),
            None => Some(false),
            Some(unit) => {
                let unit = self.state.unit_at(unit);
                if unit.is_on_battlefield() { ground::is_at(self.state, unit, place) } else { Some(false) }
            }
        };
        knowledge::all([of, controlled, guarded])
    }

    pub(super) fn marked_units(&mut self, mark: MarkName) -> Possible {
        if !self.state.knows_army(self.player) || !self.state.knows_army(self.player.opponent()) {
            self.miss(Missing::Fact("the army lists"));
            return Possible::range(0, UNKNOWN_UNITS_MAX);
        }
        let own = self.state.remembered.marks.iter().filter(|one| one.player == self.player && one.name == mark);
        let mut units: Vec<_> = own.filter_map(|mark| mark.unit).collect();
        units.sort_unstable();
        units.dedup();
        Possible::Exactly(i64::try_from(units.len()).unwrap_or(0))
    }

    pub(super) fn left_battlefield(&mut self, filter: &UnitFilter) -> Possible {
        if !self.knows_armies_of(filter) {
            return Possible::range(0, UNKNOWN_UNITS_MAX);
        }
        let turn = (self.state.round, self.state.active);
        let gone = self.state.remembered.departures.iter().filter(|(_, when)| *when == turn);
        let mut units: Vec<&'a UnitId> = gone
            .map(|(unit, _)| self.state.unit_at(*unit))
            .filter(|unit| facts::unit_is(self.player, filter, unit))
            .filter(|unit| ground::past_fits(self.state, self.player, filter, unit))
            .map(|unit| &unit.id)
            .collect();
        units.dedup();
        let count = units.len();
        if count > 0 {
            self.say(Reason::Gone(units));
        }
        Possible::Exactly(i64::try_from(count).unwrap_or(0))
    }

    pub(super) fn edge_pairs(
        &mut self,
        reach: Inches,
        filter: &'a UnitFilter,
        without: Option<RelativeRegion>,
    ) -> Possible {
        let own = UnitFilter { owner: filter.owner.or(Some(RelativeSide::Own)), ..filter.clone() };
        if !self.knows_armies_of(&own) {
            return Possible::range(0, 2);
        }
        let state = self.state;
        let on_table = state.units.iter().filter(|unit| unit.is_on_battlefield());
        let units: Vec<&'a Unit> =
            on_table.filter(|unit| facts::unit_fits(state, self.player, &own, unit) != Some(false)).collect();
        let near = |unit: &Unit, edge: Edge| {
            let fits = facts::unit_fits(state, self.player, &own, unit);
            knowledge::all([fits, ground::within_of_edge(state, unit, edge, reach)])
        };
        let clear = |unit: &Unit| match without {
            None => Some(true),
            Some(wanted) => {
                let region = facts::region(state, self.player, wanted);
                region.and_then(|region| ground::within(state, unit, region)).map(|inside| !inside)
            }
        };
        let (mut sure, mut possible) = (0, 0);
        for edge in [Edge::Left, Edge::Bottom] {
            let mut pairs = Vec::new();
            for (at, one) in units.iter().enumerate() {
                for (_, other) in units.iter().enumerate().filter(|(other, _)| *other != at) {
                    let either = knowledge::any([clear(one), clear(other)]);
                    pairs.push(knowledge::all([near(one, edge), near(other, edge.opposite()), either]));
                }
            }
            match knowledge::any(pairs) {
                Some(true) => (sure, possible) = (sure + 1, possible + 1),
                Some(false) => {}
                None => possible += 1,
            }
        }
        if sure < possible {
            self.miss(Missing::Places(units.iter().map(|unit| unit.id.clone()).collect()));
        }
        Possible::range(sure, possible)
    }

    pub(super) fn all_destroyed(&mut self, filter: &'a UnitFilter) -> Possible {
        if !self.knows_armies_of(filter) {
            return Possible::range(0, 1);
        }
        let (mut any, mut standing) = (false, false);
        for unit in &self.state.units {
            for (group, models) in unit.numbered_groups() {
                // A leader's models stand in the unit that it joined; its own entry has none while it does.
                if facts::group_is(self.player, filter, unit, group) {
                    any |= models.models > 0 || models.lost > 0;
                    standing |= models.models > 0;
                }
            }
        }
        Possible::truth(any && !standing)
    }
}
