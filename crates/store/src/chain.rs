//! Whether lines continue a chain.

use adjutant_core::chain::{self, Link};

use crate::append::{Line, StreamKind};
use crate::error::StoreError;

/// Checks that lines continue a chain, and that each is filed under its own number and hash.
pub(crate) fn check_chain(kind: StreamKind, id: &str, expected: Link, lines: &[Line]) -> Result<(), StoreError> {
    let mut previous = expected;
    for line in lines {
        let broken = |source| StoreError::Chain { kind, id: id.to_owned(), seq: previous.seq + 1, source };
        let link = chain::verify_line(&line.bytes, previous).map_err(broken)?;
        if link != line.link {
            return Err(broken(chain::ChainError::Hash { computed: link.hash, found: line.link.hash }));
        }
        previous = link;
    }
    Ok(())
}
