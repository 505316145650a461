//! The text that BattleScribe exports and players paste into event sites.
//!
//! ```text
//! ++ Patrol Detachment 0CP (Imperium - Invented Order) [9 PL, 180pts] ++
//! + Configuration +
//! Battle Size [6CP]: 2. Incursion (51-100 Total PL / 501-1000 Points)
//! + HQ +
//! Prioress [5 PL, -1CP, 100pts]: Relic: Candle, Warlord
//! + Troops +
//! Pilgrims [4 PL, 80pts]
//! . 9x Pilgrim: 9x Staff
//! . Pilgrim Leader: Staff
//! ++ Total: [9 PL, 5CP, 180pts] ++
//! ```
//!
//! The costs of a line include those of all that stands under it. The text holds neither Wounds nor keywords: what needs them is listed as unknown, and a check says so.

use std::sync::Arc;

use adjutant_engine::ids::{Name, UnitId};
use adjutant_engine::numbers::{Models, Whole};
use adjutant_engine::roster::{BattlefieldRole, ModelGroup, Points, Power, RosterUnit, Upgrade, Warlord, Wounds};
use adjutant_engine::side::Player;

use super::army::{Army, no_points};
use super::detachment;
use super::error::ImportError;
use super::group::multiplied;
use super::list::{FileFacts, Format, Import, Totals};
use super::options::Names;

const GROUPS_MAX: usize = 200;
const TEXT_BYTES_MAX: usize = 1024 * 1024;

/// Reads the text export.
pub(super) fn read(text: &str, owner: Player) -> Result<Import, ImportError> {
    if text.len() > TEXT_BYTES_MAX {
        return Err(ImportError::TooLarge { what: "the text", limit_mib: TEXT_BYTES_MAX / (1024 * 1024) });
    }
    let mut reader = Reader::new(owner);
    for line in text.lines() {
        reader.line(line.trim())?;
    }
    reader.finish()
}

struct Reader {
    army: Army,
    name: Option<String>,
    section: Section,
    unit: Option<Draft>,
    headers: Totals,
    stated: Option<Totals>,
}

/// Under which heading the lines stand.
#[derive(Clone, Copy)]
enum Section {
    None,
    Choices,
    Units { role: BattlefieldRole, slotless: bool },
}

impl Reader {
    fn new(owner: Player) -> Self {
        Reader {
            army: Army::new(owner, FileFacts::new(Format::Text)),
            name: None,
            section: Section::None,
            unit: None,
            headers: Totals::default(),
            stated: None,
        }
    }

    fn line(&mut self, line: &str) -> Result<(), ImportError> {
        let pluses = line.len() - line.trim_start_matches('+').len();
        let heading = line.trim_matches('+').trim();
        match pluses {
            _ if line.is_empty() => Ok(()),
            0 => self.entry(line),
            1 => self.heading(heading),
            2 => self.detachment(heading),
            _ => self.title(heading),
        }
    }

    /// `+++ Name (Game system) [totals] +++`
    fn title(&mut self, text: &str) -> Result<(), ImportError> {
        let entry = Entry::parse(text);
        let (name, game) = parenthesised(entry.name);
        if let Some(game) = game.filter(|game| game.to_lowercase().contains("edition")) {
            if !game.to_lowercase().contains("9th edition") {
                return Err(ImportError::OtherGame { found: super::document::excerpt(game) });
            }
            self.army.file.game_system = Some(game.to_owned());
        }
        self.name = Some(name.to_owned());
        self.stated = Some(entry.costs).filter(|costs| *costs != Totals::default());
        Ok(())
    }

    /// `++ Battalion Detachment 0CP (Catalogue) [totals] ++` or `++ Total: [totals] ++`
    fn detachment(&mut self, text: &str) -> Result<(), ImportError> {
        self.finish_unit()?;
        self.section = Section::None;
        if let Some(totals) = text.strip_prefix("Total:") {
            self.stated = costs(totals.trim().trim_matches(['[', ']']));
            return Ok(());
        }
        let entry = Entry::parse(text);
        let (name, catalogue) = parenthesised(entry.name);
        self.army.begin_detachment(name, None)?;
        self.army.file.catalogues.extend(catalogue.map(str::to_owned));
        self.army.file.net_costs.push(detachment::net_cost(name));
        add(&mut self.headers, &entry.costs);
        Ok(())
    }

