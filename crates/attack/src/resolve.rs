//! From the first die to the last wound lost: all attacks of one unit on one target.

use adjutant_core::ids::Name;

use super::batch::{Batch, Tally};
use super::fall::Fall;
use super::fault::{Fault, FaultKind, Step};
use super::law::{Allocation, Law};
use super::profile;
use super::sequence::Sequence;
use super::spread;
use super::strike::strike;
use super::target::{GroupIndex, Target};

/// What all the dice do to the target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Batch by batch.
    pub tallies: Vec<Tally>,
    /// Models destroyed, group by group.
    pub destroyed: Vec<u32>,
    /// Wounds that the hurt model of each group has lost afterwards.
    pub hurt: Vec<u32>,
    /// Wounds that the target lost, those beyond a model's last not counted.
    pub wounds_lost: u32,
    /// The group whose model has had attacks allocated to it and lives.
    pub attacked: Option<GroupIndex>,
}

impl Outcome {
    /// Models destroyed in all.
    pub fn models_destroyed(&self) -> u32 {
        self.destroyed.iter().sum()
    }
}

/// What the dice of one unit's attacks on one target do, batch after batch.
///
/// # Errors
/// The first step whose dice do not add up, with both numbers.
///
/// ```
/// use adjutant_attack::{Batch, Law, Sequence, Target, resolve};
/// let law: Law = serde_json::from_str(r#"{"hit":{"by":"skill","always":6,"never":1,"net":1},
///   "wound":{"table":"ratio","always":6,"never":1,"net":1},
///   "save":{"choose":"armour-or-invulnerable","ap":"subtracts","never":1},
///   "allocate":"wounded-first","traits":[]}"#).unwrap();
/// let dice: Sequence = serde_json::from_str(r#"{"attacks":3,"hit":{"needs":3,"roll":[1,3,6]},
///   "wound":{"needs":4,"roll":[4,2]},"save":[{"needs":3,"roll":[2]}],"damage":1}"#).unwrap();
/// let outcome = resolve(&law, &Target::alike(5, 1), &[Batch::new(&dice)]).unwrap();
/// assert_eq!(outcome.models_destroyed(), 1);
/// ```
pub fn resolve(law: &Law, target: &Target, batches: &[Batch<'_>]) -> Result<Outcome, Fault> {
    let mut fall = Fall::new(law, target);
    run(&mut fall, target, batches)?;
    fall.finish(target)
}

/// Step after step, until something is missing or wrong; what has fallen so far stands in `fall`.
pub(super) fn run<'a>(fall: &mut Fall<'a>, target: &Target, batches: &[Batch<'a>]) -> Result<(), Fault> {
    let law = fall.law;
    for (index, batch) in batches.iter().enumerate() {
        let at = |fault: Fault| Fault { batch: index, ..fault };
        known(law, batch.sequence).map_err(at)?;
        profile::agrees(law, target, batch).map_err(at)?;
        fall.begin(batch.sequence).map_err(at)?;
        let gone = fall.target.models() == 0;
        let struck = strike(law, target, gone, batch).map_err(at)?;
        fall.struck(index, &struck);
        if law.allocate == Allocation::SpreadEvenly {
            if index + 1 < batches.len() && !batch.sequence.save.is_empty() {
                return Err(at(Fault::new(Step::Save, FaultKind::SavesOnce, 0, dice_of(batch.sequence))));
            }
            fall.pool.push(struck);
        } else {
            fall.suffer(index, batch, &struck).map_err(at)?;
        }
    }
    if law.allocate == Allocation::SpreadEvenly && !batches.is_empty() {
        spread::suffer(fall, batches).map_err(|fault| Fault { batch: batches.len() - 1, ..fault })?;
    }
    fall.mortals(batches)
}

fn dice_of(sequence: &Sequence) -> i64 {
    i64::try_from(sequence.save.iter().map(|saves| saves.roll.len()).sum::<usize>()).unwrap_or(i64::MAX)
}

/// Refuses what the edition does not have.
pub(super) fn known(law: &Law, sequence: &Sequence) -> Result<(), Fault> {
    for ability in &sequence.traits {
        if !law.traits.contains(&ability.name) {
            let name = Name::new(&ability.to_string()).unwrap_or_else(|_| unreachable!("an ability is a plain word"));
            return Err(Fault::new(Step::Attacks, FaultKind::NotInLaw, 0, 1).about(&name));
        }
    }
    match &sequence.mortal {
        Some(mortal) if law.mortal.is_none() => {
            let fault = Fault::new(Step::Mortal, FaultKind::NotInLaw, 0, 1);
            Err(mortal.why.as_ref().map_or(fault.clone(), |why| fault.about(why)))
        }
        Some(mortal) if mortal.why.is_none() && (mortal.each.is_some() || mortal.times.is_some()) => {
            Err(Fault::new(Step::Mortal, FaultKind::MortalUnnamed, 0, mortal.times.map_or(1, |times| times.get())))
        }
        _ => Ok(()),
    }
}
