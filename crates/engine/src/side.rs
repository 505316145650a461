//! Who plays, who speaks, and which side of the map is whose.

use std::fmt;
use std::ops::{Index, IndexMut};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ids::Name;

/// One of the two players, from the first record to the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Player {
    /// The player who was named first.
    One,
    /// The other.
    Two,
}

impl Player {
    /// Both, in order.
    pub const BOTH: [Player; 2] = [Player::One, Player::Two];

    /// The other player.
    pub fn opponent(self) -> Player {
        match self {
            Player::One => Player::Two,
            Player::Two => Player::One,
        }
    }

    /// As written in the log.
    pub fn as_str(self) -> &'static str {
        match self {
            Player::One => "one",
            Player::Two => "two",
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// A value for each player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BySide<T> {
    /// That of player one.
    pub one: T,
    /// That of player two.
    pub two: T,
}

impl<T> BySide<T> {
    /// Makes the value of each player.
    ///
    /// ```
    /// use adjutant_engine::side::{BySide, Player};
    /// let names = BySide::from_fn(|player| player.as_str());
    /// assert_eq!(names[Player::Two], "two");
    /// ```
    pub fn from_fn(mut value: impl FnMut(Player) -> T) -> Self {
        BySide { one: value(Player::One), two: value(Player::Two) }
    }

    /// Turns each player's value into another.
    pub fn map<U>(&self, mut turn: impl FnMut(&T) -> U) -> BySide<U> {
        BySide { one: turn(&self.one), two: turn(&self.two) }
    }
}

impl<T> Index<Player> for BySide<T> {
    type Output = T;
    fn index(&self, player: Player) -> &T {
        match player {
            Player::One => &self.one,
            Player::Two => &self.two,
        }
    }
}

impl<T> IndexMut<Player> for BySide<T> {
    fn index_mut(&mut self, player: Player) -> &mut T {
        match player {
            Player::One => &mut self.one,
            Player::Two => &mut self.two,
        }
    }
}

/// Who says what a record says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum By {
    /// Player one.
    One,
    /// Player two.
    Two,
    /// Both players, agreed.
    Both,
    /// A judge.
    Judge,
}

impl By {
    /// The player who speaks, if it is one of them alone.
    pub fn player(self) -> Option<Player> {
        match self {
            By::One => Some(Player::One),
            By::Two => Some(Player::Two),
            By::Both | By::Judge => None,
        }
    }

    /// As written in the log.
    pub fn as_str(self) -> &'static str {
        match self {
            By::One => "one",
            By::Two => "two",
            By::Both => "both",
            By::Judge => "judge",
        }
    }
}

impl From<Player> for By {
    fn from(player: Player) -> By {
        match player {
            Player::One => By::One,
            Player::Two => By::Two,
        }
    }
}

impl fmt::Display for By {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// Side A or B of the deployment map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// The Attacker.
    Attacker,
    /// The Defender, who picks the deployment zone.
    Defender,
}

/// Who says what a record says, and by which rule of the army's own it is allowed.
///
/// ```
/// use adjutant_engine::ids::Name;
/// use adjutant_engine::side::{By, Said};
/// assert_eq!(Said::from(By::One), Said { by: By::One, under: None });
/// let twice = Said { by: By::One, under: Name::new("Fight Twice").ok() };
/// assert_ne!(twice, By::One.into());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// Who says so.
    pub by: By,
    /// Name of the rule that allows what the core rules forbid: it passes every soft refusal, never a hard one.
    pub under: Option<Name>,
}

impl From<Player> for Said {
    fn from(player: Player) -> Said {
        By::from(player).into()
    }
}

impl From<By> for Said {
    fn from(by: By) -> Said {
        Said { by, under: None }
    }
}
