//! The dice of an attack in words, step after step:
//! `hit 3+ -1 1>3 2 5 by "Rites of Battle" / wound 3+ 4 / save 3+ -1 2 / d 1`.
//!
//! A die that was rolled again is written with its face before: `1>3`. The slash between steps may be left out.

use std::collections::BTreeMap;

use adjutant_engine::attack::{
    Amount, Attacks, Damage, DieIndex, Ignore, Modifier, Mortal, Need, Roll, RolledAttacks, RolledDamage, SaveKind,
    Saves, Sequence, Step, Trait,
};
use adjutant_engine::ids::Name;
use adjutant_engine::numbers::{Face, Whole};

use crate::context::Context;
use crate::cursor::Cursor;
use crate::fault::Fault;
use crate::names::Names;
use crate::token::{Token, tokens};

/// Words with which a step of an attack begins.
pub const STEPS: [&str; 9] = ["attacks", "has", "strength", "hit", "wound", "save", "d", "ignore", "mortal"];

/// How the dice of an attack are typed.
pub const USAGE: &str = "[attacks N] [has ABILITY …] hit 3+ [-1] FACES / wound 4+ FACES / save 3+ [-1] [inv] [of GROUP] FACES / d 1 \
                         [/ ignore 5+ FACES] [/ mortal N [of GROUP] by RULE]; 1>3 is a 1 rolled again, `by RULE` names the rule";

/// Reads the steps of an attack, if the line goes on with one.
pub fn sequence(c: &mut Cursor<'_>) -> Result<Option<Sequence>, Fault> {
    if !begins(c) {
        return Ok(None);
    }
    let mut read = no_dice();
    let mut counted = false;
    while begins(c) {
        let word = c.next("a step of the attack")?;
        match word.text.as_str() {
            "attacks" => {
                read.attacks = attacks(c)?;
                counted = true;
            }
            "has" => abilities(c, &mut read)?,
            "strength" => read.strength = Some(c.whole("the Strength of the attacks")?),
            "hit" if c.skip("auto") => read.traits.push(ability(c, word, "auto-hit")?),
            "hit" => read.hit = Some(roll(c)?),
            "wound" => read.wound = Some(roll(c)?),
            "save" => read.save.push(saves(c, "AP")?),
            "d" => read.damage = Some(damage(c)?),
            "ignore" => read.ignore = Some(ignore(c)?),
            _ => read.mortal = Some(mortal(c)?),
        }
        c.skip("/");
    }
    if !counted {
        let dice = read.hit.as_ref().or(read.wound.as_ref()).map_or(0, |roll| roll.roll.len());
        let count = i32::try_from(dice).ok().and_then(Whole::new);
        read.attacks = Attacks::Number(count.unwrap_or_else(|| unreachable!("a line holds fewer dice")));
    }
    Ok(Some(read))
}

/// A sequence about which nothing is said yet.
pub fn no_dice() -> Sequence {
    Sequence::of(Attacks::Number(Whole::new(0).unwrap_or_else(|| unreachable!("0 is in range"))))
}

/// What somebody answers to the dice that come next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The dice, with what of their step was still to be said.
    Dice(Box<Saves>),
    /// Whole steps, as a line has them.
    Steps(Box<Sequence>),
}

/// Reads an answer to the dice of a step: `4 5 1 6`, `4+ 4 5 1 6`, `wound 4+ 4 5 1 6`, or other steps, such as
/// `attacks 10`. The word of the step itself may be left out.
///
/// # Errors
/// Where the line stops making sense, and what would be accepted there.
pub fn answer(line: &str, step: Step) -> Result<Answer, Fault> {
    let context = Context { names: Names::default(), by: None, active: None };
    let tokens = tokens(line)?;
    let mut cursor = Cursor::new(line, &tokens, &context);
    let own = matches!(step, Step::Hit | Step::Wound | Step::Save | Step::Ignore);
    if own {
        cursor.skip(step.key());
    }
    let answer = if begins(&cursor) {
        let steps = sequence(&mut cursor)?.unwrap_or_else(no_dice);
        Answer::Steps(Box::new(steps))
    } else {
        let plain = if step == Step::Save { "AP" } else { "modifier" };
        Answer::Dice(Box::new(saves(&mut cursor, plain)?))
    };
    cursor.end().map_err(|fault| fault.with_form(ANSWER, "4+ 4 5 1 6".to_owned()))?;
    Ok(answer)
}

