//! What an offer is: a command as it stands, and what in it may be filled in otherwise.

use adjutant_core::ids::Name;
use adjutant_core::numbers::Face;
use adjutant_core::side::By;
use adjutant_core::text::Text;

use crate::command::Command;

/// A command that would be taken now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// Who says it.
    pub by: By,
    /// The command, taken as it stands.
    pub command: Command,
    /// What in it may be filled in otherwise; empty where the command is the only one of its kind and names.
    pub blanks: &'static [Blank],
}

/// A part of an offer that may be filled in otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blank {
    /// `at`, `moves_to`: where it stands.
    Place,
    /// `text`, `why`.
    Text,
    /// `roll`, `dice`, `attrition` and the like.
    Dice,
    /// `attacks`, `targets`: whom it is aimed at, and what that brought.
    Targets,
    /// `choose`, `models`, `sequence`, the lists of `reserves`.
    Choice,
    /// `for`, `power`, `name`.
    Name,
    /// `cp`, `change`, `warp_charge`.
    Number,
    /// `roster`.
    Army,
    /// `digest`.
    Digest,
}

/// A command that may be offered, with its blanks.
pub(super) type Candidate = (Command, &'static [Blank]);

pub(super) fn exact(command: Command) -> Candidate {
    (command, &[])
}

pub(super) fn text(words: &str) -> Text {
    Text::new(words).unwrap_or_else(|| unreachable!("a short text"))
}

pub(super) fn name(words: &str) -> Name {
    Name::new(words).unwrap_or_else(|_| unreachable!("a short name"))
}

/// Faces of example dice.
pub(super) fn faces(faces: &[i32]) -> Vec<Face> {
    faces.iter().filter_map(|face| Face::new(*face)).collect()
}
