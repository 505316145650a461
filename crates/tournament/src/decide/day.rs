//! What may be said while a round is played: results, reports, disputes, the clock, calls, steps of team pairings.

use super::desk::known;
use super::passes::signed_by_phone;
use super::scores;
use crate::command::{Answer, Basis, By, Call, ClockStep, Dispute, Extend, Report, ResultEntry, RoundClock};
use crate::id::{PlayerId, RoundNumber, TableNumber};
use crate::refusal::Refusal;
use crate::state::{ClockState, Event, Round, Said, Stage, StepTaken, Tournament};
use crate::teams::{Side, TeamPairing, TeamStep};

/// Minutes of a round, with everything that is added.
const ROUND_MINUTES_MAX: u32 = 1440;
/// Minutes that a table may get on top.
const EXTENSION_MINUTES_MAX: u32 = 600;

/// A player's report and, where the other player has said the same, the result.
pub(super) fn report(state: &Tournament, by: By, seq: u64, report: &Report) -> Result<Vec<Event>, Refusal> {
    let (round, table) = (report.round, report.table);
    let playing = own_game(state, by, &report.player, round, table)?;
    if playing.results.contains_key(&table) {
        return Err(Refusal::HasResult { round, table });
    }
    let result = report.result();
    scores::may_stand(state, playing, &result)?;
    signed_by_phone(state, report)?;
    let mut events = vec![Event::Reported { seq, report: Box::new(report.clone()) }];
    let others = playing.progress.reports.get(&table).into_iter().flatten().map(|said| &said.what);
    let other = others.into_iter().find(|other| other.player != report.player);
    if let Some(result) = other.and_then(|other| agreed(state, other, result)) {
        let basis = if is_signed(&result) { Basis::Signed } else { Basis::Agreed };
        events.push(Event::ResultSet { result: Box::new(result), basis });
    }
    Ok(events)
}

/// The result that two reports make, the later one given as a result; `None` where they differ. Of match logs the
/// later one that is named stands.
fn agreed(state: &Tournament, earlier: &Report, later: ResultEntry) -> Option<ResultEntry> {
    let policies = state.policies();
    let before = earlier.result();
    let said = |result: &ResultEntry| (result.one, result.two, result.forfeit, result.games.clone());
    let one_match = match (&before.from, &later.from) {
        (Some(before), Some(later)) => before.id == later.id,
        _ => true,
    };
    let same = said(&before) == said(&later) && policies.winner_of(&before) == policies.winner_of(&later) && one_match;
    let from = later.from.clone().or(before.from);
    same.then_some(ResultEntry { from, ..later })
}

fn is_signed(result: &ResultEntry) -> bool {
    result.from.as_ref().is_some_and(|from| from.signed)
}

pub(super) fn enter_result(
    state: &Tournament,
    by: By,
    result: &ResultEntry,
    amend: bool,
) -> Result<Vec<Event>, Refusal> {
    let (round, table) = (result.round, result.table);
    let stage = state.round(round).map(|round| round.stage);
    match stage {
        Some(Stage::Published) => {}
        Some(Stage::Closed) if amend => {}
        Some(stage) => return Err(Refusal::RoundState { round, state: stage.name(), accepted: "published" }),
        None => return Err(Refusal::RoundState { round, state: "not paired", accepted: "published" }),
    }
    let Some(known) = state.round(round).filter(|round| round.at(table).is_some()) else {
        return Err(Refusal::UnknownTable { round, table });
    };
    match (known.results.contains_key(&table), amend) {
        (true, false) => return Err(Refusal::HasResult { round, table }),
        (false, true) => return Err(Refusal::NoResult { round, table }),
        _ => {}
    }
    scores::may_stand(state, known, result)?;
    let basis = basis_of(by, known, result);
    Ok(vec![Event::ResultSet { result: Box::new(result.clone()), basis }])
}

