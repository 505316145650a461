//! The table of commands: one row answers every question about a command that does not depend on the state.
//!
//! A new variant of [`Command`] does not compile until its row stands here.

use adjutant_core::reliance::Class;
use adjutant_core::side::By;

use super::{Command, SecretKind};
use crate::terms::MarkerTag;

/// When a command may be recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// As the first record, and only there.
    Opening,
    /// Before the battle.
    Setup,
    /// While the battle is fought; not while a die has to tell whether another round is.
    Battle,
    /// From the beginning of the battle on, also after its end.
    Claims,
    /// While the battle is fought, also while that die is waited for: what is true as the battle may end.
    Agreement,
    /// From `open` on until the battle has ended.
    UntilEnd,
    /// From `open` on.
    Always,
}

/// Who may say a command, where that does not depend on whose unit or choice it is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// Anybody.
    Anyone,
    /// Both players together, or the judge.
    Both,
    /// The judge.
    Judge,
    /// One of the players.
    Player,
}

/// Whether [`crate::legal`] offers a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offered {
    /// All of them, or a filled-in example.
    Offered,
    /// Never: nothing in the state suggests a payload.
    Never,
}

macro_rules! commands {
    ($($kind:ident $name:literal $when:ident $who:ident $offered:ident $class:ident;)*) => {
        /// A kind of command, in the order in which offers are listed.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[expect(missing_docs, reason = "each is called as its command")]
        #[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
        pub enum Kind {
            $($kind,)*
        }

        impl Kind {
            /// All of them, in order.
            pub const ALL: &'static [Kind] = &[$(Kind::$kind,)*];

            /// Its name, as the log writes it.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Kind::$kind => $name,)*
                }
            }

            /// When it may be recorded.
            pub const fn when(self) -> When {
                match self {
                    $(Kind::$kind => When::$when,)*
                }
            }

            /// Who may say it.
            pub const fn who(self) -> Who {
                match self {
                    $(Kind::$kind => Who::$who,)*
                }
            }

            /// What it is where it is corrected; [`Class::Dice`] where the machine drew its dice.
            pub const fn class(self) -> Class {
                match self {
                    $(Kind::$kind => Class::$class,)*
                }
            }

            /// Whether it is offered.
            pub const fn offered(self) -> Offered {
                match self {
                    $(Kind::$kind => Offered::$offered,)*
                }
            }
        }

        impl Command {
            /// What kind of command it is.
            pub const fn kind(&self) -> Kind {
                match self {
                    $(Command::$kind { .. } => Kind::$kind,)*
                }
            }
        }
    };
}

commands! {
    Open           "open"            Opening    Both    Never    Fixed;
    Roster         "roster"          Setup      Anyone  Offered  Choice;
    Mission        "mission"         Setup      Anyone  Offered  Choice;
    Terrain        "terrain"         Setup      Anyone  Never    Fact;
    Disposition    "disposition"     Setup      Anyone  Offered  Choice;
    Commit         "commit"          Setup      Player  Offered  Choice;
    Reveal         "reveal"          Setup      Player  Never    Choice;
    Secondaries    "secondaries"     Setup      Player  Offered  Choice;
    Mark           "mark"            Setup      Anyone  Offered  Choice;
    RollOff        "roll-off"        UntilEnd   Anyone  Offered  Fact;
    Roll           "roll"            UntilEnd   Anyone  Offered  Fact;
    Order          "order"           UntilEnd   Anyone  Offered  Fact;
    Clock          "clock"           UntilEnd   Anyone  Offered  Fact;
    Roles          "roles"           Setup      Anyone  Offered  Choice;
    Zone           "zone"            Setup      Anyone  Offered  Choice;
    Marker         "marker"          UntilEnd   Anyone  Offered  Fact;
    Attach         "attach"          Setup      Anyone  Offered  Choice;
    Reserves       "reserves"        Setup      Player  Offered  Choice;
    Deploy         "deploy"          Setup      Anyone  Offered  Choice;
    FirstTurn      "first-turn"      Setup      Anyone  Offered  Choice;
    Begin          "begin"           Setup      Anyone  Offered  Flow;
    EndPhase       "end-phase"       Battle     Anyone  Offered  Flow;
    EndTurn        "end-turn"        Battle     Anyone  Offered  Flow;
    Move           "move"            Battle     Anyone  Offered  Fact;
    Place          "place"           UntilEnd   Anyone  Never    Fact;
    Arrive         "arrive"          Battle     Anyone  Offered  Fact;
    Embark         "embark"          Battle     Anyone  Offered  Fact;
    Disembark      "disembark"       Battle     Anyone  Offered  Fact;
    Shoot          "shoot"           Battle     Anyone  Offered  Fact;
    Fight          "fight"           Battle     Anyone  Offered  Fact;
    Charge         "charge"          Battle     Anyone  Offered  Fact;
    Cast           "cast"            Battle     Anyone  Offered  Fact;
    PsychicAction  "psychic-action"  Battle     Anyone  Offered  Fact;
    Morale         "morale"          Battle     Anyone  Offered  Fact;
    Test           "test"            Battle     Anyone  Offered  Fact;
    ReserveRoll    "reserve-roll"    Battle     Anyone  Offered  Fact;
    Damage         "damage"          Battle     Anyone  Offered  Fact;
    Sweep          "sweep"           Battle     Anyone  Never    Fact;
    Casualties     "casualties"      Battle     Anyone  Offered  Fact;
    Restore        "restore"         Battle     Anyone  Offered  Fact;
    AddUnit        "add-unit"        Battle     Anyone  Never    Fact;
    Split          "split"           UntilEnd   Anyone  Never    Fact;
    Merge          "merge"           UntilEnd   Anyone  Never    Fact;
    Remove         "remove"          Battle     Anyone  Offered  Fact;
    StartAction    "start-action"    Battle     Anyone  Offered  Fact;
    FailAction     "fail-action"     Battle     Anyone  Offered  Fact;
    Stratagem      "stratagem"       UntilEnd   Anyone  Offered  Fact;
    Effect         "effect"          Battle     Anyone  Never    Fact;
    Card           "card"            Battle     Anyone  Offered  Fact;
    Pick           "pick"            UntilEnd   Anyone  Offered  Fact;
    Cp             "cp"              UntilEnd   Anyone  Offered  Fact;
    Control        "control"         Agreement  Anyone  Offered  Fact;
    Score          "score"           Claims     Anyone  Offered  Fact;
    BattleReady    "battle-ready"    Always     Anyone  Offered  Fact;
    Concede        "concede"         UntilEnd   Player  Offered  Flow;
    AgreeEnd       "agree-end"       Agreement  Both    Offered  Flow;
    End            "end"             UntilEnd   Anyone  Offered  Flow;
    Ruling         "ruling"          Always     Judge   Never    Fact;
    Retract        "retract"         Always     Anyone  Offered  Fixed;
    Amend          "amend"           Always     Anyone  Never    Fixed;
    Sign           "sign"            Always     Anyone  Never    Fixed;
    Unseal         "unseal"          Always     Anyone  Never    Fixed;
    Law            "law"             Always     Both    Never    Fixed;
    Note           "note"            Always     Anyone  Offered  Fact;
}

