//! What a card is worth to a player, as far as anybody has said.

use std::collections::BTreeSet;

use adjutant_engine::side::{MapSide, Player};
use adjutant_engine::view::RoundLabel;

use super::super::shared::count::number;
use super::Game;
use super::posts::{Need, Zones, between, if_any, more, other, region};
use super::unit::{Spot, Unit};

impl Game {
    /// Every value that a card can have now.
    fn worth(&self, player: Player, card: &str) -> BTreeSet<i64> {
        let zone = self.sides[number(player)].zone;
        let known = self.sides.iter().all(|side| side.army);
        match card {
            "man-the-outposts" => between(self.held(player, |_| true), |n| (4 * n).min(12)),
            "at-the-end" => between(self.held(player, |_| true), |n| (3 * n).min(9)),
            "far-bank" => {
                let there = self.held(player, |m| m.zone.is_some() && m.zone != zone);
                between(there, |n| if n > 0 { 6 } else { 0 })
            }
            "crossroads" => between(self.held(player, |m| m.central), |n| 4 * n),
            "keep-watch" => between(self.held(player, |m| m.zone.is_some() && m.zone == zone), |n| 3 * n),
            "wide-net" => more(self.held(player, |_| true), self.held(player.opponent(), |_| true), 5),
            "thin-their-ranks" => {
                let slain = self.slain.iter().filter(|id| self.units[*id].player != player).count() as i64;
                [(3 * slain).min(6)].into()
            }
            "silence-the-captain" => {
                let captain = |id: &&String| self.units[*id].player != player && self.units[*id].character;
                [if self.slain.iter().any(|id| captain(&id)) { 5 } else { 0 }].into()
            }
            "break-their-nerve" => {
                let broken =
                    |(id, unit): (&String, &Unit)| unit.player != player && unit.on_table() && self.below_half(id);
                assert!(known, "cards are drawn where armies are known");
                [if self.units.iter().any(broken) { 4 } else { 0 }].into()
            }
            "behind-their-lines" => {
                let own = self.units.values().filter(|unit| unit.player == player && unit.on_table());
                if_any(own.map(|unit| self.in_zone(unit, zone.expect("a zone"))), 4)
            }
            other => panic!("no card {other}"),
        }
    }

    /// Whether a unit stands wholly within the zone that is not its own.
    fn in_zone(&self, unit: &Unit, own: MapSide) -> Option<bool> {
        let theirs = other(own);
        match unit.spot.as_ref()? {
            Spot::Told((_, regions)) => Some(regions.as_ref()?.contains(&region(theirs))),
            Spot::Standing(models) => {
                let (deep, sideways) = if self.wells { (11, false) } else { (14, true) };
                let zones = Zones { deep, sideways, board: [60, 44] };
                Some(models.iter().all(|(middle, base, _)| zones.hold(theirs, *middle, *base)))
            }
            _ => None,
        }
    }

    pub(super) fn judge(&mut self, player: Player, card: &str, round: RoundLabel) {
        if self.conceded == Some(player) {
            return;
        }
        let values = self.worth(player, card);
        if values.len() > 1 {
            self.needs.open.push(Need { player, objective: card.to_owned(), round });
        } else if let Some(vp) = values.first() {
            self.pay(player, card, *vp);
        }
    }

    pub(super) fn pay(&mut self, player: Player, card: &str, vp: i64) {
        let side = &mut self.sides[number(player)];
        if ["man-the-outposts", "at-the-end"].contains(&card) {
            side.primary += vp;
            return;
        }
        side.cards += vp;
        if vp > 0 && side.hand.scored(card) {
            self.needs.forget(player, card);
        }
    }
}
