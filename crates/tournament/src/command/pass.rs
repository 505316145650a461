//! Passes: what the holder of a printed card may do. The log holds their numbers, never their secrets.

use adjutant_core::chain::Hash;
use serde::{Deserialize, Serialize};

use crate::id::{PassId, PlayerId};

adjutant_core::closed! {
    /// Who or what holds a pass.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    pub enum PassKind by name, written {
        /// A player, by id.
        Player "player",
        /// A device that stays at a table, by its number.
        Table "table",
        /// A judge.
        Judge "judge",
        /// A second desk.
        Desk "desk",
    }
}

/// A new pass; the ones before it no longer open anything. Every player and table has pass 1 without a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Pass {
    /// What kind of holder.
    pub kind: PassKind,
    /// Id of the player, number of the table, or the name that a judge or desk goes by.
    pub id: PassId,
    /// Its number: the last one plus 1, so 2 for the first new pass of a player or table, 1 for a new judge or desk.
    pub issue: u32,
}

/// A key with which a phone signs for the holder of a card. The first of a card is bound by its holder's word; for each
/// later one an official says it again, or the other player of the table gives theirs. Until then it signs nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Key {
    /// What kind of holder: a player, or a device that stays at a table.
    pub kind: PassKind,
    /// Id of the player, or number of the table.
    pub id: PassId,
    /// The key.
    pub key: Hash,
    /// The other player at the table, whose word it is that the key is the holder's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub word: Option<PlayerId>,
}
