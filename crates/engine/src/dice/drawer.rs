//! Faces for the dice of attacks, step by step, and the same faces found again in a record.

use std::collections::BTreeMap;

use adjutant_attack::{Attacks, Damage, DieIndex, Sequence, Step};
use adjutant_core::numbers::Face;

use super::stream::Stream;
use super::{beginning, face};

/// Draws the dice of one record of attacks.
#[derive(Clone, Debug)]
pub struct Drawer {
    key: [u8; 32],
    purpose: String,
    number: u64,
    streams: BTreeMap<(usize, Step, bool), Stream>,
}

impl Drawer {
    /// For a purpose under a seed, or under what it is mixed to; `number` counts the rolls for that purpose from 0.
    pub fn new(key: [u8; 32], purpose: impl Into<String>, number: u64) -> Drawer {
        Drawer { key, purpose: purpose.into(), number, streams: BTreeMap::new() }
    }

    /// The next face of a step of an attack; `again` for a die that is rolled again.
    pub fn face(&mut self, attack: usize, step: Step, again: bool) -> Face {
        let Drawer { key, purpose, number, streams } = self;
        let stream = streams.entry((attack, step, again)).or_insert_with(|| {
            let again = if again { " again" } else { "" };
            beginning(key, &format!("{purpose} {attack} {}{again}", step.key()), *number)
        });
        face(stream, 6)
    }

    /// The first step of an attack whose recorded dice are not those that are drawn here, with the faces drawn.
    pub fn differs(&mut self, attack: usize, sequence: &Sequence) -> Option<(Step, Vec<Face>)> {
        for step in Step::ALL {
            let (first, again) = faces_of(sequence, step);
            let drawn: Vec<Face> = first.iter().map(|_| self.face(attack, step, false)).collect();
            if drawn != first {
                return Some((step, drawn));
            }
            let drawn: Vec<Face> = again.iter().map(|_| self.face(attack, step, true)).collect();
            if drawn != again {
                return Some((step, drawn));
            }
        }
        None
    }
}

/// The dice of a step as they first fell, and those that were rolled again, both in the order of the record.
pub fn faces_of(sequence: &Sequence, step: Step) -> (Vec<Face>, Vec<Face>) {
    let mut faces = (Vec::new(), Vec::new());
    let mut add = |roll: &[Face], rerolls: &BTreeMap<DieIndex, Face>| {
        for (index, face) in roll.iter().enumerate() {
            let before = i32::try_from(index).ok().and_then(DieIndex::new).and_then(|index| rerolls.get(&index));
            faces.0.push(*before.unwrap_or(face));
            faces.1.extend(before.is_some().then_some(*face));
        }
    };
    match step {
        Step::Attacks => {
            if let Attacks::Rolled(rolled) = &sequence.attacks {
                add(&rolled.roll, &rolled.rerolls);
            }
        }
        Step::Hit => sequence.hit.iter().for_each(|roll| add(&roll.roll, &roll.rerolls)),
        Step::Wound => sequence.wound.iter().for_each(|roll| add(&roll.roll, &roll.rerolls)),
        Step::Save => sequence.save.iter().for_each(|saves| add(&saves.roll, &saves.rerolls)),
        Step::Damage => {
            if let Some(Damage::Rolled(rolled)) = &sequence.damage {
                add(&rolled.roll, &rolled.rerolls);
            }
        }
        Step::Ignore => {
            let other = sequence.mortal.iter().filter_map(|mortal| mortal.ignore.as_ref());
            sequence.ignore.iter().chain(other).for_each(|rule| add(&rule.roll, &rule.rerolls));
        }
        Step::Mortal => sequence.mortal.iter().for_each(|mortal| add(&mortal.roll, &BTreeMap::new())),
    }
    faces
}
