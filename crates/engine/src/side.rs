//! Which side of the map is whose, who attacks and who defends.

use serde::{Deserialize, Serialize};

use crate::dice::Drawn;
use crate::ids::Name;

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

/// Who says what a record says, by which rule of the army's own it is allowed, and whether its dice were drawn.
///
/// ```
/// use adjutant_engine::ids::Name;
/// use adjutant_engine::side::{By, Said};
/// assert_eq!(Said::from(By::One), Said { by: By::One, under: None, drawn: None });
/// let twice = Said { under: Name::new("Fight Twice").ok(), ..By::One.into() };
/// assert_ne!(twice, By::One.into());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// The speaker.
    pub by: By,
    /// Name of the rule that allows what the core rules forbid: it passes every soft refusal, never a hard one.
    pub under: Option<Name>,
    /// Whether its dice were drawn from the seed of the match, and with which number.
    pub drawn: Option<Drawn>,
}

impl From<Player> for Said {
    fn from(player: Player) -> Said {
        By::from(player).into()
    }
}

impl From<By> for Said {
    fn from(by: By) -> Said {
        Said { by, under: None, drawn: None }
    }
}
