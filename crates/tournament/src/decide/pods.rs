//! Whether pods may be made.

use std::collections::BTreeSet;

use crate::command::Pods;
use crate::id::{PlayerId, RoundNumber};
use crate::refusal::Refusal;
use crate::state::{Event, Stage, Tournament};

/// Pods come before round 1 or after a closed round, outside a bracket, and seat everybody who plays exactly once.
pub(super) fn make_pods(state: &Tournament, pods: &Pods) -> Result<Vec<Event>, Refusal> {
    let after = RoundNumber(state.published());
    let due = after.next();
    let closed = after.0 == 0 || state.round(after).is_some_and(|round| round.stage == Stage::Closed);
    if !closed {
        return Err(Refusal::RoundState { round: after, state: "published", accepted: "closed" });
    }
    if state.is_bracket(due) {
        return Err(Refusal::BadPods { why: "the round that comes next belongs to a bracket" });
    }
    if pods.pods.is_empty() || pods.pods.iter().any(|pod| pod.len() < 2) {
        return Err(Refusal::BadPods { why: "a pod has at least 2 players" });
    }
    let mut seen: BTreeSet<&PlayerId> = BTreeSet::new();
    for player in pods.pods.iter().flatten() {
        super::known(state, player)?;
        if !seen.insert(player) {
            return Err(Refusal::PairedTwice { player: player.clone() });
        }
    }
    let active = state.players.iter().filter(|player| state.is_active(player, due));
    let active: BTreeSet<&PlayerId> = active.map(|player| &player.entry.player).collect();
    if let Some(player) = seen.difference(&active).next() {
        return Err(Refusal::NotHere { player: (*player).clone() });
    }
    match active.difference(&seen).next() {
        Some(player) => Err(Refusal::LeftOut { player: (*player).clone() }),
        None => Ok(vec![Event::PodsMade { pods: pods.clone(), after }]),
    }
}
