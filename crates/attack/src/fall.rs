//! The defender's half where wounds are allocated one at a time: saves, damage, ignored and mortal wounds.
//!
//! # Source
//! 001:2137-2183, 000:729-800, 000:979-1011, 004:289-293 and 817-827.

use std::collections::VecDeque;

use adjutant_core::ids::Name;

use super::batch::{Batch, Tally};
use super::fault::{Fault, FaultKind, Step};
use super::feed::Feed;
use super::law::{Allocation, ArmourPenetration, Law};
use super::sequence::{Damage, SaveKind, Saves, Sequence};
use super::strike::{Struck, Wound, needed, net, result};
use super::target::{GroupIndex, Target, TargetGroup};
use super::traits::TraitName;

/// The target as it falls, with the dice that its batches have left.
pub(super) struct Fall<'a> {
    pub law: &'a Law,
    pub target: Target,
    pub lost: u32,
    pub tallies: Vec<Tally>,
    pub feeds: Vec<Feeds<'a>>,
    /// What each batch scored, where all wounds form one pool.
    pub pool: Vec<Struck>,
    /// Devastating and mortal wounds that wait for the end, batch by batch.
    pub waiting: Vec<(u32, u32)>,
}

/// The dice of one batch that several steps draw on.
pub(super) struct Feeds<'a> {
    pub damage: Feed<'a>,
    pub ignore: Feed<'a>,
    pub ignore_mortal: Feed<'a>,
}

impl<'a> Fall<'a> {
    pub fn new(law: &'a Law, target: &Target) -> Fall<'a> {
        Fall {
            law,
            target: target.clone(),
            lost: 0,
            tallies: Vec::new(),
            feeds: Vec::new(),
            pool: Vec::new(),
            waiting: Vec::new(),
        }
    }

    /// Lays out the dice of a batch.
    pub fn begin(&mut self, sequence: &'a Sequence) -> Result<(), Fault> {
        let damage = match &sequence.damage {
            Some(Damage::Rolled(rolled)) => {
                Feed::new(Step::Damage, &rolled.roll, &rolled.rerolls, rolled.why.as_ref())?
            }
            _ => Feed::empty(Step::Damage),
        };
        let feed = |ignore: Option<&'a super::sequence::Ignore>| match ignore {
            Some(rule) => Feed::new(Step::Ignore, &rule.roll, &rule.rerolls, rule.why.as_ref()),
            None => Ok(Feed::empty(Step::Ignore)),
        };
        let ignore = feed(sequence.ignore.as_ref())?;
        let ignore_mortal = feed(sequence.mortal.as_ref().and_then(|mortal| mortal.ignore.as_ref()))?;
        self.feeds.push(Feeds { damage, ignore, ignore_mortal });
        Ok(())
    }

    /// Notes what the attacker's dice gave.
    pub fn struck(&mut self, index: usize, struck: &Struck) {
        let wounds = u32::try_from(struck.wounds.len()).unwrap_or(u32::MAX) + struck.devastating;
        self.tallies.push(Tally {
            attacks: struck.attacks,
            hits: struck.hits,
            wounds,
            backfires: struck.backfires,
            ..Tally::default()
        });
        debug_assert_eq!(self.tallies.len(), index + 1);
        self.waiting.push((struck.devastating, struck.mortal));
    }

    /// Allocates the wounds of one batch, one at a time.
    pub fn suffer(&mut self, index: usize, batch: &Batch<'_>, struck: &Struck) -> Result<(), Fault> {
        let (critical, plain): (Vec<Wound>, Vec<Wound>) = struck.wounds.iter().partition(|wound| wound.critical);
        let mut queues = [VecDeque::from(plain), VecDeque::from(critical)];
        let (mut thrown, mut beside) = (0, 0);
        for saves in &batch.sequence.save {
            let queue = &mut queues[usize::from(saves.critical)];
            let mut feed = Feed::new(Step::Save, &saves.roll, &saves.rerolls, saves.why.as_ref())?;
            let without = saves.none.map_or(0, |none| none.get().unsigned_abs());
            for nth in 0..feed.len() + usize::try_from(without).unwrap_or(0) {
                let rolls = nth < feed.len();
                if queue.is_empty() || self.target.models() == 0 {
                    return Err(self.too_many(batch, struck, thrown));
                }
                let Some(wound) = queue.pop_front() else { continue };
                thrown += 1;
                let group = self.allocate(saves, batch.sequence, thrown)?;
                let saved = if rolls {
                    self.save(&mut feed, saves, group, batch)?
                } else {
                    self.owes_no_save(saves, group, batch)?;
                    false
                };
                self.tallies[index].saves += u32::from(rolls);
                if saved {
                    self.target.attacked = Some(group);
                } else {
                    self.tallies[index].unsaved += 1;
                    let damage = self.damage(index, batch.sequence)?;
                    let damage = self.ignoring(index, batch.sequence, damage, false)?;
                    self.hurt(group, damage);
                }
                // They come after the last hit of their attack.
                beside += wound.mortal;
                if queue.front().is_none_or(|next| next.attack != wound.attack) {
                    self.beside(index, batch.sequence, std::mem::take(&mut beside))?;
                }
            }
        }
        let left = queues.iter().map(VecDeque::len).sum::<usize>();
        if left > 0 && self.target.models() > 0 {
            let least = left.min(self.fewest_wounds(batch.sequence));
            let number = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
            return Err(Fault::new(Step::Save, FaultKind::MissingDice, number(thrown + least), number(thrown)));
        }
        Ok(())
    }

