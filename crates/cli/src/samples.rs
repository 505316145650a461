//! The sample matches that the program ships: bare logs, as people write them.

use include_dir::{Dir, include_dir};

static SAMPLES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/samples");

const SUFFIX: &str = ".bare.jsonl";

/// One shipped match.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// Its file's name without `.bare.jsonl`.
    pub name: &'static str,
    /// Its bare log.
    pub log: &'static [u8],
}

/// All of them, by name.
pub fn all() -> Vec<Sample> {
    let mut samples: Vec<Sample> = SAMPLES
        .files()
        .filter_map(|file| {
            let name = file.path().file_name()?.to_str()?.strip_suffix(SUFFIX)?;
            Some(Sample { name, log: file.contents() })
        })
        .collect();
    samples.sort_by_key(|sample| sample.name);
    samples
}
