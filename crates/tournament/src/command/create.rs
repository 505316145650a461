//! What is decided before an event, and changed before it takes effect.

use adjutant_core::chain::Hash;
use adjutant_core::sealed::Names;
use serde::{Deserialize, Serialize};

use crate::id::{Name, PackId, Reason, Seed, SizeId, TournamentId};
use crate::policy::Policies;

/// The first record of every event log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Create {
    /// Version of this contract: 1.
    pub format: u16,
    /// The law by which the log is judged, from 2 on; the recorder fills it in. A log without it was made before laws had
    /// numbers: its corrections are not judged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub law: Option<i32>,
    /// Id of the event.
    pub event: TournamentId,
    /// Name of the event.
    pub name: Name,
    /// Mission pack.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pack: Option<PackId>,
    /// Which of the packs of that id: SHA-256 over the canonical form of its `hashes.json`, the hashes of its missions'
    /// rules. Without it the first one that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pack_hash: Option<Hash>,
    /// Battle size.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<SizeId>,
    /// Number of rounds before any cut.
    pub rounds: u16,
    /// Where every draw starts.
    pub seed: Seed,
    /// Everything else that is decided beforehand.
    #[serde(default)]
    pub policies: Policies,
    /// How the players' names stand in the log.
    #[serde(default, skip_serializing_if = "Names::is_open")]
    pub names: Names,
    /// First record of the event of which this one is a copy with invented names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub copy_of: Option<Hash>,
}

/// A change of what `create` said: only what is named changes. The number of rounds may change until the last round is
/// published, everything else until round 1 is.
///
/// ```
/// use adjutant_tournament::{Reason, command::Settings};
/// let why = Reason::new("the hall closes at six").unwrap();
/// let settings = Settings { rounds: Some(4), ..Settings::new(why) };
/// let json = serde_json::to_value(&settings).unwrap();
/// assert_eq!(json, serde_json::json!({"rounds": 4, "why": "the hall closes at six"}));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// What people call the event from now on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<Name>,
    /// Mission pack.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pack: Option<PackId>,
    /// Which of the packs of that id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pack_hash: Option<Hash>,
    /// Battle size.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<SizeId>,
    /// Number of rounds before any cut.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounds: Option<u16>,
    /// All policies, as they are from now on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub policies: Option<Policies>,
    /// Why.
    pub why: Reason,
}

impl Settings {
    /// A change that names nothing yet.
    pub fn new(why: Reason) -> Settings {
        Settings { name: None, pack: None, pack_hash: None, size: None, rounds: None, policies: None, why }
    }

    /// What `create` would have said with this change.
    #[must_use]
    pub fn applied_to(&self, create: &Create) -> Create {
        Create {
            name: self.name.clone().unwrap_or_else(|| create.name.clone()),
            pack: self.pack.clone().or_else(|| create.pack.clone()),
            pack_hash: if self.pack.is_some() { self.pack_hash } else { create.pack_hash },
            size: self.size.clone().or_else(|| create.size.clone()),
            rounds: self.rounds.unwrap_or(create.rounds),
            policies: self.policies.clone().unwrap_or_else(|| create.policies.clone()),
            ..create.clone()
        }
    }
}
