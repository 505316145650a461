//! A match that a block of words plays, line by line; `docs/rules/README.md` lists the lines.

use std::sync::{Arc, LazyLock};

use adjutant_app::clock::Clock;
use adjutant_app::matches::recording::{Recording, TakeError};
use adjutant_engine::chain::Link;
use adjutant_engine::command::{Command, Said};
use adjutant_engine::happening::Happening;
use adjutant_engine::law::Pack;
use adjutant_engine::record::{self, read_bare};
use adjutant_engine::rules::Mission;
use adjutant_engine::side::Player;
use adjutant_engine::time::Timestamp;
use adjutant_engine::view::{UnitStatus, View};
use adjutant_present::say::happening;
use adjutant_present::say::telling::Telling;
use adjutant_shorthand::{self as shorthand, Context, Names, Spoken};
use serde_json::{Value, json};

use super::blocks::ANSWER;
use super::shown::seen;
use crate::support::{NOW, World, project};

/// Plays the lines of a block: the same lines, each with its answers below.
pub fn played(lines: &[&str]) -> Vec<String> {
    let mut parts = lines.split(|line| line.starts_with("case "));
    let mut common = Stage::default();
    let mut told = common.play(parts.next().unwrap_or(&[]));
    let cases = lines.iter().filter(|line| line.starts_with("case "));
    for (case, own) in cases.zip(parts) {
        told.push((*case).to_owned());
        told.extend(common.clone().play(own));
    }
    told
}

#[derive(Clone, Default)]
struct Stage {
    game: Option<Recording>,
    options: Options,
}

/// What a line that opens a match says behind its mission.
#[derive(Clone, Default)]
struct Options {
    mission: String,
    chosen: [Vec<String>; 2],
    second_begins: bool,
    without_psykers: [bool; 2],
    unbound: bool,
    away: bool,
    without_armies: bool,
    points: Option<u32>,
    agreed: Vec<String>,
}

/// An answer, or nothing to say.
type Answer = Vec<String>;

const PLAYERS: [&str; 2] = ["one", "two"];
const PLAYER_OF: [Player; 2] = Player::BOTH;

/// The lines of an answer that tell of something.
fn said_about(about: &str, what: &str, out: &str) -> Answer {
    let lines = out.lines().filter(|line| line.contains(about));
    let told: Vec<_> = lines.map(|line| line.trim_start_matches("m.jsonl: ").trim_start().to_owned()).collect();
    if told.is_empty() { vec![format!("the {what} says nothing about {about}")] } else { told }
}

fn player(name: &str) -> usize {
    match name.to_ascii_lowercase().as_str() {
        "anna" => 0,
        "ben" => 1,
        other => panic!("no player {other}"),
    }
}

/// Every record of a block is made at one moment.
fn clock() -> Clock {
    Clock::Fixed(Timestamp::parse(NOW).expect("a moment"))
}

impl Stage {
    fn play(&mut self, lines: &[&str]) -> Vec<String> {
        let mut told = Vec::new();
        for line in lines {
            told.push((*line).to_owned());
            let answer = if line.is_empty() || line.starts_with('#') { Vec::new() } else { self.line(line) };
            told.extend(answer.iter().flat_map(|answer| answer.lines()).map(|line| format!("{ANSWER}{line}")));
        }
        told
    }

