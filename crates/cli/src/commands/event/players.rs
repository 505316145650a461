//! Players: `register`, `check-in`, `late`, `drop`, `return`, `penalty`, `award`.

use std::path::{Path, PathBuf};

use adjutant_tournament::command::Entry;
use adjutant_tournament::csv_file::{self, CsvError};
use adjutant_tournament::{EventCommand, EventId, EventState, Name, PlayerId, TableNumber};

use super::{Speaker, commit, tell};
use crate::commands::Shared;
use crate::error::CliError;
use crate::event_recording::EventRecording;
use crate::output::Output;
use crate::{Outcome, files};

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
    let listed = arguments.csv.as_deref().map(|path| read(path, output)).transpose()?;
    let mut store = shared.store()?;
    let mut event = EventRecording::load(&store, &arguments.event)?.told_by(arguments.speaker.by);
    let entries = match listed {
        Some(entries) => entries,
        None => vec![entry(&arguments.entry, event.state())?],
    };
    let count = entries.len();
    for entry in entries {
        let words = format!("register {}", entry.player);
        event.take(EventCommand::Register(entry), &words)?;
    }
    let all = event.state().players.len();
    commit(&mut event, &mut store, &format!("{count} registered, {all} in all"), output)
}

fn read(path: &Path, output: &mut Output) -> Result<Vec<Entry>, CliError> {
    let file = path.display();
    let bytes = files::read_log(path)?;
    let text = std::str::from_utf8(&bytes).map_err(|error| {
        let line = 1 + bytes[..error.valid_up_to()].iter().filter(|byte| **byte == b'\n').count();
        CliError::refused(format!("{file}:{line}: the list is not in UTF-8")).hint("save it as CSV UTF-8")
    })?;
    let text = text.trim_start_matches('\u{feff}');
    for column in csv_file::passed_over(text) {
        output.remark(&format!("{file}:1: the column `{column}` is not read"));
    }
    csv_file::players(text).map_err(|error| match error {
        CsvError::Field { line, error } => CliError::refused(format!("{file}:{line}: {error}")),
        CsvError::Twice { line, id } => CliError::refused(format!("{file}:{line}: the id `{id}` is taken"))
            .hint("give the second one another id in a column `id`"),
        CsvError::NoName => CliError::refused(format!("{file}:1: the list has no column `name`"))
            .hint(format!("accepted are {}", csv_file::COLUMNS.join(", "))),
        CsvError::Form(error) => {
            let line = error.position().map_or(1, |position| position.line());
            CliError::refused(format!("{file}:{line}: {error}"))
        }
    })
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
    commit(&mut event, &mut store, &format!("{} checked in", players.len()), output)
}

/// Takes a player out from the next round on.
///
/// # Errors
/// A player who is unknown or has dropped already.
pub fn leave(own: &PlayerArguments, shared: &Shared, output: &mut Output) -> Outcome {
    let command = EventCommand::Drop { player: own.player.clone() };
    tell(&own.event, command, &format!("drop {}", own.player), own.speaker, shared, output)
}

/// Takes a dropped player back in.
///
/// # Errors
/// A player who is unknown or plays already.
pub fn come_back(own: &PlayerArguments, shared: &Shared, output: &mut Output) -> Outcome {
    let command = EventCommand::Return { player: own.player.clone() };
    tell(&own.event, command, &format!("return {}", own.player), own.speaker, shared, output)
}

/// Takes or gives match points.
///
/// # Errors
/// A player who is unknown.
pub fn penalty(own: &PenaltyArguments, shared: &Shared, output: &mut Output) -> Outcome {
    let words = format!("penalty {} {:+}", own.player, own.points);
    let command = EventCommand::Penalty { player: own.player.clone(), points: own.points, why: own.why.clone() };
    tell(&own.event, command, &words, own.speaker, shared, output)
}

/// Gives points for painting, sportsmanship …
///
/// # Errors
/// A player who is unknown.
pub fn award(own: &AwardArguments, shared: &Shared, output: &mut Output) -> Outcome {
    let words = format!("award {} {} {}", own.player, own.award, own.points);
    let command = EventCommand::Award { player: own.player.clone(), award: own.award.clone(), points: own.points };
    tell(&own.event, command, &words, own.speaker, shared, output)
}
