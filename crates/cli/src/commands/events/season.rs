//! From one event to the next: `event copy`, `event archive`, `event results`.

use std::path::PathBuf;

use adjutant_app::files::shown;
use adjutant_app::tournaments::recording::TournamentRecording;
use adjutant_core::counts::count;
use adjutant_engine::visible::excerpt;
use adjutant_store::{Store, StreamKind};
use adjutant_tournament::command::Create;
use adjutant_tournament::policy::Policies;
use adjutant_tournament::{Name, TournamentCommand, TournamentId, csv_file};

use super::new;
use super::speaking::{Speaker, commit};
use crate::arguments::shared::Shared;
use crate::error::{CliError, Exit, Outcome};
use crate::output::Output;

/// Arguments of `event copy`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant event copy gt spring-gt --name \"Spring GT\"\n\n\
    Copies pack, size, number of rounds, policies and tables, no players. Change the rest with `event settings`.")]
pub struct CopyArguments {
    /// The event whose settings are copied
    event: TournamentId,
    /// Id of the new event: 1 to 50 of a-z 0-9 . _ -
    #[arg(value_parser = new::new_id)]
    id: TournamentId,
    /// Name of the new event
    #[arg(long)]
    name: Name,
    /// Seed of every random draw [default: from id, name and time]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

/// Arguments of `event archive`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples: adjutant event archive gt\n          \
    adjutant event archive gt --undo\n\n\
    An archived event is left out of `event list`; everything else works as before, and nothing is deleted.")]
pub struct ArchiveArguments {
    /// The event
    event: TournamentId,
    /// Bring it back into the list
    #[arg(long)]
    undo: bool,
    /// Record as this speaker
    #[command(flatten)]
    speaker: Speaker,
}

/// Arguments of `event results`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples: adjutant event results gt --csv games.csv\n          \
    adjutant event results --csv -\n          \
    adjutant event results gt spring-gt --placings --csv season.csv")]
pub struct ResultsArguments {
    /// The events [default: all of the database]
    events: Vec<TournamentId>,
    /// Write the list to F; `-` is standard output
    #[arg(long, value_name = "F")]
    csv: PathBuf,
    /// Write the final place of each player instead of each game
    #[arg(long)]
    placings: bool,
}

/// Records `create` of a new event with the settings of another, and its tables.
///
/// # Errors
/// No such event, or an event of the new id that is there already.
pub fn copy(arguments: &CopyArguments, shared: &Shared, output: &mut Output) -> Outcome {
    let mut store = shared.store()?;
    let from = TournamentRecording::load(&store, &arguments.event)?;
    new::check_free(&store, &arguments.id)?;
    let Some(create) = from.state().create.as_deref() else {
        return Err(CliError::refused(format!("event {} has no settings", from.id())));
    };
    let seed = new::seed_of(&arguments.id, &arguments.name, arguments.seed, shared.clock);
    let (event, name) = (arguments.id.clone(), arguments.name.clone());
    // The days of the other event are over.
    let policies = Policies { lists_due: None, begins: Vec::new(), ..create.policies.clone() };
    let create = Create { law: None, event, name, seed, policies, copy_of: None, ..create.clone() };
    let mut event = TournamentRecording::new(&shared.known, shared.clock, arguments.id.clone());
    event.take(TournamentCommand::Create(Box::new(create)), "create")?;
    let tables = from.state().tables.values();
    for table in tables.clone() {
        event.take(TournamentCommand::Table(table.clone()), &format!("table {}", table.table))?;
    }
    let said = format!("created with the settings and {} of {}", count(tables.len(), "table", "tables"), from.id());
    commit(&mut event, &mut store, &said, output)
}

/// Leaves an event out of the list, or brings it back.
///
/// # Errors
/// An event that is not finished, or is in the list or archive already.
pub fn archive(arguments: &ArchiveArguments, shared: &Shared, output: &mut Output) -> Outcome {
    let mut store = shared.store()?;
    let mut event = TournamentRecording::load(&store, &arguments.event)?.told_by(arguments.speaker.by);
    let archived = !arguments.undo;
    if event.state().archived == archived {
        let how = if archived { "is archived already" } else { "is not archived" };
        return Err(
            CliError::refused(format!("{} {how}", event.id())).hint("`adjutant event list --all` shows all events")
        );
    }
    event.take(TournamentCommand::Archive { archived }, if archived { "archive" } else { "archive --undo" })?;
    let said = if archived { "archived; `event list --all` shows it" } else { "is back in the list" };
    commit(&mut event, &mut store, said, output)
}

/// Writes the games, or the final places, of one or more events as one list.
///
/// # Errors
/// No such event, or a file that cannot be written.
pub fn results(arguments: &ResultsArguments, shared: &Shared, output: &mut Output) -> Outcome {
    let store = shared.reader()?;
    let events = if arguments.events.is_empty() { all(&store)? } else { arguments.events.clone() };
    let mut text = String::new();
    for (number, id) in events.iter().enumerate() {
        let event = TournamentRecording::load(&store, id)?;
        let list = match arguments.placings {
            true => csv_file::placings(event.state(), number == 0),
            false => csv_file::games(event.log(), number == 0),
        };
        text += &list.map_err(|error| CliError::refused(excerpt(&error.to_string()).into_owned()))?;
    }
    if events.is_empty() {
        return Err(CliError::refused("you have no event yet").hint("`adjutant event new` creates one"));
    }
    output.write(&arguments.csv, text.as_bytes())?;
    let lines = text.lines().count().saturating_sub(1);
    let what = if arguments.placings {
        count(lines, "place", "places")
    } else {
        count(lines, "game or bye", "games and byes")
    };
    let said = format!("{what} of {} in {}", count(events.len(), "event", "events"), shown(&arguments.csv));
    match output.json {
        true => output.document(&serde_json::json!({"events": events, "lines": lines, "file": arguments.csv}))?,
        false => output.done(&said)?,
    }
    Ok(Exit::Done)
}

fn all(store: &Store) -> Result<Vec<TournamentId>, CliError> {
    let ids = store.list(StreamKind::Event)?.into_iter();
    ids.map(|head| TournamentId::new(&head.id).map_err(|error| CliError::refused(error.to_string()))).collect()
}
