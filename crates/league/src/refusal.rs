//! Why a command of a league was not taken: a closed list.
//!
//! Where several apply, the one listed first in [`Refusal`] is given.

use adjutant_core::chain::Hash;
use adjutant_core::ids::{MemberId, PlayerId};
use adjutant_core::reliance::LAW;

use crate::day::Day;

/// A refused command changes nothing and is not written.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum Refusal {
    /// The log has no `create` yet, or has one already.
    Creation { found: &'static str },
    /// The log names a law that this program does not know.
    Newer { law: i32 },
    /// Only the officer may say this, or only the member about himself.
    NotYours,
    /// A value is out of its range.
    OutOfRange { field: &'static str, accepted: &'static str },
    /// Nobody of that id.
    UnknownMember { member: MemberId },
    /// The id is taken.
    KnownMember { member: MemberId },
    /// No pinned log begins with that record, or it has no such player.
    UnknownLog { origin: Hash, player: Option<PlayerId> },
    /// The log that is pinned does not hold what was pinned before.
    Forked { origin: Hash, head: Hash },
    /// The log is pinned up to this record already.
    AlreadyPinned { origin: Hash },
    /// The log that this one was copied from, or another copy of it, is pinned.
    Copied { origin: Hash },
    /// Another record says the same game.
    SameGame { seq: u64 },
    /// The day lies outside the season.
    OutOfSeason { day: Day, from: Day, to: Day },
    /// The player is another member already.
    TwoMembersOnePlayer { player: PlayerId, member: MemberId },
    /// Two players who met would be one person.
    SamePersonTwiceInAGame { member: MemberId, origin: Option<Hash> },
    /// The league is closed.
    Closed,
    /// The league is not closed.
    NotClosed,
    /// A pinned log is not here.
    Incomplete { origin: Hash, missing: usize },
    /// The list that follows from the logs is another one.
    ListDiffers { found: Hash, due: Hash },
    /// Another list is due.
    WrongList { found: u32, due: u32 },
    /// The name of the member was forgotten.
    Forgotten { member: MemberId },
    /// The head is not that of the log, or the signature not of the key.
    Unsigned { why: &'static str },
    /// The record does not exist, or may not be taken back.
    NotRetractable { seq: u64, why: &'static str },
    /// Without the record a later one would be refused.
    RetractBreaks { seq: u64, later: u64, because: Box<Refusal> },
    /// Too many records were taken back: folding the log would take too long.
    TooCostly { refolded: u64, most: u64 },
}

impl Refusal {
    /// Its code, as programs know it.
    pub const fn code(&self) -> &'static str {
        match self {
            Refusal::Creation { .. } => "creation",
            Refusal::Newer { .. } => "newer",
            Refusal::NotYours => "not-yours",
            Refusal::OutOfRange { .. } => "out-of-range",
            Refusal::UnknownMember { .. } => "unknown-member",
            Refusal::KnownMember { .. } => "known-member",
            Refusal::UnknownLog { .. } => "unknown-log",
            Refusal::Forked { .. } => "forked",
            Refusal::AlreadyPinned { .. } | Refusal::Copied { .. } => "already-pinned",
            Refusal::SameGame { .. } => "same-game",
            Refusal::OutOfSeason { .. } => "out-of-season",
            Refusal::TwoMembersOnePlayer { .. } => "two-members-one-player",
            Refusal::SamePersonTwiceInAGame { .. } => "same-person-twice-in-a-game",
            Refusal::Closed => "closed",
            Refusal::NotClosed => "not-closed",
            Refusal::Incomplete { .. } => "incomplete",
            Refusal::ListDiffers { .. } => "list-differs",
            Refusal::WrongList { .. } => "wrong-list",
            Refusal::Forgotten { .. } => "forgotten",
            Refusal::Unsigned { .. } => "unsigned",
            Refusal::NotRetractable { .. } => "not-retractable",
            Refusal::RetractBreaks { .. } => "retract-breaks",
            Refusal::TooCostly { .. } => "too-costly",
        }
    }
}

/// The first digits of a hash, enough to find a log by.
fn short(hash: &Hash) -> String {
    hash.to_string().chars().take(12).collect()
}

fn unknown(origin: &Hash, player: Option<&PlayerId>) -> String {
    match player {
        None => format!("no pinned log begins with {}", short(origin)),
        Some(player) => format!("nobody is called {player} in the log {}", short(origin)),
    }
}

fn not_here(origin: &Hash, missing: usize) -> String {
    match missing {
        1 => format!("the pinned log {} is not here", short(origin)),
        many => format!("{many} pinned logs are not here, the first is {}", short(origin)),
    }
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Refusal::Creation { found } => write!(f, "the log {found}"),
            Refusal::Newer { law } => write!(f, "it is of law {law}, and this program knows laws up to {LAW}"),
            Refusal::NotYours => {
                f.write_str("a member may only say this about himself, everything else is the officer's")
            }
            Refusal::OutOfRange { field, accepted } => write!(f, "{field}: take {accepted}"),
            Refusal::UnknownMember { member } => write!(f, "nobody in this league has the id {member}"),
            Refusal::KnownMember { member } => write!(f, "{member} is taken"),
            Refusal::UnknownLog { origin, player } => f.write_str(&unknown(origin, player.as_ref())),
            Refusal::Forked { origin, head } => {
                write!(f, "this log {} does not hold the record {} that was pinned before", short(origin), short(head))
            }
            Refusal::AlreadyPinned { origin } => {
                write!(f, "the log {} is pinned up to this record already", short(origin))
            }
            Refusal::Copied { origin } => {
                write!(
                    f,
                    "its games are in the log {} already: one of the two is a copy with invented names",
                    short(origin)
                )
            }
            Refusal::SameGame { seq } => write!(f, "record {seq} says this game already; if there were two, say why"),
            Refusal::OutOfSeason { day, from, to } => write!(f, "{day} lies outside the season, {from} to {to}"),
            Refusal::TwoMembersOnePlayer { player, member } => write!(f, "{player} is {member} already"),
            Refusal::SamePersonTwiceInAGame { member, origin } => {
                let there = origin.as_ref().map_or_else(String::new, |origin| format!(" in the log {}", short(origin)));
                write!(f, "{member} would have played against himself{there}")
            }
            Refusal::Closed => write!(f, "the league is closed"),
            Refusal::NotClosed => write!(f, "the league is not closed"),
            Refusal::Incomplete { origin, missing } => f.write_str(&not_here(origin, *missing)),
            Refusal::ListDiffers { found, due } => {
                write!(f, "the list is {}, and {} follows from the logs", short(found), short(due))
            }
            Refusal::WrongList { found, due } => write!(f, "list {due} is due, not list {found}"),
            Refusal::Forgotten { member } => write!(f, "the name of {member} was forgotten"),
            Refusal::Unsigned { why } => write!(f, "{why}"),
            Refusal::NotRetractable { seq, why } => write!(f, "record {seq}: {why}"),
            Refusal::RetractBreaks { seq, later, because } => {
                write!(f, "without record {seq} as it stands, record {later} would be refused: {because}")
            }
            Refusal::TooCostly { refolded, most } => {
                write!(f, "{refolded} records were folded anew, and a log of this length may ask for {most}")
            }
        }
    }
}
