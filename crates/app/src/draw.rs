//! Dice: from a match's seed where it has one, from the system's random source otherwise.

use adjutant_engine::chain::Hash;
use adjutant_engine::command::{Cards, Command, DiceSource, Open, Said};
use adjutant_engine::decide::{deal, purpose_in, throw, trials};
use adjutant_engine::dice;
use adjutant_engine::dice::{Dice, DiceError, Drawer, Drawn, Mix, mixed};
use adjutant_engine::draw::{self, next_number, purpose_of_attack};
use adjutant_engine::fold::Match;
use adjutant_engine::ids::{MatchId, Name};
use adjutant_engine::numbers::Face;
use adjutant_engine::refusal::{Refusal, RefusalCode};
use adjutant_engine::side::By;

use crate::error::{Error, MatchError, Origin};
use crate::random;
use crate::secrets::{Secret, Vault};

/// The dice of a match, ready to be drawn.
#[derive(Clone, Copy, Debug)]
pub struct Drawing {
    key: [u8; 32],
    drawn: Drawn,
}

impl Drawing {
    /// The dice of a match: under its open seed, or under the sealed one that this machine keeps, mixed with the number
    /// that the other player says.
    ///
    /// # Errors
    /// A match without a seed, a number that is missing or not needed, or a sealed seed that another machine keeps.
    pub fn of(game: &Match, vault: &Vault, with: Option<Mix>) -> Result<Drawing, Error> {
        let source = game.state().open.as_ref().and_then(|open| open.dice.as_ref());
        let Some(source) = source else {
            return Err(MatchError::NoSeed.into());
        };
        if let Some(seed) = source.seed {
            if with.is_some() {
                return Err(MatchError::SeedOpen.into());
            }
            return Ok(Drawing { key: *seed.as_bytes(), drawn: Drawn { with } });
        }
        let Some(with) = with else {
            return Err(MatchError::NoNumber.into());
        };
        let seed = sealed_seed(source, vault)?;
        Ok(Drawing { key: mixed(seed, with), drawn: Drawn { with: Some(with) } })
    }

    /// How the records of these dice are marked.
    pub fn said(&self, said: impl Into<Said>) -> Said {
        Said { drawn: Some(self.drawn), ..said.into() }
    }

    /// A roll for a purpose, in its one spelling.
    ///
    /// # Errors
    /// A text that names no purpose of digital dice.
    pub fn roll(&self, game: &Match, dice: Dice, purpose: &str) -> Result<Command, Error> {
        let purpose = spelt(game, purpose)?;
        let roll = dice.roll(&self.key, purpose.as_str(), next_number(game, purpose.as_str()));
        Ok(Command::Roll { purpose, roll, rerolled: None })
    }

    /// A roll-off for a purpose, ties included.
    ///
    /// # Errors
    /// As [`Drawing::roll`].
    pub fn roll_off(&self, game: &Match, purpose: &str) -> Result<Command, Error> {
        let purpose = spelt(game, purpose)?;
        let dice = dice::roll_off(&self.key, purpose.as_str(), next_number(game, purpose.as_str()));
        Ok(Command::RollOff { purpose, dice })
    }

    /// The cards that come up for a player, off the top of a deck that nobody shuffles by hand.
    ///
    /// # Errors
    /// A pack without cards, or a player who has drawn all of this turn.
    pub fn cards(&self, game: &Match, asked: &Cards) -> Result<Command, Error> {
        let dealt = draw::dealt(game, &self.key, asked).map_err(|refusal| unfit("these cards", "card", refusal))?;
        Ok(Command::Card(dealt))
    }

    /// `shoot` or `fight` with every die that it asks for, step after step.
    ///
    /// # Errors
    /// Another command, or one that the rules cannot throw dice for.
    pub fn attacks(&self, game: &Match, said: &Said, command: &Command) -> Result<Command, Error> {
        let purpose = match command {
            Command::Shoot(attacks) | Command::Fight(attacks) => purpose_of_attack(command.name(), &attacks.unit),
            // The rules refuse to throw dice for it.
            other => other.name().to_owned(),
        };
        let number = next_number(game, &purpose);
        let mut drawer = Drawer::new(self.key, purpose, number);
        throw(game.state(), said, command, &mut |attack, step, again| drawer.face(attack, step, again))
            .map_err(|unthrown| refused(command, unthrown.refusal()))
    }
}

/// Dice that somebody asks for, or a roll-off where none are named: who says so, and the command.
///
/// # Errors
/// As [`Drawing::of`] and [`Drawing::roll`].
pub fn rolled(
    game: &Match,
    vault: &Vault,
    by: By,
    (dice, purpose): (Option<Dice>, &str),
    with: Option<Mix>,
) -> Result<(Said, Command), Error> {
    let drawing = Drawing::of(game, vault, with)?;
    let command = match dice {
        Some(dice) => drawing.roll(game, dice, purpose)?,
        None => drawing.roll_off(game, purpose)?,
    };
    Ok((drawing.said(by), command))
}

/// Attacks with every die that they ask for: who says so, and the command.
///
/// # Errors
/// As [`Drawing::of`] and [`Drawing::attacks`].
pub fn thrown(
    game: &Match,
    vault: &Vault,
    said: Said,
    command: &Command,
    with: Option<Mix>,
) -> Result<(Said, Command), Error> {
    let drawing = Drawing::of(game, vault, with)?;
    let said = drawing.said(said);
    ready(game, &said, command)?;
    let command = match command {
        Command::Card(asked) => drawing.cards(game, asked)?,
        attacks => drawing.attacks(game, &said, attacks)?,
    };
    Ok((said, command))
}

