//! Tests of `matches::listed` that need what only it sees.

use super::*;
use crate::matches::Recording;
use crate::{Clock, Known};
use adjutant_engine::chain::Hash;
use adjutant_engine::side::By;
use adjutant_engine::time::Timestamp;
use adjutant_engine::view::Status;
use adjutant_replay::matches::listed::Listed;

fn app(folder: &Path) -> App {
    let now = Clock::Fixed(Timestamp::parse("2026-11-21T09:00:00Z").unwrap());
    App::new(Known::default(), now, Store::open(&folder.join("adjutant.db")).unwrap())
}

fn listed(store: &App, folder: &Path) -> Vec<Listed> {
    all(store, folder, |_, _| {}).unwrap().into_iter().map(|row| row.listed).collect()
}

fn open(store: &mut App, id: &str) {
    let open = serde_json::json!({"open": {"format": 1, "match": id, "pack": "gt2020", "size": "strike-force",
        "players": {"one": {"name": "Anna"}, "two": {"name": "Ben"}}}});
    let mission = serde_json::json!({"mission": {"mission": "scorched-earth"}});
    say(store, id, open);
    say(store, id, mission);
}

fn say(store: &mut App, id: &str, command: serde_json::Value) {
    let mut recording = Recording::load_or_new(store, id).unwrap();
    recording.take(By::Both, serde_json::from_value(command).unwrap(), None).unwrap();
    recording.commit(store).unwrap();
}

/// What is kept is what the logs say, is not asked for a log that has grown, and is not believed when it is torn.
#[test]
fn what_is_kept_is_what_the_logs_say() {
    let folder = tempfile::TempDir::new().unwrap();
    let mut store = app(folder.path());
    open(&mut store, "a");
    let few = listed(&store, folder.path());
    assert!(!folder.path().join(CACHE).exists(), "one match is not worth a file");
    assert_eq!((few.len(), few[0].mission.as_ref().unwrap().as_str()), (1, "scorched-earth"));
    assert_eq!((few[0].status, few[0].round, few[0].winner), (Some(Status::Setup), None, None));
    (0..WORTH_KEEPING).for_each(|n| open(&mut store, &format!("m{n:02}")));
    let first = listed(&store, folder.path());
    assert!(folder.path().join(CACHE).exists());
    assert_eq!(first, listed(&store, folder.path()));
    say(&mut store, "m07", serde_json::json!({"note": {"text": "more"}}));
    let grown = listed(&store, folder.path());
    assert_eq!(grown.iter().find(|one| one.id == "m07").unwrap().records, 3);
    assert_eq!(grown.iter().filter(|one| one.records == 2).count(), WORTH_KEEPING);
    std::fs::write(folder.path().join(CACHE), b"{\"made_by\":").unwrap();
    assert_eq!(grown, listed(&store, folder.path()));
}

/// Rows of another build of this release are believed; a row never passes for another head than its own, and those of
/// another meaning are made anew.
#[test]
fn a_kept_row_stands_for_its_head_alone() {
    let folder = tempfile::TempDir::new().unwrap();
    let (path, mut store) = (folder.path().join(CACHE), app(folder.path()));
    (0..WORTH_KEEPING).for_each(|n| open(&mut store, &format!("m{n:02}")));
    let first = listed(&store, folder.path());
    let kept = |change: &dyn Fn(&mut serde_json::Value)| {
        let mut cache: serde_json::Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
        change(&mut cache);
        std::fs::write(&path, cache.to_string()).unwrap();
        listed(&store, folder.path())
    };
    // What the file says of this very head is shown without folding: so it is read, whatever program reads it.
    let told = kept(&|cache| cache["matches"]["m03"]["listed"]["one"] = "Kept".into());
    assert_eq!(told[3].one, "Kept");
    let other = first[4].head.clone();
    let told = kept(&|cache| cache["matches"]["m03"]["listed"]["head"] = other.as_str().into());
    assert_eq!(told, first, "a row of another head");
    let told = kept(&|cache| {
        cache["matches"]["m04"]["listed"]["one"] = "Kept".into();
        cache["made_by"] = format!("{} {}", MEANING + 1, env!("CARGO_PKG_VERSION")).into();
    });
    assert_eq!(told, first, "rows of another meaning");
}

/// The summary of fixed logs, hashed, under the number of its meaning. Who changes what a row says raises [`MEANING`]
/// and runs this once with `ADJUTANT_BLESS=1`; without a new number that writes nothing.
#[test]
fn what_rows_say_has_the_number_of_its_meaning() {
    let place = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/matches/listed.meaning");
    let known = std::fs::read_to_string(&place).unwrap_or_default();
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/golden");
    let folder = tempfile::TempDir::new().unwrap();
    let mut store = app(folder.path());
    for id in ["real-armies", "golden-resupply", "golden-scorched-earth", "golden-vital-intelligence"] {
        let name = id.trim_start_matches("golden-");
        let log = std::fs::read(golden.join(format!("{name}.bare.jsonl"))).unwrap();
        let mut recording = Recording::load_or_new(&store, id).unwrap();
        for line in log.split(|byte| *byte == b'\n') {
            let Some(bare) = adjutant_engine::record::read_bare(line).unwrap() else { continue };
            recording.take_said(bare.said(), bare.command, bare.at).unwrap();
        }
        recording.commit(&mut store).unwrap();
    }
    let mut rows = all(&store, folder.path(), |_, _| {}).unwrap();
    assert!(rows.iter().all(|row| row.played.is_some()), "every golden match is over");
    // The heads hold the release that sealed them.
    rows.iter_mut().for_each(|row| row.listed.head.clear());
    let found = Hash::of(&serde_json::to_vec(&rows).unwrap()).to_string();
    let found = format!("{MEANING} {found}\n");
    let raised = known.split(' ').next() != found.split(' ').next();
    if raised && std::env::var_os("ADJUTANT_BLESS").is_some() {
        std::fs::write(&place, &found).unwrap();
    } else {
        assert_eq!(known, found, "rows say something else: raise MEANING, then run this with ADJUTANT_BLESS=1");
    }
}
