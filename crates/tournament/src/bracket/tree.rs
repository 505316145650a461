//! A bracket as far as it is played.

use std::collections::{BTreeMap, BTreeSet};

use super::plan::{Node, Part, Shape, Source, plan};
use crate::command::{Forfeit, Winner};
use crate::id::{PlayerId, RoundNumber};
use crate::policy::System;
use crate::state::{Round, Stage, Tournament};

/// A bracket as far as it is played.
pub struct Bracket {
    /// Everybody who was in it, the best seed first.
    pub seeds: Vec<PlayerId>,
    /// The round of the event that is its first.
    pub first: RoundNumber,
    /// Whether a player is out only after two losses.
    pub double: bool,
    pub(super) plan: Vec<Node>,
    /// Both players of the games played and of those that come next, as far as they are known; an empty place lets its
    /// neighbour pass.
    pub(super) sides: Vec<Option<[Option<PlayerId>; 2]>>,
    /// The same before anybody's hand changed them.
    pub(super) planned: Vec<Option<[Option<PlayerId>; 2]>>,
    /// Who went on and who fell in each game played.
    pub(super) done: Vec<Option<[Option<PlayerId>; 2]>>,
    /// When a player went out, in steps from 0.
    out: BTreeMap<PlayerId, u16>,
    /// Steps played.
    pub(super) steps: u16,
}

/// What a player has come to in a bracket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reached {
    /// The place, from 1; shared by those who went out in the same round, and by those who are still in.
    pub place: u32,
    /// In words: `champion`, `finalist`, `third place`, `semi-finalist`, `top 8`, `still in` …
    pub title: String,
}

/// How a game went for its sides: who goes on, who fell.
type Gone = [Option<PlayerId>; 2];

impl Bracket {
    /// The bracket before a round: the cut, or everybody of round 1 as seeded, the best seeds passing where places
    /// are empty.
    pub fn before(state: &Tournament, round: RoundNumber) -> Bracket {
        let (seeds, first, third_place, double) = match &state.cut {
            Some((cut, after)) => (cut.players.clone(), after.next(), cut.third_place, cut.double),
            None => (seeded(state), RoundNumber(1), false, state.policies().system == System::DoubleElimination),
        };
        let plan = plan(seeds.len(), Shape { third_place, double, late: state.is_judged() });
        let games = plan.len();
        let mut bracket = Bracket {
            seeds,
            first,
            double,
            plan,
            sides: vec![None; games],
            planned: vec![None; games],
            done: vec![None; games],
            out: BTreeMap::new(),
            steps: 0,
        };
        bracket.seat();
        (first.0..round.0).for_each(|played| bracket.play(state, RoundNumber(played)));
        bracket
    }

    /// The bracket after the rounds up to one that are played to their end; nothing where none of them belongs to it.
    pub fn played(state: &Tournament, upto: RoundNumber) -> Option<Bracket> {
        let first = state.cut.as_ref().map_or(RoundNumber(1), |(_, after)| after.next());
        if !state.is_bracket(upto) || upto < first {
            return None;
        }
        let complete = |round: &&Round| {
            round.stage != Stage::Draft && round.pair.round <= upto && round.open_tables().next().is_none()
        };
        let last = state.rounds.iter().filter(complete).map(|round| round.pair.round).max();
        Some(Bracket::before(state, last.map_or(first, |last| last.next().max(first))))
    }

    /// The games that come next, both players of each as far as there are two; the final before the one for third place.
    pub fn due(&self) -> impl Iterator<Item = &[Option<PlayerId>; 2]> {
        let due = self.plan.iter().zip(&self.sides).filter(|(node, _)| node.step == self.steps);
        due.filter_map(|(_, sides)| sides.as_ref())
    }

    /// Who is still in.
    pub fn still_in(&self) -> impl Iterator<Item = &PlayerId> {
        self.seeds.iter().filter(|player| !self.out.contains_key(*player))
    }

    /// Whether nobody is left to play against.
    pub fn is_decided(&self) -> bool {
        self.still_in().count() < 2 || self.plan.iter().all(|node| node.step < self.steps)
    }

    /// The name of the round that comes next: `final`, `semi-finals`, `top 8`, `round 3, lower round 2` …
    pub fn name(&self) -> String {
        step_name(self, self.steps)
    }

    /// Fills in the sides of the games that come next.
    fn seat(&mut self) {
        for at in 0..self.plan.len() {
            if self.plan[at].step == self.steps {
                let sides = self.plan[at].from.map(|source| self.comes_from(source));
                self.planned[at] = Some(sides.clone());
                self.sides[at] = Some(sides);
            }
        }
    }

