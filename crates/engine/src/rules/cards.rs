//! Secondary mission cards: drawn, active until they are scored or discarded, exchanged by a Stratagem.

use adjutant_core::ids::Name;
use adjutant_core::numbers::Whole;
use serde::{Deserialize, Serialize};

use super::source::Source;
use crate::terms::Phase;

/// How secondary mission cards are played. Every objective of a category that the column from `cards` names is one card
/// of each player's deck.
///
/// # Source
/// `docs/rules/editions.md`, 000-7 and 000-8: what the text does not state, a pack has to say.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Cards {
    /// The most active cards of a player.
    pub hand: Option<Whole<1, 12>>,
    /// Exactly so many are drawn in each own turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draws: Option<Whole<1, 12>>,
    /// The phase of a player's own turn in which cards are drawn.
    pub draw_in: Option<Phase>,
    /// What becomes of a card that has brought points.
    pub scored: Option<ScoredCard>,
    /// Command points for each card that its player discards; 0 for none. They count towards the limit of a round.
    pub discard_cp: Option<Whole<0, 10>>,
    /// Whether those Command points come once for all cards that are discarded together.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub discard_together: bool,
    /// The Stratagem that exchanges an active card for one that is drawn.
    pub exchange: Option<Exchange>,
    /// Where it is printed.
    pub source: Source,
}

/// What becomes of a card that has brought points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ScoredCard {
    /// It is discarded.
    Leaves,
    /// It stays active.
    Stays,
}

/// The Stratagem that exchanges an active card for one that is drawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Exchange {
    /// Its name.
    pub name: Name,
    /// What it costs.
    pub cp: Whole<0, 100>,
    /// Whether a player may use it once only.
    pub once_per_battle: bool,
    /// The phase of the player's own turn at whose end it is used.
    pub phase: Phase,
    /// Where it is printed.
    pub source: Source,
}
