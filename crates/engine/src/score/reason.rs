//! What a number of points rests on, and what nobody has said, in words.

use std::ops::Range;

use adjutant_geometry::range::MarkerSet;

use crate::facts;
use crate::rules::{MarkerIndex, UnitFilter};
use crate::state::{Completion, State};
use crate::terms::{MarkName, RegionName, Spot};

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
    pub(super) fn write(&self, out: &mut String) {
        let said = |out: &mut String, words: [&str; 3]| words.iter().for_each(|word| out.push_str(word));
        match self {
            Missing::Fact(fact) => out.push_str(fact),
            Missing::Holder(marker) => said(out, ["who holds ", marker, ""]),
            Missing::Places(units) => {
                out.push_str("places of ");
                list(out, units.iter().copied());
            }
            Missing::Completions(action) => said(out, ["how often ", action, " was completed"]),
            Missing::Banner(marker) => said(out, ["whether the banner on ", marker, " stands"]),
        }
    }
}

/// Words with a blank between each two.
fn list<'a>(out: &mut String, words: impl Iterator<Item = &'a str>) {
    for (at, word) in words.enumerate() {
        if at > 0 {
            out.push(' ');
        }
        out.push_str(word);
    }
}

/// Sentences with a semicolon between each two; none twice, none empty.
pub(super) fn sentences(parts: impl Iterator<Item = impl FnOnce(&mut String)>) -> String {
    const BETWEEN: &str = "; ";
    let mut out = String::with_capacity(64);
    let mut said: Vec<Range<usize>> = Vec::new();
    for part in parts {
        let before = out.len();
        if before > 0 {
            out.push_str(BETWEEN);
        }
        let start = out.len();
        part(&mut out);
        let sentence = &out[start..];
        if sentence.is_empty() || said.iter().any(|earlier| out[earlier.clone()] == *sentence) {
            out.truncate(before);
        } else {
            said.push(start..out.len());
        }
    }
    out
}

/// What a number rests on: facts, put into words only where somebody will read them.
#[derive(Clone, Debug)]
pub(super) enum Reason<'a> {
    /// The action that the award is for.
    Done(&'a Completion),
    /// Who holds which markers.
    Controls(&'static str, MarkerSet),
    /// What is so of which units or markers.
    Places(&'static str, Vec<&'a str>),
    /// How many marks lie, and what they stand for.
    Marks(Option<MarkName>, usize),
    OnBattlefield(usize),
    Units(Vec<&'a str>, &'a UnitFilter),
    Quarters(Vec<(&'a str, RegionName)>),
    Completed(&'a str, usize),
    Banners(MarkerSet),
    Label(&'a str),
    /// How many, and what they count as together where not all count alike.
    ModelsDestroyed(i64, Option<i64>),
    /// Whose units, and which.
    UnitsDestroyed(&'static str, Vec<&'a str>),
    /// Which unit, and in which battle round.
    LastDestroyed(&'a str, u32),
    Standing(Vec<&'a str>),
    /// How many units are left, of how many.
    Left(i64, i64),
}

impl Reason<'_> {
    pub(super) fn write(&self, state: &State, out: &mut String) {
        let ids = |out: &mut String, markers: &MarkerSet| {
            list(out, markers.iter().map(|marker| state.markers[MarkerIndex(marker)].id.as_str()));
        };
        match self {
            Reason::Done(completion) => out.push_str(&completion_in_words(state, completion)),
            Reason::Controls(verb, markers) => {
                out.push_str(&format!("{verb} "));
                ids(out, markers);
            }
            Reason::Places(what, ids) => {
                out.push_str(&format!("{what} "));
                list(out, ids.iter().copied());
            }
            Reason::Marks(mark, count) => {
                let on = mark.map_or_else(|| "with a token".to_owned(), |mark| format!("marked as {mark}"));
                out.push_str(&format!("{} {on}", counted(*count as i64, "place", "places")));
            }
            Reason::OnBattlefield(markers) => {
                out.push_str(&format!("{} on the battlefield", counted(*markers as i64, "marker", "markers")));
            }
            Reason::Units(units, filter) => {
                list(out, units.iter().copied());
                out.push(' ');
                out.push_str(&units_in_words(filter));
            }
            Reason::Quarters(held) => {
                let held = held.iter().map(|(unit, quarter)| format!("{unit} in {}", quarter.in_words()));
                out.push_str(&held.collect::<Vec<_>>().join(", "));
            }
            Reason::Completed(action, times) => {
                out.push_str(&format!("{action} completed {}", counted(*times as i64, "time", "times")));
            }
            Reason::Banners(markers) => {
                out.push_str("banners on ");
                ids(out, markers);
            }
            Reason::Label(label) => {
                out.push_str("marker ");
                out.push_str(label);
            }
            Reason::ModelsDestroyed(models, together) => out.push_str(&models_destroyed(*models, *together)),
            Reason::UnitsDestroyed(whose, units) => {
                out.push_str(whose);
                out.push(' ');
                list(out, units.iter().copied());
                out.push_str(" destroyed");
            }
            Reason::LastDestroyed(unit, round) => out.push_str(&format!("{unit} destroyed in round {round}")),
            Reason::Standing(units) => {
                list(out, units.iter().copied());
                out.push_str(" stand");
            }
            Reason::Left(left, of) => out.push_str(&format!("{left} of {of} units left")),
        }
    }
}

fn counted(count: i64, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

fn models_destroyed(models: i64, together: Option<i64>) -> String {
    let counts = together.map_or_else(String::new, |together| format!(", counted as {together}"));
    format!("{} destroyed{counts}", counted(models, "model", "models"))
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

fn completion_in_words(state: &State, completion: &Completion) -> String {
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
