//! Why a command is refused: a closed list.

use std::fmt;

use adjutant_core::Name;
use adjutant_core::sentence::{Say, Sentence};
use adjutant_core::side::BySide;

/// A command that was not taken; the state is as it was before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Which rule refuses it.
    pub code: RefusalCode,
    /// What happened and where.
    pub message: Sentence,
    /// What would be accepted.
    pub accepted: Sentence,
}

impl Refusal {
    /// Whether a rule of the army's own may allow what the core rules forbid here: the same record is taken when it
    /// names that rule in `under`.
    pub fn is_soft(&self) -> bool {
        self.code.is_soft()
    }

    /// The same refusal with the players called by these names, as the match knows them.
    ///
    /// # Examples
    /// ```
    /// use adjutant_core::{Name, Player, say};
    /// use adjutant_engine::refusal::{Refusal, RefusalCode};
    /// use adjutant_engine::side::BySide;
    /// let (anna, ben) = (Name::new("Anna").unwrap(), Name::new("Ben").unwrap());
    /// let refusal = Refusal::new(RefusalCode::NotAllowedBy, say!("this is {}'s", Player::Two), "a judge");
    /// assert_eq!(refusal.message.to_string(), "this is player two's");
    /// assert_eq!(refusal.naming(&BySide { one: &anna, two: &ben }).message.to_string(), "this is Ben's");
    /// ```
    #[must_use]
    pub fn naming(self, names: &BySide<&Name>) -> Refusal {
        let (message, accepted) = (self.message.of_players(names), self.accepted.of_players(names));
        Refusal { code: self.code, message, accepted }
    }

    /// A refusal with its sentence and what would be accepted.
    pub fn new(code: RefusalCode, message: impl Into<Sentence>, accepted: impl Into<Sentence>) -> Refusal {
        Refusal { code, message: message.into(), accepted: accepted.into() }
    }
}

impl Say for Refusal {
    fn say(&self, sentence: &mut Sentence) {
        sentence.words(self.code.as_str());
        sentence.words(": ");
        self.message.say(sentence);
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code, self.message)
    }
}

impl std::error::Error for Refusal {}

/// Whether a rule of the army's own can allow what a code forbids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Force {
    Hard,
    Soft,
}

macro_rules! codes {
    ($($(#[doc = $doc:literal])* $name:ident = $text:literal $force:ident,)*) => {
        /// The rules that refuse, in order of precedence: where several apply, the first one is named.
        ///
        /// Armies have rules of their own that no pack knows (fight twice, charge after an Advance). A *soft* code
        /// stands for what the core rules forbid and such a rule may allow: the record is taken when its `under` names
        /// the rule. A *hard* one is never passed.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
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

            /// Whether a record passes it by naming, in `under`, the rule that allows it.
            ///
            /// ```
            /// use adjutant_engine::refusal::RefusalCode;
            /// assert!(RefusalCode::UnitActed.is_soft());
            /// assert!(!RefusalCode::ContradictsFacts.is_soft());
            /// ```
            pub fn is_soft(self) -> bool {
                match self {
                    $(RefusalCode::$name => Force::$force == Force::Soft,)*
                }
            }
        }
    };
}

codes! {
    /// No match is open yet; `open` comes first.
    NotOpen = "not-open" Hard,
    /// The match is open already; `open` comes once.
    AlreadyOpen = "already-open" Hard,
    /// The battle has ended; only claims, rulings, signatures, notes, retractions and amendments are taken.
    Ended = "ended" Hard,
    /// The command belongs before the battle.
    SetupOnly = "setup-only" Hard,
    /// The command belongs in the battle.
    BattleOnly = "battle-only" Hard,
    /// This speaker can't record this.
    NotAllowedBy = "not-allowed-by" Hard,
    /// Somebody relied on the record: only both players or a judge correct it.
    ReliedOn = "relied-on" Hard,
    /// No pack, mission, objective, action, unit, marker, group or record of that name.
    Unknown = "unknown" Hard,
    /// A number or a list does not fit the command.
    BadValue = "bad-value" Hard,
    /// A name is in use already.
    NameTaken = "name-taken" Hard,
    /// Something else must be recorded first.
    TooEarly = "too-early" Hard,
    /// This is the wrong phase, turn or moment.
    NotYourMoment = "not-your-moment" Hard,
    /// Units do this in a different phase, turn or step.
    OtherPhase = "other-phase" Soft,
    /// It is done already and can be done only once.
    AlreadyDone = "already-done" Hard,
    /// Its roll stands, and is rolled once.
    AlreadyRolled = "already-rolled" Hard,
    /// Dice that the machine drew for this were taken back: they have to be said again first.
    DiceOpen = "dice-open" Hard,
    /// It was done as often as a phase, turn or battle, or the datasheet, allows.
    OnceOnly = "once-only" Soft,
    /// The unit is destroyed, embarked, in reserve, or otherwise not where it could do this.
    UnitState = "unit-state" Hard,
    /// The unit can't do this after what it did this turn.
    UnitActed = "unit-acted" Soft,
    /// The unit lacks a keyword, a role or an ability that this needs.
    NotEligible = "not-eligible" Hard,
    /// The unit lacks a keyword, a role, a range or an ability that the core rules require.
    NotAble = "not-able" Soft,
    /// The objective may not be chosen by this army, or not with the others.
    NotChoosable = "not-choosable" Hard,
    /// Recorded facts say otherwise.
    ContradictsFacts = "contradicts-facts" Hard,
    /// The units are too far away, in the wrong place, or the roll is too low.
    OutOfReach = "out-of-reach" Soft,
    /// The dice of an attack need another result by the characteristics of the models.
    OtherNeed = "other-need" Soft,
    /// The dice of an attack do not add up: one step asks for other dice than the record holds.
    DiceDoNotAddUp = "dice-do-not-add-up" Hard,
    /// This value is not possible now.
    ImpossibleValue = "impossible-value" Hard,
    /// Not enough Command points.
    NotEnoughCp = "not-enough-cp" Hard,
    /// A player gains at most one Command point in a battle round.
    CpLimit = "cp-limit" Hard,
    /// It exceeds a limit of reserves, transports or Reinforcement points.
    ReservesLimit = "reserves-limit" Soft,
    /// The Stratagem costs something else or is used at another moment.
    StratagemRule = "stratagem-rule" Soft,
    /// The opened choice differs from the one committed in secret.
    CommitmentBroken = "commitment-broken" Hard,
    /// The log names a law that this program does not know.
    Newer = "newer" Hard,
    /// The log was recorded under other rules.
    OtherRules = "other-rules" Hard,
    /// Taking the record back, or reading it otherwise, would make a later one illegal.
    BreaksLater = "breaks-later" Hard,
    /// So many records were taken back or amended that folding the log takes too long.
    TooCostly = "too-costly" Hard,
    /// The hash is not that of the record before.
    WrongHead = "wrong-head" Hard,
}

impl fmt::Display for RefusalCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
