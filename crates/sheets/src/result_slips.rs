//! Slips on which players report a result: four to a page, to be cut apart.

use crate::area::Area;
use crate::document::Sheet;
use crate::error::SheetError;
use crate::heading::Occasion;
use crate::ink::{Align, HAIRLINE, Ink, Style};
use crate::page::{FRAME, Page};
use crate::paper::Paper;
use crate::scoring::Form;

/// How many slips or cards are on a page.
const A_PAGE: usize = 4;
const TOTAL: &str = "Total";

/// The slip of one table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ResultSlip {
    /// Its table.
    pub table: Option<u32>,
    /// Name of the mission.
    pub mission: Option<String>,
    /// The player who is named first.
    pub one: String,
    /// The other.
    pub two: String,
    /// Factions of both.
    pub factions: [Option<String>; 2],
    /// The result with what it rests on, where one is entered already.
    pub entered: Option<String>,
}

/// The slips of a round.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ResultSlips {
    /// Event, round and date.
    pub occasion: Occasion,
    /// What the cells for points are called, the total last: see [`ResultSlips::labels_of`].
    pub labels: Vec<String>,
    /// One a table.
    pub slips: Vec<ResultSlip>,
}

impl ResultSlips {
    /// The cells that the sheet of a pack asks for: its columns in short, what is added at the end, the total.
    pub fn labels_of(form: &Form) -> Vec<String> {
        let mut labels: Vec<String> = Vec::new();
        for column in &form.columns {
            let short = match column.label.rsplit_once(' ') {
                Some((kind, "Objective")) => kind.to_owned(),
                Some((kind, number)) if number.parse::<u32>().is_ok() => plural(kind),
                _ => column.label.clone(),
            };
            if labels.last() != Some(&short) {
                labels.push(short);
            }
        }
        labels.extend(form.extra.iter().map(|extra| extra.label.clone()));
        labels.push(TOTAL.into());
        labels
    }
}

fn plural(kind: &str) -> String {
    kind.strip_suffix('y').map_or_else(|| format!("{kind}s"), |stem| format!("{stem}ies"))
}

impl Sheet for ResultSlips {
    fn title(&self) -> String {
        self.occasion.title("Result slips")
    }

    fn pages(&self, paper: Paper) -> Result<Vec<Page>, SheetError> {
        Ok(four_to_a_page(paper, &self.slips, |page, area, slip| self.draw(page, area, slip)))
    }
}

/// Puts things into the quarters of as many pages as they need, with lines to cut along.
pub(crate) fn four_to_a_page<T>(paper: Paper, things: &[T], draw: impl Fn(&mut Page, Area, &T)) -> Vec<Page> {
    let page_of = |chunk: &[T]| {
        let mut page = Page::new(paper);
        for (quarter, thing) in quarters(paper.whole()).into_iter().zip(chunk) {
            draw(&mut page, quarter.inset(26.0), thing);
        }
        cutting_lines(&mut page, paper.whole());
        page
    };
    things.chunks(A_PAGE).map(page_of).collect()
}

fn quarters(whole: Area) -> [Area; A_PAGE] {
    let mut lower = whole;
    let upper = lower.cut_top(whole.height / 2.0);
    let ([a, b], [c, d]) = (upper.columns([1.0; 2]), lower.columns([1.0; 2]));
    [a, b, c, d]
}

fn cutting_lines(page: &mut Page, whole: Area) {
    let (middle_x, middle_y) = (whole.width / 2.0, whole.height / 2.0);
    page.dashed([middle_x, 0.0], [middle_x, whole.height], Ink::Grey);
    page.dashed([0.0, middle_y], [whole.width, middle_y], Ink::Grey);
}

/// The event over one line, what the card is for over the next.
pub(crate) fn draw_card_head(page: &mut Page, area: Area, occasion: &Occasion, kind: &str) {
    let mut rest = area;
    let event = occasion.event.as_deref().unwrap_or_default();
    page.text(rest.cut_top(13.0), Style::LABEL.sized(8.5).inked(Ink::Accent).bold(), Align::Left, kind);
    page.text(rest, Style::STRONG.sized(12.0), Align::Left, event);
}

