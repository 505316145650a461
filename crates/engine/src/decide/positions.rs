//! What coordinates alone show to be illegal.
//!
//! Only what is measured is judged; where a place, a base or a distance is unknown, the players' word stands. A unit
//! that its own rules set up or move otherwise is recorded `under` the name of that rule.
//!
//! | refused | source |
//! |---|---|
//! | deployment that is not wholly within the own zone | V-1102, V-1103 |
//! | a set-up or move that ends out of coherency or off the board | D-4 |
//! | a Normal Move or Advance that begins in Engagement Range, a move of the Movement phase that ends there | D-5 |
//! | such a move by a model farther from every old place than it can move | D-5 |
//! | an arrival within 9" of enemies, or away from the edges that the round allows | D-6 |

use std::collections::BTreeMap;

use super::{Desk, refuse};
use crate::command::MoveKind;
use crate::facts;
use crate::geometry::{BoardEdge, Coherency, Footprint, Length, unit};
use crate::ids::MarkerId;
use crate::numbers::Face;
use crate::place::Place;
use crate::refusal::{Refusal, RefusalCode};
use crate::rules::MissionRule;
use crate::side::{MapSide, Player};
use crate::state::table::{Standing, Table};
use crate::state::{Position, Unit, Whereabouts};

/// How close to enemies nobody arrives.
const ARRIVAL_CLEARANCE: Length = Length::inches(9);
/// How close to an edge of the battlefield reserves arrive.
const ARRIVAL_STRIP: Length = Length::inches(6);
/// How close to its own edge a unit may arrive beside enemies.
const OWN_EDGE_STRIP: Length = Length::inches(1);
/// The most that an Advance roll can add, in thousandths of an inch.
const ADVANCE_MAX: i64 = 6_000;

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
        let Position::Models(standing) = position else { return None };
        Some((self.state.table.as_deref()?, standing.measured.as_ref()?.models.as_slice()))
    }

    /// Models may be divided between markers as was said.
    pub(super) fn divided(&self, unit: &Unit, position: &Position) -> Result<(), Refusal> {
        let (Position::Models(standing), Some(table)) = (position, self.state.table.as_deref()) else { return Ok(()) };
        standing.division(table).or_else(|(marker, error)| {
            refuse(
                RefusalCode::ContradictsFacts,
                format!("`counts` of {} at {marker}: {}", unit.title(), without_index(error)),
                "each model in range of a marker counted for one of those in its range",
            )
        })
    }

    /// Deployed wholly within the own zone; models too large for it touch the own edge.
    pub(super) fn deployed_fairly(&self, unit: &Unit, position: &Position, oversize: bool) -> Result<(), Refusal> {
        let (Some((table, models)), Some(side)) = (self.measured(position), self.state.sides[unit.player].zone) else {
            return Ok(());
        };
        let edge = table.board().edge(table.edge_of(side));
        let fair =
            |model: &Footprint| table.zone(side).holds(model) || (oversize && edge.is_within(Length::ZERO, model));
        if models.iter().all(fair) {
            return self.coherent(unit, models);
        }
        self.soft(
            RefusalCode::OutOfReach,
            format!("{} is not wholly within zone {}, player {}'s", unit.title(), letter(side), unit.player),
            "every model wholly within the zone, or touching the own edge with `oversize`",
        )
    }

    /// A set-up or move that ends in one group, on the board.
    pub(super) fn ends_fairly(&self, unit: &Unit, position: &Position) -> Result<(), Refusal> {
        let Some((table, models)) = self.measured(position) else { return Ok(()) };
        if !unit.is_aircraft() && !unit::is_wholly_in(models, table.board().ground()) {
            self.soft(
                RefusalCode::OutOfReach,
                format!("{} ends across the edge of the battlefield", unit.title()),
                "every model wholly on the battlefield",
            )?;
        }
        self.coherent(unit, models)
    }

    fn coherent(&self, unit: &Unit, models: &[Footprint]) -> Result<(), Refusal> {
        let coherency = Coherency::of(models);
        if coherency.is_kept() {
            return Ok(());
        }
        let out: Vec<String> = coherency.models_out().iter().map(|model| (model + 1).to_string()).collect();
        self.soft(
            RefusalCode::OutOfReach,
            format!("{} is out of coherency: models {}", unit.title(), out.join(", ")),
            "one group, each model within 2\" of another, of two others in a unit of six or more",
        )
    }

    /// A move as far as models can go, that begins and ends where it may.
    pub(super) fn moves_fairly(
        &self,
        unit: &Unit,
        kind: MoveKind,
        position: &Position,
        roll: Option<&[Face]>,
    ) -> Result<(), Refusal> {
        self.ends_fairly(unit, position)?;
        if !matches!(kind, MoveKind::Normal | MoveKind::Advance | MoveKind::FallBack) {
            return Ok(());
        }
        let Position::Models(new) = position else { return Ok(()) };
        if let Some(Position::Models(old)) = unit.position() {
            self.not_too_far(unit, kind, (old, new), roll)?;
        }
        if unit.is_aircraft() {
            return Ok(());
        }
        let Some((_, models)) = self.measured(position) else { return Ok(()) };
        let measured_before = matches!(unit.position(), Some(Position::Models(_)));
        if kind != MoveKind::FallBack && measured_before && facts::engaged(self.state, unit) == Some(true) {
            self.soft(
                RefusalCode::OutOfReach,
                format!("{} is within Engagement Range of the enemy", unit.title()),
                "`fall-back`, or no move",
            )?;
        }
        if facts::engaged_at(self.state, unit.player, models) == Some(true) {
            self.soft(
                RefusalCode::OutOfReach,
                format!("{} ends this move within Engagement Range of the enemy", unit.title()),
                "a place more than 1\" from enemies",
            )?;
        }
        Ok(())
    }

    /// Refuses a model that is farther from every old place of its group than it can move.
    fn not_too_far(
        &self,
        unit: &Unit,
        kind: MoveKind,
        (old, new): (&Standing, &Standing),
        roll: Option<&[Face]>,
    ) -> Result<(), Refusal> {
        let advance = if kind == MoveKind::Advance { self.advance_thousandths(roll) } else { 0 };
        for (index, (to, group)) in new.places.iter().zip(&new.groups).enumerate() {
            let Some(characteristic) = unit.groups[*group].move_thousandths else { continue };
            let reach = i64::from(characteristic) + advance;
            let near = |from: &crate::place::ModelPlace| {
                let x = i64::from(to.x.thousandths() - from.x.thousandths());
                let y = i64::from(to.y.thousandths() - from.y.thousandths());
                x * x + y * y <= reach * reach
            };
            let mut before = old.places.iter().zip(&old.groups).filter(|(_, of)| *of == group).peekable();
            if before.peek().is_some() && !before.any(|(from, _)| near(from)) {
                self.soft(
                    RefusalCode::OutOfReach,
                    format!(
                        "model {} of {} ends farther than {}\" from where any such model was",
                        index + 1,
                        unit.title(),
                        inches(reach)
                    ),
                    format!("at most {}\" of move", inches(reach)),
                )?;
            }
        }
        Ok(())
    }

    /// What an Advance adds: its roll, or the most that it can where a mission alters rolls or none was recorded.
    fn advance_thousandths(&self, roll: Option<&[Face]>) -> i64 {
        let mut rules = self.state.mission.iter().flat_map(|mission| &mission.rules);
        let altered = rules.any(|rule| matches!(rule, MissionRule::AtTheTable { .. }));
        match roll {
            Some([face]) if !altered => i64::from(face.get()) * 1_000,
            _ => ADVANCE_MAX,
        }
    }

    /// An arrival at an edge that the round allows, away from enemies.
    pub(super) fn arrives_fairly(&self, unit: &Unit, position: &Position, oversize: bool) -> Result<(), Refusal> {
        self.ends_fairly(unit, position)?;
        let Some((table, models)) = self.measured(position) else { return Ok(()) };
        let from_reserves = unit.whereabouts == Whereabouts::Reserves && !unit.exempt_from_deadline;
        if from_reserves && !unit.is_aircraft() {
            self.at_an_open_edge(unit, table, models, oversize)?;
        }
        if from_reserves && self.beside_own_edge(unit.player, table, models) {
            return Ok(());
        }
        let near = facts::enemies_within_of_models(self.state, unit.player, models, ARRIVAL_CLEARANCE, |_| true);
        if near != Some(true) {
            return Ok(());
        }
        self.soft(
            RefusalCode::OutOfReach,
            format!("{} arrives within 9\" of the enemy", unit.title()),
            "more than 9\" away, or within 1\" of the player's own edge in their own zone",
        )
    }

    fn at_an_open_edge(&self, unit: &Unit, table: &Table, models: &[Footprint], oversize: bool) -> Result<(), Refusal> {
        let Some(own) = self.state.sides[unit.player].zone else { return Ok(()) };
        let enemy = own.other();
        let board = table.board();
        let open = |edge: &BoardEdge| *edge != table.edge_of(enemy);
        let beside = |model: &Footprint| {
            BoardEdge::ALL
                .iter()
                .filter(|edge| open(edge))
                .any(|edge| board.edge(*edge).holds_within(ARRIVAL_STRIP, model))
        };
        let touches = |model: &Footprint| oversize && board.edge(table.edge_of(own)).is_within(Length::ZERO, model);
        if !models.iter().all(|model| beside(model) || touches(model)) {
            self.soft(
                RefusalCode::OutOfReach,
                format!("{} does not arrive at an edge", unit.title()),
                "every model wholly within 6\" of an edge other than the enemy's, or touching the own edge with \
                     `oversize`",
            )?;
        }
        let first =
            self.state.pack.as_ref().map_or(0, |pack| pack.file.ruleset.arrivals_from_round.get().unsigned_abs());
        let in_zone = models.iter().any(|model| table.zone(enemy).overlaps(model) == Some(true));
        if self.state.round <= first && in_zone {
            self.soft(
                RefusalCode::OutOfReach,
                format!("{} arrives in the enemy's zone in round {}", unit.title(), self.state.round),
                format!("another edge, or round {} and later", first + 1),
            )?;
        }
        Ok(())
    }

    fn beside_own_edge(&self, player: Player, table: &Table, models: &[Footprint]) -> bool {
        self.state.sides[player].zone.is_some_and(|own| {
            let edge = table.board().edge(table.edge_of(own));
            models.iter().all(|model| edge.is_within(OWN_EDGE_STRIP, model) && table.zone(own).holds(model))
        })
    }
}

fn letter(side: MapSide) -> &'static str {
    match side {
        MapSide::A => "A",
        MapSide::B => "B",
    }
}

fn inches(thousandths: i64) -> String {
    let (whole, rest) = (thousandths / 1_000, thousandths % 1_000);
    if rest == 0 { whole.to_string() } else { format!("{whole}.{rest:03}").trim_end_matches('0').to_string() }
}

/// The error without the marker's index: the sentence names the marker by its id.
fn without_index(error: crate::geometry::assignment::AssignmentError) -> &'static str {
    use crate::geometry::assignment::AssignmentError::{TooFewStated, TooManyStated};
    match error {
        TooFewStated(_) => "more models than that stand in range of it and of no other",
        TooManyStated(_) => "fewer models than that stand in range of it",
    }
}
