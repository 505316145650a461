//! The independent judge: reads a log or a TRF file and says what is wrong with it.
//!
//! Shares no code with the pairing search, the tables or the standings: it reads the recorded commands, keeps its own
//! books, computes every tie-break a second time from the crosstable and, for small fields, tries every pairing there
//! is. Only the seeded draw of lots, which is part of the definition of the objective, and exact fractions are the same
//! functions.
//!
//! | file | what it does |
//! |---|---|
//! | `books` | keeps books of the commands alone, as they stood before any record |
//! | `bracket` | places of a bracket, by counting who lasted longer |
//! | `constraints` | everybody once, no rematch, byes, results in time |
//! | `crosstable` | points, tie-breaks and places, by another way than the standings |
//! | `played` | one round of the books, with what was said of it |
//! | `objective` | the declared objective, written a second time |
//! | `search` | every pairing of a small field, every exchange of two pairs of a large one |
//! | `through` | who goes on in a bracket, and against whom |
//! | `talk` | reports, disputes, and what every result rests on |
//! | `ranks` | standings, row by row, against the crosstable |
//! | `scores` | points of awards and the overall score, added up from the records |

mod absence;
mod books;
mod bracket;
mod constraints;
mod crosstable;
mod finding;
mod objective;
mod played;
mod ranks;
mod scores;
mod search;
mod talk;
mod through;
mod trf;

use std::collections::{BTreeMap, BTreeSet};

use crate::command::{Basis, By, Pairing, ResultEntry, TournamentCommand};
use crate::id::{RoundNumber, TableNumber};
use crate::log::{Record, TournamentLog};
use crate::policy::{Method, System};
use crate::standings::{Standings, standings};

use books::Books;
use objective::Field;
use played::Played;

pub use finding::{Finding, FindingKind, Report};
pub use search::{EXCHANGE_MAX, FIELD_MAX};
pub use trf::{TrfFindingKind, check_trf};

/// Checks an event log: its records as [`check_records`] does, and the standings after every round, player by player
/// and tie-break by tie-break, as [`check_standings`] does.
///
/// ```
/// use adjutant_tournament::{TournamentLog, check::check};
/// assert!(check(&TournamentLog::new()).is_clean());
/// ```
pub fn check(log: &TournamentLog) -> Report {
    check_watched(log, &mut |_, _| ())
}

/// The same, telling how far it is: steps done, and all of them.
pub fn check_watched(log: &TournamentLog, watch: &mut dyn FnMut(usize, usize)) -> Report {
    let steps = 2 * log.state().rounds.len();
    let mut done = 0;
    let mut step = || {
        done += 1;
        watch(done, steps);
    };
    let (books, mut report) = check_each(log.records(), &mut step);
    let bases = log.state().rounds.iter().map(|round| (round.pair.round, round.progress.bases.clone())).collect();
    report.findings.extend(compare_bases(&books, &bases));
    for (round, played) in (1..).map(RoundNumber).zip(&books.rounds) {
        // A draft is nobody's standings.
        if played.published {
            report.findings.extend(ranks::compare(&books, &standings(log.state(), round)));
        }
        step();
    }
    let_pass(log.records(), &mut report.findings);
    report
}

/// What the judge has against publishing or closing a round now: what the round may not break, and the bracket and the cut
/// that it belongs to. Of what was let pass before, nothing is said again.
///
/// ```
/// use adjutant_tournament::{RoundNumber, command::{By, TournamentCommand}, check::check_next};
/// let close = TournamentCommand::CloseRound { round: RoundNumber(1), anyway: None };
/// assert_eq!(check_next(&[], By::Organiser, &close), []);
/// ```
pub fn check_next(records: &[Record], by: By, command: &TournamentCommand) -> Vec<Finding> {
    let mut books = Books::before(records, u64::MAX);
    books.read(records.len() as u64 + 1, by, command);
    let round = match command {
        TournamentCommand::Publish { round, .. } | TournamentCommand::CloseRound { round, .. } => round.0,
        _ => 0,
    };
    let mut findings = Vec::new();
    let bracket = through::rounds(&books);
    let own = usize::from(round).checked_sub(1).filter(|at| *at < books.rounds.len() && !bracket.contains(at));
    own.into_iter().chain(bracket).for_each(|at| constraints::check(&books, at, &mut findings));
    through::check(&books, cut_by_order(records), &mut findings);
    let_pass(records, &mut findings);
    findings.retain(|finding| finding.fault && finding.passed.is_none());
    findings
}

