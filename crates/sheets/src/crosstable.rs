//! Who met whom with what result, a row a player in the order of the standings.

use crate::document::Sheet;
use crate::error::SheetError;
use crate::heading::Occasion;
use crate::page::Page;
use crate::paper::Paper;
use crate::table::{Column, ListHead, fitted, list};

/// One player's row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CrossRow {
    /// Number in the table, from 1.
    pub number: u32,
    /// Name.
    pub name: String,
    /// One cell a round: `W 12`, `D 3`, `L 7`, `bye`, or nothing for a round sat out; the number is the opponent's.
    pub rounds: Vec<String>,
    /// Match points, as printed.
    pub points: String,
}

/// The crosstable of an event after a round.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Crosstable {
    /// Event, round and date.
    pub occasion: Occasion,
    /// In the order of the standings.
    pub rows: Vec<CrossRow>,
}

/// Rounds side by side; later ones go on over further pages.
const ROUNDS: usize = 9;

impl Sheet for Crosstable {
    fn title(&self) -> String {
        self.occasion.title("Crosstable")
    }

    fn pages(&self, paper: Paper) -> Result<Vec<Page>, SheetError> {
        let rounds = self.rows.iter().map(|row| row.rounds.len()).max().unwrap_or(0).max(1);
        let note =
            "W won, D drawn, L lost, against the player of this number; a star marks a game that was not played.";
        let mut pages = Vec::new();
        for first in (0..rounds).step_by(ROUNDS) {
            let last = (first + ROUNDS).min(rounds);
            let heads: Vec<String> = (first..last).map(|round| (round + 1).to_string()).collect();
            let mut columns = vec![Column::number("No.", 0.5).strong(), Column::text("Player", 2.2)];
            columns.extend(heads.iter().map(|head| Column::number(head, 0.6)));
            columns.push(Column::number("Points", 0.7).strong());
            let row = |row: &CrossRow| {
                let mut cells = vec![row.number.to_string(), row.name.clone()];
                cells.extend((first..last).map(|round| row.rounds.get(round).cloned().unwrap_or_default()));
                cells.push(row.points.clone());
                cells
            };
            let rows: Vec<Vec<String>> = self.rows.iter().map(row).collect();
            let head = ListHead { occasion: &self.occasion, kind: "Crosstable", note: Some(note), mark: None };
            // Rounds take what they need, the names what is left.
            pages.extend(list(paper, &head, &fitted(paper, columns, &rows), &rows));
        }
        Ok(pages)
    }
}
