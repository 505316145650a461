//! The games of a bracket before anybody has played: who meets whom in which step, and where winner and loser go.

/// Which part of a bracket a game belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// Those who have not lost, with as many places left.
    Upper(usize),
    /// Those who have lost once: the number of their round.
    Lower(usize),
    /// The final.
    Final,
    /// The second final of a double elimination, where the player who had not lost has lost the first.
    Again,
    /// The game of the two who lost the semi-finals.
    Third,
}

/// Where the player on one side of a game comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The seed of this number, from 0; there may be fewer seeds than places.
    Seed(usize),
    /// The winner of a game, by its place in the plan.
    Winner(usize),
    /// Its loser.
    Loser(usize),
}

/// A game of the plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node {
    /// Rounds from the first of the bracket, from 0.
    pub step: u16,
    /// Part of the bracket.
    pub part: Part,
    /// Both sides.
    pub from: [Source; 2],
}

/// Seeds in the order of a bracket with room for `count`.
///
/// ```
/// use adjutant_tournament::bracket::seed_order;
/// assert_eq!(seed_order(4), [0, 3, 1, 2]);
/// assert_eq!(seed_order(5).len(), 8);
/// ```
pub fn seed_order(count: usize) -> Vec<usize> {
    let mut order = vec![0usize];
    while order.len() < count {
        let size = order.len() * 2;
        order = order.into_iter().flat_map(|seed| [seed, size - 1 - seed]).collect();
    }
    order
}

/// The games of a bracket for a number of players, in the order in which they are played.
pub(super) fn plan(count: usize, third_place: bool, double: bool) -> Vec<Node> {
    let order = seed_order(count);
    if order.len() < 2 {
        return Vec::new();
    }
    let mut plan: Vec<Node> = Vec::new();
    let first: Vec<Source> = order.into_iter().map(Source::Seed).collect();
    if double {
        doubled(&mut plan, first)
    } else {
        single(&mut plan, first, third_place)
    }
    plan
}

/// Games between neighbours; gives their places in the plan.
fn pair_up(plan: &mut Vec<Node>, step: u16, part: Part, sides: &[Source]) -> Vec<usize> {
    let from = plan.len();
    plan.extend(sides.chunks_exact(2).map(|pair| Node { step, part, from: [pair[0], pair[1]] }));
    (from..plan.len()).collect()
}

fn single(plan: &mut Vec<Node>, first: Vec<Source>, third_place: bool) {
    let mut sides = first;
    let mut before: Vec<usize> = Vec::new();
    for step in 0.. {
        let part = if sides.len() == 2 { Part::Final } else { Part::Upper(sides.len()) };
        let games = pair_up(plan, step, part, &sides);
        if let (Part::Final, true, [one, two]) = (part, third_place, before.as_slice()) {
            plan.push(Node { step, part: Part::Third, from: [Source::Loser(*one), Source::Loser(*two)] });
        }
        if part == Part::Final {
            break;
        }
        sides = games.iter().map(|game| Source::Winner(*game)).collect();
        before = games;
    }
}

/// The upper bracket waits for the lower one, so that nobody rests longer than a round: its round w, from the third on,
/// is played beside round 2w − 3 of the lower bracket, whose next round takes in those who lose it.
fn doubled(plan: &mut Vec<Node>, first: Vec<Source>) {
    let mut upper = pair_up(plan, 0, Part::Upper(first.len()), &first);
    let losers = |games: &[usize]| games.iter().map(|game| Source::Loser(*game)).collect::<Vec<_>>();
    let winners = |games: &[usize]| games.iter().map(|game| Source::Winner(*game)).collect::<Vec<_>>();
    let mut waiting = losers(&upper);
    let mut step = 0;
    let mut lower_round = 0;
    while upper.len() > 1 {
        step += 1;
        let places = upper.len();
        let next = pair_up(plan, step, Part::Upper(places), &winners(&upper));
        lower_round += 1;
        let small = pair_up(plan, step, Part::Lower(lower_round), &waiting);
        // Those who come down meet in another order than they would in the upper bracket.
        let mut fallen = losers(&next);
        if lower_round % 4 == 1 {
            fallen.reverse();
        } else {
            let half = fallen.len() / 2;
            fallen.rotate_left(half);
        }
        let mixed: Vec<Source> = winners(&small).into_iter().zip(fallen).flat_map(|(own, down)| [own, down]).collect();
        step += 1;
        lower_round += 1;
        let large = pair_up(plan, step, Part::Lower(lower_round), &mixed);
        waiting = winners(&large);
        upper = next;
    }
    let top = Source::Winner(upper[0]);
    let below = waiting.first().copied().unwrap_or(Source::Loser(upper[0]));
    let last = pair_up(plan, step + 1, Part::Final, &[top, below])[0];
    pair_up(plan, step + 2, Part::Again, &[Source::Winner(last), Source::Loser(last)]);
}
