//! What a line is read against, and who speaks.

use adjutant_engine::command::Command;
use adjutant_engine::side::{By, Player};

use crate::names::Names;

/// What the words are read against.
pub struct Context {
    /// What can be named.
    pub names: Names,
    /// Who speaks, if the command line says so.
    pub by: Option<By>,
    /// Whose turn it is.
    pub active: Option<Player>,
}

impl Context {
    /// The player whom `I` means: the one who speaks, or whose turn it is.
    pub fn speaker(&self) -> Option<Player> {
        match self.by {
            Some(by) => by.player(),
            None => self.active,
        }
    }
}

/// Splits `by WHO` off the start of a line.
pub fn speaker_first<'a>(line: &'a str, names: &Names) -> (Option<By>, &'a str) {
    let said = line.strip_prefix("by ").and_then(|rest| rest.trim_start().split_once(char::is_whitespace));
    let found = said.and_then(|(who, rest)| {
        let by = names.find_speaker(who).ok()?;
        Some((Some(by), rest.trim_start()))
    });
    found.unwrap_or((None, line))
}

/// Who says it, where the command line does not: the judge for rulings, both for what is agreed, for the end of a
/// battle that one player left the other one, otherwise the player whose turn it is; before the battle the player whom
/// the command is about.
pub fn speaker(context: &Context, command: &Command) -> By {
    if let Some(by) = context.by {
        return by;
    }
    match command {
        Command::Ruling(_) | Command::Sign { player: None, .. } => By::Judge,
        Command::Open(_) => By::Both,
        Command::End {} if context.names.plays_on.is_some() => context.names.plays_on.map_or(By::Both, By::from),
        Command::Score { player, .. }
        | Command::BattleReady { player, .. }
        | Command::Sign { player: Some(player), .. } => (*player).into(),
        _ => match context.active {
            Some(active) => active.into(),
            None => subject(context, command).map_or(By::Both, By::from),
        },
    }
}

fn subject(context: &Context, command: &Command) -> Option<Player> {
    match command {
        Command::Roster { player, .. } | Command::AddUnit { player, .. } => Some(*player),
        Command::Deploy { unit, .. } | Command::Place { unit, .. } | Command::Split { unit, .. } => {
            context.names.owner(unit)
        }
        _ => None,
    }
}
