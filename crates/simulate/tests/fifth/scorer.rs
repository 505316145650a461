//! A second scorer of the standard missions: it reads records, not the engine's state, and is written from
//! `docs/rules/fifth.md` alone. Random matches have to end alike for both.

use std::collections::BTreeMap;

use adjutant_engine::command::{Attack, Attacks, Command, Damage, Losses, MoveKind, Winner};
use adjutant_engine::place::Place;
use adjutant_engine::roster::BattlefieldRole;
use adjutant_engine::rules::{Agreement, TestName};
use adjutant_engine::side::{By, Player};
use adjutant_engine::view::{ResultBy, View};
use adjutant_simulate::{Plan, Record, simulate_match};

use super::shared::count::{
    depth, higher, holder, middle, number, records, shipped_pack, wanted, width, within_three_inches,
};

/// Where a unit is.
#[derive(Clone, Debug, PartialEq)]
enum Spot {
    /// In reserve; `true` for one that walks on in the first turn.
    Away(bool),
    Inside(String),
    Somewhere,
    Near(BTreeMap<String, i32>),
    /// Middles of the models in thousandths of an inch, with the width of each base in millimetres.
    Standing(Vec<((i64, i64), i64)>),
    Dead,
    Gone,
}

struct Unit {
    player: Player,
    troops: bool,
    scores: bool,
    hq: bool,
    vehicle: bool,
    points: i32,
    began: i32,
    groups: Vec<(String, i32, i64)>,
    spot: Option<Spot>,
    falls: bool,
    damaged: bool,
    rolled: Option<bool>,
}

impl Unit {
    fn models(&self) -> i32 {
        self.groups.iter().map(|group| group.1).sum()
    }

    fn on_table(&self) -> bool {
        matches!(self.spot, Some(Spot::Somewhere | Spot::Near(_) | Spot::Standing(_)))
    }

    fn alive(&self) -> bool {
        !matches!(self.spot, Some(Spot::Dead | Spot::Gone))
    }
}

/// What a match comes to.
#[derive(Debug, PartialEq)]
struct Verdict {
    totals: [u32; 2],
    winner: Winner,
    by: ResultBy,
    figures: Option<[u32; 2]>,
}

#[derive(Default)]
struct Game {
    units: BTreeMap<String, Unit>,
    armies: [bool; 2],
    markers: Vec<(i64, i64)>,
    said: BTreeMap<String, Option<Player>>,
    claims: [Option<u32>; 2],
    first: Option<Player>,
    active: Option<Player>,
    round: u32,
    phase: usize,
    conceded: Option<Player>,
    over: bool,
    counts_markers: bool,
    agreed: bool,
    limit: u32,
    few: bool,
    /// Wounds of the models of each group of each unit.
    each: BTreeMap<(String, String), i32>,
    /// Who fought whom in this phase, and the wounds that it caused.
    fought: Vec<(String, String, i32)>,
}

impl Game {
    fn has_models(&self, player: Player) -> bool {
        let known = self.armies[number(player)];
        self.conceded != Some(player)
            && (!known || self.units.values().any(|unit| unit.player == player && unit.alive()))
    }

    fn place(&mut self, id: &str, place: Option<&Place>) {
        let Some(unit) = self.units.get_mut(id) else { return };
        unit.spot = Some(match place {
            None => Spot::Somewhere,
            Some(Place::Declared(declared)) => match &declared.in_range {
                None => Spot::Somewhere,
                Some(near) => Spot::Near(near.iter().map(|(marker, n)| (marker.to_string(), n.get())).collect()),
            },
            Some(Place::Models(models)) => {
                let bases: Vec<i64> = unit
                    .groups
                    .iter()
                    .flat_map(|group| std::iter::repeat_n(group.2, group.1.unsigned_abs() as usize))
                    .collect();
                Spot::Standing(models.iter().map(middle).zip(bases).collect())
            }
        });
    }

