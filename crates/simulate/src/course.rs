//! What some rulesets add to the course of a match: objectives that players place, zones chosen by the player who goes
//! first, reserve rolls, units that fall back.

use adjutant_engine::command::{Command, MarkerChange, MoveKind};
use adjutant_engine::ids::Name;
use adjutant_engine::legal::{Kind, Offer};
use adjutant_engine::numbers::Whole;
use adjutant_engine::rules::{PlacedMarkers, TestName};
use adjutant_engine::side::{By, MapSide, Player};
use adjutant_engine::state::Whereabouts;

use crate::battle::roll;
use crate::simulation::{Depth, Simulation};

impl Simulation<'_> {
    /// Objectives before the zones, the first turn, the zones, objectives in the zones.
    pub(crate) fn set_up_by_first_player(&mut self) {
        self.place_before_zones();
        let player = self.roll_off("first-turn");
        self.record(By::Both, Command::FirstTurn { player });
        let zone = if self.streams.choices.chance(50) { MapSide::A } else { MapSide::B };
        let others = self.game.state().mission.as_ref().map_or(0, |mission| mission.other_zones.len());
        let layout = if others > 0 && self.streams.choices.chance(50) { Whole::new(2) } else { None };
        self.record(player.into(), Command::Zone { zone, layout });
        self.place_objectives();
    }

    /// Objectives that are rolled for and lie there before anybody has a zone.
    pub(crate) fn place_before_zones(&mut self) {
        let placed = self.game.state().mission.as_ref().and_then(|mission| mission.placed);
        if let Some(PlacedMarkers::D3Plus(_)) = placed.map(|placed| placed.markers) {
            let dice = roll(&mut self.streams.places, 1);
            let purpose = Name::new("objectives").unwrap_or_else(|_| unreachable!("a short name"));
            self.record(By::Both, Command::Roll { purpose, roll: dice, rerolled: None });
            self.roll_off("objectives");
            self.place_objectives();
        }
    }

    /// Places one objective after the other, wherever it is allowed, until all lie there.
    pub(crate) fn place_objectives(&mut self) {
        loop {
            let places = |command: &Command| matches!(command, Command::Marker(MarkerChange { placed: Some(_), .. }));
            let offers = Player::BOTH.into_iter().flat_map(|player| self.offers(player, Kind::Marker));
            let open: Vec<Offer> = offers.filter(|offer| places(&offer.command)).collect();
            let Some(offer) = self.streams.places.pick(&open).cloned() else { return };
            self.record(offer.by, offer.command);
        }
    }

    /// Every unit in reserve rolls; who has rolled well mostly says where it arrives.
    pub(crate) fn roll_for_reserves(&mut self) {
        let by = By::from(self.game.state().active);
        for offer in self.offers(by, Kind::ReserveRoll) {
            if let Command::ReserveRoll { unit, rerolled, .. } = offer.command {
                let dice = roll(&mut self.streams.places, 1);
                self.record(by, Command::ReserveRoll { unit, roll: dice, rerolled });
            }
        }
    }

    /// Units that fall back try to regroup, or go on.
    pub(crate) fn go_on_falling_back(&mut self) {
        let state = self.game.state();
        let by = By::from(state.active);
        let falling: Vec<_> =
            state.on_battlefield(state.active).filter(|unit| unit.falling_back).map(|unit| unit.id.clone()).collect();
        for unit in falling {
            let dice = roll(&mut self.streams.morale, 2);
            let test = Command::Test {
                unit: unit.clone(),
                of: TestName::Regroup,
                roll: dice,
                rerolled: None,
                modifier: None,
                passed: None,
                destroyed: None,
                perils: None,
            };
            self.attempt(by, test);
            let still = self.game.state().unit(&unit).is_some_and(|(_, unit)| unit.falling_back);
            if still && self.streams.morale.chance(70) {
                let back = Command::Move { unit, kind: MoveKind::FallBack, at: None, roll: None, rerolled: None };
                self.attempt(by, back);
            }
        }
    }

    /// Units that lost models may take a test; a unit that fails falls back.
    pub(crate) fn test_those_who_lost(&mut self) {
        for player in Player::BOTH {
            let state = self.game.state();
            let shaken: Vec<_> = state
                .on_battlefield(player)
                .filter(|unit| unit.acts.models_lost > 0 && !unit.falling_back)
                .map(|unit| unit.id.clone())
                .collect();
            for unit in shaken {
                if !self.streams.morale.chance(50) {
                    continue;
                }
                let dice = roll(&mut self.streams.morale, 2);
                let test = Command::Test {
                    unit,
                    of: TestName::Morale,
                    roll: dice,
                    rerolled: None,
                    modifier: None,
                    passed: None,
                    destroyed: None,
                    perils: None,
                };
                self.attempt(player.into(), test);
            }
        }
    }

    /// Lasting damage of a vehicle, now and then.
    pub(crate) fn damage_vehicles(&mut self) {
        if !self.streams.attacks.chance(20) {
            return;
        }
        let offers = self.offers(By::Both, Kind::Damage);
        if let Some(offer) = self.streams.attacks.pick(&offers).cloned() {
            self.record(offer.by, offer.command);
        }
    }

    /// Both say where every unit is as the battle may end, so that control follows from the facts.
    pub(crate) fn say_where_all_stand(&mut self) {
        if self.plan.depth != Depth::Facts || self.plan.pack.law.control.scoring.is_none() {
            return;
        }
        let unknown = |unit: &adjutant_engine::state::Unit| {
            matches!(unit.whereabouts, Whereabouts::Battlefield(adjutant_engine::state::Position::Unknown))
        };
        let units: Vec<_> =
            self.game.state().units.iter().filter(|unit| unknown(unit)).map(|unit| unit.id.clone()).collect();
        for id in units {
            if let Some(at) = self.streams.places.chance(92).then(|| self.somewhere(&id)).flatten() {
                self.attempt(By::Both, Command::Place { unit: id, at, counts: None });
            }
        }
    }
}
