//! `adjutant event table ID`.

use std::path::{Path, PathBuf};

use adjutant_app::files::{self, shown};
use adjutant_app::tournaments::matches::check_missions;
use adjutant_app::tournaments::recording::TournamentRecording;
use adjutant_core::counts::count;
use adjutant_core::terrain::Layout;
use adjutant_tournament::command::{Laid, Table};
use adjutant_tournament::{MissionId, Name, TableNumber, TerrainId, TournamentCommand, TournamentId};

use super::listed::text_of;
use super::settings::{remark_layouts, remark_missions};
use super::speaking::{Speaker, commit};
use crate::arguments::shared::Shared;
use crate::arguments::values::word;
use crate::error::{CliError, Outcome};
use crate::output::Output;

/// The longest file of a layout.
const LAYOUT_BYTES: usize = 1 << 20;

/// Arguments of `event table`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant event table gt --count 32 --missions scorched-earth,vital-intelligence\n\n\
    The missions go round the tables in turn. Where the rounds have missions too (`event new --missions`), those are played. \
    `--number 3 --closed` seats nobody at table 3, `--count 32 --clear mission` takes all missions away. \
    `--from 13 --count 12 --hall Annex` says that the tables 13 to 24 stand in another hall.\n\n\
    A layout is a file with one piece a line, `terrain t1 ruins at 10,12 size 6x4 height 5`, the words of `match record`. \
    Matches open with it if the event names their mission; otherwise record the file with `match record ID --from FILE`. \
    `event sheets --only mission-cards` prints the map of each such table.")]
pub struct Arguments {
    /// The event
    event: TournamentId,
    /// Set up N tables from table 1 on
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
    terrain: Option<TerrainId>,
    /// Terrain on them: a file of `terrain …` lines; their matches open with it
    #[arg(long, value_name = "FILE")]
    layout: Option<PathBuf>,
    /// Hall that they stand in; the first table is named with --from
    #[arg(long)]
    hall: Option<Name>,
    /// With --count: number of the first table
    #[arg(long, value_name = "N", requires = "count", default_value_t = 1, hide_default_value = true)]
    from: u16,
    /// Take away what they have: name, mission, terrain, layout, hall
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = word::<Laid>)]
    clear: Vec<Laid>,
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
        check_missions(&shared.known, create, &arguments.missions)?;
    }
    let layout = arguments.layout.as_deref().map(layout).transpose()?;
    let numbers = match (arguments.number, arguments.count) {
        (Some(number), _) => number..=number,
        (None, Some(0) | None) => return Err(CliError::usage("--count takes a number from 1")),
        (None, Some(count)) => arguments.from..=arguments.from.saturating_add(count - 1),
    };
    let known = numbers.clone().all(|number| event.state().tables.contains_key(&TableNumber(number)));
    let done = if known { "changed" } else { "set up" };
    let said = format!("{} {done}", count(numbers.clone().count(), "table", "tables"));
    for (index, number) in numbers.clone().enumerate() {
        let mission = arguments.missions.get(index % arguments.missions.len().max(1)).cloned();
        let closed = match (arguments.closed, arguments.open) {
            (true, _) => Some(true),
            (_, true) => Some(false),
            _ => None,
        };
        let (name, terrain) = (arguments.name.clone(), arguments.terrain.clone());
        let (layout, hall, clears) = (layout.clone(), arguments.hall.clone(), arguments.clear.clone());
        let table = Table { name, closed, mission, terrain, layout, hall, clears, table: TableNumber(number) };
        event.take(TournamentCommand::Table(table), &format!("table {number}"))?;
    }
    remark_missions(event.state(), output);
    remark_layouts(&shared.known, event.state(), numbers.map(TableNumber), output)?;
    commit(&mut event, &mut store, &said, output)
}

/// A layout out of a file of words, called like the file.
fn layout(file: &Path) -> Result<Layout, CliError> {
    let bytes = files::read_within(file, LAYOUT_BYTES)?;
    if bytes.len() > LAYOUT_BYTES {
        return Err(CliError::refused(format!("{} is too long for a layout", shown(file)))
            .hint("write one piece a line, such as `terrain t1 ruins at 10,12 size 6x4 height 5`"));
    }
    let text = text_of(file, bytes, "save it as UTF-8")?;
    let faulty = |(line, fault)| CliError::from(fault).of(&format!("{}:{line}", shown(file)));
    let pieces = adjutant_shorthand::pieces(&text).map_err(faulty)?;
    let stem = file.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let name =
        Name::new(&stem).map_err(|error| CliError::usage(format!("a layout is called like its file: {error}")))?;
    Ok(Layout { name, pieces })
}