    fn line(&mut self, line: &str) -> Answer {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["open", next, ..] if !next.starts_with('{') => {
                self.open(&line["open ".len()..]);
                Vec::new()
            }
            ["play", ..] => {
                self.open(&line["play ".len()..]);
                self.start()
            }
            ["list", who, detachments @ ..] => {
                let at = player(who);
                let roster = detached(at, &detachments.join(" "), &self.options);
                let taken = self.may(PLAYERS[at], &json!({"roster": {"player": PLAYERS[at], "roster": roster}}));
                taken.unwrap_or_else(|refusal| vec![refusal])
            }
            ["start", "the", "battle"] => self.start(),
            ["to", "the", "end"] => self.to(None),
            ["to", "round", round, who, phase] => {
                self.to(Some((round.parse().expect("a round"), PLAYERS[player(who)], phase)))
            }
            ["see", "audit", about @ ..] => self.audited(&about.join(" ")),
            ["see", "list", who, about @ ..] => self.checked(PLAYER_OF[player(who)], &about.join(" ")),
            ["see", what @ ..] => seen(self.game().game(), what),
            ["$", "adjutant", words @ ..] => {
                let run = World::new().run(&words.join(" "));
                let said = format!("{}{}", run.out, run.err);
                said.lines().take_while(|line| !line.is_empty()).map(str::to_owned).collect()
            }
            ["open", ..] => {
                self.game = Some(Recording::new(&adjutant_app::Known::default(), clock(), "block"));
                self.words(line)
            }
            _ => shorthand::apart(line).into_iter().flat_map(|line| self.words(line)).collect(),
        }
    }

    fn game(&self) -> &Recording {
        self.game.as_ref().expect("an open match")
    }

    fn view(&self) -> View {
        self.game().game().view()
    }

    /// A record of the set-up, which has to be taken.
    fn must(&mut self, by: &str, command: &Value) {
        let taken = self.may(by, command);
        taken.unwrap_or_else(|error| panic!("{command}: {error}"));
    }

    fn may(&mut self, by: &str, command: &Value) -> Result<Answer, String> {
        let line = json!({"by": by, "do": command}).to_string();
        let record = read_bare(line.as_bytes()).unwrap_or_else(|error| panic!("{error}: {line}")).expect("a record");
        self.take(record.said(), Command::clone(&record.command))
    }

    fn take(&mut self, said: Said, command: Command) -> Result<Answer, String> {
        let game = self.game.as_mut().expect("an open match");
        let (before, telling) = (game.told().len(), Telling::of(game.game().state(), said.by, &command));
        let dice = tells_outcome(&command);
        if let Err(error) = game.take_said(said, command, None) {
            let TakeError::Refused(refusal) = error else { panic!("{error:?}") };
            return Err(format!("refused, {}: {}", refusal.code, refusal.message));
        }
        let state = game.game().state();
        let sentence = dice.then(|| telling.told(state).sentence);
        let told = happening::answers(state, game.told()[before..].iter().map(|(_, what)| what));
        Ok(sentence.into_iter().chain(told).collect())
    }

    /// A line of the program's own words.
    fn words(&mut self, line: &str) -> Answer {
        let view = self.view();
        let game = self.game();
        let names = Names::of_game(game.game(), &view, game.standing());
        let (by, line) = shorthand::speaker_first(line, &names);
        let spoken = shorthand::parse(line, &Context { names, by, active: view.turn });
        let (said, command) = match spoken {
            Ok(Spoken::Record(said, command)) => (said, *command),
            Ok(other) => panic!("`{line}`: {other:?}"),
            Err(fault) => return vec![format!("not understood: {}", fault.message)],
        };
        self.take(said, command).unwrap_or_else(|refusal| vec![refusal])
    }

    /// Ends phases until a moment, or until the battle is over or waits for a die. Of what happens on the way it tells
    /// what the block is about.
    fn to(&mut self, wanted: Option<(u32, &str, &str)>) -> Answer {
        let before = self.game().told().len();
        for _ in 0..90 {
            let view = self.view();
            let here =
                (view.round, view.turn.map(|turn| turn.as_str()), view.phase.as_ref().map(|phase| phase.as_str()));
            let there = wanted.is_some_and(|(round, turn, phase)| here == (Some(round), Some(turn), Some(phase)));
            if there || view.result.is_some() || view.waiting.is_some() {
                let told = self.game().told()[before..].iter().map(|(_, what)| what);
                return happening::answers(self.game().game().state(), told.filter(|what| self.is_told(what)));
            }
            let (Some(turn), Some(phase)) = (view.turn, view.phase) else {
                return vec!["the battle has not begun".into()];
            };
            self.must(turn.as_str(), &json!({"end-phase": {"phase": phase.as_str()}}));
        }
        panic!("{wanted:?} never came");
    }

    /// Whether the block is about it: not what every turn brings, and no objective that it does not name.
    fn is_told(&self, what: &Happening) -> bool {
        match what {
            Happening::Scored { player, objective, .. } => {
                let named = &self.options.chosen[usize::from(*player == Player::Two)];
                let any = self.options.chosen.iter().any(|named| !named.is_empty());
                objective.as_ref().is_none_or(|id| !any || named.iter().any(|named| named == id.as_str()))
            }
            Happening::ActionCompleted { .. }
            | Happening::ActionFailed { .. }
            | Happening::BannerLost { .. }
            | Happening::MarkerRemoved { .. }
            | Happening::TooLate { .. }
            | Happening::Parted { .. }
            | Happening::Tabled { .. } => true,
            _ => false,
        }
    }

    /// What an audit says about something in the match as it stands.
    fn audited(&self, about: &str) -> Answer {
        let world = World::new();
        let (mut log, mut previous) = (Vec::new(), Link::START);
        for record in self.game().records() {
            let sealed = record::seal(record.at, record.said(), &record.command, record.vp, previous);
            let (bytes, link) = sealed.expect("a record");
            log.extend(bytes);
            log.push(b'\n');
            previous = link;
        }
        world.write("m.jsonl", log);
        said_about(about, "audit", &world.run("audit m.jsonl").out)
    }

    /// What a check of a player's list says.
    fn checked(&self, of: Player, about: &str) -> Answer {
        let mut lists = self.game().records().iter().filter_map(|record| match &*record.command {
            Command::Roster { player, roster } if *player == of => Some(roster),
            _ => None,
        });
        let (world, list) = (World::new(), lists.next_back().expect("a list"));
        world.write("list.json", serde_json::to_vec(list).expect("a list"));
        said_about(about, "check", &world.run("roster check list.json").out)
    }

    fn open(&mut self, line: &str) {
        self.options = Options::read(line);
        let (pack, mission) = mission_of(&self.options.mission);
        let size = self.options.mission.split_once(" of ").map_or(mission.size.as_str(), |(size, _)| size);
        self.game = Some(Recording::new(&adjutant_app::Known::default(), clock(), "block"));
        let players = json!({"one": {"name": "Anna"}, "two": {"name": "Ben"}});
        let mut open = json!({"format": 1, "law": adjutant_core::reliance::LAW, "match": "block",
            "pack": pack.file.id, "size": size, "players": players});
        if let Some(points) = self.options.points {
            open["points"] = points.into();
        }
        if !self.options.agreed.is_empty() {
            open["agreed"] = json!(self.options.agreed);
        }
        self.must("both", &json!({"open": open}));
        let bent: Vec<_> = mission.primaries.keys().collect();
        for (at, name) in PLAYERS.into_iter().enumerate() {
            if !self.options.without_armies {
                let roster = roster(at, &self.options, &pack);
                self.must(name, &json!({"roster": {"player": name, "roster": roster}}));
            }
            if let Some(bent) = bent.get(at).or(bent.last()).filter(|_| self.options.mission == mission.id.as_str()) {
                self.must(name, &json!({"disposition": {"player": name, "is": bent}}));
            }
        }
        if self.options.mission == mission.id.as_str() {
            self.must("both", &json!({"mission": {"mission": mission.id}}));
        }
    }

    /// Three secondaries of each player: those that the block names, and others that change nothing about them.
    fn chosen(&mut self) {
        let (pack, _) = mission_of(&self.options.mission);
        for (at, name) in PLAYERS.into_iter().enumerate() {
            let done = !self.view().players[PLAYER_OF[at]].secondaries.is_empty();
            if pack.law.fixed_cards.is_some()
                && self.view().players[PLAYER_OF[at]].cards.as_ref().is_none_or(|cards| cards.mode.is_none())
            {
                self.must(name, &json!({"secondaries": {"mode": "tactical"}}));
            }
            if done || pack.law.choices() == 0 {
                continue;
            }
            let category =
                |id: &str| pack.objectives.iter().find(|(own, _)| own.as_str() == id).map(|(_, of)| of.category);
            let mut chosen = self.options.chosen[at].clone();
            for other in FILLERS {
                let fits = chosen.iter().all(|id| category(id) != category(other));
                if chosen.len() < pack.law.choices() && fits {
                    chosen.push(other.to_owned());
                }
            }
            self.must(name, &json!({"secondaries": {"choose": chosen}}));
        }
    }

    /// Everything that is not said yet, up to the first Command phase.
    fn start(&mut self) -> Answer {
        let (pack, _) = mission_of(&self.options.mission);
        let grand = pack.file.id.as_str() == "gt2020";
        let (attacker, chooser, zone) = if grand { ("two", "one", "a") } else { ("one", "two", "b") };
        self.chosen();
        let first = PLAYERS[usize::from(self.options.second_begins)];
        let fifth = pack.file.id.as_str() == "standard-5th";
        let first_turn = json!({"first-turn": {"player": first}});
        let (chooser, before) = match fifth {
            true => (first, first_turn.clone()),
            false => (chooser, json!({"roles": {"attacker": attacker}})),
        };
        // What the block has said already is refused.
        let _ = self.may("both", &before);
        let _ = self.may(chooser, &json!({"zone": {"zone": zone}}));
        if grand {
            for unit in self.view().units.iter().filter(|unit| unit.state == UnitStatus::Undeployed) {
                let zone = if unit.player.as_str() == "one" { "zone-a" } else { "zone-b" };
                let mut at = json!({"declared": {"wholly_within": [zone], "centre_in": 20}});
                if self.options.away {
                    at["declared"]["in_range"] = json!({});
                }
                self.must(unit.player.as_str(), &json!({"deploy": {"unit": unit.id, "at": at}}));
            }
        }
        let _ = self.may("both", &first_turn);
        if let Err(refusal) = self.may("both", &json!({"begin": {}})) {
            return vec![refusal];
        }
        let standing: Vec<_> = self
            .view()
            .units
            .iter()
            .filter(|unit| unit.state == UnitStatus::Battlefield)
            .map(|unit| unit.id.clone())
            .collect();
        for unit in standing.iter().filter(|_| !grand) {
            let far = json!({"declared": {"in_range": {}, "wholly_within": []}});
            self.must("both", &json!({"place": {"unit": unit, "at": far}}));
        }
        if grand && !self.options.away {
            let markers: serde_json::Map<String, Value> = self
                .view()
                .markers
                .iter()
                .filter(|marker| marker.on_battlefield)
                .map(|marker| (marker.id.to_string(), json!("none")))
                .collect();
            self.must("both", &json!({"control": {"holds": markers}}));
        }
        Vec::new()
    }
}

