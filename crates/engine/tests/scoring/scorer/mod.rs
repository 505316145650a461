//! Victory points of a match, straight from its facts; written from the rules inventory alone.

mod control;
mod deeds;
mod ending;

use super::facts::{Facts, Side, Spot, phase_of, round_of};
use super::maps::{Map, Marker, letter};
pub use control::raw;
use control::{Grip, is_gone, leaving};
use deeds::{Completed, completed, is_turn_end};

/// Row of the scoring sheet for what the end of the battle brings.
pub const END_ROW: usize = 5;

/// What a match brings to both players.
#[derive(Clone, Debug, Default)]
pub struct Sheet {
    pub primary: [Column; 2],
    pub secondaries: [[Column; 3]; 2],
    pub totals: [u32; 2],
    /// Command points, apart from what the players spend.
    pub cp_gained: [u32; 2],
}

/// One column of the scoring sheet.
#[derive(Clone, Debug, Default)]
pub struct Column {
    pub raw: u32,
    pub vp: u32,
    /// Counted points of rounds 1 to 5 and of the end.
    pub rows: [u32; 6],
}

/// Points for an objective at one moment.
struct Award {
    row: usize,
    vp: u32,
}

/// The facts with what several objectives ask of them.
struct Book<'a> {
    facts: &'a Facts,
    markers: Vec<Marker>,
    /// The first slot whose end each marker no longer sees.
    gone: Vec<Option<usize>>,
    done: Vec<Completed<'a>>,
    grip: Grip,
    finish: Vec<Option<Side>>,
}

/// Scores a match.
pub fn score(facts: &Facts) -> Sheet {
    let done = completed(facts);
    let mut gone = leaving(facts);
    for raze in done.iter().filter(|d| d.action.kind == "raze-objective") {
        let slot = raze.place.map(|p| facts.slots[p].index);
        let marker = raze.action.marker.expect("a marker to raze");
        gone[marker] = gone[marker].or(slot);
    }
    let grip = Grip::new(facts, &gone);
    let finish = grip.at_finish(facts, &gone);
    let book = Book { facts, markers: Map::of(facts.mission).markers(), gone, done, grip, finish };
    let mut sheet = Sheet::default();
    for side in 0..2 {
        let primary = Map::of(facts.mission).primary;
        sheet.primary[side] = column(&book.awards(side, primary), 45);
        for (place, objective) in facts.chosen[side].iter().enumerate() {
            sheet.secondaries[side][place] = column(&book.awards(side, objective), 15);
        }
        let secondaries: u32 = sheet.secondaries[side].iter().map(|c| c.vp).sum();
        let ready = if facts.battle_ready[side] { 10 } else { 0 };
        sheet.totals[side] = (sheet.primary[side].vp + secondaries.min(45) + ready).min(100);
        if facts.finish.conceded == Some(side) {
            sheet.totals[side] = 0;
        }
        sheet.cp_gained[side] = book.cp_gained(side);
    }
    sheet
}

/// Counts awards in the order in which they came, up to the cap.
fn column(awards: &[Award], cap: u32) -> Column {
    let mut column = Column::default();
    for award in awards {
        let counted = award.vp.min(cap - column.vp);
        column.raw += award.vp;
        column.vp += counted;
        column.rows[award.row] += counted;
    }
    column
}

