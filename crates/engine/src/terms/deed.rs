//! What units do.

use serde::{Deserialize, Serialize};

adjutant_core::closed! {
    /// Something that units do and that belongs to a phase.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    pub enum Deed by as_str, written {
        /// A Normal Move, or standing still.
        Normal "normal",
        /// An Advance.
        Advance "advance",
        /// Falling Back.
        FallBack "fall-back",
        /// Arriving from reserve.
        Arrive "arrive",
        /// Getting into a transport.
        Embark "embark",
        /// Getting out of one.
        Disembark "disembark",
        /// Starting an action.
        Action "action",
        /// Manifesting a psychic power.
        Cast "cast",
        /// Attempting a psychic action.
        PsychicAction "psychic-action",
        /// Ranged attacks.
        Shoot "shoot",
        /// Declaring a charge, and its move.
        Charge "charge",
        /// A Heroic Intervention.
        Heroic "heroic",
        /// Close combat attacks.
        Fight "fight",
        /// Piling in.
        PileIn "pile-in",
        /// Consolidating.
        Consolidate "consolidate",
        /// A Morale test.
        Morale "morale",
        /// Being taken up and set up again.
        Reposition "reposition",
        /// Running instead of shooting.
        Run "run",
        /// Trying to stop falling back.
        Regroup "regroup",
    }
}

adjutant_core::closed! {
    /// How a rule of its own places a unit before the battle.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    pub enum SetUpHow by as_str, written {
        /// Set up outside its zone, away from the enemy.
        Infiltrate "infiltrate",
        /// Taken up once all are deployed, and set up again.
        Redeploy "redeploy",
        /// Moved before the first turn.
        Scout "scout",
    }
}

adjutant_core::closed! {
    /// When a rule of its own lets a unit fight.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    pub enum FightPlace by as_str, written {
        /// Among the units that charged.
        First "first",
        /// After all other units.
        Last "last",
    }
}

adjutant_core::closed! {
    /// How a unit moves.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    pub enum MoveKind by as_str, written {
        /// A Normal Move.
        Normal "normal",
        /// An Advance.
        Advance "advance",
        /// A Fall Back.
        FallBack "fall-back",
        /// No move at all in the Movement phase.
        Stationary "stationary",
        /// A charge move.
        Charge "charge",
        /// A pile-in.
        PileIn "pile-in",
        /// A consolidation.
        Consolidate "consolidate",
        /// A Heroic Intervention.
        Heroic "heroic",
        /// Taken up and set up again by a rule of its own.
        Reposition "reposition",
        /// Running instead of shooting.
        Run "run",
    }
}

impl MoveKind {
    /// The deed of a ruleset that it is.
    pub fn deed(self) -> Deed {
        match self {
            MoveKind::Normal | MoveKind::Stationary => Deed::Normal,
            MoveKind::Advance => Deed::Advance,
            MoveKind::FallBack => Deed::FallBack,
            MoveKind::Charge => Deed::Charge,
            MoveKind::PileIn => Deed::PileIn,
            MoveKind::Consolidate => Deed::Consolidate,
            MoveKind::Heroic => Deed::Heroic,
            MoveKind::Reposition => Deed::Reposition,
            MoveKind::Run => Deed::Run,
        }
    }
}
