//! Where the program meets the rules: which fold, which packs.
//!
//! Known are the shipped packs, those that `--packs` or a verb's `--pack` brings, and those that the data folder keeps
//! since a match was opened under them. Several versions of one pack lie side by side: a log names its own by hash.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use adjutant_engine::fold::Match;
use adjutant_engine::ids::PackId;
use adjutant_engine::law::{Pack, Packs};
use adjutant_engines::Engines;
use adjutant_packs::PackSource;
use adjutant_replay::Rulebook;
use adjutant_replay::rulebook::Muster;
use adjutant_rosters::rules::ArmyRules;
use serde_json::{Value, json};

use crate::brought::Shelf;
use crate::engines::Kept;
use crate::error::{Error, PackError};
use crate::files;

/// The folder of kept packs inside the data folder.
const KEPT: &str = "packs";

/// The pack that is played where nobody names one.
pub fn default_pack() -> Arc<Pack> {
    adjutant_packs::gt2020()
}

/// Every pack that a program knows, and the engines of older laws that it asks. The program makes one at its start and hands
/// it on; a clone is the same one, and another one knows nothing of what this one was brought.
#[derive(Clone)]
pub struct Known {
    brought: Shelf,
    elders: Arc<Kept>,
    /// The rulebook, and how many packs had been brought when it was put together.
    rules: Arc<Mutex<Option<(usize, Rulebook)>>>,
}

impl Default for Known {
    /// The packs and engines that come with the program.
    fn default() -> Known {
        Known::asking(Engines::shipped())
    }
}

impl fmt::Debug for Known {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.packs().iter().map(|pack| &pack.file.id)).finish()
    }
}

/// A pack of a folder that bears the id of a shipped one and says something else: by its id the shipped one is meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Behind {
    /// Its folder.
    pub folder: PathBuf,
    /// The id that both bear.
    pub id: PackId,
}

impl Known {
    /// The packs that come with the program, and these engines of older laws.
    pub fn asking(engines: Engines) -> Known {
        let brought = Shelf::default();
        let elders = Arc::new(Kept { engines, brought: brought.clone() });
        Known { brought, elders, rules: Arc::default() }
    }

    /// Every pack that is known, the shipped ones first.
    pub fn packs(&self) -> Packs {
        let shipped = adjutant_packs::shipped();
        self.brought.look(|more| match more {
            [] => shipped,
            more => shipped.and(more.iter().filter_map(|one| one.pack.clone())),
        })
    }

    /// What logs are judged under: every pack that is known, with its muster rules.
    pub fn rulebook(&self) -> Rulebook {
        // Put together anew only where packs became known since.
        let count = self.brought.look(<[_]>::len);
        let mut known = self.rules.lock().unwrap_or_else(PoisonError::into_inner);
        match &*known {
            Some((own, rules)) if *own == count => rules.clone(),
            _ => {
                let packs = self.packs();
                let muster = Muster::of(&packs, |pack| self.army(pack).ok());
                let rules = Rulebook { muster, packs, elders: Some(self.elders.clone()) };
                *known = Some((count, rules.clone()));
                rules
            }
        }
    }

    /// A match before its first record, under every pack that is known.
    pub fn new_match(&self) -> Match {
        Match::new(self.packs())
    }

    /// The packs that a log names and that do not come with the program, as a module is told of them.
    pub fn named_in(&self, log: &[u8]) -> Value {
        json!(self.brought.named_in(&[log]))
    }

    /// Makes known the packs of the folders that `--packs` names, and those that the data folder keeps. Gives the named
    /// ones that stand behind a shipped pack.
    ///
    /// # Errors
    /// A folder that cannot be read or holds no pack, or a pack that is faulty.
    pub fn know(&self, folders: &[PathBuf], data: Option<&Path>) -> Result<Vec<Behind>, Error> {
        let mut behind = Vec::new();
        for folder in folders {
            let mut found = false;
            for folder in folders_of_packs(folder)? {
                let pack = self.read_folder(&folder)?;
                let (id, shipped) = (pack.file.id.clone(), adjutant_packs::shipped());
                let is_other = |own: &Arc<Pack>| own.rules != pack.rules || own.rules_hashes != pack.rules_hashes;
                if shipped.get(&id).is_some_and(is_other) {
                    behind.push(Behind { folder, id });
                }
                found = true;
            }
            if !found {
                return Err(PackError::NoneIn { folder: folder.clone() }.into());
            }
        }
        for folder in data.map(|data| data.join(KEPT)).iter().filter(|kept| kept.is_dir()) {
            for pack in folders_of_packs(folder)? {
                // Checked when it was put there. One that an older program kept and this one cannot read may be known to
                // the engine of its law; a log that needs it here is refused by the hash that it names.
                if let Ok(files) = gather(&pack) {
                    self.brought.bring(adjutant_packs::read_again(&files).ok().map(Arc::new), files);
                }
            }
        }
        Ok(behind)
    }

    /// Reads a pack from its folder and makes it known.
    ///
    /// # Errors
    /// A folder that cannot be read, or a pack that is faulty.
    pub fn read_folder(&self, folder: &Path) -> Result<Arc<Pack>, Error> {
        let files = gather(folder)?;
        let pack = adjutant_packs::read(&files)
            .map_err(|faults| PackError::Faulty { folder: folder.to_path_buf(), faults })?;
        let pack = Arc::new(pack);
        self.brought.bring(Some(Arc::clone(&pack)), files);
        Ok(pack)
    }

