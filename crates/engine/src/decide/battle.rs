//! Phases, attacks and charges.
//!
//! # Source
//! `docs/rules/battle.md`, D-1, D-8 and D-10.

use adjutant_core::ids::{Name, UnitId};
use adjutant_core::numbers::{Face, Whole};
use adjutant_core::say;

use super::attacks::{Manner, same_name, tells_heat};
use super::desk::{self, Decision, Desk, dice, refuse};
use crate::command::{Attack, Attacks};
use crate::event::Event;
use crate::refusal::{Refusal, RefusalCode};
use crate::rules::{AfterDeed, UnitKind};
use crate::state::{StratagemUse, Unit, UnitIndex, Whereabouts};
use crate::terms::{Deed, MoveKind, Phase};

/// The Stratagem by which a unit charges in the opponent's Charge phase.
const HEROIC: &str = "heroic intervention";

impl Desk<'_> {
    pub(super) fn end_phase(&self, phase: Phase) -> Decision {
        self.speaks_for_turn()?;
        if phase != self.state.phase {
            return refuse(
                RefusalCode::NotYourMoment,
                say!("`end {}`, but this is {}", phase, self.moment()),
                say!("`end {}`", self.state.phase),
            );
        }
        self.passengers_are_safe()?;
        self.reserves_have_rolled()?;
        if self.state.law().phase_after(phase).is_none() {
            self.units_are_whole()?;
        }
        Ok(self.these([Event::WindowClosed, Event::PhaseEnded { phase }]))
    }

    /// The player whose turn it is; where that player has no models left, or conceded, the other goes on.
    fn speaks_for_turn(&self) -> Result<(), Refusal> {
        let active = self.state.active;
        self.speaks_for(active).or_else(|refusal| if self.state.has_models(active) { Err(refusal) } else { Ok(()) })
    }

    pub(super) fn end_turn(&self) -> Decision {
        self.speaks_for_turn()?;
        self.passengers_are_safe()?;
        self.reserves_have_rolled()?;
        self.units_are_whole()?;
        Ok(vec![Event::WindowClosed, Event::RestOfTurnEnding, Event::PhaseEnded { phase: self.state.phase }])
    }

    /// Passengers of a destroyed transport disembark or fall before the phase ends.
    fn passengers_are_safe(&self) -> Result<(), Refusal> {
        let stranded = self.state.units.iter().find(|unit| match unit.whereabouts {
            Whereabouts::Embarked(carrier) => self.state.unit_at(carrier).whereabouts == Whereabouts::Destroyed,
            _ => false,
        });
        match stranded {
            None => Ok(()),
            Some(unit) => refuse(
                RefusalCode::TooEarly,
                say!("{} is still inside a destroyed transport", unit.title()),
                say!("`disembark` or `casualties` of {} first", unit.id),
            ),
        }
    }

    pub(super) fn shoot(&self, attacks: &Attacks) -> Decision {
        let (index, unit) = self.own_unit(&attacks.unit)?;
        let targets = self.targets(unit, &attacks.attacks)?;
        let own_turn = self.state.active == unit.player;
        if !self.state.law().allows(self.state.phase, Deed::Shoot, own_turn) {
            self.soft(
                RefusalCode::OtherPhase,
                say!("{} makes ranged attacks; this is {}", unit.title(), self.moment()),
                "its own Shooting phase, or the opponent's turn after the Command phase",
            )?;
        }
        if unit.acts.shot_in_phase == self.state.phase_count {
            self.soft(
                RefusalCode::OnceOnly,
                say!("{} has shot already this phase", unit.title()),
                "a unit shoots once a phase",
            )?;
        }
        if !matches!(unit.whereabouts, Whereabouts::Embarked(_)) {
            self.on_battlefield_or_falling(unit)?;
        }
        self.is_free_to(Deed::Shoot, unit)?;
        let dazed = unit.stunned_in.map(|_| "stunned").or(unit.shaken_in.map(|_| "shaken"));
        self.acts(
            dazed.is_some(),
            || say!("the crew of {} is {}", unit.title(), dazed.unwrap_or_default()),
            "wait until its player's next turn is over",
        )?;
        let barred = self.after_forbids(unit, Deed::Shoot);
        let did = [(unit.acts.fell_back, "Fell Back"), (unit.acts.ran, "ran"), (unit.acts.advanced, "Advanced")];
        let did = did.into_iter().find(|(so, _)| *so).map_or("started an action", |(_, did)| did);
        self.acts(barred, || say!("{} {} this turn", unit.title(), did), "a unit that did not")?;
        self.acts(unit.acts.oversize, || say!("{} may not shoot in its first turn", unit.title()), "another unit")?;
        if own_turn {
            self.shoots_fairly(unit, &targets)?;
        } else {
            self.answers_fairly(index, unit)?;
        }
        self.has_so_many_shots(unit, &targets)?;
        let mut events = self.these([]);
        // Where the rules say what an action forbids, whoever may shoot beside it does not give it up.
        if unit.action.is_some() && !self.state.law().knows(AfterDeed::Action) {
            events.push(Event::ActionFailed { unit: index });
        }
        let spent = self.shoots_once(unit, &targets)?;
        events.push(Event::UnitShot { unit: index, stays: self.stays_for_its_shots(unit, &targets), spent });
        let hot = self.losses_of(unit, Manner::Shooting, &targets, &mut events)?;
        events.extend(self.heats(index, unit, &targets, hot));
        Ok(events)
    }

    /// Weapons that got hot, beside those of the phase that are not saved from. Those of vehicles do not.
    ///
    /// # Source
    /// 002:1204.
    fn heats(&self, index: UnitIndex, unit: &Unit, targets: &[(UnitIndex, &Attack)], hot: u32) -> Option<Event> {
        let told = targets.iter().any(|(_, attack)| tells_heat(attack)) && !self.is(UnitKind::Vehicles, unit);
        let (phase, before) = unit.acts.hot;
        let before = if phase == self.state.phase_count { before } else { 0 };
        told.then_some(Event::WeaponsHot { unit: index, dice: before + hot })
    }

    /// Whether a unit shoots weapons after which none charges; where its list names no keywords, nobody knows whether it may.
    ///
    /// # Source
    /// 002:1069, 1100, 2992.
    fn stays_for_its_shots(&self, unit: &Unit, targets: &[(UnitIndex, &Attack)]) -> bool {
        let Some(row) = self.state.law().shots.as_ref().filter(|_| self.state.is_under_law(2)) else { return false };
        let free = unit.keywords.is_empty() || unit.has_any_keyword(&row.unless) || self.state.active != unit.player;
        let mut shot = targets.iter().filter_map(|(_, attack)| attack.weapon.as_ref());
        !free && shot.any(|name| unit.weapons(name).any(|borne| borne.is_one_of(&row.no_charge)))
    }

    /// Weapons of these attacks that are shot once a battle: refused where the list gives the unit no more of them.
    ///
    /// # Source
    /// 000:324.
    fn shoots_once(&self, unit: &Unit, targets: &[(UnitIndex, &Attack)]) -> Result<Vec<Name>, Refusal> {
        let Some(row) = self.state.law().shots.as_ref().filter(|_| self.state.is_under_law(2)) else {
            return Ok(Vec::new());
        };
        let shot = targets.iter().filter_map(|(_, attack)| attack.weapon.as_ref());
        let shot: Vec<&Name> = shot.filter(|name| unit.weapons(name).any(|borne| borne.is_one_of(&row.once))).collect();
        for name in &shot {
            let there: u32 = unit.groups.iter().map(|group| group.bears(name)).sum();
            let gone = unit.spent.iter().chain(shot.iter().copied()).filter(|other| same_name(other, name)).count();
            if gone > there as usize {
                self.soft(
                    RefusalCode::OnceOnly,
                    say!("{} has shot {}, which shoots once a battle", unit.title(), name),
                    "another weapon",
                )?;
            }
        }
        Ok(shot.into_iter().cloned().collect())
    }

    /// A unit shoots in the opponent's turn where something lets it: a Stratagem of this phase, or a charge on it.
    ///
    /// # Source
    /// 001:1716, 2262-2268.
    fn answers_fairly(&self, index: UnitIndex, unit: &Unit) -> Result<(), Refusal> {
        let (state, now) = (self.state, self.state.phase_count);
        let mut used = state.stratagems.iter().rev().take_while(|used| used.phase_count == now);
        let charged = state.units.iter().any(|other| other.acts.charge_targets.contains(&index));
        if !state.is_under_law(2) || charged || used.any(|used| used.player == unit.player) {
            return Ok(());
        }
        self.soft(
            RefusalCode::OtherPhase,
            say!("{} shoots in the opponent's turn, and nothing recorded lets it", unit.title()),
            "the Stratagem first, or a charge on the unit",
        )
    }

    pub(super) fn fight(&self, attacks: &Attacks) -> Decision {
        let (index, unit) = self.own_unit(&attacks.unit)?;
        let targets = self.targets(unit, &attacks.attacks)?;
        if !self.state.law().allows(self.state.phase, Deed::Fight, self.state.active == unit.player) {
            self.soft(
                RefusalCode::OtherPhase,
                say!("{} fights; this is {}", unit.title(), self.moment()),
                "the Fight phase",
            )?;
        }
        self.fights_in_order(index, unit, &targets)?;
        self.on_battlefield_or_falling(unit)?;
        self.is_free_to(Deed::Fight, unit)?;
        self.fights_fairly(unit, &targets)?;
        let mut events = self.these([Event::UnitFought { unit: index }]);
        self.losses_of(unit, Manner::Fighting, &targets, &mut events)?;
        Ok(events)
    }

    fn targets<'b>(&self, attacker: &Unit, attacks: &'b [Attack]) -> Result<Vec<(UnitIndex, &'b Attack)>, Refusal> {
        let mut targets = Vec::new();
        for attack in attacks {
            let (index, target) = self.unit(&attack.target)?;
            if target.player == attacker.player {
                return refuse(
                    RefusalCode::BadValue,
                    say!("{} attacks {}, its own side", attacker.title(), target.title()),
                    "an enemy unit",
                );
            }
            targets.push((index, attack));
        }
        Ok(targets)
    }

    /// Refuses a target that is named twice, from law 2 on.
    fn each_target_once(&self, targets: &[UnitId]) -> Result<(), Refusal> {
        let twice = targets.iter().enumerate().find(|(at, target)| targets[..*at].contains(target));
        match twice.filter(|_| self.state.is_under_law(2)) {
            Some((_, target)) => {
                let title = self.unit(target)?.1.title();
                refuse(RefusalCode::BadValue, say!("{} is named twice", title), "each target once")
            }
            None => Ok(()),
        }
    }

    /// Whether a unit charges in the opponent's Charge phase by the Stratagem that lets it, where no move of its own does.
    pub(super) fn answers_a_charge(&self, unit: &Unit) -> bool {
        let state = self.state;
        let charges = state.law().phase_of(Deed::Charge).is_some_and(|(phase, ..)| phase == state.phase);
        let now = charges && state.active != unit.player && state.is_under_law(2);
        let used = |used: &StratagemUse| {
            used.phase_count == state.phase_count && used.player == unit.player && used.name == HEROIC
        };
        now && state.law().phase_of(Deed::Heroic).is_none() && state.stratagems.iter().rev().any(used)
    }

    pub(super) fn charge(&self, id: &UnitId, targets: &[UnitId], roll: &[Face], made: bool) -> Decision {
        let (index, unit) = self.own_unit(id)?;
        for target in targets {
            let (_, target) = self.unit(target)?;
            if target.player == unit.player {
                return refuse(RefusalCode::BadValue, say!("{} charges its own side", unit.title()), "enemy units");
            }
        }
        self.each_target_once(targets)?;
        let without_dice = self.state.law().measures.charge_without_dice;
        match without_dice {
            Some(_) => dice("a charge roll", roll, 0)?,
            None => self.as_many("a charge roll", roll, self.state.law().rolls.charge)?,
        }
        let reach = without_dice.unwrap_or(desk::sum(roll).unsigned_abs());
        self.moves_as_it_falls_back(unit, MoveKind::Charge)?;
        if targets.is_empty() {
            return refuse(RefusalCode::BadValue, "the charge has no target", "name at least one enemy unit");
        }
        if !self.answers_a_charge(unit) {
            self.may_do(Deed::Charge, unit.player, "charges are declared in their player's own Charge phase")?;
        }
        if unit.acts.charged {
            self.soft(RefusalCode::OnceOnly, say!("{} has charged already", unit.title()), "one charge a phase")?;
        }
        self.on_battlefield(unit)?;
        for target in targets {
            let (_, target) = self.unit(target)?;
            self.on_battlefield(target)?;
        }
        self.may_charge(unit)?;
        let named: Vec<UnitIndex> = targets.iter().map(|id| Ok(self.unit(id)?.0)).collect::<Result<_, Refusal>>()?;
        self.charges_fairly(unit, &named, reach, made)?;
        let mut events = self.these([]);
        if unit.action.is_some() {
            events.push(Event::ActionFailed { unit: index });
        }
        events.push(Event::UnitCharged { unit: index, made, targets: named, roll: reach });
        Ok(events)
    }

    /// What a unit did this turn keeps it from charging.
    fn may_charge(&self, unit: &Unit) -> Result<(), Refusal> {
        self.acts(
            unit.acts.wrecked,
            || say!("{} got out of a destroyed transport this turn", unit.title()),
            "another unit",
        )?;
        self.is_free_to(Deed::Charge, unit)?;
        self.acts(
            unit.acts.shot_too_much,
            || say!("{} shot weapons this turn after which no unit charges", unit.title()),
            "a unit that did not",
        )?;
        let ran = self.after_forbids(unit, Deed::Charge) || unit.acts.oversize;
        self.acts(ran, || say!("{} Advanced or Fell Back this turn, or was too large", unit.title()), "another unit")
    }
}

pub(super) fn zero() -> Whole<0, 1000> {
    Whole::new(0).unwrap_or_else(|| unreachable!("0 is in range"))
}
