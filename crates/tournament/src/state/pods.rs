//! Pods that a record names.

use std::collections::BTreeMap;

use super::{Player, Tournament};
use crate::command::Pods;
use crate::id::{PlayerId, RoundNumber};

impl Tournament {
    /// The recorded pods by which a round is played, and the round that they followed.
    pub fn recorded_pods(&self, round: RoundNumber) -> Option<(&Pods, RoundNumber)> {
        let known = self.pods.iter().rfind(|(_, after)| *after < round);
        known.map(|(pods, after)| (pods, *after))
    }

    /// The number of everybody's recorded pod in a round, from 1.
    pub fn pods_by_player(&self, round: RoundNumber) -> BTreeMap<&PlayerId, usize> {
        let pods = self.recorded_pods(round).map(|(pods, _)| pods.pods.as_slice()).unwrap_or_default();
        pods.iter().enumerate().flat_map(|(at, pod)| pod.iter().map(move |player| (player, at + 1))).collect()
    }

    /// Whether a player has entered, has not dropped and has checked in where the event asks for it.
    pub fn is_active(&self, player: &Player, round: RoundNumber) -> bool {
        let check_in = self.create.as_ref().is_some_and(|create| create.policies.check_in);
        player.is_in(round) && (!check_in || player.checked_in.is_some_and(|from| from <= round))
    }

    pub(super) fn make_pods(&mut self, pods: Pods, after: RoundNumber) {
        // A draft of the schedule before goes with it.
        self.rounds.truncate(after.0.into());
        self.pods.retain(|(_, before)| *before < after);
        self.pods.push((pods, after));
    }
}
