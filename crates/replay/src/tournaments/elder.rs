//! Events of older laws: seen as the engine of their law counts them, drawn by this one.

use adjutant_tournament::TournamentLog;
use serde_json::json;

use crate::laws::{Law, Unjudged};
use crate::matches::elder;
use crate::rulebook::Rulebook;

/// Lets an event be seen as its law counts it; which law that is, where it is an older one.
///
/// # Errors
/// No law that is here can judge it: it is seen as today's counts it.
pub fn hear(rules: &Rulebook, log: &mut TournamentLog) -> Result<Option<u32>, Unjudged> {
    let law = match Law::of(log.records().iter().map(|record| record.line.as_slice())) {
        Law::Today => return Ok(None),
        Law::Newer(law) => return Err(Unjudged::Newer { law }),
        Law::Older(law) => law,
    };
    let mut heard = elder::ask(rules, law, &json!({"ask": "event"}), &[&log.to_bytes()])?;
    log.hear(heard["standings"].take());
    Ok(Some(law))
}
