//! `adjutant event roster ID PLAYER FILE`.

use std::cell::OnceCell;
use std::path::PathBuf;

use adjutant_app::files;
use adjutant_app::tournaments::matches::list_is_bent_on;
use adjutant_app::tournaments::recording::TournamentRecording;
use adjutant_engine::chain::Hash;
use adjutant_tournament::{PlayerId, Tournament, TournamentCommand, TournamentId};

use super::players::tell_of;
use super::speaking::Speaker;
use crate::arguments::shared::Shared;
use crate::error::{CliError, Exit, Outcome};
use crate::output::Output;
use crate::who::Who;

/// Arguments of `event roster`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples: adjutant event roster gt anna-b anna.rosz\n          \
    adjutant event roster gt anna-b shown-at-the-table.rosz --compare\n\n\
    Any file will do. The event records its SHA-256, the number that `sha256sum` prints, not the list itself.")]
pub struct Arguments {
    /// The event
    event: TournamentId,
    /// The player: an id, a name, or any part that fits only one
    player: Who,
    /// The army list
    file: PathBuf,
    /// Only compare: say whether this is the recorded list
    #[arg(long)]
    compare: bool,
    /// Record as this speaker
    #[command(flatten)]
    speaker: Speaker,
}

/// Records the digest of a list, or compares a list with it.
///
/// # Errors
/// A file that cannot be read, a player who is unknown or has handed in no list.
pub fn run(own: &Arguments, shared: &Shared, output: &mut Output) -> Outcome {
    let list = files::read_log(&own.file)?;
    let digest = Hash::of(&list);
    if own.compare {
        return compare(own, digest, shared, output);
    }
    let bent_on = OnceCell::new();
    let told = |state: &Tournament, player: &PlayerId| {
        let disposition = bent_on.get_or_init(|| list_is_bent_on(state, &list)).clone();
        (TournamentCommand::Roster { player: player.clone(), digest, disposition }, format!("roster {player} {digest}"))
    };
    let said = |_: &Tournament| {
        let bent_on = bent_on.get().and_then(Option::as_ref).map_or_else(String::new, |is| format!(", {is}"));
        format!("list recorded ({digest}{bent_on})")
    };
    tell_of((&own.event, &own.player, own.speaker), told, said, shared, output)
}

fn compare(own: &Arguments, digest: Hash, shared: &Shared, output: &mut Output) -> Outcome {
    let event = TournamentRecording::load(&shared.reader()?, &own.event)?;
    let id = own.player.find(&own.event, event.state())?;
    let name = event.state().shown(&id);
    let Some(player) = event.state().player(&id) else { return Ok(Exit::Refused) };
    let there = player.list.ok_or_else(|| {
        CliError::refused(format!("{name} has no list on record")).hint("leave --compare out to record this one")
    })?;
    let same = there == digest;
    if output.json {
        output.document(&serde_json::json!({
            "event": event.id(), "player": id, "handed_in": there, "shown": digest, "same": same,
        }))?;
    }
    let file = own.file.display();
    output.done(&match same {
        true => format!("{file} is the recorded list of {name}: digest {there}"),
        false => format!("{file} is not the recorded list of {name}: recorded {there}, this file {digest}"),
    })?;
    Ok(if same { Exit::Done } else { Exit::Refused })
}
