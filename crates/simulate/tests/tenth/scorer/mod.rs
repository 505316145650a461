//! A second scorer of the invented pack `outposts-10th`: it reads records, not the engine's state, and is written from
//! `docs/rules/tenth.md` alone. Random matches have to end alike for both.

mod battles;
mod control;
#[path = "../../shared/posts.rs"]
mod posts;
mod unit;
mod worth;

use std::collections::BTreeMap;

use adjutant_engine::command::{Cards, Command, Losses, MoveKind, Until, Winner};
use adjutant_engine::rules::TestName;
use adjutant_engine::side::{By, MapSide, Player};
use adjutant_engine::view::{EndLabel, ResultBy, RoundLabel};

use self::posts::{Hand, Needs, other};
use self::unit::{Nerve, Spot, Unit};
use super::shared::count::{higher, holder, number};

#[derive(Clone, Debug, Default)]
struct Marker {
    at: (i64, i64),
    central: bool,
    zone: Option<MapSide>,
    said: Option<Option<Player>>,
    /// Whose it is since it was settled; `None` where nobody knows.
    holder: Option<Option<Player>>,
    keeper: Keeper,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Keeper {
    #[default]
    Nobody,
    Of(Player),
    Unknown,
}

/// What a match comes to.
#[derive(Debug, PartialEq)]
struct Verdict {
    totals: [u32; 2],
    winner: Winner,
    by: ResultBy,
    cp: [i64; 2],
    active: [Vec<String>; 2],
    gone: [Vec<String>; 2],
}

#[derive(Default)]
struct Side {
    army: bool,
    zone: Option<MapSide>,
    cp: i64,
    primary: i64,
    cards: i64,
    hand: Hand,
}

#[derive(Default)]
struct Game {
    units: BTreeMap<String, Unit>,
    sides: [Side; 2],
    markers: Vec<Marker>,
    wells: bool,
    first: Option<Player>,
    active: Option<Player>,
    round: u32,
    phase: usize,
    slain: Vec<String>,
    needs: Needs,
    conceded: Option<Player>,
    over: bool,
}

impl Game {
    fn active(&self) -> Player {
        self.active.expect("a turn")
    }

    fn has_models(&self, player: Player) -> bool {
        let known = self.sides[number(player)].army;
        self.conceded != Some(player) && (!known || self.units.values().any(|u| u.player == player && u.alive()))
    }

    fn end_phase(&mut self) {
        self.needs.close();
        let player = self.active();
        if self.phase == 0 {
            let ids: Vec<String> = self.units.keys().cloned().collect();
            for id in ids {
                let unit = &self.units[&id];
                let beside = matches!(unit.spot, Some(Spot::Beside(_)));
                if self.due(&id, player) && unit.nerve == Nerve::Steady {
                    self.set_nerve(&id, Nerve::Untested);
                } else if unit.player == player && unit.alive() && !unit.on_table() && !beside {
                    self.unit(&id).missed = true;
                }
            }
        }
        self.settle();
        let round = RoundLabel::Number(self.round);
        if self.phase == 0 && self.round >= 2 {
            self.judge(player, "man-the-outposts", round);
        }
        self.units.values_mut().for_each(|unit| unit.tested = false);
        self.phase += 1;
        self.fade(Until::PhaseEnd);
        if self.phase == 5 {
            self.settle();
            for card in self.sides[number(player)].hand.active.clone() {
                self.judge(player, &card, round);
            }
            self.end_turn();
        }
    }

    /// Abilities end, and what was said of markers that their units may be near counts no more.
    fn fade(&mut self, until: Until) {
        let ids: Vec<String> = self.units.keys().cloned().collect();
        for id in ids {
            let unit = self.unit(&id);
            let before = unit.spells.len();
            unit.spells.retain(|spell| spell.2 != Some(until));
            if unit.spells.len() < before {
                self.doubt(&id);
            }
        }
    }

    fn end_turn(&mut self) {
        self.fade(Until::TurnEnd);
        if self.active != self.first {
            self.fade(Until::RoundEnd);
        }
        self.slain.clear();
        self.phase = 0;
        let first = self.first.expect("a first turn");
        if self.active == Some(first) {
            self.start_turn(first.opponent());
        } else if self.round == 4 {
            self.finish();
        } else {
            self.start_round();
        }
    }

