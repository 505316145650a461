//! A mission pack with its law, and the packs that a fold may be asked for.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use adjutant_core::chain::Hash;
use adjutant_core::ids::{ActionId, MissionId, Name, ObjectiveId, PackId};
use serde::{Deserialize, Serialize};

use super::Law;
use super::sheet::ColumnSource;
use crate::rules::muster::Benefits;
use crate::rules::{Action, CommonPower, Mission, Objective, Ruleset, SizeRules, StratagemRules};
use crate::terms::{BattleSize, Category, Disposition};

/// The common file of a pack, as it is written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PackFile {
    /// Its id, as `open` names it.
    pub id: PackId,
    /// Its title.
    pub title: Name,
    /// Its version.
    pub version: Name,
    /// How far what it holds can be relied on, where that has to be said: `community data, 2026-08`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub standing: Option<Name>,
    /// Whose work it is made from, and under which licence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attribution: Option<String>,
    /// The shipped ruleset that it is played under; left out, the pack has a `ruleset.json` of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ruleset: Option<PackId>,
    /// What the ruleset does not state: any of its tables, or keys inside one. Nothing that it states can be changed.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Ruleset"))]
    pub plays: serde_json::Map<String, serde_json::Value>,
}

/// What all missions of a pack share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Common {
    /// Its id, as `open` names it.
    pub id: PackId,
    /// Its title.
    pub title: Name,
    /// Its version.
    pub version: Name,
    /// How far what it holds can be relied on, where that has to be said.
    pub standing: Option<Name>,
    /// Whose work it is made from, and under which licence.
    pub attribution: Option<String>,
    /// Whether it has a ruleset of its own, which comes with no program.
    pub own_ruleset: bool,
    /// What depends on the battle size.
    pub sizes: BTreeMap<BattleSize, SizeRules>,
    /// Stratagems with a limit that the log can check.
    pub stratagems: Vec<StratagemRules>,
    /// Psychic powers that every PSYKER knows.
    pub common_powers: Vec<CommonPower>,
}

/// A mission pack, checked and ready to play.
#[derive(Clone, Debug)]
pub struct Pack {
    /// What all its missions share.
    pub file: Common,
    /// The ruleset and what the pack adds to it, as written.
    pub ruleset: Arc<Ruleset>,
    /// The same, compiled: what the fold reads.
    pub law: Law,
    /// Its missions.
    pub missions: BTreeMap<MissionId, Arc<Mission>>,
    /// Its objectives.
    pub objectives: BTreeMap<ObjectiveId, Arc<Objective>>,
    /// Its actions.
    pub actions: BTreeMap<ActionId, Arc<Action>>,
    /// What Detachments give back, from the muster rules of the pack.
    pub benefits: Benefits,
    /// The Detachments that the muster rules of the pack know; none where it has no such rules.
    pub detachments: Vec<Name>,
    /// How attacks are rolled; unknown to a pack that does not say so.
    pub dice: Option<Arc<adjutant_attack::Law>>,
    /// Whether any of its objectives asks where units were, who attacked, or who held a marker.
    pub remembers: bool,
    /// Keywords that the rules add, each with the datasheets that get it, in lower case.
    pub added_keywords: BTreeMap<Name, Vec<String>>,
    /// Hash of the ruleset, as `open` names it.
    pub rules: Hash,
    /// Hash of the rules that each mission is played under, the ruleset among them, as `mission` names it.
    pub rules_hashes: BTreeMap<MissionId, Hash>,
}

impl Common {
    /// The battle sizes, those of fewer points first.
    pub fn by_points(&self) -> Vec<BattleSize> {
        let mut sizes: Vec<(i32, BattleSize)> = self.sizes.iter().map(|(id, size)| (size.points.get(), *id)).collect();
        sizes.sort_unstable();
        sizes.into_iter().map(|(_, id)| id).collect()
    }

