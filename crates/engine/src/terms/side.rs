//! Which side of the map is whose, who attacks and who defends.

use serde::{Deserialize, Serialize};

pub use adjutant_core::side::{By, BySide, Player, Winner};

/// Side A or B of the deployment map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum MapSide {
    /// Side A.
    A,
    /// Side B.
    B,
}

impl MapSide {
    /// The other side.
    pub fn other(self) -> MapSide {
        match self {
            MapSide::A => MapSide::B,
            MapSide::B => MapSide::A,
        }
    }

    /// Its letter on the map.
    pub fn title(self) -> &'static str {
        match self {
            MapSide::A => "A",
            MapSide::B => "B",
        }
    }
}

/// Who attacks and who defends, decided by a roll-off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// The Attacker.
    Attacker,
    /// The Defender, who picks the deployment zone.
    Defender,
}

impl Role {
    /// As the rules write it.
    pub fn title(self) -> &'static str {
        match self {
            Role::Attacker => "Attacker",
            Role::Defender => "Defender",
        }
    }
}
