//! What a number of points rests on.

use adjutant_core::ids::{ActionId, MarkerId, UnitId};
use adjutant_core::say;
use adjutant_core::sentence::Sentence;
use adjutant_geometry::range::MarkerSet;

use crate::facts;
use crate::rules::{MarkerIndex, UnitFilter};
use crate::state::{Completion, State};
use crate::terms::{MarkName, RegionName, Spot};

/// What a number rests on: facts, put into words only where somebody will read them.
#[derive(Clone, Debug)]
pub(super) enum Reason<'a> {
    /// The action that the award is for.
    Done(&'a Completion),
    /// Who holds which markers.
    Controls(&'static str, MarkerSet),
    /// Which markers the player controls, of those that something more is asked of.
    Holds(Vec<&'a MarkerId>),
    /// Which units have left.
    Gone(Vec<&'a UnitId>),
    /// How many marks lie, and what they stand for.
    Marks(Option<MarkName>, usize),
    OnBattlefield(usize),
    Units(Vec<&'a UnitId>, &'a UnitFilter),
    Quarters(Vec<(&'a UnitId, RegionName)>),
    Completed(&'a ActionId, usize),
    Banners(MarkerSet),
    Label(&'a str),
    /// How many, and what they count as together where not all count alike.
    ModelsDestroyed(i64, Option<i64>),
    /// Whose units, and which.
    UnitsDestroyed(&'static str, Vec<&'a UnitId>),
    /// Which unit, and in which battle round.
    LastDestroyed(&'a UnitId, u32),
    Standing(Vec<&'a UnitId>),
    /// How many units are left, of how many.
    Left(i64, i64),
}

impl Reason<'_> {
    pub(super) fn sentence(&self, state: &State) -> Sentence {
        let lying = |markers: &MarkerSet| markers.iter().map(|marker| &state.markers[MarkerIndex(marker)].id);
        match self {
            Reason::Done(completion) => completed(state, completion),
            Reason::Controls(verb, markers) => say!("{} ", verb).naming(lying(markers)),
            Reason::Holds(markers) => Sentence::from("controls ").naming(markers),
            Reason::Gone(units) => Sentence::from("left the battlefield: ").naming(units),
            Reason::Marks(Some(mark), count) => {
                say!("{} marked as {}", counted(*count as i64, "place", "places"), mark)
            }
            Reason::Marks(None, count) => say!("{} with a token", counted(*count as i64, "place", "places")),
            Reason::OnBattlefield(markers) => {
                say!("{} on the battlefield", counted(*markers as i64, "marker", "markers"))
            }
            Reason::Units(units, filter) => {
                let mut sentence = Sentence::new().naming(units);
                sentence.words(units_in_words(filter));
                sentence
            }
            Reason::Quarters(held) => {
                Sentence::list(", ", held.iter().map(|(unit, quarter)| say!("{} in {}", unit, quarter.in_words())))
            }
            Reason::Completed(action, times) => {
                say!("{} completed {}", action, counted(*times as i64, "time", "times"))
            }
            Reason::Banners(markers) => Sentence::from("banners on ").naming(lying(markers)),
            Reason::Label(label) => say!("marker {}", label),
            Reason::ModelsDestroyed(models, together) => models_destroyed(*models, *together).into(),
            Reason::UnitsDestroyed(whose, units) => say!("{} {} destroyed", whose, Sentence::new().naming(units)),
            Reason::LastDestroyed(unit, round) => say!("{} destroyed in round {}", unit, round),
            Reason::Standing(units) => say!("{} stand", Sentence::new().naming(units)),
            Reason::Left(left, of) => say!("{} of {} units left", left, of),
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

/// Where they have to be, behind their names; nothing where that is all the same.
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
    if words.is_empty() { String::new() } else { format!(" {}", words.join(" and ")) }
}

fn completed(state: &State, completion: &Completion) -> Sentence {
    let unit = &state.unit_at(completion.unit).id;
    let marker = completion.marker.map(|m| say!(" at {}", state.markers[m].id));
    let spot = completion.spot.map(|s| say!(" {}", spot_in_words(s)));
    say!("{} completed {}{}{}", unit, completion.action, marker, spot)
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
