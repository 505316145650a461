//! Audits of logs wherever they lie, under the packs that this process knows. What is found in a log is the business of
//! [`adjutant_replay::audit`].
//!
//! | module | what |
//! |---|---|
//! | `source` | a file, a log of a database or of an archive |
//! | `gather` | files, folders and databases that hold logs |
//! | `list` | many of them in little space |
//! | `many` | many logs on several threads, in order, in bounded memory |
//! | `ordered` | work on several threads, its outcome in order |

mod gather;
mod list;
mod many;
mod ordered;
mod source;

pub use gather::{Gathered, gather, of_database};
pub use list::Sources;
pub use many::audit_all;
pub use ordered::{Taker, in_order};
pub use source::{Reader, Source, audit_stored};
