//! What a number of points rests on, and what nobody has said, in words.

use crate::command::Spot;
use crate::facts;
use crate::geometry::control::MarkerSet;
use crate::index::MarkerIndex;
use crate::place::RegionName;
use crate::rules::UnitFilter;
use crate::state::{Completion, State};

/// A fact that nobody has said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Missing<'a> {
    Fact(&'static str),
    Holder(&'a str),
    Places(Vec<&'a str>),
    Completions(&'a str),
    Banner(&'a str),
}

impl Missing<'_> {
    pub(super) fn in_words(&self) -> String {
        match self {
            Missing::Fact(fact) => (*fact).into(),
            Missing::Holder(marker) => format!("who holds {marker}"),
            Missing::Places(units) => format!("places of {}", units.join(" ")),
            Missing::Completions(action) => format!("how often {action} was completed"),
            Missing::Banner(marker) => format!("whether the banner on {marker} stands"),
        }
    }
}

/// What a number rests on: facts, put into words only where somebody will read them.
#[derive(Clone, Debug)]
pub(super) enum Reason<'a> {
    /// Who holds which markers.
    Controls(&'static str, MarkerSet),
    OnBattlefield(usize),
    Units(Vec<&'a str>, &'a UnitFilter),
    Quarters(Vec<(&'a str, RegionName)>),
    Completed(&'a str, usize),
    Banners(MarkerSet),
    Label(&'a str),
    ModelsDestroyed(i64),
    /// Whose units, and which.
    UnitsDestroyed(&'static str, Vec<&'a str>),
    /// Which unit, and in which battle round.
    LastDestroyed(&'a str, u32),
    Standing(Vec<&'a str>),
    /// How many units are left, of how many.
    Left(i64, i64),
}

impl Reason<'_> {
    pub(super) fn in_words(&self, state: &State) -> String {
        let ids = |markers: &MarkerSet| {
            let ids: Vec<&str> = markers.iter().map(|marker| state.markers[MarkerIndex(marker)].id.as_str()).collect();
            ids.join(" ")
        };
        match self {
            Reason::Controls(verb, markers) => format!("{verb} {}", ids(markers)),
            Reason::OnBattlefield(markers) => {
                format!("{} on the battlefield", counted(*markers as i64, "marker", "markers"))
            }
            Reason::Units(units, filter) => format!("{} {}", units.join(" "), units_in_words(filter)),
            Reason::Quarters(held) => {
                let each = held.iter().map(|(unit, quarter)| format!("{unit} in {}", quarter.in_words()));
                each.collect::<Vec<_>>().join(", ")
            }
            Reason::Completed(action, times) => {
                format!("{action} completed {}", counted(*times as i64, "time", "times"))
            }
            Reason::Banners(markers) => format!("banners on {}", ids(markers)),
            Reason::Label(label) => format!("marker {label}"),
            Reason::ModelsDestroyed(models) => format!("{} destroyed", counted(*models, "model", "models")),
            Reason::UnitsDestroyed(whose, units) => format!("{whose} {} destroyed", units.join(" ")),
            Reason::LastDestroyed(unit, round) => format!("{unit} destroyed in round {round}"),
            Reason::Standing(units) => format!("{} stand", units.join(" ")),
            Reason::Left(left, of) => format!("{left} of {of} units left"),
        }
    }
}

fn counted(count: i64, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

fn units_in_words(filter: &UnitFilter) -> String {
    let mut words = Vec::new();
    if let Some(region) = filter.wholly_within {
        words.push(format!("wholly within {}", facts::region_in_words(region)));
    }
    if let Some(reach) = filter.within_of_centre_in {
        words.push(format!("within {reach}\" of the centre"));
    }
    if filter.in_range_of.is_some() || filter.models_in_range_of.is_some() {
        words.push("in range of the marker".into());
    }
    words.join(" and ")
}

pub(super) fn completion_in_words(state: &State, completion: &Completion) -> String {
    let unit = &state.unit_at(completion.unit).id;
    let marker = completion.marker.map(|m| format!(" at {}", state.markers[m].id)).unwrap_or_default();
    let spot = completion.spot.map(|s| format!(" {}", spot_in_words(s))).unwrap_or_default();
    format!("{unit} completed {}{marker}{spot}", completion.action)
}

/// A spot, in words.
fn spot_in_words(spot: Spot) -> String {
    match spot.quarter() {
        Some(quarter) => format!("in {}", quarter.in_words()),
        None if spot == Spot::OwnZone => "in its own zone".into(),
        None if spot == Spot::EnemyZone => "in the opponent's zone".into(),
        None => "far from both zones".into(),
    }
}
