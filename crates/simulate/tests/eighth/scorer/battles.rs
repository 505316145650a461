//! Random matches, judged by the engine and by the second scorer.

use std::collections::BTreeMap;

use adjutant_engine::command::Command;
use adjutant_engine::roster::Roster;
use adjutant_engine::side::{BySide, Player};
use adjutant_engine::view::View;
use adjutant_simulate::{Plan, simulate_match};
use serde_json::{Value, json};

use super::super::shared::count::{depth, records, shipped_pack, wanted};
use super::super::shared::stage::prefix;
use super::posts::cards_of;
use super::{Game, Verdict};

/// A small army, so that some are wiped out: a Warlord now and then, and some of six kinds of units.
fn army(number: u64, player: Player) -> Roster {
    let prefix = prefix(player.as_str());
    let mut state =
        number.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ (player as u64 + 1).wrapping_mul(0xD1B5_4A32_D192_ED03);
    let mut below = |most: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % most
    };
    let kinds = [
        ("Line", "troops", "INFANTRY", 5, 0),
        ("Seer", "hq", "INFANTRY, CHARACTER, PSYKER", 1, 0),
        ("Skyboat", "flyer", "VEHICLE, TRANSPORT, AIRCRAFT, FLY", 1, 12),
        ("Bunker", "fortification", "BUILDING, TRANSPORT", 1, 10),
        ("Obelisk", "fortification", "NEVER CONTROLS", 1, 0),
        ("Walker", "heavy-support", "VEHICLE", 1, 0),
    ];
    let wanted = 1 + below(4);
    let chosen: Vec<usize> = (0..wanted)
        .map(|at| if at == 0 { (below(2) * 3) as usize } else { below(kinds.len() as u64) as usize })
        .collect();
    let units = chosen.iter().enumerate().map(|(at, kind)| {
        let (title, role, keywords, models, carries) = kinds[*kind];
        let mut unit = json!({"id": format!("{prefix}{}", at + 1), "datasheet": title, "role": role, "points": 80,
            "power": 4, "keywords": keywords.split(", ").collect::<Vec<_>>(), "faction_keywords": ["ARMY"],
            "models": [{"group": "model", "count": models, "wounds": 1, "leadership": 7, "move_in": 6,
                "base": {"round_mm": 32}}]});
        if keywords.contains("PSYKER") {
            unit["psyker"] = json!({"casts": 1, "denies": 1});
        }
        if carries > 0 {
            unit["transport_capacity"] = json!(carries);
        }
        unit
    });
    let units: Vec<Value> = units.collect();
    let roster = json!({"name": format!("Army {prefix}"), "warlord": {"unit": format!("{prefix}1"), "group": "model"},
        "detachments": [{"type": "patrol", "cp": 0, "units": units}]});
    serde_json::from_value(roster).expect("an army")
}

fn plan(number: u64) -> Plan {
    let small = !number.is_multiple_of(3);
    let rosters = small.then(|| Box::new(BySide::from_fn(|player| army(number, player))));
    Plan { pack: shipped_pack("outposts-8th"), rosters, ..Plan::new(depth(number)) }
}

/// `ADJUTANT_EIGHTH_MATCHES=10000 cargo test --release -p adjutant-simulate --test eighth` for a longer run.
#[test]
fn random_matches_end_alike_for_both_scorers() {
    let wanted = wanted("ADJUTANT_EIGHTH_MATCHES", 400);
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    for number in 0..wanted {
        let game = simulate_match(number, &plan(number));
        let view = View::of(game.state());
        let mut scorer = Game::default();
        for (by, command) in &records(&game) {
            assert!(
                !scorer.over || !matches!(command, Command::EndPhase { .. }),
                "match {number} goes on after its end"
            );
            scorer.read(*by, command);
        }
        assert!(scorer.over, "match {number} ends where its records do");
        let ours = scorer.verdict();
        let result = view.result.as_ref().unwrap_or_else(|| panic!("match {number} has no result"));
        let theirs = Verdict {
            totals: [result.one, result.two],
            winner: result.winner,
            by: result.by,
            ending: result.ending.as_ref().map(ToString::to_string),
            rounds: view.round.unwrap_or(scorer.round),
            active: cards_of(&view, |cards| &cards.active),
            gone: cards_of(&view, |cards| &cards.discarded),
        };
        assert_eq!(ours, theirs, "match {number}, {:?}", view.mission);
        let kinds = [format!("{:?}", view.mission), format!("{:?}", result.by), format!("rounds {}", scorer.round)];
        for key in kinds {
            *seen.entry(key).or_insert(0) += 1;
        }
    }
    println!("{seen:?}");
    let sudden = seen.get("Ending").copied().unwrap_or(0);
    assert!(sudden * 20 >= u32::try_from(wanted).expect("a number"), "Sudden Death occurs often enough: {seen:?}");
    assert!(seen.len() >= 9, "every kind of end occurs: {seen:?}");
}
