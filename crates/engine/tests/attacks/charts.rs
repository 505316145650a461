//! The printed charts, cell by cell.

use adjutant_engine::attack::{
    Building, Cover, DamageResult, Danger, Drive, Edge, Fires, Mishap, Penetration, Speed, UnitKind, VehicleHit,
    VehicleSpeed, VehicleState, WoundTable, ballistic_needs, building_armour, cover_save, difficult_terrain, may_fire,
    mishap, moves_at_most_in, needs_to_hit_vehicle, outflank_edge, weapon_skill_needs,
};

use crate::support::{law, laws};

/// 5th edition, Strength down and Toughness across, as printed (002:753-764, again 1511 and 4643). 0 is N.
const WOUND: [[i32; 10]; 10] = [
    [4, 5, 6, 6, 0, 0, 0, 0, 0, 0],
    [3, 4, 5, 6, 6, 0, 0, 0, 0, 0],
    [2, 3, 4, 5, 6, 6, 0, 0, 0, 0],
    [2, 2, 3, 4, 5, 6, 6, 0, 0, 0],
    [2, 2, 2, 3, 4, 5, 6, 6, 0, 0],
    [2, 2, 2, 2, 3, 4, 5, 6, 6, 0],
    [2, 2, 2, 2, 2, 3, 4, 5, 6, 6],
    [2, 2, 2, 2, 2, 2, 3, 4, 5, 6],
    [2, 2, 2, 2, 2, 2, 2, 3, 4, 5],
    [2, 2, 2, 2, 2, 2, 2, 2, 3, 4],
];

/// 5th edition, Weapon Skill of the attacker down and of the target across (002:1472-1483, again 4628).
const SKILL: [[i32; 10]; 10] = [
    [4, 4, 5, 5, 5, 5, 5, 5, 5, 5],
    [3, 4, 4, 4, 5, 5, 5, 5, 5, 5],
    [3, 3, 4, 4, 4, 4, 5, 5, 5, 5],
    [3, 3, 3, 4, 4, 4, 4, 4, 5, 5],
    [3, 3, 3, 3, 4, 4, 4, 4, 4, 4],
    [3, 3, 3, 3, 3, 4, 4, 4, 4, 4],
    [3, 3, 3, 3, 3, 3, 4, 4, 4, 4],
    [3, 3, 3, 3, 3, 3, 3, 4, 4, 4],
    [3, 3, 3, 3, 3, 3, 3, 3, 4, 4],
    [3, 3, 3, 3, 3, 3, 3, 3, 3, 4],
];

#[test]
fn t41_every_cell_of_the_wound_chart() {
    for (strength, row) in (1..).zip(WOUND) {
        for (toughness, cell) in (1..).zip(row) {
            let needs = WoundTable::Difference.needs(strength, toughness);
            assert_eq!(needs.unwrap_or(0), cell, "S{strength} against T{toughness}");
        }
    }
}

#[test]
fn t42_every_cell_of_the_weapon_skill_chart() {
    for (attacker, row) in (1..).zip(SKILL) {
        for (target, cell) in (1..).zip(row) {
            assert_eq!(weapon_skill_needs(attacker, target), Some(cell), "WS{attacker} against WS{target}");
        }
    }
    assert_eq!(weapon_skill_needs(4, 0), None, "Weapon Skill 0 is hit without a roll");
}

#[test]
fn t43_ballistic_skill_1_to_10() {
    let printed = [(6, 0), (5, 0), (4, 0), (3, 0), (2, 0), (2, 6), (2, 5), (2, 4), (2, 3), (2, 2)];
    for (skill, (first, again)) in (1..).zip(printed) {
        assert_eq!(ballistic_needs(skill), Some((first, (again > 0).then_some(again))), "BS{skill}");
    }
    assert_eq!(ballistic_needs(0), None);
}

