//! A bracket as people look at it: rounds with their names, games with both sides, points and winners.

use serde::Serialize;

use super::plan::{Node, Part, Source};
use super::tree::{Bracket, step_name, upper_round};
use crate::id::{PlayerId, RoundNumber, TableNumber};
use crate::state::{Round, Stage, Tournament};

/// A whole bracket, played or not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BracketView {
    /// Whether a player is out only after two losses.
    pub double: bool,
    /// Who won it, once somebody has; nobody where the winner is disqualified.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub champion: Option<PlayerId>,
    /// Its rounds, the first one first.
    pub rounds: Vec<BracketRound>,
}

/// A round of a bracket.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BracketRound {
    /// Its number in the event.
    pub round: RoundNumber,
    /// `final`, `semi-finals`, `top 8` …
    pub name: String,
    /// Its games, in the order of the bracket.
    pub games: Vec<BracketGame>,
}

/// A game of a bracket.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BracketGame {
    /// Its short name: `QF2`, `SF1`, `F`; in a double elimination `W1.2`, `L3.1`.
    pub game: String,
    /// Where it is played, once it is paired.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<TableNumber>,
    /// Whether it is played for third place.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub for_third_place: bool,
    /// Both sides, the one from higher up first.
    pub sides: [Side; 2],
}

/// One side of a game of a bracket.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Side {
    /// Who, once that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<PlayerId>,
    /// What people call the player; `bye` for an empty place; `winner of SF1` while nobody knows.
    pub shown: String,
    /// Place among the seeds, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<usize>,
    /// Victory points, once the result is in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<i64>,
    /// Whether this side goes on.
    pub won: bool,
}

impl BracketView {
    /// The bracket of an event; nothing where it has none yet.
    ///
    /// ```
    /// use adjutant_tournament::{Tournament, bracket::BracketView};
    /// assert_eq!(BracketView::of(&Tournament::default()), None);
    /// ```
    pub fn of(state: &Tournament) -> Option<BracketView> {
        let first = state.cut.as_ref().map_or(RoundNumber(1), |(_, after)| after.next());
        let last = RoundNumber((state.rounds.len() as u16).max(first.0));
        let bracket = Bracket::played(state, last)?;
        let steps = bracket.plan.iter().map(|node| node.step + 1).max().unwrap_or(0);
        let rounds = (0..steps).map(|step| round_of(state, &bracket, step));
        let placed = |player: &&PlayerId| state.player(player).is_some_and(|known| !known.is_disqualified(last));
        // Who is left without a final is champion once the round that left nobody else is closed.
        let final_game = |(node, sides): (&Node, &Option<[Option<PlayerId>; 2]>)| {
            node.part == Part::Final && sides.as_ref().is_some_and(|sides| sides.iter().all(Option::is_some))
        };
        let settled = bracket.plan.iter().zip(&bracket.sides).any(final_game)
            || state.rounds.last().is_some_and(|round| round.stage == Stage::Closed);
        let decided = bracket.is_decided() && bracket.steps > 0 && settled;
        let champion = bracket.still_in().next().filter(|_| decided).filter(placed);
        Some(BracketView {
            double: bracket.double,
            champion: champion.cloned(),
            rounds: rounds.filter(|round| !round.games.is_empty()).collect(),
        })
    }
}

fn round_of(state: &Tournament, bracket: &Bracket, step: u16) -> BracketRound {
    let number = RoundNumber(bracket.first.0 + step);
    let shown = state.round(number).filter(|round| round.stage != Stage::Draft);
    let games = (0..bracket.plan.len()).filter(|at| bracket.plan[*at].step == step);
    let games = games.filter_map(|at| game_of(state, bracket, at, shown));
    BracketRound { round: number, name: step_name(bracket, step), games: games.collect() }
}

fn game_of(state: &Tournament, bracket: &Bracket, at: usize, round: Option<&Round>) -> Option<BracketGame> {
    let node = bracket.plan[at];
    let sides = bracket.sides[at].as_ref();
    match (node.part, sides) {
        // Nobody meets twice unless both have lost once.
        (Part::Again, None | Some([None, _] | [_, None])) => return None,
        (_, Some([None, None])) => return None,
        _ => {}
    }
    let won = bracket.done[at].as_ref().and_then(|[winner, _]| winner.as_ref());
    let table = round.and_then(|round| sides?.iter().flatten().find_map(|player| Some(round.of(player)?.table)));
    let side = |index: usize| match sides.map(|sides| &sides[index]) {
        Some(Some(player)) => Side {
            player: Some(player.clone()),
            shown: state.shown(player),
            seed: bracket.seeds.iter().position(|seed| seed == player).map(|at| at + 1),
            points: round.and_then(|round| points(round, player)),
            won: won == Some(player),
        },
        Some(None) => Side { shown: "bye".to_owned(), ..Side::default() },
        None => Side { shown: from(bracket, node.from[index]), ..Side::default() },
    };
    let for_third_place = node.part == Part::Third;
    Some(BracketGame { game: game_name(bracket, at), table, for_third_place, sides: [side(0), side(1)] })
}

fn points(round: &Round, player: &PlayerId) -> Option<i64> {
    let game = round.of(player)?;
    let result = round.results.get(&game.table)?;
    Some(if game.one == *player { result.one } else { result.two })
}

fn from(bracket: &Bracket, source: Source) -> String {
    match source {
        Source::Seed(at) => format!("seed {}", at + 1),
        Source::Winner(game) => format!("winner of {}", game_name(bracket, game)),
        Source::Loser(game) => format!("loser of {}", game_name(bracket, game)),
    }
}

pub(super) fn game_name(bracket: &Bracket, at: usize) -> String {
    let part = bracket.plan[at].part;
    let number = bracket.plan[..at].iter().filter(|node| node.part == part).count() + 1;
    match (part, bracket.double) {
        (Part::Final, _) => "F".to_owned(),
        (Part::Again, _) => "F2".to_owned(),
        (Part::Third, _) => "3rd".to_owned(),
        (Part::Upper(4), false) => format!("SF{number}"),
        (Part::Upper(8), false) => format!("QF{number}"),
        (Part::Upper(places), false) => format!("R{places}.{number}"),
        (Part::Upper(places), true) => format!("W{}.{number}", upper_round(bracket, places)),
        (Part::Lower(round), _) => format!("L{round}.{number}"),
    }
}