    /// `+ Heavy Support [totals] +`
    fn heading(&mut self, text: &str) -> Result<(), ImportError> {
        self.finish_unit()?;
        let name = Entry::parse(text).name;
        self.section = match detachment::role(name) {
            Some(role) => Section::Units { role, slotless: false },
            None if matches!(name, "Configuration" | "Stratagems") => Section::Choices,
            None => {
                let why = "no battlefield role; what stands under it takes up no slot and was taken as Elites";
                self.army.rest.list(None, name, why);
                Section::Units { role: BattlefieldRole::Elites, slotless: true }
            }
        };
        Ok(())
    }

    fn entry(&mut self, line: &str) -> Result<(), ImportError> {
        let inner = line.trim_start_matches(['.', ' ', '\u{2022}', '-']);
        if inner.len() < line.len() {
            let depth = line[..line.len() - inner.len()].matches(['.', '\u{2022}', '-']).count();
            return self.inside(depth, inner);
        }
        match self.section {
            Section::None => {
                if !line.starts_with("Created with") {
                    self.army.rest.list(None, line, "it stands under no heading");
                }
                Ok(())
            }
            Section::Choices => {
                self.choice(line);
                Ok(())
            }
            Section::Units { role, slotless } => {
                self.finish_unit()?;
                if self.army.file.net_costs.is_empty() {
                    return Err(ImportError::UnknownFormat);
                }
                let id = self.army.next_id()?;
                let entry = Entry::parse(line);
                add(&mut self.army.counted, &entry.costs);
                let mut draft = Draft::new(id, role, slotless, &entry);
                draft.pay(&entry, &mut self.army);
                draft.take_options(entry.options, &mut self.army);
                self.unit = Some(draft);
                Ok(())
            }
        }
    }

    /// A line of a unit that begins with dots: its models, or what they carry.
    fn inside(&mut self, depth: usize, line: &str) -> Result<(), ImportError> {
        let Some(draft) = &mut self.unit else {
            self.army.rest.list(None, line, "it belongs to no unit");
            return Ok(());
        };
        let entry = Entry::parse(line);
        let (number, name) = multiplied(entry.name);
        if depth > 1 {
            draft.take_options(entry.name, &mut self.army);
        } else if draft.groups.len() == GROUPS_MAX {
            return Err(ImportError::TooMuch { what: "different models in one unit", limit: GROUPS_MAX });
        } else {
            draft.groups.push((name.to_owned(), number));
        }
        draft.take_options(entry.options, &mut self.army);
        Ok(())
    }

    fn choice(&mut self, line: &str) {
        let entry = Entry::parse(line);
        let inside = options(entry.options).filter_map(|option| Entry::parse(option).costs.command_points);
        let paid = entry.costs.command_points.unwrap_or_else(|| inside.sum());
        add(&mut self.army.counted, &Totals { command_points: Some(paid), ..Totals::default() });
        match entry.name {
            "Battle Size" => {
                let chosen = entry.options.trim();
                self.army.file.battle_size = Some(chosen.to_owned());
                self.army.file.size = detachment::battle_size(chosen).map(str::to_owned);
            }
            "Detachment Command Cost" => {
                if let Some(net) = self.army.file.net_costs.last_mut() {
                    *net = entry.costs.command_points.or(*net);
                }
            }
            _ => {
                self.army.note(line);
                let cost = Whole::new(-paid).filter(|_| paid != 0);
                let name = self.army.rest.name(None, entry.name);
                self.army.add_stratagems(name.zip(cost).map(|(name, cp)| Upgrade { name, cp, unit: None }));
            }
        }
    }

    fn finish_unit(&mut self) -> Result<(), ImportError> {
        let Some(draft) = self.unit.take() else { return Ok(()) };
        let unit = draft.finish(&mut self.army)?;
        self.army.add_unit(unit);
        Ok(())
    }

