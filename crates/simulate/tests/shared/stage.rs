//! A match told line by line. `tests/scripts/EDITION/README.md` lists the lines: those of all editions stand here, the
//! others with their edition.

use adjutant_engine::command::{Command, Said};
use adjutant_engine::fold::Match;
use adjutant_engine::record::{BareRecord, read_bare};
use adjutant_engine::refusal::Refusal;
use adjutant_engine::view::{PlayerView, UnitStatus, UnitView, View};
use serde_json::{Map, Value, json};

/// The code of a refusal, where there is one.
pub type Taken = Result<(), String>;

/// Plays a line that one edition has for itself; `None` for any other.
pub type Own = fn(&mut Stage, &Line<'_>) -> Option<Taken>;

/// A match, and the lines of its edition.
pub struct Stage {
    pub game: Match,
    /// What was refused, and how.
    pub refused: Vec<(BareRecord, Refusal)>,
    own: Own,
}

/// A line and its words.
pub struct Line<'a> {
    pub text: &'a str,
    pub words: Vec<&'a str>,
}

impl<'a> Line<'a> {
    pub fn number(&self, word: &str) -> i64 {
        word.parse().unwrap_or_else(|_| panic!("{word} in {}", self.text))
    }

    pub fn dice(&self, words: &[&str]) -> Vec<i64> {
        words.iter().map(|word| self.number(word)).collect()
    }

    /// What follows a word.
    fn after(&self, word: &str) -> &'a str {
        self.text.split_once(word).expect("the word").1.trim()
    }

    fn json(&self, text: &str) -> Value {
        serde_json::from_str(text).unwrap_or_else(|error| panic!("{error} in {}", self.text))
    }

    /// That the match shows what the line says.
    pub fn shown(&self, shown: bool, found: impl std::fmt::Display) -> Taken {
        if shown { Ok(()) } else { panic!("`{}`: {found}", self.text) }
    }
}

/// Whose unit it is: those of player one begin with an a.
pub fn owner(unit: &str) -> &'static str {
    if unit.starts_with('a') { "one" } else { "two" }
}

/// The first letter of a player's units.
pub fn prefix(player: &str) -> &'static str {
    if player == "one" { "a" } else { "b" }
}

/// The word of a value of a closed list.
pub fn word(value: impl serde::Serialize) -> String {
    serde_json::to_value(value).expect("JSON").as_str().unwrap_or("unknown").to_owned()
}

pub fn player_of<'a>(view: &'a View, name: &str) -> &'a PlayerView {
    if name == "one" { &view.players.one } else { &view.players.two }
}

pub fn unit_of<'a>(view: &'a View, id: &str) -> &'a UnitView {
    view.units.iter().find(|unit| unit.id.as_str() == id).expect("a unit")
}

impl Stage {
    /// An open match with both armies; `open` lacks only what every one has.
    pub fn opened(own: Own, mut open: Value, armies: [Value; 2]) -> Stage {
        let mut stage = Stage { game: Match::new(adjutant_packs::shipped()), refused: Vec::new(), own };
        open["format"] = json!(1);
        open["match"] = json!("script");
        open["players"] = json!({"one": {"name": "One"}, "two": {"name": "Two"}});
        stage.say("both", &json!({"open": open})).expect("a match");
        for (player, army) in ["one", "two"].into_iter().zip(armies) {
            stage.say(player, &json!({"roster": {"player": player, "roster": army}})).expect("an army");
        }
        stage
    }

    /// The same with its mission.
    pub fn with_mission(mut self, mission: &str) -> Stage {
        self.say("both", &json!({"mission": {"mission": mission}})).expect("a mission");
        self
    }

    /// Plays lines that have to be taken.
    pub fn play(&mut self, lines: &[&str]) {
        for line in lines {
            self.line(line).unwrap_or_else(|refusal| panic!("`{line}` is refused: {refusal}"));
        }
    }

    /// Records a command, or gives the code of its refusal.
    pub fn say(&mut self, by: &str, command: &Value) -> Taken {
        self.record(&json!({"by": by, "do": command}))
    }

    fn record(&mut self, record: &Value) -> Taken {
        let line = record.to_string();
        let record = read_bare(line.as_bytes()).map_err(|error| format!("{error}: {line}"))?.expect("a record");
        let command = self.game.complete(Command::clone(&record.command));
        let said = Said { under: record.under.clone(), ..record.by.into() };
        self.game.record(said, command).map_err(|refusal| {
            let code = refusal.code.as_str().to_owned();
            self.refused.push((record, refusal));
            code
        })
    }

    pub fn view(&self) -> View {
        View::of(self.game.state())
    }

    fn end_phase(&mut self) -> Taken {
        let view = self.view();
        let Some((turn, phase)) = view.turn.zip(view.phase) else { return Err("over".into()) };
        self.say(turn.as_str(), &json!({"end-phase": {"phase": phase.as_str()}}))
    }

