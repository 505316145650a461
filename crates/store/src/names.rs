//! What opens sealed names, beside the records: for a file one small file a log in the folder `names`, called by the
//! log's first record; on a server a table of their own. Records are only ever appended; these can be destroyed.

use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use adjutant_core::chain::Hash;
use adjutant_core::sealed::Openings;

use crate::error::StoreError;
use crate::place::Place;
use crate::store::Store;

const FOLDER: &str = "names";
const ENDING: &str = ".json";
/// The openings of a thousand players are a hundredth of that.
const BYTES_MAX: u64 = 64 << 20;

impl Store {
    /// What opens the names of a log, by its first record; nothing where none is kept.
    ///
    /// # Errors
    /// A file that is there and cannot be read.
    ///
    /// ```
    /// use adjutant_core::sealed::{Opening, Openings};
    /// use adjutant_core::{Hash, Name, Salt};
    /// let folder = tempfile::tempdir()?;
    /// let store = adjutant_store::Store::open(&folder.path().join("adjutant.db"))?;
    /// let salt = Salt::new("00112233445566778899aabbccddeeff").unwrap();
    /// let names = Openings::from_iter([Opening::of(Name::new("Anna Berg")?, salt)]);
    /// store.keep_names(Hash::of(b"first"), &names)?;
    /// assert_eq!(store.names(Hash::of(b"first"))?, names);
    /// store.forget(Hash::of(b"first"), &names.named("anna berg"))?;
    /// assert!(store.names(Hash::of(b"first"))?.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn names(&self, origin: Hash) -> Result<Openings, StoreError> {
        match self {
            Store::Sqlite(open) => {
                open.place.file().map_or_else(|| Ok(Openings::default()), |file| Shelf::of(file).read(origin))
            }
            #[cfg(feature = "postgres")]
            Store::Postgres(open) => open.names(origin),
        }
    }

    /// Keeps openings of a log beside those that are kept. When this returns they are on the disk, and only this account
    /// can read them.
    ///
    /// # Errors
    /// A folder or file that cannot be written.
    pub fn keep_names(&self, origin: Hash, names: &Openings) -> Result<(), StoreError> {
        if names.is_empty() {
            return Ok(());
        }
        match self {
            Store::Sqlite(open) => Shelf::beside(&open.place)?.change(origin, |kept| kept.merge(names.clone())),
            #[cfg(feature = "postgres")]
            Store::Postgres(open) => open.keep_names(origin, names.clone()),
        }
    }

    /// Destroys what opens some digests of a log.
    ///
    /// # Errors
    /// A folder or file that cannot be read or written.
    pub fn forget(&self, origin: Hash, digests: &[Hash]) -> Result<(), StoreError> {
        match self {
            Store::Sqlite(open) => Shelf::beside(&open.place)?.change(origin, |kept| kept.forget(digests)),
            #[cfg(feature = "postgres")]
            Store::Postgres(open) => open.forget(origin, digests),
        }
    }
}

/// The folder of one database.
struct Shelf(PathBuf);

impl Shelf {
    fn of(database: &Path) -> Shelf {
        Shelf(database.with_file_name(FOLDER))
    }

    fn beside(place: &Place) -> Result<Shelf, StoreError> {
        place.file().map(Shelf::of).ok_or_else(|| StoreError::NotAFile(place.clone()))
    }

    fn path(&self, origin: Hash) -> PathBuf {
        self.0.join(format!("{origin}{ENDING}"))
    }

    fn read(&self, origin: Hash) -> Result<Openings, StoreError> {
        let path = self.path(origin);
        let tell = |source| unreachable_at(&path, source);
        match std::fs::symlink_metadata(&path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Openings::default()),
            Err(error) => return Err(tell(error)),
            Ok(found) if !found.is_file() => return Err(tell(std::io::Error::other("this is not a plain file"))),
            Ok(_) => {}
        }
        let mut bytes = Vec::new();
        File::open(&path).and_then(|file| file.take(BYTES_MAX).read_to_end(&mut bytes)).map_err(tell)?;
        Openings::read(&bytes).map_err(|error| tell(std::io::Error::other(error)))
    }

    /// Changes what is kept of a log, one program at a time. What stood there before is overwritten, not only unlinked.
    fn change(&self, origin: Hash, change: impl FnOnce(&mut Openings)) -> Result<(), StoreError> {
        let path = self.path(origin);
        let tell = |source| unreachable_at(&path, source);
        make(&self.0).map_err(tell)?;
        let lock = private().open(self.0.join("lock")).map_err(tell)?;
        lock.lock().map_err(tell)?;
        let mut kept = self.read(origin)?;
        change(&mut kept);
        let before = std::fs::OpenOptions::new().write(true).open(&path).ok();
        if kept.is_empty() {
            std::fs::remove_file(&path)
                .or_else(|error| if before.is_none() { Ok(()) } else { Err(error) })
                .map_err(tell)?;
        } else {
            let beside = self.0.join(format!("{origin}.new"));
            let written = private().open(&beside).and_then(|mut file| {
                file.set_len(0)?;
                file.write_all(&kept.bytes()).and_then(|()| file.sync_all())
            });
            written.and_then(|()| std::fs::rename(&beside, &path)).map_err(tell)?;
        }
        crate::sqlite::sync_folder(&path).map_err(tell)?;
        before
            .map_or(Ok(()), |mut file| {
                let length = file.metadata()?.len();
                file.write_all(&vec![0; usize::try_from(length).unwrap_or(0)]).and_then(|()| file.sync_all())
            })
            .map_err(tell)
    }
}

fn unreachable_at(path: &Path, source: std::io::Error) -> StoreError {
    StoreError::Unreachable { place: path.into(), source }
}

/// Opens a file that only this account can read.
fn private() -> std::fs::OpenOptions {
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

fn make(folder: &Path) -> std::io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}
