//! A match of the standard missions, played line by line as `tests/scripts/fifth/README.md` says.

use adjutant_engine::command::Command;
use adjutant_engine::fold::Match;
use adjutant_engine::record::read_bare;
use adjutant_engine::view::View;
use serde_json::{Value, json};

/// Role, keywords, models, Wounds, points, Leadership; units 1 to 7 of both armies.
const UNITS: [(&str, &str, u32, u32, u32, u32); 7] = [
    ("hq", "INFANTRY", 1, 3, 100, 10),
    ("troops", "INFANTRY", 10, 1, 190, 8),
    ("troops", "INFANTRY", 10, 1, 150, 8),
    ("dedicated-transport", "VEHICLE TRANSPORT", 1, 1, 60, 8),
    ("elites", "INFANTRY", 5, 1, 125, 9),
    ("troops", "INFANTRY SWARM", 3, 3, 90, 10),
    ("heavy-support", "VEHICLE", 1, 1, 260, 8),
];

/// A match, and the mission that it plays.
pub struct Stage {
    game: Match,
}

impl Stage {
    /// A match with both armies, before the mission's own set-up.
    pub fn open(mission: &str, agreed: &[&str]) -> Stage {
        Stage::of_points(mission, agreed, None)
    }

    /// A match whose mission is not chosen yet.
    pub fn without_mission() -> Stage {
        Stage::opened(&[], None)
    }

    /// The same as [`Stage::open`], with a limit of points that the players agreed on.
    pub fn of_points(mission: &str, agreed: &[&str], points: Option<u32>) -> Stage {
        let mut stage = Stage::opened(agreed, points);
        stage.say("both", &json!({"mission": {"mission": mission}})).expect("a mission");
        stage
    }

    fn opened(agreed: &[&str], points: Option<u32>) -> Stage {
        let mut stage = Stage { game: Match::new(adjutant_packs::shipped()) };
        let players = json!({"one": {"name": "One"}, "two": {"name": "Two"}});
        let mut open = json!({"format": 1, "match": "script", "pack": "standard-5th", "size": "standard",
            "players": players, "agreed": agreed});
        if let Some(points) = points {
            open["points"] = json!(points);
        }
        stage.say("both", &json!({"open": open})).expect("a match");
        for player in ["one", "two"] {
            stage.say(player, &json!({"roster": {"player": player, "roster": army(player)}})).expect("an army");
        }
        stage
    }

    /// Records a command, or gives the code of its refusal.
    pub fn say(&mut self, by: &str, command: &Value) -> Result<(), String> {
        let line = json!({"by": by, "do": command}).to_string();
        let record = read_bare(line.as_bytes()).map_err(|error| format!("{error}: {line}"))?.expect("a record");
        let command = self.game.complete(Command::clone(&record.command));
        self.game.record(record.by, command).map_err(|refusal| refusal.code.as_str().to_owned())
    }

    pub fn view(&self) -> View {
        View::of(self.game.state())
    }

    fn end_phase(&mut self) -> Result<(), String> {
        let view = self.view();
        let (turn, phase) = (view.turn.expect("a turn"), view.phase.expect("a phase"));
        self.say(turn.as_str(), &json!({"end-phase": {"phase": phase.as_str()}}))
    }

    /// Ends phases until a moment, or until a die has to tell or the battle is over.
    fn to(&mut self, wanted: Option<(u32, &str, &str)>) -> Result<(), String> {
        for _ in 0..60 {
            let view = self.view();
            let here = (view.round, view.turn.map(|t| t.as_str()), view.phase.as_ref().map(|phase| phase.as_str()));
            let stops = view.result.is_some() || view.waiting.is_some();
            if stops || wanted.is_some_and(|(round, turn, phase)| here == (Some(round), Some(turn), Some(phase))) {
                return Ok(());
            }
            self.end_phase()?;
        }
        panic!("{wanted:?} never came");
    }

