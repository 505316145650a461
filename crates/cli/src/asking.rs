//! The dice of attacks asked for step by step: what comes next in the players' words, and their answers put in place.

use std::io::{BufRead, IsTerminal};

use adjutant_app::Error;
use adjutant_app::error::Origin;
use adjutant_engine::attack::{Attacks as Count, Saves, Sequence, Step};
use adjutant_engine::command::{Attack, Command, Losses};
use adjutant_engine::decide::{self, NextDice};
use adjutant_engine::fold::Match;
use adjutant_engine::refusal::Refusal;
use adjutant_engine::side::Said;
use adjutant_engine::state::State;

use crate::error::{CliError, ErrorKind};
use crate::output::Output;
use crate::session::panel::name_of;
use crate::shorthand::{self, Answer};

/// A longer answer is none.
const BYTES_MAX: u64 = 4096;

/// What comes next, with the player who throws and the weapon: `Ben: 4 dice to save, 5+ (Heavy bolter on b1)`.
pub fn question(state: &State, next: &NextDice) -> String {
    let weapon = next.weapon.as_ref().map_or(String::new(), |weapon| format!("{weapon} on "));
    format!("{}: {} ({weapon}{})", name_of(state, next.by), next.prompt, next.target)
}

/// `shoot` or `fight` with a sequence for every attack that states no losses, ready to be asked for. Words that name
/// neither losses nor dice stand for no losses; here they are about to be asked for.
pub fn begun(mut command: Command) -> Command {
    if let Command::Shoot(attacks) | Command::Fight(attacks) = &mut command {
        let unstated = |attack: &&mut Attack| {
            let none = match &attack.destroyed {
                None => true,
                Some(Losses::Models(models)) => models.get() == 0,
                Some(Losses::Groups(_)) => false,
            };
            none && attack.wounds.is_none() && attack.sequence.is_none()
        };
        for attack in attacks.attacks.iter_mut().filter(unstated) {
            attack.destroyed = None;
            attack.sequence = Some(Box::new(shorthand::no_dice()));
        }
    }
    command
}

/// The command with one answer put in place, and how many of its dice count no more.
///
/// An answer is the dice alone, `4 5 1 6`, or with what was still to be said, `4+ 4 5 1 6`, or whole steps as a line has
/// them: `attacks 10`, `d 2`, `ignore 5+`.
///
/// # Errors
/// Words that make no sense, or dice that the rules refuse.
pub fn go_on(
    game: &Match,
    said: &Said,
    command: &Command,
    next: &NextDice,
    text: &str,
) -> Result<(Command, usize), CliError> {
    let refused = |refusal: Refusal| CliError::from(Error::refused(Origin::Entered, "these dice", text, refusal));
    let answer = shorthand::answer(text, next.prompt.step)?;
    match answer {
        Answer::Dice(saves) => {
            if next.prompt.step == Step::Attacks && next.prompt.dice == 0 {
                return Err(CliError::usage("a number of attacks is wanted first")
                    .hint("such as `attacks 10` or `attacks 2d6`"));
            }
            let said_nothing = *saves == Saves::default();
            if said_nothing {
                return Err(CliError::usage("no dice were typed").hint(format!("next: {}", next.prompt)));
            }
            decide::answer(game.state(), said, command, *saves).map_err(refused)
        }
        Answer::Steps(steps) => {
            let mut command = command.clone();
            if let Command::Shoot(attacks) | Command::Fight(attacks) = &mut command
                && let Some(sequence) = attacks.attacks.get_mut(next.attack).and_then(|a| a.sequence.as_deref_mut())
            {
                merge(sequence, *steps);
            }
            decide::next_dice(game.state(), said, &command).map_err(refused)?;
            Ok((command, 0))
        }
    }
}

/// Puts whole steps into a sequence; what was said of them before is said anew.
fn merge(sequence: &mut Sequence, steps: Sequence) {
    let counted = !matches!(&steps.attacks, Count::Number(number) if number.get() == 0);
    if counted {
        sequence.attacks = steps.attacks;
    }
    sequence.traits.extend(steps.traits);
    sequence.strength = steps.strength.or(sequence.strength);
    sequence.hit = steps.hit.or(sequence.hit.take());
    sequence.wound = steps.wound.or(sequence.wound.take());
    sequence.save.extend(steps.save);
    sequence.damage = steps.damage.or(sequence.damage.take());
    sequence.ignore = steps.ignore.or(sequence.ignore.take());
    sequence.mortal = steps.mortal.or(sequence.mortal.take());
}

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
        match go_on(game, said, &command, &next, &text) {
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
