//! What a log corrects although somebody had relied on it.

use adjutant_core::reliance::Reliance;
use adjutant_engine::command::Command;
use adjutant_engine::fold::{Correction, Match};
use adjutant_engine::side::By;

use super::finding::{Code, Finding};
use super::report::LogReport;

/// Lists every correction of what somebody had relied on, and drawn dice that are gone.
pub(super) fn judge(game: &Match, report: &mut LogReport) {
    let Some(open) = &game.state().open else { return };
    if open.law.is_none() {
        let message = "it was recorded before logs named their law: its corrections are not judged";
        report.findings.push(Finding::new(Code::OldLaw, None, message));
        return;
    }
    for correction in game.corrections() {
        if correction.rests.contains(&Reliance::Opened) && !is_kept(game, correction) {
            let message = "a choice that had been opened was taken back or replaced";
            report.findings.push(Finding::new(Code::Recommitted, correction.at, message));
        }
        report.findings.push(Finding::new(said_by(correction.by), correction.at, told(correction)));
    }
    for seq in game.open_dice() {
        let message = "the dice of this record were drawn, taken back, and not said again";
        report.findings.push(Finding::new(Code::DiceOpen, seq, message));
    }
}

/// Whether a record still reads as itself, whatever was put beside it.
fn is_kept(game: &Match, correction: &Correction) -> bool {
    let Some((_, Command::Amend(amend), _)) = game.entry(correction.at) else { return false };
    let own = game.entry(amend.seq);
    own.is_some_and(|(by, command, _)| amend.to.iter().any(|to| to.by == by && to.command == *command))
}

fn said_by(by: By) -> Code {
    match by {
        By::One => Code::ByOne,
        By::Two => Code::ByTwo,
        By::Both => Code::ByBoth,
        By::Judge => Code::ByJudge,
    }
}

/// What was corrected, what rested on it, and the points before and after.
fn told(correction: &Correction) -> String {
    let what = match correction.of {
        Some(record) => format!("it corrects record {record}"),
        None => "it adds to what stood".to_owned(),
    };
    let rests: Vec<&str> = correction.rests.iter().map(|reliance| reliance.as_str()).collect();
    let (before, after) = (correction.before, correction.after);
    let points = match before == after {
        true => format!("{}:{} as before", after.one, after.two),
        false => format!("{}:{} → {}:{}", before.one, before.two, after.one, after.two),
    };
    format!("{what} ({}): {points}", rests.join(", "))
}
