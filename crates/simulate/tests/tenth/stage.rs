//! A match told line by line. `tests/scripts/tenth/README.md` lists the lines.

use adjutant_engine::command::Command;
use adjutant_engine::fold::Match;
use adjutant_engine::record::read_bare;
use adjutant_engine::view::View;
use serde_json::{Value, json};

/// Name, role, keywords, groups (name, models, Wounds, Leadership, Objective Control); units 1 to 6 of both armies.
type Sheet = (&'static str, &'static str, &'static str, &'static [(&'static str, u32, u32, u32, u32)]);

const UNITS: [Sheet; 6] = [
    ("Captain", "hq", "INFANTRY CHARACTER", &[("captain", 1, 5, 6, 1)]),
    ("Line", "troops", "INFANTRY", &[("trooper", 10, 1, 7, 2)]),
    ("Guard", "troops", "INFANTRY", &[("sergeant", 1, 2, 6, 3), ("guard", 4, 2, 8, 1)]),
    ("Walker", "heavy-support", "VEHICLE", &[("walker", 1, 10, 8, 4)]),
    ("Scouts", "elites", "INFANTRY", &[("scout", 3, 2, 7, 1)]),
    ("Beast", "heavy-support", "MONSTER", &[("beast", 1, 9, 8, 0)]),
];

/// A match under the pack.
pub struct Stage {
    pub game: Match,
}

impl Stage {
    /// A match of a mission with both armies; player one attacks, has side A and the first turn.
    pub fn begun(mission: &str) -> Stage {
        let mut stage = Stage::open(mission);
        for line in ["attacker one", "zone two b", "first one", "begin"] {
            stage.line(line).unwrap_or_else(|refusal| panic!("`{line}`: {refusal}"));
        }
        stage
    }

    /// The same before its set-up.
    pub fn open(mission: &str) -> Stage {
        let mut stage = Stage { game: Match::new(adjutant_packs::shipped()) };
        let players = json!({"one": {"name": "One"}, "two": {"name": "Two"}});
        let open =
            json!({"format": 1, "match": "script", "pack": "outposts-10th", "size": "outpost", "players": players});
        stage.say("both", &json!({"open": open})).expect("a match");
        for player in ["one", "two"] {
            stage.say(player, &json!({"roster": {"player": player, "roster": army(player)}})).expect("an army");
        }
        stage.say("both", &json!({"mission": {"mission": mission}})).expect("a mission");
        stage
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
        let (turn, phase) = (view.turn.expect("a turn"), view.phase.expect("a phase"));
        self.say(turn.as_str(), &json!({"end-phase": {"phase": phase.as_str()}}))
    }

    /// Ends phases until a moment, or until the battle is over.
    fn to(&mut self, wanted: Option<(u32, &str, &str)>) -> Result<(), String> {
        for _ in 0..60 {
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
        let dice = |words: &[&str]| words.iter().map(|word| number(word)).collect::<Vec<_>>();
        let owner = |unit: &str| if unit.starts_with('a') { "one" } else { "two" };
        match words.as_slice() {
            ["attacker", player] => self.say("both", &json!({"roles": {"attacker": player}})),
            ["zone", by, side] => self.say(by, &json!({"zone": {"zone": side}})),
            ["first", player] => self.say("both", &json!({"first-turn": {"player": player}})),
            ["attach", leader, unit] => self.say(owner(leader), &json!({"attach": {"leader": leader, "to": unit}})),
            ["reserve", player, units @ ..] => self.say(player, &json!({"reserves": {"strategic": units}})),
            ["begin"] => self.say("both", &json!({"begin": {}})),
            ["to", round, player, phase] => {
                self.to(Some((u32::try_from(number(round)).expect("a round"), player, phase)))
            }
            ["end"] => self.end_phase(),
            ["finish"] => self.to(None),
            ["near", unit, markers @ ..] => {
                let models = self.models_of(unit);
                let near: serde_json::Map<String, Value> =
                    markers.iter().map(|marker| ((*marker).to_owned(), json!(models))).collect();
                self.stands(unit, &json!({"in_range": near}))
            }
            ["some-near", unit, models, marker] => self.stands(unit, &json!({"in_range": {*marker: number(models)}})),
            ["in-enemy-zone", unit] => {
                let region = if owner(unit) == "one" { "zone-b" } else { "zone-a" };
                self.stands(unit, &json!({"in_range": {}, "wholly_within": [region]}))
            }
            ["all-far"] => {
                let standing = |unit: &&adjutant_engine::view::UnitView| {
                    unit.state == adjutant_engine::view::UnitStatus::Battlefield
                };
                let ids: Vec<String> = self.view().units.iter().filter(standing).map(|u| u.id.to_string()).collect();
                ids.iter().try_for_each(|unit| self.stands(unit, &json!({"in_range": {}, "wholly_within": []})))
            }
            ["kill", unit] => {
                let models = self.models_of(unit);
                self.say("both", &json!({"casualties": {"unit": unit, "models": models}}))
            }
            ["kill", unit, models] => {
                self.say("both", &json!({"casualties": {"unit": unit, "models": number(models)}}))
            }
            ["kill", unit, models, "of", group] => {
                self.say("both", &json!({"casualties": {"unit": unit, "models": number(models), "group": group}}))
            }
            ["out-of-coherency", unit, models] => {
                let command = json!({"casualties": {"unit": unit, "models": number(models), "cause": "coherency"}});
                self.say(owner(unit), &command)
            }
            ["wound", unit, wounds] => {
                let by = if owner(unit) == "one" { ("two", "b4") } else { ("one", "a4") };
                let attack = json!({"target": unit, "destroyed": 0, "wounds": number(wounds)});
                self.say(by.0, &json!({"shoot": {"unit": by.1, "attacks": [attack]}}))
            }
            ["test", unit, of, faces @ ..] => {
                self.say(owner(unit), &json!({"test": {"unit": unit, "of": of, "roll": dice(faces)}}))
            }
            ["move", unit, kind] => self.say(owner(unit), &json!({"move": {"unit": unit, "kind": kind}})),
            ["remove", unit] => self.say(owner(unit), &json!({"remove": {"unit": unit, "to": "reserves"}})),
            ["arrive", unit] => self.say(owner(unit), &json!({"arrive": {"unit": unit}})),
            ["effect", unit, of, change, by, until, name] => {
                let change = json!({*of: [{*change: number(by)}]});
                let mut effect = json!({"units": [unit], "change": change, "why": name});
                if *until != "-" {
                    effect["until"] = json!(until);
                }
                self.say(owner(unit), &json!({"effect": effect}))
            }
            ["over", unit, name] => self.say(owner(unit), &json!({"effect": {"units": [unit], "why": name}})),
            ["hold", marker, holder] => self.say("both", &json!({"control": {"holds": {*marker: holder}}})),
            ["keep", marker, player] => self.say(player, &json!({"control": {"keeps": {*marker: player}}})),
            ["draw", player, cards @ ..] => self.say(player, &json!({"card": {"player": player, "draws": cards}})),
            ["discard", player, card] => self.say(player, &json!({"card": {"player": player, "discards": [card]}})),
            ["discard", player, card, "cp", cp] => {
                self.say(player, &json!({"card": {"player": player, "discards": [card], "cp": number(cp)}}))
            }
            ["new-orders", player, old, new] => {
                let card = json!({"player": player, "discards": [old], "draws": [new], "stratagem": "New Orders"});
                self.say(player, &json!({"card": card}))
            }
            ["cp", player, change] => self.say(player, &json!({"cp": {"change": number(change), "why": "an ability"}})),
            ["stratagem", player, name, cp, unit] => {
                let name = name.replace('-', " ");
                self.say(player, &json!({"stratagem": {"name": name, "cp": number(cp), "unit": unit}}))
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
        let unit = |id: &str| view.units.iter().find(|u| u.id.as_str() == id).expect("a unit");
        let marker = |id: &str| view.markers.iter().find(|m| m.id.as_str() == id).expect("a marker");
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
                let found = serde_json::to_value(marker(id).holder).expect("JSON");
                ok(found.as_str().unwrap_or("unknown") == *holder, format!("{found}"))
            }
            ["levels", id, one, two] => {
                let found = marker(id).levels.map(|levels| [levels.one.to_string(), levels.two.to_string()]);
                let wanted = (*one != "unknown").then(|| [(*one).to_owned(), (*two).to_owned()]);
                ok(found == wanted, format!("{found:?}"))
            }
            ["is", id, state] => {
                let found = unit(id);
                let strength = serde_json::to_value(found.strength).expect("JSON");
                let status = serde_json::to_value(found.state).expect("JSON");
                let nerve = match (found.shocked, found.untested) {
                    (true, _) => "shocked",
                    (_, true) => "untested",
                    _ => "steady",
                };
                let words = [nerve, strength.as_str().unwrap_or("whole"), status.as_str().unwrap_or_default()];
                ok(words.contains(state), words.join(", "))
            }
            ["leads", id, whom] => {
                let found = unit(id).attached_to.as_ref().map_or("nobody", |whom| whom.as_str());
                ok(found == *whom, format!("leads {found}"))
            }
            ["of", id, models] => ok(unit(id).of.to_string() == *models, unit(id).of.to_string()),
            ["models", id, models] => ok(unit(id).models.to_string() == *models, unit(id).models.to_string()),
            ["active", name, cards @ ..] => {
                let found = player(name).cards.as_ref().expect("cards");
                let found: Vec<&str> = found.active.iter().map(|card| card.as_str()).collect();
                ok(found == cards, found.join(" "))
            }
            ["needs", names @ ..] => {
                let found: Vec<&str> = view.needs.iter().map(|need| need.objective.as_str()).collect();
                ok(found == names, format!("{:?}", view.needs))
            }
            ["winner", winner, "by", how] => {
                let result = view.result.as_ref().expect("a result");
                let by = serde_json::to_value(result.by).expect("JSON");
                let found = serde_json::to_value(result.winner).expect("JSON");
                ok(found.as_str() == Some(winner) && by.as_str() == Some(how), format!("{found} by {by}"))
            }
            _ => panic!("no line `{line}`"),
        }
    }
}

fn army(player: &str) -> Value {
    let prefix = if player == "one" { "a" } else { "b" };
    let unit = |(index, (title, role, keywords, groups)): (usize, &Sheet)| {
        let keywords: Vec<&str> = keywords.split(' ').collect();
        let group = |(name, count, wounds, leadership, control): &(&str, u32, u32, u32, u32)| {
            json!({"group": name, "count": count, "wounds": wounds, "leadership": leadership,
                "objective_control": control})
        };
        let models: Vec<Value> = groups.iter().map(group).collect();
        json!({"id": format!("{prefix}{}", index + 1), "datasheet": title, "role": role, "points": 100, "power": 1,
            "keywords": keywords, "faction_keywords": ["ARMY"], "models": models})
    };
    let units: Vec<Value> = UNITS.iter().enumerate().map(unit).collect();
    json!({"name": format!("Army of {player}"), "detachments": [{"type": "army", "cp": 0, "units": units}]})
}
