//! Games of a bracket that do not follow from the results before them.

use super::plan::Source;
use super::tree::{Bracket, step_name};
use crate::command::{Pairing, ResultEntry};
use crate::id::RoundNumber;
use crate::policy::Method;
use crate::state::{Round, Sides, Tournament};

/// A published round of a bracket of which not every game follows from the results before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loose {
    /// The round.
    pub round: RoundNumber,
    /// What it is called: `final`, `semi-finals` …
    pub name: String,
    /// Its games that do not follow, or rest on one that does not.
    pub games: Vec<Pairing>,
    /// Who should meet in it by what is known, each with the place in the plan; what rests on others is not told.
    pub due: Vec<(usize, Sides)>,
}

/// The rounds of a bracket with games that do not follow from the results; games that were kept as played do.
///
/// ```
/// use adjutant_tournament::{Tournament, bracket::loose};
/// assert_eq!(loose(&Tournament::default()), []);
/// ```
pub fn loose(state: &Tournament) -> Vec<Loose> {
    let last = RoundNumber(state.published());
    if last.0 == 0 || !state.is_bracket(last) {
        return Vec::new();
    }
    let bracket = Bracket::before(state, last.next());
    let mut rests = vec![false; bracket.plan.len()];
    let rounds = (bracket.first.0..=last.0).filter_map(|number| state.round(RoundNumber(number)));
    rounds.filter_map(|round| loose_in(state, &bracket, round, last, &mut rests)).collect()
}

/// The rounds behind one of a bracket in which a game is won by another than before, where the organiser's hand had led
/// the bracket away from its plan: nothing of it can be told apart, so that all their games rest on that one.
pub(crate) fn turned(before: &Tournament, now: &Tournament) -> Vec<Loose> {
    if loose(before).iter().all(|loose| loose.due.is_empty()) {
        return Vec::new();
    }
    let last = before.published();
    let bracket = Bracket::before(before, RoundNumber(last).next());
    let rounds = |state: &Tournament| -> Vec<Round> {
        let all = state.rounds.iter().filter(|round| (bracket.first.0..=last).contains(&round.pair.round.0));
        all.cloned().collect()
    };
    let won = |round: &Round, game: &Pairing| round.results.get(&game.table).map(ResultEntry::winner);
    let (then, now) = (rounds(before), rounds(now));
    let other = |(then, now): &(&Round, &Round)| {
        then.pair.tables.iter().any(|game| won(then, game) != won(now, game) && then.pair.tables == now.pair.tables)
    };
    let Some((turned, _)) = then.iter().zip(&now).find(other) else { return Vec::new() };
    let behind = now.iter().filter(|round| round.pair.round > turned.pair.round);
    let all = behind.map(|round| Loose {
        round: round.pair.round,
        name: step_name(&bracket, round.pair.round.0 - bracket.first.0),
        games: round.pair.tables.clone(),
        due: Vec::new(),
    });
    all.collect()
}

fn loose_in(
    state: &Tournament,
    bracket: &Bracket,
    round: &Round,
    last: RoundNumber,
    rests: &mut [bool],
) -> Option<Loose> {
    let number = round.pair.round;
    let step = number.0 - bracket.first.0;
    let own = (0..bracket.plan.len()).filter(|at| bracket.plan[*at].step == step);
    let own: Vec<(usize, &Sides)> = own.filter_map(|at| Some((at, bracket.due_at(at, round)?))).collect();
    let mut due = Vec::new();
    for (at, sides) in &own {
        let on = |source: &Source| matches!(source, Source::Winner(game) | Source::Loser(game) if rests[*game]);
        let resting = bracket.plan[*at].from.iter().any(on);
        // The result of a game on which later rounds rest was taken back.
        let reopened =
            || number < last && of(round, sides).is_some_and(|game| !round.results.contains_key(&game.table));
        let follows = follows(state, round, sides) && !reopened();
        rests[*at] = resting || !follows;
        due.extend((!resting && !follows).then(|| (*at, (*sides).clone())));
    }
    let stands = |rests: &[bool], game: &Pairing| {
        own.iter().any(|(at, sides)| !rests[*at] && of(round, sides).is_some_and(|own| own == game))
    };
    let stray = |rests: &[bool]| round.pair.tables.iter().any(|game| !stands(rests, game));
    if stray(rests) && own.iter().all(|(at, _)| !rests[*at]) {
        // Two have met where nobody is left to meet.
        for (at, sides) in own.iter().filter(|(_, sides)| sides.iter().all(Option::is_none)) {
            rests[*at] = true;
            due.push((*at, (*sides).clone()));
        }
    }
    let games: Vec<Pairing> = round.pair.tables.iter().filter(|game| !stands(rests, game)).cloned().collect();
    let any = own.iter().any(|(at, _)| rests[*at]);
    any.then(|| Loose { round: number, name: step_name(bracket, step), games, due })
}

/// The game of both sides as it is recorded.
fn of<'a>(round: &'a Round, sides: &Sides) -> Option<&'a Pairing> {
    let [Some(one), Some(two)] = sides else { return None };
    round.of(one).filter(|game| game.one == *two || game.two == *two)
}

/// Whether a round has the game of both sides, or lets the one pass who is alone.
fn follows(state: &Tournament, round: &Round, sides: &Sides) -> bool {
    let seated = |player| round.of(player).is_some();
    let here = |player| state.player(player).is_some_and(|known| known.is_in(round.pair.round));
    match sides {
        [Some(one), Some(two)] if !seated(one) && !seated(two) => [(one, two), (two, one)]
            .iter()
            .any(|(gone, alone)| !here(gone) && (!here(alone) || round.pair.byes.contains(alone))),
        [Some(_), Some(_)] => of(round, sides).is_some(),
        [Some(alone), None] | [None, Some(alone)] => !seated(alone),
        [None, None] => true,
    }
}

impl Bracket {
    /// Who should meet at a place of the plan in a round: as an organiser's hand let them, otherwise as planned.
    fn due_at(&self, at: usize, round: &Round) -> Option<&Sides> {
        let by_hand = round.repaired || round.pair.method == Method::Manual;
        if by_hand { self.sides[at].as_ref() } else { self.planned[at].as_ref() }
    }

    /// The games that two brackets of one plan have seen played by the same players, and that another of them won: the
    /// place in the plan, and who went on and fell in this one and in the other.
    pub(crate) fn decided_otherwise<'a>(
        &'a self,
        other: &'a Bracket,
    ) -> impl Iterator<Item = (usize, &'a Sides, &'a Sides)> {
        let same = |at: &usize| self.sides[*at] == other.sides[*at] && self.done[*at] != other.done[*at];
        (0..self.plan.len()).filter(same).filter_map(|at| Some((at, self.done[at].as_ref()?, other.done[at].as_ref()?)))
    }

    /// The round in which a game of the plan is played.
    pub(crate) fn round_of(&self, at: usize) -> RoundNumber {
        RoundNumber(self.first.0 + self.plan[at].step)
    }
}
