//! The fold of the records that stand, and what taking one back means for drafts and for those who were away.

use std::borrow::Borrow;
use std::collections::BTreeMap;

use adjutant_core::history::History;

use super::lines::Record;
use crate::command::TournamentCommand;
use crate::decide::{decide_at, may_rule};
use crate::id::{PlayerId, RoundNumber};
use crate::kind::Draft;
use crate::refusal::Refusal;
use crate::state::{Event, Outdated, Tournament};

/// What followed in the state where a record was taken back.
#[derive(Clone, Debug, Default)]
pub(super) struct Followed {
    /// The records that were taken back with it.
    pub takes: Vec<u64>,
    pub events: Vec<Event>,
    /// The record that is folded all the same, because later ones rest on it: its result fell where it was taken back.
    pub in_place: Option<u64>,
}

/// Whether taking a record back may make a draft that followed it another one.
pub(super) fn may_change_a_draft(record: &Record) -> bool {
    record.command.kind().draft() == Draft::Reads
}

/// Whether a record that follows the pairing of a round cannot make a search of that round find another one.
pub(super) fn leaves_drafts_before(record: &Record, round: RoundNumber) -> bool {
    use TournamentCommand::*;
    match &record.command {
        Result(result) => result.round >= round,
        Pair(pair) => pair.round > round,
        Repair(repair) => repair.round > round,
        Publish { .. } | CloseRound { .. } | Report(_) | Award { .. } | Infraction(_) => true,
        Retract { .. } => false,
        _ => !may_change_a_draft(record),
    }
}

/// Whether a record that follows the end of a round leaves its standings as they are.
pub(super) fn leaves_standings_of(record: &Record, round: RoundNumber) -> bool {
    use TournamentCommand::*;
    match &record.command {
        Result(result) => result.round > round,
        Pair(pair) => pair.round > round,
        CloseRound { round: closed, .. } => *closed > round,
        Publish { .. } | Report(_) | RoundClock(_) | Extend(_) | Call(_) | Answer(_) | Note { .. } => true,
        _ => false,
    }
}

/// Who is away because of a disqualification that was taken back later, by the number of its record.
pub(super) type Away = BTreeMap<u64, PlayerId>;

/// The state of the records that stand, and the number of the one that paired last. Who was disqualified by mistake was away
/// all the same, until it was taken back: the rounds in between stand as they were paired.
pub(super) fn fold<R: Borrow<Record>>(
    records: &History<R>,
    followed: &BTreeMap<u64, Followed>,
) -> Result<(Tournament, u64, Away), (u64, Refusal)> {
    let in_place: Vec<u64> = followed.range(..=records.seq()).filter_map(|(_, known)| known.in_place).collect();
    let counts = |seq: u64| records.stands(seq) || in_place.contains(&seq);
    let (mut state, mut drafted, mut away) = (Tournament::default(), 0, Away::new());
    for (seq, record) in (1..).zip(records.iter().map(Borrow::borrow)) {
        match &record.command {
            TournamentCommand::Retract { seq: earlier, .. } => {
                let taken_back = records.record(*earlier).map(Borrow::borrow);
                if *earlier < drafted && taken_back.is_some_and(may_change_a_draft) {
                    state.outdate(Outdated::Undo);
                }
                bring_back(&mut state, away.remove(earlier));
                let known = followed.get(&seq).map(|known| known.events.as_slice()).unwrap_or_default();
                known.iter().cloned().for_each(|event| state.apply(event));
                continue;
            }
            TournamentCommand::Infraction(line) if !records.stands(seq) => {
                let due = state.due();
                if line.ends_the_event() && state.player(&line.player).is_some_and(|player| player.is_in(due)) {
                    let player = line.player.clone();
                    state.apply(Event::PresenceChanged { player: player.clone(), from: due, here: false });
                    away.insert(seq, player);
                }
                continue;
            }
            _ if !counts(seq) => continue,
            TournamentCommand::Pair(_) => drafted = seq,
            _ => {}
        }
        let events = may_rule(&state, record.by, record.judge.as_ref(), &record.command)
            .and_then(|()| decide_at(&state, seq, record.by, &record.command))
            .map_err(|refusal| (seq, refusal))?;
        events.into_iter().for_each(|event| state.apply(event));
    }
    Ok((state, drafted, away))
}

pub(super) fn bring_back(state: &mut Tournament, player: Option<PlayerId>) {
    let from = state.due();
    player.into_iter().for_each(|player| state.apply(Event::PresenceChanged { player, from, here: true }));
}
