//! The logs of an archive as files again.

use std::io::Write;
use std::path::Path;

use adjutant_core::visible::excerpt;

use super::add::stays;
use super::error::ArchiveError;
use super::read::{Archive, ArchiveReader, Entry};
use crate::files;

/// What became of the logs that were to be written.
#[derive(Debug, Default)]
pub struct Extracted {
    /// How many were written.
    pub logs: u64,
    /// How many bytes they have.
    pub bytes: u64,
    /// Those that were not: their names and why.
    pub faults: Vec<(String, String)>,
}

/// Writes logs of an archive into a folder, each under its name and proven by its head. A file that is there already is
/// left as it is: where it holds the same bytes it counts as written, otherwise it is told.
///
/// `wanted` says which; `step` is told after each.
///
/// # Errors
/// An archive that cannot be listed, or a folder that cannot be written.
pub fn extract(
    archive: &Archive,
    to: &Path,
    wanted: &dyn Fn(&Entry) -> bool,
    step: &mut dyn FnMut(),
) -> Result<Extracted, ArchiveError> {
    let mut reader = ArchiveReader::default();
    let mut done = Extracted::default();
    for entry in archive.entries()?.iter().filter(|entry| wanted(entry)) {
        let name = excerpt(&entry.name).into_owned();
        match (stays(&entry.name), reader.read(archive, entry)) {
            (Some(own), Ok(log)) => {
                if write(&to.join(own), &log)? {
                    done.logs += 1;
                    done.bytes += log.len() as u64;
                } else {
                    done.faults.push((name, "a file of this name with other bytes is there already".to_owned()));
                }
            }
            (None, _) => done.faults.push((name, "its name leads out of the folder".to_owned())),
            (_, Err(error)) => done.faults.push((name, error.to_string())),
        }
        step();
    }
    Ok(done)
}

/// Writes a file that is not there yet; whether the file holds the log now.
fn write(path: &Path, log: &[u8]) -> Result<bool, ArchiveError> {
    files::make_folder(path.parent().unwrap_or(path))?;
    match std::fs::File::create_new(path) {
        Ok(mut file) => file.write_all(log).map(|()| true).map_err(|error| ArchiveError::file(path, error)),
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => Ok(files::read_log(path)? == log),
        Err(error) => Err(ArchiveError::file(path, error)),
    }
}
