//! Goes through the words of the scoring language and hands out what they name.

use adjutant_engine::ids::ActionId;
use adjutant_engine::rules::{Computed, Condition, MarkerFilter, Quantity, Row, UnitFilter};

/// Something that a quantity or a condition names.
pub(super) enum Named<'a> {
    Markers(&'a MarkerFilter),
    Action(&'a ActionId),
    Labels(Vec<&'a str>),
    NotedModels,
    Rows(&'a [Row]),
}

pub(super) fn quantity<'a>(quantity_: &'a Quantity, take: &mut dyn FnMut(Named<'a>)) {
    let Quantity::Of(computed) = quantity_ else { return };
    match computed.as_ref() {
        Computed::Controlled(markers) | Computed::ControlledByOpponent(markers) | Computed::OnBattlefield(markers) => {
            take(Named::Markers(markers));
        }
        Computed::Units(filter) | Computed::LastDestroyedRound(filter) => units(filter, take),
        Computed::QuartersHeld { units: filter, .. } => units(filter, take),
        Computed::DestroyedModels(destroyed) | Computed::DestroyedUnits(destroyed) => {
            units(&destroyed.of, take);
            destroyed.worth.iter().for_each(|worth| units(&worth.of, take));
        }
        Computed::Completions { action, .. } => take(Named::Action(action)),
        Computed::NotedModelsStanding {} => take(Named::NotedModels),
        Computed::Banners {} | Computed::StrengthLeftPercent {} | Computed::Round {} | Computed::Told { .. } => {}
        Computed::ByMarkerLabel(rows) => {
            take(Named::Labels(rows.keys().map(String::as_str).collect()));
            rows.values().for_each(|row| quantity(row, take));
        }
        Computed::BySide { a, b } => [a, b].into_iter().for_each(|side| quantity(side, take)),
        Computed::Sum(parts) | Computed::Times(parts) => parts.iter().for_each(|part| quantity(part, take)),
        Computed::DivideDown { number, .. } => quantity(number, take),
        Computed::Table { of, rows } => {
            take(Named::Rows(rows));
            quantity(of, take);
            rows.iter().for_each(|row| quantity(&row.gives, take));
        }
        Computed::When { condition: when, then, otherwise } => {
            condition(when, take);
            [then, otherwise].into_iter().for_each(|value| quantity(value, take));
        }
    }
}

pub(super) fn condition<'a>(condition_: &'a Condition, take: &mut dyn FnMut(Named<'a>)) {
    match condition_ {
        Condition::AtLeast { quantity: left, number: right } | Condition::MoreThan { quantity: left, than: right } => {
            [left, right].into_iter().for_each(|side| quantity(side, take));
        }
        Condition::All(parts) | Condition::Any(parts) => parts.iter().for_each(|part| condition(part, take)),
        Condition::Not(part) => condition(part, take),
        Condition::ArmyIncludes(filter) => units(filter, take),
    }
}

pub(super) fn units<'a>(filter: &'a UnitFilter, take: &mut dyn FnMut(Named<'a>)) {
    for markers in filter.in_range_of.iter().chain(&filter.models_in_range_of) {
        take(Named::Markers(markers));
    }
}
