//! `adjutant me NAME`: a player's own record, over events and databases.

use adjutant_replay::Rulebook;
use std::path::PathBuf;

use adjutant_app::audit::{Reader, gather};
use adjutant_app::names::of_log;
use adjutant_app::{Error, StreamKind};
use adjutant_core::Name;
use adjutant_core::counts::count;
use adjutant_core::sealed::Openings;
use adjutant_league::career::{Career, Ended, Game, Groups, Tally, career, names};
use adjutant_league::source::Source;
use adjutant_replay::audit::LogSource;
use adjutant_replay::leagues::source_with;

use crate::arguments::shared::Shared;
use crate::error::{CliError, Exit, Outcome};
use crate::output::Output;
use crate::table::{self, average, range, record, section};

/// Arguments of `me`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples: adjutant me \"Anna Berg\"\n          \
    adjutant me \"Anna Berg\" --also \"A. Berg\" adjutant.db spring.db logs/\n          \
    adjutant me \"Anna Berg\" --json\n\n\
    Counts your games of events and battles in the logs that you have, each once, however many databases hold it. Games \
    of teams, and those that nobody played, count nowhere. Without paths it reads your own database.")]
pub struct Arguments {
    /// Your name, as the logs have it
    name: Option<Name>,
    /// Logs, folders of logs, databases [default: your own database]
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Another name of yours
    #[arg(long, value_name = "NAME")]
    also: Vec<Name>,
    /// List every game [default: the last ten]
    #[arg(long)]
    all: bool,
}

/// Games that are listed unless all are asked for.
const LISTED: usize = 10;

/// Prints somebody's games and what they add up to.
///
/// # Errors
/// No name, a database that cannot be read, or nobody of that name.
pub fn run(own: &Arguments, shared: &Shared, output: &mut Output) -> Outcome {
    let sources = if own.paths.is_empty() { stored(shared, output)? } else { at(&own.paths, shared, output) };
    let known = || {
        let most = names(&sources).into_iter().take(5);
        let most: Vec<String> =
            most.map(|(name, games)| format!("{name} ({})", count(games as usize, "game", "games"))).collect();
        if most.is_empty() {
            "no log here has a game".to_owned()
        } else {
            format!("most games here: {}", most.join(", "))
        }
    };
    let Some(name) = &own.name else {
        return Err(CliError::usage("say whose record: `adjutant me NAME`").hint(known()));
    };
    let all: Vec<Name> = std::iter::once(name).chain(&own.also).cloned().collect();
    let career = career(&sources, &all);
    if career.games.is_empty() && career.running.is_empty() {
        return Err(CliError::refused(format!("{name} has no game in these logs")).hint(known()));
    }
    if output.json {
        output.document(&career)?;
        return Ok(Exit::Done);
    }
    output.text(&in_words(name, &career, own.all))?;
    Ok(Exit::Done)
}

/// The matches and events of the user's own database.
fn stored(shared: &Shared, output: &mut Output) -> Result<Vec<Source>, CliError> {
    let (store, rules) = (shared.reader()?, shared.known.rulebook());
    let mut sources = Vec::new();
    for kind in [StreamKind::Event, StreamKind::Match] {
        for id in store.ids(kind).map_err(Error::from)? {
            let bytes = store.log(kind, &id).map_err(Error::from)?;
            sources.extend(read(&rules, &id, &bytes, &of_log(&store, &bytes)?, output));
        }
    }
    Ok(sources)
}

/// The logs behind paths; those that cannot be read are named and left out.
fn at(paths: &[PathBuf], shared: &Shared, output: &mut Output) -> Vec<Source> {
    let (mut reader, rules) = (Reader::default(), shared.known.rulebook());
    let found = gather(paths).sources.into_all();
    let read = |found: adjutant_app::audit::Source| match found.read(&mut reader) {
        Ok(log) => {
            let bytes = log.into_bytes();
            read(&rules, &found.name(), &bytes, &found.names(&bytes).unwrap_or_default(), output)
        }
        Err((_, message)) => {
            output.remark(&format!("{}: {message}; left out", found.name()));
            None
        }
    };
    found.into_iter().filter_map(read).collect()
}

