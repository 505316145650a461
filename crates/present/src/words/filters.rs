//! Markers and units in words, from the view of the player who scores.

use adjutant_core::spelling::capitalised;
use adjutant_engine::command::MarkerTag;
use adjutant_engine::ids::Name;
use adjutant_engine::roster::BattlefieldRole;
use adjutant_engine::rules::{
    AreaFilter, BesideToken, MarkerFilter, RelativeRegion, RelativeSide, Strength, UnitFilter, WhichTurn,
};

/// `a`, `a or b`, `a, b or c`.
pub(super) fn listed(parts: &[String], last: &str) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., end] => format!("{} {last} {end}", first.join(", ")),
    }
}

/// Markers that keep a filter: `marker labelled A`, `markers in the opponent's zone`.
pub(super) fn markers(filter: &MarkerFilter, many: bool) -> String {
    let noun = if many { "markers" } else { "marker" };
    let mut words =
        vec![filter.role.map_or_else(|| noun.to_owned(), |role| format!("{} {noun}", plain(role.as_str())))];
    if !filter.labels.is_empty() {
        words.push(format!("labelled {}", listed(&filter.labels, "or")));
    }
    match filter.label_of {
        Some(RelativeSide::Own) => words.push("labelled with your side of the map".into()),
        Some(RelativeSide::Enemy) => words.push("labelled with the opponent's side of the map".into()),
        Some(RelativeSide::None) => words.push("labelled with neither side of the map".into()),
        None => {}
    }
    match filter.zone {
        Some(RelativeSide::Own) => words.push("in your zone".into()),
        Some(RelativeSide::Enemy) => words.push("in the opponent's zone".into()),
        Some(RelativeSide::None) => words.push("outside both zones".into()),
        None => {}
    }
    match filter.territory {
        Some(RelativeSide::Own) => words.push("in your territory".into()),
        Some(RelativeSide::Enemy) => words.push("in the opponent's territory".into()),
        Some(RelativeSide::None) => words.push("outside both territories".into()),
        None => {}
    }
    match filter.central {
        Some(true) => words.push("in the centre of the board".into()),
        Some(false) => words.push("away from the centre of the board".into()),
        None => {}
    }
    if !filter.zones.is_empty() {
        words.push(sides(&filter.zones, "zone", "outside both zones"));
    }
    if let Some(mark) = filter.mark {
        words.push(format!("that you marked as {}", plain(mark.as_str())));
    }
    if let Some(mark) = filter.without_mark {
        words.push(format!("that you have not marked as {}", plain(mark.as_str())));
    }
    if let Some(tag) = filter.tag {
        words.push(format!("that became {}", tag_in_words(tag)));
    }
    words.join(" ")
}

/// A name in the words of a sentence: `long-watch` as long watch.
pub(super) fn plain(name: &str) -> String {
    name.replace('-', " ")
}

/// An id, as a name: `raze-objective` is Raze Objective.
pub(super) fn named(id: &str) -> String {
    let small = ["and", "of", "on", "the"];
    let words = id.split('-').enumerate();
    let words = words.map(|(index, word)| match index > 0 && small.contains(&word) {
        true => word.to_string(),
        false => capitalised(word),
    });
    words.collect::<Vec<_>>().join(" ")
}

/// A noun with its article: `an enemy unit`.
pub(super) fn one(noun: &str) -> String {
    let article = if noun.starts_with(['a', 'e', 'i', 'o', 'A', 'E', 'I', 'O']) { "an" } else { "a" };
    format!("{article} {noun}")
}

/// Parts of the map that lie on one of some sides: `in the opponent's zone or outside both zones`.
fn sides(sides: &[RelativeSide], part: &str, none: &str) -> String {
    let each = sides.iter().map(|side| match side {
        RelativeSide::Own => format!("in your {part}"),
        RelativeSide::Enemy => format!("in the opponent's {part}"),
        RelativeSide::None => none.to_owned(),
    });
    listed(&each.collect::<Vec<_>>(), "or")
}

/// Areas that keep a filter: `area in the opponent's territory`.
pub(super) fn areas(filter: &AreaFilter, noun: &str) -> String {
    let mut words = vec![noun.to_owned()];
    if !filter.zones.is_empty() {
        words.push(format!("wholly {}", sides(&filter.zones, "zone", "outside both zones")));
    }
    if !filter.territories.is_empty() {
        words.push(format!("wholly {}", sides(&filter.territories, "territory", "in neither territory")));
    }
    words.extend(filter.mark.map(|mark| format!("that you marked as {}", plain(mark.as_str()))));
    words.extend(filter.without_mark.map(|mark| format!("that you have not marked as {}", plain(mark.as_str()))));
    words.join(" ")
}

/// A token that a unit is beside.
fn token(token: BesideToken) -> String {
    let whose = match token.of {
        Some(RelativeSide::Own) => "of yours",
        Some(RelativeSide::Enemy) => "of the opponent",
        Some(RelativeSide::None) | None => "",
    };
    let mark = token.mark.map_or_else(String::new, |mark| format!(" ({})", plain(mark.as_str())));
    format!("at a token {whose}").trim_end().to_owned() + &mark
}

