//! Who holds, who wins, what a judge settles.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Text;
use crate::ids::ObjectiveId;
use crate::numbers::Whole;
use crate::side::{Player, Winner};

/// Who holds a marker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Holder {
    /// Player one.
    One,
    /// Player two.
    Two,
    /// Nobody.
    None,
}

impl Holder {
    /// The player who holds it.
    pub fn player(self) -> Option<Player> {
        match self {
            Holder::One => Some(Player::One),
            Holder::Two => Some(Player::Two),
            Holder::None => None,
        }
    }
}

impl From<Option<Player>> for Holder {
    fn from(player: Option<Player>) -> Holder {
        match player {
            Some(Player::One) => Holder::One,
            Some(Player::Two) => Holder::Two,
            None => Holder::None,
        }
    }
}

/// State of the players' clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ClockState {
    /// It stops.
    Pause,
    /// It goes on.
    Resume,
}

/// What a judge settles.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ruling {
    /// Why.
    pub why: Text,
    /// Whom it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<Player>,
    /// The objective that it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub objective: Option<ObjectiveId>,
    /// Victory points given, or taken with a minus.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vp: Option<Whole<-100, 100>>,
    /// Who wins, whatever the points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<Winner>,
}
