//! `adjutant event sign ID`.

use adjutant_app::keys;
use adjutant_app::tournaments::recording::TournamentRecording;
use adjutant_replay::tournaments::audit;
use adjutant_tournament::{TournamentCommand, TournamentId};

use super::speaking::{Speaker, commit};
use crate::arguments::shared::Shared;
use crate::error::{CliError, Outcome};
use crate::output::Output;
use crate::who::Who;
use adjutant_core::signature::Statement;

/// Arguments of `event sign`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples: adjutant event sign gt\n          \
    adjutant event sign gt anna-b\n\n\
    Signs four lines of text with the ed25519 key of the data folder (`adjutant key new`): `adjutant event signature \
    v2`, `log` and the hash of record 1, `as` and `organiser`, `judge` or `player ID`, `head` and the head. A log that is \
    changed afterwards cannot keep this signature; one that is written anew can leave it out. To trust it, compare \
    the key: `audit --trust FILE`. A player's word is noted without a key, unless --key says that this folder's key is \
    the player's.")]
pub struct Arguments {
    /// The event
    event: TournamentId,
    /// The player who accepts the log [default: the organiser signs it]
    player: Option<Who>,
    /// Sign for the player with the key of this data folder
    #[arg(long, requires = "player")]
    key: bool,
    /// Record as this speaker
    #[command(flatten)]
    speaker: Speaker,
}

/// Records that the log is accepted up to its head.
///
/// # Errors
/// No key, no such event or player, or another recorder who was faster.
pub fn run(arguments: &Arguments, shared: &Shared, output: &mut Output) -> Outcome {
    let with_key = arguments.player.is_none() || arguments.key;
    let key = with_key.then(|| shared.folder().and_then(|folder| Ok(keys::load(&folder)?))).transpose()?;
    let mut store = shared.store()?;
    let mut event = TournamentRecording::load(&store, &arguments.event)?.told_by(arguments.speaker.by);
    let records = event.log().records();
    let (Some(origin), Some(last)) =
        (records.first().map(|record| record.hash), records.last().map(|record| record.seq))
    else {
        return Err(CliError::refused(format!("event {} has no record", event.id())));
    };
    let player = arguments.player.as_ref().map(|who| who.find(event.id(), event.state())).transpose()?;
    let head = event.log().head();
    let said = Statement::of_event(origin, audit::role(arguments.speaker.by, player.as_ref()), head);
    let command = TournamentCommand::Sign {
        player: player.clone(),
        head,
        key: key.as_ref().map(|key| key.public()),
        signature: key.as_ref().map(|key| key.sign(&said)),
    };
    let who = player.as_ref().map_or_else(|| "the event".to_owned(), ToString::to_string);
    event.take(command, &format!("sign {who}"))?;
    let said = match (&player, &key) {
        (None, Some(key)) => format!("signed up to record {last}, head {head}, with key {}", key.public()),
        (Some(player), Some(key)) => {
            format!("{player} signs up to record {last}, head {head}, with key {}", key.public())
        }
        (_, None) => format!("{who} accepts the log up to record {last}, head {head}; without a key"),
    };
    commit(&mut event, &mut store, &said, output)
}
