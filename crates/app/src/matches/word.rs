//! In whose word something is taken that one player's word may not be enough for.

use adjutant_engine::command::{Command, Said};
use adjutant_engine::fold::Match;
use adjutant_engine::refusal::{Refusal, RefusalCode};
use adjutant_engine::side::By;

/// Commands by their own speakers, or all in one word.
pub fn said_by(commands: &[(Said, Command)], word: Option<By>) -> Vec<(Said, Command)> {
    let said = |said: &Said| Said { by: word.unwrap_or(said.by), ..said.clone() };
    commands.iter().map(|(own, command)| (said(own), command.clone())).collect()
}

/// Whether a command changes an earlier record.
pub fn corrects(command: &Command) -> bool {
    matches!(command, Command::Retract { .. } | Command::Amend(_))
}

/// In whose word commands are taken: their speakers' own, or else whose it takes, with the match after them. What is not
/// a player's own is never taken in the word of both, or of a judge, before they were asked.
///
/// # Errors
/// Why nobody may.
pub fn word_for(game: &Match, commands: &[(Said, Command)]) -> Result<(Option<By>, Match), Refusal> {
    let all_correct = commands.iter().all(|(_, command)| corrects(command) || matches!(command, Command::Law { .. }));
    let own = commands.iter().all(|(said, _)| said.by.player().is_some()).then_some(None);
    let mut refused = None;
    for word in own.into_iter().chain([Some(By::Both), Some(By::Judge)]) {
        match tried(game, &said_by(commands, word)) {
            Ok(game) => return Ok((word, game)),
            Err(refusal) => {
                let asks =
                    refusal.code == RefusalCode::ReliedOn || all_correct && refusal.code == RefusalCode::NotAllowedBy;
                refused = Some(refusal);
                if !asks {
                    break;
                }
            }
        }
    }
    Err(refused.unwrap_or_else(|| unreachable!("at least two words were tried")))
}

/// Commands tried on a copy of the match.
///
/// # Errors
/// The first refusal.
pub fn tried(game: &Match, commands: &[(Said, Command)]) -> Result<Match, Refusal> {
    let mut game = game.clone();
    for (said, command) in commands {
        game.record(said.clone(), command)?;
    }
    Ok(game)
}
