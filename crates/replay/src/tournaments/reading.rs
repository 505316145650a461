//! Logs of tournaments and reports of the FIDE, read from their bytes.

use adjutant_core::sealed::Openings;
use adjutant_tournament::TournamentLog;
use adjutant_tournament::log::LogError;
use adjutant_tournament::trf::Trf;

use crate::error::{Error, LogFault, Refused, ReportFault};
use crate::laws::{Law, Unjudged};

/// Reads an event log. `name` is the file, or the event in the database.
///
/// # Errors
/// The first line that does not chain, is not a record, or that the rules refuse.
pub fn read(name: &str, bytes: &[u8]) -> Result<TournamentLog, Error> {
    read_with(name, bytes, &Openings::default())
}

/// The same, with what opens sealed names.
///
/// # Errors
/// As [`read`].
pub fn read_with(name: &str, bytes: &[u8], names: &Openings) -> Result<TournamentLog, Error> {
    TournamentLog::read_with(bytes, names).map_err(|error| {
        let name = name.to_owned();
        // What is a record under another law need not be one under this.
        let beyond = matches!(error, LogError::Record { .. } | LogError::Refused { .. });
        match (Law::of_log(bytes), &error) {
            (Law::Newer(law), _) if beyond => return Error::Unjudged { name, why: Unjudged::Newer { law } },
            (Law::Older(law), _) if beyond => {
                return Error::Unjudged { name, why: Unjudged::NotDrawn { law, what: error.to_string() } };
            }
            _ => {}
        }
        match error {
            LogError::Chain { line, error } => {
                LogFault::TournamentChain { name, line, error: error.to_string() }.into()
            }
            LogError::Record { line, error } => {
                LogFault::TournamentLine { name, line, error: error.to_string() }.into()
            }
            LogError::Shape(error) => LogFault::Shape { name, error }.into(),
            LogError::Refused { seq, refusal } => {
                let (place, words) = (format!("{name}:{seq}, record {seq}"), "the record".to_owned());
                Error::TournamentRefused(Box::new(Refused { place, words, refusal }))
            }
        }
    })
}

/// Reads a TRF file in UTF-8 or, where it is not, in Latin-1; says which.
///
/// # Errors
/// The first player line that cannot be read, or a file without any.
pub fn read_trf(name: &str, bytes: &[u8]) -> Result<(Trf, bool), Error> {
    let (text, latin1) = match std::str::from_utf8(bytes) {
        Ok(text) => (text.to_owned(), false),
        Err(_) => (bytes.iter().map(|byte| char::from(*byte)).collect(), true),
    };
    let name = || name.to_owned();
    let trf = Trf::read(&text).map_err(|error| Error::Report(ReportFault::Field { name: name(), error }))?;
    if trf.players.is_empty() {
        return Err(Error::Report(ReportFault::NoPlayers { name: name() }));
    }
    Ok((trf, latin1))
}

/// Whether a file holds a report and no log: a log is called `*.jsonl` or begins with a brace.
pub fn is_report(name: &str, bytes: &[u8]) -> bool {
    bytes.iter().find(|byte| !byte.is_ascii_whitespace()) != Some(&b'{') && !name.ends_with(".jsonl")
}
