//! The schemas that are kept are those that the types give.

use std::fs;
use std::path::Path;

use adjutant_packs::schemas;

/// Set to write the schemas anew instead of comparing them.
const WRITE: &str = "ADJUTANT_WRITE_SCHEMAS";

#[test]
fn the_kept_schemas_are_fresh() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../schemas");
    for (name, schema) in schemas() {
        let fresh = format!("{}\n", serde_json::to_string_pretty(&schema).expect("JSON"));
        let path = folder.join(name);
        if std::env::var_os(WRITE).is_some() {
            fs::create_dir_all(&folder).expect("a folder for the schemas");
            fs::write(&path, &fresh).expect("a schema");
        }
        let kept = fs::read_to_string(&path).unwrap_or_default();
        assert!(kept == fresh, "schemas/{name} is stale; write it with {WRITE}=1 cargo test -p adjutant-packs schemas");
    }
}
