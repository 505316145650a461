//! Prints the scoring sheet.

use adjutant_app::files::{self, shown};
use adjutant_app::packs;
use adjutant_sheets::{Document, Paper, ScoringSheet};

use crate::error::Error;
use crate::host::desk::Host;
use crate::step::Message;

impl Host {
    /// Prints the scoring sheet into the folder of the session. A file that is there already is not touched.
    pub(crate) fn print(&mut self) -> Result<(), Error> {
        let recording = self.recording();
        let id = recording.id().to_owned();
        let mut document = Document::new(Paper::default(), &ScoringSheet::title_alone(&id));
        document.add(&ScoringSheet::of_match(recording.game(), recording.records(), false, &packs::default_pack()))?;
        let bytes = document.to_pdf()?;
        let path = (1..100)
            .map(|number| if number == 1 { format!("{id}.pdf") } else { format!("{id}-{number}.pdf") })
            .map(std::path::PathBuf::from)
            .find(|path| !path.exists())
            .ok_or_else(|| Error::refused("this folder holds a hundred sheets of this match"))?;
        files::write(&path, &bytes)?;
        let folder = std::env::current_dir().unwrap_or_default();
        self.say(Message::Done(format!("The sheet is in {}.", shown(&folder.join(&path)))));
        Ok(())
    }
}
