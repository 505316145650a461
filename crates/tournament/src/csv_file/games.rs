//! Every game of an event as a list.

use super::form::{CsvError, cell, rank, text_of};
use crate::command::{Forfeit, Pairing, ResultEntry, Winner};
use crate::day::{Corrections, corrections};
use crate::id::{Name, PlayerId};
use crate::log::TournamentLog;
use crate::state::{Round, Stage, Tournament};

/// The columns of [`games`].
pub const GAME_COLUMNS: [&str; 15] = [
    "event",
    "round",
    "table",
    "game",
    "one",
    "one id",
    "one faction",
    "two",
    "two id",
    "two faction",
    "vp one",
    "vp two",
    "winner",
    "mission",
    "corrected",
];

/// Writes every game whose result is known: event, round, table, both players with ids and factions, victory points, who
/// won (`one`, `two`, `draw`, `none`, with `no-show` behind it where somebody did not turn up), mission, and the number of
/// the record by which the result is another one than was told first. Behind the games of a round stand its byes, without
/// a table and with `bye` in place of the winner. Of two teams every game has a line of its own, numbered from 1, with the names of the members. Several events may be written one
/// after the other: `heading` says whether this is the first.
///
/// # Errors
/// Only if the CSV cannot be built.
///
/// ```
/// use adjutant_tournament::{TournamentLog, csv_file::games};
/// assert!(games(&TournamentLog::new(), true).unwrap().starts_with("event,round,table,game,one,"));
/// ```
pub fn games(log: &TournamentLog, heading: bool) -> Result<String, CsvError> {
    games_of(log.state(), &corrections(log), heading)
}

/// The same of an event whose corrected results are known.
///
/// # Errors
/// As [`games`].
pub fn games_of(state: &Tournament, corrected: &Corrections, heading: bool) -> Result<String, CsvError> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    if heading {
        writer.write_record(GAME_COLUMNS)?;
    }
    for round in state.rounds.iter().filter(|round| round.stage != Stage::Draft) {
        for pairing in &round.pair.tables {
            let Some(result) = round.results.get(&pairing.table) else { continue };
            let corrected = corrected.get(&(round.pair.round, pairing.table));
            let corrected = corrected.map(|known| known.seq.to_string()).unwrap_or_default();
            for line in lines(state, round, pairing, result) {
                writer.write_record(line.iter().chain([&corrected]))?;
            }
        }
        for line in byes(state, round) {
            writer.write_record(line)?;
        }
    }
    text_of(writer)
}

/// A line for everybody who has a bye in a round, given by the pairing or asked for.
fn byes<'a>(state: &'a Tournament, round: &'a Round) -> impl Iterator<Item = [String; 15]> + 'a {
    let event = state.create.as_ref().map(|create| create.event.to_string()).unwrap_or_default();
    let number = round.pair.round;
    let given = round.pair.byes.iter().filter_map(|player| state.player(player));
    let asked = state.players.iter().filter(move |player| player.asked_byes.contains_key(&number));
    given.chain(asked).map(move |player| {
        let entry = &player.entry;
        let faction = entry.faction.as_ref().map(|faction| cell(faction.as_str()).into_owned()).unwrap_or_default();
        let mut line: [String; 15] = Default::default();
        line[0] = event.clone();
        line[1] = number.to_string();
        line[4] = cell(entry.name.as_str()).into_owned();
        line[5] = cell(entry.player.as_str()).into_owned();
        line[6] = faction;
        line[12] = "bye".to_owned();
        line
    })
}

/// The columns of [`placings`].
pub const PLACING_COLUMNS: [&str; 12] = [
    "event",
    "name",
    "rank",
    "id",
    "player",
    "faction",
    "wins",
    "draws",
    "losses",
    "points",
    "overall",
    "disqualified",
];

