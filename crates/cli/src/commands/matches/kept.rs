//! A match that no law here can judge: what its chain shows.

use adjutant_engine::visible::{excerpt, message};
use adjutant_replay::Error;
use adjutant_replay::matches::kept::{KeptRecord, kept};

use crate::error::{CliError, Exit, Outcome};
use crate::output::Output;

/// What a log folds to; of one that no law here can judge its chain is told, on request with the records, and the
/// program is to end so.
///
/// # Errors
/// A log that cannot be read or folded for another reason.
pub fn or_told<T>(
    folded: Result<T, Error>,
    (name, bytes): (&str, &[u8]),
    with_records: bool,
    output: &mut Output,
) -> Result<Result<T, Exit>, CliError> {
    match folded {
        Err(Error::Unjudged { why, .. }) => told(name, bytes, &why.to_string(), with_records, output).map(Err),
        folded => Ok(Ok(folded?)),
    }
}

/// Tells what the chain of a log shows.
///
/// # Errors
/// A line that does not continue the chain.
pub fn told(name: &str, bytes: &[u8], why: &str, with_records: bool, output: &mut Output) -> Outcome {
    let lines = bytes.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
    let kept = kept(lines).map_err(|error| CliError::refused(format!("{name}: {error}")))?;
    if output.json {
        let mut document = serde_json::to_value(&kept).unwrap_or_default();
        document["cannot_judge"] = why.into();
        output.document(&document)?;
        return Ok(Exit::Unjudged);
    }
    // Nobody has judged these texts.
    let [id, one, two, mission] =
        [&*kept.id, &*kept.one, &*kept.two, kept.mission.as_deref().unwrap_or("no mission")].map(excerpt);
    let (vp, records, head) = (kept.vp, kept.records.len(), kept.head);
    output.text(&format!("{id}: {one} and {two}, {mission}"))?;
    output.text(&format!("cannot be judged: {}", message(why)))?;
    output.text(&format!("The last of {records} records claims {}:{}; head {head}", vp.one, vp.two))?;
    if with_records {
        let line = |one: &KeptRecord| {
            let KeptRecord { record, vp, .. } = one;
            let [at, by, what] = [&*one.at, &*one.by, &*one.what].map(excerpt);
            format!("{record:>5}  {at}  {by:<5}  {:>3}:{:<3}  {what}", vp.one, vp.two)
        };
        output.text("record  at                    by       VP    command")?;
        output.text(&kept.records.iter().map(line).collect::<Vec<_>>().join("\n"))?;
    }
    Ok(Exit::Unjudged)
}
