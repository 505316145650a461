//! The dice of attacks and tests: which come next, and what came of them.

use std::collections::BTreeMap;

use adjutant_engine::attack::{Attacks as Number, Damage, DieIndex, Need, Roll, Sequence};
use adjutant_engine::command::{Attacks, Command};
use adjutant_engine::decide::NextDice;
use adjutant_engine::ids::UnitId;
use adjutant_engine::numbers::Face;
use adjutant_engine::rules::TestName;
use adjutant_engine::state::{Shock, State};

use crate::names::name_of;
use crate::units;

/// What comes next, with the player who throws and the weapon: `Ben: 4 dice to save, 5+ (Heavy bolter on b1)`.
pub fn question(state: &State, next: &NextDice) -> String {
    let weapon = next.weapon.as_ref().map_or(String::new(), |weapon| format!("{weapon} on "));
    format!("{}: {} ({weapon}{})", name_of(state, next.by), next.prompt, next.target)
}

/// Attacks whose outcome only their dice say.
pub fn attacks_with_dice(command: &Command) -> Option<&Attacks> {
    match command {
        Command::Shoot(attacks) | Command::Fight(attacks) => {
            Some(attacks).filter(|attacks| attacks.attacks.iter().any(|attack| attack.sequence.is_some()))
        }
        _ => None,
    }
}

/// Models and wounds left of the units that dice are thrown at, before they fall.
pub fn standing(state: &State, command: &Command) -> Vec<(UnitId, u32, u32)> {
    let attacks = attacks_with_dice(command);
    let mut found: Vec<(UnitId, u32, u32)> = Vec::new();
    for attack in attacks.into_iter().flat_map(|attacks| &attacks.attacks) {
        if let Some((_, unit)) = state.unit(&attack.target)
            && !found.iter().any(|(id, ..)| *id == attack.target)
        {
            found.push((attack.target.clone(), unit.models(), unit.groups.iter().map(|group| group.hurt).sum()));
        }
    }
    found
}

/// What dice did to the units that stood before them, as a sentence.
pub fn fell(before: &[(UnitId, u32, u32)], after: &State, attacks: Option<&Attacks>) -> String {
    let outcomes = before.iter().map(|(id, models, hurt)| {
        let name = units::name(after, id);
        let (left, lost) = after
            .unit(id)
            .map_or((0, 0), |(_, unit)| (unit.models(), unit.groups.iter().map(|group| group.hurt).sum::<u32>()));
        let wounded = lost > *hurt || (lost > 0 && left < *models);
        let wounds = if wounded { format!(", one has lost {lost} wounds") } else { String::new() };
        match models.saturating_sub(left) {
            _ if left == 0 => format!("{name}: destroyed"),
            0 => format!("{name}: nobody dies{wounds}"),
            1 => format!("{name}: 1 dies, {left} left{wounds}"),
            dead => format!("{name}: {dead} die, {left} left{wounds}"),
        }
    });
    let who = attacks.map_or_else(String::new, |attacks| units::name(after, &attacks.unit));
    format!("{who} attacks {}.", outcomes.collect::<Vec<_>>().join(" and "))
}

/// Dice that were thrown together.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Step {
    /// What they were thrown for: `hit`, `save (Guard)`.
    pub name: String,
    /// What each had to reach, where the record says it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub needs: Option<i32>,
    /// The final faces, each with the face before where it was rolled again.
    pub faces: Vec<(i32, Option<i32>)>,
}

impl Step {
    fn of(name: impl Into<String>, needs: Option<Need>, roll: &[Face], rerolls: &BTreeMap<DieIndex, Face>) -> Step {
        let die = |(at, face): (usize, &Face)| {
            let before = i32::try_from(at).ok().and_then(DieIndex::new).and_then(|at| rerolls.get(&at));
            (face.get(), before.map(|before| before.get()))
        };
        let faces = roll.iter().enumerate().map(die).collect();
        Step { name: name.into(), needs: needs.map(Need::get), faces }
    }
}

/// As they lie: `hit 6 2 1`, `save (Guard) 2 1→5`.
impl std::fmt::Display for Step {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.name)?;
        self.faces.iter().try_for_each(|(face, before)| match before {
            Some(before) => write!(f, " {before}→{face}"),
            None => write!(f, " {face}"),
        })
    }
}