    fn lose(&mut self, id: &str, losses: &Losses) {
        let Some(unit) = self.units.get_mut(id) else { return };
        let before = unit.models();
        match losses {
            Losses::Models(models) => {
                let mut left = models.get();
                for group in &mut unit.groups {
                    let taken = left.min(group.1);
                    group.1 -= taken;
                    left -= taken;
                }
            }
            Losses::Groups(groups) => {
                for group in &mut unit.groups {
                    group.1 -= groups.iter().find(|(name, _)| name.as_str() == group.0).map_or(0, |(_, n)| n.get());
                }
            }
        }
        if unit.models() == 0 {
            unit.spot = Some(Spot::Dead);
        } else if unit.models() < before && matches!(unit.spot, Some(Spot::Standing(_))) {
            unit.spot = Some(Spot::Somewhere);
        }
    }

    /// Wounds that an attack caused.
    fn wounds(&self, attack: &Attack) -> i32 {
        let id = attack.target.to_string();
        let each = |group: &str| self.each[&(id.clone(), group.to_owned())];
        match &attack.destroyed {
            None => 0,
            Some(Losses::Models(models)) => models.get() * each(&self.units[&id].groups[0].0),
            Some(Losses::Groups(groups)) => groups.iter().map(|(group, n)| n.get() * each(group.as_str())).sum(),
        }
    }

    fn fall_out(&mut self, attacks: &Attacks) {
        for attack in &attacks.attacks {
            if let Some(losses) = &attack.destroyed {
                self.lose(attack.target.as_str(), losses);
            }
        }
    }

    fn end_phase(&mut self) {
        let active = self.active;
        if self.phase == 0 {
            let round = self.round;
            for unit in self.units.values_mut().filter(|unit| Some(unit.player) == active) {
                let due = match unit.spot {
                    Some(Spot::Away(true)) => true,
                    Some(Spot::Away(false)) => unit.rolled == Some(true) || (round >= 5 && unit.rolled.is_none()),
                    _ => false,
                };
                if due {
                    unit.spot = Some(Spot::Somewhere);
                }
            }
        }
        self.phase += 1;
        if self.phase == 3 {
            self.end_turn();
        }
    }

    fn end_turn(&mut self) {
        self.units.values_mut().for_each(|unit| unit.rolled = None);
        self.phase = 0;
        let first = self.first.expect("a first turn");
        if self.active == Some(first) {
            self.active = Some(first.opponent());
            self.pass_if_tabled();
        } else if self.round < 5 {
            self.start_round();
        } else if self.round == 7 {
            self.over = true;
        }
    }

    fn start_round(&mut self) {
        self.round += 1;
        self.active = self.first;
        self.pass_if_tabled();
    }

    fn pass_if_tabled(&mut self) {
        if !self.over && self.active.is_some_and(|active| !self.has_models(active)) {
            self.end_turn();
        }
    }

    fn read(&mut self, by: By, command: &Command) {
        match command {
            Command::Open(open) => {
                self.agreed = open.agreed.contains(&Agreement::TieBreak);
                self.limit = open.points.map_or(1_500, |points| points.get().unsigned_abs());
            }
            Command::Roster { player, roster } => {
                self.armies[number(*player)] = true;
                for unit in roster.units() {
                    let groups: Vec<_> = unit
                        .models
                        .iter()
                        .map(|group| (group.group.to_string(), group.count.get(), width(group.base)))
                        .collect();
                    for group in &unit.models {
                        self.each.insert((unit.id.to_string(), group.group.to_string()), group.wounds.get());
                    }
                    let has = |word: &str| unit.keywords.iter().any(|keyword| keyword.as_str() == word);
                    let troops = unit.role == BattlefieldRole::Troops;
                    self.units.insert(
                        unit.id.to_string(),
                        Unit {
                            player: *player,
                            troops,
                            scores: troops && !has("VEHICLE") && !has("SWARM"),
                            hq: unit.role == BattlefieldRole::Hq,
                            vehicle: has("VEHICLE"),
                            points: unit.points.get(),
                            began: groups.iter().map(|group| group.1).sum(),
                            groups,
                            spot: None,
                            falls: false,
                            damaged: false,
                            rolled: None,
                        },
                    );
                }
            }
            Command::Mission { mission, .. } => {
                self.counts_markers = !mission.as_str().starts_with("annihilation");
                self.few = mission.as_str().ends_with("dawn-of-war");
            }
            Command::Marker(change) => {
                let [x, y] = change.placed.expect("a place").map(|inches| i64::from(inches.thousandths()));
                self.markers.push((x, y));
            }
            Command::FirstTurn { player } => self.first = Some(*player),
            Command::Reserves(reserves) => {
                for id in &reserves.strategic {
                    self.units.get_mut(id.as_str()).expect("a unit").spot = Some(Spot::Away(false));
                }
                for (carrier, passengers) in &reserves.embarked {
                    for id in passengers {
                        let inside = Spot::Inside(carrier.to_string());
                        self.units.get_mut(id.as_str()).expect("a unit").spot = Some(inside);
                    }
                }
            }
            Command::Begin {} => {
                let few = self.few;
                let waiting = self.units.values_mut().filter(|unit| unit.spot.is_none());
                waiting.for_each(|unit| unit.spot = Some(if few { Spot::Away(true) } else { Spot::Somewhere }));
                if few {
                    for player in Player::BOTH {
                        let set_up = || self.units.values().filter(|unit| unit.player == player && unit.on_table());
                        assert!(set_up().filter(|unit| unit.hq).count() <= 1, "one HQ");
                        assert!(set_up().filter(|unit| unit.troops).count() <= 2, "two Troops");
                    }
                }
                self.start_round();
            }
            other => self.read_battle(by, other),
        }
    }

