//! Reserves, deployment and arrival.
//!
//! # Source
//! `docs/rules/sequence.md`, A-10 and A-11, D-6.

use adjutant_core::ids::UnitId;
use adjutant_core::say;
use adjutant_core::sentence::typed;
use adjutant_core::side::Player;

use super::desk::{self, Decision, Desk, refuse};
use crate::command::{RemovedTo, Reserves, SecretKind};
use crate::event::Event;
use crate::refusal::{Refusal, RefusalCode};
use crate::rules::{MissionRule, UnitKind};
use crate::state::{Position, Unit, UnitIndex, Whereabouts};
use crate::terms::{BattlefieldRole, Deed, Place, RosterUnit};

impl Desk<'_> {
    /// Open, by the player's own choice: not where a commitment binds the player to a secret one.
    pub(super) fn reserves_openly(&self, reserves: &Reserves) -> Decision {
        let events = self.reserves(reserves)?;
        self.not_bound(SecretKind::Reserves)?;
        Ok(events)
    }

    pub(super) fn reserves(&self, reserves: &Reserves) -> Decision {
        let player = self.speaker();
        let mut events = Vec::new();
        let mut away: Vec<(UnitIndex, &Unit)> = Vec::new();
        let mut named: Vec<UnitIndex> = Vec::new();
        for (ids, to) in [(&reserves.strategic, Whereabouts::Reserves), (&reserves.elsewhere, Whereabouts::Elsewhere)] {
            for id in ids {
                let (index, unit) = self.own_unit(id)?;
                named.push(index);
                away.push((index, unit));
                events.push(Event::UnitWent { unit: index, to: to.clone() });
            }
        }
        for (transport, passengers) in &reserves.embarked {
            let (carrier_index, carrier) = self.own_unit(transport)?;
            let passengers: Vec<(UnitIndex, &Unit)> =
                passengers.iter().map(|id| self.own_unit(id)).collect::<Result<_, Refusal>>()?;
            self.fits_in(carrier, &passengers)?;
            for (index, unit) in passengers {
                named.push(index);
                if away.iter().any(|(i, _)| *i == carrier_index) {
                    away.push((index, unit));
                }
                events.push(Event::UnitWent { unit: index, to: Whereabouts::Embarked(carrier_index) });
            }
        }
        if let Some(index) = named.iter().enumerate().find(|(i, index)| named[..*i].contains(index)).map(|(_, i)| *i) {
            return refuse(
                RefusalCode::BadValue,
                say!("{} is named twice", self.state.unit_at(index).title()),
                "each unit once",
            );
        }
        if self.state.sides[player].reserves_declared {
            return refuse(
                RefusalCode::AlreadyDone,
                "reserves are declared already",
                "take back the earlier `reserves` first",
            );
        }
        self.declared_in_turn()?;
        for index in &named {
            self.undeployed(self.state.unit_at(*index))?;
        }
        let cost = self.strategic_cost(player, reserves, &away)?;
        self.part_of_the_army_at_most(player, &away)?;
        if cost > 0 {
            events.push(Event::CpChanged { player, change: -cost, counts_to_limit: false });
        }
        events.push(Event::ReservesDeclared { player });
        Ok(events)
    }

    fn strategic_cost(&self, player: Player, reserves: &Reserves, away: &[(UnitIndex, &Unit)]) -> Result<i32, Refusal> {
        if reserves.strategic.is_empty() {
            return Ok(0);
        }
        for id in &reserves.strategic {
            let (_, unit) = self.own_unit(id)?;
            if unit.role == BattlefieldRole::Fortification {
                self.soft(
                    RefusalCode::NotAble,
                    say!("{} is a Fortification", unit.title()),
                    "other units in Strategic Reserves",
                )?;
            }
        }
        let side = &self.state.sides[player];
        if !side.roster.as_ref().is_some_and(|roster| roster.battle_forged()) {
            self.soft(
                RefusalCode::NotAble,
                "Strategic Reserves of an army that is not Battle-forged",
                "a Battle-forged army",
            )?;
        }
        let carried_by = |unit: &Unit| {
            reserves.embarked.iter().find(|(_, passengers)| passengers.contains(&unit.id)).map(|(carrier, _)| carrier)
        };
        let strategic = |unit: &Unit| {
            reserves.strategic.contains(&unit.id)
                || carried_by(unit).is_some_and(|carrier| reserves.strategic.contains(carrier))
        };
        let power: i32 = away.iter().filter(|(_, unit)| strategic(unit)).map(|(_, unit)| unit.power).sum();
        let cost = self.state.law().reserves_price.map_or(0, |price| price.of(power));
        if cost > side.cp {
            return refuse(
                RefusalCode::NotEnoughCp,
                say!("Strategic Reserves of Power {} cost {} CP; {} has {}", power, cost, player, side.cp),
                say!("units that cost at most {} CP", side.cp),
            );
        }
        Ok(cost)
    }

    /// No more points than a share of those that the armies are chosen to.
    fn points_of_size_at_most(&self, away: i32) -> Result<(), Refusal> {
        let share = self.state.law().reserves_limit.and_then(|limit| limit.points_percent_of_size);
        let most = share.map(|share| self.state.points_limit() * share.get() / 100);
        match most.filter(|most| away > *most) {
            None => Ok(()),
            Some(most) => self.soft(
                RefusalCode::NotAble,
                say!("{} points are not on the battlefield", away),
                say!("at most {} of the {} points of this size", most, self.state.points_limit()),
            ),
        }
    }

    /// No more of the units, and less of the points, than the pack says.
    ///
    /// # Source
    /// `docs/rules/sequence.md`, V-1002 and V-1003, AMB-26 and AMB-27.
    fn part_of_the_army_at_most(&self, player: Player, away: &[(UnitIndex, &Unit)]) -> Result<(), Refusal> {
        let Some(limit) = self.state.law().reserves_limit else { return Ok(()) };
        let army: Vec<&Unit> = self.state.living(player).collect();
        let with_pool = self.state.law().readings.reserves_limit_counts_reinforcement_points;
        let pool = if with_pool { self.state.sides[player].reinforcement_points } else { 0 };
        let points: i32 = army.iter().map(|unit| unit.points).sum::<i32>() + pool;
        let away_points: i32 = away.iter().map(|(_, unit)| unit.points).sum();
        let most = army.len() * limit.units_percent.get().unsigned_abs() as usize / 100;
        let share = limit.points_below_percent.map(|share| share.get());
        self.points_of_size_at_most(away_points)?;
        let many = |share: i32| away_points > 0 && i64::from(away_points) * 100 >= i64::from(points) * i64::from(share);
        if away.len() <= most && !share.is_some_and(many) {
            return Ok(());
        }
        let units = say!("{} of {} units", away.len(), army.len());
        let (said, accepted) = match share {
            Some(share) => (
                say!("{} and {} of {} points are not on the battlefield", units, away_points, points),
                say!("at most {} units, and less than {} % of the points", most, share),
            ),
            None => (say!("{} are not on the battlefield", units), say!("at most {} units", most)),
        };
        self.soft(RefusalCode::ReservesLimit, said, accepted)
    }

    pub(super) fn undeployed(&self, unit: &Unit) -> Result<(), Refusal> {
        if unit.whereabouts == Whereabouts::Undeployed {
            return Ok(());
        }
        refuse(
            RefusalCode::UnitState,
            say!("{} is {} already", unit.title(), desk::status_in_words(unit)),
            "a unit that is not set up yet",
        )
    }

    pub(super) fn deploy(&self, id: &UnitId, place: Option<&Place>, oversize: bool) -> Decision {
        let (index, unit) = self.own_unit(id)?;
        self.undeployed(unit)?;
        self.check_place(unit, place)?;
        self.deployed_in_turn(unit)?;
        let position = self.position(unit, place, None);
        self.fits_nowhere(unit, &position, oversize)?;
        self.deployed_fairly(unit, &position, oversize)?;
        self.fortification_stands_clear(unit, &position)?;
        self.few_are_deployed(unit, &position)?;
        let mut events = vec![Event::UnitPlaced { unit: index, position }];
        events.extend(self.set_up_in_turn(unit)?);
        if oversize {
            events.push(Event::UnitOversize { unit: index });
        }
        Ok(events)
    }

    /// A mission may let few units start on the battlefield; passengers count among them, and a Dedicated Transport
    /// counts as what it was bought for.
    fn few_are_deployed(&self, unit: &Unit, position: &Position) -> Result<(), Refusal> {
        let Some(MissionRule::FewDeploy { name, most, second_clear_in }) = self.state.few_deploy() else {
            return Ok(());
        };
        let role = |unit: &Unit| match &unit.bought_for {
            Some(id) => self.state.unit(id).map_or(unit.role, |(_, bought)| bought.role),
            None => unit.role,
        };
        let stands = |other: &Unit| match other.whereabouts {
            Whereabouts::Embarked(carrier) => {
                let carrier = self.state.unit_at(carrier);
                carrier.is_on_battlefield() || carrier.id == unit.id
            }
            _ => other.is_on_battlefield(),
        };
        let own = || self.state.living(unit.player).filter(|other| other.id == unit.id || stands(other));
        for other in own() {
            let limit = most.get(&role(other)).map_or(0, |most| most.get().unsigned_abs() as usize);
            if own().filter(|one| role(one) == role(other)).count() > limit {
                self.soft(
                    RefusalCode::ReservesLimit,
                    say!(
                        "more {} units than {} would start on the battlefield ({})",
                        role(other).printed(),
                        limit,
                        name
                    ),
                    "fewer units; the others are in reserve, or come in their player's first Movement phase",
                )?;
            }
        }
        let second = self.state.first.is_some_and(|first| first != unit.player);
        let Some(clear) = second_clear_in.filter(|_| second) else { return Ok(()) };
        let mut landed = unit.clone();
        landed.whereabouts = Whereabouts::Battlefield(position.clone());
        if crate::facts::enemies_within(self.state, &landed, clear) == Some(true) {
            self.soft(
                RefusalCode::OutOfReach,
                say!("{} is set up within {}\" of the enemy ({})", unit.title(), clear, name),
                say!("a place more than {}\" from every enemy", clear),
            )?;
        }
        Ok(())
    }

    pub(super) fn arrive(&self, id: &UnitId, place: Option<&Place>, oversize: bool) -> Decision {
        let (index, unit) = self.own_unit(id)?;
        self.check_place(unit, place)?;
        self.may_do(Deed::Arrive, unit.player, "units arrive in the Reinforcements step")?;
        let from = self.state.law().arrivals.map_or(1, |(from, _)| from);
        if self.state.round < from && !unit.enters_first {
            self.soft(
                RefusalCode::OtherPhase,
                say!("{} arrives in round {}", unit.title(), self.state.round),
                say!("round {} or later", from),
            )?;
        }
        if !matches!(unit.whereabouts, Whereabouts::Reserves | Whereabouts::Elsewhere) {
            return refuse(
                RefusalCode::UnitState,
                say!("{} is {}", unit.title(), desk::status_in_words(unit)),
                "a unit in reserve",
            );
        }
        self.has_rolled(unit)?;
        self.before_phase_closes(unit.player)?;
        self.acts(
            unit.acts.left && self.is(UnitKind::Aircraft, unit),
            || say!("{} left the battlefield this turn", unit.title()),
            "its player's next turn",
        )?;
        let position = self.position(unit, place, None);
        self.fits_nowhere(unit, &position, oversize)?;
        self.clear_of_markers(unit, &position)?;
        self.arrives_fairly(unit, &position, oversize)?;
        let mut events = vec![Event::UnitPlaced { unit: index, position }, Event::UnitArrived { unit: index }];
        events.extend(self.owes_test(index, unit));
        // Where reserves roll, they come before all other moves.
        if self.state.law().reserve_rolls.is_empty() {
            events.push(Event::UnitReinforced { unit: index });
        }
        if oversize {
            events.push(Event::UnitOversize { unit: index });
        }
        Ok(events)
    }

    /// A mission may forbid arrivals in range of markers.
    pub(super) fn clear_of_markers(&self, unit: &Unit, position: &Position) -> Result<(), Refusal> {
        let rules = self.state.mission.iter().flat_map(|mission| &mission.rules);
        for rule in rules {
            let MissionRule::NoArrivalsInRange { name, markers } = rule else { continue };
            let mut landed = unit.clone();
            landed.whereabouts = Whereabouts::Battlefield(position.clone());
            for (index, marker) in self.state.lying_markers() {
                let meant = crate::facts::marker_fits(self.state, unit.player, markers, index) == Some(true);
                if meant && crate::facts::in_range(self.state, &landed, index) == Some(true) {
                    self.soft(
                        RefusalCode::OutOfReach,
                        say!("{} arrives in range of {}", unit.title(), marker.id),
                        say!("a place out of range of every marker ({})", name),
                    )?;
                }
            }
        }
        Ok(())
    }

    pub(super) fn remove(&self, id: &UnitId, to: RemovedTo) -> Decision {
        let (index, unit) = self.own_unit(id)?;
        self.on_battlefield(unit)?;
        let to = match to {
            RemovedTo::Reserves => Whereabouts::Reserves,
            RemovedTo::Gone => Whereabouts::Removed,
        };
        Ok(vec![Event::UnitWent { unit: index, to }, Event::UnitExempted { unit: index }])
    }

    pub(super) fn add_unit(&self, player: Player, unit: &RosterUnit, place: Option<&Place>) -> Decision {
        self.speaks_for(player)?;
        if self.state.unit_index.get(unit.id.as_str()).is_some() || self.state.units.iter().any(|u| u.id == unit.id) {
            return refuse(
                RefusalCode::NameTaken,
                say!("a unit `{}` is in this match already", typed(&unit.id)),
                "a new id",
            );
        }
        if unit.models.is_empty() {
            return refuse(RefusalCode::BadValue, "a unit without models", "at least one group of models");
        }
        let pool = self.state.sides[player].reinforcement_points;
        if self.state.knows_army(player) && unit.points.get() > pool {
            self.soft(
                RefusalCode::ReservesLimit,
                say!("`{}` costs {} points; {} Reinforcement points are left", typed(&unit.id), unit.points, pool),
                say!("a unit of at most {} points", pool),
            )?;
        }
        let index = UnitIndex(self.state.units.len());
        let mut events = vec![Event::UnitAdded { player, unit: Box::new(unit.clone()), points: unit.points.get() }];
        if let Some(place) = place {
            let added = Unit::from_roster(unit, player, None);
            self.check_place(&added, Some(place))?;
            let position = self.position(&added, Some(place), None);
            self.ends_fairly(&added, &position)?;
            self.clear_of_markers(&added, &position)?;
            events.push(Event::UnitPlaced { unit: index, position });
            events.push(Event::UnitArrived { unit: index });
        }
        Ok(events)
    }

    /// Passengers fit, as far as the capacity is known.
    pub(super) fn fits_in(&self, carrier: &Unit, passengers: &[(UnitIndex, &Unit)]) -> Result<(), Refusal> {
        let models: u32 = passengers.iter().map(|(_, unit)| unit.models()).sum();
        if !self.is(UnitKind::Transports, carrier) && carrier.transport_capacity.is_none() {
            let kind = self.state.law().kind_in_words(UnitKind::Transports);
            let message = say!("{} is not a {}", carrier.title(), kind);
            return refuse(RefusalCode::NotEligible, message, say!("a {}", kind));
        }
        match carrier.transport_capacity {
            Some(capacity) if models > capacity => self.soft(
                RefusalCode::ReservesLimit,
                say!("{} models in {}, which carries {}", models, carrier.title(), capacity),
                say!("at most {} models", capacity),
            ),
            _ => Ok(()),
        }
    }
}
