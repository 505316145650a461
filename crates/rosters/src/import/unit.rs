//! Makes a unit of a roster from what was selected for it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use adjutant_engine::ids::{Name, UnitId};
use adjutant_engine::numbers::{Inches, Models as ModelCount, Whole};
use adjutant_engine::roster::{
    BattlefieldRole, DamageRow, ModelGroup, Points, Power, RosterUnit, Upgrade, Warlord, Weapon, Wounds,
};

use super::document::{Profile, Selection, Thousandths};
use super::error::ImportError;
use super::group::{Group, Models, UNIT_PROFILE, models};
use super::options::{Owned, Reader, Shared};
use super::unplaced::Remainder;

const GROUPS_MAX: usize = 200;
const WARLORD: &str = "WARLORD";
const CHARACTER: &str = "CHARACTER";

/// Where a unit goes in its army.
pub(super) struct Position {
    pub id: UnitId,
    pub role: BattlefieldRole,
    pub slotless: bool,
}

/// A unit, and what its selections say about the army.
pub(super) struct Read {
    pub unit: RosterUnit,
    pub warlord: Option<Warlord>,
    pub upgrades: Vec<Upgrade>,
    pub notes: Vec<String>,
}

/// Reads one unit.
///
/// # Errors
/// More groups of models than any unit has, or a number out of range.
pub(super) fn read(selection: &Selection, position: Position, rest: &mut Remainder) -> Result<Read, ImportError> {
    let id = position.id;
    let found = models(selection);
    list_oddities(&id, selection, &found, rest);
    let mut reader = Reader { unit: &id, character: is_character(selection), shared: Shared::default(), rest };
    let mut common = reader.take_all(&found.common, None);
    let drafts: Vec<(&Group, Owned)> =
        found.groups.iter().map(|group| (group, reader.take_all(&group.parts, Some(group.count)))).collect();
    let shared = reader.shared;
    let alone = drafts.len() == 1;
    let mut groups = Groups::new(&id, &selection.total().points, alone);
    groups.invulnerable = found.common.iter().filter_map(|part| invulnerable_in(part, &OF_UNIT)).min();
    for (group, owned) in drafts {
        groups.add(group, owned, &mut common, shared.objective_secured, rest)?;
    }
    let (models, leader) = groups.finish(&common, selection.name, rest)?;
    let warlord = leader.map(|group| Warlord { unit: id.clone(), group });
    let named = |rest: &mut Remainder, text: &str| rest.name(Some(&id), text);
    let unit = RosterUnit {
        datasheet: named(rest, selection.name).ok_or_else(|| nameless(&id))?,
        name: selection.custom_name.and_then(|name| named(rest, name)),
        role: position.role,
        bought_for: None,
        slotless: position.slotless.then_some(true),
        points: Points::new(whole(selection.total().points, &id, "points", rest)).ok_or_else(|| out_of_range(&id))?,
        power: Power::new(whole(selection.total().power, &id, "Power", rest)).ok_or_else(|| out_of_range(&id))?,
        keywords: common.keywords.into_iter().collect(),
        faction_keywords: shared.faction_keywords.into_iter().collect(),
        models: models.into_iter().map(Arc::new).collect(),
        transport_capacity: shared.transport_capacity,
        psyker: shared.psyker,
        understrength: None,
        abilities: shared.abilities.into_vec(),
        psychic_powers: shared.psychic_powers.into_vec(),
        relics: shared.relics.into_vec(),
        warlord_traits: shared.warlord_traits.into_vec(),
        wargear: shared.wargear.into_vec(),
        id: id.clone(),
    };
    Ok(Read { unit, warlord, upgrades: shared.upgrades, notes: shared.notes })
}

fn list_oddities(id: &UnitId, selection: &Selection, found: &Models, rest: &mut Remainder) {
    for profile in &found.unused {
        rest.list(Some(id), profile.name, "characteristics that none of its models uses");
    }
    for (name, _) in selection.total().other {
        rest.list(Some(id), name, "a cost that a roster does not count");
    }
}

/// Whether any selection of a unit brings the CHARACTER keyword.
fn is_character(selection: &Selection) -> bool {
    let own = selection.categories.iter().any(|category| category.name.eq_ignore_ascii_case(CHARACTER));
    own || selection.selections.iter().any(is_character)
}

