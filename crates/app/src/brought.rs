//! Packs that do not come with the program, as they were brought: by `--packs` or by the data folder that keeps them.

use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError, RwLock};

use adjutant_core::text::{first_line, holds};
use adjutant_engine::law::Pack;
use adjutant_packs::PackSource;
use serde_json::Value;

/// A pack that does not come with the program, and its files. One that an older program kept and that this one cannot
/// read is no pack here; the engine of an older law may know it.
pub(crate) struct Brought {
    /// The pack, where this program reads it.
    pub pack: Option<Arc<Pack>>,
    /// Its files.
    pub files: Vec<PackSource>,
}

/// All of them; a clone has the same.
#[derive(Clone, Default)]
pub(crate) struct Shelf(Arc<RwLock<Vec<Brought>>>);

impl Shelf {
    /// Looks at all of them.
    pub fn look<T>(&self, look: impl FnOnce(&[Brought]) -> T) -> T {
        look(&self.0.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Makes one known.
    pub fn bring(&self, pack: Option<Arc<Pack>>, files: Vec<PackSource>) {
        self.0.write().unwrap_or_else(PoisonError::into_inner).push(Brought { pack, files });
    }

    /// The JSON files of those that the first record of one of these logs names, by their paths.
    pub fn named_in(&self, logs: &[&[u8]]) -> Vec<BTreeMap<String, String>> {
        let firsts = || logs.iter().map(|log| first_line(log));
        let named = |one: &&Brought| {
            let head = one.files.iter().find(|file| file.path == "pack.json");
            let head: Value = head.and_then(|file| serde_json::from_slice(&file.bytes).ok()).unwrap_or_default();
            let member = format!("\"pack\":{}", head["id"]);
            firsts().any(|first| holds(first, member.as_bytes()))
        };
        let text = |file: &PackSource| Some((file.path.clone(), String::from_utf8(file.bytes.clone()).ok()?));
        let is_json = |file: &&PackSource| file.path.ends_with(".json");
        let files = |one: &Brought| one.files.iter().filter(is_json).filter_map(text).collect();
        self.look(|more| more.iter().filter(named).map(files).collect())
    }
}
