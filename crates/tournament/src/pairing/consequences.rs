//! What would have been paired otherwise, had something been known in time.

use std::collections::BTreeSet;

use serde::Serialize;

use super::draft::{Draft, PairError, SetGame, draft_around, tables_with};
use super::field::Field;
use crate::command::{Basis, Pair, Pairing, ResultEntry};
use crate::id::RoundNumber;
use crate::policy::{Method, System};
use crate::state::{Event, Round, Stage, Tournament};

/// A round whose recorded pairings are not those that the algorithm gives.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Changed {
    /// The round.
    pub round: RoundNumber,
    /// Tables as recorded whose players would meet others.
    pub recorded: Vec<Pairing>,
    /// Whom the algorithm would pair instead.
    pub computed: Vec<Pairing>,
}

/// Pairs every Swiss round again and names those that differ from the record; with an amended result, which published
/// pairings it would have changed. Rounds that were repaired or paired by hand, and drafts, are passed over.
pub fn consequences(state: &Tournament, amended: Option<&ResultEntry>) -> Vec<Changed> {
    let Some(result) = amended else {
        return state.rounds.iter().filter_map(|round| Search::of(state, round)?.changed()).collect();
    };
    let mut after = state.clone();
    after.apply(Event::ResultSet { result: Box::new(result.clone()), basis: Basis::Ruled });
    consequences_of(state, &after, result.round)
}

/// Which published pairings after a round would have been others, had a result been known as it is `now` instead of as
/// it was `before`; what differs for another reason is passed over.
pub fn consequences_of(before: &Tournament, now: &Tournament, round: RoundNumber) -> Vec<Changed> {
    let later = now.rounds.iter().map(|known| known.pair.round).filter(|known| *known > round);
    later.filter_map(|later| consequence_in(before, now, later, false)).collect()
}

/// The same for one round. `as_drafted` tells that the round stands in `before` as the search drafts it from there, as
/// [`TournamentLog::stands_as_drafted`](crate::TournamentLog::stands_as_drafted) finds without a search; otherwise it is
/// searched for once more.
pub fn consequence_in(before: &Tournament, now: &Tournament, round: RoundNumber, as_drafted: bool) -> Option<Changed> {
    let search = |state| Search::of(state, Tournament::round(state, round)?);
    let (then, now) = (search(before), search(now)?);
    if then.as_ref().is_some_and(|then| then.reads_as(&now)) {
        return None;
    }
    let changed = now.changed()?;
    let already = then.filter(|_| !as_drafted).and_then(|then| then.changed());
    (already.as_ref() != Some(&changed)).then_some(changed)
}

/// A recorded round that a search made, and what the search reads.
struct Search<'a> {
    recorded: &'a Pair,
    /// The state before the round.
    base: Tournament,
    field: Field,
}

impl<'a> Search<'a> {
    /// Nothing where no search made the round as it stands, or it is a draft.
    fn of(state: &Tournament, round: &'a Round) -> Option<Search<'a>> {
        let recorded = &round.pair;
        let searched = recorded.system == System::Swiss && recorded.method != Method::Manual;
        if !searched || round.repaired || round.stage == Stage::Draft {
            return None;
        }
        let base = state.before(recorded.round);
        let field = Field::of_pair(&base, recorded);
        Some(Search { recorded, base, field })
    }

    /// Whether both read the same, so that they find the same, and stand beside the same record.
    fn reads_as(&self, other: &Search<'_>) -> bool {
        self.recorded == other.recorded && self.base.system() == other.base.system() && self.field == other.field
    }

    /// What the record would have to be, where it is not what the search finds.
    fn changed(&self) -> Option<Changed> {
        let recorded = &self.recorded.tables;
        let computed = tables_with(&self.base, &self.field).unwrap_or_default();
        let (recorded, computed) = (unlike(recorded, &computed), unlike(&computed, recorded));
        let same = recorded.is_empty() && computed.is_empty();
        (!same).then_some(Changed { round: self.recorded.round, recorded, computed })
    }
}

/// Drafts a recorded round once more from the state before it, around the games that were set.
///
/// # Errors
/// As [`draft_round`](super::draft_round).
pub fn draft_again(before: &Tournament, pair: &Pair) -> Result<Draft, PairError> {
    let set: Vec<SetGame> = pair.set_by_hand().map(|(one, two)| (one.clone(), two.cloned())).collect();
    draft_around(before, Some(pair.method), pair.rematches, &set)
}

/// Whether the draft of the last round would be another one now; nothing where no search made it, or none is there.
pub fn draft_differs(state: &Tournament) -> Option<bool> {
    let round = state.rounds.last().filter(|round| round.stage == Stage::Draft)?;
    if round.repaired || round.pair.method == Method::Manual {
        return None;
    }
    let again = draft_again(&state.before(round.pair.round), &round.pair);
    Some(again.map_or(true, |again| (&again.pair.tables, &again.pair.byes) != (&round.pair.tables, &round.pair.byes)))
}

fn unlike(these: &[Pairing], those: &[Pairing]) -> Vec<Pairing> {
    let known: BTreeSet<_> = those.iter().map(Pairing::in_order).collect();
    these.iter().filter(|pairing| !known.contains(&pairing.in_order())).cloned().collect()
}
