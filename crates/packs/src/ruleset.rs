//! The ruleset of a pack: a file of its own or a shipped one, with what the pack's `plays` adds to it.

use adjutant_engine::law::{Law, PackFile};
use adjutant_engine::rules::Ruleset;
use adjutant_engine::text::without_place;
use serde_json::{Map, Value};

use crate::embedded::{shipped_conduct, shipped_ruleset};
use crate::source::{Fault, PackSource};

/// The file of a ruleset, inside a pack or inside `missions/rulesets/ID/`.
pub const RULESET: &str = "ruleset.json";

/// A ruleset as files say it, and where they say it.
pub struct Written {
    /// The file of the ruleset.
    file: String,
    /// What it says.
    stated: Map<String, Value>,
    /// What the pack adds.
    plays: Map<String, Value>,
}

/// Tables as they are typed, read by the reader of files: a second one would be as large again.
fn read_back(tables: &Map<String, Value>) -> serde_json::Result<Ruleset> {
    serde_json::from_slice(&serde_json::to_vec(tables)?)
}

impl Written {
    /// Finds the ruleset of a pack.
    pub fn of(pack: &PackFile, own: Option<&PackSource>) -> Result<Written, Fault> {
        let (file, bytes) = match (own, &pack.ruleset) {
            (Some(own), _) => (own.path.clone(), own.bytes.as_slice()),
            (None, Some(id)) => match shipped_ruleset(id.as_str()) {
                Some(bytes) => (format!("rulesets/{id}/{RULESET}"), bytes),
                None => {
                    return Err(fault("pack.json", "`ruleset`", format!("no ruleset `{id}` comes with the program")));
                }
            },
            (None, None) => {
                let words = "the pack has no `ruleset.json` and names no shipped ruleset under `ruleset`";
                return Err(fault("pack.json", "the pack", words));
            }
        };
        let stated = serde_json::from_slice(bytes).map_err(|error| {
            fault(&file, &format!("line {}, column {}", error.line(), error.column()), without_place(&error))
        })?;
        Ok(Written { file, stated, plays: pack.plays.clone() })
    }

    /// What the hashes cover: the ruleset, then what the pack adds.
    pub fn parts(&self) -> [&Map<String, Value>; 2] {
        [&self.stated, &self.plays]
    }

    /// Both together, typed and compiled.
    pub fn read(&self) -> Result<(Ruleset, Law), Vec<Fault>> {
        let mut whole = self.stated.clone();
        let mut faults = Vec::new();
        fill(&mut whole, &self.plays, "", &self.file, &mut faults);
        if let Some(Value::Object(mut conduct)) = self.conduct() {
            // What has to be said is not said by what is added to it.
            conduct.retain(|key, _| whole.contains_key(key) || !matches!(key.as_str(), "control" | "measures"));
            supplement(&mut whole, conduct);
        }
        let read = read_back(&whole);
        if let Err(error) = &read {
            faults.extend(self.of_tables(&whole));
            if faults.is_empty() {
                faults.push(fault(&self.file, "the file", without_place(error)));
            }
        }
        let (Ok(ruleset), true) = (read, faults.is_empty()) else { return Err(faults) };
        match Law::compile(&ruleset) {
            Ok(law) => Ok((ruleset, law)),
            Err(found) => Err(found
                .into_iter()
                .map(|found| {
                    let table = format!("`{}`", found.table);
                    let place = if found.place.is_empty() { table } else { format!("{table}, {}", found.place) };
                    fault(self.file_of(found.table), &place, found.fault)
                })
                .collect()),
        }
    }

    /// What the program adds to a shipped ruleset about conduct. It decides no points and no control, so that the hashes
    /// of rules leave it out: it belongs to the law of a log.
    fn conduct(&self) -> Option<Value> {
        let id = self.stated.get("id")?.as_str()?;
        serde_json::from_slice(shipped_conduct(id)?).ok()
    }

    /// What is wrong with each table by itself.
    fn of_tables(&self, whole: &Map<String, Value>) -> Vec<Fault> {
        let wrong = |(table, value): (&String, &Value)| {
            let error = read_back(&Map::from_iter([(table.clone(), value.clone())])).err()?;
            Some(fault(self.file_of(table), &format!("`{table}`"), without_place(&error)))
        };
        whole.iter().filter_map(wrong).collect()
    }

    /// The file that states a table, or that would have to.
    fn file_of(&self, table: &str) -> &str {
        if self.stated.contains_key(table) { &self.file } else { "pack.json" }
    }
}

/// Fills what is absent; what is stated stays, and saying it again is a fault.
fn fill(into: &mut Map<String, Value>, plays: &Map<String, Value>, place: &str, file: &str, faults: &mut Vec<Fault>) {
    for (key, value) in plays {
        let here = if place.is_empty() { key.clone() } else { format!("{place}.{key}") };
        match (into.get_mut(key), value) {
            (None, _) => {
                into.insert(key.clone(), value.clone());
            }
            (Some(Value::Object(stated)), Value::Object(more)) => fill(stated, more, &here, file, faults),
            (Some(_), _) => faults.push(fault(
                "pack.json",
                &format!("`plays`, `{here}`"),
                format!("{file} states it, and a pack does not change what its ruleset states"),
            )),
        }
    }
}

/// Adds what is absent: what is stated stays, and rows come behind those that are stated.
fn supplement(into: &mut Map<String, Value>, more: Map<String, Value>) {
    for (key, value) in more {
        match (into.get_mut(&key), value) {
            (None, value) => drop(into.insert(key, value)),
            (Some(Value::Object(stated)), Value::Object(more)) => supplement(stated, more),
            (Some(Value::Array(stated)), Value::Array(more)) => stated.extend(more),
            (Some(_), _) => {}
        }
    }
}

fn fault(file: &str, place: &str, words: impl Into<String>) -> Fault {
    Fault { file: file.into(), place: place.into(), fault: words.into() }
}

/// The shipped ruleset that a pack of these files names, as a file of the pack, so that the pack stands by itself.
pub fn ruleset_file(files: &[PackSource]) -> Option<PackSource> {
    if files.iter().any(|file| file.path == RULESET) {
        return None;
    }
    let pack = files.iter().find(|file| file.path == "pack.json")?;
    let named = serde_json::from_slice::<PackFile>(&pack.bytes).ok()?.ruleset?;
    Some(PackSource { path: RULESET.into(), bytes: shipped_ruleset(named.as_str())?.to_vec() })
}
