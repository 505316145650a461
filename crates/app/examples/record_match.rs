//! Records a whole match, reads its log back, and audits it: `cargo run -p adjutant-app --example record_match`.

use adjutant_app::matches::{Recording, whole_log};
use adjutant_app::{Clock, Known};
use adjutant_replay::audit::audit;
use adjutant_replay::matches::logs;
use adjutant_store::Store;

const BATTLE: &[u8] = include_bytes!("../../packs/tests/packs/the-ford.bare.jsonl");

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = tempfile::tempdir()?;
    let mut store = Store::open(&folder.path().join("adjutant.db"))?;

    let known = Known::default();
    let mut recording = Recording::new(&known, Clock::System, "ford");
    for (line, record) in logs::read_bare("the-ford", BATTLE)? {
        let taken = recording.take(record.by, record.command, record.at);
        taken.map_err(|error| error.explain(&format!("line {line}"), "the record"))?;
    }
    recording.commit(&mut store)?;

    let log = whole_log(&store, "ford")?;
    let report = audit(&known.rulebook(), "ford".to_owned(), &log);
    assert!(report.good(), "{:?}", report.errors());
    println!("{} records, {} to {}, head {}", report.records, report.vp.one, report.vp.two, recording.head());
    Ok(())
}
