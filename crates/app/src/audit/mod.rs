//! Audits of logs wherever they lie, under the packs that this process knows. What is found in a log is the business of
//! [`adjutant_replay::audit`].
//!
//! | module | what |
//! |---|---|
//! | `source` | files, folders and databases that hold logs |
//! | `many` | many logs on several threads, in order, in bounded memory |
//! | `ordered` | work on several threads, its outcome in order |

mod many;
mod ordered;
mod source;

pub use many::audit_all;
pub use ordered::{Taker, in_order};
pub use source::{Gathered, Reader, Source, audit_stored, gather, of_database};
