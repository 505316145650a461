//! Mortal wounds, and what is left to do after the last die.
//!
//! # Source
//! 001:2173-2175, 003:840-843, 000:979-994 and 860-865, 004:729-731 and 765-767.

use super::amount::Amount;
use super::batch::Batch;
use super::fall::Fall;
use super::fault::{Fault, FaultKind, Step};
use super::feed::Feed;
use super::law::MortalAfter;
use super::resolve::Outcome;
use super::sequence::{Mortal, Sequence};
use super::target::{GroupIndex, Target};

impl Fall<'_> {
    /// Mortal wounds that come with one attack: at once, or later, as the law says.
    pub fn beside(&mut self, index: usize, sequence: &Sequence, mortal: u32) -> Result<(), Fault> {
        if mortal == 0 {
            return Ok(());
        }
        match self.law.mortal.as_ref().map(|law| law.after) {
            Some(MortalAfter::Attack) => self.inflict(index, sequence, mortal),
            _ => {
                self.waiting[index].1 += mortal;
                Ok(())
            }
        }
    }

    /// What waits for the end of the volley, batch after batch: devastating wounds, then mortal ones.
    pub fn mortals(&mut self, batches: &[Batch<'_>]) -> Result<(), Fault> {
        for (index, batch) in batches.iter().enumerate() {
            let at = |fault: Fault| Fault { batch: index, ..fault };
            let (devastating, mortal) = self.waiting[index];
            for _ in 0..devastating {
                if self.target.models() == 0 {
                    break;
                }
                let damage = self.damage(index, batch.sequence).map_err(at)?;
                self.tallies[index].mortal += damage;
                let damage = self.ignoring(index, batch.sequence, damage, true).map_err(at)?;
                let group = self.next_group(batch.sequence).map_err(at)?;
                self.hurt(group, damage);
            }
            let told = match &batch.sequence.mortal {
                Some(told) if told.each.is_some() || told.times.is_some() => rolled(told).map_err(at)?,
                _ => 0,
            };
            self.inflict(index, batch.sequence, mortal + told).map_err(at)?;
        }
        Ok(())
    }

    /// Deals mortal wounds one at a time, from model to model where the law lets them pass on.
    fn inflict(&mut self, index: usize, sequence: &Sequence, mortal: u32) -> Result<(), Fault> {
        self.tallies[index].mortal += mortal;
        let spill = self.law.mortal.as_ref().is_some_and(|law| law.spill);
        for _ in 0..mortal {
            if self.target.models() == 0 {
                break;
            }
            let group = self.next_group(sequence)?;
            let models = self.target.groups[group].models;
            let lost = self.ignoring(index, sequence, 1, true)?;
            self.hurt(group, lost);
            if !spill && self.target.groups[group].models < models {
                break;
            }
        }
        Ok(())
    }

    /// The group whose model takes the next wound that nobody rolls for.
    fn next_group(&self, sequence: &Sequence) -> Result<GroupIndex, Fault> {
        let candidates = self.candidates();
        if let [only] = candidates.as_slice() {
            return Ok(*only);
        }
        let wished = sequence.mortal.iter().flat_map(|mortal| &mortal.to);
        for name in wished {
            let found = self.target.groups.find(|group| group.name == *name);
            let found = found.ok_or_else(|| Fault::new(Step::Mortal, FaultKind::UnknownGroup, 0, 0).about(name))?;
            if candidates.contains(&found) {
                return Ok(found);
            }
        }
        Err(Fault::new(Step::Mortal, FaultKind::WhichGroup, 1, 0))
    }

    /// Refuses what is left over, and adds up.
    pub fn finish(self, before: &Target) -> Result<Outcome, Fault> {
        for (index, feeds) in self.feeds.iter().enumerate() {
            for feed in [&feeds.damage, &feeds.ignore, &feeds.ignore_mortal] {
                feed.used_up().map_err(|fault| Fault { batch: index, ..fault })?;
            }
        }
        let destroyed = before.groups.iter().zip(&self.target.groups).map(|(then, now)| then.models - now.models);
        Ok(Outcome {
            destroyed: destroyed.collect(),
            hurt: self.target.groups.iter().map(|group| group.hurt).collect(),
            wounds_lost: self.lost,
            attacked: self.target.attacked,
            tallies: self.tallies,
        })
    }
}

/// How many mortal wounds a rule adds.
fn rolled(mortal: &Mortal) -> Result<u32, Fault> {
    let each = mortal.each.unwrap_or(Amount::fixed(1));
    let times = mortal.times.map_or(1, |times| usize::try_from(times.get()).unwrap_or(0));
    let rerolls = std::collections::BTreeMap::new();
    let dice = usize::from(each.dice);
    let mut feed = Feed::new(Step::Mortal, &mortal.roll, &rerolls, mortal.why.as_ref())?;
    feed.exactly(dice * times)?;
    let mut sum = 0;
    for _ in 0..times {
        let mut faces = Vec::with_capacity(dice);
        for _ in 0..dice {
            faces.push(feed.take(1)?.face);
        }
        sum += each.of(&faces).max(0);
    }
    Ok(sum.unsigned_abs())
}
