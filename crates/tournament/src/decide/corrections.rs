//! Corrections and rulings: entries, byes asked for, tables, points, awards, the judge's book.

use super::desk::{known, open_table, since, sound};
use crate::command::{EditPlayer, Infraction, InfractionKind, POINTS_MAX, Settings};
use crate::id::{Alike, Name, PlayerId, RoundNumber, TableNumber};
use crate::policy::System;
use crate::refusal::Refusal;
use crate::state::{Event, Stage, Tournament};

pub(super) fn penalise(state: &Tournament, player: &PlayerId, points: i32) -> Result<Vec<Event>, Refusal> {
    known(state, player)?;
    let before: i64 = state.player(player).map_or(0, |known| known.penalties.iter().map(|(_, p)| i64::from(*p)).sum());
    let bounded = i64::from(points).abs() <= POINTS_MAX && (before + i64::from(points)).abs() <= POINTS_MAX;
    if points == 0 || !bounded {
        let accepted = "match points other than 0, up to 1000000 in all";
        return Err(Refusal::OutOfRange { field: "points", accepted });
    }
    Ok(vec![Event::Penalised { player: player.clone(), from: since(state), points }])
}

pub(super) fn give_award(
    state: &Tournament,
    player: &PlayerId,
    award: &Name,
    points: i32,
    again: bool,
) -> Result<Vec<Event>, Refusal> {
    known(state, player)?;
    let categories = state.create.as_deref().map(|create| create.policies.categories.as_slice()).unwrap_or_default();
    let declared = categories.iter().find(|category| category.name.alike() == award.alike());
    if declared.is_none() && !categories.is_empty() {
        return Err(Refusal::UnknownAward { categories: categories.iter().map(|known| known.name.clone()).collect() });
    }
    let award = declared.map_or(award, |category| &category.name);
    let before = state.player(player).into_iter().flat_map(|known| &known.awards);
    let same = |name: &Name| name.alike() == award.alike();
    let before: Vec<i64> = before.filter(|(name, ..)| same(name)).map(|(_, points, _)| i64::from(*points)).collect();
    let sum = before.iter().sum::<i64>() + i64::from(points);
    if let Some(most) = declared.and_then(|category| category.max)
        && !(0..=i64::from(most)).contains(&sum)
    {
        return Err(Refusal::AwardBounds { found: sum, most });
    }
    if i64::from(points).abs() > POINTS_MAX || sum.abs() > POINTS_MAX {
        return Err(Refusal::OutOfRange { field: "points", accepted: "up to 1000000 points in all" });
    }
    if !before.is_empty() && !again {
        return Err(Refusal::HasAward { player: player.clone(), points: before.iter().sum() });
    }
    Ok(vec![Event::Awarded { player: player.clone(), from: since(state), award: award.clone(), points }])
}

pub(super) fn edit_player(state: &Tournament, edit: &EditPlayer) -> Result<Vec<Event>, Refusal> {
    known(state, &edit.player)?;
    let Some(player) = state.player(&edit.player) else { return Ok(Vec::new()) };
    if edit.applied_to(&player.entry) == player.entry {
        return Err(Refusal::OutOfRange { field: "edit-player", accepted: "something that changes the entry" });
    }
    if !edit.members.is_empty() && edit.members.len() != player.entry.members.len() {
        return Err(Refusal::OutOfRange { field: "members", accepted: "as many names as the teams have players" });
    }
    Ok(vec![Event::PlayerEdited { edit: Box::new(edit.clone()), from: state.due() }])
}

pub(super) fn withdraw(state: &Tournament, player: &PlayerId) -> Result<Vec<Event>, Refusal> {
    known(state, player)?;
    if !state.rounds.is_empty() {
        return Err(Refusal::EntryTime { state: "paired", accepted: "drop" });
    }
    Ok(vec![Event::Withdrawn { player: player.clone() }])
}