    fn read_battle(&mut self, by: By, command: &Command) {
        match command {
            Command::EndPhase { .. } => {
                self.fought.clear();
                self.end_phase();
            }
            Command::Roll { purpose, roll, .. } if purpose.as_str() == "length" => {
                let face = roll[0].get();
                let goes_on = if self.round == 5 { face >= 3 } else { face >= 4 };
                if goes_on { self.start_round() } else { self.over = true }
            }
            // Who stands still stays where it is.
            Command::Move { kind: MoveKind::Stationary, at: None, .. } => {}
            Command::Deploy { unit, at, .. }
            | Command::Arrive { unit, at, .. }
            | Command::Disembark { unit, at }
            | Command::Move { unit, at, .. } => {
                if let Command::Move { kind, .. } = command {
                    assert!(*kind != MoveKind::FallBack || self.units[unit.as_str()].falls, "only who falls back");
                }
                self.place(unit.as_str(), at.as_ref());
            }
            Command::Place { unit, at, .. } => self.place(unit.as_str(), Some(at)),
            Command::Fight(attacks) => {
                for attack in &attacks.attacks {
                    let caused = self.wounds(attack);
                    self.fought.push((attacks.unit.to_string(), attack.target.to_string(), caused));
                }
                self.fall_out(attacks);
            }
            Command::Shoot(attacks) => self.fall_out(attacks),
            Command::Test { unit, of, roll, .. } => {
                // Who lost a close combat tests at a Leadership that is lower by the difference.
                let of_unit = |one: usize| {
                    let fights = self.fought.iter().filter(move |fight| [&fight.0, &fight.1][one] == unit.as_str());
                    fights.map(|fight| fight.2).sum::<i32>()
                };
                let lost_by = (of_unit(1) - of_unit(0)).max(0);
                let unit = self.units.get_mut(unit.as_str()).expect("a unit");
                let sum: i32 = roll.iter().map(|face| face.get()).sum();
                match of {
                    TestName::Regroup => unit.falls = sum > 7,
                    _ => unit.falls |= sum > 7 - lost_by && sum > 2,
                }
            }
            Command::ReserveRoll { unit, roll, .. } => {
                let needs = [4, 3, 2][self.round as usize - 2];
                self.units.get_mut(unit.as_str()).expect("a unit").rolled = Some(roll[0].get() >= needs);
            }
            // A squadron leaves no immobilised vehicle behind; who is alone at last is none.
            Command::Damage { unit, result: Damage::Immobilised, .. } if self.units[unit.as_str()].models() > 1 => {
                self.lose(unit.as_str(), &one_model());
            }
            Command::Damage { unit, result, .. } => {
                self.units.get_mut(unit.as_str()).expect("a unit").damaged = *result != Damage::Repaired;
            }
            Command::Control { holds, .. } => {
                for (marker, said) in holds {
                    self.said.insert(marker.to_string(), holder(*said));
                }
            }
            Command::Score { player, vp, .. } => self.claims[number(*player)] = Some(vp.get().unsigned_abs()),
            Command::Concede {} => {
                let player = by.player().expect("a player");
                self.conceded = Some(player);
                for unit in self.units.values_mut().filter(|unit| unit.player == player && unit.alive()) {
                    unit.spot = Some(Spot::Gone);
                }
            }
            Command::AgreeEnd {} | Command::End {} => self.over = true,
            _ => {}
        }
    }

