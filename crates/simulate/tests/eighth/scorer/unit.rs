//! Units and where they are.

use adjutant_engine::command::{Attacks, Losses};
use adjutant_engine::place::Place;
use adjutant_engine::roster::RosterUnit;
use adjutant_engine::side::Player;

use super::super::shared::count::{middle, width};
use super::super::shared::stage::word;
use super::Game;
use super::posts::{Told, told};

/// Where a unit is.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Spot {
    Away,
    Inside(String),
    Somewhere,
    /// What was said: models in range of markers, and the regions that it stands wholly within.
    Told(Told),
    /// Middles of the models in thousandths of an inch.
    Standing(Vec<(i64, i64)>),
    Dead,
    Gone,
}

pub(super) struct Unit {
    pub(super) player: Player,
    pub(super) role: String,
    pub(super) keywords: Vec<String>,
    pub(super) warlord: bool,
    pub(super) models: i64,
    pub(super) lost: i64,
    /// Width of a base in millimetres.
    pub(super) base: i64,
    pub(super) spot: Option<Spot>,
}

impl Unit {
    pub(super) fn of(unit: &RosterUnit, player: Player, warlord: bool) -> Unit {
        Unit {
            player,
            role: word(unit.role),
            keywords: unit.keywords.iter().map(ToString::to_string).collect(),
            warlord,
            models: unit.models.iter().map(|group| i64::from(group.count.get())).sum(),
            lost: 0,
            base: width(unit.models[0].base),
            spot: None,
        }
    }

    pub(super) fn on_table(&self) -> bool {
        matches!(self.spot, Some(Spot::Somewhere | Spot::Told(_) | Spot::Standing(_)))
    }

    pub(super) fn is(&self, keyword: &str) -> bool {
        self.keywords.iter().any(|word| word == keyword)
    }
}

impl Game {
    pub(super) fn unit(&mut self, id: &str) -> &mut Unit {
        self.units.get_mut(id).expect("a unit")
    }

    pub(super) fn of(&self, player: Player) -> impl Iterator<Item = (&String, &Unit)> {
        self.units.iter().filter(move |(_, unit)| unit.player == player)
    }

    pub(super) fn place(&mut self, id: &str, place: Option<&Place>) {
        let Some(unit) = self.units.get_mut(id) else { return };
        unit.spot = Some(match place {
            None => Spot::Somewhere,
            Some(Place::Declared(declared)) => Spot::Told(told(declared)),
            Some(Place::Models(models)) => Spot::Standing(models.iter().map(middle).collect()),
        });
    }

    pub(super) fn lose(&mut self, id: &str, models: i64) {
        let unit = self.unit(id);
        let taken = models.min(unit.models);
        if taken == 0 {
            return;
        }
        unit.models -= taken;
        unit.lost += taken;
        if unit.models == 0 {
            unit.spot = Some(Spot::Dead);
            self.slain.push(id.to_owned());
        } else if matches!(unit.spot, Some(Spot::Standing(_))) {
            unit.spot = Some(Spot::Somewhere);
        }
    }

    pub(super) fn attacked(&mut self, attacks: &Attacks) {
        for attack in &attacks.attacks {
            let models = match &attack.destroyed {
                Some(Losses::Models(models)) => i64::from(models.get()),
                Some(Losses::Groups(groups)) => groups.values().map(|models| i64::from(models.get())).sum(),
                None => 0,
            };
            self.lose(attack.target.as_str(), models);
        }
    }

    /// Whether anybody is inside a unit.
    pub(super) fn garrisoned(&self, id: &str) -> bool {
        self.units
            .values()
            .any(|unit| unit.models > 0 && matches!(&unit.spot, Some(Spot::Inside(carrier)) if carrier == id))
    }

    /// Units that are away, and those inside them, count as destroyed.
    pub(super) fn strand(&mut self) {
        let away: Vec<String> =
            self.units.iter().filter(|(_, unit)| unit.spot == Some(Spot::Away)).map(|(id, _)| id.clone()).collect();
        for unit in self.units.values_mut() {
            let inside = matches!(&unit.spot, Some(Spot::Inside(carrier)) if away.contains(carrier));
            if inside || unit.spot == Some(Spot::Away) {
                unit.spot = Some(Spot::Dead);
                unit.models = 0;
            }
        }
    }
}
