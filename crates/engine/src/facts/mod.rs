//! Questions about where units stand. An answer is yes, no, or `None`: the log does not tell.
//!
//! # Source
//! `docs/log.md`, sections 2 and 5a.

pub mod actions;
pub mod combats;
pub mod control;
pub mod cover;
pub mod fights;
pub mod ground;
pub(crate) mod pairs;
pub mod shooting;
pub mod sight;
pub mod ways;

use adjutant_attack::GroupIndex;
use adjutant_core::numbers::Inches;
use adjutant_core::side::Player;
use adjutant_geometry::{Length, Reach, unit as models_of};

use crate::rules::{CommonPower, MarkerFilter, MarkerIndex, RelativeRegion, RelativeSide, UnitFilter, UnitKind};
use crate::state::table::{Measured, Table, measured};
use crate::state::{Ground, Position, State, Unit, Whereabouts};
use crate::terms::{Declared, MapSide, RegionName, Spot, all, any};

/// The warp charge value that a power of everybody needs of a player now, and how often that player has attempted it in
/// this phase: every attempt makes the next one harder.
///
/// # Source
/// `docs/rules/battle.md`, D-7: Smite.
pub fn due_charge(state: &State, player: Player, power: &CommonPower) -> (i32, i32) {
    let key = power.name.as_str().to_lowercase();
    let same = state
        .powers_this_round
        .iter()
        .filter(|used| used.player == player && used.power == key && used.phase_count == state.phase_count);
    let earlier = i32::try_from(same.count()).unwrap_or(i32::MAX);
    (power.warp_charge.get().saturating_add(power.harder_by.get().saturating_mul(earlier)), earlier)
}

/// The region of the map that a player means.
pub fn region(state: &State, player: Player, region: RelativeRegion) -> Option<RegionName> {
    let own = state.sides[player].zone?;
    let zone = |side| match side {
        MapSide::A => RegionName::ZoneA,
        MapSide::B => RegionName::ZoneB,
    };
    let territory = |side| match side {
        MapSide::A => RegionName::TerritoryA,
        MapSide::B => RegionName::TerritoryB,
    };
    Some(match region {
        RelativeRegion::OwnZone => zone(own),
        RelativeRegion::EnemyZone => zone(own.other()),
        RelativeRegion::OwnTerritory => territory(own),
        RelativeRegion::EnemyTerritory => territory(own.other()),
        RelativeRegion::NoMansLand => RegionName::NoMansLand,
    })
}

/// Whether a marker keeps a filter, from the view of a player; `None` while the map sides are not bound.
pub fn marker_fits(state: &State, player: Player, filter: &MarkerFilter, marker: MarkerIndex) -> Option<bool> {
    let tags = &state.markers[marker].tags;
    let lies_marked = |name| state.is_marked(player, name, Ground::Marker(marker));
    if filter.mark.is_some_and(|name| !lies_marked(name)) || filter.without_mark.is_some_and(lies_marked) {
        return Some(false);
    }
    let marker = &state.mission.as_ref()?.markers[marker];
    if filter.role.is_some_and(|role| !marker.roles.contains(&role)) {
        return Some(false);
    }
    if !filter.labels.is_empty() && !marker.label.as_ref().is_some_and(|label| filter.labels.contains(label)) {
        return Some(false);
    }
    if filter.central.is_some_and(|central| central != marker.central) || filter.tag.is_some_and(|t| !tags.contains(&t))
    {
        return Some(false);
    }
    let own = state.sides[player].zone;
    let lies = |wanted: Option<RelativeSide>, side: Option<MapSide>| match (wanted, side) {
        (None, _) | (Some(RelativeSide::None), None) => Some(true),
        (Some(RelativeSide::None), Some(_)) | (Some(_), None) => Some(false),
        (Some(RelativeSide::Own), Some(side)) => Some(own? == side),
        (Some(RelativeSide::Enemy), Some(side)) => Some(own? != side),
    };
    let label = match marker.label.as_deref() {
        Some("A") => Some(MapSide::A),
        Some("B") => Some(MapSide::B),
        _ => None,
    };
    let territory = match filter.territory {
        None => Some(true),
        Some(RelativeSide::None) => Some(marker.territory.is_none()),
        Some(_) if marker.territory.is_none() => Some(false),
        Some(RelativeSide::Own) => own.map(|own| marker.territory.has(own)),
        Some(RelativeSide::Enemy) => own.map(|own| marker.territory.has(own.other())),
    };
    let zones = ground::marker_lies(own, &filter.zones, marker.zone);
    all([lies(filter.zone, marker.zone), zones, territory, lies(filter.label_of, label)])
}

