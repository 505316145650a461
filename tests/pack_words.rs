//! `missions/WORDS.md`: every word of the language of packs has an example there, and every example runs.

use std::collections::BTreeSet;
use std::sync::Arc;

use adjutant_app::packs::gather;
use adjutant_engine::fold::Match;
use adjutant_engine::law::{Pack, Packs};
use adjutant_packs::{PackSource, read};
use adjutant_present::{action_in_words, briefing, objective_in_words};
use adjutant_simulate::{Depth, Plan, simulate};
use serde_json::{Map, Value, json};

use crate::support::project;

/// An example: the chapter that says what it takes the place of, itself, and what the file says that a briefing says.
struct Example {
    chapter: String,
    text: String,
    value: Value,
    said: String,
}

fn document() -> String {
    std::fs::read_to_string(project().join("missions/WORDS.md")).expect("the file")
}

/// A row of a table: the example, and the sentences beside it.
fn row(line: &str) -> Option<(&str, &str)> {
    let (example, said) = line.strip_prefix("| `")?.split_once("` |")?;
    Some((example, said.trim().trim_end_matches('|').trim()))
}

fn examples() -> Vec<Example> {
    let (mut chapter, mut found) = (String::new(), Vec::new());
    for line in document().lines() {
        if let Some(title) = line.strip_prefix("## ") {
            chapter = title.to_owned();
        }
        if let Some((text, said)) = row(line) {
            let value = serde_json::from_str(text).unwrap_or_else(|error| panic!("{text}: {error}"));
            found.push(Example { chapter: chapter.clone(), text: text.to_owned(), value, said: said.to_owned() });
        }
    }
    found
}

fn files() -> Vec<PackSource> {
    gather(&project().join("tests/packs/words")).unwrap_or_else(|error| panic!("{error}"))
}

/// The briefing of the pack's only mission, line by line.
fn lines(pack: &Pack) -> Vec<String> {
    let mission = pack.missions.values().next().expect("a mission");
    briefing(pack, mission).in_columns(usize::MAX).lines().map(|line| line.trim().to_owned()).collect()
}

/// The keys of an example instead of those of a file; `null` takes a key away.
fn merge(files: &mut [PackSource], path: &str, keys: &Value) {
    let file = files.iter_mut().find(|file| file.path == path).expect("the file");
    let mut whole: Map<String, Value> = serde_json::from_slice(&file.bytes).expect("JSON");
    for (key, value) in keys.as_object().expect("keys") {
        match value {
            Value::Null => whole.remove(key),
            value => whole.insert(key.clone(), value.clone()),
        };
    }
    file.bytes = Value::Object(whole).to_string().into_bytes();
}

const OBJECTIVE: &str = "objectives/example.json";
const CARD: &str = "objectives/card-1.json";
const ACTION: &str = "actions/search.json";
const MISSION: &str = "outpost/the-yard.json";

impl Example {
    /// The file that it changes, and the keys that it puts there.
    fn change(&self) -> (&'static str, Value) {
        let own = &self.value;
        let pays = |vp: Value| (OBJECTIVE, json!({"awards": [{"at": "own-turn-end", "vp": vp}]}));
        match self.chapter.as_str() {
            "Amounts" => pays(own.clone()),
            "Conditions" => pays(json!({"when": {"condition": own, "then": 3}})),
            "Markers" => pays(json!({"controlled": own})),
            "Units" => pays(json!({"units": own})),
            "Areas" => pays(json!({"units": {"owner": "own", "in_area": own}})),
            "Losses" => pays(json!({"destroyed-units": own})),
            "Marks" => pays(json!({"marked": own})),
            "Awards" if own["at"] == "battle-end" => (OBJECTIVE, json!({"kind": "end-game", "awards": [own]})),
            "Awards" => (OBJECTIVE, json!({"awards": [own]})),
            "Cards" => (CARD, own.clone()),
            "Picks" if own["at"] == "drawn" => (CARD, json!({"picks": [own]})),
            "Picks" => (OBJECTIVE, json!({"picks": [own]})),
            "Actions" => (ACTION, own.clone()),
            "Missions" => (MISSION, own.clone()),
            other => panic!("no chapter {other}"),
        }
    }

    /// The pack with it, or what the check says.
    fn pack(&self) -> Result<Pack, String> {
        let mut files = files();
        let (path, keys) = self.change();
        merge(&mut files, path, &keys);
        read(&files).map_err(|faults| format!("{}: {}", self.text, faults[0]))
    }

    /// What a briefing makes of the file that it changes.
    fn in_words(&self, pack: &Pack) -> String {
        let of =
            |id: &str| objective_in_words(pack.objectives.iter().find(|(own, _)| own.as_str() == id).expect("it").1);
        let says = match self.change().0 {
            OBJECTIVE => of("example"),
            CARD => of("card-1"),
            ACTION => action_in_words(pack.actions.values().next().expect("the action")),
            _ => {
                // What the mission of the pack does not say as it stands.
                let plain = lines(&read(&files()).expect("the pack"));
                lines(pack).into_iter().filter(|line| !plain.contains(line)).collect()
            }
        };
        says.join(" ").replace('|', "\\|")
    }
}

