//! What the parts of a report share.

use std::collections::BTreeMap;

use adjutant_engine::ids::ObjectiveId;
use adjutant_engine::side::Player;
use adjutant_engine::state::State;
use adjutant_engine::time::Timestamp;

/// When each record was made.
pub type Times = BTreeMap<u64, Timestamp>;

/// Printed name of an objective that a player plays for, or has played for.
pub(super) fn objective_name(state: &State, player: Player, id: &ObjectiveId) -> String {
    state.objective(player, id).map_or_else(|| id.to_string(), |(_, objective)| objective.name.to_string())
}
