//! `adjutant league …`.

pub mod acts;
pub mod add;
pub mod export;
pub mod list;
pub mod new;
pub mod publish;
mod speaking;
pub mod stats;

use clap::Subcommand;

use crate::arguments::shared::Shared;
use crate::error::Outcome;
use crate::later::Later;
use crate::output::Output;

/// The verbs of a league, in the order of an officer's season.
#[derive(Subcommand, Debug)]
pub enum Verb {
    /// Begin a league, with the rules of its season
    New(Later<new::Arguments>),
    /// Pin events and matches, enter who is new, propose who may be whom
    Add(Later<add::Arguments>),
    /// Say who played as whom, or list who is nobody yet
    Who(Later<add::WhoArguments>),
    /// Enter a person
    Enter(Later<acts::EnterArguments>),
    /// Enter a game that has no log
    Paper(Later<acts::PaperArguments>),
    /// Say that two entries are one person
    Merge(Later<acts::MergeArguments>),
    /// Leave a log or a member out
    Exclude(Later<acts::ExcludeArguments>),
    /// Print the table of the season
    List(Later<list::Arguments>),
    /// Show what a league rests on, or list all leagues
    Show(Later<list::ShowArguments>),
    /// Show a member's games and rating
    Member(Later<list::MemberArguments>),
    /// Print the figures of the season, each with its count and intervals
    Stats(Later<stats::Arguments>),
    /// Show a list to the world: record its hash, write its files
    Publish(Later<publish::Arguments>),
    /// Compute published lists anew from the logs
    Check(Later<publish::CheckArguments>),
    /// Say who moved between two lists, and why
    Diff(Later<list::DiffArguments>),
    /// Undo a record
    Undo(Later<acts::UndoArguments>),
    /// Close a league
    #[command(after_help = "Example: adjutant league close north26")]
    Close(Later<acts::EndArguments>),
    /// Go on with a closed league
    #[command(after_help = "Example: adjutant league reopen north26 --why \"a late event\"")]
    Reopen(Later<acts::EndArguments>),
    /// Sign the log
    Sign(Later<acts::SignArguments>),
    /// Write down a remark
    Note(Later<acts::NoteArguments>),
    /// Export the log of a league
    Export(Later<export::Arguments>),
    /// Import the log of a league
    Import(Later<export::ImportArguments>),
}

/// Does what the arguments ask.
///
/// # Errors
/// Whatever keeps the verb from being done.
pub fn run(verb: &Verb, shared: &Shared, output: &mut Output) -> Outcome {
    match verb {
        Verb::New(own) => new::run(own, shared, output),
        Verb::Add(own) => add::run(own, shared, output),
        Verb::Who(own) => add::who(own, shared, output),
        Verb::Enter(own) => acts::enter(own, shared, output),
        Verb::Paper(own) => acts::paper(own, shared, output),
        Verb::Merge(own) => acts::merge(own, shared, output),
        Verb::Exclude(own) => acts::exclude(own, shared, output),
        Verb::List(own) => list::list(own, shared, output),
        Verb::Show(own) => list::show(own, shared, output),
        Verb::Member(own) => list::member(own, shared, output),
        Verb::Stats(own) => stats::run(own, shared, output),
        Verb::Publish(own) => publish::run(own, shared, output),
        Verb::Check(own) => publish::check(own, shared, output),
        Verb::Diff(own) => list::changes(own, shared, output),
        Verb::Undo(own) => acts::undo(own, shared, output),
        Verb::Close(own) => acts::close(own, shared, output),
        Verb::Reopen(own) => acts::reopen(own, shared, output),
        Verb::Sign(own) => acts::sign(own, shared, output),
        Verb::Note(own) => acts::note(own, shared, output),
        Verb::Export(own) => export::run(own, shared, output),
        Verb::Import(own) => export::import(own, shared, output),
    }
}