    /// The pack that `--pack` names: by the id of a known one, or by its folder.
    ///
    /// # Errors
    /// Neither a pack nor a folder, or a folder whose pack is faulty.
    pub fn choose(&self, named: Option<&str>) -> Result<Arc<Pack>, Error> {
        let Some(named) = named else { return Ok(default_pack()) };
        let packs = self.packs();
        if let Some(pack) = PackId::new(named).ok().and_then(|id| packs.get(&id).cloned()) {
            return Ok(pack);
        }
        let folder = Path::new(named);
        if folder.is_dir() {
            return self.read_folder(folder);
        }
        let mut known: Vec<String> = packs.iter().map(|pack| pack.file.id.to_string()).collect();
        known.dedup();
        Err(PackError::Unknown { named: named.to_owned(), known }.into())
    }

    /// Keeps a copy of a pack that does not come with the program in the data folder, so that its matches can be read
    /// without naming it again.
    ///
    /// # Errors
    /// A folder that cannot be written.
    pub fn keep(&self, pack: &Pack, data: &Path) -> Result<(), Error> {
        let Some(files) = self.brought.look(|more| {
            let same = |own: &Arc<Pack>| own.file.id == pack.file.id && own.rules_hashes == pack.rules_hashes;
            more.iter().find(|one| one.pack.as_ref().is_some_and(same)).map(|one| one.files.clone())
        }) else {
            return Ok(());
        };
        let mut files = files;
        files.extend(adjutant_packs::ruleset_file(&files));
        let mut content = Vec::new();
        for file in &files {
            content.extend_from_slice(file.path.as_bytes());
            content.push(0);
            content.extend_from_slice(adjutant_engine::chain::Hash::of(&file.bytes).to_string().as_bytes());
        }
        let hash = adjutant_engine::chain::Hash::of(&content).to_string();
        let folder = data.join(KEPT).join(format!("{}-{}", pack.file.id, &hash[..16]));
        if folder.join("pack.json").is_file() {
            return Ok(());
        }
        // `pack.json` comes last: a folder without it is not a pack, so a copy cut short is never taken for one.
        let (last, first): (Vec<&PackSource>, Vec<&PackSource>) =
            files.iter().partition(|file| file.path == "pack.json");
        for file in first.into_iter().chain(last) {
            let path = folder.join(&file.path);
            if let Some(parent) = path.parent() {
                files::make_folder(parent)?;
            }
            files::write(&path, &file.bytes)?;
        }
        Ok(())
    }

    /// The muster rules of a pack.
    ///
    /// # Errors
    /// No such pack, or one without muster rules.
    pub fn army(&self, pack: &Pack) -> Result<ArmyRules, Error> {
        let id = &pack.file.id;
        let own = self.brought.look(|more| {
            let same = |own: &Arc<Pack>| own.file.id == *id && own.rules == pack.rules;
            let one = more.iter().find(|one| one.pack.as_ref().is_some_and(same))?;
            one.files.iter().find(|file| file.path == "army.json").map(|file| file.bytes.clone())
        });
        let bytes = own.or_else(|| {
            let shipped = adjutant_packs::shipped_files(id.as_str());
            shipped.into_iter().find(|file| file.path == "army.json").map(|file| file.bytes)
        });
        let Some(bytes) = bytes else {
            return Err(PackError::NoMuster(id.clone()).into());
        };
        let rules = ArmyRules::read(&bytes).map_err(|error| PackError::Army { pack: id.clone(), error })?;
        Ok(rules.under(&pack.law))
    }
}

/// The folder itself if it is a pack, or else the folders in it that are.
fn folders_of_packs(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    if folder.join("pack.json").is_file() {
        return Ok(vec![folder.to_path_buf()]);
    }
    let entries = std::fs::read_dir(folder).map_err(|error| Error::file(folder, error))?;
    let mut packs: Vec<PathBuf> = Vec::new();
    for entry in entries {
        packs.push(entry.map_err(|error| Error::file(folder, error))?.path());
    }
    packs.retain(|path| path.join("pack.json").is_file());
    packs.sort();
    Ok(packs)
}

/// The files of a pack's folder and of the folders in it, one level deep as packs are.
///
/// # Errors
/// A folder or a file that cannot be read.
pub fn gather(folder: &Path) -> Result<Vec<PackSource>, Error> {
    let mut sources = Vec::new();
    gather_into(folder, "", &mut sources)?;
    Ok(sources)
}

fn gather_into(folder: &Path, prefix: &str, sources: &mut Vec<PackSource>) -> Result<(), Error> {
    let entries = std::fs::read_dir(folder).map_err(|error| Error::file(folder, error))?;
    let mut paths: Vec<PathBuf> = Vec::new();
    for entry in entries {
        paths.push(entry.map_err(|error| Error::file(folder, error))?.path());
    }
    paths.sort();
    for path in paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() && prefix.is_empty() {
            gather_into(&path, &format!("{name}/"), sources)?;
        } else if path.is_file() {
            sources.push(PackSource { path: format!("{prefix}{name}"), bytes: files::read_log(&path)? });
        }
    }
    Ok(())
}
