//! Players in and standings out as CSV.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use crate::command::Entry;
use crate::id::{Name, NotThat, PlayerId, TableNumber};
use crate::standings::Standings;

/// Why a list of players was not taken.
#[derive(Debug, thiserror::Error)]
pub enum CsvError {
    /// It is no CSV.
    #[error("the list is no CSV: {0}")]
    Form(#[from] csv::Error),
    /// A needed column is missing.
    #[error("the list has no column `name`; accepted are name, id, club, team, country, faction, seat, members")]
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

/// The columns of a list of players; all but `name` may be missing.
pub const COLUMNS: [&str; 8] = ["name", "id", "club", "team", "country", "faction", "seat", "members"];

/// Reads players: a heading with `name` and any other of [`COLUMNS`], in any order, between commas, semicolons or
/// tabs. Without an id the name becomes one. `seat` is the table that a player cannot leave; `members` are the players
/// of a team, with `/` between them.
///
/// # Errors
/// The first fault with its line.
///
/// ```
/// use adjutant_tournament::csv_file::players;
/// let entries = players("name,club\nAnna B.,Rooks\n\"Carl, jr\",\nAnna B.,\nЖуков,\n").unwrap();
/// let ids: Vec<&str> = entries.iter().map(|entry| entry.player.as_str()).collect();
/// assert_eq!(ids, ["anna-b", "carl-jr", "anna-b-2", "player-4"]);
/// assert_eq!(entries[1].club, None);
/// let teams = players("name;members;seat\nRooks;Anna / Bert / Carl;4\n").unwrap();
/// assert_eq!(teams[0].members.len(), 3);
/// ```
pub fn players(text: &str) -> Result<Vec<Entry>, CsvError> {
    let mut reader = reader(text);
    let heading = reader.headers()?.clone();
    let column = |name: &str| heading.iter().position(|found| found.eq_ignore_ascii_case(name));
    let named = column("name").ok_or(CsvError::NoName)?;
    let [_, id, club, team, country, faction, seat, members] = COLUMNS.map(column);
    let mut entries: Vec<Entry> = Vec::new();
    for row in reader.records() {
        let row = row?;
        let line = row.position().map_or(0, csv::Position::line);
        let wrong = |error| CsvError::Field { line, error };
        let field = |at: Option<usize>| at.and_then(|at| row.get(at)).filter(|text| !text.is_empty());
        let optional = |at| field(at).map(Name::new).transpose().map_err(wrong);
        let name = Name::new(row.get(named).unwrap_or_default()).map_err(wrong)?;
        let taken = |id: &PlayerId| entries.iter().any(|entry| entry.player == *id);
        let player = match field(id) {
            Some(id) => PlayerId::new(id).map_err(wrong)?,
            None => unused_id(&name, entries.len() + 1, taken),
        };
        if taken(&player) {
            return Err(CsvError::Twice { line, id: player });
        }
        let names = field(members).into_iter().flat_map(|names| names.split('/'));
        let entry = Entry {
            club: optional(club)?,
            team: optional(team)?,
            country: optional(country)?,
            faction: optional(faction)?,
            seat: field(seat).map(table).transpose().map_err(wrong)?,
            members: names.map(|name| Name::new(name.trim())).collect::<Result<_, _>>().map_err(wrong)?,
            ..Entry::new(player, name)
        };
        entries.push(entry);
    }
    Ok(entries)
}

/// The columns of a list that [`players`] passes over.
///
/// ```
/// assert_eq!(adjutant_tournament::csv_file::passed_over("name,shoe size,club\n"), ["shoe size"]);
/// ```
pub fn passed_over(text: &str) -> Vec<String> {
    let mut reader = reader(text);
    let Ok(heading) = reader.headers() else { return Vec::new() };
    let known = |found: &&str| COLUMNS.iter().any(|name| found.eq_ignore_ascii_case(name));
    heading.iter().filter(|found| !found.is_empty() && !known(found)).map(str::to_owned).collect()
}

/// A reader that takes the separator that the heading uses most: spreadsheets write what their country does.
fn reader(text: &str) -> csv::Reader<&[u8]> {
    let heading = text.lines().next().unwrap_or_default();
    let count = |separator: &u8| heading.bytes().filter(|byte| byte == separator).count();
    let separator = [b'\t', b';', b','].into_iter().max_by_key(count).unwrap_or(b',');
    csv::ReaderBuilder::new().trim(csv::Trim::All).flexible(true).delimiter(separator).from_reader(text.as_bytes())
}

fn table(text: &str) -> Result<TableNumber, NotThat> {
    let number = text.parse().ok().filter(|number| *number > 0).map(TableNumber);
    number.ok_or_else(|| NotThat { found: text.to_owned(), what: "table", accepted: "a number from 1" })
}

/// An id made from a name: small letters without their marks, digits, single hyphens.
///
/// # Errors
/// Where the name holds no letter that becomes one of a-z, and no digit.
///
/// ```
/// use adjutant_tournament::{Name, csv_file::id_of};
/// assert_eq!(id_of(&Name::new("Zoë Großmann-Łukasz").unwrap()).unwrap().as_str(), "zoe-grossmann-lukasz");
/// ```
pub fn id_of(name: &Name) -> Result<PlayerId, NotThat> {
    let mut plain = String::new();
    for letter in name.as_str().to_lowercase().nfkd().filter(|letter| !is_combining_mark(*letter)) {
        match letter {
            'ß' => plain.push_str("ss"),
            'æ' => plain.push_str("ae"),
            'œ' => plain.push_str("oe"),
            'þ' => plain.push_str("th"),
            'ø' => plain.push('o'),
            'ð' | 'đ' => plain.push('d'),
            'ł' => plain.push('l'),
            'ı' => plain.push('i'),
            letter => plain.push(if letter.is_ascii_alphanumeric() { letter } else { ' ' }),
        }
    }
    let id: String = plain.split_whitespace().collect::<Vec<_>>().join("-").chars().take(ID_MAX).collect();
    PlayerId::new(id.trim_end_matches('-'))
}

/// An id leaves room for a number behind it.
const ID_MAX: usize = 56;

/// The id that a name gives, with a number where it is taken; `player-N`, by place in the list, where it gives none.
pub fn unused_id(name: &Name, place: usize, taken: impl Fn(&PlayerId) -> bool) -> PlayerId {
    let stem = id_of(name).map_or_else(|_| format!("player-{place}"), String::from);
    let numbered = (2u64..).map(|number| format!("{stem}-{number}"));
    let ids = std::iter::once(stem.clone()).chain(numbered).filter_map(|id| PlayerId::new(&id).ok());
    ids.into_iter().find(|id| !taken(id)).unwrap_or_else(|| unreachable!("numbers do not run out"))
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
