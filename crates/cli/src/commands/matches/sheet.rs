//! `adjutant match sheet ID -o FILE`.

use std::path::PathBuf;

use adjutant_app::files::shown;
use adjutant_app::packs;
use adjutant_engine::side::Player;
use adjutant_sheets::{Document, Paper, ScoringSheet};

use super::answering::load;
use super::export::whole_log;
use super::which::Which;
use crate::arguments::shared::Shared;
use crate::arguments::values::paper;
use crate::commands::carried;
use crate::error::{Exit, Outcome};
use crate::output::Output;

/// Arguments of `match sheet`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant match sheet final -o final.pdf")]
pub struct Arguments {
    #[command(flatten)]
    which: Which,
    /// Write the PDF to F
    #[arg(short = 'o', long, value_name = "F")]
    output: PathBuf,
    /// The paper: a4 or letter
    #[arg(long, default_value = "a4", value_parser = paper)]
    paper: Paper,
    /// Leave the scores blank: names, mission and secondary objectives only
    #[arg(long)]
    prepared: bool,
    /// Add a page with codes that hold the whole battle: `adjutant sheet read` gives it back
    #[arg(long, conflicts_with = "prepared")]
    carry: bool,
}

/// Prints the scoring sheet of a match.
///
/// # Errors
/// No such match, or a file that cannot be written.
pub fn run(arguments: &Arguments, shared: &Shared, output: &mut Output) -> Outcome {
    let store = shared.reader()?;
    let id = arguments.which.to_read(shared, &store)?;
    let recording = load(&store, &id)?;
    for player in Player::BOTH {
        let name = recording.game().view().players[player].name.clone();
        if let Some(name) = name.filter(|name| !adjutant_sheets::prints(name.as_str())) {
            output.remark(&format!("the sheet cannot print all letters of {name}, who is player {player}"));
        }
    }
    let sheet =
        ScoringSheet::of_match(recording.game(), recording.records(), arguments.prepared, &packs::default_pack());
    let mut document = Document::new(arguments.paper, &ScoringSheet::title_alone(id.as_str()));
    document.add(&sheet)?;
    if arguments.carry {
        let log = whole_log(&store, id.as_str())?;
        document.add(&carried::sheet(
            &shared.known.rulebook(),
            &ScoringSheet::title_alone(id.as_str()),
            &log,
            recording.head(),
        )?)?;
    }
    output.write(&arguments.output, &document.to_pdf()?)?;
    if output.json {
        let head = recording.head().to_string();
        let file = arguments.output.display().to_string();
        output.document(&serde_json::json!({"match": id, "file": file, "head": head}))?;
    }
    output.done(&format!("{id}: scoring sheet in {}, head {}", shown(&arguments.output), recording.head()))?;
    Ok(Exit::Done)
}