/// What a result rests on that the desk or a judge enters.
pub(super) fn basis_of(by: By, round: &Round, result: &ResultEntry) -> Basis {
    let table = result.table;
    let contested = round.progress.disputes.contains_key(&table)
        || !round.results.contains_key(&table) && round.progress.reports.get(&table).is_some_and(|two| two.len() > 1);
    match round.basis(table) {
        _ if is_signed(result) => Basis::Signed,
        _ if contested || by == By::Judge => Basis::Ruled,
        None | Some(Basis::Desk) => Basis::Desk,
        Some(_) => Basis::Ruled,
    }
}

pub(super) fn dispute(state: &Tournament, by: By, seq: u64, dispute: &Dispute) -> Result<Vec<Event>, Refusal> {
    let (round, table) = (dispute.round, dispute.table);
    let playing = own_game(state, by, &dispute.player, round, table)?;
    if !playing.results.contains_key(&table) {
        return Err(Refusal::NoResult { round, table });
    }
    if let Some(open) = playing.progress.disputes.get(&table) {
        return Err(Refusal::OpenAlready { table, seq: open.seq });
    }
    Ok(vec![Event::Disputed { seq, dispute: Box::new(dispute.clone()) }])
}

/// The published round in which a player plays at a table, for what only that player may say.
fn own_game<'a>(
    state: &'a Tournament,
    by: By,
    player: &PlayerId,
    round: RoundNumber,
    table: TableNumber,
) -> Result<&'a Round, Refusal> {
    if by != By::Player {
        return Err(Refusal::ForPlayers);
    }
    known(state, player)?;
    let playing = published(state, round)?;
    sits_at(playing, player, table)?;
    Ok(playing)
}

fn published(state: &Tournament, round: RoundNumber) -> Result<&Round, Refusal> {
    match state.round(round) {
        // What a draft holds is told to nobody: for players and judges it is not paired.
        None => Err(Refusal::RoundState { round, state: "not paired", accepted: "published" }),
        Some(known) if known.stage == Stage::Published => Ok(known),
        Some(known) => Err(Refusal::RoundState { round, state: known.stage.name(), accepted: "published" }),
    }
}

fn sits_at(round: &Round, player: &PlayerId, table: TableNumber) -> Result<(), Refusal> {
    let number = round.pair.round;
    match round.at(table) {
        None => Err(Refusal::UnknownTable { round: number, table }),
        Some(pairing) if pairing.one == *player || pairing.two == *player => Ok(()),
        Some(_) => Err(Refusal::NotAtTable { player: player.clone(), round: number, table }),
    }
}

pub(super) fn clock(state: &Tournament, seq: u64, clock: &RoundClock) -> Result<Vec<Event>, Refusal> {
    let round = published(state, clock.round)?;
    let now = round.progress.clock_state();
    let fits = match clock.state {
        ClockStep::Start => matches!(now, ClockState::Waiting | ClockState::Stopped),
        ClockStep::Pause => now == ClockState::Running,
        ClockStep::Resume => now == ClockState::Paused,
        ClockStep::Stop | ClockStep::Add => matches!(now, ClockState::Running | ClockState::Paused),
    };
    if !fits {
        return Err(Refusal::ClockState { round: clock.round, state: now, step: clock.state });
    }
    let refused = |accepted| Err(Refusal::OutOfRange { field: "minutes", accepted });
    let minutes = u32::from(clock.minutes.unwrap_or_default());
    match clock.state {
        ClockStep::Start if !(1..=ROUND_MINUTES_MAX).contains(&minutes) => refused("1 to 1440 minutes for the round"),
        ClockStep::Add if minutes == 0 || minutes + length(round) > ROUND_MINUTES_MAX => {
            refused("at least 1 minute more, up to 1440 in all")
        }
        ClockStep::Pause | ClockStep::Resume | ClockStep::Stop if clock.minutes.is_some() => {
            refused("minutes with `start` and `add` only")
        }
        _ => Ok(vec![Event::ClockSet { seq, clock: clock.clone() }]),
    }
}

/// Minutes of a round since its clock was started last.
fn length(round: &Round) -> u32 {
    let mut minutes = 0;
    for Said { what, .. } in &round.progress.clock {
        match what.state {
            ClockStep::Start => minutes = u32::from(what.minutes.unwrap_or_default()),
            _ => minutes += u32::from(what.minutes.unwrap_or_default()),
        }
    }
    minutes
}

