//! What can be named in words, and which name is meant.

use adjutant_engine::command::Command;
use adjutant_engine::ids::{ActionId, MarkerId, Name, ObjectiveId, UnitId};
use adjutant_engine::record::Record;
use adjutant_engine::roster::RosterUnit;
use adjutant_engine::side::{BySide, Player};
use adjutant_engine::view::View;

const LISTED_MAX: usize = 16;

/// A unit as people call it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitName {
    /// Its id.
    pub id: UnitId,
    /// What its datasheet is called; the id where no roster names one.
    pub datasheet: String,
    /// Whose it is.
    pub player: Player,
    /// Models left.
    pub models: u32,
    /// Names of its groups of models; none where the list is unknown.
    pub groups: Vec<Name>,
}

/// Everything that can be named in a match. A kind of which nothing is listed is taken as it is typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    /// Units of both armies.
    pub units: Vec<UnitName>,
    /// Markers of the mission.
    pub markers: Vec<MarkerId>,
    /// Objectives of each player.
    pub objectives: BySide<Vec<ObjectiveId>>,
    /// Objectives of which an award waits for each player's word.
    pub claims: BySide<Vec<ObjectiveId>>,
    /// Actions that somebody may start.
    pub actions: Vec<ActionId>,
}

impl Names {
    /// What a match names: units from its rosters, the rest from its state and its rules.
    pub fn of_match<'a>(view: &View, records: impl Iterator<Item = &'a Record>, actions: Vec<ActionId>) -> Names {
        let listed: Vec<&RosterUnit> = records.flat_map(|record| rostered(&record.command)).collect();
        let units = view.units.iter().map(|unit| {
            let entry = listed.iter().find(|entry| entry.id == unit.id);
            let datasheet = entry.map_or(unit.id.as_str(), |entry| entry.datasheet.as_str()).to_owned();
            let groups = entry.iter().flat_map(|entry| &entry.models).map(|group| group.group.clone()).collect();
            UnitName { id: unit.id.clone(), datasheet, player: unit.player, models: unit.models, groups }
        });
        let objectives = BySide::from_fn(|player| {
            let own = &view.players[player];
            own.primary.iter().chain(&own.secondaries).map(|score| score.objective.clone()).collect()
        });
        let claims = BySide::from_fn(|player| {
            view.needs.iter().filter(|need| need.player == player).map(|need| need.objective.clone()).collect()
        });
        let markers = view.markers.iter().map(|marker| marker.id.clone()).collect();
        Names { units: units.collect(), markers, objectives, claims, actions }
    }

    /// Who alone may claim an objective now.
    pub fn claimant(&self, word: &str) -> Option<Player> {
        let mut waiting = Player::BOTH.into_iter().filter(|player| {
            let objective = find_id(&self.objectives[*player], word, "objective");
            objective.is_ok_and(|objective| self.claims[*player].contains(objective))
        });
        waiting.next().filter(|_| waiting.next().is_none())
    }

    /// Whose unit it is.
    pub fn owner(&self, unit: &UnitId) -> Option<Player> {
        self.units.iter().find(|known| known.id == *unit).map(|known| known.player)
    }

    /// The unit of an id.
    pub fn unit(&self, id: &UnitId) -> Option<&UnitName> {
        self.units.iter().find(|known| known.id == *id)
    }

    /// The unit that a word means; between several, those of the preferred player and then those that live are meant.
    pub fn find_unit(&self, word: &str, preferred: Option<Player>) -> Result<UnitId, NotFound> {
        if self.units.is_empty() || self.units.iter().any(|unit| unit.id.as_str() == word) {
            return UnitId::new(word).map_err(|error| NotFound::new(error.to_string(), "an id"));
        }
        let wanted = slug(word);
        let fits = |whole: bool| -> Vec<&UnitName> {
            let part = |unit: &&UnitName| {
                let name = slug(&unit.datasheet);
                if whole { name == wanted } else { !wanted.is_empty() && name.contains(&wanted) }
            };
            self.units.iter().filter(part).collect()
        };
        let mut found = fits(true);
        if found.is_empty() {
            found = fits(false);
        }
        narrow(&mut found, |unit| Some(unit.player) == preferred);
        narrow(&mut found, |unit| unit.models > 0);
        match found.as_slice() {
            [one] => Ok(one.id.clone()),
            [] => Err(NotFound::new(format!("no unit is called `{word}`"), listed(self.units.iter().map(called)))),
            many => Err(NotFound::new(format!("`{word}` fits several units"), listed(many.iter().map(|u| called(u))))),
        }
    }
}

