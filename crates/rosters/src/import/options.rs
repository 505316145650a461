//! What the options of a unit give it: weapons, powers, Relics, keywords, and so on.

use std::collections::BTreeSet;

use adjutant_engine::ids::{Name, UnitId};
use adjutant_engine::numbers::{Models, Whole};
use adjutant_engine::roster::{Psyker, Upgrade, Weapon};

use super::document::{Kind, Profile, Selection};
use super::group::{UNIT_PROFILE, multiplied};
use super::unplaced::Remainder;
use super::{detachment, document::Thousandths};

const FACTION_PREFIX: &str = "Faction: ";
const OBJECTIVE_SECURED: &str = "Objective Secured";

/// Names in the order of the file, each once.
#[derive(Debug, Default)]
pub(super) struct Names {
    order: Vec<Name>,
    known: BTreeSet<Name>,
}

impl Names {
    /// Adds a name unless it is there.
    pub fn add(&mut self, name: Option<Name>) {
        if let Some(name) = name.filter(|name| self.known.insert(name.clone())) {
            self.order.push(name);
        }
    }

    /// All of them.
    pub fn into_vec(self) -> Vec<Name> {
        self.order
    }
}

/// What belongs to some of the models.
#[derive(Debug, Default)]
pub(super) struct Owned {
    pub weapons: Vec<Weapon>,
    pub keywords: BTreeSet<Name>,
    pub warlord: bool,
    pub points: Thousandths,
}

/// What belongs to the whole unit, whichever of its models brought it.
#[derive(Debug, Default)]
pub(super) struct Shared {
    pub abilities: Names,
    pub psychic_powers: Names,
    pub relics: Names,
    pub warlord_traits: Names,
    pub wargear: Names,
    pub faction_keywords: BTreeSet<Name>,
    pub psyker: Option<Psyker>,
    pub transport_capacity: Option<Whole<0, 1000>>,
    pub upgrades: Vec<Upgrade>,
    pub notes: Vec<String>,
    pub objective_secured: bool,
}

/// Reads selections for one unit.
pub(super) struct Reader<'r> {
    pub unit: &'r UnitId,
    pub character: bool,
    pub shared: Shared,
    pub rest: &'r mut Remainder,
}

