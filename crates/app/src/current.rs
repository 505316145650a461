//! The current match of a data folder: the one that is meant where no match is named.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use adjutant_engine::ids::MatchId;

use crate::error::Error;
use crate::files;

/// The file in the data folder that holds its id.
pub const FILE: &str = "current-match";

/// Longer files hold no id.
const BYTES_MAX: usize = 256;

/// The current match of a data folder; `None` where none is set, or where the file holds anything but an id.
///
/// # Errors
/// A file that is there and cannot be read.
pub fn read(folder: &Path) -> Result<Option<MatchId>, Error> {
    let path = path(folder);
    if std::fs::metadata(&path).is_err_and(|error| error.kind() == ErrorKind::NotFound) {
        return Ok(None);
    }
    let bytes = files::read_within(&path, BYTES_MAX)?;
    Ok(std::str::from_utf8(&bytes).ok().and_then(|text| MatchId::new(text.trim()).ok()))
}

/// Makes a match the current one, or none: the file is written beside its place and renamed.
///
/// # Errors
/// A folder or file that cannot be written.
///
/// # Examples
/// ```
/// use adjutant_app::current;
/// use adjutant_engine::ids::MatchId;
/// let folder = std::env::temp_dir().join(format!("adjutant-current-{}", std::process::id()));
/// let id = MatchId::new("final").unwrap();
/// current::set(&folder, Some(&id)).unwrap();
/// assert_eq!(current::read(&folder).unwrap(), Some(id));
/// current::set(&folder, None).unwrap();
/// assert_eq!(current::read(&folder).unwrap(), None);
/// # std::fs::remove_dir_all(folder).unwrap();
/// ```
pub fn set(folder: &Path, id: Option<&MatchId>) -> Result<(), Error> {
    let path = path(folder);
    match id {
        Some(id) => {
            files::make_folder(folder)?;
            files::write(&path, format!("{id}\n").as_bytes())
        }
        None => match std::fs::remove_file(&path) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(Error::file(&path, error)),
            _ => Ok(()),
        },
    }
}

fn path(folder: &Path) -> PathBuf {
    folder.join(FILE)
}
