//! Who plays, who speaks, and who wins.

use std::fmt;
use std::ops::{Index, IndexMut};

use serde::{Deserialize, Serialize};

crate::closed! {
    /// One of the two players, from the first record to the last.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    pub enum Player by as_str, written {
        /// The player who was named first.
        One "one",
        /// The other.
        Two "two",
    }
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
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// A value for each player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
    /// use adjutant_core::side::{BySide, Player};
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

crate::closed! {
    /// Who says what a record says.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    pub enum By by as_str, written {
        /// Player one.
        One "one",
        /// Player two.
        Two "two",
        /// Both players, agreed.
        Both "both",
        /// A judge.
        Judge "judge",
    }
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

/// Who wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Winner {
    /// Player one; in a pairing, the player named first.
    One,
    /// Player two; in a pairing, the player named second.
    Two,
    /// Neither: a draw.
    Draw,
}

impl From<Player> for Winner {
    fn from(player: Player) -> Winner {
        match player {
            Player::One => Winner::One,
            Player::Two => Winner::Two,
        }
    }
}
