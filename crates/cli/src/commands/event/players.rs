//! Players: `register`, `check-in`, `late`, `drop`, `return`, `penalty`, `award`.

use std::collections::BTreeMap;
use std::path::PathBuf;

use adjutant_tournament::command::Entry;
use adjutant_tournament::csv_file;
use adjutant_tournament::{EventCommand, EventId, EventState, Name, PlayerId, TableNumber};

use super::{Speaker, commit, listed, name_of};
use crate::Outcome;
use crate::commands::Shared;
use crate::counts::count;
use crate::error::CliError;
use crate::event_recording::EventRecording;
use crate::naming;
use crate::output::Output;

/// Shared names, and ids of each, that are remarked on.
const TWINS_MAX: usize = 10;

/// Arguments of `event register`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant event register gt --csv players.csv\n\n\
    Columns of the list, in any order: name, and if known id, club, team, country, faction, seat (the table that a \
    player cannot leave), members (of a team, with / between them).")]
pub struct RegisterArguments {
    /// The event
    event: EventId,
    /// Enter everybody of a list, or nobody
    #[arg(long, value_name = "FILE", required_unless_present = "name", conflicts_with_all = ["name", "id"])]
    csv: Option<PathBuf>,
    /// Enter one player
    #[command(flatten)]
    entry: EntryArguments,
    /// Who says so
    #[command(flatten)]
    speaker: Speaker,
}

/// One player on the command line.
#[derive(clap::Args, Debug)]
pub struct EntryArguments {
    /// Name of the player
    #[arg(long)]
    name: Option<Name>,
    /// Id of the player [default: made from the name]
    #[arg(long)]
    id: Option<PlayerId>,
    /// Club
    #[arg(long)]
    club: Option<Name>,
    /// Team
    #[arg(long)]
    team: Option<Name>,
    /// Country
    #[arg(long)]
    country: Option<Name>,
    /// Faction of the army
    #[arg(long)]
    faction: Option<Name>,
    /// A member of the team, in a team event once for each
    #[arg(long, value_name = "NAME")]
    member: Vec<Name>,
    /// The table that the player cannot leave
    #[arg(long, value_name = "N")]
    seat: Option<u16>,
}

/// Arguments of `event late`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant event late gt --name \"Zoë Quist\"")]
pub struct LateArguments {
    /// The event
    event: EventId,
    /// The player
    #[command(flatten)]
    entry: EntryArguments,
    /// Who says so
    #[command(flatten)]
    speaker: Speaker,
}

/// Arguments of `event check-in`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant event check-in gt --all")]
pub struct CheckInArguments {
    /// The event
    event: EventId,
    /// Ids of the players
    #[arg(required_unless_present = "all", conflicts_with = "all")]
    players: Vec<PlayerId>,
    /// Everybody who is not checked in yet
    #[arg(long)]
    all: bool,
    /// Who says so
    #[command(flatten)]
    speaker: Speaker,
}

/// An event and one of its players.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant event drop gt anna-b")]
pub struct PlayerArguments {
    /// The event
    event: EventId,
    /// Id of the player
    player: PlayerId,
    /// Who says so
    #[command(flatten)]
    speaker: Speaker,
}

/// Arguments of `event penalty`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant event penalty gt anna-b -5 --why \"late list\"")]
pub struct PenaltyArguments {
    /// The event
    event: EventId,
    /// Id of the player
    player: PlayerId,
    /// Match points, with a minus where they are taken
    #[arg(allow_negative_numbers = true)]
    points: i32,
    /// Why
    #[arg(long)]
    why: Name,
    /// Who says so
    #[command(flatten)]
    speaker: Speaker,
}

/// Arguments of `event award`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant event award gt anna-b painting 10")]
pub struct AwardArguments {
    /// The event
    event: EventId,
    /// Id of the player
    player: PlayerId,
    /// What for, such as painting
    award: Name,
    /// Points
    #[arg(allow_negative_numbers = true)]
    points: i32,
    /// Who says so
    #[command(flatten)]
    speaker: Speaker,
}

/// Enters one player, or everybody of a list.
///
/// # Errors
/// A list with a fault, named with its line; a taken id; round 1 that is paired already.
pub fn register(arguments: &RegisterArguments, shared: &Shared, output: &mut Output) -> Outcome {
    let listed = arguments.csv.as_deref().map(|path| listed::read(path, &csv_file::COLUMNS, output)).transpose()?;
    let mut store = shared.store()?;
    let mut event = EventRecording::load(&store, &arguments.event)?.told_by(arguments.speaker.by);
    let entries = match (listed, arguments.csv.as_deref()) {
        (Some(text), Some(path)) => {
            csv_file::players_after(&text, event.state().players.len()).map_err(|error| listed::explain(path, error))?
        }
        _ => vec![entry(&arguments.entry, event.state())?],
    };
    let fresh = entries.len();
    for entry in entries {
        let words = format!("register {}", entry.player);
        event.take(EventCommand::Register(entry), &words)?;
    }
    warn_of_twins(event.state(), output);
    let all = event.state().players.len();
    commit(&mut event, &mut store, &format!("{fresh} registered, {all} in all"), output)
}

