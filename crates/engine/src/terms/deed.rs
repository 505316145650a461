//! What units do.

use serde::{Deserialize, Serialize};

/// Something that units do and that belongs to a phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Deed {
    /// A Normal Move, or standing still.
    Normal,
    /// An Advance.
    Advance,
    /// Falling Back.
    FallBack,
    /// Arriving from reserve.
    Arrive,
    /// Getting into a transport.
    Embark,
    /// Getting out of one.
    Disembark,
    /// Starting an action.
    Action,
    /// Manifesting a psychic power.
    Cast,
    /// Attempting a psychic action.
    PsychicAction,
    /// Ranged attacks.
    Shoot,
    /// Declaring a charge, and its move.
    Charge,
    /// A Heroic Intervention.
    Heroic,
    /// Close combat attacks.
    Fight,
    /// Piling in.
    PileIn,
    /// Consolidating.
    Consolidate,
    /// A Morale test.
    Morale,
    /// Being taken up and set up again.
    Reposition,
    /// Running instead of shooting.
    Run,
    /// Trying to stop falling back.
    Regroup,
}

impl Deed {
    /// As rulesets write it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Deed::Normal => "normal",
            Deed::Advance => "advance",
            Deed::FallBack => "fall-back",
            Deed::Arrive => "arrive",
            Deed::Embark => "embark",
            Deed::Disembark => "disembark",
            Deed::Action => "action",
            Deed::Cast => "cast",
            Deed::PsychicAction => "psychic-action",
            Deed::Shoot => "shoot",
            Deed::Charge => "charge",
            Deed::Heroic => "heroic",
            Deed::Fight => "fight",
            Deed::PileIn => "pile-in",
            Deed::Consolidate => "consolidate",
            Deed::Morale => "morale",
            Deed::Reposition => "reposition",
            Deed::Run => "run",
            Deed::Regroup => "regroup",
        }
    }
}

/// How a unit moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum MoveKind {
    /// A Normal Move.
    Normal,
    /// An Advance.
    Advance,
    /// A Fall Back.
    FallBack,
    /// A charge move.
    Charge,
    /// A pile-in.
    PileIn,
    /// A consolidation.
    Consolidate,
    /// A Heroic Intervention.
    Heroic,
    /// Taken up and set up again by a rule of its own.
    Reposition,
    /// Running instead of shooting.
    Run,
}

impl MoveKind {
    /// Every kind of move.
    pub const ALL: [MoveKind; 9] = [
        MoveKind::Normal,
        MoveKind::Advance,
        MoveKind::FallBack,
        MoveKind::Charge,
        MoveKind::PileIn,
        MoveKind::Consolidate,
        MoveKind::Heroic,
        MoveKind::Reposition,
        MoveKind::Run,
    ];

    /// As written in the log.
    pub fn as_str(self) -> &'static str {
        match self {
            MoveKind::Normal => "normal",
            MoveKind::Advance => "advance",
            MoveKind::FallBack => "fall-back",
            MoveKind::Charge => "charge",
            MoveKind::PileIn => "pile-in",
            MoveKind::Consolidate => "consolidate",
            MoveKind::Heroic => "heroic",
            MoveKind::Reposition => "reposition",
            MoveKind::Run => "run",
        }
    }

    /// The deed of a ruleset that it is.
    pub fn deed(self) -> Deed {
        match self {
            MoveKind::Normal => Deed::Normal,
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
