//! Lines of words, read against the battle as it stands or stood.

use adjutant_app::matches::recording::Recording;
use adjutant_engine::command::{Command, Reading};
use adjutant_engine::fold::Match;
use adjutant_engine::record::Record;
use adjutant_engine::side::By;
use adjutant_shorthand::{self as shorthand, Context, Names, Spoken};

use crate::error::Error;
use crate::past;

/// What words are read against, the speaker first, and the line without its speaker.
pub fn context<'a>(
    game: &Match,
    records: impl Iterator<Item = &'a Record>,
    line: &str,
) -> (Option<By>, String, Context) {
    let view = game.view();
    let names = Names::of_game(game, &view, records);
    let (by, line) = shorthand::speaker_first(line.trim_start_matches([':', '/']).trim(), &names);
    (by, line.to_owned(), Context { names, by: None, active: view.turn })
}

/// Words as what a record reads as, or what happened right after it, read against the battle as it stood then.
///
/// # Errors
/// Words that make no sense at that moment.
pub fn readings(recording: &Recording, seq: u64, after: bool, words: &str) -> Result<Vec<Reading>, Error> {
    let until = if after { seq } else { seq.saturating_sub(1) };
    let game = past::folded(recording, until);
    let records = recording.standing().take_while(|record| record.seq <= until);
    let (by, line, context) = context(&game, records, words);
    let standing = past::as_read(recording, seq);
    let Spoken::Record(said, command) = shorthand::parse(&line, &Context { by, ..context })? else {
        return Err(Error::usage("a record reads as a command of the log, not as this"));
    };
    let own = matches!(*command, Command::Score { .. } | Command::Ruling(_) | Command::BattleReady { .. });
    let same = standing.as_ref().filter(|_| !after && !own && by.is_none()).map(|(by, _)| *by);
    let reading = Reading { by: same.unwrap_or(said.by), command: *command, under: said.under };
    let kept = if after { standing } else { None };
    let kept = kept.map(|(by, command)| Reading { by, command, under: None });
    Ok(kept.into_iter().chain([reading]).collect())
}
