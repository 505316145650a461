//! What a record says of a weapon, against what its datasheet says.

use std::borrow::Cow;

use adjutant_core::ids::Name;
use adjutant_core::numbers::Whole;

use super::amount::Amount;
use super::batch::Batch;
use super::fault::{Fault, FaultKind, Step};
use super::law::{ArmourPenetration, Law};
use super::sequence::{Damage, RolledDamage, SaveKind, Sequence};
use super::target::Facts;

/// The reason under which Armour Penetration stands among the modifiers of a saving throw.
const AP: &str = "AP";

/// Refuses a Strength, an Armour Penetration or a Damage that is not the one of the datasheet.
///
/// # Source
/// `docs/rules/dice.md` E.2: Strength, AP and Damage are those of the weapon.
pub(super) fn agrees(law: &Law, batch: &Batch<'_>) -> Result<(), Fault> {
    if batch.trust {
        return Ok(());
    }
    let (sequence, facts) = (batch.sequence, batch.facts);
    if let Some((said, printed)) = sequence.strength.map(|strength| strength.get()).zip(facts.strength)
        && said != printed
    {
        return Err(wrong(Step::Wound, printed, said, &format!("Strength {printed}, not {said}")));
    }
    if let Some(printed) = facts.ap.filter(|_| law.save.ap == ArmourPenetration::Subtracts) {
        // Wounds that are critical may have another AP, by an ability of the weapon.
        let armour = |kind: Option<SaveKind>| kind.unwrap_or_default() == SaveKind::Armour;
        for saves in sequence.save.iter().filter(|s| armour(s.with) && !s.critical && !s.roll.is_empty()) {
            let said =
                saves.add.iter().filter(|(_, why)| why.as_str().eq_ignore_ascii_case(AP)).map(|(by, _)| by.get());
            let said: i32 = said.sum();
            if said != printed {
                return Err(wrong(Step::Save, printed, said, &format!("AP {printed}, not {said}")));
            }
        }
    }
    if let Some((said, printed)) = sequence.damage.as_ref().map(amount_of).zip(facts.damage)
        && said != printed
    {
        return Err(wrong(Step::Damage, printed.most(), said.most(), &format!("Damage {printed}, not {said}")));
    }
    Ok(())
}

fn wrong(step: Step, asked: i32, given: i32, both: &str) -> Fault {
    let fault = Fault::new(step, FaultKind::WrongProfile, asked, i64::from(given));
    Name::new(both).map_or(fault.clone(), |both| fault.about(&both))
}

fn amount_of(damage: &Damage) -> Amount {
    match damage {
        Damage::Number(number) => Amount::fixed(i16::try_from(number.get()).unwrap_or(i16::MAX)),
        Damage::Rolled(rolled) => rolled.each,
    }
}

/// The sequence with the Damage of the datasheet, where it states none; dice of it are still to be thrown.
pub fn with_printed_damage<'a>(sequence: &'a Sequence, facts: &Facts) -> Cow<'a, Sequence> {
    let Some(printed) = facts.damage.filter(|_| sequence.damage.is_none()) else { return Cow::Borrowed(sequence) };
    let damage = if printed.dice > 0 {
        Some(Damage::Rolled(RolledDamage { each: printed, ..RolledDamage::default() }))
    } else {
        Whole::new(printed.most()).map(Damage::Number)
    };
    Cow::Owned(Sequence { damage, ..sequence.clone() })
}