/// Secondary objectives that say nothing before the end of the battle, one a category.
const FILLERS: [&str; 4] = ["deploy-scramblers", "pierce-the-veil", "titan-hunter", "thin-their-ranks"];

/// Whether what came of it is more than the line says.
fn tells_outcome(command: &Command) -> bool {
    match command {
        Command::Morale { .. } | Command::Test { .. } => true,
        Command::Shoot(attacks) | Command::Fight(attacks) => {
            attacks.attacks.iter().any(|attack| attack.sequence.is_some())
        }
        _ => false,
    }
}

impl Options {
    /// `MISSION, Anna OBJECTIVE …, first Ben, no psykers for Anna, unbound, points 1500, agreed tie-break`.
    fn read(line: &str) -> Options {
        let mut clauses = line.split(", ");
        let mut options = Options { mission: clauses.next().expect("a mission").to_owned(), ..Options::default() };
        for clause in clauses {
            match clause.split(' ').collect::<Vec<_>>().as_slice() {
                ["first", who] => options.second_begins = player(who) == 1,
                ["no", "psykers", "for", who] => options.without_psykers[player(who)] = true,
                ["unbound"] => options.unbound = true,
                ["no", "armies"] => options.without_armies = true,
                ["everybody", "away"] => options.away = true,
                ["points", points] => options.points = Some(points.parse().expect("points")),
                ["agreed", what] => options.agreed.push((*what).to_owned()),
                [who, objectives @ ..] => {
                    options.chosen[player(who)] = objectives.iter().map(|id| (*id).to_owned()).collect();
                }
                [] => panic!("{line}: nothing behind a comma"),
            }
        }
        options
    }
}

