//! The defender's half where wounds are spread evenly over a unit, alike models save together and whole models fall.
//!
//! # Source
//! 002:941-953, 981-985, 1001-1011, 2950, 3038.

use super::batch::Batch;
use super::fall::Fall;
use super::fault::{Fault, FaultKind, Step};
use super::feed::Feed;
use super::law::Law;
use super::sequence::Saves;
use super::target::{GroupIndex, Target};
use super::traits::TraitName;

/// A wound that no save stopped.
#[derive(Clone, Copy)]
struct Unsaved {
    batch: usize,
    instant: bool,
    ignorable: bool,
    doubled: bool,
}

/// Saves, ignored wounds and losses of a whole volley.
pub(super) fn suffer(fall: &mut Fall<'_>, batches: &[Batch<'_>]) -> Result<(), Fault> {
    let Some(last) = batches.last() else { return Ok(()) };
    let saves = &last.sequence.save;
    let groups = shares(fall, saves)?;
    answers(fall, batches, saves)?;
    let mut unsaved: Vec<Vec<Unsaved>> = vec![Vec::new(); fall.target.groups.len()];
    for (entry, group) in saves.iter().zip(groups) {
        let (from, batch) = batch_of(entry, batches);
        let mut feed = Feed::new(Step::Save, &entry.roll, &entry.rerolls, entry.why.as_ref())?;
        let wound = unsaved_wound(fall, entry, group, from, batch);
        for _ in 0..feed.len() {
            fall.tallies[from].saves += 1;
            if !fall.save(&mut feed, entry, group, batch)? {
                unsaved[group.0].push(wound);
            }
        }
        if let Some(without) = entry.none {
            fall.owes_no_save(entry, group, batch)?;
            unsaved[group.0].extend((0..without.get()).map(|_| wound));
        }
    }
    let index = batches.len() - 1;
    for (group, wounds) in unsaved.into_iter().enumerate() {
        let mut left = Vec::new();
        for wound in wounds {
            fall.tallies[wound.batch].unsaved += 1;
            if wound.ignorable && fall.ignoring(index, last.sequence, 1, false)? == 0 {
                continue;
            }
            left.push(wound);
        }
        remove(fall, GroupIndex(group), &left);
    }
    Ok(())
}

/// The group of each entry; refuses shares that are uneven, or that are not all wounds of the volley.
fn shares(fall: &Fall<'_>, saves: &[Saves]) -> Result<Vec<GroupIndex>, Fault> {
    let alive: Vec<GroupIndex> = fall.target.living_groups().collect();
    let mut taken = vec![0usize; fall.target.groups.len()];
    let mut groups = Vec::new();
    for entry in saves {
        let group = match (&entry.to, alive.as_slice()) {
            (Some(name), _) => fall.group(name, Step::Save)?,
            (None, [only]) => *only,
            (None, _) => return Err(Fault::new(Step::Save, FaultKind::WhichGroup, 1, 0)),
        };
        taken[group.0] += wounds_of(entry);
        groups.push(group);
    }
    let wounds: usize = fall.pool.iter().map(|struck| struck.wounds.len()).sum();
    let given: usize = taken.iter().sum();
    let number = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
    if given != wounds && !alive.is_empty() {
        let kind = if given < wounds { FaultKind::MissingDice } else { FaultKind::ExtraDice };
        return Err(Fault::new(Step::Save, kind, number(wounds), number(given)));
    }
    let models = usize::try_from(fall.target.models()).unwrap_or(usize::MAX).max(1);
    let (each, spare) = (wounds / models, wounds % models);
    for index in alive {
        let group = &fall.target.groups[index];
        let models = usize::try_from(group.models).unwrap_or(usize::MAX);
        let (least, most) = (models * each, models * each + models.min(spare));
        let fair = taken[index.0].clamp(least, most);
        if fair != taken[index.0] {
            return Err(
                Fault::new(Step::Save, FaultKind::Uneven, number(fair), number(taken[index.0])).about(&group.name)
            );
        }
    }
    Ok(groups)
}

fn wounds_of(entry: &Saves) -> usize {
    entry.roll.len() + entry.none.map_or(0, |none| usize::try_from(none.get()).unwrap_or(0))
}

