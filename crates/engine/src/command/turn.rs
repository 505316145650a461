//! Phases, and moves in them.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The name of a phase, as the ruleset's `turn` has it: 1 to 24 of `a` to `z` and `-`.
///
/// ```
/// use adjutant_engine::command::Phase;
/// assert_eq!(Phase::new("fight").unwrap().as_str(), "fight");
/// assert!(Phase::new("Fight").is_none());
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Phase {
    bytes: [u8; PHASE_MAX],
    length: u8,
}

/// The longest name of a phase.
const PHASE_MAX: usize = 24;

impl Phase {
    /// The phase that the moments `own-command-phase-…` belong to.
    pub const COMMAND: Phase = Phase::literal("command");

    /// The phase of a name.
    pub fn new(name: &str) -> Option<Phase> {
        let fits = (1..=PHASE_MAX).contains(&name.len()) && name.bytes().all(|b| b.is_ascii_lowercase() || b == b'-');
        fits.then(|| Phase::literal(name))
    }

    const fn literal(name: &str) -> Phase {
        let text = name.as_bytes();
        let mut bytes = [0; PHASE_MAX];
        let mut at = 0;
        while at < text.len() {
            bytes[at] = text[at];
            at += 1;
        }
        Phase { bytes, length: text.len() as u8 }
    }

    /// As written in the log.
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.bytes[..usize::from(self.length)]).unwrap_or_default()
    }

    /// With a capital, for sentences: `Fight`.
    pub fn title(&self) -> String {
        let mut letters = self.as_str().chars();
        letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
    }
}

impl fmt::Debug for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Serialize for Phase {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Phase {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        Phase::new(&name).ok_or_else(|| {
            serde::de::Error::custom("the name of a phase is 1 to 24 of `a` to `z` and `-`, such as `movement`")
        })
    }
}

impl JsonSchema for Phase {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Phase".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "description": "The name of a phase, as the ruleset's `turn` has it.",
            "type": "string", "pattern": "^[a-z-]{1,24}$"
        })
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
    /// Running instead of shooting.
    Run,
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
            MoveKind::Run => "run",
        }
    }
}
