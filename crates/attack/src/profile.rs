//! What a record says of a weapon, against what its datasheet says.

use std::borrow::Cow;

use adjutant_core::ids::Name;
use adjutant_core::numbers::Whole;

use super::amount::Amount;
use super::batch::Batch;
use super::fault::{Fault, FaultKind, Step};
use super::law::{ArmourPenetration, CoverLaw, Law};
use super::sequence::{Damage, Modifier, Roll, RolledDamage, SaveKind, Saves, Sequence};
use super::target::{Facts, HitCause, JudgedSaves, Target, Told};
use super::traits::TraitName;

/// The reason under which Armour Penetration stands among the modifiers of a saving throw.
const AP: &str = "AP";

/// The word by which cover is known among them: Light Cover, in cover.
const COVER: &str = "cover";

/// The worst cover save that a unit may take without any terrain: it lies down.
///
/// # Source
/// 002:877-879.
const LYING_DOWN: i32 = 6;

/// Refuses a Strength, an Armour Penetration or a Damage that is not the one of the datasheet, and modifiers that do not
/// change the saving throw that is made.
///
/// # Source
/// `docs/rules/dice.md` E.2: Strength, AP and Damage are those of the weapon.
pub(super) fn agrees(law: &Law, target: &Target, batch: &Batch<'_>) -> Result<(), Fault> {
    if batch.trust {
        return Ok(());
    }
    let (sequence, facts) = (batch.sequence, batch.facts);
    if facts.saves != JudgedSaves::No {
        sequence.save.iter().try_for_each(|saves| changes_this(law, target, facts, saves))?;
        sequence.hit.iter().try_for_each(|hit| hits_so(sequence, facts, hit))?;
    }
    if let Some((said, printed)) = sequence.strength.map(|strength| strength.get()).zip(facts.strength)
        && said != printed
    {
        return Err(wrong(Step::Wound, printed, said, &format!("Strength {printed}, not {said}")));
    }
    if let Some(printed) = facts.ap.filter(|_| law.save.ap == ArmourPenetration::Subtracts) {
        // Wounds that are critical may have another AP, by an ability of the weapon.
        let armour = |kind: Option<SaveKind>| kind.unwrap_or_default() == SaveKind::Armour;
        for saves in sequence.save.iter().filter(|s| armour(s.with) && !s.critical && !s.roll.is_empty()) {
            let said = ap_in(&saves.add);
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

/// What Armour Penetration among modifiers comes to.
fn ap_in(add: &[Modifier]) -> i32 {
    add.iter().filter(|(_, why)| why.as_str().eq_ignore_ascii_case(AP)).map(|(by, _)| by.get()).sum()
}

/// What modifiers that are called cover come to.
fn cover_in(add: &[Modifier]) -> i32 {
    called(add, &[COVER])
}

/// What modifiers come to whose reason has one of some words.
fn called(add: &[Modifier], words: &[&str]) -> i32 {
    let is =
        |why: &Name| why.as_str().split_whitespace().any(|part| words.iter().any(|w| part.eq_ignore_ascii_case(w)));
    add.iter().filter(|(_, why)| is(why)).map(|(by, _)| by.get()).sum()
}

/// Refuses a change of a hit roll that certainly does not apply, and a penalty that certainly does and is left out.
///
/// # Source
/// 001:3009, 2048, 2052, 2087; 000:403, 934-936.
fn hits_so(sequence: &Sequence, facts: Facts, hit: &Roll) -> Result<(), Fault> {
    let wrong = |asked: i32, given: i32, what: &str| {
        Err(about(Fault::new(Step::Hit, FaultKind::WrongModifier, asked, i64::from(given)), what))
    };
    if facts.hits.of(HitCause::Dense) == Told::Nothing && cover_in(&hit.add) < 0 {
        return wrong(0, cover_in(&hit.add), "no terrain covers the target from there");
    }
    let braced = called(&hit.add, &["heavy", "still", "stationary"]);
    if facts.hits.of(HitCause::Stationary) == Told::Nothing && braced > 0 {
        return wrong(0, braced, "nothing is added, the unit did not stand still with a Heavy weapon");
    }
    let unmodified = sequence.has(TraitName::AutoHit) || sequence.has(TraitName::OnlyUnmodified);
    // What is needed may have the penalty in already, where nobody knows the skill.
    if hit.roll.is_empty() || unmodified || facts.hit_needs.is_none() || hit.add.iter().any(|(by, _)| by.get() < 0) {
        return Ok(());
    }
    let penalty = facts.hits.given().find(|(_, by)| *by < 0);
    penalty.map_or(Ok(()), |(cause, by)| wrong(by, 0, &format!("{by} is left out ({})", cause.why())))
}

fn about(fault: Fault, what: &str) -> Fault {
    Name::new(what).map_or(fault.clone(), |what| fault.about(&what))
}

/// Refuses Armour Penetration and cover where they change no such saving throw.
///
/// # Source
/// 001:2166 and 000:1055 for Armour Penetration, 001:3039, 004:827 and 000:896 for cover; 002:917 and 002:1534.
fn changes_this(law: &Law, target: &Target, facts: Facts, saves: &Saves) -> Result<(), Fault> {
    let kind = saves.with.unwrap_or_default();
    let (ap, cover) = (ap_in(&saves.add), cover_in(&saves.add));
    let wrong = |what: &str, by: i32| Err(about(Fault::new(Step::Save, FaultKind::WrongModifier, 0, by), what));
    if kind == SaveKind::Cover && facts.saves == JudgedSaves::Close {
        return wrong("cover gives no save in close combat", 0);
    }
    let lies_down = kind == SaveKind::Cover && saves.needs.is_some_and(|needs| needs.get() >= LYING_DOWN);
    let claims = (kind == SaveKind::Cover && !lies_down) || (kind == SaveKind::Armour && cover > 0);
    if claims && facts.cover == Told::Nothing {
        return wrong("no terrain covers the target from there", cover);
    }
    match kind {
        _ if ap != 0 && law.save.ap == ArmourPenetration::Cancels => {
            return wrong("AP takes a save away or leaves it, and changes no roll", ap);
        }
        SaveKind::Invulnerable if ap != 0 => return wrong("AP does not change an invulnerable save", ap),
        SaveKind::Invulnerable if cover != 0 => return wrong("cover does not change an invulnerable save", cover),
        SaveKind::Armour if cover > 0 => {}
        _ => return Ok(()),
    }
    let Some(spared) = law.save.without_cover() else { return Ok(()) };
    let group = match (&saves.to, target.living_groups().next()) {
        (Some(name), _) => target.groups.find(|group| group.name == *name),
        (None, first) => first.filter(|_| target.living_groups().count() == 1),
    };
    let save = group.and_then(|group| target.groups[group].save).or(saves.needs.map(|needs| needs.get()));
    if facts.saves == JudgedSaves::Close {
        wrong("cover helps against ranged attacks alone", cover)
    } else if facts.ap.unwrap_or(ap) == 0 && save.is_some_and(|save| save <= spared) {
        wrong(&format!("cover does not help a save of {spared}+ or better against AP 0"), cover)
    } else {
        Ok(())
    }
}

fn wrong(step: Step, asked: i32, given: i32, both: &str) -> Fault {
    about(Fault::new(step, FaultKind::WrongProfile, asked, i64::from(given)), both)
}

fn amount_of(damage: &Damage) -> Amount {
    match damage {
        Damage::Number(number) => Amount::fixed(i16::try_from(number.get()).unwrap_or(i16::MAX)),
        Damage::Rolled(rolled) => rolled.each,
    }
}

/// The sequence with the Damage of the datasheet, where it states none, and with its Armour Penetration where an armour
/// save leaves it out; dice are still to be thrown. What a rule of the army changes is `trusted` as it stands.
pub fn as_printed<'a>(
    law: &Law,
    target: &Target,
    sequence: &'a Sequence,
    facts: &Facts,
    trusted: bool,
) -> Cow<'a, Sequence> {
    let mut complete = Cow::Borrowed(sequence);
    if let Some(printed) = facts.damage.filter(|_| sequence.damage.is_none()) {
        complete.to_mut().damage = if printed.dice > 0 {
            Some(Damage::Rolled(RolledDamage { each: printed, ..RolledDamage::default() }))
        } else {
            Whole::new(printed.most()).map(Damage::Number)
        };
    }
    let known = target.groups.iter().all(|group| group.models == 0 || group.save.is_some());
    let judged = !trusted && facts.saves != JudgedSaves::No && law.save.ap == ArmourPenetration::Subtracts;
    let ap = facts.ap.filter(|ap| judged && *ap != 0).and_then(Whole::new).zip(Name::new(AP).ok());
    // What a stated result needs may have it in already, where nobody knows the Save.
    let bare = |saves: &Saves| {
        saves.with.unwrap_or_default() == SaveKind::Armour
            && !saves.critical
            && (known || saves.needs.is_none())
            && !saves.add.iter().any(|(_, why)| why.as_str().eq_ignore_ascii_case(AP))
    };
    for place in (0..sequence.save.len()).filter(|place| ap.is_some() && bare(&sequence.save[*place])) {
        complete.to_mut().save[place].add.extend(ap.clone());
    }
    let judged = !trusted && facts.saves != JudgedSaves::No;
    if let Some(hit) =
        known_hit(facts).filter(|_| sequence.hit.is_none() && !sequence.has(TraitName::AutoHit) && judged)
    {
        complete.to_mut().hit = Some(hit);
    }
    complete
}

/// The hit roll before its first die, where something certainly changes it and the datasheet says what it needs.
pub fn known_hit(facts: &Facts) -> Option<Roll> {
    facts.hit_needs?;
    let named = |(cause, by): (HitCause, i32)| Whole::new(by).zip(Name::new(cause.why()).ok());
    let add: Vec<Modifier> = facts.hits.given().filter_map(named).collect();
    (!add.is_empty()).then(|| Roll { add, ..Roll::default() })
}

/// What cover adds to an armour save against these attacks; nothing where the save is spared, or places do not tell.
pub(super) fn armour_cover(law: &Law, save: i32, facts: &Facts) -> Option<Modifier> {
    let Told::Gives(by) = facts.cover else { return None };
    let spared = facts.ap == Some(0) && law.save.without_cover().is_some_and(|spared| save <= spared);
    let word = match (law.cover(), facts.saves) {
        (CoverLaw::ByTraits, JudgedSaves::Close) => "Heavy Cover",
        (CoverLaw::ByTraits, _) => "Light Cover",
        _ => COVER,
    };
    let adds = !spared && law.cover() != CoverLaw::AsSave;
    Whole::new(by).filter(|_| adds).zip(Name::new(word).ok())
}

/// The cover save that terrain gives, where the edition has such saves.
pub(super) fn cover_save(law: &Law, facts: &Facts) -> Option<i32> {
    match facts.cover {
        Told::Gives(save) if law.cover() == CoverLaw::AsSave => Some(save),
        _ => None,
    }
}
