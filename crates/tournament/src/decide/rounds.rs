//! Rounds: paired, repaired, published, closed; cuts, pods and the end.

use std::collections::BTreeSet;

use super::desk::{known, open_table};
use crate::bracket::Bracket;
use crate::command::{Cut, Pair, Pairing, Pods, Repair};
use crate::id::{PlayerId, RoundNumber, TableNumber};
use crate::pairing::{is_decided, ready_to_pair};
use crate::policy::{Method, System};
use crate::refusal::{OPEN_ROUND, Refusal};
use crate::state::{Event, Stage, Tournament};

pub(super) fn pair_round(state: &Tournament, pair: &Pair) -> Result<Vec<Event>, Refusal> {
    let due = ready_to_pair(state)?;
    if pair.round != due {
        return Err(Refusal::WrongRound { found: pair.round, due });
    }
    somebody_plays(state, pair)?;
    everybody_once(state, pair)?;
    if let Some(closed) = pair.tables.iter().find_map(|pairing| open_table(state, pairing.table).err()) {
        return Err(closed);
    }
    let played = |table: &TableNumber| {
        let paired = pair.tables.iter().find(|game| game.table == *table);
        state.waiting.iter().any(|known| known.round == due && Some(&known.game) == paired)
    };
    if !pair.keeps.iter().all(played) {
        return Err(Refusal::OutOfRange { field: "keeps", accepted: "tables whose game was played before the reset" });
    }
    if pair.set_by_hand().count() != pair.fixed.len() {
        return Err(Refusal::OutOfRange { field: "fixed", accepted: "players of this round" });
    }
    let by_hand = pair.method == Method::Manual || pair.rematches || pair.system != System::Swiss;
    if !by_hand {
        nobody_again(state, pair)?;
    }
    Ok(vec![Event::RoundDrafted(Box::new(pair.clone()))])
}

/// A round has a game, or at least byes of a schedule or bracket; a report of another program may tell otherwise.
fn somebody_plays(state: &Tournament, pair: &Pair) -> Result<(), Refusal> {
    let by_schedule = !pair.byes.is_empty() && pair.system != System::Swiss;
    if !pair.tables.is_empty() || by_schedule || state.source.is_some() {
        return Ok(());
    }
    let here = state.present(pair.round).len() as u32;
    Err(Refusal::NobodyPlays { round: pair.round, here, waiting: state.not_checked_in(pair.round).len() as u32 })
}

fn everybody_once(state: &Tournament, pair: &Pair) -> Result<(), Refusal> {
    let (round, tables, byes) = (pair.round, &pair.tables, &pair.byes);
    let mut numbers = BTreeSet::new();
    if let Some(twice) = tables.iter().find(|pairing| !numbers.insert(pairing.table)) {
        return Err(Refusal::TableTwice { table: twice.table });
    }
    let here = state.present(round);
    let (mut present, mut seen) = (vec![false; state.players.len()], vec![false; state.players.len()]);
    here.iter().filter_map(|player| state.place(&player.entry.player)).for_each(|at| present[at] = true);
    for player in tables.iter().flat_map(|pairing| [&pairing.one, &pairing.two]).chain(byes) {
        let at = known(state, player)?;
        if std::mem::replace(&mut seen[at], true) {
            return Err(Refusal::PairedTwice { player: player.clone() });
        }
        if !present[at] {
            return Err(Refusal::NotHere { player: player.clone() });
        }
    }
    // In a bracket a player who is out is present but no longer paired.
    let bracket = pair.system.is_elimination().then(|| Bracket::before(state, round));
    let plays = |player: &&PlayerId| bracket.as_ref().is_none_or(|known| known.still_in().any(|p| p == *player));
    let unpaired = here.iter().filter(|player| !state.place(&player.entry.player).is_some_and(|at| seen[at]));
    let mut left: Vec<PlayerId> = unpaired.map(|player| &player.entry.player).filter(plays).cloned().collect();
    left.sort();
    if left.is_empty() { Ok(()) } else { Err(Refusal::LeftOut { players: left }) }
}

