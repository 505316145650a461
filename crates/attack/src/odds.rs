//! What an attack is worth: the exact distribution of its losses. Nothing is sampled, and no number is rounded.
//!
//! Each die is counted face by face, each re-roll too; one attack after the other moves the weights of all states that the
//! target may be in. Weights are whole numbers of any size, so that every probability is a fraction of two of them.

use std::collections::BTreeMap;

use num_bigint::BigUint;

use super::amount::Amount;
use super::batch::Batch;
use super::chances::{
    Blow, Chances, blows, damages, divisor, doubled, hits, ignoring, numbers, of_fewer, saved_of_36, single, sum,
};
use super::fault::{Fault, FaultKind, Step};
use super::fill::Volley;
use super::law::{Allocation, Law, MortalAfter};
use super::sequence::{Attacks, Damage, Saves, Sequence};
use super::target::Target;
use super::traits::{Trait, TraitName};

/// The exact distribution of what an attack destroys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Odds {
    /// All weights together.
    pub total: BigUint,
    /// Weight of each number of models destroyed, from none to all.
    pub destroyed: Vec<BigUint>,
    /// Weight of each number of wounds lost, from none to all.
    pub wounds: Vec<BigUint>,
}

impl Odds {
    /// The mean of a distribution in parts of `parts`, rounded down: with 1000, in thousandths.
    pub fn mean(&self, weights: &[BigUint], parts: u32) -> BigUint {
        let sum: BigUint = (0u32..).zip(weights).map(|(value, weight)| weight * value).sum();
        sum * parts / &self.total
    }
}

/// Where the target stands: models gone, and wounds that the current one has lost; what waits for the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Spot {
    gone: u32,
    hurt: u32,
    devastating: u32,
    mortal: u32,
}

type Weights = BTreeMap<Spot, BigUint>;

/// The exact distribution of all attacks of a volley against a unit whose models fall in the order of its groups.
///
/// # Errors
/// A step that lacks its result needed, an ability that the edition does not have, a unit of unlike models where wounds are
/// spread evenly and so depend on what the defender chooses, or several batches whose mortal wounds wait for the end and are
/// lost in different ways.
pub fn odds(law: &Law, target: &Target, volley: &Volley) -> Result<Odds, Fault> {
    run(&runs(law, target, volley)?, &volley.batches)
}

/// Whether what each step of a volley needs is known, so that its odds can be counted.
pub fn is_known(law: &Law, target: &Target, volley: &Volley) -> bool {
    runs(law, target, volley).is_ok()
}

/// Courses one after the other, each with how often it may be made.
pub(super) type Runs<'a> = Vec<(Course<'a>, Chances<u32>)>;

fn runs<'a>(law: &'a Law, target: &Target, volley: &Volley) -> Result<Runs<'a>, Fault> {
    let of = |(index, sequence)| Ok((Course::at(law, target, volley, index)?, numbers(law, target, sequence)));
    volley.batches.iter().enumerate().map(of).collect()
}

