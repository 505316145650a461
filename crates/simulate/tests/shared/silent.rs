//! Packs that leave something out.

use adjutant_packs::{PackSource, read, shipped_files};
use serde_json::Value;

/// What is found in a shipped pack whose `pack.json` lacks the value at a pointer: the place and the fault of each.
pub fn faults_without(pack: &str, pointer: &str) -> Vec<String> {
    let mut files: Vec<PackSource> = shipped_files(pack);
    files.retain(|file| file.path != "hashes.json");
    let file = files.iter_mut().find(|file| file.path == "pack.json").expect("the file");
    let mut pack: Value = serde_json::from_slice(&file.bytes).expect("JSON");
    let (above, key) = pointer.rsplit_once('/').expect("a pointer");
    pack.pointer_mut(above).and_then(Value::as_object_mut).expect("an object").remove(key).expect("the key");
    file.bytes = serde_json::to_vec(&pack).expect("JSON");
    read(&files).err().unwrap_or_default().iter().map(|fault| format!("{}: {fault}", fault.place)).collect()
}

/// That the pack as it is shipped has no faults.
pub fn makes_sense(pack: &str) {
    read(&shipped_files(pack)).unwrap_or_else(|faults| panic!("{faults:#?}"));
}
