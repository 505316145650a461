//! `adjutant match play ID`.

use std::io::IsTerminal;

use adjutant_engine::ids::MatchId;

use crate::Outcome;
use crate::clock::Clock;
use crate::commands::{Shared, WhichPack};
use crate::error::{CliError, Exit};
use crate::output::Output;
use crate::session::host::Host;
use crate::session::{lines, terminal};

/// Arguments of `match play`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant match play final\n\n\
    Needs a terminal of 80 columns and 24 lines. Without one, reads a key or a command in words from each line.")]
pub struct Arguments {
    /// The match; a new id opens a new match
    id: MatchId,
    #[command(flatten)]
    pack: WhichPack,
}

/// Guides through a match until the players leave.
///
/// # Errors
/// A database that cannot be read, or a terminal that breaks away.
pub fn run(arguments: &Arguments, shared: &Shared, output: &mut Output) -> Outcome {
    output.without_json("match play", "a dialogue")?;
    let mut host = Host::open(shared.store()?, arguments.id.as_str(), Clock::of_environment())?;
    if arguments.pack.is_named() {
        let pack = arguments.pack.read()?;
        if let Some(open) = &host.recording().game().state().open
            && open.pack != pack.file.id
        {
            return Err(CliError::usage(format!("match {} is played under pack {}", arguments.id, open.pack))
                .hint("leave out --pack to continue the match"));
        }
        shared.keep(&pack)?;
        host = host.under(pack);
    }
    if std::io::stdin().is_terminal() && std::io::stdout().is_terminal() {
        terminal::run(&mut host, output.color())?;
    } else {
        lines::run(&mut host, std::io::stdin().lock(), output)?;
    }
    let recording = host.recording();
    if recording.seq() > 0 {
        let vp = recording.game().vp();
        output.done(&format!(
            "{}: {} records, one {}, two {}; go on with `adjutant match play {}`",
            recording.id(),
            recording.seq(),
            vp.one,
            vp.two,
            recording.id()
        ))?;
    }
    Ok(Exit::Done)
}