fn batch_of<'a, 'b>(entry: &Saves, batches: &'a [Batch<'b>]) -> (usize, &'a Batch<'b>) {
    let last = batches.len() - 1;
    let from = entry.from.and_then(|from| usize::try_from(from.get()).ok()).filter(|from| *from <= last);
    let from = from.unwrap_or(last);
    (from, &batches[from])
}

/// Refuses saves that answer more or fewer wounds of a batch than it scored, where batches differ.
fn answers(fall: &Fall<'_>, batches: &[Batch<'_>], saves: &[Saves]) -> Result<(), Fault> {
    let told = saves.iter().any(|entry| entry.from.is_some());
    let kinds: Vec<_> = batches.iter().map(|batch| (is_instant(fall.law, &fall.target, batch), plain(batch))).collect();
    let differ = kinds.windows(2).any(|pair| pair[0] != pair[1]);
    if differ && saves.iter().any(|entry| entry.from.is_none()) {
        return Err(Fault::new(Step::Save, FaultKind::WhichBatch, 0, 0));
    }
    let number = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
    let count = |batch: Option<usize>, critical: bool| -> (usize, usize) {
        let of = |index: usize| batch.is_none_or(|batch| batch == index);
        let scored = fall.pool.iter().enumerate().filter(|(index, _)| of(*index));
        let scored = scored.flat_map(|(_, struck)| &struck.wounds).filter(|wound| wound.critical == critical).count();
        let answered = saves.iter().filter(|entry| entry.critical == critical && of(batch_of(entry, batches).0));
        (scored, answered.map(wounds_of).sum())
    };
    let split: Vec<Option<usize>> = if told { (0..batches.len()).map(Some).collect() } else { vec![None] };
    for batch in split {
        for critical in [false, true] {
            let (scored, answered) = count(batch, critical);
            if scored != answered && fall.target.models() > 0 {
                let kind = if answered < scored { FaultKind::MissingDice } else { FaultKind::ExtraDice };
                return Err(Fault::new(Step::Save, kind, number(scored), number(answered)));
            }
        }
    }
    Ok(())
}

/// Whether its wounds destroy a model outright, whatever its Wounds.
pub(super) fn is_instant(law: &Law, target: &Target, batch: &Batch<'_>) -> bool {
    target.groups.numbers().any(|group| instant(law, target, batch, group))
}

/// What else sets the wounds of a batch apart.
fn plain(batch: &Batch<'_>) -> (bool, bool) {
    (batch.sequence.has(TraitName::NoIgnore), batch.sequence.has(TraitName::Doubles))
}

/// Whether a wound of the batch destroys a model of a group outright.
fn instant(law: &Law, target: &Target, batch: &Batch<'_>, group: GroupIndex) -> bool {
    if !law.instant_death {
        return false;
    }
    let strength = batch.sequence.strength.map(|strength| strength.get()).or(batch.facts.strength);
    let twice =
        strength.zip(target.groups[group].toughness).is_some_and(|(strength, toughness)| strength >= 2 * toughness);
    twice || batch.sequence.has(TraitName::InstantDeath)
}

fn unsaved_wound(fall: &Fall<'_>, entry: &Saves, group: GroupIndex, from: usize, batch: &Batch<'_>) -> Unsaved {
    let instant = instant(fall.law, &fall.target, batch, group);
    let (no_ignore, doubled) = plain(batch);
    Unsaved { batch: from, instant, ignorable: !instant && !no_ignore && !entry.critical, doubled }
}

/// Removes whole models: an unhurt one for each wound of instant death where there is one, then the hurt one first.
fn remove(fall: &mut Fall<'_>, index: GroupIndex, wounds: &[Unsaved]) {
    let group = &mut fall.target.groups[index];
    let (mut dead, mut lost, mut others) = (0, 0, 0);
    for wound in wounds {
        if !wound.instant {
            others += if wound.doubled { 2 } else { 1 };
            continue;
        }
        let left = group.models - dead;
        if left == 0 {
            continue;
        }
        let only_hurt = left == 1 && group.hurt > 0;
        lost += if only_hurt { group.wounds - group.hurt } else { group.wounds };
        group.hurt = if only_hurt { 0 } else { group.hurt };
        dead += 1;
    }
    group.models -= dead;
    fall.lost += lost;
    let mut more = others;
    while more > 0 && fall.target.groups[index].models > 0 {
        let taken = fall.target.groups[index].wound(more);
        fall.lost += taken;
        more -= taken;
    }
}
