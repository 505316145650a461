//! Levels of Control, as far as anybody has said, and whose marker it is.

use std::collections::BTreeSet;

use adjutant_engine::side::Player;

use super::super::shared::count::{number, within_three_inches};
use super::unit::{Model, Nerve, Spot};
use super::{Game, Keeper, Marker};

impl Game {
    /// How many models of a unit are within 3" of a marker: `None` where nobody has said.
    fn near(&self, id: &str, marker: usize) -> Option<i64> {
        match self.units[id].spot.as_ref()? {
            Spot::Told((near, _)) => {
                let models = near.as_ref()?.get(&format!("m{}", marker + 1)).copied().unwrap_or(0);
                Some(models.min(self.each_model(id).len() as i64))
            }
            Spot::Standing(models) => Some(models.iter().filter(|model| self.is_near(model, marker)).count() as i64),
            _ => None,
        }
    }

    fn is_near(&self, (middle, base, _): &Model, marker: usize) -> bool {
        within_three_inches(*middle, *base, self.markers[marker].at, 40)
    }

    /// The least and the most that the models of a unit add, shocked or steady.
    fn adds(&self, id: &str, marker: usize, shocked: bool) -> (i64, i64) {
        let unit = &self.units[id];
        let worth = |printed: i64| unit.control(printed, shocked);
        if let Some(Spot::Standing(models)) = &unit.spot {
            let sum = models.iter().filter(|model| self.is_near(model, marker)).map(|model| worth(model.2)).sum();
            return (sum, sum);
        }
        let mut each: Vec<i64> = self.each_model(id).iter().map(|model| worth(model.0)).collect();
        each.sort_unstable();
        let near = self.near(id, marker).map(|models| models as usize);
        let (few, many) = (near.unwrap_or(0), near.unwrap_or(each.len()));
        (each[..few].iter().sum(), each[each.len() - many..].iter().sum())
    }

    /// The least and the most that a player's Level of Control can be; no most where the army is unknown.
    fn level(&self, player: Player, marker: usize) -> (i64, Option<i64>) {
        if !self.sides[number(player)].army && self.conceded != Some(player) {
            return (0, None);
        }
        let (mut least, mut most) = (0, 0);
        for (id, unit) in self.units.iter().filter(|(_, unit)| unit.player == player && unit.on_table()) {
            let [steady, shocked] = [false, true].map(|shocked| self.adds(id, marker, shocked));
            let (few, many) = match unit.nerve {
                Nerve::Steady => steady,
                Nerve::Shocked => shocked,
                Nerve::Untested => (steady.0.min(shocked.0), steady.1.max(shocked.1)),
            };
            least += few;
            most += many;
        }
        (least, Some(most))
    }

    /// Who can have the higher level: player one, player two, nobody.
    fn possible(&self, marker: usize) -> BTreeSet<Option<Player>> {
        let [(least, most), (other_least, other_most)] = Player::BOTH.map(|player| self.level(player, marker));
        let mut all = BTreeSet::new();
        if most.is_none_or(|most| most > other_least) {
            all.insert(Some(Player::One));
        }
        if other_most.is_none_or(|most| most > least) {
            all.insert(Some(Player::Two));
        }
        if most.is_none_or(|most| most >= other_least) && other_most.is_none_or(|most| most >= least) {
            all.insert(None);
        }
        all
    }

    pub(super) fn settle(&mut self) {
        for index in 0..self.markers.len() {
            let possible = self.possible(index);
            let derived = if possible.len() == 1 { possible.first().copied() } else { None };
            let marker = &self.markers[index];
            let standing = |player: Player| {
                !self.sides[number(player)].army || self.units.values().any(|u| u.player == player && u.on_table())
            };
            let said = marker.said.map(|said| said.filter(|player| standing(*player)));
            let now = derived.or(said);
            let (holder, keeper) = match marker.keeper {
                Keeper::Nobody => (now, Keeper::Nobody),
                Keeper::Unknown => (now.filter(Option::is_some), Keeper::Unknown),
                Keeper::Of(player) => {
                    let enemy = Some(player.opponent());
                    match now {
                        Some(holder) if holder == enemy => (now, Keeper::Nobody),
                        Some(_) => (Some(Some(player)), marker.keeper),
                        None if !possible.contains(&enemy) => (Some(Some(player)), marker.keeper),
                        None => (None, Keeper::Unknown),
                    }
                }
            };
            (self.markers[index].holder, self.markers[index].keeper) = (holder, keeper);
        }
    }

    /// Statements about markers that a unit may be near are worth nothing once its nerve changes.
    pub(super) fn doubt(&mut self, id: &str) {
        if !self.units[id].on_table() {
            return;
        }
        let near: Vec<bool> = (0..self.markers.len()).map(|m| self.near(id, m) != Some(0)).collect();
        for (marker, near) in self.markers.iter_mut().zip(near) {
            marker.said = marker.said.filter(|_| !near);
        }
    }

    pub(super) fn set_nerve(&mut self, id: &str, nerve: Nerve) {
        if self.units[id].nerve != nerve {
            self.unit(id).nerve = nerve;
            self.doubt(id);
        }
    }

    /// The fewest and the most markers that a player can hold, of those that fit.
    pub(super) fn held(&self, player: Player, fits: impl Fn(&Marker) -> bool) -> (i64, i64) {
        let fitting: Vec<_> = self.markers.iter().filter(|marker| fits(marker)).collect();
        let sure = fitting.iter().filter(|marker| marker.holder == Some(Some(player))).count() as i64;
        (sure, sure + fitting.iter().filter(|marker| marker.holder.is_none()).count() as i64)
    }
}
