//! Phases, attacks, charges and psychic powers.
//!
//! # Source
//! `rules-inventory.md`, D-1, D-7, D-8 and D-10.

use super::attacks::Manner;
use super::{Decision, Desk, dice, refuse, sum};
use crate::command::{Attack, Attacks, Deny, DiceRoll, Phase};
use crate::event::Event;
use crate::ids::UnitId;
use crate::numbers::{Face, Whole};
use crate::refusal::{Refusal, RefusalCode};
use crate::state::{Unit, UnitIndex, Whereabouts};

impl Desk<'_> {
    pub(super) fn end_phase(&self, phase: Phase) -> Decision {
        self.speaks_for(self.state.active)?;
        if phase != self.state.phase {
            return refuse(
                RefusalCode::NotYourMoment,
                format!("`end-phase {phase}`, but this is {}", self.moment()),
                format!("`end-phase {}`", self.state.phase),
            );
        }
        self.passengers_are_safe()?;
        Ok(vec![Event::WindowClosed, Event::PhaseEnded { phase }])
    }

    pub(super) fn end_turn(&self) -> Decision {
        self.speaks_for(self.state.active)?;
        self.passengers_are_safe()?;
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
                format!("{} is still inside a destroyed transport", unit.title()),
                format!("`disembark` or `casualties` of {} first", unit.id),
            ),
        }
    }

    pub(super) fn shoot(&self, attacks: &Attacks) -> Decision {
        let (index, unit) = self.own_unit(&attacks.unit)?;
        let targets = self.targets(unit, &attacks.attacks)?;
        let own_turn = self.state.active == unit.player;
        if (own_turn && self.state.phase != Phase::Shooting) || (!own_turn && self.state.phase == Phase::Command) {
            self.soft(
                RefusalCode::OtherPhase,
                format!("{} makes ranged attacks; this is {}", unit.title(), self.moment()),
                "its own Shooting phase, or the opponent's turn after the Command phase",
            )?;
        }
        if unit.acts.shot_in_phase == self.state.phase_count {
            self.soft(
                RefusalCode::OnceOnly,
                format!("{} has made its ranged attacks this phase", unit.title()),
                "one `shoot` a unit and phase",
            )?;
        }
        if !matches!(unit.whereabouts, Whereabouts::Embarked(_)) {
            self.on_battlefield(unit)?;
        }
        let fell_back = unit.acts.fell_back && !unit.has_keyword("TITANIC");
        self.acts(fell_back, || format!("{} Fell Back this turn", unit.title()), "a unit that did not")?;
        self.acts(unit.acts.oversize, || format!("{} may not shoot in its first turn", unit.title()), "another unit")?;
        let mut events = Vec::new();
        if unit.action.is_some() {
            events.push(Event::ActionFailed { unit: index });
        }
        events.push(Event::UnitShot { unit: index });
        events.extend(self.losses_of(unit, Manner::Shooting, &targets)?);
        Ok(events)
    }

    pub(super) fn fight(&self, attacks: &Attacks) -> Decision {
        let (_, unit) = self.own_unit(&attacks.unit)?;
        let targets = self.targets(unit, &attacks.attacks)?;
        if self.state.phase != Phase::Fight {
            self.soft(
                RefusalCode::OtherPhase,
                format!("{} fights; this is {}", unit.title(), self.moment()),
                "the Fight phase",
            )?;
        }
        self.on_battlefield(unit)?;
        self.losses_of(unit, Manner::Fighting, &targets)
    }

    fn targets<'b>(&self, attacker: &Unit, attacks: &'b [Attack]) -> Result<Vec<(UnitIndex, &'b Attack)>, Refusal> {
        let mut targets = Vec::new();
        for attack in attacks {
            let (index, target) = self.unit(&attack.target)?;
            if target.player == attacker.player {
                return refuse(
                    RefusalCode::BadValue,
                    format!("{} attacks {}, its own side", attacker.title(), target.title()),
                    "an enemy unit",
                );
            }
            targets.push((index, attack));
        }
        Ok(targets)
    }

    pub(super) fn charge(&self, id: &UnitId, targets: &[UnitId], roll: &[Face], made: bool) -> Decision {
        let (index, unit) = self.own_unit(id)?;
        for target in targets {
            let (_, target) = self.unit(target)?;
            if target.player == unit.player {
                return refuse(RefusalCode::BadValue, format!("{} charges its own side", unit.title()), "enemy units");
            }
        }
        dice("a charge roll", roll, 2)?;
        if targets.is_empty() {
            return refuse(RefusalCode::BadValue, "a charge without targets", "at least one enemy unit");
        }
        self.in_own_phase(unit.player, Phase::Charge, "charges are declared in the own Charge phase")?;
        if unit.acts.charged {
            self.soft(RefusalCode::OnceOnly, format!("{} has charged already", unit.title()), "one charge a phase")?;
        }
        self.on_battlefield(unit)?;
        for target in targets {
            let (_, target) = self.unit(target)?;
            self.on_battlefield(target)?;
        }
        let ran = unit.acts.advanced || unit.acts.fell_back || unit.acts.oversize;
        self.acts(
            ran,
            || format!("{} Advanced or Fell Back this turn, or was too large", unit.title()),
            "another unit",
        )?;
        let mut events = Vec::new();
        if unit.action.is_some() {
            events.push(Event::ActionFailed { unit: index });
        }
        events.push(Event::UnitCharged { unit: index, made });
        Ok(events)
    }

    pub(super) fn cast(&self, id: &UnitId, roll: &[Face], deny: Option<&Deny>, perils: Option<&DiceRoll>) -> Decision {
        let (index, unit) = self.own_unit(id)?;
        let mut events = self.psychic_test(unit, roll, deny, perils)?;
        self.acts(
            unit.acts.attempted_psychic_action,
            || format!("{} has attempted a psychic action this turn", unit.title()),
            "a psychic action instead of all of a unit's psychic powers",
        )?;
        if unit.action.is_some() {
            events.insert(0, Event::ActionFailed { unit: index });
        }
        events.push(Event::UnitCast { unit: index });
        Ok(events)
    }

    /// What manifesting a power and attempting a psychic action have in common.
    /// The form and the moment of a Psychic test, which refuse before anything about the unit does.
    pub(super) fn psychic_moment(
        &self,
        unit: &Unit,
        roll: &[Face],
        deny: Option<&Deny>,
        perils: Option<&DiceRoll>,
    ) -> Result<(), Refusal> {
        if let Some(deny) = deny {
            self.unit(&deny.unit)?;
            dice("a Deny the Witch test", &deny.roll, 2)?;
        }
        dice("a Psychic test", roll, 2)?;
        let doubled = roll[0] == roll[1] && matches!(roll[0].get(), 1 | 6);
        if perils.is_some() && !doubled {
            return refuse(
                RefusalCode::BadValue,
                "Perils of the Warp without a double 1 or 6",
                "`perils` with such a double",
            );
        }
        self.in_own_phase(unit.player, Phase::Psychic, "psychic tests are taken in the own Psychic phase")
    }

    pub(super) fn psychic_test(
        &self,
        unit: &Unit,
        roll: &[Face],
        deny: Option<&Deny>,
        perils: Option<&DiceRoll>,
    ) -> Decision {
        self.psychic_moment(unit, roll, deny, perils)?;
        self.on_battlefield(unit)?;
        let denier = deny.map(|deny| self.unit(&deny.unit)).transpose()?;
        if let Some((_, denier)) = denier {
            self.on_battlefield(denier)?;
        }
        let fled = unit.acts.fell_back && !unit.has_keyword("TITANIC");
        self.acts(fled, || format!("{} Fell Back this turn", unit.title()), "a unit that did not")?;
        self.acts(unit.acts.oversize, || format!("{} may do nothing this turn", unit.title()), "another unit")?;
        if !unit.has_keyword("PSYKER") {
            self.soft(RefusalCode::NotAble, format!("{} is not a PSYKER", unit.title()), "a PSYKER")?;
        }
        let mut events = Vec::new();
        if let Some((index, denier)) = denier {
            if denier.player == unit.player {
                let message = format!("{} denies its own side", denier.title());
                return refuse(RefusalCode::NotEligible, message, "an enemy PSYKER");
            }
            if !denier.has_keyword("PSYKER") {
                self.soft(RefusalCode::NotAble, format!("{} cannot deny", denier.title()), "an enemy PSYKER")?;
            }
            events.push(Event::UnitDenied { unit: index });
        }
        Ok(events)
    }
}

/// Whether a Psychic test succeeds: the warp charge is reached, and no Deny the Witch test passes it.
pub(super) fn manifests(roll: &[Face], warp_charge: i32, deny: Option<&Deny>) -> bool {
    sum(roll) >= warp_charge && deny.is_none_or(|deny| sum(&deny.roll) <= sum(roll))
}

pub(super) fn zero() -> Whole<0, 1000> {
    Whole::new(0).unwrap_or_else(|| unreachable!("0 is in range"))
}
