//! What a stream shows: which table and how much later, and whose battles.

use adjutant_app::Error;
use adjutant_tournament::TableNumber;

use super::form::{malformed, number, optional, own};
use crate::ask::Ask;
use crate::memory::OnAir;
use crate::pages::problem::Problem;
use crate::pages::scene::Scene;

/// So many seconds a stream may be behind.
const DELAY_S_MAX: u32 = 3600;

pub(super) fn broken(error: Error) -> Problem {
    Problem::Broken(error.sentence())
}

/// A player agrees to be shown, or takes it back.
pub(super) fn agree(scene: &Scene<'_>, ask: &Ask) -> Result<String, Problem> {
    let agrees = match ask.text("agrees") {
        "yes" => true,
        "no" => false,
        _ => return Err(malformed("Say whether you agree.")),
    };
    scene.memory.show(own(scene)?, agrees, &scene.moment.now.to_string()).map_err(broken)?;
    Ok("/me".to_owned())
}

/// The organiser sets the table and the delay.
pub(super) fn set(scene: &Scene<'_>, ask: &Ask) -> Result<String, Problem> {
    let delay_s = number::<u32>(ask, "delay")?;
    if delay_s > DELAY_S_MAX {
        return Err(malformed("A stream is shown at most an hour later: write 3600 seconds or less."));
    }
    let table = optional(ask, "table")?.map(TableNumber);
    scene.memory.set_on_air(OnAir { table, delay_s }).map_err(broken)?;
    Ok("/desk/stream".to_owned())
}