#[test]
fn t28_the_ratio_of_strength_and_toughness() {
    for (edition, law) in laws().into_iter().filter(|(edition, _)| *edition != "5") {
        for (strength, needs) in [(8, 2), (5, 3), (4, 4), (3, 5), (2, 6)] {
            assert_eq!(law.wound.table.needs(strength, 4), Some(needs), "{edition}: S{strength} against T4");
        }
    }
}

#[test]
fn t45_the_vehicle_damage_table() {
    use DamageResult::{Explodes, Immobilised, Shaken, Stunned, WeaponDestroyed, Wrecked};
    let vehicles = law("5").vehicles.expect("5th edition has vehicles with Armour values");
    let armed = VehicleState { weapons: 2, immobilised: false, squadron: false };
    let hit = VehicleHit { penetration: Penetration::Penetrating, ap: 4, open_topped: false, other: 0 };
    let printed = [Shaken, Stunned, WeaponDestroyed, Immobilised, Wrecked, Explodes];
    for (die, result) in (1..).zip(printed) {
        assert_eq!(vehicles.result(die, hit, armed), Some(result));
    }
    for (hit, die, result) in [
        (VehicleHit { penetration: Penetration::Glancing, ..hit }, 6, Immobilised),
        (VehicleHit { penetration: Penetration::Glancing, ..hit }, 1, Shaken),
        (VehicleHit { ap: 0, ..hit }, 6, Wrecked),
        (VehicleHit { ap: 1, ..hit }, 5, Explodes),
        (VehicleHit { ap: 1, open_topped: true, ..hit }, 4, Explodes),
        (VehicleHit { open_topped: true, ..hit }, 6, Explodes),
    ] {
        assert_eq!(vehicles.result(die, hit, armed), Some(result), "{hit:?} {die}");
    }
    assert_eq!(vehicles.result(6, VehicleHit { penetration: Penetration::None, ..hit }, armed), None);
    let disarmed = VehicleState { weapons: 0, immobilised: false, squadron: false };
    let stuck = VehicleState { weapons: 1, immobilised: true, squadron: false };
    let helpless = VehicleState { weapons: 0, immobilised: true, squadron: false };
    assert_eq!(vehicles.result(3, hit, disarmed), Some(Immobilised));
    assert_eq!(vehicles.result(4, hit, stuck), Some(WeaponDestroyed));
    assert_eq!(vehicles.result(3, hit, helpless), Some(Wrecked));
    assert_eq!(vehicles.result(4, hit, helpless), Some(Wrecked));
    let squadron = VehicleState { weapons: 2, immobilised: false, squadron: true };
    assert_eq!(vehicles.result(2, hit, squadron), Some(Shaken));
    assert_eq!(vehicles.result(4, hit, squadron), Some(Wrecked));
}

#[test]
fn t46_hits_on_vehicles_by_their_speed() {
    assert_eq!(needs_to_hit_vehicle(VehicleSpeed::Stationary), None);
    assert_eq!(needs_to_hit_vehicle(VehicleSpeed::Combat), Some(4));
    assert_eq!(needs_to_hit_vehicle(VehicleSpeed::Cruising), Some(6));
}

#[test]
fn t44_t48_cover_and_buildings() {
    let printed = [(Cover::Wire, 6), (Cover::Soft, 5), (Cover::Solid, 4), (Cover::Fortification, 3)];
    for (cover, save) in printed {
        assert_eq!(cover_save(cover), save, "T-44: {cover:?}");
    }
    let printed = [
        (Building::Bunker, 14),
        (Building::Palace, 13),
        (Building::Concrete, 12),
        (Building::House, 11),
        (Building::Cabin, 10),
        (Building::Shed, 9),
    ];
    for (building, armour) in printed {
        assert_eq!(building_armour(building), armour, "T-48: {building:?}");
    }
}

