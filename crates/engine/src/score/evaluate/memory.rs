//! Who controlled markers before now.

use adjutant_core::side::Player;

use super::Evaluator;
use crate::facts;
use crate::rules::{MarkerFilter, MarkerIndex, Quantity};
use crate::score::reason::Reason;
use crate::state::MarkerState;
use crate::terms::{Missing, Possible, knowledge};

impl<'a> Evaluator<'a> {
    /// Markers on the battlefield that fit a filter, that the player controls, and of which something else is so.
    fn controlled_and(
        &mut self,
        filter: &MarkerFilter,
        also: impl Fn(&MarkerState) -> Option<bool>,
        missing: &'static str,
    ) -> Possible {
        let (mut count, mut unknown) = (0, 0);
        let mut found = Vec::new();
        for (index, marker) in self.state.lying_markers() {
            let fits = facts::marker_fits(self.state, self.player, filter, index);
            match knowledge::all([fits, self.holds(index), also(marker)]) {
                Some(true) => {
                    count += 1;
                    found.push(&marker.id);
                }
                Some(false) => {}
                None => {
                    unknown += 1;
                    match self.holds(index) {
                        None => self.miss(Missing::Holder(marker.id.clone())),
                        Some(_) => self.miss(Missing::Fact(missing)),
                    }
                }
            }
        }
        if count > 0 {
            self.say(Reason::Holds(found));
        }
        Possible::range(count, count + unknown)
    }

    /// Whether the player controls a marker now.
    pub(super) fn holds(&self, marker: MarkerIndex) -> Option<bool> {
        self.scene.control(marker).map(|control| control.holder == Some(self.player))
    }

    pub(super) fn newly_controlled(&mut self, filter: &MarkerFilter) -> Possible {
        let player = self.player;
        self.controlled_and(
            filter,
            |marker| marker.held_before.map(|before| before != Some(player)),
            "who held the markers as this turn began",
        )
    }

    pub(super) fn controlled_for(&mut self, filter: &MarkerFilter, rounds: u32) -> Possible {
        let (player, round) = (self.player, self.state.round);
        let before = (round + 1).saturating_sub(rounds)..round;
        let enough = round >= rounds;
        self.controlled_and(
            filter,
            |marker| {
                let each = before.clone().map(|round| {
                    let held = round.checked_sub(1).and_then(|at| marker.held_at_rounds.get(at as usize).copied());
                    held.unwrap_or(Some(None)).map(|held| held == Some(player))
                });
                knowledge::all(std::iter::once(Some(enough)).chain(each))
            },
            "who held the markers in the battle rounds before",
        )
    }

    pub(super) fn first_controlled(&mut self, filter: &MarkerFilter) -> Possible {
        let player = self.player;
        let (mut count, mut unknown) = (0, 0);
        for (index, marker) in self.state.numbered_markers() {
            let first = match marker.first_held {
                // Nobody has held it as a turn ended: whoever holds it now is the first.
                Some(None) => self.scene.control(index).map(|control| control.holder),
                known => known,
            };
            let fits = facts::marker_fits(self.state, player, filter, index);
            match knowledge::all([fits, first.map(|first| first == Some(player))]) {
                Some(true) => count += 1,
                Some(false) => {}
                None => {
                    unknown += 1;
                    self.miss(Missing::Fact("who was the first to hold the markers"));
                }
            }
        }
        Possible::range(count, count + unknown)
    }

    /// One of two numbers, by something that is settled before the battle.
    pub(super) fn one_of_two(
        &mut self,
        who: Option<Player>,
        missing: &'static str,
        [one, other]: [&'a Quantity; 2],
    ) -> Possible {
        match who.map(|who| who == self.player) {
            Some(true) => self.quantity(one),
            Some(false) => self.quantity(other),
            None => {
                self.miss(Missing::Fact(missing));
                self.quantity(one).either(&self.quantity(other))
            }
        }
    }

    /// The player whose marks, units or deeds a side means; `None` for nobody's.
    pub(super) fn meant(&self, side: Option<crate::rules::RelativeSide>) -> Option<Player> {
        use crate::rules::RelativeSide::{Enemy, None, Own};
        match side {
            Option::None | Some(Own) => Some(self.player),
            Some(Enemy) => Some(self.player.opponent()),
            Some(None) => Option::None,
        }
    }
}