    fn comes_from(&self, source: Source) -> Option<PlayerId> {
        let player = match source {
            Source::Seed(at) => self.seeds.get(at).cloned(),
            Source::Winner(game) => self.done[game].as_ref().and_then(|[winner, _]| winner.clone()),
            Source::Loser(game) => self.done[game].as_ref().and_then(|[_, loser]| loser.clone()),
        };
        // Who has left does not come back; in a single elimination only losers of the semi-finals come from a loss.
        player.filter(|player| !self.double || !self.out.contains_key(player))
    }

    fn play(&mut self, state: &Tournament, round: RoundNumber) {
        let games: Vec<usize> = (0..self.plan.len()).filter(|at| self.plan[*at].step == self.steps).collect();
        if let Some(known) = state.round(round) {
            self.as_repaired(&games, known);
        }
        for at in games {
            let Some(sides) = self.sides[at].clone() else { continue };
            let mut gone = self.gone(state, round, &sides);
            // A correction that let the bracket stand has decided nothing in it.
            let kept = state.round(round).and_then(|known| known.kept.get(&at)).filter(|kept| kept.due == gone);
            if let Some(kept) = kept {
                gone.clone_from(&kept.played);
            }
            self.fall(self.plan[at].part, &sides, &gone);
            self.done[at] = Some(gone);
        }
        // Who was not there is out.
        if let Some(known) = state.round(round) {
            let seated: BTreeSet<&PlayerId> =
                known.pair.tables.iter().flat_map(|game| [&game.one, &game.two]).chain(&known.pair.byes).collect();
            let absent: Vec<PlayerId> = self.still_in().filter(|player| !seated.contains(player)).cloned().collect();
            self.out.extend(absent.into_iter().map(|player| (player, self.steps)));
        }
        self.steps += 1;
        self.seat();
    }

    fn gone(&self, state: &Tournament, round: RoundNumber, sides: &[Option<PlayerId>; 2]) -> Gone {
        let on = sides.clone().map(|side| side.is_some_and(|player| goes_on(state, round, &player)));
        match (sides, on) {
            ([one, two], [true, _]) => [one.clone(), two.clone()],
            ([one, two], [false, true]) => [two.clone(), one.clone()],
            // Both lose, or the only one there is gone.
            _ => [None, None],
        }
    }

    /// Notes who is out after a game.
    fn fall(&mut self, part: Part, sides: &[Option<PlayerId>; 2], gone: &Gone) {
        let [winner, loser] = gone;
        let second_chance = self.double
            && match part {
                Part::Upper(_) => true,
                // The one from the upper bracket has not lost before.
                Part::Final => winner.is_some() && *loser == sides[0],
                Part::Lower(_) | Part::Again | Part::Third => false,
            };
        if part == Part::Third || (winner.is_some() && second_chance) {
            return;
        }
        let fallen = sides.iter().flatten().filter(|player| Some(*player) != winner.as_ref());
        for player in fallen {
            self.out.entry(player.clone()).or_insert(self.steps);
        }
    }

    /// Takes the games as they were played: where an organiser's hand let others meet, they take the places of the games
    /// that they replaced.
    fn as_repaired(&mut self, games: &[usize], round: &Round) {
        let parts: BTreeSet<Part> = games.iter().map(|at| self.plan[*at].part).collect();
        for part in parts {
            let own: Vec<usize> = games.iter().copied().filter(|at| self.plan[*at].part == part).collect();
            let as_planned = |sides: &[Option<PlayerId>; 2]| match sides {
                [Some(one), Some(two)] => {
                    round.of(one).is_none_or(|game| game.one == *two || game.two == *two)
                        && round.of(two).is_none_or(|game| game.one == *one || game.two == *one)
                }
                [Some(one), None] | [None, Some(one)] => round.of(one).is_none(),
                [None, None] => true,
            };
            let displaced: Vec<usize> =
                own.into_iter().filter(|at| self.sides[*at].as_ref().is_some_and(|sides| !as_planned(sides))).collect();
            let players: Vec<PlayerId> =
                displaced.iter().filter_map(|at| self.sides[*at].clone()).flatten().flatten().collect();
            let mut met: Vec<[Option<PlayerId>; 2]> = Vec::new();
            let mut seen: BTreeSet<&PlayerId> = BTreeSet::new();
            for player in &players {
                if !seen.insert(player) {
                    continue;
                }
                let other = round.of(player).map(|game| game.other(player));
                let other = other.and_then(|other| players.iter().find(|known| *known == other));
                seen.extend(other);
                met.push([Some(player.clone()), other.cloned()]);
            }
            if met.len() <= displaced.len() {
                for (index, at) in displaced.into_iter().enumerate() {
                    self.sides[at] = Some(met.get(index).cloned().unwrap_or([None, None]));
                }
            }
        }
    }

    /// Who was beaten for third place, and by whom.
    fn third(&self) -> Option<[&PlayerId; 2]> {
        let at = self.plan.iter().position(|node| node.part == Part::Third)?;
        match self.done[at].as_ref()? {
            [Some(best), Some(other)] => Some([best, other]),
            _ => None,
        }
    }

