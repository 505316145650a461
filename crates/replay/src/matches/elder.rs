//! Matches of older laws: judged by the engine of their own law, drawn by this one.
//!
//! What counts (the view, the points, what is taken) is said by the engine of the law. Where a unit stands and what a
//! record is called is told by folding the same records here; a record that today's rules do not take is passed over
//! in that.

use std::sync::Arc;

use adjutant_core::sentence::Sentence;
use adjutant_engine::command::{Command, Said, Text};
use adjutant_engine::fold::Match;
use adjutant_engine::happening::Happening;
use adjutant_engine::record::Record;
use adjutant_engine::refusal::{Refusal, RefusalCode};
use adjutant_engine::side::{By, BySide};
use serde_json::{Value, json};

use crate::laws::{Heard, Unjudged, refused};
use crate::rulebook::Rulebook;

/// A record of a match, as the engine of its law took it.
struct Taken {
    record: u64,
    vp: BySide<u32>,
}

/// Folds records of an older law. `lines` are their lines, each with its newline.
///
/// # Errors
/// Why they cannot be judged.
pub fn fold(rules: &Rulebook, law: u32, records: &[&Record], lines: &[u8]) -> Result<Match, Unjudged> {
    let heard = ask(rules, law, &json!({"ask": "fold"}), &[lines])?;
    differing(records, &heard)?;
    let mut game = Match::new(rules.packs.clone());
    for record in records {
        draw(&mut game, &record.said(), &record.command);
        game.set_head(record.hash);
    }
    game.hear(Arc::new(heard["view"].clone()));
    Ok(game)
}

/// Lets this fold draw what the engine of its law took; what it brought about, as far as today's rules tell.
pub fn draw(game: &mut Match, said: &Said, command: &Arc<Command>) -> Vec<Happening> {
    game.tell(said.clone(), Arc::clone(command)).unwrap_or_else(|_| {
        // It keeps its number, and changes nothing that is drawn.
        let told = Text::new(command.name()).map(|text| game.tell(By::Both, Command::Note { text }));
        told.and_then(Result::ok).unwrap_or_default()
    })
}

/// Folds a record and says what it brought about; in a match that an older law judges, what can be drawn of it. `whole` is
/// the fold of the whole log.
///
/// # Errors
/// The refusal of today's law, where that judges the match.
pub fn tell(game: &mut Match, record: &Record, whole: &Match) -> Result<Vec<Happening>, Refusal> {
    let told = match whole.heard() {
        Some(_) => draw(game, &record.said(), &record.command),
        None => game.tell(record.said(), Arc::clone(&record.command))?,
    };
    game.set_head(record.hash);
    Ok(told)
}

/// Why the engine of a law did not take a record.
pub enum Unanswered {
    /// That law refuses it.
    Refused(Refusal),
    /// It cannot be asked.
    Nothing(Unjudged),
}

/// Asks the engine of a law about a record of which it may think ill.
///
/// # Errors
/// Its refusal, or why it cannot be asked.
pub fn asked(rules: &Rulebook, law: u32, question: &Value, parts: &[&[u8]]) -> Result<Value, Unanswered> {
    match hear(rules, law, question, parts) {
        Heard::Given(answer) => Ok(answer),
        Heard::Refused(why) => Err(Unanswered::Refused(refusal(&why))),
        Heard::Nothing(what) => Err(Unanswered::Nothing(Unjudged::NoEngine { law, what })),
    }
}

/// What the engine of a law says; nothing where there is none.
fn hear(rules: &Rulebook, law: u32, question: &Value, parts: &[&[u8]]) -> Heard {
    let heard = rules.elders.as_ref().map(|elders| elders.ask(law, question, parts));
    heard.unwrap_or_else(|| Heard::Nothing("nobody was asked".to_owned()))
}

/// A refusal of an older law. A code that is gone is told as a value that is not taken.
fn refusal(why: &Value) -> Refusal {
    let said = |name: &str| Sentence::from(why[name].as_str().unwrap_or_default().to_owned());
    let code = RefusalCode::ALL.iter().copied().find(|code| code.as_str() == why["code"]);
    Refusal { code: code.unwrap_or(RefusalCode::BadValue), message: said("message"), accepted: said("accepted") }
}

/// Asks the engine of a law.
///
/// # Errors
/// It is not here or failed, or it does not take what was asked about.
pub fn ask(rules: &Rulebook, law: u32, question: &Value, parts: &[&[u8]]) -> Result<Value, Unjudged> {
    match hear(rules, law, question, parts) {
        Heard::Given(answer) => Ok(answer),
        Heard::Refused(why) => Err(refused(&why)),
        Heard::Nothing(what) => Err(Unjudged::NoEngine { law, what }),
    }
}

/// Holds the points of every record against those that the engine of the law gives.
fn differing(records: &[&Record], heard: &Value) -> Result<(), Unjudged> {
    let taken = heard["records"].as_array().into_iter().flatten().filter_map(|one| {
        Some(Taken { record: one["record"].as_u64()?, vp: serde_json::from_value(one["vp"].clone()).ok()? })
    });
    let mut said = records.iter().zip(taken);
    let Some((record, taken)) = said.find(|(record, taken)| record.vp != taken.vp || record.seq != taken.record) else {
        return Ok(());
    };
    let (vp, gives) = (record.vp, taken.vp);
    let what = format!("it says {}:{}, and folding the log up to it gives {}:{}", vp.one, vp.two, gives.one, gives.two);
    Err(Unjudged::BeforeLaws { record: Some(record.seq), what })
}
