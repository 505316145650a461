//! Who has won what: the list to read out, and a certificate for each.

use crate::document::Sheet;
use crate::error::SheetError;
use crate::heading::Occasion;
use crate::ink::{Align, Ink, Style};
use crate::page::{FRAME, Page};
use crate::paper::Paper;
use crate::standings::noted;
use crate::table::{Column, ListHead, list};

/// A prize and its winner.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PrizeLine {
    /// What for: `Champion`, `Best in painting`.
    pub title: String,
    /// Who: a player, several who share it, or a team.
    pub winners: Vec<String>,
    /// What it rests on: `68 overall, of 4 players`.
    pub with: String,
    /// The same as a certificate says it: nobody frames that there was no one else.
    pub framed: String,
}

/// The prizes of an event, to read out.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PrizeSheet {
    /// Event, round and date.
    pub occasion: Occasion,
    /// The prizes, the most important first.
    pub prizes: Vec<PrizeLine>,
    /// What the judge had found and was let pass, a line each.
    pub let_pass: Vec<String>,
}

const COLUMNS: [Column<'_>; 3] =
    [Column::text("Prize", 1.1).strong(), Column::text("Winner", 2.4), Column::text("With", 1.5)];

impl Sheet for PrizeSheet {
    fn title(&self) -> String {
        self.occasion.title("Prizes")
    }

    fn pages(&self, paper: Paper) -> Result<Vec<Page>, SheetError> {
        // Everybody who shares a prize has a line.
        let lines = |prize: &PrizeLine| -> Vec<Vec<String>> {
            let mut lines: Vec<Vec<String>> =
                prize.winners.iter().map(|winner| vec![String::new(), winner.clone(), String::new()]).collect();
            if let Some(first) = lines.first_mut() {
                (first[0], first[2]) = (prize.title.clone(), prize.with.clone());
            }
            lines
        };
        let rows: Vec<Vec<String>> = self.prizes.iter().flat_map(lines).collect();
        let note = noted(None, &self.let_pass);
        let head = ListHead { occasion: &self.occasion, kind: "Prizes", note: note.as_deref(), mark: None };
        Ok(list(paper, &head, &COLUMNS, &rows))
    }
}

/// Certificates: a page for each prize, and for everybody who shares it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Certificates {
    /// Event and date.
    pub occasion: Occasion,
    /// The prizes.
    pub prizes: Vec<PrizeLine>,
}

impl Sheet for Certificates {
    fn title(&self) -> String {
        self.occasion.title("Certificates")
    }

    fn pages(&self, paper: Paper) -> Result<Vec<Page>, SheetError> {
        let pages = |prize: &PrizeLine| -> Vec<Page> {
            prize.winners.iter().map(|winner| self.page(paper, prize, winner)).collect()
        };
        Ok(self.prizes.iter().flat_map(pages).collect())
    }
}

impl Certificates {
    fn page(&self, paper: Paper, prize: &PrizeLine, winner: &str) -> Page {
        let mut page = Page::new(paper);
        let whole = paper.printable();
        page.frame(whole, 2.4, Ink::Accent);
        page.frame(whole.inset(8.0), FRAME, Ink::Accent);
        let mut rest = whole.inset(40.0);
        rest.cut_top(rest.height * 0.16);
        let event = self.occasion.event.as_deref().unwrap_or_default();
        page.text(rest.cut_top(34.0), Style::TITLE.sized(20.0), Align::Centre, event);
        rest.cut_top(70.0);
        page.text(rest.cut_top(44.0), Style::TITLE.sized(32.0).inked(Ink::Accent), Align::Centre, &prize.title);
        rest.cut_top(56.0);
        let size = if winner.chars().count() > 24 { 19.0 } else { 27.0 };
        page.lines(rest.cut_top(120.0), Style::TITLE.sized(size), Align::Centre, winner, 4);
        rest.cut_top(20.0);
        page.text(rest.cut_top(24.0), Style::BODY.sized(13.0).inked(Ink::Grey), Align::Centre, &prize.framed);
        let [left, right] = rest.cut_bottom(40.0).columns([1.0; 2]);
        match &self.occasion.date {
            Some(date) => page.text(left, Style::BODY.sized(12.0), Align::Centre, date),
            None => page.blank_line(left.inset_each(20.0, 0.0), "Date"),
        }
        page.blank_line(right.inset_each(20.0, 0.0), "Organiser");
        page
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_of_prizes_says_what_was_let_pass() {
        let let_pass = vec!["let pass by record 15: cut-differs (60:40 → 40:60)".to_owned()];
        let pages = PrizeSheet { let_pass, ..PrizeSheet::default() }.pages(Paper::A4).unwrap();
        let wanted = "let pass by record 15: cut-differs (60:40 -> 40:60)";
        assert!(pages[0].lines.iter().any(|line| line.text == wanted), "{:?}", pages[0].lines);
    }
}
