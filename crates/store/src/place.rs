//! Where a store is: a file, or a realm of a database on a PostgreSQL server.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

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
