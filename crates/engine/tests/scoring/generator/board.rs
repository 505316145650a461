//! Places, control, and the records that say them.

use std::collections::BTreeMap;

use rand::Rng;
use rand::seq::IndexedRandom;

use super::super::facts::{Control, Event, SIDES, Side, Slot, Spot, What, round_of};
use super::super::maps::{Map, letter};
use super::{Maker, Whereabouts};

impl Maker {
    pub fn chance(&mut self, p: f64) -> bool {
        self.rng.random_bool(p)
    }

    pub fn say(&mut self, by: &str, command: String) {
        self.records.push(format!(r#"{{"by":"{by}","do":{command}}}"#));
    }

    pub fn round(&self) -> u32 {
        round_of(self.slot)
    }

    pub fn happened(&mut self, what: What) {
        let (round, at_battle_end) = (self.round(), self.over);
        self.facts.events.push(Event { round, at_battle_end, what });
    }

    pub fn zone(&self, side: Side) -> &'static str {
        if letter(side, self.facts.side_a) == 'a' { "zone-a" } else { "zone-b" }
    }

    /// A place somewhere: in a zone, in a quarter, or between.
    pub fn somewhere(&mut self, unit: usize) -> Spot {
        let (own, enemy) = (self.zone(self.pieces[unit].side), self.zone(1 - self.pieces[unit].side));
        let quarters = ["quarter-ne", "quarter-nw", "quarter-se", "quarter-sw"];
        let quarter = *quarters.choose(&mut self.rng).expect("four");
        let regions = match self.rng.random_range(0..10) {
            0 => vec![own],
            1 => vec![enemy, quarter],
            2 => vec![enemy],
            3 => vec![],
            4 => vec![own, quarter],
            _ => vec![quarter],
        };
        let crowding = self.pieces[unit].side == self.temper.favoured;
        let near = match (self.temper.steady, crowding) {
            (false, _) => 0.4,
            (true, true) => 0.25,
            (true, false) => 0.0,
        };
        let centre = if self.chance(near) {
            *[20, 55, 60].choose(&mut self.rng).expect("three")
        } else {
            *[65, 90, 95, 120, 140].choose(&mut self.rng).expect("five")
        };
        Spot { regions, centre, in_range: self.range(unit) }
    }

    /// Which markers a unit stands at, where it says so.
    fn range(&mut self, unit: usize) -> Option<BTreeMap<usize, u32>> {
        let piece = &self.pieces[unit];
        let told = self.temper.counted || (self.facts.mission == "ascension" && self.facts.units[unit].warlord);
        let models = piece.alive();
        if !told {
            return None;
        }
        let mut range = BTreeMap::new();
        if self.chance(0.6) {
            let marker = self.rng.random_range(0..self.gone.len());
            if !self.gone[marker] && models > 0 {
                range.insert(marker, self.rng.random_range(1..=models));
            }
        }
        Some(range)
    }

    /// A place as the log writes it.
    pub fn declared(&self, spot: &Spot) -> String {
        let regions: Vec<String> = spot.regions.iter().map(|r| format!("{r:?}")).collect();
        let range = spot.in_range.as_ref().map_or(String::new(), |range| {
            let models: Vec<String> = range.iter().map(|(m, n)| format!(r#""m{}":{n}"#, m + 1)).collect();
            format!(r#","in_range":{{{}}}"#, models.join(","))
        });
        let centre = format!("{}.{}", spot.centre / 10, spot.centre % 10);
        format!(r#"{{"declared":{{"wholly_within":[{}],"centre_in":{centre}{range}}}}}"#, regions.join(","))
    }

    /// A unit stands elsewhere now; the record's `at`.
    pub fn put(&mut self, unit: usize, spot: Spot) -> String {
        let at = self.declared(&spot);
        self.pieces[unit].place = spot;
        at
    }

    /// After losses, as many models as are left can be in range.
    pub fn restate(&mut self, unit: usize) {
        let alive = self.pieces[unit].alive();
        let range = self.pieces[unit].place.in_range.as_ref();
        if self.pieces[unit].on_field() && range.is_some_and(|r| r.values().any(|n| *n > alive)) {
            let mut spot = self.pieces[unit].place.clone();
            spot.in_range.iter_mut().flatten().for_each(|(_, n)| *n = (*n).min(alive));
            let at = self.put(unit, spot);
            let (by, id) = (SIDES[self.pieces[unit].side], self.pieces[unit].id.clone());
            self.say(by, format!(r#"{{"place":{{"unit":"{id}","at":{at}}}}}"#));
        }
    }

    pub fn on_field(&self, side: Side) -> Vec<usize> {
        (0..self.pieces.len()).filter(|u| self.pieces[*u].side == side && self.pieces[*u].on_field()).collect()
    }

    /// Whether anything of an army is left, wherever it is.
    pub fn has_models(&self, side: Side) -> bool {
        let left = |p: &super::Piece| !matches!(p.at, Whereabouts::Dead | Whereabouts::Away);
        self.facts.finish.conceded != Some(side) && self.pieces.iter().any(|p| p.side == side && left(p))
    }

    fn counted(&self, marker: usize) -> Control {
        let (mut models, mut secured) = ([0; 2], [0; 2]);
        for (unit, piece) in self.pieces.iter().enumerate() {
            let range = piece.place.in_range.as_ref().and_then(|r| r.get(&marker)).copied().unwrap_or(0);
            if !piece.on_field() || range == 0 || self.facts.units[unit].aircraft {
                continue;
            }
            models[piece.side] += range;
            if self.secured(unit, marker) {
                secured[piece.side] += range;
            }
        }
        Control::Counted { models, secured }
    }

    fn secured(&self, unit: usize, marker: usize) -> bool {
        let recon = self.facts.mission == "reconnaissance-mission" && self.pieces[unit].entry.role == "fast-attack";
        let central = Map::of(self.facts.mission).markers()[marker].central;
        let champion = self.facts.mission == "ascension" && central && self.facts.units[unit].warlord;
        recon || champion || self.pieces[unit].entry.groups[0].secured
    }

    /// Control as it stands now, before locks.
    pub fn control(&self) -> Vec<Control> {
        (0..self.gone.len())
            .map(|marker| {
                if self.temper.counted {
                    return self.counted(marker);
                }
                let present = |side: Side| self.facts.finish.conceded != Some(side) && !self.on_field(side).is_empty();
                Control::Said(self.held[marker].filter(|side| present(*side)))
            })
            .collect()
    }

    /// Both players say who controls what.
    pub fn agree_on_control(&mut self) {
        if self.temper.counted {
            return;
        }
        let mut words = Vec::new();
        for marker in 0..self.gone.len() {
            if self.chance(0.3) {
                let favoured = self.chance(self.temper.favour);
                let other = *[None, Some(0), Some(1)].choose(&mut self.rng).expect("three");
                self.held[marker] = if favoured { Some(self.temper.favoured) } else { other };
            }
            let present = self.held[marker]
                .is_some_and(|side| self.facts.finish.conceded != Some(side) && !self.on_field(side).is_empty());
            if !present {
                self.held[marker] = None;
            }
            if !self.gone[marker] {
                let holder = self.held[marker].map_or("none", |side| SIDES[side]);
                words.push(format!(r#""m{}":"{holder}""#, marker + 1));
            }
        }
        self.say("both", format!(r#"{{"control":{{"holds":{{{}}}}}}}"#, words.join(",")));
    }

    /// The phase is over: how things stand.
    pub fn close_slot(&mut self) {
        let on_field = (0..self.pieces.len()).filter(|u| self.pieces[*u].on_field());
        let places = on_field.map(|u| (u, self.pieces[u].place.clone())).collect();
        let slot = Slot { index: self.slot, control: self.control(), places, events: self.facts.events.len() };
        self.facts.slots.push(slot);
    }
}
