//! What is known of a number: sets of bits against plain sets.

use std::collections::BTreeSet;

use adjutant_engine::Possible;
use proptest::prelude::*;

fn of(values: &[i64]) -> Possible {
    values.iter().copied().collect()
}

#[test]
fn an_answer_that_is_the_same_either_way_is_known() {
    let markers = Possible::range(2, 6);
    assert_eq!(markers.map(|n| i64::from(n >= 2)), Possible::truth(true));
    assert_eq!(markers.map(|n| i64::from(n >= 7)), Possible::truth(false));
    assert_eq!(markers.map(|n| i64::from(n >= 3)).exact(), None);
}

#[test]
fn sums_hold_every_pair() {
    let sum = of(&[0, 5]).plus(&of(&[0, 10]));
    assert_eq!(sum.values(), [0, 5, 10, 15]);
    assert!(!sum.contains(7) && !sum.contains(-1) && !sum.contains(100_000));
}

#[test]
fn what_is_over_every_cap_is_held_as_the_largest() {
    assert_eq!(of(&[3, 600]).values(), [3, 511]);
    assert_eq!(of(&[0, 500]).plus(&of(&[0, 200])).values(), [0, 200, 500, 511]);
}

proptest! {
    /// A range is the set of what lies in it, and what is beyond an end is held as that end.
    #[test]
    fn ranges_are_sets(first in 0i64..600, more in 1i64..600) {
        let plain: Possible = (first..=first + more).collect();
        prop_assert_eq!(Possible::range(first, first + more), plain);
    }

    /// The same as sets of numbers, held plainly.
    #[test]
    fn sets_of_bits_are_sets(left in prop::collection::vec(0i64..200, 1..9), right in prop::collection::vec(0i64..300, 1..9)) {
        let (a, b) = (of(&left), of(&right));
        let plain = |values: Vec<i64>| values.into_iter().collect::<BTreeSet<i64>>().into_iter().collect::<Vec<_>>();
        let pairs = |turn: fn(i64, i64) -> i64| {
            plain(left.iter().flat_map(|a| right.iter().map(move |b| turn(*a, *b))).collect())
        };
        prop_assert_eq!(a.values(), plain(left.clone()));
        prop_assert_eq!(a.plus(&b).values(), pairs(|a, b| a + b));
        prop_assert_eq!(a.join(&b, |a, b| a + b).values(), pairs(|a, b| a + b));
        prop_assert_eq!(a.join(&b, |a, b| i64::from(a >= b)).values(), pairs(|a, b| i64::from(a >= b)));
        prop_assert_eq!(a.at_least(&b).values(), pairs(|a, b| i64::from(a >= b)));
        prop_assert_eq!(a.either(&b).values(), plain([left.clone(), right.clone()].concat()));
        prop_assert!(left.iter().all(|value| a.contains(*value)));
    }
}
