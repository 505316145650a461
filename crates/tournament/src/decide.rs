//! Every rule of an event log: which command may follow which state, and what follows from it.

mod corrections;
mod day;
mod desk;
mod entries;
mod judges;
mod later;
mod passes;
mod rounds;
mod scores;

use std::sync::Arc;

use adjutant_core::ids::NAME_LENGTH_MAX;
use adjutant_core::reliance::LAW;
use adjutant_core::terrain::Layout;
use corrections::{ask_bye, change_settings, edit_player, give_award, move_game, note_infraction, penalise, withdraw};
use day::{enter_result, team_step};
use desk::{known, sound};
use entries::{check_in, enter, hand_in, lists_open, pay, presence};
use judges::know_judge;
pub(crate) use judges::may_rule;
pub(crate) use later::bracket_after;
use later::followed;
use passes::{bind_key, issue_pass, whole};
use rounds::{close, finish, make_cut, make_pods, pair_round, publish, repair_round};

use crate::command::{By, Create, Table, TournamentCommand};
use crate::id::{PlayerId, Reason};
use crate::kind::Who;
use crate::refusal::Refusal;
use crate::state::{Event, Tournament};

/// A table with a number, and with terrain that a board can bear.
fn set_up(table: &Table) -> Result<Vec<Event>, Refusal> {
    if table.table.0 == 0 {
        return Err(Refusal::OutOfRange { field: "table", accepted: "a number from 1" });
    }
    match table.layout.as_ref().and_then(Layout::unsound) {
        Some(why) => Err(Refusal::BadLayout { table: table.table, why }),
        None => Ok(vec![Event::TableSet(table.clone())]),
    }
}

/// Judges one command; `retract` is judged by the log, which alone has the records.
///
/// # Errors
/// The first [`Refusal`] that applies, in the order of that list.
pub fn decide(state: &Tournament, by: By, command: &TournamentCommand) -> Result<Vec<Event>, Refusal> {
    decide_at(state, 0, by, command)
}

/// The same for the record of a number, by which an answer names it later.
pub(crate) fn decide_at(
    state: &Tournament,
    seq: u64,
    by: By,
    command: &TournamentCommand,
) -> Result<Vec<Event>, Refusal> {
    use TournamentCommand::*;
    match (command, &state.create) {
        (Create(create), None) => return open(create, by),
        (Create(_), Some(_)) => return Err(Refusal::Creation { found: "a second `create`" }),
        (_, None) => return Err(Refusal::Creation { found: "another command first" }),
        _ => {}
    }
    if state.finished && !command.follows_the_end() {
        return Err(Refusal::Finished);
    }
    may_say(state, by, command)?;
    match command {
        Settings(settings) => change_settings(state, settings),
        Register(entry) => enter(state, entry, false),
        LateEntry(entry) => enter(state, entry, true),
        Roster { player, digest, disposition } => {
            known(state, player)?;
            lists_open(state, by)?;
            hand_in(state, player, *digest, disposition.as_ref())
        }
        Sign { player, key, signature, .. } => sign(state, by, player.as_ref(), whole(key, signature)),
        CheckIn { player } => check_in(state, player),
        Drop { player } => presence(state, player, false),
        Return { player } => presence(state, player, true),
        Table(table) => set_up(table),
        Pair(pair) => pair_round(state, pair),
        Repair(repair) => repair_round(state, repair),
        EditPlayer(edit) => edit_player(state, edit),
        Withdraw { player } => withdraw(state, player),
        ByeRequest { player, round, points } => ask_bye(state, player, *round, *points),
        Move { round, table, to, .. } => move_game(state, *round, *table, *to),
        Infraction(infraction) => followed(state, seq, note_infraction(state, infraction)?, infraction.later),
        Publish { round, as_drafted, .. } => publish(state, *round, *as_drafted),
        Result(result) => enter_result(state, by, result, false),
        AmendResult { result, later, .. } => followed(state, seq, enter_result(state, by, result, true)?, *later),
        Report(report) => day::report(state, by, seq, report),
        Dispute(dispute) => day::dispute(state, by, seq, dispute),
        RoundClock(clock) => day::clock(state, seq, clock),
        Extend(extend) => day::extend(state, extend),
        Call(call) => day::call(state, seq, call),
        Answer(answer) => day::answer(state, by, answer),
        Penalty { player, points, later, .. } => followed(state, seq, penalise(state, player, *points)?, *later),
        Award { player, award, points, again } => give_award(state, player, award, *points, *again),
        CloseRound { round, .. } => close(state, *round),
        Cut(cut) => make_cut(state, cut),
        Pods(pods) => make_pods(state, pods),
        Finish { early, .. } => finish(state, *early),
        Archive { archived } => archive(state, *archived),
        TeamStep { round, table, step } => team_step(state, seq, *round, *table, step),
        Note { .. } => Ok(vec![Event::Remarked]),
        Import(source) if state.players.is_empty() && state.source.is_none() => {
            Ok(vec![Event::Imported(Arc::new(source.clone()))])
        }
        Import(_) => Err(Refusal::OutOfRange { field: "import", accepted: "one file, right after `create`" }),
        Pass(pass) => issue_pass(state, by, pass),
        Key(key) => bind_key(state, seq, by, key),
        Judge(judge) => know_judge(state, judge),
        Payment { player, paid } => pay(state, player, *paid),
        Create(_) | Retract { .. } => Err(Refusal::Creation { found: "a command that the log itself judges" }),
    }
}