const ANSWER: &str = "[4+] [-1] FACES; 1>3 is a 1 rolled again, `by RULE` names the rule";

fn begins(c: &Cursor<'_>) -> bool {
    c.peek().is_some_and(|token| !token.quoted && STEPS.contains(&token.text.as_str()))
}

fn attacks(c: &mut Cursor<'_>) -> Result<Attacks, Fault> {
    let token = c.next("how many attacks, such as 10 or d6")?;
    let each: Amount =
        token.text.parse().map_err(|error| wrong(c, token, error, "how many attacks, such as 10 or d6"))?;
    if each.dice == 0 {
        let number = Whole::new(each.most());
        return number
            .map(Attacks::Number)
            .ok_or_else(|| c.fault(token, "that is not a number of attacks", "0 to 1000"));
    }
    let dice = dice(c)?;
    let weapons = (dice.faces.len() / usize::from(each.dice)).max(1);
    let weapons = i32::try_from(weapons).ok().filter(|weapons| *weapons > 1).and_then(Whole::new);
    Ok(Attacks::Rolled(RolledAttacks { each, weapons, roll: dice.faces, rerolls: dice.rerolls, why: dice.why }))
}

fn abilities(c: &mut Cursor<'_>, read: &mut Sequence) -> Result<(), Fault> {
    let first = c.next("an ability, such as lethal-hits")?;
    read.traits.push(ability(c, first, &first.text)?);
    while let Some(token) = c.peek().filter(|token| !token.quoted && token.text.parse::<Trait>().is_ok()) {
        read.traits.push(ability(c, token, &token.text)?);
        c.skip(&token.text);
    }
    Ok(())
}

fn ability(c: &Cursor<'_>, token: &Token, text: &str) -> Result<Trait, Fault> {
    text.parse().map_err(|error: adjutant_engine::attack::TraitError| c.fault(token, error.to_string(), "an ability"))
}

/// Dice as they lie, those that were rolled again, and the rule that allows it.
#[derive(Default)]
struct Dice {
    faces: Vec<Face>,
    rerolls: BTreeMap<DieIndex, Face>,
    why: Option<Name>,
}

fn dice(c: &mut Cursor<'_>) -> Result<Dice, Fault> {
    let mut dice = Dice::default();
    while let Some((before, face)) = c.peek().filter(|token| !token.quoted).and_then(|token| die(&token.text)) {
        if let Some(before) = before
            && let Some(index) = i32::try_from(dice.faces.len()).ok().and_then(DieIndex::new)
        {
            dice.rerolls.insert(index, before);
        }
        dice.faces.push(face);
        c.next("a die")?;
    }
    if c.skip("by") {
        dice.why = Some(c.name("the rule that allows it")?);
    }
    Ok(dice)
}

/// `4`, or `1>4` for a 1 that was rolled again.
fn die(text: &str) -> Option<(Option<Face>, Face)> {
    let face = |text: &str| text.parse::<i32>().ok().filter(|_| text.len() == 1).and_then(Face::new);
    match text.split_once('>') {
        Some((before, after)) => Some((Some(face(before)?), face(after)?)),
        None => Some((None, face(text)?)),
    }
}

/// `3+`, if it is there.
fn needs(c: &mut Cursor<'_>) -> Result<Option<Need>, Fault> {
    let there = c.peek().and_then(|token| token.text.strip_suffix('+')).and_then(|text| text.parse().ok());
    match there.map(Need::new) {
        None => Ok(None),
        Some(None) => {
            let token = c.next("a result")?;
            Err(c.fault(token, "no die can be asked for that", "1+ to 12+"))
        }
        Some(need) => {
            c.next("a result")?;
            Ok(need)
        }
    }
}

