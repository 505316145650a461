//! The program that is measured: this one, or what `ADJUTANT_BENCH_PROGRAM` names.

use std::ffi::OsString;

/// Another program that is measured in the place of this one.
pub fn another() -> Option<OsString> {
    std::env::var_os("ADJUTANT_BENCH_PROGRAM")
}

/// The program that is measured.
pub fn program() -> OsString {
    another().unwrap_or_else(|| env!("CARGO_BIN_EXE_adjutant").into())
}