    fn too_many(&self, batch: &Batch<'_>, struck: &Struck, asked: usize) -> Fault {
        let dice = |saves: &Saves| saves.roll.len() + saves.none.map_or(0, |n| usize::try_from(n.get()).unwrap_or(0));
        let given: usize = batch.sequence.save.iter().map(dice).sum();
        let number = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
        let banned = struck.devastating > 0 && self.target.models() > 0;
        let kind = if banned { FaultKind::NoSaveAllowed } else { FaultKind::ExtraDice };
        Fault::new(Step::Save, kind, number(asked), number(given))
    }

    /// The fewest wounds that could destroy what is left: at least this many dice are needed.
    fn fewest_wounds(&self, sequence: &Sequence) -> usize {
        let most = match &sequence.damage {
            None => 1,
            Some(Damage::Number(number)) => number.get(),
            Some(Damage::Rolled(rolled)) => rolled.each.most(),
        };
        let most = u32::try_from(most.max(1)).unwrap_or(1);
        let groups = self.target.groups.iter().filter(|group| group.models > 0);
        let fewest: u32 = groups
            .map(|group| group.wounds.div_ceil(most) * (group.models - 1) + (group.wounds - group.hurt).div_ceil(most))
            .sum();
        usize::try_from(fewest).unwrap_or(usize::MAX)
    }

    /// The groups to one of which the next wound goes.
    pub fn candidates(&self) -> Vec<GroupIndex> {
        let groups = &self.target.groups;
        let guarded =
            self.law.allocate == Allocation::BodyguardFirst && groups.iter().any(|g| g.models > 0 && !g.attached);
        let open: Vec<GroupIndex> =
            self.target.living_groups().filter(|index| !(guarded && groups[*index].attached)).collect();
        if self.law.allocate == Allocation::Free {
            return open;
        }
        let hurt: Vec<GroupIndex> = open.iter().copied().filter(|index| groups[*index].hurt > 0).collect();
        if !hurt.is_empty() {
            return hurt;
        }
        match self.target.attacked.filter(|index| open.contains(index)) {
            Some(attacked) => vec![attacked],
            None => open,
        }
    }

    fn allocate(&self, saves: &Saves, sequence: &Sequence, nth: usize) -> Result<GroupIndex, Fault> {
        let candidates = self.candidates();
        let nth = i64::try_from(nth).unwrap_or(i64::MAX);
        let Some(name) = &saves.to else {
            return match candidates.as_slice() {
                [only] => Ok(*only),
                _ => Err(Fault::new(Step::Save, FaultKind::WhichGroup, 1, nth)),
            };
        };
        let group = self.group(name, Step::Save)?;
        let picked = sequence.has(TraitName::Precision) && self.target.groups[group].attached;
        if candidates.contains(&group) || picked {
            return Ok(group);
        }
        Err(Fault::new(Step::Save, FaultKind::WrongModel, 0, nth).about(name))
    }

    pub fn group(&self, name: &Name, step: Step) -> Result<GroupIndex, Fault> {
        let found = self.target.groups.find(|group| group.name == *name && group.models > 0);
        found.ok_or_else(|| Fault::new(step, FaultKind::UnknownGroup, 0, 0).about(name))
    }

    /// Throws one save.
    pub fn save(
        &self,
        feed: &mut Feed<'_>,
        saves: &Saves,
        group: GroupIndex,
        batch: &Batch<'_>,
    ) -> Result<bool, Fault> {
        let die = feed.take(1)?;
        let rules = SaveRules::of(self.law, &self.target.groups[group], batch, saves, feed.len())?;
        let ones = batch.sequence.has(TraitName::RerollSaveOnes).then_some(die.before == Some(1));
        feed.may_reroll(die, ones)?;
        Ok(rules.saves(die.face))
    }

