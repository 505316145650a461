//! Questions: a line of JSON, and behind it the bytes that it speaks of.

use std::collections::BTreeMap;
use std::sync::Arc;

use adjutant_packs::PackSource;
use adjutant_replay::Rulebook;
use serde::Deserialize;

/// What says of itself how long the parts are that follow.
pub trait Head: for<'a> Deserialize<'a> {
    /// The lengths, in order.
    fn parts(&self) -> &[usize];
}

/// A first line, and the parts behind it.
pub fn framed<H: Head>(question: &[u8]) -> Result<(H, Vec<&[u8]>), String> {
    let end = question.iter().position(|byte| *byte == b'\n').unwrap_or(question.len());
    let head: H = serde_json::from_slice(&question[..end]).map_err(|error| error.to_string())?;
    let mut rest = question.get(end + 1..).unwrap_or_default();
    let mut parts = Vec::with_capacity(head.parts().len());
    for length in head.parts() {
        let (part, behind) = rest.split_at_checked(*length).ok_or("the parts are longer than the question")?;
        parts.push(part);
        rest = behind;
    }
    Ok((head, parts))
}

/// The packs that come with this law, and those that the question brings. What is no pack is passed over: the log that
/// names it is refused.
pub fn rulebook(brought: &[BTreeMap<String, String>]) -> Rulebook {
    let source = |(path, text): (&String, &String)| PackSource { path: path.clone(), bytes: text.clone().into_bytes() };
    let pack = |files: &BTreeMap<String, String>| {
        let files: Vec<PackSource> = files.iter().map(source).collect();
        Some((Arc::new(adjutant_packs::read_again(&files).ok()?), files))
    };
    Rulebook::shipped().with(&brought.iter().filter_map(pack).collect::<Vec<_>>())
}
