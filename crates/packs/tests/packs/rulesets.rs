//! Rulesets: what is refused and with which sentence, where shipped rows come from, and hashes that anybody can compute.

use std::path::{Path, PathBuf};
use std::process::Command;

use adjutant_packs::{Fault, PackSource, RULESET, read, shipped, shipped_files, shipped_rulesets};
use serde_json::{Value, json};

fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// border-war with its ruleset as a file of its own, changed.
pub fn changed(change: impl Fn(&mut Value, &mut Value)) -> Vec<PackSource> {
    let mut files = shipped_files("border-war");
    files.retain(|file| file.path != "hashes.json");
    let shared = project().join("missions/rulesets/9th").join(RULESET);
    let mut ruleset: Value = serde_json::from_slice(&std::fs::read(shared).expect("the ruleset")).expect("JSON");
    let pack = files.iter_mut().find(|file| file.path == "pack.json").expect("the pack");
    let mut common: Value = serde_json::from_slice(&pack.bytes).expect("JSON");
    common.as_object_mut().expect("an object").remove("ruleset");
    change(&mut ruleset, &mut common);
    pack.bytes = serde_json::to_vec(&common).expect("JSON");
    files.push(PackSource { path: RULESET.into(), bytes: serde_json::to_vec(&ruleset).expect("JSON") });
    files
}

/// A change of the ruleset by a JSON pointer; `null` takes the key away.
pub fn set(value: &mut Value, pointer: &str, to: Value) {
    let (above, key) = pointer.rsplit_once('/').expect("a pointer");
    let place = if above.is_empty() { value } else { value.pointer_mut(above).unwrap_or_else(|| panic!("no {above}")) };
    match (place, to) {
        (Value::Object(fields), Value::Null) => drop(fields.remove(key)),
        (Value::Object(fields), to) => drop(fields.insert(key.into(), to)),
        (Value::Array(rows), to) if key == "-" => rows.push(to),
        (Value::Array(rows), to) => rows[key.parse::<usize>().expect("an index")] = to,
        (other, _) => panic!("{pointer}: {other}"),
    }
}

