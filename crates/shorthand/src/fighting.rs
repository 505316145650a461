//! Reads what stands behind the command words of a fight: powers, attacks, charges, tests, and what units lose by them.

use adjutant_engine::command::{
    Attack, Attacks, Command, Damage, DiceRoll, Losses, Mortal, Perils, RemovedTo, VehicleStrike,
};
use adjutant_engine::dice::Dice;
use adjutant_engine::ids::UnitId;
use adjutant_engine::numbers::Whole;
use adjutant_engine::rules::TestName;

use crate::attack::{modifiers, sequence as dice_of_attack};
use crate::cursor::Cursor;
use crate::fault::Fault;
use crate::names::{TESTS, find_group};

const DAMAGE: [(&str, Damage); 7] = [
    ("shaken", Damage::Shaken),
    ("stunned", Damage::Stunned),
    ("weapon", Damage::Weapon),
    ("immobilised", Damage::Immobilised),
    ("wrecked", Damage::Wrecked),
    ("explodes", Damage::Explodes),
    ("repaired", Damage::Repaired),
];

pub(super) fn cast(c: &mut Cursor<'_>) -> Result<Command, Fault> {
    let unit = c.own_unit()?;
    Ok(Command::Cast {
        unit: unit.clone(),
        power: c.name("the power")?,
        warp_charge: c.whole("its warp charge value")?,
        roll: c.dice(2)?,
        rerolled: None,
        modifiers: Vec::new(),
        deny: None,
        perils: perils(c, &unit)?,
    })
}

pub(super) fn psychic(c: &mut Cursor<'_>) -> Result<Command, Fault> {
    let unit = c.own_unit()?;
    Ok(Command::PsychicAction {
        unit: unit.clone(),
        action: c.action()?,
        roll: c.dice(2)?,
        rerolled: None,
        modifiers: Vec::new(),
        deny: None,
        perils: perils(c, &unit)?,
    })
}

/// `perils 3`, with the models that it destroys where the die does not tell: `perils 3 kills 1 of Seer`.
fn perils(c: &mut Cursor<'_>, unit: &UnitId) -> Result<Option<Box<Perils>>, Fault> {
    if !c.skip("perils") {
        return Ok(None);
    }
    let roll = c.dice(1)?;
    let destroyed = if c.skip("kills") { Some(losses(c, unit, "models that Perils destroy")?) } else { None };
    Ok(Some(Box::new(Perils { roll, rerolled: None, destroyed })))
}

pub(super) fn attacks(c: &mut Cursor<'_>) -> Result<Attacks, Fault> {
    let unit = c.own_unit()?;
    let mut attacks = vec![attack(c)?];
    while c.skip("and") {
        attacks.push(attack(c)?);
    }
    Ok(Attacks { unit, attacks })
}

fn attack(c: &mut Cursor<'_>) -> Result<Attack, Fault> {
    let target = c.enemy_unit()?;
    let named = c.skip("with") || c.peek().is_some_and(|token| token.quoted);
    let weapon = if named { Some(c.name("a weapon")?) } else { None };
    let sequence = dice_of_attack(c)?.map(Box::new);
    let none = if sequence.is_none() { Whole::new(0).map(Losses::Models) } else { None };
    let destroyed = if c.skip("kills") { Some(losses(c, &target, "models destroyed")?) } else { none };
    let wounds = if c.skip("wounds") { Some(c.whole("wounds lost")?) } else { None };
    Ok(Attack { target, weapon, sequence, destroyed, wounds })
}

pub(super) fn charge(c: &mut Cursor<'_>) -> Result<Command, Fault> {
    let unit = c.own_unit()?;
    let mut targets = vec![c.enemy_unit()?];
    loop {
        let roll = c.maybe_dice();
        if roll.is_empty() && c.skip("made") {
            return Ok(Command::Charge { unit, targets, roll, made: true, rerolled: None });
        }
        if roll.is_empty() && c.skip("failed") {
            return Ok(Command::Charge { unit, targets, roll, made: false, rerolled: None });
        }
        if !roll.is_empty() {
            let made = !c.skip("failed");
            return Ok(Command::Charge { unit, targets, roll, made, rerolled: None });
        }
        if let Some(token) = c.peek().filter(|token| token.text.parse::<i64>().is_ok()) {
            return Err(c.fault(token, format!("`{}` is not a die", token.text), "the two dice, such as 5 4"));
        }
        if c.at_end() {
            let dice = "the two dice, such as 5 4";
            return Err(c.too_early(if c.context.names.charges_roll_nothing { "`made` or `failed`" } else { dice }));
        }
        targets.push(c.enemy_unit()?);
    }
}

