//! What coordinates alone show to be illegal.
//!
//! Only what is measured is judged; where a place, a base or a distance is unknown, the players' word stands. A unit
//! that its own rules set up or move otherwise is recorded `under` the name of that rule.
//!
//! | refused | source |
//! |---|---|
//! | deployment that is not wholly within the player's zone | V-1102, V-1103 |
//! | a set-up or move that ends out of coherency or off the board | D-4 |
//! | an arrival within 9" of enemies, or away from the edges that the round allows | D-6 |
//! | embarking and disembarking farther than 3", or at enemies | D-12 |
//! | a place on terrain that carries nobody | D-15; 001:2993-3053 |

use std::collections::BTreeMap;

use adjutant_core::ids::MarkerId;
use adjutant_core::say;
use adjutant_core::sentence::Sentence;
use adjutant_core::side::Player;
use adjutant_geometry::{BoardEdge, Footprint, Length, Reach, unit};

use super::desk::{Desk, refuse};
use crate::facts;
use crate::facts::ways::{self, Barred};
use crate::refusal::{Refusal, RefusalCode};
use crate::rules::UnitKind;
use crate::state::table::{Measured, Table, measured};
use crate::state::{Position, Unit, Whereabouts};
use crate::terms::{Declared, MapSide, Place, RegionName};

impl<'a> Desk<'a> {
    /// A place as the state would keep it.
    pub(super) fn position(
        &self,
        unit: &Unit,
        place: Option<&Place>,
        counts: Option<BTreeMap<MarkerId, u32>>,
    ) -> Position {
        Position::of(unit, place, counts, self.state.table.as_deref())
    }

