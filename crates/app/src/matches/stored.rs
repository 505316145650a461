//! Logs as the database holds them.

use adjutant_store::{Store, StreamKind};

use crate::error::Error;

/// The lines of a match, each with its newline.
///
/// # Errors
/// No such match, or a database that cannot be read.
pub fn whole_log(store: &Store, id: &str) -> Result<Vec<u8>, Error> {
    Ok(store.log(StreamKind::Match, id)?)
}
