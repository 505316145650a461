//! JSON Schemas of the files of a pack, generated from the types that read them.

use adjutant_engine::rules::{Action, Mission, Objective, PackFile, Ruleset};
use schemars::{Schema, schema_for};

/// The schemas by the names of their files.
///
/// They are kept in the folder `schemas/` of the project; a test of this crate compares them and says how to write
/// them anew.
///
/// ```
/// let names: Vec<&str> = adjutant_packs::schemas().iter().map(|(name, _)| *name).collect();
/// assert_eq!(names[..3], ["pack.schema.json", "ruleset.schema.json", "mission.schema.json"]);
/// ```
pub fn schemas() -> [(&'static str, Schema); 5] {
    [
        ("pack.schema.json", schema_for!(PackFile)),
        ("ruleset.schema.json", schema_for!(Ruleset)),
        ("mission.schema.json", schema_for!(Mission)),
        ("objective.schema.json", schema_for!(Objective)),
        ("action.schema.json", schema_for!(Action)),
    ]
}
