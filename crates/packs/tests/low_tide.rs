//! A pack that needs no Rust: memory of control, negative points, roles of players and markers, points in the enemy's turn,
//! a primary objective for each player and a cap of a round. The totals are worked out by hand.

use std::path::Path;
use std::sync::Arc;

use adjutant_engine::fold::Match;
use adjutant_engine::law::{Pack, Packs};
use adjutant_engine::refusal::RefusalCode;
use adjutant_packs::{PackSource, read};
use serde_json::{Value, json};

use crate::support::{all, at, end, say, unit};

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
    opened_of(pack())
}

fn opened_of(pack: Arc<Pack>) -> Match {
    let mut game = Match::new(Packs::new([pack]));
    let open = json!({"format": 1, "match": "tide", "pack": "low-tide", "size": "incursion",
        "players": {"one": {"name": "One"}, "two": {"name": "Two"}}});
    all(&mut game, &[("both", json!({"open": open}))]);
    game
}

fn begun() -> Match {
    begin(opened())
}

fn begin(mut game: Match) -> Match {
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
        refused.message.to_string().contains("the-causeway is a mission for armies bent on other things"),
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
        let files = changed(file, from, to);
        let faults = read(&files).expect_err(fault);
        // A role that no marker has is told where it is read.
        let place = if fault.contains("has the role") { "objectives/hold-the-sluices.json" } else { file };
        let told = faults.iter().any(|one| one.file == place && one.fault.contains(fault));
        assert!(told, "{fault}: {faults:#?}");
    }
}

