//! `adjutant match map ID` and `adjutant match story ID`: a battle looked at.

use std::path::{Path, PathBuf};

use adjutant_app::files::shown;
use adjutant_app::names;
use adjutant_engine::command::Command;
use adjutant_engine::state::{Position, State};
use adjutant_present::map;
use adjutant_present::names::name_of;
use adjutant_replay::matches::{elder, logs};

use super::export::whole_log;
use super::which::Which;
use crate::arguments::shared::Shared;
use adjutant_app::error::{Error, Origin};

use crate::error::{CliError, Exit, Outcome};
use crate::output::Output;

/// Columns of a map in the terminal.
pub const MAP_WIDTH: usize = 80;

/// Arguments of `match map`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples: adjutant match map final --at 57 -o final.svg\n          \
    adjutant match map final --strip -o strip.svg")]
pub struct Arguments {
    #[command(flatten)]
    which: Which,
    /// Draw the state after record SEQ
    #[arg(long, value_name = "SEQ")]
    at: Option<u64>,
    /// Write an SVG to F instead of a map in the terminal
    #[arg(short = 'o', long, value_name = "F")]
    output: Option<PathBuf>,
    /// Write a strip of maps, one a turn, for paper
    #[arg(long, requires = "output", conflicts_with = "at")]
    strip: bool,
}

/// Arguments of `match story`.
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Example: adjutant match story final -o final.svg\n\nThe same as `match map --strip`; `match theatre` replays a battle in a browser."
)]
pub struct StoryArguments {
    #[command(flatten)]
    which: Which,
    /// Write the strip of maps to F, an SVG
    #[arg(short = 'o', long, value_name = "F")]
    output: PathBuf,
}

/// Refuses files that are called something other than what is written into them; `-` is standard output.
fn svg_only(path: &Path) -> Result<(), CliError> {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    if path == Path::new("-") || ending.as_deref() == Some("svg") {
        return Ok(());
    }
    Err(CliError::usage(format!("{}: maps are written as SVG", shown(path)))
        .hint("name a file that ends in .svg; browsers and drawing programs open it and save PNG or PDF"))
}

/// Draws the battlefield.
///
/// # Errors
/// No such match, a match without a mission, or a file that cannot be written.
pub fn run(arguments: &Arguments, shared: &Shared, output: &mut Output) -> Outcome {
    if let Some(path) = arguments.output.as_deref().filter(|_| arguments.strip) {
        return strip(&arguments.which, path, shared, output);
    }
    let store = shared.reader()?;
    let id = arguments.which.to_read(shared, &store)?;
    let bytes = whole_log(&store, id.as_str())?;
    let name = format!("match {id}");
    let records = logs::read_with(&name, &bytes, &names::of_log(&store, &bytes)?)?;
    let game = logs::fold_chained(&shared.known.rulebook(), &name, &records, arguments.at)?;
    let nothing = || CliError::refused(format!("{name} has no mission yet, so there is nothing to draw"));
    let Some(path) = &arguments.output else {
        let drawn = map::battlefield_text(game.state(), MAP_WIDTH).ok_or_else(nothing)?;
        if output.json {
            output.document(&serde_json::json!({"match": id, "map": drawn}))?;
        } else {
            output.text(&drawn)?;
        }
        return Ok(Exit::Done);
    };
    svg_only(path)?;
    output.write(path, map::battlefield_svg(game.state()).ok_or_else(nothing)?.as_bytes())?;
    let file = path.display().to_string();
    let document = serde_json::json!({"match": id, "file": file});
    output.told(&document, &format!("{id}: map in {}", shown(path)))?;
    Ok(Exit::Done)
}

/// Draws a strip of maps, one a turn.
///
/// # Errors
/// No such match, a match without a battle or without coordinates, a file that is not called `.svg`, or one that cannot
/// be written.
pub fn story(arguments: &StoryArguments, shared: &Shared, output: &mut Output) -> Outcome {
    strip(&arguments.which, &arguments.output, shared, output)
}

fn strip(which: &Which, path: &Path, shared: &Shared, output: &mut Output) -> Outcome {
    svg_only(path)?;
    let store = shared.reader()?;
    let id = which.to_read(shared, &store)?;
    let bytes = whole_log(&store, id.as_str())?;
    let name = format!("match {id}");
    let records = logs::read_with(&name, &bytes, &names::of_log(&store, &bytes)?)?;
    let whole = logs::fold_chained(&shared.known.rulebook(), &name, &records, None)?;
    let mut game = shared.known.new_match();
    let mut scenes: Vec<(String, State)> = Vec::new();
    for chained in &records {
        let (round, active) = (game.state().round, game.state().active);
        let record = &chained.record;
        elder::tell(&mut game, record, &whole).map_err(|refusal| {
            Error::refused(Origin::Log, &format!("{name}, record {}", record.seq), record.command.name(), refusal)
        })?;
        let state = game.state();
        if matches!(*record.command, Command::Begin {}) {
            scenes.push(("deployment".to_owned(), state.clone()));
        } else if round > 0 && (state.round, state.active) != (round, active) {
            scenes.push((format!("round {round}, {}'s turn", name_of(state, active)), state.clone()));
        }
    }
    if scenes.is_empty() {
        return Err(CliError::refused(format!("the battle of {name} hasn't begun, so nothing can be drawn of it"))
            .hint("`adjutant match show ID` says what is due; `begin` starts the battle"));
    }
    scenes.push(("the end of the log".to_owned(), game.state().clone()));
    let placed = |state: &State| state.units.iter().any(|unit| matches!(unit.position(), Some(Position::Models(..))));
    if !scenes.iter().any(|(_, state)| placed(state)) {
        return Err(CliError::refused(format!(
            "no record of {name} says where units stand, so the maps would be empty"
        ))
        .hint(format!("`adjutant match map {id}` draws zones and markers")));
    }
    output.write(path, map::story_svg(&name, &scenes).as_bytes())?;
    let (file, maps) = (path.display().to_string(), scenes.len());
    let document = serde_json::json!({"match": id, "file": file, "maps": maps});
    output.told(&document, &format!("{id}: {maps} maps in {}", shown(path)))?;
    Ok(Exit::Done)
}
