//! Keeps what is typed and not recorded, and finds it again.

use std::path::PathBuf;

use adjutant_app::files;
use adjutant_app::matches::recording::Recording;
use adjutant_core::counts::count;

use crate::host::desk::Host;
use crate::host::kept::Kept;
use crate::host::slot::Slot;
use crate::tray::draft::Draft;

impl Host {
    /// Where it is kept.
    fn typed_folder(&self) -> PathBuf {
        self.folder().join("typed")
    }

    /// Brings what is typed to the disk, if it has changed. What cannot be kept stops nothing: nothing of it stands in
    /// the log.
    pub(crate) fn keep_typed(&mut self) {
        let kept = Kept::of(self.session(), self.recording().seq());
        if kept == self.kept {
            return;
        }
        if kept.is_empty() {
            if let Some(slot) = self.slot.take() {
                slot.give_up();
            }
        } else {
            if self.slot.is_none() {
                self.slot = Slot::free(&self.typed_folder(), self.recording().id());
            }
            if let (Some(slot), Ok(text)) = (&self.slot, serde_json::to_vec(&kept)) {
                let _ = files::write(&slot.file, &text);
            }
        }
        self.kept = kept;
    }

    /// Takes up what was typed before the last session ended, or several that ran beside each other, as far as it still
    /// means what it meant. What a session that runs has typed is left to that session.
    pub(crate) fn find_typed(&mut self) {
        let mut all: Option<Kept> = None;
        let mut recorded = 0;
        for slot in Slot::left(&self.typed_folder(), self.recording().id()) {
            let found = std::fs::read(&slot.file).ok();
            let Some(mut kept) = found.and_then(|text| serde_json::from_slice::<Kept>(&text).ok()) else { continue };
            recorded += take_recorded_out(self.recording(), &mut kept);
            kept.forget_what_has_passed(self.session().phase_count, self.recording().seq());
            match (&mut all, &self.slot) {
                (Some(all), Some(_)) => {
                    all.join(kept);
                    slot.give_up();
                }
                _ => {
                    all = Some(kept);
                    self.slot = Some(slot);
                }
            }
        }
        let Some(kept) = all else { return };
        let session = self.session_mut();
        session.tray.clone_from(&kept.tray);
        session.pending.clone_from(&kept.markers);
        session.changed.clone_from(&kept.changed);
        let awards = kept.awards.iter().copied().chain(std::iter::repeat(0));
        let answers = kept.answers.iter().cloned().zip(awards);
        session.answers = answers
            .map(|((player, objective, round, typed), award)| ((player, objective, round, award), typed))
            .collect();
        session.editor.remember(&kept.words);
        if let Some(told) = kept.told() {
            self.remark(told);
        }
        if recorded > 0 {
            let lines = count(
                recorded,
                "line that was typed before the break is",
                "lines that were typed before the break are",
            );
            self.remark(format!("{lines} in the log already."));
        }
        self.kept = kept;
    }
}

/// Takes out the lines that the log holds already, because the session ended between the log and this file; how many
/// they were.
fn take_recorded_out(recording: &Recording, kept: &mut Kept) -> usize {
    let before = kept.records;
    let mut meant: Option<Vec<_>> = None;
    if kept.tray.is_empty() || recording.seq() <= before {
        return 0;
    }
    recording.game().reread(|seq, _, _, state| {
        if seq > before && meant.is_none() {
            meant = Some(kept.tray.iter().map(|draft| draft.command(state)).collect());
        }
    });
    let mut lines: Vec<(Option<_>, Draft)> =
        meant.unwrap_or_default().into_iter().zip(std::mem::take(&mut kept.tray)).collect();
    let all = lines.len();
    for record in recording.records().iter().filter(|record| record.seq > before) {
        let said = lines.iter().position(|(meant, _)| {
            meant.as_ref().is_some_and(|(by, command)| *by == record.by && *command == *record.command)
        });
        if let Some(at) = said {
            lines.remove(at);
        }
    }
    kept.tray = lines.into_iter().map(|(_, draft)| draft).collect();
    all - kept.tray.len()
}
