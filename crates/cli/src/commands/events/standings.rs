//! `adjutant event standings ID`.

use std::collections::BTreeSet;
use std::path::PathBuf;

use adjutant_app::files::shown;
use adjutant_app::tournaments::recording::TournamentRecording;
use adjutant_engine::visible::excerpt;
use adjutant_present::tables;
use adjutant_tournament::id::Alike;
use adjutant_tournament::individuals::individuals;
use adjutant_tournament::pairing::seated_pods;
use adjutant_tournament::standings::Scores;
use adjutant_tournament::standings::{Row, Standings, standings};
use adjutant_tournament::state::{Player, Stage};
use adjutant_tournament::{Name, RoundNumber, Tournament, TournamentId, TournamentLog, csv_file};
use clap::ValueEnum;

use super::seen;
use crate::arguments::shared::Shared;
use crate::error::{CliError, Exit, Outcome};
use crate::event_tables;
use crate::output::Output;

/// Arguments of `event standings`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples: adjutant event standings gt --round 2 --csv standings.csv\n          \
    adjutant event standings gt --csv placings.csv --columns bcp\n          \
    adjutant event standings gt --by overall\n          \
    adjutant event standings gt --by painting\n\n\
    --by sorts by overall score, faction, team, club, pod, or the points of an award. In an event of teams, --by members ranks \
    the players of all teams by their own games.")]
pub struct Arguments {
    /// The event
    event: TournamentId,
    /// After this round [default: the last one that is closed]
    #[arg(long, value_name = "N")]
    round: Option<u16>,
    /// Sort by overall, faction, team, club, pod, members, or an award such as painting; ranks stay those of the standings
    #[arg(long, value_name = "WHAT")]
    by: Option<Name>,
    /// Show them as they were when the round was closed, before any amendment
    #[arg(long)]
    as_closed: bool,
    /// Write them to F as CSV
    #[arg(long, value_name = "F", conflicts_with = "json")]
    csv: Option<PathBuf>,
    /// With --csv: which columns
    #[arg(long, value_name = "WHOSE", default_value = "adjutant", requires = "csv")]
    columns: Columns,
}

/// Which columns a CSV file has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Columns {
    /// Rank, id, name, record, points, the tie-breaks of the event
    Adjutant,
    /// Those of Best Coast Pairings, named as its service names them
    Bcp,
}

/// Prints the standings after a round.
///
/// # Errors
/// A round that is not paired yet, or a file that cannot be written.
pub fn run(arguments: &Arguments, shared: &Shared, output: &mut Output) -> Outcome {
    let (event, exit) = seen::open(&shared.reader()?, &arguments.event, output)?;
    let round = arguments.round.map_or_else(|| last_closed(event.state()), RoundNumber);
    is_paired(&event, round)?;
    if arguments.by.as_ref().is_some_and(|by| by.alike() == "members") {
        return members(&event, round, output).and(Ok(exit));
    }
    for passed in tables::standings::let_pass(event.log()) {
        output.remark(&passed);
    }
    let now = standings(event.state(), round);
    let as_seen = !arguments.as_closed && event.log().stands_as_closed(round);
    let closed = if as_seen { None } else { event.log().state_when_closed(round) };
    let by = arguments.by.as_ref();
    match (arguments.as_closed, closed) {
        (true, Some(state)) => {
            let then = sorted(&state, standings(&state, round), by)?;
            print(arguments, event.name(), &state, &then, output).and(Ok(exit))
        }
        (true, None) => Err(CliError::refused(format!("round {round} is not closed")).hint("leave --as-closed out")),
        (false, closed) => {
            // Awards and pods are made when they are made, players leave when they leave; that is not an amendment.
            let plain = |table: &Standings| -> Vec<Row> {
                table.rows.iter().map(|row| Row { scores: Scores::default(), pod: None, ..row.clone() }).collect()
            };
            let changed = closed.is_some_and(|mut then| {
                then.players.change_each(|_| true, |player| leave_as(player, event.state()));
                plain(&standings(&then, round)) != plain(&now)
            });
            let now = sorted(event.state(), now, by)?;
            if changed {
                amended(event.log(), round).iter().for_each(|line| output.remark(line));
            }
            print(arguments, event.name(), event.state(), &now, output).and(Ok(exit))
        }
    }
}

/// Refuses a round that the event does not have yet.
pub fn is_paired(event: &TournamentRecording, round: RoundNumber) -> Result<(), CliError> {
    let paired = event.state().rounds.len();
    if usize::from(round.0) <= paired {
        return Ok(());
    }
    Err(CliError::refused(format!("round {round} of event {} is not paired yet", event.id()))
        .hint(format!("paired so far: {}", adjutant_core::counts::count(paired, "round", "rounds"))))
}

/// What was corrected after a round was closed.
fn amended(log: &TournamentLog, round: RoundNumber) -> Vec<String> {
    let mut lines = tables::results::corrected_since(log, round);
    if lines.is_empty() {
        lines.push("something was amended after the round was closed".to_owned());
    }
    lines.push("--as-closed prints what was seen then".to_owned());
    lines
}

/// Lets a player of an earlier state have left, or be disqualified, as known now.
fn leave_as(player: &mut Player, now: &Tournament) {
    if let Some(known) = now.player(&player.entry.player) {
        player.presence.clone_from(&known.presence);
        player.infractions.clone_from(&known.infractions);
    }
}

