//! A log up to a record as a new match, for those who ask what would have been.

use std::fmt;
use std::sync::Arc;

use adjutant_engine::chain::Link;
use adjutant_engine::command::{Command, Said, SecretKind, Text};
use adjutant_engine::fold::Match;
use adjutant_engine::ids::MatchId;
use adjutant_engine::record::seal;
use adjutant_engine::refusal::Refusal;
use adjutant_engine::side::{By, Player};
use serde_json::json;

use super::common::Times;

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
    let mut log = Log { game: Match::new(game.packs().clone()), link: Link::START, bytes: Vec::new(), last: None };
    for (seq, said, command) in game.standing() {
        let Some(command) = opened(command.clone(), id) else { continue };
        log.add(times.get(&seq).copied(), Said { drawn: None, ..said.into_owned() }, command)
            .map_err(|refusal| refusal.map_or(Unbranched::Unwritten, |refusal| Unbranched::Refused { seq, refusal }))?;
    }
    let of = state.open.as_ref().map_or_else(String::new, |open| format!(" ({origin}, {})", open.id));
    let text = Text::new(&format!("branch of record {}{of}", game.seq())).ok_or(Unbranched::Unwritten)?;
    log.add(None, By::Both.into(), Command::Note { text }).map_err(|_| Unbranched::Unwritten)?;
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
            serde_json::from_value(json!({chosen.name(): value})).ok()
        }
        other => Some(other),
    }
}

/// A log that grows.
struct Log {
    game: Match,
    link: Link,
    bytes: Vec<u8>,
    last: Option<adjutant_engine::time::Timestamp>,
}

impl Log {
    /// Adds a record; the refusal where the rules do not take it.
    fn add(
        &mut self,
        at: Option<adjutant_engine::time::Timestamp>,
        said: Said,
        command: Command,
    ) -> Result<(), Option<Box<Refusal>>> {
        let at = at.or(self.last).ok_or(None)?;
        let command = Arc::new(self.game.complete(command));
        self.game.record(said.clone(), Arc::clone(&command)).map_err(|refusal| Some(Box::new(refusal)))?;
        let (line, link) = seal(at, said, &command, self.game.vp(), self.link).map_err(|_| None)?;
        self.game.set_head(link.hash);
        (self.link, self.last) = (link, Some(at));
        self.bytes.extend(line);
        self.bytes.push(b'\n');
        Ok(())
    }
}