    fn finish(mut self) -> Result<Import, ImportError> {
        self.finish_unit()?;
        if self.army.file.net_costs.is_empty() {
            return Err(ImportError::UnknownFormat);
        }
        self.army.declared = self.stated.unwrap_or(self.headers);
        self.army.finish(self.name.as_deref().unwrap_or("Roster"))
    }
}

/// A unit whose lines are being read.
struct Draft {
    id: UnitId,
    datasheet: String,
    role: BattlefieldRole,
    slotless: bool,
    costs: Totals,
    groups: Vec<(String, i32)>,
    warlord: bool,
    relics: Names,
    warlord_traits: Names,
    wargear: Names,
}

impl Draft {
    fn new(id: UnitId, role: BattlefieldRole, slotless: bool, entry: &Entry) -> Self {
        Draft {
            id,
            datasheet: entry.name.to_owned(),
            role,
            slotless,
            costs: entry.costs.clone(),
            groups: Vec::new(),
            warlord: false,
            relics: Names::default(),
            warlord_traits: Names::default(),
            wargear: Names::default(),
        }
    }

    /// Command points that a unit or an option cost.
    fn pay(&mut self, entry: &Entry, army: &mut Army) {
        let cost = entry.costs.command_points.filter(|&cp| cp != 0);
        let name = cost.and_then(|_| army.rest.name(Some(&self.id), entry.name));
        let cp = cost.and_then(|cp| Whole::new(cp.checked_neg()?));
        match (name, cp) {
            (Some(name), Some(cp)) => army.add_stratagems([Upgrade { name, cp, unit: Some(self.id.clone()) }]),
            (None, None) if cost.is_none() => {}
            _ => army.rest.list(Some(&self.id), entry.name, "its Command points are not a cost"),
        }
    }

    fn take_options(&mut self, text: &str, army: &mut Army) {
        for option in options(text) {
            let entry = Entry::parse(option);
            let (_, name) = multiplied(entry.name);
            if name == "Warlord" {
                self.warlord = true;
            } else if let Some(relic) = text_after(option, "Relic") {
                self.relics.add(army.rest.name(Some(&self.id), relic));
            } else if let Some(named) = text_after(option, "Warlord Trait") {
                self.warlord_traits.add(army.rest.name(Some(&self.id), named));
            } else {
                self.wargear.add(army.rest.name(Some(&self.id), name));
            }
        }
    }

    fn finish(mut self, army: &mut Army) -> Result<RosterUnit, ImportError> {
        let nameless = || ImportError::Nameless { unit: self.id.to_string() };
        let why = "the text states no Wounds, keywords, powers or weapon profiles: 1 Wound was taken, the rest is unknown, \
                   and options are listed as wargear";
        army.rest.list(Some(&self.id), &self.datasheet, why);
        if self.groups.is_empty() {
            army.rest.list(Some(&self.id), "models", "the text lists no models for it; 1 was taken");
            self.groups.push((self.datasheet.clone(), 1));
        }
        let models = self.models(army).ok_or_else(nameless)?;
        if self.warlord {
            army.name_warlord(Warlord { unit: self.id.clone(), group: models[0].group.clone() });
        }
        let datasheet = army.rest.name(Some(&self.id), &self.datasheet).ok_or_else(nameless)?;
        let warlord = self.warlord.then(|| Name::new("WARLORD").ok()).flatten();
        Ok(RosterUnit {
            datasheet,
            name: None,
            role: self.role,
            bought_for: None,
            slotless: self.slotless.then_some(true),
            points: self.costs.points.and_then(Points::new).unwrap_or_else(no_points),
            power: self.costs.power.and_then(Power::new).unwrap_or_else(no_power),
            keywords: warlord.into_iter().collect(),
            faction_keywords: Vec::new(),
            models: models.into_iter().map(Arc::new).collect(),
            transport_capacity: None,
            psyker: None,
            understrength: None,
            abilities: Vec::new(),
            psychic_powers: Vec::new(),
            relics: self.relics.into_vec(),
            warlord_traits: self.warlord_traits.into_vec(),
            wargear: self.wargear.into_vec(),
            id: self.id,
        })
    }

