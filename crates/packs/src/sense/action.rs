//! Whether an action can be started at all, and whether its parts fit together.

use adjutant_engine::law::Pack;
use adjutant_engine::rules::{Action, Completes, Requirement, StartsAt};

use super::markers::markers_exist;
use super::report::{Report, offering};

pub(super) fn check(pack: &Pack, action: &Action, report: &mut Report<'_>) {
    let by_objective = pack.objectives.values().filter(|objective| objective.actions.contains(&action.id));
    let mut missions: Vec<_> = by_objective.flat_map(|objective| offering(pack, objective)).collect();
    missions.extend(pack.missions.values().map(|m| m.as_ref()).filter(|m| m.actions.contains(&action.id)));
    report.fault_if(missions.is_empty(), "the file", "no objective and no mission enables this action");
    missions.sort_by(|a, b| a.id.cmp(&b.id));
    missions.dedup_by(|a, b| a.id == b.id);
    if let Some(target) = &action.marker {
        for mission in missions {
            markers_exist(mission, &target.of, "`marker`, `of`", report);
        }
    }
    psychic(action, report);
    parts(action, report);
}

fn psychic(action: &Action, report: &mut Report<'_>) {
    let signs =
        [action.psychic.is_some(), action.starts == StartsAt::PsychicPhase, action.completes == Completes::AtOnce];
    report.fault_if(
        signs.iter().any(|sign| *sign != signs[0]),
        "`psychic`",
        "a psychic action has `psychic`, starts in the `psychic-phase` and completes `at-once`; others have none of it",
    );
}

fn parts(action: &Action, report: &mut Report<'_>) {
    let needs = action.requires.iter().chain(&action.still_requires);
    for need in needs {
        report.fault_if(
            matches!(need, Requirement::InRangeOfMarker {}) && action.marker.is_none(),
            "`requires`",
            "`in-range-of-marker` needs a `marker`",
        );
        report.fault_if(
            matches!(need, Requirement::AtSpot { .. }) && action.spots.is_empty(),
            "`requires`",
            "`at-spot` needs `spots`",
        );
    }
    report.fault_if(
        action.effect.is_some() && action.marker.is_none(),
        "`effect`",
        "an effect is on a marker: `marker` is missing",
    );
    report.fault_if(
        action.several_units && action.marker.is_none(),
        "`several_units`",
        "several units act each at a marker of its own: `marker` is missing",
    );
    report.fault_if(
        action.fresh_place && action.marker.is_none() && action.spots.is_empty(),
        "`fresh_place`",
        "a place is a marker or a spot: both are missing",
    );
    report.fault_if(
        action.marker.is_some() && !action.spots.is_empty(),
        "`spots`",
        "an action is about a `marker` or about one of its `spots`, not both",
    );
}
