//! Phases, and moves in them.

use serde::{Deserialize, Serialize};

use super::word::word;
use crate::rules::Deed;

word! {
    /// The name of a phase, as the ruleset's `turn` has it: 1 to 24 of `a` to `z` and `-`.
    ///
    /// ```
    /// use adjutant_engine::command::Phase;
    /// assert_eq!(Phase::new("fight").unwrap().as_str(), "fight");
    /// assert!(Phase::new("Fight").is_none());
    /// ```
    Phase, "a phase is 1 to 24 of `a` to `z` and `-`, such as `movement`", "^[a-z-]{1,24}$", |_| false
}

impl Phase {
    /// The phase that the moments `own-command-phase-…` belong to.
    pub const COMMAND: Phase = Phase::literal("command");

    /// With a capital, for sentences: `Fight`.
    pub fn title(&self) -> String {
        let mut letters = self.as_str().chars();
        letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
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