/// Remarks who is called the same: nobody at a desk could tell them apart by name.
fn warn_of_twins(state: &EventState, output: &mut Output) {
    let mut called: BTreeMap<String, Vec<&Entry>> = BTreeMap::new();
    for player in &state.players {
        called.entry(naming::plain(player.entry.name.as_str())).or_default().push(&player.entry);
    }
    called.retain(|plain, twins| !plain.is_empty() && twins.len() > 1);
    for twins in called.values().take(TWINS_MAX) {
        let (many, name) = (twins.len(), &twins[0].name);
        let ids: Vec<&str> = twins.iter().take(TWINS_MAX).map(|entry| entry.player.as_str()).collect();
        output.remark(&format!("{many} players are called {name}: {}; the ids tell them apart", ids.join(", ")));
    }
    if let Some(more) = called.len().checked_sub(TWINS_MAX).filter(|more| *more > 0) {
        output.remark(&format!("{more} more names are shared"));
    }
}

/// Enters a player after round 1 was paired.
///
/// # Errors
/// A taken id, or round 1 that is not paired yet.
pub fn late(arguments: &LateArguments, shared: &Shared, output: &mut Output) -> Outcome {
    let mut store = shared.store()?;
    let mut event = EventRecording::load(&store, &arguments.event)?.told_by(arguments.speaker.by);
    let entry = entry(&arguments.entry, event.state())?;
    let said = format!("late entry of {} ({}), from round {} on", entry.name, entry.player, event.state().due());
    event.take(EventCommand::LateEntry(entry), "late")?;
    commit(&mut event, &mut store, &said, output)
}

fn entry(arguments: &EntryArguments, state: &EventState) -> Result<Entry, CliError> {
    let name = arguments.name.clone().ok_or_else(|| CliError::usage("--name is missing"))?;
    let id = match &arguments.id {
        Some(id) => id.clone(),
        None => csv_file::unused_id(&name, state.players.len() + 1, |id| state.player(id).is_some()),
    };
    Ok(Entry {
        club: arguments.club.clone(),
        team: arguments.team.clone(),
        country: arguments.country.clone(),
        faction: arguments.faction.clone(),
        seat: arguments.seat.map(TableNumber),
        members: arguments.member.clone(),
        ..Entry::new(id, name)
    })
}

/// Notes who is in the hall.
///
/// # Errors
/// A player who is unknown or checked in already.
pub fn check_in(arguments: &CheckInArguments, shared: &Shared, output: &mut Output) -> Outcome {
    let mut store = shared.store()?;
    let mut event = EventRecording::load(&store, &arguments.event)?.told_by(arguments.speaker.by);
    let missing = event.state().players.iter().filter(|player| player.checked_in.is_none());
    let players = if arguments.all {
        missing.map(|player| player.entry.player.clone()).collect()
    } else {
        arguments.players.clone()
    };
    for player in &players {
        event.take(EventCommand::CheckIn { player: player.clone() }, &format!("check-in {player}"))?;
    }
    let said = if players.is_empty() {
        "everybody is checked in already".to_owned()
    } else {
        format!("{} checked in", players.len())
    };
    commit(&mut event, &mut store, &said, output)
}

/// Takes a player out from the next round on.
///
/// # Errors
/// A player who is unknown or has dropped already.
pub fn leave(own: &PlayerArguments, shared: &Shared, output: &mut Output) -> Outcome {
    let command = EventCommand::Drop { player: own.player.clone() };
    let words = format!("drop {}", own.player);
    let said = |state: &EventState| format!("plays no more from round {} on", state.due());
    tell_of((&own.event, &own.player, own.speaker), command, &words, said, shared, output)
}

/// Takes a dropped player back in.
///
/// # Errors
/// A player who is unknown or plays already.
pub fn come_back(own: &PlayerArguments, shared: &Shared, output: &mut Output) -> Outcome {
    let command = EventCommand::Return { player: own.player.clone() };
    let words = format!("return {}", own.player);
    let said = |state: &EventState| format!("plays again from round {} on", state.due());
    tell_of((&own.event, &own.player, own.speaker), command, &words, said, shared, output)
}

/// Takes or gives match points.
///
/// # Errors
/// A player who is unknown.
pub fn penalty(own: &PenaltyArguments, shared: &Shared, output: &mut Output) -> Outcome {
    let words = format!("penalty {} {:+}", own.player, own.points);
    let command = EventCommand::Penalty { player: own.player.clone(), points: own.points, why: own.why.clone() };
    let points = count(own.points.unsigned_abs() as usize, "match point", "match points");
    let how = if own.points < 0 { "less" } else { "more" };
    let said = |_: &EventState| format!("has {points} {how}: {}", own.why);
    tell_of((&own.event, &own.player, own.speaker), command, &words, said, shared, output)
}

/// Gives points for painting, sportsmanship …
///
/// # Errors
/// A player who is unknown.
pub fn award(own: &AwardArguments, shared: &Shared, output: &mut Output) -> Outcome {
    let words = format!("award {} {} {}", own.player, own.award, own.points);
    let command = EventCommand::Award { player: own.player.clone(), award: own.award.clone(), points: own.points };
    let points = format!("{} {}", own.points, if own.points.abs() == 1 { "point" } else { "points" });
    let said = |_: &EventState| format!("has {points} for {}", own.award);
    tell_of((&own.event, &own.player, own.speaker), command, &words, said, shared, output)
}

/// Records one command about a player; `said` says what came of it, after the player's name.
fn tell_of(
    (id, player, speaker): (&EventId, &PlayerId, Speaker),
    command: EventCommand,
    words: &str,
    said: impl FnOnce(&EventState) -> String,
    shared: &Shared,
    output: &mut Output,
) -> Outcome {
    let mut store = shared.store()?;
    let mut event = EventRecording::load(&store, id)?.told_by(speaker.by);
    event.take(command, words)?;
    let said = format!("{} {}", name_of(event.state(), player), said(event.state()));
    commit(&mut event, &mut store, &said, output)
}
