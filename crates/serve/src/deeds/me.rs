//! What players say on their own devices, and calls for a judge with their answers.

use adjutant_tournament::command::{Answer, By, Call, CallKind, Dispute, Report, ResultEntry, TournamentCommand};
use adjutant_tournament::{PlayerId, TableNumber};

use super::form::{by, line, malformed, number, own, own_table, points, result_of_match, seat};
use super::phones::with_signature;
use crate::act::{About, Act};
use crate::ask::Ask;
use crate::pages::problem::Problem;
use crate::pages::scene::Scene;

pub(super) fn report(scene: &Scene<'_>, ask: &Ask) -> Result<Act, Problem> {
    let player = own(scene)?.clone();
    let (round, table, first) = own_table(scene)?;
    let entry = if ask.text("from") == "match" {
        result_of_match(scene)?
    } else {
        let (mine, theirs) = (points(ask, "mine")?, points(ask, "theirs")?);
        let (one, two) = if first { (mine, theirs) } else { (theirs, mine) };
        ResultEntry::by_hand(round, table, one, two)
    };
    let (mine, theirs) = if first { (entry.one, entry.two) } else { (entry.two, entry.one) };
    let report = with_signature(scene, ask, Report::of(player, entry))?;
    let words = format!("report {mine} : {theirs}");
    Ok(Act::new(By::Player, TournamentCommand::Report(Box::new(report)), words, "/me/result"))
}

pub(super) fn dispute(scene: &Scene<'_>, ask: &Ask) -> Result<Act, Problem> {
    let player = own(scene)?.clone();
    let (round, table, _) = own_table(scene)?;
    let dispute = Dispute { round, table, player, why: line(ask, "why")? };
    let act = Act::new(By::Player, TournamentCommand::Dispute(dispute), "dispute", "/me/result");
    Ok(act.about(About::Table(round, table)))
}

pub(super) fn call(scene: &Scene<'_>, ask: &Ask) -> Result<Act, Problem> {
    let (_, table, _) = own_table(scene)?;
    call_from(table, Some(own(scene)?.clone()), ask, "/me")
}

/// A call from the device of a table: who of the two calls is not said.
pub(super) fn call_of_table(scene: &Scene<'_>, ask: &Ask) -> Result<Act, Problem> {
    let seat = seat(scene)?;
    call_from(seat.table, None, ask, "/match/result")
}

fn call_from(table: TableNumber, player: Option<PlayerId>, ask: &Ask, back: &str) -> Result<Act, Problem> {
    let kinds = [CallKind::Rules, CallKind::Result, CallKind::SlowPlay, CallKind::Other];
    let kind = kinds.into_iter().find(|kind| kind.name() == ask.text("kind"));
    let kind = kind.ok_or_else(|| malformed("Say what the judge is called for."))?;
    let call = Call { table, player, kind, why: line(ask, "why")? };
    Ok(Act::new(By::Player, TournamentCommand::Call(call), format!("call {}", kind.name()), back))
}

pub(super) fn answer(scene: &Scene<'_>, ask: &Ask, player: Option<PlayerId>, back: &str) -> Result<Act, Problem> {
    let answer = Answer { seq: number(ask, "seq")?, player, why: line(ask, "why")? };
    Ok(Act::new(by(scene.viewer), TournamentCommand::Answer(answer), "answer", back))
}
