//! What an attack asks for next: which dice, how many, from which face on they succeed, and whose they are; and the
//! answer put where it belongs.

use std::collections::BTreeMap;
use std::fmt;

use adjutant_core::ids::Name;
use adjutant_core::numbers::{Face, Whole};

use super::batch::Batch;
use super::fall::{Fall, SaveRules};
use super::fault::{Fault, FaultKind, Step};
use super::feed::Die;
use super::law::{Allocation, ArmourPenetration, Law};
use super::profile::{armour_cover, cover_save};
use super::resolve::run;
use super::sequence::{Attacks, Damage, DieIndex, Mortal, Roll, SaveKind, Saves, Sequence};
use super::strike::{HitRules, WoundRules};
use super::target::{GroupIndex, Target, TargetGroup};

/// Who throws the dice of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thrower {
    /// The player whose unit attacks.
    Attacker,
    /// The player whose unit is attacked.
    Target,
}

/// What the dice of a step must show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// This face or more, all modifiers counted; from 7 on no face does it, below 2 every face that may.
    From(i32),
    /// Nothing says so far which result is needed: the players do.
    Ask,
    /// No result: the dice are counted.
    Count,
}

/// What comes next in an attack.
///
/// ```
/// use adjutant_attack::{Aim, Batch, Law, Sequence, Step, Target, next};
/// let law: Law = serde_json::from_str(r#"{"hit":{"by":"skill","always":6,"never":1,"net":1},
///   "wound":{"table":"ratio","always":6,"never":1,"net":1},
///   "save":{"choose":"armour-or-invulnerable","ap":"subtracts","never":1},
///   "allocate":"wounded-first","traits":[]}"#).unwrap();
/// let dice: Sequence = serde_json::from_str(r#"{"attacks":3,"hit":{"needs":3,"roll":[1,3,6]},
///   "wound":{"needs":4}}"#).unwrap();
/// let prompt = next(&law, &Target::alike(5, 1), &[Batch::new(&dice)]).unwrap().unwrap();
/// assert_eq!((prompt.step, prompt.dice, prompt.aim), (Step::Wound, 2, Aim::From(4)));
/// assert_eq!(prompt.to_string(), "2 dice to wound, 4+");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prompt {
    /// Which batch of the volley, counted from 0.
    pub batch: usize,
    /// The step.
    pub step: Step,
    /// How many dice at least.
    pub dice: usize,
    /// How many at most: more than `dice` where the last model may fall before the last save. Where nobody has said how
    /// many attacks there are, `dice` is 0 and this the number that the datasheets give, or 0.
    pub most: usize,
    /// What they must show.
    pub aim: Aim,
    /// Whose dice they are.
    pub by: Thrower,
    /// The groups to one of which the next wound goes, where the players have to name one.
    pub groups: Vec<Name>,
    /// The saving throw that the datasheets give, without its dice, where they give one.
    pub save: Option<Saves>,
    /// Why the result differs from what the characteristics say, where terrain does it: `cover from t1`.
    pub because: Option<String>,
}

/// What comes next; `None` where the attack is complete.
///
/// # Errors
/// Whatever is wrong with the dice so far.
pub fn next(law: &Law, target: &Target, batches: &[Batch<'_>]) -> Result<Option<Prompt>, Fault> {
    let mut fall = Fall::new(law, target);
    let Err(fault) = run(&mut fall, target, batches) else { return fall.finish(target).map(|_| None) };
    let asks = match fault.kind {
        FaultKind::MissingDice | FaultKind::NoNeed => true,
        FaultKind::WhichGroup => fault.step == Step::Mortal,
        _ => false,
    };
    if asks { Ok(Some(prompt(&fall, target, batches, &fault))) } else { Err(fault) }
}

fn prompt(fall: &Fall<'_>, target: &Target, batches: &[Batch<'_>], fault: &Fault) -> Prompt {
    let batch = &batches[fault.batch];
    let (step, by) = (fault.step, thrower(fault.step));
    let number = |n: i64| usize::try_from(n).unwrap_or(0);
    let dice = match fault.kind {
        FaultKind::MissingDice => number(fault.asked - fault.given).max(1),
        FaultKind::NoNeed => number(fault.given).saturating_sub(thrown(batch.sequence, step)),
        _ => 0,
    };
    let mut prompt = Prompt {
        batch: fault.batch,
        step,
        dice,
        most: dice,
        aim: Aim::Count,
        by,
        groups: Vec::new(),
        save: None,
        because: None,
    };
    let law = fall.law;
    let lowest = |scores: &dyn Fn(i32) -> bool| Aim::From((1..=6).find(|face| scores(*face)).unwrap_or(7));
    match step {
        Step::Hit => {
            prompt.aim = HitRules::of(law, batch, dice)
                .map_or(Aim::Ask, |rules| lowest(&|face| rules.scores(Die { face, before: None })));
        }
        Step::Wound => {
            prompt.aim =
                WoundRules::of(law, target, batch, dice).map_or(Aim::Ask, |rules| lowest(&|f| rules.scores(f)));
        }
        Step::Save => save(fall, batch, fault, &mut prompt),
        Step::Ignore => {
            let other = batch.sequence.mortal.as_ref().and_then(|mortal| mortal.ignore.as_ref());
            let rule = batch.sequence.ignore.as_ref().or(other);
            prompt.aim = rule.map_or(Aim::Ask, |rule| Aim::From(rule.needs.get()));
        }
        Step::Mortal if fault.kind == FaultKind::WhichGroup => prompt.groups = names(fall, &fall.candidates()),
        Step::Attacks | Step::Damage | Step::Mortal => {}
    }
    prompt
}