    /// Units that fall back, then those away with their passengers.
    fn clean_up(&mut self) {
        for unit in self.units.values_mut().filter(|unit| unit.alive()) {
            if unit.falls {
                unit.spot = Some(Spot::Dead);
            }
        }
        let away: Vec<String> = self
            .units
            .iter()
            .filter(|(_, unit)| matches!(unit.spot, Some(Spot::Away(_))))
            .map(|(id, _)| id.clone())
            .collect();
        for unit in self.units.values_mut() {
            let inside = matches!(&unit.spot, Some(Spot::Inside(carrier)) if away.contains(carrier));
            if inside || matches!(unit.spot, Some(Spot::Away(_))) {
                unit.spot = Some(Spot::Dead);
            }
        }
    }

    /// Whether a unit is within 3" of a marker: `None` where nobody has said.
    fn near(&self, unit: &Unit, marker: usize) -> Option<bool> {
        match unit.spot.as_ref()? {
            Spot::Near(near) => Some(near.get(&format!("m{}", marker + 1)).is_some_and(|models| *models > 0)),
            Spot::Standing(models) => {
                Some(models.iter().any(|(middle, base)| within_three_inches(*middle, *base, self.markers[marker], 0)))
            }
            Spot::Somewhere => None,
            Spot::Inside(carrier) => {
                let carrier = &self.units[carrier];
                if carrier.on_table() { self.near(carrier, marker) } else { Some(false) }
            }
            _ => Some(false),
        }
    }

    /// Who controls a marker: outer `None` where nobody can tell.
    fn holder(&self, marker: usize) -> Option<Option<Player>> {
        let some = |answers: Vec<Option<bool>>| {
            if answers.contains(&Some(true)) {
                Some(true)
            } else if answers.contains(&None) {
                None
            } else {
                Some(false)
            }
        };
        let side = |player: Player| {
            let known = self.armies[number(player)] || self.conceded == Some(player);
            let own = || self.units.values().filter(move |unit| unit.player == player);
            let mut any: Vec<_> = own().filter(|unit| unit.on_table()).map(|unit| self.near(unit, marker)).collect();
            let mut scores: Vec<_> =
                own().filter(|unit| unit.scores && unit.alive()).map(|unit| self.near(unit, marker)).collect();
            if !known {
                any.push(None);
                scores.push(None);
            }
            (some(any), some(scores))
        };
        let [(any_one, scores_one), (any_two, scores_two)] = Player::BOTH.map(side);
        let alone = |scores: Option<bool>, enemy: Option<bool>| match (scores, enemy) {
            (Some(false), _) | (_, Some(true)) => Some(false),
            (Some(true), Some(false)) => Some(true),
            _ => None,
        };
        match (alone(scores_one, any_two), alone(scores_two, any_one)) {
            (Some(true), _) => Some(Some(Player::One)),
            (_, Some(true)) => Some(Some(Player::Two)),
            (Some(false), Some(false)) => Some(None),
            _ => {
                let said = *self.said.get(&format!("m{}", marker + 1))?;
                Some(said.filter(|player| {
                    let on_table = |unit: &Unit| unit.player == *player && unit.on_table();
                    !self.armies[number(*player)] || self.units.values().any(on_table)
                }))
            }
        }
    }

