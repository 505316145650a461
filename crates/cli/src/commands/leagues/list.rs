//! `adjutant league list`, `show`, `member`, `diff`: looking at a league.

use adjutant_app::leagues::LeagueRecording;
use adjutant_core::counts::count;
use adjutant_core::ids::LeagueId;
use adjutant_league::diff::diff;
use adjutant_league::list::{List, ListRow};
use adjutant_league::scheme::SystemName;
use adjutant_league::season::{Season, SeasonGame};
use adjutant_league::source::SourceKind;
use adjutant_league::{Day, League};
use adjutant_present::league::{self as words, Names};
use adjutant_replay::audit::Severity;
use adjutant_store::StreamKind;
use serde::Serialize;

use super::new::day;
use super::speaking::{look, member_of};
use crate::arguments::shared::Shared;
use crate::error::{CliError, Exit, Outcome};
use crate::output::Output;
use crate::table;

/// Arguments of `league list`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant league list north26\n\n\
    The table ranks by counted points. A rating stands with its interval, which holds the true one 95 times of 100, and \
    with the games that it rests on; ranks by rating are those that the intervals leave open.")]
pub struct Arguments {
    /// The league
    league: LeagueId,
    /// Write a list for a spreadsheet
    #[arg(long, conflicts_with = "json")]
    csv: bool,
    /// Only members who played this faction
    #[arg(long, value_name = "NAME")]
    faction: Option<String>,
    /// As it was on a day
    #[arg(long, value_name = "DAY", value_parser = day)]
    at: Option<Day>,
}

/// Arguments of `league show`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant league show north26\n\nWithout a league: lists all of them.")]
pub struct ShowArguments {
    /// The league
    league: Option<LeagueId>,
}

/// Arguments of `league member`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples: adjutant league member north26 m0042\n          \
    adjutant league member north26 \"Anna Berg\"")]
pub struct MemberArguments {
    /// The league
    league: LeagueId,
    /// The member's id or name
    member: String,
}

/// Arguments of `league diff`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant league diff north26 6 7\n\n\
    Names everybody who moved and the records between the two lists that are about them; who moved only because others \
    did stands as `through others`.")]
pub struct DiffArguments {
    /// The league
    league: LeagueId,
    /// The earlier list
    from: u32,
    /// The later list [default: what would be shown now]
    to: Option<u32>,
}

fn system(league: &League) -> SystemName {
    league.create.as_ref().map(|create| create.rating.system).unwrap_or_default()
}

/// Prints the table of a season.
///
/// # Errors
/// No such league, or a pinned log that is not here.
pub fn list(own: &Arguments, shared: &Shared, output: &mut Output) -> Outcome {
    let league = look(shared, &own.league)?;
    let season = league.season(own.at)?;
    let mut list = league.list(&season, own.at);
    if let Some(faction) = &own.faction {
        let named = |game: &SeasonGame, row: &ListRow| {
            let mine = game.sides.iter().filter(|side| side.member.as_ref() == Some(&row.id));
            mine.filter_map(|side| side.faction.as_ref())
                .any(|name| adjutant_core::ids::are_alike(name.as_str(), faction))
        };
        list.members.retain(|row| season.games.iter().any(|game| named(game, row)));
    }
    if output.json {
        output.document(&list)?;
        return Ok(Exit::Done);
    }
    let names = Names::of(league.state(), league.names());
    if own.csv {
        output.exact(csv(&names, &list).as_bytes())?;
        return Ok(Exit::Done);
    }
    let system = system(league.state());
    let mut table = table::narrow();
    table.set_header(["rank", "name", "points", "won", "drawn", "lost", "rating", "ranks by rating"]);
    for row in &list.members {
        let [won, drawn, lost] = row.record.map(|count| count.to_string());
        let ranks = row.rating.as_ref().and_then(words::ranks).unwrap_or_else(|| "–".to_owned());
        let points = row.points.to_string();
        let name = format!("{} ({})", names.get(&row.id), row.id);
        let rating = words::rating_of(system, row);
        table.add_row([words::rank(&list, row), name, points, won, drawn, lost, rating, ranks]);
    }
    output.text(&table.to_string())?;
    for line in
        words::calibration(&list).into_iter().chain(words::waiting(league.state(), league.library(), &season.waiting))
    {
        output.text(&line)?;
    }
    Ok(Exit::Done)
}

