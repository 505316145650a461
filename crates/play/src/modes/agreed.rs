//! What one player's word is not enough for: what would change is shown, and both say that they agree.

use adjutant_app::matches::recording::Recording;
use adjutant_engine::command::{Command, Said};
use adjutant_engine::refusal::Refusal;
use adjutant_engine::side::By;

use crate::error::Error;
use crate::mode::{Agreed, Mode};
use crate::past;
use crate::shared::Session;
use crate::step::Deed;
use crate::text::key::Key;
use crate::text::line::Role;
use crate::text::pane::Pane;
use adjutant_present::{names, say::telling};

/// Asks for the word of both, or of a judge, where that is what a deed needs; whether it is.
///
/// # Errors
/// Why nobody may.
pub fn ask(
    session: &mut Session,
    recording: &Recording,
    deed: Deed,
    commands: &[(Said, Command)],
) -> Result<bool, Error> {
    let state = recording.game().state();
    let refused = |refusal: Refusal| {
        Error::refused(names::said(state, &refusal.message)).hint(names::said(state, &refusal.accepted))
    };
    let (Some(word), after) = past::word_for(recording, commands).map_err(refused)? else { return Ok(false) };
    let mut says = telling::differences(recording.game(), &after);
    says.extend(past::follows(recording, &after));
    session.open(Mode::Agree(Box::new(Agreed { deed, word, says })));
    Ok(true)
}

/// The key that says that both agree, or that a judge says so.
pub const fn key_of(word: By) -> char {
    if matches!(word, By::Judge) { 'j' } else { 'b' }
}

/// A pane with the question whose word it is, and the key that gives it.
#[must_use]
pub fn asked(pane: Pane, word: By) -> Pane {
    let (asks, does) = match word {
        By::Judge => ("A judge said it: only a judge may change it.", "a judge says so"),
        _ => ("Do you both agree?", "both agree"),
    };
    pane.told(asks, Role::Soon).key(key_of(word).to_string(), does)
}

/// The same deed in another word.
pub fn in_the_word_of(deed: Deed, word: By) -> Deed {
    match deed {
        Deed::TakeBack(seqs, _) => Deed::TakeBack(seqs, Some(word)),
        Deed::Say(commands) => Deed::Say(past::said_by(&commands, Some(word))),
        other => other,
    }
}

/// A key while the word of both is asked for.
pub fn press(session: &mut Session, key: Key, agreed: Agreed) -> Vec<Deed> {
    match key {
        Key::Char(letter) if letter == key_of(agreed.word) => {
            session.back();
            vec![in_the_word_of(agreed.deed, agreed.word)]
        }
        Key::Escape => {
            session.returned();
            session.back()
        }
        other => session
            .nothing(other, if agreed.word == By::Judge { "j a judge says so · Esc" } else { "b both agree · Esc" }),
    }
}

/// The pane of the question.
pub fn pane(agreed: &Agreed) -> Pane {
    let mut pane = Pane::new("Not by one player alone");
    for says in &agreed.says {
        pane = pane.told(says.clone(), Role::Plain);
    }
    asked(pane, agreed.word).key("Esc", "no")
}
