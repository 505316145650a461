//! Reads a pack from names and bytes.

use std::collections::BTreeMap;
use std::sync::Arc;

use adjutant_engine::chain::{Hash, canonical};
use adjutant_engine::ids::{ActionId, MissionId, ObjectiveId};
use adjutant_engine::rules::{Action, Mission, Objective, Pack, PackFile};
use serde::de::DeserializeOwned;

use crate::source::{Fault, PackSource};
use crate::{folder_of, sense};

/// Reads a pack from its files; files that are no JSON are passed over.
///
/// # Errors
/// Every fault of form and sense, by file.
///
/// # Examples
/// ```
/// use adjutant_packs::{PackSource, read, shipped_files};
/// let mut files = shipped_files("border-war");
/// assert_eq!(read(&files).unwrap().file.title.as_str(), "Border War");
///
/// files.push(PackSource { path: "actions/sing.json".into(), bytes: b"{\"id\": \"sing\"}".to_vec() });
/// let faults = read(&files).unwrap_err();
/// assert_eq!(faults[0].to_string(), "actions/sing.json: line 1, column 14: missing field `name`");
/// ```
pub fn read(files: &[PackSource]) -> Result<Pack, Vec<Fault>> {
    let mut reading = Reading::default();
    for file in files.iter().filter(|file| file.path.ends_with(".json")) {
        reading.file(file);
    }
    let Some((pack_file, ruleset)) = reading.pack.take() else {
        reading.faults.push(Fault {
            file: "pack.json".into(),
            place: "the pack".into(),
            fault: "there is no readable `pack.json`".into(),
        });
        return Err(sorted(reading.faults));
    };
    let mut pack = Pack {
        file: pack_file,
        missions: reading.missions.iter().map(|(id, part)| (id.clone(), Arc::clone(&part.value))).collect(),
        objectives: reading.objectives.iter().map(|(id, part)| (id.clone(), Arc::clone(&part.value))).collect(),
        actions: reading.actions.iter().map(|(id, part)| (id.clone(), Arc::clone(&part.value))).collect(),
        rules_hashes: BTreeMap::new(),
    };
    reading.faults.extend(sense::check(&pack, &reading.paths()));
    if !reading.faults.is_empty() {
        return Err(sorted(reading.faults));
    }
    pack.rules_hashes = pack.missions.keys().map(|id| (id.clone(), reading.rules_hash(&pack, id, &ruleset))).collect();
    Ok(pack)
}

fn sorted(mut faults: Vec<Fault>) -> Vec<Fault> {
    faults.sort();
    faults.dedup();
    faults
}

/// One part of a pack: its value, the canonical form of its file, and the file's path.
struct Part<T> {
    value: Arc<T>,
    canonical: Vec<u8>,
    path: String,
}

#[derive(Default)]
struct Reading {
    pack: Option<(PackFile, Vec<u8>)>,
    missions: BTreeMap<MissionId, Part<Mission>>,
    objectives: BTreeMap<ObjectiveId, Part<Objective>>,
    actions: BTreeMap<ActionId, Part<Action>>,
    faults: Vec<Fault>,
}

impl Reading {
    fn file(&mut self, file: &PackSource) {
        let folder = file.path.split_once('/').map(|(folder, _)| folder);
        match folder {
            None if file.path == "pack.json" => {
                if let Some(part) = self.part::<PackFile>(file) {
                    let ruleset = canonical(&part.value.ruleset).unwrap_or_default();
                    self.pack = Some((PackFile::clone(&part.value), ruleset));
                }
            }
            None if file.path == "army.json" => {}
            Some("objectives") => {
                if let Some(part) = self.part::<Objective>(file) {
                    self.named(file, part.value.id.as_str());
                    self.objectives.insert(part.value.id.clone(), part);
                }
            }
            Some("actions") => {
                if let Some(part) = self.part::<Action>(file) {
                    self.named(file, part.value.id.as_str());
                    self.actions.insert(part.value.id.clone(), part);
                }
            }
            Some("incursion" | "strike-force") => {
                if let Some(part) = self.part::<Mission>(file) {
                    self.named(file, part.value.id.as_str());
                    self.in_its_folder(file, &part.value);
                    self.missions.insert(part.value.id.clone(), part);
                }
            }
            _ => self.faults.push(Fault {
                file: file.path.clone(),
                place: "the file".into(),
                fault: "a pack has `pack.json`, `army.json` and the folders `objectives`, `actions`, `incursion`, \
                        `strike-force`"
                    .into(),
            }),
        }
    }

    /// A file is called after the id inside it, so that two files cannot hold one id.
    fn named(&mut self, file: &PackSource, id: &str) {
        if file.path.rsplit('/').next() != Some(&format!("{id}.json")) {
            self.faults.push(Fault {
                file: file.path.clone(),
                place: "`id`".into(),
                fault: format!("the file holds `{id}`; it has to be called `{id}.json`"),
            });
        }
    }

    /// A mission lies in the folder of its battle size.
    fn in_its_folder(&mut self, file: &PackSource, mission: &Mission) {
        let folder = folder_of(mission.size);
        if file.path.split('/').next() != Some(folder) {
            self.faults.push(Fault {
                file: file.path.clone(),
                place: "`size`".into(),
                fault: format!("a mission of this size lies in the folder `{folder}`"),
            });
        }
    }

    fn part<T: DeserializeOwned>(&mut self, file: &PackSource) -> Option<Part<T>> {
        let parsed = serde_json::from_slice::<serde_json::Value>(&file.bytes)
            .and_then(|value| Ok((canonical(&value)?, serde_json::from_slice::<T>(&file.bytes)?)));
        match parsed {
            Ok((canonical, value)) => Some(Part { value: Arc::new(value), canonical, path: file.path.clone() }),
            Err(error) => {
                let text = error.to_string();
                let sentence = text.split(" at line ").next().unwrap_or(&text).to_string();
                self.faults.push(Fault {
                    file: file.path.clone(),
                    place: format!("line {}, column {}", error.line(), error.column()),
                    fault: sentence,
                });
                None
            }
        }
    }

    fn paths(&self) -> sense::Paths {
        sense::Paths {
            missions: self.missions.iter().map(|(id, part)| (id.clone(), part.path.clone())).collect(),
            objectives: self.objectives.iter().map(|(id, part)| (id.clone(), part.path.clone())).collect(),
            actions: self.actions.iter().map(|(id, part)| (id.clone(), part.path.clone())).collect(),
        }
    }

    /// SHA-256 over the canonical forms of the ruleset, the mission, and every objective and action that it offers,
    /// in the order of their ids.
    fn rules_hash(&self, pack: &Pack, mission: &MissionId, ruleset: &[u8]) -> Hash {
        let part = &self.missions[mission];
        let mut bytes = ruleset.to_vec();
        bytes.extend_from_slice(&part.canonical);
        let (objectives, actions) = pack.offered(&part.value);
        let mut offered: Vec<(&str, &[u8])> = Vec::new();
        offered.extend(objectives.iter().map(|o| (o.id.as_str(), self.objectives[&o.id].canonical.as_slice())));
        offered.extend(actions.iter().map(|a| (a.id.as_str(), self.actions[&a.id].canonical.as_slice())));
        offered.sort();
        for (_, canonical) in offered {
            bytes.extend_from_slice(canonical);
        }
        Hash::of(&bytes)
    }
}
