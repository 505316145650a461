//! Questions about areas, edges, tokens and marks, and about where units were. An answer is yes, no, or `None`: the log does
//! not tell.

use adjutant_core::numbers::Inches;
use adjutant_core::side::Player;
use adjutant_geometry::range::MarkerSet;
use adjutant_geometry::{BoardEdge, Length, unit as models_of};

use crate::facts;
use crate::rules::{
    AreaFilter, BeganTurn, BesideToken, CloseTo, Destroyer, Edge, MapSides, MarkerIndex, RelativeRegion, RelativeSide,
    UnitFilter, WhichTurn,
};
use crate::state::table::measured;
use crate::state::{Destruction, Ground, Position, Shock, State, Striker, Unit, Whereabout};
use crate::terms::{AreaName, MapSide, RegionName, all, any};

/// Whether any part of a unit stands within a region.
pub fn within(state: &State, unit: &Unit, region: RegionName) -> Option<bool> {
    if let Some((table, models)) = state.table.as_deref().zip(measured(unit)) {
        return table.touches(region, &models.models);
    }
    let Position::Declared(declared, _) = unit.position()? else { return None };
    if let Some(within) = &declared.within {
        return Some(within.contains(&region));
    }
    let wholly = declared.wholly_within.as_ref()?;
    if wholly.contains(&region) {
        return Some(true);
    }
    wholly.iter().any(|other| apart(*other, region)).then_some(false)
}

/// Whether two regions have no part in common on any map.
fn apart(one: RegionName, other: RegionName) -> bool {
    use RegionName::{NoMansLand, TerritoryA, TerritoryB, ZoneA, ZoneB};
    let families = [&[ZoneA, ZoneB, NoMansLand][..], &[TerritoryA, TerritoryB], &RegionName::QUARTERS];
    one != other && families.iter().any(|family| family.contains(&one) && family.contains(&other))
}

/// Whether any part of a unit stands so close to an edge.
pub fn within_of_edge(state: &State, unit: &Unit, edge: Edge, reach: Inches) -> Option<bool> {
    if let Some((table, models)) = state.table.as_deref().zip(measured(unit)) {
        let line = table.board().edge(on_board(edge));
        return Some(models_of::is_within_of_line(&models.models, Length::of(reach), line));
    }
    let Position::Declared(declared, _) = unit.position()? else { return None };
    let edges = declared.edges_in.as_ref()?;
    Some(edges.get(&edge).is_some_and(|distance| *distance <= reach))
}

/// An edge as the geometry names it.
fn on_board(edge: Edge) -> BoardEdge {
    match edge {
        Edge::Left => BoardEdge::Left,
        Edge::Right => BoardEdge::Right,
        Edge::Top => BoardEdge::Top,
        Edge::Bottom => BoardEdge::Bottom,
    }
}

/// Whether a side of the map that something belongs to is one of those that a filter names; no name, any side.
fn lies(own: Option<MapSide>, wanted: &[RelativeSide], sides: MapSides) -> Option<bool> {
    if wanted.is_empty() {
        return Some(true);
    }
    any(wanted.iter().map(|wanted| match wanted {
        RelativeSide::None => Some(sides.is_none()),
        _ if sides.is_none() => Some(false),
        RelativeSide::Own => own.map(|own| sides.has(own)),
        RelativeSide::Enemy => own.map(|own| sides.has(own.other())),
    }))
}

/// Whether a place of a marker fits sides that a filter names.
pub(super) fn marker_lies(own: Option<MapSide>, wanted: &[RelativeSide], zone: Option<MapSide>) -> Option<bool> {
    lies(own, wanted, zone.map_or_else(MapSides::default, |zone| MapSides::of(&[zone])))
}

/// Whether an area keeps a filter, from the view of a player. An area that the mission does not list may lie anywhere.
pub fn area_fits(state: &State, player: Player, filter: &AreaFilter, area: AreaName) -> Option<bool> {
    let own = state.sides[player].zone;
    let place = state.ground(area);
    let marks = marks_fit(state, player, filter, place);
    match state.mission.as_ref().and_then(|mission| mission.area(area)) {
        Some(listed) => {
            let zone = listed.zone.map_or_else(MapSides::default, |zone| MapSides::of(&[zone]));
            all([Some(marks), lies(own, &filter.zones, zone), lies(own, &filter.territories, listed.territory)])
        }
        None if !marks => Some(false),
        None => (filter.zones.is_empty() && filter.territories.is_empty()).then_some(true),
    }
}

