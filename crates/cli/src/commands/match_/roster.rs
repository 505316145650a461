//! `adjutant match roster ID FILE`.

use std::sync::Arc;

use std::path::PathBuf;

use adjutant_engine::command::Command;
use adjutant_engine::ids::MatchId;
use adjutant_engine::refusal::RefusalCode;

use crate::Outcome;
use crate::clock::Clock;
use crate::commands::{Shared, roster};
use crate::error::{CliError, Exit};
use crate::output::Output;
use crate::recording::TakeError;

/// Arguments of `match roster`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant match roster final anna.rosz --player one")]
pub struct Arguments {
    /// The match
    id: MatchId,
    /// BattleScribe .ros or .rosz, its text, or Adjutant's JSON
    file: PathBuf,
    /// The player of this army: one, two, or the name
    #[arg(long, value_name = "WHO")]
    player: String,
    /// Read it as the text that players paste into event sites
    #[arg(long)]
    text: bool,
}

/// Attaches an army list to a match.
///
/// # Errors
/// A list that cannot be read, or a roster that the rules refuse.
pub fn run(arguments: &Arguments, shared: &Shared, output: &mut Output) -> Outcome {
    let mut store = shared.store()?;
    let mut recording = super::load(&store, &arguments.id)?;
    let player = super::player(&recording, &arguments.player)?;
    let import = roster::read(&arguments.file, player, arguments.text)?;
    for unplaced in &import.unplaced {
        output.remark(&format!("not placed: {unplaced}"));
    }
    let place = format!("record {}", recording.seq() + 1);
    let words = format!("roster {player}");
    let command = Command::Roster { player, roster: Arc::new(import.roster) };
    recording.take(player.into(), command, None, Clock::of_environment()).map_err(|error| {
        let taken = matches!(&error, TakeError::Refused(refusal) if refusal.code == RefusalCode::NameTaken);
        let told = CliError::from(error.explain(&place, &words));
        if !taken {
            return told;
        }
        // A list in JSON keeps the numbers that it was imported with.
        told.hint(format!(
            "unique unit ids; `adjutant roster import LIST --player {player}` numbers them for this player"
        ))
    })?;
    let appended = recording.commit(&mut store)?;
    super::answer(&recording, appended, output)?;
    Ok(Exit::Done)
}
