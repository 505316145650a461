//! What a line says, with its dice drawn.

use adjutant_app::Error;
use adjutant_engine::command::{Command, Said};
use adjutant_engine::fold::Match;
use adjutant_shorthand::{Draw, Spoken};

use crate::draw;
use crate::vault::Vault;

/// The record that a line asks for, every die drawn that it leaves to the seed of the match; `None` for `undo`.
///
/// # Errors
/// Dice that cannot be drawn: no seed, no number for a sealed one, a purpose that is not known, attacks that lack what a
/// step needs.
pub fn record_of(spoken: Spoken, game: &Match, vault: &Vault) -> Result<Option<(Said, Command)>, Error> {
    match spoken {
        Spoken::Undo => Ok(None),
        Spoken::Record(said, command) => Ok(Some((said, *command))),
        Spoken::Draw(Draw { by, dice, purpose, with }) => {
            draw::rolled(game, vault, by, (dice, &purpose), with).map(Some)
        }
        Spoken::Throw(said, command, with) => draw::thrown(game, vault, said, &command, with).map(Some),
    }
}
