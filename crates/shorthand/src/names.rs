//! What can be named in words, and which name is meant.

use std::sync::Arc;

use adjutant_core::spelling::plain;
use adjutant_engine::command::{Command, Phase};
use adjutant_engine::fold::Match;
use adjutant_engine::ids::{ActionId, MarkerId, MissionId, Name, ObjectiveId, UnitId};
use adjutant_engine::law::{Pack, Packs};
use adjutant_engine::record::Record;
use adjutant_engine::roster::RosterUnit;
use adjutant_engine::rules::{Disposition, MarkName, TestName};
use adjutant_engine::side::{By, BySide, Player};
use adjutant_engine::view::{Status, View};

use crate::fault::Expected;
use crate::naming::{self, Known, Unclear};

/// Tests of units, by the words that name them.
pub(crate) const TESTS: [(&str, TestName); 14] = [
    ("morale", TestName::Morale),
    ("regroup", TestName::Regroup),
    ("battle-shock", TestName::BattleShock),
    ("desperate-escape", TestName::DesperateEscape),
    ("hazardous", TestName::Hazardous),
    ("pinning", TestName::Pinning),
    ("gets-hot", TestName::GetsHot),
    ("dangerous", TestName::Dangerous),
    ("demise", TestName::Demise),
    ("psychic", TestName::Psychic),
    ("strength", TestName::Strength),
    ("toughness", TestName::Toughness),
    ("initiative", TestName::Initiative),
    ("no-retreat", TestName::NoRetreat),
];

const LISTED_MAX: usize = 16;

/// A unit as people call it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitName {
    /// Its id.
    pub id: UnitId,
    /// What it is called, with a number where its army has several of that name, as the screen shows it; the id where no
    /// roster names one.
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
    /// What the players are called.
    pub players: BySide<String>,
    /// Missions of the pack, with their printed names.
    pub missions: Vec<(MissionId, String)>,
    /// Objectives of the pack that may be chosen, with their printed names.
    pub choices: Vec<(ObjectiveId, String)>,
    /// What armies can be bent on.
    pub dispositions: Vec<Disposition>,
    /// Marks that objectives let players pick.
    pub marks: Vec<MarkName>,
    /// How many of them a player chooses, where that is known.
    pub chosen: Option<usize>,
    /// Phases of the ruleset, in order.
    pub phases: Vec<Phase>,
    /// Phases of every ruleset that is known, in order.
    pub all_phases: Vec<Phase>,
    /// Tests of the ruleset that units take.
    pub tests: Vec<TestName>,
    /// Whether charges are made without dice.
    pub charges_roll_nothing: bool,
    /// Who may close the battle, because the other player gave up or has no models left.
    pub plays_on: Option<Player>,
}

