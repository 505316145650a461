//! What is typed and not recorded, kept in a file of the data folder, so that a killed terminal loses none of it:
//! lines, markers, answers, the words after `:`. A secret choice is never among it; letters that are not sealed yet
//! are typed again.

use std::collections::{BTreeMap, BTreeSet};

use adjutant_core::counts::count;
use adjutant_engine::command::Holder;
use adjutant_engine::ids::{MarkerId, ObjectiveId};
use adjutant_engine::side::Player;
use adjutant_engine::view::RoundLabel;
use serde::{Deserialize, Serialize};

use crate::mode::{Field, Mode};
use crate::shared::Session;
use crate::tray::draft::Draft;

/// What is typed and not recorded.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Kept {
    /// Lines, whole or half.
    pub(crate) tray: Vec<Draft>,
    /// Who holds which marker, as long as the phase lasts.
    pub(crate) markers: BTreeMap<MarkerId, Holder>,
    /// Who holds which marker as the turn ends, where it has changed, as long as the phase lasts.
    pub(crate) changed: BTreeMap<MarkerId, Holder>,
    /// Answers to questions, as long as nobody records anything.
    pub(crate) answers: Vec<(Player, ObjectiveId, RoundLabel, String)>,
    /// Which award of its objective each of these answers means; files of earlier programs say nothing, and mean the first.
    pub(crate) awards: Vec<usize>,
    /// The words that are being typed.
    pub(crate) words: String,
    /// How many phases had begun.
    pub(crate) phases: u64,
    /// How many records there were.
    pub(crate) records: u64,
}

impl Kept {
    pub(crate) fn of(session: &Session, records: u64) -> Kept {
        let is_words = matches!(session.modes.last(), Some(Mode::Typing(Field::Words)));
        let answers = session
            .answers
            .iter()
            .map(|((player, objective, round, _), typed)| (*player, objective.clone(), *round, typed.clone()));
        Kept {
            tray: session.tray.clone(),
            markers: session.pending.clone(),
            changed: session.changed.clone(),
            answers: answers.collect(),
            awards: session.answers.keys().map(|(.., award)| *award).collect(),
            words: if is_words { session.typed() } else { String::new() },
            phases: session.phase_count,
            records,
        }
    }

    /// Forgets what only meant something in a phase or at a record that has passed.
    pub(crate) fn forget_what_has_passed(&mut self, phases: u64, records: u64) {
        if self.phases != phases {
            self.markers.clear();
            self.changed.clear();
        }
        if self.records != records {
            self.answers.clear();
            self.awards.clear();
        }
    }

    /// Takes over what another session kept; what both say of one thing stays as it is here.
    pub(crate) fn join(&mut self, other: Kept) {
        self.tray.extend(other.tray);
        for (own, others) in [(&mut self.markers, other.markers), (&mut self.changed, other.changed)] {
            for (marker, holder) in others {
                own.entry(marker).or_insert(holder);
            }
        }
        self.awards.resize(self.answers.len(), 0);
        self.answers.extend(other.answers);
        self.awards.extend(other.awards);
        if self.words.trim().is_empty() {
            self.words = other.words;
        }
    }

    /// Whether there is nothing to keep.
    pub(crate) fn is_empty(&self) -> bool {
        let markers = self.markers.is_empty() && self.changed.is_empty();
        self.tray.is_empty() && markers && self.answers.is_empty() && self.words.trim().is_empty()
    }

    /// What comes back, in words.
    pub(crate) fn told(&self) -> Option<String> {
        let some = |many: usize, one: &str, more: &str| (many > 0).then(|| count(many, one, more));
        let markers: BTreeSet<&str> = self.markers.keys().chain(self.changed.keys()).map(MarkerId::as_str).collect();
        let markers: Vec<&str> = markers.into_iter().collect();
        let parts = [
            some(self.tray.len(), "line", "lines"),
            (!markers.is_empty()).then(|| format!("who holds {}", markers.join(" "))),
            some(self.answers.len(), "answer", "answers"),
            (!self.words.trim().is_empty()).then(|| "words (: then ↑)".to_owned()),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        (!parts.is_empty()).then(|| format!("Typed before the break, waiting: {}.", parts.join(", ")))
    }
}
