//! `adjutant match roster ID FILE`.

use std::sync::Arc;

use std::path::PathBuf;

use adjutant_app::clock::Clock;
use adjutant_app::files::shown;
use adjutant_app::matches::recording::{Recording, TakeError};
use adjutant_app::packs;
use adjutant_core::counts::count;
use adjutant_engine::command::Command;
use adjutant_engine::refusal::RefusalCode;
use adjutant_engine::roster::Roster;
use adjutant_rosters::check::{self, Severity};

use super::answering;
use super::answering::{answer, load};
use super::which::Which;
use crate::arguments::shared::Shared;
use crate::commands::roster;
use crate::error::{CliError, Exit, Outcome};
use crate::output::Output;

/// Arguments of `match roster`.
#[derive(clap::Args, Debug)]
#[command(allow_missing_positional = true)]
#[command(after_help = "Example: adjutant match roster final anna.rosz --player one")]
pub struct Arguments {
    #[command(flatten)]
    which: Which,
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
    let mut recording = load(&store, &arguments.which.to_change(shared, &store)?)?;
    let player = answering::player(&recording, &arguments.player)?;
    let import = roster::read(&arguments.file, player, arguments.text)?;
    if !import.unplaced.is_empty() {
        let lines = count(import.unplaced.len(), "line of the file was", "lines of the file were");
        let file = shown(&arguments.file);
        output.remark(&format!("{lines} not needed; `adjutant roster import {file} --player {player}` lists them"));
    }
    let place = format!("record {}", recording.seq() + 1);
    let words = format!("roster {player}");
    let faults = faults(&recording, &import.roster);
    let command = Command::Roster { player, roster: Arc::new(import.roster) };
    recording.take(player.into(), command, None, Clock::of_process()).map_err(|error| {
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
    answer(&recording, appended, output)?;
    if let Some(first) = faults.first() {
        let more = match faults.len() - 1 {
            0 => String::new(),
            more => format!(" (and {more} more)"),
        };
        let file = shown(&arguments.file);
        output.remark(&format!(
            "not legal: {first}{more}; `adjutant roster check {file}` lists everything. The match goes on; an audit notes it"
        ));
    }
    Ok(Exit::Done)
}

/// What the muster rules of the match's pack have against a list; nothing for a pack without any, nor for an army that is
/// not Battle-forged, to which they do not apply.
fn faults(recording: &Recording, roster: &Roster) -> Vec<String> {
    let state = recording.game().state();
    let rules = state.pack.as_deref().and_then(|pack| packs::army(pack).ok());
    let (Some(rules), Some(open), true) = (rules, state.open.as_deref(), roster.battle_forged()) else {
        return Vec::new();
    };
    let checked = check::check(roster, &rules, open.size.as_str(), None);
    let found = checked.map(|report| report.findings).unwrap_or_default();
    let errors = found.iter().filter(|finding| finding.severity == Severity::Error);
    errors.map(|finding| format!("{} {}", finding.code, finding.sentence)).collect()
}
