//! Which selections of a unit are its models.
//!
//! The data states models in four ways: a selection of type `model`; an upgrade that brings a `Unit` profile; an upgrade
//! named after a `Unit` profile of its unit; and the unit itself, where its profile is used by nobody inside it.

use adjutant_engine::ids::are_alike;

use super::document::{Kind, Profile, Selection};

/// Type of the profiles that hold the characteristics of a model.
pub(super) const UNIT_PROFILE: &str = "Unit";

/// Alike models, and the selections that are theirs.
#[derive(Debug)]
pub(super) struct Group<'a> {
    /// What it is called.
    pub name: &'a str,
    /// How many models.
    pub count: i32,
    /// Their characteristics.
    pub profile: Option<&'a Profile<'a>>,
    /// Selections that are theirs, their own first.
    pub parts: Vec<&'a Selection<'a>>,
}

/// The models of a unit.
#[derive(Debug, Default)]
pub(super) struct Models<'a> {
    /// Alike models together, as the file groups them.
    pub groups: Vec<Group<'a>>,
    /// Selections that belong to the unit as a whole.
    pub common: Vec<&'a Selection<'a>>,
    /// Profiles of models that no selection uses.
    pub unused: Vec<&'a Profile<'a>>,
}

/// Finds the models of a unit.
pub(super) fn models<'a>(unit: &'a Selection<'a>) -> Models<'a> {
    let own: Vec<&Profile> = unit.profiles_of(UNIT_PROFILE).collect();
    let mut walk = Walk { models: Models { common: vec![unit], ..Models::default() }, used: Vec::new() };
    let inside_model = unit.kind == Kind::Model && !own.is_empty();
    for inner in &unit.selections {
        walk.visit(inner, None, &own, inside_model);
    }
    let Walk { mut models, used } = walk;
    models.unused = own.iter().copied().filter(|profile| !used.iter().any(|u| same(u.name, profile.name))).collect();
    let itself = match unit.kind {
        Kind::Model => !own.is_empty() || models.groups.is_empty(),
        Kind::Unit | Kind::Upgrade => {
            models.groups.is_empty() || models.unused.iter().any(|profile| is_row_of(profile.name, unit.name))
        }
    };
    if itself {
        let profile = best(&own);
        let parts = std::mem::take(&mut models.common);
        models.groups.insert(0, Group { name: unit.name, count: unit.number, profile, parts });
    }
    if itself || !used.is_empty() {
        models.unused.clear();
    }
    models
}

struct Walk<'a> {
    models: Models<'a>,
    used: Vec<&'a Profile<'a>>,
}

impl<'a> Walk<'a> {
    fn visit(
        &mut self,
        selection: &'a Selection<'a>,
        owner: Option<usize>,
        given: &[&'a Profile<'a>],
        inside_model: bool,
    ) {
        let own: Vec<&Profile> = selection.profiles_of(UNIT_PROFILE).collect();
        let (owner, inside_model) = if is_model(selection, &own, given, inside_model) {
            let profile = best(&own).or_else(|| named_after(selection.name, given)).or_else(|| best(given));
            self.used.extend(profile);
            let (times, name) = multiplied(selection.name);
            let count = selection.number.saturating_mul(times);
            self.models.groups.push(Group { name, count, profile, parts: vec![selection] });
            (Some(self.models.groups.len() - 1), true)
        } else {
            match owner {
                Some(index) => self.models.groups[index].parts.push(selection),
                None => self.models.common.push(selection),
            }
            (owner, inside_model)
        };
        let given = if own.is_empty() { given } else { &own };
        for inner in &selection.selections {
            self.visit(inner, owner, given, inside_model);
        }
    }
}

fn is_model(selection: &Selection, own: &[&Profile], given: &[&Profile], inside_model: bool) -> bool {
    match selection.kind {
        Kind::Model | Kind::Unit => !own.is_empty() || !holds_models(selection),
        Kind::Upgrade if inside_model || holds_models(selection) => false,
        Kind::Upgrade => {
            !own.is_empty() || selection.costs.points.unwrap_or(0) > 0 && named_after(selection.name, given).is_some()
        }
    }
}

fn holds_models(selection: &Selection) -> bool {
    selection.selections.iter().any(|inner| inner.kind != Kind::Upgrade || holds_models(inner))
}

/// The profile with the longest name that the name of a model begins with.
fn named_after<'a>(name: &str, given: &[&'a Profile<'a>]) -> Option<&'a Profile<'a>> {
    let name = name.to_lowercase();
    let fitting = given.iter().copied().filter(|p| !p.name.is_empty() && name.starts_with(&p.name.to_lowercase()));
    fitting.max_by_key(|profile| profile.name.len())
}

/// The undamaged row: the first with the most Wounds.
fn best<'a>(profiles: &[&'a Profile<'a>]) -> Option<&'a Profile<'a>> {
    let wounds = |profile: &Profile| profile.get("W").and_then(|w| w.parse::<i32>().ok()).unwrap_or(0);
    profiles.iter().copied().reduce(|most, next| if wounds(next) > wounds(most) { next } else { most })
}

/// Whether a profile is that of a unit, or one row of its table: `Salt Engine [1] (6+ wounds)`.
fn is_row_of(profile: &str, unit: &str) -> bool {
    let (profile, unit) = (profile.trim().to_lowercase(), unit.trim().to_lowercase());
    let rest = profile.strip_prefix(&unit).map(str::trim_start);
    rest.is_some_and(|rest| {
        rest.is_empty() || rest.starts_with(['[', '(']) || rest.starts_with(|c: char| c.is_ascii_digit())
    })
}

fn same(one: &str, other: &str) -> bool {
    are_alike(one.trim(), other.trim())
}

/// Splits `2x Gun Drone` into two times `Gun Drone`.
pub(super) fn multiplied(name: &str) -> (i32, &str) {
    let split = name.split_once("x ").and_then(|(digits, rest)| Some((digits.parse::<i32>().ok()?, rest.trim())));
    split.filter(|(times, rest)| (1..=100).contains(times) && !rest.is_empty()).unwrap_or((1, name))
}