fn print(arguments: &Arguments, name: &str, state: &Tournament, table: &Standings, output: &mut Output) -> Outcome {
    if output.json {
        output.document(table)?;
    } else if let Some(path) = &arguments.csv {
        let text = match arguments.columns {
            Columns::Adjutant => csv_file::standings(table, &state.policies().tie_breaks),
            Columns::Bcp => csv_file::best_coast_pairings(state, table.round),
        };
        let text = text.map_err(|error| CliError::refused(error.to_string()))?;
        output.write(path, text.as_bytes())?;
        let when = tables::standings::after(state, table.round);
        output.done(&format!("{}: standings {when} in {}", arguments.event, shown(path)))?;
    } else {
        let category = arguments.by.as_ref().and_then(|by| category(table, by));
        output.text(&event_tables::standings(name, state, table, category.as_deref()))?;
    }
    Ok(Exit::Done)
}

/// The award of the standings that a name means.
fn category(table: &Standings, name: &Name) -> Option<String> {
    let known: BTreeSet<&String> = table.rows.iter().flat_map(|row| row.scores.categories.keys()).collect();
    known.into_iter().find(|known| Name::new(known).is_ok_and(|known| known.alike() == name.alike())).cloned()
}

/// The rows in another order; equal ones stay in that of the standings.
fn sorted(state: &Tournament, mut table: Standings, by: Option<&Name>) -> Result<Standings, CliError> {
    let Some(by) = by else { return Ok(table) };
    let award = category(&table, by);
    let entry = |row: &Row| state.player(&row.player).map(|player| player.entry.clone());
    // Those without a faction, team or club stand last.
    let group = |name: Option<Name>| (name.is_none(), name.map(|name| name.alike()));
    match by.alike().as_str() {
        "overall" if state.policies().overall.is_empty() => {
            let id = state.create.as_ref().map(|create| create.event.to_string()).unwrap_or_default();
            let sum = "points*10 + painting";
            return Err(CliError::refused("the event has no overall score")
                .hint(format!("`adjutant event settings {id} --overall \"{sum}\" --why …` sets one")));
        }
        "overall" => table.rows.sort_by(|one, two| two.scores.overall.cmp(&one.scores.overall)),
        "faction" => table.rows.sort_by_cached_key(|row| group(row.faction.clone())),
        "team" => table.rows.sort_by_cached_key(|row| group(entry(row).and_then(|entry| entry.team))),
        "pod" if table.rows.iter().all(|row| row.pod.is_none()) => {
            let seated = seated_pods(state);
            if seated.is_empty() {
                return Err(CliError::refused("the event has no pods").hint("`adjutant event pods` makes them"));
            }
            let pod = |player| seated.iter().position(|pod| pod.contains(player)).map(|at| at + 1);
            table.rows.iter_mut().for_each(|row| row.pod = pod(&row.player));
            table.rows.sort_by_key(|row| (row.pod.is_none(), row.pod));
        }
        "pod" => table.rows.sort_by_key(|row| (row.pod.is_none(), row.pod)),
        "club" => table.rows.sort_by_cached_key(|row| group(entry(row).and_then(|entry| entry.club))),
        _ => match award {
            Some(award) => {
                let points = |row: &Row| row.scores.categories.get(&award).copied().unwrap_or(0);
                table.rows.sort_by_key(|row| -points(row));
            }
            None => {
                let later = state.players.iter().flat_map(|player| &player.awards);
                let later = later.filter(|(name, ..)| name.alike() == by.alike()).map(|(.., from)| *from).min();
                return Err(match later {
                    Some(from) => {
                        CliError::refused(format!("points for {by} count from round {from} on, which is not closed"))
                            .hint(format!("add --round {from} to look at it as it stands"))
                    }
                    None => CliError::refused(format!("nobody has an award called `{}`", excerpt(by.as_str())))
                        .hint("use overall, faction, team, club, pod, members, or the name of an award"),
                });
            }
        },
    }
    // Who is disqualified stands last in every order.
    table.rows.sort_by_key(|row| row.disqualified);
    Ok(table)
}

/// The members of all teams, ranked by their own games.
fn members(event: &TournamentRecording, round: RoundNumber, output: &mut Output) -> Outcome {
    let state = event.state();
    let all = individuals(state, round);
    if all.is_empty() {
        let what = if state.policies().team_size == 2 { "pairs, who play their games together" } else { "no teams" };
        return Err(CliError::refused(format!("event {} has {what}", event.id())).hint("leave --by members out"));
    }
    if output.json {
        output.document(&serde_json::json!({"event": event.id(), "round": round, "members": all}))?;
        return Ok(Exit::Done);
    }
    let mut rows = crate::table::new();
    rows.set_header(["rank", "player", "team", "faction", "W–D–L", "points", "vp"]);
    for own in &all {
        let [won, drawn, lost] = own.record;
        rows.add_row([
            own.rank.map_or_else(|| "–".to_owned(), |rank| rank.to_string()),
            format!("{}{}", own.name, if own.disqualified { " (disqualified)" } else { "" }),
            state.shown(&own.team),
            own.faction.as_ref().map(ToString::to_string).unwrap_or_default(),
            format!("{won}–{drawn}–{lost}"),
            own.points.to_string(),
            own.vp.to_string(),
        ]);
    }
    output.text(&format!(
        "{}, players of all teams {}\n{rows}",
        event.name(),
        tables::standings::after(state, round)
    ))?;
    Ok(Exit::Done)
}

/// The last closed round; 0 before the first.
pub fn last_closed(state: &Tournament) -> RoundNumber {
    let closed = state.rounds.iter().rfind(|round| round.stage == Stage::Closed);
    closed.map_or(RoundNumber(0), |round| round.pair.round)
}
