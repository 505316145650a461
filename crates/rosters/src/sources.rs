//! Where each rule stands.

use serde::{Deserialize, Serialize};

/// The place of a rule: a text and lines of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// Name of the text.
    pub text: String,
    /// Lines of that text.
    pub lines: String,
}

impl std::fmt::Display for Source {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}, {}", self.text, self.lines)
    }
}

const PACK: &str = "Grand Tournament 2020";
const BUILDING: &str = "Army building, 9th edition";

/// Looks up where the rule of a code stands, for packs that do not say it.
pub(crate) fn source(code: &str) -> Source {
    let (text, lines) = match code {
        "V-101" => (PACK, "95-102"),
        "V-201" => (PACK, "106-111"),
        "V-202" => (BUILDING, "52, 128-131"),
        "V-203" => (BUILDING, "39-44, 90"),
        "V-204" => (BUILDING, "83"),
        "V-205" => (BUILDING, "133-243"),
        "V-206" | "V-207" | "V-208" => (PACK, "115"),
        "V-209" => (BUILDING, "72-79"),
        "V-210" | "V-211" => (PACK, "119"),
        "V-212" => (PACK, "2727"),
        "V-213" => (PACK, "2715-2728"),
        "V-214" => (PACK, "117"),
        "V-215" => (PACK, "2713"),
        _ => (PACK, "104-119"),
    };
    Source { text: text.into(), lines: lines.into() }
}
