//! Lists that people hand in: tables as CSV, from a file or standard input.

use std::path::Path;

use adjutant_engine::visible::excerpt;
use adjutant_tournament::csv_file::{self, CsvError};

use crate::error::CliError;
use crate::files;
use crate::output::Output;

/// Columns that are named when they are not read.
const REMARKS_MAX: usize = 10;

/// The text of a list; remarks which columns are not read.
///
/// # Errors
/// A file that cannot be read or is not in UTF-8.
pub fn read(path: &Path, columns: &[&str], output: &mut Output) -> Result<String, CliError> {
    let file = name(path);
    let bytes = files::read_log(path)?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let upto = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + upto.iter().filter(|byte| **byte == b'\n').count();
        CliError::refused(format!("{file}:{line}: the list is not in UTF-8")).hint("save it as CSV UTF-8")
    })?;
    let text = text.trim_start_matches('\u{feff}');
    let passed_over = csv_file::passed_over(text, columns);
    for column in passed_over.iter().take(REMARKS_MAX) {
        output.remark(&format!("{file}:1: the column `{}` is ignored", excerpt(column)));
    }
    if let Some(more) = passed_over.len().checked_sub(REMARKS_MAX).filter(|more| *more > 0) {
        output.remark(&format!("{file}:1: {more} more columns are not read"));
    }
    Ok(text.to_owned())
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
        CsvError::NoName => CliError::refused(format!("{file}:1: the list has no column `name`"))
            .hint(format!("use these columns: {}", csv_file::COLUMNS.join(", "))),
        CsvError::NoColumn { column } => CliError::refused(format!("{file}:1: the list has no column `{column}`"))
            .hint(format!("use these columns: {}", csv_file::RESULT_COLUMNS.join(", "))),
        CsvError::Form(error) => {
            let line = error.position().map_or(1, |position| position.line());
            CliError::refused(format!("{file}:{line}: {error}"))
        }
    }
}