impl Book<'_> {
    fn awards(&self, side: Side, objective: &str) -> Vec<Award> {
        let mut awards = Vec::new();
        for (place, slot) in self.facts.slots.iter().enumerate() {
            let row = slot.index / 14;
            let mut pay = |vp: u32| awards.push(Award { row, vp });
            if self.facts.player_of(slot.index) == side {
                pay(self.by_actions(side, objective, place));
                pay(self.psychic_at(side, objective, slot.index));
                if phase_of(slot.index) == 0 {
                    pay(self.command_end(side, objective, place, round_of(slot.index)));
                }
                if is_turn_end(slot.index) {
                    pay(self.turn_end(side, objective, place, round_of(slot.index)));
                }
            }
        }
        if objective == "grind-them-down" {
            awards.extend((1..=self.facts.rounds_ended).map(|round| self.grind(side, round)));
        }
        awards.push(Award { row: END_ROW, vp: self.battle_end(side, objective) });
        awards
    }

    /// Markers on the battlefield that a player controls at the end of a slot and that pass a test.
    fn held(&self, side: Side, place: usize, test: impl Fn(usize, &Marker) -> bool) -> u32 {
        self.among(side, &self.grip.ends[place], test)
    }

    fn among(&self, side: Side, row: &[Option<Side>], test: impl Fn(usize, &Marker) -> bool) -> u32 {
        let hits = self.markers.iter().enumerate().filter(|(i, m)| row[*i] == Some(side) && test(*i, m));
        u32::try_from(hits.count()).expect("a few markers")
    }

    fn own(&self, side: Side) -> char {
        letter(side, self.facts.side_a)
    }

    fn enemy(&self, side: Side) -> char {
        letter(1 - side, self.facts.side_a)
    }

    /// End of the player's own Command phase.
    fn command_end(&self, side: Side, objective: &str, place: usize, round: u32) -> u32 {
        let all = self.held(side, place, |_, _| true);
        let enemy = self.held(1 - side, place, |_, _| true);
        let label = |l: char| self.held(side, place, move |_, m| m.label == Some(l));
        let in_enemy_zone = self.held(side, place, |_, m| m.zone == Some(self.enemy(side)));
        let barred = round == 1;
        match objective {
            "take-and-hold" if !barred => 5 * tests(&[all >= 1, all >= 2, all > enemy]),
            "domination" if !barred => 5 * tests(&[all >= 2, all >= 3, all > enemy]),
            "outflank" if !barred && label('A') >= 2 => {
                if self.anybody_near_centre(1 - side, place) {
                    5
                } else {
                    3
                }
            }
            "secure-landing-sites" if !barred => label('A') * [0, 0, 2, 2, 3, 6][round as usize],
            "raid-supply-lines" if !barred => [0, 3, 5][in_enemy_zone.min(2) as usize],
            "surround-them" => self.surround(side, &self.grip.ends[place]),
            "vital-ground" if !barred => {
                let middle = self.held(side, place, |_, m| m.zone.is_none());
                (3 * in_enemy_zone.min(1) + 2 * middle).min(7)
            }
            "overrun" => {
                let markers = self.held(side, place, |_, m| m.territory == Some(self.enemy(side)));
                [0, 2, 3, 5][markers.min(3) as usize]
            }
            "raise-the-banners-high" => self.banners(side, place + 1, self.facts.slots[place].index),
            _ => 0,
        }
    }

    fn surround(&self, side: Side, row: &[Option<Side>]) -> u32 {
        let own = self.among(side, row, |_, m| m.zone == Some(self.own(side)));
        let theirs = self.among(side, row, |_, m| m.zone == Some(self.enemy(side)));
        match (own, theirs) {
            (2, 2) => 8,
            (2, 1) => 4,
            _ => 0,
        }
    }

    /// End of the player's own turn.
    fn turn_end(&self, side: Side, objective: &str, place: usize, round: u32) -> u32 {
        match objective {
            "engage-on-all-fronts" => match self.quarters(side, place) {
                4 => 3,
                3 => 2,
                _ => 0,
            },
            "linebreaker" => {
                let zone = if self.enemy(side) == 'a' { "zone-a" } else { "zone-b" };
                let inside = self
                    .units_at(side, place)
                    .filter(|(u, spot)| !self.facts.units[*u].aircraft && spot.regions.contains(&zone));
                if inside.count() >= 2 { 4 } else { 0 }
            }
            "domination-secondary" => {
                let slot = self.facts.slots[place].index;
                let left = (0..self.markers.len()).filter(|m| !is_gone(&self.gone, *m, slot)).count();
                if 2 * self.held(side, place, |_, _| true) as usize > left { 3 } else { 0 }
            }
            "ascend" => {
                let central = self.held(side, place, |_, m| m.central);
                central * round + u32::from(self.warlord_at_centre(side, place))
            }
            "direct-assault" => {
                let markers = self.held(side, place, |_, m| m.central || m.zone == Some(self.enemy(side)));
                [0, 3, 5][markers.min(2) as usize]
            }
            "priority-targets" => {
                let markers = self.held(side, place, |i, _| self.facts.priority.contains(&i));
                [0, 3, 5][markers.min(2) as usize]
            }
            _ => 0,
        }
    }

    fn units_at(&self, side: Side, place: usize) -> impl Iterator<Item = (usize, &Spot)> {
        let places = self.facts.slots[place].places.iter();
        places.filter(move |(u, _)| self.facts.units[*u].side == side).map(|(u, spot)| (*u, spot))
    }

    fn anybody_near_centre(&self, side: Side, place: usize) -> bool {
        self.units_at(side, place).any(|(_, spot)| spot.centre <= 90)
    }

    fn quarters(&self, side: Side, place: usize) -> usize {
        let witness = |quarter: &str| {
            self.units_at(side, place).any(|(_, spot)| spot.regions.contains(&quarter) && spot.centre > 60)
        };
        ["quarter-ne", "quarter-nw", "quarter-se", "quarter-sw"].into_iter().filter(|q| witness(q)).count()
    }

    fn warlord_at_centre(&self, side: Side, place: usize) -> bool {
        let central = self.markers.iter().position(|m| m.central).expect("a central marker");
        self.units_at(side, place).any(|(u, spot)| {
            let models = spot.in_range.as_ref().and_then(|r| r.get(&central)).copied().unwrap_or(0);
            self.facts.units[u].warlord && models > 0
        })
    }

    /// What actions that end with a slot bring at once.
    fn by_actions(&self, side: Side, objective: &str, place: usize) -> u32 {
        let here = self.done.iter().filter(|d| d.place == Some(place) && d.action.side == side);
        let of = |kind: &str| here.clone().filter(|d| d.action.kind == kind).count() as u32;
        let held_a = || self.held(side, place, |_, m| m.label == Some('A'));
        match objective {
            "investigate-sites" => 3 * of("investigate-site"),
            "teleport-homer" => 4 * of("teleport-homer"),
            "centre-ground" => of("centre-ground") * [0, 3, 5][held_a().min(2) as usize],
            "inload-data-psalm" => [0, 1, 3, 6, 10][of("inload-data-psalm").min(4) as usize],
            "data-intercept" => of("data-intercept") * self.held(side, place, |_, _| true),
            "forward-push" => {
                let pushes = here.clone().filter(|d| d.action.kind == "forward-push");
                pushes.map(|d| self.push(side, d.action.marker.expect("a marker to push to"))).sum()
            }
            _ => 0,
        }
    }

    fn push(&self, side: Side, marker: usize) -> u32 {
        let by_side_a = match self.markers[marker].label {
            Some('A') => [1, 8],
            Some('B') => [2, 4],
            Some('C') => [4, 2],
            Some('D') => [8, 1],
            _ => [0, 0],
        };
        by_side_a[usize::from(side != self.facts.side_a)]
    }

    fn psychic_at(&self, side: Side, objective: &str, slot: usize) -> u32 {
        let done = self.facts.psychic.iter().filter(|p| p.side == side && p.slot == slot);
        if objective == "mental-interrogation" { 3 * done.filter(|p| p.kind == objective).count() as u32 } else { 0 }
    }

    /// Command points that come by themselves: one each own Command phase for a Battle-forged army, one more in Raid.
    fn cp_gained(&self, side: Side) -> u32 {
        let begun = self.facts.slots.iter().map(|s| s.index).chain(self.facts.open);
        let own = begun.enumerate().filter(|(_, s)| phase_of(*s) == 0 && self.facts.player_of(*s) == side);
        own.map(|(place, _)| {
            let supplies = self.among(side, self.grip.at_start(place), |_, m| m.zone == Some(self.enemy(side)));
            let raid = self.facts.mission == "raid" && supplies > 0;
            u32::from(self.facts.battle_forged[side]) + u32::from(raid)
        })
        .sum()
    }
}

fn tests(conditions: &[bool]) -> u32 {
    conditions.iter().map(|c| u32::from(*c)).sum()
}
