//! `adjutant match …`.

pub mod amend;
pub mod answering;
mod correcting;
pub mod export;
pub mod file;
pub mod import;
pub mod kept;
pub mod list;
pub mod log;
pub mod map;
mod missing;
pub mod new;
pub mod next;
pub mod play;
pub mod record;
pub mod report;
pub mod roster;
pub mod sheet;
pub mod show;
pub mod sign;
pub mod simulate;
mod spoken;
pub mod stats;
pub mod summary;
pub mod theatre;
pub mod undo;
pub mod unseal;
pub mod verify;
pub mod which;

use clap::Subcommand;

use crate::arguments::shared::Shared;
use crate::error::Outcome;
use crate::later::Later;
use crate::output::Output;

/// The verbs of a match.
#[derive(Subcommand, Debug)]
pub enum Verb {
    /// Open a match
    New(Later<new::Arguments>),
    /// Record commands in words, or the lines of a file
    Record(Later<record::Arguments>),
    /// Attach an army list to a match
    Roster(Later<roster::Arguments>),
    /// Play a match step by step, from set-up to result
    Play(Later<play::Arguments>),
    /// Record a whole random match
    Simulate(Later<simulate::Arguments>),
    /// Show the state of a match
    Show(Later<show::Arguments>),
    /// Tell a match record by record, in sentences
    Log(Later<log::Arguments>),
    /// Sum a match up for a chat: result, score by round, every award with its reason
    Summary(Later<summary::Arguments>),
    /// Say what a battle left on the table, what turned it, what its dice were worth
    Report(Later<report::Arguments>),
    /// Write a battle as one file that replays and checks itself in a browser
    Theatre(Later<theatre::Arguments>),
    /// Write a match up to a record as one of its own: what if?
    Branch(Later<report::BranchArguments>),
    /// Take the last record back
    Undo(Later<undo::Arguments>),
    /// Correct, remove or insert an earlier record; everything after it is judged anew
    Amend(Later<amend::Arguments>),
    /// List all matches
    List(Later<list::Arguments>),
    /// Add up matches: who wins, on which missions, with which armies, what secondaries bring
    Stats(Later<stats::Arguments>),
    /// Draw the battlefield of a match
    Map(Later<map::Arguments>),
    /// Draw a strip of maps, one a turn
    Story(Later<map::StoryArguments>),
    /// Print the scoring sheet of a match
    Sheet(Later<sheet::Arguments>),
    /// Export the log of a match
    Export(Later<export::Arguments>),
    /// Import logs into the database
    Import(Later<import::Arguments>),
    /// Check a match of the database: chain, rules, scores
    Verify(Later<verify::Arguments>),
    /// Open the sealed seed of the dice, after the battle
    Unseal(Later<unseal::Arguments>),
    /// Sign everything recorded so far
    Sign(Later<sign::Arguments>),
}

/// Does what the arguments ask.
///
/// # Errors
/// Whatever keeps the verb from being done.
pub fn run(verb: &Verb, shared: &Shared, output: &mut Output) -> Outcome {
    match verb {
        Verb::New(own) => new::run(own, shared, output),
        Verb::Record(own) => record::run(own, shared, output),
        Verb::Roster(own) => roster::run(own, shared, output),
        Verb::Map(own) => map::run(own, shared, output),
        Verb::Story(own) => map::story(own, shared, output),
        Verb::Sheet(own) => sheet::run(own, shared, output),
        Verb::Play(own) => play::run(own, shared, output),
        Verb::Simulate(own) => simulate::run(own, shared, output),
        Verb::Show(own) => show::run(own, shared, output),
        Verb::Log(own) => log::run(own, shared, output),
        Verb::Summary(own) => summary::run(own, shared, output),
        Verb::Report(own) => report::run(own, shared, output),
        Verb::Theatre(own) => theatre::run(own, shared, output),
        Verb::Branch(own) => report::branch(own, shared, output),
        Verb::Undo(own) => undo::run(own, shared, output),
        Verb::Amend(own) => amend::run(own, shared, output),
        Verb::List(own) => list::run(own, shared, output),
        Verb::Stats(own) => stats::run(own, shared, output),
        Verb::Export(own) => export::run(own, shared, output),
        Verb::Import(own) => import::run(own, shared, output),
        Verb::Verify(own) => verify::run(own, shared, output),
        Verb::Unseal(own) => unseal::run(own, shared, output),
        Verb::Sign(own) => sign::run(own, shared, output),
    }
}
