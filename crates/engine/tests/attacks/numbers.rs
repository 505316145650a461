//! Printed examples of dice, characteristics and tests other than attacks, by name.

use adjutant_engine::attack::Change::{Add, Divide, Multiply, Set, Subtract};
use adjutant_engine::attack::Characteristic::{
    ArmourPenetration, Attacks, Damage, Invulnerable, Leadership, Move, ObjectiveControl, Save, Strength, Toughness,
    WeaponSkill,
};
use adjutant_engine::attack::{
    Amount, Attrition, Batch, Change, Characteristic, CombatResult, CombatSide, Discard, FaultKind, Penetration,
    Sequence, Target, Trial, TrialOn, Value, as_digits, attacks_by_hit_rolls, ballistic_needs, best, best_save,
    better_by, blows, blows_with, changed, characteristic_test, charge_needs, combat_result, conditions, cover_of_unit,
    damage_rolls, decided, hazardous, is_below_half, is_better, is_caught, is_shaken_by_losses, kept, levels_climbed,
    looked_up, lost_at, majority_or_highest, passengers, penetrates, prevailing, psychic_test, ram_strength, resolve,
    scatter_in, shots, smite, striking_order, third_of,
};

use crate::support::law;

fn number(edition: &str, what: Characteristic, base: i32, changes: &[Change], weapon: &[Change]) -> i32 {
    match changed(&law(edition).numbers, what, Value::Number(base), changes, weapon) {
        Ok(Value::Number(number)) => number,
        other => panic!("{edition} {what:?} {base}: {other:?}"),
    }
}

/// Name, edition, characteristic, base, changes, those of the weapon, result.
type Row<'a> = (&'a str, &'a str, Characteristic, i32, &'a [Change], &'a [Change], i32);

#[test]
fn characteristics_after_all_changes() {
    let rows: &[Row<'_>] = &[
        ("G-05", "9", Strength, 4, &[Add(1)], &[Multiply(2)], 9),
        ("G-06", "5", Strength, 4, &[Add(1), Multiply(2)], &[], 9),
        ("G-07 model", "8", Strength, 3, &[Subtract(1), Multiply(2)], &[], 5),
        ("G-07", "8", Strength, 3, &[Subtract(1), Multiply(2)], &[Multiply(2)], 10),
        ("G-08", "9", Strength, 6, &[], &[Multiply(2)], 12),
        ("G-09", "10", Attacks, 3, &[Add(1), Multiply(2)], &[], 7),
        ("G-10", "10", ObjectiveControl, 2, &[Divide(2), Add(1)], &[], 2),
        ("G-11", "10", ObjectiveControl, 2, &[Set(0), Divide(2), Add(1)], &[], 1),
        ("G-27 least", "8", Move, 20, &[Divide(2)], &[], 10),
        ("G-27 most", "8", Move, 60, &[Divide(2)], &[], 30),
        ("G-28", "8", Move, 6, &[Add(6)], &[], 12),
        ("G-29", "8", WeaponSkill, 3, &[Set(6), Subtract(1)], &[], 5),
        ("G-46 reducers", "10", Toughness, 4, &[Subtract(1), Subtract(1)], &[], 2),
        ("T-39 Ld", "10", Leadership, 6, &[Subtract(3)], &[], 5),
        ("T-39 worst Ld", "10", Leadership, 7, &[Add(3)], &[], 8),
        ("T-39 OC", "10", ObjectiveControl, 1, &[Subtract(2)], &[], 0),
        ("bounds 9", "9", Toughness, 3, &[Subtract(5)], &[], 1),
        ("D-1 Damage has no bound in 9", "9", Damage, 1, &[Subtract(1)], &[], 0),
        ("bounds 10", "10", Damage, 1, &[Subtract(1)], &[], 1),
        ("000:570 set to 0", "10", Damage, 3, &[Set(0)], &[], 0),
        ("000:570 set to 0, then less", "10", Damage, 3, &[Set(0), Subtract(1)], &[], 0),
        ("10 Sv never 1+", "10", Save, 2, &[Subtract(1)], &[], 2),
        ("5 highest 10", "5", Strength, 8, &[Multiply(2)], &[], 10),
        ("9 rounds up", "9", Attacks, 3, &[Divide(2)], &[], 2),
        ("9 rounds at the end", "9", Attacks, 3, &[Divide(2), Add(1)], &[], 3),
        ("10 divides before it multiplies", "10", Attacks, 3, &[Multiply(2), Divide(4)], &[], 2),
    ];
    for (name, edition, what, base, changes, weapon, expected) in rows {
        assert_eq!(number(edition, *what, *base, changes, weapon), *expected, "{name}");
        let mut turned = changes.to_vec();
        turned.reverse();
        assert_eq!(number(edition, *what, *base, &turned, weapon), *expected, "{name}, changes the other way round");
    }
    for edition in ["8", "9", "10"] {
        let dash = changed(&law(edition).numbers, Strength, Value::Dash, &[Add(1)], &[]);
        assert_eq!(dash, Ok(Value::Dash), "{edition}: a dash is never changed");
    }
    assert!(changed(&law("9").numbers, Strength, Value::Number(4), &[Divide(0)], &[]).is_err());
}

