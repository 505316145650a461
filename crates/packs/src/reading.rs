//! Reads a pack from names and bytes.

use std::collections::BTreeMap;
use std::sync::Arc;

use adjutant_engine::chain::{Hash, canonical};
use adjutant_engine::command::BattleSize;
use adjutant_engine::ids::{ActionId, MissionId, Name, ObjectiveId};
use adjutant_engine::law::{Common, Pack, PackFile};
use adjutant_engine::muster::{Benefit, Benefits};
use adjutant_engine::rules::{Action, Mission, Objective, Ruleset};
use adjutant_engine::text::without_place;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::ruleset::{RULESET, Written};
use crate::sense;
use crate::source::{Fault, PackSource};

/// Reads a pack from its files; files that are not JSON are passed over.
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
    let (reading, mut pack) = parse(files)?;
    let mut faults = reading.faults.clone();
    if reading.ruleset.is_some() && reading.pack.as_ref().is_some_and(|part| part.value.ruleset.is_some()) {
        faults.push(Fault {
            file: "pack.json".into(),
            place: "`ruleset`".into(),
            fault: "the pack has a `ruleset.json` of its own; leave one of them out".into(),
        });
    }
    faults.extend(sense::check(&pack, &reading.paths()));
    if faults.is_empty() {
        let texts = Texts::of(&reading);
        pack.rules_hashes = pack.missions.keys().map(|id| (id.clone(), texts.rules_hash(&pack, id))).collect();
        faults.extend(stale_hashes(reading.hashes.as_ref(), &pack.rules_hashes));
    }
    if faults.is_empty() { Ok(pack) } else { Err(sorted(faults)) }
}

/// Reads a pack whose sense was checked before: faults of form only, and its hashes computed, not believed.
///
/// # Errors
/// Every fault of form, by file.
pub fn read_again(files: &[PackSource]) -> Result<Pack, Vec<Fault>> {
    let (reading, mut pack) = parse(files)?;
    if !reading.faults.is_empty() {
        return Err(sorted(reading.faults));
    }
    let texts = Texts::of(&reading);
    pack.rules_hashes = pack.missions.keys().map(|id| (id.clone(), texts.rules_hash(&pack, id))).collect();
    Ok(pack)
}

/// Reads a pack that was found right when it was shipped: its form is read, its sense and its `hashes.json` believed.
///
/// # Errors
/// Faults of form, or no `hashes.json`.
pub(crate) fn read_shipped(files: &[PackSource]) -> Result<Pack, Vec<Fault>> {
    let (reading, mut pack) = parse(files)?;
    match reading.hashes {
        Some(hashes) if reading.faults.is_empty() => pack.rules_hashes = hashes,
        Some(_) => return Err(sorted(reading.faults)),
        None => return Err(vec![hashes_fault("the file", "a shipped pack has it".into())]),
    }
    Ok(pack)
}

fn parse(files: &[PackSource]) -> Result<(Reading<'_>, Pack), Vec<Fault>> {
    let mut reading = Reading::default();
    for file in files.iter().filter(|file| file.path.ends_with(".json")) {
        reading.file(file);
    }
    let Some(head) = reading.pack.as_ref().map(|part| Arc::clone(&part.value)) else {
        reading.faults.push(Fault {
            file: "pack.json".into(),
            place: "the pack".into(),
            fault: "`pack.json` is missing or cannot be read".into(),
        });
        return Err(sorted(reading.faults));
    };
    let read = Written::of(&head, reading.ruleset).map_err(|fault| vec![fault]);
    let read = read.and_then(|written| written.read().map(|(ruleset, law)| (written, ruleset, law)));
    let (written, ruleset, law) = match read {
        Ok(read) => read,
        Err(faults) => {
            reading.faults.extend(faults);
            return Err(sorted(reading.faults));
        }
    };
    reading.law = reading.law_bytes(&written);
    let dice = law.dice.clone().map(Arc::new);
    let pack = Pack {
        file: common(&head, &ruleset),
        ruleset: Arc::new(ruleset),
        law,
        missions: values(&reading.missions),
        objectives: values(&reading.objectives),
        actions: values(&reading.actions),
        detachments: reading.muster.iter().flat_map(|part| part.value.detachments.keys().cloned()).collect(),
        benefits: reading.muster.as_ref().map(|part| part.value.benefits()).unwrap_or_default(),
        dice,
        added_keywords: reading.muster.as_ref().map(|part| part.value.added_keywords()).unwrap_or_default(),
        remembers: sense::remembers(reading.objectives.values().map(|part| &*part.value)),
        rules: Hash::of(&reading.law),
        rules_hashes: BTreeMap::new(),
    };
    Ok((reading, pack))
}

