//! Players in and standings out as CSV.

use crate::command::Entry;
use crate::id::{Name, NotThat, PlayerId};
use crate::standings::Standings;

/// Why a list of players was not taken.
#[derive(Debug, thiserror::Error)]
pub enum CsvError {
    /// It is no CSV.
    #[error("the list is no CSV: {0}")]
    Form(#[from] csv::Error),
    /// A needed column is missing.
    #[error("the list has no column `name`; accepted are name, id, club, team, country, faction")]
    NoName,
    /// A field is not of its kind.
    #[error("line {line}: {error}")]
    Field {
        /// Number of the line.
        line: u64,
        /// What is wrong.
        error: NotThat,
    },
    /// Two players with one id.
    #[error("line {line}: the id `{id}` is taken; give the second one another id")]
    Twice {
        /// Number of the line.
        line: u64,
        /// The id.
        id: PlayerId,
    },
}

/// Reads players: a heading with `name` and any of `id`, `club`, `team`, `country`, `faction`, in any order. Without an
/// id the name becomes one.
///
/// # Errors
/// The first fault with its line.
///
/// ```
/// use adjutant_tournament::csv_file::players;
/// let entries = players("name,club\nAnna B.,Rooks\n\"Carl, jr\",\n").unwrap();
/// assert_eq!(entries[0].player.as_str(), "anna-b");
/// assert_eq!(entries[1].player.as_str(), "carl-jr");
/// assert_eq!(entries[1].club, None);
/// ```
pub fn players(text: &str) -> Result<Vec<Entry>, CsvError> {
    let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::All).flexible(true).from_reader(text.as_bytes());
    let heading = reader.headers()?.clone();
    let column = |name: &str| heading.iter().position(|found| found.eq_ignore_ascii_case(name));
    let named = column("name").ok_or(CsvError::NoName)?;
    let columns = ["id", "club", "team", "country", "faction"].map(column);
    let mut entries: Vec<Entry> = Vec::new();
    for row in reader.records() {
        let row = row?;
        let line = row.position().map_or(0, csv::Position::line);
        let wrong = |error| CsvError::Field { line, error };
        let field = |at: Option<usize>| at.and_then(|at| row.get(at)).filter(|text| !text.is_empty());
        let name = Name::new(row.get(named).unwrap_or_default()).map_err(wrong)?;
        let optional = |at| field(at).map(Name::new).transpose().map_err(wrong);
        let id = match field(columns[0]) {
            Some(id) => PlayerId::new(id).map_err(wrong)?,
            None => unused(&name, &entries).map_err(wrong)?,
        };
        if entries.iter().any(|entry| entry.player == id) {
            return Err(CsvError::Twice { line, id });
        }
        entries.push(Entry {
            club: optional(columns[1])?,
            team: optional(columns[2])?,
            country: optional(columns[3])?,
            faction: optional(columns[4])?,
            ..Entry::new(id, name)
        });
    }
    Ok(entries)
}

/// An id made from a name: small letters, digits, single hyphens.
///
/// # Errors
/// Where the name holds no letter or digit of a-z 0-9.
pub fn id_of(name: &Name) -> Result<PlayerId, NotThat> {
    let plain: String =
        name.as_str().to_lowercase().chars().map(|c| if c.is_ascii_alphanumeric() { c } else { ' ' }).collect();
    let id: String = plain.split_whitespace().collect::<Vec<_>>().join("-").chars().take(60).collect();
    PlayerId::new(&id)
}

fn unused(name: &Name, entries: &[Entry]) -> Result<PlayerId, NotThat> {
    let plain = id_of(name)?;
    let taken = |id: &PlayerId| entries.iter().any(|entry| entry.player == *id);
    let mut id = plain.clone();
    let mut number = 2;
    while taken(&id) {
        id = PlayerId::new(&format!("{plain}-{number}"))?;
        number += 1;
    }
    Ok(id)
}

/// Writes standings: rank, id, name, wins, draws, losses, points, one column a tie-break, dropped.
///
/// # Errors
/// Only if the CSV cannot be built.
pub fn standings(standings: &Standings) -> Result<String, CsvError> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let names: Vec<&str> =
        standings.rows.first().map(|row| row.tie_breaks.keys().copied().collect()).unwrap_or_default();
    let fixed = ["rank", "id", "name", "wins", "draws", "losses", "points"];
    writer.write_record(fixed.iter().chain(&names).chain(&["dropped"]))?;
    for row in &standings.rows {
        let mut fields = vec![
            row.rank.to_string(),
            row.player.to_string(),
            row.name.to_string(),
            row.record.wins.to_string(),
            row.record.draws.to_string(),
            row.record.losses.to_string(),
            row.points.to_string(),
        ];
        fields.extend(names.iter().map(|name| row.tie_breaks.get(name).map(ToString::to_string).unwrap_or_default()));
        fields.push(row.dropped.to_string());
        writer.write_record(&fields)?;
    }
    let bytes = writer.into_inner().map_err(|error| csv::Error::from(error.into_error()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
