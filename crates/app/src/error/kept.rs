//! Errors about what lies beside the database: mission packs, keys, secret choices.

use std::path::PathBuf;

use adjutant_engine::ids::PackId;
use adjutant_packs::Fault;

use super::kind::ErrorKind;
use super::place::shown;

/// A mission pack that cannot be played.
#[derive(Debug, thiserror::Error)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum PackError {
    /// A folder without a pack.
    #[error("{}: this folder holds no pack", .folder.display())]
    NoneIn {
        /// The folder.
        folder: PathBuf,
    },
    /// A pack with faults.
    #[error("{}: {}", .folder.display(), first(.faults))]
    Faulty {
        /// Its folder.
        folder: PathBuf,
        /// Everything that is wrong.
        faults: Vec<Fault>,
    },
    /// No known pack and no folder.
    #[error("unknown pack `{named}`")]
    Unknown {
        /// What was given.
        named: String,
        /// The packs that are known.
        known: Vec<String>,
    },
    /// A pack that says nothing about armies.
    #[error("pack {0} has no muster rules")]
    NoMuster(PackId),
    /// Muster rules that cannot be read.
    #[error("army.json of {pack}: {error}")]
    Army {
        /// The pack.
        pack: PackId,
        /// What the reader says.
        error: serde_json::Error,
    },
}

fn first(faults: &[Fault]) -> String {
    let first = faults.first().map_or_else(String::new, Fault::to_string);
    match faults.len() {
        0 | 1 => first,
        many => format!("{first} (and {} more)", many - 1),
    }
}

impl PackError {
    pub(super) fn kind(&self) -> ErrorKind {
        match self {
            PackError::NoneIn { .. } | PackError::Faulty { .. } => ErrorKind::Refused,
            PackError::Unknown { .. } | PackError::NoMuster(_) => ErrorKind::Invalid,
            PackError::Army { .. } => ErrorKind::Files,
        }
    }

    pub(super) fn hint(&self) -> Option<String> {
        match self {
            PackError::NoneIn { .. } => {
                Some("a pack is a folder with a `pack.json`; name it, or the folder that holds several".to_owned())
            }
            PackError::Faulty { .. } => Some("check the pack: the check names everything that is wrong".to_owned()),
            PackError::Unknown { known, .. } => {
                Some(format!("choose one of {}, or give the pack's folder", known.join(", ")))
            }
            PackError::NoMuster(_) => Some("its `army.json` holds them".to_owned()),
            PackError::Army { .. } => None,
        }
    }
}

/// A key that cannot be made or used.
#[derive(Debug, thiserror::Error)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum KeyError {
    /// There is one already.
    #[error("{}: there is a key already", .path.display())]
    Exists {
        /// Its file.
        path: PathBuf,
    },
    /// There is none.
    #[error("{}: {error}", shown(.path))]
    Missing {
        /// Where it would be.
        path: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// Its file cannot be read.
    #[error("{}: {error}", shown(.path))]
    Unreadable {
        /// Its file.
        path: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// Other accounts can read or change it.
    #[error("{}: other accounts can read or change this key", .path.display())]
    Open {
        /// Its file.
        path: PathBuf,
    },
    /// The file holds something else.
    #[error("{}: this is not a key", .path.display())]
    NotAKey {
        /// The file.
        path: PathBuf,
    },
}

impl KeyError {
    pub(super) fn kind(&self) -> ErrorKind {
        match self {
            KeyError::Exists { .. } => ErrorKind::Conflict,
            _ => ErrorKind::Files,
        }
    }

    pub(super) fn hint(&self) -> Option<String> {
        let hint = match self {
            KeyError::Exists { .. } => "to use another one, move this file away and keep it",
            KeyError::Missing { .. } => "make a key first",
            KeyError::Unreadable { .. } => "this account must be able to read its key",
            KeyError::Open { path } => return Some(format!("close it: chmod 600 {}", path.display())),
            KeyError::NotAKey { .. } => {
                "a key is one line of 64 digits 0-9 a-f, not all of them 0: restore it, or move it away and make a new one"
            }
        };
        Some(hint.to_owned())
    }
}

/// A secret choice that cannot be kept or found.
#[derive(Debug, thiserror::Error)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum SecretError {
    /// It could not be brought to the disk.
    #[error("{}: {error}", shown(.path))]
    NotKept {
        /// Its file.
        path: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// The folder of secrets is a link or a file.
    #[error("{}: this is not a folder", .folder.display())]
    NotAFolder {
        /// Its path.
        folder: PathBuf,
    },
    /// The file holds something else.
    #[error("{}: this holds no secret choice: {what}", .path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What was found.
        what: String,
    },
}

impl SecretError {
    pub(super) fn kind(&self) -> ErrorKind {
        ErrorKind::Files
    }

    pub(super) fn hint(&self) -> &'static str {
        match self {
            SecretError::NotKept { .. } => "nothing was recorded: a secret choice must be on the disk first",
            SecretError::NotAFolder { .. } => {
                "secret choices are kept in a folder of that name and not behind a link: move it away"
            }
            SecretError::Damaged { .. } => {
                "restore this file from a copy, or take the commitment back and choose again"
            }
        }
    }
}
