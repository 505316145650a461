//! Rounds that need no search: round robin, pods, single elimination.

use std::collections::BTreeSet;

use crate::command::{Forfeit, Winner};
use crate::id::{PlayerId, RoundNumber};
use crate::lots::{Purpose, draw};
use crate::policy::System;
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

/// A round of a round robin; whoever dropped leaves a bye behind, whoever enters late takes the place of the bye.
pub(super) fn round_robin(state: &EventState, round: RoundNumber) -> Meetings {
    let everybody: Vec<&PlayerId> = state.players.iter().map(|player| &player.entry.player).collect();
    let mut meetings = Meetings::default();
    meetings.add(&everybody, round, &here(state, round));
    meetings
}

/// A round of pods: places by the lots of round 1, pods filled one after the other; whoever enters late comes last.
pub(super) fn pods(state: &EventState, round: RoundNumber) -> Meetings {
    let Some(create) = &state.create else { return Meetings::default() };
    let lots = draw(&create.seed, Purpose::Pairing(RoundNumber(1)), state.players.len() as u32);
    let mut order: Vec<usize> = (0..state.players.len()).collect();
    order.sort_by_key(|at| (state.players[*at].from, lots[*at]));
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

/// A round of a single elimination: 1 meets the last, 2 the last but one, and so on along the bracket. Who is in it is
/// said by the cut; without one it is everybody of round 1, seeded by lot, the best seeds passing where places are
/// empty. Who goes on from a drawn game is the better seed; who goes on is read from the games as they were played, so
/// that an organiser's repair of an earlier round holds.
pub(super) fn elimination(state: &EventState, round: RoundNumber) -> Meetings {
    let bracket = Bracket::before(state, round);
    let here = here(state, round);
    let mut meetings = Meetings::default();
    for pair in bracket.slots.chunks(2) {
        let pair: Vec<&PlayerId> = pair.iter().flatten().filter(|player| here.contains(*player)).collect();
        match pair.as_slice() {
            [one, two] => meetings.games.push(((*one).clone(), (*two).clone())),
            // Whoever is left without an opponent goes on.
            pair => meetings.byes.extend(pair.iter().map(|player| (*player).clone())),
        }
    }
    if let ([one, two], true) = (bracket.fallen.as_slice(), bracket.third_place) {
        match (here.contains(one), here.contains(two)) {
            (true, true) => meetings.games.push((one.clone(), two.clone())),
            (true, false) => meetings.byes.push(one.clone()),
            (false, true) => meetings.byes.push(two.clone()),
            (false, false) => {}
        }
    }
    meetings
}

/// Whether a single elimination has its winner before a round.
pub(crate) fn is_decided(state: &EventState, round: RoundNumber) -> bool {
    let eliminates = state.cut.is_some() || state.policies().system == System::SingleElimination;
    eliminates && round > RoundNumber(1) && Bracket::before(state, round).slots.iter().flatten().count() < 2
}

/// Who is still in.
struct Bracket {
    /// In the order of the bracket, neighbours meeting; an empty place lets its neighbour pass.
    slots: Vec<Option<PlayerId>>,
    /// Who lost in the round before.
    fallen: Vec<PlayerId>,
    third_place: bool,
}

impl Bracket {
    fn before(state: &EventState, round: RoundNumber) -> Bracket {
        let (seeds, first, third_place) = match &state.cut {
            Some((cut, after)) => (cut.players.clone(), after.next(), cut.third_place),
            None => (seeded(state), RoundNumber(1), false),
        };
        let mut slots: Vec<Option<PlayerId>> =
            places(seeds.len()).into_iter().map(|at| seeds.get(at).cloned()).collect();
        let mut fallen = Vec::new();
        for played in (first.0..round.0).map(RoundNumber) {
            let in_it: Vec<PlayerId> = slots.into_iter().flatten().collect();
            let (on, out): (Vec<_>, Vec<_>) =
                in_it.into_iter().partition(|player| goes_on(state, played, player, &seeds));
            slots = on.into_iter().map(Some).collect();
            fallen = out;
        }
        // Third place is played beside the final only.
        let third_place = third_place && slots.len() == 2 && fallen.len() == 2;
        Bracket { slots, fallen, third_place }
    }
}

fn seeded(state: &EventState) -> Vec<PlayerId> {
    let Some(create) = &state.create else { return Vec::new() };
    let lots = draw(&create.seed, Purpose::Pairing(RoundNumber(1)), state.players.len() as u32);
    let here = here(state, RoundNumber(1));
    let mut order: Vec<usize> = (0..state.players.len()).collect();
    order.sort_by_key(|at| lots[*at]);
    order.into_iter().map(|at| state.players[at].entry.player.clone()).filter(|player| here.contains(player)).collect()
}

/// Seeds in the order of a bracket with room for `count`.
fn places(count: usize) -> Vec<usize> {
    let mut order = vec![0usize];
    while order.len() < count {
        let size = order.len() * 2;
        order = order.into_iter().flat_map(|seed| [seed, size - 1 - seed]).collect();
    }
    order
}

fn goes_on(state: &EventState, round: RoundNumber, player: &PlayerId, seeds: &[PlayerId]) -> bool {
    let Some(known) = state.round(round) else { return false };
    let Some(pairing) = known.of(player) else { return known.pair.byes.contains(player) };
    let first = pairing.one == *player;
    let other = if first { &pairing.two } else { &pairing.one };
    let seed = |player: &PlayerId| seeds.iter().position(|seed| seed == player);
    let won = known.results.get(&pairing.table).and_then(|result| match (result.forfeit, result.winner()) {
        (Some(Forfeit::One), _) | (None, Winner::Two) => Some(!first),
        (Some(Forfeit::Two), _) | (None, Winner::One) => Some(first),
        _ => None,
    });
    won.unwrap_or(seed(player) < seed(other))
}