fn read(rules: &Rulebook, name: &str, bytes: &[u8], names: &Openings, output: &mut Output) -> Option<Source> {
    if adjutant_replay::audit::is_league(bytes) {
        return None;
    }
    source_with(rules, name, bytes, names)
        .map_err(|error| output.remark(&format!("{name}: {}; left out", Error::from(error).sentence())))
        .ok()
}

fn in_words(name: &Name, career: &Career, all: bool) -> String {
    let mut text = format!("{name}: {}\n", of_all(&career.all));
    let turns = [("first turn", career.turns[0].clone()), ("second turn", career.turns[1].clone())];
    let turns: Groups = turns
        .into_iter()
        .filter(|(_, tally)| tally.games() > 0)
        .map(|(what, tally)| (what.to_owned(), tally))
        .collect();
    for (what, groups) in [
        ("your army", &career.armies),
        ("against", &career.against),
        ("mission", &career.missions),
        ("opponent", &career.opponents),
        ("turn", &turns),
    ] {
        let heads = ["games", "W–D–L", "%", "95 %", "VP", "opp."];
        text += &section(what, &heads, groups.iter().map(|(name, tally)| (name, row(tally))));
    }
    text += &games(career, all);
    for (ids, what) in [
        (&career.running, "not over yet"),
        (&career.parted, "at hand twice, and the two differ: the longer one counts"),
    ] {
        if !ids.is_empty() {
            text += &format!("\n{}: {what}\n", ids.join(", "));
        }
    }
    text.trim_end().to_owned()
}

fn of_all(tally: &Tally) -> String {
    let [won, drawn, lost] = tally.record;
    let [share, between] = range(tally.share);
    let games = count(tally.games() as usize, "game", "games");
    format!("{games}, won {won}, drawn {drawn}, lost {lost} ({share} %, {between} 95 times of 100)")
}

fn row(tally: &Tally) -> Vec<String> {
    let [won, drawn, lost] = tally.record.map(|number| number as usize);
    let games = tally.games() as usize;
    let vp = tally.vp.map(|sum| average(sum.max(0).unsigned_abs(), games));
    [games.to_string(), record(won, drawn, lost)].into_iter().chain(range(tally.share)).chain(vp).collect()
}

/// The last games, or every one.
fn games(career: &Career, all: bool) -> String {
    let shown = if all { career.games.len() } else { LISTED };
    let rows = career.games.iter().take(shown).map(|game| (day(game), cells(game)));
    let rows: Vec<(String, Vec<String>)> = rows.collect();
    let heads = ["event", "opponent", "armies", "VP", ""];
    let mut drawn = table::narrow();
    drawn.set_header(std::iter::once("day").chain(heads));
    rows.into_iter().for_each(|(day, cells)| {
        drawn.add_row(std::iter::once(day).chain(cells));
    });
    let more = career.games.len().saturating_sub(shown);
    let more = if more == 0 {
        String::new()
    } else {
        format!("and {} more: --all lists them\n", count(more, "game", "games"))
    };
    format!("\n{drawn}\n{more}")
}

fn day(game: &Game) -> String {
    game.day.map_or_else(|| "–".to_owned(), |day| day.to_string())
}

fn cells(game: &Game) -> Vec<String> {
    let name = |name: &Option<Name>| name.as_ref().map_or_else(|| "–".to_owned(), Name::to_string);
    let event = game
        .event
        .as_ref()
        .map_or_else(|| "a battle".to_owned(), |event| format!("{event}, round {}", game.round.unwrap_or_default()));
    let armies = match (&game.army, &game.against) {
        (None, None) => "–".to_owned(),
        (own, other) => format!("{} v {}", name(own), name(other)),
    };
    let ended = match game.ended {
        Ended::Win => "won",
        Ended::Draw => "drew",
        Ended::Loss => "lost",
        Ended::Unplayed => "not played",
    };
    vec![event, name(&game.opponent), armies, format!("{}:{}", game.vp[0], game.vp[1]), ended.to_owned()]
}
