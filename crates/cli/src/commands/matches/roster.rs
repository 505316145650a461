//! `adjutant match roster ID FILE`.

use std::sync::Arc;

use std::path::{Path, PathBuf};

use adjutant_app::files::shown;
use adjutant_app::matches::recording::{Recording, TakeError};
use adjutant_core::counts::count;
use adjutant_engine::command::{Amend, Command, Reading, Text};
use adjutant_engine::refusal::RefusalCode;
use adjutant_engine::roster::Roster;
use adjutant_engine::side::Player;
use adjutant_engine::view::Status;
use adjutant_present::names::name_of;
use adjutant_present::say::command::legal_list;
use adjutant_present::say::telling::Telling;
use adjutant_rosters::check::{self, Severity};
use adjutant_store::Store;

use super::answering;
use super::answering::{answer_telling, load};
use super::correcting::Correcting;
use super::which::Which;
use crate::arguments::shared::Shared;
use crate::commands::roster;
use crate::error::{CliError, Exit, Outcome};
use crate::output::Output;

/// Arguments of `match roster`.
#[derive(clap::Args, Debug)]
#[command(override_usage = "adjutant match roster [OPTIONS] --player <WHO> [ID] <FILE>")]
#[command(after_help = "Examples: adjutant match roster final anna.rosz --player one\n          \
    adjutant match roster final anna.rosz --player one --by both   another list, once the battle has begun")]
pub struct Arguments {
    /// The match [default: the current one, see `adjutant use`], and behind it the list: BattleScribe .ros or .rosz, an
    /// exported text or JSON, or Adjutant's JSON
    #[arg(value_names = ["ID", "FILE"], num_args = 1..=2, required = true)]
    named: Vec<PathBuf>,
    /// The player of this army: one, two, or the name
    #[arg(long, value_name = "WHO")]
    player: String,
    /// Read it as the text that players paste into event sites
    #[arg(long)]
    text: bool,
    #[command(flatten)]
    correcting: Correcting,
}

impl Arguments {
    fn which(&self) -> Which {
        let id = self.named.first().filter(|_| self.named.len() > 1);
        Which::of(id.map(|id| id.to_string_lossy().into_owned()))
    }

    fn file(&self) -> &Path {
        self.named.last().map_or(Path::new(""), PathBuf::as_path)
    }
}

/// Attaches an army list to a match.
///
/// # Errors
/// A list that cannot be read, or a roster that the rules refuse.
pub fn run(arguments: &Arguments, shared: &Shared, output: &mut Output) -> Outcome {
    let mut store = shared.store()?;
    let mut recording = load(&store, &arguments.which().to_change(shared, &store)?)?;
    let player = answering::player(&recording, &arguments.player)?;
    let import = roster::read(arguments.file(), player, arguments.text)?;
    if !import.unplaced.is_empty() {
        let lines = count(import.unplaced.len(), "line of the file was", "lines of the file were");
        let file = shown(arguments.file());
        output.remark(&format!("{lines} not needed; `adjutant roster import {file} --player {player}` lists them"));
    }
    let place = format!("record {}", recording.seq() + 1);
    let words = format!("roster {player}");
    let faults = faults(&recording, &import.roster);
    let points: i32 = import.roster.units().map(|unit| unit.points.get()).sum();
    let command = Command::Roster { player, roster: Arc::new(import.roster) };
    if let Some(seq) = recorded(&recording, player) {
        return another(arguments, (&mut recording, &mut store), seq, (player, command), output);
    }
    arguments.correcting.is_none()?;
    let telling = Telling::of(recording.game().state(), player.into(), &command);
    recording.take(player.into(), command, None).map_err(|error| {
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
    let told = telling.told(recording.game().state());
    answer_telling(&recording, appended, Some(told), output)?;
    if let Some(faults) = faults {
        let name = name_of(recording.game().state(), player);
        output.remark(&judged(&faults, &legal_list(&name, points), &shown(arguments.file())));
    }
    Ok(Exit::Done)
}

/// What the muster rules say of a list, in a line.
fn judged(faults: &[String], legal: &str, file: &str) -> String {
    let Some(first) = faults.first() else { return legal.to_owned() };
    let more = match faults.len() - 1 {
        0 => String::new(),
        more => format!(" (and {more} more)"),
    };
    format!(
        "not legal: {first}{more}; `adjutant roster check {file}` lists everything. The match goes on; an audit notes it"
    )
}

/// The record that brought the list of a player, where the battle has begun since.
fn recorded(recording: &Recording, player: Player) -> Option<u64> {
    let brought = |command: &Command| matches!(command, Command::Roster { player: own, .. } if *own == player);
    let begun = recording.game().state().status != Status::Setup;
    recording.standing().find(|record| begun && brought(&record.command)).map(|record| record.seq)
}

/// Lets the record of a list bring another one: a correction, which both players or a judge say.
fn another(
    arguments: &Arguments,
    match_and_store: (&mut Recording, &mut Store),
    seq: u64,
    (player, command): (Player, Command),
    output: &mut Output,
) -> Outcome {
    let by = arguments.correcting.speaker(match_and_store.0, seq)?;
    let why = Text::new("another army list").ok_or_else(|| CliError::usage("no reason"))?;
    let amend = Command::Amend(Amend { seq, to: vec![Reading { by: player.into(), command, under: None }], why });
    let words = format!("army list of record {seq}");
    arguments.correcting.record(match_and_store, (by, amend), &words, output)
}

/// What the muster rules of the match's pack have against a list; none for a pack without any, nor for an army that is
/// not Battle-forged, to which they do not apply.
fn faults(recording: &Recording, roster: &Roster) -> Option<Vec<String>> {
    let state = recording.game().state();
    let rules = state.pack.as_deref().and_then(|pack| recording.known().army(pack).ok());
    let (Some(rules), Some(open), true) = (rules, state.open.as_deref(), roster.battle_forged()) else {
        return None;
    };
    let found = check::check(roster, &rules, open.size.as_str(), None).ok()?.findings;
    let errors = found.iter().filter(|finding| finding.severity == Severity::Error);
    Some(errors.map(|finding| format!("{} {}", finding.code, finding.sentence)).collect())
}