#[test]
fn t49_t50_who_arrives_where() {
    use Mishap::{Delayed, Destroyed, Misplaced};
    let printed = [Destroyed, Destroyed, Misplaced, Misplaced, Delayed, Delayed];
    assert_eq!((1..=6).map(mishap).collect::<Vec<_>>(), printed.map(Some), "T-49");
    let printed = [Edge::Left, Edge::Left, Edge::Right, Edge::Right, Edge::Either, Edge::Either];
    assert_eq!((1..=6).map(outflank_edge).collect::<Vec<_>>(), printed.map(Some), "T-50");
    assert_eq!([mishap(0), mishap(7)], [None; 2]);
    assert_eq!([outflank_edge(0), outflank_edge(7)], [None; 2]);
}

#[test]
fn t51_weapons_that_fire_after_a_move() {
    use Fires::{All, Nothing, OneAndDefensive};
    let speeds = [Speed::Stationary, Speed::Combat, Speed::Cruising, Speed::FlatOut];
    let printed = [
        (Drive::Plain, [Some(All), Some(OneAndDefensive), Some(Nothing), None]),
        (Drive::Fast, [Some(All), Some(All), Some(OneAndDefensive), Some(Nothing)]),
        (Drive::Walker, [Some(All), Some(All), None, None]),
    ];
    for (drive, row) in printed {
        assert_eq!(speeds.map(|speed| may_fire(drive, speed)), row, "T-51: {drive:?}");
    }
    assert_eq!(moves_at_most_in(Drive::Fast, true), 24, "G-154");
    let others = [(Drive::Plain, false), (Drive::Plain, true), (Drive::Fast, false), (Drive::Walker, true)];
    assert_eq!(others.map(|(drive, road)| moves_at_most_in(drive, road)), [12, 18, 18, 6]);
}

#[test]
fn t52_difficult_terrain_by_kind_of_unit() {
    use Danger::{Always, IfDangerous, StartsOrEnds};
    let printed = [
        (UnitKind::Infantry, true, IfDangerous),
        (UnitKind::Bike, false, Always),
        (UnitKind::Jetbike, false, StartsOrEnds),
        (UnitKind::MonstrousCreature, true, IfDangerous),
        (UnitKind::JumpInfantry, false, StartsOrEnds),
        (UnitKind::ArtilleryCrew, true, IfDangerous),
        (UnitKind::ArtilleryGun, true, Always),
        (UnitKind::Beast, true, IfDangerous),
        (UnitKind::Walker, true, IfDangerous),
        (UnitKind::Skimmer, false, StartsOrEnds),
        (UnitKind::Vehicle, false, Always),
    ];
    for (kind, slowed, danger) in printed {
        assert_eq!(difficult_terrain(kind), (slowed, danger), "T-52: {kind:?}");
    }
}

/// Tables of the turn that the ruleset of 5th edition holds.
#[test]
fn t35_g145_length_reserves_and_turns_of_the_fifth_edition() {
    let text = include_str!("../../../../missions/rulesets/5th/ruleset.json");
    let rules: serde_json::Value = serde_json::from_str(text).expect("a shipped ruleset is JSON");
    let length = &rules["length"];
    assert_eq!(
        (&length["rounds"], &length["then"][0]["ends_on"], &length["then"][1]["ends_on"]),
        (&5.into(), &2.into(), &3.into()),
        "T-35"
    );
    assert_eq!(length["then"].as_array().map(Vec::len), Some(2), "T-35: the battle ends after the seventh turn");
    let rolls = rules["reserves"]["rolls"].as_array().expect("reserve rolls");
    let rolls: Vec<(i64, i64)> =
        rolls.iter().filter_map(|row| Some((row["round"].as_i64()?, row["at_least"].as_i64()?))).collect();
    assert_eq!(rolls, [(2, 4), (3, 3), (4, 2)], "T-36");
    assert_eq!(rules["turn"].as_array().map(Vec::len), Some(3), "G-145: a player's turn has three phases");
}
