//! What two players take home from the table: the scoring sheet, a text for a chat, the QR code of the result.

use adjutant_app::matches::{self, Recording};
use adjutant_engine::fold::Match;
use adjutant_present::report;
use adjutant_present::summary::{Style, summary};
use adjutant_sheets::Seal;

use crate::text::line::{Line, Role, wrapped};

/// The summary for a chat, as a page.
pub fn chat(game: &Match, columns: usize) -> Vec<Line> {
    let text = summary(game.state(), &game.view(), Style::Plain);
    let lines = text.lines().flat_map(|line| wrapped(line, columns.saturating_sub(2)));
    lines.map(|line| Line::plain(format!(" {line}"))).collect()
}

/// What was left on the table, what turned the battle, what the dice did.
pub fn after(recording: &Recording) -> Vec<Line> {
    let Some(report) = matches::report(recording) else { return vec![Line::plain(" This battle is of an older law.")] };
    let text = report::text(&report::page(&report, recording.game(), None), false);
    text.lines().map(|line| Line::plain(format!(" {line}"))).collect()
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
