//! Dice: from a match's seed where it has one, from the system's random source otherwise.

use adjutant_engine::chain::Hash;
use adjutant_engine::command::{Command, DiceSource, Open};
use adjutant_engine::decide::{purpose_in, throw};
use adjutant_engine::dice::{self, Dice, DiceError, Drawer, Drawn, Mix, mixed, next_number, purpose_of_attack};
use adjutant_engine::fold::Match;
use adjutant_engine::ids::{MatchId, Name};
use adjutant_engine::numbers::Face;
use adjutant_engine::side::Said;

use crate::error::{Error as CliError, ErrorKind};
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
    pub fn of(game: &Match, vault: &Vault, with: Option<Mix>) -> Result<Drawing, CliError> {
        let source = game.state().open.as_ref().and_then(|open| open.dice.as_ref());
        let Some(source) = source else {
            return Err(CliError::refused("this match has no seed for digital dice").hint(
                "record what was rolled at the table: `roll PURPOSE 3 5`; `match new --dice sealed` gives a seed",
            ));
        };
        if let Some(seed) = source.seed {
            if with.is_some() {
                return Err(CliError::refused("the seed of this match is open, so no number is mixed into it").hint(
                    "leave `with` and the number out; `match new --dice sealed` makes dice that nobody can foresee",
                ));
            }
            return Ok(Drawing { key: *seed.as_bytes(), drawn: Drawn { with } });
        }
        let Some(with) = with else {
            return Err(CliError::refused("the seed is sealed: the other player says a number for each roll").hint(
                "say what the roll is for first, then ask for the number: `dice 2d6 for charge b2 with 4711`; attacks end with `--roll with 4711`",
            ));
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
    pub fn roll(&self, game: &Match, dice: Dice, purpose: &str) -> Result<Command, CliError> {
        let purpose = spelt(game, purpose)?;
        let roll = dice.roll(&self.key, purpose.as_str(), next_number(game, purpose.as_str()));
        Ok(Command::Roll { purpose, roll, rerolled: None })
    }

    /// A roll-off for a purpose, ties included.
    ///
    /// # Errors
    /// As [`Drawing::roll`].
    pub fn roll_off(&self, game: &Match, purpose: &str) -> Result<Command, CliError> {
        let purpose = spelt(game, purpose)?;
        let dice = dice::roll_off(&self.key, purpose.as_str(), next_number(game, purpose.as_str()));
        Ok(Command::RollOff { purpose, dice })
    }

    /// `shoot` or `fight` with every die that it asks for, step after step.
    ///
    /// # Errors
    /// Another command, or one that the rules cannot throw dice for.
    pub fn attacks(&self, game: &Match, said: &Said, command: &Command) -> Result<Command, CliError> {
        let (word, unit) = match command {
            Command::Shoot(attacks) => ("shoot", &attacks.unit),
            Command::Fight(attacks) => ("fight", &attacks.unit),
            other => {
                let message = format!("`{}` has no dice that are drawn step by step", other.name());
                return Err(CliError::usage(message).hint("`dice 2d6 for charge a1` draws other dice"));
            }
        };
        let purpose = purpose_of_attack(word, unit);
        let number = next_number(game, &purpose);
        let mut drawer = Drawer::new(self.key, purpose, number);
        throw(game.state(), said, command, &mut |attack, step, again| drawer.face(attack, step, again))
            .map_err(|refusal| CliError::refusal("these attacks", command.name(), &refusal))
    }
}

fn spelt(game: &Match, purpose: &str) -> Result<Name, CliError> {
    let purpose = purpose_in(game.state(), purpose).map_err(|refusal| {
        CliError::refused(refusal.message).hint(format!("digital dice are for {}", refusal.accepted))
    })?;
    Name::new(&purpose.to_string()).map_err(|error| CliError::usage(error.to_string()))
}

/// A fresh sealed seed for a match, kept on the disk of this machine before the log names its hash.
///
/// # Errors
/// A system without random numbers, or a folder that cannot be written.
pub fn seal(vault: &Vault, id: &MatchId) -> Result<DiceSource, CliError> {
    let seed = Hash::of_bytes(random_seed()?);
    let sealed = dice::seal(id, seed);
    let secret = Secret { of: format!("dice of match {id}"), salt: String::new(), value: seed.to_string().into() };
    vault.keep(sealed, &secret)?;
    Ok(DiceSource::sealed(sealed))
}

/// The sealed seed of a match, as its machine keeps it.
///
/// # Errors
/// A seed that another machine keeps, or a file that cannot be read.
fn sealed_seed(source: &DiceSource, vault: &Vault) -> Result<Hash, CliError> {
    let digest = source.sealed.ok_or_else(|| CliError::refused("this match has no sealed seed"))?;
    let found = vault.find(digest)?;
    let seed = found.as_ref().and_then(|secret| secret.value.as_str()).and_then(Hash::parse);
    seed.ok_or_else(|| {
        CliError::refused("the sealed seed of this match is not on this machine")
            .hint("record its dice on the machine that opened the match, or roll at the table")
    })
}

/// The command that opens the sealed seed of a match.
///
/// # Errors
/// No sealed seed, or one that another machine keeps.
pub fn unsealing(open: &Open, vault: &Vault) -> Result<Command, CliError> {
    match &open.dice {
        Some(source) if source.sealed.is_some() => Ok(Command::Unseal { seed: sealed_seed(source, vault)? }),
        _ => Err(CliError::refused("this match has no sealed seed").hint("there is nothing to open")),
    }
}

/// The next faces for a purpose.
///
/// # Errors
/// A match whose seed is sealed, or one without a seed on a system without random numbers.
pub fn faces(game: &Match, dice: Dice, purpose: &str) -> Result<Vec<Face>, CliError> {
    match dice::next_faces(game, purpose, dice) {
        Some(faces) => Ok(faces),
        None => Ok(dice.roll(&seed_without_log(game)?, purpose, 0)),
    }
}

/// The next roll-off for a purpose, ties included.
///
/// # Errors
/// As [`faces`].
pub fn roll_off(game: &Match, purpose: &str) -> Result<Vec<[Face; 2]>, CliError> {
    match dice::next_roll_off(game, purpose) {
        Some(pairs) => Ok(pairs),
        None => Ok(dice::roll_off(&seed_without_log(game)?, purpose, 0)),
    }
}

/// A seed for dice that no log vouches for; refused where a sealed one would.
fn seed_without_log(game: &Match) -> Result<[u8; 32], CliError> {
    let source = game.state().open.as_ref().and_then(|open| open.dice.as_ref());
    if source.is_some_and(|source| source.sealed.is_some()) {
        return Err(CliError::refused("the seed is sealed: the other player says a number for each roll")
            .hint("type it behind the words: `dice roll-off for roles with 4711`, `dice d6 for gamma with 4711`"));
    }
    random_seed()
}

/// A seed from the system's random source.
///
/// # Errors
/// A system that gives no random numbers.
pub fn random_seed() -> Result<[u8; 32], CliError> {
    random_bytes()
}

/// Bytes from the system's random source: for seeds, keys and salts.
///
/// # Errors
/// A system that gives no random numbers.
pub fn random_bytes<const COUNT: usize>() -> Result<[u8; COUNT], CliError> {
    let mut bytes = [0; COUNT];
    getrandom::fill(&mut bytes)
        .map_err(|error| CliError::new(ErrorKind::Files, format!("no random numbers from the system: {error}")))?;
    Ok(bytes)
}

/// A text that names no dice.
pub fn wrong(error: DiceError) -> CliError {
    CliError::usage(error.to_string())
}
