//! The dice of attacks asked for step by step: what comes next in the players' words, and a line for each answer.

use std::io::{BufRead, IsTerminal};

use adjutant_app::Error;
use adjutant_app::error::Origin;
use adjutant_engine::command::{Command, Said};
use adjutant_engine::decide;
use adjutant_engine::fold::Match;
use adjutant_present::say::dice::question;
use adjutant_shorthand::asking::go_on;

use crate::error::{CliError, ErrorKind};
use crate::output::Output;

/// A longer answer is none.
const BYTES_MAX: u64 = 4096;

/// Whether somebody sits at this terminal who can be asked.
pub fn somebody_there() -> bool {
    std::io::stdin().is_terminal() && std::io::stderr().is_terminal()
}

/// Asks for dice until the attacks are complete: one line of standard input for each question. What was wrong with an
/// answer is said, and the question put again; at a terminal only, since nobody corrects a file.
///
/// # Errors
/// Attacks that cannot be asked for, or no answer.
pub fn all(game: &Match, said: &Said, command: Command, output: &mut Output) -> Result<Command, CliError> {
    let mut command = command;
    let mut input = std::io::stdin().lock();
    let patient = std::io::stdin().is_terminal();
    loop {
        let next = decide::next_dice(game.state(), said, &command);
        let next = next.map_err(|refusal| Error::refused(Origin::Entered, "these attacks", command.name(), refusal))?;
        let Some(next) = next else { return Ok(command) };
        output.remark(&question(game.state(), &next));
        let text = line(&mut input)?;
        let Some(text) = text else {
            return Err(CliError::refused("the attacks are not complete, so nothing was recorded")
                .hint(format!("next: {}", question(game.state(), &next))));
        };
        match go_on(game, said, &command, &next, &text).map_err(CliError::from) {
            Ok((further, unused)) => {
                command = further;
                if unused > 0 {
                    output.remark(&format!("the last {unused} dice count no more"));
                }
            }
            Err(error) if patient => {
                let hint = error.hint.as_ref().map_or(String::new(), |hint| format!(" – {hint}"));
                output.remark(&format!("{error}{hint}"));
            }
            Err(error) => return Err(error),
        }
    }
}

/// One line; `None` at the end of the input, or where nothing stands in it.
fn line(input: &mut impl BufRead) -> Result<Option<String>, CliError> {
    let mut line = String::new();
    let read = std::io::Read::take(input, BYTES_MAX).read_line(&mut line);
    read.map_err(|error| CliError::new(ErrorKind::Files, format!("standard input: {error}")))?;
    let line = line.trim();
    Ok((!line.is_empty()).then(|| line.to_owned()))
}