/// `-1` or `+1`, each with the rule behind it or a plain word for one.
pub fn modifiers(c: &mut Cursor<'_>, plain: &str) -> Result<Vec<Modifier>, Fault> {
    let mut add = Vec::new();
    while let Some(by) = c.peek().filter(|token| token.text.starts_with(['-', '+'])).and_then(|t| t.text.parse().ok()) {
        let token = c.next("a modifier")?;
        let by = Whole::new(by).ok_or_else(|| c.fault(token, "that is not a modifier", "-9 to +9"))?;
        let quoted = c.peek().is_some_and(|token| token.quoted);
        let reason =
            if quoted { c.name("the reason")? } else { Name::new(plain).unwrap_or_else(|_| unreachable!("a word")) };
        add.push((by, reason));
    }
    Ok(add)
}

fn roll(c: &mut Cursor<'_>) -> Result<Roll, Fault> {
    let needs = needs(c)?;
    let add = modifiers(c, "modifier")?;
    let Dice { faces, rerolls, why } = dice(c)?;
    Ok(Roll { needs, add, roll: faces, rerolls, why })
}

fn saves(c: &mut Cursor<'_>, plain: &str) -> Result<Saves, Fault> {
    let mut saves = Saves { needs: needs(c)?, add: modifiers(c, plain)?, ..Saves::default() };
    saves.with =
        c.maybe_one_of(&[("inv", SaveKind::Invulnerable), ("cover", SaveKind::Cover), ("armour", SaveKind::Armour)]);
    saves.critical = c.skip("critical");
    if c.skip("of") {
        saves.to = Some(c.name("a group of models")?);
    }
    let Dice { faces, rerolls, why } = dice(c)?;
    (saves.roll, saves.rerolls, saves.why) = (faces, rerolls, why);
    if c.skip("none") {
        saves.none = Some(c.whole("wounds that allow no save")?);
        if saves.why.is_none() && c.skip("by") {
            saves.why = Some(c.name("the rule that allows none")?);
        }
    }
    Ok(saves)
}

fn damage(c: &mut Cursor<'_>) -> Result<Damage, Fault> {
    let token = c.next("the damage, such as 1 or d3")?;
    let each: Amount = token.text.parse().map_err(|error| wrong(c, token, error, "the damage, such as 1 or d3"))?;
    if each.dice == 0 {
        let number = Whole::new(each.most());
        return number.map(Damage::Number).ok_or_else(|| c.fault(token, "that is not an amount of damage", "0 to 100"));
    }
    let Dice { faces, rerolls, why } = dice(c)?;
    Ok(Damage::Rolled(RolledDamage { each, roll: faces, rerolls, why }))
}

fn ignore(c: &mut Cursor<'_>) -> Result<Ignore, Fault> {
    let Some(needs) = needs(c)? else {
        let token = c.next("from which result on a wound is ignored, such as 5+")?;
        return Err(c.fault(
            token,
            "that is not a result to reach",
            "from which result on a wound is ignored, such as 5+",
        ));
    };
    let Dice { faces, rerolls, why } = dice(c)?;
    Ok(Ignore { needs, roll: faces, rerolls, why })
}

fn mortal(c: &mut Cursor<'_>) -> Result<Mortal, Fault> {
    let token = c.next("mortal wounds, such as 3 or d3")?;
    let each: Amount = token.text.parse().map_err(|error| wrong(c, token, error, "mortal wounds, such as 3 or d3"))?;
    let mut to = Vec::new();
    while c.skip("of") {
        to.push(c.name("a group of models")?);
    }
    let Dice { faces, why, .. } = dice(c)?;
    let mut mortal = Mortal { each: None, times: None, roll: faces, why, to, ignore: None };
    if each.dice == 0 {
        mortal.times = Whole::new(each.most());
    } else {
        mortal.each = Some(each);
    }
    Ok(mortal)
}