/// Groups of alike models, those that are the same in everything put together.
struct Groups<'u> {
    unit: &'u UnitId,
    unit_points: Thousandths,
    alone: bool,
    drafts: Vec<(ModelGroup, i32)>,
    leader: Option<usize>,
    /// The invulnerable save of all models of the unit.
    invulnerable: Option<Whole<2, 6>>,
}

/// How abilities begin that give every model of a unit an invulnerable save.
const OF_UNIT: [&str; 3] = ["Models in this unit have", "Each model in this unit has", "Every model in this unit has"];
/// How those begin that give it to the model that has them.
const OF_MODEL: [&str; 2] = ["This model has", "The bearer has"];

/// The best invulnerable save that an ability of a selection states in a sentence of its own; one that holds only against
/// some attacks, or for other models, is none.
fn invulnerable_in(part: &Selection, subjects: &[&str]) -> Option<Whole<2, 6>> {
    let abilities = part.profiles.iter().filter(|profile| profile.type_name.starts_with("Abilities"));
    let sentences = abilities.filter_map(|ability| ability.get("Description")).flat_map(|text| text.split(['.', '\n']));
    let stated = |sentence: &str| {
        let sentence = sentence.trim_start_matches(|c: char| !c.is_alphabetic()).trim_end();
        let rest = subjects.iter().find_map(|subject| sentence.strip_prefix(subject))?.trim_start();
        let rest = rest.strip_prefix("a ").or_else(|| rest.strip_prefix("an "))?;
        let number = rest.strip_suffix(" invulnerable save")?.strip_suffix('+')?;
        number.parse().ok().and_then(Whole::new)
    };
    sentences.filter_map(stated).min()
}

impl<'u> Groups<'u> {
    fn new(unit: &'u UnitId, unit_points: &Option<Thousandths>, alone: bool) -> Self {
        Groups {
            unit,
            unit_points: unit_points.unwrap_or(0),
            alone,
            drafts: Vec::new(),
            leader: None,
            invulnerable: None,
        }
    }

    fn add(
        &mut self,
        group: &Group,
        mut owned: Owned,
        common: &mut Owned,
        objective_secured: bool,
        rest: &mut Remainder,
    ) -> Result<(), ImportError> {
        if owned.warlord {
            owned.keywords.extend(Name::new(WARLORD));
        }
        if self.alone {
            common.keywords.append(&mut owned.keywords);
            common.warlord |= owned.warlord;
        }

        owned.weapons.sort_by(|one, other| (&one.name, one.count).cmp(&(&other.name, other.count)));
        let draft = ModelGroup {
            group: rest.name(Some(self.unit), group.name).ok_or_else(|| nameless(self.unit))?,
            count: ModelCount::new(group.count).ok_or_else(|| out_of_range(self.unit))?,
            wounds: self.wounds(group, rest),
            points: each(owned.points, group.count),
            leadership: group.profile.and_then(|p| p.get("Ld")).and_then(|ld| ld.parse().ok()).and_then(Whole::new),
            weapon_skill: number_of(group.profile, &["WS"]),
            ballistic_skill: number_of(group.profile, &["BS"]),
            strength: number_of(group.profile, &["S"]),
            toughness: number_of(group.profile, &["T"]),
            initiative: number_of(group.profile, &["I"]),
            attacks: number_of(group.profile, &["A"]),
            save: number_of(group.profile, &["Save", "Sv", "SV"]),
            invulnerable: self.invulnerable(group),
            objective_control: number_of(group.profile, &["OC"]),
            base: None,
            move_in: self.movement(group, rest),
            least_move_in: group.profile.and_then(|p| p.get("M")).and_then(least_of_two),
            damage_table: damage_table(group),
            keywords: owned.keywords.into_iter().collect(),
            objective_secured: objective_secured.then_some(true),
            weapons: owned.weapons,
        };
        let index = self.keep(draft);
        if owned.warlord {
            self.leader.get_or_insert(index);
        }
        if self.drafts.len() > GROUPS_MAX {
            return Err(ImportError::TooMuch { what: "different models in one unit", limit: GROUPS_MAX });
        }
        Ok(())
    }

