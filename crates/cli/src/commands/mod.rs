//! The verbs, one file each: their arguments and what they do.

#[cfg(feature = "archive")]
pub mod archive;
pub mod audit;
pub mod backup;
pub mod bare;
pub mod completions;
pub mod copy;
pub mod demo;
pub mod dice;
pub mod event;
pub mod facts;
pub mod follow;
pub mod key;
pub mod man;
pub mod match_;
pub mod mission;
pub mod replay;
pub mod restore;
pub mod roster;
pub mod schema;
#[cfg(feature = "serve")]
pub mod serve;
pub mod sheet;
pub mod use_;

use std::path::PathBuf;
use std::sync::Arc;

use adjutant_engine::law::Pack;
use adjutant_engine::side::Player;
use adjutant_sheets::Paper;
use adjutant_store::{Place, Store};
use clap::{Parser, Subcommand};

use crate::Outcome;
use crate::error::{CliError, ErrorKind};
use crate::output::{Color, Output};
use crate::rules;

const DATABASE: &str = "adjutant.db";

/// Record tabletop battles and run tournaments; every result can be replayed from its log.
#[derive(Parser, Debug)]
#[command(name = "adjutant", version)]
#[command(after_help = AFTER_HELP)]
pub struct Arguments {
    /// What every verb takes.
    #[command(flatten)]
    pub shared: Shared,
    /// The verb.
    #[command(subcommand)]
    pub verb: Option<Verb>,
}

const AFTER_HELP: &str = "Without a verb: goes on with the current match (`adjutant use ID`).\n\
    The words of `match record` and some verbs of `match` go without it: `adjutant kill b12 3 , end shooting` records in the \
    current match, `adjutant show` shows it, `adjutant log`, `adjutant undo`, `adjutant play`, `adjutant summary` do what they say.\n\n\
    Example: adjutant demo";

/// What every verb takes.
#[derive(clap::Args, Debug, Default)]
pub struct Shared {
    #[cfg_attr(
        not(feature = "postgres"),
        doc = "Keep the database in DIR [env: ADJUTANT_DATA] [default: the platform's data folder]"
    )]
    #[cfg_attr(
        feature = "postgres",
        doc = "Keep the database in DIR, or on a server: postgres://… [env: ADJUTANT_DATA] [default: the platform's data folder]"
    )]
    #[arg(long, global = true, value_name = DATA, help_heading = GLOBAL, display_order = LAST)]
    pub data: Option<PathBuf>,
    /// Use the mission packs in DIR too: a pack, or a folder of packs [env: ADJUTANT_PACKS]
    #[arg(long, global = true, value_name = "DIR", value_delimiter = PATHS, num_args = 1)]
    #[arg(help_heading = GLOBAL, display_order = LAST)]
    pub packs: Vec<PathBuf>,
    /// Print one JSON document on standard output
    #[arg(long, global = true, help_heading = GLOBAL, display_order = LAST)]
    pub json: bool,
    /// Print only results and errors
    #[arg(long, short, global = true, help_heading = GLOBAL, display_order = LAST)]
    pub quiet: bool,
    /// Use colours
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    #[arg(help_heading = GLOBAL, display_order = LAST)]
    pub color: Color,
}

/// What `--data` takes.
const DATA: &str = if cfg!(feature = "postgres") { "DIR|ADDRESS" } else { "DIR" };

/// The heading of the options that every verb takes: the last one of every help.
const GLOBAL: &str = "Global options";
const LAST: usize = 1000;

/// What separates folders in one option or variable of the environment.
const PATHS: char = if cfg!(windows) { ';' } else { ':' };

/// Which mission pack.
#[derive(clap::Args, Debug, Default)]
pub struct WhichPack {
    /// The mission pack: an id, or the pack's folder [default: gt2020]
    #[arg(long, value_name = "ID|DIR")]
    pack: Option<String>,
}

impl WhichPack {
    /// The pack that is meant.
    ///
    /// # Errors
    /// No such pack, or one that is faulty.
    pub fn read(&self) -> Result<Arc<Pack>, CliError> {
        Ok(rules::choose(self.pack.as_deref())?)
    }

    /// Whether one was named.
    pub fn is_named(&self) -> bool {
        self.pack.is_some()
    }
}

impl Shared {
    /// Makes known the packs that `--packs` names and those that the data folder keeps.
    ///
    /// # Errors
    /// A folder that holds no pack, or a pack that is faulty.
    pub fn know_packs(&self) -> Result<(), CliError> {
        // Read here and not by clap, which would show the options as required in the usage once the variable is set.
        let named = std::env::var_os("ADJUTANT_PACKS").filter(|named| self.packs.is_empty() && !named.is_empty());
        let named: Vec<PathBuf> = named.iter().flat_map(std::env::split_paths).collect();
        Ok(rules::know(if self.packs.is_empty() { &named } else { &self.packs }, self.folder().ok().as_deref())?)
    }

    /// Keeps a copy of a pack in the data folder, so that its matches can be read without naming it again.
    ///
    /// # Errors
    /// A data folder that cannot be written.
    pub fn keep(&self, pack: &Pack) -> Result<(), CliError> {
        Ok(rules::keep(pack, &self.folder()?)?)
    }

    /// What `--data` or else the environment names, folder or address.
    fn named(&self) -> Option<PathBuf> {
        self.data.clone().or_else(Self::of_environment)
    }

    fn of_environment() -> Option<PathBuf> {
        std::env::var_os("ADJUTANT_DATA").filter(|named| !named.is_empty()).map(PathBuf::from)
    }

