//! What the exports of today say in common, whatever their form: an army of units with options, put into a roster.

use std::sync::Arc;

use adjutant_engine::ids::Name;
use adjutant_engine::roster::{BattlefieldRole, ModelGroup, Points, RosterUnit, Warlord};
use adjutant_engine::rules::Disposition;
use adjutant_engine::side::Player;

use super::army::{Army, no_points};
use super::detachment;
use super::error::ImportError;
use super::list::{FileFacts, Format, Import};
use super::options::Names;
use super::text::{group_of, no_power};

const GROUPS_MAX: usize = 200;

/// An army as an export lists it.
#[derive(Default)]
pub(super) struct Listed {
    pub name: Option<String>,
    pub faction: Option<String>,
    pub detachments: Vec<String>,
    pub disposition: Option<String>,
    pub battle_size: Option<String>,
    pub points: Option<i32>,
    pub limit: Option<i32>,
    pub units: Vec<Piece>,
    /// What has no place, each with the reason.
    pub rest: Vec<(String, String)>,
}

/// A unit as an export lists it.
#[derive(Default)]
pub(super) struct Piece {
    pub name: String,
    /// How many models, where its own line says it.
    pub models: Option<i32>,
    /// Points with all that stands under it.
    pub points: i32,
    /// Under which heading, or its primary category.
    pub heading: String,
    pub keywords: Vec<String>,
    pub factions: Vec<String>,
    pub warlord: bool,
    pub enhancements: Vec<String>,
    pub groups: Vec<(String, i32)>,
    pub options: Vec<String>,
}

impl Listed {
    /// The army, and what was found beside it.
    ///
    /// # Errors
    /// A list without units, or with more than any army has.
    pub fn finish(self, format: Format, owner: Player) -> Result<Import, ImportError> {
        let mut army = Army::new(owner, FileFacts::new(format));
        army.file.catalogues.extend(self.faction);
        army.file.size = self.battle_size.as_deref().and_then(detachment::battle_size).map(str::to_owned);
        army.file.battle_size = self.battle_size;
        army.file.points_limit = self.limit;
        army.declared.points = self.points;
        army.counted.points = Some(0);
        for (what, why) in &self.rest {
            army.rest.list(None, what, why.as_str());
        }
        if let Some(said) = self.disposition {
            army.disposition = Disposition::new(&detachment::kebab(&said));
            if army.disposition.is_none() {
                army.rest.list(None, &said, "no name of a disposition");
            }
        }
        let none = ["Army".to_owned()];
        let names = if self.detachments.is_empty() { &none[..] } else { &self.detachments[..] };
        names.iter().try_for_each(|name| army.begin_formation(name))?;
        for piece in self.units {
            let unit = piece.finish(&mut army)?;
            army.add_first(unit);
        }
        army.finish(self.name.as_deref().unwrap_or("Roster"))
    }
}

impl Piece {
    fn finish(mut self, army: &mut Army) -> Result<RosterUnit, ImportError> {
        let id = army.next_id()?;
        let nameless = || ImportError::Nameless { unit: id.to_string() };
        let why = "the export states no Wounds or profiles: 1 Wound was taken, the rest is unknown, and options are listed as \
                   wargear";
        army.rest.list(Some(&id), &self.name, why);
        army.counted.points = army.counted.points.map(|sum| sum.saturating_add(self.points));
        if self.groups.is_empty() {
            self.groups.push((self.name.clone(), self.models.unwrap_or(1)));
        }
        if self.groups.len() > GROUPS_MAX {
            return Err(ImportError::TooMuch { what: "different models in one unit", limit: GROUPS_MAX });
        }
        let models = self.models_of(army).ok_or_else(nameless)?;
        if self.warlord {
            army.name_warlord(Warlord { unit: id.clone(), group: models[0].group.clone() });
            self.keywords.push("WARLORD".into());
        }
        let role = self.role();
        let mut names = |all: &[String]| {
            let mut names = Names::default();
            all.iter().for_each(|name| names.add(army.rest.name(Some(&id), name)));
            names.into_vec()
        };
        Ok(RosterUnit {
            datasheet: names(std::slice::from_ref(&self.name)).pop().ok_or_else(nameless)?,
            name: None,
            role,
            bought_for: None,
            slotless: self.heading.to_lowercase().starts_with("allied unit").then_some(true),
            points: Points::new(self.points).unwrap_or_else(no_points),
            power: no_power(),
            keywords: names(&self.keywords),
            faction_keywords: names(&self.factions),
            models: models.into_iter().map(Arc::new).collect(),
            transport_capacity: None,
            psyker: None,
            understrength: None,
            abilities: Vec::new(),
            psychic_powers: Vec::new(),
            relics: names(&self.enhancements),
            warlord_traits: Vec::new(),
            wargear: names(&self.options),
            id,
        })
    }

    fn models_of(&self, army: &mut Army) -> Option<Vec<ModelGroup>> {
        let mut groups: Vec<ModelGroup> = Vec::new();
        for (name, count) in &self.groups {
            let name: Name = army.rest.name(None, name)?;
            match groups.iter_mut().find(|group| group.group == name) {
                Some(known) => known.count = adjutant_engine::numbers::Models::new(known.count.get() + count)?,
                None => groups.push(group_of(name, *count)?),
            }
        }
        Some(groups)
    }

    /// The role that its heading says, and the keywords that come with the heading.
    fn role(&mut self) -> BattlefieldRole {
        let heading = self.heading.trim_end_matches(['s', 'S']).to_lowercase();
        let mut gains = |words: &[&str]| {
            let new = words.iter().filter(|word| !self.keywords.iter().any(|known| known == *word));
            let new: Vec<String> = new.map(|word| (*word).to_owned()).collect();
            self.keywords.extend(new);
        };
        match heading.as_str() {
            "epic hero" | "epic heroe" => {
                gains(&["EPIC HERO", "CHARACTER"]);
                BattlefieldRole::Hq
            }
            "character" => {
                gains(&["CHARACTER"]);
                BattlefieldRole::Hq
            }
            "battleline" => {
                gains(&["BATTLELINE"]);
                BattlefieldRole::Troops
            }
            "dedicated transport" => {
                gains(&["DEDICATED TRANSPORT"]);
                BattlefieldRole::DedicatedTransport
            }
            "fortification" => BattlefieldRole::Fortification,
            _ => BattlefieldRole::Elites,
        }
    }
}
