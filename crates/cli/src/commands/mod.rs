//! The verbs, one file each: their arguments and what they do.

#[cfg(feature = "archive")]
pub mod archive;
pub mod audit;
pub mod backup;
pub mod bare;
pub mod carried;
pub mod completions;
pub mod copy;
pub mod current;
pub mod demo;
pub mod dice;
pub mod events;
pub mod facts;
pub mod follow;
pub mod forget;
pub mod key;
pub mod leagues;
pub mod man;
pub mod matches;
pub mod me;
pub mod mission;
pub mod replay;
pub mod restore;
pub mod roster;
pub mod schema;
#[cfg(feature = "serve")]
pub mod serve;
pub mod sheet;
pub mod verifier;
pub mod witness;

use adjutant_app::files::shown;
use adjutant_app::packs::Behind;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::arguments::shared::Shared;
use crate::error::{CliError, Outcome};
use crate::grouped::in_groups;
use crate::later::Later;
use crate::output::Output;

/// Record tabletop battles and run tournaments; every result can be replayed from its log.
#[derive(Parser, Debug)]
#[command(name = "adjutant", version, long_version = crate::version::long())]
#[command(after_help = AFTER_HELP)]
pub struct Arguments {
    /// What every verb takes.
    #[command(flatten)]
    pub shared: Shared,
    /// The verb.
    #[command(subcommand)]
    pub verb: Option<Verb>,
}

/// The groups of the verbs, each with the first of them.
const GROUPS: [(&str, &str); 6] = [
    ("Before the battle", "demo"),
    ("At the table", "use"),
    ("The day of an event", "event"),
    ("After the battle", "report"),
    ("Trust", "audit"),
    ("Upkeep", "backup"),
];

/// The program as it is typed: its verbs and those of an event stand in groups where help is printed.
pub fn program() -> clap::Command {
    let program = Arguments::command().defer(|program| in_groups(program, &GROUPS));
    program.mut_subcommands(|verb| if verb.get_name() == "event" { verb.defer(events::in_groups) } else { verb })
}

/// Every verb with its arguments, for what describes all of them.
pub fn whole() -> clap::Command {
    put_together(Arguments::command())
}

/// Puts a program together to its last verb. What `help` tells of is filled in: clap lists it before it asks what stands below
/// the verbs.
pub fn put_together(mut program: clap::Command) -> clap::Command {
    program.build();
    let verbs = program.clone();
    let below = |verb: &str| verbs.find_subcommand(verb).into_iter().flat_map(clap::Command::get_subcommands);
    program.mut_subcommand("help", |help| {
        help.mut_subcommands(|verb| match verb.has_subcommands() {
            true => verb,
            false => below(verb.get_name()).cloned().fold(verb, clap::Command::subcommand),
        })
    })
}

/// Reads the arguments of a process, once the program as it is typed is put together.
///
/// # Errors
/// What they say that is not understood, and help.
pub fn read(of: clap::Command, words: Vec<std::ffi::OsString>) -> Result<Arguments, clap::Error> {
    let mut matches = of.try_get_matches_from(words)?;
    Arguments::from_arg_matches_mut(&mut matches).map_err(|error| error.format(&mut program()))
}

const AFTER_HELP: &str = "Without a verb: goes on with the current match (`adjutant use ID`), or begins the first one.\n\
    The words of `match record` and some verbs of `match` go without it: `adjutant kill b12 3 , end shooting` records in the \
    current match, `adjutant show` shows it, `adjutant log`, `adjutant undo`, `adjutant play`, `adjutant summary` do what they say.\n\n\
    Example: adjutant demo";

