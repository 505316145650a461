//! Puts an army together, unit by unit.

use std::collections::BTreeSet;

use adjutant_engine::ids::{Name, UnitId};
use adjutant_engine::numbers::Whole;
use adjutant_engine::roster::{Detachment, Points, Roster, RosterUnit, Upgrade, Warlord};
use adjutant_engine::rules::Disposition;
use adjutant_engine::side::Player;

use super::detachment::{SUPER_HEAVY_TITANIC_CP, detachment, kebab};
use super::error::ImportError;
use super::list::{FileFacts, Import, Totals, differences};
use super::unplaced::Remainder;

const UNITS_MAX: usize = 1000;
const DETACHMENTS_MAX: usize = 100;
const UNALIGNED: &str = "UNALIGNED";
const TITANIC: &str = "TITANIC";

/// An army that is being read.
pub(super) struct Army {
    pub rest: Remainder,
    pub declared: Totals,
    pub counted: Totals,
    pub file: FileFacts,
    pub disposition: Option<Disposition>,
    owner: Player,
    detachments: Vec<Detachment>,
    warlord: Option<Warlord>,
    stratagems: Vec<Upgrade>,
    notes: Vec<String>,
    units: usize,
}

impl Army {
    /// An army without anything.
    pub fn new(owner: Player, file: FileFacts) -> Self {
        Army {
            rest: Remainder::default(),
            declared: Totals::default(),
            counted: Totals::default(),
            file,
            disposition: None,
            owner,
            detachments: Vec::new(),
            warlord: None,
            stratagems: Vec::new(),
            notes: Vec::new(),
            units: 0,
        }
    }

    /// Begins a Detachment; the units that follow are in it.
    ///
    /// # Errors
    /// More Detachments than any army has.
    pub fn begin_detachment(&mut self, name: &str, custom_name: Option<&str>) -> Result<(), ImportError> {
        let known = detachment(name);
        let kind = known.as_ref().map_or_else(|| kebab(name), |known| known.kind.to_owned());
        let kind = self.rest.name(None, &kind).or_else(|| Name::new("unknown").ok());
        let Some(kind) = kind else { return Ok(()) };
        if known.is_none() {
            let why = format!("no Detachment of that name is known; its type is given as `{kind}`, at 0 CP");
            self.rest.list(None, name, why);
        }
        let cp = known.and_then(|known| Whole::new(known.cp)).unwrap_or_else(free);
        let name = custom_name.and_then(|name| self.rest.name(None, name));
        self.detachments.push(Detachment { kind, cp, name, units: Vec::new() });
        within_bounds(self.detachments.len(), self.units)
    }

    /// Names a detachment of an edition in which it is no set of slots and costs no Command points.
    ///
    /// # Errors
    /// More Detachments than any army has.
    pub fn begin_formation(&mut self, name: &str) -> Result<(), ImportError> {
        let kind = self.rest.name(None, &kebab(name)).or_else(|| Name::new("army").ok());
        let name = self.rest.name(None, name);
        self.detachments.extend(kind.map(|kind| Detachment { kind, cp: free(), name, units: Vec::new() }));
        within_bounds(self.detachments.len(), self.units)
    }

    /// Adds a unit to the first Detachment.
    pub fn add_first(&mut self, unit: RosterUnit) {
        if let Some(first) = self.detachments.first_mut() {
            first.units.push(unit);
        }
    }

    /// The id of the next unit.
    ///
    /// # Errors
    /// More units than any army has.
    pub fn next_id(&mut self) -> Result<UnitId, ImportError> {
        self.units += 1;
        within_bounds(self.detachments.len(), self.units)?;
        let letter = match self.owner {
            Player::One => 'a',
            Player::Two => 'b',
        };
        let id = UnitId::new(&format!("{letter}{}", self.units));
        Ok(id.unwrap_or_else(|_| unreachable!("a letter and a number are an id")))
    }

    /// Adds a unit to the Detachment that was begun last.
    pub fn add_unit(&mut self, unit: RosterUnit) {
        if let Some(last) = self.detachments.last_mut() {
            last.units.push(unit);
        }
    }

    /// Names the Warlord; a second one is listed.
    pub fn name_warlord(&mut self, warlord: Warlord) {
        match &self.warlord {
            None => self.warlord = Some(warlord),
            Some(first) => {
                let why = format!("a second Warlord; the first, of unit {}, was taken", first.unit);
                self.rest.list(Some(&warlord.unit), warlord.group.as_str(), why);
            }
        }
    }

