//! What a record brings about, and everything that falls due with it.

use crate::apply::apply;
use crate::event::Event;
use crate::state::State;
use crate::timing::{self, Outcome};

/// Applies the events of a record, then everything that falls due. Each event is shown before it is applied, with
/// whether it is one of the record's own.
pub(super) fn settle(
    state: &mut State,
    outcome: &mut Outcome,
    seq: u64,
    mut events: Vec<Event>,
    mut show: impl FnMut(&State, &Event, bool),
) {
    state.seq = seq;
    for event in events.drain(..) {
        show(state, &event, true);
        apply(state, event);
    }
    // The room goes to what falls due, and with the outcome to the next record.
    outcome.events = events;
    while let Some(step) = state.agenda.pop_front() {
        timing::take(state, &step, outcome);
        // Most steps bring nothing about.
        if !outcome.steps.is_empty() {
            outcome.steps.drain(..).rev().for_each(|step| state.agenda.push_front(step));
        }
        if !outcome.events.is_empty() {
            for event in outcome.events.drain(..) {
                show(state, &event, false);
                apply(state, event);
            }
        }
    }
}
