//! The hall: the judge's book, tables and what is played on them, games that move, lists of players.

use std::str::FromStr;

use adjutant_app::tournaments::matches;
use adjutant_core::terrain::Layout;
use adjutant_replay::tournaments::book;
use adjutant_shorthand::pieces;
use adjutant_tournament::command::{By, Extend, Infraction, Judge, Laid, Table};
use adjutant_tournament::csv_file;
use adjutant_tournament::id::{NotThat, PassId};
use adjutant_tournament::teams::Member;
use adjutant_tournament::{MissionId, PlayerId, TableNumber, TournamentCommand};

use super::form::{by, line, malformed, number, optional, shown};
use super::players;
use crate::act::{About, Act};
use crate::ask::Ask;
use crate::pages::problem::Problem;
use crate::pages::scene::Scene;
use crate::say::in_words;

/// So many tables one form sets up.
const TABLES_MAX: u16 = 500;

/// A line of the judge's book, with the result that it brings about.
pub(super) fn infraction(scene: &Scene<'_>, ask: &Ask) -> Result<Act, Problem> {
    // A member of a team is named by the team and a number.
    let chosen = ask.text("player");
    let (player, member) = chosen.split_once('/').map_or((chosen, None), |(team, member)| (team, Some(member)));
    let player = PlayerId::new(player).map_err(|_| malformed("Choose the player."))?;
    let member = member.map(|number| number.parse().map(Member)).transpose();
    let member = member.map_err(|_| malformed("Choose the member of the team."))?;
    let kind = serde_json::from_value(ask.text("kind").into()).map_err(|_| malformed("Choose what you rule."))?;
    let points = if ask.text("points").trim().is_empty() { None } else { Some(players::taken_or_given(ask)?) };
    let why = players::why(ask)?;
    let line = Infraction { player, member, kind, points, why, later: None };
    let words = format!("infraction {} {}", line.player, line.kind.name());
    let act = Act::made(by(scene.viewer), words, "/judge/book", move |state| Ok(book::infraction(state, line.clone())));
    Ok(Act { whole: true, ..act })
}

/// Of which club and team a judge is.
pub(super) fn judge(_: &Scene<'_>, ask: &Ask) -> Result<Act, Problem> {
    let id = PassId::new(ask.text("judge")).map_err(|_| malformed("Choose the judge."))?;
    let (words, judge) = (format!("judge {id}"), Judge { id, club: line(ask, "club")?, team: line(ask, "team")? });
    Ok(Act::new(By::Organiser, TournamentCommand::Judge(judge), words, "/desk/passes"))
}

/// An id, such as that of a mission; nothing where the field is empty.
fn named<T: FromStr<Err = NotThat>>(ask: &Ask, field: &str) -> Result<Option<T>, Problem> {
    match ask.text(field).trim() {
        "" => Ok(None),
        text => text.parse().map(Some).map_err(|error: NotThat| Problem::Malformed(error.to_string())),
    }
}

/// Missions that the pack of the event has, for its battle size.
fn check(scene: &Scene<'_>, missions: &[MissionId]) -> Result<(), Problem> {
    let Some(create) = scene.snap.state.create.as_deref() else { return Ok(()) };
    matches::check_missions(scene.known, create, missions).map_err(|error| Problem::Malformed(error.sentence()))
}

/// One table, set up or changed: what is left empty stays as it is.
pub(super) fn table(scene: &Scene<'_>, ask: &Ask) -> Result<Act, Problem> {
    let table = TableNumber(number(ask, "table")?);
    let closed = match ask.text("state") {
        "closed" => Some(true),
        "open" => Some(false),
        _ => None,
    };
    let (name, hall) = (line(ask, "name")?, line(ask, "hall")?);
    let (mission, terrain) = (named(ask, "mission")?, named(ask, "terrain")?);
    check(scene, mission.as_slice())?;
    let (layout, clears) = (layout(ask)?, if ask.text("clear") == "layout" { vec![Laid::Layout] } else { Vec::new() });
    let change = Table { name, closed, mission, terrain, layout, hall, clears, table };
    if change == Table::numbered(table) && scene.snap.state.tables.contains_key(&table) {
        return Err(Problem::Malformed(format!("Table {table} is set up already. Fill in what changes.")));
    }
    Ok(Act::new(By::Organiser, TournamentCommand::Table(change), format!("table {table}"), "/desk/tables"))
}

