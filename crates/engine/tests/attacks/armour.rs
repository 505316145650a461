//! What attacks do to vehicles, against every die there is and rules that are written down a second time.

use std::collections::BTreeMap;

use adjutant_engine::attack::{
    ArmourDice, Attacks, DamageResult, Facts, Fault, FaultKind, Hull, Roll, Sequence, Trait, TraitName, VehicleOdds,
    VehicleState, Volley, vehicle_odds,
};
use adjutant_engine::numbers::Whole;
use num_bigint::BigUint;

use crate::support::law;

struct Case {
    attacks: i32,
    hit: i32,
    strength: i32,
    ap: i32,
    rending: bool,
    hull: Hull,
}

const PLAIN: Hull = Hull {
    armour: 12,
    open_topped: false,
    cover: None,
    dice: ArmourDice::One,
    state: VehicleState { weapons: 1, immobilised: false, squadron: false },
};

fn odds_of(case: &Case, edition: &str) -> Result<VehicleOdds, Fault> {
    let hit = Roll { needs: Whole::new(case.hit), ..Roll::default() };
    let traits = if case.rending { vec![Trait { name: TraitName::Rending, number: 0 }] } else { Vec::new() };
    let number = Whole::new(case.attacks).expect("a number");
    let strength = Whole::new(case.strength);
    let sequence = Sequence { traits, strength, hit: Some(hit), ..Sequence::of(Attacks::Number(number)) };
    let facts = vec![Facts { ap: Some(case.ap), ..Facts::default() }];
    let volley = Volley { batches: vec![sequence], facts, saves: Vec::new(), trust: false };
    vehicle_odds(&law(edition), &case.hull, &volley)
}

/// What one attack of these dice rolls on the damage table: a total, or nothing.
fn total(case: &Case, [hit, one, other, more, cover, roll]: [i32; 6]) -> Option<i32> {
    let hull = &case.hull;
    let (sum, six) = match hull.dice {
        ArmourDice::One => (one, one == 6),
        ArmourDice::Two => (one + other, one == 6 || other == 6),
        ArmourDice::BetterOfTwo => (one.max(other), one.max(other) == 6),
    };
    let rend = if case.rending && six { (more + 1) / 2 } else { 0 };
    let against = case.strength + sum + rend - hull.armour;
    let hits = hit != 1 && hit >= case.hit;
    if !hits || against < 0 || hull.cover.is_some_and(|needs| cover >= needs) {
        return None;
    }
    let glancing = if against == 0 { -2 } else { 0 };
    let weapon = [-1, 1].get(usize::try_from(case.ap).expect("an AP value")).copied().unwrap_or(0);
    Some(roll + glancing + weapon + i32::from(hull.open_topped))
}

/// The worst of some totals, by counting what is damaged.
fn worst(hull: &Hull, totals: &[i32]) -> Option<DamageResult> {
    let of = |row: i32| totals.iter().filter(|total| **total == row).count();
    let (guns, tracks) = (of(3), of(4));
    let free = hull.state.weapons as usize;
    let whole = !hull.state.immobilised;
    let most = totals.iter().copied().max()?;
    Some(match most {
        6.. => DamageResult::Explodes,
        5 => DamageResult::Wrecked,
        _ if guns + tracks > free + usize::from(whole) => DamageResult::Wrecked,
        _ if whole && (tracks > 0 || guns > free) => DamageResult::Immobilised,
        3 | 4 => DamageResult::WeaponDestroyed,
        2 => DamageResult::Stunned,
        _ => DamageResult::Shaken,
    })
}

