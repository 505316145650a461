//! Psychic powers, Deny the Witch and Perils of the Warp.
//!
//! # Source
//! `docs/rules/battle.md`, D-7.

use std::borrow::Cow;

use adjutant_attack::GroupIndex;
use adjutant_core::ids::{Name, UnitId};
use adjutant_core::numbers::{Face, Whole};
use adjutant_core::say;
use adjutant_core::sentence::Sentence;
use adjutant_geometry::Length;

use super::desk::{Decision, Desk, dice, models, refuse, sum};
use super::mortal::{lost, wounds_of};
use crate::command::{Deny, Modifier, Perils};
use crate::event::Event;
use crate::facts;
use crate::refusal::{Refusal, RefusalCode};
use crate::rules::{CommonPower, TestRow, UnitKind};
use crate::state::table::measured;
use crate::state::{Unit, UnitIndex};
use crate::terms::{Deed, TestName};

/// The most that two dice show.
const TWO_DICE: i32 = 12;

/// A Psychic test as a record states it.
pub(super) struct PsychicTest<'a> {
    pub roll: &'a [Face],
    pub modifiers: &'a [Modifier],
    pub deny: Option<&'a Deny>,
    pub perils: Option<&'a Perils>,
}

/// What modifiers add to a roll.
fn added(modifiers: &[Modifier]) -> i32 {
    modifiers.iter().map(|modifier| modifier.by.get()).sum()
}

/// The sum with its modifiers, never below 1.
fn modified(roll: &[Face], modifiers: &[Modifier]) -> i32 {
    (sum(roll) + added(modifiers)).max(1)
}

/// Refuses Perils of the Warp after a roll that brings none.
pub(super) fn perils_are_due(law: &TestRow, roll: &[Face]) -> Result<(), Refusal> {
    if law.brings_perils(roll) {
        return Ok(());
    }
    let doubles = law.perils.iter().flat_map(|perils| &perils.doubles);
    let faces = Sentence::list(" or ", doubles.map(|face| say!("a double {}", face)));
    let faces = if faces.is_empty() { "no dice of these rules".into() } else { faces };
    refuse(RefusalCode::BadValue, say!("Perils of the Warp without {}", faces), say!("`perils` with {}", faces))
}

