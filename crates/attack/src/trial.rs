//! Tests of units: Morale, Leadership, Battle-shock, pinning, psychic tests, charges.
//!
//! # Source
//! `docs/rules/dice.md` E.3 to E.6.

use adjutant_core::numbers::Whole;
use serde::{Deserialize, Serialize};

/// How a test of a unit is rolled: one row of the `tests` of a ruleset.
///
/// ```
/// use adjutant_attack::{Trial, TrialOn};
/// let morale: Trial = serde_json::from_str(r#"{"dice":1,"add":"lost-this-turn","pass":"at-most","always":1,"fail":"attrition"}"#).unwrap();
/// let unit = TrialOn { value: 7, lost: 3, minus: 0 };
/// assert_eq!((morale.passes(&[4], unit), morale.passes(&[5], unit)), (Some(true), Some(false)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Trial {
    /// How many dice are added up.
    pub dice: Whole<1, 3>,
    /// What is added to them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub add: Option<TrialAdd>,
    /// Which results pass.
    pub pass: TrialPass,
    /// A single die that shows this always passes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub always: Option<Whole<1, 6>>,
    /// A single die that shows this always fails.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub never: Option<Whole<1, 6>>,
    /// Two dice that both show this always pass.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub always_double: Option<Whole<1, 6>>,
    /// What becomes of a unit that fails.
    pub fail: TrialFailure,
}

/// What is added to the dice of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum TrialAdd {
    /// Models destroyed this turn.
    LostThisTurn,
}

/// Which results pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum TrialPass {
    /// The characteristic or less.
    AtMost,
    /// The characteristic or more.
    AtLeast,
}

/// What becomes of a unit that fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum TrialFailure {
    /// One model flees, and every other rolls.
    Attrition,
    /// It is Battle-shocked.
    Shocked,
    /// It falls back.
    FallsBack,
    /// It goes to ground.
    Ground,
    /// Nothing beyond the failure.
    Nothing,
}

/// The unit that takes a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrialOn {
    /// The characteristic that is tested, the best of the unit.
    pub value: i32,
    /// Models destroyed this turn, those that came back not counted.
    pub lost: u32,
    /// Taken off the characteristic.
    pub minus: i32,
}

impl Trial {
    /// Whether the dice pass; `None` where there are more or fewer than the test asks for.
    pub fn passes(&self, faces: &[i32], unit: TrialOn) -> Option<bool> {
        if i32::try_from(faces.len()) != Ok(self.dice.get()) {
            return None;
        }
        let all = |face: Option<Whole<1, 6>>| face.is_some_and(|face| faces.iter().all(|f| *f == face.get()));
        if faces.len() == 1 && all(self.never) {
            return Some(false);
        }
        if (faces.len() == 1 && all(self.always)) || (faces.len() == 2 && all(self.always_double)) {
            return Some(true);
        }
        let added = match self.add {
            Some(TrialAdd::LostThisTurn) => i32::try_from(unit.lost).unwrap_or(i32::MAX),
            None => 0,
        };
        let total = faces.iter().sum::<i32>().saturating_add(added);
        let value = unit.value - unit.minus;
        Some(match self.pass {
            TrialPass::AtMost => total <= value,
            TrialPass::AtLeast => total >= value,
        })
    }
}

/// How many models flee after a failed Morale test, the first among them, and how many dice attrition asks for.
///
/// # Source
/// 001:2386-2407: one flees, then a die for each that remains, 1 taken off below half strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attrition {
    /// Models after the first has fled.
    pub dice: u32,
    /// Taken off each die.
    pub minus: i32,
}

impl Attrition {
    /// What a failed test asks for; `models` are those of the unit when it fails.
    pub fn of(models: u32, starting_strength: u32) -> Attrition {
        let dice = models.saturating_sub(1);
        Attrition { dice, minus: i32::from(2 * u64::from(dice) < u64::from(starting_strength)) }
    }

    /// Models that flee besides the first; `None` where there are more or fewer dice than models.
    pub fn flee(self, faces: &[i32], modifier: i32) -> Option<u32> {
        if u32::try_from(faces.len()) != Ok(self.dice) {
            return None;
        }
        let flee = faces.iter().filter(|face| (**face - self.minus + modifier).max(1) == 1).count();
        u32::try_from(flee).ok()
    }
}

/// Whether a unit is below half its strength; a single model by its wounds.
///
/// # Source
/// 000:884-889, 001:1551 counts models alone.
pub fn is_below_half(left: u32, starting: u32) -> bool {
    2 * u64::from(left) < u64::from(starting)
}

/// Two or three dice read as digits: 3 and 6 are 36.
///
/// # Source
/// 000:148-150, 001:123.
pub fn as_digits(faces: &[i32]) -> i32 {
    faces.iter().fold(0, |number, face| number * 10 + face)
}