/// Every throw of one attack; dice that decide nothing stand still.
fn throws(case: &Case) -> Vec<Option<i32>> {
    let sides = |used: bool| if used { 6 } else { 1 };
    let two = sides(case.hull.dice != ArmourDice::One);
    let (rend, cover) = (sides(case.rending), sides(case.hull.cover.is_some()));
    let mut all = Vec::new();
    for hit in 1..=6 {
        for one in 1..=6 {
            for other in 1..=two {
                for more in 1..=rend {
                    for save in 1..=cover {
                        all.extend((1..=6).map(|roll| total(case, [hit, one, other, more, save, roll])));
                    }
                }
            }
        }
    }
    all
}

fn by_hand(case: &Case) -> BTreeMap<Option<DamageResult>, u64> {
    let mut found = BTreeMap::new();
    let one = throws(case);
    for first in &one {
        let seconds = if case.attacks == 2 { one.as_slice() } else { &[None] };
        for second in seconds {
            let totals: Vec<i32> = [*first, *second].into_iter().flatten().collect();
            *found.entry(worst(&case.hull, &totals)).or_default() += 1;
        }
    }
    found
}

#[test]
fn every_die_there_is_gives_the_odds_of_attacks_on_vehicles() {
    let hull = |change: fn(&mut Hull)| {
        let mut hull = PLAIN;
        change(&mut hull);
        hull
    };
    let case = |attacks, hit, strength, ap, hull| Case { attacks, hit, strength, ap, rending: false, hull };
    let cases = [
        case(1, 3, 9, 2, PLAIN),
        case(2, 4, 8, 0, PLAIN),
        case(2, 3, 8, 1, hull(|hull| hull.open_topped = true)),
        case(2, 4, 7, 4, hull(|hull| hull.state.weapons = 0)),
        case(2, 2, 9, 3, hull(|hull| (hull.state.weapons, hull.state.immobilised) = (0, true))),
        case(2, 3, 10, 3, hull(|hull| hull.state.immobilised = true)),
        case(1, 3, 8, 3, hull(|hull| hull.cover = Some(4))),
        case(1, 3, 8, 1, hull(|hull| (hull.armour, hull.dice) = (14, ArmourDice::Two))),
        case(1, 3, 8, 3, hull(|hull| (hull.armour, hull.dice) = (13, ArmourDice::BetterOfTwo))),
        case(1, 3, 4, 4, hull(|hull| hull.armour = 14)),
        Case { rending: true, ..case(1, 3, 6, 4, hull(|hull| hull.armour = 13)) },
        Case { rending: true, ..case(1, 4, 4, 0, hull(|hull| (hull.dice, hull.cover) = (ArmourDice::Two, Some(5)))) },
    ];
    for (nth, case) in cases.iter().enumerate() {
        let odds = odds_of(case, "5").expect("odds");
        let counted = by_hand(case);
        let all: u64 = counted.values().sum();
        assert!(odds.worst.keys().eq(counted.keys()), "case {nth}: {odds:?} {counted:?}");
        for (result, weight) in &odds.worst {
            assert_eq!(weight * all, &odds.total * BigUint::from(counted[result]), "case {nth}: {result:?}");
        }
    }
}

/// 002:2344-2350, 2410: one lascannon that hits against Armour 13: 1/6 glances, 2/6 penetrate.
#[test]
fn one_shot_by_hand() {
    let shot = Case { attacks: 1, hit: 2, strength: 9, ap: 2, rending: false, hull: Hull { armour: 13, ..PLAIN } };
    let odds = odds_of(&shot, "5").expect("odds");
    // 5/6 hit; 2/6 penetrate and explode on a 6; no glancing hit gets past 4.
    assert_eq!(&odds.worst[&Some(DamageResult::Explodes)] * 216u32, &odds.total * 10u32);
    assert_eq!(&odds.worst[&None] * 36u32, &odds.total * 21u32);
}

#[test]
fn other_editions_have_no_armour_values() {
    let shot = Case { attacks: 1, hit: 3, strength: 9, ap: 2, rending: false, hull: PLAIN };
    assert_eq!(odds_of(&shot, "9").expect_err("no table").kind, FaultKind::NotInLaw);
}
