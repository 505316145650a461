//! Corrections and rulings: entries, byes asked for, tables, points, awards, the judge's book.

use super::desk::{known, open_table, since, sound};
use super::entries::{bent_on, called};
use crate::command::{Create, EditPlayer, Infraction, InfractionKind, POINTS_MAX, Settings};
use crate::id::{Alike, Name, PlayerId, RoundNumber, TableNumber};
use crate::policy::{Category, Policies, System};
use crate::refusal::Refusal;
use crate::state::{Event, Round, Stage, Tournament};

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
    if !before.is_empty() && !again {
        return Err(Refusal::HasAward { player: player.clone(), points: before.iter().sum() });
    }
    let sum = before.iter().sum::<i64>() + i64::from(points);
    if let Some(most) = declared.and_then(|category| category.max)
        && !(0..=i64::from(most)).contains(&sum)
    {
        return Err(Refusal::AwardBounds { found: sum, most });
    }
    if i64::from(points).abs() > POINTS_MAX || sum.abs() > POINTS_MAX {
        return Err(Refusal::OutOfRange { field: "points", accepted: "up to 1000000 points in all" });
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
    called(state, edit.name.as_ref(), [edit.club.as_ref(), edit.team.as_ref()])?;
    bent_on(state, &edit.applied_to(&player.entry))?;
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
    let last = state.create.as_ref().map_or(u16::MAX, |create| create.rounds);
    if round < state.due() {
        return Err(Refusal::WrongRound { found: round, due: state.due() });
    }
    if state.is_judged() && round.0 > last {
        return Err(Refusal::OutOfRange { field: "round", accepted: "a round that the event has" });
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
    if published > 0
        && let Some(what) = in_effect(state, create, &after)
    {
        return Err(Refusal::InEffect { what, from: RoundNumber(1) });
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
    keeps_awards(state, &create.policies.categories, &after.policies.categories)?;
    Ok(vec![Event::SettingsChanged(Box::new(settings.clone()))])
}

/// The first setting that would change although it has taken effect. What pairs and shows rounds to come is free, and so are
/// names, scores beside the games and the points of a bye that nobody had; logs without a law took the number of rounds alone.
fn in_effect(state: &Tournament, create: &Create, after: &Create) -> Option<&'static str> {
    let (now, published) = (&after.policies, usize::from(state.published()));
    if !state.is_judged() {
        let free = Create { rounds: after.rounds, ..create.clone() };
        return (free != *after).then_some("everything but the number of rounds");
    }
    if (&create.pack, create.pack_hash, &create.size) != (&after.pack, after.pack_hash, &after.size) {
        return Some("mission pack and battle size");
    }
    let byes = |round: &Round| {
        let asked = state.players.iter().any(|player| player.asked_byes.contains_key(&round.pair.round));
        round.stage != Stage::Draft && (asked || !round.pair.byes.is_empty())
    };
    let before = &create.policies;
    let seen = |policies: &Policies| policies.missions.iter().take(published).cloned().collect::<Vec<_>>();
    let open = |one: RoundNumber, two: RoundNumber| !state.has_seen(one) && !state.has_seen(two);
    let free = Policies {
        avoid: now.avoid,
        method: now.method,
        top_tables: now.top_tables,
        table_missions: now.table_missions,
        dice: now.dice,
        lists_due: now.lists_due,
        begins: now.begins.clone(),
        categories: now.categories.clone(),
        overall: now.overall.clone(),
        missions: if seen(before) == seen(now) { &now.missions } else { &before.missions }.clone(),
        bye_vp: if state.rounds.iter().any(byes) { before.bye_vp } else { now.bye_vp },
        lists_close: if open(before.lists_close, now.lists_close) { now.lists_close } else { before.lists_close },
        lists_shown: if open(before.lists_shown, now.lists_shown) { now.lists_shown } else { before.lists_shown },
        ..before.clone()
    };
    free.unlike(now).first().copied()
}

/// What was given stays within the categories: none is taken away under which somebody has points, or made smaller than that.
fn keeps_awards(state: &Tournament, before: &[Category], now: &[Category]) -> Result<(), Refusal> {
    for player in &state.players {
        for (award, ..) in &player.awards {
            let of = |categories: &[Category]| categories.iter().find(|own| own.name.alike() == award.alike()).cloned();
            let given = player.awards.iter().filter(|(name, ..)| name.alike() == award.alike());
            let found: i64 = given.map(|(_, points, _)| i64::from(*points)).sum();
            match (of(before), of(now)) {
                (Some(_), None) => {
                    let accepted = "those under which points were given, and others";
                    return Err(Refusal::OutOfRange { field: "categories", accepted });
                }
                (_, Some(Category { max: Some(most), .. })) if found > i64::from(most) => {
                    return Err(Refusal::AwardBounds { found, most });
                }
                _ => {}
            }
        }
    }
    Ok(())
}
