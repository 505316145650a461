//! Matches to print, told as views.
#![allow(dead_code, reason = "each test and bench uses a part of it")]

use adjutant_engine::command::BattleSize;
use adjutant_engine::view::View;
use adjutant_sheets::{Form, Occasion, ScoringSheet, Titles};
use serde_json::{Value, json};

/// A name of 120 characters.
pub fn longest() -> String {
    let name: String = "Maximiliana Wolfeschlegelsteinhausenbergerdorff-Cholmondeley-Featherstonehaugh ".repeat(2);
    name.chars().take(119).chain(['M']).collect()
}

pub fn occasion(event: &str) -> Occasion {
    Occasion { event: Some(event.into()), round: Some(3), table: Some(4), date: Some("2026-11-21".into()) }
}

/// A finished match; player two attacks.
pub fn finished(one: &str, two: &str) -> Value {
    json!({
        "match": "gt-r3-t04", "mission": "scorched-earth", "status": "ended",
        "round": 5, "turn": "two", "phase": "morale",
        "players": {
            "one": player(one, "defender", ["raze", "engage-on-all-fronts", "while-we-stand-we-fight"],
                [35, 35, 9, 9, 8, 8, 5, 5], false, 57),
            "two": player(two, "attacker", ["raze", "slay-the-warlord", "psychic-ritual"],
                [50, 45, 13, 13, 6, 6, 0, 0], true, 74)
        },
        "rounds": [
            {"round": 1, "one": {"primary": 0, "secondaries": [3, 2, 0]}, "two": {"primary": 0, "secondaries": [2, 0, 0]}},
            {"round": 2, "one": {"primary": 10, "secondaries": [3, 3, 0]}, "two": {"primary": 10, "secondaries": [3, 6, 0]}},
            {"round": 3, "one": {"primary": 10, "secondaries": [3, 0, 0]}, "two": {"primary": 15, "secondaries": [4, 0, 0]}},
            {"round": 4, "one": {"primary": 5, "secondaries": [0, 3, 0]}, "two": {"primary": 15, "secondaries": [4, 0, 0]}},
            {"round": 5, "one": {"primary": 10, "secondaries": [0, 0, 0]}, "two": {"primary": 5, "secondaries": [0, 0, 0]}},
            {"round": "end", "one": {"primary": 0, "secondaries": [0, 0, 5]}, "two": {"primary": 0, "secondaries": [0, 0, 0]}}
        ],
        "ledger": [], "markers": [], "units": [], "needs": [],
        "result": {"winner": "two", "by": "points", "one": 57, "two": 74,
            "basis": {"derived": 112, "claimed": 19, "ruled": 0}},
        "seq": 123, "head": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
    })
}

fn player(name: &str, role: &str, secondaries: [&str; 3], vp: [u32; 8], ready: bool, total: u32) -> Value {
    let score = |id: &str, at: usize| json!({"objective": id, "raw": vp[at], "vp": vp[at + 1]});
    json!({
        "name": name, "role": role, "zone": if role == "attacker" { "b" } else { "a" }, "cp": 2,
        "battle_ready": ready, "conceded": false,
        "primary": score("take-and-hold", 0),
        "secondaries": [score(secondaries[0], 2), score(secondaries[1], 4), score(secondaries[2], 6)],
        "total": total
    })
}

/// A view of a match, its columns filled from the primary and the secondaries.
pub fn view(mut value: Value) -> View {
    for side in ["one", "two"] {
        let own = &mut value["players"][side];
        let scores: Vec<Value> = std::iter::once(own["primary"].clone())
            .chain(own["secondaries"].as_array().cloned().unwrap_or_default())
            .collect();
        own["columns"] = scores
            .iter()
            .map(|score| json!({"id": "c", "title": "C", "objective": score["objective"], "raw": score["raw"], "vp": score["vp"], "cap": 45}))
            .collect();
        for row in value["rounds"].as_array_mut().into_iter().flatten() {
            let cells = std::iter::once(row[side]["primary"].clone())
                .chain(row[side]["secondaries"].as_array().cloned().unwrap_or_default());
            row[side]["columns"] = cells.collect();
        }
    }
    serde_json::from_value(value).expect("a view")
}

/// The form of the pack that the views here are played under.
pub fn form() -> Form {
    Form::of(&adjutant_packs::gt2020())
}

/// The completed sheet of a view at a Strike Force table.
pub fn completed(value: Value, event: &str) -> ScoringSheet {
    let mut sheet = ScoringSheet::completed(form(), &view(value), occasion(event), &Titles::default());
    sheet.battle_size = BattleSize::new("strike-force");
    sheet
}