fn thrower(step: Step) -> Thrower {
    match step {
        Step::Attacks | Step::Hit | Step::Wound | Step::Damage | Step::Mortal => Thrower::Attacker,
        Step::Save | Step::Ignore => Thrower::Target,
    }
}

/// How many dice of a step are thrown already.
fn thrown(sequence: &Sequence, step: Step) -> usize {
    match step {
        Step::Hit => sequence.hit.as_ref().map_or(0, |roll| roll.roll.len()),
        Step::Wound => sequence.wound.as_ref().map_or(0, |roll| roll.roll.len()),
        Step::Save => sequence.save.iter().map(|saves| saves.roll.len()).sum(),
        Step::Attacks | Step::Damage | Step::Ignore | Step::Mortal => 0,
    }
}

fn names(fall: &Fall<'_>, groups: &[GroupIndex]) -> Vec<Name> {
    groups.iter().map(|group| fall.target.groups[*group].name.clone()).collect()
}

/// Who may take the next wound, what its save needs, and how many wounds there are.
fn save(fall: &Fall<'_>, batch: &Batch<'_>, fault: &Fault, prompt: &mut Prompt) {
    let pooled = fall.law.allocate == Allocation::SpreadEvenly;
    let candidates: Vec<GroupIndex> = if pooled { fall.target.living_groups().collect() } else { fall.candidates() };
    if !pooled && fault.kind == FaultKind::MissingDice {
        let tally = fall.tallies.get(fault.batch).copied().unwrap_or_default();
        let devastating = fall.waiting.get(fault.batch).map_or(0, |waiting| waiting.0);
        let savable = usize::try_from(tally.wounds.saturating_sub(devastating)).unwrap_or(prompt.dice);
        prompt.most = savable.saturating_sub(usize::try_from(fault.given).unwrap_or(0)).max(prompt.dice);
    }
    let open = batch.sequence.save.last().filter(|saves| {
        let named = saves.to.as_ref();
        named.is_none_or(|to| candidates.iter().any(|index| fall.target.groups[*index].name == *to))
    });
    let named = open.and_then(|saves| saves.to.as_ref());
    let group = match (named, candidates.as_slice()) {
        (Some(name), _) => candidates.iter().find(|index| fall.target.groups[**index].name == *name),
        (None, [only]) => Some(only),
        (None, _) => None,
    };
    if group.is_none() {
        prompt.groups = names(fall, &candidates);
    }
    let Some(group) = group.or(candidates.first()).map(|group| &fall.target.groups[*group]) else {
        prompt.aim = Aim::Ask;
        return;
    };
    prompt.save = offered(fall.law, group, batch);
    let template = open.filter(|saves| saves.needs.is_some()).or(prompt.save.as_ref());
    let rules = template.map(|saves| SaveRules::of(fall.law, group, batch, saves, prompt.dice));
    prompt.aim = match rules {
        Some(Ok(rules)) => Aim::From((1..=6).find(|face| rules.saves(*face)).unwrap_or(7)),
        _ => Aim::Ask,
    };
}

