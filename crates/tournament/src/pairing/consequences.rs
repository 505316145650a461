//! What would have been paired otherwise, had something been known in time.

use std::collections::{BTreeSet, HashMap};

use adjutant_matching::{Cost, Problem, Solved, Vertex};
use serde::Serialize;

use super::draft::{Draft, Found, PairError, SetGame, draft_around, tables_with};
use super::field::Field;
use crate::command::{Basis, Pair, Pairing, ResultEntry};
use crate::id::{PlayerId, RoundNumber};
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
    let (found, solved) = now.found();
    let changed = now.unlike(&found)?;
    let then = then.filter(|then| !as_drafted && then.may_change_alike(&now, &found, solved));
    let already = then.and_then(|then| then.changed());
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
        self.unlike(&self.found().0)
    }

    /// The tables that the search finds; none where it finds no pairing.
    fn found(&self) -> Found<'_> {
        tables_with(&self.base, &self.field).unwrap_or_default()
    }

    /// Where some tables are not those of the record.
    fn unlike(&self, computed: &[Pairing]) -> Option<Changed> {
        let recorded = &self.recorded.tables;
        let (recorded, computed) = (unlike(recorded, computed), unlike(computed, recorded));
        let same = recorded.is_empty() && computed.is_empty();
        (!same).then_some(Changed { round: self.recorded.round, recorded, computed })
    }

    /// Whether it takes a search to know that this one does not make of the record what another made of it.
    fn may_change_alike(&self, other: &Search<'_>, found: &[Pairing], solved: Option<Solved<'_>>) -> bool {
        let alike = || self.field.players() == other.field.players();
        // What is best there and not here is not found here.
        let best_of_both =
            || solved.filter(|_| alike()).is_none_or(|solved| solved.is_best_of(&self.field) != Some(false));
        self.recorded != other.recorded || !self.finds_another(found) && best_of_both()
    }

    /// Whether it is certain without a search that it finds another pairing than some tables: they hold a game that cannot
    /// be, or become cheaper where they change some games for those of the record. A `false` says only that it takes a
    /// search to know.
    fn finds_another(&self, tables: &[Pairing]) -> bool {
        let (Some(these), Some(recorded)) = (self.mates(tables), self.mates(&self.recorded.tables)) else {
            return false;
        };
        let may = |one: Vertex, mates: &[Vertex]| self.field.allowed(one, mates[one.index()]);
        let all = (0..these.len() as u32).map(Vertex);
        if all.clone().any(|one| !may(one, &these)) {
            return true;
        }
        let mut seen: Vec<bool> = these.iter().zip(&recorded).map(|(one, other)| one == other).collect();
        // Pairs of either kind take turns around a circle, which can be changed by itself.
        all.into_iter().any(|first| {
            let (mut one, mut whole, mut dearer) = (first, true, Cost::ZERO);
            while !std::mem::replace(&mut seen[one.index()], true) {
                let (this, other) = (these[one.index()], recorded[these[one.index()].index()]);
                seen[this.index()] = true;
                whole &= may(this, &recorded);
                dearer += self.field.cost(one, this) - self.field.cost(this, other);
                one = other;
            }
            whole && dearer > Cost::ZERO
        })
    }

    /// The partner of every vertex of the field, the bye for whom is left over; nothing where the tables are not of just
    /// these players.
    fn mates(&self, tables: &[Pairing]) -> Option<Vec<Vertex>> {
        let players = self.field.players();
        let index: HashMap<&PlayerId, u32> = players.iter().zip(0..).collect();
        let vertex = |player: &PlayerId| index.get(player).copied().map(Vertex);
        let mut mates: Vec<Option<Vertex>> = vec![None; self.field.size() as usize];
        for game in tables {
            let (one, two) = vertex(&game.one).zip(vertex(&game.two)).filter(|(one, two)| one != two)?;
            let before = [mates[one.index()].replace(two), mates[two.index()].replace(one)];
            if before != [None, None] {
                return None;
            }
        }
        let bye = players.len() as u32;
        let mut left = (0..bye).map(Vertex).filter(|one| mates[one.index()].is_none());
        if let Some(one) = left.next().filter(|_| self.field.size() > bye) {
            (mates[one.index()], mates[bye as usize]) = (Some(Vertex(bye)), Some(one));
        }
        mates.into_iter().collect()
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
