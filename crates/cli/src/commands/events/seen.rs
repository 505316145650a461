//! An event as it is shown: one of an older law as the engine of that law counts it, and said so.

use std::mem::ManuallyDrop;

use adjutant_app::App;
use adjutant_app::tournaments::TournamentRecording;
use adjutant_core::reliance::LAW;
use adjutant_replay::laws::Unjudged;
use adjutant_tournament::TournamentId;

use super::speaking::till_exit;
use crate::error::{CliError, Exit};
use crate::output::Output;

/// Opens an event to be shown, and says on standard error which law counts it where that is not today's. The program is
/// to end as the second value says.
///
/// # Errors
/// No such event, or a database that cannot be read.
pub fn open(
    store: &App,
    id: &TournamentId,
    output: &mut Output,
) -> Result<(ManuallyDrop<TournamentRecording>, Exit), CliError> {
    let mut event = till_exit(TournamentRecording::load(store, id)?);
    let exit = told(&format!("event {id}"), event.hear(), output);
    Ok((event, exit))
}

/// Says which law counts an event, where that is not today's.
pub fn told(name: &str, heard: Result<Option<u32>, Unjudged>, output: &mut Output) -> Exit {
    match heard {
        Ok(None) => return Exit::Done,
        Ok(Some(law)) => output.remark(&format!(
            "{name}: it was begun under law {law}, and its last standings are those that law {law} gives"
        )),
        Err(why) => {
            output.remark(&format!("{name} cannot be judged: {why}; this is what law {LAW} makes of it"));
            return Exit::Unjudged;
        }
    }
    Exit::Done
}
