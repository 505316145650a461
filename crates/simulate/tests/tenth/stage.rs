//! The lines of the 10th edition; `tests/scripts/tenth/README.md` lists them all.

use adjutant_engine::view::View;
use serde_json::{Value, json};

use super::shared::stage::{Line, Stage, Taken, owner, prefix, unit_of, word};

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

impl Stage {
    /// A match of a mission with both armies; player one attacks, has side A and the first turn.
    pub fn begun(mission: &str) -> Stage {
        let mut stage = Stage::open(mission);
        stage.play(&["attacker one", "zone two b", "first one", "begin"]);
        stage
    }

    /// The same before its set-up.
    pub fn open(mission: &str) -> Stage {
        let open = json!({"pack": "outposts-10th", "size": "outpost"});
        Stage::opened(own, open, ["one", "two"].map(army)).with_mission(mission)
    }
}

fn own(stage: &mut Stage, line: &Line<'_>) -> Option<Taken> {
    let taken = match line.words.as_slice() {
        ["attach", leader, unit] => stage.say(owner(leader), &json!({"attach": {"leader": leader, "to": unit}})),
        ["kill", unit, models, "of", group] => {
            let models = line.number(models);
            stage.say("both", &json!({"casualties": {"unit": unit, "models": models, "group": group}}))
        }
        ["out-of-coherency", unit, models] => {
            let command = json!({"casualties": {"unit": unit, "models": line.number(models), "cause": "coherency"}});
            stage.say(owner(unit), &command)
        }
        ["wound", unit, wounds] => {
            let by = if owner(unit) == "one" { ("two", "b4") } else { ("one", "a4") };
            let attack = json!({"target": unit, "destroyed": 0, "wounds": line.number(wounds)});
            stage.say(by.0, &json!({"shoot": {"unit": by.1, "attacks": [attack]}}))
        }
        ["remove", unit] => stage.say(owner(unit), &json!({"remove": {"unit": unit, "to": "reserves"}})),
        ["effect", unit, of, change, by, until, name] => {
            let change = json!({*of: [{*change: line.number(by)}]});
            let mut effect = json!({"units": [unit], "change": change, "why": name});
            if *until != "-" {
                effect["until"] = json!(until);
            }
            stage.say(owner(unit), &json!({"effect": effect}))
        }
        ["over", unit, name] => stage.say(owner(unit), &json!({"effect": {"units": [unit], "why": name}})),
        ["keep", marker, player] => stage.say(player, &json!({"control": {"keeps": {*marker: player}}})),
        ["discard", player, card, "cp", cp] => {
            stage.say(player, &json!({"card": {"player": player, "discards": [card], "cp": line.number(cp)}}))
        }
        ["new-orders", player, old, new] => {
            let card = json!({"player": player, "discards": [old], "draws": [new], "stratagem": "New Orders"});
            stage.say(player, &json!({"card": card}))
        }
        ["cp", player, change] => {
            stage.say(player, &json!({"cp": {"change": line.number(change), "why": "an ability"}}))
        }
        ["stratagem", player, name, cp, unit] => {
            let name = name.replace('-', " ");
            stage.say(player, &json!({"stratagem": {"name": name, "cp": line.number(cp), "unit": unit}}))
        }
        _ => return shows(&stage.view(), line),
    };
    Some(taken)
}

/// What the match shows.
fn shows(view: &View, line: &Line<'_>) -> Option<Taken> {
    let taken = match line.words.as_slice() {
        ["levels", id, one, two] => {
            let marker = view.markers.iter().find(|marker| marker.id.as_str() == *id).expect("a marker");
            let found = marker.levels.map(|levels| [levels.one.to_string(), levels.two.to_string()]);
            let wanted = (*one != "unknown").then(|| [(*one).to_owned(), (*two).to_owned()]);
            line.shown(found == wanted, format!("{found:?}"))
        }
        ["is", id, state] => {
            let found = unit_of(view, id);
            let strength = found.strength.map_or_else(|| "whole".to_owned(), word);
            let nerve = match (found.shocked, found.untested) {
                (true, _) => "shocked",
                (_, true) => "untested",
                _ => "steady",
            };
            let words = [nerve.to_owned(), strength, word(found.state)];
            line.shown(words.iter().any(|word| word == state), words.join(", "))
        }
        ["leads", id, whom] => {
            let found = unit_of(view, id).attached_to.as_ref().map_or("nobody", |whom| whom.as_str());
            line.shown(found == *whom, format!("leads {found}"))
        }
        ["of", id, models] => {
            let found = unit_of(view, id).of.to_string();
            line.shown(found == *models, found)
        }
        _ => return None,
    };
    Some(taken)
}

fn army(player: &str) -> Value {
    let prefix = prefix(player);
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
