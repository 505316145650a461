//! Tests of `error` that need what only it sees.

use super::*;
use std::io::ErrorKind as Io;

#[test]
fn each_cause_has_its_own_hint() {
    let path = || Place::from(std::path::Path::new("adjutant.db"));
    let unreachable = |kind: Io| StoreError::Unreachable { place: path(), source: std::io::Error::from(kind) };
    let of_sqlite = |code: i32| {
        let source = rusqlite::Error::SqliteFailure(rusqlite::ffi::Error::new(code), None);
        StoreError::from_sqlite(&path(), source)
    };
    let cases = [
        (unreachable(Io::NotFound), "check the path"),
        (unreachable(Io::PermissionDenied), "check the owner and mode"),
        (unreachable(Io::TimedOut), "a folder that can be written"),
        (of_sqlite(rusqlite::ffi::SQLITE_FULL), "make room on the disk"),
        (of_sqlite(rusqlite::ffi::SQLITE_READONLY), "make the file and its folder writable"),
        (of_sqlite(rusqlite::ffi::SQLITE_IOERR), "the disk may be full"),
        (of_sqlite(rusqlite::ffi::SQLITE_BUSY), "close the other program"),
        (of_sqlite(rusqlite::ffi::SQLITE_NOTADB), "this file is left as it is"),
    ];
    for (error, words) in cases {
        assert!(error.hint().contains(words), "{error}: {}", error.hint());
    }
}
