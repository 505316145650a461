//! Secret choices between commitment and reveal: one private file for each, on the disk before the commitment is.
//!
//! A commitment binds a player to a salt that only this machine knows. So the order is fixed: [`Vault::keep`] returns
//! when the secret is on the disk, then the commitment is recorded, and only a commitment that is known not to stand
//! in the log lets its secret go ([`Vault::drop`]). A program that is killed in between leaves a file too many and
//! never one too few. Each secret has a file of its own, named by its digest: two programs never write the same one.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use adjutant_engine::chain::Hash;
use serde::{Deserialize, Serialize};

use crate::error::{Error, SecretError};
use crate::files;
use crate::random;

const FOLDER: &str = "secrets";
const ENDING: &str = ".json";
/// No secret is nearly as long; a longer file is none of ours.
const BYTES_MAX: u64 = 1 << 20;

/// A choice and the salt that hides it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Secret {
    /// What it is a secret of, for the person who finds the file: `match final`, `event gt round 1 table 2`.
    pub of: String,
    /// 32 hexadecimal digits.
    pub salt: String,
    /// What was chosen, as the reveal will tell it.
    pub value: serde_json::Value,
}

/// The secrets of a data folder.
#[derive(Clone, Debug)]
pub struct Vault {
    folder: PathBuf,
}

impl Vault {
    /// The secrets that lie beside the database of a data folder. Nothing is made or read yet.
    pub fn of(data: &Path) -> Vault {
        Vault { folder: data.join(FOLDER) }
    }

    /// A fresh salt from the system's random source: 32 hexadecimal digits.
    ///
    /// # Errors
    /// A system that gives no random numbers.
    pub fn salt() -> Result<String, Error> {
        let bytes: [u8; 16] = random::bytes()?;
        Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
    }

    /// Where the secret of a digest lies.
    pub fn path(&self, digest: Hash) -> PathBuf {
        self.folder.join(format!("{digest}{ENDING}"))
    }

    /// Keeps a secret. When this returns it is on the disk, and only this account can read it.
    ///
    /// # Errors
    /// A folder or file that cannot be written, or a folder that is a link.
    pub fn keep(&self, digest: Hash, secret: &Secret) -> Result<(), Error> {
        let bytes = serde_json::to_vec(secret).map_err(|error| Error::Form { place: secret.of.clone(), error })?;
        self.make_folder()?;
        let path = self.path(digest);
        let beside = self.beside(digest);
        let written = private()
            .open(&beside)
            .and_then(|mut file| file.write_all(&bytes).and_then(|()| file.sync_all()))
            .and_then(|()| std::fs::rename(&beside, &path))
            .and_then(|()| sync(&self.folder));
        written.map_err(|error| {
            // What is left of the attempt is of no use; the first error is the one to tell.
            let _ = std::fs::remove_file(&beside);
            SecretError::NotKept { path: path.clone(), error }.into()
        })
    }

    /// The secret of a digest, if this machine holds it.
    ///
    /// # Errors
    /// A file that cannot be read, is not a regular file, or does not hold a secret.
    pub fn find(&self, digest: Hash) -> Result<Option<Secret>, Error> {
        let path = self.path(digest);
        match std::fs::symlink_metadata(&path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(Error::file(&path, error)),
            Ok(found) if !found.is_file() => return Err(damaged(&path, "this is not a plain file")),
            Ok(_) => {}
        }
        let mut bytes = Vec::new();
        let read = std::fs::File::open(&path).and_then(|file| file.take(BYTES_MAX).read_to_end(&mut bytes));
        read.map_err(|error| Error::file(&path, error))?;
        serde_json::from_slice(&bytes).map(Some).map_err(|error| damaged(&path, &error.to_string()))
    }

    /// Lets the secret of a digest go: its commitment was refused, taken back, or opened.
    ///
    /// # Errors
    /// A file that cannot be deleted.
    pub fn drop(&self, digest: Hash) -> Result<(), Error> {
        let path = self.path(digest);
        match std::fs::remove_file(&path) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(Error::file(&path, error)),
            _ => Ok(()),
        }
    }

    fn beside(&self, digest: Hash) -> PathBuf {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let next = NEXT.fetch_add(1, Ordering::Relaxed);
        self.folder.join(format!("{digest}.{}.{next}.part", std::process::id()))
    }

    /// The folder is this account's own; one that was made wider by an earlier program is closed.
    fn make_folder(&self) -> Result<(), Error> {
        let tell = |error: std::io::Error| Error::file(&self.folder, error);
        match std::fs::symlink_metadata(&self.folder) {
            Ok(found) if found.is_dir() => {}
            Ok(_) => {
                return Err(SecretError::NotAFolder { folder: self.folder.clone() }.into());
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                if let Some(data) = self.folder.parent() {
                    std::fs::create_dir_all(data).map_err(tell)?;
                }
                match std::fs::create_dir(&self.folder) {
                    Err(error) if error.kind() != std::io::ErrorKind::AlreadyExists => return Err(tell(error)),
                    _ => {}
                }
                files::close(&self.folder).map_err(tell)?;
                return self.folder.parent().map_or(Ok(()), sync).map_err(tell);
            }
            Err(error) => return Err(tell(error)),
        }
        files::close(&self.folder).map_err(tell)
    }
}

fn damaged(path: &Path, what: &str) -> Error {
    SecretError::Damaged { path: path.to_path_buf(), what: what.to_owned() }.into()
}

/// Opens only what is not there yet, and so follows no link.
#[cfg(unix)]
fn private() -> std::fs::OpenOptions {
    use std::os::unix::fs::OpenOptionsExt;
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true).mode(0o600);
    options
}

/// Opens only what is not there yet; who may read it is what the folder of the user's data says.
#[cfg(not(unix))]
fn private() -> std::fs::OpenOptions {
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    options
}

/// Brings the names in a folder to the disk: a renamed file is there after a power cut only if they are.
#[cfg(unix)]
fn sync(folder: &Path) -> std::io::Result<()> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    std::fs::File::open(folder)?.sync_all()
}

/// Where folders cannot be opened, the system keeps their names by itself.
#[cfg(not(unix))]
fn sync(_: &Path) -> std::io::Result<()> {
    Ok(())
}

#[cfg(test)]
#[path = "../tests/inside/secrets.rs"]
mod tests;