impl Names {
    /// What words about a match as it stands may name: of its own pack, or before that is said, of every pack that is known.
    pub fn of_game<'a>(game: &Match, view: &View, records: impl Iterator<Item = &'a Record>) -> Names {
        match &game.state().pack {
            Some(own) => Names::of_match(view, records, &Packs::new([Arc::clone(own)])).of_pack(own),
            None => Names::of_match(view, records, game.packs()),
        }
    }

    /// What a match names: units from its rosters, actions and phases from these packs, the rest from its state
    /// and its rules.
    pub fn of_match<'a>(view: &View, records: impl Iterator<Item = &'a Record>, packs: &Packs) -> Names {
        let (mut actions, mut all_phases): (Vec<ActionId>, Vec<Phase>) = (Vec::new(), Vec::new());
        for pack in packs.iter() {
            actions.extend(pack.actions.keys().cloned());
            for phase in &pack.law.phases {
                if !all_phases.contains(&phase.name) {
                    all_phases.push(phase.name);
                }
            }
        }
        actions.sort();
        actions.dedup();
        let listed: Vec<&RosterUnit> = records.flat_map(|record| rostered(&record.command)).collect();
        let units = view.units.iter().map(|unit| {
            let entry = listed.iter().find(|entry| entry.id == unit.id);
            let datasheet = entry.map_or(unit.id.as_str(), |entry| entry.datasheet.as_str()).to_owned();
            let groups = match &unit.groups[..] {
                [] => entry.iter().flat_map(|entry| &entry.models).map(|group| group.group.clone()).collect(),
                led => led.to_vec(),
            };
            UnitName { id: unit.id.clone(), datasheet, player: unit.player, models: unit.models, groups }
        });
        let units = numbered(units.collect());
        let objectives = BySide::from_fn(|player| {
            let own = &view.players[player];
            let cards = own.cards.iter().flat_map(|cards| &cards.active).cloned();
            own.primary.iter().chain(&own.secondaries).map(|score| score.objective.clone()).chain(cards).collect()
        });
        let claims = BySide::from_fn(|player| {
            view.needs.iter().filter(|need| need.player == player).map(|need| need.objective.clone()).collect()
        });
        let markers = view.markers.iter().map(|marker| marker.id.clone()).collect();
        let players = BySide::from_fn(|player| {
            view.players[player].name.as_ref().map_or_else(String::new, |name| name.to_string())
        });
        let out = |player: Player| {
            let mut own = units.iter().filter(|unit: &&UnitName| unit.player == player).peekable();
            let tabled = view.status == Status::Battle && own.peek().is_some() && own.all(|unit| unit.models == 0);
            tabled || view.players[player].conceded
        };
        let plays_on = Player::BOTH.into_iter().find(|player| out(player.opponent()) && !out(*player));
        Names { units, markers, objectives, claims, actions, players, all_phases, plays_on, ..Names::default() }
    }

    /// The same with what a pack names.
    fn of_pack(mut self, pack: &Pack) -> Names {
        self.missions = pack.missions.iter().map(|(id, mission)| (id.clone(), mission.name.to_string())).collect();
        let primary =
            |id: &ObjectiveId| pack.missions.values().any(|mission| mission.primary_objectives().any(|one| one == id));
        let chosen = pack.objectives.iter().filter(|(id, _)| !primary(id));
        self.dispositions = pack.dispositions();
        let picks = pack.objectives.values().flat_map(|objective| &objective.picks);
        self.marks = picks.map(|pick| pick.mark).collect();
        self.choices = chosen.map(|(id, objective)| (id.clone(), objective.name.to_string())).collect();
        let choices = pack.law.choices();
        self.chosen = pack.law.fixed_cards.or(Some(choices)).filter(|many| *many > 0);
        self.phases = pack.law.phases.iter().map(|phase| phase.name).collect();
        self.tests = TESTS.into_iter().map(|(_, test)| test).filter(|test| pack.law.test(*test).is_some()).collect();
        self.charges_roll_nothing = pack.law.measures.charge_without_dice.is_some();
        self
    }

    /// Who alone may claim an objective now.
    pub fn claimant(&self, word: &str) -> Option<Player> {
        let mut waiting = Player::BOTH.into_iter().filter(|player| {
            let objective = find_id(&self.objectives[*player], word, "objective");
            objective.is_ok_and(|objective| self.claims[*player].contains(objective))
        });
        waiting.next().filter(|_| waiting.next().is_none())
    }

    /// The printed name of the objective that a word means, where it is one that players choose.
    pub fn choice(&self, word: &str) -> Option<&str> {
        let id = self.find_choice(word).ok()?;
        self.choices.iter().find(|(known, _)| *known == id).map(|(_, name)| name.as_str())
    }

    /// What a player is called; `player one` where nobody has a name.
    pub fn called(&self, player: Player) -> String {
        match self.players[player].as_str() {
            "" => format!("player {player}"),
            name => name.to_owned(),
        }
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
        if self.units.is_empty() {
            return UnitId::new(word).map_err(|error| NotFound::new(error.to_string(), "an id"));
        }
        let known: Vec<Known<'_>> =
            self.units.iter().map(|unit| Known { id: unit.id.as_str(), name: &unit.datasheet }).collect();
        let called = |at: &usize| known[*at].shown();
        match naming::find(&known, word) {
            Ok(at) => Ok(self.units[at].id.clone()),
            Err(Unclear::Unknown(like)) => {
                let all = || listed(known.iter().map(Known::shown)).into();
                let expected = naming::did_you_mean(like.iter().map(called)).map_or_else(all, Expected::Guess);
                Err(NotFound::new(format!("no unit is called `{word}`"), expected))
            }
            Err(Unclear::Several(mut found)) => {
                narrow(&mut found, |at| Some(self.units[*at].player) == preferred);
                narrow(&mut found, |at| self.units[*at].models > 0);
                match found.as_slice() {
                    [one] => Ok(self.units[*one].id.clone()),
                    many => Err(NotFound::new(format!("`{word}` fits several units"), listed(many.iter().map(called)))),
                }
            }
        }
    }

    /// The player whom a word names: `one`, `two`, or a name or any part of it that fits only one.
    pub fn find_player(&self, word: &str) -> Result<Player, NotFound> {
        if let Some(player) = Player::BOTH.into_iter().find(|player| player.as_str().eq_ignore_ascii_case(word)) {
            return Ok(player);
        }
        let known = self.known_players();
        let all = || listed(Player::BOTH.iter().map(|player| self.player_shown(*player)));
        naming::find(&known, word)
            .map(|at| Player::BOTH[at])
            .map_err(|_| NotFound::new(format!("no player is called `{word}`"), all()))
    }

    /// The player whom a word can only name: `one`, `two`, a whole name, or a whole word of one name.
    pub fn whole_player(&self, word: &str) -> Option<Player> {
        let wanted = plain(word);
        let named = |player: &Player| {
            let name = plain(&self.players[*player]);
            !wanted.is_empty() && (name == wanted || name.split('-').any(|part| part == wanted))
        };
        let mut found = Player::BOTH.into_iter().filter(named);
        let called = Player::BOTH.into_iter().find(|player| player.as_str().eq_ignore_ascii_case(word));
        called.or_else(|| found.next().filter(|_| found.next().is_none()))
    }

    /// Who a word says is speaking: a player, `both` or `judge`.
    pub fn find_speaker(&self, word: &str) -> Result<By, NotFound> {
        match word.to_ascii_lowercase().as_str() {
            "both" => Ok(By::Both),
            "judge" => Ok(By::Judge),
            _ => self
                .find_player(word)
                .map(By::from)
                .map_err(|error| NotFound::new(error.message, format!("{}, both, judge", error.expected.as_str()))),
        }
    }

    fn known_players(&self) -> [Known<'_>; 2] {
        Player::BOTH.map(|player| Known { id: player.as_str(), name: &self.players[player] })
    }

    fn player_shown(&self, player: Player) -> String {
        match self.players[player].as_str() {
            "" => player.to_string(),
            name => format!("{player} ({name})"),
        }
    }

    /// The mission that a word means; any id where none is listed.
    pub fn find_mission(&self, word: &str) -> Result<MissionId, NotFound> {
        if self.missions.is_empty() {
            return MissionId::new(word).map_err(|error| NotFound::new(error.to_string(), "an id"));
        }
        let known: Vec<Known<'_>> = self.missions.iter().map(|(id, name)| Known { id: id.as_str(), name }).collect();
        titled(&known, word, "mission").map(|at| self.missions[at].0.clone())
    }

    /// The secondary objective that a word means; any id where none is listed.
    pub fn find_choice(&self, word: &str) -> Result<ObjectiveId, NotFound> {
        if self.choices.is_empty() {
            return ObjectiveId::new(word).map_err(|error| NotFound::new(error.to_string(), "an id"));
        }
        let known: Vec<Known<'_>> = self.choices.iter().map(|(id, name)| Known { id: id.as_str(), name }).collect();
        titled(&known, word, "secondary objective").map(|at| self.choices[at].0.clone())
    }
}

