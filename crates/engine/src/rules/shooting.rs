//! What a unit's moves, and enemies beside it, do to its ranged attacks.

use adjutant_attack::HitCause;
use adjutant_core::ids::Name;
use adjutant_core::numbers::{Inches, Whole};
use serde::{Deserialize, Serialize};

use super::source::Source;

/// A rule about ranged attacks of units that moved, stood still, or have enemies beside them.
///
/// ```
/// use adjutant_engine::rules::ShootingRow;
/// let row: ShootingRow = serde_json::from_str(
///     r#"{"when":"moved","weapon":"Heavy","units":["INFANTRY"],"does":{"hit":-1},"source":"001:2052"}"#).unwrap();
/// assert!(row.unless.is_empty() && row.targets.is_empty());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ShootingRow {
    /// What has happened; neither `dense-cover` nor `damaged`, which follow from terrain and from datasheets.
    pub when: HitCause,
    /// Only weapons of this type.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weapon: Option<Name>,
    /// Only weapons of none of these types.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub other_than: Vec<Name>,
    /// Only units with one of these keywords; any unit where there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub units: Vec<Name>,
    /// No unit with one of these keywords.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unless: Vec<Name>,
    /// Only against units with one of these keywords.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub targets: Vec<Name>,
    /// What it does.
    pub does: ShootingDoes,
    /// Where it is printed.
    pub source: Source,
}

/// How types of ranged weapons tell the number of their attacks, as in `Assault 2`, and what they keep a unit from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ShotsRow {
    /// Whether the types of a list say how many attacks there are, so that no more are made.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub counts: bool,
    /// Types that make twice as many at half their range.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub twice: Vec<Name>,
    /// Types after which a unit does not charge this turn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub no_charge: Vec<Name>,
    /// Types of weapons that shoot over what stands between, so that only what a target stands in covers it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub indirect: Vec<Name>,
    /// Types of weapons that are shot once a battle.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub once: Vec<Name>,
    /// Units with one of these keywords charge after them all the same.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unless: Vec<Name>,
    /// Where it is printed.
    pub source: Source,
}

/// What a rule about ranged attacks does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ShootingDoes {
    /// It is added to hit rolls.
    Hit(Whole<-3, 3>),
    /// The weapons reach so far, in inches.
    Reach(Inches),
    /// The weapons are not shot.
    Bars,
    /// The weapons are shot at enemies within Engagement Range alone.
    Beside,
}
