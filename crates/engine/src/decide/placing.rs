//! Objectives that the players place before the battle.
//!
//! # Source
//! `docs/rules/editions.md`, 002-2 and 002-3.

use adjutant_core::ids::MarkerId;
use adjutant_core::numbers::{Face, Inches};
use adjutant_core::say;
use adjutant_core::sentence::{Sentence, typed};
use adjutant_core::side::Player;
use adjutant_geometry::Point;

use super::desk::{Decision, Desk, refuse};
use crate::command::MarkerChange;
use crate::event::Event;
use crate::refusal::{Refusal, RefusalCode};
use crate::rules::{Placed, PlacedMarkers};
use crate::state::{State, Unit};
use crate::terms::{MapSide, Status};

/// What a roll-off and a roll have to be `for`, where they decide about objectives.
pub(super) const OBJECTIVES: &str = "objectives";

/// How many objectives lie on the battlefield in the end; `None` until the die is rolled.
pub(super) fn due(state: &State, placed: &Placed) -> Option<u32> {
    match placed.markers {
        PlacedMarkers::D3Plus(_) => state.markers_due,
        PlacedMarkers::EachPlayer(_) => Some(placed.most()),
    }
}

/// How many objectives the players place, once it is known; none where the mission places none.
pub fn due_objectives(state: &State) -> Option<u32> {
    due(state, state.mission.as_ref()?.placed.as_ref()?)
}

/// What is missing before the battle, in words.
pub(super) fn missing(state: &State) -> Option<Sentence> {
    let placed = state.mission.as_ref()?.placed.as_ref()?;
    match due(state, placed) {
        None => Some("no `roll` for `objectives`".into()),
        Some(due) if (state.markers.len() as u64) < u64::from(due) => {
            Some(say!("{} of {} objectives are placed (`marker` with `placed`)", state.markers.len(), due))
        }
        Some(_) => None,
    }
}

/// Who places the next objective, where that is known.
pub fn placer(state: &State) -> Option<Player> {
    let placed = state.mission.as_ref()?.placed.as_ref()?;
    match (state.markers.last(), placed.markers) {
        (Some(last), _) => last.placed_by.map(Player::opponent),
        (None, PlacedMarkers::D3Plus(_)) => {
            state.roll_offs.iter().rev().find(|(purpose, _)| purpose == OBJECTIVES).map(|(_, winner)| *winner)
        }
        (None, PlacedMarkers::EachPlayer(_)) => state.first,
    }
}