#[test]
fn improved_and_worsened() {
    let rows = [
        ("G-19", "9", WeaponSkill, 3, 1, 2),
        ("G-19", "9", WeaponSkill, 3, -1, 4),
        ("G-19", "10", WeaponSkill, 3, 1, 2),
        ("G-19", "10", WeaponSkill, 3, -1, 4),
        ("G-20", "9", ArmourPenetration, -1, 1, -2),
        ("G-20", "10", ArmourPenetration, 0, 1, -1),
        ("G-20", "9", ArmourPenetration, -1, -1, 0),
        ("G-20", "10", ArmourPenetration, 0, -1, 0),
        ("G-21", "9", Invulnerable, 3, 1, 2),
        ("G-21", "9", Invulnerable, 3, -1, 4),
        ("other characteristics", "10", Strength, 4, 1, 5),
        ("Ld has no plus in 9", "9", Leadership, 7, 1, 8),
        ("Ld has a plus in 10", "10", Leadership, 7, 1, 6),
    ];
    for (name, edition, what, base, by, expected) in rows {
        let change = better_by(&law(edition).numbers, what, by);
        assert_eq!(number(edition, what, base, &[change], &[]), expected, "{name} {edition}th");
    }
    for edition in ["9", "10"] {
        let numbers = law(edition).numbers;
        assert!(is_better(&numbers, Toughness, 5, 4), "G-130");
        assert!(is_better(&numbers, Save, 2, 3), "G-130");
        assert!(is_better(&numbers, ArmourPenetration, -2, -1), "G-130");
        assert!(is_better(&numbers, ArmourPenetration, -1, 0), "G-130");
    }
}

/// A row that no attack goes through: a name, what the rule gives, what is printed.
#[test]
fn rows_of_other_rules() {
    use Penetration::{Glancing, Penetrating};
    let ninth = law("9").numbers;
    let rows: &[(&str, i64, i64)] = &[
        ("G-52 claws", 3 + 2 * 2, 7),
        ("G-67 alone", i64::from(is_below_half(1, 1)), 0),
        ("G-67 attached", i64::from(is_below_half(1, 6)), 1),
        ("G-89", i64::from(passengers(10, 2)), 5),
        ("G-89 no places", i64::from(passengers(10, 0)), 0),
        ("G-144", i64::from(best(&ninth, Leadership, &[7 - 2, 9]).unwrap_or(0)), 9),
        ("G-32 exactly nine", charge_needs(9_000, 0), 9),
    ];
    for (name, given, printed) in rows {
        assert_eq!(given, printed, "{name}");
    }
    assert_eq!(decided(true, true), Some(true), "G-132: what passes by itself stands against what fails by itself");
    assert_eq!((decided(false, true), decided(false, false)), (Some(false), None), "G-132");
    let hits = [(Penetrating, true), (Penetrating, false), (Penetrating, false), (Glancing, true), (Glancing, false)];
    let hits = [&hits[..], &[(Glancing, false), (Penetration::None, false)]].concat();
    assert_eq!(damage_rolls(&hits), (2, 2), "G-153: one penetrating and one glancing hit are saved");
    let objectives: Amount = "d3+2".parse().expect("T-37");
    assert_eq!([1, 4, 6].map(|face| objectives.of(&[face])), [3, 4, 5], "T-37");
}

