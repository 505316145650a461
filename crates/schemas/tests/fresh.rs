//! The files of `schemas/` are what the types say.

use std::collections::BTreeSet;
use std::path::Path;

/// `ADJUTANT_BLESS=1` writes what differs.
#[test]
fn every_schema_is_fresh() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../schemas");
    let bless = std::env::var_os("ADJUTANT_BLESS").is_some();
    let mut stale = Vec::new();
    let mut words = BTreeSet::new();
    for (word, schema) in adjutant_schemas::all() {
        words.insert(word.to_owned());
        let path = folder.join(format!("{word}.schema.json"));
        let text = adjutant_schemas::text(&schema).unwrap();
        if std::fs::read_to_string(&path).unwrap_or_default() == text {
            continue;
        }
        if bless {
            std::fs::write(&path, text).unwrap();
        } else {
            stale.push(word);
        }
    }
    assert!(
        stale.is_empty(),
        "the schemas {stale:?} are not what the types say; write them anew with\n  \
         ADJUTANT_BLESS=1 cargo test -p adjutant-schemas"
    );
    let files = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let files: BTreeSet<String> =
        files.filter_map(|name| Some(name.strip_suffix(".schema.json")?.to_owned())).collect();
    assert_eq!(files, words, "a schema that no type gives, or the other way round");
}

/// What authors of packs and lists write is described key by key.
#[test]
fn the_rules_of_a_muster_have_a_schema() {
    let schema = schemars::schema_for!(adjutant_rosters::rules::ArmyRules);
    assert!(schema.as_value()["properties"]["detachments"].is_object());
}