/// What is set where (`ruleset…` or `pack…`), the file and the place that are named, words of the sentence.
fn faults() -> Vec<(&'static str, Value, &'static str, &'static str, &'static str)> {
    let end = |more: Value| {
        let mut row = json!({"name": "Rout", "at": "turn-end", "source": "pack",
            "loses_if": {"at-least": {"quantity": "round", "number": 2}}});
        row.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        row
    };
    let condition = json!({"at-least": {"quantity": {"units": {"owner": "own"}}, "number": 1}});
    let end = |more: Value| {
        let mut row = end(more);
        row["loses_if"] = condition.clone();
        row
    };
    let neither = "neither the ruleset nor the pack says it; say it under `plays`";
    vec![
        ("pack/plays/length", Value::Null, "pack.json", "`length`", neither),
        ("pack/plays/sheet", Value::Null, "pack.json", "`sheet`", neither),
        ("pack/plays/victory", Value::Null, "pack.json", "`victory`", neither),
        ("pack/plays/setup", Value::Null, "pack.json", "`setup`", neither),
        ("pack/plays/sizes", Value::Null, "pack.json", "`sizes`", neither),
        ("ruleset/turn", Value::Null, "pack.json", "`turn`", neither),
        ("ruleset/moments", Value::Null, "pack.json", "`moments`", neither),
        ("ruleset/control", Value::Null, "pack.json", "`control`", neither),
        ("ruleset/measures", Value::Null, "pack.json", "`measures`", neither),
        (
            "pack/plays/control",
            json!({"range_in": 9}),
            "pack.json",
            "`plays`, `control.range_in`",
            "does not change what",
        ),
        ("pack/plays/turn", json!([]), "pack.json", "`plays`, `turn`", "ruleset.json states it"),
        ("pack/ruleset", json!("99th"), "pack.json", "`ruleset`", "the pack has a `ruleset.json` of its own"),
        ("ruleset/weather", json!({}), "ruleset.json", "`weather`", "unknown field `weather`"),
        ("ruleset/turn", json!([]), "ruleset.json", "`turn`", "at least one phase"),
        ("ruleset/turn/0/phase", json!("Command"), "ruleset.json", "`turn`", "1 to 24 of `a` to `z`"),
        ("ruleset/turn/1/phase", json!("command"), "ruleset.json", "`turn`, `command`", "each phase once"),
        ("ruleset/turn/5/own", json!(["fight"]), "ruleset.json", "`turn`, `fight`", "`fight` stands there twice"),
        ("ruleset/turn/3/own", json!(["sing"]), "ruleset.json", "`turn`", "unknown variant `sing`"),
        ("ruleset/out_of_phase/0/not_in", json!(["tea"]), "ruleset.json", "`out_of_phase`, number 1", "no phase `tea`"),
        ("ruleset/after/0/forbids", json!([]), "ruleset.json", "`after`, number 1", "it forbids nothing"),
        ("ruleset/after/1/deed", json!("advance"), "ruleset.json", "`after`, number 2", "put both into one"),
        ("ruleset/moments/0/at", json!("tea-time"), "ruleset.json", "`moments`, `tea-time`", "unknown moment"),
        (
            "ruleset/moments/0/at",
            json!("magic-phase-end"),
            "ruleset.json",
            "`moments`, `magic-phase-end`",
            "no phase `magic`",
        ),
        (
            "ruleset/moments/1/at",
            json!("battle-start"),
            "ruleset.json",
            "`moments`, `battle-start`",
            "stands there twice",
        ),
        (
            "ruleset/moments/6/rules",
            json!(["actions", "actions"]),
            "ruleset.json",
            "`moments`, `turn-end`",
            "`actions` stands there twice",
        ),
        (
            "ruleset/moments/6/rules",
            json!(["reserves-deadline"]),
            "ruleset.json",
            "`moments`, `turn-end`",
            "use round-end",
        ),
        (
            "ruleset/moments/1/rules",
            json!(["primary"]),
            "ruleset.json",
            "`moments`, `round-start`",
            "`primary` does nothing then",
        ),
        ("ruleset/moments/6/rules", json!(["win"]), "ruleset.json", "`moments`", "unknown variant `win`"),
        ("pack/plays/length/rounds", json!(0), "pack.json", "`length`", "out of range; use 1 to 20"),
        ("pack/plays/length/rounds", json!("four"), "pack.json", "`length`", "invalid type"),
        ("pack/plays/length/then", json!([{"ends_on": 6}]), "pack.json", "`length`", "out of range; use 1 to 5"),
        ("pack/plays/reserves/until_round", json!(5), "pack.json", "`reserves`, `until_round`", "rounds 2 to 5 of 4"),
        (
            "pack/plays/reserves/from_round",
            json!(4),
            "pack.json",
            "`reserves`, `until_round`",
            "the order is from, until, rounds",
        ),
        (
            "ruleset/moments/7/rules",
            json!(["secondaries"]),
            "pack.json",
            "`reserves`, `until_round`",
            "no moment has the rule `reserves-deadline`",
        ),
        ("ruleset/control/by", json!("shouting"), "ruleset.json", "`control`", "unknown variant `shouting`"),
        ("ruleset/control/range_in", json!(0), "ruleset.json", "`control`, `range_in`", "more than 0 and up to 60"),
        ("ruleset/control/marker_mm", json!(0), "ruleset.json", "`control`", "out of range; use 1 to 500"),
        ("ruleset/control/never", json!({"names": []}), "ruleset.json", "`control`", "unknown field `names`"),
        ("ruleset/measures/coherency_in", json!(0), "ruleset.json", "`measures`, `coherency_in`", "more than 0"),
        (
            "ruleset/measures/neighbours",
            json!([[6, 2], [2, 1]]),
            "ruleset.json",
            "`measures`, `neighbours`",
            "rows rise",
        ),
        (
            "ruleset/measures/neighbours",
            json!([[2, 2]]),
            "ruleset.json",
            "`measures`, `neighbours`, number 1",
            "no 2 neighbours",
        ),
        ("pack/plays/setup/requires", json!(["mission", "mission"]), "pack.json", "`setup`, `requires`", "once"),
        ("pack/plays/sheet/columns", json!([]), "pack.json", "`sheet`, `columns`", "at least one column"),
        (
            "pack/plays/sheet/columns/1/id",
            json!("primary"),
            "pack.json",
            "`sheet`, `columns`, `primary`",
            "an id of its own",
        ),
        (
            "pack/plays/sheet/columns/1/choose",
            Value::Null,
            "pack.json",
            "`sheet`, `columns`, `secondary`",
            "`choose` says how many",
        ),
        (
            "pack/plays/sheet/columns/0/objective",
            json!("hold-the-march"),
            "pack.json",
            "`sheet`, `columns`, `primary`",
            "named for `fixed`",
        ),
        (
            "pack/plays/sheet/columns/1/from",
            json!("mission-primary"),
            "pack.json",
            "`sheet`, `columns`",
            "one primary objective",
        ),
        (
            "pack/plays/sheet/total_cap",
            json!(66),
            "pack.json",
            "`sheet`, `total_cap`",
            "the caps of its parts add up to 65",
        ),
        ("pack/plays/victory", json!([]), "pack.json", "`victory`", "at least one row"),
        (
            "pack/plays/victory/0/more",
            json!("luck"),
            "pack.json",
            "`victory`, number 1",
            "use one of total, primary, secondary",
        ),
        (
            "pack/plays/victory/-",
            json!({"more": "total"}),
            "pack.json",
            "`victory`, number 2",
            "compares `total` already",
        ),
        ("pack/plays/ends", json!([end(json!({"from_round": 5}))]), "pack.json", "`ends`, `Rout`", "after the last"),
        (
            "pack/plays/ends",
            json!([end(json!({})), end(json!({}))]),
            "pack.json",
            "`ends`, `Rout`",
            "an earlier row has this name",
        ),
        (
            "pack/plays/ends",
            json!([end(json!({"at": "tea-time"}))]),
            "pack.json",
            "`ends`",
            "unknown variant `tea-time`",
        ),
        ("ruleset/tests/morale/pass", json!("at-least-warp-charge"), "ruleset.json", "`tests`, `morale`", "no other"),
        (
            "ruleset/tests/morale/perils",
            json!({"doubles": [1], "mortal_wounds": "d3"}),
            "ruleset.json",
            "`tests`, `morale`",
            "`perils` come with",
        ),
        (
            "ruleset/tests/psychic/perils/mortal_wounds",
            json!("2d6"),
            "ruleset.json",
            "`tests`, `psychic`",
            "one die: d3 or d6",
        ),
        ("ruleset/tests/morale/attrition", Value::Null, "ruleset.json", "`tests`, `morale`", "how many models flee"),
        ("ruleset/tests/morale/attrition/flees_on", json!(6), "ruleset.json", "`tests`", "out of range; use 0 to 5"),
        ("ruleset/kinds/0/kind", json!("heroes"), "ruleset.json", "`kinds`", "unknown variant `heroes`"),
        ("ruleset/kinds/0/keywords", json!([]), "ruleset.json", "`kinds`, number 1", "it has no keywords"),
        ("ruleset/kinds/1/kind", json!("characters"), "ruleset.json", "`kinds`", "each kind stands there once"),
        ("ruleset/rolls/advance", json!("d7"), "ruleset.json", "`rolls`", "`d7` does not name dice"),
        ("ruleset/rolls/charge", json!("d33"), "ruleset.json", "`rolls`, `charge`", "added up"),
        (
            "ruleset/measures/charge_without_dice_in",
            json!(6),
            "ruleset.json",
            "`rolls`, `charge`",
            "leave one of them out",
        ),
        ("pack/plays/rolls/mission", json!("9d6"), "ruleset.json", "`rolls`, `mission`", "4 dice at most"),
        (
            "pack/plays/sheet/columns/1/categories",
            Value::Null,
            "pack.json",
            "`sheet`, `columns`, `secondary`",
            "what is chosen or drawn from",
        ),
        (
            "pack/plays/sheet/columns/1/categories/0/id",
            json!("mission"),
            "pack.json",
            "`sheet`, `columns`, `secondary`",
            "a word of its own",
        ),
        ("ruleset/tests/psychic/fail", json!("attrition"), "ruleset.json", "`tests`, `psychic`", "follows a `morale`"),
        ("ruleset/measures/charge_in", json!(-1), "ruleset.json", "`measures`, `charge_in`", "not negative"),
        ("ruleset/measures/shelter/models", json!(0), "ruleset.json", "`measures`", "out of range; use 1 to 100"),
        ("pack/plays/reserves/price/more_each_power", json!(0), "pack.json", "`reserves`", "out of range"),
        ("pack/plays/reserves/limit/units_percent", json!(101), "pack.json", "`reserves`", "use 0 to 100"),
        ("pack/plays/sizes", json!({"Big Game": {}}), "pack.json", "`sizes`", "a battle size is 1 to 24 of"),
        ("ruleset/dice", json!({"hit": {}}), "ruleset.json", "`dice`", "missing field"),
        ("ruleset/command_points/limit", json!(1), "ruleset.json", "`command_points`", "invalid type"),
    ]
}

