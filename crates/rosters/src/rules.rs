//! The muster rules of a pack, as data that its author can change.

use std::collections::BTreeMap;

use adjutant_engine::ids::{Name, are_alike};
use adjutant_engine::law::Law;
use adjutant_engine::muster::{Benefit, Benefits};
use adjutant_engine::roster::{BattlefieldRole, Roster, RosterUnit};
use serde::{Deserialize, Serialize};

use crate::sources::Source;

/// Muster rules: the file `army.json` of a pack.
///
/// # Source
/// `docs/rules/muster.md`: A-2 and A-10, F-003 (Detachments, battle sizes), F-004 (Organised Events, aliases).
///
/// # Examples
/// ```
/// use adjutant_rosters::rules::ArmyRules;
/// let json = include_str!("../army.json");
/// let rules: ArmyRules = serde_json::from_str(json)?;
/// assert_eq!(rules.sizes["strike-force"].points, 2000);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ArmyRules {
    /// Battle sizes by their kebab-case name.
    pub sizes: BTreeMap<String, SizeRules>,
    /// Detachments by their kebab-case name.
    #[serde(default)]
    pub detachments: BTreeMap<String, DetachmentRules>,
    /// Which Faction keywords hold a Detachment and an army together.
    #[serde(default)]
    pub factions: FactionRules,
    /// How often a datasheet may be taken, and which count as one.
    pub copies: CopyRules,
    /// Whether units with fewer models than their datasheet's least may be taken.
    #[serde(default)]
    pub understrength: bool,
    /// Whether Detachments may be upgraded to Specialist Detachments.
    pub specialist_detachments: SpecialistRules,
    /// Strategic Reserves and units set up elsewhere, as the muster section prints them. A match reads them from
    /// `ruleset.json`; a test holds both to the same numbers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reserves: Option<ReserveRules>,
    /// Keywords that an appendix adds to datasheets, by title.
    #[serde(default)]
    pub added_keywords: BTreeMap<Name, Vec<Name>>,
    /// Codes of the checks that these rules have, such as V-201; all of them where it is left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub only: Vec<Name>,
    /// Where the rules stand, by the code of their check; the Grand Tournament pack and its companion where a code is left
    /// out.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub sources: BTreeMap<String, Source>,
    /// Limits that an event may put in place of those of the battle size.
    #[serde(default)]
    pub policies: BTreeMap<String, EventPolicy>,
    /// Whether Command Benefits pay for Detachments: a reading of the pack's ruleset, not of this file.
    #[serde(skip)]
    pub benefits_pay_detachments: bool,
}

/// A battle size.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SizeRules {
    /// Most points of an army, those set aside included.
    pub points: i32,
    /// Command points that it is mustered with.
    pub command_points: i32,
    /// Most Detachments.
    pub detachments: usize,
    /// Most units of one datasheet; absent where the pack has no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub copies: Option<usize>,
    /// Whether the pack has missions of this size.
    pub offered: bool,
}

/// A Detachment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct DetachmentRules {
    /// Prices in Command points, the lowest first.
    pub cp: Vec<i32>,
    /// Units by battlefield role; a role that is left out may not be taken.
    pub slots: BTreeMap<BattlefieldRole, Range>,
    /// Units in all slots together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub units: Option<Range>,
    /// Whether it may hold a Dedicated Transport for each INFANTRY unit, beside its slots.
    #[serde(default)]
    pub transport_per_infantry: bool,
    /// Whether it may hold a Dedicated Transport for each other unit, beside its slots.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub transport_per_unit: bool,
    /// Whether units with fewer models than their datasheet's least may be taken in it, whatever the pack says of others.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub understrength: bool,
    /// Whether all its units must share a Faction keyword.
    #[serde(default)]
    pub one_faction: bool,
    /// Whether the ban list of the pack leaves it alone.
    #[serde(default)]
    pub any_faction: bool,
    /// Most of it in one army.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most: Option<usize>,
    /// Whether the Warlord may not be in it.
    #[serde(default)]
    pub without_warlord: bool,
    /// Keywords of which its unit must have one, and be the Warlord.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub led_by: Vec<Name>,
    /// A keyword that none of its units may have at the lowest price.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub not_at_lowest_price: Option<Name>,
    /// Command points that it brings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub benefit: Option<Benefit>,
}

/// How many units at least and at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Range {
    /// At least this many.
    #[serde(default)]
    pub least: usize,
    /// At most this many.
    pub most: usize,
}

/// Which Faction keywords count.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct FactionRules {
    /// Keywords too broad to hold a Detachment together.
    pub too_broad: Vec<Name>,
    /// The keyword whose units need not belong to the Army Faction.
    pub unaligned: Name,
}

impl Default for FactionRules {
    /// Every Faction keyword holds together; `UNALIGNED` units belong to any.
    fn default() -> Self {
        let unaligned = Name::new("UNALIGNED").unwrap_or_else(|_| unreachable!("a name"));
        FactionRules { too_broad: Vec::new(), unaligned }
    }
}

/// Copies of datasheets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CopyRules {
    /// Roles that are not counted.
    #[serde(default)]
    pub uncounted_roles: Vec<BattlefieldRole>,
    /// Most units of one datasheet with a keyword, in place of those of the battle size; of several the least.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub by_keyword: BTreeMap<Name, usize>,
    /// Titles that count as one datasheet.
    #[serde(default)]
    pub same: Vec<Vec<Name>>,
    /// Words that are left out of the titles of a faction.
    #[serde(default)]
    pub deleted_words: Vec<DeletedWords>,
}

/// Words that are left out of the titles of a faction before titles are compared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct DeletedWords {
    /// A Faction keyword of those units.
    pub faction: Name,
    /// The words.
    pub words: Vec<Name>,
}

