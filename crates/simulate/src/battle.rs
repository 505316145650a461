//! The battle, phase by phase, and its end.

use std::collections::BTreeMap;

use adjutant_engine::command::{Attack, Attacks, Command, Holder, Losses, MoveKind, Phase};
use adjutant_engine::dice::Dice;
use adjutant_engine::draw;
use adjutant_engine::ids::{MarkerId, Name, UnitId};
use adjutant_engine::legal::{Kind, Offer};
use adjutant_engine::numbers::{Face, Inches, Whole};
use adjutant_engine::place::{Declared, Place, RegionName};
use adjutant_engine::rules::{AreaName, Deed, Edge, StartsAt, TestName};
use adjutant_engine::side::{By, Player};
use adjutant_engine::state::{State, Unit, Whereabouts};
use adjutant_engine::view::Status;

use crate::simulation::{Depth, Simulation};
use crate::stream::Stream;

impl Simulation<'_> {
    fn state(&self) -> &State {
        self.game.state()
    }

    pub(crate) fn fight(&mut self) {
        while self.state().status == Status::Battle {
            if self.state().length_asked {
                let die = Dice::six_sided(1).unwrap_or_else(|| unreachable!("one die is rolled"));
                let roll = draw::next_faces(&self.game, "length", die);
                let roll = roll.unwrap_or_else(|| unreachable!("`open` names a seed"));
                let purpose = Name::new("length").unwrap_or_else(|_| unreachable!("a short name"));
                self.record(By::Both, Command::Roll { purpose, roll, rerolled: None });
                continue;
            }
            if self.ends_early() {
                break;
            }
            self.play_phase();
            self.rescue_passengers();
            let (by, phase) = (By::from(self.state().active), self.state().phase);
            self.record(by, Command::EndPhase { phase });
            self.answer_needs();
        }
    }

    fn play_phase(&mut self) {
        if self.plan.depth == Depth::Scores {
            return;
        }
        let (pack, phase) = (&self.plan.pack, self.state().phase);
        let allows = |deed| pack.law.allows(phase, deed, true);
        let law = &pack.law;
        self.begin_phase(phase);
        let (rolls, falls_back, charge_dice) =
            (!law.reserve_rolls.is_empty(), law.falls_back, law.measures.charge_without_dice.is_none());
        if rolls && allows(Deed::Arrive) {
            self.roll_for_reserves();
        }
        if falls_back && allows(Deed::Regroup) {
            self.go_on_falling_back();
        }
        if law.test(TestName::DesperateEscape).is_some() && allows(Deed::FallBack) {
            self.fall_back_in_desperation();
        }
        if allows(Deed::Normal) {
            self.move_units();
        }
        if allows(Deed::Cast) {
            self.manifest();
        }
        if allows(Deed::Action) {
            self.start_actions_of(phase);
        }
        if allows(Deed::Shoot) {
            self.shoot();
        }
        if allows(Deed::Charge) && self.plan.depth == Depth::Facts {
            self.charge(charge_dice);
        }
        if falls_back {
            self.test_those_who_lost();
            self.damage_vehicles();
            if self.state().phase == phase && law.phase_after(phase).is_none() {
                self.say_where_all_stand();
            }
        }
        if self.state().phase == phase && allows(Deed::Morale) {
            self.test_morale();
        }
    }

    /// What comes before the deeds of a phase: points, cards, picks and who holds what.
    fn begin_phase(&mut self, phase: Phase) {
        let law = &self.plan.pack.law;
        if phase == law.first_phase() {
            self.spend();
            self.state_control();
            if law.cards.is_some() {
                self.play_cards();
            }
        }
        self.pick();
        if law.shock_phase == Some(phase) {
            self.take_shock_tests();
            self.exchange_a_card();
        }
        if law.control.settles {
            if law.phase_after(phase).is_none() {
                self.state_control();
            }
            self.keep_a_marker();
            self.change_a_unit();
        }
    }

    /// A few battles end before their time, and those against nobody may.
    fn ends_early(&mut self) -> bool {
        let tabled = Player::BOTH.into_iter().any(|player| !self.state().has_models(player));
        if tabled && self.streams.course.chance(50) {
            return self.attempt(By::Both, Command::End {});
        }
        let late = self.state().round >= 3 && self.state().phase == self.plan.pack.law.first_phase();
        if !late || !self.streams.course.chance(2) {
            return false;
        }
        if self.streams.course.chance(50) {
            return self.attempt(By::Both, Command::AgreeEnd {});
        }
        let loser = By::from(self.state().active);
        self.attempt(loser, Command::Concede {}) && self.attempt(By::Both, Command::End {})
    }

    /// A Stratagem now and then, and one time in four it is taken back.
    fn spend(&mut self) {
        if !self.streams.course.chance(20) {
            return;
        }
        let by = By::from(self.state().active);
        let offers = self.offers(by, Kind::Stratagem);
        let Some(offer) = self.streams.course.pick(&offers).cloned() else { return };
        self.record(offer.by, offer.command);
        if self.streams.course.chance(25)
            && let Some(undo) = self.offers(by, Kind::Retract).pop()
        {
            self.record(undo.by, undo.command);
        }
    }

    /// Both say who holds which marker: mostly the player who held it before.
    fn state_control(&mut self) {
        let mut choices: BTreeMap<MarkerId, Vec<Holder>> = BTreeMap::new();
        for offer in self.offers(By::Both, Kind::Control) {
            if let Command::Control { holds, .. } = offer.command {
                for (marker, holder) in holds {
                    choices.entry(marker).or_default().push(holder);
                }
            }
        }
        let mut holds = BTreeMap::new();
        for (marker, holders) in choices {
            let before = self.state().marker(&marker).and_then(|(_, marker)| marker.stated).map(Holder::from);
            let kept = before.filter(|before| holders.contains(before) && self.streams.control.chance(75));
            holds.extend(kept.or_else(|| self.streams.control.pick(&holders).copied()).map(|holder| (marker, holder)));
        }
        if !holds.is_empty() && self.streams.control.chance(97) {
            self.attempt(By::Both, Command::Control { holds, keeps: BTreeMap::new() });
        }
    }

    fn move_units(&mut self) {
        let by = By::from(self.state().active);
        self.start_actions(by, StartsAt::MovementPhaseStart, 30);
        for kind in [Kind::Disembark, Kind::Arrive] {
            for offer in self.offers(by, kind) {
                if self.streams.places.chance(60) || self.state().round == 3 {
                    self.attempt(offer.by, offer.command);
                }
            }
        }
        let steps = |offer: &Offer| match &offer.command {
            Command::Move { kind: MoveKind::Normal | MoveKind::Advance, unit, .. } => !self.performs_action(unit),
            _ => false,
        };
        let mut open: Vec<Offer> = self.offers(by, Kind::Move).into_iter().filter(steps).collect();
        for _ in 0..2 + self.streams.places.below(3) {
            let Some(Command::Move { unit, kind, .. }) = self.streams.places.pick(&open).map(|o| o.command.clone())
            else {
                break;
            };
            open.retain(|offer| !matches!(&offer.command, Command::Move { unit: other, .. } if *other == unit));
            let before = self.ground.clone();
            let at = self.destination(&unit);
            if at.is_none() && self.plan.depth != Depth::Facts {
                continue;
            }
            let moves = Command::Move { unit: unit.clone(), kind, at, roll: None, rerolled: None };
            // Over terrain it may be too far; then it stands still.
            if self.plan.depth != Depth::Positions {
                self.record(by, moves);
            } else if !self.attempt(by, moves) {
                self.ground = before;
                self.attempt(
                    by,
                    Command::Move { unit, kind: MoveKind::Stationary, at: None, roll: None, rerolled: None },
                );
            }
        }
        self.start_actions(by, StartsAt::MovementPhaseEnd, 45);
    }

    /// A place near some marker, or anywhere where there is none.
    pub(crate) fn somewhere(&mut self, id: &UnitId) -> Option<Place> {
        let state = self.game.state();
        let (_, unit) = state.unit(id)?;
        let markers: Vec<MarkerId> = state.markers.iter().map(|marker| marker.id.clone()).collect();
        let unit = unit.clone();
        let goal = self.streams.places.pick(&markers).cloned()?;
        Some(Place::Declared(declared_near(&mut self.streams.places, &goal, &unit).into()))
    }

    fn performs_action(&self, unit: &UnitId) -> bool {
        self.state().unit(unit).is_some_and(|(_, unit)| unit.action.is_some())
    }

    /// Coordinates towards a marker, or what both agree on, or nothing.
    fn destination(&mut self, id: &UnitId) -> Option<Place> {
        let state = self.game.state();
        let (_, unit) = state.unit(id)?;
        let markers: Vec<_> = state.markers.iter().filter(|marker| marker.on_battlefield).collect();
        let goal = self.streams.places.pick(&markers).copied()?;
        if self.plan.depth == Depth::Positions {
            let mission = state.mission.as_ref()?;
            return self.ground.advance(&mut self.streams.places, mission, unit, goal.at);
        }
        let declared = declared_near(&mut self.streams.places, &goal.id, unit);
        let declared =
            if state.law().control.areas { with_areas(&mut self.streams.places, declared) } else { declared };
        self.streams.places.chance(70).then(|| Place::Declared(declared.into()))
    }

    /// Up to two units start an action.
    fn start_actions(&mut self, by: By, starts: StartsAt, percent: u32) {
        for _ in 0..2 {
            if !self.streams.actions.chance(percent) {
                continue;
            }
            let in_time = |offer: &Offer| match &offer.command {
                Command::StartAction { action, .. } => self.plan.pack.actions[action].starts == starts,
                _ => false,
            };
            let offers: Vec<_> = self.offers(by, Kind::StartAction).into_iter().filter(in_time).collect();
            if let Some(offer) = self.streams.actions.pick(&offers).cloned() {
                self.record(offer.by, offer.command);
            }
        }
    }

    /// Up to three units start an action that belongs to this phase.
    fn start_actions_of(&mut self, phase: Phase) {
        let by = By::from(self.state().active);
        let actions = &self.plan.pack.actions;
        if !actions.values().any(|action| action.psychic.is_none() && action.starts.phase() == Some(phase)) {
            return;
        }
        for _ in 0..3 {
            let offers = self.offers(by, Kind::StartAction);
            if self.streams.actions.chance(70)
                && let Some(offer) = self.streams.actions.pick(&offers).cloned()
            {
                self.record(offer.by, offer.command);
            }
        }
    }

    /// Players mostly pick what their objectives let them pick.
    fn pick(&mut self) {
        if !self.plan.pack.objectives.values().any(|objective| !objective.picks.is_empty()) {
            return;
        }
        for player in Player::BOTH {
            for _ in 0..2 {
                let offers = self.offers(By::from(player), Kind::Pick);
                if self.streams.choices.chance(80)
                    && let Some(offer) = self.streams.choices.pick(&offers).cloned()
                {
                    self.record(offer.by, offer.command);
                }
            }
        }
    }

    fn manifest(&mut self) {
        let by = By::from(self.state().active);
        for kind in [Kind::PsychicAction, Kind::Cast] {
            let offers = self.offers(by, kind);
            let psykers: Vec<_> = offers.into_iter().filter(|offer| self.is_idle(&offer.command)).collect();
            if let Some(offer) = self.streams.psychic.pick(&psykers).cloned()
                && self.streams.psychic.chance(60)
            {
                let dice = roll(&mut self.streams.psychic, 2);
                let command = match offer.command {
                    Command::PsychicAction { unit, action, rerolled, modifiers, deny, perils, .. } => {
                        Command::PsychicAction { unit, action, roll: dice, rerolled, modifiers, deny, perils }
                    }
                    Command::Cast { unit, power, warp_charge, rerolled, modifiers, deny, perils, .. } => {
                        Command::Cast { unit, power, warp_charge, roll: dice, rerolled, modifiers, deny, perils }
                    }
                    other => other,
                };
                self.attempt(by, command);
            }
        }
    }

    /// Whether what a unit would do breaks no action of its own.
    fn is_idle(&self, command: &Command) -> bool {
        match command {
            Command::Cast { unit, .. } | Command::PsychicAction { unit, .. } => !self.performs_action(unit),
            Command::Shoot(attacks) => !self.performs_action(&attacks.unit),
            Command::Charge { unit, .. } => !self.performs_action(unit),
            _ => true,
        }
    }

    fn shoot(&mut self) {
        let by = By::from(self.state().active);
        for _ in 0..2 + self.streams.attacks.below(2) {
            let offers = self.offers(by, Kind::Shoot);
            let idle: Vec<_> = offers.into_iter().filter(|offer| self.is_idle(&offer.command)).collect();
            let Some(Command::Shoot(attacks)) = self.streams.attacks.pick(&idle).map(|offer| offer.command.clone())
            else {
                return;
            };
            if let Some(attack) = self.attack_on_any() {
                let target = attack.target.clone();
                self.attack(by, Command::Shoot(Attacks { unit: attacks.unit, attacks: vec![attack] }));
                self.restate(&target);
            }
        }
    }

    /// An attack of the active player on any unit in sight, with what it destroys.
    fn attack_on_any(&mut self) -> Option<Attack> {
        let state = self.game.state();
        let targets: Vec<&Unit> = state.on_battlefield(state.active.opponent()).collect();
        let target = self.streams.attacks.pick(&targets)?;
        let destroyed = losses(&mut self.streams.attacks, target);
        let spared = matches!(&destroyed, Losses::Models(models) if models.get() == 0);
        let left = target.groups.first().map_or(0, |group| group.wounds.saturating_sub(group.hurt));
        let wounds = match state.law().shock_phase {
            // Wounds of a single model tell whether it is below half.
            Some(_) if spared && target.starting_strength == 1 && left > 1 => {
                Whole::new((1 + self.streams.attacks.below(left - 1)).cast_signed())
            }
            _ => None,
        };
        Some(Attack { target: target.id.clone(), weapon: None, sequence: None, destroyed: Some(destroyed), wounds })
    }

    /// Says again where a unit that lost models stands.
    fn restate(&mut self, id: &UnitId) {
        let Some((_, unit)) = self.game.state().unit(id) else { return };
        let by = By::from(unit.player);
        if !unit.is_on_battlefield() {
            self.ground.clear(id);
        } else if unit.position() == Some(&adjutant_engine::state::Position::Unknown)
            && let Some(at) = self.ground.remaining(unit)
        {
            self.record(by, Command::Place { unit: id.clone(), at, counts: None });
        }
    }

    /// One charge in most turns; when it is made, both sides move, and the charger fights in the Fight phase.
    fn charge(&mut self, with_dice: bool) {
        let by = By::from(self.state().active);
        let offers = self.offers(by, Kind::Charge);
        let idle: Vec<_> = offers.into_iter().filter(|offer| self.is_idle(&offer.command)).collect();
        let Some(Command::Charge { unit, targets, .. }) =
            self.streams.attacks.pick(&idle).map(|offer| offer.command.clone())
        else {
            return;
        };
        if !self.streams.attacks.chance(50) {
            return;
        }
        let dice = roll(&mut self.streams.attacks, 2);
        let made = dice.iter().map(|face| face.get()).sum::<i32>() >= 7;
        let dice = if with_dice { dice } else { Vec::new() };
        let charge = Command::Charge { unit: unit.clone(), targets: targets.clone(), roll: dice, made, rerolled: None };
        if !self.attempt(by, charge) || !made {
            return;
        }
        self.attempt(
            by,
            Command::Move { unit: unit.clone(), kind: MoveKind::Charge, at: None, roll: None, rerolled: None },
        );
        let phase = self.state().phase;
        if !self.plan.pack.law.allows(phase, Deed::Fight, true) {
            self.record(by, Command::EndPhase { phase });
        }
        let fights = targets.first().and_then(|id| self.game.state().unit(id)).map(|(_, target)| target.clone());
        if let Some(target) = fights {
            let destroyed = Some(losses(&mut self.streams.attacks, &target));
            let attack = Attack { target: target.id, weapon: None, sequence: None, destroyed, wounds: None };
            self.attack(by, Command::Fight(Attacks { unit: unit.clone(), attacks: vec![attack] }));
            self.attempt(by, Command::Move { unit, kind: MoveKind::Consolidate, at: None, roll: None, rerolled: None });
        }
    }

    /// Units that lost models may take a test; a unit that fails loses some.
    fn test_morale(&mut self) {
        let active = self.state().active;
        for player in [active, active.opponent()] {
            let shaken: Vec<_> = self
                .state()
                .on_battlefield(player)
                .filter(|unit| unit.acts.models_lost > 0)
                .map(|unit| unit.id.clone())
                .collect();
            for unit in shaken {
                let dice = roll(&mut self.streams.morale, 1);
                if self.streams.morale.chance(50) {
                    self.attempt(
                        player.into(),
                        Command::Morale {
                            unit: unit.clone(),
                            roll: dice,
                            rerolled: None,
                            modifier: None,
                            attrition: None,
                            fled: None,
                        },
                    );
                    self.restate(&unit);
                }
            }
        }
    }

    /// Passengers of a destroyed transport get out.
    fn rescue_passengers(&mut self) {
        let state = self.game.state();
        let stranded: Vec<_> = state
            .units
            .iter()
            .filter(|unit| match unit.whereabouts {
                Whereabouts::Embarked(carrier) => !state.unit_at(carrier).alive(),
                _ => false,
            })
            .map(|unit| (By::from(unit.player), unit.id.clone()))
            .collect();
        for (by, unit) in stranded {
            self.attempt(by, Command::Disembark { unit, at: None });
        }
    }

    /// Most questions are answered; in matches of scores only, all of it.
    fn answer_needs(&mut self) {
        let asked = self.state().needs.clone();
        for need in asked {
            if self.plan.depth > Depth::Scores && self.streams.claims.chance(15) {
                continue;
            }
            let by = By::from(need.player);
            let values = need.possible.values();
            let value = self.streams.claims.pick(&values).and_then(|vp| Whole::new(i32::try_from(*vp).ok()?));
            if let Some(vp) = value {
                let award = self.state().named_award(&need);
                let (player, objective) = (need.player, need.objective);
                self.record(by, Command::Score { player, objective, vp, award, passed: None, why: None });
            }
        }
    }

    pub(crate) fn close(&mut self) {
        self.answer_needs();
        if self.plan.pack.law.battle_ready.is_none() {
            return;
        }
        for player in Player::BOTH {
            let ready = self.streams.course.chance(85);
            self.record(player.into(), Command::BattleReady { player, ready });
        }
    }
}

