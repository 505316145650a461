//! Why a command is refused: a closed list.

use std::fmt;

/// A command that was not taken; the state is as it was before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Which rule refuses it.
    pub code: RefusalCode,
    /// What happened and where, in a sentence.
    pub message: String,
    /// What would be accepted.
    pub accepted: String,
}

impl Refusal {
    /// A refusal with its sentence and what would be accepted.
    pub fn new(code: RefusalCode, message: impl Into<String>, accepted: impl Into<String>) -> Refusal {
        Refusal { code, message: message.into(), accepted: accepted.into() }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code, self.message)
    }
}

impl std::error::Error for Refusal {}

macro_rules! codes {
    ($($(#[doc = $doc:literal])* $name:ident = $text:literal,)*) => {
        /// The rules that refuse, in order of precedence: where several apply, the first one is named.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum RefusalCode {
            $($(#[doc = $doc])* $name,)*
        }

        impl RefusalCode {
            /// All of them, in order of precedence.
            pub const ALL: &'static [RefusalCode] = &[$(RefusalCode::$name,)*];

            /// As written in messages: kebab-case.
            pub fn as_str(self) -> &'static str {
                match self {
                    $(RefusalCode::$name => $text,)*
                }
            }

            /// What it stands for, in a sentence.
            pub fn meaning(self) -> &'static str {
                match self {
                    $(RefusalCode::$name => concat!($($doc),*).trim_ascii(),)*
                }
            }
        }
    };
}

codes! {
    /// No match is open yet; `open` comes first.
    NotOpen = "not-open",
    /// The match is open already; `open` comes once.
    AlreadyOpen = "already-open",
    /// The battle has ended; only claims of its end, rulings, signatures, notes and retractions are taken.
    Ended = "ended",
    /// The command belongs before the battle.
    SetupOnly = "setup-only",
    /// The command belongs in the battle.
    BattleOnly = "battle-only",
    /// Whoever says so may not say this.
    NotAllowedBy = "not-allowed-by",
    /// No pack, mission, objective, action, unit, marker, group or record of that name.
    Unknown = "unknown",
    /// A number or a list is not what the command takes.
    BadValue = "bad-value",
    /// A name is in use already.
    NameTaken = "name-taken",
    /// Something that has to come before has not been recorded.
    TooEarly = "too-early",
    /// The phase, the turn or the moment is another.
    NotYourMoment = "not-your-moment",
    /// It was done already and can be done once only.
    AlreadyDone = "already-done",
    /// The unit is destroyed, embarked, in reserve, or otherwise not where it could do this.
    UnitState = "unit-state",
    /// What the unit did this turn forbids it.
    UnitActed = "unit-acted",
    /// The unit lacks a keyword, a role or an ability that this needs.
    NotEligible = "not-eligible",
    /// The objective may not be chosen by this army, or not with the others.
    NotChoosable = "not-choosable",
    /// Recorded facts say otherwise.
    ContradictsFacts = "contradicts-facts",
    /// The value cannot be reached at this moment.
    ImpossibleValue = "impossible-value",
    /// Not enough Command points.
    NotEnoughCp = "not-enough-cp",
    /// One Command point is gained a battle round, and no more.
    CpLimit = "cp-limit",
    /// A limit of the reserves is passed.
    ReservesLimit = "reserves-limit",
    /// A secret choice does not agree with its commitment.
    CommitmentBroken = "commitment-broken",
    /// The log was recorded under other rules.
    OtherRules = "other-rules",
    /// Taking the record back would make a later one illegal.
    BreaksLater = "breaks-later",
    /// The hash is not that of the record before.
    WrongHead = "wrong-head",
}

impl fmt::Display for RefusalCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
