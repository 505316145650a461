//! Sudden Death in every order of losses: whatever falls first, the battle ends with the turn after which nothing that
//! counts is left on the battlefield, and not before.

use std::collections::BTreeSet;

use serde_json::json;

use super::shared::stage::Stage;

/// Player two's units that can fall: the Line, the Bunker, the Scouts inside it, the Skyboat, the Seer inside that.
const FALLING: [&str; 5] = ["b1", "b2", "b3", "b4", "b5"];

/// Whether player two still has something on the battlefield that counts, by what has fallen. The Tanks in reserve
/// never count; the Skyboat does not, and neither does the Bunker with nobody inside.
fn stands(fallen: &BTreeSet<&str>) -> bool {
    let alive = |unit: &str| !fallen.contains(unit);
    // Units inside something that fell have got out, onto the battlefield.
    let garrison = alive("b3");
    let from_the_air = alive("b5") && !alive("b4");
    alive("b1") || garrison || from_the_air
}

fn orders(of: &[&'static str]) -> Vec<Vec<&'static str>> {
    let [] = of else {
        let each = of.iter().enumerate().flat_map(|(place, first)| {
            let rest: Vec<&str> = of.iter().enumerate().filter(|(other, _)| *other != place).map(|(_, u)| *u).collect();
            orders(&rest).into_iter().map(move |mut order| {
                order.insert(0, first);
                order
            })
        });
        return each.collect();
    };
    vec![Vec::new()]
}

fn begun() -> Stage {
    let line = ("Line", "troops", "INFANTRY", 5, 1, 0);
    let bunker = ("Bunker", "fortification", "BUILDING, TRANSPORT", 1, 12, 10);
    let scouts = ("Scouts", "troops", "INFANTRY", 5, 1, 0);
    let skyboat = ("Skyboat", "flyer", "VEHICLE, TRANSPORT, AIRCRAFT, FLY", 1, 10, 12);
    let seer = ("Seer", "elites", "INFANTRY, PSYKER", 1, 3, 0);
    let tanks = ("Tanks", "heavy-support", "VEHICLE", 3, 10, 0);
    let mut stage = Stage::of("the-causeway", [&[line], &[line, bunker, scouts, skyboat, seer, tanks]]);
    stage.play(&["attacker one", "zone two b"]);
    let reserves = json!({"reserves": {"elsewhere": ["b6"], "embarked": {"b2": ["b3"], "b4": ["b5"]}}});
    stage.say("two", &reserves).expect("reserves");
    stage.play(&["first one", "begin"]);
    stage
}

/// Destroys a unit; passengers get out first, of what is destroyed or where they are the ones to fall.
fn destroy(stage: &mut Stage, unit: &str, fallen: &BTreeSet<&str>) {
    let inside = |carrier: &str| !fallen.contains(carrier);
    let out = match unit {
        "b2" if !fallen.contains("b3") => Some("b3"),
        "b4" if !fallen.contains("b5") => Some("b5"),
        "b3" if inside("b2") => Some("b3"),
        "b5" if inside("b4") => Some("b5"),
        _ => None,
    };
    let carrier_falls = ["b2", "b4"].contains(&unit);
    let leave = |stage: &mut Stage, unit: &str| {
        let line = format!(r#"under rescue two {{"disembark":{{"unit":"{unit}"}}}}"#);
        stage.play(&[&line]);
    };
    if carrier_falls {
        stage.play(&[&format!("kill {unit}")]);
    }
    if let Some(passenger) = out {
        leave(stage, passenger);
    }
    if !carrier_falls {
        stage.play(&[&format!("kill {unit}")]);
    }
}

#[test]
fn sudden_death_ends_the_log_in_every_order_of_losses() {
    let all = orders(&FALLING);
    assert_eq!(all.len(), 120);
    let mut ended_in = BTreeSet::new();
    for order in &all {
        // The first loss in the first turn of the battle, or in the second battle round.
        for quiet_turns in [0, 3] {
            let mut stage = begun();
            let mut fallen = BTreeSet::new();
            for turn in 1..=10 {
                if let Some(unit) = order.get(turn - 1 - quiet_turns.min(turn - 1)).filter(|_| turn > quiet_turns) {
                    destroy(&mut stage, unit, &fallen);
                    fallen.insert(*unit);
                }
                stage.play(&["end-turn"]);
                // The first two turns are the first battle round.
                let over = turn > 2 && !stands(&fallen);
                if over {
                    ended_in.insert(turn);
                    stage.play(&["winner one by Sudden-Death", "refused ended end-turn"]);
                    break;
                }
                assert!(stage.view().result.is_none(), "{order:?}, turn {turn}: {:?}", stage.view().result);
            }
            assert!(stage.view().result.is_some(), "{order:?}: nothing is left and the battle goes on");
        }
    }
    assert_eq!(ended_in, [3, 4, 5, 6, 7, 8].into(), "early and late ends occur");
}