/// Whether a unit has what a filter asks of its list entry, places apart.
pub fn unit_is(player: Player, filter: &UnitFilter, unit: &Unit) -> bool {
    let wounds = unit.counting_groups().map(|group| group.wounds).max().unwrap_or(0);
    listed(player, filter, unit, wounds, |keyword| unit.has_keyword(keyword))
}

/// Whether a unit had what a filter asks when the army was mustered.
pub fn unit_was(player: Player, filter: &UnitFilter, unit: &Unit) -> bool {
    let wounds = unit.groups.iter().map(|group| group.wounds).max().unwrap_or(0);
    listed(player, filter, unit, wounds, |keyword| unit.was_mustered_with(keyword))
}

/// Whether models of a group are what a filter asks of a list entry.
pub fn group_is(player: Player, filter: &UnitFilter, unit: &Unit, group: GroupIndex) -> bool {
    listed(player, filter, unit, unit.groups[group].wounds, |keyword| unit.group_has_keyword(group, keyword))
}

fn listed(player: Player, filter: &UnitFilter, unit: &Unit, wounds: u32, has: impl Fn(&str) -> bool) -> bool {
    let owner = match filter.owner {
        None => true,
        Some(RelativeSide::Own) => unit.player == player,
        Some(RelativeSide::Enemy) => unit.player != player,
        Some(RelativeSide::None) => false,
    };
    owner
        && filter.keywords.iter().all(|k| has(k.as_str()))
        && (filter.any_keyword.is_empty() || filter.any_keyword.iter().any(|k| has(k.as_str())))
        && !filter.without.iter().any(|k| has(k.as_str()))
        && (filter.roles.is_empty() || filter.roles.contains(&unit.role))
        && !filter.without_roles.contains(&unit.role)
        && filter.wounds_at_least.is_none_or(|w| wounds >= w.get().unsigned_abs())
        && filter.starting_models_at_least.is_none_or(|n| unit.starting_strength >= n.get().unsigned_abs())
}

/// Whether a unit on the battlefield keeps a filter, places included.
pub fn unit_fits(state: &State, player: Player, filter: &UnitFilter, unit: &Unit) -> Option<bool> {
    if !unit.is_on_battlefield() || !unit_is(player, filter, unit) {
        return Some(false);
    }
    let marker = match &filter.in_range_of {
        None => Some(true),
        Some(markers) => any(state
            .lying_markers()
            .map(|(m, _)| all([marker_fits(state, player, markers, m), in_range(state, unit, m)]))),
    };
    let models = match &filter.models_in_range_of {
        None => Some(true),
        Some(markers) => any(state.lying_markers().map(|(m, _)| {
            all([marker_fits(state, player, markers, m), fitting_in_range(state, player, filter, unit, m)])
        })),
    };
    let strength = filter.strength.is_none_or(|strength| unit.is_at(strength));
    let inside = filter.garrisoned.is_none_or(|wanted| wanted == is_garrisoned(state, unit));
    all([
        Some(strength && inside),
        place_fits(state, player, filter, unit),
        marker,
        models,
        ground::fits(state, player, filter, unit),
    ])
}

/// Whether another unit is embarked in a unit.
fn is_garrisoned(state: &State, unit: &Unit) -> bool {
    let holds =
        |other: &Unit| matches!(other.whereabouts, Whereabouts::Embarked(in_it) if state.unit_at(in_it).id == unit.id);
    state.living(unit.player).any(holds)
}

/// Whether a model that a filter asks for is itself in range of a marker.
///
/// A count of models in range tells only where it is 0, or larger than the number of all others.
fn fitting_in_range(
    state: &State,
    player: Player,
    filter: &UnitFilter,
    unit: &Unit,
    marker: MarkerIndex,
) -> Option<bool> {
    let fits = |group: &GroupIndex| group_is(player, filter, unit, *group);
    let others = unit.numbered_groups().filter(|(group, _)| !fits(group)).map(|(_, group)| group.models).sum();
    if others == unit.models() {
        return Some(false);
    }
    if let Some(Position::Models(standing)) = unit.position() {
        let measured = standing.measured.as_ref()?;
        let mut near = measured.in_range.iter().zip(&standing.groups);
        return Some(near.any(|(markers, group)| fits(group) && markers.has(marker.0)));
    }
    match models_in_range(state, unit, marker)? {
        0 => Some(false),
        models if models > others => Some(true),
        _ => None,
    }
}

