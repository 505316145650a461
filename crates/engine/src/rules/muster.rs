//! Command points of an army from its muster to the start of the battle: what Detachments cost and what they give back.

use std::collections::{BTreeMap, BTreeSet};

use adjutant_core::ids::Name;
use serde::{Deserialize, Serialize};

use crate::terms::{Detachment, Roster, RosterUnit};

/// Command points that a Detachment brings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Benefit {
    /// So many, no matter who is in it.
    Always(i32),
    /// So many if the Warlord is in it.
    Warlord(i32),
    /// The most of these whose Detachment is in the army.
    BestOf(BTreeMap<String, i32>),
    /// So many if its units share a Faction keyword with one another and with the Warlord's Detachment.
    WarlordsFaction(i32),
}

/// The benefits of a pack.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Benefits {
    /// By Detachment, kebab-case.
    pub by_detachment: BTreeMap<Name, Benefit>,
    /// The keyword that makes no faction of the units that share it.
    pub unaligned: Option<Name>,
}

impl Benefits {
    /// Command points that a Detachment of an army brings.
    ///
    /// # Source
    /// `docs/rules/muster.md`, V-202 and the table of Detachments.
    pub fn of(&self, roster: &Roster, detachment: &Detachment) -> i32 {
        self.by_detachment
            .get(&detachment.kind)
            .map_or(0, |benefit| benefit.of(roster, detachment, self.unaligned.as_ref()))
    }
}

impl Benefit {
    /// Command points that it is worth to a Detachment of an army.
    pub fn of(&self, roster: &Roster, detachment: &Detachment, unaligned: Option<&Name>) -> i32 {
        let of_warlord = || roster.detachments.iter().find(|other| other.units.iter().any(|unit| leads(roster, unit)));
        match self {
            Benefit::Always(cp) => *cp,
            Benefit::Warlord(cp) => {
                if detachment.units.iter().any(|unit| leads(roster, unit)) {
                    *cp
                } else {
                    0
                }
            }
            Benefit::BestOf(kinds) => {
                let present = |kind: &str| roster.detachments.iter().any(|other| other.kind.as_str() == kind);
                kinds.iter().filter(|(kind, _)| present(kind)).map(|(_, cp)| *cp).max().unwrap_or(0)
            }
            Benefit::WarlordsFaction(cp) => {
                let own = shared_factions(&detachment.units);
                let warlords = of_warlord().map(|other| shared_factions(&other.units)).unwrap_or_default();
                let counts = |keyword: &str| unaligned.is_none_or(|unaligned| unaligned.as_str() != keyword);
                if own.intersection(&warlords).any(|keyword| counts(keyword)) { *cp } else { 0 }
            }
        }
    }
}

/// Command points, line by line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CpLedger {
    /// What the battle size gives; none to an army that is not Battle-forged.
    pub start: i32,
    /// Gains and losses in the order in which they are booked: costs of Detachments, benefits, Stratagems.
    pub lines: Vec<CpLine>,
    /// What is left once every Detachment is paid; below zero if they cannot be paid. Benefits come afterwards, unless
    /// the pack lets them pay for Detachments.
    pub after_detachments: i32,
    /// What the army begins the battle with; never below zero.
    pub left: i32,
    /// How many Command points are missing to pay for everything.
    pub missing: i32,
}

/// One gain or loss.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CpLine {
    /// What for.
    pub what: String,
    /// The change.
    pub cp: i32,
}

impl CpLedger {
    /// Command points of an army at the start of the battle, from what the battle size gives.
    ///
    /// All Detachments are paid first, at the price that the list states; only then are benefits credited, and
    /// Stratagems of the muster paid. Where `benefits_pay`, benefits are credited before the Detachments are paid. What
    /// cannot be paid leaves zero, never less. Recording a list and checking it both ask here.
    ///
    /// # Source
    /// `docs/rules/muster.md`, V-202 and V-214, AMB-58.
    ///
    /// # Examples
    /// ```
    /// use adjutant_engine::muster::{Benefits, CpLedger};
    /// let roster = serde_json::from_str(r#"{"name":"Patrol","detachments":[{"type":"patrol","cp":2,"units":[]}]}"#)?;
    /// assert_eq!(CpLedger::of(&roster, 12, &Benefits::default(), false).left, 10);
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn of(roster: &Roster, start: i32, benefits: &Benefits, benefits_pay: bool) -> CpLedger {
        if !roster.battle_forged() {
            return CpLedger { start: 0, lines: Vec::new(), after_detachments: 0, left: 0, missing: 0 };
        }
        let costs = roster.detachments.iter().filter(|detachment| detachment.cp.get() != 0 || !detachment.is_unbound());
        let costs = costs.map(|one| CpLine { what: format!("{} Detachment", one.kind), cp: -one.cp.get() });
        let gains = roster.detachments.iter().map(|one| CpLine {
            what: format!("Command Benefit of the {} Detachment", one.kind),
            cp: benefits.of(roster, one),
        });
        let mut lines: Vec<CpLine> = costs.collect();
        let cost: i32 = lines.iter().map(|line| line.cp).sum();
        lines.extend(gains.filter(|line| line.cp != 0));
        let gain = lines.iter().map(|line| line.cp).sum::<i32>() - cost;
        let after_detachments = start + cost + if benefits_pay { gain } else { 0 };
        let mut missing = (-after_detachments).max(0);
        let mut left = after_detachments.max(0) + if benefits_pay { 0 } else { gain };
        for upgrade in &roster.stratagems {
            let paid = upgrade.cp.get().min(left);
            left -= paid;
            missing += upgrade.cp.get() - paid;
            lines.push(CpLine { what: upgrade.name.to_string(), cp: -upgrade.cp.get() });
        }
        CpLedger { start, lines, after_detachments, left, missing }
    }
}

/// Whether a unit is the Warlord's: named so by the list, or by its keyword where the list names none.
fn leads(roster: &Roster, unit: &RosterUnit) -> bool {
    let of_models = unit.models.iter().flat_map(|group| &group.keywords);
    match &roster.warlord {
        Some(warlord) => warlord.unit == unit.id,
        None => unit.keywords.iter().chain(of_models).any(|keyword| keyword.as_str() == "WARLORD"),
    }
}

/// Faction keywords of a unit without those that still wait for a choice, such as `<CHAPTER>`.
pub fn factions(unit: &RosterUnit) -> BTreeSet<&str> {
    stated_factions(unit).collect()
}

/// The same as the list states them: in its order, and as often.
pub fn stated_factions(unit: &RosterUnit) -> impl Iterator<Item = &str> {
    unit.faction_keywords.iter().map(|name| name.as_str()).filter(|name| !name.starts_with('<'))
}

/// Faction keywords that all these units share; nothing without units.
pub fn shared_factions<'a>(units: impl IntoIterator<Item = &'a RosterUnit>) -> BTreeSet<&'a str> {
    let mut units = units.into_iter();
    let mut common = units.next().map(factions).unwrap_or_default();
    units.for_each(|unit| common.retain(|keyword| stated_factions(unit).any(|stated| stated == *keyword)));
    common
}