    /// Ends phases until a moment, or until a die has to tell or the battle is over.
    fn to(&mut self, wanted: Option<(u32, &str, &str)>) -> Taken {
        for _ in 0..80 {
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

    pub fn models_of(&self, unit: &str) -> u32 {
        unit_of(&self.view(), unit).models
    }

    fn stands(&mut self, unit: &str, told: &Value) -> Taken {
        self.say("both", &json!({"place": {"unit": unit, "at": {"declared": told}}}))
    }

    /// Plays one line.
    pub fn line(&mut self, text: &str) -> Taken {
        let line = Line { text, words: text.split_whitespace().collect() };
        if let Some(taken) = (self.own)(self, &line) {
            return taken;
        }
        match line.words.as_slice() {
            ["attacker", player] => self.say("both", &json!({"roles": {"attacker": player}})),
            ["first", player] => self.say("both", &json!({"first-turn": {"player": player}})),
            ["zone", by, side] => self.say(by, &json!({"zone": {"zone": side}})),
            ["reserve", player, units @ ..] => self.say(player, &json!({"reserves": {"strategic": units}})),
            ["deploy", unit] => self.say(owner(unit), &json!({"deploy": {"unit": unit}})),
            ["begin"] => self.say("both", &json!({"begin": {}})),
            ["to", round, player, phase] => {
                self.to(Some((u32::try_from(line.number(round)).expect("a round"), player, phase)))
            }
            ["end"] => self.end_phase(),
            ["finish"] => self.to(None),
            ["claim", player, objective, vp] => {
                self.say(player, &json!({"score": {"player": player, "objective": objective, "vp": line.number(vp)}}))
            }
            ["under", rule, ..] => {
                let (by, command) = line.after(rule).split_once(' ').expect("a speaker");
                self.record(&json!({"by": by, "do": line.json(command), "under": rule}))
            }
            ["say", by, ..] => self.say(by, &line.json(line.after(by))),
            ["refused", code, ..] => {
                let told = line.after(code);
                match self.line(told) {
                    Err(found) => line.shown(found == *code, format!("refused with {found}")),
                    Ok(()) => panic!("`{told}` was taken"),
                }
            }
            _ => self.in_battle(&line),
        }
    }

    fn in_battle(&mut self, line: &Line<'_>) -> Taken {
        match line.words.as_slice() {
            ["near", unit, markers @ ..] => {
                let models = self.models_of(unit);
                let near: Map<String, Value> =
                    markers.iter().map(|marker| ((*marker).to_owned(), json!(models))).collect();
                self.stands(unit, &json!({"in_range": near}))
            }
            ["some-near", unit, models, marker] => {
                self.stands(unit, &json!({"in_range": {*marker: line.number(models)}}))
            }
            ["in-enemy-zone", unit] => {
                let region = if owner(unit) == "one" { "zone-b" } else { "zone-a" };
                self.stands(unit, &json!({"in_range": {}, "wholly_within": [region]}))
            }
            ["all-far"] => {
                let standing = |unit: &&UnitView| unit.state == UnitStatus::Battlefield;
                let ids: Vec<String> = self.view().units.iter().filter(standing).map(|u| u.id.to_string()).collect();
                ids.iter().try_for_each(|unit| self.stands(unit, &json!({"in_range": {}, "wholly_within": []})))
            }
            ["kill", unit] => {
                let models = self.models_of(unit);
                self.say("both", &json!({"casualties": {"unit": unit, "models": models}}))
            }
            ["kill", unit, models] => {
                self.say("both", &json!({"casualties": {"unit": unit, "models": line.number(models)}}))
            }
            ["test", unit, of, faces @ ..] => {
                self.say(owner(unit), &json!({"test": {"unit": unit, "of": of, "roll": line.dice(faces)}}))
            }
            ["move", unit, kind] => self.say(owner(unit), &json!({"move": {"unit": unit, "kind": kind}})),
            ["arrive", unit] => self.say(owner(unit), &json!({"arrive": {"unit": unit}})),
            ["hold", marker, holder] => self.say("both", &json!({"control": {"holds": {*marker: holder}}})),
            ["draw", player, cards @ ..] => self.say(player, &json!({"card": {"player": player, "draws": cards}})),
            ["discard", player, card] => self.say(player, &json!({"card": {"player": player, "discards": [card]}})),
            _ => self.shows(line),
        }
    }

    /// What the match shows.
    fn shows(&self, line: &Line<'_>) -> Taken {
        let view = self.view();
        match line.words.as_slice() {
            ["score", name, points] => {
                let total = player_of(&view, name).total.to_string();
                line.shown(total == *points, total)
            }
            ["has-cp", name, points] => {
                let cp = player_of(&view, name).cp.to_string();
                line.shown(cp == *points, cp)
            }
            ["held", id, holder] => {
                let marker = view.markers.iter().find(|marker| marker.id.as_str() == *id).expect("a marker");
                line.shown(word(marker.holder) == *holder, word(marker.holder))
            }
            ["models", id, models] => {
                let found = unit_of(&view, id).models.to_string();
                line.shown(found == *models, found)
            }
            ["active", name, cards @ ..] => {
                let found = player_of(&view, name).cards.as_ref().expect("cards");
                let found: Vec<&str> = found.active.iter().map(|card| card.as_str()).collect();
                line.shown(found == cards, found.join(" "))
            }
            ["needs", names @ ..] => {
                let found: Vec<&str> = view.needs.iter().map(|need| need.objective.as_str()).collect();
                line.shown(found == names, format!("{:?}", view.needs))
            }
            ["round", round] => {
                line.shown(view.round.map(|r| r.to_string()).as_deref() == Some(round), format!("{:?}", view.round))
            }
            ["winner", winner, "by", how @ ..] => {
                let result = view.result.expect("a result");
                let (found, by) = (word(result.winner), word(result.by));
                // An ending may be told by its kind, its name or both.
                let ending = result.ending.map(|ending| ending.to_string());
                let how = how.join(" ");
                let fits = how == by
                    || ending.as_ref().is_some_and(|e| how == e.replace(' ', "-") || how == format!("{by} {e}"));
                line.shown(found == *winner && fits, format!("{found} by {by} {ending:?}"))
            }
            _ => panic!("no line `{}`", line.text),
        }
    }
}