fn common(head: &PackFile, ruleset: &Ruleset) -> Common {
    Common {
        id: head.id.clone(),
        title: head.title.clone(),
        version: head.version.clone(),
        own_ruleset: head.ruleset.is_none(),
        standing: head.standing.clone(),
        attribution: head.attribution.clone(),
        sizes: ruleset.sizes.clone().unwrap_or_default(),
        stratagems: ruleset.stratagems.clone().unwrap_or_default(),
        common_powers: ruleset.common_powers.clone().unwrap_or_default(),
    }
}

fn values<K: Ord + Clone, T>(parts: &BTreeMap<K, Part<'_, T>>) -> BTreeMap<K, Arc<T>> {
    parts.iter().map(|(id, part)| (id.clone(), Arc::clone(&part.value))).collect()
}

/// What `hashes.json` says and the files do not bear out. The file may be left out.
fn stale_hashes(said: Option<&BTreeMap<MissionId, Hash>>, found: &BTreeMap<MissionId, Hash>) -> Vec<Fault> {
    let Some(said) = said else { return Vec::new() };
    let wrong = found.iter().filter(|(id, hash)| said.get(*id) != Some(hash));
    let missing = wrong.map(|(id, hash)| hashes_fault(&format!("`{id}`"), format!("the rules hash to {hash}")));
    let stray = said.keys().filter(|id| !found.contains_key(*id));
    let stray = stray.map(|id| hashes_fault(&format!("`{id}`"), "the pack has no such mission".into()));
    missing.chain(stray).collect()
}

fn hashes_fault(place: &str, fault: String) -> Fault {
    Fault { file: HASHES.into(), place: place.into(), fault }
}

fn sorted(mut faults: Vec<Fault>) -> Vec<Fault> {
    faults.sort();
    faults.dedup();
    faults
}

/// The file that names the hash of the rules of every mission, as logs name it; may be left out.
pub const HASHES: &str = "hashes.json";

/// Folders that are not named after a battle size.
const RESERVED: [&str; 2] = ["objectives", "actions"];

/// One part of a pack: its value and the file that it came from.
struct Part<'a, T> {
    value: Arc<T>,
    file: &'a PackSource,
}

#[derive(Default)]
struct Reading<'a> {
    pack: Option<Part<'a, PackFile>>,
    ruleset: Option<&'a PackSource>,
    law: Vec<u8>,
    missions: BTreeMap<MissionId, Part<'a, Mission>>,
    objectives: BTreeMap<ObjectiveId, Part<'a, Objective>>,
    actions: BTreeMap<ActionId, Part<'a, Action>>,
    hashes: Option<BTreeMap<MissionId, Hash>>,
    muster: Option<Part<'a, Muster>>,
    faults: Vec<Fault>,
}

/// What a match needs of the muster rules in `army.json`; the check of army lists reads the rest.
#[derive(Deserialize)]
struct Muster {
    #[serde(default)]
    detachments: BTreeMap<Name, MusterDetachment>,
    factions: Option<MusterFactions>,
    #[serde(default)]
    added_keywords: BTreeMap<Name, Vec<Name>>,
}

#[derive(Deserialize)]
struct MusterDetachment {
    benefit: Option<Benefit>,
}

#[derive(Deserialize)]
struct MusterFactions {
    unaligned: Name,
}

impl Muster {
    fn added_keywords(&self) -> BTreeMap<Name, Vec<String>> {
        let lower = |titles: &Vec<Name>| titles.iter().map(|title| title.as_str().to_lowercase()).collect();
        self.added_keywords.iter().map(|(keyword, titles)| (keyword.clone(), lower(titles))).collect()
    }

    fn benefits(&self) -> Benefits {
        let benefit =
            |(kind, detachment): (&Name, &MusterDetachment)| Some((kind.clone(), detachment.benefit.clone()?));
        Benefits {
            by_detachment: self.detachments.iter().filter_map(benefit).collect(),
            unaligned: self.factions.as_ref().map(|factions| factions.unaligned.clone()),
        }
    }
}

/// The canonical forms of what a rules hash covers.
struct Texts<'a> {
    law: &'a [u8],
    missions: BTreeMap<&'a MissionId, Vec<u8>>,
    objectives: BTreeMap<&'a ObjectiveId, Vec<u8>>,
    actions: BTreeMap<&'a ActionId, Vec<u8>>,
}

