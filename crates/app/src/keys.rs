//! The key of this data folder: one line of 64 hexadecimal digits, readable by its owner only.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use adjutant_engine::chain::Hash;

use crate::error::{Error, KeyError};
use crate::files;
use crate::random;
use adjutant_core::signature::SigningKey;

const FILE: &str = "adjutant.key";
/// 64 digits and a newline; one byte more shows that a file is longer.
const BYTES_MAX: u64 = 66;

/// Where the key lies in a data folder.
pub fn path(folder: &Path) -> PathBuf {
    folder.join(FILE)
}

/// Makes a key from the system's random numbers and keeps it. There must be none yet.
///
/// # Errors
/// A key that is there already, or a folder that cannot be written.
pub fn create(folder: &Path) -> Result<SigningKey, Error> {
    match create_secret(folder, FILE)? {
        Some(seed) => SigningKey::of_seed(seed).ok_or_else(|| no_key(&path(folder))),
        None => Err(KeyError::Exists { path: path(folder) }.into()),
    }
}

/// Keeps 32 bytes of the system's random numbers in a new file of a data folder, which its owner alone can read;
/// `None` where there is such a file already.
///
/// # Errors
/// A folder that cannot be written.
pub(crate) fn create_secret(folder: &Path, name: &str) -> Result<Option<[u8; 32]>, Error> {
    let path = folder.join(name);
    let seed: [u8; 32] = random::bytes()?;
    std::fs::create_dir_all(folder).map_err(|error| Error::file(folder, error))?;
    let part = path.with_extension(format!("key.{}.part", std::process::id()));
    // Written beside and linked: the name is there with the whole key or not at all, and never replaces another key.
    let written = owners_own(&part)
        .and_then(|mut file| {
            file.write_all(format!("{}\n", Hash::of_bytes(seed)).as_bytes())?;
            file.sync_all()
        })
        .and_then(|()| std::fs::hard_link(&part, &path).or_else(|error| move_where_free(error, &part, &path)));
    // The second name, or what is left of an attempt.
    let _ = std::fs::remove_file(&part);
    match written {
        Ok(()) => Ok(Some(seed)),
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => Ok(None),
        Err(error) => Err(Error::file(&path, error)),
    }
}

/// Reads the key of a data folder.
///
/// # Errors
/// No key there, or a file that holds something else.
pub fn load(folder: &Path) -> Result<SigningKey, Error> {
    load_from(&path(folder))
}

/// Reads a key that lies in a file of its own: one that its owner carries.
///
/// # Errors
/// As [`load`].
pub fn load_from(path: &Path) -> Result<SigningKey, Error> {
    SigningKey::of_seed(secret_in(path)?).ok_or_else(|| no_key(path))
}

/// Reads 32 secret bytes of a data folder.
///
/// # Errors
/// No such file, one that others can read, or one that holds something else.
pub(crate) fn load_secret(folder: &Path, name: &str) -> Result<[u8; 32], Error> {
    secret_in(&folder.join(name))
}

fn secret_in(path: &Path) -> Result<[u8; 32], Error> {
    let mut text = String::new();
    let read = files::open(path).and_then(|file| file.take(BYTES_MAX).read_to_string(&mut text));
    read.map_err(|error| {
        let path = path.to_path_buf();
        match error.kind() {
            std::io::ErrorKind::NotFound => KeyError::Missing { path, error },
            _ => KeyError::Unreadable { path, error },
        }
    })?;
    if open_to_others(path) {
        return Err(KeyError::Open { path: path.to_path_buf() }.into());
    }
    let seed = Hash::parse(text.trim_end()).ok_or_else(|| no_key(path))?;
    Ok(*seed.as_bytes())
}

fn no_key(path: &Path) -> Error {
    KeyError::NotAKey { path: path.to_path_buf() }.into()
}

/// Where the file system knows no second names.
fn move_where_free(error: std::io::Error, part: &Path, path: &Path) -> std::io::Result<()> {
    if error.kind() == std::io::ErrorKind::AlreadyExists || path.symlink_metadata().is_ok() {
        return Err(std::io::ErrorKind::AlreadyExists.into());
    }
    std::fs::rename(part, path)
}

#[cfg(unix)]
fn open_to_others(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    std::fs::metadata(path).is_ok_and(|found| found.permissions().mode() & 0o077 != 0)
}

#[cfg(not(unix))]
fn open_to_others(_: &Path) -> bool {
    false
}

/// A new file that nobody but its owner may read.
#[cfg(unix)]
fn owners_own(path: &Path) -> std::io::Result<std::fs::File> {
    use std::os::unix::fs::OpenOptionsExt;
    std::fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)
}

/// A new file; who may read it is what the folder of the user's data says.
#[cfg(not(unix))]
fn owners_own(path: &Path) -> std::io::Result<std::fs::File> {
    std::fs::OpenOptions::new().write(true).create_new(true).open(path)
}