    /// What everybody in it has come to.
    pub fn reached(&self) -> BTreeMap<&PlayerId, Reached> {
        let still: Vec<&PlayerId> = self.still_in().collect();
        let title = if self.is_decided() && self.steps > 0 { "champion" } else { "still in" };
        let mut reached: BTreeMap<&PlayerId, Reached> =
            still.iter().map(|player| (*player, Reached { place: 1, title: title.to_owned() })).collect();
        let mut better = still.len() as u32;
        for step in (0..self.steps).rev() {
            let fallen: Vec<&PlayerId> = self.out.iter().filter(|(_, out)| **out == step).map(|(p, _)| p).collect();
            // Where both of a final lose, nobody is champion.
            let place = (better + 1).max(2);
            better += fallen.len() as u32;
            let title = self.title_of_out(step, place, better);
            reached.extend(fallen.into_iter().map(|player| (player, Reached { place, title: title.clone() })));
        }
        if let Some([best, other]) = self.third() {
            let place = reached.get(best).map_or(3, |reached| reached.place);
            reached.insert(best, Reached { place, title: "third place".to_owned() });
            reached.insert(other, Reached { place: place + 1, title: "fourth place".to_owned() });
        }
        reached
    }

    /// What those have come to who went out in a step; `last` is the last place that they share.
    fn title_of_out(&self, step: u16, place: u32, last: u32) -> String {
        let part = self.plan.iter().find(|node| node.step == step).map(|node| node.part);
        match (self.double, part, place) {
            (false, Some(Part::Final), _) | (true, _, 2) => "finalist".to_owned(),
            (false, Some(Part::Upper(4)), _) => "semi-finalist".to_owned(),
            (false, Some(Part::Upper(places)), _) => format!("top {}", places.min(self.seeds.len())),
            (_, _, 3) if last == 3 => "third place".to_owned(),
            (_, _, 4) if last == 4 => "fourth place".to_owned(),
            _ => format!("top {last}"),
        }
    }
}

/// The name of a round, where it belongs to a bracket.
///
/// ```
/// use adjutant_tournament::{Tournament, RoundNumber, bracket::round_name};
/// assert_eq!(round_name(&Tournament::default(), RoundNumber(1)), None);
/// ```
pub fn round_name(state: &Tournament, round: RoundNumber) -> Option<String> {
    state.is_bracket(round).then(|| Bracket::before(state, round).name())
}

/// Everybody who is in for round 1, the best seed first.
fn seeded(state: &Tournament) -> Vec<PlayerId> {
    let places = state.seeds();
    if places.is_empty() {
        return Vec::new();
    }
    let mut order: Vec<usize> = (0..state.players.len()).collect();
    order.sort_by_key(|at| places[*at]);
    let here: BTreeSet<&PlayerId> =
        state.present(RoundNumber(1)).into_iter().map(|player| &player.entry.player).collect();
    let ids = order.into_iter().map(|at| &state.players[at].entry.player);
    ids.filter(|player| here.contains(player)).cloned().collect()
}

fn goes_on(state: &Tournament, round: RoundNumber, player: &PlayerId) -> bool {
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

/// The number of the upper round with this many places left, from 1.
pub(super) fn upper_round(bracket: &Bracket, places: usize) -> usize {
    let all = bracket.plan.first().map_or(places, |node| match node.part {
        Part::Upper(all) => all,
        _ => places,
    });
    (all / places.max(1)).ilog2() as usize + 1
}

/// The name of a round of a bracket, by its step.
pub(super) fn step_name(bracket: &Bracket, step: u16) -> String {
    let mut parts: Vec<Part> = Vec::new();
    for node in bracket.plan.iter().filter(|node| node.step == step && node.part != Part::Third) {
        if !parts.contains(&node.part) {
            parts.push(node.part);
        }
    }
    let deepest = bracket.plan.iter().filter_map(|node| match node.part {
        Part::Lower(round) => Some(round),
        _ => None,
    });
    let deepest = deepest.max().unwrap_or(0);
    let name = |part: &Part| match (*part, bracket.double) {
        (Part::Final | Part::Third, _) => "final".to_owned(),
        (Part::Again, _) => "second final".to_owned(),
        (Part::Upper(4), false) => "semi-finals".to_owned(),
        // Where places are empty the best seeds pass it: 13 players begin with a round of 16.
        (Part::Upper(places), false) if places > bracket.seeds.len() => format!("round of {places}"),
        (Part::Upper(places), false) => format!("top {places}"),
        (Part::Upper(2), true) => "winners' final".to_owned(),
        (Part::Upper(places), true) => format!("winners' round {}", upper_round(bracket, places)),
        (Part::Lower(round), _) if round == deepest => "losers' final".to_owned(),
        (Part::Lower(round), _) => format!("losers' round {round}"),
    };
    if parts.is_empty() { "final".to_owned() } else { parts.iter().map(name).collect::<Vec<_>>().join(", ") }
}