    /// Plays one line.
    pub fn line(&mut self, line: &str) -> Result<(), String> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let number = |word: &str| word.parse::<i64>().unwrap_or_else(|_| panic!("{word} in {line}"));
        let dice = |words: &[&str]| words.iter().map(|word| number(word)).collect::<Vec<_>>();
        let owner = |unit: &str| if unit.starts_with('a') { "one" } else { "two" };
        match words.as_slice() {
            ["roll", purpose, faces @ ..] => self.say("both", &json!({"roll": {"for": purpose, "roll": dice(faces)}})),
            ["roll-off", purpose, winner] => {
                let pair = if *winner == "one" { [5, 2] } else { [2, 5] };
                self.say("both", &json!({"roll-off": {"for": purpose, "dice": [pair]}}))
            }
            ["objective", by, marker, x, y] => {
                self.say(by, &json!({"marker": {"marker": marker, "placed": [number(x), number(y)]}}))
            }
            ["first", player] => self.say("both", &json!({"first-turn": {"player": player}})),
            ["zone", by, side] => self.say(by, &json!({"zone": {"zone": side}})),
            ["zone", by, side, layout] => self.say(by, &json!({"zone": {"zone": side, "layout": number(layout)}})),
            ["reserve", player, units @ ..] => self.say(player, &json!({"reserves": {"strategic": units}})),
            ["aboard", player, carrier, unit] => {
                self.say(player, &json!({"reserves": {"embarked": {*carrier: [unit]}}}))
            }
            ["deploy", unit] => self.say(owner(unit), &json!({"deploy": {"unit": unit}})),
            ["begin"] => self.say("both", &json!({"begin": {}})),
            ["to", round, player, phase] => {
                let round = u32::try_from(number(round)).expect("a round");
                self.to(Some((round, player, phase)))
            }
            ["finish"] => self.to(None),
            ["near", unit, markers @ ..] => {
                let models = self.view().units.iter().find(|u| u.id.as_str() == *unit).expect("a unit").models;
                let near: serde_json::Map<String, Value> =
                    markers.iter().map(|marker| ((*marker).to_owned(), json!(models))).collect();
                self.say(owner(unit), &json!({"place": {"unit": unit, "at": {"declared": {"in_range": near}}}}))
            }
            ["all-far"] => {
                let standing: Vec<String> = self
                    .view()
                    .units
                    .iter()
                    .filter(|unit| unit.state == adjutant_engine::view::UnitStatus::Battlefield)
                    .map(|unit| unit.id.to_string())
                    .collect();
                standing.iter().try_for_each(|unit| self.line(&format!("near {unit}")))
            }
            ["kill", unit] => {
                let models = self.view().units.iter().find(|u| u.id.as_str() == *unit).expect("a unit").models;
                self.line(&format!("kill {unit} {models}"))
            }
            ["kill", unit, models] => {
                self.say("both", &json!({"casualties": {"unit": unit, "models": number(models)}}))
            }
            ["wound", unit, wounds] => {
                let by = if owner(unit) == "one" { ("two", "b1") } else { ("one", "a1") };
                let attack = json!({"target": unit, "destroyed": 0, "wounds": number(wounds)});
                self.say(by.0, &json!({"shoot": {"unit": by.1, "attacks": [attack]}}))
            }
            ["test", unit, of, faces @ ..] => {
                self.say(owner(unit), &json!({"test": {"unit": unit, "of": of, "roll": dice(faces)}}))
            }
            ["reserve-roll", unit, face] => {
                self.say(owner(unit), &json!({"reserve-roll": {"unit": unit, "roll": [number(face)]}}))
            }
            ["arrive", unit] => self.say(owner(unit), &json!({"arrive": {"unit": unit}})),
            ["move", unit, kind] => self.say(owner(unit), &json!({"move": {"unit": unit, "kind": kind}})),
            ["charge", unit, target] => {
                let charge = json!({"charge": {"unit": unit, "targets": [target], "roll": [], "made": true}});
                self.say(owner(unit), &charge)
            }
            ["shoot", unit] => self.say(owner(unit), &json!({"shoot": {"unit": unit, "attacks": []}})),
            ["damage", unit, result] => self.say("both", &json!({"damage": {"unit": unit, "result": result}})),
            ["claim", player, objective, vp] => {
                self.say(player, &json!({"score": {"player": player, "objective": objective, "vp": number(vp)}}))
            }
            ["say", by, ..] => {
                let command = line.split_once(by).expect("a command").1;
                self.say(by, &serde_json::from_str(command).unwrap_or_else(|error| panic!("{error} in {line}")))
            }
            _ => self.shows(&words, line),
        }
    }

    /// What the match shows.
    fn shows(&mut self, words: &[&str], line: &str) -> Result<(), String> {
        let view = self.view();
        let ok = |shown: bool, found: String| if shown { Ok(()) } else { panic!("`{line}`: {found}") };
        match words {
            ["refused", code, ..] => {
                let told = line.split_once(code).expect("a line").1;
                match self.line(told) {
                    Err(found) => ok(found == *code, format!("refused with {found}")),
                    Ok(()) => panic!("`{told}` was taken"),
                }
            }
            ["score", player, points] => {
                let player = if *player == "one" { &view.players.one } else { &view.players.two };
                ok(player.total.to_string() == *points, format!("{} points", player.total))
            }
            ["held", marker, holder] => {
                let found = view.markers.iter().find(|m| m.id.as_str() == *marker).expect("a marker").holder;
                let found = serde_json::to_value(found).expect("JSON");
                ok(found.as_str().unwrap_or("unknown") == *holder, format!("{found}"))
            }
            ["winner", winner, "by", how @ ..] => {
                let result = view.result.expect("a result");
                let by = serde_json::to_value(result.by).expect("JSON");
                let found = serde_json::to_value(result.winner).expect("JSON");
                let ending = result.ending.map_or_else(String::new, |ending| ending.to_string());
                let fits = found.as_str() == Some(winner)
                    && (by.as_str() == how.first().copied())
                    && (how.len() == 1 || how[1..].join(" ") == ending);
                ok(fits, format!("{found} by {by} {ending}"))
            }
            ["figure", player, points] => {
                let figures = view.result.expect("a result").figures;
                let figure = figures.first().expect("a figure");
                let found = if *player == "one" { figure.one } else { figure.two };
                ok(found.to_string() == *points, format!("{found}"))
            }
            ["state", unit, status] => {
                let found = view.units.iter().find(|u| u.id.as_str() == *unit).expect("a unit");
                let state = serde_json::to_value(found.state).expect("JSON");
                ok(state.as_str() == Some(status), format!("{state}"))
            }
            ["combat", winner, one, two] => {
                let combat = view.combats.first().expect("a combat");
                let found = serde_json::to_value(combat.winner).expect("JSON");
                let found = [
                    found.as_str().unwrap_or_default().to_owned(),
                    combat.wounds.one.to_string(),
                    combat.wounds.two.to_string(),
                ];
                ok(found == [*winner, *one, *two], format!("{found:?}"))
            }
            ["falls-back", unit, wanted] => {
                let found = view.units.iter().find(|u| u.id.as_str() == *unit).expect("a unit").falling_back;
                ok(found == (*wanted == "yes"), format!("{found}"))
            }
            ["round", round] => {
                ok(view.round.map(|r| r.to_string()).as_deref() == Some(round), format!("{:?}", view.round))
            }
            ["waiting"] => ok(view.waiting.is_some(), "nothing is waited for".into()),
            ["over"] => ok(view.result.is_some(), format!("round {:?}", view.round)),
            ["needs", number] => ok(view.needs.len().to_string() == *number, format!("{:?}", view.needs)),
            _ => panic!("no line `{line}`"),
        }
    }
}

fn army(player: &str) -> Value {
    let prefix = if player == "one" { "a" } else { "b" };
    let unit = |(index, (role, keywords, count, wounds, points, leadership)): (
        usize,
        &(&str, &str, u32, u32, u32, u32),
    )| {
        let keywords: Vec<&str> = keywords.split(' ').collect();
        let mut unit = json!({"id": format!("{prefix}{}", index + 1), "datasheet": format!("{role} {}", index + 1), "role": role,
            "points": points, "power": 1, "keywords": keywords, "faction_keywords": ["ARMY"],
            "models": [{"group": "model", "count": count, "wounds": wounds, "leadership": leadership}]});
        if index < 3 {
            unit["models"][0]["initiative"] = json!(if player == "one" { 4 } else { 3 });
        }
        if keywords.contains(&"TRANSPORT") {
            unit["transport_capacity"] = json!(12);
            unit["bought_for"] = json!(format!("{prefix}3"));
        }
        unit
    };
    let units: Vec<Value> = UNITS.iter().enumerate().map(unit).collect();
    json!({"name": format!("Army of {player}"), "detachments": [{"type": "standard", "cp": 0, "units": units}]})
}