fn nobody_again(state: &Tournament, pair: &Pair) -> Result<(), Refusal> {
    let earlier: Vec<_> = state.rounds.iter().filter(|round| round.pair.round < pair.round).collect();
    for player in pair.byes.iter().filter(|player| !pair.is_set(player)) {
        if earlier.iter().any(|round| round.pair.byes.contains(player)) {
            return Err(Refusal::SecondBye { player: player.clone() });
        }
    }
    // Whom everybody has met, by their places: ids are slow to compare.
    let mut met = vec![Vec::new(); state.players.len()];
    let places = |game: &Pairing| state.place(&game.one).zip(state.place(&game.two));
    for (one, two) in earlier.iter().flat_map(|round| round.pair.tables.iter().filter_map(places)) {
        met[one].push(two);
        met[two].push(one);
    }
    let again = |game: &&Pairing| places(game).is_some_and(|(one, two)| met[one].contains(&two));
    let again = pair.tables.iter().filter(|game| !pair.is_set(&game.one)).find(again);
    again.map_or(Ok(()), |game| {
        let (one, two) = game.in_order();
        Err(Refusal::Rematch { one, two })
    })
}

pub(super) fn repair_round(state: &Tournament, repair: &Repair) -> Result<Vec<Event>, Refusal> {
    let last = state.rounds.last().map_or(RoundNumber(0), |round| round.pair.round);
    let Some(round) = state.round(repair.round).filter(|round| round.pair.round == last) else {
        return Err(Refusal::WrongRound { found: repair.round, due: last });
    };
    if round.stage == Stage::Closed {
        return Err(Refusal::RoundState { round: last, state: "closed", accepted: "drafted or published, not after" });
    }
    if let Some(table) = repair.tables.iter().map(|pairing| pairing.table).find(|at| round.results.contains_key(at))
        && !repair.drop_result
    {
        return Err(Refusal::ResultStands { round: last, table });
    }
    // A table may be closed while a game stands at it; none is moved there. Logs without a law did so.
    let moved = repair
        .tables
        .iter()
        .map(|pairing| pairing.table)
        .filter(|at| round.pair.tables.iter().all(|own| own.table != *at));
    if let Some(closed) = moved.filter(|_| state.is_judged()).find_map(|table| open_table(state, table).err()) {
        return Err(closed);
    }
    let mut after = state.clone();
    after.apply(Event::RoundRepaired(repair.clone()));
    let mut numbers = BTreeSet::new();
    if let Some(twice) = repair.tables.iter().find(|pairing| !numbers.insert(pairing.table)) {
        return Err(Refusal::TableTwice { table: twice.table });
    }
    if let Some(round) = after.round(last) {
        everybody_once(state, &round.pair)?;
    }
    Ok(vec![Event::RoundRepaired(repair.clone())])
}

pub(super) fn publish(state: &Tournament, number: RoundNumber, as_drafted: bool) -> Result<Vec<Event>, Refusal> {
    match state.round(number) {
        Some(round) if round.stage == Stage::Draft => {
            everybody_once(state, &round.pair)?;
            if let Some(why) = round.outdated.filter(|_| !as_drafted) {
                return Err(Refusal::Outdated { round: number, why });
            }
            Ok(vec![Event::RoundPublished { round: number }])
        }
        Some(round) => Err(Refusal::RoundState { round: number, state: round.stage.name(), accepted: "drafted anew" }),
        None => Err(Refusal::RoundState { round: number, state: "not paired", accepted: "drafted" }),
    }
}

pub(super) fn close(state: &Tournament, number: RoundNumber) -> Result<Vec<Event>, Refusal> {
    let Some(round) = state.round(number) else {
        return Err(Refusal::RoundState { round: number, state: "not paired", accepted: "published" });
    };
    if round.stage != Stage::Published {
        return Err(Refusal::RoundState { round: number, state: round.stage.name(), accepted: "published" });
    }
    let open: Vec<TableNumber> = round.open_tables().collect();
    if let Some(first) = open.first() {
        return Err(Refusal::ResultsOpen { round: number, count: open.len() as u32, first: *first });
    }
    match round.progress.disputes.iter().next() {
        Some((table, said)) => Err(Refusal::DisputeOpen { round: number, table: *table, seq: said.seq }),
        None => Ok(vec![Event::RoundClosed { round: number }]),
    }
}

