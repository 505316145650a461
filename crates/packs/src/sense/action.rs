//! Whether an action can be started at all, and whether its parts fit together.

use adjutant_engine::law::Pack;
use adjutant_engine::rules::{Action, Completes, Deed, Effect, Lasts, Requirement, StartsAt};
use adjutant_engine::timing::{Rule, completion};

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
    phase(pack, action, report);
    completes(pack, action, report);
    parts(action, report);
}

fn psychic(action: &Action, report: &mut Report<'_>) {
    let psychic = [action.psychic.is_some(), action.starts == StartsAt::PsychicPhase];
    let later = psychic[0] && action.completes != Completes::AtOnce;
    report.fault_if(
        psychic[0] != psychic[1] || later,
        "`psychic`",
        "a psychic action has `psychic`, starts in the `psychic-phase` and completes `at-once`; others have neither of the \
         first two",
    );
}

/// A phase of the ruleset in which actions start, where the action names one.
fn phase(pack: &Pack, action: &Action, report: &mut Report<'_>) {
    let Some(phase) = action.starts.phase().filter(|_| action.psychic.is_none()) else { return };
    let starts = pack.law.allows(phase, Deed::Action, true);
    report.fault_if(!starts, "`starts`", format!("`turn` does not let actions start in a phase `{phase}`"));
    let late = action.from_round.is_some_and(|from| from.get().unsigned_abs() > pack.law.rounds_max());
    report.fault_if(late, "`from_round`", format!("the last battle round is {}", pack.law.rounds_max()));
}

/// A moment of the ruleset at which it completes.
fn completes(pack: &Pack, action: &Action, report: &mut Report<'_>) {
    let Some(at) = completion(action.completes) else { return };
    let judged = pack.law.moments().any(|(moment, rules)| moment == at && rules.contains(&Rule::Actions));
    report.fault_if(!judged, "`completes`", format!("`moments` name no rule `actions` at `{}`", at.name()));
}

fn needs(action: &Action, report: &mut Report<'_>) {
    for need in action.requires.iter().chain(&action.still_requires) {
        let area = matches!(need, Requirement::InArea {} | Requirement::NoEnemiesInArea {});
        report.fault_if(
            area && action.area.is_none() && action.marker.is_none(),
            "`requires`",
            "`in-area` and `no-enemies-in-area` need an `area` or a `marker`",
        );
        report.fault_if(
            matches!(need, Requirement::ControlsMarker {}) && action.marker.is_none(),
            "`requires`",
            "`controls-marker` needs a `marker`",
        );
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
}

fn parts(action: &Action, report: &mut Report<'_>) {
    let about = action.marker.is_some() || action.area.is_some() || action.target.is_some();
    needs(action, report);
    let on_marker = matches!(action.effect, Some(Effect::RaiseBanner | Effect::RemoveMarker | Effect::KeepMarker));
    report.fault_if(
        on_marker && action.marker.is_none(),
        "`effect`",
        "this effect is on a marker: `marker` is missing",
    );
    let lays = matches!(action.effect, Some(Effect::Lay { .. }));
    report.fault_if(lays && !about, "`effect`", "a mark lies on a `marker`, an `area` or a `target`: all are missing");
    let active = matches!(action.effect, Some(Effect::Lay { lasts: Lasts::Active, .. }));
    report.fault_if(active, "`effect`", "a mark of an action does not last as a card does; use battle or turn");
    report.fault_if(
        action.several_units && !about,
        "`several_units`",
        "several units act each at a place or about a unit of its own: `marker`, `area` and `target` are missing",
    );
    report.fault_if(
        action.fresh_place && action.marker.is_none() && action.area.is_none() && action.spots.is_empty(),
        "`fresh_place`",
        "a place is a marker, an area or a spot: all are missing",
    );
    report.fault_if(
        action.marker.is_some() && !action.spots.is_empty(),
        "`spots`",
        "an action is about a `marker` or about one of its `spots`, not both",
    );
}
