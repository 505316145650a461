//! `adjutant event show ID` and `list`.

use adjutant_store::StreamKind;
use adjutant_tournament::{EventId, EventState};

use super::export;
use crate::Outcome;
use crate::commands::Shared;
use crate::counts::count;
use crate::error::{CliError, Exit};
use crate::event_recording::EventRecording;
use crate::output::Output;
use crate::{event_tables, table};

/// Arguments of `event show`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant event show gt")]
pub struct ShowArguments {
    /// The event
    event: EventId,
}

/// Arguments of `event list`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant event list --json")]
pub struct ListArguments {}

/// Shows players, rounds and what is due.
///
/// # Errors
/// No such event.
pub fn show(arguments: &ShowArguments, shared: &Shared, output: &mut Output) -> Outcome {
    let event = EventRecording::load(&shared.reader()?, &arguments.event)?;
    if output.json {
        output.document(&export::document(&event))?;
        return Ok(Exit::Done);
    }
    let state = event.state();
    let rounds = state.create.as_ref().map_or(0, |create| create.rounds);
    let due = state.due();
    let (one, many) = if state.policies().team_size > 0 { ("team", "teams") } else { ("player", "players") };
    let (players, rounds) = (count(state.players.len(), one, many), count(rounds.into(), "round", "rounds"));
    output.text(&format!("{}: {players}, {rounds}", event.name()))?;
    let mut rows = table::new();
    rows.set_header(["id", "name", "club", "faction", "list", "here"]);
    let present = state.present(due);
    for player in &state.players {
        let entry = &player.entry;
        let text =
            |name: &Option<adjutant_tournament::Name>| name.as_ref().map(ToString::to_string).unwrap_or_default();
        let here = present.iter().any(|other| other.entry.player == entry.player);
        let here = if here { "yes" } else { "no" };
        rows.add_row([
            entry.player.to_string(),
            entry.name.to_string(),
            text(&entry.club),
            text(&entry.faction),
            player.list.map(|digest| format!("{:.12}", digest.to_string())).unwrap_or_default(),
            here.into(),
        ]);
    }
    output.text(&rows.to_string())?;
    for round in &state.rounds {
        output.text(&format!("round {}, {}", round.pair.round, round.stage.name()))?;
        output.text(&event_tables::results(state, round))?;
    }
    output.text(&next(&event, state))?;
    Ok(Exit::Done)
}

fn next(event: &EventRecording, state: &EventState) -> String {
    use adjutant_tournament::state::Stage;
    let id = event.id();
    let rounds = state.create.as_ref().map_or(0, |create| create.rounds);
    match state.rounds.last() {
        _ if state.finished => "finished".to_owned(),
        Some(round) if round.stage == Stage::Draft => format!("next: `adjutant event publish {id}`"),
        Some(round) if round.open_tables().next().is_some() && round.stage == Stage::Published => {
            format!("open: {}", event_tables::open_tables(state, round))
        }
        Some(round) if round.stage == Stage::Published => format!("next: `adjutant event close {id}`"),
        _ if state.due().0 > rounds && state.cut.is_none() => format!("next: `adjutant event cut {id}`, or `finish`"),
        _ => format!("next: `adjutant event pair {id}`"),
    }
}

/// Lists the events of the database.
///
/// # Errors
/// A database that cannot be read.
pub fn list(_: &ListArguments, shared: &Shared, output: &mut Output) -> Outcome {
    let store = shared.reader()?;
    let mut rows = table::new();
    rows.set_header(["event", "name", "players", "rounds", "records"]);
    let mut entries = Vec::new();
    for head in store.list(StreamKind::Event)? {
        let id = EventId::new(&head.id).map_err(|error| CliError::refused(error.to_string()))?;
        let event = EventRecording::load(&store, &id)?;
        let (players, rounds) = (event.state().players.len(), event.state().rounds.len());
        rows.add_row([
            id.to_string(),
            event.name().to_owned(),
            players.to_string(),
            rounds.to_string(),
            head.link.seq.to_string(),
        ]);
        entries.push(serde_json::json!({
            "event": id, "name": event.name(), "players": players, "rounds": rounds,
            "records": head.link.seq, "head": head.link.hash,
        }));
    }
    if output.json {
        output.document(&serde_json::json!({"events": entries}))?;
    } else if entries.is_empty() {
        output.remark("there is no event yet; `adjutant event new` creates one");
    } else {
        output.text(&rows.to_string())?;
    }
    Ok(Exit::Done)
}