pub(super) fn make_cut(state: &Tournament, cut: &Cut) -> Result<Vec<Event>, Refusal> {
    // A cut of which no round is published may be made again, with a reason: a qualifier cannot play.
    let before = state.cut.as_ref().map(|(_, after)| *after);
    let again = before.is_some_and(|after| cut.why.is_some() && state.published() == after.0);
    let after = before.filter(|_| again).unwrap_or(RoundNumber(state.rounds.len() as u16));
    let closed = after.0 > 0 && state.round(after).is_some_and(|round| round.stage == Stage::Closed);
    let mut base = state.clone();
    base.cut = None;
    let here: BTreeSet<&PlayerId> = base.present(after.next()).iter().map(|player| &player.entry.player).collect();
    let chosen: BTreeSet<&PlayerId> = cut.players.iter().collect();
    let wrong = [
        (!state.is_bracket(RoundNumber(1)), "the event is a bracket from round 1 on"),
        (
            before.is_none() || again,
            "the event is cut already; it is cut again, with a reason, until its bracket is published",
        ),
        (closed, OPEN_ROUND),
        (cut.players.len() >= 2, "a bracket has at least 2 players"),
        (chosen.len() == cut.players.len(), "somebody is named twice in the cut"),
        (chosen.is_subset(&here), "somebody who does not play any more is in the cut"),
    ];
    match wrong.into_iter().find(|(sound, _)| !sound) {
        Some((_, why)) => Err(Refusal::BadCut { why }),
        None => Ok(vec![Event::CutMade { cut: cut.clone(), after }]),
    }
}

pub(super) fn finish(state: &Tournament, early: bool) -> Result<Vec<Event>, Refusal> {
    let planned = state.create.as_ref().map_or(0, |create| create.rounds);
    let played = state.rounds.len() as u16;
    let bracket = state.is_bracket(RoundNumber(played.saturating_add(1)));
    let left = match bracket {
        true => !is_decided(state, RoundNumber(played.saturating_add(1))),
        false => played < planned,
    };
    match state.rounds.last() {
        Some(round) if round.stage != Stage::Closed => {
            Err(Refusal::RoundState { round: round.pair.round, state: round.stage.name(), accepted: "closed" })
        }
        _ if left && !early => Err(Refusal::RoundsLeft { played, planned, bracket }),
        _ => Ok(vec![Event::Finished]),
    }
}

/// Pods come before round 1 or after a closed round, outside a bracket, and seat everybody who plays exactly once.
pub(super) fn make_pods(state: &Tournament, pods: &Pods) -> Result<Vec<Event>, Refusal> {
    let after = RoundNumber(state.published());
    let due = after.next();
    let closed = after.0 == 0 || state.round(after).is_some_and(|round| round.stage == Stage::Closed);
    if !closed {
        return Err(Refusal::RoundState { round: after, state: "published", accepted: "closed" });
    }
    if state.is_bracket(due) {
        return Err(Refusal::BadPods { why: "the round that comes next belongs to a bracket" });
    }
    if pods.pods.is_empty() || pods.pods.iter().any(|pod| pod.len() < 2) {
        return Err(Refusal::BadPods { why: "a pod has at least 2 players" });
    }
    let mut seen: BTreeSet<&PlayerId> = BTreeSet::new();
    for player in pods.pods.iter().flatten() {
        known(state, player)?;
        if !seen.insert(player) {
            return Err(Refusal::PairedTwice { player: player.clone() });
        }
    }
    let active = state.players.iter().filter(|player| state.is_active(player, due));
    let active: BTreeSet<&PlayerId> = active.map(|player| &player.entry.player).collect();
    if let Some(player) = seen.difference(&active).next() {
        return Err(Refusal::NotHere { player: (*player).clone() });
    }
    let left: Vec<PlayerId> = active.difference(&seen).map(|player| (*player).clone()).collect();
    match left.is_empty() {
        false => Err(Refusal::LeftOut { players: left }),
        true => Ok(vec![Event::PodsMade { pods: pods.clone(), after }]),
    }
}
