//! `adjutant match sign ID`.

use adjutant_app::clock::Clock;
use adjutant_app::keys;
use adjutant_app::matches::recording::Recording;
use adjutant_engine::chain::Hash;
use adjutant_engine::command::Command;
use adjutant_engine::side::Player;

use super::answering;
use super::answering::{answer, load};
use super::which::Which;
use crate::arguments::shared::Shared;
use crate::error::{CliError, Exit, Outcome};
use crate::output::Output;
use adjutant_core::signature::Statement;

/// Arguments of `match sign`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant match sign final --player two\n\n\
    Signs four lines of text with the ed25519 key of the data folder (`adjutant key new`): `adjutant match signature \
    v2`, `log` and the hash of record 1, `as one` or `as two`, `head` and the head. A log that is changed afterwards \
    cannot keep this signature; one that is written anew can leave it out. To trust it, compare the key with one that \
    the player gave: `adjutant audit --trust FILE`.")]
pub struct Arguments {
    #[command(flatten)]
    which: Which,
    /// Sign as player one or two, or by name [default: the player for whom this key signed before]
    #[arg(long, value_name = "PLAYER")]
    player: Option<String>,
}

/// Records a signature over everything recorded so far.
///
/// # Errors
/// No key, no such match, a player who is not named, or another recorder who was faster.
pub fn run(arguments: &Arguments, shared: &Shared, output: &mut Output) -> Outcome {
    let key = keys::load(&shared.folder()?)?;
    let mut store = shared.store()?;
    let mut recording = load(&store, &arguments.which.to_change(shared, &store)?)?;
    let named = arguments.player.as_deref().map(|name| answering::player(&recording, name)).transpose()?;
    let player = named.or_else(|| signed_before(&recording, key.public())).ok_or_else(|| {
        CliError::usage("this key has not signed in this match yet")
            .hint("name the player: --player one or --player two")
    })?;
    let head = recording.head();
    let origin = recording.records().first().map_or(Hash::ZERO, |record| record.hash);
    let signature = key.sign(&Statement::of_match(origin, player, head));
    let command = Command::Sign { player, head, key: Some(key.public()), signature: Some(signature) };
    let place = format!("record {}", recording.seq() + 1);
    recording
        .take(player.into(), command, None, Clock::of_process())
        .map_err(|error| error.explain(&place, &format!("sign {player}")))?;
    let appended = recording.commit(&mut store)?;
    answer(&recording, appended, output)?;
    Ok(Exit::Done)
}

fn signed_before(recording: &Recording, ours: Hash) -> Option<Player> {
    recording.standing().rev().find_map(|record| match *record.command {
        Command::Sign { player, key, .. } if key == Some(ours) => Some(player),
        _ => None,
    })
}
