//! What falls due, one step at a time.

use adjutant_core::side::Player;

use super::directory::UnitIndex;
use crate::terms::{Phase, Rule, TimedMoment};

/// Something that falls due by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A rule at a moment.
    Rule(TimedMoment, Rule),
    /// One action completes, or fails at last.
    CompleteAction(UnitIndex),
    /// A completed action is scored: its place in the list of completions.
    ScoreCompletion(usize),
    /// A unit and its leaders are parted, since one of them is destroyed.
    SeparateParts(UnitIndex),
    /// The next phase of the turn begins.
    StartPhase(Phase),
    /// A player's turn begins, or passes.
    StartTurn(Player),
    /// The last phase of the turn is over, and the turn is not: what lasts with the phase is gone when the turn ends.
    LastPhaseOver,
    /// The turn is over.
    EndTurn,
    /// The round is over.
    EndRound,
    /// A round begins.
    StartRound(u32),
    /// The battle is over.
    Finish,
}
