//! `adjutant event roster ID PLAYER FILE`.

use std::path::PathBuf;

use adjutant_engine::chain::Hash;
use adjutant_tournament::{EventCommand, EventId, PlayerId};

use super::{Speaker, tell};
use crate::commands::Shared;
use crate::error::{CliError, Exit};
use crate::event_recording::EventRecording;
use crate::output::Output;
use crate::{Outcome, files};

/// Arguments of `event roster`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples: adjutant event roster gt anna-b anna.rosz\n          \
    adjutant event roster gt anna-b shown-at-the-table.rosz --compare\n\n\
    Any file will do. Recorded is its SHA-256, the number that `sha256sum` prints; the list itself stays where it is.")]
pub struct Arguments {
    /// The event
    event: EventId,
    /// Id of the player
    player: PlayerId,
    /// The army list
    file: PathBuf,
    /// Record nothing; say whether this is the list that was handed in
    #[arg(long)]
    compare: bool,
    /// Who says so
    #[command(flatten)]
    speaker: Speaker,
}

/// Records the digest of a list, or compares a list with it.
///
/// # Errors
/// A file that cannot be read, a player who is unknown or has handed in no list.
pub fn run(own: &Arguments, shared: &Shared, output: &mut Output) -> Outcome {
    let digest = Hash::of(&files::read_log(&own.file)?);
    if own.compare {
        return compare(own, digest, shared, output);
    }
    let command = EventCommand::Roster { player: own.player.clone(), digest };
    tell(
        &own.event,
        command,
        &format!("{} hands in a list of digest {digest}", own.player),
        own.speaker,
        shared,
        output,
    )
}

fn compare(own: &Arguments, digest: Hash, shared: &Shared, output: &mut Output) -> Outcome {
    let event = EventRecording::load(&shared.reader()?, &own.event)?;
    let player = event.state().player(&own.player).ok_or_else(|| {
        CliError::refused(format!("nobody in event {} is called `{}`", event.id(), own.player))
            .hint(format!("`adjutant event show {}` names the players", event.id()))
    })?;
    let there = player.list.ok_or_else(|| {
        CliError::refused(format!("`{}` has handed in no list", own.player))
            .hint("leave --compare out to record this one")
    })?;
    let same = there == digest;
    if output.json {
        output.document(&serde_json::json!({
            "event": event.id(), "player": own.player, "handed_in": there, "shown": digest, "same": same,
        }))?;
    }
    let file = own.file.display();
    output.done(&match same {
        true => format!("{file} is the list that `{}` handed in: digest {there}", own.player),
        false => format!("{file} is another list: `{}` handed in {there}, this is {digest}", own.player),
    })?;
    Ok(if same { Exit::Done } else { Exit::Refused })
}