/// The place of the thing that a word means, or what to type instead.
fn titled(known: &[Known<'_>], word: &str, what: &str) -> Result<usize, NotFound> {
    let shown = |at: &usize| known[*at].shown();
    naming::find(known, word).map_err(|unclear| match unclear {
        Unclear::Unknown(like) => {
            let all = || listed(known.iter().map(|thing| thing.id)).into();
            let expected = naming::did_you_mean(like.iter().map(shown)).map_or_else(all, Expected::Guess);
            NotFound::new(format!("no {what} is called `{word}`"), expected)
        }
        Unclear::Several(many) => NotFound::new(format!("`{word}` fits several"), listed(many.iter().map(shown))),
    })
}

/// Units with numbers behind equal names of an army: `Poxwalkers (2)`.
fn numbered(units: Vec<UnitName>) -> Vec<UnitName> {
    let alike = |one: &UnitName, other: &UnitName| one.player == other.player && one.datasheet == other.datasheet;
    let name = |(at, unit): (usize, &UnitName)| match units.iter().filter(|other| alike(unit, other)).count() {
        0 | 1 => unit.datasheet.clone(),
        _ => format!("{} ({})", unit.datasheet, units[..=at].iter().filter(|other| alike(unit, other)).count()),
    };
    let names: Vec<String> = units.iter().enumerate().map(name).collect();
    units.into_iter().zip(names).map(|(unit, datasheet)| UnitName { datasheet, ..unit }).collect()
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
    let known: Vec<Known<'_>> = groups.iter().map(|name| Known { id: name.as_str(), name: name.as_str() }).collect();
    let names = || listed(groups.iter().map(|group| group.as_str()));
    match naming::find(&known, word) {
        Ok(place) => Ok(Some(groups[place].clone())),
        Err(Unclear::Unknown(_)) => Err(NotFound::new(format!("no group of this unit is called `{word}`"), names())),
        Err(Unclear::Several(_)) => Err(NotFound::new(format!("`{word}` fits several groups of this unit"), names())),
    }
}

/// A word that names nothing, or too much.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct NotFound {
    /// What is wrong.
    pub message: String,
    /// What would be accepted.
    pub expected: Expected,
}

impl NotFound {
    fn new(message: impl Into<String>, expected: impl Into<Expected>) -> NotFound {
        NotFound { message: message.into(), expected: expected.into() }
    }
}

/// The id among some that a word means: the id itself, or the only one that has the word in it.
pub fn find_id<'a, T: AsText>(known: &'a [T], word: &str, what: &str) -> Result<&'a T, NotFound> {
    let ids: Vec<Known<'_>> = known.iter().map(|id| Known { id: id.as_text(), name: id.as_text() }).collect();
    titled(&ids, word, what).map(|at| &known[at])
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
