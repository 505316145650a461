//! Who a judge is, and at which tables a judge does not rule.

use super::entries::called;
use crate::command::{By, Judge, Judging, PassKind, TournamentCommand};
use crate::id::{PlayerId, RoundNumber, TableNumber};
use crate::refusal::Refusal;
use crate::state::{Event, Stage, Tournament};

pub(super) fn know_judge(state: &Tournament, judge: &Judge) -> Result<Vec<Event>, Refusal> {
    if state.judges.get(&judge.id) == Some(judge) {
        return Err(Refusal::OutOfRange {
            field: "judge",
            accepted: "something that changes what is known of the judge",
        });
    }
    called(state, None, [judge.club.as_ref(), judge.team.as_ref()])?;
    Ok(vec![Event::JudgeKnown(judge.clone())])
}

/// Whether the judge who speaks is one of the event and may rule on what a command is about.
pub(crate) fn may_rule(
    state: &Tournament,
    by: By,
    judge: Option<&Judging>,
    command: &TournamentCommand,
) -> Result<(), Refusal> {
    let Some(judging) = judge else { return Ok(()) };
    let known = state.judges.contains_key(&judging.id) || state.pass_issue(PassKind::Judge, &judging.id).is_some();
    if by != By::Judge || !state.is_judged() || !known {
        let accepted = "a judge who has a card or whom the event knows, where a judge speaks";
        return Err(Refusal::OutOfRange { field: "judge", accepted });
    }
    match state.kin_of(&judging.id, &ruled_on(state, command)).filter(|_| judging.despite.is_none()) {
        None => Ok(()),
        Some((player, of)) => {
            let (judge, player, of) = (judging.id.clone(), player.clone(), of.clone());
            Err(Refusal::Conflict { judge, player, of })
        }
    }
}

/// The players on whom a command rules: both of the table, where it is about one of them while a game is played.
pub(crate) fn ruled_on(state: &Tournament, command: &TournamentCommand) -> Vec<PlayerId> {
    use TournamentCommand::{AmendResult, Answer, Award, Extend, Infraction, Penalty, Result};
    let both = |round: RoundNumber, table: TableNumber| {
        let game = state.round(round).and_then(|round| round.at(table));
        game.map(|game| vec![game.one.clone(), game.two.clone()]).unwrap_or_default()
    };
    let shown = state.rounds.iter().rfind(|round| round.stage != Stage::Draft);
    let with_opponent = |player: &PlayerId| {
        let game = shown.filter(|round| round.stage == Stage::Published).and_then(|round| round.of(player));
        std::iter::once(player).chain(game.map(|game| game.other(player))).cloned().collect()
    };
    match command {
        Result(result) | AmendResult { result, .. } => both(result.round, result.table),
        Extend(extend) => both(extend.round, extend.table),
        Infraction(line) => with_opponent(&line.player),
        Penalty { player, .. } => with_opponent(player),
        Award { player, .. } => vec![player.clone()],
        Answer(answer) => match (state.call(answer.seq), state.dispute(answer.seq), shown) {
            (Some(call), _, Some(round)) => both(round.pair.round, call.table),
            (_, Some((round, dispute)), _) => both(round, dispute.table),
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}
