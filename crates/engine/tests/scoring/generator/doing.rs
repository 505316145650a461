//! What units do in each phase, actions above all.

use rand::Rng;
use rand::seq::IndexedRandom;

use super::super::facts::{Action, Deed, PsychicSuccess, SIDES, Side, Spot};
use super::super::maps::{Map, letter};
use super::{Maker, Piece, Whereabouts};

/// Actions that start with the Movement phase; the others start with its end.
const EARLY: [&str; 3] = ["forward-push", "recon-sweep", "raze-objective"];
/// Actions that more than one unit may do in a round.
const MANY: [&str; 3] = ["raise-banners", "inload-data-psalm", "strategic-scan"];

impl Maker {
    pub fn command_phase(&mut self, side: Side) {
        let happens = |maker: &mut Maker| maker.chance(0.08);
        if self.chance(0.25) {
            self.restore(side);
        }
        if happens(self) {
            self.split(side);
        }
        if happens(self) {
            self.merge(side);
        }
        if happens(self) {
            self.reinforce(side);
        }
        if happens(self) && self.round() > 1 {
            self.take_off(side);
        }
        // Scans are complete as the phase starts.
        let busy: Vec<usize> = self.acting(side).into_iter().filter(|u| !self.scans(*u)).collect();
        if self.chance(self.lapse(0.1))
            && let Some(unit) = self.pick(&busy)
        {
            self.say_to_fail(unit);
        }
    }

    fn acting(&self, side: Side) -> Vec<usize> {
        self.on_field(side).into_iter().filter(|u| self.pieces[*u].acting.is_some()).collect()
    }

    /// How likely a unit is to leave its action undone.
    fn lapse(&self, usual: f64) -> f64 {
        if self.temper.steady { 0.0 } else { usual }
    }

    fn scans(&self, unit: usize) -> bool {
        self.pieces[unit].acting.is_some_and(|a| self.facts.actions[a].kind == "strategic-scan")
    }

