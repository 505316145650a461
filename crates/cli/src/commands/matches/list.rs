//! `adjutant match list`.

use std::collections::BTreeSet;

use adjutant_app::current;
use adjutant_app::matches::listed;
use adjutant_core::counts::count;
use adjutant_core::spelling::plain;
use adjutant_engine::command::Winner;
use adjutant_engine::side::BySide;
use adjutant_engine::time::Timestamp;
use adjutant_engine::view::Status;
use adjutant_engine::visible::excerpt;
use adjutant_present::say::signed::signed;
use adjutant_replay::matches::answers::Matches;
use adjutant_replay::matches::listed::{Listed, Row};

use crate::arguments::shared::Shared;
use crate::error::{CliError, Exit, Outcome};
use crate::output::Output;
use crate::progress::Progress;
use crate::table;

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
    #[command(flatten)]
    filters: Filters,
}

/// Which matches are meant.
#[derive(clap::Args, Debug, Default)]
pub struct Filters {
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
    pub limit: Option<usize>,
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
    let all = newest_first(rows(shared)?);
    let some = !all.is_empty();
    let current = current::read(&shared.folder()?)?.map(|id| id.to_string());
    let asked = |one: &Listed| {
        let other = arguments.open && one.is_finished() || arguments.finished && !one.is_finished();
        !other && arguments.filters.ask_for(one)
    };
    let open = all.iter().filter(|row| row.played.as_ref().is_some_and(|played| played.undecided));
    let open: BTreeSet<String> = open.map(|row| row.listed.id.clone()).collect();
    let mut matches: Vec<Listed> = all.into_iter().map(|row| row.listed).filter(asked).collect();
    let more = matches.len().saturating_sub(arguments.filters.limit.unwrap_or(usize::MAX));
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
        let vp = match &one.signed {
            Some(it) => signed(it, &BySide { one: &one.one, two: &one.two }),
            None => one.vp.map_or_else(|| "—".to_owned(), |vp| format!("{}:{}", vp.one, vp.two)),
        };
        let state = state(one, open.contains(&one.id));
        rows.add_row([&format!("{}{mark}", one.id), &players(one), &mission, &state, &vp, &last(one)]);
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
    let all = newest_first(rows(shared)?).into_iter().map(|row| row.listed);
    Ok(all.filter(|one| !one.is_finished() && one.fault.is_none()).collect())
}

/// All matches of the data folder. How far it is shows on a terminal where it takes longer than a second.
///
/// # Errors
/// A database that cannot be read.
pub fn rows(shared: &Shared) -> Result<Vec<Row>, CliError> {
    let (store, folder) = (shared.reader()?, shared.folder()?);
    let progress = Progress::late(1, "summing up matches");
    let rows = listed::all(&store, &folder, |done, all| progress.at_of(done, all));
    progress.finish();
    Ok(rows?)
}

/// The rows, the match with the newest record first.
pub fn newest_first(mut all: Vec<Row>) -> Vec<Row> {
    all.sort_by(|one, two| {
        let [one, two] = [&one.listed, &two.listed];
        two.last.cmp(&one.last).then_with(|| one.id.cmp(&two.id))
    });
    all
}

/// Whether a name holds what is looked for; every name does where nothing is.
fn fits(wanted: Option<&str>, name: &str) -> bool {
    wanted.is_none_or(|wanted| plain(name).contains(&plain(wanted)))
}

impl Filters {
    /// Whether only matches of one player are meant.
    pub fn is_of_one_player(&self) -> bool {
        self.player.is_some()
    }

    /// Whether a player of this name is meant.
    pub fn asks_for_player(&self, name: &str) -> bool {
        fits(self.player.as_deref(), name)
    }

    /// Whether a match is meant, its number in the list aside.
    pub fn ask_for(&self, one: &Listed) -> bool {
        let id = one.mission.as_ref().map_or("", |id| id.as_str());
        let mission = [id, one.mission_name.as_deref().unwrap_or_default()];
        (self.asks_for_player(&one.one) || self.asks_for_player(&one.two))
            && mission.into_iter().any(|name| fits(self.mission.as_deref(), name))
            && self.since.is_none_or(|since| one.last.is_some_and(|last| last >= since))
    }
}

/// `Anna – Ben`.
pub fn players(one: &Listed) -> String {
    if one.one.is_empty() { "?".to_owned() } else { format!("{} – {}", one.one, one.two) }
}

/// How far it is, or who has won; who leads where a question is open that may decide it.
pub fn state(one: &Listed, open: bool) -> String {
    let verb = if open { "leads" } else { "won" };
    match (one.status, one.winner) {
        (None, _) if one.unjudged => "not judged".to_owned(),
        (None, _) => "damaged".to_owned(),
        (Some(Status::Setup), _) => "set-up".to_owned(),
        (Some(Status::Battle), _) => format!("round {}", one.round.unwrap_or_default()),
        (Some(Status::Ended), Some(Winner::One)) => format!("{} {verb}", one.one),
        (Some(Status::Ended), Some(Winner::Two)) => format!("{} {verb}", one.two),
        (Some(Status::Ended), Some(Winner::Draw)) if verb == "leads" => "level so far".to_owned(),
        (Some(Status::Ended), Some(Winner::Draw)) => "drawn".to_owned(),
        (Some(Status::Ended), None) => "over".to_owned(),
    }
}

/// When the last record was made, to the minute.
fn last(one: &Listed) -> String {
    let at = one.last.map(|last| last.to_string()).unwrap_or_default();
    at.get(..16).unwrap_or(&at).replace('T', " ")
}
