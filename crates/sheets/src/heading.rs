//! What stands above every sheet: the event, and what the sheet is.

use crate::area::Area;
use crate::ink::{Align, Ink, Style};
use crate::page::Page;

pub(crate) const HEIGHT: f32 = 40.0;

/// Where and when a sheet is used.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Occasion {
    /// Name of the event.
    pub event: Option<String>,
    /// The round of the event.
    pub round: Option<u32>,
    /// The table.
    pub table: Option<u32>,
    /// The date, as it shall be printed; nothing here reads a clock.
    pub date: Option<String>,
}

impl Occasion {
    /// Event, round and table before the name of a sheet.
    pub(crate) fn title(&self, sheet: &str) -> String {
        let round = self.round.map(|round| format!("round {round}"));
        let table = self.table.map(|table| format!("table {table}"));
        let parts: Vec<String> = self.event.iter().cloned().chain(round).chain(table).collect();
        if parts.is_empty() { sheet.to_owned() } else { format!("{}: {sheet}", parts.join(", ")) }
    }
}

/// Event and kind of sheet on the left, round, table and date on the right.
pub(crate) fn draw(page: &mut Page, area: Area, occasion: &Occasion, kind: &str) {
    let mut rest = area;
    rest.cut_bottom(5.0);
    for (label, value) in [
        ("Date", occasion.date.clone()),
        ("Table", occasion.table.map(|table| table.to_string())),
        ("Round", occasion.round.map(|round| round.to_string())),
    ] {
        let field = rest.cut_right(if label == "Date" { 84.0 } else { 50.0 });
        match (value.as_deref(), &occasion.event) {
            // Beside what is printed, a line to fill in has its caption where the others have theirs.
            (None, Some(_)) => draw_open_field(page, field, label),
            (value, _) => draw_field(page, field, label, value),
        }
    }
    let mut left = rest;
    left.width -= 10.0;
    page.text(left.cut_top(12.0), Style::LABEL.sized(8.5).inked(Ink::Accent).bold(), Align::Left, kind);
    match &occasion.event {
        Some(event) => page.text(left, Style::TITLE, Align::Left, event),
        None => page.blank_line(left, "Event"),
    }
}

/// The heading of a list, which has no table and no line to fill in: what is unknown is left out.
pub(crate) fn draw_list(page: &mut Page, area: Area, occasion: &Occasion, kind: &str) {
    let mut rest = area;
    rest.cut_bottom(5.0);
    let round = occasion.round.map(|round| round.to_string());
    for (label, value, width) in [("Date", occasion.date.clone(), 84.0), ("Round", round, 50.0)] {
        if value.is_some() {
            draw_field(page, rest.cut_right(width), label, value.as_deref());
        }
    }
    rest.width -= 10.0;
    page.text(rest.cut_top(12.0), Style::LABEL.sized(8.5).inked(Ink::Accent).bold(), Align::Left, "Adjutant");
    let title = occasion.event.as_ref().map_or(kind.to_owned(), |event| format!("{kind} · {event}"));
    page.text(rest, Style::TITLE, Align::Left, &title);
}

fn draw_field(page: &mut Page, area: Area, label: &str, value: Option<&str>) {
    let mut rest = area;
    rest.cut_left(6.0);
    match value {
        Some(value) => {
            page.text(rest.cut_top(12.0), Style::LABEL, Align::Right, label);
            page.text(rest, Style::STRONG.sized(13.0), Align::Right, value);
        }
        None => {
            rest.cut_top(12.0);
            page.blank_line(rest, label);
        }
    }
}

fn draw_open_field(page: &mut Page, area: Area, label: &str) {
    let mut rest = area;
    rest.cut_left(6.0);
    page.text(rest.cut_top(12.0), Style::LABEL, Align::Right, label);
    page.blank_line(rest, "");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paper::Paper;

    #[test]
    fn a_line_to_fill_in_has_its_caption_beside_the_others() {
        let mut page = Page::new(Paper::A4);
        let occasion = Occasion { event: Some("Autumn GT".to_owned()), round: Some(1), table: None, date: None };
        draw(&mut page, Paper::A4.printable().cut_top(HEIGHT), &occasion, "Mission card");
        let height = |label: &str| page.lines.iter().find(|line| line.text == label).map(|line| line.y);
        assert!(height("Round").is_some());
        assert_eq!((height("Table"), height("Date")), (height("Round"), height("Round")));
    }
}
