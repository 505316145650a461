//! What may be corrected after somebody relied on it: one law, for matches and events.
//!
//! Everything can be mended; nothing that somebody has relied on changes behind their back. A log's kinds of records have
//! a [`Class`] each; what rests on a record is a set of [`Reliance`]s; [`needed`] says whose word a correction of it
//! needs. Whether it is made by `retract`, `amend`, `undo`, an insertion or a late claim makes no difference.
//!
//! # Source
//! `docs/log.md`, section 9.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The law that logs recorded today name: in what way they are judged.
pub const LAW: i32 = 2;

crate::closed! {
    /// Why a record cannot be changed behind somebody's back.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    pub enum Reliance by as_str, written {
        /// The other player recorded something behind it.
        PlayedOn "played-on",
        /// The opponent has made their choice of the same kind, or the battle has begun.
        ChosenAfter "chosen-after",
        /// The opponent's choice of that kind can be read, or this one was opened.
        Opened "opened",
        /// The machine drew its dice.
        Drawn "drawn",
        /// Both players signed after the end of the battle.
        Signed "signed",
        /// A later round was published, or the event was finished.
        Published "published",
    }
}

impl fmt::Display for Reliance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// What a kind of record is where it is corrected: one row of the law.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    /// What happened, what is claimed, dice thrown by hand, remarks.
    Fact,
    /// What moves the battle on, or ends it.
    Flow,
    /// What a player chooses before the battle.
    Choice,
    /// Dice that the machine drew, whatever kind of record holds them.
    Dice,
    /// Results, penalties, awards, rulings, drops of an event.
    Standing,
    /// What a player of an event says about the own game.
    Player,
    /// A captain's secret step.
    Secret,
    /// Who is there, and where; clocks, calls, passes.
    Entry,
    /// A round, a cut or pods as drafted.
    Draft,
    /// What makes a round public, or closes it.
    Round,
    /// How the event is played.
    Setting,
    /// The end of the event.
    End,
    /// What stays for ever: the first record, signatures, corrections themselves.
    Fixed,
}

/// Whose word a correction needs, the strictest last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Word {
    /// Who said the record; in an event whoever may record it.
    Speaker,
    /// Who said it, as long as they gain nothing by it and the other loses nothing; else as [`Word::Agreed`].
    WithoutGain,
    /// Both players together, or a judge. In an event the organiser or a judge, not the desk, with the reason.
    Agreed,
    /// Nobody: a new record says what is true now.
    NewRecord,
    /// Nobody: it stays.
    Never,
}

/// The row of a class that nothing rests on, then what each reliance asks for.
const fn row(class: Class) -> (Word, &'static [(Reliance, Word)]) {
    use Reliance::{ChosenAfter, Drawn, Opened, PlayedOn, Published, Signed};
    use Word::{Agreed, Never, NewRecord, Speaker, WithoutGain};
    match class {
        Class::Fact | Class::Flow => (Speaker, &[(PlayedOn, WithoutGain), (Signed, Agreed)]),
        Class::Choice => (Speaker, &[(PlayedOn, Agreed), (ChosenAfter, Agreed), (Opened, Agreed), (Signed, Agreed)]),
        Class::Dice => (Speaker, &[(Drawn, Speaker), (Signed, Agreed)]),
        Class::Standing | Class::Player => (Speaker, &[(Published, Agreed)]),
        Class::Secret => (Speaker, &[(Opened, Agreed), (Published, Never)]),
        Class::Entry => (Speaker, &[(Published, NewRecord)]),
        Class::Draft => (Speaker, &[(Published, NewRecord)]),
        Class::Round => (Agreed, &[(Published, Never)]),
        Class::Setting => (Speaker, &[(Published, Never)]),
        Class::End => (Agreed, &[]),
        Class::Fixed => (Never, &[]),
    }
}

/// Whose word a correction needs of a record on which this rests: the strictest that any reliance asks for.
///
/// ```
/// use adjutant_core::reliance::{Class, Reliance, Word, needed};
/// assert_eq!(needed(Class::Fact, []), Word::Speaker);
/// assert_eq!(needed(Class::Fact, [Reliance::PlayedOn]), Word::WithoutGain);
/// assert_eq!(needed(Class::Fact, [Reliance::PlayedOn, Reliance::Signed]), Word::Agreed);
/// ```
pub fn needed(class: Class, rests: impl IntoIterator<Item = Reliance>) -> Word {
    let (unrelied, asks) = row(class);
    let asked = |rests| asks.iter().find(|(reliance, _)| *reliance == rests).map(|(_, word)| *word);
    rests.into_iter().filter_map(asked).fold(unrelied, Word::max)
}
