//! Logs as the database holds them.

use adjutant_store::{Store, StreamKind};

use crate::error::Error;

/// The lines of a match, each with its newline.
///
/// # Errors
/// No such match, or a database that cannot be read.
pub fn whole_log(store: &Store, id: &str) -> Result<Vec<u8>, Error> {
    let mut log = Vec::new();
    for line in store.read(StreamKind::Match, id)? {
        log.extend_from_slice(&line.bytes);
        log.push(b'\n');
    }
    Ok(log)
}
