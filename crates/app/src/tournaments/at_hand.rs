//! An event that is open, with the matches of the same store, for whatever shows or prints it.

use adjutant_replay::tournaments::at_hand::{EventAtHand, Played};

use super::{TournamentRecording, matches};
use crate::app::App;
use crate::error::Error;
use crate::matches::Recording;
use crate::packs;

/// An event with its matches, without passes.
pub fn at_hand<'a, E: From<Error>>(app: &'a App, event: &'a TournamentRecording) -> EventAtHand<'a, E> {
    let state = event.state();
    let create = state.create.as_deref();
    EventAtHand {
        id: event.id(),
        state,
        log: event.log(),
        pack: matches::pack(event.known(), create),
        usual: packs::default_pack(),
        mission: Box::new(move |id| matches::mission(event.known(), create, id.as_str())),
        played: Box::new(move |round, pairing| {
            let found = matches::printed(app, state, round, pairing)?.map(Recording::into_parts);
            Ok(found.map(|(game, records)| Played { game, records }))
        }),
        passes: Box::new(|| Ok(Vec::new())),
    }
}
