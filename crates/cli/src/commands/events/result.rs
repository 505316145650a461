//! `adjutant event result ID` and `amend`.

use adjutant_app::App;
use std::path::{Path, PathBuf};

use adjutant_app::tournaments::matches;
use adjutant_app::tournaments::recording::TournamentRecording;
use adjutant_app::tournaments::results::{Entered, enter_list, fitting, game, looks_converted, with_bye_points};
use adjutant_core::counts::count;
use adjutant_engine::ids::MatchId;
use adjutant_present::say::event_command;
use adjutant_store::Store;
use adjutant_tournament::command::{Forfeit, ResultEntry, Winner};
use adjutant_tournament::state::Stage;
use adjutant_tournament::{Reason, RoundNumber, TableNumber, Tournament, TournamentCommand, TournamentId, csv_file};

use super::correcting::Correcting;
use super::listed;
use super::speaking::{Bench, Speaker, commit, last_round, till_exit};
use crate::arguments::shared::Shared;
use crate::arguments::values::word;
use crate::commands::matches::answering;
use crate::error::{CliError, Outcome};
use crate::output::Output;

/// What a table is said to have come to.
#[derive(clap::Args, Debug)]
pub struct Said {
    /// The event
    event: TournamentId,
    /// The table
    #[arg(long, value_name = "N", required_unless_present = "from_match")]
    table: Option<u16>,
    /// The round [default: the one that is played]
    #[arg(long, value_name = "N")]
    round: Option<u16>,
    /// Victory points of the player named first
    #[arg(long, value_name = "VP", required_unless_present_any = ["from_match", "forfeit", "games"], allow_negative_numbers = true)]
    one: Option<i64>,
    /// Victory points of the player named second
    #[arg(long, value_name = "VP", required_unless_present_any = ["from_match", "forfeit", "games"], allow_negative_numbers = true)]
    two: Option<i64>,
    /// Name the winner if it is not the higher score: one, two, draw, none (both lose)
    #[arg(long, value_name = "WHO", value_parser = word::<Winner>)]
    winner: Option<Winner>,
    /// Name the side that did not turn up: one, two, both; the other scores as for a bye unless you give its points
    #[arg(long = "no-show", alias = "forfeit", value_name = "WHO", value_parser = word::<Forfeit>)]
    forfeit: Option<Forfeit>,
    /// Where games are counted: how many were drawn beside those that --one and --two won
    #[arg(long, value_name = "N", default_value_t = 0)]
    drawn: u16,
    /// Allow victory points outside the mission pack's limits
    #[arg(long)]
    unusual: bool,
    /// In a team event: the score of every game, such as 75:62,40:40,20:90; they go through the event's table
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = game, conflicts_with_all = ["one", "two", "forfeit", "from_match"])]
    games: Vec<[i64; 2]>,
    /// The games are points of the event's table already, such as 12:8,10:10,0:20
    #[arg(long, requires = "games")]
    converted: bool,
    /// Take the totals from a match log, with its hash
    #[arg(long, value_name = "MATCH", conflicts_with_all = ["one", "two", "winner", "forfeit"])]
    from_match: Option<MatchId>,
    /// Take them even if awards of the match are unconfirmed
    #[arg(long, requires = "from_match")]
    provisional: bool,
    /// Record as this speaker
    #[command(flatten)]
    speaker: Speaker,
    /// Record as this judge
    #[command(flatten)]
    bench: Bench,
}

/// Arguments of `event result`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples: adjutant event result gt --table 4 --one 75 --two 62\n          \
    adjutant event result gt --from-match gt-r1-t04\n          \
    adjutant event result gt --csv slips.csv\n          \
    adjutant event result teams --table 2 --games 12:8,10:10,9:11\n\n\
    Columns of the list, in any order: table, one, two (victory points of the player named first and second), and if \
    need be winner (one, two, draw, none), no-show (the side that did not turn up: one, two, both) and drawn (games \
    drawn, where games are counted). In a team event `games` (75:62 40:40 20:90) stands in place of one and two, with \
    `converted` (yes) beside points of the event's table.",
    mut_arg("table", |table| table.required_unless_present_any(["csv"])),
    mut_arg("one", |one| one.required_unless_present_any(["csv"])),
    mut_arg("two", |two| two.required_unless_present_any(["csv"])))]