/// The row of a table that a result falls into; `None` where no row states an effect.
///
/// # Source
/// 000:168-170.
pub fn looked_up<T>(rows: &[((i32, i32), T)], result: i32) -> Option<&T> {
    rows.iter().find(|((least, most), _)| (*least..=*most).contains(&result)).map(|(_, effect)| effect)
}

/// A Psychic test: whether it is passed, and whether it brings Perils of the Warp.
///
/// # Source
/// 001:1963-1970: the warp charge or more; a double 1 or 6 whatever the total.
///
/// ```
/// use adjutant_attack::psychic_test;
/// assert_eq!((psychic_test([2, 2], 4), psychic_test([6, 6], 13)), ((true, false), (false, true)));
/// ```
pub fn psychic_test(faces: [i32; 2], warp_charge: i32) -> (bool, bool) {
    let perils = faces[0] == faces[1] && matches!(faces[0], 1 | 6);
    (faces[0] + faces[1] >= warp_charge, perils)
}

/// Warp charge of a power after this many earlier attempts in the phase, where each raises it, and its mortal wounds.
///
/// # Source
/// 001:1920.
pub fn smite(earlier_attempts: i32, test: i32) -> (i32, super::Amount) {
    let wounds = super::Amount { dice: 1, thirds: test < 11, times: 1, plus: 0 };
    (5 + earlier_attempts, wounds)
}

/// The least charge roll that brings a unit within so much of a target that stands so far away, in thousandths of an inch.
///
/// # Source
/// 001:2199-2220; 004:761-763: set up more than 9 inches away needs 9.
pub fn charge_needs(distance: i64, reach: i64) -> i64 {
    (distance - reach).max(0).div_euclid(1000) + i64::from((distance - reach).max(0).rem_euclid(1000) > 0)
}

/// Mortal wounds of a failed test for each hazardous weapon: those of the dice that show 1.
///
/// # Source
/// 000:715-723: three for each failed test.
pub fn hazardous(faces: &[i32]) -> Vec<u32> {
    faces.iter().filter(|face| **face == 1).map(|_| 3).collect()
}

/// Models lost to a test that each of them takes: dice of so much or less.
///
/// # Source
/// 000:705-709 Desperate Escape, 001:2760-2772, 002:570.
pub fn lost_at(faces: &[i32], most: i32) -> usize {
    faces.iter().filter(|face| **face <= most).count()
}

/// The result that an attack needs where the attacker's and the target's rules each name one.
///
/// # Source
/// 001:3551, 000:353, 004:493-495: the attacker's stands.
pub fn prevailing(attacker: Option<i32>, target: Option<i32>) -> Option<i32> {
    attacker.or(target)
}

/// A characteristic test: whether a die passes.
///
/// # Source
/// 002:375-379: the value or less, 6 fails and 1 passes, a value of 0 fails.
pub fn characteristic_test(face: i32, value: i32) -> bool {
    value > 0 && face != 6 && (face == 1 || face <= value)
}

/// Saves that a unit has against a shot, best first: the one that is thrown, and whether it is the armour.
///
/// # Source
/// 002:804-807, 917-925. An Armour Piercing value of 0 stands for none.
pub fn best_save(armour: Option<i32>, ap: i32, cover: Option<i32>, invulnerable: Option<i32>) -> Option<i32> {
    let armour = armour.filter(|save| ap == 0 || ap > *save);
    [armour, cover, invulnerable].into_iter().flatten().min().map(|save| save.max(2))
}

/// The cover save of a unit of which this many models are in cover; half of them give it to all.
///
/// # Source
/// 002:869-889: where nobody is sure, one worse.
pub fn cover_of_unit(in_cover: u32, models: u32, save: i32, unsure: bool) -> Option<i32> {
    match (unsure, 2 * u64::from(in_cover) >= u64::from(models)) {
        (true, _) => Some(save + 1),
        (false, true) => Some(save),
        (false, false) => None,
    }
}

/// Models that find room where each takes several places.
///
/// # Source
/// 002:3108.
pub fn passengers(capacity: u32, places_each: u32) -> u32 {
    capacity.checked_div(places_each).unwrap_or(0)
}

/// Whether a test counts as passed before a die is thrown: of two rules, the one that passes stands.
///
/// # Source
/// 001:3557, 004:629-635.
pub fn decided(passes: bool, fails: bool) -> Option<bool> {
    match (passes, fails) {
        (true, _) => Some(true),
        (false, true) => Some(false),
        (false, false) => None,
    }
}

/// Levels of a ruin that a roll for difficult terrain climbs, 3 inches each, and inches left to move.
///
/// # Source
/// 002:3197-3229.
pub fn levels_climbed(inches: i32) -> (i32, i32) {
    (inches / 3, inches % 3)
}
