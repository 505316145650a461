//! What is typed and not recorded, kept in a file of the data folder, so that a killed terminal loses none of it:
//! lines, markers, answers, the words after `:`. A secret choice is never among it; letters that are not sealed yet
//! are typed again.

use std::collections::BTreeMap;
use std::path::PathBuf;

use adjutant_engine::command::Holder;
use adjutant_engine::ids::{MarkerId, ObjectiveId};
use adjutant_engine::side::Player;
use adjutant_engine::view::RoundLabel;
use serde::{Deserialize, Serialize};

use super::host::Host;
use super::input::Field;
use super::tray::Draft;
use super::{Mode, Session};
use crate::counts::count;
use crate::files;

/// What is typed and not recorded.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Kept {
    /// Lines, whole or half.
    tray: Vec<Draft>,
    /// Who holds which marker, as long as the phase lasts.
    markers: BTreeMap<MarkerId, Holder>,
    /// Answers to questions, as long as nobody records anything.
    answers: Vec<(Player, ObjectiveId, RoundLabel, String)>,
    /// The words that are being typed.
    words: String,
    /// How many phases had begun.
    phases: u64,
    /// How many records there were.
    records: u64,
}

impl Kept {
    fn of(session: &Session, records: u64) -> Kept {
        let is_words = matches!(session.modes.last(), Some(Mode::Typing(Field::Words)));
        let answers = session
            .answers
            .iter()
            .map(|((player, objective, round), typed)| (*player, objective.clone(), *round, typed.clone()));
        Kept {
            tray: session.tray.clone(),
            markers: session.pending.clone(),
            answers: answers.collect(),
            words: if is_words { session.typed() } else { String::new() },
            phases: session.phase_count,
            records,
        }
    }

    /// Whether there is nothing to keep.
    fn is_empty(&self) -> bool {
        self.tray.is_empty() && self.markers.is_empty() && self.answers.is_empty() && self.words.trim().is_empty()
    }

    /// What comes back, in words.
    fn told(&self) -> Option<String> {
        let some = |many: usize, one: &str, more: &str| (many > 0).then(|| count(many, one, more));
        let markers: Vec<&str> = self.markers.keys().map(MarkerId::as_str).collect();
        let parts = [
            some(self.tray.len(), "line", "lines"),
            (!markers.is_empty()).then(|| format!("who holds {}", markers.join(" "))),
            some(self.answers.len(), "answer", "answers"),
            (!self.words.trim().is_empty()).then(|| "words (: then ↑)".to_owned()),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        (!parts.is_empty()).then(|| format!("Typed before and not recorded: {}.", parts.join(", ")))
    }
}

impl Host {
    /// Where it is kept for this match.
    fn typed_file(&self) -> PathBuf {
        self.folder().join("typed").join(format!("{}.json", self.recording.id()))
    }

    /// Brings what is typed to the disk, if it has changed. What cannot be kept stops nothing: nothing of it stands in
    /// the log.
    pub(super) fn keep_typed(&mut self) {
        let kept = Kept::of(self.session(), self.recording.seq());
        if kept == self.kept {
            return;
        }
        let file = self.typed_file();
        if kept.is_empty() {
            if !self.kept.is_empty() {
                let _ = std::fs::remove_file(&file);
            }
        } else if let (Some(folder), Ok(text)) = (file.parent(), serde_json::to_vec(&kept)) {
            let _ = std::fs::create_dir_all(folder).map(|()| files::write(&file, &text));
        }
        self.kept = kept;
    }

    /// Takes up what was typed before the last session ended, as far as it still means what it meant.
    pub(super) fn find_typed(&mut self) {
        let found = std::fs::read(self.typed_file()).ok();
        let Some(mut kept) = found.and_then(|text| serde_json::from_slice::<Kept>(&text).ok()) else { return };
        self.kept = kept.clone();
        let records = self.recording.seq();
        let session = self.session_mut();
        if kept.phases != session.phase_count {
            kept.markers.clear();
        }
        if kept.records != records {
            kept.answers.clear();
        }
        session.tray.clone_from(&kept.tray);
        session.pending.clone_from(&kept.markers);
        let answers = kept.answers.iter().cloned();
        session.answers =
            answers.map(|(player, objective, round, typed)| ((player, objective, round), typed)).collect();
        session.editor.remember(&kept.words);
        if let Some(told) = kept.told() {
            self.remark(told);
        }
    }
}
