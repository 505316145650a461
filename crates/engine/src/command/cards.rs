//! Secondary mission cards.

use adjutant_core::ids::{Name, ObjectiveId};
use adjutant_core::numbers::Whole;
use adjutant_core::side::Player;
use serde::{Deserialize, Serialize};

/// What a player does with secondary mission cards: draws, discards, or exchanges one by a Stratagem.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Cards {
    /// Whose cards.
    pub player: Player,
    /// Cards that come from the deck.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub draws: Vec<ObjectiveId>,
    /// Active cards that leave.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub discards: Vec<ObjectiveId>,
    /// Cards among those drawn, now or earlier in this phase, that go back into the deck, because their text says so.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub returns: Vec<ObjectiveId>,
    /// Active cards whose points the player leaves at the end of this turn, so that they stay.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub keeps: Vec<ObjectiveId>,
    /// Command points gained for the cards that leave.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cp: Option<Whole<1, 100>>,
    /// The Stratagem that exchanges one card for another; its price is paid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stratagem: Option<Name>,
}

impl Cards {
    /// Nothing that a player does with cards.
    pub fn of(player: Player) -> Cards {
        let (draws, discards, returns, keeps) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Cards { player, draws, discards, returns, keeps, cp: None, stratagem: None }
    }
}