pub(crate) fn roll(stream: &mut Stream, count: u32) -> Vec<Face> {
    (0..count).filter_map(|_| Face::new(stream.below(6).cast_signed() + 1)).collect()
}

/// A few models of a unit: of each group where it mixes groups.
fn losses(stream: &mut Stream, target: &Unit) -> Losses {
    let mut some = |models: u32| {
        let most = if models == 1 { u32::from(stream.chance(20)) } else { stream.below(models.min(3) + 1) };
        Whole::new(most.cast_signed()).unwrap_or_else(|| unreachable!("units are smaller"))
    };
    match target.groups.as_slice() {
        [group] => Losses::Models(some(group.models)),
        groups => {
            let losses: BTreeMap<Name, _> = groups
                .iter()
                .map(|group| (group.name.clone(), if group.models == 0 { some(0) } else { some(group.models) }))
                .collect();
            Losses::Groups(losses)
        }
    }
}

/// The same with an area, an edge and regions that hold a part of the unit, now and then.
fn with_areas(stream: &mut Stream, declared: Declared) -> Declared {
    let areas = ["t1", "t2", "t3", "t4", "t5", "t6"].map(AreaName::new);
    let area = stream.chance(50).then(|| areas[stream.below(6) as usize]).flatten();
    let regions = [RegionName::ZoneA, RegionName::TerritoryA, RegionName::NoMansLand, RegionName::TerritoryB];
    let edge = Edge::ALL[stream.below(4) as usize];
    let near = Inches::whole(stream.below(12).cast_signed());
    let within = stream.chance(70).then(|| vec![regions[stream.below(4) as usize], RegionName::NoMansLand]);
    let mut wholly = declared.wholly_within.clone();
    if let (Some(wholly), true) = (&mut wholly, stream.chance(60)) {
        wholly.push(regions[stream.below(4) as usize]);
    }
    Declared {
        areas: stream.chance(80).then(|| area.into_iter().collect()),
        within,
        wholly_within: wholly,
        edges_in: near.map(|near| [(edge, near)].into()),
        ..declared
    }
}

/// A unit near a marker, in one quarter, away from the enemy.
fn declared_near(stream: &mut Stream, marker: &MarkerId, unit: &Unit) -> Declared {
    let models = Whole::new(unit.models().cast_signed());
    let near = stream.chance(60);
    let in_range = if near { models.map(|models| [(marker.clone(), models)].into()) } else { Some(BTreeMap::new()) };
    let quarters = RegionName::QUARTERS;
    let quarter = quarters[stream.below(4) as usize];
    let distance =
        |stream: &mut Stream, from: u32, to: u32| Inches::whole((from + stream.below(to - from)).cast_signed());
    Declared {
        in_range,
        wholly_within: stream.chance(80).then(|| vec![quarter]),
        centre_in: distance(stream, 2, 20),
        near_enemies_in: distance(stream, 2, 24),
        ..Declared::default()
    }
}
