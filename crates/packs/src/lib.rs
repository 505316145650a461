//! Mission packs: reads and checks them, embeds those that are shipped.
//!
//! A pack is a folder of JSON files; [`read`] turns its files into a [`Pack`] or says everything that is wrong with
//! them. This crate opens no file itself: it is handed names and bytes.
//!
//! ```
//! let pack = adjutant_packs::gt2020();
//! assert_eq!(pack.missions.len(), 18);
//! ```

mod sense;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, LazyLock};

use adjutant_engine::chain::{Hash, canonical};
use adjutant_engine::ids::{ActionId, MissionId, ObjectiveId};
use adjutant_engine::rules::{Action, Mission, Objective, Pack, PackFile, Packs};
use include_dir::{Dir, include_dir};
use serde::de::DeserializeOwned;

static MISSIONS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../missions");

/// One file of a pack.
#[derive(Clone, Debug)]
pub struct PackSource {
    /// Its path inside the pack, with `/` between the parts: `objectives/raze.json`.
    pub path: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// Something wrong with a pack: where, and what.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fault {
    /// The file, as [`PackSource::path`] names it.
    pub file: String,
    /// The line, from 1, or where in the file.
    pub place: String,
    /// What is wrong and what would be accepted.
    pub fault: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: {}", self.file, self.place, self.fault)
    }
}

/// Folders that hold missions, one for each battle size.
const MISSION_FOLDERS: [&str; 2] = ["incursion", "strike-force"];

/// Reads a pack from its files.
///
/// # Errors
/// Every fault of form and sense, by file.
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
            Some(folder) if MISSION_FOLDERS.contains(&folder) => {
                if let Some(part) = self.part::<Mission>(file) {
                    self.named(file, part.value.id.as_str());
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

/// The files of a shipped pack.
pub fn shipped_files(pack: &str) -> Vec<PackSource> {
    let mut files = Vec::new();
    if let Some(folder) = MISSIONS.get_dir(pack) {
        collect(folder, pack, &mut files);
    }
    files
}

fn collect(folder: &Dir<'_>, pack: &str, files: &mut Vec<PackSource>) {
    for file in folder.files() {
        let path = file.path().strip_prefix(pack).unwrap_or(file.path());
        let parts: Vec<String> = path.iter().map(|part| part.to_string_lossy().into_owned()).collect();
        files.push(PackSource { path: parts.join("/"), bytes: file.contents().to_vec() });
    }
    for inner in folder.dirs() {
        collect(inner, pack, files);
    }
}

static GT2020: LazyLock<Arc<Pack>> = LazyLock::new(|| match read(&shipped_files("gt2020")) {
    Ok(pack) => Arc::new(pack),
    Err(faults) => {
        let faults: Vec<String> = faults.iter().map(Fault::to_string).collect();
        unreachable!("the shipped pack is checked by a test: {}", faults.join("; "))
    }
});

/// The shipped pack of the Grand Tournament 2020.
pub fn gt2020() -> Arc<Pack> {
    Arc::clone(&GT2020)
}

/// All shipped packs.
pub fn shipped() -> Packs {
    Packs::new([gt2020()])
}