/// A field of a list for a spreadsheet. What a spreadsheet would take for a formula is shown as text.
fn field(text: &str) -> String {
    let text = if text.starts_with(['=', '+', '-', '@']) { format!("'{text}") } else { text.to_owned() };
    if text.contains([',', '"', '\n']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}

fn csv(names: &Names, list: &List) -> String {
    let mut text =
        "rank,member,name,points,won,drawn,lost,rating_hundredths,margin_hundredths,provisional\n".to_owned();
    for row in &list.members {
        let rank = row.rank.map_or_else(String::new, |rank| rank.to_string());
        let [won, drawn, lost] = row.record;
        let rating = row.rating.as_ref();
        let number = |value: Option<i64>| value.map_or_else(String::new, |value| value.to_string());
        let (value, margin) = (number(rating.map(|r| r.value)), number(rating.map(|r| r.margin)));
        let provisional = rating.map_or("", |rating| if rating.provisional { "yes" } else { "no" });
        let name = field(names.get(&row.id));
        text.push_str(&format!(
            "{rank},{},{name},{},{won},{drawn},{lost},{value},{margin},{provisional}\n",
            row.id, row.points
        ));
    }
    text
}

/// Lists the leagues, or tells what one rests on.
///
/// # Errors
/// No such league, or a database that cannot be read.
pub fn show(own: &ShowArguments, shared: &Shared, output: &mut Output) -> Outcome {
    let Some(id) = &own.league else { return all(shared, output) };
    let league = look(shared, id)?;
    let logs = pinned(&league);
    if !output.json {
        return in_words(&league, &logs, output);
    }
    let (state, link) = (league.state(), league.log().link());
    output.document(&Shown {
        league: id,
        create: &state.create,
        records: link.seq,
        head: link.hash.to_string(),
        members: state.members.len(),
        logs,
        lists: state.lists.len(),
        closed: state.closed,
    })?;
    Ok(Exit::Done)
}

#[derive(Serialize)]
struct Shown<'a> {
    league: &'a LeagueId,
    create: &'a Option<Box<adjutant_league::command::Create>>,
    records: u64,
    head: String,
    members: usize,
    logs: Vec<Log>,
    lists: usize,
    closed: bool,
}

#[derive(Serialize)]
struct Log {
    id: String,
    kind: &'static str,
    origin: String,
    head: String,
    here: bool,
}

/// The pinned logs, and whether copies of them are here.
fn pinned(league: &LeagueRecording) -> Vec<Log> {
    let log = |(origin, pinned): (&adjutant_core::Hash, &adjutant_league::Pinned)| {
        let source = league.library().pinned(pinned);
        Log {
            id: source.map_or_else(String::new, |source| source.id.clone()),
            kind: if pinned.kind == SourceKind::Event { "event" } else { "match" },
            origin: origin.to_string(),
            head: pinned.pin.head.to_string(),
            here: source.is_some(),
        }
    };
    league.state().pins.iter().map(log).collect()
}

fn in_words(league: &LeagueRecording, logs: &[Log], output: &mut Output) -> Outcome {
    let (state, link) = (league.state(), league.log().link());
    let Some(create) = &state.create else { return Ok(Exit::Done) };
    let closed = if state.closed { ", closed" } else { "" };
    output.text(&format!("{}, season {}, {} to {}{closed}", create.name, create.season, create.from, create.to))?;
    output.text(&format!(
        "{}, {}, {} shown; {} up to head {}",
        count(state.members.len(), "member", "members"),
        count(state.pins.len(), "log", "logs"),
        count(state.lists.len(), "list", "lists"),
        count(link.seq as usize, "record", "records"),
        link.hash
    ))?;
    for log in logs {
        let gone = if log.here { "" } else { " (not here)" };
        let digits: String = log.origin.chars().take(12).collect();
        output.text(&format!("  {} {} {digits}{gone}", log.kind, log.id))?;
    }
    if let Ok(season) = league.season(None) {
        for line in words::waiting(state, league.library(), &season.waiting) {
            output.text(&line)?;
        }
    }
    Ok(Exit::Done)
}

fn all(shared: &Shared, output: &mut Output) -> Outcome {
    let ids = shared.reader()?.ids(StreamKind::League)?;
    if output.json {
        output.document(&ids)?;
    } else if ids.is_empty() {
        output.done("no league yet; `adjutant league new --help` tells how to begin one")?;
    } else {
        for id in ids {
            let name = LeagueId::new(&id).ok().and_then(|id| look(shared, &id).ok()).and_then(|league| {
                let create = league.state().create.clone()?;
                Some(format!("{}, season {}", create.name, create.season))
            });
            output.text(&format!("{id}  {}", name.unwrap_or_else(|| Severity::Error.as_str().to_owned())))?;
        }
    }
    Ok(Exit::Done)
}

#[derive(Serialize)]
struct Told<'a> {
    #[serde(flatten)]
    row: Option<&'a ListRow>,
    name: &'a str,
    games: Vec<Game>,
}

