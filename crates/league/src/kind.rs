//! The table of commands: one row answers every question about a command of a league that does not depend on the state.
//!
//! A new variant of [`LeagueCommand`] does not compile until its row stands here.

use adjutant_core::reliance::Class;

use crate::command::{By, LeagueCommand};

/// Who may say a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// The officer.
    Officer,
    /// The officer, or a member about himself.
    Anyone,
}

impl Who {
    /// Whether a speaker is one of these.
    pub const fn takes(self, by: By) -> bool {
        matches!((self, by), (Who::Anyone, _) | (Who::Officer, By::Officer))
    }
}

macro_rules! commands {
    ($($kind:ident $name:literal $who:ident $class:ident $closed:literal;)*) => {
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

            /// Whether it may be said of a league that is closed.
            pub const fn of_a_closed_league(self) -> bool {
                match self {
                    $(Kind::$kind => $closed,)*
                }
            }
        }

        impl LeagueCommand {
            /// What kind of command it is.
            pub const fn kind(&self) -> Kind {
                match self {
                    $(LeagueCommand::$kind { .. } => Kind::$kind,)*
                }
            }
        }
    };
}

commands! {
    Create   "create"   Officer  Fixed     false;
    Member   "member"   Officer  Standing  false;
    Event    "event"    Officer  Standing  false;
    Match    "match"    Officer  Standing  false;
    Paper    "paper"    Officer  Standing  false;
    Who      "who"      Anyone   Standing  false;
    Merge    "merge"    Officer  Standing  false;
    Exclude  "exclude"  Officer  Standing  false;
    Publish  "publish"  Officer  Fixed     false;
    Forget   "forget"   Officer  Fixed     true;
    Close    "close"    Officer  Fixed     false;
    Reopen   "reopen"   Officer  Fixed     true;
    Retract  "retract"  Officer  Fixed     false;
    Amend    "amend"    Officer  Fixed     false;
    Sign     "sign"     Anyone   Fixed     true;
    Note     "note"     Anyone   Fact      true;
}
