//! Files of commands for `match record --from`: a line of words, or one bare record, a line.

use std::path::Path;

use adjutant_app::matches::recording::Recording;
use adjutant_app::secrets::Vault;
use adjutant_app::{Error, files};
use adjutant_engine::chain::LOG_BYTES_MAX;
use adjutant_engine::record::{BareRecord, read_bare};
use adjutant_present::say::telling::{Telling, Told};
use adjutant_replay::error::LogFault;
use adjutant_shorthand as shorthand;

use super::spoken::{Flags, Place, check_id, take_words};
use crate::error::CliError;
use crate::output::Output;

/// The lines of a file that say something.
pub struct Lines {
    name: String,
    said: Vec<(usize, Line)>,
}

enum Line {
    /// A bare record.
    Record(Box<BareRecord>),
    /// Commands in words.
    Words(String),
}

/// Reads a file, or standard input where the path is `-`. A line that begins with `{` is a bare record, any other that is
/// not empty and does not begin with `#` is words.
///
/// # Errors
/// A file that cannot be read or is too long, a line that is neither a record nor text, or a file that says nothing.
pub fn read(path: &Path) -> Result<Lines, CliError> {
    let name = path.display().to_string();
    let bytes = files::read_log(path)?;
    if bytes.len() > LOG_BYTES_MAX {
        return Err(Error::from(LogFault::TooLarge { name, limit: LOG_BYTES_MAX }).into());
    }
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes);
    let mut said = Vec::new();
    for (index, line) in bytes.split(|byte| *byte == b'\n').enumerate() {
        let trimmed = line.trim_ascii();
        if trimmed.first().is_none_or(|first| matches!(first, b'{' | b'#')) {
            let error = |error| Error::from(LogFault::BareLine { name: name.clone(), line: index + 1, error });
            let record = read_bare(line).map_err(error)?;
            said.extend(record.map(|record| (index + 1, Line::Record(Box::new(record)))));
        } else {
            let words = std::str::from_utf8(trimmed).map_err(|_| {
                CliError::refused(format!("{name}:{}: the line is not UTF-8 text", index + 1))
                    .hint("save the file as UTF-8")
            })?;
            said.push((index + 1, Line::Words(words.to_owned())));
        }
    }
    if said.is_empty() {
        return Err(Error::from(LogFault::Empty { name }).into());
    }
    Ok(Lines { name, said })
}

/// Records every line, or none. Tells of the record of a file with one line: the answer to more of them names none.
///
/// # Errors
/// The first line that is refused, with its number.
pub fn take(
    recording: &mut Recording,
    lines: Lines,
    vault: &Vault,
    output: &mut Output,
) -> Result<Option<Told>, CliError> {
    let Lines { name, said } = lines;
    let alone = said.len() == 1;
    let mut told = None;
    for (number, line) in said {
        match line {
            Line::Record(bare) => {
                let place = format!("{name}:{number}, record {}", recording.seq() + 1);
                check_id(recording, &place, &bare.command)?;
                let words = shorthand::brief(&bare.command);
                let telling = alone.then(|| Telling::of(recording.game().state(), bare.by, &bare.command));
                recording
                    .take_said(bare.said(), bare.command, bare.at)
                    .map_err(|error| error.explain(&place, &words))?;
                told = telling.map(|telling| telling.told(recording.game().state()));
            }
            Line::Words(line) => {
                let commands = shorthand::apart(&line);
                for (index, words) in commands.iter().enumerate() {
                    let place = Place { file: Some(format!("{name}:{number}")), of: (index + 1, commands.len()) };
                    told = take_words(recording, words, Flags::default(), vault, output)
                        .map_err(|error| place.on(error))?;
                }
            }
        }
    }
    Ok(told)
}
