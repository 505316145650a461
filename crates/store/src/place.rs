//! Where a store is: a file, or a realm of a database on a PostgreSQL server.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// Where a store is. Shown without the password of an address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// A file of SQLite.
    File(PathBuf),
    /// A realm of a database on a server.
    Server(Arc<Server>),
}

/// A realm of a database on a server.
#[derive(Clone, PartialEq, Eq)]
pub struct Server {
    /// What is shown of the address: nothing secret.
    pub(crate) shown: String,
    /// The address as the client of the server reads it, password included.
    pub(crate) address: String,
    /// Whose matches and events: ids are unique in a realm.
    pub(crate) realm: String,
    /// The namespace of the tables.
    pub(crate) schema: String,
    /// Whether the connection is encrypted, and the server proves who it is.
    pub(crate) encrypted: bool,
    /// How long a lost connection is opened again and again, where the address says it.
    pub(crate) patience: Option<Duration>,
    /// A file with the certificate of the authority that the server's certificate comes from.
    pub(crate) root: Option<PathBuf>,
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Server").field(&self.shown).finish()
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::File(path) => write!(f, "{}", path.display()),
            Place::Server(server) => f.write_str(&server.shown),
        }
    }
}

impl From<&Path> for Place {
    fn from(path: &Path) -> Place {
        Place::File(path.to_path_buf())
    }
}

impl From<&PathBuf> for Place {
    fn from(path: &PathBuf) -> Place {
        Place::File(path.clone())
    }
}

impl From<PathBuf> for Place {
    fn from(path: PathBuf) -> Place {
        Place::File(path)
    }
}

impl From<&Place> for Place {
    fn from(place: &Place) -> Place {
        place.clone()
    }
}

impl Place {
    /// The file; none where it is a server.
    pub fn file(&self) -> Option<&Path> {
        match self {
            Place::File(path) => Some(path),
            Place::Server(_) => None,
        }
    }

    /// A name for a folder of this machine that belongs to the place: letters, digits, `-`, `_` and `.`.
    pub fn folder_name(&self) -> String {
        let plain = |c: char| if c.is_ascii_alphanumeric() || "-_.".contains(c) { c } else { '_' };
        let shown = self.to_string();
        shown.trim_start_matches("postgres://").chars().map(plain).collect()
    }
}

static WAITING: OnceLock<fn(&str)> = OnceLock::new();

/// Names who is told, in a sentence, that a server does not answer and is being tried again.
pub fn tell_of_waiting(tell: fn(&str)) {
    // The first one hears it.
    let _ = WAITING.set(tell);
}

/// A server does not answer, and is tried for so long.
#[cfg_attr(not(feature = "postgres"), expect(dead_code, reason = "only servers keep one waiting"))]
pub(crate) fn waiting(place: &Place, what: &str, left: Duration) {
    if let Some(tell) = WAITING.get() {
        tell(&format!("{place} does not answer ({what}); trying again for {} seconds", left.as_secs() + 1));
    }
}