/// Marks what was let pass when a round was published or closed, or the event finished: each once.
fn let_pass(records: &[Record], findings: &mut [Finding]) {
    let said = records.iter().filter_map(|record| match record.command {
        TournamentCommand::Retract { seq, .. } => Some(seq),
        _ => None,
    });
    let taken_back: BTreeSet<u64> = said.collect();
    let mut passed: BTreeMap<(&str, Option<RoundNumber>), Vec<u64>> = BTreeMap::new();
    for record in records.iter().rev().filter(|record| !taken_back.contains(&record.seq)) {
        for fault in record.command.anyway().into_iter().flat_map(|anyway| &anyway.faults) {
            passed.entry((fault.code.as_str(), fault.round)).or_default().push(record.seq);
        }
    }
    for finding in findings.iter_mut().filter(|finding| finding.fault) {
        finding.passed = passed.get_mut(&(finding.code, finding.round)).and_then(Vec::pop);
        if let Some(seq) = finding.passed {
            finding.text += &format!("; let pass by record {seq}");
        }
    }
}

/// What results rest on, by round and table.
pub type Bases = BTreeMap<RoundNumber, BTreeMap<TableNumber, Basis>>;

/// Holds what results are said to rest on against the records.
///
/// ```
/// use adjutant_tournament::check::check_bases;
/// assert_eq!(check_bases(&[], &Default::default()), []);
/// ```
pub fn check_bases(records: &[Record], said: &Bases) -> Vec<Finding> {
    compare_bases(&Books::before(records, u64::MAX), said)
}

fn compare_bases(books: &Books, said: &Bases) -> Vec<Finding> {
    let mut findings = Vec::new();
    for round in &books.rounds {
        let at = round.pair.round;
        let none = BTreeMap::new();
        let there = said.get(&at).unwrap_or(&none);
        for game in &round.pair.tables {
            let (found, right) = (there.get(&game.table), round.talk.bases.get(&game.table));
            if found != right {
                let word = |basis: Option<&Basis>| basis.map_or("no result", |basis| basis.name());
                let text = format!("table {}: said {}, the records make it {}", game.table, word(found), word(right));
                findings.push(FindingKind::BasisDiffers.fault(at, text));
            }
        }
    }
    findings
}

/// Checks records, no matter who wrote them: turns, everybody once, no rematch, byes, the recorded value of the objective, and
/// that no better pairing exists (proved up to [`FIELD_MAX`] players; up to [`EXCHANGE_MAX`] that no two pairs do
/// better by trading players). Each round is judged by what the log said when it was paired; what an amended result
/// would have changed is remarked beside.
pub fn check_records(records: &[Record]) -> Report {
    let (_, mut report) = check_each(records, &mut || ());
    let_pass(records, &mut report.findings);
    report
}

/// The books of all records, and what the judge has against them.
fn check_each(records: &[Record], step: &mut dyn FnMut()) -> (Books, Report) {
    let books = Books::before(records, u64::MAX);
    let (mut then, mut passed) = (Books::default(), 0);
    let mut report = Report { findings: books.faults.clone(), ..Report::default() };
    for (number, round) in books.rounds.iter().enumerate() {
        report.rounds += 1;
        step();
        constraints::check(&books, number, &mut report.findings);
        let pair = &round.pair;
        if pair.system != System::Swiss || pair.method == Method::Manual || round.repaired {
            continue;
        }
        then = then.forward(records, [passed, round.seq]);
        passed = round.seq;
        judge_objective(&then, round, &mut report);
        report.findings.extend(stale(&books, &then, number));
    }
    through::check(&books, cut_by_order(records), &mut report.findings);
    report.findings.extend(fallen(&books));
    (books, report)
}

/// Whether the organiser let others go on by the last cut than the standings of then, with a reason.
fn cut_by_order(records: &[Record]) -> bool {
    let cut =
        records.iter().rfind(|record| matches!(&record.command, TournamentCommand::Cut(cut) if cut.why.is_some()));
    cut.is_some_and(|cut| through::cut(&Books::before(records, cut.seq + 1)).is_some())
}