/// What the language of packs could not say when its first pack by somebody else was written, each as a change of this one:
/// the file, what gives way, and what is said there.
const SAYABLE: [Sayable; 8] = [
    (
        SLUICES,
        r#"{"controlled-for": {"rounds": 2}}"#,
        &[
            ("held for two rounds in a row", r#"{"controlled-for": {"rounds": 3}}"#),
            ("took it this turn", r#"{"newly-controlled": {"zone": "enemy"}}"#),
            ("first to hold it", r#"{"first-controlled": {"role": "sluice"}}"#),
        ],
    ),
    (
        SLUICES,
        r#""round-end""#,
        &[
            ("at the start of a phase", r#""own-command-phase-start""#),
            ("in the turn of the opponent", r#""opponent-turn-end""#),
        ],
    ),
    (
        DYKES,
        r#"{"by-role": {"attacker": 1, "defender": 2}}"#,
        &[
            ("Attacker and Defender", r#"{"by-role": {"attacker": 4, "defender": 0}}"#),
            ("first and second player", r#"{"by-turn": {"first": 1, "second": 2}}"#),
        ],
    ),
    (
        DYKES,
        r#"{"times": [2, {"newly-controlled": {}}]}"#,
        &[("points that are lost", r#"{"minus": 2}"#), (CHOICE, r#"{"told": {"most": 4}}"#)],
    ),
    (DYKES, r#""at": "own-turn-end""#, &[("at most once", r#""at": "own-turn-end", "once": true"#)]),
    (
        DYKES,
        r#""awards""#,
        &[(
            "marks of one's own",
            r#""picks": [{"mark": "dug", "at": "own-turn-end", "markers": {}, "lasts": "battle"}], "awards""#,
        )],
    ),
    (
        CAUSEWAY,
        r#""board""#,
        &[
            ("caps of a mission", r#""changes": {"caps": {"primary": 20}}, "board""#),
            ("the length of a mission", r#""changes": {"rounds": 4}, "board""#),
            ("the control of a mission", r#""changes": {"control_range_in": 6}, "board""#),
        ],
    ),
    (
        DYKES,
        r#"{"newly-controlled": {}}"#,
        &[
            ("near an edge", r#"{"units": {"owner": "own", "within_of_edge_in": 6}}"#),
            (
                "near another unit",
                r#"{"units": {"owner": "own", "close_to": {"units": {"owner": "own", "keywords": ["CHARACTER"]}, "within_in": 6}}}"#,
            ),
            (
                "destroyed where it stood",
                r#"{"destroyed-units": {"of": {"owner": "enemy"}, "counting": "every-time", "this_turn": true, "began_turn": {"in_range_of": {"zone": "own"}}}}"#,
            ),
            (
                "destroyed in close combat by a CHARACTER",
                r#"{"destroyed-units": {"of": {"owner": "enemy"}, "counting": "every-time", "this_turn": true, "by": {"units": {"owner": "own", "keywords": ["CHARACTER"]}, "attacks": "melee"}}}"#,
            ),
        ],
    ),
];

type Sayable = (&'static str, &'static str, &'static [(&'static str, &'static str)]);

const CHOICE: &str = "a number of the player's choice";
const SLUICES: &str = "objectives/hold-the-sluices.json";
const DYKES: &str = "objectives/cut-the-dykes.json";
const CAUSEWAY: &str = "incursion/the-causeway.json";

/// Each weakness with the files of the pack that says it.
fn sayable() -> impl Iterator<Item = (&'static str, Vec<PackSource>)> {
    let each =
        |(file, from, said): Sayable| said.iter().map(move |(weakness, to)| (*weakness, changed(file, from, to)));
    SAYABLE.into_iter().flat_map(each)
}

fn changed(file: &str, from: &str, to: &str) -> Vec<PackSource> {
    let mut files = files();
    change(&mut files, file, from, to);
    files
}

fn change(files: &mut [PackSource], file: &str, from: &str, to: &str) {
    let changed = files.iter_mut().find(|one| one.path == file).expect("the file");
    let text = String::from_utf8(changed.bytes.clone()).expect("text");
    assert!(text.contains(from), "{file}: {from}");
    changed.bytes = text.replace(from, to).into_bytes();
}

#[test]
fn old_weaknesses_of_the_language_can_be_said() {
    for (weakness, files) in sayable() {
        let faults = read(&files).err();
        assert!(faults.is_none(), "{weakness}: {faults:#?}");
    }
}

/// An action whose effect is `effect`, which the wardens' objective lists.
fn with_action(effect: Value) -> Vec<PackSource> {
    let mut files = changed(SLUICES, "\"awards\"", "\"actions\": [\"open-the-gate\"], \"awards\"");
    change(&mut files, "ruleset.json", "[\"shoot\"]}", "[\"shoot\", \"action\"]}");
    change(&mut files, "ruleset.json", "\"turn-end\", \"rules\": [", "\"turn-end\", \"rules\": [\"actions\", ");
    let action = json!({"id": "open-the-gate", "name": "Open the Gate", "source": "missions/README.md",
        "performer": {"keywords": ["INFANTRY"]}, "starts": "shooting-phase", "completes": "own-turn-end",
        "marker": {"of": {"role": "sluice"}}, "requires": [{"in-range-of-marker": {}}], "effect": effect});
    let bytes = action.to_string().into_bytes();
    files.push(PackSource { path: "actions/open-the-gate.json".to_owned(), bytes });
    files
}

/// Player one's unit opens the gate of a sluice in the first turn.
fn gate_opened(effect: Value) -> Match {
    let pack = read(&with_action(effect)).unwrap_or_else(|faults| panic!("{faults:#?}"));
    let mut game = opened_of(Arc::new(pack));
    for (player, id) in [("one", "a1"), ("two", "b1")] {
        let units = [unit(id, 5, &json!({"objective_control": 2}))];
        let army = json!({"name": player, "detachments": [{"type": "patrol", "cp": 0, "units": units}]});
        all(&mut game, &[(player, json!({"roster": {"player": player, "roster": army}}))]);
    }
    let mut game = begin(game);
    hold(&mut game, json!({"m1": "none", "m2": "none", "m3": "none", "m4": "none"}));
    end(&mut game, "one", &["command", "movement"]);
    all(
        &mut game,
        &[
            (
                "one",
                json!({"place": {"unit": "a1", "at": at(&[[21.0, 21.0], [22.0, 21.0], [23.0, 21.0], [21.0, 23.0], [23.0, 23.0]])}}),
            ),
            ("one", json!({"start-action": {"unit": "a1", "action": "open-the-gate", "marker": "m2"}})),
        ],
    );
    game
}

#[test]
fn an_action_makes_a_marker_its_players_own_or_brings_command_points() {
    // One Command point comes to both players as the next turn begins.
    for (effect, kept, cp) in [(json!("keep-marker"), true, 1), (json!({"gain-cp": 1}), false, 2)] {
        let mut game = gate_opened(effect);
        let before = game.view().players.one.cp;
        end_turn(&mut game);
        let view = game.view();
        assert_eq!((view.markers[1].kept.is_some(), view.players.one.cp - before), (kept, cp));
    }
}

/// An action that no moment of the ruleset completes would be started and never done.
#[test]
fn the_check_names_an_action_that_never_completes() {
    let mut files = with_action(json!("keep-marker"));
    change(&mut files, "ruleset.json", "[\"actions\", ", "[");
    let faults = read(&files).expect_err("no rule completes it");
    assert_eq!(
        faults[0].to_string(),
        "actions/open-the-gate.json: `completes`: `moments` name no rule `actions` at `turn-end`"
    );
}

/// What no log can count is claimed, at any moment of the battle.
#[test]
fn a_number_that_a_player_chooses_waits_for_a_claim() {
    let (_, files) = sayable().find(|(weakness, _)| *weakness == CHOICE).expect("a row");
    let pack = read(&files).unwrap_or_else(|faults| panic!("{faults:#?}"));
    let mut game = begin(opened_of(Arc::new(pack)));
    hold(&mut game, json!({"m1": "none", "m2": "none", "m3": "none", "m4": "none"}));
    end_turn(&mut game);
    end_turn(&mut game);
    let needs = game.view().needs;
    let [need] = needs.as_slice() else { panic!("{needs:?}") };
    let claim = |vp: u32| json!({"score": {"player": "two", "objective": need.objective, "vp": vp}});
    let refused = say(&mut game, "two", claim(5)).unwrap_err();
    assert_eq!((refused.code, refused.accepted.to_string().as_str()), (RefusalCode::ImpossibleValue, "0 to 4"));
    all(&mut game, &[("two", claim(3))]);
    assert_eq!(game.view().players.two.total, 3);
}
