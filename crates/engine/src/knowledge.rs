//! What is known of a number: its value, or every value that it may have.

use std::collections::BTreeSet;

/// A whole number as far as the facts tell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Possible {
    /// The facts say which.
    Exactly(i64),
    /// Any of these, and no other; never fewer than two.
    OneOf(BTreeSet<i64>),
}

/// Largest number of values that are kept apart; beyond it only the span between the ends is kept.
const VALUES_MAX: usize = 512;

impl Possible {
    /// Known to be true or false: 1 or 0.
    pub fn truth(value: bool) -> Possible {
        Possible::Exactly(i64::from(value))
    }

    /// True, false, or nobody knows.
    pub fn maybe(value: Option<bool>) -> Possible {
        value.map_or_else(|| Possible::range(0, 1), Possible::truth)
    }

    /// Any whole number from the first to the last.
    pub fn range(first: i64, last: i64) -> Possible {
        Possible::of((first..=last.max(first)).collect())
    }

    /// Any of these values; none at all is 0.
    pub fn of(values: BTreeSet<i64>) -> Possible {
        let (Some(first), Some(last)) = (values.first().copied(), values.last().copied()) else {
            return Possible::Exactly(0);
        };
        if first == last {
            Possible::Exactly(first)
        } else if values.len() > VALUES_MAX {
            let span = i64::try_from(VALUES_MAX).unwrap_or(i64::MAX);
            Possible::OneOf((first..=last.min(first + span)).collect())
        } else {
            Possible::OneOf(values)
        }
    }

    /// The value, if there is only one.
    pub fn exact(&self) -> Option<i64> {
        match self {
            Possible::Exactly(value) => Some(*value),
            Possible::OneOf(_) => None,
        }
    }

    /// Whether it may be this.
    pub fn contains(&self, value: i64) -> bool {
        match self {
            Possible::Exactly(exact) => *exact == value,
            Possible::OneOf(values) => values.contains(&value),
        }
    }

    /// Every value, in rising order.
    pub fn values(&self) -> Vec<i64> {
        match self {
            Possible::Exactly(value) => vec![*value],
            Possible::OneOf(values) => values.iter().copied().collect(),
        }
    }

    /// Each value turned into another.
    pub fn map(&self, turn: impl Fn(i64) -> i64) -> Possible {
        match self {
            Possible::Exactly(value) => Possible::Exactly(turn(*value)),
            Possible::OneOf(values) => Possible::of(values.iter().map(|v| turn(*v)).collect()),
        }
    }

    /// Every pair of values joined.
    pub fn join(&self, other: &Possible, turn: impl Fn(i64, i64) -> i64) -> Possible {
        if let (Possible::Exactly(a), Possible::Exactly(b)) = (self, other) {
            return Possible::Exactly(turn(*a, *b));
        }
        let right = other.values();
        Possible::of(self.values().iter().flat_map(|a| right.iter().map(|b| turn(*a, *b))).collect())
    }

    /// Either what the one may be or what the other may be.
    pub fn either(&self, other: &Possible) -> Possible {
        Possible::of(self.values().into_iter().chain(other.values()).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_that_is_the_same_either_way_is_known() {
        let markers = Possible::range(2, 6);
        assert_eq!(markers.map(|n| i64::from(n >= 2)), Possible::truth(true));
        assert_eq!(markers.map(|n| i64::from(n >= 7)), Possible::truth(false));
        assert_eq!(markers.map(|n| i64::from(n >= 3)).exact(), None);
    }

    #[test]
    fn sums_hold_every_pair() {
        let sum = Possible::of([0, 5].into()).join(&Possible::of([0, 10].into()), |a, b| a + b);
        assert_eq!(sum.values(), [0, 5, 10, 15]);
        assert!(!sum.contains(7));
    }
}
