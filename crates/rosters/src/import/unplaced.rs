//! What a file holds and a roster has no place for.

use std::collections::BTreeSet;

use adjutant_engine::ids::{NAME_LENGTH_MAX, Name, UnitId};
use serde::Serialize;

use super::document::excerpt;

/// Something of the file that is not in the roster, or is there only after a guess.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Unplaced {
    /// The unit that it belongs to; absent for the army as a whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<UnitId>,
    /// What it is, in the words of the file.
    pub what: String,
    /// Why it has no place, or what was taken instead.
    pub why: String,
}

impl std::fmt::Display for Unplaced {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some(unit) = &self.unit {
            write!(f, "{unit}: ")?;
        }
        write!(f, "{} — {}", self.what, self.why)
    }
}

/// Collects what has no place.
#[derive(Debug, Default)]
pub(super) struct Remainder {
    listed: Vec<Unplaced>,
    known: BTreeSet<Unplaced>,
}

impl Remainder {
    /// Lists something of a unit, or of the army.
    pub fn list(&mut self, unit: Option<&UnitId>, what: &str, why: impl Into<String>) {
        let entry = Unplaced { unit: unit.cloned(), what: excerpt(what), why: why.into() };
        if self.known.insert(entry.clone()) {
            self.listed.push(entry);
        }
    }

    /// All that was listed, in order.
    pub fn into_list(self) -> Vec<Unplaced> {
        self.listed
    }

    /// A printed name, cleaned of line ends and double spaces; what is too long is cut and listed.
    pub fn name(&mut self, unit: Option<&UnitId>, text: &str) -> Option<Name> {
        let words: Vec<&str> =
            text.split(|c: char| c.is_whitespace() || c.is_control()).filter(|w| !w.is_empty()).collect();
        let clean: String =
            words.join(" ").chars().filter(|c| !matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}')).collect();
        let cut: String = clean.chars().take(NAME_LENGTH_MAX).collect();
        if cut.len() < clean.len() {
            self.list(unit, text, format!("a name has at most {NAME_LENGTH_MAX} characters; the rest was cut"));
        }
        Name::new(&cut).ok()
    }
}