/// Whether a unit stands where a filter asks, markers apart.
pub fn place_fits(state: &State, player: Player, filter: &UnitFilter, unit: &Unit) -> Option<bool> {
    let within = match filter.wholly_within {
        None => Some(true),
        Some(wanted) => region(state, player, wanted).and_then(|region| wholly_within(state, unit, region)),
    };
    let centre = match filter.within_of_centre_in {
        None => Some(true),
        Some(reach) => within_of_centre(state, unit, reach),
    };
    all([within, centre])
}

fn declared(unit: &Unit) -> Option<&Declared> {
    match unit.position()? {
        Position::Declared(declared, _) => Some(declared),
        Position::Unknown | Position::Models(..) => None,
    }
}

fn on_table<'a>(state: &'a State, unit: &'a Unit) -> Option<(&'a Table, &'a Measured)> {
    state.table.as_deref().zip(measured(unit))
}

/// Whether a unit stands wholly within a region.
pub fn wholly_within(state: &State, unit: &Unit, region: RegionName) -> Option<bool> {
    if let Some((table, measured)) = on_table(state, unit) {
        return table.holds(region, &measured.models);
    }
    Some(declared(unit)?.wholly_within.as_ref()?.contains(&region))
}

/// Whether any part of a unit is so close to the centre of the battlefield.
pub fn within_of_centre(state: &State, unit: &Unit, reach: Inches) -> Option<bool> {
    if let Some((table, measured)) = on_table(state, unit) {
        return Some(models_of::is_within(&measured.models, Length::of(reach), table.board().centre()));
    }
    Some(declared(unit)?.centre_in? <= reach)
}

/// Whether any part of a unit is so close to a deployment zone.
pub fn within_of_zone(state: &State, unit: &Unit, side: MapSide, reach: Inches) -> Option<bool> {
    if let Some((table, measured)) = on_table(state, unit) {
        return Some(models_of::is_within_of_region(&measured.models, Length::of(reach), table.zone(side)));
    }
    let declared = declared(unit)?;
    let distance = match side {
        MapSide::A => declared.zone_a_in,
        MapSide::B => declared.zone_b_in,
    };
    Some(distance? <= reach)
}

/// Whether any part of a unit is so close to the opponent's battlefield edge.
pub fn within_of_enemy_edge(state: &State, unit: &Unit, reach: Inches) -> Option<bool> {
    if let Some((table, measured)) = on_table(state, unit) {
        let edge = table.edge_of(state.sides[unit.player.opponent()].zone?);
        return Some(models_of::is_within_of_line(&measured.models, Length::of(reach), table.board().edge(edge)));
    }
    Some(declared(unit)?.enemy_edge_in? <= reach)
}

/// Whether any enemy model is so close to a unit.
pub fn enemies_within(state: &State, unit: &Unit, reach: Inches) -> Option<bool> {
    if let Some(own) = measured(unit) {
        return enemies_within_of(state, unit.player, own, Length::of(reach), |_| true);
    }
    Some(declared(unit)?.near_enemies_in? <= reach)
}

/// Whether a unit is in Engagement Range of any enemy unit but AIRCRAFT.
///
/// # Source
/// `docs/rules/battle.md`, D-4, D-5 and D-9.
pub fn engaged(state: &State, unit: &Unit) -> Option<bool> {
    if let Some(own) = measured(unit) {
        return engaged_at(state, unit.player, own);
    }
    Some(declared(unit)?.near_enemies_in.map(Length::of)? <= state.law().measures.engaged.along())
}

/// Whether models of a player would be in Engagement Range of any enemy unit but AIRCRAFT.
pub fn engaged_at(state: &State, player: Player, own: &Measured) -> Option<bool> {
    enemies_within_of(state, player, own, state.law().measures.engaged, |enemy| {
        !enemy.is(state.law(), UnitKind::Aircraft)
    })
}

/// Whether any model of those enemy units is so close to a player's models.
///
/// One measured enemy decides; that there is none is known only where every one of them is measured.
pub fn enemies_within_of(
    state: &State,
    player: Player,
    own: &Measured,
    reach: impl Into<Reach>,
    which: impl Fn(&Unit) -> bool,
) -> Option<bool> {
    let reach = reach.into();
    let opponent = player.opponent();
    // Whether an enemy is one of those asked about matters only for those that are close or not measured.
    let near = |enemy: &Unit| match measured(enemy) {
        Some(theirs) => Some(own.is_within(reach, theirs) && which(enemy)),
        None if which(enemy) => None,
        None => Some(false),
    };
    let answer = any(state.on_battlefield(opponent).map(near));
    let complete = state.knows_army(opponent) || state.conceded == Some(opponent);
    answer.filter(|near| *near || complete)
}

