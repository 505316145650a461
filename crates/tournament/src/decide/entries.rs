//! Who enters, checks in, drops and returns.

use adjutant_core::chain::Hash;
use adjutant_core::sealed::Called;

use super::desk::known;
use crate::command::{By, Entry};
use crate::id::{DispositionId, Name, PlayerId, RoundNumber};
use crate::pairing::pods_of;
use crate::policy::System;
use crate::refusal::Refusal;
use crate::state::{Event, Player, Tournament};

/// Players hand in their lists until the round is published that the policies name.
pub(super) fn lists_open(state: &Tournament, by: By) -> Result<(), Refusal> {
    let round = state.policies().lists_close;
    match by == By::Player && state.has_seen(round) {
        true => Err(Refusal::ListsClosed { round }),
        false => Ok(()),
    }
}

pub(super) fn hand_in(
    state: &Tournament,
    player: &PlayerId,
    digest: Hash,
    disposition: Option<&DispositionId>,
) -> Result<Vec<Event>, Refusal> {
    if let (Some(known), Some(_)) = (state.player(player), disposition) {
        bent_on(state, &Entry { disposition: disposition.cloned(), ..known.entry.clone() })?;
    }
    let (player, disposition) = (player.clone(), disposition.cloned());
    Ok(vec![Event::ListHandedIn { player, digest, disposition, from: state.due() }])
}

/// What armies are bent on is known to the event, is the same in every round, and in a team each is there at most once for
/// every five members begun.
///
/// # Source
/// `docs/rules/eleventh.md`, team events.
pub(super) fn bent_on(state: &Tournament, entry: &Entry) -> Result<(), Refusal> {
    let matrix = &state.policies().matrix;
    let unknown =
        |is: &&DispositionId| !matrix.is_empty() && !matrix.iter().any(|meeting| meeting.between.contains(is));
    if let Some(found) = entry.disposition.iter().chain(&entry.dispositions).find(unknown) {
        let known = state.policies().dispositions();
        return Err(Refusal::UnknownDisposition { found: found.clone(), known });
    }
    if !entry.dispositions.is_empty() && entry.dispositions.len() != entry.members.len() {
        return Err(Refusal::OutOfRange { field: "dispositions", accepted: "as many as the team has members" });
    }
    let most = entry.members.len().div_ceil(5);
    let often = |one: &DispositionId| entry.dispositions.iter().filter(|other| *other == one).count();
    if entry.dispositions.iter().any(|one| often(one) > most) {
        let accepted = "each at most once for every five members begun";
        return Err(Refusal::OutOfRange { field: "dispositions", accepted });
    }
    let Some(known) = state.player(&entry.player).filter(|_| state.published() > 0) else { return Ok(()) };
    let before = &known.entry;
    let own = before.disposition.is_some() && before.disposition != entry.disposition;
    let members = !before.dispositions.is_empty() && before.dispositions != entry.dispositions;
    if own || members { Err(Refusal::DispositionFixed { player: entry.player.clone() }) } else { Ok(()) }
}

/// A log whose names are sealed holds a digest in a name's place and nothing else that tells who somebody is; another log
/// holds names.
///
/// # Source
/// `docs/log.md`, sealed names.
pub(super) fn called(state: &Tournament, name: Option<&Called>, of: [Option<&Name>; 2]) -> Result<(), Refusal> {
    let sealed = state.create.as_ref().is_some_and(|create| !create.names.is_open());
    // A copy's clubs and teams are invented.
    let invented = state.create.as_ref().is_some_and(|create| create.copy_of.is_some());
    let accepted = match sealed {
        true => "a `digest`, and neither club nor team: names are sealed",
        false => "a name: names stand open in this log",
    };
    let fits = name.is_none_or(|name| name.digest().is_some() == sealed);
    let tells = sealed && !invented && of.iter().any(Option::is_some);
    if fits && !tells { Ok(()) } else { Err(Refusal::OutOfRange { field: "name", accepted }) }
}

pub(super) fn enter(state: &Tournament, entry: &Entry, late: bool) -> Result<Vec<Event>, Refusal> {
    if state.player(&entry.player).is_some() {
        return Err(Refusal::KnownPlayer { player: entry.player.clone() });
    }
    called(state, Some(&entry.name), [entry.club.as_ref(), entry.team.as_ref()])?;
    bent_on(state, entry)?;
    let team_size = state.policies().team_size;
    if team_size > 0 && entry.members.len() != usize::from(team_size) {
        return Err(Refusal::OutOfRange { field: "members", accepted: "as many names as the teams have players" });
    }
    match (late, state.rounds.is_empty()) {
        (false, false) => return Err(Refusal::EntryTime { state: "paired", accepted: "late-entry" }),
        (true, true) => return Err(Refusal::EntryTime { state: "not paired", accepted: "register" }),
        (true, false) if !free_place(state) => return Err(Refusal::NoFreePlace),
        _ => {}
    }
    let from = if late { state.due() } else { RoundNumber(1) };
    Ok(vec![Event::Entered { entry: entry.clone(), from }])
}

/// Whether a late entry has a place: always in a Swiss round; in a fixed schedule where somebody would have the bye; in
/// a bracket never.
fn free_place(state: &Tournament) -> bool {
    let count = state.players.iter().filter(|player| !player.is_waiting()).count();
    match state.system() {
        _ if state.cut.is_some() => false,
        System::Swiss | System::Manual => true,
        System::RoundRobin => count % 2 == 1,
        System::Pods => pods_of(state).iter().any(|pod| pod.len() % 2 == 1),
        System::SingleElimination | System::DoubleElimination => false,
    }
}

pub(super) fn pay(state: &Tournament, player: &PlayerId, paid: bool) -> Result<Vec<Event>, Refusal> {
    known(state, player)?;
    if state.player(player).is_some_and(|player| player.paid == paid) {
        let state = if paid { "has paid" } else { "has not paid" };
        return Err(Refusal::Already { player: player.clone(), state });
    }
    Ok(vec![Event::Paid { player: player.clone(), paid }])
}

pub(super) fn check_in(state: &Tournament, player: &PlayerId) -> Result<Vec<Event>, Refusal> {
    known(state, player)?;
    if state.player(player).is_some_and(|player| player.checked_in.is_some()) {
        return Err(Refusal::Already { player: player.clone(), state: "is checked in" });
    }
    Ok(vec![Event::CheckedIn { player: player.clone(), from: state.due() }])
}

pub(super) fn presence(state: &Tournament, player: &PlayerId, here: bool) -> Result<Vec<Event>, Refusal> {
    known(state, player)?;
    let from = state.due();
    let waits = state.player(player).is_some_and(Player::is_waiting);
    let gone = state.player(player).is_some_and(|player| player.has_left(from));
    let already = match (here, waits) {
        (true, true) => (!gone && state.published() == 0).then_some("waits for a place"),
        (true, false) => (!gone).then_some("plays"),
        (false, _) => gone.then_some("has dropped"),
    };
    if let Some(state) = already {
        return Err(Refusal::Already { player: player.clone(), state });
    }
    // Who waited until the event began comes in as a late entry does.
    if here && waits && state.published() > 0 && !matches!(state.system(), System::Swiss | System::Manual) {
        return Err(Refusal::NoFreePlace);
    }
    if here && state.system() == System::Pods && !state.rounds.is_empty() {
        let seated = pods_of(state).iter().flatten().any(|at| state.place(player) == Some(*at));
        if !seated && !free_place(state) {
            return Err(Refusal::NoFreePlace);
        }
    }
    Ok(vec![Event::PresenceChanged { player: player.clone(), from, here }])
}
