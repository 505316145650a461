//! Units, the leaders among them, and where they are.

use adjutant_engine::attack::Change;
use adjutant_engine::command::{Attacks, Losses, Until};
use adjutant_engine::place::{ModelPlace, Place};
use adjutant_engine::roster::RosterUnit;
use adjutant_engine::side::Player;

use super::super::shared::count::{middle, width};
use super::Game;
use super::posts::{Told, told};

/// A model: its middle in thousandths of an inch, its base in millimetres, its Objective Control.
pub(super) type Model = ((i64, i64), i64, i64);

/// Where a unit is.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Spot {
    Away,
    Inside(String),
    /// Among the models of the unit that it leads.
    Beside(String),
    Somewhere,
    /// What was said: models in range of markers, and the regions that it stands wholly within.
    Told(Told),
    Standing(Vec<Model>),
    Dead,
    Gone,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Nerve {
    Steady,
    Untested,
    Shocked,
}

pub(super) struct Unit {
    pub(super) player: Player,
    pub(super) character: bool,
    pub(super) began: i64,
    pub(super) wounds: i64,
    pub(super) hurt: i64,
    /// Name, models, Objective Control and base of each group.
    pub(super) groups: Vec<(String, i64, i64, i64)>,
    pub(super) leadership: i64,
    pub(super) spot: Option<Spot>,
    pub(super) nerve: Nerve,
    pub(super) tested: bool,
    pub(super) missed: bool,
    /// Name, changes and end of each ability that changes the Objective Control.
    pub(super) spells: Vec<(String, Vec<Change>, Option<Until>)>,
}

impl Unit {
    pub(super) fn of(unit: &RosterUnit, player: Player) -> Unit {
        let group = |group: &adjutant_engine::roster::ModelGroup| {
            let control = group.objective_control.expect("an Objective Control").get();
            (group.group.to_string(), i64::from(group.count.get()), i64::from(control), width(group.base))
        };
        let groups: Vec<_> = unit.models.iter().map(|models| group(models)).collect();
        Unit {
            player,
            character: unit.keywords.iter().any(|keyword| keyword.as_str() == "CHARACTER"),
            began: groups.iter().map(|group| group.1).sum(),
            wounds: i64::from(unit.models[0].wounds.get()),
            hurt: 0,
            groups,
            leadership: unit.models.iter().filter_map(|g| g.leadership).map(|l| i64::from(l.get())).min().expect("Ld"),
            spot: None,
            nerve: Nerve::Steady,
            tested: false,
            missed: false,
            spells: Vec::new(),
        }
    }

    pub(super) fn models(&self) -> i64 {
        self.groups.iter().map(|group| group.1).sum()
    }

    /// An Objective Control as abilities and Battle-shock change it.
    pub(super) fn control(&self, printed: i64, shocked: bool) -> i64 {
        let (mut base, mut times, mut over, mut more) = (printed, 1, 1, 0);
        for change in self.spells.iter().flat_map(|spell| &spell.1) {
            match *change {
                Change::Set(by) => base = i64::from(by),
                Change::Multiply(by) => times *= i64::from(by),
                Change::Divide(by) => over *= i64::from(by),
                Change::Add(by) => more += i64::from(by),
                Change::Subtract(by) => more -= i64::from(by),
            }
        }
        let base = if shocked { 0 } else { base };
        let whole = base * times + more * over;
        (whole.div_euclid(over) + i64::from(whole.rem_euclid(over) > 0)).max(0)
    }

    pub(super) fn on_table(&self) -> bool {
        matches!(self.spot, Some(Spot::Somewhere | Spot::Told(_) | Spot::Standing(_)))
    }

    pub(super) fn alive(&self) -> bool {
        !matches!(self.spot, Some(Spot::Dead | Spot::Gone))
    }
}

impl Game {
    pub(super) fn unit(&mut self, id: &str) -> &mut Unit {
        self.units.get_mut(id).expect("a unit")
    }

    /// A unit and the leaders that stand among its models, the unit first.
    pub(super) fn members(&self, id: &str) -> Vec<&Unit> {
        let leads = |unit: &&Unit| matches!(&unit.spot, Some(Spot::Beside(whom)) if whom == id);
        std::iter::once(&self.units[id]).chain(self.units.values().filter(leads)).collect()
    }

    /// Fewer than half of the models, leaders among them; of a single model fewer than half of its wounds.
    pub(super) fn below_half(&self, id: &str) -> bool {
        let all = self.members(id);
        let (began, models) = all.iter().fold((0, 0), |sum, unit| (sum.0 + unit.began, sum.1 + unit.models()));
        let unit = all[0];
        if began == 1 { (unit.wounds - unit.hurt) * 2 < unit.wounds } else { models * 2 < began }
    }

