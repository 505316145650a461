//! What is behind paths: files, folders of files, databases, archives, servers.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};

use adjutant_core::text::holds;
use adjutant_core::visible::excerpt;
use adjutant_replay::audit::{Code, LogReport};
use adjutant_store::{Place, Store, StreamKind};

use super::list::Sources;
use super::source::Source;
#[cfg(feature = "archive")]
use crate::archive::Index;
use crate::files;

/// The file that makes a folder an archive.
const MANIFEST: &str = "archive.json";
/// What stands in it.
const ARCHIVE_MARK: &[u8] = b"\"adjutant-archive-";
const SQLITE_MAGIC: &[u8] = b"SQLite format 3\0";
/// The lines of a log are canonical: the keys of a record stand in the order of the alphabet.
const LOG_BEGINNING: &[u8] = b"{\"at\":\"";

/// What is behind some paths.
#[derive(Clone, Debug, Default)]
pub struct Gathered {
    /// The logs, in the order of the paths and then of their names.
    pub sources: Sources,
    /// How many files of folders were passed over, by the end of their names.
    pub passed_over: BTreeMap<String, usize>,
}

/// Finds the logs behind paths.
pub fn gather(paths: &[PathBuf]) -> Gathered {
    let mut gathered = Gathered::default();
    for path in paths {
        let before = gathered.sources.len();
        if Place::is_address(path) && !path.exists() {
            gathered.of_server(path);
        } else if path.is_dir() {
            if let Err(error) = gathered.walk(path) {
                gathered.nothing(path, Code::Unreadable, error.to_string());
            } else if gathered.sources.len() == before {
                gathered.nothing(path, Code::Empty, "it holds no log: no *.jsonl file and no database".to_owned());
            }
        } else {
            gathered.take(path);
        }
    }
    gathered
}

impl Gathered {
    fn nothing(&mut self, path: &Path, code: Code, message: String) {
        self.sources.alone(Source::Nothing { place: path.into(), code, message });
    }

    /// Takes the logs of a realm of a server. An address that is wrong may hold a password: it is not repeated.
    fn of_server(&mut self, address: &Path) {
        let before = self.sources.len();
        match Place::parse(address) {
            Ok(place) => {
                stored(&place, &mut self.sources);
                if self.sources.len() == before {
                    self.sources.alone(Source::Nothing {
                        place,
                        code: Code::Empty,
                        message: "it holds no match".to_owned(),
                    });
                }
            }
            Err(error) => self.nothing(
                Path::new("the address of a server"),
                Code::Unreadable,
                format!("{error}: {}", error.hint()),
            ),
        }
    }

    /// Takes anything but a folder: a database, a log, or what cannot be read as a file.
    fn take(&mut self, path: &Path) {
        if path == Path::new("-") {
            return match files::read_log(path) {
                Ok(log) => self.sources.alone(Source::Held(log.into())),
                Err(error) => self.nothing(path, Code::Unreadable, error.sentence()),
            };
        }
        if path.exists() && !files::is_regular(path) {
            let message = "this is a pipe or a device, no file: write the log to a file first".to_owned();
            return self.nothing(path, Code::Unreadable, message);
        }
        if !is_database(path) {
            return self.sources.file(path.to_path_buf());
        }
        let before = self.sources.len();
        stored(&path.into(), &mut self.sources);
        if self.sources.len() == before {
            self.nothing(path, Code::Empty, "it holds no match".to_owned());
        }
    }

    /// Takes the logs of an archive.
    #[cfg(feature = "archive")]
    fn of_archive(&mut self, folder: &Path) {
        match Index::of(folder) {
            Ok(index) if index.logs() == 0 => self.nothing(folder, Code::Empty, "it holds no log".to_owned()),
            Ok(index) => self.sources.archive(&index),
            Err(error) => self.nothing(folder, Code::Unreadable, error.to_string()),
        }
    }

    #[cfg(not(feature = "archive"))]
    fn of_archive(&mut self, folder: &Path) {
        let message = "this is an archive, and this program was built without the feature `archive`".to_owned();
        self.nothing(folder, Code::Unreadable, message);
    }