    /// The battle size of the most points.
    pub fn largest(&self) -> Option<BattleSize> {
        self.by_points().pop()
    }
}

impl Pack {
    /// What tells this pack from every other: SHA-256 over the canonical form of the hashes of its missions, which are
    /// those that `hashes.json` holds.
    pub fn hash(&self) -> Hash {
        Hash::of(&adjutant_core::chain::canonical(&self.rules_hashes).unwrap_or_default())
    }

    /// The secondary objectives that a mission offers: the common ones and its own.
    pub fn secondaries<'a>(&'a self, mission: &'a Mission) -> impl Iterator<Item = &'a Arc<Objective>> {
        let any_fixed = self.law.columns.iter().any(|column| matches!(column.from, ColumnSource::Fixed(_)));
        let open = self.objectives.values().filter(move |objective| !any_fixed || !self.is_fixed(&objective.id));
        open.filter(|objective| match objective.category {
            Category::PRIMARY => false,
            Category::MISSION => mission.secondaries.contains(&objective.id),
            category => !self.law.is_card(category),
        })
    }

    /// What armies can be bent on in its missions, each once.
    pub fn dispositions(&self) -> Vec<Disposition> {
        let mut all: Vec<_> = self.missions.values().flat_map(|mission| mission.primaries.keys().copied()).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// The pack as a mission plays it: the same, but for what the mission changes.
    pub fn played_as(self: &Arc<Self>, mission: &Mission) -> Arc<Pack> {
        match &mission.changes {
            None => Arc::clone(self),
            Some(changes) => Arc::new(Pack { law: self.law.changed(changes), ..Pack::clone(self) }),
        }
    }

    /// The secondary mission cards: one deck of all of them for each player.
    pub fn cards(&self) -> impl Iterator<Item = &Arc<Objective>> {
        self.objectives.values().filter(|objective| self.law.is_card(objective.category))
    }

    /// The primary objectives of a mission by name; where each army has its own, with what that army is bent on. Their ids
    /// where the pack is not at hand.
    pub fn primaries_in_words(pack: Option<&Pack>, mission: &Mission) -> String {
        let name = |id: &ObjectiveId| {
            let known = pack.and_then(|pack| pack.objectives.get(id));
            known.map_or_else(|| id.to_string(), |objective| objective.name.to_string())
        };
        let each = mission.primaries.iter().map(|(is, id)| format!("{} ({is})", name(id)));
        mission.primary.iter().map(name).chain(each).collect::<Vec<_>>().join(", ")
    }

    /// The dice that roll a mission, in words; none where it is only chosen.
    ///
    /// Dice that are read as digits stand as their number, others as the faces of each: `D6 1-2, then D6 3`.
    pub fn dice_of(&self, mission: &Mission) -> Option<String> {
        let dice = self.law.rolls.mission.filter(|_| !mission.rolled.is_empty())?;
        let faces: Vec<[i32; 2]> = mission.rolled.iter().map(|faces| faces.bounds()).collect();
        if dice.as_digits() && faces.iter().all(|[low, high]| low == high) {
            let digits: String = faces.iter().map(|[face, _]| face.to_string()).collect();
            return Some(format!("{} {digits}", dice.to_string().to_uppercase()));
        }
        let range = |[low, high]: &[i32; 2]| if low == high { low.to_string() } else { format!("{low}-{high}") };
        let each = faces.iter().map(|faces| format!("D{} {}", dice.sides(), range(faces)));
        Some(each.collect::<Vec<_>>().join(", then "))
    }

    /// The mission of a battle size that dice give; `None` where they give none and are rolled again.
    ///
    /// # Source
    /// `docs/rules/sequence.md`, A-3, V-302; `docs/rules/editions.md`, 002-1 and 002-10.
    pub fn rolled(&self, size: BattleSize, faces: &[i32]) -> Option<&Arc<Mission>> {
        self.missions_of(size).find(|mission| mission.is_rolled_by(faces))
    }

    /// The missions of a battle size, by id.
    pub fn missions_of(&self, size: BattleSize) -> impl Iterator<Item = &Arc<Mission>> {
        self.missions.values().filter(move |mission| mission.size == size)
    }

    /// Whether a column of the sheet holds an objective for everybody, whatever the mission.
    pub fn is_fixed(&self, objective: &ObjectiveId) -> bool {
        self.law.columns.iter().any(|column| matches!(&column.from, ColumnSource::Fixed(id) if id == objective))
    }

    /// The objectives and actions that a mission offers, by id: what its `rules_hash` covers.
    pub fn offered<'a>(&'a self, mission: &'a Mission) -> (Vec<&'a Arc<Objective>>, Vec<&'a Arc<Action>>) {
        let mut objectives: Vec<_> = self.secondaries(mission).chain(self.cards()).collect();
        let primary = |id: &ObjectiveId| mission.primary_objectives().any(|primary| primary == id);
        objectives.extend(mission.primary_objectives().filter_map(|id| self.objectives.get(id)));
        objectives.extend(self.objectives.values().filter(|one| !primary(&one.id) && self.is_fixed(&one.id)));
        objectives.sort_by(|a, b| a.id.cmp(&b.id));
        let mut ids: Vec<&ActionId> = objectives.iter().flat_map(|o| &o.actions).chain(&mission.actions).collect();
        ids.sort();
        ids.dedup();
        let actions = ids.into_iter().filter_map(|id| self.actions.get(id)).collect();
        (objectives, actions)
    }
}

