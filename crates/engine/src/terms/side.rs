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
