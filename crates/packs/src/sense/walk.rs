//! Goes through the words of the scoring language and hands out what they name.

use adjutant_engine::ids::ActionId;
use adjutant_engine::rules::{
    AreaFilter, Award, Computed, Condition, Destroyed, MarkName, MarkerFilter, Objective, Quantity, Row, UnitFilter,
};

/// Something that a quantity or a condition names.
pub(super) enum Named<'a> {
    Markers(&'a MarkerFilter),
    Action(&'a ActionId),
    Labels(Vec<&'a str>),
    NotedModels,
    Rows(&'a [Row]),
    Mark(MarkName),
    /// How things were before now: as the turn or the rounds before began, or whose attacks it was.
    Past,
}

pub(super) fn quantity<'a>(quantity_: &'a Quantity, take: &mut dyn FnMut(Named<'a>)) {
    let Quantity::Of(computed) = quantity_ else { return };
    match computed.as_ref() {
        Computed::Controlled(filter) | Computed::ControlledByOpponent(filter) | Computed::OnBattlefield(filter) => {
            markers(filter, take);
        }
        Computed::NewlyControlled(filter) | Computed::FirstControlled(filter) => {
            take(Named::Past);
            markers(filter, take);
        }
        Computed::ControlledFor { of, .. } => {
            take(Named::Past);
            markers(of, take);
        }
        Computed::Marked(marked) => {
            marked.mark.into_iter().for_each(|mark| take(Named::Mark(mark)));
            marked.of.iter().for_each(|filter| markers(filter, take));
        }
        Computed::MarkedUnits { mark } => take(Named::Mark(*mark)),
        Computed::LeftBattlefield(filter) | Computed::EdgePairs { units: filter, .. } => units(filter, take),
        Computed::Units(filter) | Computed::LastDestroyedRound(filter) => units(filter, take),
        Computed::QuartersHeld { units: filter, .. } => units(filter, take),
        Computed::DestroyedModels(destroyed) | Computed::DestroyedUnits(destroyed) => {
            fallen(destroyed, take);
        }
        Computed::Completions { action, .. } => take(Named::Action(action)),
        Computed::NotedModelsStanding {} => take(Named::NotedModels),
        Computed::ByMarkerLabel(rows) => take(Named::Labels(rows.keys().map(String::as_str).collect())),
        Computed::Table { rows, .. } => take(Named::Rows(rows)),
        Computed::When { condition: when, .. } => condition(when, take),
        Computed::Banners {}
        | Computed::StrengthLeftPercent {}
        | Computed::Round {}
        | Computed::Told { .. }
        | Computed::BySide { .. }
        | Computed::ByRole { .. }
        | Computed::ByTurn { .. }
        | Computed::Minus(_)
        | Computed::Sum(_)
        | Computed::Times(_)
        | Computed::DivideDown { .. } => {}
    }
    computed.each_part(&mut |part| quantity(part, take));
}

fn fallen<'a>(destroyed: &'a Destroyed, take: &mut dyn FnMut(Named<'a>)) {
    units(&destroyed.of, take);
    if destroyed.began_turn.is_some() || destroyed.by.is_some() {
        take(Named::Past);
    }
    let began = destroyed.began_turn.iter();
    began.clone().flat_map(|rule| &rule.in_range_of).for_each(|filter| markers(filter, take));
    began.flat_map(|rule| &rule.in_area).for_each(|filter| areas(filter, take));
    destroyed.by.iter().flat_map(|rule| &rule.in_range_of).for_each(|filter| markers(filter, take));
    destroyed.by.iter().flat_map(|rule| &rule.units).for_each(|filter| units(filter, take));
    destroyed.worth.iter().for_each(|worth| units(&worth.of, take));
}

pub(super) fn condition<'a>(condition_: &'a Condition, take: &mut dyn FnMut(Named<'a>)) {
    match condition_ {
        Condition::AtLeast { quantity: left, number: right } | Condition::MoreThan { quantity: left, than: right } => {
            [left, right].into_iter().for_each(|side| quantity(side, take));
        }
        Condition::All(parts) | Condition::Any(parts) => parts.iter().for_each(|part| condition(part, take)),
        Condition::Not(part) => condition(part, take),
        Condition::ArmyIncludes(filter) | Condition::AllDestroyed(filter) => units(filter, take),
    }
}

pub(super) fn units<'a>(filter: &'a UnitFilter, take: &mut dyn FnMut(Named<'a>)) {
    for filter in filter.in_range_of.iter().chain(&filter.models_in_range_of) {
        markers(filter, take);
    }
    filter.in_area.iter().for_each(|area| areas(area, take));
    filter.close_to.iter().for_each(|close| units(&close.units, take));
    let beside = filter.beside_token.and_then(|token| token.mark);
    let marks = [filter.mark, filter.without_mark, beside];
    marks.into_iter().flatten().for_each(|mark| take(Named::Mark(mark)));
    filter.completed.iter().for_each(|action| take(Named::Action(action)));
    if filter.destroyed_in.is_some() {
        take(Named::Past);
    }
}

pub(super) fn markers<'a>(filter: &'a MarkerFilter, take: &mut dyn FnMut(Named<'a>)) {
    [filter.mark, filter.without_mark].into_iter().flatten().for_each(|mark| take(Named::Mark(mark)));
    take(Named::Markers(filter));
}

pub(super) fn areas<'a>(filter: &'a AreaFilter, take: &mut dyn FnMut(Named<'a>)) {
    [filter.mark, filter.without_mark].into_iter().flatten().for_each(|mark| take(Named::Mark(mark)));
}

/// Everything that an objective names, its awards, its picks and what forbids it.
pub(super) fn objective<'a>(objective: &'a Objective, take: &mut dyn FnMut(Named<'a>)) {
    objective.awards.iter().for_each(|award: &Award| quantity(&award.vp, take));
    objective.forbidden_if.iter().for_each(|rule| condition(rule, take));
    if objective.marks_destroyers.is_some() {
        take(Named::Past);
    }
    for pick in &objective.picks {
        pick.units.iter().chain(&pick.otherwise).for_each(|filter| units(filter, take));
        pick.markers.iter().for_each(|filter| markers(filter, take));
        pick.areas.iter().for_each(|filter| areas(filter, take));
        pick.uses.into_iter().for_each(|mark| take(Named::Mark(mark)));
    }
}
