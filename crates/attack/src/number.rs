//! Changes of a characteristic, put together as the edition says.

use serde::{Deserialize, Serialize};

use super::law::{Characteristic, NumberLaw, Operation, Rounding};

/// One change of a characteristic, written `{"add":1}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Change {
    /// Another value takes its place.
    Set(i32),
    /// It is divided by this.
    Divide(i32),
    /// It is multiplied by this.
    Multiply(i32),
    /// It is increased by this.
    Add(i32),
    /// It is reduced by this.
    Subtract(i32),
}

impl Change {
    /// What kind of change it is.
    pub fn operation(self) -> Operation {
        match self {
            Change::Set(_) => Operation::Set,
            Change::Divide(_) => Operation::Divide,
            Change::Multiply(_) => Operation::Multiply,
            Change::Add(_) => Operation::Add,
            Change::Subtract(_) => Operation::Subtract,
        }
    }
}

/// As people type it: `/2`, `+1`, `=0`.
impl std::fmt::Display for Change {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Change::Set(by) => write!(f, "={by}"),
            Change::Divide(by) => write!(f, "/{by}"),
            Change::Multiply(by) => write!(f, "x{by}"),
            Change::Add(by) => write!(f, "+{by}"),
            Change::Subtract(by) => write!(f, "-{by}"),
        }
    }
}

/// A characteristic as a datasheet prints it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// A number; for `3+` the 3, for AP -1 the -1.
    Number(i32),
    /// A dash or another sign that stands for no number and is never changed.
    Dash,
}

/// Changes that no number can follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NumberError {
    /// A division by zero.
    #[error("a characteristic cannot be divided by 0")]
    DividedByZero,
    /// A number beyond all bounds.
    #[error("the changed characteristic is out of range")]
    TooLarge,
}

/// A characteristic after all its changes.
///
/// The changes apply in the order of the edition, not in the order in which they are given; the last of several
/// replacements stands. What a weapon says of its own comes with the others, or after them where the law says so.
///
/// # Source
/// `docs/rules/dice.md`, E.3 to E.6, Numbers and Modifiers.
///
/// # Errors
/// A division by zero, or a number that does not fit.
///
/// ```
/// use adjutant_attack::{Change, Characteristic, NumberLaw, Value, changed};
/// let law: NumberLaw = serde_json::from_str(r#"{"order":[["set"],["divide"],["multiply"],["add"],["subtract"]],"round":"up"}"#).unwrap();
/// let attacks = changed(&law, Characteristic::Attacks, Value::Number(3), &[Change::Add(1), Change::Multiply(2)], &[]);
/// assert_eq!(attacks, Ok(Value::Number(7)));
/// ```
pub fn changed(
    law: &NumberLaw,
    characteristic: Characteristic,
    base: Value,
    changes: &[Change],
    weapon: &[Change],
) -> Result<Value, NumberError> {
    let Value::Number(base) = base else { return Ok(Value::Dash) };
    let mut fraction = Fraction { over: i64::from(base), under: 1 };
    if law.weapon_after_model {
        for source in [changes, weapon] {
            fraction.pass(law, source.iter())?;
        }
    } else {
        fraction.pass(law, changes.iter().chain(weapon))?;
    }
    let number = fraction.rounded(law.round);
    let (least, most) = law.bounds.get(&characteristic).copied().unwrap_or((None, None));
    let set_to_zero = changes.iter().chain(weapon).any(|change| *change == Change::Set(0));
    let least = if set_to_zero && law.zero_if_set.contains(&characteristic) { Some(0) } else { least };
    let number = least.map_or(number, |least| number.max(i64::from(least)));
    let number = most.map_or(number, |most| number.min(i64::from(most)));
    i32::try_from(number).map(Value::Number).map_err(|_| NumberError::TooLarge)
}

/// The change that makes a characteristic better by a number, worse for a negative number.
///
/// A lower number is better where the datasheet prints a plus sign behind it, and for Armour Penetration.
pub fn better_by(law: &NumberLaw, characteristic: Characteristic, by: i32) -> Change {
    let lower = characteristic == Characteristic::ArmourPenetration || law.with_plus.contains(&characteristic);
    if lower { Change::Subtract(by) } else { Change::Add(by) }
}