    pub(super) fn due(&self, id: &str, player: Player) -> bool {
        let unit = &self.units[id];
        unit.player == player && unit.on_table() && self.below_half(id) && !unit.tested
    }

    /// The Objective Control and the base of every model of a unit, leaders last.
    pub(super) fn each_model(&self, id: &str) -> Vec<(i64, i64)> {
        let groups = self.members(id).into_iter().flat_map(|unit| unit.groups.iter());
        groups.flat_map(|group| std::iter::repeat_n((group.2, group.3), group.1.unsigned_abs() as usize)).collect()
    }

    /// Once a unit and its leaders have lost what they lost: who is destroyed, and who stands alone from then on.
    pub(super) fn part(&mut self, id: &str) -> Vec<String> {
        let leads = |(_, unit): &(&String, &Unit)| matches!(&unit.spot, Some(Spot::Beside(whom)) if whom == id);
        let leaders: Vec<String> = self.units.iter().filter(leads).map(|(id, _)| id.clone()).collect();
        let gone = self.units[id].models() == 0;
        let mut fallen = Vec::new();
        for leader in leaders {
            let whole = &self.units[id];
            let (spot, nerve, tested, missed) = (whole.spot.clone(), whole.nerve, whole.tested, whole.missed);
            let spells = whole.spells.clone();
            let unit = self.unit(&leader);
            if unit.models() == 0 {
                unit.spot = Some(Spot::Dead);
                fallen.push(leader);
            } else if gone {
                unit.spot = if matches!(spot, Some(Spot::Standing(_))) { Some(Spot::Somewhere) } else { spot };
                (unit.nerve, unit.tested, unit.missed, unit.spells) = (nerve, tested, missed, spells);
            }
        }
        if gone {
            self.unit(id).spot = Some(Spot::Dead);
        }
        fallen
    }

    pub(super) fn place(&mut self, id: &str, place: Option<&Place>) {
        let each = self.each_model(id);
        self.unit(id).spot = Some(match place {
            None => Spot::Somewhere,
            Some(Place::Declared(declared)) => Spot::Told(told(declared)),
            Some(Place::Models(models)) => {
                let at = |(place, (control, base)): (&ModelPlace, (i64, i64))| (middle(place), base, control);
                Spot::Standing(models.iter().zip(each).map(at).collect())
            }
        });
    }

    /// The units whose last model fell, each leader for itself. Leaders fall after all others, unless their group is named.
    pub(super) fn lose(&mut self, id: &str, losses: &Losses) -> Vec<String> {
        let leads = |unit: &Unit| matches!(&unit.spot, Some(Spot::Beside(whom)) if whom == id);
        let before: i64 = self.members(id).iter().map(|unit| unit.models()).sum();
        let own_before = self.units[id].models();
        let leaders: Vec<String> =
            self.units.iter().filter(|(_, unit)| leads(unit)).map(|(id, _)| id.clone()).collect();
        let mut left = if let Losses::Models(models) = losses { i64::from(models.get()) } else { 0 };
        for member in std::iter::once(&id.to_owned()).chain(&leaders) {
            // The larger group falls first, where nobody names one.
            let groups = &mut self.unit(member).groups;
            let mut order: Vec<usize> = (0..groups.len()).collect();
            order.sort_by_key(|at| std::cmp::Reverse(groups[*at].1));
            for at in order {
                let group = &mut groups[at];
                let taken = match losses {
                    Losses::Models(_) => left.min(group.1),
                    Losses::Groups(groups) => {
                        let named = groups.iter().find(|(name, _)| name.as_str() == group.0);
                        named.map_or(0, |(_, models)| i64::from(models.get()))
                    }
                };
                group.1 -= taken;
                left -= taken;
            }
        }
        let after: i64 = self.members(id).iter().map(|unit| unit.models()).sum();
        let unit = self.unit(id);
        if after < before && matches!(unit.spot, Some(Spot::Standing(_))) {
            unit.spot = Some(Spot::Somewhere);
        }
        let mut fallen = self.part(id);
        if own_before > 0 && self.units[id].models() == 0 {
            fallen.push(id.to_owned());
        }
        fallen
    }

    pub(super) fn attacked(&mut self, attacks: &Attacks) {
        for attack in &attacks.attacks {
            let id = attack.target.as_str();
            let fallen = attack.destroyed.as_ref().map(|losses| self.lose(id, losses));
            self.slain.extend(fallen.into_iter().flatten());
            if let Some(wounds) = attack.wounds {
                self.unit(id).hurt += i64::from(wounds.get());
            }
        }
    }
}
