//! What the papers of an event are drawn from, and which of them are wanted.

use std::ops::Deref;

use adjutant_replay::tournaments::at_hand::EventAtHand;
use adjutant_tournament::command::Pairing;
use adjutant_tournament::state::Round;
use adjutant_tournament::{MissionId, RoundNumber, TournamentId};

use crate::documents::EventDocument;
use crate::error::SheetError;
use crate::paper::Paper;
use crate::passes::Wifi;

/// An event as its papers need it: nothing here opens its log. `E` is what may go wrong where it is read.
pub struct EventPapers<'a, E> {
    /// The event, with its matches and passes.
    pub event: EventAtHand<'a, E>,
    /// Where phones find the event, for cards and poster.
    pub hall: Option<Hall>,
    /// What they are printed on.
    pub paper: Paper,
}

impl<'a, E> Deref for EventPapers<'a, E> {
    type Target = EventAtHand<'a, E>;

    fn deref(&self) -> &EventAtHand<'a, E> {
        &self.event
    }
}

/// Where phones find an event.
#[derive(Clone, Debug)]
pub struct Hall {
    /// The address, such as `http://10.0.0.2:8080`.
    pub address: String,
    /// The Wi-Fi, where cards and poster are to name it.
    pub wifi: Option<Wifi>,
}

/// Which documents of a round, and how they are printed.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// These only; all that belong to every round where it is empty.
    pub only: Vec<EventDocument>,
    /// Of these tables only; all where it is empty.
    pub tables: Vec<u16>,
    /// Whether last names stand first.
    pub last_first: bool,
    /// Whether the pairings by name have two columns.
    pub in_two: bool,
}

/// Why a document of an event cannot be printed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PrintError {
    /// Drawing it failed.
    #[error(transparent)]
    Sheet(#[from] SheetError),
    /// It is of a round, and none is paired.
    #[error("no round of event {event} is paired yet")]
    NoRound {
        /// The event.
        event: TournamentId,
    },
    /// It is of a round that is not paired.
    #[error("round {round} of event {event} is not paired yet")]
    NotPaired {
        /// The round.
        round: RoundNumber,
        /// The event.
        event: TournamentId,
        /// How many rounds are.
        paired: usize,
    },
    /// It would be empty.
    #[error("there is nothing to print in this document yet")]
    Nothing,
}

impl<E> EventPapers<'_, E> {
    /// The name of the event.
    pub fn name(&self) -> &str {
        self.state.create.as_ref().map_or(self.id.as_str(), |create| create.name.as_str())
    }

    /// The day of its last record.
    pub(super) fn date(&self) -> Option<String> {
        self.log.records().last().map(|record| record.at.date())
    }

    /// A round that is paired.
    pub(super) fn round(&self, round: RoundNumber) -> Result<&Round, PrintError> {
        let paired = self.state.rounds.len();
        self.state.round(round).ok_or_else(|| PrintError::NotPaired { round, event: self.id.clone(), paired })
    }

    /// The round that was paired last.
    pub(super) fn last_round(&self) -> Result<&Round, PrintError> {
        self.state.rounds.last().ok_or_else(|| PrintError::NoRound { event: self.id.clone() })
    }

    /// What a mission is called.
    pub(super) fn mission_name(&self, id: Option<&MissionId>) -> Option<String> {
        id.map(|id| (self.mission)(id).map_or_else(|| id.to_string(), |mission| mission.name.to_string()))
    }
}

impl Wanted {
    pub(super) fn has(&self, document: EventDocument, teams: bool) -> bool {
        match document {
            _ if !self.only.is_empty() => self.only.contains(&document),
            EventDocument::Crosstable | EventDocument::Prizes | EventDocument::Certificates => false,
            EventDocument::ResultSlips => !teams,
            EventDocument::TeamSlips | EventDocument::CaptainSheets => teams,
            _ => true,
        }
    }

    pub(super) fn has_table(&self, pairing: &Pairing) -> bool {
        self.tables.is_empty() || self.tables.contains(&pairing.table.0)
    }
}
