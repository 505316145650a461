//! The key of this data folder: one line of 64 hexadecimal digits, readable by its owner only.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use adjutant_engine::chain::Hash;

use crate::draw;
use crate::error::{CliError, ErrorKind};
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
pub fn create(folder: &Path) -> Result<SigningKey, CliError> {
    let path = path(folder);
    let seed: [u8; 32] = draw::random_bytes()?;
    std::fs::create_dir_all(folder).map_err(|error| CliError::file(folder, &error))?;
    let written = owners_own(&path).and_then(|mut file| {
        file.write_all(format!("{}\n", Hash::of_bytes(seed)).as_bytes())?;
        file.sync_all()
    });
    match written {
        Ok(()) => Ok(SigningKey::of_seed(seed)),
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
            Err(CliError::refused(format!("{}: there is a key already", path.display()))
                .hint("`adjutant key show` names it; to use another one, move this file away and keep it"))
        }
        Err(error) => Err(CliError::file(&path, &error)),
    }
}

/// Reads the key of a data folder.
///
/// # Errors
/// No key there, or a file that holds something else.
pub fn load(folder: &Path) -> Result<SigningKey, CliError> {
    let path = path(folder);
    let mut text = String::new();
    let read = std::fs::File::open(&path).and_then(|file| file.take(BYTES_MAX).read_to_string(&mut text));
    read.map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => CliError::file(&path, &error).hint("`adjutant key new` makes a key"),
        _ => CliError::file(&path, &error),
    })?;
    let seed = Hash::parse(text.trim_end()).ok_or_else(|| {
        CliError::new(ErrorKind::Files, format!("{}: this is no key", path.display()))
            .hint("a key is one line of 64 digits 0-9 a-f: restore it, or move it away and make a new one")
    })?;
    Ok(SigningKey::of_seed(*seed.as_bytes()))
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
