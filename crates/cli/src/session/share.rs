//! What two players take home from the table: the scoring sheet, a text for a chat, the QR code of the result.

use adjutant_engine::fold::Match;
use adjutant_present::summary::{Style, summary};
use adjutant_sheets::{Document, Paper, Seal};

use super::Message;
use super::host::Host;
use super::line::{Line, Role, wrapped};
use crate::error::CliError;
use crate::files::{self, shown};
use crate::printing;

impl Host {
    /// Prints the scoring sheet into the folder of the session. A file that is there already is not touched.
    pub(super) fn print(&mut self) -> Result<(), CliError> {
        let id = self.recording().id().to_owned();
        let mut document = Document::new(Paper::default(), &printing::sheet_title(&id));
        document.add(&printing::scoring_sheet(self.recording(), false)).map_err(printing::error)?;
        let bytes = document.to_pdf().map_err(printing::error)?;
        let path = (1..100)
            .map(|number| if number == 1 { format!("{id}.pdf") } else { format!("{id}-{number}.pdf") })
            .map(std::path::PathBuf::from)
            .find(|path| !path.exists())
            .ok_or_else(|| CliError::refused("this folder holds a hundred sheets of this match"))?;
        files::write(&path, &bytes)?;
        let folder = std::env::current_dir().unwrap_or_default();
        self.say(Message::Done(format!("The sheet is in {}.", shown(&folder.join(&path)))));
        Ok(())
    }
}

/// The summary for a chat, as a page.
pub fn chat(game: &Match, columns: usize) -> Vec<Line> {
    let text = summary(game.state(), &game.view(), Style::Plain);
    let lines = text.lines().flat_map(|line| wrapped(line, columns.saturating_sub(2)));
    lines.map(|line| Line::plain(format!(" {line}"))).collect()
}

/// The QR code that the printed sheet bears too: match, totals, winner and the hash of the log.
pub fn code(game: &Match) -> Vec<Line> {
    let seal = Seal::of(&game.view());
    let drawn = seal.as_ref().and_then(|seal| adjutant_sheets::drawn_code(&seal.to_string()).ok());
    let (Some(seal), Some(drawn)) = (seal, drawn) else {
        return vec![Line::plain(" The battle has no result yet.")];
    };
    let mut rows: Vec<Line> = drawn.into_iter().map(|row| Line::plain(" ").then(row, Role::Code)).collect();
    rows.push(Line::of(format!(" {seal}"), Role::Quiet));
    rows
}