/// All attacks of some courses, one after the other, each as often as it may be made; then what waits for the end.
pub(super) fn run(runs: &[(Course<'_>, Chances<u32>)], batches: &[Sequence]) -> Result<Odds, Fault> {
    let Some(((last, _), first)) = runs.last().zip(runs.first()) else {
        return Err(Fault::new(Step::Attacks, FaultKind::WhichBatch, 1, 0));
    };
    let hurt = first.0.models.first().map_or(0, |model| model.hurt);
    let mut weights: Weights = [(Spot { gone: 0, hurt, devastating: 0, mortal: 0 }, BigUint::from(1u32))].into();
    for (course, numbers) in runs {
        weights = course.strikes(weights, numbers);
    }
    let waits = |course: &&Course<'_>| {
        course.wound.keys().any(|blow| blow.devastating || (blow.mortal > 0 && !course.at_once()))
    };
    let told: Vec<u32> = batches.iter().map(told_mortals).collect();
    let mut waiting = runs.iter().map(|(course, _)| course).filter(waits);
    let settles = waiting.next().unwrap_or(last);
    if waiting.any(|other| other.lost != settles.lost) || told.iter().filter(|told| **told > 0).count() > 1 {
        return Err(Fault::new(Step::Mortal, FaultKind::WhichBatch, 1, i64::try_from(runs.len()).unwrap_or(0)));
    }
    let ended = settles.settle(weights, told.iter().sum());
    Ok(settles.summed(&ended))
}

/// Most steps that are counted: what takes longer is more than people wait for.
pub const STEPS_MAX: u64 = 150_000;

impl Volley {
    /// About how many steps it takes to count its odds; see [`STEPS_MAX`].
    pub fn steps(&self, target: &Target) -> u64 {
        let spots: u64 = target.groups.iter().map(|group| u64::from(group.models) * u64::from(group.wounds)).sum();
        let of = |sequence: &Sequence| {
            let attacks = match &sequence.attacks {
                Attacks::Number(number) => u64::from(number.get().unsigned_abs()),
                Attacks::Rolled(rolled) => {
                    let most =
                        u64::from(rolled.each.most().unsigned_abs()) + u64::from(target.models_when_selected / 5);
                    most * rolled.weapons.map_or(1, |weapons| u64::from(weapons.get().unsigned_abs()))
                }
            };
            let extra = |t: &&Trait| matches!(t.name, TraitName::SustainedHits | TraitName::ExtraHits);
            let extra: u64 = sequence.traits.iter().filter(extra).map(|t| u64::from(t.number)).sum();
            let waits = |t: &Trait| matches!(t.name, TraitName::DevastatingWounds | TraitName::MortalOnSix);
            let hits = attacks * (1 + extra);
            hits * spots * if sequence.traits.iter().any(waits) { hits / 2 + 1 } else { 1 }
        };
        self.batches.iter().map(of).sum()
    }
}

/// Mortal wounds that a batch brings without a die that scores them.
fn told_mortals(sequence: &Sequence) -> u32 {
    sequence.mortal.as_ref().map_or(0, |mortal| {
        let each = mortal.each.map_or(1, |each| each.plus.max(0).unsigned_abs());
        mortal.times.map_or(u32::from(mortal.each.is_some()), |times| times.get().unsigned_abs()) * u32::from(each)
    })
}

/// One model of the target, in the order in which they fall.
#[derive(Clone)]
pub(super) struct Model {
    wounds: u32,
    hurt: u32,
    /// Saved and unsaved weight of a plain and of a critical wound.
    pub saves: [(BigUint, BigUint); 2],
}

/// All chances of one batch.
#[derive(Clone)]
pub(super) struct Course<'a> {
    pub law: &'a Law,
    pub models: Vec<Model>,
    pub hit: Chances<(u32, u32)>,
    pub wound: Chances<Blow>,
    /// Wounds lost to an unsaved wound, to a critical one, to a mortal one.
    pub lost: [Chances<u32>; 3],
    pub instant: bool,
}

