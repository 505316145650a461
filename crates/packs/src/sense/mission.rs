//! Whether everything that a mission names exists, and whether its rules can come about.

use std::collections::BTreeSet;

use adjutant_engine::ids::ObjectiveId;
use adjutant_engine::law::Pack;
use adjutant_engine::rules::{
    Category, Changes, MarkerFilter, Mission, MissionRule, RelativeSide, Required, TagRule, UnitFilter,
};

use super::markers::{markers_exist, most_markers};
use super::reach;
use super::report::Report;
use super::walk::{self, Named};

pub(super) fn check(pack: &Pack, mission: &Mission, report: &mut Report<'_>) {
    placed(pack, mission, report);
    primaries(pack, mission, report);
    areas(mission, report);
    changes(pack, mission, report);
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

/// One primary objective for both players, or one for each disposition of its pair.
fn primaries(pack: &Pack, mission: &Mission, report: &mut Report<'_>) {
    for id in mission.primary_objectives() {
        is_of(pack, id, Category::PRIMARY, "primary", report);
    }
    let (one, each) = (mission.primary.is_some(), mission.primaries.len());
    report.fault_if(one == (each > 0), "`primary`", "a mission has `primary` or `primaries`, one of them");
    report.fault_if(each > 2, "`primaries`", "a mission is played by two armies: it names one or two dispositions");
    report.fault_if(
        each > 0 && !pack.law.requires(Required::Dispositions),
        "`primaries`",
        "the battle begins without dispositions; `setup` has to require `dispositions`",
    );
}

/// Areas have names of their own, and an objective that one is exists.
fn areas(mission: &Mission, report: &mut Report<'_>) {
    for (index, area) in mission.areas.iter().enumerate() {
        let place = format!("`areas`, {}", area.id);
        let twice = mission.areas[..index].iter().any(|other| other.id == area.id);
        report.fault_if(twice, &place, "an earlier area has this name");
        let marker = mission.markers.iter().any(|marker| marker.id.as_str() == area.id.as_str());
        report.fault_if(marker, &place, "a marker has this name");
        let unknown = area.objective.as_ref().filter(|id| mission.marker(id).is_none());
        if let Some(id) = unknown {
            report.fault(&place, format!("no marker `{id}` in this mission"));
        }
        let within = !area.territory.is_none() && mission.territories.is_none();
        report.fault_if(within, &place, "the mission draws no territories");
    }
}

/// What a mission changes exists in its pack, and is not what the pack says anyway.
fn changes(pack: &Pack, mission: &Mission, report: &mut Report<'_>) {
    let Some(changes) = &mission.changes else { return };
    let law = &pack.law;
    for (column, cap) in &changes.caps {
        let known = law.columns.iter().find(|known| known.id == *column);
        match known {
            None => report.fault("`changes`, `caps`", format!("no column `{column}` on the sheet")),
            Some(known) => report.fault_if(
                known.cap == cap.get(),
                "`changes`, `caps`",
                format!("`{column}` counts {cap} in every mission of this pack"),
            ),
        }
    }
    let same = changes.rounds.is_some_and(|rounds| rounds.get().unsigned_abs() == law.rounds);
    report.fault_if(same, "`changes`, `rounds`", "the pack fights as many battle rounds");
    let range = changes.control_range_in.is_some_and(|range| range.thousandths() < 1);
    report.fault_if(range, "`changes`, `control_range_in`", "a range is more than 0 inches");
    report.fault_if(*changes == Changes::default(), "`changes`", "it changes nothing; leave it out");
}

/// Objectives lie on the map, or players place them; only a mission that counts something else has none.
fn placed(pack: &Pack, mission: &Mission, report: &mut Report<'_>) {
    let primaries = mission.primary_objectives().filter_map(|id| pack.objectives.get(id));
    let awards = primaries.flat_map(|primary| &primary.awards);
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
