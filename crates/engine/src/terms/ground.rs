//! Words that packs give to what lies on the battlefield and to what armies are bent on.

use serde::{Deserialize, Serialize};

adjutant_core::word! {
    /// What an army is bent on, by which a mission gives each player a primary objective of its own.
    ///
    /// ```
    /// use adjutant_engine::rules::Disposition;
    /// assert_eq!(Disposition::new("raiders").unwrap().as_str(), "raiders");
    /// assert_eq!(Disposition::new("Raiders"), None);
    /// ```
    Disposition, "a disposition is 1 to 24 of `a` to `z` and `-`", "^[a-z-]{1,24}$", |_| false
}

adjutant_core::word! {
    /// A part that a marker plays on its map, such as `home`.
    ///
    /// ```
    /// use adjutant_engine::rules::MarkerRole;
    /// assert!(MarkerRole::new("home").is_some() && MarkerRole::new("").is_none());
    /// ```
    MarkerRole, "a role of a marker is 1 to 24 of `a` to `z` and `-`", "^[a-z-]{1,24}$", |_| false
}

adjutant_core::word! {
    /// What is laid on a marker, an area or a unit and stays there for a while.
    ///
    /// ```
    /// use adjutant_engine::rules::MarkName;
    /// assert!(MarkName::new("mined").is_some() && MarkName::new("mined 2").is_none());
    /// ```
    MarkName, "a mark is 1 to 24 of `a` to `z` and `-`", "^[a-z-]{1,24}$", |_| false
}

adjutant_core::closed! {
    /// How a player plays secondary mission cards.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    pub enum CardMode by as_str, written {
        /// A few are chosen before the battle and stay.
        Fixed "fixed",
        /// They are drawn during the battle and leave once they have brought points.
        Tactical "tactical",
    }
}

adjutant_core::closed! {
    /// An edge of the battlefield.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    pub enum Edge by as_str, written {
        /// x = 0.
        Left "left",
        /// x = the longer edge.
        Right "right",
        /// y = the shorter edge.
        Top "top",
        /// y = 0.
        Bottom "bottom",
    }
}

impl Edge {
    /// The edge on the other side.
    pub const fn opposite(self) -> Edge {
        match self {
            Edge::Left => Edge::Right,
            Edge::Right => Edge::Left,
            Edge::Top => Edge::Bottom,
            Edge::Bottom => Edge::Top,
        }
    }
}