fn called(unit: &UnitName) -> String {
    format!("{} ({})", unit.id, unit.datasheet)
}

fn narrow<T>(found: &mut Vec<T>, keep: impl Fn(&T) -> bool) {
    if found.iter().any(&keep) {
        found.retain(keep);
    }
}

/// Units that a command names for the first time.
fn rostered(command: &Command) -> Vec<&RosterUnit> {
    match command {
        Command::Roster { roster, .. } => roster.units().collect(),
        Command::AddUnit { unit, .. } => vec![unit],
        _ => Vec::new(),
    }
}

/// The group that a word means: by its whole name, or by a part that fits no other; none where no list is known.
pub fn find_group(groups: &[Name], word: &str) -> Result<Option<Name>, NotFound> {
    if groups.is_empty() {
        return Ok(None);
    }
    let wanted = slug(word);
    let of = |whole: bool| -> Vec<&Name> {
        let fits = |group: &&Name| {
            let name = slug(group.as_str());
            if whole { name == wanted } else { !wanted.is_empty() && name.contains(&wanted) }
        };
        groups.iter().filter(fits).collect()
    };
    let found = if of(true).is_empty() { of(false) } else { of(true) };
    let names = || listed(groups.iter().map(|group| group.as_str()));
    match found.as_slice() {
        [one] => Ok(Some((*one).clone())),
        [] => Err(NotFound::new(format!("no group of this unit is called `{word}`"), names())),
        _ => Err(NotFound::new(format!("`{word}` fits several groups of this unit"), names())),
    }
}

/// A word that names nothing, or too much.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotFound {
    /// What is wrong.
    pub message: String,
    /// What would be accepted.
    pub expected: String,
}

impl NotFound {
    fn new(message: impl Into<String>, expected: impl Into<String>) -> NotFound {
        NotFound { message: message.into(), expected: expected.into() }
    }
}

/// The id among some that a word means: the id itself, or the only one that has the word in it.
pub fn find_id<'a, T: AsText>(known: &'a [T], word: &str, what: &str) -> Result<&'a T, NotFound> {
    if let Some(exact) = known.iter().find(|id| id.as_text() == word) {
        return Ok(exact);
    }
    let wanted = slug(word);
    let fits: Vec<&T> = known.iter().filter(|id| !wanted.is_empty() && id.as_text().contains(&wanted)).collect();
    match fits.as_slice() {
        [one] => Ok(one),
        [] => Err(NotFound::new(format!("no {what} is called `{word}`"), listed(known.iter().map(|id| id.as_text())))),
        many => Err(NotFound::new(format!("`{word}` fits several"), listed(many.iter().map(|id| id.as_text())))),
    }
}

/// Ids that can be looked through as text.
pub trait AsText {
    /// The id.
    fn as_text(&self) -> &str;
}

impl AsText for ObjectiveId {
    fn as_text(&self) -> &str {
        self.as_str()
    }
}

impl AsText for ActionId {
    fn as_text(&self) -> &str {
        self.as_str()
    }
}

impl AsText for MarkerId {
    fn as_text(&self) -> &str {
        self.as_str()
    }
}

fn listed(names: impl Iterator<Item = impl ToString>) -> String {
    let mut names: Vec<String> = names.map(|name| name.to_string()).collect();
    let more = names.len().saturating_sub(LISTED_MAX);
    names.truncate(LISTED_MAX);
    if more > 0 {
        names.push(format!("and {more} more"));
    }
    names.join(", ")
}

/// Lower-case letters and digits, everything else as one hyphen.
fn slug(text: &str) -> String {
    let mut slug = String::with_capacity(text.len());
    for c in text.chars().flat_map(char::to_lowercase) {
        match c {
            c if c.is_alphanumeric() => slug.push(c),
            _ if slug.ends_with('-') || slug.is_empty() => {}
            _ => slug.push('-'),
        }
    }
    slug.trim_end_matches('-').to_owned()
}