    /// Where the key is, and what else stays on this machine; the database too, unless it is on a server. What belongs
    /// to a server lies in a folder named after its address.
    ///
    /// # Errors
    /// A machine that names no data folder, where `--data` names none either; an address that is not understood.
    pub fn folder(&self) -> Result<PathBuf, CliError> {
        let of_environment = Self::of_environment().filter(|named| !Place::is_address(named));
        match self.named() {
            Some(named) if !Place::is_address(&named) => Ok(named),
            Some(address) => {
                let base = of_environment.map_or_else(Self::of_platform, Ok)?;
                Ok(base.join("servers").join(Place::parse(&address)?.folder_name()))
            }
            None => Self::of_platform(),
        }
    }

    fn of_platform() -> Result<PathBuf, CliError> {
        let folders = directories::ProjectDirs::from("", "", "adjutant").ok_or_else(|| {
            CliError::new(ErrorKind::Files, "no data directory found").hint("pass one with --data DIR")
        })?;
        Ok(folders.data_dir().to_path_buf())
    }

    /// Where the database is.
    ///
    /// # Errors
    /// As [`Shared::folder`].
    pub fn database(&self) -> Result<Place, CliError> {
        match self.named() {
            Some(address) if Place::is_address(&address) => Ok(Place::parse(&address)?),
            _ => Ok(self.folder()?.join(DATABASE).into()),
        }
    }

    /// Opens the database and creates it where there is none.
    ///
    /// # Errors
    /// A database that cannot be opened.
    pub fn store(&self) -> Result<Store, CliError> {
        Ok(Store::open(&self.database()?)?)
    }

    /// Opens the database to look something up: where there is none it is empty, and none is made.
    ///
    /// # Errors
    /// A database that is there and cannot be opened.
    pub fn reader(&self) -> Result<Store, CliError> {
        Ok(Store::open_to_read(&self.database()?)?)
    }
}

/// The verbs.
#[derive(Subcommand, Debug)]
pub enum Verb {
    /// Run a sample event from start to end
    Demo(demo::Arguments),
    /// Choose the current match, or tell which it is
    Use(use_::Arguments),
    /// Record, show and print matches
    #[command(subcommand)]
    Match(match_::Verb),
    /// List, show, roll and draw missions, check packs
    #[command(subcommand)]
    Mission(mission::Verb),
    /// Run a tournament: pair, publish, rank, judge, print
    #[command(subcommand)]
    Event(event::Verb),
    /// Serve an event to phones, desk and screens of the hall
    #[cfg(feature = "serve")]
    Serve(serve::Arguments),
    /// Read, check and show army lists
    #[command(subcommand)]
    Roster(roster::Verb),
    /// Print empty scoring sheets, verify printed ones
    #[command(subcommand)]
    Sheet(sheet::Verb),
    /// Roll dice outside a match
    Dice(dice::Arguments),
    /// Replay a log without a database
    Replay(replay::Arguments),
    /// Check logs, folders of logs or a database: chain, rules, scores
    Audit(audit::Arguments),
    /// Print what logs say as rows for statistics: results, points, choices
    Facts(facts::Arguments),
    /// Keep many logs as Parquet: add, check, extract
    #[cfg(feature = "archive")]
    #[command(subcommand)]
    Archive(archive::Verb),
    /// Make or show your signing key
    #[command(subcommand)]
    Key(key::Verb),
    /// Keep a copy of an event from the laptop that serves it, ready to take over
    Follow(follow::Arguments),
    /// Back up the database, even while it is in use
    Backup(backup::Arguments),
    /// Restore the database from a backup
    Restore(restore::Arguments),
    /// Copy matches and events into another database, or onto a server
    Copy(copy::Arguments),
    /// Print a JSON Schema
    Schema(schema::Arguments),
    /// Print a completion script for a shell
    Completions(completions::Arguments),
    /// Print a manual page, or write all of them
    Man(man::Arguments),
}

/// Does what the arguments ask.
///
/// # Errors
/// Whatever keeps the verb from being done.
pub fn run(arguments: &Arguments, output: &mut Output) -> Outcome {
    let shared = &arguments.shared;
    shared.know_packs()?;
    let Some(verb) = &arguments.verb else { return bare::run(shared, output) };
    match verb {
        Verb::Demo(own) => demo::run(own, output),
        Verb::Use(own) => use_::run(own, shared, output),
        Verb::Match(verb) => match_::run(verb, shared, output),
        Verb::Mission(verb) => mission::run(verb, output),
        Verb::Event(verb) => event::run(verb, shared, output),
        #[cfg(feature = "serve")]
        Verb::Serve(own) => serve::run(own, shared, output),
        Verb::Roster(verb) => roster::run(verb, output),
        Verb::Sheet(verb) => sheet::run(verb, shared, output),
        Verb::Dice(own) => dice::run(own, output),
        Verb::Replay(own) => replay::run(own, output),
        Verb::Audit(own) => audit::run(own, output),
        Verb::Facts(own) => facts::run(own, output),
        #[cfg(feature = "archive")]
        Verb::Archive(verb) => archive::run(verb, output),
        Verb::Key(verb) => key::run(verb, shared, output),
        Verb::Follow(own) => follow::run(own, shared, output),
        Verb::Backup(own) => backup::run(own, shared, output),
        Verb::Restore(own) => restore::run(own, shared, output),
        Verb::Copy(own) => copy::run(own, output),
        Verb::Schema(own) => schema::run(own, output),
        Verb::Completions(own) => completions::run(own, output),
        Verb::Man(own) => man::run(own, output),
    }
}

/// Reads a player, as clap wants it.
fn player(text: &str) -> Result<Player, String> {
    Player::BOTH.into_iter().find(|player| player.as_str() == text).ok_or_else(|| "write one or two".to_owned())
}

/// Reads a paper size, as clap wants it.
fn paper(text: &str) -> Result<Paper, String> {
    text.parse::<Paper>().map_err(|error| error.to_string())
}
