//! What losses and the end of the battle bring.

use super::super::facts::{Facts, Side, What};
use super::control::is_gone;
use super::{Award, Book};

impl Book<'_> {
    /// More enemy units than own units destroyed in a round.
    pub(super) fn grind(&self, side: Side, round: u32) -> Award {
        let lost = |whose: Side| {
            let events = self.facts.events.iter().filter(|e| e.round == round && !e.at_battle_end);
            let fallen =
                |what: What| matches!(what, What::UnitDestroyed { unit } if self.facts.units[unit].side == whose);
            events.filter(|e| fallen(e.what)).count()
        };
        Award { row: round as usize - 1, vp: if lost(1 - side) > lost(side) { 3 } else { 0 } }
    }

    /// Markers with a banner of a player that still flies at the start of the phase numbered `until`.
    pub(super) fn banners(&self, side: Side, slots_seen: usize, until: usize) -> u32 {
        let raised = self.done.iter().filter(|d| d.action.kind == "raise-banners" && d.action.side == side);
        let mut flying: Vec<usize> = Vec::new();
        for banner in raised {
            let marker = banner.action.marker.expect("a marker for the banner");
            let since = banner.place.expect("a turn's end");
            let up = since < slots_seen && !is_gone(&self.gone, marker, until);
            let checks = since + 1..slots_seen;
            let lost = checks.clone().any(|place| self.grip.at_start(place)[marker] == Some(1 - side));
            if up && !lost && !flying.contains(&marker) {
                flying.push(marker);
            }
        }
        flying.len() as u32
    }

    pub(super) fn battle_end(&self, side: Side, objective: &str) -> u32 {
        let facts = self.facts;
        let destroyed = |keyword: &str| Fallen::of(facts, 1 - side).with(keyword);
        match objective {
            "thin-their-ranks" => {
                let each =
                    |e: &super::super::facts::Event| match e.what {
                        What::Died { model } if facts.models[model].side != side => {
                            if facts.models[model].wounds >= 10 { 10 } else { 1 }
                        }
                        _ => 0,
                    };
                facts.events.iter().map(each).sum::<u32>() / 10
            }
            "while-we-stand-we-fight" => {
                let standing = facts.finish.standing.iter();
                let noted = standing.filter(|m| facts.models[**m].side == side && facts.models[**m].noted);
                5 * noted.count() as u32
            }
            "titan-hunter" => [0, 10, 12, 15][destroyed("TITANIC").len().min(3)],
            "bring-it-down" => {
                let fallen = Fallen::of(facts, 1 - side).models;
                let big = fallen.iter().map(|m| &facts.models[*m]);
                let big = big.filter(|m| m.keywords.contains(&"MONSTER") || m.keywords.contains(&"VEHICLE"));
                big.map(|m| if m.wounds >= 11 { 3 } else { 2 }).sum()
            }
            "cut-off-the-head" => self.head(side),
            "assassinate" => 3 * destroyed("CHARACTER").len() as u32,
            "abhor-the-witch" => self.witches(side),
            "raise-the-banners-high" => self.banners(side, self.phases_begun(), facts.last_begun()),
            "deploy-scramblers" => {
                let spots = ["own-zone", "enemy-zone", "far"];
                let scrambled = |spot: &str| self.count(side, "deploy-scramblers", |a| a.spot == Some(spot)) > 0;
                if spots.into_iter().all(scrambled) { 10 } else { 0 }
            }
            "psychic-ritual" => {
                let rites = |unit: usize| {
                    facts.psychic.iter().filter(|p| p.side == side && p.kind == objective && p.unit == unit).count()
                };
                if (0..facts.units.len()).any(|unit| rites(unit) >= 3) { 15 } else { 0 }
            }
            "pierce-the-veil" => match facts.psychic.iter().filter(|p| p.side == side && p.kind == objective).count() {
                0 | 1 => 0,
                2 | 3 => 8,
                _ => 15,
            },
            "minimise-losses" => self.strength_left(side),
            "recon-sweep" => {
                let quarters = ["quarter-ne", "quarter-nw", "quarter-se", "quarter-sw"];
                let swept = |q: &&str| self.count(side, "recon-sweep", |a| a.spot == Some(*q)) > 0;
                [0, 3, 6, 10, 15][quarters.iter().filter(|q| swept(q)).count()]
            }
            "raze" => [0, 6, 12][self.count(side, "raze-objective", |_| true).min(2)],
            "strategic-scan" => [0, 3, 6, 10, 15][self.count(side, "strategic-scan", |_| true).min(4)],
            "surround-them" => self.surround(side, &self.finish),
            _ => 0,
        }
    }

    fn count(&self, side: Side, kind: &str, test: impl Fn(&super::super::facts::Action) -> bool) -> usize {
        self.done.iter().filter(|d| d.action.side == side && d.action.kind == kind && test(d.action)).count()
    }

    fn phases_begun(&self) -> usize {
        self.facts.slots.len() + usize::from(self.facts.open.is_some())
    }

    /// By the round in which the Warlord fell for the last time, standing again or not.
    fn head(&self, side: Side) -> u32 {
        let fallen = self.facts.events.iter().rev().find(|e| {
            matches!(e.what, What::Died { model } if self.facts.models[model].warlord && self.facts.models[model].side != side)
        });
        fallen.map_or(0, |e| [13, 10, 6, 3, 1][e.round as usize - 1])
    }

    fn witches(&self, side: Side) -> u32 {
        let dead = Fallen::of(self.facts, 1 - side);
        let units = self.facts.units.iter().filter(|u| u.side != side && u.keywords.contains(&"PSYKER"));
        let gone = units.filter(|u| u.models.iter().all(|m| dead.models.contains(m)));
        gone.map(|u| if u.keywords.contains(&"CHARACTER") { 5 } else { 3 }).sum()
    }

    fn strength_left(&self, side: Side) -> u32 {
        let facts = self.facts;
        let mut strength = facts.units.iter().filter(|u| u.side == side && u.from_start).count() as u32;
        for event in &facts.events {
            match event.what {
                What::Split { side: s, parts } if s == side => strength += parts - 1,
                What::Merged { side: s, units } if s == side => strength -= units - 1,
                _ => {}
            }
        }
        let left = facts.finish.units.iter().filter(|u| facts.units[**u].side == side).count() as u32;
        match 4 * left {
            l if l >= 3 * strength => 15,
            l if l >= 2 * strength => 10,
            l if l >= strength => 5,
            _ => 0,
        }
    }
}

/// Models of an army that are dead when all is over: those whose last word is a death.
struct Fallen<'a> {
    facts: &'a Facts,
    models: Vec<usize>,
}

impl<'a> Fallen<'a> {
    fn of(facts: &'a Facts, side: Side) -> Fallen<'a> {
        let mut dead = vec![false; facts.models.len()];
        for event in &facts.events {
            match event.what {
                What::Died { model } => dead[model] = true,
                What::Returned { model } => dead[model] = false,
                _ => {}
            }
        }
        let own = (0..facts.models.len()).filter(|m| facts.models[*m].side == side);
        Fallen { facts, models: own.filter(|m| dead[*m]).collect() }
    }

    fn with(&self, keyword: &str) -> Vec<usize> {
        let models = self.models.iter().filter(|m| self.facts.models[**m].keywords.contains(&keyword));
        models.copied().collect()
    }
}