/// Each example passes the check, is played to its end, and is said in the briefing as the file shows. Written anew with
/// `ADJUTANT_BLESS=1`.
#[test]
fn every_example_runs_and_is_said_as_it_stands() {
    let (mut fresh, mut faults) = (document(), Vec::new());
    for (nth, example) in examples().iter().enumerate() {
        let pack = match example.pack() {
            Ok(pack) => Arc::new(pack),
            Err(fault) => {
                faults.push(fault);
                continue;
            }
        };
        let said = example.in_words(&pack);
        if !ends(&pack, nth as u64 + 1) {
            faults.push(format!("{}: its battle did not end", example.text));
        }
        if example.said != said {
            faults.push(format!("{}: the file says {}, the briefing {said}", example.text, example.said));
            let from = fresh.find(&format!("## {}\n", example.chapter)).expect("the chapter");
            let (before, after) = fresh.split_at(from);
            let (was, is) = (&example.said, &format!("| `{}` | {said}", example.text));
            let line = if was.is_empty() {
                format!("| `{}` |", example.text)
            } else {
                format!("| `{}` | {was}", example.text)
            };
            fresh = format!("{before}{}", after.replacen(&line, is, 1));
        }
    }
    if std::env::var_os("ADJUTANT_BLESS").is_some() {
        std::fs::write(project().join("missions/WORDS.md"), fresh).expect("written");
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

/// Whether a battle with the pack ends, whose records the engine takes one by one.
fn ends(pack: &Arc<Pack>, seed: u64) -> bool {
    let plan = Plan { pack: Arc::clone(pack), ..Plan::new(Depth::Facts) };
    let mut game = Match::new(Packs::new([Arc::clone(pack)]));
    for (by, command) in simulate(seed, &plan) {
        game.record(by, command).unwrap_or_else(|refusal| panic!("{refusal:?}"));
    }
    game.view().result.is_some()
}

/// Every key and every word of a closed list that a schema has.
fn words_of(schema: &Value, found: &mut BTreeSet<String>) {
    match schema {
        Value::Object(keys) => {
            let properties = keys.get("properties").and_then(Value::as_object);
            found.extend(properties.into_iter().flat_map(Map::keys).cloned());
            let listed = keys.get("enum").and_then(Value::as_array).into_iter().flatten().chain(keys.get("const"));
            found.extend(listed.filter_map(Value::as_str).map(str::to_owned));
            keys.values().for_each(|value| words_of(value, found));
        }
        Value::Array(values) => values.iter().for_each(|value| words_of(value, found)),
        _ => {}
    }
}

/// Every key and every text of an example.
fn said_in(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(keys) => {
            found.extend(keys.keys().cloned());
            keys.values().for_each(|value| said_in(value, found));
        }
        Value::Array(values) => values.iter().for_each(|value| said_in(value, found)),
        Value::String(text) => {
            found.insert(text.clone());
        }
        _ => {}
    }
}

/// A word that the language gains has no example until somebody writes one.
#[test]
fn every_word_of_the_language_has_an_example() {
    let mut said = BTreeSet::new();
    examples().iter().for_each(|example| said_in(&example.value, &mut said));
    // Files that `missions/README.md` shows whole.
    for file in ["incursion/the-ford.json", "actions/light-beacon.json", "objectives/light-the-beacons.json"] {
        let bytes = std::fs::read(project().join("missions/border-war").join(file)).expect("a file");
        said_in(&serde_json::from_slice(&bytes).expect("JSON"), &mut said);
    }
    let mut words = BTreeSet::new();
    for schema in ["objective", "action", "mission"] {
        let bytes = std::fs::read(project().join(format!("schemas/{schema}.schema.json"))).expect("a schema");
        words_of(&serde_json::from_slice(&bytes).expect("JSON"), &mut words);
    }
    assert!(words.len() > 200, "{} words", words.len());
    let missing: Vec<&String> = words.difference(&said).collect();
    assert_eq!(missing, Vec::<&String>::new());
}

/// A player who has to choose more cards than there are could not begin.
#[test]
fn the_check_counts_the_cards_that_can_be_chosen() {
    let mut files = files();
    for card in ["card-3", "card-4"] {
        merge(&mut files, &format!("objectives/{card}.json"), &json!({"fixed": null}));
    }
    let faults = read(&files).expect_err("one card is fixed");
    let said = "pack.json: `sheet`, `or_choose`: 2 cards are chosen, and the pack has 1 that are `fixed`";
    assert_eq!(faults.iter().map(ToString::to_string).collect::<Vec<_>>(), [said]);
}