pub(super) fn ask_bye(
    state: &Tournament,
    player: &PlayerId,
    round: RoundNumber,
    points: u16,
) -> Result<Vec<Event>, Refusal> {
    known(state, player)?;
    let policies = state.policies();
    if round < state.due() {
        return Err(Refusal::WrongRound { found: round, due: state.due() });
    }
    if !matches!(policies.system, System::Swiss | System::Manual)
        || state.is_bracket(round)
        || state.recorded_pods(round).is_some()
    {
        return Err(Refusal::OutOfRange { field: "round", accepted: "a Swiss round, or one paired by hand" });
    }
    let (best, _) = policies.best_and_even();
    if i64::from(points) > best {
        return Err(Refusal::OutOfRange { field: "points", accepted: "at most what a win is worth" });
    }
    if state.player(player).is_some_and(|known| known.asked_byes.contains_key(&round)) {
        return Err(Refusal::Already { player: player.clone(), state: "has asked for a bye in this round" });
    }
    Ok(vec![Event::ByeRequested { player: player.clone(), round, points }])
}

pub(super) fn move_game(
    state: &Tournament,
    round: RoundNumber,
    table: TableNumber,
    to: TableNumber,
) -> Result<Vec<Event>, Refusal> {
    match state.round(round) {
        None => return Err(Refusal::RoundState { round, state: "not paired", accepted: "drafted or published" }),
        Some(known) if known.stage == Stage::Closed => {
            return Err(Refusal::RoundState { round, state: "closed", accepted: "drafted or published" });
        }
        Some(known) if known.at(table).is_none() => return Err(Refusal::UnknownTable { round, table }),
        Some(_) => {}
    }
    if to.0 == 0 || to == table {
        return Err(Refusal::OutOfRange { field: "to", accepted: "another table, numbered from 1" });
    }
    open_table(state, to)?;
    Ok(vec![Event::GameMoved { round, table, to }])
}

pub(super) fn note_infraction(state: &Tournament, infraction: &Infraction) -> Result<Vec<Event>, Refusal> {
    let player = &infraction.player;
    known(state, player)?;
    if infraction.points.is_some() != (infraction.kind == InfractionKind::Points) {
        let accepted = "match points with the kind `points`, and only there";
        return Err(Refusal::OutOfRange { field: "points", accepted });
    }
    let members = state.player(player).map_or(0, |team| team.entry.members.len());
    if infraction.member.is_some_and(|member| !(1..=members).contains(&usize::from(member.0))) {
        return Err(Refusal::OutOfRange { field: "member", accepted: "the number of a member of the team, from 1" });
    }
    let mut events = vec![Event::InfractionNoted { infraction: infraction.clone(), from: since(state) }];
    if let Some(points) = infraction.points {
        events.extend(penalise(state, player, points)?);
    }
    let due = state.due();
    if infraction.ends_the_event() && state.player(player).is_some_and(|p| p.is_in(due)) {
        events.push(Event::PresenceChanged { player: player.clone(), from: due, here: false });
    }
    Ok(events)
}

pub(super) fn change_settings(state: &Tournament, settings: &Settings) -> Result<Vec<Event>, Refusal> {
    let Some(create) = state.create.as_deref() else { return Ok(Vec::new()) };
    let after = settings.applied_to(create);
    if after == *create {
        return Err(Refusal::OutOfRange { field: "settings", accepted: "something that changes the event" });
    }
    let published = state.rounds.iter().filter(|round| round.stage != Stage::Draft).count();
    let paired = state.rounds.len();
    let only_rounds = crate::command::Create { rounds: after.rounds, ..create.clone() } == after;
    if published > 0 && !only_rounds {
        return Err(Refusal::InEffect { what: "everything but the number of rounds", from: RoundNumber(1) });
    }
    if after.rounds != create.rounds {
        if state.cut.is_some() || published >= usize::from(create.rounds) {
            return Err(Refusal::InEffect { what: "the number of rounds", from: RoundNumber(published as u16) });
        }
        if usize::from(after.rounds) < paired {
            return Err(Refusal::OutOfRange { field: "rounds", accepted: "at least as many as are paired" });
        }
    }
    if after.policies.team_size != create.policies.team_size && !state.players.is_empty() {
        return Err(Refusal::OutOfRange { field: "team_size", accepted: "the size of the teams that are entered" });
    }
    sound(&after)?;
    Ok(vec![Event::SettingsChanged(Box::new(settings.clone()))])
}