/// Whether any enemy CHARACTER model is so close to a unit.
pub fn enemy_character_within(state: &State, unit: &Unit, reach: Inches) -> Option<bool> {
    let opponent = unit.player.opponent();
    let characters = || state.on_battlefield(opponent).filter(|u| u.is(state.law(), UnitKind::Characters));
    if state.knows_army(opponent) && characters().next().is_none() {
        return Some(false);
    }
    let Some(own) = measured(unit) else { return Some(declared(unit)?.near_enemy_character_in? <= reach) };
    let near = |enemy: &Unit| {
        let Position::Models(standing) = enemy.position()? else { return None };
        let each = standing.measured.as_ref()?.models.iter().zip(&standing.groups);
        let mut characters = each.filter(|(_, group)| enemy.group_is(state.law(), UnitKind::Characters, **group));
        Some(characters.any(|(model, _)| models_of::is_within(&own.models, Length::of(reach), model)))
    };
    any(characters().map(near)).filter(|near| *near || state.knows_army(opponent))
}

/// How many models of a unit count for a marker: each for one at most, the nearest where its owner said nothing.
///
/// # Source
/// `docs/rules/battle.md`, D-13 and AMB-47.
pub fn models_in_range(state: &State, unit: &Unit, marker: MarkerIndex) -> Option<u32> {
    let id = &state.markers[marker].id;
    match unit.position()? {
        Position::Declared(declared, counts) => {
            if let Some(counts) = counts {
                return Some(counts.get(id).copied().unwrap_or(0));
            }
            let models = declared.in_range.as_ref()?.get(id).map_or(0, |n| n.get().unsigned_abs());
            Some(models.min(unit.models()))
        }
        Position::Models(_) if state.law().control.areas => None,
        Position::Models(standing) => {
            let counting = standing.measured.as_ref()?.counts_for.iter().filter(|counts| **counts == Some(marker));
            Some(u32::try_from(counting.count()).unwrap_or(u32::MAX))
        }
        Position::Unknown => None,
    }
}

/// Whether any model of a unit is in range of a marker, whichever it counts for.
pub fn in_range(state: &State, unit: &Unit, marker: MarkerIndex) -> Option<bool> {
    if let Some(measured) = measured(unit) {
        let near = || measured.in_range.iter().any(|near| near.has(marker.0));
        return (!state.law().control.areas).then(near);
    }
    models_in_range(state, unit, marker).map(|models| models > 0)
}

/// Whether any enemy unit but AIRCRAFT is in range of a marker, for actions of a player.
pub fn enemies_in_range(state: &State, player: Player, marker: MarkerIndex) -> Option<bool> {
    any_enemy(state, player, |unit| in_range(state, unit, marker))
}

/// Whether any enemy unit but AIRCRAFT is so close to the centre of the battlefield, for actions of a player.
pub fn enemies_within_of_centre(state: &State, player: Player, reach: Inches) -> Option<bool> {
    any_enemy(state, player, |unit| within_of_centre(state, unit, reach))
}

/// Whether something is so of any enemy unit on the battlefield but AIRCRAFT; unknown where nobody knows that army.
fn any_enemy(state: &State, player: Player, is: impl Fn(&Unit) -> Option<bool>) -> Option<bool> {
    let opponent = player.opponent();
    let near = |unit: &&Unit| !unit.is(state.law(), UnitKind::Aircraft);
    state.knows_army(opponent).then(|| any(state.on_battlefield(opponent).filter(near).map(is)))?
}

/// Whether a unit stands at a spot.
pub fn at_spot(state: &State, unit: &Unit, spot: Spot, far: Inches) -> Option<bool> {
    let quarter = |quarter| wholly_within(state, unit, quarter);
    let zone = |wanted| region(state, unit.player, wanted).and_then(|r| wholly_within(state, unit, r));
    match spot {
        Spot::OwnZone => zone(RelativeRegion::OwnZone),
        Spot::EnemyZone => zone(RelativeRegion::EnemyZone),
        Spot::Far => any([MapSide::A, MapSide::B].map(|side| within_of_zone(state, unit, side, far))).map(|near| !near),
        Spot::QuarterNe | Spot::QuarterNw | Spot::QuarterSe | Spot::QuarterSw => quarter(spot.quarter()?),
    }
}

/// A region, in words.
pub fn region_in_words(region: RelativeRegion) -> &'static str {
    match region {
        RelativeRegion::OwnZone => "your own deployment zone",
        RelativeRegion::EnemyZone => "the opponent's deployment zone",
        RelativeRegion::OwnTerritory => "your own territory",
        RelativeRegion::EnemyTerritory => "the opponent's territory",
        RelativeRegion::NoMansLand => "no man's land",
    }
}
