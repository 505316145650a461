//! Whether both players have signed a match as it stands.

use std::collections::BTreeMap;

use adjutant_core::signature::{Statement, verify};
use adjutant_engine::command::Command;
use adjutant_engine::fold::ends_no_signature;
use adjutant_engine::record::Record;

/// Whether both players, each with a key of their own, have signed everything in these records of a match: behind their
/// signatures is nothing that would end them, and each is genuine.
pub fn both_signed<'a>(records: impl IntoIterator<Item = &'a Record>) -> bool {
    let mut records = records.into_iter();
    let Some(first) = records.next() else { return false };
    let mut keys = BTreeMap::new();
    for record in records {
        match &*record.command {
            Command::Sign { player: Some(player), head, key: Some(key), signature: Some(signature) } => {
                if verify(key, signature, &Statement::of_match(first.hash, *player, *head)) {
                    keys.insert(*player, *key);
                }
            }
            other if ends_no_signature(other.kind()) => {}
            _ => keys.clear(),
        }
    }
    let keys: Vec<_> = keys.into_values().collect();
    matches!(keys.as_slice(), [one, two] if one != two)
}
