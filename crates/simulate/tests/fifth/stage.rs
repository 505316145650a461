//! The lines of the 5th edition; `tests/scripts/fifth/README.md` lists them all.

use adjutant_engine::view::{CombatView, View};
use serde_json::{Value, json};

use super::shared::stage::{Line, Stage, Taken, owner, prefix, unit_of, word};

/// Role, keywords, models, Wounds, points, Leadership; units 1 to 8 of both armies.
const UNITS: [(&str, &str, u32, u32, u32, u32); 8] = [
    ("hq", "INFANTRY", 1, 3, 100, 10),
    ("troops", "INFANTRY", 10, 1, 190, 8),
    ("troops", "INFANTRY", 10, 1, 150, 8),
    ("dedicated-transport", "VEHICLE TRANSPORT", 1, 1, 60, 8),
    ("elites", "INFANTRY", 5, 1, 125, 9),
    ("troops", "INFANTRY SWARM", 3, 3, 90, 10),
    ("heavy-support", "VEHICLE", 1, 1, 260, 8),
    ("fast-attack", "VEHICLE", 3, 1, 151, 8),
];

impl Stage {
    /// A match with both armies, before the mission's own set-up.
    pub fn open(mission: &str, agreed: &[&str]) -> Stage {
        Stage::of_points(mission, agreed, None)
    }

    /// A match whose mission is not chosen yet.
    pub fn without_mission() -> Stage {
        Stage::agreed(&[], None)
    }

    /// The same as [`Stage::open`], with a limit of points that the players agreed on.
    pub fn of_points(mission: &str, agreed: &[&str], points: Option<u32>) -> Stage {
        Stage::agreed(agreed, points).with_mission(mission)
    }

    fn agreed(agreed: &[&str], points: Option<u32>) -> Stage {
        let mut open = json!({"pack": "standard-5th", "size": "standard", "agreed": agreed});
        if let Some(points) = points {
            open["points"] = json!(points);
        }
        Stage::opened(own, open, ["one", "two"].map(army))
    }
}

fn own(stage: &mut Stage, line: &Line<'_>) -> Option<Taken> {
    let taken = match line.words.as_slice() {
        ["roll", purpose, faces @ ..] => {
            stage.say("both", &json!({"roll": {"for": purpose, "roll": line.dice(faces)}}))
        }
        ["roll-off", purpose, winner] => {
            let pair = if *winner == "one" { [5, 2] } else { [2, 5] };
            stage.say("both", &json!({"roll-off": {"for": purpose, "dice": [pair]}}))
        }
        ["objective", by, marker, x, y] => {
            stage.say(by, &json!({"marker": {"marker": marker, "placed": [line.number(x), line.number(y)]}}))
        }
        ["zone", by, side, layout] => stage.say(by, &json!({"zone": {"zone": side, "layout": line.number(layout)}})),
        ["aboard", player, carrier, unit] => stage.say(player, &json!({"reserves": {"embarked": {*carrier: [unit]}}})),
        ["wound", unit, wounds] => {
            let by = if owner(unit) == "one" { ("two", "b1") } else { ("one", "a1") };
            let attack = json!({"target": unit, "destroyed": 0, "wounds": line.number(wounds)});
            stage.say(by.0, &json!({"shoot": {"unit": by.1, "attacks": [attack]}}))
        }
        ["reserve-roll", unit, face] => {
            stage.say(owner(unit), &json!({"reserve-roll": {"unit": unit, "roll": [line.number(face)]}}))
        }
        ["charge", unit, target] => {
            let charge = json!({"charge": {"unit": unit, "targets": [target], "roll": [], "made": true}});
            stage.say(owner(unit), &charge)
        }
        ["shoot", unit] => stage.say(owner(unit), &json!({"shoot": {"unit": unit, "attacks": []}})),
        ["damage", unit, result] => stage.say("both", &json!({"damage": {"unit": unit, "result": result}})),
        _ => return shows(&stage.view(), line),
    };
    Some(taken)
}

/// What the match shows.
fn shows(view: &View, line: &Line<'_>) -> Option<Taken> {
    let taken = match line.words.as_slice() {
        ["figure", player, points] => {
            let result = view.result.as_ref().expect("a result");
            let figure = result.figures.first().expect("a figure");
            let found = if *player == "one" { figure.one } else { figure.two };
            line.shown(found.to_string() == *points, found)
        }
        ["state", unit, status] => {
            let state = word(unit_of(view, unit).state);
            line.shown(state == *status, state)
        }
        ["combat", winner, one, two] => {
            let combat: &CombatView = view.combats.first().expect("a combat");
            let found = [word(combat.winner), combat.wounds.one.to_string(), combat.wounds.two.to_string()];
            line.shown(found == [*winner, *one, *two], format!("{found:?}"))
        }
        ["falls-back", unit, wanted] => {
            let found = unit_of(view, unit).falling_back;
            line.shown(found == (*wanted == "yes"), found)
        }
        ["waiting"] => line.shown(view.waiting.is_some(), "nothing is waited for"),
        ["over"] => line.shown(view.result.is_some(), format!("round {:?}", view.round)),
        ["needs", number] => line.shown(view.needs.len().to_string() == *number, format!("{:?}", view.needs)),
        _ => return None,
    };
    Some(taken)
}

fn army(player: &str) -> Value {
    let prefix = prefix(player);
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
        if index == 0 {
            unit["keywords"] = json!(["INFANTRY", "INDEPENDENT CHARACTER"]);
        }
        if index == 1 {
            unit["models"][0]["save"] = json!(3);
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
