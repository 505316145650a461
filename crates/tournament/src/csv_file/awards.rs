//! Awards as judges hand them in.

use super::form::CsvError;
use super::headings::{closed_quotes, reader};
use crate::id::{Name, NotThat};

/// One line of a list of awards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AwardRow {
    /// Number of the line.
    pub line: u64,
    /// The player, as written.
    pub player: String,
    /// Points by award, empty cells left out.
    pub awards: Vec<(Name, Result<i32, NotThat>)>,
}

/// Reads awards: a column `player` (or `name`, or `id`) and one column for each award, between commas, semicolons or
/// tabs. Empty cells give nothing.
///
/// # Errors
/// A list that is not a CSV file, has no column for the player, or a heading that cannot be a name.
///
/// ```
/// use adjutant_tournament::csv_file::awards;
/// let rows = awards("player;painting;sport\nAnna B.;38;\nbert;x;5\n").unwrap();
/// assert_eq!(rows[0].awards.len(), 1);
/// assert_eq!((rows[0].player.as_str(), rows[0].awards[0].1.as_ref().unwrap()), ("Anna B.", &38));
/// assert!(rows[1].awards[0].1.is_err());
/// assert!(awards("painting\n3\n").is_err());
/// ```
pub fn awards(text: &str) -> Result<Vec<AwardRow>, CsvError> {
    closed_quotes(text)?;
    let mut reader = reader(text);
    let heading = reader.headers()?.clone();
    let named = |name: &str| heading.iter().position(|found| found.eq_ignore_ascii_case(name));
    let player = named("player").or_else(|| named("id")).or_else(|| named("name"));
    let Some(player) = player else { return Err(CsvError::NoColumn { column: "player" }) };
    // An id beside a name is the same player.
    let also = ["player", "name", "id"];
    let columns = heading.iter().enumerate().filter(|(at, found)| {
        *at != player && !found.is_empty() && !also.iter().any(|name| found.eq_ignore_ascii_case(name))
    });
    let columns: Vec<(usize, Name)> = columns
        .map(|(at, found)| Name::new(found).map(|name| (at, name)).map_err(|error| CsvError::Field { line: 1, error }))
        .collect::<Result<_, _>>()?;
    let mut rows = Vec::new();
    for row in reader.records() {
        let row = row?;
        let cell = |at: usize| row.get(at).unwrap_or_default();
        let points = |(at, name): &(usize, Name)| {
            let text = cell(*at);
            let wrong = |_| NotThat { found: text.to_owned(), what: "number of points", accepted: "a whole number" };
            (!text.is_empty()).then(|| (name.clone(), text.parse().map_err(wrong)))
        };
        let awards: Vec<_> = columns.iter().filter_map(points).collect();
        if !awards.is_empty() {
            let line = row.position().map_or(0, csv::Position::line);
            rows.push(AwardRow { line, player: cell(player).to_owned(), awards });
        }
    }
    Ok(rows)
}