/// Writes the places of an event after its last round: one line a player. Who is disqualified has no rank.
///
/// # Errors
/// Only if the CSV cannot be built.
///
/// ```
/// use adjutant_tournament::{Tournament, csv_file::placings};
/// assert!(placings(&Tournament::default(), true).unwrap().starts_with("event,name,rank,id,player,"));
/// ```
pub fn placings(state: &Tournament, heading: bool) -> Result<String, CsvError> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    if heading {
        writer.write_record(PLACING_COLUMNS)?;
    }
    let create = state.create.as_deref();
    let event = create.map(|create| create.event.to_string()).unwrap_or_default();
    let name = create.map(|create| cell(create.name.as_str()).into_owned()).unwrap_or_default();
    for row in crate::standings::standings(state, crate::id::RoundNumber(state.published())).rows {
        let faction = row.faction.as_ref().map(|faction| cell(faction.as_str()).into_owned()).unwrap_or_default();
        writer.write_record([
            event.clone(),
            name.clone(),
            rank(row.rank),
            cell(row.player.as_str()).into_owned(),
            cell(row.name.as_str()).into_owned(),
            faction,
            row.record.wins.to_string(),
            row.record.draws.to_string(),
            row.record.losses.to_string(),
            row.points.to_string(),
            row.scores.overall.map(|overall| overall.decimal(4)).unwrap_or_default(),
            row.disqualified.to_string(),
        ])?;
    }
    text_of(writer)
}

fn lines(state: &Tournament, round: &Round, pairing: &Pairing, result: &ResultEntry) -> Vec<[String; 14]> {
    let event = state.create.as_ref().map(|create| create.event.to_string()).unwrap_or_default();
    let text = |name: Option<&Name>| name.map(|name| cell(name.as_str()).into_owned()).unwrap_or_default();
    let entry = |player: &PlayerId| state.player(player).map(|player| &player.entry);
    let sides = [&pairing.one, &pairing.two];
    let mission = pairing.mission.as_ref().map(ToString::to_string).unwrap_or_default();
    let line = |game: String, names: [String; 2], factions: [String; 2], points: [i64; 2], winner: String| {
        let [one, two] = names;
        let [one_faction, two_faction] = factions;
        [
            event.clone(),
            round.pair.round.to_string(),
            pairing.table.to_string(),
            game,
            one,
            pairing.one.to_string(),
            one_faction,
            two,
            pairing.two.to_string(),
            two_faction,
            points[0].to_string(),
            points[1].to_string(),
            winner,
            mission.clone(),
        ]
    };
    if result.games.is_empty() {
        let names = sides.map(|player| text(entry(player).map(|entry| entry.name.name())));
        let factions = sides.map(|player| text(entry(player).and_then(|entry| entry.faction.as_ref())));
        let points = [result.one, result.two];
        return vec![line(String::new(), names, factions, points, winner(state, result))];
    }
    let members = crate::individuals::seats(round, pairing, result.games.len());
    let game = |(at, points): (usize, &[i64; 2])| {
        let who = [0, 1].map(|side| entry(sides[side]).zip(members.get(at).map(|seats| seats[side])));
        let names = who.map(|who| text(who.and_then(|(entry, seat)| entry.members.get(seat))));
        let factions = who.map(|who| text(who.and_then(|(entry, seat)| entry.factions.get(seat))));
        let winner = match points[0].cmp(&points[1]) {
            std::cmp::Ordering::Greater => "one",
            std::cmp::Ordering::Less => "two",
            std::cmp::Ordering::Equal => "draw",
        };
        line((at + 1).to_string(), names, factions, *points, winner.to_owned())
    };
    result.games.iter().enumerate().map(game).collect()
}

fn winner(state: &Tournament, result: &ResultEntry) -> String {
    let (winner, absent) = match result.forfeit {
        Some(Forfeit::One) => (Winner::Two, " (no-show)"),
        Some(Forfeit::Two) => (Winner::One, " (no-show)"),
        Some(Forfeit::Both) => (Winner::Neither, " (no-show)"),
        None => (state.policies().winner_of(result), ""),
    };
    let winner = match winner {
        Winner::One => "one",
        Winner::Two => "two",
        Winner::Draw => "draw",
        Winner::Neither => "none",
    };
    format!("{winner}{absent}")
}
