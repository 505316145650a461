//! Files are read whole within a limit, and written beside their place and renamed.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use adjutant_engine::chain::LOG_BYTES_MAX;
use adjutant_store::{Place, StoreError};

use crate::error::Error;

pub use crate::error::place::shown;

/// Reads a log, or standard input where the path is `-`. What is longer than any log may be is cut one byte later,
/// so that the reader of the log can say so.
///
/// # Errors
/// A file that cannot be read.
pub fn read_log(path: &Path) -> Result<Vec<u8>, Error> {
    read_within(path, LOG_BYTES_MAX)
}

/// Reads a file, or standard input where the path is `-`, up to one byte more than a limit, so that its reader can say
/// that it is too long.
///
/// # Errors
/// A file that cannot be read.
pub fn read_within(path: &Path, most: usize) -> Result<Vec<u8>, Error> {
    let limit = most as u64 + 1;
    let mut bytes = Vec::new();
    let read = if path == Path::new("-") {
        std::io::stdin().lock().take(limit).read_to_end(&mut bytes)
    } else {
        open(path).and_then(|file| file.take(limit).read_to_end(&mut bytes))
    };
    read.map_err(|error| Error::file(path, error))?;
    Ok(bytes)
}

/// Opens a file. A named pipe is refused, which waits for ever where nobody writes; one that a shell handed over is read.
///
/// # Errors
/// A file that cannot be opened, a named pipe.
pub(crate) fn open(path: &Path) -> std::io::Result<std::fs::File> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        let handed_over = path.starts_with("/dev") || path.starts_with("/proc");
        if !handed_over && std::fs::metadata(path)?.file_type().is_fifo() {
            let what = "this is a pipe; name a file, or `-` for standard input";
            return Err(std::io::Error::new(std::io::ErrorKind::InvalidInput, what));
        }
    }
    std::fs::File::open(path)
}

/// Whether a path is a file or a link to one, and not a pipe or a device, which could be read for ever.
pub fn is_regular(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|about| about.is_file())
}

/// Lets nobody else read what is in a folder.
///
/// # Errors
/// A folder whose mode cannot be changed.
#[cfg(unix)]
pub(crate) fn close(folder: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let found = std::fs::metadata(folder)?.permissions().mode() & 0o777;
    if found == 0o700 { Ok(()) } else { std::fs::set_permissions(folder, std::fs::Permissions::from_mode(0o700)) }
}

/// Who may read it is what the folder of the user's data says.
///
/// # Errors
/// None.
#[cfg(not(unix))]
pub(crate) fn close(_: &Path) -> std::io::Result<()> {
    Ok(())
}

/// Writes a file beside its place, brings it to the disk, and renames it.
///
/// # Errors
/// A file or folder that cannot be written; the old file is still there then.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let beside = beside(path);
    let written = std::fs::File::create(&beside)
        .and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_all()))
        .and_then(|()| std::fs::rename(&beside, path));
    written.map_err(|error| {
        // What is left of the attempt is of no use; the first error is the one to tell.
        let _ = std::fs::remove_file(&beside);
        Error::file(path, error)
    })
}

/// Overwrites a file with zeros, brings that to the disk, and removes it.
///
/// # Errors
/// A file that cannot be written or removed.
pub fn erase(path: &Path) -> Result<(), Error> {
    let zeroed = std::fs::OpenOptions::new().write(true).open(path).and_then(|mut file| {
        let length = file.metadata()?.len();
        std::io::copy(&mut std::io::repeat(0).take(length), &mut file)?;
        file.sync_all()
    });
    zeroed.and_then(|()| std::fs::remove_file(path)).map_err(|error| Error::file(path, error))
}

/// Makes a folder with all above it. The address of a server is none: it may hold a password.
///
/// # Errors
/// A folder that cannot be made.
pub fn make_folder(path: &Path) -> Result<(), Error> {
    if Place::is_address(path) {
        return Err(StoreError::Address("name a folder here").into());
    }
    std::fs::create_dir_all(path).map_err(|error| Error::file(path, error))
}

fn beside(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{}.part", std::process::id()));
    path.with_file_name(name)
}
