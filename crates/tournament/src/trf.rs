//! FIDE TRF16, the exchange format of the Swiss world: read and written without loss.
//!
//! Every line is kept as it stands, so that what is not understood (newer codes, comments, odd spacing, line ends)
//! comes back byte for byte; player lines are read into fields beside that.
//!
//! # Source
//! FIDE Tournament Report File, agreement of 2016: fixed columns, code in the first three.

mod export;
mod file;
mod import;

pub use export::export;
pub use file::{Trf, TrfError, TrfGame, TrfPlayer};
pub use import::{ImportError, Imported, import, import_with, policies};
