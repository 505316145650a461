//! Secret choices between commit and reveal: in memory, and in a private file while nobody is at the session.

use std::io::Write;
use std::path::{Path, PathBuf};

use adjutant_engine::chain::Hash;
use adjutant_engine::command::{Salt, SecretKind};
use adjutant_engine::decide::digest;
use adjutant_engine::side::Player;
use serde::{Deserialize, Serialize};

use crate::draw;
use crate::error::{CliError, ErrorKind};

/// A choice and the salt that hides it.
#[derive(Clone, Serialize, Deserialize)]
pub struct Secret {
    /// Whose.
    pub player: Player,
    /// What is chosen.
    pub what: SecretKind,
    /// The salt.
    pub salt: Salt,
    /// The payload of the open command.
    pub value: serde_json::Value,
}

impl Secret {
    /// A choice under a fresh salt from the system's random source.
    ///
    /// # Errors
    /// A system that gives no random numbers.
    pub fn new(player: Player, what: SecretKind, value: serde_json::Value) -> Result<Secret, CliError> {
        let bytes: [u8; 16] = draw::random_bytes()?;
        let digits: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        let salt = Salt::new(&digits).ok_or_else(|| CliError::usage("a salt has 32 digits"))?;
        Ok(Secret { player, what, salt, value })
    }

    /// What the log says about it before it is opened.
    pub fn digest(&self) -> Hash {
        digest(&self.salt, &self.value)
    }
}

/// The secrets of one match.
pub struct Vault {
    path: PathBuf,
    held: Vec<Secret>,
}

impl Vault {
    /// The vault of a match beside its database; what an earlier session left is taken up.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub fn open(folder: &Path, id: &str) -> Result<Vault, CliError> {
        let path = folder.join("secrets").join(format!("{id}.json"));
        let held = match std::fs::read(&path) {
            Ok(bytes) => serde_json::from_slice(&bytes)
                .map_err(|error| CliError::new(ErrorKind::Files, format!("{}: {error}", path.display())))?,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(CliError::file(&path, &error)),
        };
        Ok(Vault { path, held })
    }

    /// Keeps a secret in memory.
    pub fn keep(&mut self, secret: Secret) {
        self.held.push(secret);
    }

    /// The secret of a digest.
    pub fn find(&self, player: Player, digest: Hash) -> Option<&Secret> {
        self.held.iter().find(|secret| secret.player == player && secret.digest() == digest)
    }

    /// Forgets everything, in memory and on the disk.
    ///
    /// # Errors
    /// A file that cannot be deleted.
    pub fn forget(&mut self) -> Result<(), CliError> {
        self.held.clear();
        match std::fs::remove_file(&self.path) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(CliError::file(&self.path, &error)),
            _ => Ok(()),
        }
    }

    /// Leaves what is still hidden in a file that only this account can read.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn leave(&self) -> Result<(), CliError> {
        if self.held.is_empty() {
            return Ok(());
        }
        let bytes = serde_json::to_vec(&self.held).map_err(|error| CliError::usage(error.to_string()))?;
        let written = (|| {
            if let Some(folder) = self.path.parent() {
                std::fs::create_dir_all(folder)?;
            }
            let mut file = private().open(&self.path)?;
            file.write_all(&bytes)?;
            file.sync_all()
        })();
        written.map_err(|error| CliError::file(&self.path, &error))
    }
}

#[cfg(unix)]
fn private() -> std::fs::OpenOptions {
    use std::os::unix::fs::OpenOptionsExt;
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create(true).truncate(true).mode(0o600);
    options
}

#[cfg(not(unix))]
fn private() -> std::fs::OpenOptions {
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    options
}
