//! Who fights before whom.

use adjutant_core::ids::Name;
use serde::{Deserialize, Serialize};

use super::source::Source;

/// In which order units fight.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Fights {
    /// What goes before what.
    pub by: FightsBy,
    /// The only type of weapon that is fought with; any where it is not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub with: Option<Name>,
    /// Where it is printed.
    pub source: Source,
}

/// What decides about the order of fights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum FightsBy {
    /// Units that charged and those with a rule to fight first, then the others, then those that fight last; among each,
    /// one unit of either player in turn.
    Charge {
        /// Who begins among the units that fight first; not judged where it is not said.
        first: Option<Begins>,
        /// Who begins among the units that fight neither first nor last.
        others: Option<Begins>,
        /// Who begins among the units that fight last.
        last: Option<Begins>,
    },
    /// In each combat the higher Initiative; equal ones at once.
    Initiative,
}

/// Which player selects the first unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Begins {
    /// The player whose turn it is.
    Own,
    /// The other one.
    Other,
}
