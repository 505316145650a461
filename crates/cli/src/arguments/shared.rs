//! Options of many verbs: data folder, packs, output, and what they open.

use std::path::PathBuf;
use std::sync::Arc;

use adjutant_app::packs::{self, Known};
use adjutant_app::secrets::Vault;
use adjutant_app::{App, Clock};
use adjutant_engine::law::Pack;
use adjutant_store::{Place, Store};
use clap::ValueEnum;

use crate::error::{CliError, ErrorKind};

/// The file of the database in its folder.
pub const DATABASE: &str = "adjutant.db";

/// The variable of the environment in which a shell asks.
pub const VARIABLE: &str = "ADJUTANT_COMPLETE";

/// When to use colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// On a terminal, unless `NO_COLOR` is set.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

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
    /// The packs that are known, and the engines of older laws.
    #[arg(skip)]
    pub known: Known,
    /// What dates records.
    #[arg(skip)]
    pub clock: Clock,
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
    pub fn read(&self, shared: &Shared) -> Result<Arc<Pack>, CliError> {
        Ok(shared.known.choose(self.pack.as_deref())?)
    }

    /// Whether one was named.
    pub fn is_named(&self) -> bool {
        self.pack.is_some()
    }
}

impl Shared {
    /// Makes known the packs that `--packs` names and those that the data folder keeps. Gives the named ones that stand
    /// behind a shipped pack of the same id.
    ///
    /// # Errors
    /// A folder that holds no pack, or a pack that is faulty.
    pub fn know_packs(&self) -> Result<Vec<packs::Behind>, CliError> {
        // Read here and not by clap, which would show the options as required in the usage once the variable is set.
        let named = std::env::var_os("ADJUTANT_PACKS").filter(|named| self.packs.is_empty() && !named.is_empty());
        let named: Vec<PathBuf> = named.iter().flat_map(std::env::split_paths).collect();
        Ok(self.known.know(if self.packs.is_empty() { &named } else { &self.packs }, self.folder().ok().as_deref())?)
    }

    /// Keeps a copy of a pack in the data folder, so that its matches can be read without naming it again.
    ///
    /// # Errors
    /// A data folder that cannot be written.
    pub fn keep(&self, pack: &Pack) -> Result<(), CliError> {
        Ok(self.known.keep(pack, &self.folder()?)?)
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

    /// What this machine keeps secret, beside the database or in the folder of its server.
    ///
    /// # Errors
    /// As [`Shared::folder`].
    pub fn vault(&self) -> Result<Vault, CliError> {
        Ok(Vault::of(&self.folder()?))
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
    pub fn store(&self) -> Result<App, CliError> {
        let mut store = Store::open(&self.database()?)?;
        store.note_in(&self.folder()?.join("unanswered"));
        Ok(self.with(store))
    }

    /// Opens the database to look something up: where there is none it is empty, and none is made.
    ///
    /// # Errors
    /// A database that is there and cannot be opened.
    pub fn reader(&self) -> Result<App, CliError> {
        Ok(self.with(Store::open_to_read(&self.database()?)?))
    }

    /// A database whose logs are judged by the packs that are known, and dated by the clock of the program.
    pub fn with(&self, store: Store) -> App {
        App::new(self.known.clone(), self.clock, store)
    }
}
