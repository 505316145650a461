//! A second scorer of the invented pack `outposts-8th`: it reads records, not the engine's state, and is written from
//! `docs/rules/eighth.md` alone. Random matches have to end alike for both.

mod battles;
#[path = "../../shared/posts.rs"]
mod posts;
mod unit;
mod worth;

use std::collections::BTreeMap;

use adjutant_engine::command::{Command, MoveKind, Winner};
use adjutant_engine::side::{By, MapSide, Player};
use adjutant_engine::view::{EndLabel, ResultBy, RoundLabel};

use self::posts::{Hand, Needs, Zones, other};
use self::unit::{Spot, Unit};
use super::shared::count::{higher, holder, number};

struct Marker {
    at: (i64, i64),
    central: bool,
    zone: Option<MapSide>,
    said: Option<Option<Player>>,
}

/// What a match comes to.
#[derive(Debug, PartialEq)]
struct Verdict {
    totals: [u32; 2],
    winner: Winner,
    by: ResultBy,
    ending: Option<String>,
    rounds: u32,
    active: [Vec<String>; 2],
    gone: [Vec<String>; 2],
}

#[derive(Default)]
struct Side {
    army: bool,
    zone: Option<MapSide>,
    mission: i64,
    tactical: i64,
    warlord: i64,
    hand: Hand,
}

/// Deployment zones and markers of a mission, in inches.
type Map = (Zones, [(i64, i64); 5]);

fn map_of(mission: &str) -> Map {
    let (deep, sideways, board, markers) = match mission {
        "the-causeway" => (12, true, [48, 48], [(8, 24), (24, 10), (24, 24), (24, 38), (40, 24)]),
        "two-gates" => (10, false, [48, 48], [(12, 6), (10, 24), (24, 24), (38, 24), (36, 42)]),
        "the-long-ridge" => (12, false, [72, 48], [(18, 6), (18, 24), (36, 24), (54, 24), (54, 42)]),
        "far-ends" => (20, true, [96, 48], [(12, 24), (36, 12), (48, 24), (60, 36), (84, 24)]),
        other => panic!("no mission {other}"),
    };
    (Zones { deep, sideways, board }, markers)
}

#[derive(Default)]
struct Game {
    units: BTreeMap<String, Unit>,
    sides: [Side; 2],
    map: Option<Map>,
    markers: Vec<Marker>,
    first: Option<Player>,
    active: Option<Player>,
    round: u32,
    phase: usize,
    slain: Vec<String>,
    needs: Needs,
    conceded: Option<Player>,
    sudden: Option<Player>,
    over: bool,
}

fn in_a_middle(at: (i64, i64), board: [i64; 2]) -> bool {
    at.0 * 2 == board[0] && at.1 * 2 == board[1]
}

impl Game {
    fn end_phase(&mut self) {
        self.needs.close();
        let player = self.active.expect("a turn");
        self.phase += 1;
        if self.phase < 6 {
            return;
        }
        let round = RoundLabel::Number(self.round);
        if self.round >= 2 {
            self.judge(player, "hold-the-posts", round);
        }
        for card in self.sides[number(player)].hand.active.clone() {
            self.judge(player, &card, round);
        }
        self.end_turn();
    }

    /// Whether a player has nothing on the battlefield that counts; `None` for an army that nobody knows.
    fn wiped_out(&self, player: Player) -> Option<bool> {
        let counts = |id: &str, unit: &Unit| match unit.role.as_str() {
            "flyer" => false,
            "fortification" => self.garrisoned(id),
            _ => true,
        };
        let known = self.sides[number(player)].army;
        known.then(|| !self.of(player).any(|(id, unit)| unit.on_table() && counts(id, unit)))
    }

    /// The player who has lost by Sudden Death, where only one has.
    fn suddenly_lost(&self) -> Option<Player> {
        match Player::BOTH.map(|player| self.wiped_out(player) == Some(true)) {
            [true, false] => Some(Player::One),
            [false, true] => Some(Player::Two),
            _ => None,
        }
    }

    fn end_turn(&mut self) {
        if self.round >= 2
            && let Some(loser) = self.suddenly_lost()
        {
            self.sudden = Some(loser);
            return self.finish();
        }
        self.slain.clear();
        self.units.values_mut().for_each(|unit| unit.lost = 0);
        self.phase = 0;
        let first = self.first.expect("a first turn");
        if self.active == Some(first) {
            self.active = Some(first.opponent());
            return;
        }
        if self.round == 3 {
            self.strand();
        }
        if self.round == 5 {
            return self.finish();
        }
        self.round += 1;
        self.active = Some(first);
    }