    fn models(&self, army: &mut Army) -> Option<Vec<ModelGroup>> {
        let mut groups: Vec<ModelGroup> = Vec::new();
        for (name, count) in &self.groups {
            let name = army.rest.name(Some(&self.id), name)?;
            if let Some(known) = groups.iter_mut().find(|group| group.group == name) {
                known.count = Models::new(known.count.get() + count)?;
                continue;
            }
            groups.push(group_of(name, *count)?);
        }
        Some(groups)
    }
}

/// Models of which a text tells the name and the number.
pub(super) fn group_of(group: Name, count: i32) -> Option<ModelGroup> {
    Some(ModelGroup {
        weapon_skill: None,
        ballistic_skill: None,
        strength: None,
        toughness: None,
        initiative: None,
        attacks: None,
        save: None,
        invulnerable: None,
        objective_control: None,
        group,
        count: Models::new(count)?,
        wounds: Wounds::new(1)?,
        points: None,
        leadership: None,
        base: None,
        move_in: None,
        least_move_in: None,
        damage_table: Vec::new(),
        keywords: Vec::new(),
        objective_secured: None,
        weapons: Vec::new(),
    })
}

pub(super) fn no_power() -> Power {
    Power::new(0).unwrap_or_else(|| unreachable!("0 is in range"))
}

/// A line: `Name [costs]: options`.
struct Entry<'a> {
    name: &'a str,
    costs: Totals,
    options: &'a str,
}

impl<'a> Entry<'a> {
    fn parse(line: &'a str) -> Self {
        let bracket = line.find('[').and_then(|open| Some((open, open + line[open..].find(']')?)));
        let priced = bracket.and_then(|(open, close)| Some((open, close, costs(&line[open + 1..close])?)));
        if let Some((open, close, costs)) = priced.filter(|(open, _, _)| !line[..*open].contains(": ")) {
            let options = line[close + 1..].trim_start_matches([':', ' ']);
            return Entry { name: line[..open].trim(), costs, options };
        }
        let (name, options) = line.split_once(": ").unwrap_or((line.trim_end_matches(':'), ""));
        Entry { name: name.trim(), costs: Totals::default(), options }
    }
}

/// Reads `5 PL, -1CP, 1,095pts`; nothing if any part is not a cost.
fn costs(text: &str) -> Option<Totals> {
    let mut costs = Totals::default();
    for part in text.split(", ") {
        let at = part.find(|c: char| c.is_ascii_alphabetic())?;
        let (number, what) = part.split_at(at);
        let digits: String = number.trim().chars().filter(|&c| c != ',').collect();
        let number = digits.parse::<i32>().ok().filter(|n| n.abs() <= 100_000)?;
        match what.trim() {
            "PL" => costs.power = Some(number),
            "CP" => costs.command_points = Some(number),
            "pts" => costs.points = Some(number),
            _ => {}
        }
    }
    Some(costs)
}

fn add(totals: &mut Totals, more: &Totals) {
    let sum = |into: &mut Option<i32>, value: Option<i32>| {
        if let Some(value) = value {
            *into = Some(into.unwrap_or(0).saturating_add(value));
        }
    };
    sum(&mut totals.points, more.points);
    sum(&mut totals.power, more.power);
    sum(&mut totals.command_points, more.command_points);
}

/// Splits `Name (what)` into the two.
fn parenthesised(text: &str) -> (&str, Option<&str>) {
    let inner = text.trim_end().strip_suffix(')').and_then(|text| text.split_once('('));
    inner.map_or((text.trim(), None), |(name, what)| (name.trim(), Some(what.trim())))
}

/// Options between commas that stand in no bracket.
pub(super) fn options(text: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0_i32;
    let parts = text.split(move |c| {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            _ => {}
        }
        c == ',' && depth == 0
    });
    parts.map(str::trim).filter(|part| !part.is_empty())
}

fn text_after<'a>(option: &'a str, label: &str) -> Option<&'a str> {
    let (head, rest) = option.split_once(": ")?;
    (head == label || head.starts_with(label) && head.ends_with(')'))
        .then(|| rest.split('[').next().unwrap_or(rest).trim())
}