/// Specialist Detachments.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SpecialistRules {
    /// Whether they may be taken.
    pub allowed: bool,
    /// Words in a Stratagem, note or Detachment name that give one away.
    pub words: Vec<Name>,
}

/// Reserves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ReserveRules {
    /// Power Rating after which Strategic Reserves cost one Command point more.
    pub power_per_cp: i32,
    /// The share of units that may be off the battlefield is one in this many, rounded down.
    pub units_one_in: i32,
    /// Their points must be less than one in this many of the army's.
    pub points_below_one_in: i32,
}

/// Limits of an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct EventPolicy {
    /// Limits by points limit, the smallest first.
    pub limits: Vec<EventLimits>,
    /// Titles that count as one datasheet beside those of the pack.
    #[serde(default)]
    pub same: Vec<Vec<Name>>,
    /// Whether every unit in a slot allows a Dedicated Transport, INFANTRY or not.
    #[serde(default)]
    pub transport_per_slot: bool,
}

/// Limits of an event up to a points limit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct EventLimits {
    /// The largest points limit that they are for.
    pub points: i32,
    /// Most Detachments.
    pub detachments: usize,
    /// Most units of one datasheet.
    pub copies: usize,
    /// Advised battlefield, in feet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub battlefield_ft: Option<[i32; 2]>,
    /// Advised length of a game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub length: Option<Name>,
}

impl EventPolicy {
    /// The limits for a points limit; none for one that is larger than all of them.
    ///
    /// # Examples
    /// ```
    /// use adjutant_rosters::rules::ArmyRules;
    /// let rules: ArmyRules = serde_json::from_str(include_str!("../army.json"))?;
    /// let policy = &rules.policies["organised-events-8th"];
    /// assert_eq!(policy.limits_for(1_001).map(|limits| limits.detachments), Some(3));
    /// assert!(policy.limits_for(3_001).is_none());
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn limits_for(&self, points: i32) -> Option<&EventLimits> {
        self.limits.iter().find(|limits| points <= limits.points)
    }
}

/// A name that the rules do not hold.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this pack has no {what} `{name}`; choose one of {accepted}")]
pub struct UnknownName {
    /// What it should name.
    pub what: &'static str,
    /// The name.
    pub name: String,
    /// The names that the rules hold.
    pub accepted: String,
}

impl ArmyRules {
    /// Reads muster rules: readers of JSON are compiled again wherever they are called from.
    ///
    /// # Errors
    /// What is not JSON, or not muster rules.
    pub fn read(text: &[u8]) -> serde_json::Result<ArmyRules> {
        serde_json::from_slice(text)
    }

    /// The same rules with the readings of a pack's ruleset.
    #[must_use]
    pub fn under(mut self, law: &Law) -> ArmyRules {
        self.benefits_pay_detachments = law.readings.command_benefits_pay_detachments;
        self
    }

    /// What Detachments give back.
    pub fn benefits(&self) -> Benefits {
        let each = self.detachments.iter().filter_map(|(kind, rules)| Some((kind, rules.benefit.clone()?)));
        let named = each.filter_map(|(kind, benefit)| Some((Name::new(kind).ok()?, benefit)));
        Benefits { by_detachment: named.collect(), unaligned: Some(self.factions.unaligned.clone()) }
    }

    /// A battle size by its name.
    ///
    /// # Errors
    /// A name that the rules do not hold.
    pub fn size(&self, name: &str) -> Result<&SizeRules, UnknownName> {
        named("battle size", &self.sizes, name)
    }

    /// The same rules with another limit of points for a battle size, as players agreed on it.
    #[must_use]
    pub fn with_points(mut self, size: &str, points: i32) -> ArmyRules {
        if let Some(size) = self.sizes.get_mut(size) {
            size.points = points;
        }
        self
    }

    /// The battle size that a list is for where nobody says it: the only one with missions, if there is only one.
    pub fn only_size(&self) -> Option<&str> {
        let mut offered = self.sizes.iter().filter(|(_, size)| size.offered).map(|(name, _)| name.as_str());
        offered.next().filter(|_| offered.next().is_none())
    }

    /// An event policy by its name.
    ///
    /// # Errors
    /// A name that the rules do not hold.
    pub fn policy(&self, name: &str) -> Result<&EventPolicy, UnknownName> {
        named("event policy", &self.policies, name)
    }

    /// Keywords that the rules add to a unit and that its datasheet does not print.
    ///
    /// # Source
    /// D-17: the appendix of units that are AIRCRAFT.
    pub fn missing_keywords<'a>(&'a self, unit: &'a RosterUnit) -> impl Iterator<Item = &'a Name> {
        let titled = |titles: &[Name]| titles.iter().any(|title| are_alike(title.as_str(), unit.datasheet.as_str()));
        let added = self.added_keywords.iter().filter(move |(_, titles)| titled(titles));
        added.map(|(keyword, _)| keyword).filter(|keyword| !unit.keywords.contains(keyword))
    }

    /// The roster with the keywords that the rules add.
    pub fn with_added_keywords(&self, roster: &Roster) -> Roster {
        let mut roster = roster.clone();
        for unit in roster.detachments.iter_mut().flat_map(|detachment| &mut detachment.units) {
            let missing: Vec<Name> = self.missing_keywords(unit).cloned().collect();
            unit.keywords.extend(missing);
        }
        roster
    }
}

fn named<'a, T>(what: &'static str, all: &'a BTreeMap<String, T>, name: &str) -> Result<&'a T, UnknownName> {
    all.get(name).ok_or_else(|| UnknownName {
        what,
        name: name.chars().take(80).collect(),
        accepted: all.keys().map(String::as_str).collect::<Vec<_>>().join(", "),
    })
}
