//! Keeps what is typed and not recorded, and finds it again.

use std::path::PathBuf;

use adjutant_app::files;

use crate::host::desk::Host;
use crate::host::kept::Kept;

impl Host {
    /// Where it is kept for this match.
    fn typed_file(&self) -> PathBuf {
        self.folder().join("typed").join(format!("{}.json", self.recording().id()))
    }

    /// Brings what is typed to the disk, if it has changed. What cannot be kept stops nothing: nothing of it stands in
    /// the log.
    pub(crate) fn keep_typed(&mut self) {
        let kept = Kept::of(self.session(), self.recording().seq());
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
    pub(crate) fn find_typed(&mut self) {
        let found = std::fs::read(self.typed_file()).ok();
        let Some(mut kept) = found.and_then(|text| serde_json::from_slice::<Kept>(&text).ok()) else { return };
        self.kept = kept.clone();
        let records = self.recording().seq();
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
