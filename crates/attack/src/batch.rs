//! One batch of a volley, and what its dice gave.

use super::sequence::Sequence;
use super::target::Facts;

/// One batch of a volley: its dice, and what the datasheets say about it.
#[derive(Clone, Copy, Debug)]
pub struct Batch<'a> {
    /// The dice.
    pub sequence: &'a Sequence,
    /// What the attacker's datasheet says.
    pub facts: Facts,
    /// Whether stated results stand against the datasheets: a rule of the army changes them.
    pub trust: bool,
}

impl<'a> Batch<'a> {
    /// A batch about which nothing but its dice is known.
    pub fn new(sequence: &'a Sequence) -> Batch<'a> {
        Batch { sequence, facts: Facts::default(), trust: false }
    }
}

/// What the dice of one batch gave.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Attacks made.
    pub attacks: u32,
    /// Hits, additional ones among them.
    pub hits: u32,
    /// Wounds scored, automatic and devastating ones among them.
    pub wounds: u32,
    /// Saving throws made.
    pub saves: u32,
    /// Wounds that no save stopped.
    pub unsaved: u32,
    /// Wounds ignored.
    pub ignored: u32,
    /// Mortal wounds inflicted.
    pub mortal: u32,
    /// Hit rolls of 1 of a weapon that gets hot: wounds on the attacker, saves allowed.
    pub backfires: u32,
}
