//! Short ways to record a match in tests.

use adjutant_engine::fold::Match;
use adjutant_engine::record::read_bare;
use adjutant_engine::refusal::Refusal;
use serde_json::{Value, json};

/// Records a command; the outer error is a test that is written wrongly.
pub fn say(game: &mut Match, by: &str, command: Value) -> Result<(), Refusal> {
    let line = json!({"by": by, "do": command}).to_string();
    let record = read_bare(line.as_bytes()).unwrap_or_else(|error| panic!("{line}: {error}")).expect("a record");
    game.record(record.said(), &record.command).map(|_| ())
}

/// Records commands that are taken.
pub fn all(game: &mut Match, commands: &[(&str, Value)]) {
    for (by, command) in commands {
        say(game, by, command.clone()).unwrap_or_else(|refusal| panic!("{command}: {refusal}; {}", refusal.accepted));
    }
}

/// A unit of alike models, with whatever `extra` says of the group.
/// A field that `extra` gives as null is left out.
pub fn unit(id: &str, count: u32, extra: &Value) -> Value {
    let mut group = json!({"group": "models", "count": count, "wounds": 1, "base": {"round_mm": 32}, "move_in": 6});
    let mut unit = json!({"id": id, "datasheet": "Squad", "role": "troops", "points": 50, "power": 2,
        "keywords": ["INFANTRY"], "faction_keywords": ["IMPERIUM"]});
    for (key, value) in extra.as_object().into_iter().flatten() {
        let on_unit = ["role", "keywords", "models"].contains(&key.as_str());
        if on_unit { unit[key] = value.clone() } else { group[key] = value.clone() }
    }
    group.as_object_mut().expect("an object").retain(|_, value| !value.is_null());
    if unit.get("models").is_none() {
        unit["models"] = json!([group]);
    }
    unit
}

/// A match of two armies with zones chosen: player one defends, has side A and deploys first.
pub fn match_of(mission: &str, size: &str, one: &[Value], two: &[Value]) -> Match {
    let mut game = Match::new(adjutant_packs::shipped());
    let open = json!({"format": 1, "law": 2, "match": "test", "pack": "gt2020", "size": size,
        "players": {"one": {"name": "One"}, "two": {"name": "Two"}}});
    all(&mut game, &[("both", json!({"open": open}))]);
    for (player, units) in [("one", one), ("two", two)] {
        let army = json!({"name": player, "detachments": [{"type": "patrol", "cp": 0, "units": units}]});
        all(&mut game, &[(player, json!({"roster": {"player": player, "roster": army}}))]);
    }
    let choose = json!({"secondaries": {"choose": ["engage-on-all-fronts", "assassinate", "investigate-sites"]}});
    all(
        &mut game,
        &[
            ("both", json!({"mission": {"mission": mission}})),
            ("one", choose.clone()),
            ("two", choose),
            ("both", json!({"roles": {"attacker": "two"}})),
            ("one", json!({"zone": {"zone": "a"}})),
        ],
    );
    game
}

/// Models at places.
pub fn at(places: &[[f64; 2]]) -> Value {
    json!({"models": places})
}

/// Ends phases of a player's turn in order.
pub fn end(game: &mut Match, player: &str, phases: &[&str]) {
    for phase in phases {
        all(game, &[(player, json!({"end-phase": {"phase": phase}}))]);
    }
}
