//! A battlefield with terrain and two units on it, in a match that is still being set up.

use adjutant_engine::attack::Terrain;
use adjutant_engine::facts::cover::{Shelter, shelter};
use adjutant_engine::fold::Match;
use adjutant_engine::{Command, Said, read_bare};
use serde_json::{Value, json};

/// Pack, battle size and mission of each edition.
const EDITIONS: [(&str, &str, &str, &str); 5] = [
    ("5th", "standard-5th", "standard", "annihilation-spearhead"),
    ("8th", "outposts-8th", "up-to-1000", "the-causeway"),
    ("9th", "gt2020", "strike-force", "retrieval-mission"),
    ("10th", "outposts-10th", "outpost", "two-wells"),
    ("11th", "matrix-11th", "strike-force", "take-and-hold-mirror-a"),
];

pub struct Stage(pub Match);

impl Stage {
    /// A match of an edition with its mission, and an army of one unit each: `a1` of five, `b1` of `models`.
    pub fn of(edition: &str, keywords: &[&str], models: usize, wounds: u32) -> Stage {
        let (_, pack, size, mission) = EDITIONS.into_iter().find(|row| row.0 == edition).expect("an edition");
        let mut stage = Stage(Match::new(adjutant_packs::shipped()));
        let players = json!({"one": {"name": "One"}, "two": {"name": "Two"}});
        let law = adjutant_core::reliance::LAW;
        stage.must(
            "both",
            json!({"open": {"format": 1, "law": law, "match": "t", "pack": pack, "size": size, "players": players}}),
        );
        for (player, id, models, wounds, keywords) in
            [("one", "a1", 5, 1, &["INFANTRY"][..]), ("two", "b1", models, wounds, keywords)]
        {
            let group = json!([{"group": "model", "count": models, "wounds": wounds, "points": 10, "leadership": 7,
                "ballistic_skill": 3, "weapon_skill": 3, "strength": 4, "toughness": 4, "save": 4, "base": {"round_mm": 32},
                "weapons": [{"name": "Lance", "type": "Assault 1", "strength": "+2", "armour_penetration": "-1", "damage": "1"}]}]);
            let unit = json!({"id": id, "datasheet": "Squad", "role": "troops", "points": 100, "power": 5,
                "keywords": keywords, "faction_keywords": [], "models": group});
            let roster = json!({"name": "Army", "detachments": [{"type": "battalion", "cp": 0, "units": [unit]}]});
            stage.must(player, json!({"roster": {"player": player, "roster": roster}}));
        }
        stage.must("both", json!({"mission": {"mission": mission}}));
        stage
    }

    pub fn say(&mut self, by: &str, command: &Value) -> Result<(), (String, String)> {
        self.say_under(by, command, None)
    }

    pub fn say_under(&mut self, by: &str, command: &Value, under: Option<&str>) -> Result<(), (String, String)> {
        let mut line = json!({"by": by, "do": command});
        if let Some(under) = under {
            line["under"] = under.into();
        }
        let line = line.to_string();
        let record = read_bare(line.as_bytes()).unwrap_or_else(|e| panic!("{e}: {line}")).expect("a record");
        self.0
            .record(record.said(), &record.command)
            .map_err(|refusal| (refusal.code.as_str().to_owned(), format!("{}; {}", refusal.message, refusal.accepted)))
    }

    pub fn must(&mut self, by: &str, command: Value) {
        self.say(by, &command).unwrap_or_else(|refusal| panic!("{refusal:?}: {command}"));
    }

    /// A piece, also where it stands on a marker: by its name, its kind, its left, lower, right and upper end, and what else is known of it.
    pub fn piece(&mut self, id: &str, kind: &str, [left, low, right, high]: [f64; 4], more: &Value) {
        let mut piece = json!({"id": id, "kind": kind,
            "footprint": [[left, low], [right, low], [right, high], [left, high]]});
        for (key, value) in more.as_object().expect("an object") {
            piece[key] = value.clone();
        }
        let told = self.say_under("both", &json!({"terrain": piece}), Some("markers are elsewhere"));
        told.unwrap_or_else(|refusal| panic!("{refusal:?}: {piece}"));
    }

    /// Puts a unit where its models stand, whatever the rules of deployment say.
    pub fn stand(&mut self, unit: &str, places: &[[f64; 2]]) {
        let by = if unit.starts_with('a') { "one" } else { "two" };
        if self.0.state().units.iter().any(|known| known.id.as_str() == unit && !known.is_on_battlefield()) {
            let deploy = json!({"deploy": {"unit": unit}});
            self.say_under(by, &deploy, Some("a test")).unwrap_or_else(|refusal| panic!("{refusal:?}"));
        }
        self.must(by, json!({"place": {"unit": unit, "at": {"models": places}}}));
    }

    /// The question before the next dice of attacks of `a1` on `b1` with a lance, so far with these dice.
    pub fn asks(&self, dice: &str) -> String {
        let (said, command) = self.shot(dice);
        match adjutant_engine::decide::next_dice(self.0.state(), &said, &command) {
            Ok(next) => next.map_or("nothing".to_owned(), |next| next.prompt.to_string()),
            Err(refusal) => refusal.code.to_string(),
        }
    }

    /// Attacks of `a1` on `b1` as a command.
    pub fn shot(&self, dice: &str) -> (Said, Command) {
        let line = format!(
            r#"{{"by":"one","do":{{"shoot":{{"unit":"a1","attacks":[{{"target":"b1","weapon":"Lance","sequence":{dice}}}]}}}}}}"#
        );
        let record = read_bare(line.as_bytes()).unwrap_or_else(|e| panic!("{e}: {line}")).expect("a record");
        (record.said().clone(), record.command.clone())
    }

    /// The same match in the first Shooting phase of player one.
    pub fn in_battle(mut self) -> Stage {
        for (player, choose) in [
            ("one", ["linebreaker", "assassinate", "investigate-sites"]),
            ("two", ["cut-off-the-head", "linebreaker", "deploy-scramblers"]),
        ] {
            self.must(player, json!({"secondaries": {"choose": choose}}));
        }
        self.must("both", json!({"roles": {"attacker": "two"}}));
        self.must("one", json!({"zone": {"zone": "a"}}));
        self.must("both", json!({"first-turn": {"player": "one"}}));
        self.must("both", json!({"begin": {}}));
        for phase in ["command", "movement", "psychic"] {
            self.must("one", json!({"end-phase": {"phase": phase}}));
        }
        self
    }

    /// What terrain does to attacks of `a1` on `b1`.
    pub fn shelter(&self) -> Shelter {
        let state = self.0.state();
        let unit = |id: &str| state.units.iter().find(|unit| unit.id.as_str() == id).expect("a unit");
        shelter(state, unit("a1"), unit("b1"))
    }

    /// The answers in a line, such as `+1 t1, -1 w1`, `no, no`, `?, ?`.
    pub fn told(&self) -> String {
        let shelter = self.shelter();
        let of = |terrain: Terrain, piece: Option<String>| match terrain {
            Terrain::Unknown => "?".to_owned(),
            Terrain::Nothing => "no".to_owned(),
            Terrain::Gives(by) => format!("{by:+}{}", piece.map_or(String::new(), |piece| format!(" {piece}"))),
        };
        let named = |piece: Option<adjutant_engine::rules::AreaName>| piece.map(|piece| piece.as_str().to_owned());
        format!("{}, {}", of(shelter.saves, named(shelter.piece)), of(shelter.hits, named(shelter.dense)))
    }
}