    /// Puts alike models together; where they stand among the others.
    fn keep(&mut self, draft: ModelGroup) -> usize {
        match self.drafts.iter().position(|(known, _)| *known == draft) {
            Some(index) => {
                self.drafts[index].1 += 1;
                index
            }
            None => {
                self.drafts.push((draft, 1));
                self.drafts.len() - 1
            }
        }
    }

    /// The invulnerable save: as the profile has it, or the best that an ability of all these models states.
    fn invulnerable(&self, group: &Group) -> Option<Whole<2, 6>> {
        let of_all = group.parts.iter().filter(|part| part.number >= group.count);
        let own = of_all.filter_map(|part| invulnerable_in(part, &OF_MODEL)).min();
        let whole = group.parts.iter().filter_map(|part| invulnerable_in(part, &OF_UNIT)).min();
        let stated = number_of(group.profile, &["Invulnerable Save", "Invulnerable", "Inv", "INV", "InSv"]);
        stated.or([own, whole, self.invulnerable].into_iter().flatten().min())
    }

    fn wounds(&self, group: &Group, rest: &mut Remainder) -> Wounds {
        let stated = group.profile.and_then(|p| p.get("W")).and_then(|w| w.parse().ok()).and_then(Wounds::new);
        stated.unwrap_or_else(|| {
            rest.list(Some(self.unit), group.name, "the file states no Wounds for it; 1 was taken");
            one_wound()
        })
    }

    /// Move in inches; the larger of two, and that of an undamaged model where a table holds it.
    fn movement(&self, group: &Group, rest: &mut Remainder) -> Option<Inches> {
        let text = group.profile?.get("M")?;
        let largest = largest_number(text).or_else(|| {
            let tables =
                group.parts.iter().flat_map(|part| &part.profiles).filter(|p| p.type_name.starts_with("Stat Damage"));
            tables.filter_map(|table: &Profile| largest_number(table.get("Movement")?)).max()
        });
        if largest.is_none() && text != "-" {
            rest.list(Some(self.unit), text, format!("the Move of `{}` is not a number", group.name));
        }
        largest.and_then(Inches::whole)
    }

    fn finish(
        self,
        common: &Owned,
        unit_name: &str,
        rest: &mut Remainder,
    ) -> Result<(Vec<ModelGroup>, Option<Name>), ImportError> {
        let mut taken: BTreeMap<Name, usize> = BTreeMap::new();
        let mut groups = Vec::new();
        for (mut group, copies) in self.drafts {
            multiply(&mut group, copies).ok_or_else(|| out_of_range(self.unit))?;
            let seen = taken.entry(group.group.clone()).or_default();
            *seen += 1;
            if *seen > 1 {
                let shorter: String = group.group.as_str().chars().take(100).collect();
                group.group = Name::new(&format!("{shorter} ({seen})")).map_err(|_| nameless(self.unit))?;
            }
            group.weapons.extend(common.weapons.iter().cloned());
            groups.push(group);
        }
        if let [only] = &mut groups[..] {
            only.points = each(self.unit_points, only.count.get());
        }
        let mut leader = self.leader.map(|index| groups[index].group.clone());
        if common.warlord && leader.is_none() {
            let by_keyword = groups.iter().position(|g| g.keywords.iter().any(|k| k.as_str() == CHARACTER));
            let by_name = groups.iter().position(|g| g.group.as_str() == unit_name);
            let index = by_keyword.or(by_name).unwrap_or(0);
            if groups.len() > 1 && by_keyword.is_none() && by_name.is_none() {
                rest.list(Some(self.unit), "Warlord", "the file does not say which model leads; the first was taken");
            }
            leader = groups.get(index).map(|group| group.group.clone());
        }
        let unique: BTreeSet<&Name> = groups.iter().map(|group| &group.group).collect();
        if unique.len() < groups.len() {
            return Err(nameless(self.unit));
        }
        Ok((groups, leader))
    }
}

fn multiply(group: &mut ModelGroup, copies: i32) -> Option<()> {
    group.count = ModelCount::new(group.count.get().checked_mul(copies)?)?;
    for weapon in &mut group.weapons {
        let Weapon { count: Some(count), .. } = weapon else { continue };
        weapon.count = ModelCount::new(count.get().checked_mul(copies)?);
    }
    Some(())
}

