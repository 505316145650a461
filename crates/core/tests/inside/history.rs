//! Tests of `history` that need what only it sees.

use super::*;

#[test]
fn a_record_that_was_taken_back_is_passed_over_until_it_is_restored() {
    let mut history = History::default();
    ["a", "b", "c"].into_iter().for_each(|record| history.push(record));
    history.take_back(1);
    history.take_back(9);
    assert_eq!(history.standing().collect::<Vec<_>>(), [(2, &"b"), (3, &"c")]);
    assert_eq!(history.standing().next_back(), Some((3, &"c")));
    assert_eq!([0, 1, 2, 3, 4].map(|seq| history.stands(seq)), [false, false, true, true, false]);
    assert_eq!((history.place(0), history.place(3), history.place(4)), (None, Some(2), None));
    history.restore(1);
    assert_eq!(history.pop(), Some("c"));
    assert_eq!(history.standing().map(|(seq, _)| seq).collect::<Vec<_>>(), [1, 2]);
    assert_eq!(history.len(), 2);
}

#[test]
fn a_fold_names_the_record_that_it_refuses() {
    let mut history = History::default();
    [1, 2, 3, 4].into_iter().for_each(|record| history.push(record));
    history.take_back(2);
    let mut seen = Vec::new();
    let folded = history.fold_from(1, |seq, record| {
        seen.push((seq, *record));
        if *record == 4 { Err("four") } else { Ok(()) }
    });
    assert_eq!((folded, seen), (Err((4, "four")), vec![(3, 3), (4, 4)]));
}

#[test]
fn a_log_pays_for_what_it_folds_anew() {
    let mut history = History::default();
    (0..3).for_each(|record| history.push(record));
    let budget = Budget { most: 10, each: 2 };
    history.spend(16);
    assert_eq!(history.affordable(budget), Ok(()));
    history.spend(1);
    assert_eq!(history.affordable(budget), Err(TooCostly { refolded: 17, most: 16 }));
}