/// The same of the area that an objective is. Where it lies is known of its centre, not of all of it, unless a zone holds
/// it.
fn objective_fits(state: &State, player: Player, filter: &AreaFilter, marker: MarkerIndex) -> Option<bool> {
    let listed = state.mission.as_ref().and_then(|mission| {
        let id = &mission.markers.get(marker.0)?.id;
        mission.areas.iter().find(|area| area.objective.as_ref() == Some(id))
    });
    if let Some(area) = listed {
        return area_fits(state, player, filter, area.id);
    }
    let marks = marks_fit(state, player, filter, Ground::Marker(marker));
    let anywhere = filter.zones.is_empty() && filter.territories.is_empty();
    if marks && !anywhere { None } else { Some(marks) }
}

fn marks_fit(state: &State, player: Player, filter: &AreaFilter, place: Ground) -> bool {
    filter.mark.is_none_or(|name| state.is_marked(player, name, place))
        && !filter.without_mark.is_some_and(|name| state.is_marked(player, name, place))
}

/// Where a unit is now, as far as it is known.
pub fn whereabout(state: &State, unit: &Unit) -> Whereabout {
    let mut found = Whereabout::default();
    if !unit.is_on_battlefield() {
        return Whereabout { areas: Some(Vec::new()), ..found };
    }
    for (marker, _) in state.lying_markers() {
        match facts::in_range(state, unit, marker) {
            Some(true) => found.near = found.near.with(MarkerSet::only(marker.0)),
            Some(false) => {}
            None => found.unsure = found.unsure.with(MarkerSet::only(marker.0)),
        }
    }
    if let Some(Position::Declared(declared, _)) = unit.position() {
        found.areas.clone_from(&declared.areas);
    }
    found
}

/// Whether something that is so placed is in an area of these.
pub fn is_in_area(state: &State, player: Player, filter: &AreaFilter, at: &Whereabout) -> Option<bool> {
    let named = match &at.areas {
        Some(areas) => any(areas.iter().map(|area| area_fits(state, player, filter, *area))),
        None => None,
    };
    if !state.law().control.areas {
        return named;
    }
    let objectives = state.lying_markers().map(|(marker, _)| {
        let fits = objective_fits(state, player, filter, marker);
        all([fits, at.in_range(marker)])
    });
    any([named].into_iter().chain(objectives))
}

/// Whether a unit is at a place: in range of its marker, or in its area.
pub fn is_at(state: &State, unit: &Unit, place: Ground) -> Option<bool> {
    match place {
        Ground::Marker(marker) => facts::in_range(state, unit, marker),
        Ground::Area(area) => match unit.position()? {
            Position::Declared(declared, _) => Some(declared.areas.as_ref()?.contains(&area)),
            _ => None,
        },
    }
}

/// Whether any unit of a player is in an area.
pub fn anybody_at(state: &State, player: Player, place: Ground) -> Option<bool> {
    if !state.knows_army(player) {
        return (state.conceded == Some(player)).then_some(false);
    }
    any(state.on_battlefield(player).map(|unit| is_at(state, unit, place)))
}

fn beside(state: &State, player: Player, token: BesideToken, unit: &Unit) -> Option<bool> {
    let of = |owner: Player| match token.of {
        None => true,
        Some(RelativeSide::Own) => owner == player,
        Some(RelativeSide::Enemy) => owner != player,
        Some(RelativeSide::None) => false,
    };
    let tokens = state.marks_on_places(token.mark).filter(|(mark, _)| mark.token && of(mark.player));
    any(tokens.map(|(_, place)| is_at(state, unit, place)))
}

fn close_to(state: &State, player: Player, close: &CloseTo, unit: &Unit) -> Option<bool> {
    let others = state.units.iter().filter(|other| other.is_on_battlefield() && other.id != unit.id);
    let near = others.filter(|other| facts::unit_is(player, &close.units, other)).map(|other| {
        let (own, theirs) = (measured(unit)?, measured(other)?);
        Some(own.is_within(Length::of(close.within_in), theirs))
    });
    any(near)
}

