//! Who goes on in a bracket, and against whom: another shape than the plan that pairs it.
//!
//! A player's slot is the number of the seed, from 0. In a round of a single elimination with room for m, those meet whose
//! slots make m − 1; who goes on has the smaller of the two, and there is room for half as many.

use std::collections::{BTreeMap, BTreeSet};

use super::books::Books;
use super::bracket::{Stage, stages};
use super::crosstable::Crosstable;
use super::finding::{Finding, FindingKind};
use crate::command::Pairing;
use crate::id::{PlayerId, RoundNumber};
use crate::policy::Method;

/// The rounds of the bracket, from 0.
pub(super) fn rounds(books: &Books) -> std::ops::Range<usize> {
    let first = match &books.cut {
        Some(cut) => cut.before,
        None if books.policies.system.is_elimination() => 0,
        None => books.rounds.len(),
    };
    first.min(books.rounds.len())..books.rounds.len()
}

/// The bracket, and the cut; `ordered` tells that the organiser let others go on than the standings, with a reason.
pub(super) fn check(books: &Books, ordered: bool, findings: &mut Vec<Finding>) {
    findings.extend(cut(books).map(|found| Finding { fault: found.fault && !ordered, ..found }));
    let all = rounds(books);
    let Some((everybody, stages)) = stages(books, all.end) else { return };
    let double = books.is_double();
    for number in all.clone() {
        let Some(before) = stages.get(..number - all.start) else { break };
        let round = &books.rounds[number];
        let waits = |player: &&&PlayerId| goes_on(player, before, double) && round.present.contains(**player);
        let seated = Stage::seats_of(round);
        // Where somebody plays on who is out, it has been said that somebody else should.
        if told(findings, number) {
            return;
        }
        for player in everybody.iter().filter(waits).filter(|player| !seated.contains(**player)) {
            let text = format!("`{player}` goes on and has no place in round {}", number + 1);
            findings.push(books.of_bracket(FindingKind::BracketDiffers, number, text));
        }
    }
    findings.extend(if double { lives(books, &everybody, &stages, all) } else { slots(books, all) });
}

/// Whether those meet in a double elimination who have lost as often as each other, or are the last two; nothing is looked
/// at behind a round that was changed by hand or kept.
fn lives(
    books: &Books,
    everybody: &BTreeSet<&PlayerId>,
    stages: &[Stage<'_>],
    all: std::ops::Range<usize>,
) -> Option<Finding> {
    for number in all.clone() {
        let (round, before) = (&books.rounds[number], stages.get(..number - all.start)?);
        if round.repaired || round.pair.method == Method::Manual || !books.kept.is_empty() {
            return None;
        }
        let lost = |player: &PlayerId| before.iter().filter(|stage| stage.losers.contains(player)).count();
        let left = everybody.iter().filter(|player| goes_on(player, before, true) && round.present.contains(**player));
        let left = left.count();
        if let Some(game) = round.pair.tables.iter().find(|game| left > 2 && lost(&game.one) != lost(&game.two)) {
            let text = format!("`{}` and `{}` meet, and have not lost as often", game.one, game.two);
            return Some(FindingKind::BracketDiffers.fault(RoundNumber(number as u16 + 1), text));
        }
    }
    None
}

fn told(findings: &[Finding], number: usize) -> bool {
    let said = |found: &Finding| found.code == FindingKind::OutAlready.code() && found.fault;
    findings.iter().any(|found| said(found) && found.round == Some(RoundNumber(number as u16 + 1)))
}

/// Whether a player has neither lost as often as the bracket lets nobody, nor been away.
fn goes_on(player: &PlayerId, stages: &[Stage<'_>], double: bool) -> bool {
    let losses = stages.iter().filter(|stage| stage.losers.contains(player)).count();
    let there = |stage: &Stage<'_>| {
        stage.seated.contains(player) && (stage.winners.contains(player) || stage.losers.contains(player))
    };
    losses <= usize::from(double) && stages.iter().all(there)
}

/// The cut against the standings before it.
pub(super) fn cut(books: &Books) -> Option<Finding> {
    let cut = books.cut.as_ref()?;
    let table = Crosstable::of(books, cut.before);
    let order = table.placed(&books.policies.tie_breaks).into_iter().map(|placed| table.id(placed.player));
    // Who left or came back before the first round of the cut was shown was in no longer, or again.
    let said = |player: &PlayerId| {
        books.presence.iter().rfind(|(who, from, _)| who == player && usize::from(*from) <= cut.before + 1)
    };
    let here = |player: &PlayerId| said(player).map_or_else(|| cut.here.contains(player), |(.., here)| *here);
    let may = |player: &&PlayerId| cut.players.contains(player) || here(player);
    let due: Vec<&PlayerId> = order.filter(may).take(cut.players.len()).collect();
    let differ = due.iter().zip(&cut.players).enumerate().find(|(_, (due, said))| *due != said);
    let (at, (due, said)) = differ?;
    let text = format!("seed {} of the cut is `{due}` by the results, `{said}` by the record", at + 1);
    Some(books.of_bracket(FindingKind::CutDiffers, cut.before, text))
}

/// Whether those meet in a single elimination whose slots belong together; nothing is looked at behind a round that was
/// changed by hand or kept.
fn slots(books: &Books, all: std::ops::Range<usize>) -> Option<Finding> {
    let seeds = seeds(books)?;
    let mut room = seeds.len().next_power_of_two();
    let mut slot: BTreeMap<&PlayerId, usize> = seeds.into_iter().enumerate().map(|(at, player)| (player, at)).collect();
    for number in all {
        let round = &books.rounds[number];
        if round.repaired || round.pair.method == Method::Manual || !books.kept.is_empty() {
            return None;
        }
        let fell = |player: &PlayerId| number > 0 && lost(books, number - 1, player);
        let third = books.cut.as_ref().is_some_and(|cut| cut.third_place);
        let for_third = |game: &Pairing| third && fell(&game.one) && fell(&game.two);
        for game in &round.pair.tables {
            let both = slot.get(&game.one).zip(slot.get(&game.two));
            if both.is_none_or(|(one, two)| one + two + 1 != room) && !for_third(game) {
                let text = format!("`{}` and `{}` meet, and the bracket has others for them", game.one, game.two);
                return Some(FindingKind::BracketDiffers.fault(RoundNumber(number as u16 + 1), text));
            }
        }
        slot.values_mut().for_each(|slot| *slot = (*slot).min((room - 1).saturating_sub(*slot)));
        // Who lost shares the slot of who won, and meets nobody any more.
        slot.retain(|player, _| !lost(books, number, player));
        room = (room / 2).max(1);
    }
    None
}

fn lost(books: &Books, number: usize, player: &PlayerId) -> bool {
    Stage::of(books, &books.rounds[number]).losers.contains(player)
}

/// Everybody of the bracket, the best seed first.
fn seeds(books: &Books) -> Option<Vec<&PlayerId>> {
    if let Some(cut) = &books.cut {
        return Some(cut.players.iter().collect());
    }
    let (seed, first) = (books.seed.as_ref()?, books.rounds.first()?);
    let ratings: Vec<Option<u32>> = books.entries.iter().map(|(entry, _)| entry.rating).collect();
    let places = crate::lots::seeds(seed, books.policies.seeding, &ratings);
    let mut order: Vec<usize> = (0..books.entries.len()).collect();
    order.sort_by_key(|at| places.get(*at).copied());
    let seated = Stage::seats_of(first);
    Some(order.into_iter().map(|at| &books.entries[at].0.player).filter(|player| seated.contains(player)).collect())
}