impl<'a> Texts<'a> {
    fn of(reading: &'a Reading<'_>) -> Texts<'a> {
        Texts {
            law: &reading.law,
            missions: canonical_forms(&reading.missions),
            objectives: canonical_forms(&reading.objectives),
            actions: canonical_forms(&reading.actions),
        }
    }

    /// SHA-256 over the canonical forms of what all missions share, the mission, and every objective and action that
    /// it offers, in the order of their ids.
    fn rules_hash(&self, pack: &Pack, mission: &MissionId) -> Hash {
        let mut bytes = self.law.to_vec();
        bytes.extend_from_slice(&self.missions[mission]);
        let (objectives, actions) = pack.offered(&pack.missions[mission]);
        let mut offered: Vec<(&str, &[u8])> = Vec::new();
        offered.extend(objectives.iter().map(|o| (o.id.as_str(), self.objectives[&o.id].as_slice())));
        offered.extend(actions.iter().map(|a| (a.id.as_str(), self.actions[&a.id].as_slice())));
        offered.sort();
        for (_, canonical) in offered {
            bytes.extend_from_slice(canonical);
        }
        Hash::of(&bytes)
    }
}

fn canonical_forms<'a, K: Ord, T>(parts: &'a BTreeMap<K, Part<'_, T>>) -> BTreeMap<&'a K, Vec<u8>> {
    let form = |part: &Part<'_, T>| {
        // What was read as its type is JSON.
        let value = serde_json::from_slice::<serde_json::Value>(&part.file.bytes).unwrap_or_default();
        canonical(&value).unwrap_or_default()
    };
    parts.iter().map(|(id, part)| (id, form(part))).collect()
}

impl<'a> Reading<'a> {
    fn file(&mut self, file: &'a PackSource) {
        let folder = file.path.split_once('/').map(|(folder, _)| folder);
        match folder {
            None if file.path == "pack.json" => {
                self.pack = self.part(file);
            }
            None if file.path == RULESET => self.ruleset = Some(file),
            None if file.path == "army.json" => self.muster = self.part(file),
            None if file.path == HASHES => {
                self.hashes = self.part(file).map(|part: Part<'_, BTreeMap<MissionId, Hash>>| BTreeMap::clone(&part.value));
            }
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
            Some(folder) if BattleSize::new(folder).is_some() && !RESERVED.contains(&folder) => {
                if let Some(part) = self.part::<Mission>(file) {
                    self.named(file, part.value.id.as_str());
                    self.in_its_folder(file, &part.value);
                    self.missions.insert(part.value.id.clone(), part);
                }
            }
            _ => self.faults.push(Fault {
                file: file.path.clone(),
                place: "the file".into(),
                fault: "a pack has `pack.json`, `ruleset.json`, `army.json`, `hashes.json` and the folders `objectives`, `actions` and one \
                        for each battle size"
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
        let size = mission.size;
        if file.path.split('/').next() != Some(size.as_str()) {
            self.faults.push(Fault {
                file: file.path.clone(),
                place: "`size`".into(),
                fault: format!("a mission of this size lies in the folder `{size}`"),
            });
        }
    }

    fn part<T: DeserializeOwned>(&mut self, file: &'a PackSource) -> Option<Part<'a, T>> {
        match serde_json::from_slice::<T>(&file.bytes) {
            Ok(value) => Some(Part { value: Arc::new(value), file }),
            Err(error) => {
                let sentence = without_place(&error);
                self.faults.push(Fault {
                    file: file.path.clone(),
                    place: format!("line {}, column {}", error.line(), error.column()),
                    fault: sentence,
                });
                None
            }
        }
    }

    /// The canonical forms of what all missions share: the ruleset, what the pack `plays` beside it, and of
    /// `army.json` the Detachments and factions.
    fn law_bytes(&self, written: &Written) -> Vec<u8> {
        let mut bytes = Vec::new();
        for part in written.parts() {
            bytes.extend(canonical(part).unwrap_or_default());
        }
        let muster = self.muster.as_ref().map(|part| &part.file.bytes);
        let muster = muster.and_then(|bytes| serde_json::from_slice::<serde_json::Value>(bytes).ok());
        if let Some(serde_json::Value::Object(mut fields)) = muster {
            fields.retain(|name, _| ["detachments", "factions"].contains(&name.as_str()));
            // Muster rules of which a match reads nothing are no part of what it is played by.
            if !fields.is_empty() {
                bytes.extend(canonical(&fields).unwrap_or_default());
            }
        }
        bytes
    }

    fn paths(&self) -> sense::Paths {
        sense::Paths {
            missions: self.missions.iter().map(|(id, part)| (id.clone(), part.file.path.clone())).collect(),
            objectives: self.objectives.iter().map(|(id, part)| (id.clone(), part.file.path.clone())).collect(),
            actions: self.actions.iter().map(|(id, part)| (id.clone(), part.file.path.clone())).collect(),
        }
    }
}
