//! `adjutant match summary ID`.

use adjutant_present::summary::{Style, summary};
use adjutant_replay::matches::answers::Summed;

use super::answering::load;
use super::which::Which;
use crate::arguments::shared::Shared;
use crate::error::{Exit, Outcome};
use crate::output::Output;

/// Arguments of `match summary`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant match summary final --markdown | wl-copy")]
pub struct Arguments {
    #[command(flatten)]
    which: Which,
    /// Write Markdown, as chats and forums draw it
    #[arg(long)]
    markdown: bool,
}

/// Prints the summary.
///
/// # Errors
/// No such match, or a log that the rules do not take.
pub fn run(arguments: &Arguments, shared: &Shared, output: &mut Output) -> Outcome {
    let store = shared.reader()?;
    let recording = load(&store, &arguments.which.to_read(shared, &store)?)?;
    let (state, view) = (recording.game().state(), recording.game().view());
    let style = if arguments.markdown { Style::Markdown } else { Style::Plain };
    let text = summary(state, &view, style);
    if output.json {
        output.document(&Summed { id: recording.id().to_owned(), summary: text })?;
        return Ok(Exit::Done);
    }
    output.text(text.trim_end())?;
    Ok(Exit::Done)
}
