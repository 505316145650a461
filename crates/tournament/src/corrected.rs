//! What was corrected in an event after people had relied on it: every such record, with what it changed.

use std::collections::{BTreeMap, BTreeSet};

use adjutant_core::reliance::Reliance;

use crate::command::{By, ResultEntry, TournamentCommand};
use crate::id::{PlayerId, RoundNumber, TableNumber};
use crate::log::{Record, TournamentLog};
use crate::state::Tournament;
use crate::teams::{Side, TeamStep};

/// A correction that passed what somebody relied on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Corrected {
    /// Number of the record that corrects.
    pub seq: u64,
    /// Who said it.
    pub by: By,
    /// What rested on what it corrects.
    pub rests: Vec<Reliance>,
    /// The records that it takes back; none where it says something new.
    pub takes: Vec<u64>,
    /// The results that it changes.
    pub results: Vec<Change>,
}

/// A result before and after; nothing where none stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The round.
    pub round: RoundNumber,
    /// The table.
    pub table: TableNumber,
    /// As it was.
    pub before: Option<ResultEntry>,
    /// As it is.
    pub after: Option<ResultEntry>,
}

/// A captain's choice that was sealed again after the other side's had been opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recommitted {
    /// Number of the record that seals it.
    pub seq: u64,
    /// The round.
    pub round: RoundNumber,
    /// The table.
    pub table: TableNumber,
    /// Whose choice.
    pub side: Side,
}

/// Every correction of a log that passed a reliance, and every captain's choice that was sealed again, in order. Of a log
/// without the number of a law nothing is told: its corrections are not judged.
///
/// ```
/// use adjutant_tournament::{TournamentLog, corrected::corrected};
/// assert_eq!(corrected(&TournamentLog::new()), (vec![], vec![]));
/// ```
pub fn corrected(log: &TournamentLog) -> (Vec<Corrected>, Vec<Recommitted>) {
    let (mut found, mut again) = (Vec::new(), Vec::new());
    let corrects = |record: &Record| {
        use TournamentCommand::*;
        let known = matches!(record.command, Retract { .. } | AmendResult { .. } | TeamStep { .. });
        known || record.command.later().is_some()
    };
    if !log.state().is_judged() || !log.records().iter().any(corrects) {
        return (found, again);
    }
    // As the log grew: what rested on a record is asked of what stood behind it by then.
    let mut then = TournamentLog::new();
    let mut opened = BTreeSet::new();
    for record in log.records() {
        let passed = passed(&then, record);
        let before = passed.as_ref().map(|passed| results(then.state(), passed.place));
        again.extend(sealed_again(then.state(), record, &mut opened));
        if then.replay(record.clone()).is_err() {
            break;
        }
        let Some((Passed { rests, takes, place }, before)) = passed.zip(before) else { continue };
        let results = changes(&before, &results(then.state(), place));
        if !takes.is_empty() || !results.is_empty() {
            found.push(Corrected { seq: record.seq, by: record.by, rests, takes, results });
        }
    }
    (found, again)
}

/// What a record passes and takes back, and the one result that it can change, where that is known.
struct Passed {
    rests: Vec<Reliance>,
    takes: Vec<u64>,
    place: Option<Place>,
}

type Place = (RoundNumber, TableNumber);

/// A closed round on which a later one was published stays closed, so that only these two change what it came to.
fn passed(then: &TournamentLog, record: &Record) -> Option<Passed> {
    match &record.command {
        TournamentCommand::Retract { seq, .. } => {
            let found = then.correction(*seq, record.by).ok()?;
            let listed = found.is_listed();
            listed.then_some(Passed { rests: found.rests, takes: found.takes, place: None })
        }
        TournamentCommand::AmendResult { result, .. } if then.is_relied_on(result.round) => {
            let place = Some((result.round, result.table));
            // What falls with it in a bracket is of other tables.
            let place = place.filter(|_| record.command.later().is_none());
            Some(Passed { rests: vec![Reliance::Published], takes: Vec::new(), place })
        }
        command if command.later().is_some() => {
            Some(Passed { rests: vec![Reliance::Published], takes: Vec::new(), place: None })
        }
        _ => None,
    }
}

type Results = BTreeMap<Place, ResultEntry>;

/// The results that stand, or the one of a place.
fn results(state: &Tournament, place: Option<Place>) -> Results {
    match place {
        None => {
            let all = state.rounds.iter().flat_map(|round| round.results.values());
            all.map(|result| ((result.round, result.table), result.clone())).collect()
        }
        Some((round, table)) => {
            let known = state.round(round).and_then(|round| round.results.get(&table));
            known.map(|result| ((round, table), result.clone())).into_iter().collect()
        }
    }
}

fn changes(before: &Results, after: &Results) -> Vec<Change> {
    let places: BTreeSet<&Place> = before.keys().chain(after.keys()).collect();
    let change = |place: &Place| Change {
        round: place.0,
        table: place.1,
        before: before.get(place).cloned(),
        after: after.get(place).cloned(),
    };
    places.into_iter().map(change).filter(|change| change.before != change.after).collect()
}

/// The choices of two teams that were opened: round, teams, which choice, whose.
type Opened = BTreeSet<(RoundNumber, [PlayerId; 2], usize, bool)>;

/// Whether a step seals a choice although the other side's was opened before, be it taken back since.
fn sealed_again(then: &Tournament, record: &Record, opened: &mut Opened) -> Option<Recommitted> {
    let TournamentCommand::TeamStep { round, table, step } = &record.command else { return None };
    let known = then.round(*round)?;
    let teams = known.at(*table).map(|game| [game.one.clone(), game.two.clone()])?;
    let choice = known.team_pairings.get(table).map_or(0, |pairing| pairing.choices());
    match step {
        TeamStep::Reveal { side, .. } => drop(opened.insert((*round, teams, choice, *side == Side::One))),
        TeamStep::Commit { side, .. } if opened.contains(&(*round, teams, choice, *side != Side::One)) => {
            return Some(Recommitted { seq: record.seq, round: *round, table: *table, side: *side });
        }
        _ => {}
    }
    None
}
