//! The JSON that programs of today export: New Recruit and Rosterizer.

use adjutant_engine::side::Player;
use serde::Deserialize;
use serde_json::Number;

use super::error::ImportError;
use super::list::{Format, Import};
use super::listed::{Listed, Piece};

#[derive(Deserialize)]
struct NewRecruit {
    roster: Roster,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Roster {
    #[serde(default)]
    name: Option<String>,
    #[serde(default)]
    costs: Vec<Cost>,
    #[serde(default)]
    cost_limits: Vec<Cost>,
    forces: Vec<Force>,
}

#[derive(Deserialize)]
struct Cost {
    name: String,
    value: Number,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Force {
    #[serde(default)]
    catalogue_name: Option<String>,
    #[serde(default)]
    selections: Vec<Selection>,
}

#[derive(Deserialize)]
struct Selection {
    name: String,
    #[serde(default, rename = "type")]
    kind: String,
    #[serde(default = "one")]
    number: i32,
    #[serde(default)]
    group: String,
    #[serde(default)]
    categories: Vec<Category>,
    #[serde(default)]
    costs: Vec<Cost>,
    #[serde(default)]
    selections: Vec<Selection>,
}

#[derive(Deserialize)]
struct Category {
    name: String,
    #[serde(default)]
    primary: bool,
}

fn one() -> i32 {
    1
}

/// Points among costs, without what stands behind the decimal point.
fn points(costs: &[Cost]) -> Option<i32> {
    let cost = costs.iter().find(|cost| ["pts", "points"].contains(&cost.name.trim().to_lowercase().as_str()))?;
    whole(&cost.value)
}

fn whole(number: &Number) -> Option<i32> {
    number.to_string().split('.').next()?.parse().ok()
}

impl Selection {
    fn all_points(&self) -> i32 {
        let inside = self.selections.iter().map(Selection::all_points).fold(0_i32, i32::saturating_add);
        points(&self.costs).unwrap_or(0).saturating_add(inside)
    }

    fn primary(&self) -> &str {
        self.categories.iter().find(|category| category.primary).map_or("", |category| &category.name)
    }

    fn piece(&self) -> Piece {
        let heading = self.primary().to_owned();
        let mut piece = Piece { name: self.name.clone(), points: self.all_points(), heading, ..Piece::default() };
        for category in &self.categories {
            match category.name.strip_prefix("Faction: ") {
                Some(faction) => piece.factions.push(faction.to_uppercase()),
                None if category.name.eq_ignore_ascii_case("allied units") => {}
                None => piece.keywords.push(category.name.to_uppercase()),
            }
        }
        if self.kind == "model" {
            piece.groups.push((self.name.clone(), self.number));
        }
        self.selections.iter().for_each(|inside| inside.put_into(&mut piece));
        piece
    }

    fn put_into(&self, piece: &mut Piece) {
        if self.kind == "model" {
            piece.groups.push((self.name.clone(), self.number));
        } else if self.name == "Warlord" {
            piece.warlord = true;
        } else if self.group.to_lowercase().starts_with("enhancement") {
            piece.enhancements.push(self.name.clone());
        } else {
            piece.options.push(self.name.clone());
        }
        self.selections.iter().for_each(|inside| inside.put_into(piece));
    }

