//! The lines of the 8th edition; `tests/scripts/eighth/README.md` lists them all.

use serde_json::{Map, Value, json};

use super::shared::stage::{Line, Stage, Taken, owner, prefix, unit_of, word};

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
    pub fn of(mission: &str, [one, two]: [&[Sheet]; 2]) -> Stage {
        let size = if mission == "the-long-ridge" { "up-to-2000" } else { "up-to-1000" };
        let open = json!({"pack": "outposts-8th", "size": size});
        Stage::opened(own, open, [army("one", one), army("two", two)]).with_mission(mission)
    }
}

fn own(stage: &mut Stage, line: &Line<'_>) -> Option<Taken> {
    let taken = match line.words.as_slice() {
        ["reserves", player, rest @ ..] => {
            let (away, inside) = rest.split_at(rest.iter().position(|word| *word == "in").unwrap_or(rest.len()));
            let embarked: Map<String, Value> =
                inside.get(1).map(|carrier| ((*carrier).to_owned(), json!(inside[2..]))).into_iter().collect();
            stage.say(player, &json!({"reserves": {"elsewhere": away, "embarked": embarked}}))
        }
        ["end-turn"] => {
            let turn = stage.view().turn.map_or("both", |turn| turn.as_str());
            stage.say(turn, &json!({"end-turn": {}}))
        }
        ["close"] => stage.say("both", &json!({"end": {}})),
        ["at", unit, x, y] => {
            let at = [x, y].map(|text| text.parse::<f64>().expect("inches"));
            stage.say("both", &json!({"place": {"unit": unit, "at": {"models": [at]}}}))
        }
        ["shoot", unit, target, models] => {
            let attack = json!({"target": target, "destroyed": line.number(models)});
            stage.say(owner(unit), &json!({"shoot": {"unit": unit, "attacks": [attack]}}))
        }
        ["restore", unit, models] => {
            stage.say(owner(unit), &json!({"restore": {"unit": unit, "models": line.number(models)}}))
        }
        ["split", unit, parts @ ..] => {
            let into: Vec<Value> =
                parts.chunks(2).map(|part| json!({"id": part[0], "models": line.number(part[1])})).collect();
            stage.say(owner(unit), &json!({"split": {"unit": unit, "into": into}}))
        }
        ["disembark", unit] => stage.say(owner(unit), &json!({"disembark": {"unit": unit}})),
        ["stratagem", player, name, cp] => {
            let name = name.replace('-', " ");
            stage.say(player, &json!({"stratagem": {"name": name, "cp": line.number(cp)}}))
        }
        ["is", id, state] => {
            let found = word(unit_of(&stage.view(), id).state);
            line.shown(found == *state, found)
        }
        ["goes-on"] => {
            let result = stage.view().result;
            line.shown(result.is_none(), format!("{result:?}"))
        }
        _ => return None,
    };
    Some(taken)
}

/// An army of these units in one Detachment; its first unit is the Warlord's.
fn army(player: &str, units: &[Sheet]) -> Value {
    let prefix = prefix(player);
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
