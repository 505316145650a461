//! A single elimination: who is still in, who went out when, and the places that follow.

use std::collections::BTreeMap;

use crate::command::{Forfeit, Winner};
use crate::id::{PlayerId, RoundNumber};
use crate::lots::{Purpose, draw};
use crate::state::{EventState, Stage};

/// A bracket as far as it is played.
///
/// Who goes on is read from the games as they were played, so that an organiser's repair of an earlier round holds.
/// Where neither goes on (both lose, both leave), the next opponent passes.
pub struct Bracket {
    /// Everybody who was in it, the best seed first.
    pub seeds: Vec<PlayerId>,
    /// Who is still in, in the order of the bracket, neighbours meeting; an empty place lets its neighbour pass.
    pub slots: Vec<Option<PlayerId>>,
    /// Who went out in each round played, the first round first.
    out: Vec<Out>,
    /// The two who lost the semi-finals, best first for third place, once the round of the final is played; whether the
    /// first of them is third alone.
    third: Option<([PlayerId; 2], bool)>,
    third_place: bool,
}

/// Who went out in a round.
struct Out {
    players: Vec<PlayerId>,
    /// Places that the bracket had before the round.
    size: usize,
}

/// What a player has come to in a bracket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reached {
    /// The place, from 1; shared by those who went out in the same round, and by those who are still in.
    pub place: u32,
    /// In words: `champion`, `finalist`, `third place`, `semi-finalist`, `top 8`, `still in` …
    pub title: String,
}

impl Bracket {
    /// The bracket before a round: the cut, or everybody of round 1 seeded by lot, the best seeds passing where places
    /// are empty.
    pub fn before(state: &EventState, round: RoundNumber) -> Bracket {
        let (seeds, first, third_place) = match &state.cut {
            Some((cut, after)) => (cut.players.clone(), after.next(), cut.third_place),
            None => (seeded(state), RoundNumber(1), false),
        };
        let slots = seed_order(seeds.len()).into_iter().map(|at| seeds.get(at).cloned()).collect();
        let mut bracket = Bracket { seeds, slots, out: Vec::new(), third: None, third_place };
        (first.0..round.0).for_each(|played| bracket.play(state, RoundNumber(played)));
        bracket
    }

    /// The bracket after the rounds up to one that are played to their end; nothing where none of them belongs to it.
    pub fn played(state: &EventState, upto: RoundNumber) -> Option<Bracket> {
        let first = state.cut.as_ref().map_or(RoundNumber(1), |(_, after)| after.next());
        if !state.is_bracket(upto) || upto < first {
            return None;
        }
        let complete = |round: &&crate::state::Round| {
            round.stage != Stage::Draft && round.pair.round <= upto && round.open_tables().next().is_none()
        };
        let last = state.rounds.iter().filter(complete).map(|round| round.pair.round).max();
        Some(Bracket::before(state, last.map_or(first, |last| last.next().max(first))))
    }

    /// Who plays for third place beside the final.
    pub fn third_place(&self) -> Option<[&PlayerId; 2]> {
        let fallen = self.out.last().map(|out| out.players.as_slice()).unwrap_or_default();
        match fallen {
            [one, two] if self.third_place && self.slots.len() == 2 => Some([one, two]),
            _ => None,
        }
    }

    /// Whether nobody is left to play against.
    pub fn is_decided(&self) -> bool {
        self.slots.iter().flatten().count() < 2
    }

    /// The name of a round with this many places left.
    pub fn round_name(places: usize) -> String {
        match places {
            0..=2 => "final".to_owned(),
            4 => "semi-finals".to_owned(),
            places => format!("top {places}"),
        }
    }