/// The dice of an attack, step by step; steps without dice are left out.
pub fn steps(sequence: &Sequence) -> Vec<Step> {
    let whole = |name: &str, rolled: &Roll| Step::of(name, rolled.needs, &rolled.roll, &rolled.rerolls);
    let mut steps = Vec::new();
    if let Number::Rolled(rolled) = &sequence.attacks {
        steps.push(Step::of("attacks", None, &rolled.roll, &rolled.rerolls));
    }
    steps.extend(sequence.hit.as_ref().map(|rolled| whole("hit", rolled)));
    steps.extend(sequence.wound.as_ref().map(|rolled| whole("wound", rolled)));
    for saves in &sequence.save {
        let to = saves.to.as_ref().map_or_else(String::new, |to| format!(" ({to})"));
        steps.push(Step::of(format!("save{to}"), saves.needs, &saves.roll, &saves.rerolls));
    }
    if let Some(Damage::Rolled(rolled)) = &sequence.damage {
        steps.push(Step::of("damage", None, &rolled.roll, &rolled.rerolls));
    }
    if let Some(rule) = &sequence.ignore {
        steps.push(Step::of("ignore", Some(rule.needs), &rule.roll, &rule.rerolls));
    }
    if let Some(mortal) = &sequence.mortal {
        steps.push(Step::of("mortal wounds", None, &mortal.roll, &BTreeMap::new()));
    }
    steps.retain(|step| !step.faces.is_empty());
    steps
}

/// What dice did, with the dice: `… attacks Canoness: nobody dies (hit 6 2, wound 4, save 5).`
pub fn fell_by(before: &[(UnitId, u32, u32)], after: &State, attacks: &Attacks) -> String {
    let sequences = attacks.attacks.iter().filter_map(|attack| attack.sequence.as_deref());
    let dice = sequences.flat_map(steps).map(|step| step.to_string());
    let dice = dice.collect::<Vec<_>>().join(", ");
    let fell = fell(before, after, Some(attacks));
    match fell.strip_suffix('.') {
        Some(says) if !dice.is_empty() => format!("{says} ({dice})."),
        _ => fell,
    }
}

/// Whether a command is a test that [`tested`] tells the outcome of.
pub fn is_nerve_test(command: &Command) -> bool {
    matches!(command, Command::Morale { .. } | Command::Test { of: TestName::BattleShock, .. })
}

/// A Morale or Battle-shock test with what came of it: `Poxwalkers (1) passes (2+3, Ld 7).`, `… fails (6+2, Ld 7): 1 flees.` Told of
/// the moment before it and the one after; as it was said where the list gives no Leadership.
pub fn tested(before: &State, after: &State, command: &Command) -> Option<String> {
    if let Command::Test { unit: id, of: TestName::BattleShock, roll, .. } = command {
        let (name, sum) = (units::name(before, id), faces(roll, "+"));
        return Some(match after.unit(id)?.1.shock {
            Shock::Shocked => format!("{name} is Battle-shocked ({sum})."),
            _ => format!("{name} passes its Battle-shock test ({sum})."),
        });
    }
    let Command::Morale { unit: id, roll, modifier, .. } = command else { return None };
    let (_, unit) = before.unit(id)?;
    let left = after.unit(id).map_or(0, |(_, unit)| unit.models());
    let fled = unit.models().saturating_sub(left);
    let law = before.law().test(TestName::Morale)?;
    let Some(leadership) = unit.highest_leadership(before.law().numbers()) else {
        let name = units::name(before, id);
        return Some(match fled {
            0 => format!("{name} passes Morale ({}).", faces(roll, "+")),
            1 => format!("{name} fails Morale ({}): 1 flees, {left} left.", faces(roll, "+")),
            fled => format!("{name} fails Morale ({}): {fled} flee, {left} left.", faces(roll, "+")),
        });
    };
    let leadership = leadership + modifier.map_or(0, |modifier| modifier.get());
    let lost = unit.acts.models_lost;
    let passed = law.passes(roll, 0, lost, leadership);
    let sum = if lost > 0 { format!("{}+{lost}", faces(roll, "+")) } else { faces(roll, "+") };
    let name = units::name(before, id);
    let how = match (passed, fled) {
        (true, _) => return Some(format!("{name} passes Morale ({sum}, Ld {leadership}).")),
        (false, 1) => "1 flees".to_owned(),
        (false, fled) => format!("{fled} flee"),
    };
    let left = if left == 0 { "destroyed".to_owned() } else { format!("{left} left") };
    Some(format!("{name} fails Morale ({sum}, Ld {leadership}): {how}, {left}."))
}

/// Dice as they lie.
pub(super) fn faces(faces: &[Face], between: &str) -> String {
    faces.iter().map(Face::to_string).collect::<Vec<_>>().join(between)
}