/// The points of each of several models, where they divide evenly.
fn each(points: Thousandths, count: i32) -> Option<Points> {
    let divisor = i64::from(count) * 1000;
    let even = points > 0 && divisor > 0 && points % divisor == 0;
    even.then(|| i32::try_from(points / divisor).ok()).flatten().and_then(Points::new)
}

fn largest_number(text: &str) -> Option<i32> {
    text.split(|c: char| !c.is_ascii_digit()).filter_map(|digits| digits.parse().ok()).max()
}

/// The smaller of two numbers of inches, such as 20 of `20-50"`.
fn least_of_two(text: &str) -> Option<Inches> {
    let mut numbers = text.split(|c: char| !c.is_ascii_digit()).filter_map(|digits| digits.parse::<i32>().ok());
    let (first, second, none) = (numbers.next()?, numbers.next()?, numbers.next());
    Some(first).filter(|first| *first < second && none.is_none()).and_then(Inches::whole)
}

/// What a datasheet says of a model that is hurt: rows such as `Engine [2] (1-5 wounds)`, or an ability such as `Damaged: 1-5
/// Wounds Remaining` that takes 1 off its hit rolls.
fn damage_table(group: &Group) -> Vec<DamageRow> {
    let left = |name: &str| -> Option<Wounds> {
        let (_, range) = name.rsplit_once(['(', ':'])?;
        range.to_lowercase().contains("wound").then_some(())?;
        let (_, most) = range.split_once('-')?;
        most.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok().and_then(Wounds::new)
    };
    let row = |profile: &Profile| {
        let plain = DamageRow::of(left(profile.name)?);
        if profile.type_name == UNIT_PROFILE {
            let number = |head: &str| profile.get(head);
            return Some(DamageRow {
                move_in: number("M").and_then(largest_number).and_then(Inches::whole),
                least_move_in: number("M").and_then(least_of_two),
                weapon_skill: number_of(Some(profile), &["WS"]),
                ballistic_skill: number_of(Some(profile), &["BS"]),
                strength: number_of(Some(profile), &["S"]),
                attacks: number_of(Some(profile), &["A"]),
                ..plain
            });
        }
        let hits = |text: &str| text.to_lowercase().contains("subtract 1 from the hit roll");
        let worse = profile.name.starts_with("Damaged") && profile.get("Description").is_some_and(hits);
        worse.then(|| DamageRow { hit: Whole::new(-1), ..plain })
    };
    let mut rows: Vec<DamageRow> = group.parts.iter().flat_map(|part| &part.profiles).filter_map(row).collect();
    rows.sort_by_key(|row| row.wounds_left);
    rows.dedup();
    rows
}

fn one_wound() -> Wounds {
    Wounds::new(1).unwrap_or_else(|| unreachable!("1 is in range"))
}

/// A total as a whole number; a fraction is rounded up and listed.
fn whole(total: Option<Thousandths>, unit: &UnitId, what: &str, rest: &mut Remainder) -> i32 {
    let thousandths = total.unwrap_or(0);
    if thousandths % 1000 != 0 {
        rest.list(Some(unit), what, format!("{thousandths} thousandths is not a whole number; it was rounded up"));
    }
    i32::try_from(thousandths.div_euclid(1000) + i64::from(thousandths.rem_euclid(1000) != 0)).unwrap_or(i32::MAX)
}

fn nameless(unit: &UnitId) -> ImportError {
    ImportError::Nameless { unit: unit.to_string() }
}

fn out_of_range(unit: &UnitId) -> ImportError {
    ImportError::Number {
        what: format!("the points, the Power or the number of models of unit {unit}"),
        text: "out of range".to_owned(),
        least: 0,
        most: 100_000,
    }
}

/// A characteristic by any of its column heads, where the profile prints a whole number, with or without a plus.
fn number_of<const MIN: i32, const MAX: i32>(profile: Option<&Profile>, heads: &[&str]) -> Option<Whole<MIN, MAX>> {
    let text = heads.iter().find_map(|head| profile?.get(head))?.trim();
    text.strip_suffix('+').unwrap_or(text).parse().ok().and_then(Whole::new)
}
