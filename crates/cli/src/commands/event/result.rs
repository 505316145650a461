//! `adjutant event result ID` and `amend`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use adjutant_engine::ids::MatchId;
use adjutant_store::Store;
use adjutant_tournament::command::{Forfeit, ResultEntry, Winner};
use adjutant_tournament::pairing::{Changed, consequences};
use adjutant_tournament::policy::Method;
use adjutant_tournament::state::{Round, Stage};
use adjutant_tournament::{EventCommand, EventId, EventState, Name, RoundNumber, TableNumber, csv_file};

use super::{Speaker, commit, last_round, listed, name_of};
use crate::commands::{Shared, match_};
use crate::counts::count;
use crate::error::{CliError, Exit};
use crate::event_recording::EventRecording;
use crate::output::Output;
use crate::{Outcome, event_matches};

/// What a table is said to have come to.
#[derive(clap::Args, Debug)]
pub struct Said {
    /// The event
    event: EventId,
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
    /// Who won, where that is not whoever has more points: one, two, draw
    #[arg(long, value_name = "WHO", value_parser = super::word::<Winner>)]
    winner: Option<Winner>,
    /// Who did not turn up: one, two, both
    #[arg(long, value_name = "WHO", value_parser = super::word::<Forfeit>)]
    forfeit: Option<Forfeit>,
    /// In a team event: the points of every game, such as 12:8,10:10,9:11
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = game, conflicts_with_all = ["one", "two", "winner", "forfeit", "from_match"])]
    games: Vec<[i64; 2]>,
    /// Take the engine's totals of a match log, with its head
    #[arg(long, value_name = "MATCH", conflicts_with_all = ["one", "two", "winner", "forfeit"])]
    from_match: Option<MatchId>,
    /// Take them although awards of the match are still open
    #[arg(long, requires = "from_match")]
    provisional: bool,
    /// Who says so
    #[command(flatten)]
    speaker: Speaker,
}

/// Arguments of `event result`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples: adjutant event result gt --table 4 --one 75 --two 62\n          \
    adjutant event result gt --from-match gt-r1-t04\n          \
    adjutant event result gt --csv slips.csv\n          \
    adjutant event result teams --table 2 --games 12:8,10:10,9:11\n\n\
    Columns of the list, in any order: table, one, two (victory points of the player named first and second), and if \
    need be winner (one, two, draw) and forfeit (one, two, both).",
    mut_arg("table", |table| table.required_unless_present_any(["csv"])),
    mut_arg("one", |one| one.required_unless_present_any(["csv"])),
    mut_arg("two", |two| two.required_unless_present_any(["csv"])))]