#[test]
fn every_invalid_ruleset_is_refused_with_its_sentence() {
    assert!(read(&changed(|_, _| {})).is_ok(), "unchanged it is good");
    let table = faults();
    assert!(table.len() >= 30);
    let mut wrong = Vec::new();
    for (pointer, value, file, place, words) in table {
        let (of, pointer) = pointer.split_at(pointer.find('/').expect("a pointer"));
        let files = changed(|ruleset, pack| set(if of == "pack" { pack } else { ruleset }, pointer, value.clone()));
        let faults = read(&files).err().unwrap_or_default();
        let named = |fault: &Fault| fault.file == file && fault.place == place && fault.fault.contains(words);
        if !faults.iter().any(named) {
            wrong.push(format!("{of}{pointer} = {value}: expected {file}: {place}: …{words}…; found {faults:#?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A shipped pack with its ruleset as a file of its own, one place changed.
fn changed_at(pack: &str, pointer: &str, value: &Value) -> Vec<PackSource> {
    let mut files = shipped_files(pack);
    files.retain(|file| file.path != "hashes.json");
    let file = files.iter_mut().find(|file| file.path == "pack.json").expect("the pack");
    let mut common: Value = serde_json::from_slice(&file.bytes).expect("JSON");
    let named = common.as_object_mut().expect("an object").remove("ruleset").expect("a shipped ruleset");
    let shared = project().join("missions/rulesets").join(named.as_str().expect("an id")).join(RULESET);
    let mut ruleset: Value = serde_json::from_slice(&std::fs::read(shared).expect("the ruleset")).expect("JSON");
    let (of, pointer) = pointer.split_at(pointer.find('/').unwrap_or(pointer.len()));
    if !pointer.is_empty() {
        set(if of == "pack" { &mut common } else { &mut ruleset }, pointer, value.clone());
    }
    file.bytes = serde_json::to_vec(&common).expect("JSON");
    files.push(PackSource { path: RULESET.into(), bytes: serde_json::to_vec(&ruleset).expect("JSON") });
    files
}

/// What is set where, the place that is named, words of the sentence: cards, Levels of Control, Battle-shock.
fn faults_of_the_10th() -> Vec<(&'static str, Value, &'static str, &'static str)> {
    let neither = "neither the ruleset nor the pack says it; say it under `plays`";
    let cards = |id: &str| json!({"id": id, "title": "C", "from": "cards", "cap": 1, "categories": [{"id": "card", "title": "C"}]});
    let choice = json!({"id": "own", "title": "Own", "from": "choice", "choose": 1, "cap": 1,
        "categories": [{"id": "card", "title": "Card"}]});
    vec![
        ("pack/plays/cards/hand", Value::Null, "`cards`, `hand`", neither),
        ("pack/plays/cards/hand", json!(13), "`cards`", "out of range; use 1 to 12"),
        ("pack/plays/cards/hand", json!(12), "`cards`, `hand`", "12 cards are active at most, and the pack has 8"),
        ("pack/plays/cards/draw_in", json!("tea"), "`cards`, `draw_in`", "`turn` has no phase `tea`"),
        ("pack/plays/cards/scored", json!("burns"), "`cards`", "unknown variant `burns`"),
        ("ruleset/cards/exchange/phase", json!("tea"), "`cards`, `exchange`", "`turn` has no phase `tea`"),
        ("pack/plays/sheet/columns/-", cards("more"), "`sheet`, `columns`", "all active cards share one column"),
        (
            "pack/plays/sheet/columns/-",
            choice,
            "`sheet`, `columns`",
            "`card` is a category of cards and of what players choose; name one of them otherwise",
        ),
        (
            "pack/plays/sheet/columns",
            json!([{"id": "primary", "title": "P", "from": "mission-primary", "cap": 70}]),
            "`cards`, `hand`",
            "no column of `sheet` is from `cards`",
        ),
        (
            "ruleset/moments",
            json!([{"at": "turn-end", "rules": ["columns"]}]),
            "`control`, `by`",
            "no moment has the rule `settle-control`",
        ),
        (
            "ruleset/moments/3/at",
            json!("round-start"),
            "`moments`, `round-start`",
            "`settle-control` does nothing then",
        ),
        ("ruleset/control/secured", json!("first"), "`control`, `secured`", "use `nobody`"),
        ("ruleset/moments/0/rules", json!(["command-point"]), "`tests`, `battle-shock`", "the rule `shock-ends`"),
        ("ruleset/moments/1/rules", json!(["settle-control"]), "`tests`, `battle-shock`", "the rule `shock-due`"),
        ("ruleset/moments/2/rules", json!(["shock-due"]), "`moments`, `phase-end`", "`shock-due` does nothing then"),
        ("ruleset/tests/battle-shock", Value::Null, "`moments`", "`shock-due` needs a test called `battle-shock`"),
        ("ruleset/tests/battle-shock/fail", json!("nothing"), "`tests`, `battle-shock`", "`shocked` follows"),
        ("ruleset/tests/battle-shock/due", Value::Null, "`tests`, `battle-shock`", "`due` belongs to"),
        ("ruleset/tests/desperate-escape/each_model", json!(false), "`tests`, `desperate-escape`", "tests for itself"),
        ("ruleset/tests/desperate-escape/above", Value::Null, "`tests`, `desperate-escape`", "has to be exceeded"),
        ("ruleset/command_points/limit/per_round", json!(-1), "`command_points`", "use 0 to 100"),
        ("pack/plays/command_points", Value::Null, "`command_points`, `each_own_turn`", neither),
    ]
}

/// The same for early ends, sizes that the ruleset states in part, set-up in turn.
fn faults_of_the_8th() -> Vec<(&'static str, Value, &'static str, &'static str)> {
    let neither = "neither the ruleset nor the pack says it; say it under `plays`";
    vec![
        ("pack/plays/turn", Value::Null, "`turn`", neither),
        ("ruleset/ends/0/from_round", json!(6), "`ends`, `Sudden Death`", "it begins in round 6, after the last"),
        ("ruleset/ends/0/at", json!("tea-time"), "`ends`", "unknown variant `tea-time`"),
        (
            "ruleset/ends/0/loses_if/all/1/not/at-least/quantity/units/garrisoned",
            json!("by many"),
            "`ends`",
            "invalid type: string",
        ),
        ("ruleset/control/from", json!("above"), "`control`", "unknown variant `above`"),
        ("pack/plays/control/secured", Value::Null, "`control`", "missing field `secured`"),
        ("pack/plays/sizes/up-to-1000/cp", Value::Null, "`sizes`", "missing field `cp`"),
        (
            "pack/plays/sizes/up-to-1000/points",
            json!(500),
            "`plays`, `sizes.up-to-1000.points`",
            "does not change what",
        ),
        ("pack/plays/sizes/up-to-4000", json!({"cp": 3}), "`sizes`", "missing field `points`"),
        ("pack/plays/setup/deploy", json!("at-once"), "`setup`", "unknown variant `at-once`"),
        ("pack/plays/setup/zone_by", json!("loser"), "`setup`", "unknown variant `loser`"),
        ("pack/plays/reserves/until_round", json!(6), "`reserves`, `until_round`", "rounds 2 to 6 of 5"),
        ("pack/plays/reserves/from_round", Value::Null, "`reserves`", "missing field `from_round`"),
        (
            "pack/plays/reserves/limit",
            json!({"units_percent": 60}),
            "`plays`, `reserves.limit.units_percent`",
            "does not change what",
        ),
        ("ruleset/reserves/limit/points_below_percent", json!(0), "`reserves`", "use 1 to 101"),
        ("pack/plays/tests/morale/pass", Value::Null, "`tests`", "missing field `pass`"),
        ("pack/plays/tests/morale/dice", json!(2), "`plays`, `tests.morale.dice`", "does not change what"),
        ("pack/plays/moments/2/rules", json!(["columns"]), "`reserves`, `until_round`", "the rule `reserves-deadline`"),
        (
            "pack/plays/sheet/columns/2/objective",
            json!("no-such"),
            "`sheet`, `columns`, `warlord`",
            "no objective `no-such` in this pack",
        ),
        ("ruleset/readings/tabled_player_loses_turns", json!("no"), "`readings`", "invalid type: string"),
    ]
}

#[test]
fn every_invalid_ruleset_of_the_invented_packs_is_refused_with_its_sentence() {
    for (pack, table) in [("outposts-10th", faults_of_the_10th()), ("outposts-8th", faults_of_the_8th())] {
        read(&changed_at(pack, "", &Value::Null)).unwrap_or_else(|faults| panic!("{pack}: {faults:#?}"));
        let mut wrong = Vec::new();
        for (pointer, value, place, words) in table {
            let faults = read(&changed_at(pack, pointer, &value)).err().unwrap_or_default();
            if !faults.iter().any(|fault| fault.place == place && fault.fault.contains(words)) {
                wrong.push(format!("{pointer} = {value}: expected {place}: …{words}…; found {faults:#?}"));
            }
        }
        assert!(wrong.is_empty(), "{pack}: {}", wrong.join("\n"));
    }
}

/// What missions and objectives name has to stand in the tables.
#[test]
fn dice_and_categories_that_no_table_has_are_faults() {
    let faults = |pointer: &str, value: Value| {
        let faults = read(&changed(|_, pack| set(pack, pointer, value.clone()))).expect_err("faulty");
        faults.iter().map(Fault::to_string).collect::<Vec<_>>()
    };
    let without = faults("/plays/rolls", Value::Null);
    assert!(without.contains(
        &"incursion/the-ford.json: `rolled`: the pack says no dice for it; say them as `mission` of `rolls`".to_owned()
    ));
    let other = faults("/plays/rolls/mission", json!("d6"));
    assert!(other.iter().any(|fault| fault.contains("the pack rolls d6: name the face of each die")), "{other:?}");
    let fewer = faults("/plays/sheet/columns/1/categories/1/id", json!("warpcraft"));
    let words = "objectives/light-the-beacons.json: `category`: no column of the sheet has `shadow-operations`; use \
                 primary, mission, purge-the-enemy, warpcraft";
    assert!(fewer.contains(&words.to_owned()), "{fewer:?}");
}

#[test]
fn a_pack_without_any_ruleset_is_told_so() {
    let mut files = changed(|_, _| {});
    files.retain(|file| file.path != RULESET);
    let faults = read(&files).expect_err("no ruleset");
    assert!(faults.iter().any(|fault| fault.fault.contains("has no `ruleset.json` and names no shipped ruleset")));
}

/// Rows that a ruleset states carry the lines of a text, or the word `pack`.
#[test]
fn every_row_of_a_shipped_ruleset_has_its_source() {
    let mut rows = 0;
    let mut check = |name: &str, value: &Value, source: Option<&Value>| {
        let source = source.and_then(Value::as_str).unwrap_or_default();
        let good = source == "pack" || source.chars().any(|c| c.is_ascii_digit());
        assert!(good, "{name}: `{source}` in {value}");
        rows += 1;
    };
    let tables = |name: &str, tables: &Value, check: &mut dyn FnMut(&str, &Value, Option<&Value>)| {
        for (table, value) in tables.as_object().expect("an object") {
            let place = format!("{name}, {table}");
            match (table.as_str(), value) {
                ("id" | "sources" | "sizes" | "stratagems" | "common_powers" | "readings", _) => {}
                ("dice", value) => {
                    for (row, source) in value["sources"].as_object().expect("`dice` has `sources`") {
                        check(&format!("{place}, {row}"), value, Some(source));
                    }
                }
                ("tests", value) => {
                    value.as_object().into_iter().flatten().for_each(|(_, row)| check(&place, row, row.get("source")));
                }
                (_, Value::Array(list)) => list.iter().for_each(|row| check(&place, row, row.get("source"))),
                (_, row) => check(&place, row, row.get("source")),
            }
        }
    };
    for id in shipped_rulesets() {
        let bytes = std::fs::read(project().join("missions/rulesets").join(id).join(RULESET)).expect("the file");
        tables(id, &serde_json::from_slice(&bytes).expect("JSON"), &mut check);
        let conduct = std::fs::read(project().join("missions/rulesets").join(id).join("conduct.json"));
        tables(id, &serde_json::from_slice(&conduct.expect("the file")).expect("JSON"), &mut check);
    }
    for pack in shipped().iter() {
        let files = shipped_files(pack.file.id.as_str());
        let file = files.iter().find(|file| file.path == "pack.json").expect("the file");
        let common: Value = serde_json::from_slice(&file.bytes).expect("JSON");
        let mut plays = common["plays"].clone();
        // A key that completes a table of the ruleset stands there without a row of its own: it is the pack's.
        let named = common["ruleset"].as_str().map(|id| project().join("missions/rulesets").join(id).join(RULESET));
        let ruleset = named.map(|path| serde_json::from_slice(&std::fs::read(path).expect("the file")).expect("JSON"));
        let ruleset: Value = ruleset.unwrap_or_default();
        for (table, row) in plays.as_object_mut().expect("an object") {
            if table == "tests" {
                let completed = row.as_object_mut().expect("an object").iter_mut();
                let completed = completed.filter(|(test, _)| ruleset["tests"][test.as_str()].is_object());
                completed.for_each(|(_, test)| test["source"] = json!("pack"));
            }
            if ruleset[table].is_object() && row.is_object() && table != "tests" {
                row["source"] = json!("pack");
            }
        }
        tables(pack.file.id.as_str(), &plays, &mut check);
    }
    assert!(rows > 30, "{rows}");
}

#[test]
fn every_edition_says_its_dice_in_its_ruleset() {
    assert_eq!(adjutant_packs::editions(), ["10th", "11th", "5th", "8th", "9th"]);
    for id in adjutant_packs::editions() {
        assert!(adjutant_packs::edition_dice(id).is_some(), "{id}");
    }
}

#[test]
fn the_python_of_the_readme_computes_every_hash() {
    let readme = std::fs::read_to_string(project().join("missions/README.md")).expect("the file");
    let snippet = readme.split("```python\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a snippet");
    assert!(snippet.lines().filter(|line| !line.trim().is_empty()).count() <= 15, "fifteen lines");
    for pack in shipped().iter() {
        let folder = project().join("missions").join(pack.file.id.as_str());
        let run = Command::new("python3").args(["-c", snippet]).arg(&folder).output().expect("python3 is installed");
        assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
        let found = String::from_utf8(run.stdout).expect("text");
        let mut lines: Vec<&str> = found.lines().collect();
        lines.sort_unstable();
        let ours = pack.rules_hashes.iter().map(|(id, hash)| format!("{id} {hash}"));
        let mut ours: Vec<String> = ours.chain([format!("rules {}", pack.rules)]).collect();
        ours.sort();
        assert_eq!(lines, ours);
    }
}

/// What is written decides, not what it is read as: a key of `plays` that repeats a default changes the hash.
#[test]
fn the_hash_is_over_the_files_as_written() {
    let plain = read(&changed(|_, _| {})).expect("good");
    let more = read(&changed(|_, pack| set(pack, "/plays/readings", json!({"same_action_twice_a_round": false}))))
        .expect("good");
    assert_ne!(plain.rules, more.rules);
    let titled = read(&changed(|_, pack| set(pack, "/title", json!("Another")))).expect("good");
    assert_eq!(plain.rules, titled.rules, "a title changes no rule");
    let richer = read(&changed(|_, pack| set(pack, "/plays/sizes/incursion/cp", json!(5)))).expect("good");
    assert_ne!(plain.rules, richer.rules, "starting Command points are");
    assert!(plain.rules_hashes.iter().all(|(id, hash)| richer.rules_hashes[id] != *hash));
}