/// G-139: two re-rolls of one die each may take both dice of a roll; no die is rolled a third time.
#[test]
fn g139_two_dice_once_each() {
    let dice = |rerolls: &str| {
        let text = format!(
            r#"{{"attacks":2,"hit":{{"needs":4,"roll":[5,4],"rerolls":{rerolls},"why":"two rules"}},"wound":{{"needs":7,"roll":[1,1]}}}}"#
        );
        serde_json::from_str::<Sequence>(&text)
    };
    let both = dice(r#"{"0":1,"1":2}"#).expect("each die once");
    let outcome = resolve(&law("8"), &Target::alike(5, 1), &[Batch::new(&both)]);
    assert_eq!(
        outcome.map_err(|fault| fault.kind),
        Err(FaultKind::ExtraDice),
        "7+ wounds nobody, so nothing is rolled"
    );
    let both = Sequence { wound: None, ..both };
    let needs = r#"{"attacks":2,"hit":{"needs":6,"roll":[5,4],"rerolls":{"0":1,"1":2},"why":"two rules"}}"#;
    let missed: Sequence = serde_json::from_str(needs).expect("each die once");
    let outcome = resolve(&law("8"), &Target::alike(5, 1), &[Batch::new(&missed)]).expect("both may be rolled again");
    assert_eq!(outcome.tallies[0].hits, 0);
    assert!(both.hit.is_some_and(|hit| hit.rerolls.len() == 2));
    assert!(dice(r#"{"0":1,"0":2}"#).is_err(), "the same die twice");
}

#[test]
fn how_many_attacks() {
    let printed = |kind: &str| shots(kind).map(|shots| shots.to_string());
    assert_eq!(printed("Assault 1").as_deref(), Some("1"), "G-54");
    assert_eq!(printed("Heavy 3").as_deref(), Some("3"), "G-54");
    assert_eq!(5 * blows_with(2, &[]), 10, "G-54: five models with two attacks each");
    assert_eq!(printed("Rapid Fire 1").as_deref(), Some("1"));
    assert_eq!(printed("Heavy 2D6").as_deref(), Some("2d6"));
    assert_eq!(["Melee", "Heavy", "Heavy 0", "24\" 3", ""].map(printed), [const { None }; 5]);
    assert_eq!(blows_with(2, &[1]), 2 + 1, "G-58: two with the chainaxe, one with the chainsword");
    assert_eq!(blows_with(2, &[1, 1]) - 2, 2, "G-58: two chainswords");
    assert_eq!(attacks_by_hit_rolls(1, 2), 2, "G-134: two attacks");
    assert_eq!(attacks_by_hit_rolls(3, 2), 6);
}

#[test]
fn g46_conditions_with_a_name_count_once() {
    let reducers = [Subtract(1), Subtract(1)];
    assert_eq!(number("10", Toughness, 4, &reducers, &[]) - 4, -2, "two abilities of one name");
    assert_eq!(conditions(&[("suppressed", -1), ("suppressed", -1)]), -1);
    assert_eq!(conditions(&[("suppressed", -1), ("stunned", -1)]), -2);
}

#[test]
fn g50_the_target_modifies_last() {
    let improved = number("9", ArmourPenetration, 0, &[better_by(&law("9").numbers, ArmourPenetration, 1)], &[]);
    assert_eq!(improved, -1, "G-50");
    let at_allocation = if improved == -1 { Set(0) } else { Add(0) };
    assert_eq!(number("9", ArmourPenetration, improved, &[at_allocation], &[]), 0);
}

#[test]
fn dice_and_their_ranges() {
    assert_eq!(as_digits(&[3, 6]), 36, "G-02");
    assert_eq!((1..=6).map(third_of).collect::<Vec<_>>(), [1, 1, 2, 2, 3, 3], "G-03");
    let again: Vec<bool> = (1..=3).map(|face| third_of(face) == 1).collect();
    assert_eq!(again, [true, true, false], "G-04: a D3 of 1 is a 1 or 2 on the die");
    let rows = [
        ("G-17", "d3", 1, 3),
        ("G-17", "2d6", 2, 12),
        ("G-17", "d3+3", 4, 6),
        ("G-18", "d6", 1, 6),
        ("G-23", "d6+2", 3, 8),
        ("G-23", "d6x5", 5, 30),
        ("G-23", "3d6-3", 0, 15),
    ];
    for (name, text, least, most) in rows {
        let amount: Amount = text.parse().expect(text);
        assert_eq!((amount.least(), amount.most()), (least, most), "{name} {text}");
        assert_eq!(amount.to_string(), text);
    }
    let damage: Amount = "d3+1".parse().expect("G-26");
    assert_eq!((1..=6).map(|face| damage.of(&[face])).collect::<Vec<_>>(), [2, 2, 3, 3, 4, 4], "G-26");
    let effects = [((2, 5), "one mortal wound"), ((6, 6), "D3 mortal wounds")];
    assert_eq!(looked_up(&effects, 1), None, "G-24");
    assert_eq!(looked_up(&effects, 6), Some(&"D3 mortal wounds"));
    let drop = [Discard::Highest, Discard::Lowest];
    assert_eq!(kept(&[2, 6, 4], &drop), [4], "G-30");
}

#[test]
fn tests_of_units() {
    let morale: Trial =
        serde_json::from_str(r#"{"dice":1,"add":"lost-this-turn","pass":"at-most","always":1,"fail":"attrition"}"#)
            .unwrap();
    let skitarii = TrialOn { value: 7, lost: 5, minus: 0 };
    assert_eq!(morale.passes(&[4], skitarii), Some(false), "G-51");
    let attrition = Attrition::of(5, 10);
    assert_eq!((attrition.dice, attrition.minus), (4, 1), "G-51");
    assert_eq!(attrition.flee(&[1, 2, 5, 6], 0), Some(2), "G-51: two of ten remain");
    assert_eq!(attrition.flee(&[1, 2, 5], 0), None);
    let unit = |lost| TrialOn { value: 7, lost, minus: 0 };
    assert_eq!(morale.passes(&[4], unit(3)), Some(true), "T-30");
    assert_eq!(morale.passes(&[5], unit(3)), Some(false), "T-30");
    assert_eq!(morale.passes(&[1], unit(9)), Some(true), "T-30");
    assert_eq!(morale.passes(&[4, 4], unit(3)), None);
    assert_eq!(morale.passes(&[4], unit(0)), Some(true), "a model that came back is not lost");

    let shock: Trial = serde_json::from_str(r#"{"dice":2,"pass":"at-least","fail":"shocked"}"#).unwrap();
    assert_eq!(shock.passes(&[3, 3], unit(0)), Some(false), "T-38");
    assert_eq!(shock.passes(&[3, 4], unit(0)), Some(true), "T-38");
    assert_eq!(best(&law("10").numbers, Leadership, &[6, 7, 8, 8]), Some(6), "G-25: lower is better with a plus");
    assert_eq!(best(&law("9").numbers, Leadership, &[6, 7, 8, 8]), Some(8));
    assert_eq!(best(&law("9").numbers, Leadership, &[]), None);
    assert!(is_better(&law("10").numbers, Leadership, 6, 8), "G-25");

    let check: Trial =
        serde_json::from_str(r#"{"dice":2,"pass":"at-most","always_double":1,"fail":"falls-back"}"#).unwrap();
    let guard = TrialOn { value: 7, lost: 0, minus: 2 };
    assert_eq!(check.passes(&[2, 3], guard), Some(true), "G-75: 5 or less");
    assert_eq!(check.passes(&[3, 3], guard), Some(false), "G-75");
    assert_eq!(check.passes(&[1, 1], TrialOn { minus: 9, ..guard }), Some(true), "a double 1 always holds");
    assert!(is_shaken_by_losses(5, 2) && is_shaken_by_losses(3, 1) && !is_shaken_by_losses(5, 1), "G-74");
    assert!(!is_shaken_by_losses(0, 0));
    assert!(is_below_half(4, 10) && !is_below_half(5, 10));
    for (face, value, passes) in [(6, 10, false), (1, 1, true), (1, 0, false), (3, 3, true), (4, 3, false)] {
        assert_eq!(characteristic_test(face, value), passes, "002:375: {face} against {value}");
    }
}

#[test]
fn psychic_and_charge_rolls() {
    assert_eq!(psychic_test([1, 3], 4), (true, false), "T-31");
    assert!(psychic_test([1, 1], 2).1 && psychic_test([6, 6], 13).1 && !psychic_test([3, 3], 5).1, "T-32");
    let (first, ten) = smite(0, 10);
    let (second, eleven) = smite(1, 11);
    assert_eq!((first, second, ten.to_string(), eleven.to_string()), (5, 6, "d3".into(), "d6".into()), "T-53");
    assert_eq!(charge_needs(9_001, 1_000), 9, "G-32: set up just beyond nine inches");
    assert_eq!(charge_needs(9_000, 1_000), 8);
    assert_eq!(charge_needs(500, 1_000), 0);
    assert_eq!(lost_at(&[2, 3], 2), 1, "T-56: a 2 dies, a 3 lives");
    assert_eq!((lost_at(&[5, 6], 1), lost_at(&[1, 2], 2)), (0, 2), "T-54");
    assert_eq!(lost_at(&[1, 3, 1, 4, 5, 6], 1), 2, "G-57: two passengers");
    assert_eq!(hazardous(&[1, 4, 2]), [3], "G-122: three tests, one fails");
    assert_eq!(hazardous(&[1, 5, 5, 5, 5]), [3], "G-47: three mortal wounds");
    assert_eq!(prevailing(Some(2), Some(6)), Some(2), "G-49");
    assert_eq!(prevailing(Some(2), Some(4)), Some(2), "G-123");
}

#[test]
fn saves_of_the_fifth_edition() {
    let kept: Vec<bool> = (3..=6).map(|save| best_save(Some(save), 4, None, None).is_some()).collect();
    assert_eq!(kept, [true, false, false, false], "G-85: AP4 leaves 3+ alone");
    assert_eq!(best_save(Some(3), 3, Some(3), Some(4)), Some(3), "G-86: the fort's cover");
    assert_eq!(best_save(None, 3, [5, 4].into_iter().min(), None), Some(4), "G-86: hedge and wall");
    assert_eq!(best_save(Some(1), 0, None, None), Some(2), "no save is better than 2+");
    assert_eq!(cover_of_unit(2, 5, 4, false), None, "G-146: three of five firers see most of it");
    assert_eq!(cover_of_unit(3, 5, 4, false), Some(4), "G-146");
    assert_eq!(cover_of_unit(2, 4, 4, true), Some(5), "G-146: nobody is sure");
    for (cover, save) in [("hedge", 5), ("building", 4), ("fortification", 3)] {
        assert_eq!(cover_of_unit(1, 1, save, false), Some(save), "G-152: obscured behind a {cover}");
    }
    assert_eq!(majority_or_highest(&[(3, 5), (4, 1)]), Some(3), "G-87");
    assert_eq!(majority_or_highest(&[(3, 1), (4, 1)]), Some(4), "G-87");
    assert_eq!(majority_or_highest(&[(2, 20), (4, 1)]), Some(2), "G-150");
    assert_eq!(majority_or_highest(&[]), None);
}

#[test]
fn close_combat_of_the_fifth_edition() {
    assert_eq!((5 * blows(1, false, false), 5 * blows(1, true, false)), (5, 10), "G-72: Marines");
    assert_eq!((5 * blows(2, false, true), 5 * blows(2, true, true)), (15, 20), "G-72: Orks");
    assert_eq!(striking_order(&[4, 1, 2, 4]), [4, 2, 1], "G-73");
    let side = |inflicted| CombatSide { inflicted, ..CombatSide::default() };
    assert_eq!(combat_result(side(3), side(1)), CombatResult::FirstBy(2));
    assert_eq!(combat_result(side(1), side(4)), CombatResult::SecondBy(3), "G-76: three wounds on the fearless");
    assert_eq!(combat_result(side(2), side(2)), CombatResult::Drawn);
    let gone = CombatSide { inflicted: 9, destroyed: true, on_itself: 0 };
    assert_eq!(combat_result(side(2), gone), CombatResult::FirstBy(0), "a side that is wiped out has lost");
    let own = CombatSide { inflicted: 2, on_itself: 2, destroyed: false };
    assert_eq!(combat_result(own, side(1)), CombatResult::SecondBy(1), "wounds on oneself count for the other");
    assert!(is_caught((3, 4), (5, 2)), "equal totals catch");
    assert!(!is_caught((2, 4), (5, 2)));
}

#[test]
fn shooting_of_the_fifth_edition() {
    assert_eq!((ballistic_needs(4), ballistic_needs(2)), (Some((3, None)), Some((5, None))), "G-77");
    assert_eq!(ballistic_needs(7), Some((2, Some(5))), "G-77: a 1 rolled again needs 5");
    assert_eq!(scatter_in([3, 4], 4), 3, "G-79");
    assert_eq!(scatter_in([1, 1], 4), 0);
    assert_eq!(penetrates(9, &[4], 13), Penetration::Glancing, "G-80");
    assert_eq!((penetrates(9, &[3], 13), penetrates(9, &[5], 13)), (Penetration::None, Penetration::Penetrating));
    let krak = penetrates(6, &[4], 10);
    let melta = penetrates(8, &[1, 2], 11);
    assert_eq!(
        (krak, melta, penetrates(4, &[6], 11)),
        (Penetration::Glancing, Penetration::Glancing, Penetration::None),
        "T-47"
    );
    assert_eq!((ram_strength(14, 10, true), ram_strength(10, 10, false)), (8, 3), "G-81");
    assert_eq!(levels_climbed(5), (1, 2), "G-88: one level of 3 inches and 2 more");
}
