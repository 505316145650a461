//! What a desk works out before it says it: two players who change seats, and who goes on after a cut.

use crate::command::{Pair, Pairing, Repair, Table};
use crate::standings::standings;
use crate::tables::mission_named;
use crate::{PlayerId, Reason, RoundNumber, Tournament};

/// Lets two players change seats, or a seat and a bye.
pub fn exchange(pair: &mut Pair, one: &PlayerId, other: &PlayerId) {
    let seats = pair.tables.iter_mut().flat_map(|pairing| [&mut pairing.one, &mut pairing.two]);
    for seat in seats.chain(&mut pair.byes) {
        if seat == one {
            *seat = other.clone();
        } else if seat == other {
            *seat = one.clone();
        }
    }
}

/// Gives other players at a table the mission that their armies meet in, where missions go by that and neither the round nor
/// the table names one.
pub fn meet(state: &Tournament, before: &Pair, after: &mut Pair) {
    let round = before.round;
    let named = |table| {
        let laid = state.tables.get(&table).cloned().unwrap_or_else(|| Table::numbered(table));
        mission_named(state, round, &laid).is_some()
    };
    for pairing in after.tables.iter_mut().filter(|pairing| !before.tables.contains(pairing) && !named(pairing.table)) {
        let met = state.met(round, pairing);
        pairing.mission = met.or(pairing.mission.take());
    }
}

/// The repair that turns the tables of a round into others: it names the tables that differ, and the byes where they do.
pub fn repair(before: &Pair, after: Pair, drop_result: bool, why: Reason) -> Repair {
    let touched = |pairing: &&Pairing| !before.tables.contains(pairing);
    Repair {
        round: before.round,
        tables: after.tables.iter().filter(touched).cloned().collect(),
        byes: Some(after.byes).filter(|byes| *byes != before.byes),
        drop_result,
        why,
    }
}

/// Who would go on by the cut that was made, by what is known now: those who were in then, or went on.
pub fn would_qualify(state: &Tournament) -> Option<Vec<PlayerId>> {
    let (cut, after) = state.cut.as_ref()?;
    let mut swiss = state.clone();
    swiss.cut = None;
    let in_then = |player: &PlayerId| state.player(player).is_some_and(|known| known.is_in(after.next()));
    let rows = standings(&swiss, *after).rows.into_iter().map(|row| row.player);
    let rows = rows.filter(|player| cut.players.contains(player) || in_then(player));
    Some(rows.take(cut.players.len()).collect())
}

/// The best who still play, in the order of the standings before any bracket: who would go on after a cut.
pub fn qualifiers(state: &Tournament, after: RoundNumber, top: usize) -> Vec<PlayerId> {
    let mut swiss = state.clone();
    swiss.cut = None;
    let plays = |player: &PlayerId| state.player(player).is_some_and(|known| known.is_in(state.due()));
    let here = standings(&swiss, after).rows.into_iter().filter(|row| plays(&row.player));
    here.take(top).map(|row| row.player).collect()
}
