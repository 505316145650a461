//! Where the program meets the rules: which fold, which packs.

use adjutant_engine::fold::Match;
use adjutant_engine::ids::ActionId;
use adjutant_rosters::rules::ArmyRules;

use crate::error::{CliError, ErrorKind};

/// A match before its first record, under the packs that the program ships.
pub fn new_match() -> Match {
    Match::new(adjutant_packs::shipped())
}

/// Actions that the shipped packs offer, so that people may type a part of their names.
pub fn actions() -> Vec<ActionId> {
    adjutant_packs::shipped().iter().flat_map(|pack| pack.actions.keys().cloned()).collect()
}

/// The muster rules of a shipped pack.
///
/// # Errors
/// No such pack, or one without muster rules.
pub fn army(pack: &str) -> Result<ArmyRules, CliError> {
    let files = adjutant_packs::shipped_files(pack);
    let Some(file) = files.iter().find(|file| file.path == "army.json") else {
        let packs: Vec<String> = adjutant_packs::shipped().iter().map(|pack| pack.file.id.to_string()).collect();
        return Err(CliError::usage(format!("no muster rules of a pack `{pack}`"))
            .hint(format!("packs at hand: {}", packs.join(", "))));
    };
    serde_json::from_slice(&file.bytes)
        .map_err(|error| CliError::new(ErrorKind::Files, format!("army.json of {pack}: {error}")))
}