/// Whether a value of a characteristic is better than another.
pub fn is_better(law: &NumberLaw, characteristic: Characteristic, one: i32, other: i32) -> bool {
    match better_by(law, characteristic, 1) {
        Change::Subtract(_) => one < other,
        _ => one > other,
    }
}

/// The best of several values of a characteristic, such as the Leadership of a unit.
///
/// # Source
/// 002:381-387, 000:537-539.
pub fn best(law: &NumberLaw, characteristic: Characteristic, values: &[i32]) -> Option<i32> {
    values.iter().copied().reduce(|best, value| if is_better(law, characteristic, value, best) { value } else { best })
}

#[derive(Clone, Copy)]
struct Fraction {
    over: i64,
    under: i64,
}

impl Fraction {
    fn pass<'a>(
        &mut self,
        law: &NumberLaw,
        changes: impl Iterator<Item = &'a Change> + Clone,
    ) -> Result<(), NumberError> {
        for operation in law.order.iter().flatten() {
            for change in changes.clone().filter(|change| change.operation() == *operation) {
                self.apply(*change)?;
            }
        }
        Ok(())
    }

    fn apply(&mut self, change: Change) -> Result<(), NumberError> {
        let scaled = |by: i32| self.under.checked_mul(i64::from(by)).ok_or(NumberError::TooLarge);
        match change {
            Change::Set(to) => *self = Fraction { over: i64::from(to), under: 1 },
            Change::Divide(0) => return Err(NumberError::DividedByZero),
            Change::Divide(by) => {
                let sign = i64::from(by.signum());
                self.over = self.over.checked_mul(sign).ok_or(NumberError::TooLarge)?;
                self.under = self.under.checked_mul(i64::from(by).abs()).ok_or(NumberError::TooLarge)?;
            }
            Change::Multiply(by) => {
                self.over = self.over.checked_mul(i64::from(by)).ok_or(NumberError::TooLarge)?;
            }
            Change::Add(by) => self.over = self.over.checked_add(scaled(by)?).ok_or(NumberError::TooLarge)?,
            Change::Subtract(by) => self.over = self.over.checked_sub(scaled(by)?).ok_or(NumberError::TooLarge)?,
        }
        Ok(())
    }

    fn rounded(self, rounding: Option<Rounding>) -> i64 {
        let down = self.over.div_euclid(self.under);
        let exact = self.over.rem_euclid(self.under) == 0;
        if exact || rounding != Some(Rounding::Up) { down } else { down + 1 }
    }
}

/// Which dice of a roll are laid aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Discard {
    /// The highest.
    Highest,
    /// The lowest.
    Lowest,
}

/// The dice that remain after rules have laid some aside, one die a rule, in the order given; lowest first.
///
/// # Source
/// 8th edition, 004:737-739; 9th edition, 001:3700 and 3732.
///
/// ```
/// use adjutant_attack::{Discard, kept};
/// assert_eq!(kept(&[5, 1, 4], &[Discard::Highest, Discard::Lowest]), [4]);
/// ```
pub fn kept(faces: &[i32], discards: &[Discard]) -> Vec<i32> {
    let mut left = faces.to_vec();
    left.sort_unstable();
    for discard in discards {
        match discard {
            Discard::Highest => drop(left.pop()),
            Discard::Lowest if !left.is_empty() => drop(left.remove(0)),
            Discard::Lowest => {}
        }
    }
    left
}

/// What conditions that have a name do together: each counts once, however often it was applied.
///
/// # Source
/// 000:10-14: other abilities of one name add up.
///
/// ```
/// use adjutant_attack::conditions;
/// assert_eq!(conditions(&[("suppressed", -1), ("suppressed", -1)]), -1);
/// ```
pub fn conditions(applied: &[(&str, i32)]) -> i32 {
    let named: std::collections::BTreeMap<&str, i32> = applied.iter().copied().collect();
    named.values().sum()
}