/// The packs that a fold may be asked for; each is read when it is asked for.
///
/// ```
/// use adjutant_engine::law::Packs;
/// let packs = Packs::reading([("own".parse().unwrap(), || unreachable!("nobody asks for it"))]);
/// assert!(packs.get(&"another".parse().unwrap()).is_none());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Packs(Vec<Arc<Kept>>);

/// A pack that is read, or will be.
#[derive(Debug)]
struct Kept {
    id: PackId,
    pack: LazyLock<Arc<Pack>, Box<dyn FnOnce() -> Arc<Pack> + Send>>,
}

impl Packs {
    /// These packs.
    pub fn new(packs: impl IntoIterator<Item = Arc<Pack>>) -> Packs {
        Packs::reading(packs.into_iter().map(|pack| (pack.file.id.clone(), move || pack)))
    }

    /// Packs by their ids, each with what reads it; that is called at most once.
    pub fn reading<F: FnOnce() -> Arc<Pack> + Send + 'static>(packs: impl IntoIterator<Item = (PackId, F)>) -> Packs {
        let kept = |(id, read): (PackId, F)| Arc::new(Kept { id, pack: LazyLock::new(Box::new(read)) });
        Packs(packs.into_iter().map(kept).collect())
    }

    /// The same with others behind them.
    #[must_use]
    pub fn and(mut self, others: impl IntoIterator<Item = Arc<Pack>>) -> Packs {
        self.0.extend(Packs::new(others).0);
        self
    }

    /// The pack of that id; the first of several versions.
    pub fn get(&self, id: &PackId) -> Option<&Arc<Pack>> {
        self.find(id, None)
    }

    /// The version of a pack that has a ruleset of this hash; the first one where no hash is named.
    pub fn find(&self, id: &PackId, rules: Option<Hash>) -> Option<&Arc<Pack>> {
        let meant = |kept: &&Arc<Kept>| kept.id == *id && rules.is_none_or(|hash| kept.pack.rules == hash);
        self.0.iter().find(meant).map(|kept| &*kept.pack)
    }

    /// Every version of a pack, in the order in which they are looked through.
    pub fn versions<'a>(&'a self, id: &'a PackId) -> impl Iterator<Item = &'a Arc<Pack>> {
        self.0.iter().filter(move |kept| kept.id == *id).map(|kept| &*kept.pack)
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<Pack>> {
        self.0.iter().map(|kept| &*kept.pack)
    }
}
