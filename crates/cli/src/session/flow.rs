//! What an action is called.

use adjutant_engine::ids::ActionId;
use adjutant_engine::state::State;

/// What an action is called.
pub fn action_name(state: &State, id: &ActionId) -> String {
    let action = state.pack.as_ref().and_then(|pack| pack.actions.get(id));
    action.map_or_else(|| id.to_string(), |action| action.name.to_string())
}
