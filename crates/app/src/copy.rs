//! Matches and events from one store into another: a laptop's file into a federation's database, and back.

use adjutant_core::chain::Link;
use adjutant_store::{Store, StoreError, StreamKind};

/// What became of one match or event.
#[derive(Debug)]
pub struct Copied {
    /// What it is.
    pub kind: StreamKind,
    /// Its id.
    pub id: String,
    /// How many records were written; those that stood there already are not counted.
    pub written: Result<usize, StoreError>,
}

/// Copies streams, each whole or not at all, and goes on after one that cannot be copied. Every stream is checked before
/// it is written, read back afterwards, and compared byte for byte. What stands there already is passed over, and a
/// longer log extends a shorter one.
///
/// `wanted` says which; `take` is told after each.
///
/// # Errors
/// A store that cannot be listed, or the first error of `take`.
pub fn copy<E: From<StoreError>>(
    from: &Store,
    to: &mut Store,
    wanted: &dyn Fn(StreamKind, &str) -> bool,
    take: &mut dyn FnMut(Copied) -> Result<(), E>,
) -> Result<(), E> {
    // Matches first: an event that names a match finds it there.
    for kind in StreamKind::ALL {
        for id in from.ids(kind)?.into_iter().filter(|id| wanted(kind, id)) {
            let written = one(from, to, kind, &id);
            take(Copied { kind, id, written })?;
        }
    }
    Ok(())
}

fn one(from: &Store, to: &mut Store, kind: StreamKind, id: &str) -> Result<usize, StoreError> {
    let lines = from.read_sound(kind, id)?;
    let head = lines.last().map_or(Link::START, |line| line.link);
    let done = to.import(kind, id, &lines)?;
    let stands = to.read(kind, id)?;
    if stands.len() < lines.len() || stands[..lines.len()] != lines {
        let what = format!("{kind} {id} was written up to record {} and does not read back as it was", head.seq);
        return Err(StoreError::Corrupt { place: to.place().clone(), what });
    }
    Ok(done.written)
}

#[cfg(test)]
#[path = "../tests/inside/copy.rs"]
mod tests;
