//! What a BattleScribe document says, before anybody asks what it means.

use std::collections::BTreeMap;

use super::error::ImportError;
use super::xml::Element;

/// A number of the file in thousandths: costs are written `2000.0`, `5` or `-1`.
pub(super) type Thousandths = i64;

const NUMBER_MAX: i32 = 1000;

/// Part of a roster that has selections of its own: a Detachment.
#[derive(Debug)]
pub(super) struct Force<'a> {
    pub name: &'a str,
    pub custom_name: Option<&'a str>,
    pub catalogue: &'a str,
    pub rules: Vec<&'a str>,
    pub selections: Vec<Selection<'a>>,
    pub forces: Vec<Force<'a>>,
}

/// What kind of thing was selected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Unit,
    Model,
    Upgrade,
}

/// One thing that the player selected, with everything selected inside it.
#[derive(Debug)]
pub(super) struct Selection<'a> {
    pub name: &'a str,
    pub custom_name: Option<&'a str>,
    pub note: Option<&'a str>,
    pub kind: Kind,
    pub number: i32,
    pub costs: Costs<'a>,
    pub categories: Vec<Category<'a>>,
    pub profiles: Vec<Profile<'a>>,
    pub rules: Vec<&'a str>,
    pub selections: Vec<Selection<'a>>,
}

impl Selection<'_> {
    /// Costs of this selection and of all inside it.
    pub fn total(&self) -> Costs<'_> {
        let mut sum = self.costs.clone();
        for inner in &self.selections {
            sum.add(&inner.total());
        }
        sum
    }

    /// Its profiles of one type.
    pub fn profiles_of<'s>(&'s self, type_name: &'s str) -> impl Iterator<Item = &'s Profile<'s>> {
        self.profiles.iter().filter(move |profile| profile.type_name == type_name)
    }

    /// The category that decides where it goes.
    pub fn primary(&self) -> Option<&str> {
        self.categories.iter().find(|category| category.primary).map(|category| category.name)
    }
}

#[derive(Debug)]
pub(super) struct Category<'a> {
    pub name: &'a str,
    pub primary: bool,
}

#[derive(Debug)]
pub(super) struct Profile<'a> {
    pub type_name: &'a str,
    pub name: &'a str,
    characteristics: Vec<(&'a str, &'a str)>,
}

impl Profile<'_> {
    /// A characteristic by the name of its column.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.characteristics.iter().find(|(key, _)| *key == name).map(|(_, value)| *value)
    }
}

/// Points, Power and Command points, and whatever else the file counts.
#[derive(Clone, Debug, Default)]
pub(super) struct Costs<'a> {
    pub points: Option<Thousandths>,
    pub power: Option<Thousandths>,
    pub command_points: Option<Thousandths>,
    pub other: BTreeMap<&'a str, Thousandths>,
}

impl<'a> Costs<'a> {
    /// Adds another's.
    pub fn add(&mut self, more: &Costs<'a>) {
        let sum = |into: &mut Option<Thousandths>, value: Option<Thousandths>| {
            if let Some(value) = value {
                *into = Some(into.unwrap_or(0).saturating_add(value));
            }
        };
        sum(&mut self.points, more.points);
        sum(&mut self.power, more.power);
        sum(&mut self.command_points, more.command_points);
        for (name, value) in &more.other {
            let total = self.other.entry(name).or_default();
            *total = total.saturating_add(*value);
        }
    }
}

/// Reads the detachments of a roster element.
pub(super) fn forces(parent: &Element) -> Result<Vec<Force<'_>>, ImportError> {
    parent.items("forces", "force").map(force).collect()
}

fn force(element: &Element) -> Result<Force<'_>, ImportError> {
    Ok(Force {
        name: element.attribute("name").unwrap_or_default(),
        custom_name: element.attribute("customName"),
        catalogue: element.attribute("catalogueName").unwrap_or_default(),
        rules: rules(element),
        selections: element.items("selections", "selection").map(selection).collect::<Result<_, _>>()?,
        forces: forces(element)?,
    })
}

fn selection(element: &Element) -> Result<Selection<'_>, ImportError> {
    let name = element.attribute("name").unwrap_or_default();
    Ok(Selection {
        name,
        custom_name: element.attribute("customName"),
        note: element.child("customNotes").map(|note| note.text.trim()).filter(|text| !text.is_empty()),
        kind: match element.attribute("type") {
            Some("unit") => Kind::Unit,
            Some("model") => Kind::Model,
            _ => Kind::Upgrade,
        },
        number: number(name, element.attribute("number").unwrap_or("1"))?,
        costs: costs(element)?,
        categories: element.items("categories", "category").filter_map(category).collect(),
        profiles: element.items("profiles", "profile").map(profile).collect(),
        rules: rules(element),
        selections: element.items("selections", "selection").map(selection).collect::<Result<_, _>>()?,
    })
}

fn rules(element: &Element) -> Vec<&str> {
    element.items("rules", "rule").filter_map(|rule| rule.attribute("name")).collect()
}

fn category(element: &Element) -> Option<Category<'_>> {
    Some(Category { name: element.attribute("name")?, primary: element.attribute("primary") == Some("true") })
}

fn profile(element: &Element) -> Profile<'_> {
    Profile {
        type_name: element.attribute("typeName").unwrap_or_default(),
        name: element.attribute("name").unwrap_or_default(),
        characteristics: element
            .items("characteristics", "characteristic")
            .filter_map(|c| Some((c.attribute("name")?, c.text.trim())))
            .collect(),
    }
}

/// Reads the costs that an element lists.
pub(super) fn costs(element: &Element) -> Result<Costs<'_>, ImportError> {
    let mut costs = Costs::default();
    for cost in element.items("costs", "cost") {
        let name = cost.attribute("name").unwrap_or_default().trim();
        let value = thousandths(name, cost.attribute("value").unwrap_or("0"))?;
        let one = match name {
            "pts" => Costs { points: Some(value), ..Costs::default() },
            "PL" => Costs { power: Some(value), ..Costs::default() },
            "CP" => Costs { command_points: Some(value), ..Costs::default() },
            _ => Costs { other: BTreeMap::from([(name, value)]), ..Costs::default() },
        };
        costs.add(&one);
    }
    Ok(costs)
}

fn number(name: &str, text: &str) -> Result<i32, ImportError> {
    text.parse().ok().filter(|number| (1..=NUMBER_MAX).contains(number)).ok_or_else(|| ImportError::Number {
        what: format!("the number of `{}`", excerpt(name)),
        text: excerpt(text),
        least: 1,
        most: NUMBER_MAX,
    })
}

fn thousandths(name: &str, text: &str) -> Result<Thousandths, ImportError> {
    let (negative, digits) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, "0"));
    let numeric = |t: &str| !t.is_empty() && t.bytes().all(|b| b.is_ascii_digit());
    let fits = numeric(whole) && numeric(fraction) && whole.len() <= 6 && fraction.len() <= 20;
    let value = fits.then(|| format!("{whole}{}", &format!("{fraction}000")[..3])).and_then(|d| d.parse::<i64>().ok());
    let value = value.ok_or_else(|| ImportError::Number {
        what: format!("the cost `{}`", excerpt(name)),
        text: excerpt(text),
        least: -999_999,
        most: 999_999,
    })?;
    Ok(if negative { -value } else { value })
}

/// The beginning of a text of the file, to be shown in a sentence.
pub(super) fn excerpt(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(80).collect()
}