    /// Symbolic links to folders are not followed, so that a ring of them ends.
    fn walk(&mut self, folder: &Path) -> std::io::Result<()> {
        if is_archive(folder) {
            self.of_archive(folder);
            return Ok(());
        }
        let named = |entry: std::io::Result<std::fs::DirEntry>| {
            entry.and_then(|entry| Ok((entry.file_name().into_boxed_os_str(), entry.file_type()?.is_dir())))
        };
        let mut entries = std::fs::read_dir(folder)?.map(named).collect::<Result<Vec<_>, _>>()?;
        entries.sort_unstable();
        for (name, is_folder) in entries {
            let path = folder.join(&*name);
            if is_folder {
                self.walk(&path)?;
                continue;
            }
            let name = name.to_string_lossy().to_lowercase();
            if (name.ends_with(".jsonl") && !name.ends_with(".bare.jsonl")) || is_database(&path) || is_log(&path) {
                self.take(&path);
            } else {
                *self.passed_over.entry(ending(&name)).or_default() += 1;
            }
        }
        Ok(())
    }
}

/// By what files that are passed over are counted: `.pdf`, `.bare.jsonl`.
fn ending(name: &str) -> String {
    match name.rsplit_once('.') {
        _ if name.ends_with(".bare.jsonl") => ".bare.jsonl".to_owned(),
        Some((stem, ending)) if !stem.is_empty() => format!(".{}", excerpt(ending)),
        _ => "without ending".to_owned(),
    }
}

fn begins(path: &Path, with: &[u8]) -> bool {
    let mut start = vec![0; with.len()];
    // Only regular files are opened: a pipe would wait for a writer.
    files::is_regular(path)
        && std::fs::File::open(path).and_then(|mut file| file.read_exact(&mut start)).is_ok()
        && start == with
}

/// Whether a folder is an archive.
fn is_archive(folder: &Path) -> bool {
    let mut start = Vec::new();
    let path = folder.join(MANIFEST);
    files::is_regular(&path)
        && std::fs::File::open(&path).and_then(|file| file.take(1 << 10).read_to_end(&mut start)).is_ok()
        && holds(&start, ARCHIVE_MARK)
}

fn is_database(path: &Path) -> bool {
    begins(path, SQLITE_MAGIC)
}

/// Whether a file begins as a chained log does, whatever it is called.
fn is_log(path: &Path) -> bool {
    begins(path, LOG_BEGINNING)
}

/// Every log of a database, and before them what is wrong with the file as a whole: a bad page hides its own records
/// and no others.
fn stored(place: &Place, sources: &mut Sources) {
    let nothing = |code, message| Source::Nothing { place: place.clone(), code, message };
    let store = match Store::open_existing(place) {
        Ok(store) => store,
        Err(error) => return sources.alone(nothing(Code::Unreadable, error.to_string())),
    };
    of_file(&store).into_iter().for_each(|(code, message)| sources.alone(nothing(code, message)));
    for kind in StreamKind::ALL {
        match store.ids(kind) {
            Ok(ids) => sources.stored(place, kind, &ids),
            Err(error) => sources.alone(nothing(Code::Unreadable, error.to_string())),
        }
    }
}

/// What is wrong with the file of a database, whatever its logs say.
fn of_file(store: &Store) -> Vec<(Code, String)> {
    let mut found = Vec::new();
    if let Err(error) = store.check_pages() {
        found.push((Code::Unreadable, error.to_string()));
    }
    match store.schema_differences() {
        Ok(differences) => found.extend(differences.into_iter().map(|what| {
            let place = if store.place().file().is_some() { "file" } else { "database" };
            (Code::Schema, format!("{what}: nothing in this {place} keeps records from being changed or taken away"))
        })),
        Err(error) => found.push((Code::Unreadable, error.to_string())),
    }
    found
}

/// A report for each thing that is wrong with the file of a database.
pub fn of_database(store: &Store) -> Vec<LogReport> {
    let path = store.place().to_string();
    of_file(store).into_iter().map(|(code, message)| LogReport::bad(path.clone(), code, message)).collect()
}
