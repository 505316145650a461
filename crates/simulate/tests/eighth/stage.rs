//! A match told line by line. `tests/scripts/eighth/README.md` lists the lines.

use adjutant_engine::command::Command;
use adjutant_engine::fold::Match;
use adjutant_engine::record::read_bare;
use adjutant_engine::view::{UnitStatus, UnitView, View};
use serde_json::{Map, Value, json};

/// Name, role, keywords, models, Wounds, how many models it carries; units 1 to 8 of both armies.
type Sheet = (&'static str, &'static str, &'static str, u32, u32, u32);

pub const UNITS: [Sheet; 8] = [
    ("Captain", "hq", "INFANTRY, CHARACTER", 1, 5, 0),
    ("Line", "troops", "INFANTRY", 10, 1, 0),
    ("Seer", "elites", "INFANTRY, PSYKER", 1, 3, 0),
    ("Skyboat", "flyer", "VEHICLE, TRANSPORT, AIRCRAFT, FLY", 1, 10, 12),
    ("Bunker", "fortification", "BUILDING, TRANSPORT", 1, 12, 10),
    ("Scouts", "troops", "INFANTRY", 5, 1, 0),
    ("Tanks", "heavy-support", "VEHICLE", 3, 10, 0),
    ("Obelisk", "fortification", "NEVER CONTROLS", 1, 12, 0),
];

/// A match under the pack.
pub struct Stage {
    game: Match,
}

impl Stage {
    /// A match of a mission with both armies; player one attacks, has side A and the first turn.
    pub fn begun(mission: &str) -> Stage {
        let mut stage = Stage::open(mission);
        stage.play(&["attacker one", "zone two b", "first one", "begin"]);
        stage
    }

    /// The same before its set-up.
    pub fn open(mission: &str) -> Stage {
        Stage::of(mission, [&UNITS, &UNITS])
    }

    /// Before its set-up, with these units on each side.
    pub fn of(mission: &str, units: [&[Sheet]; 2]) -> Stage {
        let mut stage = Stage { game: Match::new(adjutant_packs::shipped()) };
        let players = json!({"one": {"name": "One"}, "two": {"name": "Two"}});
        let size = if mission == "the-long-ridge" { "up-to-2000" } else { "up-to-1000" };
        let open = json!({"format": 1, "match": "script", "pack": "outposts-8th", "size": size, "players": players});
        stage.say("both", &json!({"open": open})).expect("a match");
        for (player, units) in ["one", "two"].into_iter().zip(units) {
            stage.say(player, &json!({"roster": {"player": player, "roster": army(player, units)}})).expect("an army");
        }
        stage.say("both", &json!({"mission": {"mission": mission}})).expect("a mission");
        stage
    }

    /// Plays lines that have to be taken.
    pub fn play(&mut self, lines: &[&str]) {
        for line in lines {
            self.line(line).unwrap_or_else(|refusal| panic!("`{line}` is refused: {refusal}"));
        }
    }

    /// Records a command, or gives the code of its refusal.
    pub fn say(&mut self, by: &str, command: &Value) -> Result<(), String> {
        self.record(&json!({"by": by, "do": command}))
    }

    fn record(&mut self, record: &Value) -> Result<(), String> {
        let line = record.to_string();
        let record = read_bare(line.as_bytes()).map_err(|error| format!("{error}: {line}"))?.expect("a record");
        let command = self.game.complete(Command::clone(&record.command));
        let said = adjutant_engine::side::Said { under: record.under.clone(), ..record.by.into() };
        self.game.record(said, command).map_err(|refusal| refusal.code.as_str().to_owned())
    }

    pub fn view(&self) -> View {
        View::of(self.game.state())
    }

    fn end_phase(&mut self) -> Result<(), String> {
        let view = self.view();
        let Some((turn, phase)) = view.turn.zip(view.phase) else { return Err("over".into()) };
        self.say(turn.as_str(), &json!({"end-phase": {"phase": phase.as_str()}}))
    }

    /// Ends phases until a moment, or until the battle is over.
    fn to(&mut self, wanted: Option<(u32, &str, &str)>) -> Result<(), String> {
        for _ in 0..80 {
            let view = self.view();
            let here = (view.round, view.turn.map(|t| t.as_str()), view.phase.as_ref().map(|phase| phase.as_str()));
            if view.result.is_some() || wanted.is_some_and(|(r, t, p)| here == (Some(r), Some(t), Some(p))) {
                return Ok(());
            }
            self.end_phase()?;
        }
        panic!("{wanted:?} never came");
    }

    fn models_of(&self, unit: &str) -> u32 {
        self.view().units.iter().find(|u| u.id.as_str() == unit).expect("a unit").models
    }

    /// Plays one line.
    pub fn line(&mut self, line: &str) -> Result<(), String> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let number = |word: &str| word.parse::<i64>().unwrap_or_else(|_| panic!("{word} in {line}"));
        let owner = |unit: &str| if unit.starts_with('a') { "one" } else { "two" };
        match words.as_slice() {
            ["attacker", player] => self.say("both", &json!({"roles": {"attacker": player}})),
            ["zone", by, side] => self.say(by, &json!({"zone": {"zone": side}})),
            ["first", player] => self.say("both", &json!({"first-turn": {"player": player}})),
            ["reserves", player, rest @ ..] => {
                let (away, inside) = rest.split_at(rest.iter().position(|word| *word == "in").unwrap_or(rest.len()));
                let embarked: Map<String, Value> =
                    inside.get(1).map(|carrier| ((*carrier).to_owned(), json!(inside[2..]))).into_iter().collect();
                self.say(player, &json!({"reserves": {"elsewhere": away, "embarked": embarked}}))
            }
            ["deploy", unit] => self.say(owner(unit), &json!({"deploy": {"unit": unit}})),
            ["begin"] => self.say("both", &json!({"begin": {}})),
            ["to", round, player, phase] => {
                self.to(Some((u32::try_from(number(round)).expect("a round"), player, phase)))
            }
            ["end"] => self.end_phase(),
            ["end-turn"] => {
                let turn = self.view().turn.map_or("both", |turn| turn.as_str());
                self.say(turn, &json!({"end-turn": {}}))
            }
            ["close"] => self.say("both", &json!({"end": {}})),
            ["finish"] => self.to(None),
            ["near", unit, markers @ ..] => {
                let models = self.models_of(unit);
                let near: Map<String, Value> =
                    markers.iter().map(|marker| ((*marker).to_owned(), json!(models))).collect();
                self.stands(unit, &json!({"in_range": near}))
            }
            ["some-near", unit, models, marker] => self.stands(unit, &json!({"in_range": {*marker: number(models)}})),
            ["in-enemy-zone", unit] => {
                let region = if owner(unit) == "one" { "zone-b" } else { "zone-a" };
                self.stands(unit, &json!({"in_range": {}, "wholly_within": [region]}))
            }
            ["all-far"] => {
                let standing = |unit: &&UnitView| unit.state == UnitStatus::Battlefield;
                let ids: Vec<String> = self.view().units.iter().filter(standing).map(|u| u.id.to_string()).collect();
                ids.iter().try_for_each(|unit| self.stands(unit, &json!({"in_range": {}, "wholly_within": []})))
            }
            ["at", unit, x, y] => {
                let at = [x, y].map(|text| text.parse::<f64>().expect("inches"));
                self.say("both", &json!({"place": {"unit": unit, "at": {"models": [at]}}}))
            }
            ["kill", unit] => {
                let models = self.models_of(unit);
                self.say("both", &json!({"casualties": {"unit": unit, "models": models}}))
            }
            ["kill", unit, models] => {
                self.say("both", &json!({"casualties": {"unit": unit, "models": number(models)}}))
            }
            ["shoot", unit, target, models] => {
                let attack = json!({"target": target, "destroyed": number(models)});
                self.say(owner(unit), &json!({"shoot": {"unit": unit, "attacks": [attack]}}))
            }
            ["restore", unit, models] => {
                self.say(owner(unit), &json!({"restore": {"unit": unit, "models": number(models)}}))
            }
            ["split", unit, parts @ ..] => {
                let into: Vec<Value> =
                    parts.chunks(2).map(|part| json!({"id": part[0], "models": number(part[1])})).collect();
                self.say(owner(unit), &json!({"split": {"unit": unit, "into": into}}))
            }
            ["disembark", unit] => self.say(owner(unit), &json!({"disembark": {"unit": unit}})),
            ["arrive", unit] => self.say(owner(unit), &json!({"arrive": {"unit": unit}})),
            ["hold", marker, holder] => self.say("both", &json!({"control": {"holds": {*marker: holder}}})),
            ["draw", player, cards @ ..] => self.say(player, &json!({"card": {"player": player, "draws": cards}})),
            ["discard", player, card] => self.say(player, &json!({"card": {"player": player, "discards": [card]}})),
            ["stratagem", player, name, cp] => {
                let name = name.replace('-', " ");
                self.say(player, &json!({"stratagem": {"name": name, "cp": number(cp)}}))
            }
            ["claim", player, objective, vp] => {
                self.say(player, &json!({"score": {"player": player, "objective": objective, "vp": number(vp)}}))
            }
            ["under", rule, ..] => {
                let told = line.split_once(rule).expect("a rule").1;
                let (by, command) = told.trim().split_once(' ').expect("a speaker");
                let command: Value = serde_json::from_str(command).unwrap_or_else(|e| panic!("{e} in {line}"));
                self.record(&json!({"by": by, "do": command, "under": rule}))
            }
            ["say", by, ..] => {
                let command = line.split_once(by).expect("a command").1;
                self.say(by, &serde_json::from_str(command).unwrap_or_else(|error| panic!("{error} in {line}")))
            }
            _ => self.shows(&words, line),
        }
    }

    fn stands(&mut self, unit: &str, told: &Value) -> Result<(), String> {
        self.say("both", &json!({"place": {"unit": unit, "at": {"declared": told}}}))
    }

    /// What the match shows.
    fn shows(&mut self, words: &[&str], line: &str) -> Result<(), String> {
        let view = self.view();
        let ok = |shown: bool, found: String| if shown { Ok(()) } else { panic!("`{line}`: {found}") };
        let player = |name: &str| if name == "one" { &view.players.one } else { &view.players.two };
        match words {
            ["refused", code, ..] => {
                let told = line.split_once(code).expect("a line").1;
                match self.line(told) {
                    Err(found) => ok(found == *code, format!("refused with {found}")),
                    Ok(()) => panic!("`{told}` was taken"),
                }
            }
            ["score", name, points] => ok(player(name).total.to_string() == *points, player(name).total.to_string()),
            ["has-cp", name, points] => ok(player(name).cp.to_string() == *points, player(name).cp.to_string()),
            ["held", id, holder] => {
                let marker = view.markers.iter().find(|m| m.id.as_str() == *id).expect("a marker");
                let found = serde_json::to_value(marker.holder).expect("JSON");
                ok(found.as_str().unwrap_or("unknown") == *holder, format!("{found}"))
            }
            ["is", id, state] => {
                let unit = view.units.iter().find(|u| u.id.as_str() == *id).expect("a unit");
                let found = serde_json::to_value(unit.state).expect("JSON");
                ok(found.as_str() == Some(state), format!("{found}"))
            }
            ["models", id, models] => ok(self.models_of(id).to_string() == *models, self.models_of(id).to_string()),
            ["active", name, cards @ ..] => {
                let found = player(name).cards.as_ref().expect("cards");
                let found: Vec<&str> = found.active.iter().map(|card| card.as_str()).collect();
                ok(found == cards, found.join(" "))
            }
            ["needs", names @ ..] => {
                let found: Vec<&str> = view.needs.iter().map(|need| need.objective.as_str()).collect();
                ok(found == names, format!("{:?}", view.needs))
            }
            ["goes-on"] => ok(view.result.is_none(), format!("{:?}", view.result)),
            ["round", round] => {
                ok(view.round.map(|r| r.to_string()).as_deref() == Some(round), format!("{:?}", view.round))
            }
            ["winner", winner, "by", how] => {
                let result = view.result.as_ref().expect("a result");
                let by = serde_json::to_value(result.by).expect("JSON");
                let found = serde_json::to_value(result.winner).expect("JSON");
                let ending = result.ending.as_ref().map(|name| name.to_string().replace(' ', "-"));
                let how_it_went = ending.as_deref().or(by.as_str());
                ok(found.as_str() == Some(winner) && how_it_went == Some(how), format!("{found} by {by}, {ending:?}"))
            }
            _ => panic!("no line `{line}`"),
        }
    }
}

/// An army of these units in one Detachment; its first unit is the Warlord's.
fn army(player: &str, units: &[Sheet]) -> Value {
    let prefix = if player == "one" { "a" } else { "b" };
    let unit = |(index, (title, role, keywords, count, wounds, carries)): (usize, &Sheet)| {
        let keywords: Vec<&str> = keywords.split(", ").collect();
        let group = json!({"group": "model", "count": count, "wounds": wounds, "leadership": 7,
            "base": {"round_mm": 32}});
        let mut unit = json!({"id": format!("{prefix}{}", index + 1), "datasheet": title, "role": role, "points": 100,
            "power": 1, "keywords": keywords, "faction_keywords": ["ARMY"], "models": [group]});
        if *carries > 0 {
            unit["transport_capacity"] = json!(carries);
        }
        unit
    };
    let units: Vec<Value> = units.iter().enumerate().map(unit).collect();
    json!({"name": format!("Army of {player}"), "warlord": {"unit": format!("{prefix}1"), "group": "model"},
        "detachments": [{"type": "patrol", "cp": 0, "units": units}]})
}
