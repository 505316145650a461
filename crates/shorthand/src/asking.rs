//! The dice of attacks, step by step: attacks made ready to be asked for, and answers put in place.

use adjutant_engine::attack::{Attacks as Count, Saves, Sequence, Step};
use adjutant_engine::command::{Attack, Command, Losses, Said};
use adjutant_engine::decide::{self, NextDice};
use adjutant_engine::fold::Match;
use adjutant_engine::refusal::Refusal;

use crate::attack::{Answer, answer, no_dice};
use crate::fault::Fault;

/// Why an answer could not be put in place.
#[derive(Debug, thiserror::Error)]
pub enum Unanswered {
    /// Words that make no sense.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// Dice before anybody has said how many attacks there are.
    #[error("a number of attacks is wanted first")]
    NoNumber,
    /// No dice at all; these come next.
    #[error("no dice were typed")]
    NoDice(String),
    /// Dice that the rules refuse.
    #[error("{refusal}")]
    Refused {
        /// What was typed.
        typed: String,
        /// Why.
        refusal: Box<Refusal>,
    },
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
            attack.sequence = Some(Box::new(no_dice()));
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
) -> Result<(Command, usize), Unanswered> {
    let refused = |refusal| Unanswered::Refused { typed: text.to_owned(), refusal: Box::new(refusal) };
    match answer(text, next.prompt.step)? {
        Answer::Dice(saves) => {
            if next.prompt.step == Step::Attacks && next.prompt.dice == 0 {
                return Err(Unanswered::NoNumber);
            }
            let said_nothing = *saves == Saves::default();
            if said_nothing {
                return Err(Unanswered::NoDice(next.prompt.to_string()));
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

/// The command with what a step needs, said before any of its dice are thrown: `3+ -1`, or whole steps as a line has them.
///
/// # Errors
/// Words that make no sense, or none.
pub fn with_need(command: &Command, next: &NextDice, text: &str) -> Result<Command, Unanswered> {
    let mut command = command.clone();
    if let Command::Shoot(attacks) | Command::Fight(attacks) = &mut command
        && let Some(sequence) = attacks.attacks.get_mut(next.attack).and_then(|a| a.sequence.as_deref_mut())
    {
        match answer(text, next.prompt.step)? {
            Answer::Dice(saves) if *saves == Saves::default() => {
                return Err(Unanswered::NoDice(next.prompt.to_string()));
            }
            Answer::Dice(saves) => sequence.answer(next.prompt.step, *saves),
            Answer::Steps(steps) => merge(sequence, *steps),
        }
    }
    Ok(command)
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