    fn finish(&mut self) {
        self.over = true;
        self.strand();
        for player in Player::BOTH {
            for objective in ["at-the-end", "slay-the-warlord"] {
                self.judge(player, objective, RoundLabel::End(EndLabel::End));
            }
        }
    }

    fn read(&mut self, by: By, command: &Command) {
        match command {
            Command::Roster { player, roster } => {
                self.sides[number(*player)].army = true;
                let warlord = roster.warlord.as_ref().map(|warlord| warlord.unit.to_string());
                for unit in roster.units() {
                    let leads = warlord.as_deref() == Some(unit.id.as_str());
                    self.units.insert(unit.id.to_string(), Unit::of(unit, *player, leads));
                }
            }
            Command::Mission { mission, .. } => {
                let map = map_of(mission.as_str());
                self.map = Some(map);
                for (index, at) in map.1.into_iter().enumerate() {
                    let zone = [Some(MapSide::A), None, None, None, Some(MapSide::B)][index];
                    let central = in_a_middle(at, map.0.board);
                    self.markers.push(Marker { at: (at.0 * 1_000, at.1 * 1_000), central, zone, said: None });
                }
            }
            Command::Zone { zone, .. } => {
                let player = by.player().expect("the Defender");
                self.sides[number(player)].zone = Some(*zone);
                self.sides[number(player.opponent())].zone = Some(other(*zone));
            }
            Command::FirstTurn { player } => self.first = Some(*player),
            Command::Reserves(reserves) => {
                for id in reserves.strategic.iter().chain(&reserves.elsewhere) {
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
                self.round = 1;
                self.active = self.first;
            }
            command => self.read_battle(by, command),
        }
    }

    fn read_battle(&mut self, by: By, command: &Command) {
        match command {
            Command::EndPhase { .. } => self.end_phase(),
            // Who stands still stays where it is.
            Command::Move { kind: MoveKind::Stationary, at: None, .. } => {}
            Command::Arrive { unit, at, .. }
            | Command::Deploy { unit, at, .. }
            | Command::Disembark { unit, at }
            | Command::Move { unit, at, .. } => self.place(unit.as_str(), at.as_ref()),
            Command::Place { unit, at, .. } => self.place(unit.as_str(), Some(at)),
            Command::Shoot(attacks) | Command::Fight(attacks) => self.attacked(attacks),
            // Leadership 7 for all: a die and the models lost this turn; one model flees.
            Command::Morale { unit, roll, .. } => {
                let lost = self.units[unit.as_str()].lost;
                if i64::from(roll[0].get()) + lost > 7 {
                    self.lose(unit.as_str(), 1);
                }
            }
            Command::Card(cards) => self.sides[number(cards.player)].hand.play(cards, 3),
            Command::Control { holds, .. } => {
                for (at, marker) in self.markers.iter_mut().enumerate() {
                    let said = holds.iter().find(|(name, _)| name.as_str() == format!("m{}", at + 1));
                    if let Some((_, said)) = said {
                        marker.said = Some(holder(*said));
                    }
                }
            }
            Command::Score { player, objective, vp, passed, .. } => {
                let round = passed.map(|at| at.round);
                if let Some(need) = self.needs.claim(*player, objective.as_str(), "hold-the-posts", round) {
                    self.pay(*player, &need.objective, i64::from(vp.get()));
                }
            }
            Command::Concede {} => {
                let player = by.player().expect("a player");
                self.conceded = Some(player);
                for unit in self.units.values_mut().filter(|unit| unit.player == player && unit.models > 0) {
                    unit.spot = Some(Spot::Gone);
                }
            }
            Command::AgreeEnd {} => self.finish(),
            // A battle against nobody goes as it would at the end of the turn.
            Command::End {} => {
                self.sudden = self.suddenly_lost().filter(|_| self.conceded.is_none());
                self.finish();
            }
            _ => {}
        }
    }

    fn verdict(&self) -> Verdict {
        let total = |player: Player| {
            let side = &self.sides[number(player)];
            let sum = side.mission.min(24) + side.tactical.min(15) + side.warlord.min(1);
            if self.conceded == Some(player) { 0 } else { sum.min(40) as u32 }
        };
        let totals = Player::BOTH.map(total);
        let (winner, by) = match (self.conceded, self.sudden) {
            (Some(player), _) => (player.opponent().into(), ResultBy::Concession),
            (None, Some(loser)) => (loser.opponent().into(), ResultBy::Ending),
            (None, None) => (higher(totals), ResultBy::Points),
        };
        Verdict {
            totals,
            winner,
            by,
            ending: (by == ResultBy::Ending).then(|| "Sudden Death".to_owned()),
            rounds: self.round,
            active: [0, 1].map(|side| self.sides[side].hand.active.clone()),
            gone: [0, 1].map(|side| self.sides[side].hand.gone.clone()),
        }
    }
}
