//! Army lists that players hand in by phone: the event records the digest of a list, the list itself lies here, a file
//! each, named by its digest.

use std::path::{Path, PathBuf};

use adjutant_core::chain::Hash;
use adjutant_tournament::{PlayerId, TournamentId};

use crate::error::Error;
use crate::files;

const FOLDER: &str = "lists";
/// Lists of one player that are kept: the one on record, and the last that were only looked at.
const KEPT: usize = 4;
/// No list is nearly as long.
const BYTES_MAX: u64 = 1 << 20;

/// The lists of an event in a data folder.
#[derive(Clone, Debug)]
pub struct Lists {
    folder: PathBuf,
}

impl Lists {
    /// The lists that lie beside the database of a data folder. Nothing is made or read yet.
    pub fn of(data: &Path, event: &TournamentId) -> Lists {
        Lists { folder: data.join(FOLDER).join(event.as_str()) }
    }

    fn of_player(&self, player: &PlayerId) -> PathBuf {
        self.folder.join(player.as_str())
    }

    /// Keeps a list, whole or not at all, and lets older ones of this player go that are not on record.
    ///
    /// # Errors
    /// A folder that cannot be written.
    pub fn keep(&self, player: &PlayerId, bytes: &[u8], on_record: Option<Hash>) -> Result<Hash, Error> {
        let (folder, digest) = (self.of_player(player), Hash::of(bytes));
        files::make_folder(&folder)?;
        files::close(&self.folder).map_err(|error| Error::file(&self.folder, error))?;
        let path = folder.join(digest.to_string());
        if !path.exists() {
            files::write(&path, bytes)?;
        }
        let of_name = |entry: std::fs::DirEntry| Some((entry.metadata().ok()?.modified().ok()?, entry.path()));
        let mut there: Vec<_> =
            std::fs::read_dir(&folder).into_iter().flatten().flatten().filter_map(of_name).collect();
        there.sort();
        let stays = [Some(digest), on_record].map(|stays| stays.map(|digest| folder.join(digest.to_string())));
        let old = there.into_iter().rev().skip(KEPT).filter(|(_, path)| !stays.contains(&Some(path.clone())));
        // One that cannot be removed is one too many; the next list tries again.
        old.for_each(|(_, path)| drop(std::fs::remove_file(path)));
        Ok(digest)
    }

    /// Overwrites and removes every list of a player.
    ///
    /// # Errors
    /// A file that cannot be written or removed.
    pub fn forget(&self, player: &PlayerId) -> Result<(), Error> {
        let folder = self.of_player(player);
        for file in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            files::erase(&file.path())?;
        }
        Ok(())
    }

    /// A list as it was handed in. `None` where it is not here, or is not what its name says.
    pub fn find(&self, player: &PlayerId, digest: Hash) -> Option<Vec<u8>> {
        let path = self.of_player(player).join(digest.to_string());
        let short = std::fs::metadata(&path).is_ok_and(|known| known.is_file() && known.len() <= BYTES_MAX);
        let bytes = short.then(|| std::fs::read(&path).ok()).flatten()?;
        (Hash::of(&bytes) == digest).then_some(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_on_record_stays_and_what_was_only_looked_at_goes() {
        let folder = tempfile::tempdir().unwrap();
        let lists = Lists::of(folder.path(), &TournamentId::new("gt").unwrap());
        let (anna, ben) = (PlayerId::new("anna").unwrap(), PlayerId::new("ben").unwrap());
        let first = lists.keep(&anna, b"first", None).unwrap();
        for at in 0..20 {
            lists.keep(&anna, format!("list {at}").as_bytes(), Some(first)).unwrap();
        }
        assert_eq!(lists.find(&anna, first).as_deref(), Some(b"first".as_slice()));
        assert_eq!(lists.find(&ben, first), None, "another player's");
        let kept = std::fs::read_dir(folder.path().join("lists/gt/anna")).unwrap().count();
        assert!(kept <= KEPT + 1, "{kept} are kept");
        std::fs::write(folder.path().join("lists/gt/anna").join(first.to_string()), b"changed").unwrap();
        assert_eq!(lists.find(&anna, first), None, "not what its name says");
    }

    /// Lists are secret until they are shown: other accounts of the machine do not read them.
    #[cfg(unix)]
    #[test]
    fn the_folder_of_lists_is_closed_to_others() {
        use std::os::unix::fs::PermissionsExt;
        let data = tempfile::TempDir::new().unwrap();
        let lists = Lists::of(data.path(), &TournamentId::new("gt").unwrap());
        lists.keep(&PlayerId::new("anna").unwrap(), b"a list", None).unwrap();
        let mode = std::fs::metadata(&lists.folder).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode, 0o700, "{mode:o}");
    }
}
