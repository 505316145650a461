//! Which markers of a mission a filter keeps.

use adjutant_engine::command::MarkerTag;
use adjutant_engine::rules::{Marker, MarkerFilter, Mission, MissionRule, RelativeSide};
use adjutant_engine::side::MapSide;

use super::report::Report;

/// Reports labels, tags and territories that the mission does not have, and a filter that no marker keeps.
pub(super) fn markers_exist(mission: &Mission, filter: &MarkerFilter, place: &str, report: &mut Report<'_>) {
    let labels = filter.labels.iter().filter(|label| !has_label(mission, label));
    let mut missing: Vec<String> =
        labels.map(|label| format!("no marker of `{}` has the label `{label}`", mission.id)).collect();
    if let Some(tag) = filter.tag.filter(|tag| tagged_markers(mission, *tag) == 0) {
        missing.push(format!("no rule of `{}` makes a marker {}", mission.id, tag_in_words(tag)));
    }
    if let Some(role) = filter.role.filter(|role| !mission.markers.iter().any(|marker| marker.roles.contains(role))) {
        missing.push(format!("no marker of `{}` has the role `{role}`", mission.id));
    }
    if filter.territory.is_some() && mission.territories.is_none() {
        missing.push(format!("`{}` draws no territories", mission.id));
    }
    if missing.is_empty() && most_markers(mission, filter) == 0 {
        missing.push(format!("no marker of `{}` fulfils every condition", mission.id));
    }
    missing.into_iter().for_each(|fault| report.fault(place, fault));
}

pub(super) fn has_label(mission: &Mission, label: &str) -> bool {
    mission.markers.iter().any(|marker| marker.label.as_deref() == Some(label))
}

fn tag_in_words(tag: MarkerTag) -> &'static str {
    match tag {
        MarkerTag::Gamma => "`gamma`",
        MarkerTag::Beta => "`beta`",
        MarkerTag::Priority => "`priority`",
    }
}

fn tagged_markers(mission: &Mission, tag: MarkerTag) -> i64 {
    let tags = mission.rules.iter().filter_map(|rule| match rule {
        MissionRule::TaggedMarkers { tags, .. } => Some(tags),
        _ => None,
    });
    let fitting = tags.flatten().filter(|rule| rule.tag == tag);
    fitting.map(|rule| i64::from(rule.markers.get()) * if rule.each_player { 2 } else { 1 }).sum()
}

/// Most markers that can keep a filter, from the view of either side.
pub(super) fn most_markers(mission: &Mission, filter: &MarkerFilter) -> i64 {
    let of_side = |side| mission.markers.iter().filter(|marker| fits(marker, filter, side)).count() as i64;
    if let Some(placed) = mission.placed.as_ref().filter(|_| *filter == MarkerFilter::default()) {
        return i64::from(placed.most());
    }
    let most = of_side(MapSide::A).max(of_side(MapSide::B));
    filter.tag.map_or(most, |tag| most.min(tagged_markers(mission, tag)))
}

fn fits(marker: &Marker, filter: &MarkerFilter, own: MapSide) -> bool {
    let lies = |wanted: Option<RelativeSide>, side: Option<MapSide>| match wanted {
        None => true,
        Some(RelativeSide::None) => side.is_none(),
        Some(RelativeSide::Own) => side == Some(own),
        Some(RelativeSide::Enemy) => side == Some(own.other()),
    };
    let label = match marker.label.as_deref() {
        Some("A") => Some(MapSide::A),
        Some("B") => Some(MapSide::B),
        _ => None,
    };
    (filter.labels.is_empty() || marker.label.as_ref().is_some_and(|label| filter.labels.contains(label)))
        && filter.central.is_none_or(|central| central == marker.central)
        && lies(filter.zone, marker.zone)
        && (filter.zones.is_empty() || filter.zones.iter().any(|zone| lies(Some(*zone), marker.zone)))
        && filter.role.is_none_or(|role| marker.roles.contains(&role))
        && match filter.territory {
            None => true,
            Some(RelativeSide::None) => marker.territory.is_none(),
            Some(RelativeSide::Own) => marker.territory.has(own),
            Some(RelativeSide::Enemy) => marker.territory.has(own.other()),
        }
        && lies(filter.label_of, label)
}
