//! The files that come with the program: rulesets, and every folder of `missions/` that holds a `pack.json`.

use std::sync::Arc;

use adjutant_engine::attack::Law;
use include_dir::{Dir, include_dir};

use crate::source::PackSource;

static MISSIONS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/missions");

/// The ids of the shipped packs, in alphabetical order.
///
/// ```
/// let packs = ["border-war", "gt2020", "matrix-11th", "outposts-10th", "outposts-8th", "standard-5th"];
/// assert_eq!(adjutant_packs::shipped_ids(), packs);
/// ```
pub fn shipped_ids() -> Vec<&'static str> {
    let packs = MISSIONS.dirs().filter(|folder| folder.get_file(folder.path().join("pack.json")).is_some());
    let mut ids: Vec<&str> = packs.filter_map(|folder| folder.path().to_str()).collect();
    ids.sort_unstable();
    ids
}

/// The file of a shipped ruleset.
pub(crate) fn shipped_ruleset(id: &str) -> Option<&'static [u8]> {
    MISSIONS.get_file(format!("rulesets/{id}/ruleset.json")).map(|file| file.contents())
}

/// What the program adds to a shipped ruleset about conduct, where it does.
pub(crate) fn shipped_conduct(id: &str) -> Option<&'static [u8]> {
    MISSIONS.get_file(format!("rulesets/{id}/conduct.json")).map(|file| file.contents())
}

/// The ids of the shipped rulesets, in alphabetical order.
///
/// ```
/// assert!(adjutant_packs::shipped_rulesets().contains(&"9th"));
/// ```
pub fn shipped_rulesets() -> Vec<&'static str> {
    let folders = MISSIONS.get_dir("rulesets").into_iter().flat_map(|folder| folder.dirs());
    let named = folders.filter(|folder| folder.get_file(folder.path().join("ruleset.json")).is_some());
    let mut ids: Vec<&str> = named.filter_map(|folder| folder.path().file_name()?.to_str()).collect();
    ids.sort_unstable();
    ids
}

/// The files of a shipped pack; none for a pack that is not shipped.
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

/// The editions whose dice are shipped, in alphabetical order.
///
/// ```
/// assert_eq!(adjutant_packs::editions(), ["10th", "11th", "5th", "8th", "9th"]);
/// ```
pub fn editions() -> Vec<&'static str> {
    shipped_rulesets()
}

/// How a shipped edition rolls dice; `None` for an edition that is not shipped.
///
/// ```
/// assert!(adjutant_packs::edition_dice("9th").is_some() && adjutant_packs::edition_dice("6th").is_none());
/// ```
pub fn edition_dice(edition: &str) -> Option<Arc<Law>> {
    #[derive(serde::Deserialize)]
    struct Stated {
        dice: Option<Law>,
    }
    match serde_json::from_slice::<Stated>(shipped_ruleset(edition)?) {
        Ok(stated) => stated.dice.map(Arc::new),
        Err(error) => unreachable!("the shipped editions are checked by a test: {edition}: {error}"),
    }
}