pub struct ResultArguments {
    /// Enter every result of a list, or none; - is standard input
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
#[command(after_help = "Example: adjutant event amend gt --round 2 --table 4 --one 70 --two 65 --why \"added wrong\"")]
pub struct AmendArguments {
    /// The result
    #[command(flatten)]
    said: Said,
    /// Why
    #[arg(long)]
    why: Name,
}

/// Enters a result.
///
/// # Errors
/// A table that the round does not have or whose result is in; a match that has not ended or is of others.
pub fn enter(arguments: &ResultArguments, shared: &Shared, output: &mut Output) -> Outcome {
    let mut store = shared.store()?;
    let mut event = EventRecording::load(&store, &arguments.said.event)?.told_by(arguments.said.speaker.by);
    if let Some(path) = &arguments.csv {
        return enter_list(path, arguments.said.round, &mut event, &mut store, output);
    }
    let result = entry(&arguments.said, &event, &store)?;
    let said = in_words(event.state(), &result);
    event.take(EventCommand::Result(result), &said)?;
    commit(&mut event, &mut store, &said, output)
}

/// Enters every result of a list, or none: each line that is at fault is named.
fn enter_list(
    path: &Path,
    round: Option<u16>,
    event: &mut EventRecording,
    store: &mut Store,
    output: &mut Output,
) -> Outcome {
    let round = round.map_or_else(|| last_round(event), |round| Ok(RoundNumber(round)))?;
    let stage = event.state().round(round).map(|round| round.stage);
    if stage != Some(Stage::Published) {
        let (id, stage) = (event.id(), stage.map_or("not paired yet", Stage::name));
        return Err(CliError::refused(format!("round {round} of event {id} is {stage}"))
            .hint("accepted are results of a round that is published and not closed"));
    }
    let (file, text) = (listed::name(path), listed::read(path, &csv_file::RESULT_COLUMNS, output)?);
    let lines = csv_file::results(&text, round).map_err(|error| listed::explain(path, error))?;
    if lines.is_empty() {
        return Err(CliError::refused(format!("{file}: the list has no result"))
            .hint("accepted is one line for each table under the heading table,one,two"));
    }
    let mut first: BTreeMap<TableNumber, u64> = BTreeMap::new();
    let mut entered = Vec::new();
    let mut faults = Vec::new();
    for (line, result) in &lines {
        let fault = match result {
            Err(error) => Some(error.to_string()),
            Ok(result) => match first.get(&result.table) {
                Some(before) => Some(format!("table {} stands on line {before} already", result.table)),
                None => {
                    first.insert(result.table, *line);
                    entered.push(in_words(event.state(), result));
                    event.try_take(EventCommand::Result(result.clone()))?.err().map(|refusal| refusal.to_string())
                }
            },
        };
        faults.extend(fault.map(|fault| format!("{file}:{line}: {fault}")));
    }
    if !faults.is_empty() {
        let count = count(faults.len(), "line is at fault", "lines are at fault");
        let told = CliError::refused(format!("{count}, no result is entered"));
        return Err(CliError { details: faults, ..told }.hint("correct the list and run the command again"));
    }
    if !output.json {
        entered.iter().try_for_each(|said| output.done(said))?;
    }
    let open = event.state().round(round).map_or(0, |round| round.open_tables().count());
    let open = if open == 0 { "none is open".to_owned() } else { count(open, "table is open", "tables are open") };
    let entered = count(lines.len(), "result", "results");
    commit(event, store, &format!("round {round}: {entered} entered, {open}"), output)
}

/// Corrects a result and says which published pairings it would have changed.
///
/// # Errors
/// As [`enter`]; a table that has no result yet.
pub fn amend(arguments: &AmendArguments, shared: &Shared, output: &mut Output) -> Outcome {
    let mut store = shared.store()?;
    let mut event = EventRecording::load(&store, &arguments.said.event)?.told_by(arguments.said.speaker.by);
    let result = entry(&arguments.said, &event, &store)?;
    let said = in_words(event.state(), &result);
    let known = consequences(event.state(), None);
    let mut changed = consequences(event.state(), Some(&result));
    changed.retain(|change| !known.contains(change));
    let entered = result.round;
    event.take(EventCommand::AmendResult { result, why: arguments.why.clone() }, &said)?;
    if output.json {
        let appended = event.commit(&mut store)?;
        let (seq, head) = (appended.head.seq, appended.head.hash.to_string());
        let answer = serde_json::json!({"event": event.id(), "seq": seq, "head": head, "would_have_changed": changed});
        output.document(&answer)?;
        return Ok(Exit::Done);
    }
    let round = event.state().rounds.iter().filter(|known| known.pair.round > entered).find(|known| by_hand(known));
    if let Some(round) = round {
        let number = round.pair.round;
        output.remark(&format!("round {number} was paired or changed by hand: what it would have been is not asked"));
    }
    commit(&mut event, &mut store, &said, output)?;
    tell_changes(event.state(), &changed, output)
}

/// Whether no search made a round what it is.
fn by_hand(round: &Round) -> bool {
    round.stage != Stage::Draft && (round.repaired || round.pair.method == Method::Manual)
}

fn tell_changes(state: &EventState, changed: &[Changed], output: &mut Output) -> Outcome {
    if changed.is_empty() {
        output.done("no published pairing would have been different")?;
    }
    for change in changed {
        let list = |tables: &[adjutant_tournament::command::Pairing]| {
            let names =
                tables.iter().map(|table| format!("{} – {}", name_of(state, &table.one), name_of(state, &table.two)));
            names.collect::<Vec<_>>().join(", ")
        };
        output.done(&format!("round {} stays as it was played: {}", change.round, list(&change.recorded)))?;
        output.done(&format!("  with this result it would have been: {}", list(&change.computed)))?;
    }
    Ok(Exit::Done)
}

fn entry(said: &Said, event: &EventRecording, store: &Store) -> Result<ResultEntry, CliError> {
    if let Some(id) = &said.from_match {
        let recording = match_::load(store, id)?;
        let result = event_matches::result(event.state(), event.id(), &recording, said.provisional)?;
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
        return Ok(ResultEntry::of_team(round, table, event.state().policies().team_scale, &said.games));
    }
    let by_hand = ResultEntry::by_hand(round, table, said.one.unwrap_or_default(), said.two.unwrap_or_default());
    Ok(ResultEntry { winner: said.winner, forfeit: said.forfeit, ..by_hand })
}

fn game(text: &str) -> Result<[i64; 2], String> {
    let points = |text: &str| text.trim().parse::<i64>().ok();
    let both = text.split_once(':').and_then(|(one, two)| Some([points(one)?, points(two)?]));
    both.ok_or_else(|| "accepted are two numbers with a colon between them, such as 12:8".to_owned())
}

fn in_words(state: &EventState, result: &ResultEntry) -> String {
    let pairing = state.round(result.round).and_then(|round| round.at(result.table));
    let names = pairing.map(|pairing| [name_of(state, &pairing.one), name_of(state, &pairing.two)]);
    let [one, two] = names.unwrap_or(["one", "two"]);
    let source = result.from.as_ref().map_or_else(String::new, |from| format!(", from {} {}", from.id, from.head));
    let absent = match result.forfeit {
        None => String::new(),
        Some(Forfeit::One) => format!(", {one} did not turn up"),
        Some(Forfeit::Two) => format!(", {two} did not turn up"),
        Some(Forfeit::Both) => ", neither turned up".to_owned(),
    };
    let won = match result.winner {
        None => String::new(),
        Some(Winner::One) => format!(", {one} wins"),
        Some(Winner::Two) => format!(", {two} wins"),
        Some(Winner::Draw) => ", drawn".to_owned(),
    };
    let place = format!("round {} table {}", result.round, result.table);
    format!("{place}: {one} {}, {two} {}{won}{absent}{source}", result.one, result.two)
}