    fn say_to_fail(&mut self, unit: usize) {
        self.did(unit, Deed::SaidToFail);
        let (by, id) = (SIDES[self.pieces[unit].side], self.pieces[unit].id.clone());
        self.say(by, format!(r#"{{"fail-action":{{"unit":"{id}","why":"a rule of its own"}}}}"#));
    }

    pub fn movement_phase(&mut self, side: Side) {
        self.start_actions(side, true);
        let aboard: Vec<usize> = (0..self.pieces.len())
            .filter(|u| {
                let carrier = self.pieces[*u].at;
                self.pieces[*u].side == side && matches!(carrier, Whereabouts::Embarked(c) if self.pieces[c].on_field())
            })
            .collect();
        for unit in aboard {
            if self.chance(0.3) {
                self.disembark(unit);
            }
        }
        for unit in self.on_field(side) {
            let idle = self.pieces[unit].acting.is_none();
            let restless = if idle { 0.5 } else { self.lapse(0.1) };
            if !self.pieces[unit].moved && !self.pieces[unit].arrived && self.chance(restless) {
                self.walk(unit);
            }
        }
        let waiting = |p: &Piece| p.side == side && p.at == Whereabouts::Reserve;
        for unit in (0..self.pieces.len()).filter(|u| waiting(&self.pieces[*u])).collect::<Vec<_>>() {
            if self.round() >= 2 && self.chance(0.35) {
                self.arrive(unit);
            }
        }
        self.start_actions(side, false);
    }

    fn walk(&mut self, unit: usize) {
        let advance = self.chance(0.15);
        let (kind, deed) = if advance { ("advance", Deed::Advance) } else { ("normal", Deed::NormalMove) };
        let spot = self.somewhere(unit);
        let at = self.put(unit, spot);
        let (by, id) = (SIDES[self.pieces[unit].side], self.pieces[unit].id.clone());
        self.say(by, format!(r#"{{"move":{{"unit":"{id}","kind":"{kind}","at":{at}}}}}"#));
        self.did(unit, deed);
        (self.pieces[unit].moved, self.pieces[unit].advanced) = (true, advance);
    }

    fn arrive(&mut self, unit: usize) {
        let mut spot = self.somewhere(unit);
        if let Some(range) = &mut spot.in_range {
            range.clear();
        }
        spot.regions.retain(|r| r.starts_with("quarter"));
        let at = self.put(unit, spot);
        let (by, id) = (SIDES[self.pieces[unit].side], self.pieces[unit].id.clone());
        self.say(by, format!(r#"{{"arrive":{{"unit":"{id}","at":{at}}}}}"#));
        (self.pieces[unit].at, self.pieces[unit].arrived) = (Whereabouts::Field, true);
    }

    /// Actions that a player may want to do now.
    fn start_actions(&mut self, side: Side, early: bool) {
        let mut kinds: Vec<&'static str> = Vec::new();
        for objective in self.facts.chosen[side] {
            kinds.extend(match objective {
                "raise-the-banners-high" => Some("raise-banners"),
                "investigate-sites" => Some("investigate-site"),
                "deploy-scramblers" | "teleport-homer" | "centre-ground" | "forward-push" | "inload-data-psalm"
                | "recon-sweep" | "data-intercept" | "strategic-scan" => Some(objective),
                _ => None,
            });
        }
        if self.facts.mission == "scorched-earth" {
            kinds.push("raze-objective");
        }
        for kind in kinds.into_iter().filter(|kind| EARLY.contains(kind) == early) {
            let times = if MANY.contains(&kind) { self.rng.random_range(1..6) } else { 1 };
            for _ in 0..times {
                if self.chance(self.temper.zeal) {
                    self.start(side, kind);
                }
            }
        }
    }

    fn start(&mut self, side: Side, kind: &'static str) {
        let fit: Vec<(usize, Option<usize>, Option<&'static str>)> =
            self.on_field(side).into_iter().flat_map(|unit| self.ways(unit, kind)).collect();
        let Some(&(unit, marker, spot)) = fit.choose(&mut self.rng) else { return };
        let (slot, events) = (self.slot, self.facts.events.len());
        self.facts.actions.push(Action { side, unit, kind, marker, spot, slot, events });
        self.pieces[unit].acting = Some(self.facts.actions.len() - 1);
        self.pieces[unit].acted_in = self.round();
        let mut words = format!(r#""unit":"{}","action":"{kind}""#, self.pieces[unit].id);
        if let Some(marker) = marker {
            words += &format!(r#","marker":"m{}""#, marker + 1);
        }
        if let Some(spot) = spot {
            words += &format!(r#","spot":"{spot}""#);
        }
        self.say(SIDES[side], format!(r#"{{"start-action":{{{words}}}}}"#));
    }

    /// How a unit may do an action: at which marker or in which spot.
    fn ways(&self, unit: usize, kind: &str) -> Vec<(usize, Option<usize>, Option<&'static str>)> {
        let piece = &self.pieces[unit];
        let free = piece.acted_in != self.round() && !piece.advanced && !piece.has("AIRCRAFT");
        let foot = piece.has("INFANTRY");
        let common = foot && !piece.has("CHARACTER");
        let repeated =
            self.facts.actions.iter().any(|a| {
                a.side == piece.side && a.kind == kind && super::super::facts::round_of(a.slot) == self.round()
            });
        if !free || (repeated && !MANY.contains(&kind)) {
            return Vec::new();
        }
        let place = &piece.place;
        let at_spot = |spot: &'static str| vec![(unit, None, Some(spot))];
        match kind {
            "investigate-site" if common && place.centre <= 60 && self.centre_is_clear(1 - piece.side) => {
                vec![(unit, None, None)]
            }
            "deploy-scramblers" if common => self.scrambler_spot(piece).map_or(Vec::new(), at_spot),
            "teleport-homer" if foot && place.regions.contains(&self.zone(1 - piece.side)) => vec![(unit, None, None)],
            "recon-sweep" if place.centre > 90 => {
                let quarter = place.regions.iter().find(|r| r.starts_with("quarter"));
                quarter.filter(|q| !self.swept(piece.side, q)).map_or(Vec::new(), |q| at_spot(q))
            }
            "raise-banners" if !foot => Vec::new(),
            "raise-banners" | "centre-ground" | "forward-push" | "inload-data-psalm" | "data-intercept"
            | "strategic-scan" | "raze-objective" => {
                let markers = (0..self.gone.len()).filter(|m| self.may_at(unit, kind, *m));
                markers.map(|m| (unit, Some(m), None)).collect()
            }
            _ => Vec::new(),
        }
    }

    fn centre_is_clear(&self, enemy: Side) -> bool {
        self.on_field(enemy).into_iter().all(|u| self.facts.units[u].aircraft || self.pieces[u].place.centre > 60)
    }

    fn scrambler_spot(&self, piece: &Piece) -> Option<&'static str> {
        let regions = &piece.place.regions;
        if regions.contains(&self.zone(piece.side)) {
            Some("own-zone")
        } else if regions.contains(&self.zone(1 - piece.side)) {
            Some("enemy-zone")
        } else {
            (piece.place.centre < 60).then_some("far")
        }
    }

    fn swept(&self, side: Side, quarter: &str) -> bool {
        let row = |a: &Action| a.side == side && a.kind == "recon-sweep" && a.spot == Some(quarter);
        self.facts.actions.iter().any(row)
    }

    /// Whether a unit may do an action at a marker.
    fn may_at(&self, unit: usize, kind: &str, marker: usize) -> bool {
        let side = self.pieces[unit].side;
        let map = Map::of(self.facts.mission).markers();
        let counts = |spot: &Spot| spot.in_range.as_ref().is_some_and(|r| r.get(&marker).is_some_and(|n| *n > 0));
        let told = self.pieces[unit].place.in_range.is_some();
        let enemy = self.on_field(1 - side).into_iter();
        let mut contested = enemy.filter(|u| counts(&self.pieces[*u].place) && !self.facts.units[*u].aircraft);
        let clear = contested.next().is_none();
        let earlier = |a: &&Action| a.side == side && a.kind == kind && a.marker == Some(marker);
        let here = !self.gone[marker] && (!told || counts(&self.pieces[unit].place));
        let taken = self.facts.actions.iter().filter(earlier).any(|a| MANY.contains(&kind) && self.still_counts(a));
        here && !taken
            && match kind {
                "forward-push" => self.last_control(marker) == Some(side),
                "centre-ground" => map[marker].label == Some('A') && clear,
                "raze-objective" => {
                    let target = if letter(side, self.facts.side_a) == 'a' { 'B' } else { 'A' };
                    map[marker].label == Some(target) && clear
                }
                _ => clear,
            }
    }

    /// Whether an earlier action bars another at the same marker, with room to spare.
    fn still_counts(&self, earlier: &Action) -> bool {
        let same_round = super::super::facts::round_of(earlier.slot) == self.round();
        match earlier.kind {
            "strategic-scan" => true,
            "raise-banners" => same_round || self.may_fly(earlier),
            _ => same_round,
        }
    }

    /// A banner may still fly as long as the enemy has not held its marker since.
    fn may_fly(&self, banner: &Action) -> bool {
        let marker = banner.marker.expect("a marker");
        let raised = banner.slot / 7 * 7 + 6;
        let since = self.facts.slots.iter().filter(|s| s.index >= raised);
        let enemy = |c: &super::super::facts::Control| super::super::scorer::raw(*c) == Some(1 - banner.side);
        Map::of(self.facts.mission).sticky() || !since.map(|s| &s.control[marker]).any(enemy)
    }

    /// Control as it was when the Command phase ended.
    fn last_control(&self, marker: usize) -> Option<Side> {
        self.facts.slots.last().and_then(|s| super::super::scorer::raw(s.control[marker]))
    }

    /// Actions that came to their end with a phase no longer run; razed markers are gone.
    pub fn actions_due(&mut self, side: Side, phase: usize) {
        for unit in 0..self.pieces.len() {
            let Some(number) = self.pieces[unit].acting else { continue };
            let action = self.facts.actions[number].clone();
            let at_turn_end = matches!(action.kind, "raise-banners" | "investigate-site" | "deploy-scramblers")
                || EARLY.contains(&action.kind);
            let over = if at_turn_end { phase == 6 } else { phase == 0 };
            if action.side == side && over {
                self.pieces[unit].acting = None;
                if action.kind == "raze-objective" {
                    self.gone[action.marker.expect("a marker")] = true;
                }
            }
        }
    }

    pub fn psychic_phase(&mut self, side: Side) {
        let rites = ["mental-interrogation", "psychic-ritual", "pierce-the-veil"];
        let rite = rites.into_iter().find(|r| self.facts.chosen[side].contains(r));
        let mut charge = 5;
        for unit in self.on_field(side).into_iter().filter(|u| self.pieces[*u].has("PSYKER")).collect::<Vec<_>>() {
            let free = self.pieces[unit].acting.is_none() && self.pieces[unit].acted_in != self.round();
            let able = self.pieces[unit].has("CHARACTER") && free;
            match rite {
                Some(rite) if able && self.rite_is_possible(unit, rite) && self.chance(self.temper.zeal) => {
                    self.attempt(unit, rite);
                    return;
                }
                _ if self.chance(0.1) => {
                    let (by, id) = (SIDES[side], self.pieces[unit].id.clone());
                    let cast = format!(r#""unit":"{id}","power":"Smite","warp_charge":{charge},"roll":[2,3]"#);
                    charge += 1;
                    self.say(by, format!(r#"{{"cast":{{{cast}}}}}"#));
                    self.did(unit, Deed::Manifest);
                }
                _ => {}
            }
        }
    }

    fn rite_is_possible(&self, unit: usize, rite: &str) -> bool {
        match rite {
            "mental-interrogation" => {
                self.on_field(1 - self.pieces[unit].side).into_iter().any(|u| self.pieces[u].has("CHARACTER"))
            }
            "psychic-ritual" => self.pieces[unit].place.centre <= 60,
            _ => true,
        }
    }

    fn attempt(&mut self, unit: usize, kind: &'static str) {
        let side = self.pieces[unit].side;
        let needed = if kind == "psychic-ritual" { 3 } else { 4 };
        let (a, b) = *[(1, 2), (2, 4), (3, 5), (6, 5), (1, 3)].choose(&mut self.rng).expect("five");
        let enemy: Vec<usize> = self.on_field(1 - side).into_iter().filter(|u| self.pieces[*u].has("PSYKER")).collect();
        let mut denied = false;
        let mut deny = String::new();
        if self.chance(0.3)
            && a + b >= needed
            && let Some(witch) = self.pick(&enemy)
        {
            let roll = *[(2, 1), (6, 4), (3, 5)].choose(&mut self.rng).expect("three");
            denied = roll.0 + roll.1 > a + b;
            deny = format!(r#","deny":{{"unit":"{}","roll":[{},{}]}}"#, self.pieces[witch].id, roll.0, roll.1);
        }
        let id = self.pieces[unit].id.clone();
        let test = format!(r#""unit":"{id}","action":"{kind}","roll":[{a},{b}]{deny}"#);
        self.say(SIDES[side], format!(r#"{{"psychic-action":{{{test}}}}}"#));
        self.pieces[unit].acted_in = self.round();
        if a + b >= needed && !denied {
            self.facts.psychic.push(PsychicSuccess { side, unit, kind, slot: self.slot });
        }
    }

    pub fn shooting_phase(&mut self, side: Side) {
        for unit in self.on_field(side) {
            let eager = if self.pieces[unit].acting.is_some() { self.lapse(0.05) } else { 0.4 };
            if self.chance(eager) {
                self.attack("shoot", unit);
            }
        }
    }

    pub fn charge_phase(&mut self, side: Side) {
        for unit in self.on_field(side) {
            let eager = if self.pieces[unit].acting.is_some() { self.lapse(0.03) } else { 0.1 };
            let flies = self.pieces[unit].has("FLY");
            let mut enemies = self.on_field(1 - side);
            enemies.retain(|enemy| flies || !self.facts.units[*enemy].aircraft);
            let landed = self.facts.units[unit].aircraft && self.pieces[unit].arrived;
            if landed || self.pieces[unit].advanced || !self.chance(eager) {
                continue;
            }
            let Some(target) = self.pick(&enemies) else { continue };
            let (id, to) = (self.pieces[unit].id.clone(), self.pieces[target].id.clone());
            let charge = format!(r#""unit":"{id}","targets":["{to}"],"roll":[3,4],"made":true"#);
            self.say(SIDES[side], format!(r#"{{"charge":{{{charge}}}}}"#));
            self.did(unit, Deed::DeclareCharge);
            self.pieces[unit].prey = Some(target);
        }
        for unit in self.on_field(1 - side) {
            if self.pieces[unit].has("CHARACTER") && self.chance(0.05) {
                self.step(unit, "heroic", Deed::Intervene);
            }
        }
    }

    /// A short move outside the Movement phase.
    fn step(&mut self, unit: usize, kind: &str, deed: Deed) {
        let spot = self.somewhere(unit);
        let at = self.put(unit, spot);
        let (by, id) = (SIDES[self.pieces[unit].side], self.pieces[unit].id.clone());
        self.say(by, format!(r#"{{"move":{{"unit":"{id}","kind":"{kind}","at":{at}}}}}"#));
        self.did(unit, deed);
    }

    pub fn fight_phase(&mut self, side: Side) {
        let mut both: Vec<usize> = self.on_field(side).into_iter().chain(self.on_field(1 - side)).collect();
        both.sort_by_key(|unit| self.pieces[*unit].prey.is_none());
        for unit in both {
            if !self.pieces[unit].on_field() || !self.chance(0.15) {
                continue;
            }
            if self.chance(0.3) {
                self.step(unit, "pile-in", Deed::PileIn);
            }
            self.attack("fight", unit);
            if self.pieces[unit].on_field() && self.chance(0.3) {
                self.step(unit, "consolidate", Deed::Consolidate);
            }
        }
    }

    pub fn morale_phase(&mut self, side: Side) {
        for unit in self.on_field(side).into_iter().chain(self.on_field(1 - side)).collect::<Vec<_>>() {
            if self.chance(0.05 * self.temper.blood) {
                self.casualties(unit, "fled");
            }
        }
    }
}
