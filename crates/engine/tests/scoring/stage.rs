//! A match that is played line by line; the lines are described in `tests/scripts/README.md`.

use std::collections::BTreeSet;

use adjutant_engine::view::ObjectiveScore;
use serde_json::{Value, json};

use super::facts::PHASES;
use super::maps::Map;
use super::table::Table;

/// A match that is played by a script.
pub struct Stage {
    pub table: Table,
    map: &'static Map,
    first: &'static str,
    plain: BTreeSet<&'static str>,
}

fn side(word: &str) -> &'static str {
    match word {
        "one" => "one",
        "two" => "two",
        other => panic!("no player {other}"),
    }
}

fn prefix(player: &str) -> &'static str {
    if player == "one" { "a" } else { "b" }
}

/// The units of every script's armies; the README lists them.
const UNITS: [(&str, &str, u32, u32); 17] = [
    ("hq", "INFANTRY CHARACTER", 1, 9),
    ("hq", "INFANTRY CHARACTER PSYKER", 1, 4),
    ("elites", "INFANTRY PSYKER", 5, 1),
    ("troops", "INFANTRY", 10, 1),
    ("troops", "INFANTRY", 10, 1),
    ("troops", "INFANTRY", 10, 1),
    ("troops", "INFANTRY", 10, 1),
    ("troops", "INFANTRY", 50, 1),
    ("heavy-support", "VEHICLE", 6, 11),
    ("heavy-support", "MONSTER", 5, 10),
    ("lord-of-war", "VEHICLE TITANIC", 4, 24),
    ("flyer", "VEHICLE AIRCRAFT", 1, 12),
    ("elites", "INFANTRY CHARACTER", 5, 4),
    ("troops", "INFANTRY", 60, 1),
    ("hq", "INFANTRY CHARACTER PSYKER", 1, 4),
    ("elites", "INFANTRY PSYKER", 5, 1),
    ("elites", "INFANTRY PSYKER", 5, 1),
];

impl Stage {
    fn new(mission: &str) -> Stage {
        let map = Map::of(mission);
        Stage { table: Table::new(adjutant_packs::shipped()), map, first: "one", plain: BTreeSet::new() }
    }

    fn by(&mut self, by: &str, command: &Value) -> Result<(), String> {
        let line = json!({"by": by, "do": command}).to_string();
        self.table.say(&line).map_err(|r| r.code.as_str().to_string())
    }

    fn muster(&mut self, player: &str) -> Result<(), String> {
        let psychic = |keywords: &str| keywords.contains("PSYKER");
        let kept = UNITS.iter().enumerate().filter(|(_, u)| !self.plain.contains(player) || !psychic(u.1));
        let units: Vec<Value> = kept
            .map(|(number, (role, keywords, count, wounds))| {
                let words: Vec<&str> = keywords.split(' ').collect();
                let models = json!([{"group": "model", "count": count, "wounds": wounds, "points": wounds * 10,
                    "leadership": 7, "ballistic_skill": 3, "weapon_skill": 3, "strength": 4, "toughness": 4, "save": 3,
                    "weapons": [{"name": "Lance", "type": "Assault 1", "range": "24\"", "strength": "+2",
                        "armour_penetration": "-1", "damage": "2"}]}]);
                json!({"id": format!("{}{}", prefix(player), number + 1), "datasheet": role, "role": role,
                    "points": count * wounds * 10, "power": 5, "keywords": words, "faction_keywords": ["IMPERIUM"],
                    "models": models})
            })
            .collect();
        let warlord = json!({"unit": format!("{}1", prefix(player)), "group": "model"});
        let roster = json!({"name": "Army", "detachments": [{"type": "battalion", "cp": 3, "units": units}],
            "warlord": warlord});
        self.by(player, &json!({"roster": {"player": player, "roster": roster}}))
    }

    fn open(&mut self) -> Result<(), String> {
        let players = json!({"one": {"name": "One"}, "two": {"name": "Two"}});
        let (law, size) = (adjutant_core::reliance::LAW, &self.map.size);
        let open =
            json!({"format": 1, "law": law, "match": "script", "pack": "gt2020", "size": size, "players": players});
        self.by("both", &json!({"open": open}))?;
        self.muster("one")?;
        self.muster("two")?;
        self.by("both", &json!({"mission": {"mission": self.map.id}}))?;
        self.by("both", &json!({"roles": {"attacker": "two"}}))?;
        self.by("one", &json!({"zone": {"zone": "a"}}))
    }