impl Command {
    /// Its name, as the log writes it.
    pub const fn name(&self) -> &'static str {
        self.kind().name()
    }
}

impl Command {
    /// What is chosen by a command that is a choice: that of a sealed one is the same as of an open one.
    pub fn topic(&self) -> Option<Kind> {
        match self {
            Command::Commit { what, .. } | Command::Reveal { what, .. } => Some(match what {
                SecretKind::Secondaries => Kind::Secondaries,
                SecretKind::Reserves => Kind::Reserves,
                SecretKind::PriorityMarker => Kind::Marker,
            }),
            Command::Marker(change) => (change.becomes == Some(MarkerTag::Priority)).then_some(Kind::Marker),
            command => Some(command.kind()).filter(|kind| kind.class() == Class::Choice),
        }
    }
}

impl When {
    /// Whether it belongs before the battle.
    pub const fn before_battle(self) -> bool {
        matches!(self, When::Opening | When::Setup)
    }

    /// Whether it needs a battle that has begun.
    pub const fn in_battle(self) -> bool {
        match self {
            When::Battle | When::Claims | When::Agreement => true,
            When::Opening | When::Setup | When::UntilEnd | When::Always => false,
        }
    }

    /// Whether it may be recorded after the end of the battle.
    pub const fn after_end(self) -> bool {
        match self {
            When::Claims | When::Always => true,
            When::Opening | When::Setup | When::Battle | When::Agreement | When::UntilEnd => false,
        }
    }

    /// Whether it has to wait for the die that tells whether another round is fought.
    pub const fn waits_for_length(self) -> bool {
        matches!(self, When::Battle)
    }
}

impl Who {
    /// Whether a speaker is one of these.
    pub fn takes(self, by: By) -> bool {
        match self {
            Who::Anyone => true,
            Who::Both => matches!(by, By::Both | By::Judge),
            Who::Judge => by == By::Judge,
            Who::Player => by.player().is_some(),
        }
    }

    /// Who that is, in words.
    pub const fn in_words(self) -> &'static str {
        match self {
            Who::Anyone => "anybody",
            Who::Both => "both players or the judge",
            Who::Judge => "the judge",
            Who::Player => "the player who decides it",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_distinct_and_read_back_as_their_command() {
        let names: std::collections::BTreeSet<&str> = Kind::ALL.iter().map(|kind| kind.name()).collect();
        assert_eq!(names.len(), Kind::ALL.len());
        for text in [r#"{"begin":{}}"#, r#"{"end":{}}"#, r#"{"agree-end":{}}"#, r#"{"concede":{}}"#] {
            let command: Command = serde_json::from_str(text).unwrap();
            assert_eq!(format!("{{\"{}\":{{}}}}", command.name()), text);
        }
    }

    #[test]
    fn what_waits_for_a_die_belongs_to_the_battle() {
        for kind in Kind::ALL {
            let when = kind.when();
            assert!(!when.waits_for_length() || when.in_battle(), "{}", kind.name());
            assert!(!(when.before_battle() && when.after_end()), "{}", kind.name());
        }
    }
}