    fn worth(&self, unit: &Unit) -> i32 {
        let off = match &unit.spot {
            Some(Spot::Gone) => return 0,
            Some(Spot::Inside(carrier)) => !self.units[carrier].on_table(),
            _ => !unit.on_table(),
        };
        let half = if unit.vehicle && unit.began == 1 {
            unit.damaged
        } else {
            // No record of these matches wounds a model without killing it.
            unit.began > 1 && unit.models() * 2 <= unit.began
        };
        if off {
            unit.points
        } else if half {
            unit.points / 2
        } else {
            0
        }
    }

    fn verdict(mut self) -> Verdict {
        self.clean_up();
        let holders: Vec<_> = (0..self.markers.len()).map(|marker| self.holder(marker)).collect();
        let points = |player: Player| {
            if self.conceded == Some(player) {
                return 0;
            }
            let known = self.counts_markers && !holders.contains(&None);
            let held = holders.iter().filter(|holder| **holder == Some(Some(player))).count() as u32;
            // Nobody can tell: what was claimed counts, and nothing until then.
            let exact = known || (self.counts_markers && holders.is_empty());
            if exact { held } else { self.claims[number(player)].unwrap_or(0).min(100) }
        };
        let totals = Player::BOTH.map(points);
        let known = self.armies == [true, true];
        let figures = known.then(|| {
            Player::BOTH.map(|player| {
                let enemies = self.units.values().filter(|unit| unit.player != player);
                enemies.map(|unit| self.worth(unit)).sum::<i32>().unsigned_abs()
            })
        });
        let tabled = |player: Player| {
            let on_table = self.units.values().any(|unit| unit.player == player && unit.on_table());
            self.armies[number(player)] && !on_table
        };
        let (winner, by) = match (self.conceded, Player::BOTH.map(tabled)) {
            (Some(player), _) => (player.opponent().into(), ResultBy::Concession),
            (None, [true, false]) => (Winner::Two, ResultBy::Ending),
            (None, [false, true]) => (Winner::One, ResultBy::Ending),
            _ => match (higher(totals), figures) {
                (Winner::Draw, Some([one, two])) if self.agreed && one.abs_diff(two) * 10 >= self.limit => {
                    (higher([one, two]), ResultBy::TieBreak)
                }
                (winner, _) => (winner, ResultBy::Points),
            },
        };
        Verdict { totals, winner, by, figures }
    }
}

fn one_model() -> Losses {
    serde_json::from_str("1").expect("a model")
}

fn judge(records: &[Record]) -> Verdict {
    let mut game = Game::default();
    for (by, command) in records {
        game.read(*by, command);
    }
    assert!(game.over, "the battle ends where the records do");
    game.verdict()
}

fn plan(number: u64) -> Plan {
    let agreed = if number.is_multiple_of(3) { Vec::new() } else { vec![Agreement::TieBreak] };
    Plan { pack: shipped_pack("standard-5th"), agreed, ..Plan::new(depth(number)) }
}

/// `ADJUTANT_FIFTH_MATCHES=10000 cargo test --release -p adjutant-simulate --test fifth` for a longer run.
#[test]
fn random_matches_end_alike_for_both_scorers() {
    let wanted = wanted("ADJUTANT_FIFTH_MATCHES", 1_000);
    let (mut missions, mut ends) = (BTreeMap::new(), BTreeMap::new());
    for number in 0..wanted {
        let plan = plan(number);
        let game = simulate_match(number, &plan);
        let view = View::of(game.state());
        let ours = judge(&records(&game));
        let result = view.result.unwrap_or_else(|| panic!("match {number} has no result"));
        let figure = result.figures.first().map(|figure| [figure.one, figure.two]);
        let theirs =
            Verdict { totals: [result.one, result.two], winner: result.winner, by: result.by, figures: figure };
        let mission = view.mission.map(|mission| mission.to_string()).unwrap_or_default();
        assert_eq!(ours, theirs, "match {number}, {mission}");
        *missions.entry(mission).or_insert(0) += 1;
        *ends.entry(format!("{:?} {}", result.by, result.one + result.two > 0)).or_insert(0) += 1;
    }
    println!("{missions:?}\n{ends:?}");
    assert_eq!(missions.len(), 9, "every mission with every deployment: {missions:?}");
    assert!(ends.len() >= 5, "matches end in every way: {ends:?}");
}
