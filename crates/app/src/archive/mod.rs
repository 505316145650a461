//! Archives: many logs in a folder of Parquet files, for keeping and for statistics.
//!
//! | module | what |
//! |---|---|
//! | `tables` | the tables and their columns |
//! | `cell`, `rows` | values in memory, rows as Parquet |
//! | `line` | a record as columns without its hashes, and back |
//! | `manifest` | `archive.json`: which files belong to the archive, and the root over all heads |
//! | `add` | logs into an archive |
//! | `read` | logs out of it |
//! | `extract` | logs as files again |
//! | `check` | everything computed again and compared |
//!
//! A record is kept as typed columns without `prev` and `hash`, which follow from the rest. Reading a log rebuilds its
//! lines byte for byte, and the head that comes out proves that they are those that went in. A log that does not come
//! out as it went in, because its chain is broken, its form is not canonical or it breaks off, is kept as it is in the
//! table `odd`: an archive keeps evidence and repairs nothing.
//!
//! What is in an archive is never rewritten: adding logs makes new files, and `archive.json` names them last.

mod add;
mod cell;
mod check;
mod error;
mod extract;
mod line;
mod manifest;
mod read;
mod rows;
mod tables;
#[cfg(test)]
#[path = "../../tests/inside/archive.rs"]
mod tests;

pub use add::{Added, add};
pub use check::{Checked, check};
pub use error::ArchiveError;
pub use extract::{Extracted, extract};
pub use line::{RecordRow, rebuild};
pub use manifest::{Manifest, PartFile, PartFiles};
pub use read::{Archive, ArchiveReader, Entry, Index};
pub use tables::{Kind, TABLES, Table};