impl Reader<'_> {
    /// Takes the selections of some models: first what they are, then their options. `count` is how many models there
    /// are; none for the whole unit.
    pub fn take_all(&mut self, parts: &[&Selection], count: Option<i32>) -> Owned {
        let mut owned = Owned::default();
        for (index, part) in parts.iter().enumerate() {
            self.take(part, count, index > 0 && part.kind == Kind::Upgrade, &mut owned);
        }
        owned
    }

    fn take(&mut self, part: &Selection, count: Option<i32>, option: bool, owned: &mut Owned) {
        owned.points = owned.points.saturating_add(part.costs.points.unwrap_or(0));
        self.take_categories(part, owned);
        self.take_rules(part);
        self.take_command_points(part);
        let weapons_before = owned.weapons.len();
        for profile in &part.profiles {
            self.take_profile(part, profile, count, option, owned);
        }
        if part.name.trim() == "Warlord" {
            owned.warlord = true;
        } else if option && owned.weapons.len() == weapons_before {
            self.take_option(part);
        }
        if let Some(note) = part.note {
            self.shared.notes.push(note.to_owned());
        }
    }

    fn take_categories(&mut self, part: &Selection, owned: &mut Owned) {
        for category in &part.categories {
            if let Some(faction) = category.name.strip_prefix(FACTION_PREFIX) {
                let name = self.rest.name(Some(self.unit), &faction.to_uppercase());
                self.shared.faction_keywords.extend(name);
            } else if detachment::role(category.name).is_none() && !is_housekeeping(category.name) {
                let name = self.rest.name(Some(self.unit), &category.name.to_uppercase());
                owned.keywords.extend(name);
            }
        }
    }

    fn take_rules(&mut self, part: &Selection) {
        for rule in &part.rules {
            self.shared.objective_secured |= *rule == OBJECTIVE_SECURED;
            let name = self.rest.name(Some(self.unit), rule);
            self.shared.abilities.add(name);
        }
    }

    fn take_command_points(&mut self, part: &Selection) {
        let cost = part.costs.command_points.unwrap_or(0);
        if cost == 0 {
            return;
        }
        let name = self.rest.name(Some(self.unit), part.name);
        let cp = i32::try_from(-cost / 1000).ok().and_then(Whole::new);
        match (name, cp) {
            (Some(name), Some(cp)) if cost % 1000 == 0 => {
                self.shared.upgrades.push(Upgrade { name, cp, unit: Some(self.unit.clone()) });
            }
            _ => {
                self.rest.list(Some(self.unit), part.name, format!("it gives {} thousandths of a Command point", cost))
            }
        }
    }

    fn take_profile(
        &mut self,
        part: &Selection,
        profile: &Profile,
        count: Option<i32>,
        option: bool,
        owned: &mut Owned,
    ) {
        let name = self.rest.name(Some(self.unit), profile.name);
        match profile.type_name {
            "Weapon" => owned.weapons.extend(self.weapon(part, profile, count, option)),
            "Psychic Power" => self.shared.psychic_powers.add(name),
            "Abilities" => self.shared.abilities.add(name),
            "Warlord Trait" => self.shared.warlord_traits.add(name),
            "Psyker" => self.psyker(profile),
            "Transport" => self.transport(profile),
            UNIT_PROFILE if option && profile.get("W").is_some_and(|w| w.parse::<i32>().is_ok()) => {
                self.rest.list(Some(self.unit), profile.name, format!("characteristics that `{}` changes", part.name));
            }
            UNIT_PROFILE => {}
            other => {
                self.shared.abilities.add(name);
                let why = format!("a rule of the type `{other}`; only its name is kept, among the abilities");
                self.rest.list(Some(self.unit), profile.name, why);
            }
        }
    }

    fn weapon(&mut self, part: &Selection, profile: &Profile, count: Option<i32>, option: bool) -> Option<Weapon> {
        let unit = Some(self.unit);
        let number = if option { part.number.saturating_mul(multiplied(part.name).0) } else { part.number };
        let mut column = |key: &str| profile.get(key).and_then(|text| self.rest.name(unit, text));
        let (range, kind) = (column("Range"), column("Type"));
        let (strength, armour_penetration, damage) = (column("S"), column("AP"), column("D"));
        Some(Weapon {
            name: self.rest.name(unit, profile.name)?,
            count: count.and_then(|_| Models::new(number)),
            range,
            kind,
            strength,
            armour_penetration,
            damage,
        })
    }

    fn psyker(&mut self, profile: &Profile) {
        let number = |key: &str| profile.get(key).and_then(|text| text.parse().ok()).and_then(Whole::new);
        match (number("Cast"), number("Deny")) {
            (Some(casts), Some(denies)) => {
                let most = self.shared.psyker.unwrap_or(Psyker { casts, denies });
                self.shared.psyker = Some(Psyker { casts: casts.max(most.casts), denies: denies.max(most.denies) });
            }
            _ => self.rest.list(Some(self.unit), profile.name, "it does not say how many powers are cast and denied"),
        }
    }

    fn transport(&mut self, profile: &Profile) {
        let text = profile.get("Capacity").unwrap_or_default();
        let digits = text.split(|c: char| !c.is_ascii_digit()).find(|digits| !digits.is_empty());
        match digits.and_then(|digits| digits.parse().ok()).and_then(Whole::new) {
            Some(capacity) => {
                self.shared.transport_capacity = Some(capacity);
                let why =
                    "only the first number is kept as its capacity; who may embark and who takes more space is not";
                self.rest.list(Some(self.unit), profile.name, why);
            }
            None => self.rest.list(Some(self.unit), profile.name, "its transport capacity holds no number"),
        }
    }

    /// An option without a weapon: a Relic, a Warlord Trait, a power that is already listed, or other wargear.
    fn take_option(&mut self, part: &Selection) {
        let has = |type_name: &str| part.profiles_of(type_name).next().is_some();
        let grants_power = has("Psychic Power") || has("Warlord Trait");
        if let Some(relic) = labelled(part.name, "Relic") {
            let name = self.rest.name(Some(self.unit), relic);
            self.shared.relics.add(name);
        } else if let Some(named) = labelled(part.name, "Warlord Trait") {
            if !has("Warlord Trait") {
                let name = self.rest.name(Some(self.unit), named);
                self.shared.warlord_traits.add(name);
            }
        } else if self.character && has("Abilities") && numbered(part.name).is_some() {
            let name = self.rest.name(Some(self.unit), numbered(part.name).unwrap_or(part.name));
            self.shared.warlord_traits.add(name);
        } else if part.selections.is_empty() && part.categories.is_empty() && !grants_power {
            let name = self.rest.name(Some(self.unit), part.name);
            self.shared.wargear.add(name);
        }
    }
}

/// Categories that only the roster editor uses.
fn is_housekeeping(category: &str) -> bool {
    matches!(category, "Configuration" | "No Force Org Slot" | "Stratagems" | "Uncategorised")
}

/// What follows a label: `Veil` in `Relic: Veil`, `Will` in `Warlord Trait (Codex 1): Will`.
fn labelled<'a>(name: &'a str, label: &str) -> Option<&'a str> {
    let (head, rest) = name.split_once(": ")?;
    let rest = rest.trim();
    (head == label || head.starts_with(label) && head.ends_with(')') && !rest.is_empty()).then_some(rest)
}

/// What follows a number of a printed table: `Will` in `3. Will` or `3: Will`.
fn numbered(name: &str) -> Option<&str> {
    let rest = name.trim_start_matches(|c: char| c.is_ascii_digit());
    let rest = (rest.len() < name.len()).then_some(rest)?;
    rest.strip_prefix(". ").or_else(|| rest.strip_prefix(": ")).or_else(|| rest.strip_prefix(") "))
}