/// The terrain of a table, one piece a line; nothing where none is written down.
fn layout(ask: &Ask) -> Result<Option<Layout>, Problem> {
    let text = ask.text("pieces");
    if text.trim().is_empty() {
        return Ok(None);
    }
    let faulty = |(number, fault)| Problem::Malformed(format!("Line {number} of the layout: {}", in_words(&fault)));
    let pieces = pieces(text).map_err(faulty)?;
    let name = line(ask, "layout")?.ok_or_else(|| malformed("Say what the layout is called."))?;
    Ok(Some(Layout { name, pieces }))
}

/// Some tables in a row, the missions round them in turn.
pub(super) fn tables(scene: &Scene<'_>, ask: &Ask) -> Result<Act, Problem> {
    let count: u16 = number(ask, "count")?;
    if !(1..=TABLES_MAX).contains(&count) {
        return Err(Problem::Malformed(format!("One form sets up 1 to {TABLES_MAX} tables.")));
    }
    let missions = ask.all("mission").flat_map(|text| text.split([',', ' '])).filter(|text| !text.is_empty());
    let missions: Result<Vec<MissionId>, _> = missions.map(MissionId::new).collect();
    let missions = missions.map_err(|error| Problem::Malformed(error.to_string()))?;
    check(scene, &missions)?;
    let (terrain, hall) = (named(ask, "terrain")?, line(ask, "hall")?);
    let first = optional(ask, "first")?.unwrap_or(1_u16).max(1);
    let of = |number: u16| {
        let mission = missions.get(usize::from(number - first) % missions.len().max(1)).cloned();
        let (terrain, hall) = (terrain.clone(), hall.clone());
        TournamentCommand::Table(Table { mission, terrain, hall, ..Table::numbered(TableNumber(number)) })
    };
    Ok(Act::all(
        By::Organiser,
        (first..=first.saturating_add(count - 1)).map(of).collect(),
        format!("{count} tables"),
        "/desk/tables",
    ))
}

/// A game goes to another table.
pub(super) fn move_game(scene: &Scene<'_>, ask: &Ask) -> Result<Act, Problem> {
    let round = scene.snap.state.rounds.last().ok_or_else(|| malformed("No round is paired yet."))?.pair.round;
    let (table, to) = (TableNumber(number(ask, "table")?), TableNumber(number(ask, "to")?));
    let why = line(ask, "why")?.ok_or_else(|| malformed("Say why the game moves."))?;
    let command = TournamentCommand::Move { round, table, to, why };
    Ok(Act::new(By::Organiser, command, "move", "/desk/tables").about(About::Table(round, table)))
}

/// Everybody of a list as a spreadsheet saves it: all of them, or nobody.
pub(super) fn players(scene: &Scene<'_>, ask: &Ask) -> Result<Act, Problem> {
    let file = ask.file().ok_or_else(|| malformed("Choose the file of the list."))?;
    let text = std::str::from_utf8(file).map_err(|error| {
        let line = 1 + file[..error.valid_up_to()].iter().filter(|byte| **byte == b'\n').count();
        Problem::Malformed(format!("Line {line}: the list is not in UTF-8. Save it as CSV UTF-8."))
    })?;
    let state = &scene.snap.state;
    let lines = csv_file::listed(text.trim_start_matches('\u{feff}'), state.players.len(), &[]);
    let lines = lines.map_err(|error| Problem::Malformed(format!("{error}. Nobody was entered.")))?;
    let csv_file::Compared { fresh: entries, known, others } = csv_file::compare(state, lines);
    if entries.is_empty() {
        let differ: Vec<String> = others.iter().map(|other| state.shown(&other.player)).collect();
        return Err(match (known, differ.as_slice()) {
            (0, []) => malformed("The list holds nobody."),
            (_, []) => malformed("The event has everybody of the list already."),
            (_, differ) => Problem::Malformed(format!(
                "The event has everybody of the list already, and the list says otherwise of {}. Correct who changed one by one.",
                differ.join(", ")
            )),
        });
    }
    let early = scene.snap.state.rounds.is_empty();
    let enter = if early { TournamentCommand::Register } else { TournamentCommand::LateEntry };
    let words = format!("{} players of a list", entries.len());
    Ok(Act::all(by(scene.viewer), entries.into_iter().map(enter).collect(), words, "/desk/players"))
}

pub(super) fn extend(scene: &Scene<'_>, ask: &Ask) -> Result<Act, Problem> {
    let (round, table) = (shown(scene)?.pair.round, TableNumber(number(ask, "table")?));
    let why = line(ask, "why")?.ok_or_else(|| malformed("Say why the table gets more time."))?;
    let extend = Extend { round, table, minutes: number(ask, "minutes")?, why };
    Ok(Act::new(by(scene.viewer), TournamentCommand::Extend(extend), "more time", format!("/table/{table}")))
}