    /// Adds Stratagems used while mustering.
    pub fn add_stratagems(&mut self, stratagems: impl IntoIterator<Item = Upgrade>) {
        self.stratagems.extend(stratagems);
    }

    /// Adds a note, each once.
    pub fn note(&mut self, text: &str) {
        let text: String = text.chars().filter(|c| !c.is_control() || *c == '\n').take(2000).collect();
        if !text.trim().is_empty() && self.notes.len() < 1000 && !self.notes.contains(&text) {
            self.notes.push(text);
        }
    }

    /// The army, and what was found beside it.
    ///
    /// # Errors
    /// An army without units.
    pub fn finish(mut self, name: &str) -> Result<Import, ImportError> {
        if self.detachments.iter().all(|detachment| detachment.units.is_empty()) {
            return Err(ImportError::Empty { name: super::document::excerpt(name) });
        }
        for detachment in &mut self.detachments {
            charge_titanic(detachment);
        }
        let faction = self.faction();
        let roster = Roster {
            name: self.rest.name(None, name).or_else(|| Name::new("Roster").ok()).unwrap_or_else(|| unreachable!()),
            faction,
            disposition: self.disposition,
            detachments: self.detachments,
            reinforcement_points: no_points(),
            warlord: self.warlord,
            stratagems: self.stratagems,
            notes: self.notes,
        };
        Ok(Import {
            roster,
            unplaced: self.rest.into_list(),
            differences: differences(&self.declared, &self.counted),
            declared: self.declared,
            counted: self.counted,
            file: self.file,
        })
    }

    /// The narrowest part of the catalogues' names that is a keyword of every unit with a slot; else the last that all
    /// of them share.
    fn faction(&mut self) -> Option<Name> {
        let units = || self.detachments.iter().flat_map(|detachment| &detachment.units);
        let bound = || units().filter(|unit| unit.slotless != Some(true));
        let shared = shared_factions(bound()).or_else(|| shared_factions(units()));
        let parts =
            self.file.catalogues.iter().flat_map(|name| name.rsplit(" - ")).map(|part| part.trim().to_uppercase());
        let named: Vec<String> = parts.collect();
        let faction = match &shared {
            Some(shared) => named.iter().find(|part| shared.contains(*part)).or_else(|| shared.last()).cloned(),
            None => named.first().cloned(),
        };
        if faction.is_none() {
            self.rest.list(None, "Army Faction", "no Faction keyword is shared by all units");
        } else if shared.is_none() {
            self.rest.list(None, "Army Faction", "the file states no Faction keywords; the catalogue's name was taken");
        }
        faction.and_then(|faction| self.rest.name(None, &faction))
    }
}

/// Refuses more Detachments or units than any army has.
pub(super) fn within_bounds(detachments: usize, units: usize) -> Result<(), ImportError> {
    if detachments > DETACHMENTS_MAX {
        return Err(ImportError::TooMuch { what: "Detachments", limit: DETACHMENTS_MAX });
    }
    if units > UNITS_MAX {
        return Err(ImportError::TooMuch { what: "units", limit: UNITS_MAX });
    }
    Ok(())
}

/// Faction keywords that all these units share; none if not one of them states any.
fn shared_factions<'a>(units: impl Iterator<Item = &'a RosterUnit>) -> Option<BTreeSet<String>> {
    let sets = units.map(|unit| unit.faction_keywords.iter().map(ToString::to_string).collect::<BTreeSet<_>>());
    let stated = sets.filter(|keywords| !keywords.is_empty() && !keywords.contains(UNALIGNED));
    stated.reduce(|common, next| common.intersection(&next).cloned().collect())
}

/// A Super-heavy Detachment with a TITANIC unit costs the higher of its two prices.
fn charge_titanic(detachment: &mut Detachment) {
    let titanic = |unit: &RosterUnit| {
        let models = unit.models.iter().flat_map(|group| &group.keywords);
        unit.keywords.iter().chain(models).any(|keyword| keyword.as_str() == TITANIC)
    };
    if detachment.kind.as_str() == "super-heavy" && detachment.units.iter().any(titanic) {
        detachment.cp = Whole::new(SUPER_HEAVY_TITANIC_CP).unwrap_or(detachment.cp);
    }
}

fn free() -> Whole<0, 100> {
    Whole::new(0).unwrap_or_else(|| unreachable!("0 is in range"))
}

/// No points.
pub(super) fn no_points() -> Points {
    Points::new(0).unwrap_or_else(|| unreachable!("0 is in range"))
}
