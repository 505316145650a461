//! Whether a round may be paired now.

use crate::bracket::Bracket;
use crate::id::{RoundNumber, TableNumber};
use crate::refusal::Refusal;
use crate::state::{Stage, Tournament};

/// Checks that no open round stands before the one that is due.
pub(crate) fn ready_to_pair(state: &Tournament) -> Result<RoundNumber, Refusal> {
    let due = state.due();
    if let Some(round) = state.rounds.last()
        && round.stage == Stage::Published
    {
        let open: Vec<TableNumber> = round.open_tables().collect();
        return Err(match open.first() {
            Some(first) => Refusal::ResultsOpen { round: round.pair.round, count: open.len() as u32, first: *first },
            None => Refusal::RoundState { round: round.pair.round, state: "published", accepted: "closed" },
        });
    }
    let rounds = state.create.as_ref().map_or(0, |create| create.rounds);
    // A bracket goes on until somebody has won it.
    if due.0 > rounds && !state.is_bracket(due) || is_decided(state, due) {
        return Err(Refusal::NoMoreRounds { rounds: due.0 - 1 });
    }
    Ok(due)
}

/// Whether a single elimination has its winner before a round.
pub(crate) fn is_decided(state: &Tournament, round: RoundNumber) -> bool {
    state.is_bracket(round) && round > RoundNumber(1) && Bracket::before(state, round).is_decided()
}
