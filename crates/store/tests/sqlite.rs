//! The promises of every store, kept by a file of SQLite.

mod conformance;

use adjutant_store::Store;

#[test]
fn every_promise_is_kept() {
    for (name, promise) in conformance::PROMISES {
        println!("{name}");
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("adjutant.db");
        promise(&|| Store::open(&path).unwrap());
    }
}
