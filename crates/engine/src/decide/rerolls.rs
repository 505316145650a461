//! What a re-roll rolled anew: as many faces as the roll has.
//!
//! # Source
//! `docs/rules/battle.md`, D-3 (Command Re-roll): a roll is made again as a whole, and its first result is kept in the
//! record. Hit, wound, save and attrition rolls throw many dice of which some are made again, so they are left alone.

use adjutant_core::numbers::Face;
use adjutant_core::say;

use super::desk::refuse;
use crate::command::{Command, Deny, Perils};
use crate::refusal::{Refusal, RefusalCode};

/// Refuses faces before a re-roll that cannot have been thrown for the same roll.
#[inline]
pub(super) fn fit(command: &Command) -> Result<(), Refusal> {
    match command {
        Command::Move { roll, rerolled, .. } => same("an Advance", roll.as_deref().unwrap_or(&[]), rerolled.as_deref()),
        Command::Charge { roll, rerolled, .. } => same("a charge roll", roll, rerolled.as_deref()),
        Command::Morale { roll, rerolled, .. } => same("a Morale test", roll, rerolled.as_deref()),
        Command::Test { roll, rerolled, .. } => same("a test", roll, rerolled.as_deref()),
        Command::ReserveRoll { roll, rerolled, .. } => same("a reserve roll", roll, rerolled.as_deref()),
        Command::Cast { roll, rerolled, deny, perils, .. }
        | Command::PsychicAction { roll, rerolled, deny, perils, .. } => {
            same("a Psychic test", roll, rerolled.as_deref())?;
            if let Some(Deny { roll, rerolled, .. }) = deny.as_deref() {
                same("a Deny the Witch test", roll, rerolled.as_deref())?;
            }
            match perils.as_deref() {
                Some(Perils { roll, rerolled, .. }) => same("Perils of the Warp", roll, rerolled.as_deref()),
                None => Ok(()),
            }
        }
        _ => Ok(()),
    }
}

fn same(what: &str, roll: &[Face], before: Option<&[Face]>) -> Result<(), Refusal> {
    match before {
        Some(before) if before.len() != roll.len() => refuse(
            RefusalCode::BadValue,
            say!("{} of {} dice, and {} before its re-roll", what, roll.len(), before.len()),
            "in `rerolled` as many faces as in `roll`",
        ),
        _ => Ok(()),
    }
}
