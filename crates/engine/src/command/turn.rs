//! Phases, and moves in them.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The seven phases of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// Command phase.
    Command,
    /// Movement phase.
    Movement,
    /// Psychic phase.
    Psychic,
    /// Shooting phase.
    Shooting,
    /// Charge phase.
    Charge,
    /// Fight phase.
    Fight,
    /// Morale phase.
    Morale,
}

impl Phase {
    /// All seven, in order.
    pub const ALL: [Phase; 7] =
        [Phase::Command, Phase::Movement, Phase::Psychic, Phase::Shooting, Phase::Charge, Phase::Fight, Phase::Morale];

    /// The phase after this one in the same turn.
    pub fn next(self) -> Option<Phase> {
        Self::ALL.iter().copied().find(|p| *p > self)
    }

    /// As written in the log.
    pub fn as_str(self) -> &'static str {
        match self {
            Phase::Command => "command",
            Phase::Movement => "movement",
            Phase::Psychic => "psychic",
            Phase::Shooting => "shooting",
            Phase::Charge => "charge",
            Phase::Fight => "fight",
            Phase::Morale => "morale",
        }
    }
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// How a unit moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
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
}

impl MoveKind {
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
        }
    }
}