pub(super) fn test(c: &mut Cursor<'_>) -> Result<Command, Fault> {
    let (unit, of) = (c.own_unit()?, c.one_of(&TESTS)?);
    let roll = c.maybe_dice();
    // Whoever goes to ground by choice rolls nothing.
    let chosen = of == TestName::Pinning && c.peek().is_some_and(|token| token.text == "failed");
    if roll.is_empty() && !chosen {
        let token = c.next("the dice, such as 4 3")?;
        return Err(c.fault(token, "this is not a die", "the dice, such as 4 3"));
    }
    let modifier = if c.skip("leadership") { Some(c.whole("what is added to the Leadership")?) } else { None };
    let passed = c.maybe_one_of(&[("passed", true), ("failed", false)]);
    let destroyed = if c.skip("kills") { Some(losses(c, &unit, "models that the tests destroy")?) } else { None };
    let perils = c.skip("perils").then(|| Perils { roll: c.maybe_dice(), rerolled: None, destroyed: None }.into());
    Ok(Command::Test { unit, of, roll, rerolled: None, modifier, passed, destroyed, perils })
}

pub(super) fn morale(c: &mut Cursor<'_>) -> Result<Command, Fault> {
    let (unit, roll) = (c.own_unit()?, c.dice(1)?);
    let modifier = if c.skip("leadership") { Some(c.whole("what is added to the Leadership")?) } else { None };
    let attrition = c.skip("attrition").then(|| DiceRoll { roll: c.maybe_dice(), rerolled: None }.into());
    let fled = if c.skip("fled") { Some(losses(c, &unit, "models that fled")?) } else { None };
    Ok(Command::Morale { unit, roll, rerolled: None, modifier, attrition, fled })
}

/// `3`, or `3 of Trooper`, or `2 of Trooper 1 of Sergeant`.
fn losses(c: &mut Cursor<'_>, unit: &UnitId, what: &str) -> Result<Losses, Fault> {
    let mut models = c.whole(what)?;
    let mut groups = std::collections::BTreeMap::new();
    while let Some(group) = group(c, unit)? {
        groups.insert(group, models);
        match c.maybe_whole() {
            Some(more) => models = more,
            None => break,
        }
    }
    Ok(if groups.is_empty() { Losses::Models(models) } else { Losses::Groups(groups) })
}

/// The group after `of`, by any part of its name that fits no other of the unit.
pub(super) fn group(c: &mut Cursor<'_>, unit: &UnitId) -> Result<Option<adjutant_engine::ids::Name>, Fault> {
    let found = c.skip("of").then(|| c.peek()).flatten();
    let Some(token) = found else { return Ok(None) };
    let name = c.name("a group of models")?;
    let groups = c.context.names.unit(unit).map_or(&[][..], |unit| unit.groups.as_slice());
    match find_group(groups, name.as_str()) {
        Ok(group) => Ok(Some(group.unwrap_or(name))),
        Err(fault) => Err(c.fault(token, fault.message, fault.expected)),
    }
}

pub(super) fn vehicle_damage(c: &mut Cursor<'_>) -> Result<Command, Fault> {
    let (unit, result) = (c.enemy_unit()?, c.one_of(&DAMAGE)?);
    if !c.skip("armour") {
        return Ok(Command::Damage { unit, result, hit: None });
    }
    let armour = c.whole("the Armour value")?;
    if !c.skip("strength") {
        let token = c.next("`strength` and the Strength of the hit")?;
        return Err(c.fault(token, "the Strength of the hit is missing", "`strength` and a number"));
    }
    let strength = c.whole("the Strength of the hit")?;
    let penetrate = c.maybe_dice();
    let ap = if c.skip("ap") { Some(c.whole("the Armour Piercing value")?) } else { None };
    let open_topped = c.skip("open");
    let weapons = if c.skip("weapons") { Some(c.whole("the weapons that the vehicle has left")?) } else { None };
    let immobilised = c.skip("stuck");
    let add = modifiers(c, "modifier")?;
    if !c.skip("roll") {
        let token = c.next("`roll` and the damage roll")?;
        return Err(c.fault(token, "the damage roll is missing", "`roll` and one die"));
    }
    let roll = c.dice(1)?;
    let hit = VehicleStrike { armour, strength, penetrate, ap, open_topped, weapons, immobilised, add, roll };
    Ok(Command::Damage { unit, result, hit: Some(Box::new(hit)) })
}