/// Cards off the top of a deck that nobody shuffles by hand: who says so, and the command. A match without a seed has them
/// from the system's random source, and its log as the player's word.
///
/// # Errors
/// As [`thrown`].
pub fn cards(game: &Match, vault: &Vault, by: By, asked: &Cards, with: Option<Mix>) -> Result<(Said, Command), Error> {
    let (said, command) = (Said::from(by), Command::Card(asked.clone()));
    if with.is_some() || game.state().open.as_ref().is_some_and(|open| open.dice.is_some()) {
        return thrown(game, vault, said, &command, with);
    }
    ready(game, &said, &command)?;
    let drawing = Drawing { key: seed_without_log(game)?, drawn: Drawn { with } };
    Ok((said, drawing.cards(game, asked)?))
}

/// Refuses attacks whose dice could turn out to be refused once they lie: then the next number that is said would bring
/// other ones. They are judged with tried faces before the first true one is drawn, and before anybody says a number.
///
/// # Errors
/// What is missing, such as what a step needs, or why the attacks are refused.
pub fn ready(game: &Match, said: &Said, command: &Command) -> Result<(), Error> {
    if let Command::Card(asked) = command {
        let tried = deal(game.state(), asked, &mut |_| 0).map(Command::Card);
        let judged = tried.and_then(|tried| game.check(said.clone(), &tried));
        // Cards that were taken back come again, whatever the trial drew.
        let judged =
            judged.or_else(|refusal| if refusal.code == RefusalCode::DiceOpen { Ok(()) } else { Err(refusal) });
        return judged.map_err(|refusal| unfit("these cards", command.name(), refusal));
    }
    let tried = trials(game.state(), said, command).map_err(|unthrown| refused(command, unthrown.refusal()))?;
    let judged = tried.iter().try_for_each(|tried| game.check(said.clone(), tried));
    judged.map_err(|refusal| refused(command, refusal))
}

fn refused(command: &Command, refusal: Refusal) -> Error {
    unfit("these attacks", command.name(), refusal)
}

fn unfit(what: &str, words: &str, refusal: Refusal) -> Error {
    Error::refused(Origin::Entered, what, words, refusal)
}

fn spelt(game: &Match, purpose: &str) -> Result<Name, Error> {
    let read = purpose_in(game.state(), purpose);
    let read = read.map_err(|refusal| Error::refused(Origin::Entered, "these dice", purpose, refusal))?;
    Name::new(&read.to_string()).map_err(|error| Error::Dice(error.to_string()))
}

/// A fresh seed that stands in the log.
///
/// # Errors
/// A system without random numbers.
pub fn unsealed() -> Result<DiceSource, Error> {
    Ok(DiceSource::open(Hash::of_bytes(random::seed()?)))
}

/// A fresh sealed seed for a match, kept on the disk of this machine before the log names its hash.
///
/// # Errors
/// A system without random numbers, or a folder that cannot be written.
pub fn seal(vault: &Vault, id: &MatchId) -> Result<DiceSource, Error> {
    let seed = Hash::of_bytes(random::seed()?);
    let sealed = dice::seal(id, seed);
    let secret = Secret { of: format!("dice of match {id}"), salt: String::new(), value: seed.to_string().into() };
    vault.keep(sealed, &secret)?;
    Ok(DiceSource::sealed(sealed))
}

/// The sealed seed of a match, as its machine keeps it.
///
/// # Errors
/// A seed that another machine keeps, or a file that cannot be read.
fn sealed_seed(source: &DiceSource, vault: &Vault) -> Result<Hash, Error> {
    let digest = source.sealed.ok_or(MatchError::NothingSealed)?;
    let found = vault.find(digest)?;
    let seed = found.as_ref().and_then(|secret| secret.value.as_str()).and_then(Hash::parse);
    seed.ok_or_else(|| MatchError::SeedElsewhere.into())
}

/// The command that opens the sealed seed of a match.
///
/// # Errors
/// No sealed seed, or one that another machine keeps.
pub fn unsealing(open: &Open, vault: &Vault) -> Result<Command, Error> {
    match &open.dice {
        Some(source) if source.sealed.is_some() => Ok(Command::Unseal { seed: sealed_seed(source, vault)? }),
        _ => Err(MatchError::NothingSealed.into()),
    }
}

/// The same, where it can be said now: the battle is over, and this machine keeps the seed.
pub fn unsealable(game: &Match, by: By, vault: &Vault) -> Option<Command> {
    let command = unsealing(game.state().open.as_deref()?, vault).ok()?;
    game.check(by, &command).is_ok().then_some(command)
}

/// The next faces for a purpose.
///
/// # Errors
/// A match whose seed is sealed, or one without a seed on a system without random numbers.
pub fn faces(game: &Match, dice: Dice, purpose: &str) -> Result<Vec<Face>, Error> {
    match draw::next_faces(game, purpose, dice) {
        Some(faces) => Ok(faces),
        None => Ok(dice.roll(&seed_without_log(game)?, purpose, 0)),
    }
}

/// The next roll-off for a purpose, ties included.
///
/// # Errors
/// As [`faces`].
pub fn roll_off(game: &Match, purpose: &str) -> Result<Vec<[Face; 2]>, Error> {
    match draw::next_roll_off(game, purpose) {
        Some(pairs) => Ok(pairs),
        None => Ok(dice::roll_off(&seed_without_log(game)?, purpose, 0)),
    }
}

/// A seed for dice that no log vouches for; refused where a sealed one would.
fn seed_without_log(game: &Match) -> Result<[u8; 32], Error> {
    let source = game.state().open.as_ref().and_then(|open| open.dice.as_ref());
    if source.is_some_and(|source| source.sealed.is_some()) {
        return Err(MatchError::NoNumber.into());
    }
    random::seed()
}

/// A text that names no dice.
pub fn wrong(error: DiceError) -> Error {
    Error::Dice(error.to_string())
}
