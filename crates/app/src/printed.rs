//! The address that the cards and the poster of an event were printed with last: where it changes, phones that scan them
//! find nobody.

use std::path::{Path, PathBuf};

use adjutant_tournament::TournamentId;

use crate::error::Error;
use crate::files;

/// An address is at most this long.
const ADDRESS_BYTES_MAX: usize = 300;

fn path(folder: &Path, event: &TournamentId) -> PathBuf {
    folder.join("printed").join(format!("{event}.address"))
}

/// Keeps the address in the data folder.
///
/// # Errors
/// A folder that cannot be written.
pub fn remember(folder: &Path, event: &TournamentId, address: &str) -> Result<(), Error> {
    files::make_folder(&folder.join("printed"))?;
    files::write(&path(folder, event), format!("{address}\n").as_bytes())
}

/// The address that was printed last; nothing where none was, or where it cannot be read.
pub fn address(folder: &Path, event: &TournamentId) -> Option<String> {
    let path = path(folder, event);
    if !files::is_regular(&path) {
        return None;
    }
    let bytes = files::read_within(&path, ADDRESS_BYTES_MAX).ok().filter(|bytes| bytes.len() <= ADDRESS_BYTES_MAX)?;
    let text = String::from_utf8(bytes).ok()?;
    Some(text.trim().to_owned()).filter(|text| !text.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_address_is_kept_for_each_event() {
        let folder = tempfile::tempdir().unwrap();
        let [gt, cup] = ["gt", "cup"].map(|id| TournamentId::new(id).unwrap());
        assert_eq!(address(folder.path(), &gt), None);
        remember(folder.path(), &gt, "http://10.0.0.2").unwrap();
        remember(folder.path(), &gt, "http://10.0.0.7:8080").unwrap();
        assert_eq!(address(folder.path(), &gt).as_deref(), Some("http://10.0.0.7:8080"));
        assert_eq!(address(folder.path(), &cup), None);
        std::fs::write(path(folder.path(), &gt), "x".repeat(5000)).unwrap();
        assert_eq!(address(folder.path(), &gt), None);
    }
}