impl ResultSlips {
    fn draw(&self, page: &mut Page, area: Area, slip: &ResultSlip) {
        let mut rest = area;
        draw_card_head(page, rest.cut_top(34.0), &self.occasion, "Result slip");
        let facts = rest.cut_top(34.0);
        page.rule_above(facts, FRAME, Ink::Accent);
        page.rule_below(facts, FRAME, Ink::Accent);
        let [round, table, mission] = facts.columns([0.5, 0.5, 1.8]);
        let number = |value: Option<u32>| value.map_or(String::new(), |value| value.to_string());
        draw_fact(page, round, "Round", &number(self.occasion.round));
        draw_fact(page, table, "Table", &number(slip.table));
        draw_fact(page, mission, "Mission", slip.mission.as_deref().unwrap_or_default());
        rest.cut_top(8.0);
        for (name, faction) in [&slip.one, &slip.two].into_iter().zip(&slip.factions) {
            draw_player(page, rest.cut_top(78.0), name, faction.as_deref(), &self.labels);
            rest.cut_top(6.0);
        }
        match &slip.entered {
            Some(entered) => page.text(rest.cut_top(20.0), Style::STRONG, Align::Left, &format!("Entered: {entered}")),
            None => draw_ends(page, &mut rest),
        }
        let [left, right] = rest.cut_bottom(30.0).columns([1.0; 2]);
        page.blank_line(left.inset_each(3.0, 0.0), "Signature");
        page.blank_line(right.inset_each(3.0, 0.0), "Signature");
    }
}

fn draw_fact(page: &mut Page, area: Area, label: &str, value: &str) {
    let mut rest = area.inset_each(6.0, 4.0);
    page.text(rest.cut_top(9.0), Style::LABEL, Align::Left, label);
    let (large, small) = (Style::STRONG.sized(13.0), Style::STRONG.sized(7.5));
    // The end of a long mission says which of its layouts is played.
    match large.width(value) <= rest.width {
        true => page.text(rest, large, Align::Left, value),
        false => page.lines(rest, small, Align::Left, value, 2),
    }
}

/// What is ticked: who has won, who conceded, who was not there, and whether both ended it.
fn draw_ends(page: &mut Page, rest: &mut Area) {
    for (label, choices) in [
        ("Winner", ["upper", "draw", "lower"].as_slice()),
        ("Conceded", &["upper", "lower", "both agreed"]),
        ("No-show", &["upper", "lower"]),
    ] {
        let mut row = rest.cut_top(17.0);
        page.text(row.cut_left(54.0), Style::STRONG, Align::Left, label);
        for choice in choices {
            let mut cell = row.cut_left(if choice.len() > 6 { 78.0 } else { 54.0 });
            let square = cell.cut_left(9.0);
            let square = Area { y: square.y + (square.height - 9.0) / 2.0, height: 9.0, ..square };
            page.frame(square, HAIRLINE, Ink::Black);
            cell.cut_left(4.0);
            page.text(cell, Style::BODY, Align::Left, choice);
        }
    }
}

/// A player's name and faction over the cells for their points.
fn draw_player(page: &mut Page, area: Area, name: &str, faction: Option<&str>, labels: &[String]) {
    let mut rest = area;
    let mut head = rest.cut_top(22.0);
    if let Some(faction) = faction {
        let right = head.cut_right(head.width * 0.36);
        page.cell(right, Style::LABEL.sized(8.0), Align::Right, faction);
    }
    page.cell(head, Style::STRONG.sized(11.0), Align::Left, name);
    let shares: Vec<f32> = labels.iter().map(|label| if label == TOTAL { 1.2 } else { 1.0 }).collect();
    for (index, (cell, label)) in rest.columns_of(&shares).into_iter().zip(labels).enumerate() {
        if label == TOTAL {
            page.fill(cell, Ink::Tint);
        }
        if index > 0 {
            page.rule_left(cell, HAIRLINE, Ink::Black);
        }
        let top = Area { height: 12.0, ..cell };
        page.cell(top, Style::LABEL, Align::Left, label);
    }
    page.rule_above(rest, HAIRLINE, Ink::Black);
    page.frame(area, FRAME, Ink::Black);
}
