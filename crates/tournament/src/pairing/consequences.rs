//! What would have been paired otherwise, had something been known in time.

use std::collections::BTreeSet;

use serde::Serialize;

use super::draft::{draft_with, tables_with};
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
    let mut after = state.clone();
    let Some(result) = amended else { return after.rounds.iter().filter_map(|round| changed(&after, round)).collect() };
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
    if let Some(then) = before.round(round).filter(|then| is_searched(then))
        && now.round(round).is_some_and(|known| known.pair == then.pair)
        && same_field(before, now, then)
    {
        return None;
    }
    let changed = self::changed(now, now.round(round)?)?;
    let already = if as_drafted { None } else { before.round(round).and_then(|known| self::changed(before, known)) };
    (already.as_ref() != Some(&changed)).then_some(changed)
}

/// Whether a round stands as a search made it.
fn is_searched(round: &Round) -> bool {
    let searched = round.pair.system == System::Swiss && round.pair.method != Method::Manual;
    searched && !round.repaired && round.stage != Stage::Draft
}

/// Whether a search of a round reads the same of both states, so that it finds the same in both.
fn same_field(one: &Tournament, two: &Tournament, round: &Round) -> bool {
    let Pair { round, method, rematches, .. } = round.pair;
    let [one, two] = [one, two].map(|state| state.before(round));
    let field = |state| Field::of(state, round, method, rematches);
    one.system() == two.system() && field(&one) == field(&two)
}

fn changed(state: &Tournament, round: &Round) -> Option<Changed> {
    if !is_searched(round) {
        return None;
    }
    let computed = tables_with(state.before(round.pair.round), round.pair.method, round.pair.rematches);
    let computed = computed.unwrap_or_default();
    let (recorded, computed) = (unlike(&round.pair.tables, &computed), unlike(&computed, &round.pair.tables));
    let same = recorded.is_empty() && computed.is_empty();
    (!same).then_some(Changed { round: round.pair.round, recorded, computed })
}

/// Whether the draft of the last round would be another one now; nothing where no search made it, or none is there.
pub fn draft_differs(state: &Tournament) -> Option<bool> {
    let round = state.rounds.last().filter(|round| round.stage == Stage::Draft)?;
    if round.repaired || round.pair.method == Method::Manual {
        return None;
    }
    let again = draft_with(&state.before(round.pair.round), Some(round.pair.method), round.pair.rematches);
    Some(again.map_or(true, |again| (&again.pair.tables, &again.pair.byes) != (&round.pair.tables, &round.pair.byes)))
}

fn unlike(these: &[Pairing], those: &[Pairing]) -> Vec<Pairing> {
    let key = |pairing: &Pairing| {
        let (one, two) = (pairing.one.clone(), pairing.two.clone());
        if one < two { (one, two) } else { (two, one) }
    };
    let known: BTreeSet<_> = those.iter().map(key).collect();
    these.iter().filter(|pairing| !known.contains(&key(pairing))).cloned().collect()
}
