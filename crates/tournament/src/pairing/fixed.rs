//! Rounds that need no search: round robin, pods, single elimination.

use std::collections::BTreeSet;

use crate::bracket::Bracket;
use crate::id::{PlayerId, RoundNumber};
use crate::policy::System;
use crate::standings::standings;
use crate::state::Tournament;

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

/// A round of a round robin; a player who dropped leaves a bye behind, one who enters late takes the place of the bye.
pub(super) fn round_robin(state: &Tournament, round: RoundNumber) -> Meetings {
    let everybody: Vec<&PlayerId> =
        state.players.iter().filter(|player| !player.is_waiting()).map(|player| &player.entry.player).collect();
    let mut meetings = Meetings::default();
    meetings.add(&everybody, round, &here(state, round));
    meetings
}

/// A round of pods; see [`pods_of`].
pub(super) fn pods(state: &Tournament, round: RoundNumber) -> Meetings {
    let here = here(state, round);
    let mut meetings = Meetings::default();
    let since = state.recorded_pods(round).map_or(0, |(_, after)| after.0);
    let round = RoundNumber(round.0 - since);
    for pod in pods_of(state) {
        let pod: Vec<&PlayerId> = pod.iter().map(|at| &state.players[*at].entry.player).collect();
        meetings.add(&pod, round, &here);
    }
    meetings
}

/// The pods as places in the order of entry: as recorded, otherwise those who were in for round 1 by its lots (or by
/// rating), split as evenly as the size allows and never into a pod of two where three could play; later entries take the
/// place of a bye, in the first pod that has one.
pub(crate) fn pods_of(state: &Tournament) -> Vec<Vec<usize>> {
    let Some(create) = &state.create else { return Vec::new() };
    let lots = state.seeds();
    let recorded = state.recorded_pods(state.due());
    let begin = recorded.map_or(RoundNumber(1), |(_, after)| after.next());
    let mut pods: Vec<Vec<usize>> = match recorded {
        Some((known, _)) => {
            known.pods.iter().map(|pod| pod.iter().filter_map(|player| state.place(player)).collect()).collect()
        }
        None => {
            let mut order: Vec<usize> =
                (0..state.players.len()).filter(|at| state.players[*at].is_in(RoundNumber(1))).collect();
            order.sort_by_key(|at| lots[*at]);
            split(&order, usize::from(create.policies.pod_size))
        }
    };
    let seated: BTreeSet<usize> = pods.iter().flatten().copied().collect();
    let mut later: Vec<usize> = (0..state.players.len()).filter(|at| !seated.contains(at)).collect();
    later.retain(|at| state.players[*at].is_in(state.due()) || state.players[*at].from > begin);
    later.sort_by_key(|at| (state.players[*at].from, lots[*at]));
    for at in later {
        let free = pods.iter().position(|pod| pod.len() % 2 == 1).unwrap_or(0);
        match pods.get_mut(free) {
            Some(pod) => pod.push(at),
            None => pods.push(vec![at]),
        }
    }
    pods
}

/// The pods of an event that is played in pods, as they are recorded or drawn; none in other events.
///
/// ```
/// use adjutant_tournament::{Tournament, pairing::seated_pods};
/// assert!(seated_pods(&Tournament::default()).is_empty());
/// ```
pub fn seated_pods(state: &Tournament) -> Vec<Vec<PlayerId>> {
    if state.system() != System::Pods {
        return Vec::new();
    }
    let names = |pod: Vec<usize>| pod.into_iter().map(|at| state.players[at].entry.player.clone()).collect();
    pods_of(state).into_iter().map(names).collect()
}

