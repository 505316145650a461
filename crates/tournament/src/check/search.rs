//! Whether a better pairing exists: every one of a small field is tried, every trade between two pairs of a large one.

use super::objective::{Couple, Field, OUTSET, Value, add};

/// The largest field for which every pairing is tried.
pub const FIELD_MAX: usize = 14;

/// The largest field for which every two pairs are tried with their players exchanged.
pub const EXCHANGE_MAX: usize = 2_048;

/// The least value of any legal pairing, with the pairs; nothing where there is none.
pub(super) fn best(field: &Field) -> Option<(Value, Vec<Couple>)> {
    let mut trial = Trial { field, left: (0..field.size()).collect(), couples: Vec::new(), best: None };
    trial.go_on([0; 8], field.size() % 2 == 1);
    trial.best
}

struct Trial<'a> {
    field: &'a Field,
    left: Vec<usize>,
    couples: Vec<Couple>,
    best: Option<(Value, Vec<Couple>)>,
}

impl Trial<'_> {
    fn go_on(&mut self, so_far: Value, bye_left: bool) {
        if self.best.as_ref().is_some_and(|(best, _)| so_far >= *best) {
            return;
        }
        let Some(one) = self.left.pop() else {
            self.best = Some((so_far, self.couples.clone()));
            return;
        };
        if bye_left {
            self.with((one, None), so_far, false);
        }
        for at in (0..self.left.len()).rev() {
            let two = self.left.remove(at);
            self.with((one, Some(two)), so_far, bye_left);
            self.left.insert(at, two);
        }
        self.left.push(one);
    }

    fn with(&mut self, couple: Couple, so_far: Value, bye_left: bool) {
        if self.field.is_legal(couple) {
            let mut value = so_far;
            add(&mut value, self.field.cost(couple));
            self.couples.push(couple);
            self.go_on(value, bye_left);
            self.couples.pop();
        }
    }
}

/// A pairing that is better by one exchange of players between two of its pairs, with its value.
pub(super) fn exchange(field: &Field, couples: &[Couple]) -> Option<(Value, Vec<Couple>)> {
    if field.size() > EXCHANGE_MAX {
        return None;
    }
    let costs: Vec<Value> = couples.iter().map(|couple| field.cost(*couple)).collect();
    for (first, one) in couples.iter().enumerate() {
        for (second, other) in couples.iter().enumerate().skip(first + 1) {
            let mut now = costs[first];
            add(&mut now, costs[second]);
            let trades = traded(*one, *other).into_iter().flatten();
            // The rise of the first lines alone settles most trades, long before any player's history is read.
            let mut worth = trades.filter(|trade| field.outset(trade)[..] <= now[..OUTSET]);
            let better =
                worth.find(|trade| trade.iter().all(|couple| field.is_legal(*couple)) && field.value_of(trade) < now);
            if let Some(traded) = better {
                let mut better = couples.to_vec();
                (better[first], better[second]) = (traded[0], traded[1]);
                let value = field.value_of(&better);
                return Some((value, without(&better, couples)));
            }
        }
    }
    None
}

/// Both other ways to put the players of two couples together; none for two byes.
fn traded(one: Couple, two: Couple) -> Option<[[Couple; 2]; 2]> {
    match (one, two) {
        ((a, Some(b)), (c, Some(d))) => Some([[(a, Some(c)), (b, Some(d))], [(a, Some(d)), (b, Some(c))]]),
        ((a, Some(b)), (c, None)) | ((c, None), (a, Some(b))) => {
            Some([[(a, Some(c)), (b, None)], [(b, Some(c)), (a, None)]])
        }
        ((_, None), (_, None)) => None,
    }
}

/// The couples of a pairing that another does not have.
pub(super) fn without(these: &[Couple], those: &[Couple]) -> Vec<Couple> {
    let has =
        |(one, two): &Couple| those.iter().any(|(a, b)| (a, b) == (one, two) || (Some(*a), *b) == (*two, Some(*one)));
    these.iter().copied().filter(|couple| !has(couple)).collect()
}
