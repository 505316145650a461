//! Dice that a record says were drawn from the seed of the match, and the end of a sealed seed.
//!
//! # Source
//! `docs/log.md`, section 8, Digital dice.

use adjutant_core::chain::Hash;
use adjutant_core::say;
use adjutant_core::sentence::typed;

use super::desk::{Decision, refuse};
use crate::command::Command;
use crate::dice::{Drawn, PURPOSES, Purpose, seal};
use crate::event::Event;
use crate::refusal::{Refusal, RefusalCode};
use crate::state::State;
use crate::terms::Status;

/// Refuses a mark of drawn dice where none could be drawn, and purposes that are not in their one spelling.
pub(super) fn fits(state: &State, drawn: Drawn, command: &Command) -> Result<(), Refusal> {
    let source = state.open.as_ref().and_then(|open| open.dice.as_ref());
    let Some(source) = source else {
        return refuse(RefusalCode::BadValue, "this match has no seed to draw dice from", "the record without `drawn`");
    };
    match (source.sealed, drawn.with) {
        (Some(_), None) => {
            return refuse(
                RefusalCode::BadValue,
                "the seed is sealed, and the number of the other player is missing",
                "`with` and a number from 0 to 999999999 that the other player says",
            );
        }
        (None, Some(_)) => {
            return refuse(RefusalCode::BadValue, "a number is mixed into sealed seeds only", "`drawn` without `with`");
        }
        _ => {}
    }
    if state.unsealed {
        return refuse(
            RefusalCode::AlreadyDone,
            "the seed is open by now, so everybody knows what it gives",
            "dice from the table",
        );
    }
    match command {
        Command::Roll { purpose, roll, .. } => {
            let read = spelt(state, purpose.as_str())?;
            shown_whole(state, &read, roll.len())
        }
        Command::RollOff { purpose, .. } => spelt(state, purpose.as_str()).map(drop),
        Command::Shoot(attacks) | Command::Fight(attacks)
            if attacks.attacks.iter().any(|attack| attack.sequence.is_some()) =>
        {
            Ok(())
        }
        Command::Card(cards) if !cards.draws.is_empty() => Ok(()),
        other => refuse(
            RefusalCode::BadValue,
            say!("`{}` holds no dice that can be drawn", other.name()),
            "`drawn` beside `roll`, `roll-off`, `card` with `draws`, or `shoot` and `fight` with a `sequence`",
        ),
    }
}

/// Reads what dice are for, with the units of a match: all of them, or any `a1` and `b1` where no army is recorded.
pub fn purpose_in(state: &State, text: &str) -> Result<Purpose, Refusal> {
    let numbered = |word: &str| {
        let number = word.strip_prefix(['a', 'b']);
        number.is_some_and(|n| (1..=3).contains(&n.len()) && n.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let known = |word: &str| match state.unit_index.is_empty() {
        true => numbered(word),
        false => state.unit_index.get(word).is_some(),
    };
    let read = Purpose::read(text, known);
    let read = if state.unit_index.is_empty() { read } else { read.and_then(Purpose::with_its_units) };
    read.or_else(|error| {
        let words: Vec<&str> = PURPOSES.iter().map(|(word, _, _)| *word).collect();
        refuse(
            RefusalCode::BadValue,
            error.to_string(),
            say!("one of {}, and the unit that it is about: `charge b2`", words.join(" ")),
        )
    })
}

/// Tests that take two dice at the least, whatever an army's own rules add.
const PAIRS: [&str; 3] = ["charge", "psychic", "deny"];

/// Refuses one die of a roll of two, from law 2 on: whoever showed the first alone had seen the second.
fn shown_whole(state: &State, purpose: &Purpose, dice: usize) -> Result<(), Refusal> {
    let pair = PAIRS.contains(&purpose.word()) && state.law().measures.charge_without_dice.is_none();
    if !pair || dice >= 2 || !state.is_under_law(2) {
        return Ok(());
    }
    refuse(
        RefusalCode::BadValue,
        say!("`{}` is a roll of two dice, and {} is shown", typed(&purpose), dice),
        "both dice",
    )
}

fn spelt(state: &State, text: &str) -> Result<Purpose, Refusal> {
    let purpose = purpose_in(state, text)?;
    if purpose.to_string() == text {
        return Ok(purpose);
    }
    refuse(
        RefusalCode::BadValue,
        say!("`{}` is not how this purpose is spelt, and other words would give other faces", typed(&text)),
        say!("`{}`", typed(&purpose)),
    )
}

/// Opens a sealed seed.
pub(super) fn unseal(state: &State, seed: Hash) -> Decision {
    let Some(open) = &state.open else { return Ok(Vec::new()) };
    let Some(sealed) = open.dice.as_ref().and_then(|dice| dice.sealed) else {
        return refuse(RefusalCode::Unknown, "this match has no sealed seed", "nothing: there is nothing to open");
    };
    if state.status != Status::Ended {
        return refuse(
            RefusalCode::TooEarly,
            "the seed is opened after the battle: until then it would tell every later roll",
            "`unseal` after the last phase, or after `concede` or `agree-end`",
        );
    }
    if state.unsealed {
        return refuse(RefusalCode::AlreadyDone, "the seed is open already", "nothing more");
    }
    if seal(&open.id, seed) != sealed {
        return refuse(
            RefusalCode::ContradictsFacts,
            "this is not the seed whose hash stands in `open`",
            "the seed that the match was opened with",
        );
    }
    Ok(vec![Event::SeedOpened])
}