/// Games of a bracket that a record withdrew, and that did not count again.
fn fallen(books: &Books) -> Vec<Finding> {
    let counts = |played: &Played, game: &Pairing| {
        let round = books.rounds.get(usize::from(played.pair.round.0) - 1);
        let kept = |now: &Pairing| now.same_game(game);
        round
            .is_some_and(|round| round.pair.tables.iter().any(|now| kept(now) && round.pair.keeps.contains(&now.table)))
    };
    let all = books.withdrawn.iter().flat_map(|(seq, rounds)| rounds.iter().map(move |round| (*seq, round)));
    let fell = all.flat_map(|(seq, played)| {
        let games = played.pair.tables.iter().filter(move |game| !counts(played, game));
        games.filter_map(move |game| {
            let ResultEntry { one, two, .. } = played.results.get(&game.table)?;
            let text = format!("table {}: `{}` {one}, `{}` {two} fell by record {seq}", game.table, game.one, game.two);
            Some(FindingKind::Fell.unless(true, played.pair.round, text))
        })
    });
    fell.collect()
}

/// Holds standings, from wherever they come, against the records of an event: who is in them, points, results,
/// tie-breaks and places.
///
/// ```
/// use adjutant_tournament::{TournamentLog, RoundNumber, check::check_standings, standings::standings};
/// let log = TournamentLog::new();
/// assert_eq!(check_standings(log.records(), &standings(log.state(), RoundNumber(0))), []);
/// ```
pub fn check_standings(records: &[Record], standings: &Standings) -> Vec<Finding> {
    ranks::compare(&Books::before(records, u64::MAX), standings)
}

fn judge_objective(then: &Books, round: &Played, report: &mut Report) {
    let (at, pair) = (round.pair.round, &round.pair);
    let field = Field::of(then, pair);
    let value = field.value_of(&field.seated(pair));
    let said = pair.objective;
    let said = [said.squared_differences, said.cross_group, said.repeat_floats, said.club];
    let found = [value[1], value[2], value[3] + value[4], value[5]];
    if said != found {
        let text = format!("the record gives the objective as {said:?}, the pairings make it {found:?}");
        report.findings.push(FindingKind::ObjectiveDiffers.fault(at, text));
    }
    if pair.rematches {
        return;
    }
    let better = if field.size() <= FIELD_MAX {
        report.exhausted += 1;
        search::best(&field).map(|(best, seats)| (best, field.named(&seats))).filter(|(best, _)| *best < value)
    } else {
        search::exchange(&field, &field.seated(pair)).map(|(best, seats)| (best, field.named(&seats)))
    };
    if let Some((best, pairs)) = better {
        let text = format!("a pairing of value {best:?} exists, the recorded one has {value:?}: {pairs}");
        report.findings.push(FindingKind::NotOptimal.fault(at, text));
    }
}

/// What results that were changed after a round was paired would have made of it.
fn stale(now: &Books, then: &Books, number: usize) -> Option<Finding> {
    let round = &now.rounds[number];
    let mut changes: Vec<String> = Vec::new();
    for (earlier, known) in then.rounds.iter().zip(&now.rounds).take(number) {
        let differ = known.results.iter().filter(|(table, result)| earlier.results.get(*table) != Some(*result));
        changes.extend(differ.map(|(table, result)| changed(&earlier.results, *table, result)));
    }
    if changes.is_empty() || round.pair.rematches {
        return None;
    }
    let mut then = then.clone();
    let rounds = then.rounds.iter_mut().zip(&now.rounds).take(number);
    rounds.for_each(|(earlier, known)| earlier.results.clone_from(&known.results));
    let field = Field::of(&then, &round.pair);
    let seats = field.seated(&round.pair);
    let value = field.value_of(&seats);
    let (found, kind) = match field.size() <= FIELD_MAX {
        true => (search::best(&field).filter(|(best, _)| *best < value), "the best pairing would be"),
        false => (search::exchange(&field, &seats), "better would at least have been"),
    };
    let otherwise = match found {
        Some((_, better)) => format!("{kind} {}", field.named(&search::without(&better, &seats))),
        None => "the pairing would not have been better otherwise".to_owned(),
    };
    let text = format!("paired before {}; with it {otherwise}", changes.join(", "));
    Some(FindingKind::StalePairing.unless(true, round.pair.round, text))
}

fn changed(then: &BTreeMap<TableNumber, ResultEntry>, table: TableNumber, now: &ResultEntry) -> String {
    let before = then.get(&table).map_or_else(|| "nothing".to_owned(), |then| format!("{}:{}", then.one, then.two));
    format!("table {table} of round {} became {}:{} instead of {before}", now.round, now.one, now.two)
}