fn wrong(c: &Cursor<'_>, token: &Token, error: impl std::fmt::Display, expected: &str) -> Fault {
    c.fault(token, error.to_string(), expected)
}

/// An attack read back: what each step needed, what was thrown, what it came to.
pub fn read_back(sequence: &Sequence) -> String {
    let faces = |roll: &[Face], rerolls: &BTreeMap<DieIndex, Face>| -> String {
        let die = |(index, face): (usize, &Face)| {
            let before = i32::try_from(index).ok().and_then(DieIndex::new).and_then(|index| rerolls.get(&index));
            before.map_or(face.to_string(), |before| format!("{before}>{face}"))
        };
        roll.iter().enumerate().map(die).collect::<Vec<_>>().join(" ")
    };
    let needs = |needs: Option<Need>, add: &[Modifier]| -> String {
        let add: String = add.iter().map(|(by, why)| format!(" {:+} \"{why}\"", by.get())).collect();
        needs.map_or(String::new(), |needs| format!(" {needs}+")) + &add
    };
    let why = |why: &Option<Name>| why.as_ref().map_or(String::new(), |why| format!(" by \"{why}\""));
    let mut steps = Vec::new();
    match &sequence.attacks {
        Attacks::Number(number) => steps.push(format!("attacks {number}")),
        Attacks::Rolled(rolled) => {
            steps.push(format!("attacks {} {}{}", rolled.each, faces(&rolled.roll, &rolled.rerolls), why(&rolled.why)));
        }
    }
    if !sequence.traits.is_empty() {
        steps.push(format!("has {}", sequence.traits.iter().map(Trait::to_string).collect::<Vec<_>>().join(" ")));
    }
    if let Some(strength) = sequence.strength {
        steps.push(format!("strength {strength}"));
    }
    for (name, roll) in [("hit", &sequence.hit), ("wound", &sequence.wound)] {
        if let Some(roll) = roll {
            let dice = faces(&roll.roll, &roll.rerolls);
            steps.push(format!("{name}{} {dice}{}", needs(roll.needs, &roll.add), why(&roll.why)));
        }
    }
    for saves in &sequence.save {
        let kind = match saves.with {
            Some(SaveKind::Invulnerable) => " inv",
            Some(SaveKind::Cover) => " cover",
            Some(SaveKind::Armour) => " armour",
            None => "",
        };
        let critical = if saves.critical { " critical" } else { "" };
        let of = saves.to.as_ref().map_or(String::new(), |to| format!(" of \"{to}\""));
        let dice = faces(&saves.roll, &saves.rerolls);
        let none = saves.none.map_or(String::new(), |none| format!(" none {none}"));
        steps.push(format!(
            "save{}{kind}{critical}{of} {dice}{none}{}",
            needs(saves.needs, &saves.add),
            why(&saves.why)
        ));
    }
    match &sequence.damage {
        Some(Damage::Number(number)) => steps.push(format!("d {number}")),
        Some(Damage::Rolled(rolled)) => {
            steps.push(format!("d {} {}{}", rolled.each, faces(&rolled.roll, &rolled.rerolls), why(&rolled.why)));
        }
        None => {}
    }
    if let Some(rule) = &sequence.ignore {
        steps.push(format!("ignore {}+ {}{}", rule.needs, faces(&rule.roll, &rule.rerolls), why(&rule.why)));
    }
    if let Some(mortal) = &sequence.mortal {
        let amount = mortal.each.map(|each| each.to_string()).or(mortal.times.map(|times| times.to_string()));
        let dice = faces(&mortal.roll, &BTreeMap::new());
        let of: String = mortal.to.iter().map(|to| format!(" of \"{to}\"")).collect();
        let dice = if dice.is_empty() { dice } else { format!(" {dice}") };
        steps.push(format!("mortal {}{of}{dice}{}", amount.unwrap_or_default(), why(&mortal.why)));
    }
    steps.iter().map(|step| step.trim_end()).collect::<Vec<_>>().join(" / ")
}
