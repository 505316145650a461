//! `adjutant schema log|pack|roster|event`, the other files of a pack, and the answers that programs read.

use std::io::Read;

use clap::ValueEnum;
use flate2::read::ZlibDecoder;

use crate::error::{CliError, Exit, Outcome};
use crate::output::Output;

/// Arguments of `schema`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant schema log > log")]
pub struct Arguments {
    /// The kind of file
    of: Of,
}

/// What has a schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Of {
    /// One line of a match log
    Log,
    /// The command of one line of an event log
    Event,
    /// An army list
    Roster,
    /// pack.json of a mission pack
    Pack,
    /// A mission of a pack
    Mission,
    /// The ruleset of an edition, or what a pack plays beside it
    Ruleset,
    /// An objective of a pack
    Objective,
    /// An action of a pack
    Action,
    /// What `adjutant audit` says about one log
    Report,
    /// What `adjutant facts` says about one log
    Facts,
    /// What `adjutant match list --json` prints
    MatchList,
    /// What `adjutant match show --json` and `adjutant replay --json` print
    MatchShow,
    /// What `adjutant match log --json` prints
    MatchLog,
    /// What `adjutant match record --json` prints, and every verb that records in a match
    MatchRecord,
    /// What `adjutant match summary --json` prints
    MatchSummary,
    /// What `adjutant match stats --json` prints
    MatchStats,
    /// What `adjutant match report --json` and `adjutant report --json` print
    MatchReport,
    /// The command of one line of a league's log
    League,
    /// A list that `adjutant league publish` writes
    LeagueList,
}

/// A schema as `build.rs` packed it.
macro_rules! schema {
    ($name:literal) => {
        include_bytes!(concat!(env!("OUT_DIR"), "/", $name, ".schema.json.z"))
    };
}

impl Of {
    fn packed(self) -> &'static [u8] {
        match self {
            Of::Log => schema!("log"),
            Of::Event => schema!("event"),
            Of::Roster => schema!("roster"),
            Of::League => schema!("league"),
            Of::LeagueList => schema!("league-list"),
            Of::Pack => schema!("pack"),
            Of::Mission => schema!("mission"),
            Of::Ruleset => schema!("ruleset"),
            Of::Objective => schema!("objective"),
            Of::Action => schema!("action"),
            Of::Report => schema!("report"),
            Of::Facts => schema!("facts"),
            Of::MatchList => schema!("match-list"),
            Of::MatchShow => schema!("match-show"),
            Of::MatchLog => schema!("match-log"),
            Of::MatchRecord => schema!("match-record"),
            Of::MatchSummary => schema!("match-summary"),
            Of::MatchStats => schema!("match-stats"),
            Of::MatchReport => schema!("match-report"),
        }
    }
}

/// Prints the schema.
///
/// # Errors
/// Standard output that cannot be written.
pub fn run(arguments: &Arguments, output: &mut Output) -> Outcome {
    let mut text = Vec::new();
    let read = ZlibDecoder::new(arguments.of.packed()).read_to_end(&mut text);
    read.map_err(|error| CliError::refused(error.to_string()))?;
    output.exact(&text)?;
    Ok(Exit::Done)
}