    fn begin(&mut self) -> Result<(), String> {
        for unit in self.table.view().units {
            let (player, zone) = if unit.id.as_str().starts_with('a') { ("one", "zone-a") } else { ("two", "zone-b") };
            let at = json!({"declared": {"wholly_within": [zone], "centre_in": 20}});
            self.by(player, &json!({"deploy": {"unit": unit.id.as_str(), "at": at}}))?;
        }
        self.by("both", &json!({"first-turn": {"player": self.first}}))?;
        self.by("both", &json!({"begin": {}}))?;
        let markers = self.map.markers().len();
        let none: Value =
            (1..=markers).map(|m| (format!("m{m}"), json!("none"))).collect::<serde_json::Map<_, _>>().into();
        self.by("both", &json!({"control": {"holds": none}}))
    }

    fn end_phase(&mut self) -> Result<(), String> {
        let view = self.table.view();
        let (turn, phase) = (view.turn.expect("a turn"), view.phase.expect("a phase"));
        self.by(turn.as_str(), &json!({"end-phase": {"phase": phase.as_str()}}))
    }

    /// Ends phases until a moment.
    fn play_to(&mut self, round: u32, player: &str, phase: &str) -> Result<(), String> {
        assert!(PHASES.contains(&phase), "no phase {phase}");
        for _ in 0..70 {
            let view = self.table.view();
            let here = (view.round, view.turn.map(|t| t.as_str()), view.phase.as_ref().map(|p| p.as_str()));
            if here == (Some(round), Some(player), Some(phase)) {
                return Ok(());
            }
            self.end_phase()?;
        }
        panic!("round {round}, player {player}, phase {phase} never came");
    }

    fn play_out(&mut self) -> Result<(), String> {
        while self.table.view().result.is_none() {
            self.end_phase()?;
        }
        Ok(())
    }

    /// `UNIT ACTION [MARKER|SPOT]`.
    fn start(&mut self, words: &[&str]) -> Result<(), String> {
        let mut action = json!({"unit": words[0], "action": words[1]});
        if let Some(aim) = words.get(2) {
            let key = if aim.starts_with('m') { "marker" } else { "spot" };
            action[key] = json!(aim);
        }
        self.by(owner(words[0]), &json!({"start-action": action}))
    }

    /// `UNIT REGION… centre=INCHES MARKER=MODELS…`: where a unit stands now.
    fn place(&mut self, words: &[&str]) -> Result<(), String> {
        let (mut regions, mut range, mut at) = (Vec::new(), serde_json::Map::new(), json!({"centre_in": 20}));
        for word in &words[1..] {
            match word.split_once('=') {
                None => regions.push(*word),
                Some((marker, models)) if marker.starts_with('m') => {
                    range.insert(marker.to_string(), models.parse().expect("a number of models"));
                }
                Some((key, inches)) => {
                    at[format!("{key}_in")] = inches.parse().expect("inches");
                }
            }
        }
        at["wholly_within"] = json!(regions);
        if !range.is_empty() {
            at["in_range"] = range.into();
        }
        self.by(owner(words[0]), &json!({"place": {"unit": words[0], "at": {"declared": at}}}))
    }

