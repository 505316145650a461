//! The table of commands: one row answers every question about a command of an event that does not depend on the state.
//!
//! A new variant of [`TournamentCommand`] does not compile until its row stands here.

use adjutant_core::reliance::Class;

use crate::command::{By, TournamentCommand};

/// Who may say a command, from law 2 on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// The organiser.
    Organiser,
    /// The organiser or a judge.
    Official,
    /// The organiser, or a player for himself.
    Seat,
    /// A player for himself, and nobody else.
    Player,
    /// The organiser, a judge, or a player for himself.
    Anyone,
}

/// Whether a search of a later round may come out otherwise without the record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Draft {
    /// It may.
    Reads,
    /// It cannot.
    Ignores,
}

/// Whether a command means the same whatever other desks recorded just before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// It does: it is of one table, or of one player.
    Free,
    /// It does not: it was computed from everything before.
    Bound,
}

macro_rules! commands {
    ($($kind:ident $name:literal $who:ident $class:ident $draft:ident $order:ident $anew:literal;)*) => {
        /// A kind of command.
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

            /// Who may say it.
            pub const fn who(self) -> Who {
                match self {
                    $(Kind::$kind => Who::$who,)*
                }
            }

            /// What it is where it is corrected.
            pub const fn class(self) -> Class {
                match self {
                    $(Kind::$kind => Class::$class,)*
                }
            }

            /// Whether the search of a later round reads it.
            pub const fn draft(self) -> Draft {
                match self {
                    $(Kind::$kind => Draft::$draft,)*
                }
            }

            /// Whether it means the same whatever came just before it.
            pub const fn order(self) -> Order {
                match self {
                    $(Kind::$kind => Order::$order,)*
                }
            }

            /// The new record that says what is true now, where this one cannot be taken back any more.
            pub const fn anew(self) -> &'static str {
                match self {
                    $(Kind::$kind => $anew,)*
                }
            }
        }

        impl TournamentCommand {
            /// What kind of command it is.
            pub const fn kind(&self) -> Kind {
                match self {
                    $(TournamentCommand::$kind { .. } => Kind::$kind,)*
                }
            }
        }
    };
}

commands! {
    Create       "create"        Organiser  Fixed     Ignores  Bound  "settings";
    Settings     "settings"      Organiser  Setting   Reads    Bound  "settings";
    Register     "register"      Organiser  Entry     Reads    Free   "edit-player";
    Roster       "roster"        Seat       Entry     Ignores  Free   "roster";
    CheckIn      "check-in"      Seat       Entry     Ignores  Free   "drop";
    LateEntry    "late-entry"    Organiser  Entry     Reads    Free   "edit-player";
    Drop         "drop"          Anyone     Standing  Reads    Free   "return";
    Return       "return"        Organiser  Entry     Reads    Free   "drop";
    Table        "table"         Organiser  Entry     Reads    Free   "table";
    Pair         "pair"          Organiser  Draft     Reads    Bound  "repair";
    Repair       "repair"        Organiser  Draft     Reads    Bound  "repair";
    EditPlayer   "edit-player"   Organiser  Entry     Reads    Free   "edit-player";
    Withdraw     "withdraw"      Organiser  Entry     Reads    Free   "late-entry";
    ByeRequest   "bye-request"   Organiser  Entry     Reads    Free   "repair";
    Move         "move"          Organiser  Entry     Reads    Bound  "move";
    Infraction   "infraction"    Official   Standing  Reads    Free   "infraction";
    Publish      "publish"       Organiser  Round     Reads    Bound  "repair";
    Result       "result"        Official   Standing  Reads    Free   "amend-result";
    AmendResult  "amend-result"  Official   Standing  Reads    Free   "amend-result";
    Penalty      "penalty"       Official   Standing  Reads    Free   "penalty";
    Award        "award"         Official   Standing  Reads    Free   "award";
    CloseRound   "close-round"   Organiser  Round     Reads    Free   "amend-result";
    Cut          "cut"           Organiser  Draft     Reads    Bound  "cut";
    Pods         "pods"          Organiser  Draft     Reads    Bound  "pods";
    Finish       "finish"        Organiser  End       Reads    Bound  "note";
    Archive      "archive"       Organiser  Entry     Ignores  Bound  "archive";
    Retract      "retract"       Official   Fixed     Ignores  Bound  "note";
    Sign         "sign"          Anyone     Fixed     Ignores  Bound  "sign";
    TeamStep     "team-step"     Anyone     Secret    Ignores  Free   "note";
    Note         "note"          Anyone     Fact      Ignores  Free   "note";
    Import       "import"        Organiser  Entry     Reads    Bound  "edit-player";
    Report       "report"        Player     Player    Reads    Free   "report";
    Dispute      "dispute"       Player     Player    Ignores  Free   "answer";
    RoundClock   "round-clock"   Official   Entry     Ignores  Free   "round-clock";
    Extend       "extend"        Official   Entry     Ignores  Free   "extend";
    Call         "call"          Anyone     Entry     Ignores  Free   "answer";
    Answer       "answer"        Anyone     Player    Ignores  Free   "dispute";
    Pass         "pass"          Organiser  Entry     Ignores  Free   "pass";
    Key          "key"           Anyone     Entry     Ignores  Free   "pass";
    Judge        "judge"         Organiser  Entry     Ignores  Free   "judge";
    Payment      "payment"       Organiser  Entry     Ignores  Free   "payment";
}

impl Who {
    /// Whether a speaker is one of these.
    pub const fn takes(self, by: By) -> bool {
        match by {
            By::Organiser => !matches!(self, Who::Player),
            By::Judge => matches!(self, Who::Official | Who::Anyone),
            By::Player => matches!(self, Who::Seat | Who::Player | Who::Anyone),
        }
    }
}

/// Who may correct a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum May {
    /// The organiser or a judge.
    Official,
    /// The organiser.
    Organiser,
    /// Nobody: a new record of this name says what is true now.
    Anew(&'static str),
    /// Nobody.
    Nobody,
}

impl May {
    /// Whether a speaker is one of these.
    pub const fn takes(self, by: By) -> bool {
        match self {
            May::Official => !matches!(by, By::Player),
            May::Organiser => matches!(by, By::Organiser),
            May::Anew(_) | May::Nobody => false,
        }
    }
}
