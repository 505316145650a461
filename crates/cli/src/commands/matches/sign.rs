//! `adjutant match sign ID`.

use std::path::PathBuf;

use adjutant_app::keys;
use adjutant_app::matches::recording::Recording;
use adjutant_engine::chain::Hash;
use adjutant_engine::command::Command;
use adjutant_engine::side::{By, Player};

use super::answering;
use super::answering::{answer, load};
use super::which::Which;
use crate::arguments::shared::Shared;
use crate::error::{CliError, Exit, Outcome};
use crate::output::Output;
use adjutant_core::signature::Statement;

/// Arguments of `match sign`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples: adjutant match sign final --player two\n          \
    adjutant match sign final --by judge --key judge.key\n\n\
    Signs four lines of text with the ed25519 key of the data folder (`adjutant key new`): `adjutant match signature \
    v2`, `log` and the hash of record 1, `as one`, `as two` or `as judge`, `head` and the head. The signature covers \
    the log up to that record; behind it only notes, signatures and an opened seed stand without ending its force. A \
    judge signs what a judge corrected behind the players' signatures. A log that is changed afterwards cannot keep \
    a signature; one that is written anew can leave it out. To trust it, compare the key with one that the signer \
    gave: `adjutant audit --trust FILE`.")]
pub struct Arguments {
    #[command(flatten)]
    which: Which,
    /// Sign as player one or two, by name, or as judge [default: the one for whom this key signed before]
    #[arg(long, value_name = "WHO", visible_alias = "by")]
    player: Option<String>,
    /// Sign with the key in FILE instead of the data folder's
    #[arg(long, value_name = "FILE")]
    key: Option<PathBuf>,
}

/// Records a signature over everything recorded so far.
///
/// # Errors
/// No key, no such match, a player who is not named, or another recorder who was faster.
pub fn run(arguments: &Arguments, shared: &Shared, output: &mut Output) -> Outcome {
    let key = match &arguments.key {
        Some(path) => keys::load_from(path)?,
        None => keys::load(&shared.folder()?)?,
    };
    let mut store = shared.store()?;
    let mut recording = load(&store, &arguments.which.to_change(shared, &store)?)?;
    let named = match arguments.player.as_deref() {
        None => None,
        Some("judge") => Some(None),
        Some(name) => Some(Some(answering::player(&recording, name)?)),
    };
    let player = named.or_else(|| signed_before(&recording, key.public())).ok_or_else(|| {
        CliError::usage("this key has not signed in this match yet")
            .hint("name who signs: --player one or --player two, or --by judge")
    })?;
    let head = recording.head();
    let origin = recording.records().first().map_or(Hash::ZERO, |record| record.hash);
    let signature = key.sign(&Statement::of_match(origin, player, head));
    let command = Command::Sign { player, head, key: Some(key.public()), signature: Some(signature) };
    let place = format!("record {}", recording.seq() + 1);
    recording.take(player.map_or(By::Judge, By::from), command, None).map_err(|error| error.explain(&place, "sign"))?;
    let appended = recording.commit(&mut store)?;
    answer(&recording, appended, output)?;
    Ok(Exit::Done)
}

/// As whom this key signed before: as a player, or as the judge.
fn signed_before(recording: &Recording, ours: Hash) -> Option<Option<Player>> {
    recording.standing().rev().find_map(|record| match *record.command {
        Command::Sign { player, key, .. } if key == Some(ours) => Some(player),
        _ => None,
    })
}
