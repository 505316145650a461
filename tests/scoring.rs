//! What judges the scoring of the engine: an independent scorer, golden rows, scripts and properties.

#[path = "scoring/mod.rs"]
mod scoring;
