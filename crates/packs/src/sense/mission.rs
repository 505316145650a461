//! Whether everything that a mission names exists, and whether its rules can come about.

use std::collections::BTreeSet;

use adjutant_engine::command::MarkerTag;
use adjutant_engine::ids::ObjectiveId;
use adjutant_engine::rules::{
    Category, Marker, MarkerFilter, Mission, MissionRule, Pack, RelativeSide, TagRule, UnitFilter,
};
use adjutant_engine::side::MapSide;

use super::walk::{self, Named};
use super::{Report, reach};

pub(super) fn check(pack: &Pack, mission: &Mission, report: &mut Report<'_>) {
    placed(pack, mission, report);
    is_of(pack, &mission.primary, Category::PRIMARY, "primary", report);
    for id in &mission.secondaries {
        is_of(pack, id, Category::MISSION, "mission", report);
    }
    for id in mission.actions.iter().filter(|id| !pack.actions.contains_key(*id)) {
        report.fault("`actions`", format!("no action `{id}` in this pack"));
    }
    let categories: BTreeSet<Category> = pack.secondaries(mission).map(|objective| objective.category).collect();
    let wanted = pack.law.choices();
    report.fault_if(
        categories.len() < wanted,
        "`secondaries`",
        format!("the mission offers {} categories of secondary objectives; {wanted} are chosen", categories.len()),
    );
    for (index, rule) in mission.rules.iter().enumerate() {
        let place = format!("`rules`, number {}", index + 1);
        check_rule(pack, mission, rule, &place, report);
    }
}

/// Objectives lie on the map, or players place them; only a mission that counts something else has none.
fn placed(pack: &Pack, mission: &Mission, report: &mut Report<'_>) {
    let awards = pack.objectives.get(&mission.primary).into_iter().flat_map(|primary| &primary.awards);
    let mut markers = false;
    for award in awards {
        walk::quantity(&award.vp, &mut |part| markers |= matches!(part, Named::Markers(_)));
    }
    let none = mission.markers.is_empty() && mission.placed.is_none();
    report.fault_if(none && markers, "`markers`", "a mission whose primary objective counts markers has at least one");
    let Some(placed) = &mission.placed else { return };
    report.fault_if(
        !mission.markers.is_empty(),
        "`placed`",
        "markers lie on the map or are placed by players, not both",
    );
    let clear = placed.clear_of_edges_in.map_or(0, |clear| clear.thousandths());
    let negative = clear < 0 || placed.apart_in.thousandths() < 0;
    report.fault_if(negative, "`placed`", "a distance is not negative");
    let room = mission.board.iter().all(|edge| edge.thousandths() >= 2 * clear);
    report.fault_if(!room, "`placed`", "no place of the board is so far from every edge");
}

fn is_of(pack: &Pack, id: &ObjectiveId, category: Category, word: &str, report: &mut Report<'_>) {
    let place = if category == Category::PRIMARY { "`primary`" } else { "`secondaries`" };
    match pack.objectives.get(id) {
        Some(objective) => report.fault_if(
            objective.category != category,
            place,
            format!("`{id}` is of another category; choose one of the category `{word}`"),
        ),
        None => report.fault(place, format!("no objective `{id}` in this pack")),
    }
}

fn check_rule(pack: &Pack, mission: &Mission, rule: &MissionRule, place: &str, report: &mut Report<'_>) {
    match rule {
        MissionRule::FewDeploy { most, .. } => {
            report.fault_if(most.is_empty(), place, "`most` names at least one role");
        }
        MissionRule::StickyControl { .. } | MissionRule::AdvanceRolls { .. } | MissionRule::AtTheTable { .. } => {}
        MissionRule::TaggedMarkers { among, tags, .. } => tagged(pack, mission, among, tags, place, report),
        MissionRule::CommandPoints { condition, .. } => {
            let mut named = Vec::new();
            walk::condition(condition, &mut |part| named.push(part));
            for part in named {
                if let Named::Markers(filter) = part {
                    markers_exist(mission, filter, place, report);
                }
            }
            let never = !reach::Reach { pack, mission, objective: None }.truth(condition).possible;
            report.fault_if(never, place, "its condition can never be true");
        }
        MissionRule::ObjectiveSecured { units: UnitFilter { in_range_of, models_in_range_of, .. }, .. } => {
            in_range_of
                .iter()
                .chain(models_in_range_of)
                .for_each(|filter| markers_exist(mission, filter, place, report));
        }
        MissionRule::NoArrivalsInRange { markers, .. } => markers_exist(mission, markers, place, report),
        MissionRule::MovedMarkers { among, movers, .. } => {
            markers_exist(mission, among, place, report);
            let fitting = most_markers(mission, among);
            report.fault_if(
                movers.is_empty() || movers.len() as i64 > fitting,
                place,
                format!("{} moves of {fitting} markers; each is moved once, and there is at least one", movers.len()),
            );
        }
    }
}

fn tagged(
    pack: &Pack,
    mission: &Mission,
    among: &MarkerFilter,
    tags: &[TagRule],
    place: &str,
    report: &mut Report<'_>,
) {
    markers_exist(mission, among, place, report);
    let fitting = most_markers(mission, among);
    let wanted: i64 = tags.iter().map(|tag| i64::from(tag.markers.get())).sum();
    report.fault_if(wanted > fitting, place, format!("{wanted} markers are drawn among {fitting}"));
    for tag in tags {
        let own = [among.zone, among.territory].into_iter().flatten().any(|side| side != RelativeSide::None);
        report.fault_if(
            tag.each_player && !own,
            place,
            "`each_player` draws among markers of one player's own or enemy `zone` or `territory`",
        );
        let rounds = pack.law.rounds_max();
        report.fault_if(
            tag.leaves_at_start_of_round.is_some_and(|round| round.get().unsigned_abs() > rounds),
            place,
            format!("a marker leaves after the last battle round, which is {rounds}"),
        );
    }
}

/// Reports labels, tags and territories that the mission does not have, and a filter that no marker keeps.
pub(super) fn markers_exist(mission: &Mission, filter: &MarkerFilter, place: &str, report: &mut Report<'_>) {
    let labels = filter.labels.iter().filter(|label| !has_label(mission, label));
    let mut missing: Vec<String> =
        labels.map(|label| format!("no marker of `{}` has the label `{label}`", mission.id)).collect();
    if let Some(tag) = filter.tag.filter(|tag| tagged_markers(mission, *tag) == 0) {
        missing.push(format!("no rule of `{}` makes a marker {}", mission.id, tag_in_words(tag)));
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
        && lies(filter.territory, marker.territory)
        && lies(filter.label_of, label)
}
