//! What the tests share: the rules of the pack, and armies made of invented units.
#![allow(dead_code, reason = "every test file uses a part of it")]

use adjutant_engine::roster::Roster;
use adjutant_rosters::check::{Report, Severity, check};
use adjutant_rosters::rules::ArmyRules;
use serde_json::{Value, json};

/// The muster rules of Grand Tournament 2020.
pub fn rules() -> ArmyRules {
    serde_json::from_str(include_str!("../../../../missions/gt2020/army.json")).expect("the pack's muster rules")
}

/// A unit of one model with INFANTRY and a narrow faction; `more` adds or replaces fields.
pub fn unit(id: &str, datasheet: &str, role: &str, more: Value) -> Value {
    let mut unit = json!({
        "id": id, "datasheet": datasheet, "role": role, "points": 50, "power": 3,
        "keywords": ["INFANTRY"], "faction_keywords": ["IMPERIUM", "INVENTED ORDER"],
        "models": [{"group": "model", "count": 1, "wounds": 2}], "wargear": ["Staff"], "understrength": false
    });
    let fields = more.as_object().expect("fields").clone();
    unit.as_object_mut().expect("a unit").extend(fields);
    unit
}

/// The Character who leads; by convention unit `w`.
pub fn leader() -> Value {
    unit("w", "Prioress", "hq", json!({"keywords": ["CHARACTER", "INFANTRY"], "warlord_traits": ["Stern"]}))
}

/// `number` units of a role, every one with a datasheet of its own.
pub fn units(letter: &str, role: &str, number: usize) -> Vec<Value> {
    (0..number).map(|i| unit(&format!("{letter}{i}"), &format!("{letter} sheet {i}"), role, json!({}))).collect()
}

pub fn detachment(kind: &str, cp: i32, units: Vec<Value>) -> Value {
    json!({"type": kind, "cp": cp, "units": units})
}

/// An army led by unit `w` where there is one.
pub fn roster(detachments: Vec<Value>) -> Roster {
    let led = detachments.iter().flat_map(|d| d["units"].as_array().expect("units")).any(|unit| unit["id"] == "w");
    let mut roster = json!({"name": "Test", "faction": "IMPERIUM", "detachments": detachments});
    if led {
        roster["warlord"] = json!({"unit": "w", "group": "model"});
    }
    serde_json::from_value(roster).expect("a roster")
}

/// A Battalion with its least slots, led, with these units more.
pub fn battalion(more: Vec<Value>) -> Roster {
    roster(vec![detachment("battalion", 3, least_battalion(more))])
}

pub fn least_battalion(more: Vec<Value>) -> Vec<Value> {
    let mut all = vec![leader()];
    all.extend(units("h", "hq", 1));
    all.extend(units("t", "troops", 3));
    all.extend(more);
    all
}

pub fn report(roster: &Roster, size: &str, policy: Option<&str>) -> Report {
    check(roster, &rules(), size, policy).expect("a size and policy of the pack")
}

/// Codes of the findings of one severity, each once, in order.
pub fn codes(report: &Report, severity: Severity) -> Vec<&'static str> {
    let mut codes: Vec<_> = report.findings.iter().filter(|f| f.severity == severity).map(|f| f.code).collect();
    codes.dedup();
    codes
}

pub fn errors(roster: &Roster, size: &str) -> Vec<&'static str> {
    codes(&report(roster, size, None), Severity::Error)
}
