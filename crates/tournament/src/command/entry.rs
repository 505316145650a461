//! Players as they enter, and corrections of what was entered.

use adjutant_core::sealed::Called;
use serde::{Deserialize, Serialize};

use crate::id::{DispositionId, Name, PlayerId, Reason, TableNumber};

// Fields stand in the order of the canonical form, in which a record is sealed fastest.
/// A player who enters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Club.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub club: Option<Name>,
    /// Country.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub country: Option<Name>,
    /// What the army is bent on, where missions go by it; the same in every round.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub disposition: Option<DispositionId>,
    /// In a team event: that of each member, in the order of the members.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dispositions: Vec<DispositionId>,
    /// Faction of the army.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub faction: Option<Name>,
    /// In a team event: the faction of each member, in the order of the members.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub factions: Vec<Name>,
    /// In a team event: the members, three to eight.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub members: Vec<Name>,
    /// Name.
    pub name: Called,
    /// Id within the event.
    pub player: PlayerId,
    /// Rating, for seeds; higher is better.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<u32>,
    /// A table that the player cannot leave.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<TableNumber>,
    /// Team.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub team: Option<Name>,
}

impl Entry {
    /// An entry of an id and a name only.
    pub fn new(player: PlayerId, name: impl Into<Called>) -> Entry {
        Entry {
            player,
            name: name.into(),
            club: None,
            team: None,
            country: None,
            disposition: None,
            dispositions: Vec::new(),
            faction: None,
            seat: None,
            members: Vec::new(),
            factions: Vec::new(),
            rating: None,
        }
    }

    /// Everything that the player may be called in this event: the name, alone or told apart from that of another.
    ///
    /// ```
    /// use adjutant_tournament::{Name, PlayerId, command::Entry};
    /// let entry = Entry::new(PlayerId::new("anna-b").unwrap(), Name::new("Anna").unwrap());
    /// assert!(entry.calls().eq(["Anna", "Anna (anna-b)"]));
    /// ```
    pub fn calls(&self) -> impl Iterator<Item = String> + '_ {
        let club = self.club.as_ref().map(|club| self.told_apart(club));
        [Some(self.name.to_string()), club, Some(self.told_apart(&self.player))].into_iter().flatten()
    }

    /// The name with what tells it apart from another of that name.
    pub(crate) fn told_apart(&self, by: &dyn std::fmt::Display) -> String {
        format!("{} ({by})", self.name)
    }
}

/// A correction of a player's entry: only what is named changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct EditPlayer {
    /// Who.
    pub player: PlayerId,
    /// New name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<Called>,
    /// New club.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub club: Option<Name>,
    /// New team.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub team: Option<Name>,
    /// New country.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub country: Option<Name>,
    /// What the army is bent on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub disposition: Option<DispositionId>,
    /// In a team event: that of each member.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dispositions: Vec<DispositionId>,
    /// New faction.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub faction: Option<Name>,
    /// New fixed table of the player; 0 for none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<TableNumber>,
    /// In a team event: the members from now on, as many as before.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub members: Vec<Name>,
    /// In a team event: the factions of the members from now on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub factions: Vec<Name>,
    /// New rating.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<u32>,
    /// Why.
    pub why: Reason,
}

impl EditPlayer {
    /// A correction that names nothing yet.
    pub fn new(player: PlayerId, why: Reason) -> EditPlayer {
        EditPlayer {
            player,
            name: None,
            club: None,
            team: None,
            country: None,
            disposition: None,
            dispositions: Vec::new(),
            faction: None,
            seat: None,
            members: Vec::new(),
            factions: Vec::new(),
            rating: None,
            why,
        }
    }

    /// The entry with this correction.
    #[must_use]
    pub fn applied_to(&self, entry: &Entry) -> Entry {
        let or = |new: &Option<Name>, old: &Option<Name>| new.clone().or_else(|| old.clone());
        Entry {
            player: entry.player.clone(),
            name: self.name.clone().unwrap_or_else(|| entry.name.clone()),
            club: or(&self.club, &entry.club),
            team: or(&self.team, &entry.team),
            country: or(&self.country, &entry.country),
            disposition: self.disposition.clone().or_else(|| entry.disposition.clone()),
            dispositions: if self.dispositions.is_empty() { &entry.dispositions } else { &self.dispositions }.clone(),
            faction: or(&self.faction, &entry.faction),
            seat: self.seat.map_or(entry.seat, |seat| Some(seat).filter(|seat| seat.0 > 0)),
            members: if self.members.is_empty() { entry.members.clone() } else { self.members.clone() },
            factions: if self.factions.is_empty() { entry.factions.clone() } else { self.factions.clone() },
            rating: self.rating.or(entry.rating),
        }
    }
}
