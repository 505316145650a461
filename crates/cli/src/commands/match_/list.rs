//! `adjutant match list`.

use adjutant_app::current;
use adjutant_app::matches::answers::Matches;
use adjutant_app::matches::listed::{self, Listed};
use adjutant_engine::command::Winner;
use adjutant_engine::time::Timestamp;
use adjutant_engine::view::Status;
use adjutant_engine::visible::excerpt;

use crate::commands::Shared;
use crate::error::{CliError, Exit};
use crate::naming::plain;
use crate::output::Output;
use crate::{Outcome, counts::count, table};

/// Arguments of `match list`.
#[derive(clap::Args, Debug, Default)]
#[command(after_help = "Examples: adjutant match list --open\n          \
    adjutant match list --player anna --since 2026-11-01 --json\n\n\
    The match whose last record is the newest comes first; * marks the current match.")]
pub struct Arguments {
    /// Only matches that are not over
    #[arg(long, conflicts_with = "finished")]
    open: bool,
    /// Only matches that are over
    #[arg(long)]
    finished: bool,
    /// Only matches of this player: any part of the name, in any case, with or without accents
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// Only matches of this mission: its id, its name or any part of either
    #[arg(long, value_name = "M")]
    mission: Option<String>,
    /// Only matches with a record on this day or later
    #[arg(long, value_name = "YYYY-MM-DD", value_parser = day)]
    since: Option<Timestamp>,
    /// At most N matches, the newest
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
}

/// Reads a day as its first second.
fn day(text: &str) -> Result<Timestamp, String> {
    Timestamp::parse(&format!("{text}T00:00:00Z")).ok_or_else(|| "write a day as 2026-11-21".to_owned())
}

/// Lists the matches that the arguments ask for.
///
/// # Errors
/// A database that cannot be read.
pub fn run(arguments: &Arguments, shared: &Shared, output: &mut Output) -> Outcome {
    let store = shared.reader()?;
    let all = newest_first(listed::all(&store, &shared.folder()?)?);
    let some = !all.is_empty();
    let current = current::read(&shared.folder()?)?.map(|id| id.to_string());
    let mut matches: Vec<Listed> = all.into_iter().filter(|one| is_asked_for(arguments, one)).collect();
    let more = matches.len().saturating_sub(arguments.limit.unwrap_or(usize::MAX));
    matches.truncate(matches.len() - more);
    if output.json {
        output.document(&Matches { current, matches })?;
        return Ok(Exit::Done);
    }
    if matches.is_empty() {
        output.remark(if some { "no match fits" } else { "no matches yet; `adjutant match new` opens one" });
        return Ok(Exit::Done);
    }
    let mut rows = table::narrow();
    rows.set_header(["match", "players", "mission", "state", "VP", "last record"]);
    for one in &matches {
        let mark = if current.as_deref() == Some(one.id.as_str()) { " *" } else { "" };
        let mission = one.mission_name.clone().unwrap_or_else(|| "—".to_owned());
        let vp = one.vp.map_or_else(|| "—".to_owned(), |vp| format!("{}:{}", vp.one, vp.two));
        rows.add_row([&format!("{}{mark}", one.id), &players(one), &mission, &state(one), &vp, &last(one)]);
    }
    output.text(&rows.to_string())?;
    if more > 0 {
        output.remark(&format!("{} not shown", count(more, "more match is", "more matches are")));
    }
    for one in &matches {
        if let Some(fault) = &one.fault {
            output.remark(&format!("{}: {}; `adjutant match verify {}` tells more", one.id, excerpt(fault), one.id));
        }
    }
    Ok(Exit::Done)
}

/// Matches that are not over, the newest first.
///
/// # Errors
/// A database that cannot be read.
pub fn open_matches(shared: &Shared) -> Result<Vec<Listed>, CliError> {
    let store = shared.reader()?;
    let all = newest_first(listed::all(&store, &shared.folder()?)?);
    Ok(all.into_iter().filter(|one| !one.is_finished() && one.fault.is_none()).collect())
}

fn newest_first(mut all: Vec<Listed>) -> Vec<Listed> {
    all.sort_by(|one, two| two.last.cmp(&one.last).then_with(|| one.id.cmp(&two.id)));
    all
}

fn is_asked_for(arguments: &Arguments, one: &Listed) -> bool {
    let wanted = |word: &String, names: &[&str]| {
        let word = plain(word);
        names.iter().any(|name| plain(name).contains(&word))
    };
    let mission = [one.mission.as_ref().map_or("", |id| id.as_str()), one.mission_name.as_deref().unwrap_or_default()];
    !(arguments.open && one.is_finished() || arguments.finished && !one.is_finished())
        && arguments.player.as_ref().is_none_or(|word| wanted(word, &[&one.one, &one.two]))
        && arguments.mission.as_ref().is_none_or(|word| wanted(word, &mission))
        && arguments.since.is_none_or(|since| one.last.is_some_and(|last| last >= since))
}

/// `Anna – Ben`.
pub fn players(one: &Listed) -> String {
    if one.one.is_empty() { "?".to_owned() } else { format!("{} – {}", one.one, one.two) }
}

/// How far it is, or who has won.
pub fn state(one: &Listed) -> String {
    match (one.status, one.winner) {
        (None, _) => "damaged".to_owned(),
        (Some(Status::Setup), _) => "set-up".to_owned(),
        (Some(Status::Battle), _) => format!("round {}", one.round.unwrap_or_default()),
        (Some(Status::Ended), Some(Winner::One)) => format!("{} won", one.one),
        (Some(Status::Ended), Some(Winner::Two)) => format!("{} won", one.two),
        (Some(Status::Ended), Some(Winner::Draw)) => "drawn".to_owned(),
        (Some(Status::Ended), None) => "over".to_owned(),
    }
}

/// When the last record was made, to the minute.
fn last(one: &Listed) -> String {
    let at = one.last.map(|last| last.to_string()).unwrap_or_default();
    at.get(..16).unwrap_or(&at).replace('T', " ")
}