pub(super) fn tag_in_words(tag: MarkerTag) -> &'static str {
    match tag {
        MarkerTag::Gamma => "Gamma",
        MarkerTag::Beta => "Beta",
        MarkerTag::Priority => "a priority",
    }
}

fn keywords(names: &[Name], last: &str) -> String {
    let names: Vec<String> = names.iter().map(|name| name.as_str().to_string()).collect();
    listed(&names, last)
}

pub(super) fn roles(roles: &[BattlefieldRole]) -> String {
    let names: Vec<String> = roles.iter().map(|role| role.printed().to_owned()).collect();
    listed(&names, "or")
}

/// Units or models that keep a filter: `enemy CHARACTER unit`, `units of yours without AIRCRAFT wholly within …`.
pub(super) fn units(filter: &UnitFilter, noun: &str) -> String {
    let mut words = Vec::new();
    match filter.owner {
        Some(RelativeSide::Enemy) => words.push("enemy".to_string()),
        Some(RelativeSide::Own | RelativeSide::None) | None => {}
    }
    if !filter.keywords.is_empty() {
        words.push(filter.keywords.iter().map(Name::as_str).collect::<Vec<_>>().join(" "));
    }
    if !filter.any_keyword.is_empty() {
        words.push(keywords(&filter.any_keyword, "or"));
    }
    if !filter.roles.is_empty() {
        words.push(roles(&filter.roles));
    }
    words.push(noun.to_string());
    if filter.owner == Some(RelativeSide::Own) {
        words.push("of yours".to_string());
    }
    words.extend(conditions(filter));
    words.join(" ")
}

/// What a filter asks beside owner, keywords and role: `with 11 or more Wounds`.
pub(super) fn conditions(filter: &UnitFilter) -> Vec<String> {
    let mut words = Vec::new();
    if !filter.without.is_empty() {
        words.push(format!("without {}", keywords(&filter.without, "and")));
    }
    if !filter.without_roles.is_empty() {
        words.push(format!("other than {}", roles(&filter.without_roles)));
    }
    if let Some(wounds) = filter.wounds_at_least {
        words.push(format!("with {wounds} or more Wounds"));
    }
    if let Some(models) = filter.starting_models_at_least {
        words.push(format!("that began with {models} or more models"));
    }
    match filter.shocked {
        Some(true) => words.push("that are Battle-shocked".into()),
        Some(false) => words.push("not Battle-shocked".into()),
        None => {}
    }
    match filter.strength {
        Some(Strength::AtHalf) => words.push("at half strength or less".into()),
        Some(Strength::BelowHalf) => words.push("below half strength".into()),
        Some(Strength::BelowStarting) => words.push("below Starting Strength".into()),
        None => {}
    }
    words.extend(filter.garrisoned.map(|inside| match inside {
        true => "with a unit embarked inside".to_owned(),
        false => "with nobody embarked inside".to_owned(),
    }));
    words.extend(places(filter));
    words.extend(deeds(filter));
    if let Some(reach) = filter.within_of_centre_in {
        words.push(format!("at most {reach}\" from the centre"));
    }
    if let Some(filter) = &filter.in_range_of {
        words.push(format!("in range of a {}", markers(filter, false)));
    }
    if let Some(filter) = &filter.models_in_range_of {
        words.push(format!("with such a model in range of a {}", markers(filter, false)));
    }
    words
}

/// Where such units stand.
fn places(filter: &UnitFilter) -> Vec<String> {
    let mut words = Vec::new();
    if let Some(wanted) = filter.wholly_within {
        words.push(format!("wholly within {}", region(wanted)));
    }
    words.extend(filter.within.map(|wanted| format!("with any part in {}", region(wanted))));
    words.extend(filter.not_within.map(|wanted| format!("with no part in {}", region(wanted))));
    words.extend(filter.within_of_edge_in.map(|reach| format!("at most {reach}\" from an edge")));
    if let Some(close) = &filter.close_to {
        words.push(format!("at most {}\" from another {}", close.within_in, units(&close.units, "unit")));
    }
    words.extend(filter.in_area.as_ref().map(|area| format!("in an {}", areas(area, "area"))));
    words.extend(filter.beside_token.map(token));
    words
}

/// What such units are marked as, and what they did.
fn deeds(filter: &UnitFilter) -> Vec<String> {
    let mut words = Vec::new();
    words.extend(filter.mark.map(|mark| format!("that you marked as {}", plain(mark.as_str()))));
    words.extend(filter.without_mark.map(|mark| format!("that you have not marked as {}", plain(mark.as_str()))));
    words
        .extend(filter.completed.as_ref().map(|action| format!("that completed {} this turn", named(action.as_str()))));
    words.extend(filter.destroyed_in.map(|turn| match turn {
        WhichTurn::ThisTurn => "that destroyed a unit this turn".to_owned(),
        WhichTurn::PreviousTurn => "that destroyed a unit in the turn before".to_owned(),
    }));
    words
}

pub(super) fn region(region: RelativeRegion) -> &'static str {
    match region {
        RelativeRegion::OwnZone => "your zone",
        RelativeRegion::EnemyZone => "the opponent's zone",
        RelativeRegion::OwnTerritory => "your territory",
        RelativeRegion::EnemyTerritory => "the opponent's territory",
        RelativeRegion::NoMansLand => "no man's land",
    }
}
