//! What every list shares: its faults, its cells, its text.

use std::borrow::Cow;

use crate::id::{NotThat, PlayerId};

/// A place; nothing where there is none.
pub(super) fn rank(rank: Option<u32>) -> String {
    rank.map(|rank| rank.to_string()).unwrap_or_default()
}

/// Why a list of players was not taken.
#[derive(Debug, thiserror::Error)]
pub enum CsvError {
    /// It is not a CSV file.
    #[error("the list is not a CSV file: {0}")]
    Form(#[from] csv::Error),
    /// No column holds names.
    #[error("the list has no column `name`, nor `first name` and `last name`; its columns are {}", found.join(", "))]
    NoName {
        /// The columns that it has.
        found: Vec<String>,
    },
    /// A needed column of a list of results is missing.
    #[error("the list has no column `{column}`; use the columns table, one, two, winner, no-show")]
    NoColumn {
        /// Its name.
        column: &'static str,
    },
    /// A heading that was mapped is not there.
    #[error("the list has no column `{heading}`; its columns are {}", found.join(", "))]
    NotMapped {
        /// The heading that was given.
        heading: String,
        /// The columns that it has.
        found: Vec<String>,
    },
    /// A field in quotes has no end.
    #[error("line {line}: the quote that begins here has no end")]
    OpenQuote {
        /// Number of the line.
        line: u64,
    },
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

/// A text as a cell of a list that people open in a spreadsheet. One that begins as a formula does gets a `'` before it,
/// by which spreadsheets know text; else the name of a player could run a command on the organiser's machine.
///
/// # Source
/// OWASP, CSV Injection: cells that begin with `=`, `+`, `-`, `@`, tab or carriage return; their full-width forms, which
/// some spreadsheets read alike.
///
/// ```
/// use adjutant_tournament::csv_file::cell;
/// assert_eq!(cell("=HYPERLINK(\"x\")"), "'=HYPERLINK(\"x\")");
/// assert_eq!(cell("Anna =1"), "Anna =1");
/// ```
pub fn cell(text: &str) -> Cow<'_, str> {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r', '\'', '＝', '＋', '－', '＠']) {
        Cow::Owned(format!("'{text}"))
    } else {
        Cow::Borrowed(text)
    }
}

/// The text of a list.
pub(super) fn text_of(writer: csv::Writer<Vec<u8>>) -> Result<String, CsvError> {
    let bytes = writer.into_inner().map_err(|error| csv::Error::from(error.into_error()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