/// A mission of a shipped pack, and the pack; of `SIZE of PACK` any mission.
fn mission_of(name: &str) -> (Arc<Pack>, Arc<Mission>) {
    let packs = adjutant_packs::shipped();
    let mut found = packs.iter().filter_map(|pack| {
        let mut missions = pack.missions.iter();
        let mission = match name.split_once(" of ") {
            Some((size, of)) => {
                missions.find(|(_, mission)| pack.file.id.as_str() == of && mission.size.as_str() == size)
            }
            None => missions.find(|(id, _)| id.as_str() == name),
        };
        mission.map(|(_, mission)| (Arc::clone(pack), Arc::clone(mission)))
    });
    found.next().unwrap_or_else(|| panic!("no mission {name}"))
}

/// A row of the table of units in `docs/rules/README.md`.
struct Unit {
    number: u32,
    name: String,
    role: String,
    keywords: Vec<String>,
    models: u32,
    wounds: u32,
    leadership: u32,
    control: u32,
}

static UNITS: LazyLock<Vec<Unit>> = LazyLock::new(|| {
    let text = std::fs::read_to_string(project().join("docs/rules/README.md")).expect("the page");
    let (_, table) = text.split_once("| unit | name |").expect("the table of units");
    let rows = table.lines().skip(2).take_while(|line| line.starts_with('|'));
    let row = |line: &str| {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let number = |at: usize| cells[at].parse().unwrap_or_else(|_| panic!("{line}: {}", cells[at]));
        Unit {
            number: number(0),
            name: cells[1].to_owned(),
            role: cells[2].to_lowercase().replace(' ', "-"),
            keywords: cells[3].split(", ").map(str::to_owned).collect(),
            models: number(4),
            wounds: number(5),
            leadership: number(6),
            control: number(7),
        }
    };
    rows.map(row).collect()
});