    /// Refuses a wound taken without a save that the rules give.
    pub fn owes_no_save(&self, saves: &Saves, group: GroupIndex, batch: &Batch<'_>) -> Result<(), Fault> {
        let target = &self.target.groups[group];
        let owed = match self.law.save.ap {
            ArmourPenetration::Subtracts => true,
            ArmourPenetration::Cancels => {
                let armour = target.save.zip(batch.facts.ap).is_some_and(|(save, ap)| ap == 0 || ap > save);
                (armour && !saves.critical) || target.invulnerable.is_some()
            }
        };
        if owed && saves.why.is_none() && !batch.trust {
            let none = saves.none.map_or(0, |none| none.get());
            return Err(Fault::new(Step::Save, FaultKind::SaveOwed, 0, none).about(&target.name));
        }
        Ok(())
    }

    /// The damage of one attack.
    pub fn damage(&mut self, index: usize, sequence: &Sequence) -> Result<u32, Fault> {
        let damage = match &sequence.damage {
            None => 1,
            Some(Damage::Number(number)) => number.get(),
            Some(Damage::Rolled(rolled)) => {
                let dice = usize::from(rolled.each.dice);
                let mut faces = Vec::with_capacity(dice);
                for nth in 0..dice {
                    let feed = &mut self.feeds[index].damage;
                    let die = feed.take(dice - nth)?;
                    feed.may_reroll(die, None)?;
                    faces.push(die.face);
                }
                rolled.each.of(&faces)
            }
        };
        Ok(after_abilities(sequence, damage))
    }

    /// Rolls to ignore each wound that would be lost; returns those that are.
    pub fn ignoring(&mut self, index: usize, sequence: &Sequence, damage: u32, mortal: bool) -> Result<u32, Fault> {
        let other = sequence.mortal.as_ref().and_then(|mortal| mortal.ignore.as_ref()).filter(|_| mortal);
        let Some(rule) = other.or(sequence.ignore.as_ref()) else { return Ok(damage) };
        if sequence.has(TraitName::NoIgnore) {
            return Ok(damage);
        }
        let mut lost = 0;
        for nth in 0..damage {
            let feeds = &mut self.feeds[index];
            let feed = if other.is_some() { &mut feeds.ignore_mortal } else { &mut feeds.ignore };
            let die = feed.take(usize::try_from(damage - nth).unwrap_or(1))?;
            feed.may_reroll(die, None)?;
            lost += u32::from(die.face < rule.needs.get());
        }
        self.tallies[index].ignored += damage - lost;
        Ok(lost)
    }

    /// Takes wounds off the current model of a group; what it does not need is lost. Notes whether it lives.
    pub fn hurt(&mut self, group: GroupIndex, damage: u32) {
        let models = self.target.groups[group].models;
        self.lost += self.target.groups[group].wound(damage);
        self.target.attacked = (self.target.groups[group].models == models).then_some(group);
    }
}

/// Damage after the abilities that change it.
pub(super) fn after_abilities(sequence: &Sequence, damage: i32) -> u32 {
    let damage = damage.max(0);
    let damage = if sequence.has(TraitName::Halve) { (damage + 1) / 2 } else { damage };
    let less = sequence.number(TraitName::DamageLess).unwrap_or(0);
    let damage = if less > 0 { (damage - less).max(damage.min(1)) } else { damage };
    damage.unsigned_abs()
}

/// What a saving throw must reach.
pub(super) struct SaveRules<'a> {
    law: &'a Law,
    needs: i32,
    net: i32,
}

impl<'a> SaveRules<'a> {
    pub fn of(
        law: &'a Law,
        target: &TargetGroup,
        batch: &Batch<'_>,
        saves: &Saves,
        dice: usize,
    ) -> Result<SaveRules<'a>, Fault> {
        let kind = saves.with.unwrap_or_default();
        let derived = match kind {
            SaveKind::Armour => target.save,
            SaveKind::Invulnerable => target.invulnerable,
            SaveKind::Cover => None,
        };
        let needs = needed(Step::Save, saves.needs, derived, batch.trust, dice)?;
        if law.save.ap == ArmourPenetration::Cancels && kind == SaveKind::Armour {
            let cancelled = batch.facts.ap.is_some_and(|ap| ap > 0 && ap <= needs) && !batch.trust;
            if cancelled || saves.critical {
                return Err(Fault::new(Step::Save, FaultKind::NoSaveAllowed, 0, 1).about(&target.name));
            }
        }
        let needs = law.save.best.map_or(needs, |best| needs.max(best.get()));
        let net = net(&saves.add, None);
        let net = law.save.improves_at_most.map_or(net, |most| net.min(most.get()));
        Ok(SaveRules { law, needs, net })
    }

    pub fn saves(&self, face: i32) -> bool {
        Some(face) != self.law.save.never.map(|never| never.get()) && result(self.law, face, self.net) >= self.needs
    }
}
