//! `adjutant match play ID`.

use std::io::IsTerminal;

use adjutant_engine::command::Winner;
use adjutant_engine::ids::MatchId;
use adjutant_engine::side::Player;
use adjutant_engine::view::Status;

use crate::Outcome;
use crate::clock::Clock;
use crate::commands::{Shared, WhichPack};
use crate::error::{CliError, Exit};
use crate::output::Output;
use crate::recording::Recording;
use crate::session::host::Host;
use crate::session::{lines, terminal};

/// Arguments of `match play`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant match play final\n\n\
    Uses the whole terminal, from 40 columns and 10 lines on. Without one, reads a key or a command in words from each line.")]
pub struct Arguments {
    /// The match; a new id opens a new match
    id: MatchId,
    #[command(flatten)]
    pack: WhichPack,
    /// Read and print lines instead of using the whole screen; ADJUTANT_LINES=1 does the same
    #[arg(long)]
    lines: bool,
    /// Give each player this many minutes; the clocks count down and warn at 15, 5 and 0
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1000))]
    minutes: Option<u16>,
}

/// Guides through a match until the players leave.
///
/// # Errors
/// A database that cannot be read, or a terminal that breaks away.
pub fn run(arguments: &Arguments, shared: &Shared, output: &mut Output) -> Outcome {
    output.without_json("match play", "a dialogue")?;
    let mut host = Host::open(shared.store()?, arguments.id.as_str(), Clock::of_process())?;
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
    host.allow(arguments.minutes.map(|minutes| i64::from(minutes) * 60));
    let set = |name: &str, value: &str| std::env::var(name).is_ok_and(|found| found == value);
    let plain = arguments.lines || set("ADJUTANT_LINES", "1") || set("TERM", "dumb");
    if !plain && std::io::stdin().is_terminal() && std::io::stdout().is_terminal() {
        terminal::run(&mut host, output.color())?;
    } else {
        lines::run(&mut host, std::io::stdin().lock(), output)?;
    }
    let recording = host.recording();
    if recording.seq() > 0 {
        output.done(&farewell(recording))?;
    }
    Ok(Exit::Done)
}

/// What is said as the session ends: who won, or how to go on.
fn farewell(recording: &Recording) -> String {
    let (id, view, vp) = (recording.id(), recording.game().view(), recording.game().vp());
    let name = |player: Player| view.players[player].name.as_ref().map_or(player.as_str(), |name| name.as_str());
    let (one, two) = (name(Player::One), name(Player::Two));
    let Some(result) = view.result.as_ref().filter(|_| view.status == Status::Ended) else {
        return format!("{id}: saved, {one} {} – {two} {}; go on with `adjutant match play {id}`", vp.one, vp.two);
    };
    let won = match result.winner {
        Winner::One => format!("{one} won, {} to {}", vp.one, vp.two),
        Winner::Two => format!("{two} won, {} to {}", vp.two, vp.one),
        Winner::Draw => format!("{one} and {two} drew, {} all", vp.one),
    };
    format!("{id}: {won}; print the sheet with `adjutant match sheet {id} -o {id}.pdf`")
}