pub(super) fn extend(state: &Tournament, extend: &Extend) -> Result<Vec<Event>, Refusal> {
    let round = published(state, extend.round)?;
    if round.at(extend.table).is_none() {
        return Err(Refusal::UnknownTable { round: extend.round, table: extend.table });
    }
    let before = round.progress.extensions.get(&extend.table).copied().unwrap_or_default();
    if extend.minutes == 0 || u32::from(before) + u32::from(extend.minutes) > EXTENSION_MINUTES_MAX {
        return Err(Refusal::OutOfRange { field: "minutes", accepted: "at least 1 minute more, up to 600 in all" });
    }
    Ok(vec![Event::Extended(extend.clone())])
}

pub(super) fn call(state: &Tournament, seq: u64, call: &Call) -> Result<Vec<Event>, Refusal> {
    if let Some(player) = &call.player {
        known(state, player)?;
    }
    let Some(round) = state.rounds.iter().rfind(|round| round.stage != Stage::Draft) else {
        return Err(Refusal::RoundState { round: RoundNumber(1), state: "not published", accepted: "published" });
    };
    match &call.player {
        Some(player) => sits_at(round, player, call.table)?,
        None if round.at(call.table).is_none() => {
            return Err(Refusal::UnknownTable { round: round.pair.round, table: call.table });
        }
        None => {}
    }
    match state.calls.get(&call.table) {
        Some(open) => Err(Refusal::OpenAlready { table: call.table, seq: open.seq }),
        None => Ok(vec![Event::Called { seq, call: Box::new(call.clone()) }]),
    }
}

pub(super) fn answer(state: &Tournament, by: By, answer: &Answer) -> Result<Vec<Event>, Refusal> {
    let dispute = state.dispute(answer.seq).map(|(_, dispute)| dispute);
    let who = match (state.call(answer.seq), dispute) {
        (Some(call), _) => call.player.as_ref(),
        (_, Some(dispute)) => Some(&dispute.player),
        _ => return Err(Refusal::NothingOpen { seq: answer.seq }),
    };
    match (by, &answer.player) {
        (By::Player, Some(player)) if who == Some(player) => Ok(vec![Event::Settled { seq: answer.seq, basis: None }]),
        (By::Player, _) => Err(Refusal::NotYourCall { seq: answer.seq }),
        (_, Some(_)) => Err(Refusal::OutOfRange {
            field: "player",
            accepted: "a player only where players take their own call back",
        }),
        (_, None) => Ok(vec![Event::Settled { seq: answer.seq, basis: dispute.map(|_| Basis::Ruled) }]),
    }
}

pub(super) fn team_step(
    state: &Tournament,
    seq: u64,
    round: RoundNumber,
    table: TableNumber,
    step: &TeamStep,
) -> Result<Vec<Event>, Refusal> {
    let size = state.policies().team_size;
    if !state.policies().by_games() {
        return Err(Refusal::OutOfRange { field: "team-step", accepted: "an event of teams of 3 to 8" });
    }
    // Before laws had numbers captains could choose in a draft.
    if state.is_judged() && !state.has_seen(round) {
        return Err(Refusal::RoundState { round, state: "not published", accepted: "published" });
    }
    let Some(known) = state.round(round).filter(|known| known.at(table).is_some()) else {
        return Err(Refusal::UnknownTable { round, table });
    };
    let token = if round.0.wrapping_add(table.0).is_multiple_of(2) { Side::One } else { Side::Two };
    let start = TeamPairing::new(size as u8, token);
    let pairing = known.team_pairings.get(&table).unwrap_or(&start);
    let secret = matches!(step, TeamStep::Commit { .. } | TeamStep::Reveal { .. });
    let taken = StepTaken { seq, choice: secret.then(|| pairing.choices()) };
    let pairing = pairing.after(step).map_err(|why| Refusal::TeamStep { table, why })?;
    Ok(vec![Event::TeamStepTaken { round, table, pairing, taken }])
}
