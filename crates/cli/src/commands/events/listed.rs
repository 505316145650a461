//! Lists that people hand in: tables as CSV, from a file or standard input.

use std::path::Path;

use adjutant_app::files;
use adjutant_engine::visible::excerpt;
use adjutant_shorthand::naming::{self, Known, Unclear};
use adjutant_tournament::csv_file::{self, CsvError};

use crate::error::CliError;
use crate::output::Output;

/// Columns that are named when they are not read.
const REMARKS_MAX: usize = 10;

/// The text of a list.
///
/// # Errors
/// A file that cannot be read or is not in UTF-8.
pub fn read(path: &Path) -> Result<String, CliError> {
    text_of(path, files::read_log(path)?, "save it as CSV UTF-8")
}

/// The text of a list that was read.
///
/// # Errors
/// Bytes that are not UTF-8, with their line and this hint.
pub fn text_of(path: &Path, bytes: Vec<u8>, hint: &str) -> Result<String, CliError> {
    let file = name(path);
    let text = String::from_utf8(bytes).map_err(|error| {
        let upto = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + upto.iter().filter(|byte| **byte == b'\n').count();
        CliError::refused(format!("{file}:{line}: the list is not in UTF-8")).hint(hint)
    })?;
    Ok(text.trim_start_matches('\u{feff}').to_owned())
}

/// Remarks which columns are not read.
pub fn remark_passed_over(path: &Path, passed_over: &[String], output: &mut Output) {
    let file = name(path);
    for column in passed_over.iter().take(REMARKS_MAX) {
        output.remark(&format!("{file}:1: the column `{}` is ignored", excerpt(column)));
    }
    if let Some(more) = passed_over.len().checked_sub(REMARKS_MAX).filter(|more| *more > 0) {
        output.remark(&format!("{file}:1: {more} more columns are not read"));
    }
}

/// What people call the file of a list.
pub fn name(path: &Path) -> String {
    if path == Path::new("-") { "standard input".to_owned() } else { files::shown(path) }
}

/// A fault of a list, with the file and the line.
pub fn explain(path: &Path, error: CsvError) -> CliError {
    let file = name(path);
    match error {
        CsvError::Field { line, error } => CliError::refused(format!("{file}:{line}: {error}")),
        CsvError::Twice { line, id } => CliError::refused(format!("{file}:{line}: the id `{id}` is taken"))
            .hint("give the second one another id in a column `id`"),
        CsvError::NoName { found } => {
            let example = found.first().map_or("Player", String::as_str);
            let hint = match naming::did_you_mean(like("name", &found)) {
                Some(meant) => format!("{meant} If so, add --map name=\"HEADING\""),
                None => format!("say which column holds the names, such as --map name=\"{}\"", excerpt(example)),
            };
            CliError::refused(format!("{file}:1: the list has no column `name`, nor `first name` and `last name`"))
                .detail(format!("its columns are {}", shown(&found)))
                .hint(hint)
        }
        CsvError::NotMapped { heading, found } => {
            let told = CliError::refused(format!("{file}:1: --map: the list has no column `{}`", excerpt(&heading)))
                .detail(format!("its columns are {}", shown(&found)));
            let columns = csv_file::COLUMNS.join(", ");
            let usual = format!("type OURS=THEIRS, such as name=\"Player Name\"; ours are {columns}");
            told.hint(naming::did_you_mean(like(&heading, &found)).unwrap_or(usual))
        }
        CsvError::OpenQuote { line } => {
            CliError::refused(format!("{file}:{line}: the quote that begins on this line has no end"))
                .hint("put a `\"` at the end of the field, or remove the one at its beginning")
        }
        CsvError::NoColumn { column: "player" } => {
            CliError::refused(format!("{file}:1: the list has no column `player`")).hint("name it player, name or id")
        }
        CsvError::NoColumn { column } => CliError::refused(format!("{file}:1: the list has no column `{column}`"))
            .hint("it can have table, one, two, winner, no-show, drawn"),
        CsvError::Form(error) => {
            let line = error.position().map_or(1, |position| position.line());
            CliError::refused(format!("{file}:{line}: {error}"))
        }
    }
}

/// Columns whose headings are spelt much like a word.
fn like(word: &str, found: &[String]) -> Vec<String> {
    let known: Vec<Known<'_>> = found.iter().map(|heading| Known { id: heading, name: heading }).collect();
    let places = match naming::find(&known, word) {
        Ok(at) => vec![at],
        Err(Unclear::Unknown(like) | Unclear::Several(like)) => like,
    };
    places.into_iter().take(3).map(|at| format!("`{}`", excerpt(&found[at]))).collect()
}

fn shown(found: &[String]) -> String {
    let more = if found.len() > REMARKS_MAX { ", …" } else { "" };
    let names: Vec<String> = found.iter().take(REMARKS_MAX).map(|heading| format!("`{}`", excerpt(heading))).collect();
    format!("{}{more}", names.join(", "))
}
