//! Invented armies: small, sensible, of the points of their battle size.

use std::sync::Arc;

use adjutant_engine::numbers::Whole;
use adjutant_engine::roster::{ModelGroup, Roster};
use adjutant_engine::side::Player;
use serde_json::{Value, json};

use crate::stream::Stream;

/// Up to this many points an army is small.
const SMALL: i32 = 1_000;

/// An army of 6 to 10 units whose models have bases, points and Move; units are called `a1` … or `b1` ….
///
/// ```
/// use adjutant_engine::side::Player;
/// use adjutant_simulate::{armies::army, stream::Stream};
/// let army = army(&mut Stream::new(&[1; 32], "armies"), 2000, Player::One);
/// assert!((6..=10).contains(&army.units().count()) && army.points() <= 2000);
/// ```
pub fn army(stream: &mut Stream, points: i32, player: Player) -> Roster {
    let large = points > SMALL;
    let mut units = sheets(stream, large);
    let prefix = if player == Player::One { "a" } else { "b" };
    for (index, unit) in units.iter_mut().enumerate() {
        unit["id"] = json!(format!("{prefix}{}", index + 1));
    }
    let warlord = json!({"unit": format!("{prefix}1"), "group": "marshal"});
    let (kind, cp) = if large { ("battalion", 3) } else { ("patrol", 2) };
    let roster = json!({"name": format!("Company of player {player}"), "faction": "THE COMPANY",
        "detachments": [{"type": kind, "cp": cp, "units": units}], "warlord": warlord});
    serde_json::from_value(roster).unwrap_or_else(|error| unreachable!("an invented army is well formed: {error}"))
}

/// The same army with some of its vehicles as squadrons of two or three.
pub(crate) fn with_squadrons(stream: &mut Stream, mut army: Roster) -> Roster {
    for unit in army.detachments.iter_mut().flat_map(|detachment| &mut detachment.units) {
        let has = |word: &str| unit.keywords.iter().any(|keyword| keyword.as_str() == word);
        let models = if has("VEHICLE") && !has("TRANSPORT") { 1 + stream.below(3) } else { 1 }.cast_signed();
        let points = Whole::new(unit.points.get() * models);
        if let (Some(group), Some(count), Some(points)) = (unit.models.first(), Whole::new(models), points)
            && models > 1
        {
            unit.models = vec![Arc::new(ModelGroup { count, ..ModelGroup::clone(group) })];
            unit.points = points;
        }
    }
    army
}

fn sheets(stream: &mut Stream, large: bool) -> Vec<Value> {
    let mut units = vec![
        unit("Marshal", "hq", &["CHARACTER", "INFANTRY"], &[("marshal", 1)], 5, 110, 40),
        psyker(unit("Seer", "hq", &["CHARACTER", "INFANTRY", "PSYKER"], &[("seer", 1)], 4, 95, 32)),
        squad(stream, "Rifles", if large { 10 } else { 6 }),
        squad(stream, "Pioneers", if large { 8 } else { 5 }),
        unit("Veterans", "elites", &["INFANTRY"], &[("veterans", 5)], 2, 28, 32),
        unit("Walker", "heavy-support", &["VEHICLE"], &[("walker", 1)], 12, 150, 80),
    ];
    if large || stream.chance(50) {
        units.push(unit("Outriders", "fast-attack", &["BIKER"], &[("outriders", 3)], 3, 40, 50));
    }
    if large {
        units.push(squad(stream, "Wardens", 10));
        units.push(carrier());
    }
    if large && stream.chance(60) {
        units.push(unit("Great Beast", "heavy-support", &["MONSTER"], &[("beast", 1)], 14, 210, 80));
    }
    units
}

/// 5 models or more of Troops, in some armies with a leader who is a group of their own.
fn squad(stream: &mut Stream, title: &str, models_max: u32) -> Value {
    let models = 5 + stream.below(models_max - 4);
    let led = [("sergeant", 1), ("troopers", models - 1)];
    let groups: &[(&str, u32)] = if stream.chance(30) { &led } else { &[("troopers", models)] };
    let mut squad = unit(title, "troops", &["INFANTRY"], groups, 1, 12, 32);
    for group in squad["models"].as_array_mut().into_iter().flatten() {
        group["objective_secured"] = json!(true);
    }
    squad
}

fn psyker(mut unit: Value) -> Value {
    unit["psyker"] = json!({"casts": 2, "denies": 1});
    unit
}

fn carrier() -> Value {
    let mut carrier = unit("Carrier", "dedicated-transport", &["VEHICLE", "TRANSPORT"], &[("carrier", 1)], 11, 90, 90);
    carrier["transport_capacity"] = json!(10);
    carrier
}

fn unit(
    title: &str,
    role: &str,
    keywords: &[&str],
    groups: &[(&str, u32)],
    wounds: u32,
    points: u32,
    base_mm: u32,
) -> Value {
    let models: u32 = groups.iter().map(|(_, count)| count).sum();
    let group = |(name, count): &(&str, u32)| {
        json!({"group": name, "count": count, "wounds": wounds, "points": points, "leadership": 7,
            "base": {"round_mm": base_mm}, "move_in": 6})
    };
    let models_json: Vec<Value> = groups.iter().map(group).collect();
    json!({"id": "a1", "datasheet": title, "role": role, "points": points * models, "power": points * models / 20,
        "keywords": keywords, "faction_keywords": ["THE COMPANY"], "models": models_json})
}