    /// The table and the models of a position, where both are measured.
    fn measured<'p>(&self, position: &'p Position) -> Option<(&'a Table, &'p [Footprint])> {
        let (table, measured) = self.measures(position)?;
        Some((table, measured.models.as_slice()))
    }

    pub(super) fn measures<'p>(&self, position: &'p Position) -> Option<(&'a Table, &'p Measured)> {
        let Position::Models(standing) = position else { return None };
        Some((self.state.table.as_deref()?, standing.measured.as_ref()?))
    }

    /// Models may be divided between markers as was said.
    pub(super) fn divided(&self, unit: &Unit, position: &Position) -> Result<(), Refusal> {
        let (Position::Models(standing), Some(table)) = (position, self.state.table.as_deref()) else { return Ok(()) };
        standing.division(table).or_else(|(marker, error)| {
            refuse(
                RefusalCode::ContradictsFacts,
                say!("`counts` of {} at {}: {}", unit.title(), marker, without_index(error)),
                "each model in range of a marker counted for one of those in its range",
            )
        })
    }

    /// Deployed wholly within the player's zone; models too large for it touch the player's edge.
    pub(super) fn deployed_fairly(&self, unit: &Unit, position: &Position, oversize: bool) -> Result<(), Refusal> {
        let Some(side) = self.state.sides[unit.player].zone else { return Ok(()) };
        if let Position::Declared(declared, _) = position {
            let outside = declared.wholly_within.as_ref().is_some_and(|held| !held.contains(&zone_of(side)));
            return self.placed(
                outside && !oversize,
                || say!("{} is declared not wholly within zone {}", unit.title(), letter(side)),
                "every model wholly within your zone",
            );
        }
        let Some((table, measured)) = self.measures(position) else { return Ok(()) };
        let models = &measured.models;
        let edge = table.board().edge(table.edge_of(side));
        let fair =
            |model: &Footprint| table.zone(side).holds(model) || (oversize && edge.is_within(Length::ZERO, model));
        if models.iter().all(fair) {
            self.stands_fairly(unit, measured)?;
            return self.coherent(unit, measured);
        }
        self.soft(
            RefusalCode::OutOfReach,
            say!("{} is not wholly within zone {}, {}'s", unit.title(), letter(side), unit.player),
            "every model wholly within the zone, or touching your edge with `oversize`",
        )
    }

    /// Refuses what a place forbids, unless a rule of the unit's own allows it.
    pub(super) fn placed(
        &self,
        forbidden: bool,
        message: impl FnOnce() -> Sentence,
        accepted: impl Into<Sentence>,
    ) -> Result<(), Refusal> {
        if !forbidden {
            return Ok(());
        }
        self.soft(RefusalCode::OutOfReach, message(), accepted)
    }

    /// Only a model that fits nowhere in the zone, or in the strip of the reserves, touches the edge instead.
    pub(super) fn fits_nowhere(&self, unit: &Unit, position: &Position, oversize: bool) -> Result<(), Refusal> {
        let (true, Some((table, models))) = (oversize, self.measured(position)) else { return Ok(()) };
        let Some(side) = self.state.sides[unit.player].zone else { return Ok(()) };
        let Some([_, strip, _]) = self.state.law().measures.arrivals else { return Ok(()) };
        let arrives = unit.whereabouts != Whereabouts::Undeployed;
        let fits = |model: &Footprint| {
            if arrives { model.smallest_dimension() <= strip } else { table.has_room(side, model) }
        };
        self.placed(
            models.iter().all(fits),
            || say!("every model of {} fits where it has to be set up", unit.title()),
            "`oversize` only for models that are too large",
        )
    }

    /// A set-up or move that ends in one group, on the board.
    pub(super) fn ends_fairly(&self, unit: &Unit, position: &Position) -> Result<(), Refusal> {
        let Some((table, measured)) = self.measures(position) else { return Ok(()) };
        if !unit::is_wholly_in(&measured.models, table.board().ground()) && !self.is(UnitKind::Aircraft, unit) {
            self.soft(
                RefusalCode::OutOfReach,
                say!("{} ends across the edge of the battlefield", unit.title()),
                "every model wholly on the battlefield",
            )?;
        }
        self.stands_fairly(unit, measured)?;
        self.coherent(unit, measured)
    }

    /// The same of a move, which ends on no marker where the rules say so; who has not moved stays where it was.
    ///
    /// # Source
    /// 000:806, 815.
    pub(super) fn ends_move_fairly(&self, unit: &Unit, position: &Position) -> Result<(), Refusal> {
        self.ends_fairly(unit, position)?;
        let control = &self.state.law().control;
        let Some((table, measured)) = self.measures(position).filter(|_| control.solid && self.state.is_under_law(2))
        else {
            return Ok(());
        };
        let before = unit.position().and_then(|before| self.measures(before)).map(|(_, before)| &before.models);
        let moved = |model: &&Footprint| before.is_none_or(|before| !before.contains(model));
        let stands = |marker: &Footprint| measured.models.iter().filter(moved).any(|model| model.overlaps(marker));
        match table.marker_under(stands, &self.state.markers, control.marker_mm) {
            Some(marker) => self.soft(
                RefusalCode::OutOfReach,
                say!("{} ends its move on {}", unit.title(), marker),
                "every model beside the markers, which it may cross",
            ),
            None => Ok(()),
        }
    }

    /// No model stands on terrain that does not carry it.
    fn stands_fairly(&self, unit: &Unit, measured: &Measured) -> Result<(), Refusal> {
        if let Some(model) = ways::hovering(self.state, measured) {
            self.soft(
                RefusalCode::OutOfReach,
                say!("model {} of {} stands above the table where no terrain is so high", model, unit.title()),
                "a place on terrain of that height, or on the table",
            )?;
        }
        let Some((feature, why)) = ways::barred_from(self.state, unit, measured) else { return Ok(()) };
        let why = match why {
            Barred::Impassable => "which nobody enters",
            Barred::Building => "a building, which models do not move across",
            Barred::Unstable => "on top of which nobody stands",
            Barred::NotScaled => "on top of which only those on foot and those that fly stand",
        };
        let message = || say!("{} stands on {}, {}", unit.title(), feature.piece.id, why);
        self.placed(true, message, "a place beside it")
    }

    fn coherent(&self, unit: &Unit, measured: &Measured) -> Result<(), Refusal> {
        if measured.is_coherent(self.state.law()) {
            return Ok(());
        }
        let coherency = self.state.law().measures.coherency_of(&measured.models);
        let out: Vec<String> = coherency.models_out().iter().map(|model| (model + 1).to_string()).collect();
        self.soft(
            RefusalCode::OutOfReach,
            say!("{} is out of coherency: models {}", unit.title(), out.join(", ")),
            self.state.law().measures.coherency_in_words(),
        )
    }

    /// A Heroic Intervention starts near enemies, and not within Engagement Range of them.
    pub(super) fn may_intervene(&self, unit: &Unit) -> Result<(), Refusal> {
        let Some(own) = measured(unit) else { return Ok(()) };
        let engaged = self.state.law().measures.engaged;
        let near = |reach: Reach| facts::enemies_within_of(self.state, unit.player, own, reach, |_| true);
        self.placed(
            near(engaged) == Some(true),
            || say!("{} is within Engagement Range of the enemy", unit.title()),
            "a CHARACTER that is not",
        )?;
        let Some(reach) = self.state.law().measures.close_moves else { return Ok(()) };
        self.placed(
            near(Reach::with_height(reach, engaged.up())) == Some(false),
            || say!("{} is more than {} from every enemy", unit.title(), reach),
            say!("a CHARACTER within {} of an enemy unit", reach),
        )
    }

    /// Every model of a unit that embarks is within 3" of the transport, which is not engaged.
    pub(super) fn embarks_fairly(&self, unit: &Unit, carrier: &Unit) -> Result<(), Refusal> {
        self.placed(
            facts::engaged(self.state, carrier) == Some(true),
            || say!("{} is within Engagement Range of the enemy", carrier.title()),
            "a transport that is not",
        )?;
        let (Some(own), Some(theirs)) = (measured(unit), measured(carrier)) else { return Ok(()) };
        let Some(reach) = self.state.law().measures.transport else { return Ok(()) };
        let far = own.models.iter().any(|model| !unit::is_within(&theirs.models, reach, model));
        self.placed(
            far,
            || say!("{} is more than {} from {}", unit.title(), reach, carrier.title()),
            say!("every model within {}", reach),
        )
    }

    /// A unit that disembarks stands wholly within 3" of the transport, and not at enemies.
    pub(super) fn disembarks_fairly(&self, unit: &Unit, carrier: &Unit, position: &Position) -> Result<(), Refusal> {
        let Some((_, own)) = self.measures(position) else { return Ok(()) };
        self.placed(
            facts::engaged_at(self.state, unit.player, own) == Some(true),
            || say!("{} disembarks within Engagement Range of the enemy", unit.title()),
            say!("a place more than {} from enemies", self.state.law().measures.engaged),
        )?;
        let (Some(theirs), Some(reach)) = (measured(carrier), self.state.law().measures.transport) else {
            return Ok(());
        };
        let near = |model: &Footprint| theirs.models.iter().any(|hull| model.is_wholly_within(reach, hull));
        self.placed(
            !own.models.iter().all(near),
            || say!("{} disembarks farther than {} from {}", unit.title(), reach, carrier.title()),
            say!("every model wholly within {} of the transport", reach),
        )
    }

    /// An arrival at an edge that the round allows, away from enemies.
    pub(super) fn arrives_fairly(&self, unit: &Unit, position: &Position, oversize: bool) -> Result<(), Refusal> {
        self.ends_fairly(unit, position)?;
        let from_reserves = unit.whereabouts == Whereabouts::Reserves && !unit.exempt_from_deadline;
        if let Position::Declared(declared, _) = position {
            return self.arrives_as_declared(unit, declared, from_reserves);
        }
        let Some((table, own)) = self.measures(position) else { return Ok(()) };
        let models = own.models.as_slice();
        if from_reserves && !self.is(UnitKind::Aircraft, unit) {
            self.at_an_open_edge(unit, table, models, oversize)?;
        }
        if from_reserves && self.beside_own_edge(unit.player, table, models) {
            return Ok(());
        }
        let Some([clearance, _, own_edge]) = self.state.law().measures.arrivals else { return Ok(()) };
        let near = facts::enemies_within_of(self.state, unit.player, own, clearance, |_| true);
        // A unit set up elsewhere by its own rule arrives as that rule says.
        if near != Some(true) || unit.whereabouts == Whereabouts::Elsewhere {
            return Ok(());
        }
        self.soft(
            RefusalCode::OutOfReach,
            say!("{} arrives within {} of the enemy", unit.title(), clearance),
            say!("more than {} away, or within {} of the player's own edge in their own zone", clearance, own_edge),
        )
    }

    /// The same of a place that both agree on, as far as it tells.
    fn arrives_as_declared(&self, unit: &Unit, place: &Declared, from_reserves: bool) -> Result<(), Refusal> {
        let Some(own) = self.state.sides[unit.player].zone.filter(|_| from_reserves) else { return Ok(()) };
        let holds = |regions: &Option<Vec<RegionName>>, zone| regions.as_ref().is_some_and(|held| held.contains(&zone));
        let first = self.state.law().arrivals.map_or(0, |(from, _)| from);
        let enemy = zone_of(own.other());
        self.placed(
            self.state.round <= first && (holds(&place.within, enemy) || holds(&place.wholly_within, enemy)),
            || say!("{} arrives in the enemy's zone in round {}", unit.title(), self.state.round),
            "another edge, or a later round",
        )?;
        let Some([clearance, _, own_edge]) = self.state.law().measures.arrivals else { return Ok(()) };
        let near = place.near_enemies_in.is_some_and(|distance| Length::of(distance) <= clearance);
        self.placed(
            near && !holds(&place.wholly_within, zone_of(own)),
            || say!("{} is declared to arrive within {} of the enemy", unit.title(), clearance),
            say!("more than {} away, or within {} of your edge in your zone", clearance, own_edge),
        )
    }

    fn at_an_open_edge(&self, unit: &Unit, table: &Table, models: &[Footprint], oversize: bool) -> Result<(), Refusal> {
        let Some(own) = self.state.sides[unit.player].zone else { return Ok(()) };
        let Some([_, strip, _]) = self.state.law().measures.arrivals else { return Ok(()) };
        let enemy = own.other();
        let board = table.board();
        let open = |edge: &BoardEdge| *edge != table.edge_of(enemy);
        let beside = |model: &Footprint| {
            BoardEdge::ALL.iter().filter(|edge| open(edge)).any(|edge| board.edge(*edge).holds_within(strip, model))
        };
        let touches = |model: &Footprint| oversize && board.edge(table.edge_of(own)).is_within(Length::ZERO, model);
        if !models.iter().all(|model| beside(model) || touches(model)) {
            self.soft(
                RefusalCode::OutOfReach,
                say!("{} does not arrive at an edge", unit.title()),
                say!(
                    "every model wholly within {} of an edge other than the enemy's, or touching your edge with \
                     `oversize`",
                    strip
                ),
            )?;
        }
        let first = self.state.law().arrivals.map_or(0, |(from, _)| from);
        let in_zone = models.iter().any(|model| table.zone(enemy).overlaps(model) == Some(true));
        if self.state.round <= first && in_zone {
            self.soft(
                RefusalCode::OutOfReach,
                say!("{} arrives in the enemy's zone in round {}", unit.title(), self.state.round),
                say!("another edge, or round {} and later", first + 1),
            )?;
        }
        Ok(())
    }

    fn beside_own_edge(&self, player: Player, table: &Table, models: &[Footprint]) -> bool {
        let Some([_, _, strip]) = self.state.law().measures.arrivals else { return false };
        self.state.sides[player].zone.is_some_and(|own| {
            let edge = table.board().edge(table.edge_of(own));
            models.iter().all(|model| edge.is_within(strip, model) && table.zone(own).holds(model))
        })
    }
}

fn zone_of(side: MapSide) -> RegionName {
    match side {
        MapSide::A => RegionName::ZoneA,
        MapSide::B => RegionName::ZoneB,
    }
}

fn letter(side: MapSide) -> &'static str {
    match side {
        MapSide::A => "A",
        MapSide::B => "B",
    }
}

/// The error without the marker's index: the sentence names the marker by its id.
fn without_index(error: adjutant_geometry::assignment::AssignmentError) -> &'static str {
    use adjutant_geometry::assignment::AssignmentError::TooFewStated;
    use adjutant_geometry::assignment::AssignmentError::TooManyStated;
    match error {
        TooFewStated(_) => "more models than that stand in range of it and of no other",
        TooManyStated(_) => "fewer models than that stand in range of it",
    }
}
