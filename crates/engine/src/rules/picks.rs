//! What players pick for their objectives during the battle: units, markers and areas that bear a mark from then on.

use adjutant_core::ids::ObjectiveId;
use adjutant_core::numbers::Whole;
use serde::{Deserialize, Serialize};

use super::filter::{AreaFilter, MarkerFilter, RelativeSide, UnitFilter};
use crate::terms::MarkName;

/// Something that is picked and marked.
///
/// With `units` alone, units get the mark; with `markers` or `areas` alone, places do; with `units` and `markers` each unit
/// is picked for a marker that it is in range of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Pick {
    /// The mark that it gives.
    pub mark: MarkName,
    /// When it is made.
    pub at: PickAt,
    /// Who makes it, from the view of the player of the objective.
    #[serde(default = "own", skip_serializing_if = "is_own")]
    pub by: RelativeSide,
    /// Units on the battlefield that fit one of these.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub units: Vec<UnitFilter>,
    /// One unit like this where no unit fits those.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub otherwise: Option<UnitFilter>,
    /// Markers like these.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub markers: Option<MarkerFilter>,
    /// Areas like these.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub areas: Option<AreaFilter>,
    /// How many are picked at the least, where so many fit.
    #[serde(default = "one_at_least")]
    pub least: Whole<0, 20>,
    /// How many at the most.
    #[serde(default = "one_at_most")]
    pub most: Whole<1, 20>,
    /// A mark that each unit uses up; then the mark lies on the marker alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uses: Option<MarkName>,
    /// Whether the mark is a token that can be taken off.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub token: bool,
    /// How long the mark stays.
    pub lasts: Lasts,
}

fn own() -> RelativeSide {
    RelativeSide::Own
}

fn is_own(side: &RelativeSide) -> bool {
    *side == RelativeSide::Own
}

fn one_at_least() -> Whole<0, 20> {
    Whole::new(1).unwrap_or_else(|| unreachable!("1 is in range"))
}

fn one_at_most() -> Whole<1, 20> {
    Whole::new(1).unwrap_or_else(|| unreachable!("1 is in range"))
}

/// When something is picked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum PickAt {
    /// Before the battle.
    Setup,
    /// As the card is drawn, once for as long as it is active.
    Drawn,
    /// At the start of the player's own turn: in its first phase.
    OwnTurnStart,
    /// At the end of the player's own turn: in its last phase.
    OwnTurnEnd,
}

/// How long a mark stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Lasts {
    /// To the end of the battle.
    Battle,
    /// To the end of the turn.
    Turn,
    /// Until the next turn of its player begins.
    OwnTurnStart,
    /// As long as its card is active.
    Active,
}

/// What may become of a card as it is drawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct WhenDrawn {
    /// When.
    #[serde(rename = "if")]
    pub when: DrawnIf,
    /// What becomes of it.
    pub then: DrawnThen,
    /// Whether its player has no choice.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub must: bool,
}

/// What has to be so as a card is drawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum DrawnIf {
    /// It is this battle round.
    Round(Whole<1, 20>),
    /// Another card is active.
    Active(ObjectiveId),
    /// No such unit is on the battlefield.
    None(Box<UnitFilter>),
}

/// What becomes of a card that was drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum DrawnThen {
    /// Another card is drawn, then this one goes back into the deck.
    Redraw,
    /// This one is discarded, and another card is drawn.
    Replace,
}
