//! What a key asks the host to do, and what was said last.

use adjutant_engine::command::{Command, MarkerTag, Reserves, Said};
use adjutant_engine::dice::Mix;
use adjutant_engine::ids::{MarkerId, ObjectiveId};
use adjutant_engine::side::{By, Player};
use adjutant_engine::visible;

use crate::error::Error;
use crate::trial::Plan;

/// What a key asks the host to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deed {
    /// Record these in order, all or none.
    Record(Plan),
    /// Record these, each in its speaker's word, all or none.
    Say(Vec<(Said, Command)>),
    /// Take these records back, the last one first: each by who said it, or all by the same word.
    TakeBack(Vec<u64>, Option<By>),
    /// Throw the dice of these attacks from the seed of the match, or draw these cards, and record them.
    Throw(Said, Box<Command>),
    /// Record again what was taken back last.
    Again,
    /// A line of words.
    Words(String),
    /// Looks back to the last record before this one that says so.
    Find(u64, String),
    /// Does this with the number that the other player says: it is mixed into the sealed seed of the dice.
    With(Mix, Box<Deed>),
    /// Prints the scoring sheet.
    Print,
    /// Correct a record to what these words say, or insert them after it.
    Correct {
        /// The record.
        seq: u64,
        /// Whether the words come after it.
        after: bool,
        /// The words; none, it did not happen.
        words: Option<String>,
    },
    /// Read an army list.
    ReadRoster(Player, String),
    /// Roll the mission.
    RollMission,
    /// Roll one die for each player.
    RollOff(&'static str),
    /// Draw one of these markers by dice.
    DrawMarker(By, MarkerTag, Vec<MarkerId>),
    /// Bind a player to objectives that nobody sees yet.
    Commit(Player, Vec<ObjectiveId>),
    /// Bind a player to the units that start off the table, which nobody sees yet.
    CommitReserves(Player, Reserves),
    /// Bind a player to a marker that nobody sees yet.
    CommitMarker(Player, MarkerId),
    /// Open what both players committed to.
    Reveal,
    /// End the session.
    Leave,
}

/// What was said last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Message {
    /// A record was written: shown where no feed tells of it.
    Recorded(String),
    /// Something was done.
    Done(String),
    /// Something was not done: what happened, and what would be accepted.
    Refused(String, Option<String>),
}

impl Message {
    /// Something was not done: what happened, in one or more lines, and what would be accepted.
    pub fn refused(lines: impl IntoIterator<Item = String>, accepted: Option<String>) -> Message {
        let lines: Vec<String> = lines.into_iter().map(|line| visible::message(&line).into_owned()).collect();
        Message::Refused(lines.join("\n"), accepted)
    }
}

/// What the program that opened a session says of an error.
pub type Says = fn(Error) -> Message;
