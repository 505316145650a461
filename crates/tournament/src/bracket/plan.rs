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

/// What a bracket is played by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    /// Whether the losers of the semi-finals play for third place.
    pub third_place: bool,
    /// Whether a player is out only after two losses.
    pub double: bool,
    /// Whether those who fall are seated as [`CROSSINGS`] says; events without a law cross them in every round.
    pub late: bool,
}

/// In which order those who lose a round of the upper bracket come down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Crossing {
    Straight,
    Reversed,
    HalvesReversed,
    HalvesChanged,
}

/// How those who fall come down in each upper round from the second on, for 2, 3 … of them before the last; later rounds come
/// down straight. Of all orders in which halves are kept, changed or reversed these let two who have met meet again as late
/// and as seldom as can be, counted over brackets of 8 to 128 in which every game may go either way.
const CROSSINGS: [&[Crossing]; 4] = {
    use Crossing::{HalvesChanged, HalvesReversed, Reversed, Straight};
    [
        &[Reversed],
        &[Reversed, Straight],
        &[HalvesReversed, HalvesChanged, Straight],
        &[Reversed, HalvesChanged, HalvesReversed, Reversed],
    ]
};

impl Crossing {
    /// How those come down who lose the round with the number `round` of the upper bracket, the second being 0.
    fn of(round: usize, places: usize, late: bool) -> Crossing {
        match late {
            true => {
                let rounds = (places.ilog2() as usize).saturating_sub(2).clamp(1, CROSSINGS.len());
                CROSSINGS[rounds - 1].get(round).copied().unwrap_or(Crossing::Straight)
            }
            false if round.is_multiple_of(2) => Crossing::Reversed,
            false => Crossing::HalvesChanged,
        }
    }

    fn seat(self, fallen: &mut [Source]) {
        let half = fallen.len() / 2;
        match self {
            Crossing::Straight => {}
            Crossing::Reversed => fallen.reverse(),
            Crossing::HalvesChanged => fallen.rotate_left(half),
            Crossing::HalvesReversed => {
                fallen[..half].reverse();
                fallen[half..].reverse();
            }
        }
    }
}

/// The games of a bracket for a number of players, in the order in which they are played.
pub(super) fn plan(count: usize, shape: Shape) -> Vec<Node> {
    let order = seed_order(count);
    if order.len() < 2 {
        return Vec::new();
    }
    let mut plan: Vec<Node> = Vec::new();
    let first: Vec<Source> = order.into_iter().map(Source::Seed).collect();
    if shape.double {
        doubled(&mut plan, first, shape.late)
    } else {
        single(&mut plan, first, shape.third_place)
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
fn doubled(plan: &mut Vec<Node>, first: Vec<Source>, late: bool) {
    let everybody = first.len();
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
        Crossing::of(lower_round / 2, everybody, late).seat(&mut fallen);
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

#[cfg(test)]
mod tests {
    use super::*;

    /// In which rounds of the lower bracket, from 1, two may meet who have met before, whatever the results are.
    fn rematches(count: usize, late: bool) -> Vec<usize> {
        let plan = plan(count, Shape { third_place: false, double: true, late });
        // Who may sit on either side of a game, with the games behind them and whether they won each.
        type Way = Vec<(usize, bool)>;
        let mut seats: Vec<[Vec<Way>; 2]> = Vec::new();
        for node in &plan {
            let side = |source: Source| match source {
                Source::Seed(_) => vec![Way::new()],
                Source::Winner(game) | Source::Loser(game) => {
                    let last = (game, matches!(source, Source::Winner(_)));
                    seats[game].iter().flatten().map(|way| [way.as_slice(), &[last]].concat()).collect()
                }
            };
            seats.push(node.from.map(side));
        }
        // They have met where one won a game that the other one lost; nobody wins what the other wins too.
        let again = |one: &Way, two: &Way| {
            one.iter().any(|(game, won)| two.contains(&(*game, !won))) && !one.iter().any(|step| two.contains(step))
        };
        let lower = plan.iter().zip(&seats).filter_map(|(node, [one, two])| match node.part {
            Part::Lower(round) => one.iter().any(|way| two.iter().any(|other| again(way, other))).then_some(round),
            _ => None,
        });
        let mut rounds: Vec<usize> = lower.collect();
        rounds.dedup();
        rounds
    }

    #[test]
    fn those_who_fall_meet_nobody_again_before_they_must() {
        assert_eq!(rematches(8, true), [3, 4]);
        assert_eq!(rematches(16, true), [4, 5, 6]);
        assert_eq!(rematches(32, true), [5, 6, 7, 8]);
        assert_eq!(rematches(64, true), [7, 8, 9, 10]);
        assert_eq!(rematches(32, false), [5, 6, 7, 8]);
    }

    /// The losers of a round of the upper bracket, by the places of their games in it, as the lower bracket takes them in.
    fn taken_in(count: usize, lower_round: usize, late: bool) -> Vec<usize> {
        let plan = plan(count, Shape { third_place: false, double: true, late });
        let games = plan.iter().filter(|node| node.part == Part::Lower(lower_round));
        let fallen: Vec<usize> = games
            .filter_map(|node| match node.from[1] {
                Source::Loser(game) => Some(game),
                _ => None,
            })
            .collect();
        let first = fallen.iter().min().copied().unwrap_or(0);
        fallen.into_iter().map(|game| game - first).collect()
    }

    /// Crossed over twice, who fell in winners' round 3 met whom they had beaten in round 2; events without a law keep that.
    #[test]
    fn of_sixteen_only_the_first_who_fall_are_crossed_over() {
        assert_eq!((taken_in(16, 2, true), taken_in(16, 4, true)), (vec![3, 2, 1, 0], vec![0, 1]));
        assert_eq!((taken_in(16, 2, false), taken_in(16, 4, false)), (vec![3, 2, 1, 0], vec![1, 0]));
        assert_eq!(taken_in(8, 2, true), [1, 0]);
        assert_eq!(taken_in(32, 2, true), [3, 2, 1, 0, 7, 6, 5, 4]);
    }
}
