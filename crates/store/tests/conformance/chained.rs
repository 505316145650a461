//! Records to write, for the tests of the module above and for those of the store itself.

use adjutant_core::chain::{Link, seal};

use super::Line;

/// Records that follow each other.
pub fn lines(texts: &[&str], mut previous: Link) -> Vec<Line> {
    texts
        .iter()
        .map(|text| {
            let fields = serde_json::json!({"by": "both", "do": {"note": {"text": text}}});
            let (bytes, link) = seal(fields.as_object().unwrap().clone(), previous).unwrap();
            previous = link;
            Line { link, bytes }
        })
        .collect()
}