    fn start_round(&mut self) {
        self.round += 1;
        self.start_turn(self.first.expect("a first turn"));
    }

    fn start_turn(&mut self, player: Player) {
        self.fade(if player == Player::One { Until::OneTurnStart } else { Until::TwoTurnStart });
        self.active = Some(player);
        if !self.has_models(player) {
            return self.end_turn();
        }
        let own: Vec<String> =
            self.units.iter().filter(|(_, u)| u.player == player).map(|(id, _)| id.clone()).collect();
        for id in own {
            self.set_nerve(&id, Nerve::Steady);
            self.unit(&id).missed = false;
        }
        self.sides[number(player)].cp += 1;
    }

    fn finish(&mut self) {
        self.over = true;
        let away: Vec<String> =
            self.units.iter().filter(|(_, unit)| unit.spot == Some(Spot::Away)).map(|(id, _)| id.clone()).collect();
        for unit in self.units.values_mut() {
            let inside =
                matches!(&unit.spot, Some(Spot::Inside(carrier) | Spot::Beside(carrier)) if away.contains(carrier));
            if inside || unit.spot == Some(Spot::Away) {
                unit.spot = Some(Spot::Dead);
            }
        }
        for player in Player::BOTH {
            self.judge(player, "at-the-end", RoundLabel::End(EndLabel::End));
        }
    }

    fn read(&mut self, by: By, command: &Command) {
        match command {
            Command::Open(_) => self.sides.iter_mut().for_each(|side| side.cp = 2),
            Command::Roster { player, roster } => {
                self.sides[number(*player)].army = true;
                for unit in roster.units() {
                    self.units.insert(unit.id.to_string(), Unit::of(unit, *player));
                }
            }
            Command::Mission { mission, .. } => {
                self.wells = mission.as_str() == "two-wells";
                let pass = [(8, 22), (30, 22), (30, 36), (30, 8), (52, 22)];
                let wells = [(18, 6), (18, 22), (30, 22), (42, 22), (42, 38)];
                for (index, (x, y)) in if self.wells { wells } else { pass }.into_iter().enumerate() {
                    let zone = [Some(MapSide::A), None, None, None, Some(MapSide::B)][index];
                    let at = (x * 1_000, y * 1_000);
                    let marker = Marker { at, central: (x, y) == (30, 22), zone, ..Marker::default() };
                    self.markers.push(Marker { holder: Some(None), ..marker });
                }
            }
            Command::Zone { zone, .. } => {
                let player = by.player().expect("the Defender");
                self.sides[number(player)].zone = Some(*zone);
                self.sides[number(player.opponent())].zone = Some(other(*zone));
            }
            Command::FirstTurn { player } => self.first = Some(*player),
            Command::Attach { leader, to } => {
                self.unit(leader.as_str()).spot = Some(Spot::Beside(to.to_string()));
            }
            Command::Reserves(reserves) => {
                for id in &reserves.strategic {
                    self.unit(id.as_str()).spot = Some(Spot::Away);
                }
                for (carrier, passengers) in &reserves.embarked {
                    for id in passengers {
                        self.unit(id.as_str()).spot = Some(Spot::Inside(carrier.to_string()));
                    }
                }
            }
            Command::Begin {} => {
                let waiting = self.units.values_mut().filter(|unit| unit.spot.is_none());
                waiting.for_each(|unit| unit.spot = Some(Spot::Somewhere));
                self.start_round();
            }
            command => self.read_battle(by, command),
        }
    }