pub struct ResultArguments {
    /// Enter the results of a CSV file; one fault refuses the file; `-` reads standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = [
        "table", "one", "two", "winner", "forfeit", "games", "from_match", "provisional",
    ])]
    csv: Option<PathBuf>,
    /// The result
    #[command(flatten)]
    said: Said,
}

/// Arguments of `event amend`.
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples: adjutant event amend gt --round 2 --table 4 --one 70 --two 65 --why \"added wrong\"\n          \
    adjutant event amend gt --round 6 --table 1 --one 40 --two 70 --why swapped --later reset"
)]
pub struct AmendArguments {
    /// The result
    #[command(flatten)]
    said: Said,
    /// The reason, kept in the log
    #[arg(long)]
    why: Reason,
    /// What becomes of what rests on it
    #[command(flatten)]
    correcting: Correcting,
}

/// Enters a result.
///
/// # Errors
/// A table that the round does not have or whose result is in; a match that has not ended or is of others.
pub fn enter(arguments: &ResultArguments, shared: &Shared, output: &mut Output) -> Outcome {
    let mut store = shared.store()?;
    let event = TournamentRecording::load(&store, &arguments.said.event)?;
    let mut event = till_exit(arguments.said.bench.seated(event, arguments.said.speaker.by));
    if let Some(path) = &arguments.csv {
        return list(path, arguments.said.round, &mut event, &mut store, output);
    }
    let result = entry(&arguments.said, &event, &store)?;
    let (round, said) = (result.round, event_command::result(event.state(), &result));
    event.take(TournamentCommand::Result(result), &said)?;
    let open = still_open(event.state(), round);
    commit(&mut event, &mut store, &format!("{said}; {open}"), output)
}

/// How many tables of a round have no result.
pub fn still_open(state: &Tournament, round: RoundNumber) -> String {
    match state.round(round).map_or(0, |round| round.open_tables().count()) {
        0 => "no table is open".to_owned(),
        open => count(open, "table is open", "tables are open"),
    }
}

/// Enters every result of a list, or none: each line that is at fault is named.
fn list(
    path: &Path,
    round: Option<u16>,
    event: &mut TournamentRecording,
    store: &mut Store,
    output: &mut Output,
) -> Outcome {
    let round = round.map_or_else(|| last_round(event), |round| Ok(RoundNumber(round)))?;
    let stage = event.state().round(round).map(|round| round.stage);
    if stage != Some(Stage::Published) {
        let (id, stage) = (event.id(), stage.map_or("not paired yet", Stage::name));
        return Err(CliError::refused(format!("round {round} of event {id} is {stage}"))
            .hint(format!("`adjutant event show {id}` tells what comes next")));
    }
    let (file, text) = (listed::name(path), listed::read(path)?);
    let lines = csv_file::results(&text, round).map_err(|error| listed::explain(path, error))?;
    listed::remark_passed_over(path, &csv_file::passed_over(&text, &csv_file::RESULT_COLUMNS), output);
    if lines.is_empty() {
        return Err(CliError::refused(format!("{file}: the list has no result"))
            .hint("write one line for each table under the heading table,one,two"));
    }
    let all = lines.len();
    let Entered { taken, known, faults } = enter_list(event, lines)?;
    if !faults.is_empty() {
        let count = count(faults.len(), "line has an error", "lines have errors");
        let told = CliError::refused(format!("{count}; nothing was imported"));
        let details = faults.into_iter().map(|(line, fault)| format!("{file}:{line}: {fault}")).collect();
        return Err(CliError { details, ..told }.hint("fix the list and run the command again"));
    }
    if !output.json {
        taken.iter().try_for_each(|result| output.done(&event_command::result(event.state(), result)))?;
    }
    let open = still_open(event.state(), round);
    let entered = count(all - known, "result", "results");
    let known = if known == 0 { String::new() } else { format!(", {known} known before") };
    commit(event, store, &format!("round {round}: {entered} entered{known}, {open}"), output)
}

