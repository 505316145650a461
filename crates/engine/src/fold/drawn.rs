//! Rolls that the machine drew: their places in their streams, and those that were taken back and wait to be said again.
//!
//! # Source
//! `docs/log.md`, sections 8 (Digital dice) and 9.

use std::collections::{BTreeMap, BTreeSet};

use adjutant_core::ids::UnitId;
use adjutant_core::numbers::Face;
use adjutant_core::side::Player;

use crate::command::{Attacks, Command, DiceSource, Said};
use crate::dice::spelt;
use crate::terms::MoveKind;

/// The places that rolls have in their streams, by purpose.
#[derive(Clone, Debug, Default)]
pub(crate) struct Places {
    used: BTreeMap<String, BTreeSet<u64>>,
    /// Purpose and place of each drawn record that stands.
    of: BTreeMap<u64, (String, u64)>,
    /// The record that drew a place and was taken back by its speaker.
    waiting: BTreeMap<String, BTreeMap<u64, u64>>,
}

impl Places {
    /// The place of the next roll for a purpose, counted from 0: that of the roll which waits to be said again, else the
    /// one behind the last.
    pub fn next(&self, purpose: &str) -> u64 {
        let waiting = self.waiting.get(purpose).and_then(BTreeMap::first_key_value);
        let behind = || self.used.get(purpose).and_then(BTreeSet::last).map_or(0, |last| last + 1);
        waiting.map_or_else(behind, |(place, _)| *place)
    }

    /// Notes a roll, and says which place it has.
    pub fn draw(&mut self, seq: u64, purpose: &str) -> u64 {
        let place = self.next(purpose);
        self.used.entry(purpose.to_owned()).or_default().insert(place);
        self.of.insert(seq, (purpose.to_owned(), place));
        if let Some(waiting) = self.waiting.get_mut(purpose) {
            waiting.remove(&place);
        }
        place
    }

    /// A record was taken back. What becomes of its place: void, so that the next roll is a new one; bound to the same
    /// roll; or, before there was a law, free.
    pub fn take_back(&mut self, seq: u64, becomes: Freed) {
        let Some((purpose, place)) = self.of.remove(&seq) else {
            if becomes == Freed::Void {
                self.void(seq);
            }
            return;
        };
        if becomes != Freed::Void {
            self.used.entry(purpose.clone()).or_default().remove(&place);
        }
        if becomes == Freed::Bound {
            self.waiting.entry(purpose).or_default().insert(place, seq);
        }
    }

    /// Uses up the place of a roll that was taken back and waits to be said again.
    fn void(&mut self, seq: u64) {
        for (purpose, waiting) in &mut self.waiting {
            if let Some(place) = waiting.iter().find(|(_, record)| **record == seq).map(|(place, _)| *place) {
                waiting.remove(&place);
                self.used.entry(purpose.clone()).or_default().insert(place);
            }
        }
    }

    /// Whether no roll waits to be said again.
    pub fn is_empty(&self) -> bool {
        self.waiting.values().all(BTreeMap::is_empty)
    }

    /// The record that has to be said again before any other roll for a purpose.
    pub fn waits(&self, purpose: &str) -> Option<u64> {
        self.waiting.get(purpose)?.values().next().copied()
    }

    /// All records that wait to be said again, in order.
    pub fn waiting(&self) -> BTreeSet<u64> {
        self.waiting.values().flat_map(BTreeMap::values).copied().collect()
    }
}

/// What becomes of the place of a roll that is taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Freed {
    /// The next roll for the purpose has it.
    Free,
    /// Only the same roll has it.
    Bound,
    /// No roll has it again.
    Void,
}

/// What the dice of a record are for, if they were drawn from the seed. Under an open seed every `roll` and `roll-off` for
/// a purpose of the list counts as drawn.
pub(crate) fn drawn_for(source: &DiceSource, said: &Said, command: &Command) -> Option<String> {
    match (command, said.drawn, source.seed) {
        (Command::Shoot(attacks), Some(_), _) => Some(purpose_of_attack("shoot", &attacks.unit)),
        (Command::Fight(attacks), Some(_), _) => Some(purpose_of_attack("fight", &attacks.unit)),
        (Command::Card(cards), Some(_), _) => Some(purpose_of_cards(cards.player)),
        (_, Some(_), _) => said_purpose(command).map(str::to_owned),
        (_, None, Some(_)) => spelt(said_purpose(command)?),
        (_, None, None) => None,
    }
}

/// What the dice in a record are for, whoever threw them.
pub(crate) fn purpose_of(command: &Command) -> Option<String> {
    let (word, unit) = match command {
        Command::Roll { purpose, .. } | Command::RollOff { purpose, .. } => return spelt(purpose.as_str()),
        Command::Card(cards) => return (!cards.draws.is_empty()).then(|| purpose_of_cards(cards.player)),
        Command::Shoot(attacks) => ("shoot", &attacks.unit),
        Command::Fight(attacks) => ("fight", &attacks.unit),
        _ => uses(command).map(|(word, unit, _)| (word, unit))?,
    };
    Some(purpose_of_attack(word, unit))
}

/// The word of the list, the unit and the faces of a record that may name dice of a `roll` before it.
pub(crate) fn uses(command: &Command) -> Option<(&'static str, &UnitId, &[Face])> {
    match command {
        Command::Charge { unit, roll, .. } => Some(("charge", unit, roll)),
        Command::Move { unit, kind: MoveKind::Advance, roll: Some(roll), .. } => Some(("advance", unit, roll)),
        Command::Morale { unit, roll, .. } => Some(("morale", unit, roll)),
        Command::Cast { unit, roll, .. } | Command::PsychicAction { unit, roll, .. } => Some(("psychic", unit, roll)),
        _ => None,
    }
}

/// Whether a record says a roll again that was taken back: for the same, with the same number, and the same faces where
/// they stand in the record.
pub(crate) fn says_again(before: (&Said, &Command), now: (&Said, &Command)) -> bool {
    let with = |said: &Said| said.drawn.and_then(|drawn| drawn.with);
    let declared = |attacks: &Attacks| -> Vec<_> {
        attacks.attacks.iter().map(|attack| (attack.target.clone(), attack.weapon.clone())).collect()
    };
    let now_drawn = now.0.drawn.is_some();
    with(before.0) == with(now.0)
        && match (before.1, now.1) {
            (Command::Roll { roll, rerolled, .. }, Command::Roll { roll: now, rerolled: again, .. }) => {
                rerolled.as_ref().unwrap_or(roll) == again.as_ref().unwrap_or(now)
            }
            (Command::RollOff { dice, .. }, Command::RollOff { dice: now, .. }) => dice == now,
            (Command::Shoot(before), Command::Shoot(now)) | (Command::Fight(before), Command::Fight(now)) => {
                now_drawn && declared(before) == declared(now)
            }
            (Command::Card(before), Command::Card(now)) => now_drawn && before.draws == now.draws,
            _ => false,
        }
}

/// The purpose under which the machine draws the cards of a player.
pub fn purpose_of_cards(player: Player) -> String {
    format!("cards {player}")
}

/// The purpose under which all dice of a unit's attacks are drawn.
pub fn purpose_of_attack(word: &str, unit: &UnitId) -> String {
    format!("{word} {unit}")
}

/// What a record that holds dice of its own says they are for; `None` for other commands.
pub(crate) fn said_purpose(command: &Command) -> Option<&str> {
    match command {
        Command::Roll { purpose, .. } | Command::RollOff { purpose, .. } => Some(purpose.as_str()),
        _ => None,
    }
}