/// What a filter asks of a unit on the battlefield beside keywords, range and wholly held regions.
pub fn fits(state: &State, player: Player, filter: &UnitFilter, unit: &Unit) -> Option<bool> {
    let of_region = |wanted: RelativeRegion| facts::region(state, player, wanted);
    let inside = |wanted: RelativeRegion| of_region(wanted).and_then(|region| within(state, unit, region));
    let shocked = match (filter.shocked, unit.shock) {
        (None, _) => Some(true),
        (Some(_), Shock::Untested) => None,
        (Some(wanted), shock) => Some(wanted == (shock == Shock::Shocked)),
    };
    let known = |answer: Option<Option<bool>>| answer.unwrap_or(Some(true));
    let edge = |reach: Inches| any(Edge::ALL.into_iter().map(|edge| within_of_edge(state, unit, edge, reach)));
    all([
        shocked,
        Some(past_fits(state, player, filter, unit)),
        known(filter.within.map(inside)),
        known(filter.not_within.map(|wanted| inside(wanted).map(|inside| !inside))),
        known(filter.within_of_edge_in.map(edge)),
        known(filter.close_to.as_ref().map(|close| close_to(state, player, close, unit))),
        known(filter.in_area.as_ref().map(|area| is_in_area(state, player, area, &whereabout(state, unit)))),
        known(filter.beside_token.map(|token| beside(state, player, token, unit))),
    ])
}

/// What a filter asks of the marks and deeds of a unit, wherever it is.
pub fn past_fits(state: &State, player: Player, filter: &UnitFilter, unit: &Unit) -> bool {
    let asks = filter.mark.is_some()
        || filter.without_mark.is_some()
        || filter.completed.is_some()
        || filter.destroyed_in.is_some();
    let Some((index, _)) = state.unit(&unit.id).filter(|_| asks) else { return !asks };
    let turn = (state.round, state.active);
    let done = |turn| move |one: &&Destruction| one.unit_destroyed && Some((one.round, one.turn)) == turn;
    let destroyed = |which: WhichTurn| {
        let turn = if which == WhichTurn::ThisTurn { Some(turn) } else { state.previous_turn() };
        let own = |one: &Destruction| one.by.as_ref().is_some_and(|by| by.unit == index);
        state.destructions.iter().filter(done(turn)).any(own)
    };
    filter.mark.is_none_or(|mark| state.bears(player, mark, index))
        && !filter.without_mark.is_some_and(|mark| state.bears(player, mark, index))
        && filter.destroyed_in.is_none_or(destroyed)
        && filter.completed.as_ref().is_none_or(|action| {
            state.completions.iter().any(|one| one.unit == index && one.action == *action && one.turn == turn)
        })
}

/// Whether a unit was, as the turn began, where a rule asks.
pub fn began(state: &State, player: Player, rule: &BeganTurn, at: Option<&Whereabout>) -> Option<bool> {
    let at = at?;
    let range = match &rule.in_range_of {
        None => Some(true),
        Some(filter) => any(state
            .numbered_markers()
            .map(|(marker, _)| all([facts::marker_fits(state, player, filter, marker), at.in_range(marker)]))),
    };
    let area = rule.in_area.as_ref().map_or(Some(true), |filter| is_in_area(state, player, filter, at));
    all([range, area])
}

/// Whether something was destroyed by whom and how a rule asks; unknown where no record names who did it.
pub fn destroyed_by(state: &State, player: Player, rule: &Destroyer, by: Option<&Striker>) -> Option<bool> {
    let by = by?;
    let unit = rule.units.as_ref().is_none_or(|filter| facts::unit_is(player, filter, state.unit_at(by.unit)));
    let attacks = rule.attacks.is_none_or(|attacks| attacks == by.attacks);
    let range = match &rule.in_range_of {
        None => Some(true),
        Some(filter) => any(state
            .numbered_markers()
            .map(|(marker, _)| all([facts::marker_fits(state, player, filter, marker), by.at.in_range(marker)]))),
    };
    all([Some(unit && attacks), range])
}
