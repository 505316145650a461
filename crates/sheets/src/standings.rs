//! The table of a tournament after a round.

use crate::document::{Sheet, SheetError};
use crate::heading::Occasion;
use crate::page::Page;
use crate::paper::Paper;
use crate::table::{Column, ListHead, list};

/// One player's place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// The place; equal ones share it.
    pub rank: u32,
    /// Name of the player.
    pub name: String,
    /// Club or team.
    pub club: Option<String>,
    /// Faction.
    pub faction: Option<String>,
    /// Won, drawn, lost.
    pub record: [u32; 3],
    /// Match points, as printed; `6`, `4½`.
    pub points: String,
    /// As many as the table has names for; fractions as `7/2`.
    pub tie_breaks: Vec<String>,
    /// Whether the player has left the event.
    pub dropped: bool,
}

/// The standings after a round.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StandingsTable {
    /// Event, round and date.
    pub occasion: Occasion,
    /// Short names of the tie-breaks, in their order; at most [`TIE_BREAKS_MAX`] are printed.
    pub tie_breaks: Vec<String>,
    /// In the order of the ranks.
    pub rows: Vec<Standing>,
}

/// More tie-breaks than this do not fit the width of the paper.
pub const TIE_BREAKS_MAX: usize = 5;

impl Sheet for StandingsTable {
    fn title(&self) -> String {
        self.occasion.title("Standings")
    }

    fn pages(&self, paper: Paper) -> Result<Vec<Page>, SheetError> {
        let mut columns = vec![Column::number("Rank", 0.55).strong(), Column::text("Player", 2.4)];
        // A column that nobody fills is left out.
        let clubs = self.rows.iter().any(|row| row.club.is_some());
        let factions = self.rows.iter().any(|row| row.faction.is_some());
        columns.extend(clubs.then(|| Column::text("Club", 1.2)));
        columns.extend(factions.then(|| Column::text("Faction", 1.1)));
        columns.extend([Column::text("W–D–L", 0.8), Column::number("Points", 0.7).strong()]);
        columns.extend(self.tie_breaks.iter().take(TIE_BREAKS_MAX).map(|name| Column::number(name, 0.75)));
        let rows: Vec<Vec<String>> = self.rows.iter().map(|standing| row(standing, clubs, factions)).collect();
        let note = self.rows.iter().any(|standing| standing.dropped).then_some("† has left the event");
        let head = ListHead { occasion: &self.occasion, kind: "Standings", note };
        Ok(list(paper, &head, &columns, &rows))
    }
}

fn row(standing: &Standing, clubs: bool, factions: bool) -> Vec<String> {
    let [won, drawn, lost] = standing.record;
    let name = if standing.dropped { format!("† {}", standing.name) } else { standing.name.clone() };
    let mut cells = vec![standing.rank.to_string(), name];
    cells.extend(clubs.then(|| standing.club.clone().unwrap_or_default()));
    cells.extend(factions.then(|| standing.faction.clone().unwrap_or_default()));
    cells.extend([format!("{won}–{drawn}–{lost}"), standing.points.clone()]);
    cells.extend(standing.tie_breaks.iter().cloned());
    cells
}
