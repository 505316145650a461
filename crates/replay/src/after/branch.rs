//! A log up to a record as a new match, for those who ask what would have been.

use std::fmt;

use adjutant_engine::command::{Command, Said, SecretKind, Text};
use adjutant_engine::fold::Match;
use adjutant_engine::ids::MatchId;
use adjutant_engine::refusal::Refusal;
use adjutant_engine::side::{By, Player};
use serde_json::json;

use super::common::Times;
use crate::sealed::Sealing;

/// Why a log has no such branch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unbranched {
    /// Nothing was opened before that record.
    NotOpen,
    /// A player's choice is still sealed there: the branch would have to tell it.
    Sealed(Player, SecretKind),
    /// The records that stand are refused as a log of their own.
    Refused {
        /// The record.
        seq: u64,
        /// Why.
        refusal: Box<Refusal>,
    },
    /// A record cannot be written.
    Unwritten,
}

impl fmt::Display for Unbranched {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unbranched::NotOpen => f.write_str("nothing was recorded up to there"),
            Unbranched::Sealed(player, what) => {
                write!(f, "the {} of player {player} are still sealed there", what.as_str())
            }
            Unbranched::Refused { seq, refusal } => {
                write!(f, "record {seq} is refused without what came later: {refusal}")
            }
            Unbranched::Unwritten => f.write_str("a record cannot be written"),
        }
    }
}

impl std::error::Error for Unbranched {}

/// The records of a match as they stand, as a log of their own: of no event, without drawn dice, signatures and secrets.
/// Choices that were opened are open ones, and a note at the end says where it comes from. `id` is what it is called.
///
/// # Errors
/// A choice that is still sealed, or records that do not stand without what was left out.
pub fn branch(game: &Match, times: &Times, id: &MatchId) -> Result<Vec<u8>, Unbranched> {
    let state = game.state();
    let origin = state.head.ok_or(Unbranched::NotOpen)?;
    for player in Player::BOTH {
        if let Some((what, _)) = state.sides[player].secrets.iter().find(|(_, secret)| !secret.revealed) {
            return Err(Unbranched::Sealed(player, *what));
        }
    }
    let mut log = Sealing::new(game.packs().clone());
    let mut last = None;
    for (seq, said, command) in game.standing() {
        let Some(command) = opened(command.clone(), id) else { continue };
        last = times.get(&seq).copied().or(last);
        log.add(last.ok_or(Unbranched::Unwritten)?, Said { drawn: None, ..said.into_owned() }, command)
            .map_err(|refusal| refusal.map_or(Unbranched::Unwritten, |refusal| Unbranched::Refused { seq, refusal }))?;
    }
    let of = state.open.as_ref().map_or_else(String::new, |open| format!(" ({origin}, {})", open.id));
    let text = Text::new(&format!("branch of record {}{of}", game.seq())).ok_or(Unbranched::Unwritten)?;
    log.add(last.ok_or(Unbranched::Unwritten)?, By::Both.into(), Command::Note { text })
        .map_err(|_| Unbranched::Unwritten)?;
    Ok(log.bytes)
}

/// A record as it stands in a branch; nothing where it has no place there.
fn opened(command: Command, id: &MatchId) -> Option<Command> {
    match command {
        Command::Open(mut open) => {
            open.id = id.clone();
            (open.event, open.dice) = (None, None);
            Some(Command::Open(open))
        }
        Command::Commit { .. } | Command::Sign { .. } | Command::Unseal { .. } => None,
        Command::Reveal { ref value, .. } => {
            let chosen = command.topic()?;
            Command::read(&json!({chosen.name(): value}).to_string()).ok()
        }
        other => Some(other),
    }
}