/// A row of the table, as a list has it.
fn listed(unit: &Unit, at: usize, copy: usize, control: bool) -> Value {
    let letter = if copy > 1 { char::from(b'a' + copy as u8 - 1).to_string() } else { String::new() };
    let mut models = json!({"group": "model", "count": unit.models, "wounds": unit.wounds, "points": unit.wounds * 10,
        "leadership": unit.leadership, "ballistic_skill": 3, "weapon_skill": 3, "strength": 4, "toughness": 4, "save": 3,
        "base": {"round_mm": 32}, "weapons": [{"name": "Lance", "type": "Assault 1", "range": "24\"", "strength": "+2",
            "armour_penetration": "-1", "damage": "2"}]});
    if control {
        models["objective_control"] = unit.control.into();
    }
    let mut listed = json!({"id": format!("{}{}{letter}", ["a", "b"][at], unit.number), "datasheet": unit.name,
        "role": unit.role, "points": unit.models * unit.wounds * 10, "power": 5, "keywords": unit.keywords,
        "faction_keywords": ["IMPERIUM"], "models": [models]});
    if unit.keywords.iter().any(|word| word == "TRANSPORT") {
        listed["transport_capacity"] = 12.into();
    }
    listed
}

fn roster(at: usize, options: &Options, pack: &Pack) -> Value {
    let psychic = |unit: &&Unit| options.without_psykers[at] && unit.keywords.iter().any(|word| word == "PSYKER");
    let grand = pack.file.id.as_str() == "gt2020";
    let units: Vec<Value> =
        UNITS.iter().filter(|unit| !psychic(unit)).map(|unit| listed(unit, at, 1, !grand)).collect();
    let kind = if options.unbound { "unbound" } else { "battalion" };
    let cp = if grand && !options.unbound { 3 } else { 0 };
    let warlord = json!({"unit": format!("{}1", ["a", "b"][at]), "group": "model"});
    json!({"name": "Army", "detachments": [{"type": kind, "cp": cp, "units": units}], "warlord": warlord})
}

/// `battalion 1 2 4 5 6, patrol 1 4`: Detachments of rows of the table, the first of them with the WARLORD.
fn detached(at: usize, line: &str, options: &Options) -> Value {
    let grand = mission_of(&options.mission).0.file.id.as_str() == "gt2020";
    let (mut seen, mut detachments) = (Vec::new(), Vec::new());
    for detachment in line.split(", ") {
        let (kind, numbers) = detachment.split_once(' ').unwrap_or((detachment, ""));
        let units = numbers.split_whitespace().map(|number| {
            let row = UNITS.iter().find(|unit| unit.number.to_string() == number).expect("a row of the table");
            seen.push(row.number);
            listed(row, at, seen.iter().filter(|own| **own == row.number).count(), !grand)
        });
        let cp = match kind {
            "patrol" | "auxiliary-support" => 2,
            "brigade" => 4,
            "supreme-command" | "unbound" => 0,
            "fortification-network" => 1,
            _ => 3,
        };
        let units: Vec<Value> = units.collect();
        detachments.push(json!({"type": kind, "cp": cp, "units": units}));
    }
    let mut list = json!({"name": "Army", "detachments": detachments});
    if seen.contains(&1) {
        list["warlord"] = json!({"unit": format!("{}1", ["a", "b"][at]), "group": "model"});
    }
    list
}
