//! Which of some places pair with which others, each used once.

/// The first of `to` new places that cannot have an old one of its own, however the `from` old ones are shared out; new
/// places beyond the number of the old ones need none.
///
/// # Source
/// 001:1763: each model moves no farther than it can.
pub(crate) fn unreached(to: usize, from: usize, near: impl Fn(usize, usize) -> bool) -> Option<usize> {
    let mut pairs = Pairs { near, new_of: vec![None; from], seen: Vec::new() };
    let mut spare = to.saturating_sub(from);
    (0..to).find(|new| {
        pairs.seen = vec![false; from];
        let left_out = !pairs.finds(*new);
        let counts = left_out && spare == 0;
        spare = if left_out { spare.saturating_sub(1) } else { spare };
        counts
    })
}

struct Pairs<N> {
    near: N,
    new_of: Vec<Option<usize>>,
    seen: Vec<bool>,
}

impl<N: Fn(usize, usize) -> bool> Pairs<N> {
    /// Finds an old place for a new one, and others for those that have to make room.
    fn finds(&mut self, new: usize) -> bool {
        for old in 0..self.new_of.len() {
            if self.seen[old] || !(self.near)(new, old) {
                continue;
            }
            self.seen[old] = true;
            if self.new_of[old].is_none_or(|other| self.finds(other)) {
                self.new_of[old] = Some(new);
                return true;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every way to share the old places out, one by one.
    fn can_be_shared(to: usize, from: usize, near: &dyn Fn(usize, usize) -> bool) -> bool {
        fn rest(
            new: usize,
            to: usize,
            spare: usize,
            used: &mut Vec<bool>,
            near: &dyn Fn(usize, usize) -> bool,
        ) -> bool {
            if new == to {
                return true;
            }
            for old in 0..used.len() {
                if !used[old] && near(new, old) {
                    used[old] = true;
                    let ends = rest(new + 1, to, spare, used, near);
                    used[old] = false;
                    if ends {
                        return true;
                    }
                }
            }
            spare > 0 && rest(new + 1, to, spare - 1, used, near)
        }
        rest(0, to, to.saturating_sub(from), &mut vec![false; from], near)
    }

    #[test]
    fn every_way_to_share_the_places_agrees_on_random_boards() {
        let (mut random, mut counts) = (7u64, [0, 0]);
        let mut below = |end: u64| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            usize::try_from((random >> 33) % end).expect("a small number")
        };
        for _ in 0..3_000 {
            let (to, from, density) = (1 + below(6), 1 + below(6), 2 + below(6));
            let board: Vec<Vec<bool>> = (0..to).map(|_| (0..from).map(|_| below(8) < density).collect()).collect();
            let near = |new: usize, old: usize| board[new][old];
            let shared = can_be_shared(to, from, &near);
            assert_eq!(unreached(to, from, near).is_none(), shared, "{board:?}");
            counts[usize::from(shared)] += 1;
        }
        assert!(counts.iter().all(|count| *count > 600), "{counts:?}");
    }
}