impl<'a> Course<'a> {
    /// The chances of one batch of a volley.
    pub(super) fn at(law: &'a Law, target: &Target, volley: &Volley, index: usize) -> Result<Course<'a>, Fault> {
        let sequence = &volley.batches[index];
        super::resolve::known(law, sequence)?;
        let alive = target.groups.iter().filter(|group| group.models > 0).count();
        if law.allocate == Allocation::SpreadEvenly && alive > 1 {
            return Err(Fault::new(Step::Save, FaultKind::WhichGroup, 1, i64::try_from(alive).unwrap_or(0)));
        }
        let facts = volley.facts.get(index).copied().unwrap_or_default();
        let batch = Batch { sequence, facts, trust: volley.trust };
        Course::of(law, target, &batch, volley.saves.get(index).map_or(&[][..], Vec::as_slice))
    }

    fn of(law: &'a Law, target: &Target, batch: &Batch<'_>, templates: &[Saves]) -> Result<Course<'a>, Fault> {
        let sequence = batch.sequence;
        let damage = match &sequence.damage {
            None => Amount::fixed(1),
            Some(Damage::Number(number)) => Amount::fixed(i16::try_from(number.get()).unwrap_or(i16::MAX)),
            Some(Damage::Rolled(rolled)) => rolled.each,
        };
        let ignore =
            sequence.ignore.as_ref().filter(|_| !sequence.has(TraitName::NoIgnore)).map(|rule| rule.needs.get());
        let instant = law.instant_death && super::spread::is_instant(law, target, batch);
        let ignored = |critical: bool| if (critical && law.instant_death) || instant { None } else { ignore };
        let other = sequence.mortal.as_ref().and_then(|mortal| mortal.ignore.as_ref()).map(|rule| rule.needs.get());
        let amount = if law.allocate == Allocation::SpreadEvenly {
            let each = if sequence.has(TraitName::Doubles) { 2 } else { 1 };
            return Ok(Course {
                law,
                models: models(law, target, batch, templates)?,
                hit: hits(law, batch)?,
                wound: blows(law, target, batch)?,
                lost: [
                    doubled(ignoring(&single(1), ignored(false)), each),
                    doubled(ignoring(&single(1), ignored(true)), each),
                    single(0),
                ],
                instant,
            });
        } else {
            damages(sequence, damage)
        };
        Ok(Course {
            law,
            models: models(law, target, batch, templates)?,
            hit: hits(law, batch)?,
            wound: blows(law, target, batch)?,
            lost: [
                ignoring(&amount, ignored(false)),
                ignoring(&amount, if other.is_some() { other } else { ignored(true) }),
                ignoring(&single(1), if other.is_some() { other } else { ignored(true) }),
            ],
            instant,
        })
    }

    /// All attacks, whatever their number.
    fn strikes(&self, before: Weights, numbers: &Chances<u32>) -> Weights {
        of_fewer(before, numbers, &self.scale_of_one(), |weights| self.attack(weights))
    }

    /// What waits for the end: devastating wounds, then mortal ones, `told` of them without a die that scored them.
    fn settle(&self, ended: Weights, told: u32) -> Weights {
        let last = ended.keys().map(|spot| spot.devastating).max().unwrap_or(0);
        let mut settled = Weights::new();
        for (spot, weight) in ended {
            let mut now: Weights = [(Spot { devastating: 0, ..spot }, weight)].into();
            for _ in 0..spot.devastating {
                now = self.lose(&now, 1);
            }
            let unused = sum(&self.lost[1]).pow(last - spot.devastating);
            for (spot, weight) in now {
                *settled.entry(spot).or_default() += weight * &unused;
            }
        }
        let most = settled.keys().map(|spot| spot.mortal).max().unwrap_or(0);
        self.mortals(settled, most, told)
    }

    /// The mortal wounds that wait, at most `most` of them, and `told` more.
    fn mortals(&self, before: Weights, most: u32, told: u32) -> Weights {
        let mut after = Weights::new();
        for (spot, weight) in before {
            let mut now: Weights = [(Spot { mortal: 0, ..spot }, weight)].into();
            for _ in 0..spot.mortal + told {
                now = self.lose(&now, 2);
            }
            let unused = sum(&self.lost[2]).pow(most - spot.mortal);
            for (spot, weight) in now {
                *after.entry(spot).or_default() += weight * &unused;
            }
        }
        after
    }

    /// Total weight of everything that one attack can do.
    fn scale_of_one(&self) -> BigUint {
        let (rolled, automatic) = self.most_hits();
        sum(&self.hit) * self.scale_of_hit().pow(rolled) * self.scale_of_wound().pow(automatic)
    }

    fn most_hits(&self) -> (u32, u32) {
        let most = |pick: fn(&(u32, u32)) -> u32| self.hit.keys().map(pick).max().unwrap_or(0);
        (most(|hits| hits.0), most(|hits| hits.1))
    }

    fn scale_of_hit(&self) -> BigUint {
        sum(&self.wound) * self.scale_of_wound() * self.scale_of_beside()
    }

    fn scale_of_wound(&self) -> BigUint {
        let saves = self.models.first().map_or(BigUint::from(1u32), |model| &model.saves[0].0 + &model.saves[0].1);
        saves * sum(&self.lost[0]) * self.other_kind(false)
    }

