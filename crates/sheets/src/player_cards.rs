//! A card for each player's pocket: who they are, whom they met, what came of it.

use crate::area::Area;
use crate::document::Sheet;
use crate::error::SheetError;
use crate::heading::Occasion;
use crate::ink::{Align, HAIRLINE, Ink, Style};
use crate::page::{FRAME, Page};
use crate::paper::Paper;
use crate::result_slips::{draw_card_head, four_to_a_page};

/// A round on a card; what is not known yet is left to be written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CardRound {
    /// The table.
    pub table: Option<u32>,
    /// Name of the opponent.
    pub opponent: Option<String>,
    /// Points for and against.
    pub result: Option<[u32; 2]>,
    /// What the result rests on, in a word, or that somebody did not turn up.
    pub basis: Option<String>,
}

/// One player's card.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayerCard {
    /// Name of the player.
    pub name: String,
    /// Id in the event, to look them up.
    pub id: Option<String>,
    /// Club or team.
    pub club: Option<String>,
    /// Faction of the army.
    pub faction: Option<String>,
    /// The rounds of the event, in order; at most [`ROUNDS_MAX`] are printed.
    pub rounds: Vec<CardRound>,
}

/// More rounds than this do not fit a card.
pub const ROUNDS_MAX: usize = 10;

/// The cards of an event.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlayerCards {
    /// The event.
    pub occasion: Occasion,
    /// One a player.
    pub cards: Vec<PlayerCard>,
}

const COLUMNS: [f32; 4] = [0.38, 0.48, 1.5, 1.44];
const HEADS: [(&str, Align); 4] =
    [("Rd", Align::Right), ("Table", Align::Right), ("Opponent", Align::Left), ("VP", Align::Right)];

impl Sheet for PlayerCards {
    fn title(&self) -> String {
        self.occasion.title("Player cards")
    }

    fn pages(&self, paper: Paper) -> Result<Vec<Page>, SheetError> {
        Ok(four_to_a_page(paper, &self.cards, |page, area, card| self.draw(page, area, card)))
    }
}

impl PlayerCards {
    fn draw(&self, page: &mut Page, area: Area, card: &PlayerCard) {
        let mut rest = area;
        draw_card_head(page, rest.cut_top(34.0), &self.occasion, "Player card");
        let mut band = rest.cut_top(44.0);
        page.rule_above(band, FRAME, Ink::Accent);
        page.rule_below(band, FRAME, Ink::Accent);
        band = band.inset_each(0.0, 4.0);
        let parts: Vec<&str> =
            [&card.faction, &card.club, &card.id].into_iter().flatten().map(String::as_str).collect();
        let below = band.cut_bottom(13.0);
        page.text(below, Style::LABEL.sized(8.5), Align::Left, &parts.join(" · "));
        page.text(band, Style::HEADLINE.sized(14.0).inked(Ink::Black), Align::Left, &card.name);
        rest.cut_top(8.0);
        draw_rounds(page, rest, &card.rounds);
    }
}

fn draw_rounds(page: &mut Page, area: Area, rounds: &[CardRound]) {
    let shown = rounds.len().min(ROUNDS_MAX);
    let mut rest = Area { height: (shown + 1) as f32 * (area.height / (ROUNDS_MAX + 1) as f32), ..area };
    let whole = rest;
    let mut rows = whole.rows(shown + 1);
    if let Some(head) = rows.next() {
        page.fill(head, Ink::Tint);
        for (cell, (name, align)) in head.columns(COLUMNS).into_iter().zip(HEADS) {
            page.cell(cell, Style::LABEL, align, name);
        }
        rest.cut_top(head.height);
    }
    for (index, (row, round)) in rows.zip(rounds).enumerate() {
        page.rule_above(row, HAIRLINE, Ink::Black);
        let points = round.result.map(|[own, other]| format!("{own} – {other}"));
        let result: Vec<String> = points.into_iter().chain(round.basis.clone()).collect();
        let result = Some(result.join(" ")).filter(|result| !result.is_empty());
        let table = round.table.map(|table| table.to_string());
        let texts = [Some((index + 1).to_string()), table, round.opponent.clone(), result];
        for (cell, (text, (_, align))) in row.columns(COLUMNS).into_iter().zip(texts.into_iter().zip(HEADS)) {
            page.cell(cell, Style::BODY, align, text.as_deref().unwrap_or_default());
        }
    }
    for column in whole.columns(COLUMNS).into_iter().skip(1) {
        page.rule_left(column, HAIRLINE, Ink::Black);
    }
    page.frame(whole, FRAME, Ink::Black);
}
