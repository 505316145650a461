//! How far a match is, where something is known from, and whose it is.

use adjutant_core::shaped::{self, Shaped};
use adjutant_core::side::Player;
use serde::{Deserialize, Deserializer, Serialize};

/// How far a match is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// Before the battle.
    Setup,
    /// In one of its rounds.
    Battle,
    /// Over.
    Ended,
}

/// Name of a row of the scoring sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum RoundLabel {
    /// A battle round.
    Number(u32),
    /// What is scored at the end of the battle.
    End(EndLabel),
}

impl<'de> Shaped<'de> for RoundLabel {
    const SHAPES: &'static str = "the number of a battle round, or `end`";
    fn number<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        u32::deserialize(from).map(RoundLabel::Number)
    }
    fn text<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        EndLabel::deserialize(from).map(RoundLabel::End)
    }
}

impl<'de> Deserialize<'de> for RoundLabel {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        shaped::read(from)
    }
}

/// The word `end`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum EndLabel {
    /// The end of the battle.
    End,
}

/// What an award rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Basis {
    /// Computed from recorded facts or positions.
    Derived,
    /// A player's word, found possible.
    Claimed,
    /// A judge's.
    Ruled,
}

/// Where control of a marker is known from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ControlBasis {
    /// From the places of all units.
    Derived,
    /// From the last statement.
    Declared,
    /// From a lock that the mission gives.
    Locked,
}

/// Where a unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum UnitStatus {
    /// On the battlefield.
    Battlefield,
    /// Not set up yet, before the battle.
    Undeployed,
    /// In a transport.
    Embarked,
    /// One with the unit that it leads.
    Attached,
    /// In Strategic Reserves.
    Reserves,
    /// Set up elsewhere by a rule of its own.
    Elsewhere,
    /// Destroyed.
    Destroyed,
    /// Taken off without being destroyed.
    Removed,
}

/// Who holds a marker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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

/// Whether a marker stays a player's when models leave it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lock {
    /// It does not.
    Open,
    /// It does.
    Held(Player),
    /// Nobody said what would tell.
    Unknown,
}

/// Whether a banner stands on a marker.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Banner {
    /// None.
    #[default]
    Absent,
    /// It stands.
    Raised,
    /// It was raised; nobody said what would tell whether it still stands.
    Doubtful,
}