    fn read_battle(&mut self, by: By, command: &Command) {
        match command {
            Command::EndPhase { .. } => self.end_phase(),
            Command::Arrive { unit, at, .. } => {
                self.place(unit.as_str(), at.as_ref());
                let below = self.below_half(unit.as_str());
                let unit = self.unit(unit.as_str());
                if unit.missed && unit.nerve == Nerve::Steady && below {
                    unit.nerve = Nerve::Untested;
                }
            }
            // Who stands still stays where it is.
            Command::Move { kind: MoveKind::Stationary, at: None, .. } => {}
            Command::Deploy { unit, at, .. } | Command::Disembark { unit, at } | Command::Move { unit, at, .. } => {
                self.place(unit.as_str(), at.as_ref());
            }
            Command::Place { unit, at, .. } => self.place(unit.as_str(), Some(at)),
            Command::Shoot(attacks) | Command::Fight(attacks) => self.attacked(attacks),
            Command::Test { unit, of: TestName::BattleShock, roll, .. } => {
                let id = unit.as_str();
                let sum: i64 = roll.iter().map(|face| i64::from(face.get())).sum();
                self.unit(id).tested = true;
                let best = self.members(id).iter().map(|unit| unit.leadership).min().expect("a unit");
                if sum < best {
                    self.set_nerve(id, Nerve::Shocked);
                } else if self.units[id].nerve == Nerve::Untested {
                    self.set_nerve(id, Nerve::Steady);
                }
            }
            Command::Test { unit, roll, destroyed, .. } => {
                let failed = roll.iter().filter(|face| face.get() <= 2).count();
                let failed = adjutant_engine::numbers::Whole::new(failed as i32).expect("a number");
                self.lose(unit.as_str(), destroyed.as_ref().unwrap_or(&Losses::Models(failed)));
            }
            Command::Effect(effect) => {
                for id in &effect.units {
                    let unit = self.unit(id.as_str());
                    unit.spells.retain(|spell| spell.0 != effect.why.as_str());
                    for changes in effect.change.values() {
                        unit.spells.push((effect.why.to_string(), changes.clone(), effect.until));
                    }
                    self.doubt(id.as_str());
                }
            }
            Command::Card(cards) => self.play(cards),
            Command::Stratagem { cp, .. } => {
                self.sides[number(by.player().expect("a player"))].cp -= i64::from(cp.get());
            }
            Command::Control { holds, keeps } => {
                for marker in &mut self.markers.iter_mut().enumerate() {
                    let id = format!("m{}", marker.0 + 1);
                    if let Some((_, said)) = holds.iter().find(|(name, _)| name.as_str() == id) {
                        marker.1.said = Some(holder(*said));
                    }
                    if let Some((_, player)) = keeps.iter().find(|(name, _)| name.as_str() == id) {
                        marker.1.keeper = Keeper::Of(*player);
                    }
                }
            }
            Command::Score { player, objective, vp, passed, .. } => {
                let round = passed.map(|at| at.round);
                if let Some(need) = self.needs.claim(*player, objective.as_str(), "man-the-outposts", round) {
                    self.pay(*player, &need.objective, i64::from(vp.get()));
                }
            }
            Command::Concede {} => {
                let player = by.player().expect("a player");
                self.conceded = Some(player);
                for unit in self.units.values_mut().filter(|unit| unit.player == player && unit.alive()) {
                    unit.spot = Some(Spot::Gone);
                }
            }
            // What waits for a word still does: only the end of a phase closes it.
            Command::AgreeEnd {} | Command::End {} => self.finish(),
            _ => {}
        }
    }

    fn play(&mut self, cards: &Cards) {
        let side = &mut self.sides[number(cards.player)];
        side.hand.play(cards, 2);
        side.cp += cards.cp.map_or(0, |cp| i64::from(cp.get()));
        side.cp -= i64::from(cards.stratagem.is_some());
    }

    fn verdict(&self) -> Verdict {
        let total = |player: Player| {
            let side = &self.sides[number(player)];
            let sum = side.primary.min(40) + side.cards.min(30);
            if self.conceded == Some(player) { 0 } else { sum.min(70) as u32 }
        };
        let totals = Player::BOTH.map(total);
        let (winner, by) = match self.conceded {
            Some(player) => (player.opponent().into(), ResultBy::Concession),
            None => (higher(totals), ResultBy::Points),
        };
        Verdict {
            totals,
            winner,
            by,
            cp: [self.sides[0].cp, self.sides[1].cp],
            active: [0, 1].map(|side| self.sides[side].hand.active.clone()),
            gone: [0, 1].map(|side| self.sides[side].hand.gone.clone()),
        }
    }
}
