//! What an objective is worth to a player, as far as anybody has said.

use std::collections::BTreeSet;

use adjutant_engine::command::Winner;
use adjutant_engine::side::{MapSide, Player};
use adjutant_engine::view::RoundLabel;

use super::super::shared::count::{higher, number, within_three_inches};
use super::posts::{Need, between, if_any, more, other, region};
use super::unit::{Spot, Unit};
use super::{Game, Marker};

impl Game {
    /// How many models of a unit are within 3" of the middle of a marker: `None` where nobody has said.
    fn near(&self, unit: &Unit, marker: usize) -> Option<i64> {
        match unit.spot.as_ref()? {
            Spot::Told((near, _)) => {
                let models = near.as_ref()?.get(&format!("m{}", marker + 1)).copied().unwrap_or(0);
                Some(models.min(unit.models))
            }
            Spot::Standing(models) => {
                // Measured from the middle of the marker.
                let at = self.markers[marker].at;
                Some(models.iter().filter(|model| within_three_inches(**model, unit.base, at, 0)).count() as i64)
            }
            _ => None,
        }
    }

    /// Who has more models near a marker, where every unit's place tells; else what was said last.
    fn holder(&self, marker: usize) -> Option<Option<Player>> {
        let told = || -> Option<[u32; 2]> {
            let mut models = [0, 0];
            for player in Player::BOTH {
                if !self.sides[number(player)].army && self.conceded != Some(player) {
                    return None;
                }
                for (_, unit) in self.of(player).filter(|(_, unit)| unit.on_table()) {
                    let near = self.near(unit, marker)?;
                    models[number(player)] +=
                        if unit.is("NEVER CONTROLS") { 0 } else { u32::try_from(near).expect("models") };
                }
            }
            Some(models)
        };
        match told() {
            Some(models) => Some(match higher(models) {
                Winner::One => Some(Player::One),
                Winner::Two => Some(Player::Two),
                Winner::Draw => None,
            }),
            None => {
                let standing =
                    |player: &Player| !self.sides[number(*player)].army || self.of(*player).any(|(_, u)| u.on_table());
                self.markers[marker].said.map(|said| said.filter(standing))
            }
        }
    }

    /// The fewest and the most markers that a player can hold, of those that fit.
    fn held(&self, player: Player, fits: impl Fn(&Marker) -> bool) -> (i64, i64) {
        let fitting: Vec<_> = (0..self.markers.len()).filter(|at| fits(&self.markers[*at])).collect();
        let sure = fitting.iter().filter(|at| self.holder(**at) == Some(Some(player))).count() as i64;
        (sure, sure + fitting.iter().filter(|at| self.holder(**at).is_none()).count() as i64)
    }

    /// Every value that an objective can have now.
    fn worth(&self, player: Player, objective: &str) -> BTreeSet<i64> {
        let zone = self.sides[number(player)].zone;
        let known = |player: Player| self.sides[number(player)].army;
        let enemy = player.opponent();
        match objective {
            "hold-the-posts" => between(self.held(player, |_| true), |n| n.min(4)),
            "at-the-end" => between(self.held(player, |_| true), |n| (2 * n).min(8)),
            "the-middle-post" => between(self.held(player, |m| m.central), |n| 2 * n.min(1)),
            "keep-our-post" => between(self.held(player, |m| m.zone.is_some() && m.zone == zone), |n| n.min(1)),
            "their-own-post" => between(self.held(player, |m| m.zone.is_some() && m.zone != zone), |n| 3 * n.min(1)),
            "more-posts" => more(self.held(player, |_| true), self.held(enemy, |_| true), 2),
            "slay-the-warlord" if !known(enemy) => [0, 1].into(),
            "slay-the-warlord" => {
                let slain = |unit: &Unit| unit.warlord && unit.spot == Some(Spot::Dead);
                [i64::from(self.of(enemy).any(|(_, unit)| slain(unit)))].into()
            }
            "every-one-counts" if !known(enemy) => [0, 1, 2, 3].into(),
            "every-one-counts" => {
                let slain = self.slain.iter().filter(|id| self.units[*id].player == enemy).count() as i64;
                [slain.min(3)].into()
            }
            "witch-hunter" if !known(enemy) => [0, 1].into(),
            "witch-hunter" => {
                let hunted = |id: &String| self.units[id].player == enemy && self.units[id].is("PSYKER");
                [i64::from(self.slain.iter().any(hunted))].into()
            }
            "man-the-bunker" | "over-the-line" if !known(player) => [0, 2].into(),
            "man-the-bunker" => {
                let manned =
                    |id: &str, unit: &Unit| unit.role == "fortification" && unit.on_table() && self.garrisoned(id);
                [2 * i64::from(self.of(player).any(|(id, unit)| manned(id, unit)))].into()
            }
            "over-the-line" => {
                let units = self.of(player).filter(|(_, unit)| unit.on_table() && unit.role != "flyer");
                if_any(units.map(|(_, unit)| self.over_the_line(unit, zone)), 2)
            }
            other => panic!("no objective {other}"),
        }
    }

    /// Whether a unit stands wholly within the zone that is not its own.
    fn over_the_line(&self, unit: &Unit, own: Option<MapSide>) -> Option<bool> {
        let theirs = other(own?);
        match unit.spot.as_ref()? {
            Spot::Told((_, regions)) => Some(regions.as_ref()?.contains(&region(theirs))),
            Spot::Standing(models) => {
                let zones = self.map.expect("a map").0;
                Some(models.iter().all(|model| zones.hold(theirs, *model, unit.base)))
            }
            _ => None,
        }
    }

    pub(super) fn judge(&mut self, player: Player, objective: &str, round: RoundLabel) {
        if self.conceded == Some(player) {
            return;
        }
        let values = self.worth(player, objective);
        if values.len() > 1 {
            self.needs.open.push(Need { player, objective: objective.to_owned(), round });
        } else if let Some(vp) = values.first() {
            self.pay(player, objective, *vp);
        }
    }

    pub(super) fn pay(&mut self, player: Player, objective: &str, vp: i64) {
        let side = &mut self.sides[number(player)];
        match objective {
            "hold-the-posts" | "at-the-end" => side.mission += vp,
            "slay-the-warlord" => side.warlord += vp,
            card => {
                side.tactical += vp;
                if vp > 0 && side.hand.scored(card) {
                    self.needs.forget(player, card);
                }
            }
        }
    }
}