pub(super) fn sweep(c: &mut Cursor<'_>) -> Result<Command, Fault> {
    let (unit, target, roll) = (c.own_unit()?, c.enemy_unit()?, c.dice(2)?);
    let caught = c.maybe_one_of(&[("caught", true), ("free", false)]);
    Ok(Command::Sweep { unit, target, roll, caught })
}

pub(super) fn kill(c: &mut Cursor<'_>) -> Result<Command, Fault> {
    let token = c.peek();
    let unit = c.enemy_unit()?;
    let known = c.context.names.unit(&unit);
    let all = known.and_then(|unit| Whole::new(i32::try_from(unit.models).ok()?)).filter(|all| all.get() > 0);
    let wounds_only =
        c.peek().is_some_and(|token| !token.quoted && ["wounds", "mortal"].contains(&token.text.as_str()));
    if let (Some(token), Some(known)) = (token, known.filter(|known| known.models == 0)) {
        let message = format!("{} ({}) has no models left", known.datasheet, known.id);
        return Err(c.fault(token, message, "a unit with models left"));
    }
    let models = match (c.maybe_whole(), all, token) {
        (None, ..) if wounds_only => Whole::new(0).unwrap_or_else(|| unreachable!("0 is in range")),
        (Some(models), ..) | (None, Some(models), _) => models,
        (None, None, Some(token)) if c.context.names.unit(&unit).is_some() => {
            return Err(c.fault(token, format!("{unit} has no models left"), "a unit with models left"));
        }
        (None, None, Some(token)) => {
            return Err(c.fault(
                token,
                "it is not known how many models this unit has left",
                "a number behind the unit",
            ));
        }
        (None, None, None) => c.whole("models destroyed")?,
    };
    let wounds = if c.skip("wounds") { Some(c.whole("wounds lost")?) } else { None };
    let mortal = if c.skip("mortal") { Some(Box::new(mortal(c)?)) } else { None };
    let group = group(c, &unit)?;
    let cause = if c.skip("by") { Some(c.name("what destroyed them")?) } else { None };
    Ok(Command::Casualties { unit, models, wounds, mortal, group, cause })
}

/// `3`, `d3 4`, each with `from UNIT`.
fn mortal(c: &mut Cursor<'_>) -> Result<Mortal, Fault> {
    let each = c.peek().filter(|token| !token.quoted).and_then(|token| token.text.parse::<Dice>().ok());
    let (mut wounds, mut roll) = (None, Vec::new());
    match each {
        Some(_) => {
            c.next("the dice")?;
            roll = c.maybe_dice();
        }
        None => wounds = Some(c.whole("how many mortal wounds")?),
    }
    let from = if c.skip("from") { Some(c.enemy_unit()?) } else { None };
    Ok(Mortal { wounds, each, roll, from })
}

pub(super) fn restore(c: &mut Cursor<'_>) -> Result<Command, Fault> {
    let unit = c.own_unit()?;
    let wounds_only = c.peek().is_some_and(|token| !token.quoted && token.text == "wounds");
    let models = if wounds_only { Whole::new(0) } else { Some(c.whole("the number of models")?) };
    let models = models.unwrap_or_else(|| unreachable!("0 is in range"));
    let wounds = if c.skip("wounds") { Some(c.whole("the wounds that come back")?) } else { None };
    let group = group(c, &unit)?;
    Ok(Command::Restore { unit, models, wounds, group, at: c.maybe_place()? })
}

pub(super) fn remove(c: &mut Cursor<'_>) -> Result<Command, Fault> {
    let unit = c.own_unit()?;
    Ok(Command::Remove { unit, to: c.one_of(&[("reserves", RemovedTo::Reserves), ("gone", RemovedTo::Gone)])? })
}
