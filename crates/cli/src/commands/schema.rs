//! `adjutant schema log|pack|roster|event`, the other files of a pack, and the answers that programs read.

use crate::error::{Exit, Outcome};
use crate::output::Output;
use clap::ValueEnum;

/// Arguments of `schema`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant schema log > log.schema.json")]
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

impl Of {
    fn text(self) -> &'static str {
        match self {
            Of::Log => include_str!("../../../../schemas/log.schema.json"),
            Of::Event => include_str!("../../../../schemas/event.schema.json"),
            Of::Roster => include_str!("../../../../schemas/roster.schema.json"),
            Of::League => include_str!("../../../../schemas/league.schema.json"),
            Of::LeagueList => include_str!("../../../../schemas/league-list.schema.json"),
            Of::Pack => include_str!("../../../../schemas/pack.schema.json"),
            Of::Mission => include_str!("../../../../schemas/mission.schema.json"),
            Of::Ruleset => include_str!("../../../../schemas/ruleset.schema.json"),
            Of::Objective => include_str!("../../../../schemas/objective.schema.json"),
            Of::Action => include_str!("../../../../schemas/action.schema.json"),
            Of::Report => include_str!("../../../../schemas/report.schema.json"),
            Of::Facts => include_str!("../../../../schemas/facts.schema.json"),
            Of::MatchList => include_str!("../../../../schemas/match-list.schema.json"),
            Of::MatchShow => include_str!("../../../../schemas/match-show.schema.json"),
            Of::MatchLog => include_str!("../../../../schemas/match-log.schema.json"),
            Of::MatchRecord => include_str!("../../../../schemas/match-record.schema.json"),
            Of::MatchSummary => include_str!("../../../../schemas/match-summary.schema.json"),
            Of::MatchStats => include_str!("../../../../schemas/match-stats.schema.json"),
            Of::MatchReport => include_str!("../../../../schemas/match-report.schema.json"),
        }
    }
}

/// Prints the schema.
///
/// # Errors
/// Standard output that cannot be written.
pub fn run(arguments: &Arguments, output: &mut Output) -> Outcome {
    output.exact(arguments.of.text().as_bytes())?;
    Ok(Exit::Done)
}