impl Desk<'_> {
    /// The die for the number of objectives takes effect where the mission waits for it.
    pub(super) fn count_objectives(&self, roll: &[Face]) -> Decision {
        let placed = self.state.mission.as_ref().and_then(|mission| mission.placed.as_ref());
        let Some(PlacedMarkers::D3Plus(more)) = placed.map(|placed| placed.markers) else { return Ok(Vec::new()) };
        if self.state.status != Status::Setup {
            return Ok(Vec::new());
        }
        if self.state.markers_due.is_some() {
            return refuse(
                RefusalCode::AlreadyDone,
                "the number of objectives is rolled already",
                "take back the earlier `roll` first",
            );
        }
        let [face] = roll else {
            return refuse(
                RefusalCode::BadValue,
                say!("{} dice for the number of objectives", roll.len()),
                "one die; a D3 is its face halved, rounded up",
            );
        };
        let d3 = (face.get() + 1) / 2;
        Ok(vec![Event::MarkersCounted { count: (d3 + more.get()).unsigned_abs() }])
    }

    pub(super) fn place_marker(&self, change: &MarkerChange, at: [Inches; 2], given: [bool; 4]) -> Decision {
        let state = self.state;
        if given.contains(&true) || change.roll.is_some() {
            return refuse(
                RefusalCode::BadValue,
                "a marker that changes in several ways",
                "`placed` alone, with `across_mm` where the distance is measured from an edge",
            );
        }
        let Some(mission) = &state.mission else {
            return refuse(RefusalCode::TooEarly, "an objective before the mission", "`mission` first");
        };
        let Some(placed) = &mission.placed else {
            return refuse(
                RefusalCode::BadValue,
                say!("the objectives of {} lie on its map", mission.id),
                "a mission whose objectives players place",
            );
        };
        if state.status != Status::Setup {
            return refuse(
                RefusalCode::NotYourMoment,
                say!("an objective is placed before the battle; this is {}", self.moment()),
                "set-up",
            );
        }
        self.is_next(placed, &change.marker)?;
        let by = self.places_in_turn(placed)?;
        let zone = by.and_then(|player| state.sides[player].zone);
        self.lies_well(placed, at, zone.filter(|_| matches!(placed.markers, PlacedMarkers::EachPlayer(_))))?;
        let zone = zone.filter(|_| matches!(placed.markers, PlacedMarkers::EachPlayer(_)));
        if change.across_mm.is_some() && !state.law().control.agreed {
            return refuse(
                RefusalCode::BadValue,
                "the width of a marker, which the rules of this pack say",
                "a marker without `across_mm`",
            );
        }
        let across_mm = change.across_mm.map_or(0, |across| across.get());
        Ok(vec![Event::MarkerPlaced { at, across_mm, by, zone }])
    }

    /// Markers come in the order of their ids, no more than are due, and at their time.
    fn is_next(&self, placed: &Placed, id: &MarkerId) -> Result<(), Refusal> {
        let state = self.state;
        let Some(due) = due(state, placed) else {
            return refuse(
                RefusalCode::TooEarly,
                "an objective before its number is rolled",
                "`roll` for `objectives`, one die",
            );
        };
        let lying = state.markers.len();
        if lying as u64 >= u64::from(due) {
            return refuse(
                RefusalCode::AlreadyDone,
                say!("all {} objectives are placed", due),
                "take back the last `marker` to place it elsewhere",
            );
        }
        let next = format!("m{}", lying + 1);
        if id.as_str() != next {
            return refuse(
                RefusalCode::BadValue,
                say!("`{}` is placed out of order", typed(&id)),
                say!("`{}`", typed(&next)),
            );
        }
        let zones = Player::BOTH.map(|player| state.sides[player].zone.is_some());
        match placed.markers {
            PlacedMarkers::D3Plus(_) if zones.contains(&true) => {
                refuse(RefusalCode::NotYourMoment, "an objective after the zones are chosen", "objectives, then zones")
            }
            PlacedMarkers::EachPlayer(_) if zones.contains(&false) => refuse(
                RefusalCode::TooEarly,
                "an objective in a player's zone before the zones are chosen",
                "`first-turn` and `zone` first",
            ),
            PlacedMarkers::EachPlayer(_) if state.units.iter().any(Unit::is_on_battlefield) => {
                refuse(RefusalCode::NotYourMoment, "an objective after units were deployed", "objectives, then units")
            }
            _ => Ok(()),
        }
    }

    /// Whose turn to place it is. Where only `both` speak, nobody has to say who placed which.
    fn places_in_turn(&self, placed: &Placed) -> Result<Option<Player>, Refusal> {
        let known = placer(self.state);
        if let Some(player) = known {
            self.speaks_for(player)?;
        }
        let first = self.state.markers.is_empty();
        let alternates = first || self.state.markers.iter().all(|marker| marker.placed_by.is_some());
        match placed.markers {
            PlacedMarkers::EachPlayer(_) => Ok(known),
            PlacedMarkers::D3Plus(_) if alternates => Ok(known.or(self.by.player())),
            PlacedMarkers::D3Plus(_) => Ok(None),
        }
    }

    /// On the board, clear of the edges, away from the others, in the player's own zone.
    fn lies_well(&self, placed: &Placed, at: [Inches; 2], zone: Option<MapSide>) -> Result<(), Refusal> {
        let state = self.state;
        let Some(mission) = &state.mission else { return Ok(()) };
        let bad = |message: Sentence, accepted: Sentence| refuse(RefusalCode::BadValue, message, accepted);
        let here = say!("an objective at [{}, {}]", at[0], at[1]);
        let from_edge = |axis: usize| {
            let (place, size) = (at[axis].thousandths(), mission.board[axis].thousandths());
            place.min(size - place)
        };
        let clear = placed.clear_of_edges_in.unwrap_or_default();
        if (0..2).any(|axis| from_edge(axis) < clear.thousandths()) {
            return bad(here, say!("a place on the board, {}\" or more from every edge", clear));
        }
        let squared = |from: [Inches; 2]| {
            let leg = |axis: usize| i64::from(at[axis].thousandths() - from[axis].thousandths());
            leg(0) * leg(0) + leg(1) * leg(1)
        };
        let least = i64::from(placed.apart_in.thousandths());
        if let Some(other) = state.markers.iter().find(|marker| squared(marker.at) < least * least) {
            return bad(
                say!("{}, close to {} at [{}, {}]", here, other.id, other.at[0], other.at[1]),
                say!("a place {}\" or more from every other objective", placed.apart_in),
            );
        }
        let Some((side, table)) = zone.zip(state.table.as_deref()) else { return Ok(()) };
        let point = Point::from_thousandths_of_inch(at[0].thousandths().into(), at[1].thousandths().into());
        if point.is_ok_and(|point| table.zone(side).contains(point)) {
            return Ok(());
        }
        bad(say!("{}, outside the zone of its player", here), "a place in your own deployment zone".into())
    }
}