/// The better of the saves that the datasheets give, where Armour Penetration is a modifier; `None` where they do not
/// say, or where it takes the save away.
fn offered(law: &Law, group: &TargetGroup, batch: &Batch<'_>) -> Option<Saves> {
    let (save, ap) = (group.save?, batch.facts.ap?);
    let of = |kind: SaveKind, needs: i32| Saves { with: Some(kind), needs: Whole::new(needs), ..Saves::default() };
    if law.save.ap != ArmourPenetration::Subtracts {
        let armour = (ap == 0 || ap > save).then(|| Saves { needs: Whole::new(save), ..Saves::default() });
        let covered = cover_save(law, &batch.facts).filter(|cover| armour.is_none() || *cover < save);
        return covered
            .filter(|cover| group.invulnerable.is_none_or(|other| *cover < other))
            .map_or(armour, |cover| Some(of(SaveKind::Cover, cover)));
    }
    let cover = armour_cover(law, save, &batch.facts);
    let helped = cover.as_ref().map_or(0, |(by, _)| by.get());
    if let Some(invulnerable) = group.invulnerable.filter(|invulnerable| *invulnerable < save - ap - helped) {
        return Some(of(SaveKind::Invulnerable, invulnerable));
    }
    let add = Whole::new(ap).filter(|by| by.get() != 0).zip(Name::new("AP").ok());
    Some(Saves { needs: Whole::new(save), add: add.into_iter().chain(cover).collect(), ..Saves::default() })
}

/// The saves of a group by the datasheets, without dice; `none` where these wounds allow it no save, nothing where the
/// datasheets do not say.
pub(super) fn by_datasheets(law: &Law, group: &TargetGroup, batch: &Batch<'_>) -> Option<Saves> {
    let (save, ap) = (group.save?, batch.facts.ap?);
    let cancelled = law.save.ap == ArmourPenetration::Cancels && ap > 0 && ap <= save;
    offered(law, group, batch).or_else(|| {
        cancelled.then(|| match group.invulnerable {
            Some(needs) => Saves { with: Some(SaveKind::Invulnerable), needs: Whole::new(needs), ..Saves::default() },
            None => Saves { none: Whole::new(1), ..Saves::default() },
        })
    })
}

impl Prompt {
    /// Asks how many attacks there are, before the first die; the datasheets may tell how many it would be.
    pub fn how_many(batch: usize, by_datasheets: Option<usize>) -> Prompt {
        let (step, by) = (Step::Attacks, thrower(Step::Attacks));
        let most = by_datasheets.unwrap_or(0);
        Prompt { batch, step, dice: 0, most, aim: Aim::Ask, by, groups: Vec::new(), save: None, because: None }
    }

    /// The step of a line that answers, such as `wound 4+`, for those who still have to say what it needs.
    pub fn example(&self) -> Option<&'static str> {
        match self.step {
            Step::Hit => Some("hit 3+"),
            Step::Wound => Some("wound 4+"),
            Step::Save => Some("save 3+ -1"),
            Step::Ignore => Some("ignore 5+"),
            Step::Attacks => Some("attacks 10"),
            Step::Damage | Step::Mortal => None,
        }
    }
}

impl fmt::Display for Prompt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dice = if self.dice == 1 && self.most == 1 { "die" } else { "dice" };
        let what = match self.step {
            Step::Attacks => format!("{dice} for the number of attacks"),
            Step::Hit => format!("{dice} to hit"),
            Step::Wound => format!("{dice} to wound"),
            Step::Save => format!("{dice} to save"),
            Step::Damage => format!("{dice} for damage"),
            Step::Ignore => format!("{dice} to ignore wounds"),
            Step::Mortal => format!("{dice} for mortal wounds"),
        };
        match (self.dice, self.most) {
            (0, 0) if self.step == Step::Attacks => return f.write_str("how many attacks, such as `attacks 10`"),
            (0, most) if self.step == Step::Attacks => {
                return write!(f, "how many attacks; the datasheets say `attacks {most}`");
            }
            (0, _) if self.step == Step::Mortal => write!(f, "the models that take the mortal wounds")?,
            (least, most) if most > least => write!(f, "{least} to {most} {what}")?,
            (least, _) => write!(f, "{least} {what}")?,
        }
        match self.aim {
            Aim::From(7..) => f.write_str(", which no face does")?,
            Aim::From(face) => write!(f, ", {}+", face.max(1))?,
            Aim::Ask => {
                if let Some(example) = self.example() {
                    write!(f, "; say what they need, such as `{example}`")?;
                }
            }
            Aim::Count => {}
        }
        if let Some(because) = &self.because {
            write!(f, " ({because})")?;
        }
        match self.groups.as_slice() {
            [] | [_] => Ok(()),
            [first, others @ ..] => {
                write!(f, ", for {first}")?;
                others.iter().try_for_each(|name| write!(f, " or {name}"))?;
                write!(f, ": say whose, such as `of \"{first}\"`")
            }
        }
    }
}

