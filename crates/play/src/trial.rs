//! What commands would bring about, tried on a copy before anybody presses a key.

use std::sync::Arc;

use adjutant_engine::command::Command;
use adjutant_engine::fold::Match;
use adjutant_engine::happening::Happening;
use adjutant_engine::refusal::Refusal;
use adjutant_engine::side::By;

/// Commands with their speakers, in order.
pub type Plan = Vec<(By, Command)>;

/// A plan that was tried.
pub struct Rehearsal {
    /// The match after it.
    pub game: Match,
    /// What it brings about.
    pub told: Vec<Happening>,
}

/// Tries a plan on a copy of the match.
///
/// # Errors
/// The place of the first command that is refused, and why.
pub fn rehearse(game: &Match, plan: &Plan) -> Result<Rehearsal, (usize, Refusal)> {
    let mut game = game.clone();
    let mut told = Vec::new();
    for (at, (by, command)) in plan.iter().enumerate() {
        let happened = game.tell(*by, Arc::new(command.clone())).map_err(|refusal| (at, refusal))?;
        told.extend(happened);
    }
    Ok(Rehearsal { game, told })
}
