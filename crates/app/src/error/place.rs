//! Paths in sentences.

use std::path::Path;

use adjutant_engine::visible::excerpt;

/// How a path is shown to people: nothing in it acts on the terminal, and the middle of a very long one is left out.
pub fn shown(path: &Path) -> String {
    excerpt(&path.to_string_lossy()).into_owned()
}