impl Sequence {
    /// Puts what somebody says to a prompt where it belongs: dice, and whatever of the step was still to be said. An
    /// answer is written as saving throws are; a step takes of it what it has.
    pub fn answer(&mut self, step: Step, said: Saves) {
        match step {
            Step::Hit => add_to(self.hit.get_or_insert_with(Roll::default), said),
            Step::Wound => add_to(self.wound.get_or_insert_with(Roll::default), said),
            Step::Save => add_save(&mut self.save, said),
            Step::Attacks => {
                if let Attacks::Rolled(rolled) = &mut self.attacks {
                    add_dice(&mut rolled.roll, &mut rolled.rerolls, &mut rolled.why, said);
                }
            }
            Step::Damage => {
                if let Some(Damage::Rolled(rolled)) = &mut self.damage {
                    add_dice(&mut rolled.roll, &mut rolled.rerolls, &mut rolled.why, said);
                }
            }
            Step::Ignore => {
                let other = self.mortal.as_mut().and_then(|mortal| mortal.ignore.as_mut());
                if let Some(rule) = self.ignore.as_mut().or(other) {
                    add_dice(&mut rule.roll, &mut rule.rerolls, &mut rule.why, said);
                }
            }
            Step::Mortal => {
                if let Some(Mortal { roll, why, to, .. }) = &mut self.mortal {
                    to.extend(said.to.clone());
                    add_dice(roll, &mut BTreeMap::new(), why, said);
                }
            }
        }
    }
}

fn add_to(roll: &mut Roll, said: Saves) {
    roll.needs = said.needs.or(roll.needs);
    roll.add.extend(said.add.iter().cloned());
    add_dice(&mut roll.roll, &mut roll.rerolls, &mut roll.why, said);
}

fn add_dice(roll: &mut Vec<Face>, rerolls: &mut BTreeMap<DieIndex, Face>, why: &mut Option<Name>, said: Saves) {
    let before = i32::try_from(roll.len()).unwrap_or(i32::MAX);
    let moved = said.rerolls.into_iter();
    let moved = moved.filter_map(|(die, face)| Some((DieIndex::new(die.get().saturating_add(before))?, face)));
    rerolls.extend(moved);
    roll.extend(said.roll);
    if said.why.is_some() {
        *why = said.why;
    }
}

/// Goes on with the last saves where nothing about them is said anew; a further entry otherwise.
fn add_save(saves: &mut Vec<Saves>, said: Saves) {
    let same = |last: &Saves| {
        let plain =
            said.needs.is_none_or(|needs| last.needs == Some(needs)) && said.with.is_none_or(|w| last.with == Some(w));
        plain
            && (said.add.is_empty() || said.add == last.add)
            && said.to.as_ref().is_none_or(|to| last.to.as_ref() == Some(to))
            && said.critical == last.critical
            && (said.from.is_none() || said.from == last.from)
            && last.none.is_none()
    };
    let bare = |last: &Saves| last.roll.is_empty() && last.none.is_none();
    match saves.last_mut() {
        Some(last) if same(last) => {
            last.none = said.none;
            add_dice(&mut last.roll, &mut last.rerolls, &mut last.why, said);
        }
        Some(last) if bare(last) => {
            let told = std::mem::take(last);
            let add = if said.add.is_empty() { told.add } else { said.add };
            *last = Saves {
                to: said.to.or(told.to),
                with: said.with.or(told.with),
                needs: said.needs.or(told.needs),
                add,
                why: said.why.or(told.why),
                critical: said.critical || told.critical,
                from: said.from.or(told.from),
                ..said
            };
        }
        Some(last) if said.needs.is_none() && said.with.is_none() && said.add.is_empty() => {
            let (needs, with, add, from) = (last.needs, last.with, last.add.clone(), said.from.or(last.from));
            saves.push(Saves { needs, with, add, from, ..said });
        }
        _ => saves.push(said),
    }
}