    /// Total weight of the wounds of the other kind, where wounds of both kinds are saved.
    fn other_kind(&self, critical: bool) -> BigUint {
        if self.wound.keys().any(|blow| blow.critical) {
            sum(&self.lost[usize::from(!critical)])
        } else {
            BigUint::from(1u32)
        }
    }

    fn scale_of_beside(&self) -> BigUint {
        if self.at_once() { sum(&self.lost[2]).pow(self.most_mortals()) } else { BigUint::from(1u32) }
    }

    /// The most mortal wounds that come with one hit.
    fn most_mortals(&self) -> u32 {
        self.wound.keys().map(|blow| blow.mortal).max().unwrap_or(0)
    }

    /// Whether the mortal wounds of an attack come after its last hit, and not at the end.
    fn at_once(&self) -> bool {
        self.law.mortal.as_ref().is_some_and(|law| law.after == MortalAfter::Attack)
    }

    /// One attack: its hit roll, and whatever that brings.
    fn attack(&self, before: &Weights) -> Weights {
        let (most_rolled, most_automatic) = self.most_hits();
        let mut after = Weights::new();
        for ((rolled, automatic), weight) in &self.hit {
            let unused =
                self.scale_of_hit().pow(most_rolled - rolled) * self.scale_of_wound().pow(most_automatic - automatic);
            let mut now = before.clone();
            for _ in 0..*automatic {
                now = self.save(&now, false);
            }
            for _ in 0..*rolled {
                now = self.roll_to_wound(&now);
            }
            if self.at_once() {
                now = self.mortals(now, self.most_mortals() * rolled, 0);
            }
            for (spot, w) in now {
                *after.entry(spot).or_default() += w * weight * &unused;
            }
        }
        after
    }

    fn roll_to_wound(&self, before: &Weights) -> Weights {
        let mut after = Weights::new();
        for (blow, weight) in &self.wound {
            let mut now = before.clone();
            let mut unused = BigUint::from(1u32);
            if blow.wounds && !blow.devastating {
                now = self.save(&now, blow.critical);
            } else {
                unused *= self.scale_of_wound();
            }
            for (mut spot, w) in now {
                // Nothing waits for a unit that is gone.
                if usize::try_from(spot.gone).unwrap_or(usize::MAX) < self.models.len() {
                    spot.devastating += u32::from(blow.devastating);
                    spot.mortal += blow.mortal;
                } else {
                    (spot.devastating, spot.mortal) = (0, 0);
                }
                *after.entry(spot).or_default() += w * weight * &unused;
            }
        }
        after
    }

    /// One wound that may be saved.
    fn save(&self, before: &Weights, critical: bool) -> Weights {
        let kind = usize::from(critical);
        let mut after = Weights::new();
        let full = sum(&self.lost[kind]);
        let other = self.other_kind(critical);
        let all = self.models.first().map_or(BigUint::from(1u32), |model| &model.saves[0].0 + &model.saves[0].1);
        for (spot, weight) in before {
            let Some(model) = self.models.get(usize::try_from(spot.gone).unwrap_or(usize::MAX)) else {
                *after.entry(*spot).or_default() += weight * &all * &full * &other;
                continue;
            };
            let (saved, unsaved) = &model.saves[kind];
            let (saved, unsaved) = (weight * saved * &other, weight * unsaved * &other);
            *after.entry(*spot).or_default() += saved * &full;
            for (lost, chance) in &self.lost[kind] {
                *after.entry(self.after(*spot, *lost)).or_default() += &unsaved * chance;
            }
        }
        after
    }

    /// One wound, or one packet of damage, that nothing saves.
    fn lose(&self, before: &Weights, kind: usize) -> Weights {
        let mut after = Weights::new();
        for (spot, weight) in before {
            for (lost, chance) in &self.lost[kind] {
                *after.entry(self.after(*spot, *lost)).or_default() += weight * chance;
            }
        }
        after
    }