    /// A choice about the whole army.
    fn configure(&self, listed: &mut Listed) {
        let chosen = || self.selections.iter().map(|inside| inside.name.clone());
        match self.name.to_lowercase() {
            name if name == "battle size" => listed.battle_size = chosen().next(),
            name if name.starts_with("detachment") => listed.detachments.extend(chosen()),
            name if name.contains("disposition") => listed.disposition = chosen().next(),
            _ => {
                let why = format!("a choice without a place: {}", chosen().collect::<Vec<_>>().join(", "));
                listed.rest.push((self.name.clone(), why));
            }
        }
    }
}

/// Reads the JSON of New Recruit.
fn new_recruit(text: &str, owner: Player) -> Result<Import, ImportError> {
    let read: NewRecruit = serde_json::from_str(text).map_err(|error| unread("New Recruit", &error))?;
    let roster = read.roster;
    let mut listed = Listed {
        name: roster.name,
        points: points(&roster.costs),
        limit: points(&roster.cost_limits),
        ..Listed::default()
    };
    for force in &roster.forces {
        listed.faction = listed.faction.or_else(|| force.catalogue_name.clone());
        for selection in &force.selections {
            match selection.primary() {
                "Configuration" => selection.configure(&mut listed),
                _ if matches!(selection.kind.as_str(), "unit" | "model") => listed.units.push(selection.piece()),
                _ => selection.configure(&mut listed),
            }
        }
    }
    listed.finish(Format::NewRecruit, owner)
}

#[derive(Deserialize)]
struct Rosterizer {
    snapshot: Asset,
}

/// A thing of Rosterizer; `item` is its kind and its name, with a section sign between.
#[derive(Deserialize)]
struct Asset {
    item: String,
    #[serde(default)]
    name: Option<String>,
    #[serde(default = "one")]
    quantity: i32,
    #[serde(default)]
    stats: Stats,
    #[serde(default)]
    assets: Assets,
}

#[derive(Default, Deserialize)]
struct Stats {
    #[serde(default, rename = "Points")]
    points: Option<Stat>,
}

#[derive(Deserialize)]
struct Stat {
    value: Number,
}

#[derive(Default, Deserialize)]
struct Assets {
    #[serde(default)]
    included: Vec<Asset>,
    #[serde(default)]
    traits: Vec<Asset>,
}

impl Asset {
    fn kind_and_name(&self) -> (&str, &str) {
        let (kind, name) = self.item.split_once('\u{a7}').unwrap_or(("", &self.item));
        (kind, self.name.as_deref().unwrap_or(name))
    }

    fn inside(&self) -> impl Iterator<Item = &Asset> {
        self.assets.included.iter().chain(&self.assets.traits)
    }

    fn all_points(&self) -> i32 {
        let own = self.stats.points.as_ref().and_then(|stat| whole(&stat.value)).unwrap_or(0);
        self.inside().map(Asset::all_points).fold(own, i32::saturating_add)
    }

    fn piece(&self) -> Piece {
        let (name, points) = (self.kind_and_name().1.to_owned(), self.all_points());
        let mut piece = Piece { name, points, models: Some(self.quantity), ..Piece::default() };
        self.inside().for_each(|inside| inside.put_into(&mut piece));
        piece
    }

    fn put_into(&self, piece: &mut Piece) {
        match self.kind_and_name() {
            ("Model", name) => piece.groups.push((name.to_owned(), self.quantity)),
            ("Enhancement", name) => piece.enhancements.push(name.to_owned()),
            (_, "Warlord") => piece.warlord = true,
            (_, name) => piece.options.push(name.to_owned()),
        }
        self.inside().for_each(|inside| inside.put_into(piece));
    }
}

/// Reads the JSON of Rosterizer.
fn rosterizer(text: &str, owner: Player) -> Result<Import, ImportError> {
    let read: Rosterizer = serde_json::from_str(text).map_err(|error| unread("Rosterizer", &error))?;
    let whole_army = read.snapshot;
    let stated = whole_army.stats.points.as_ref().and_then(|stat| whole(&stat.value));
    let mut listed = Listed { name: whole_army.name.clone(), points: stated, ..Listed::default() };
    for asset in whole_army.inside() {
        match asset.kind_and_name() {
            ("Faction", name) => listed.faction = Some(name.to_owned()),
            ("Detachment", name) => listed.detachments.push(name.to_owned()),
            ("Battle Size", name) => listed.battle_size = Some(name.to_owned()),
            ("Force Disposition" | "Disposition", name) => listed.disposition = Some(name.to_owned()),
            ("Unit" | "Model", _) => listed.units.push(asset.piece()),
            (kind, name) => listed.rest.push((name.to_owned(), format!("no place for a `{kind}` of Rosterizer"))),
        }
    }
    listed.finish(Format::Rosterizer, owner)
}

fn unread(program: &'static str, error: &serde_json::Error) -> ImportError {
    ImportError::Export { program, why: error.to_string() }
}

/// Reads the JSON of another program; none where it is that of no program that is known.
pub(super) fn read(text: &str, owner: Player) -> Option<Result<Import, ImportError>> {
    #[derive(Deserialize)]
    struct Mark {
        #[serde(default)]
        roster: Option<serde::de::IgnoredAny>,
        #[serde(default)]
        snapshot: Option<serde::de::IgnoredAny>,
    }
    let mark: Mark = serde_json::from_str(text).ok()?;
    match (mark.roster, mark.snapshot) {
        (Some(_), _) => Some(new_recruit(text, owner)),
        (None, Some(_)) => Some(rosterizer(text, owner)),
        (None, None) => None,
    }
}
