//! The roster inside a `.rosz` archive, with the memory it may take bounded.

use std::io::{Cursor, Read};

use zip::ZipArchive;

use super::error::ImportError;
use super::list::DOCUMENT_BYTES_MAX;

const FILES_MAX: usize = 16;
const MIB: usize = 1024 * 1024;

/// Unpacks the one `.ros` file of an archive. What the archive says about sizes is not believed.
pub(super) fn unpack(bytes: &[u8]) -> Result<Vec<u8>, ImportError> {
    let listed = listed_files(bytes);
    if listed > FILES_MAX {
        return Err(ImportError::TooManyFiles { found: listed, limit: FILES_MAX });
    }
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(broken)?;
    if archive.len() > FILES_MAX {
        return Err(ImportError::TooManyFiles { found: archive.len(), limit: FILES_MAX });
    }
    let index = roster_index(&archive)?;
    let entry = archive.by_index(index).map_err(broken)?;
    let mut document = Vec::new();
    entry.take(DOCUMENT_BYTES_MAX as u64 + 1).read_to_end(&mut document).map_err(broken)?;
    if document.len() > DOCUMENT_BYTES_MAX {
        return Err(ImportError::TooLarge { what: "the unpacked roster", limit_mib: DOCUMENT_BYTES_MAX / MIB });
    }
    Ok(document)
}

/// How many files the last end-of-directory record names, before anything is allocated for them.
fn listed_files(bytes: &[u8]) -> usize {
    let signature = [b'P', b'K', 5, 6];
    let last = bytes.windows(signature.len()).rposition(|window| window == signature);
    last.and_then(|at| bytes.get(at + 10..at + 12)).map_or(0, |n| usize::from(u16::from_le_bytes([n[0], n[1]])))
}

fn roster_index(archive: &ZipArchive<Cursor<&[u8]>>) -> Result<usize, ImportError> {
    let is_roster = |name: &str| name.to_ascii_lowercase().ends_with(".ros") && !name.starts_with("__MACOSX");
    let rosters: Vec<usize> = (0..archive.len())
        .filter(|&i| archive.name_for_index(i).and_then(Result::ok).is_some_and(|name| is_roster(&name)))
        .collect();
    match rosters[..] {
        [only] => Ok(only),
        _ => Err(ImportError::ArchiveContents { found: rosters.len() }),
    }
}

fn broken(error: impl std::fmt::Display) -> ImportError {
    ImportError::Archive { why: error.to_string() }
}
