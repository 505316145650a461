//! What the independent judge has against the next step of an event.

use adjutant_tournament::check::{Finding, check, check_next};
use adjutant_tournament::command::{Anyway, LetPass};
use adjutant_tournament::{By, Name, Reason, TournamentCommand, TournamentLog};

/// Whether the judge looks before a step is taken.
pub fn looks_at(command: &TournamentCommand) -> bool {
    use TournamentCommand::{CloseRound, Finish, Publish};
    matches!(command, Publish { .. } | CloseRound { .. } | Finish { .. })
}

/// Faults that keep a round from being published or closed, or the event from being finished, unless they are let pass.
/// An event that another program has recorded is taken as it is.
pub fn held_by(log: &TournamentLog, by: By, command: &TournamentCommand) -> Vec<Finding> {
    use TournamentCommand::{CloseRound, Finish, Publish};
    let mut found = match command {
        _ if log.state().source.is_some() => Vec::new(),
        Publish { .. } | CloseRound { .. } => check_next(log.records(), by, command),
        Finish { .. } => faults(log),
        _ => Vec::new(),
    };
    for passed in command.anyway().iter().flat_map(|anyway| &anyway.faults) {
        let same = |found: &Finding| found.code == passed.code.as_str() && found.round == passed.round;
        if let Some(at) = found.iter().position(same) {
            found.remove(at);
        }
    }
    found
}

/// Every fault of an event that nobody has let pass.
pub fn faults(log: &TournamentLog) -> Vec<Finding> {
    let mut found = check(log).findings;
    found.retain(|found| found.fault && found.passed.is_none());
    found
}

/// Faults, let pass for a reason.
pub fn let_pass(found: &[Finding], why: Reason) -> Option<Anyway> {
    let faults =
        found.iter().filter_map(|found| Some(LetPass { code: Name::new(found.code).ok()?, round: found.round }));
    let faults: Vec<LetPass> = faults.collect();
    (!faults.is_empty()).then_some(Anyway { faults, why })
}
