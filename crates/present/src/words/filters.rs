//! Markers and units in words, from the view of the player who scores.

use adjutant_engine::command::MarkerTag;
use adjutant_engine::ids::Name;
use adjutant_engine::roster::BattlefieldRole;
use adjutant_engine::rules::{MarkerFilter, RelativeRegion, RelativeSide, Strength, UnitFilter};

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
    let mut words = vec![if many { "markers" } else { "marker" }.to_string()];
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
    if let Some(tag) = filter.tag {
        words.push(format!("that became {}", tag_in_words(tag)));
    }
    words.join(" ")
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

/// Units or models that keep a filter: `enemy CHARACTER unit`, `own units without AIRCRAFT wholly within …`.
pub(super) fn units(filter: &UnitFilter, noun: &str) -> String {
    let mut words = Vec::new();
    match filter.owner {
        Some(RelativeSide::Own) => words.push("own".to_string()),
        Some(RelativeSide::Enemy) => words.push("enemy".to_string()),
        Some(RelativeSide::None) | None => {}
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
    match filter.strength {
        Some(Strength::BelowHalf) => words.push("below half strength".into()),
        Some(Strength::BelowStarting) => words.push("below Starting Strength".into()),
        None => {}
    }
    match filter.garrisoned {
        Some(true) => words.push("with a unit embarked inside".into()),
        Some(false) => words.push("with nobody embarked inside".into()),
        None => {}
    }
    if let Some(wanted) = filter.wholly_within {
        words.push(format!("wholly within {}", region(wanted)));
    }
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

pub(super) fn region(region: RelativeRegion) -> &'static str {
    match region {
        RelativeRegion::OwnZone => "your zone",
        RelativeRegion::EnemyZone => "the opponent's zone",
        RelativeRegion::OwnTerritory => "your territory",
        RelativeRegion::EnemyTerritory => "the opponent's territory",
        RelativeRegion::NoMansLand => "no man's land",
    }
}