/// Everybody who plays in the next round in pods of a size: by the standings, before round 1 by rating or lot as the event
/// seeds. Neighbours share a pod, the best the first one.
///
/// ```
/// use adjutant_tournament::{Tournament, pairing::pods_by_record};
/// assert!(pods_by_record(&Tournament::default(), 4).is_empty());
/// ```
pub fn pods_by_record(state: &Tournament, size: usize) -> Vec<Vec<PlayerId>> {
    let last = RoundNumber(state.published());
    let active: BTreeSet<&PlayerId> = state
        .players
        .iter()
        .filter(|player| state.is_active(player, last.next()))
        .map(|player| &player.entry.player)
        .collect();
    let mut order: Vec<PlayerId> = if last.0 == 0 {
        let seeds = state.seeds();
        let mut order: Vec<usize> = (0..state.players.len()).collect();
        order.sort_by_key(|at| seeds.get(*at).copied());
        order.into_iter().map(|at| state.players[at].entry.player.clone()).collect()
    } else {
        standings(state, last).rows.into_iter().map(|row| row.player).collect()
    };
    order.retain(|player| active.contains(player));
    split(&order, size)
}

/// A list cut into pods of almost equal size.
fn split<T: Clone>(order: &[T], size: usize) -> Vec<Vec<T>> {
    let mut rest = order;
    let mut pods = Vec::new();
    for size in even_split(order.len(), size.max(2)) {
        let (pod, others) = rest.split_at(size);
        pods.push(pod.to_vec());
        rest = others;
    }
    pods
}

/// Sizes of the pods of a number of players: as many pods as `size` needs, unless one of them would have fewer than three.
///
/// ```
/// use adjutant_tournament::pairing::even_split;
/// assert_eq!(even_split(10, 4), [4, 3, 3]);
/// assert_eq!(even_split(9, 4), [3, 3, 3]);
/// assert_eq!(even_split(5, 4), [5]);
/// assert_eq!(even_split(5, 2), [3, 2]);
/// ```
pub fn even_split(count: usize, size: usize) -> Vec<usize> {
    let mut pods = count.div_ceil(size.max(1)).max(1);
    while pods > 1 && count / pods < size.min(3) {
        pods -= 1;
    }
    (0..pods).map(|pod| count / pods + usize::from(pod < count % pods)).filter(|size| *size > 0).collect()
}

/// How many rounds a fixed schedule has before somebody meets again, and how many players its smallest group has;
/// nothing for other systems.
pub fn schedule(state: &Tournament) -> Option<(u16, usize)> {
    let groups: Vec<usize> = match state.system() {
        System::RoundRobin => vec![state.players.iter().filter(|player| !player.is_waiting()).count()],
        System::Pods => pods_of(state).iter().map(Vec::len).collect(),
        System::Swiss | System::SingleElimination | System::DoubleElimination | System::Manual => return None,
    };
    let smallest = groups.into_iter().min().filter(|smallest| *smallest >= 2)?;
    let rounds = smallest + smallest % 2 - 1;
    Some((u16::try_from(rounds).unwrap_or(u16::MAX), smallest))
}

fn here(state: &Tournament, round: RoundNumber) -> BTreeSet<PlayerId> {
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

/// A round of a bracket: 1 meets the last, 2 the last but one, and so on; the final before the match for third place.
/// Who is still in and has no opponent in this round has a bye.
pub(super) fn elimination(state: &Tournament, round: RoundNumber) -> Meetings {
    let bracket = Bracket::before(state, round);
    let here = here(state, round);
    let mut meetings = Meetings::default();
    let mut seated: BTreeSet<&PlayerId> = BTreeSet::new();
    for sides in bracket.due() {
        let pair: Vec<&PlayerId> = sides.iter().flatten().filter(|player| here.contains(*player)).collect();
        seated.extend(&pair);
        match pair.as_slice() {
            [one, two] => meetings.games.push(((*one).clone(), (*two).clone())),
            // A player left without an opponent goes on.
            pair => meetings.byes.extend(pair.iter().map(|player| (*player).clone())),
        }
    }
    let resting = bracket.still_in().filter(|player| here.contains(*player) && !seated.contains(player));
    meetings.byes.extend(resting.cloned());
    meetings
}
