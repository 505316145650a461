//! A battlefield with terrain and two units on it, in a match that is still being set up.

use adjutant_engine::attack::Told;
use adjutant_engine::facts::cover::{Shelter, shelter};
use adjutant_engine::fold::Match;
use adjutant_engine::rules::AttackKind;
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
        let arms = json!([{"name": "Lance", "type": "Assault 1", "strength": "+2", "armour_penetration": "-1", "damage": "1"}]);
        Stage::armed(edition, (&["INFANTRY"], 5, &arms), (keywords, models, wounds))
    }

    /// The same with keywords, number and weapons of `a1`, and keywords, number and Wounds of `b1`.
    pub fn armed(edition: &str, own: (&[&str], usize, &Value), other: (&[&str], usize, u32)) -> Stage {
        Stage::against(edition, own, &[other])
    }

    /// The same against several units, `b1`, `b2` and so on.
    pub fn against(edition: &str, own: (&[&str], usize, &Value), others: &[(&[&str], usize, u32)]) -> Stage {
        let weapons = json!({"count": own.1, "weapons": own.2});
        Stage::lists(edition, (own.0, &weapons), others)
    }

    /// Three of `a1` with a character `a2` beside them, against one of `b1`.
    pub fn led(edition: &str) -> Stage {
        let character = json!({"id": "a2", "datasheet": "Hero", "role": "hq", "points": 50, "power": 3,
            "keywords": ["CHARACTER", "INDEPENDENT CHARACTER", "INFANTRY"], "faction_keywords": [],
            "models": [{"group": "hero", "count": 1, "wounds": 3, "move_in": 6, "base": {"round_mm": 32}}]});
        Stage::with(edition, (&["INFANTRY"], &json!({"count": 3})), &[(&["INFANTRY"], 1, 1)], &[character])
    }

    /// The same with one model for `a1`, and whatever its list says of it.
    pub fn listed(edition: &str, keywords: &[&str], list: &Value) -> Stage {
        let mut list = list.clone();
        list["count"] = 1.into();
        Stage::lists(edition, (keywords, &list), &[(&["INFANTRY"], 1, 1)])
    }

    fn lists(edition: &str, own: (&[&str], &Value), others: &[(&[&str], usize, u32)]) -> Stage {
        Stage::with(edition, own, others, &[])
    }

    fn with(edition: &str, own: (&[&str], &Value), others: &[(&[&str], usize, u32)], more: &[Value]) -> Stage {
        let (_, pack, size, mission) = EDITIONS.into_iter().find(|row| row.0 == edition).expect("an edition");
        let mut stage = Stage(Match::new(adjutant_packs::shipped()));
        let players = json!({"one": {"name": "One"}, "two": {"name": "Two"}});
        let law = adjutant_core::reliance::LAW;
        stage.must(
            "both",
            json!({"open": {"format": 1, "law": law, "match": "t", "pack": pack, "size": size, "players": players}}),
        );
        let unit = |id: &str, keywords: &[&str], list: &Value| {
            let mut group = json!({"group": "model", "count": 1, "wounds": 1, "points": 10, "leadership": 7,
                "ballistic_skill": 3, "weapon_skill": 3, "strength": 4, "toughness": 4, "save": 4, "base": {"round_mm": 32},
                "move_in": 6});
            for (key, value) in list.as_object().expect("an object") {
                group[key] = value.clone();
            }
            json!({"id": id, "datasheet": "Squad", "role": "troops", "points": 100, "power": 5,
                "keywords": keywords, "faction_keywords": [], "models": [group]})
        };
        let theirs = others.iter().enumerate().map(|(at, (keywords, models, wounds))| {
            unit(&format!("b{}", at + 1), keywords, &json!({"count": models, "wounds": wounds}))
        });
        for (player, units) in
            [("one", [vec![unit("a1", own.0, own.1)], more.to_vec()].concat()), ("two", theirs.collect())]
        {
            let roster = json!({"name": "Army", "detachments": [{"type": "battalion", "cp": 0, "units": units}]});
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
        self.asks_with("Lance", dice)
    }

    /// The same with another weapon.
    pub fn asks_with(&self, weapon: &str, dice: &str) -> String {
        self.asks_of("shoot", weapon, dice)
    }

    /// The same of `shoot` or `fight`.
    pub fn asks_of(&self, deed: &str, weapon: &str, dice: &str) -> String {
        let (said, command) = self.attack(deed, weapon, dice);
        match adjutant_engine::decide::next_dice(self.0.state(), &said, &command) {
            Ok(next) => next.map_or("nothing".to_owned(), |next| next.prompt.to_string()),
            Err(refusal) => refusal.code.to_string(),
        }
    }

    /// Attacks of `a1` on `b1` as a command.
    pub fn shot(&self, dice: &str) -> (Said, Command) {
        self.shot_with("Lance", dice)
    }

    /// The same with another weapon.
    pub fn shot_with(&self, weapon: &str, dice: &str) -> (Said, Command) {
        self.attack("shoot", weapon, dice)
    }

    fn attack(&self, deed: &str, weapon: &str, dice: &str) -> (Said, Command) {
        let line = format!(
            r#"{{"by":"one","do":{{"{deed}":{{"unit":"a1","attacks":[{{"target":"b1","weapon":"{weapon}","sequence":{dice}}}]}}}}}}"#
        );
        let record = read_bare(line.as_bytes()).unwrap_or_else(|e| panic!("{e}: {line}")).expect("a record");
        (record.said().clone(), record.command.clone())
    }

    /// The same match in the first Shooting phase of player one.
    pub fn in_battle(self) -> Stage {
        self.moving().shooting()
    }

    /// The same match in the first Movement phase of player one.
    pub fn moving(mut self) -> Stage {
        let ninth = [
            ("one", json!({"secondaries": {"choose": ["linebreaker", "assassinate", "investigate-sites"]}})),
            ("two", json!({"secondaries": {"choose": ["cut-off-the-head", "linebreaker", "deploy-scramblers"]}})),
        ];
        let drawn = json!({"secondaries": {"choose": [], "mode": "tactical"}});
        let first = json!({"first-turn": {"player": "one"}});
        let rest = [
            ("one", drawn.clone()),
            ("two", drawn),
            ("both", json!({"roles": {"attacker": "two"}})),
            ("both", first.clone()),
            ("one", json!({"zone": {"zone": "a"}})),
            ("both", first),
            ("both", json!({"begin": {}})),
        ];
        // Each edition takes those that it knows.
        for (by, command) in ninth.into_iter().chain(rest) {
            drop(self.say(by, &command));
        }
        self.until("movement")
    }

    /// The same match in the Shooting phase of this turn.
    pub fn shooting(self) -> Stage {
        self.until("shooting")
    }

    /// Ends phases of player one until one is reached.
    pub fn until(mut self, phase: &str) -> Stage {
        while self.0.state().phase.as_str() != phase {
            let now = self.0.state().phase.as_str().to_owned();
            self.must("one", json!({"end-phase": {"phase": now}}));
        }
        self
    }

    /// What terrain does to attacks of `a1` on `b1`.
    pub fn shelter(&self, attacks: AttackKind) -> Shelter {
        let state = self.0.state();
        let unit = |id: &str| state.units.iter().find(|unit| unit.id.as_str() == id).expect("a unit");
        shelter(state, unit("a1"), unit("b1"), attacks)
    }

    /// The answers in a line, such as `+1 t1, -1 w1`, `no, no`, `?, ?`.
    pub fn told(&self) -> String {
        let shelter = self.shelter(AttackKind::Ranged);
        let of = |told: Told, piece: Option<String>| match told {
            Told::Unknown => "?".to_owned(),
            Told::Nothing => "no".to_owned(),
            Told::Gives(by) => format!("{by:+}{}", piece.map_or(String::new(), |piece| format!(" {piece}"))),
        };
        let named = |piece: Option<adjutant_engine::rules::AreaName>| piece.map(|piece| piece.as_str().to_owned());
        format!("{}, {}", of(shelter.saves, named(shelter.piece)), of(shelter.hits, named(shelter.dense)))
    }
}
