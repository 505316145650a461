//! How fast a match with two hundred models in coordinates is folded, control of every marker included.
//!
//! Asserts its answer. Beside it stands the same match without coordinates: what the fold costs without measuring.
#![allow(missing_docs)]

#[path = "../../cli/benches/support/figure.rs"]
mod figure;

use std::time::Instant;

use adjutant_engine::command::Command;
use adjutant_engine::fold::Match;
use adjutant_engine::record::read_bare;
use adjutant_engine::side::By;
use figure::{Figure, Target};
use serde_json::{Value, json};

const UNITS: i64 = 10;
const FOLDS: u32 = 60;
/// Commands a second that issue 6 asks for.
const TARGET: u128 = 100_000;

fn main() {
    let measured = log(true);
    let unmeasured = log(false);
    let (commands, speed, game) = folded(&measured);
    let (_, without, _) = folded(&unmeasured);
    Figure {
        key: "positions",
        what: &format!("fold of {commands} commands with 2 × {} models in inches", UNITS * 10),
        value: speed as f64,
        unit: "commands/s",
        beside: Some(("the same commands without coordinates", without as f64)),
        target: Some(Target::AtLeast(TARGET as f64)),
    }
    .print();
    let view = game.view();
    let totals = (view.players.one.total, view.players.two.total);
    assert_eq!(totals, (40, 40), "each holds two of six markers, as many as the other");
    assert!(view.needs.is_empty(), "everything is derived");
    let optimised = !cfg!(debug_assertions);
    assert!(!optimised || speed >= TARGET, "{speed} commands/s; the target is {TARGET}");
}

fn folded(log: &[(By, Command)]) -> (usize, u128, Match) {
    let fold = || {
        let mut game = Match::new(adjutant_packs::shipped());
        for (by, command) in log {
            game.record(*by, command).unwrap_or_else(|refusal| panic!("{refusal}: {}", refusal.accepted));
        }
        game
    };
    let begun = Instant::now();
    let mut game = fold();
    for _ in 1..FOLDS {
        game = fold();
    }
    let commands = log.len() as u128 * u128::from(FOLDS);
    (log.len(), commands * 1_000_000_000 / begun.elapsed().as_nanos().max(1), game)
}

/// Ten units of ten models a side, each moving to and fro, shooting, and standing where both players look.
fn log(measured: bool) -> Vec<(By, Command)> {
    let mut lines = set_up(measured);
    for round in 0..5 {
        for (player, letter) in [("one", "a"), ("two", "b")] {
            lines.push(json!({"by": player, "do": {"end-phase": {"phase": "command"}}}));
            // Whoever stands in front goes first, so that nobody ends on another.
            for unit in 0..UNITS {
                let unit = if round % 2 == 0 { UNITS - 1 - unit } else { unit };
                let mut step = json!({"unit": format!("{letter}{unit}"), "kind": "normal"});
                if measured {
                    step["at"] = place(letter, unit, (round + 1) % 2);
                }
                lines.push(json!({"by": player, "do": {"move": step}}));
            }
            for phase in ["movement", "psychic"] {
                lines.push(json!({"by": player, "do": {"end-phase": {"phase": phase}}}));
            }
            for unit in 0..UNITS {
                let target = format!("{}{unit}", if letter == "a" { "b" } else { "a" });
                let shoot = json!({"unit": format!("{letter}{unit}"), "attacks": [{"target": target}]});
                lines.push(json!({"by": player, "do": {"shoot": shoot}}));
            }
            for unit in 0..UNITS {
                let at = if measured { place(letter, unit, (round + 1) % 2) } else { json!({"declared": {}}) };
                lines.push(json!({"by": player, "do": {"place": {"unit": format!("{letter}{unit}"), "at": at}}}));
            }
            for phase in ["shooting", "charge", "fight", "morale"] {
                lines.push(json!({"by": player, "do": {"end-phase": {"phase": phase}}}));
            }
        }
    }
    let read = |line: &Value| {
        let record = read_bare(line.to_string().as_bytes()).expect("a record").expect("no comment");
        (record.by, record.command)
    };
    lines.iter().map(read).collect()
}

fn set_up(measured: bool) -> Vec<Value> {
    let players = json!({"one": {"name": "One"}, "two": {"name": "Two"}});
    let mut lines = vec![
        json!({"by": "both", "do": {"open": {"format": 1, "match": "bench", "pack": "gt2020", "size": "strike-force",
            "players": players}}}),
    ];
    for (player, letter) in [("one", "a"), ("two", "b")] {
        let unit = |index: i64| {
            json!({"id": format!("{letter}{index}"), "datasheet": "Squad", "role": "troops", "points": 100, "power": 5,
                "keywords": ["INFANTRY"], "faction_keywords": ["IMPERIUM"], "models": [{"group": "models", "count": 10,
                "wounds": 1, "base": {"round_mm": 32}, "move_in": 6, "objective_secured": index % 2 == 0}]})
        };
        let units: Vec<Value> = (0..UNITS).map(unit).collect();
        let roster = json!({"name": letter, "detachments": [{"type": "unbound", "cp": 0, "units": units}]});
        lines.push(json!({"by": player, "do": {"roster": {"player": player, "roster": roster}}}));
        let choose = ["engage-on-all-fronts", "assassinate", "surround-them"];
        lines.push(json!({"by": player, "do": {"secondaries": {"choose": choose}}}));
    }
    lines.insert(3, json!({"by": "both", "do": {"mission": {"mission": "surround-and-destroy"}}}));
    let choice = lines.remove(2);
    lines.insert(4, choice);
    lines.push(json!({"by": "both", "do": {"roles": {"attacker": "one"}}}));
    lines.push(json!({"by": "two", "do": {"zone": {"zone": "b"}}}));
    for (player, letter) in [("two", "b"), ("one", "a")] {
        for unit in 0..UNITS {
            let mut deploy = json!({"unit": format!("{letter}{unit}")});
            if measured {
                deploy["at"] = place(letter, unit, 0);
            }
            lines.push(json!({"by": player, "do": {"deploy": deploy}}));
        }
    }
    lines.push(json!({"by": "both", "do": {"first-turn": {"player": "one"}}}));
    lines.push(json!({"by": "both", "do": {"begin": {}}}));
    lines
}

/// Two ranks of five, five units beside each other and five behind; army a along the upper edge, b along the lower.
fn place(letter: &str, unit: i64, step: i64) -> Value {
    let models: Vec<Value> = (0..10)
        .map(|model| {
            let x = 3_000 + 12_000 * (unit % 5) + 1_300 * (model % 5);
            let deep = 2_000 + 3_500 * (unit / 5) + 1_400 * (model / 5) + 4_000 * step;
            let y = if letter == "a" { 44_000 - deep } else { deep };
            json!([thousandths(x), thousandths(y)])
        })
        .collect();
    json!({"models": models})
}

fn thousandths(value: i64) -> Value {
    let number = format!("{}.{:03}", value / 1_000, value % 1_000);
    serde_json::from_str(number.trim_end_matches('0').trim_end_matches('.')).expect("a number")
}
