//! Two sets of packs in one process: what one was brought the other knows nothing of.

use std::path::Path;

use adjutant_app::leagues::LeagueRecording;
use adjutant_app::matches::{Recording, whole_log};
use adjutant_app::tournaments::TournamentRecording;
use adjutant_app::{App, Clock, ErrorKind, Known};
use adjutant_core::ids::LeagueId;
use adjutant_core::time::Timestamp;
use adjutant_engine::side::By;
use adjutant_replay::audit::audit;
use adjutant_store::Store;
use adjutant_tournament::TournamentId;
use serde_json::{Value, json};

/// Programs that share a database; each knows the packs that come with it and one of its own, of this id and with this cap.
fn program(folder: &Path, name: &str, id: &str, cap: u32) -> App {
    let own = folder.join(name);
    for file in adjutant_packs::shipped_files("border-war") {
        let path = own.join(&file.path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        let bytes = match file.path.as_str() {
            "hashes.json" => continue,
            "pack.json" => {
                let mut pack: Value = serde_json::from_slice(&file.bytes).unwrap();
                pack["id"] = id.into();
                pack["plays"]["sheet"]["total_cap"] = cap.into();
                serde_json::to_vec(&pack).unwrap()
            }
            _ => file.bytes,
        };
        std::fs::write(path, bytes).unwrap();
    }
    let known = Known::default();
    known.know(&[own], None).unwrap();
    App::new(known, Clock::System, Store::open(&folder.join("adjutant.db")).unwrap())
}

fn open(app: &mut App, id: &str, pack: &str) -> Result<(), String> {
    let mut recording = Recording::new(&app.known, app.clock, id);
    let open = json!({"open": {"format": 1, "match": id, "pack": pack, "size": "incursion",
        "players": {"one": {"name": "Anna"}, "two": {"name": "Ben"}}}});
    let taken = recording.take(By::Both, serde_json::from_value(open).unwrap(), None);
    taken.map_err(|error| error.to_string())?;
    recording.commit(app).map_err(|error| error.sentence()).map(drop)
}

/// Whether a program reads a match, and finds nothing wrong with it in an audit: both or neither.
fn takes(app: &App, id: &str) -> bool {
    let read = Recording::load(app, id).is_ok();
    let report = audit(&app.known.rulebook(), id.to_owned(), &whole_log(app, id).unwrap());
    assert_eq!(report.errors().is_empty(), read, "{id}: {:?}", report.errors());
    read
}

#[test]
fn a_pack_is_known_to_whom_it_was_brought() {
    let folder = tempfile::tempdir().unwrap();
    let (mut one, mut two) = (program(folder.path(), "a", "ours", 59), program(folder.path(), "b", "theirs", 59));
    open(&mut one, "m1", "ours").unwrap();
    open(&mut two, "m2", "theirs").unwrap();
    assert!(open(&mut two, "m3", "ours").is_err() && open(&mut one, "m4", "theirs").is_err());
    assert_eq!([takes(&one, "m1"), takes(&two, "m1")], [true, false]);
    assert_eq!([takes(&one, "m2"), takes(&two, "m2")], [false, true]);
    assert!(Known::default().choose(Some("ours")).is_err(), "a third one knows neither");
}

#[test]
fn one_id_means_the_pack_of_whoever_is_asked() {
    let folder = tempfile::tempdir().unwrap();
    let (mut one, mut two) = (program(folder.path(), "a", "ours", 59), program(folder.path(), "b", "ours", 61));
    open(&mut one, "m1", "ours").unwrap();
    open(&mut two, "m2", "ours").unwrap();
    assert_eq!([takes(&one, "m1"), takes(&two, "m1")], [true, false]);
    assert_eq!([takes(&one, "m2"), takes(&two, "m2")], [false, true]);
    let cap = |app: &App, id: &str| {
        let recording = Recording::load(app, id).unwrap();
        recording.game().state().pack.as_ref().unwrap().law.total_cap
    };
    assert_eq!((cap(&one, "m1"), cap(&two, "m2")), (59, 61));
}

#[test]
fn each_program_dates_by_its_own_clock() {
    let folder = tempfile::tempdir().unwrap();
    let (mut one, mut two) = (program(folder.path(), "a", "ours", 59), program(folder.path(), "b", "ours", 59));
    let moments = ["2026-11-21T09:00:00Z", "2026-11-22T09:00:00Z"].map(|text| Timestamp::parse(text).unwrap());
    for (app, moment) in [&mut one, &mut two].into_iter().zip(moments) {
        app.clock = Clock::Fixed(moment);
        open(app, &format!("m{}", moment.seconds()), "ours").unwrap();
    }
    for moment in moments {
        let id = format!("m{}", moment.seconds());
        assert_eq!(Recording::load(&one, &id).unwrap().records()[0].at, moment);
    }
}

#[test]
fn an_unknown_id_is_the_same_error_for_every_kind() {
    let folder = tempfile::tempdir().unwrap();
    let app = App::new(Known::default(), Clock::System, Store::open(&folder.path().join("adjutant.db")).unwrap());
    let (event, league) = (TournamentId::new("x").unwrap(), LeagueId::new("x").unwrap());
    let errors = [
        Recording::load(&app, "x").err(),
        TournamentRecording::load(&app, &event).err(),
        LeagueRecording::load(&app, &league, folder.path()).err(),
    ];
    assert_eq!(errors.map(|error| error.unwrap().kind()), [ErrorKind::NotFound; 3]);
    assert_eq!(Recording::load_or_new(&app, "x").unwrap().seq(), 0);
}