    fn after(&self, spot: Spot, lost: u32) -> Spot {
        let Some(model) = self.models.get(usize::try_from(spot.gone).unwrap_or(usize::MAX)) else { return spot };
        if lost == 0 {
            return spot;
        }
        let next =
            |gone: u32| self.models.get(usize::try_from(gone).unwrap_or(usize::MAX)).map_or(0, |model| model.hurt);
        if self.instant {
            let gone = spot.gone + 1;
            let last = usize::try_from(gone).unwrap_or(usize::MAX) >= self.models.len();
            return Spot { gone, hurt: if last { 0 } else { spot.hurt }, ..spot };
        }
        let mut spot = spot;
        let mut left = lost;
        // Doubled wounds pass on; damage of one attack does not.
        let passes = self.law.allocate == Allocation::SpreadEvenly;
        let mut wounds = model.wounds;
        loop {
            if spot.hurt + left < wounds {
                return Spot { hurt: spot.hurt + left, ..spot };
            }
            left -= wounds - spot.hurt;
            spot = Spot { gone: spot.gone + 1, hurt: next(spot.gone + 1), ..spot };
            match self.models.get(usize::try_from(spot.gone).unwrap_or(usize::MAX)) {
                Some(model) if passes && left > 0 => wounds = model.wounds,
                _ => return spot,
            }
        }
    }

    fn summed(&self, weights: &Weights) -> Odds {
        let wounds_of = |spot: &Spot| {
            let gone = usize::try_from(spot.gone).unwrap_or(usize::MAX);
            let fallen: u32 = self.models.iter().take(gone).map(|model| model.wounds - model.hurt).sum();
            fallen + spot.hurt.saturating_sub(self.models.get(gone).map_or(0, |model| model.hurt))
        };
        let most: u32 = self.models.iter().map(|model| model.wounds - model.hurt).sum();
        let list = |length: u32| vec![BigUint::default(); usize::try_from(length).unwrap_or(0) + 1];
        let mut odds = Odds {
            total: weights.values().sum(),
            destroyed: list(u32::try_from(self.models.len()).unwrap_or(0)),
            wounds: list(most),
        };
        for (spot, weight) in weights {
            let at = |index: u32| usize::try_from(index).unwrap_or(0);
            odds.destroyed[at(spot.gone)] += weight;
            odds.wounds[at(wounds_of(spot).min(most))] += weight;
        }
        odds
    }
}

/// The models in the order in which they fall, hurt ones first and attached characters last.
fn models(law: &Law, target: &Target, batch: &Batch<'_>, templates: &[Saves]) -> Result<Vec<Model>, Fault> {
    let mut groups: Vec<_> = target.groups.iter().filter(|group| group.models > 0).collect();
    let place = |name| templates.iter().position(|entry| entry.to.as_ref() == Some(name)).unwrap_or(usize::MAX);
    groups.sort_by_key(|group| {
        let guarded = law.allocate == Allocation::BodyguardFirst && group.attached;
        (guarded, group.hurt == 0, place(&group.name))
    });
    let mut models = Vec::new();
    for group in groups {
        let mut saves = Vec::new();
        for critical in [false, true] {
            let of =
                |entry: &&Saves| entry.critical == critical && entry.to.as_ref().is_none_or(|to| *to == group.name);
            let template = templates.iter().find(of);
            let weight = match template {
                Some(entry) if entry.needs.is_some() || entry.none.is_none() => saved_of_36(law, group, batch, entry)?,
                _ => 0,
            };
            saves.push((BigUint::from(weight), BigUint::from(36 - weight)));
        }
        let saves: Vec<(BigUint, BigUint)> = saves;
        let [plain, critical] = <[_; 2]>::try_from(saves).unwrap_or_else(|_| unreachable!("two kinds of wounds"));
        for nth in 0..group.models {
            models.push(Model {
                wounds: group.wounds,
                hurt: if nth == 0 { group.hurt } else { 0 },
                saves: [plain.clone(), critical.clone()],
            });
        }
    }
    lightened(&mut models);
    Ok(models)
}

/// Divides the weights of all saves by what they have in common.
fn lightened(models: &mut [Model]) {
    let weights = models.iter().flat_map(|model| &model.saves).flat_map(|(saved, unsaved)| [saved, unsaved]);
    let Some(common) = weights.cloned().reduce(divisor) else { return };
    for (saved, unsaved) in models.iter_mut().flat_map(|model| &mut model.saves) {
        (*saved, *unsaved) = (&*saved / &common, &*unsaved / &common);
    }
}
