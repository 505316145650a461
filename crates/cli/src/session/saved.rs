//! Lines that are typed and not recorded, kept in a file of the data folder, so that a killed terminal loses none.

use std::path::PathBuf;

use super::host::Host;
use super::tray::Draft;
use crate::files;

impl Host {
    /// Where the lines of this match are kept.
    fn tray_file(&self) -> PathBuf {
        self.folder().join("typed").join(format!("{}.json", self.recording.id()))
    }

    /// Brings the lines of the session to the disk, if they have changed. A line that cannot be kept
    /// stops nothing: nothing of it stands in the log.
    pub(super) fn keep_tray(&mut self) {
        let tray = self.session().tray.clone();
        if tray == self.kept {
            return;
        }
        let file = self.tray_file();
        if tray.is_empty() {
            let _ = std::fs::remove_file(&file);
        } else if let (Some(folder), Ok(text)) = (file.parent(), serde_json::to_vec(&tray)) {
            let _ = std::fs::create_dir_all(folder).map(|()| files::write(&file, &text));
        }
        self.kept = tray;
    }

    /// Takes up the lines that were typed before the last session ended.
    pub(super) fn find_tray(&mut self) {
        let found = std::fs::read(self.tray_file()).ok();
        let tray: Vec<Draft> = found.and_then(|text| serde_json::from_slice(&text).ok()).unwrap_or_default();
        self.kept = tray.clone();
        self.restore_tray(tray);
    }
}