#[derive(Serialize)]
struct Game {
    day: Day,
    log: String,
    round: u16,
    table: u16,
    against: Option<String>,
    faction: Option<String>,
    half_wins: u64,
    vp: [Option<i64>; 2],
    rated: bool,
}

/// Prints a member's games and rating.
///
/// # Errors
/// No such league or member, or a pinned log that is not here.
pub fn member(own: &MemberArguments, shared: &Shared, output: &mut Output) -> Outcome {
    let league = look(shared, &own.league)?;
    let member = league.state().person(&member_of(&league, &own.member)?).clone();
    let season = league.season(None)?;
    let list = league.list(&season, None);
    let names = Names::of(league.state(), league.names());
    let games = games(&league, &season, &member);
    let row = list.row(&member);
    if output.json {
        output.document(&Told { row, name: names.get(&member), games })?;
        return Ok(Exit::Done);
    }
    output.text(&format!("{} ({member})", names.get(&member)))?;
    match row {
        Some(row) => {
            let rating = words::rating_of(system(league.state()), row);
            output.text(&format!("rank {}, {} points; {rating}", words::rank(&list, row), row.points))?;
            for event in &row.events {
                let id = log_name(&league, event.origin);
                let place = event.place.map_or("no place".to_owned(), |[place, of]| format!("place {place} of {of}"));
                let counted = if event.counted { "" } else { ", not among the best" };
                output.text(&format!("  {id}: {place}, {} points{counted}", event.points))?;
            }
        }
        None => output.text("left out of the table")?,
    }
    let mut table = table::narrow();
    table.set_header(["day", "log", "round", "army", "against", "result", ""]);
    for game in &games {
        let result = ["lost", "drawn", "won"][game.half_wins.min(2) as usize];
        let vp = match game.vp {
            [Some(own), Some(other)] => format!("{result} {own} – {other}"),
            _ => result.to_owned(),
        };
        let against = game.against.clone().unwrap_or_else(|| "nobody yet".to_owned());
        let round = if game.round > 0 { game.round.to_string() } else { String::new() };
        let note = match (game.rated, game.log.is_empty()) {
            (false, _) => "not rated",
            (true, true) => "claimed, paper",
            _ => "",
        };
        let army = game.faction.clone().unwrap_or_default();
        table.add_row([game.day.to_string(), game.log.clone(), round, army, against, vp, note.to_owned()]);
    }
    output.text(&table.to_string())?;
    Ok(Exit::Done)
}

fn log_name(league: &LeagueRecording, origin: adjutant_core::Hash) -> String {
    let pinned = league.state().pins.get(&origin).and_then(|pinned| league.library().pinned(pinned));
    pinned.map_or_else(String::new, |source| source.id.clone())
}

fn games(league: &LeagueRecording, season: &Season, member: &adjutant_core::ids::MemberId) -> Vec<Game> {
    let names = Names::of(league.state(), league.names());
    let own = |game: &SeasonGame| game.sides.iter().position(|side| side.member.as_ref() == Some(member));
    let games = season.games.iter().filter_map(|game| Some((game, own(game)?)));
    let told = |(game, side): (&SeasonGame, usize)| {
        let other = &game.sides[1 - side];
        Game {
            day: game.day,
            log: log_name(league, game.origin),
            round: game.place.0,
            table: game.place.1,
            against: other.member.as_ref().map(|member| names.get(member).to_owned()),
            faction: game.sides[side].faction.as_ref().map(ToString::to_string),
            half_wins: game.halves(side),
            vp: [game.sides[side].vp, other.vp],
            rated: game.rated,
        }
    };
    games.map(told).collect()
}

/// Says who moved between two lists.
///
/// # Errors
/// No such league or list, or a pinned log that is not here.
pub fn changes(own: &DiffArguments, shared: &Shared, output: &mut Output) -> Outcome {
    let league = look(shared, &own.league)?;
    let (before, one) = league.shown(own.from)?;
    let (after, two) = match own.to {
        Some(to) => league.shown(to)?,
        None => {
            let season = league.season(None)?;
            (league.state().clone(), league.list(&season, None))
        }
    };
    if two.list <= one.list {
        return Err(CliError::usage("the later list comes second").hint("write the smaller number first"));
    }
    let found = diff(league.log(), league.library(), (&one, &before), (&two, &after));
    if output.json {
        output.document(&found)?;
        return Ok(Exit::Done);
    }
    for line in words::diff(system(league.state()), &Names::of(league.state(), league.names()), &found) {
        output.text(&line)?;
    }
    for cause in &found.records {
        let about = cause.origin.map_or_else(String::new, |origin| format!(" {}", log_name(&league, origin)));
        output.text(&format!("record {}: {}{about}", cause.seq, cause.kind))?;
    }
    Ok(Exit::Done)
}
