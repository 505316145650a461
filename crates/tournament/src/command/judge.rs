//! Judges: what the event knows of one, and which of them speaks.

use serde::{Deserialize, Serialize};

use crate::id::{Name, PassId, Reason};

/// What the event knows of a judge from now on: nothing of what a record before said stays. A judge rules at no table of a
/// player of the own club or team, unless the record says why.
///
/// ```
/// use adjutant_tournament::{Name, command::Judge, id::PassId};
/// let mia = Judge { club: Name::new("Rooks").ok(), ..Judge::named(PassId::new("mia").unwrap()) };
/// assert_eq!(serde_json::to_value(mia).unwrap(), serde_json::json!({"id": "mia", "club": "Rooks"}));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Judge {
    /// The name that the judge's card goes by.
    pub id: PassId,
    /// Club.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub club: Option<Name>,
    /// Team.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub team: Option<Name>,
}

impl Judge {
    /// A judge of no club and no team.
    pub fn named(id: PassId) -> Judge {
        Judge { id, club: None, team: None }
    }
}

/// The judge who speaks, beside `by` in the envelope of a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Judging {
    /// The name that the judge's card goes by.
    pub id: PassId,
    /// Why this judge rules although a player is of the own club or team.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub despite: Option<Reason>,
}
