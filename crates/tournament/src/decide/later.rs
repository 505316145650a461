//! What becomes of a bracket when something is corrected on which it rests.

use crate::bracket::{Bracket, Loose, loose, turned};
use crate::command::{Later, Pairing};
use crate::id::RoundNumber;
use crate::refusal::Refusal;
use crate::seats::would_qualify;
use crate::state::{Event, Kept, Round, Stage, Tournament, Withdrawn};

const NOTHING_RESTS: Refusal = later("nothing where no game of a bracket rests on the record");
const NOTHING_STAYS: Refusal = later("`reset` where a game has no result that could stay");

const fn later(accepted: &'static str) -> Refusal {
    Refusal::OutOfRange { field: "later", accepted }
}

/// What follows from a correction, and from what its record says of the bracket that rests on it.
///
/// # Errors
/// [`Refusal::GamesRest`] where games rest on it and nothing is said of them, [`Refusal::OutOfRange`] the other way round,
/// and [`Refusal::WrongRound`] where they begin in another round.
pub(crate) fn followed(
    state: &Tournament,
    seq: u64,
    mut events: Vec<Event>,
    later: Option<Later>,
) -> Result<Vec<Event>, Refusal> {
    let last = RoundNumber(state.published());
    let of_last = |event: &Event| matches!(event, Event::ResultSet { result, .. } if result.round >= last);
    if !state.is_bracket(last) || events.iter().all(of_last) {
        return if later.is_none() { Ok(events) } else { Err(NOTHING_RESTS) };
    }
    let mut after = state.clone();
    events.iter().cloned().for_each(|event| after.apply(event));
    events.extend(bracket_after(state, &after, seq, later)?);
    Ok(events)
}

/// What becomes of the bracket between two states, where a record corrected one into the other.
///
/// # Errors
/// As [`followed`].
pub(crate) fn bracket_after(
    before: &Tournament,
    after: &Tournament,
    seq: u64,
    later: Option<Later>,
) -> Result<Vec<Event>, Refusal> {
    match (Resting::between(before, after), later) {
        (None, None) => Ok(Vec::new()),
        (None, Some(_)) => Err(NOTHING_RESTS),

        // Logs of before the law do not know the word.
        (Some(_), None) if !before.is_judged() => Ok(Vec::new()),
        (Some(resting), None) => Err(resting.refusal(after)),
        (Some(resting), Some(Later::Reset(round))) if round == resting.from => Ok(vec![resting.reset(after, seq)]),
        (Some(resting), Some(Later::Reset(round))) => Err(Refusal::WrongRound { found: round, due: resting.from }),
        (Some(resting), Some(Later::Keep)) => resting.keep(before, after, seq),
    }
}

/// What of a bracket rests on a correction.
struct Resting {
    /// The earliest round that has a game of it.
    from: RoundNumber,
    /// Whether others would have gone on, or with other seeds.
    cut: bool,
    rounds: Vec<Loose>,
    /// The event with the cut as it would be.
    now: Tournament,
}

impl Resting {
    /// Nothing where the bracket follows as it did before.
    fn between(before: &Tournament, after: &Tournament) -> Option<Resting> {
        let last = RoundNumber(before.published());
        if !before.is_bracket(last) {
            return None;
        }
        let mut now = after.clone();
        let qualified = would_qualify(after).filter(|players| Some(players) != would_qualify(before).as_ref());
        if let (Some((cut, _)), Some(players)) = (&mut now.cut, &qualified) {
            cut.players.clone_from(players);
        }
        let (then, mut rounds) = (loose(before), loose(&now));
        let known = |round: RoundNumber, due| then.iter().any(|then| then.round == round && then.due.contains(due));
        let mut news = rounds.iter().any(|round| round.due.iter().any(|due| !known(round.round, due)));
        if !news {
            let turned = turned(before, &now);
            news = !turned.is_empty();
            rounds = if news { turned } else { rounds };
        }
        let first = before.cut.as_ref().map_or(RoundNumber(1), |(_, after)| after.next());
        let cut = qualified.is_some();
        let from = if cut { first } else { rounds.first().map_or(first, |round| round.round) };
        (cut || news).then_some(Resting { from, cut, rounds, now })
    }

    fn refusal(&self, state: &Tournament) -> Refusal {
        let game = |round: &Loose, game: &Pairing| {
            let (one, two) = (state.shown(&game.one), state.shown(&game.two));
            format!("round {} table {} ({}): {one} – {two}", round.round, game.table, round.name)
        };
        let games = self.rounds.iter().flat_map(|round| round.games.iter().map(move |known| game(round, known)));
        Refusal::GamesRest { cut: self.cut, games: games.collect(), from: self.from }
    }

    fn reset(&self, state: &Tournament, by: u64) -> Event {
        let (mut fallen, mut waiting) = (Vec::new(), Vec::new());
        // What was kept for the sake of rounds that are withdrawn now is kept no more.
        let mut now = self.now.clone();
        now.rounds.change_each(|round| round.pair.round.next() >= self.from, |round| round.kept.clear());
        let rounds = loose(&now);
        let withdrawn =
            state.rounds.iter().filter(|round| round.pair.round >= self.from && round.stage != Stage::Draft);
        for round in withdrawn {
            let loose = rounds.iter().find(|loose| loose.round == round.pair.round);
            for game in &round.pair.tables {
                let known = withdrawn_game(round, game, by);
                // A later round that nobody has played yet goes with the others.
                let unplayed = known.result.is_none() && round.pair.round > self.from;
                let falls = unplayed || loose.is_some_and(|loose| loose.games.contains(game));
                match known.result {
                    _ if falls => fallen.push(known),
                    Some(_) => waiting.push(known),
                    None => {}
                }
            }
        }
        let earlier = state.waiting.iter().filter(|game| !state.has_seen(game.round));
        waiting.extend(earlier.cloned());
        Event::BracketReset { from: self.from, fallen, waiting }
    }

    /// Who went on goes on, as far as the bracket is concerned; a game whose result was taken back lets nobody go on.
    fn keep(&self, before: &Tournament, after: &Tournament, by: u64) -> Result<Vec<Event>, Refusal> {
        let upto = RoundNumber(before.published()).next();
        let (then, now) = (Bracket::before(before, upto), Bracket::before(after, upto));
        let kept = now
            .decided_otherwise(&then)
            .map(|(at, due, played)| (now.round_of(at), at, Kept { by, due: due.clone(), played: played.clone() }));
        let games: Vec<(RoundNumber, usize, Kept)> = kept.collect();
        if games.iter().any(|(.., kept)| kept.due == [None, None]) {
            return Err(NOTHING_STAYS);
        }
        Ok(vec![Event::BracketKept { games }])
    }
}

fn withdrawn_game(round: &Round, game: &Pairing, by: u64) -> Withdrawn {
    Withdrawn {
        by,
        round: round.pair.round,
        game: game.clone(),
        result: round.results.get(&game.table).cloned(),
        basis: round.basis(game.table),
        opened_at: round.opened_at(game.table),
    }
}
