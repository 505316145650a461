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
use crate::output::Output;

/// The verbs of a match.
#[derive(Subcommand, Debug)]
pub enum Verb {
    /// Open a match
    New(new::Arguments),
    /// Record commands in words, or the lines of a file
    Record(record::Arguments),
    /// Attach an army list to a match
    Roster(roster::Arguments),
    /// Play a match step by step, from set-up to result
    Play(play::Arguments),
    /// Record a whole random match
    Simulate(simulate::Arguments),
    /// Show the state of a match
    Show(show::Arguments),
    /// Tell a match record by record, in sentences
    Log(log::Arguments),
    /// Sum a match up for a chat: result, score by round, every award with its reason
    Summary(summary::Arguments),
    /// Say what a battle left on the table, what turned it, what its dice were worth
    Report(report::Arguments),
    /// Write a battle as one file that replays and checks itself in a browser
    Theatre(theatre::Arguments),
    /// Write a match up to a record as one of its own: what if?
    Branch(report::BranchArguments),
    /// Take the last record back
    Undo(undo::Arguments),
    /// Correct, remove or insert an earlier record; everything after it is judged anew
    Amend(amend::Arguments),
    /// List all matches
    List(list::Arguments),
    /// Add up matches: who wins, on which missions, with which armies, what secondaries bring
    Stats(stats::Arguments),
    /// Draw the battlefield of a match
    Map(map::Arguments),
    /// Draw a strip of maps, one a turn
    Story(map::StoryArguments),
    /// Print the scoring sheet of a match
    Sheet(sheet::Arguments),
    /// Export the log of a match
    Export(export::Arguments),
    /// Import logs into the database
    Import(import::Arguments),
    /// Check a match of the database: chain, rules, scores
    Verify(verify::Arguments),
    /// Open the sealed seed of the dice, after the battle
    Unseal(unseal::Arguments),
    /// Sign everything recorded so far
    Sign(sign::Arguments),
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
