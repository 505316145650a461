//! Rounds that need no search: round robin, pods, single elimination.

use std::collections::BTreeSet;

use crate::command::Winner;
use crate::id::{PlayerId, RoundNumber};
use crate::lots::{Purpose, draw};
use crate::state::EventState;

/// Who meets whom before tables are given out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Meetings {
    pub games: Vec<(PlayerId, PlayerId)>,
    pub byes: Vec<PlayerId>,
}

/// One round of everybody against everybody by the circle method, over `count` places; an odd one out has a bye.
///
/// # Source
/// The Berger system: one place stays, the others move round.
///
/// ```
/// use adjutant_tournament::pairing::circle;
/// assert_eq!(circle(4, 1), (vec![(0, 3), (1, 2)], None));
/// assert_eq!(circle(3, 1).1, Some(0));
/// ```
pub fn circle(count: u32, round: u32) -> (Vec<(u32, u32)>, Option<u32>) {
    let even = count + count % 2;
    if even < 2 {
        return (Vec::new(), None);
    }
    let turning = even - 1;
    let seat = |place: u32| if place == even - 1 { even - 1 } else { (place + (round - 1) % turning) % turning };
    let mut games = Vec::new();
    let mut bye = None;
    for place in 0..even / 2 {
        let (one, two) = (seat(place), seat(even - 1 - place));
        match (one < count, two < count) {
            (true, true) => games.push((one, two)),
            (true, false) => bye = Some(one),
            (false, true) => bye = Some(two),
            (false, false) => {}
        }
    }
    (games, bye)
}

/// A round of a round robin; whoever dropped leaves a bye behind.
pub(super) fn round_robin(state: &EventState, round: RoundNumber) -> Meetings {
    let everybody: Vec<&PlayerId> = state.players.iter().map(|player| &player.entry.player).collect();
    let mut meetings = Meetings::default();
    meetings.add(&everybody, round, &here(state, round));
    meetings
}

/// A round of pods: places by the lots of round 1, pods filled one after the other.
pub(super) fn pods(state: &EventState, round: RoundNumber) -> Meetings {
    let Some(create) = &state.create else { return Meetings::default() };
    let lots = draw(&create.seed, Purpose::Pairing(RoundNumber(1)), state.players.len() as u32);
    let mut order: Vec<usize> = (0..state.players.len()).collect();
    order.sort_by_key(|at| lots[*at]);
    let mut meetings = Meetings::default();
    for pod in order.chunks(usize::from(create.policies.pod_size.max(2))) {
        let pod: Vec<&PlayerId> = pod.iter().map(|at| &state.players[*at].entry.player).collect();
        meetings.add(&pod, round, &here(state, round));
    }
    meetings
}

fn here(state: &EventState, round: RoundNumber) -> BTreeSet<PlayerId> {
    state.present(round).iter().map(|player| player.entry.player.clone()).collect()
}

impl Meetings {
    fn add(&mut self, places: &[&PlayerId], round: RoundNumber, here: &BTreeSet<PlayerId>) {
        let (games, bye) = circle(places.len() as u32, u32::from(round.0.max(1)));
        for (one, two) in games {
            let (one, two) = (places[one as usize].clone(), places[two as usize].clone());
            match (here.contains(&one), here.contains(&two)) {
                (true, true) => self.games.push((one, two)),
                (true, false) => self.byes.push(one),
                (false, true) => self.byes.push(two),
                (false, false) => {}
            }
        }
        let bye = bye.map(|at| places[at as usize].clone());
        self.byes.extend(bye.filter(|player| here.contains(player)));
    }
}

/// A round of the single elimination after a cut: 1 meets the last, 2 the last but one, and so on along the bracket.
/// Who goes on from a drawn game is the better seed.
pub(super) fn elimination(state: &EventState, round: RoundNumber) -> Meetings {
    let Some((cut, after)) = &state.cut else { return Meetings::default() };
    let mut alive = bracket(&cut.players);
    let mut fallen: Vec<PlayerId> = Vec::new();
    for played in after.0 + 1..round.0 {
        let mut winners = Vec::new();
        fallen.clear();
        for pair in alive.chunks(2) {
            let [one, two] = pair else { continue };
            let ahead = winner(state, RoundNumber(played), one, two, &cut.players);
            let (won, lost) = if ahead { (one, two) } else { (two, one) };
            winners.push(won.clone());
            fallen.push(lost.clone());
        }
        alive = winners;
    }
    let here = here(state, round);
    let mut meetings = Meetings::default();
    let third = cut.third_place && alive.len() == 2;
    let third = if third { fallen.as_slice() } else { &[] };
    for pair in alive.chunks(2).chain(third.chunks(2)) {
        match pair {
            [one, two] if here.contains(one) && here.contains(two) => {
                meetings.games.push((one.clone(), two.clone()));
            }
            // Whoever is left without an opponent goes on.
            pair => meetings.byes.extend(pair.iter().filter(|player| here.contains(*player)).cloned()),
        }
    }
    meetings
}

fn bracket(seeds: &[PlayerId]) -> Vec<PlayerId> {
    let mut order = vec![0usize];
    while order.len() < seeds.len() {
        let size = order.len() * 2;
        order = order.into_iter().flat_map(|seed| [seed, size - 1 - seed]).collect();
    }
    order.into_iter().filter_map(|seed| seeds.get(seed).cloned()).collect()
}

fn winner(state: &EventState, round: RoundNumber, one: &PlayerId, two: &PlayerId, seeds: &[PlayerId]) -> bool {
    let better = seeds.iter().position(|seed| seed == one) < seeds.iter().position(|seed| seed == two);
    let Some(known) = state.round(round) else { return better };
    let Some(pairing) = known.of(one).filter(|pairing| pairing.one == *two || pairing.two == *two) else {
        return known.pair.byes.contains(one);
    };
    let Some(result) = known.results.get(&pairing.table) else { return better };
    use crate::command::Forfeit;
    let first = match (result.forfeit, result.winner()) {
        (Some(Forfeit::One), _) | (None, Winner::Two) => false,
        (Some(Forfeit::Two), _) | (None, Winner::One) => true,
        _ => return better,
    };
    first == (pairing.one == *one)
}