impl Desk<'_> {
    /// Whether a Psychic test succeeds: it is passed, and no Deny the Witch test passes it.
    pub(super) fn manifests(&self, test: &PsychicTest<'_>, warp_charge: i32) -> bool {
        let result = modified(test.roll, test.modifiers);
        let passed = match self.law_of(TestName::Psychic) {
            Some(law) => law.passes(test.roll, added(test.modifiers), 0, warp_charge),
            None => result >= warp_charge,
        };
        passed && test.deny.is_none_or(|deny| modified(&deny.roll, &deny.modifiers) <= result)
    }

    pub(super) fn cast(
        &self,
        id: &UnitId,
        power: &Name,
        warp_charge: Whole<1, 20>,
        test: &PsychicTest<'_>,
    ) -> Decision {
        let (index, unit) = self.own_unit(id)?;
        self.psychic_moment(unit, test)?;
        self.power_once(unit, power)?;
        let mut events = self.psychic_test(index, unit, test)?;
        self.acts(
            unit.acts.attempted_psychic_action,
            || say!("{} has attempted a psychic action this turn", unit.title()),
            "a psychic action instead of all of a unit's psychic powers",
        )?;
        self.knows_power(unit, power, warp_charge)?;
        if unit.action.is_some() {
            events.insert(0, Event::ActionFailed { unit: index });
        }
        events.push(Event::UnitCast { unit: index, power: power.as_str().to_lowercase() });
        Ok(events)
    }

    fn common_power(&self, power: &Name) -> Option<&CommonPower> {
        let mut common = self.state.pack.iter().flat_map(|pack| &pack.file.common_powers);
        common.find(|common| common.name.as_str().eq_ignore_ascii_case(power.as_str()))
    }

    /// As many powers as the datasheet says, and each once a battle round but those that any number may attempt.
    fn power_once(&self, unit: &Unit, power: &Name) -> Result<(), Refusal> {
        if let Some(psyker) = unit.psyker
            && unit.acts.casts >= psyker.casts.get().unsigned_abs()
        {
            self.soft(
                RefusalCode::OnceOnly,
                say!("{} has attempted {} psychic powers this turn", unit.title(), unit.acts.casts),
                say!("{} a turn, as its datasheet says", psyker.casts),
            )?;
        }
        let key = power.as_str().to_lowercase();
        let mut attempts = self.state.powers_this_round.iter();
        let attempted = attempts.any(|used| used.player == unit.player && used.power == key);
        if attempted && self.common_power(power).is_none() {
            self.soft(
                RefusalCode::OnceOnly,
                say!("{} has attempted {} this battle round", unit.player, power),
                "each power once a battle round",
            )?;
        }
        Ok(())
    }

    /// A power that the list names, at its warp charge value as far as the pack knows it.
    fn knows_power(&self, unit: &Unit, power: &Name, warp_charge: Whole<1, 20>) -> Result<(), Refusal> {
        let Some(common) = self.common_power(power) else {
            self.can_be_shown(warp_charge.get(), 0)?;
            let known = unit.powers.iter().any(|known| known.as_str().eq_ignore_ascii_case(power.as_str()));
            if known || unit.powers.is_empty() {
                return Ok(());
            }
            let names: Vec<&str> = unit.powers.iter().map(|name| name.as_str()).collect();
            return self.soft(
                RefusalCode::NotAble,
                say!("{} does not know {}", unit.title(), power),
                say!("one of {}", names.join(", ")),
            );
        };
        let (due, earlier) = facts::due_charge(self.state, unit.player, common);
        if warp_charge.get() >= due {
            return self.can_be_shown(warp_charge.get(), due);
        }
        self.soft(
            RefusalCode::OutOfReach,
            say!("{} at warp charge {}, attempted {} times before this phase", power, warp_charge, earlier),
            say!("warp charge {}", due),
        )
    }

    /// Refuses a warp charge that two dice never show, from law 2 on, but for a power that has become so hard by itself.
    fn can_be_shown(&self, warp_charge: i32, due: i32) -> Result<(), Refusal> {
        if warp_charge <= TWO_DICE.max(due) || !self.state.is_under_law(2) {
            return Ok(());
        }
        let message = say!("a warp charge of {}, and two dice show {} at most", warp_charge, TWO_DICE);
        refuse(RefusalCode::BadValue, message, say!("the power's own warp charge, 1 to {}", TWO_DICE))
    }

    /// The form and the moment of a Psychic test, which refuse before anything about the unit does.
    pub(super) fn psychic_moment(&self, unit: &Unit, test: &PsychicTest<'_>) -> Result<(), Refusal> {
        if let Some(deny) = test.deny {
            self.unit(&deny.unit)?;
            self.test_dice(TestName::Psychic, "a Deny the Witch test", &deny.roll)?;
        }
        self.test_dice(TestName::Psychic, "a Psychic test", test.roll)?;
        if let Some(perils) = test.perils {
            dice("Perils of the Warp", &perils.roll, 1)?;
            self.law_of(TestName::Psychic).map_or(Ok(()), |law| perils_are_due(law, test.roll))?;
        }
        self.may_do(Deed::Cast, unit.player, "psychic tests are taken in their player's own Psychic phase")
    }

    /// What manifesting a power and attempting a psychic action have in common: the denial and the losses to Perils.
    pub(super) fn psychic_test(&self, index: UnitIndex, unit: &Unit, test: &PsychicTest<'_>) -> Decision {
        self.on_battlefield(unit)?;
        let denier = test.deny.map(|deny| self.unit(&deny.unit)).transpose()?;
        if let Some((_, denier)) = denier {
            self.on_battlefield(denier)?;
        }
        self.is_free_to(Deed::Cast, unit)?;
        let fled = self.after_forbids(unit, Deed::Cast);
        self.acts(fled, || say!("{} Fell Back this turn", unit.title()), "a unit that did not")?;
        self.acts(unit.acts.oversize, || say!("{} may do nothing this turn", unit.title()), "another unit")?;
        self.has_to_be(UnitKind::Psykers, unit)?;
        let mut events = Vec::new();
        if let (Some((denier_index, denier)), Some(deny)) = (denier, test.deny) {
            self.may_deny(denier, unit, deny)?;
            events.push(Event::UnitDenied { unit: denier_index });
        }
        if let Some(perils) = test.perils {
            events.extend(self.suffers_perils(index, unit, perils)?);
        }
        Ok(events)
    }

    /// An enemy PSYKER within range, as often as its datasheet says.
    fn may_deny(&self, denier: &Unit, psyker: &Unit, deny: &Deny) -> Result<(), Refusal> {
        if denier.player == psyker.player {
            let message = say!("{} denies its own side", denier.title());
            return refuse(RefusalCode::NotEligible, message, "an enemy PSYKER");
        }
        if let Some(sheet) = denier.psyker
            && denier.acts.denies >= sheet.denies.get().unsigned_abs()
        {
            self.soft(
                RefusalCode::OnceOnly,
                say!("{} has attempted to deny {} times this turn", denier.title(), denier.acts.denies),
                say!("{} a turn, as its datasheet says", sheet.denies),
            )?;
        }
        self.acts(
            denier.acts.oversize,
            || say!("{} was too large for its zone and may not deny this round", denier.title()),
            "another PSYKER",
        )?;
        if !self.is(UnitKind::Psykers, denier) {
            self.soft(RefusalCode::NotAble, say!("{} cannot deny", denier.title()), "an enemy PSYKER")?;
        }
        let Some(reach) = self.state.law().measures.denial else { return Ok(()) };
        let far = match (measured(denier), measured(psyker)) {
            (Some(one), Some(other)) => !one.is_within(reach, other),
            _ => deny.distance_in.is_some_and(|said| Length::of(said) > reach),
        };
        if far {
            self.soft(
                RefusalCode::OutOfReach,
                say!("{} is more than {} from {}", denier.title(), reach, psyker.title()),
                say!("a PSYKER within {}", reach),
            )?;
        }
        Ok(())
    }

    /// What Perils do: their mortal wounds go to the hurt model first, then from model to model, and stay. What is stated
    /// beside says whose they are, and has to agree.
    fn suffers_perils(&self, index: UnitIndex, unit: &Unit, perils: &Perils) -> Decision {
        let law = self.law_of(TestName::Psychic).and_then(|law| law.perils.as_ref());
        let wounds = law.map_or(0, |law| law.mortal_wounds.map_or(0, |dice| dice.of_six(&perils.roll).unsigned_abs()));
        let destroyed = |(group, models)| Event::ModelsDestroyed { unit: index, group, models, by_enemy: false };
        if !self.state.is_under_law(2) {
            let lost = self.destroyed_by_perils(unit, perils, wounds)?;
            return Ok(lost.into_iter().map(destroyed).collect());
        }
        let stated = perils.destroyed.as_ref().map(|stated| self.falling(unit, stated)).transpose()?;
        let named = self.groups_of(unit, perils.destroyed.as_ref())?;
        let left = self.wounded(unit, wounds, &named, false)?;
        let lost = |left: &Unit| lost(unit, left);
        if let Some(stated) = stated.filter(|stated| *stated != lost(&left)) {
            let given: u32 = lost(&left).iter().map(|(_, models)| models).sum();
            let said: u32 = stated.iter().map(|(_, models)| models).sum();
            self.soft(
                RefusalCode::OtherNeed,
                say!("Perils of the Warp destroy {} of {}, not {}", models(given), unit.title(), models(said)),
                "`destroyed` as the die gives it, or left out",
            )?;
            return Ok(stated.into_iter().map(destroyed).collect());
        }
        Ok(wounds_of(index, unit, &left, false))
    }

    /// What Perils destroy under law 1: as stated, or the unhurt models that the mortal wounds destroy for certain.
    fn destroyed_by_perils(
        &self,
        unit: &Unit,
        perils: &Perils,
        wounds: u32,
    ) -> Result<Vec<(GroupIndex, u32)>, Refusal> {
        if let Some(stated) = &perils.destroyed {
            return self.falling(unit, stated);
        }
        let mut living = unit.numbered_groups().filter(|(_, group)| group.models > 0);
        match (living.next(), living.next()) {
            (Some((index, group)), None) if wounds >= group.wounds => {
                Ok(vec![(index, (wounds / group.wounds.max(1)).min(group.models))])
            }
            _ => Ok(Vec::new()),
        }
    }

    /// Whether a unit still has a PSYKER after losses.
    pub(super) fn keeps_psyker(&self, unit: &Unit, events: &[Event]) -> bool {
        let mut left = Cow::Borrowed(unit);
        for event in events {
            if let Event::ModelsDestroyed { group, models, .. } = event {
                let group = &mut left.to_mut().groups[*group];
                group.models = group.models.saturating_sub(*models);
            }
        }
        left.models() > 0 && self.is(UnitKind::Psykers, &left)
    }
}