fn archive(state: &Tournament, archived: bool) -> Result<Vec<Event>, Refusal> {
    if state.finished && archived != state.archived {
        return Ok(vec![Event::Archived { archived }]);
    }
    let accepted = if state.finished { "a change of where the event is" } else { "an event that is finished" };
    Err(Refusal::OutOfRange { field: "archive", accepted })
}

/// Somebody accepts the log: the organiser or a judge where no player is named.
fn sign(
    state: &Tournament,
    by: By,
    player: Option<&PlayerId>,
    whole: Result<(), Refusal>,
) -> Result<Vec<Event>, Refusal> {
    if player.is_none() && by == By::Player {
        return Err(Refusal::NotYours);
    }
    whole?;
    if let Some(player) = player {
        known(state, player)?;
    }
    Ok(vec![Event::Remarked])
}

/// Whether a speaker may say a command, in so many words; before laws had numbers judges could say whatever the organiser
/// can.
fn may_say(state: &Tournament, by: By, command: &TournamentCommand) -> Result<(), Refusal> {
    brief_before_laws(state, command)?;
    let who = command.kind().who();
    match by {
        _ if who.takes(by) => Ok(()),
        By::Player => Err(Refusal::NotYours),
        _ if who == Who::Player => Err(Refusal::ForPlayers),
        _ if state.is_judged() => Err(Refusal::ForOrganiser),
        _ => Ok(()),
    }
}

/// Before laws had numbers a reason was no longer than a name.
pub(crate) fn brief_before_laws(state: &Tournament, command: &TournamentCommand) -> Result<(), Refusal> {
    let long = |why: &Reason| why.as_str().chars().count() > NAME_LENGTH_MAX;
    match command.reason().is_some_and(long) && !state.is_judged() {
        true => Err(Refusal::OutOfRange { field: "why", accepted: "1 to 120 characters in an event without a law" }),
        false => Ok(()),
    }
}

fn open(create: &Create, by: By) -> Result<Vec<Event>, Refusal> {
    match create.law {
        Some(_) if by != By::Organiser => return Err(Refusal::ForOrganiser),
        Some(law) if law > LAW => return Err(Refusal::Newer { law }),
        Some(law) if law < 2 => return Err(Refusal::OutOfRange { field: "law", accepted: "a number from 2, or none" }),
        _ => {}
    }
    sound(create).map(|()| vec![Event::Created(Box::new(create.clone()))])
}