    fn act(&mut self, line: &str) -> Result<(), String> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let number = |i: usize| words[i].parse::<u32>().unwrap_or_else(|_| panic!("{line}: no number {}", words[i]));
        match words[0] {
            "open" => self.open(),
            "begin" => self.begin(),
            "choose" => self.by(words[1], &json!({"secondaries": {"choose": words[2..]}})),
            "to" => self.play_to(number(1), words[2], words[3]),
            "finish" => self.play_out(),
            "hold" => {
                let pairs = words[1..].iter().map(|w| w.split_once('=').expect("MARKER=PLAYER"));
                let holds: Value =
                    pairs.map(|(m, p)| (m.to_string(), json!(p))).collect::<serde_json::Map<_, _>>().into();
                self.by("both", &json!({"control": {"holds": holds}}))
            }
            "at" => self.place(&words[1..]),
            "start" => self.start(&words[1..]),
            "rite" => {
                let roll = [number(3), number(4)];
                let rite = json!({"unit": words[1], "action": words[2], "roll": roll});
                self.by(owner(words[1]), &json!({"psychic-action": rite}))
            }
            "kill" => self.by("both", &json!({"casualties": {"unit": words[1], "models": number(2)}})),
            "back" => self.by(
                owner(words[1]),
                &json!({"restore": {"unit": words[1], "models": number(2),
                "at": {"declared": {"wholly_within": [], "centre_in": 20}}}}),
            ),
            "claim" => {
                self.by(words[1], &json!({"score": {"player": words[1], "objective": words[2], "vp": number(3)}}))
            }
            "under" => {
                let words: Vec<&str> = words[1..].to_vec();
                let said = serde_json::json!({"by": words[1], "under": words[0],
                    "do": serde_json::from_str::<Value>(&words[2..].join(" ")).expect("a command")});
                self.table.say(&said.to_string()).map_err(|refusal| refusal.code.to_string())
            }
            "say" => self.by(words[1], &serde_json::from_str(words[2..].join(" ").as_str()).expect("a command")),
            "score" => {
                self.expect(side(words[1]), words[2], number(3), number(4));
                Ok(())
            }
            "total" => {
                let view = self.table.view();
                let card = if words[1] == "one" { &view.players.one } else { &view.players.two };
                assert_eq!(card.total, number(2), "{line}");
                Ok(())
            }
            "winner" => {
                let result = self.table.view().result.expect("an ended battle");
                assert_eq!(serde_json::to_value(result.winner).expect("a word"), words[1], "{line}");
                Ok(())
            }
            "models" => {
                let view = self.table.view();
                let unit = view.units.iter().find(|u| u.id.as_str() == words[1]).expect("a unit");
                assert_eq!(unit.models, number(2), "{line}");
                Ok(())
            }
            "hurt" => {
                let view = self.table.view();
                let unit = view.units.iter().find(|u| u.id.as_str() == words[1]).expect("a unit");
                assert_eq!(unit.hurt.values().sum::<u32>(), number(2), "{line}");
                Ok(())
            }
            "refused" => {
                let rest = line.split_whitespace().skip(2).collect::<Vec<_>>().join(" ");
                let before = super::table::bytes(&self.table.view());
                assert_eq!(self.act(&rest), Err(words[1].to_string()), "{line}");
                assert_eq!(super::table::bytes(&self.table.view()), before, "{line}: changed something");
                Ok(())
            }
            verb => panic!("no verb {verb}"),
        }
    }

    fn expect(&self, player: &str, objective: &str, raw: u32, vp: u32) {
        let view = self.table.view();
        let card = if player == "one" { view.players.one } else { view.players.two };
        let all: Vec<ObjectiveScore> = card.primary.into_iter().chain(card.secondaries).collect();
        let got = all.iter().find(|s| s.objective.as_str() == objective);
        let got = got.unwrap_or_else(|| panic!("player {player} did not choose {objective}"));
        assert_eq!((got.raw, got.vp), (raw, vp), "{objective} of {player} (raw, counted)");
    }
}

fn owner(unit: &str) -> &'static str {
    if unit.starts_with('a') { "one" } else { "two" }
}

/// Plays a case: the lines before the first `case`, then its own.
pub fn play(name: &str, case: &str, lines: &[(usize, &str)]) -> Stage {
    let mission = lines.iter().find_map(|(_, l)| l.strip_prefix("mission ")).expect("a mission");
    let mut stage = Stage::new(mission);
    for (_, line) in lines {
        match line.split_once(' ') {
            Some(("plain", player)) => {
                stage.plain.insert(side(player));
            }
            Some(("first", player)) => stage.first = side(player),
            _ => {}
        }
    }
    for (number, line) in lines {
        let directive = ["mission ", "plain ", "first "].iter().any(|d| line.starts_with(d));
        if directive {
            continue;
        }
        let place = format!("{name}.script:{number} ({case}): {line}");
        println!("{place}");
        if let Err(code) = stage.act(line) {
            panic!("{place}: refused, {code}");
        }
    }
    stage
}
