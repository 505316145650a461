//! `adjutant event table ID`.

use adjutant_app::tournaments::matches::check_missions;
use adjutant_app::tournaments::recording::TournamentRecording;
use adjutant_core::counts::count;
use adjutant_tournament::command::Table;
use adjutant_tournament::{MissionId, Name, TableNumber, TournamentCommand, TournamentId};

use super::speaking::{Speaker, commit};
use crate::arguments::shared::Shared;
use crate::error::{CliError, Outcome};
use crate::output::Output;

/// Arguments of `event table`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant event table gt --count 32 --missions scorched-earth,vital-intelligence\n\n\
    The missions go round the tables in turn. `--number 3 --closed` seats nobody at table 3.")]
pub struct Arguments {
    /// The event
    event: TournamentId,
    /// Set up the tables 1 to N
    #[arg(long, value_name = "N", required_unless_present = "number", conflicts_with = "number")]
    count: Option<u16>,
    /// Set up or change one table; what is not named stays
    #[arg(long, value_name = "N")]
    number: Option<u16>,
    /// Name of the table, such as "stream"
    #[arg(long, requires = "number", conflicts_with = "count")]
    name: Option<Name>,
    /// Close the table: no player is seated there
    #[arg(long, conflicts_with = "open")]
    closed: bool,
    /// Open the table again
    #[arg(long)]
    open: bool,
    /// Mission or missions to play on them
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    missions: Vec<MissionId>,
    /// Kind of terrain on them
    #[arg(long)]
    terrain: Option<MissionId>,
    /// Record as this speaker
    #[command(flatten)]
    speaker: Speaker,
}

/// Records a `table` for each.
///
/// # Errors
/// A mission that the pack does not have, or a table of number 0.
pub fn run(arguments: &Arguments, shared: &Shared, output: &mut Output) -> Outcome {
    let mut store = shared.store()?;
    let mut event = TournamentRecording::load(&store, &arguments.event)?.told_by(arguments.speaker.by);
    if let Some(create) = event.state().create.as_deref() {
        check_missions(create, &arguments.missions)?;
    }
    let numbers = match (arguments.number, arguments.count) {
        (Some(number), _) => number..=number,
        (None, Some(0) | None) => return Err(CliError::usage("--count takes a number from 1")),
        (None, Some(count)) => 1..=count,
    };
    let said = format!("{} set up", count(numbers.clone().count(), "table", "tables"));
    for (index, number) in numbers.enumerate() {
        let mission = arguments.missions.get(index % arguments.missions.len().max(1)).cloned();
        let closed = match (arguments.closed, arguments.open) {
            (true, _) => Some(true),
            (_, true) => Some(false),
            _ => None,
        };
        let (name, terrain) = (arguments.name.clone(), arguments.terrain.clone());
        let table = Table { name, closed, mission, terrain, ..Table::numbered(TableNumber(number)) };
        event.take(TournamentCommand::Table(table), &format!("table {number}"))?;
    }
    commit(&mut event, &mut store, &said, output)
}