/// Corrects a result and says what that touches.
///
/// # Errors
/// As [`enter`]; a table that has no result yet; games of a bracket that rest on it.
pub fn amend(arguments: &AmendArguments, shared: &Shared, output: &mut Output) -> Outcome {
    let mut store = shared.store()?;
    let event = TournamentRecording::load(&store, &arguments.said.event)?;
    let mut event = till_exit(arguments.said.bench.seated(event, arguments.said.speaker.by));
    let result = entry(&arguments.said, &event, &store)?;
    let said = event_command::result(event.state(), &result);
    if let Some(said) = typed_over(event.state(), &result) {
        output.remark(&said);
    }
    let amend = TournamentCommand::AmendResult { result, why: arguments.why.clone(), later: None };
    arguments.correcting.record(
        (&mut event, &mut store, &shared.vault()?),
        vec![(amend, said.clone())],
        |_| said,
        output,
    )
}

/// Which result of a match log one that is entered by hand replaces.
fn typed_over(state: &Tournament, result: &ResultEntry) -> Option<String> {
    let before = state.round(result.round)?.results.get(&result.table)?;
    let from = before.from.as_ref().filter(|_| result.from.is_none())?;
    let (table, one, two) = (result.table, result.one, result.two);
    Some(format!(
        "table {table}: {}:{} from the log of match {} before, {one}:{two} by hand now; the log stays as it is",
        before.one, before.two, from.id
    ))
}

fn entry(said: &Said, event: &TournamentRecording, store: &App) -> Result<ResultEntry, CliError> {
    if let Some(id) = &said.from_match {
        let recording = answering::load(store, id)?;
        let result = matches::result(event.state(), event.id(), &recording, said.provisional)?;
        let named = said.table.is_none_or(|table| table == result.table.0);
        if !named || said.round.is_some_and(|round| round != result.round.0) {
            return Err(CliError::refused(format!("match {id} is table {} of round {}", result.table, result.round))
                .hint("leave --table and --round out: the match knows them"));
        }
        return Ok(result);
    }
    let round = said.round.map_or_else(|| last_round(event), |round| Ok(RoundNumber(round)))?;
    let table = TableNumber(said.table.unwrap_or_default());
    if !said.games.is_empty() {
        return games(said, event.state(), round, table);
    }
    let by_hand = ResultEntry::by_hand(round, table, said.one.unwrap_or_default(), said.two.unwrap_or_default());
    let result =
        ResultEntry { winner: said.winner, forfeit: said.forfeit, unusual: said.unusual, drawn: said.drawn, ..by_hand };
    Ok(with_bye_points(event.state(), result, said.one.or(said.two).is_some()))
}

/// The result of two teams by their games.
fn games(said: &Said, state: &Tournament, round: RoundNumber, table: TableNumber) -> Result<ResultEntry, CliError> {
    if let Some(total) = looks_converted(state, &said.games).filter(|_| !said.converted && !said.unusual) {
        return Err(CliError::refused(format!("every game adds up to {total}, as points of the event's table do"))
            .hint("add --converted if they are such points, or --unusual if they are victory points"));
    }
    let by_hand = ResultEntry::by_hand(round, table, 0, 0);
    let told = ResultEntry { games: said.games.clone(), games_converted: said.converted, ..by_hand };
    let result = fitting(state, told).map_err(CliError::refused)?;
    Ok(ResultEntry { winner: said.winner.or(result.winner), unusual: said.unusual, ..result })
}