    fn play(&mut self, state: &EventState, round: RoundNumber) {
        let third = self.third_place().map(|[one, two]| [one.clone(), two.clone()]);
        if let Some([one, two]) = third {
            let on = [&one, &two].map(|player| goes_on(state, round, player));
            self.third = Some(if on == [false, true] { ([two, one], true) } else { ([one, two], on[0] != on[1]) });
        }
        let size = self.slots.len();
        let on = |player: &PlayerId| goes_on(state, round, player);
        let winners: Vec<Vec<PlayerId>> = self
            .slots
            .chunks(2)
            .map(|pair| pair.iter().flatten().filter(|player| on(player)).cloned().collect())
            .collect();
        let players = self.slots.iter().flatten().filter(|player| !on(player)).cloned().collect();
        self.out.push(Out { players, size });
        // A repair may have let both of a pair win; then everybody moves up.
        self.slots = match winners.iter().all(|pair| pair.len() < 2) {
            true => winners.into_iter().map(|pair| pair.into_iter().next()).collect(),
            false => winners.into_iter().flatten().map(Some).collect(),
        };
    }

    /// What everybody in it has come to.
    pub fn reached(&self) -> BTreeMap<&PlayerId, Reached> {
        let mut reached = BTreeMap::new();
        let still: Vec<&PlayerId> = self.slots.iter().flatten().collect();
        let title = if self.is_decided() && !self.out.is_empty() { "champion" } else { "still in" };
        for player in &still {
            reached.insert(*player, Reached { place: 1, title: title.to_owned() });
        }
        let mut better = still.len() as u32;
        for out in self.out.iter().rev() {
            // Where both of a final lose, nobody is champion.
            let place = (better + 1).max(2);
            better += out.players.len() as u32;
            let title = match out.size {
                0..=2 => "finalist".to_owned(),
                4 => "semi-finalist".to_owned(),
                size => format!("top {size}"),
            };
            for player in &out.players {
                reached.insert(player, Reached { place, title: title.clone() });
            }
        }
        if let Some(([best, other], true)) = &self.third {
            let place = reached.get(best).map_or(3, |reached| reached.place);
            reached.insert(best, Reached { place, title: "third place".to_owned() });
            reached.insert(other, Reached { place: place + 1, title: "fourth place".to_owned() });
        }
        reached
    }
}

/// The name of a round, where it belongs to a bracket.
///
/// ```
/// use adjutant_tournament::{EventState, RoundNumber, bracket::round_name};
/// assert_eq!(round_name(&EventState::default(), RoundNumber(1)), None);
/// ```
pub fn round_name(state: &EventState, round: RoundNumber) -> Option<String> {
    state.is_bracket(round).then(|| Bracket::round_name(Bracket::before(state, round).slots.len()))
}

fn seeded(state: &EventState) -> Vec<PlayerId> {
    let Some(create) = &state.create else { return Vec::new() };
    let lots = draw(&create.seed, Purpose::Pairing(RoundNumber(1)), state.players.len() as u32);
    let mut order: Vec<usize> = (0..state.players.len()).collect();
    order.sort_by_key(|at| lots[*at]);
    let here: std::collections::BTreeSet<&PlayerId> =
        state.present(RoundNumber(1)).into_iter().map(|player| &player.entry.player).collect();
    let ids = order.into_iter().map(|at| &state.players[at].entry.player);
    ids.filter(|player| here.contains(player)).cloned().collect()
}

/// Seeds in the order of a bracket with room for `count`.
fn seed_order(count: usize) -> Vec<usize> {
    let mut order = vec![0usize];
    while order.len() < count {
        let size = order.len() * 2;
        order = order.into_iter().flat_map(|seed| [seed, size - 1 - seed]).collect();
    }
    order
}

fn goes_on(state: &EventState, round: RoundNumber, player: &PlayerId) -> bool {
    let Some(known) = state.round(round) else { return false };
    let Some(pairing) = known.of(player) else { return known.pair.byes.contains(player) };
    let first = pairing.one == *player;
    known.results.get(&pairing.table).is_some_and(|result| {
        match (result.forfeit, state.create.as_ref().map_or(Winner::Draw, |c| c.policies.winner_of(result))) {
            (Some(Forfeit::One), _) => !first,
            (Some(Forfeit::Two), _) => first,
            (Some(Forfeit::Both), _) => false,
            (None, Winner::One) => first,
            (None, Winner::Two) => !first,
            (None, Winner::Draw | Winner::Neither) => false,
        }
    })
}