/// The verbs, in the order of `GROUPS`.
#[derive(Subcommand, Debug)]
pub enum Verb {
    /// Run a sample event from start to end
    Demo(Later<demo::Arguments>),
    /// List, show, roll and draw missions, check packs
    #[command(subcommand)]
    Mission(Later<mission::Verb>),
    /// Read, check and show army lists
    #[command(subcommand)]
    Roster(Later<roster::Verb>),
    /// Print empty scoring sheets, verify printed ones
    #[command(subcommand)]
    Sheet(Later<sheet::Verb>),
    /// Choose the current match, or tell which it is
    Use(Later<current::Arguments>),
    /// Record, show and print matches
    #[command(subcommand)]
    Match(Later<matches::Verb>),
    /// Roll dice outside a match
    Dice(Later<dice::Arguments>),
    /// Run a tournament: pair, publish, rank, judge, print
    #[command(subcommand)]
    Event(Later<events::Verb>),
    /// Serve an event to phones, desk and screens of the hall
    #[cfg(feature = "serve")]
    Serve(Later<serve::Arguments>),
    /// Keep a copy of an event from the laptop that serves it, ready to take over
    Follow(Later<follow::Arguments>),
    /// Report on the battle of a log without a database
    Report(Later<matches::report::FileArguments>),
    /// Write the battle of a log as one file that replays and checks itself in a browser
    Theatre(Later<matches::theatre::FileArguments>),
    /// Add up your own games: armies, opponents, missions
    Me(Later<me::Arguments>),
    /// Print what logs say as rows for statistics: results, points, choices
    Facts(Later<facts::Arguments>),
    /// Run a league: pin logs, say who is who, rate, publish, check
    #[command(subcommand)]
    League(Later<leagues::Verb>),
    /// Keep many logs as Parquet: add, check, extract
    #[cfg(feature = "archive")]
    #[command(subcommand)]
    Archive(Later<archive::Verb>),
    /// Keep many logs as Parquet: this program was built without it
    #[cfg(not(feature = "archive"))]
    #[command(hide = true, disable_help_flag = true)]
    Archive(NotBuilt),
    /// Check logs, folders of logs or a database: chain, rules, scores
    Audit(Later<audit::Arguments>),
    /// Write the page that checks logs in any browser, without a network
    Verifier(Later<verifier::Arguments>),
    /// Replay a log without a database
    Replay(Later<replay::Arguments>),
    /// Make or show your signing key
    #[command(subcommand)]
    Key(Later<key::Verb>),
    /// Cosign the checkpoint of another club's league
    #[command(subcommand)]
    Witness(Later<witness::Verb>),
    /// Erase a name from everything that can be erased
    Forget(Later<forget::Arguments>),
    /// Back up the database, even while it is in use
    Backup(Later<backup::Arguments>),
    /// Restore the database from a backup
    Restore(Later<restore::Arguments>),
    /// Copy matches and events into another database, or onto a server
    Copy(Later<copy::Arguments>),
    /// Print a JSON Schema
    Schema(Later<schema::Arguments>),
    /// Print a completion script for a shell
    Completions(Later<completions::Arguments>),
    /// Print a manual page, or write all of them
    Man(Later<man::Arguments>),
}

/// Whatever follows a verb that this program was built without.
#[cfg(not(feature = "archive"))]
#[derive(clap::Args, Debug)]
pub struct NotBuilt {
    #[arg(hide = true, allow_hyphen_values = true, trailing_var_arg = true)]
    words: Vec<std::ffi::OsString>,
}

/// Makes packs known, and says of those that stand behind a pack of the program how they are played.
fn know_packs(shared: &Shared, output: &mut Output) -> Result<(), CliError> {
    for Behind { folder, id } in shared.know_packs()? {
        let folder = shown(&folder);
        output.remark(&format!(
            "{folder}: `{id}` goes on meaning the pack of the program; --pack {folder} plays this one, or give it an id of its own"
        ));
    }
    Ok(())
}

/// Does what the arguments ask.
///
/// # Errors
/// Whatever keeps the verb from being done.
pub fn run(arguments: &Arguments, output: &mut Output) -> Outcome {
    let shared = &arguments.shared;
    know_packs(shared, output)?;
    let Some(verb) = &arguments.verb else { return bare::run(&mut program(), shared, output) };
    // The table screen has the whole terminal.
    if !matches!(verb, Verb::Match(verb) if matches!(**verb, matches::Verb::Play(_))) {
        output.tell_of_waiting();
    }
    match verb {
        Verb::Demo(own) => demo::run(own, shared, output),
        Verb::Use(own) => current::run(own, shared, output),
        Verb::Match(verb) => matches::run(verb, shared, output),
        Verb::Mission(verb) => mission::run(verb, shared, output),
        Verb::Event(verb) => events::run(verb, shared, output),
        Verb::League(verb) => leagues::run(verb, shared, output),
        Verb::Me(own) => me::run(own, shared, output),
        Verb::Forget(own) => forget::run(own, shared, output),
        Verb::Witness(verb) => witness::run(verb, shared, output),
        #[cfg(feature = "serve")]
        Verb::Serve(own) => serve::run(own, shared, output),
        Verb::Roster(verb) => roster::run(verb, shared, output),
        Verb::Sheet(verb) => sheet::run(verb, shared, output),
        Verb::Dice(own) => dice::run(own, output),
        Verb::Report(own) => matches::report::of_file(own, shared, output),
        Verb::Theatre(own) => matches::theatre::of_file(own, shared, output),
        Verb::Verifier(own) => verifier::run(own, output),
        Verb::Replay(own) => replay::run(own, shared, output),
        Verb::Audit(own) => audit::run(own, shared, output),
        Verb::Facts(own) => facts::run(own, shared, output),
        #[cfg(feature = "archive")]
        Verb::Archive(verb) => archive::run(verb, shared, output),
        #[cfg(not(feature = "archive"))]
        Verb::Archive(_) => Err(CliError::refused("this program was built without archives")
            .hint("build it with `cargo build --release -p adjutant --features archive`")),
        Verb::Key(verb) => key::run(verb, shared, output),
        Verb::Follow(own) => follow::run(own, shared, output),
        Verb::Backup(own) => backup::run(own, shared, output),
        Verb::Restore(own) => restore::run(own, shared, output),
        Verb::Copy(own) => copy::run(own, shared, output),
        Verb::Schema(own) => schema::run(own, output),
        Verb::Completions(own) => completions::run(own, output),
        Verb::Man(own) => man::run(own, &whole(), output),
    }
}
