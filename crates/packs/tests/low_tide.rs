//! A pack that needs no Rust: memory of control, negative points, roles of players and markers, points in the enemy's turn,
//! a primary objective for each player and a cap of a round. The totals are worked out by hand.

use std::path::Path;
use std::sync::Arc;

use adjutant_engine::fold::Match;
use adjutant_engine::law::{Pack, Packs};
use adjutant_engine::refusal::RefusalCode;
use adjutant_packs::{PackSource, read};
use serde_json::{Value, json};

use crate::support::{all, say};

fn collect(folder: &Path, prefix: &str, files: &mut Vec<PackSource>) {
    for entry in std::fs::read_dir(folder).expect("the folder").map(|entry| entry.expect("an entry").path()) {
        let name = entry.file_name().expect("a name").to_string_lossy().into_owned();
        if entry.is_dir() {
            collect(&entry, &format!("{prefix}{name}/"), files);
        } else {
            let bytes = std::fs::read(&entry).expect("a file");
            files.push(PackSource { path: format!("{prefix}{name}"), bytes });
        }
    }
}

fn files() -> Vec<PackSource> {
    let mut files = Vec::new();
    collect(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/packs/low-tide")), "", &mut files);
    files
}

fn pack() -> Arc<Pack> {
    Arc::new(read(&files()).unwrap_or_else(|faults| panic!("{faults:#?}")))
}

fn opened() -> Match {
    let mut game = Match::new(Packs::new([pack()]));
    let open = json!({"format": 1, "match": "tide", "pack": "low-tide", "size": "incursion",
        "players": {"one": {"name": "One"}, "two": {"name": "Two"}}});
    all(&mut game, &[("both", json!({"open": open}))]);
    game
}

fn begun() -> Match {
    let mut game = opened();
    all(
        &mut game,
        &[
            ("one", json!({"disposition": {"player": "one", "is": "wardens"}})),
            ("two", json!({"disposition": {"player": "two", "is": "raiders"}})),
            ("both", json!({"mission": {"mission": "the-causeway"}})),
            ("both", json!({"roles": {"attacker": "two"}})),
            ("one", json!({"zone": {"zone": "a"}})),
            ("both", json!({"first-turn": {"player": "one"}})),
            ("both", json!({"begin": {}})),
        ],
    );
    game
}

fn hold(game: &mut Match, holds: Value) {
    all(game, &[("both", json!({"control": {"holds": holds}}))]);
}

fn end_turn(game: &mut Match) {
    all(game, &[("both", json!({"end-turn": {}}))]);
}

#[test]
fn totals_are_those_worked_out_by_hand() {
    let mut game = begun();
    let nobody = json!({"m1": "none", "m2": "none", "m3": "none", "m4": "none"});
    // Round 1. One takes the own home and a sluice; two the own home and the sluice: 2 x 2 newly controlled.
    hold(&mut game, nobody);
    hold(&mut game, json!({"m1": "one", "m2": "one"}));
    end_turn(&mut game);
    hold(&mut game, json!({"m2": "two", "m4": "two"}));
    end_turn(&mut game);
    // Round 2. One takes both sluices. Two begins with a marker in the own territory: 1 as Attacker; takes the home of one:
    // 2. One holds two sluices in that turn: 6.
    hold(&mut game, json!({"m2": "one", "m3": "one"}));
    end_turn(&mut game);
    hold(&mut game, json!({"m1": "two"}));
    end_turn(&mut game);
    // Round 3. One has lost the home: -4. Two begins as before: 1. One holds two sluices: 6, both for two rounds: 4.
    end_turn(&mut game);
    end_turn(&mut game);
    // The end. Two was the first at its home: 3.
    let view = game.view();
    assert!(view.needs.is_empty() && view.missed.is_empty(), "{:?} {:?}", view.needs, view.missed);
    let lines: Vec<(String, i32)> =
        view.ledger.iter().map(|one| (format!("{} {}", one.player, one.moment), one.vp)).collect();
    assert_eq!((view.players.one.total, view.players.two.total), (6 - 4 + 6 + 4, 4 + 1 + 2 + 1 + 3), "{lines:?}");
}

#[test]
fn a_round_counts_no_more_than_its_cap_and_points_do_not_fall_below_nothing() {
    let mut game = begun();
    hold(&mut game, json!({"m1": "none", "m2": "one", "m3": "one", "m4": "none"}));
    // Nothing to lose yet: -4 of 0 is 0. Two sluices in the turn of two: 6.
    end_turn(&mut game);
    end_turn(&mut game);
    assert_eq!(game.view().players.one.total, 6);
    // Two takes all: four markers newly controlled in the own turn, 8; one more for the territory: 9 of 12.
    end_turn(&mut game);
    hold(&mut game, json!({"m1": "two", "m2": "two", "m3": "two", "m4": "two"}));
    end_turn(&mut game);
    let two = game.view().players.two;
    assert_eq!(two.total, 8, "no marker in the own territory as the Command phase began");
}

#[test]
fn a_mission_is_played_by_its_own_dispositions() {
    let mut game = opened();
    let refused = say(&mut game, "one", json!({"disposition": {"player": "one", "is": "painters"}})).unwrap_err();
    assert_eq!(refused.code, RefusalCode::Unknown);
    assert_eq!(refused.accepted, "one of raiders wardens");
    all(
        &mut game,
        &[
            ("both", json!({"mission": {"mission": "the-causeway"}})),
            ("one", json!({"disposition": {"player": "one", "is": "raiders"}})),
            ("two", json!({"disposition": {"player": "two", "is": "raiders"}})),
            ("both", json!({"first-turn": {"player": "one"}})),
        ],
    );
    let refused = say(&mut game, "both", json!({"begin": {}})).unwrap_err();
    assert!(
        refused.message.contains("the-causeway is a mission for armies bent on other things"),
        "{}",
        refused.message
    );
}

/// Each change is one fault of the new words, named with its file and place.
#[test]
fn the_check_names_faults_of_the_new_words() {
    let cases: [(&str, &str, &str, &str); 9] = [
        (
            "incursion/the-causeway.json",
            "\"raiders\": \"cut-the-dykes\"",
            "\"raiders\": \"swim\"",
            "no objective `swim`",
        ),
        (
            "incursion/the-causeway.json",
            "\"primaries\"",
            "\"primary\": \"cut-the-dykes\", \"primaries\"",
            "one of them",
        ),
        (
            "incursion/the-causeway.json",
            "\"board\"",
            "\"changes\": {\"caps\": {\"cards\": 3}}, \"board\"",
            "no column `cards`",
        ),
        (
            "incursion/the-causeway.json",
            "\"board\"",
            "\"areas\": [{\"id\": \"m1\"}], \"board\"",
            "a marker has this name",
        ),
        (
            "incursion/the-causeway.json",
            "[\"sluice\"]}",
            "[\"gate\"]}",
            "no marker of `the-causeway` has the role `sluice`",
        ),
        (
            "objectives/cut-the-dykes.json",
            "\"from_round\": 2",
            "\"from_round\": 3, \"until_round\": 2",
            "its rounds are 3 to 2",
        ),
        (
            "objectives/cut-the-dykes.json",
            "{\"newly-controlled\": {}}",
            "{\"marked\": {\"mark\": \"cut\"}}",
            "lays a mark `cut`",
        ),
        ("objectives/hold-the-sluices.json", "\"opponent-turn-end\"", "\"tea-time\"", "unknown variant `tea-time`"),
        (
            "objectives/hold-the-sluices.json",
            "\"awards\"",
            "\"fixed\": true, \"awards\"",
            "only a secondary mission card",
        ),
    ];
    for (file, from, to, fault) in cases {
        let mut files = files();
        let changed = files.iter_mut().find(|one| one.path == file).expect("the file");
        let text = String::from_utf8(changed.bytes.clone()).expect("text");
        assert!(text.contains(from), "{file}: {from}");
        changed.bytes = text.replace(from, to).into_bytes();
        let faults = read(&files).expect_err(fault);
        // A role that no marker has is told where it is read.
        let place = if fault.contains("has the role") { "objectives/hold-the-sluices.json" } else { file };
        let told = faults.iter().any(|one| one.file == place && one.fault.contains(fault));
        assert!(told, "{fault}: {faults:#?}");
    }
}
