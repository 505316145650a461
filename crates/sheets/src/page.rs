//! A page: shapes below, text above, everything placed by [`Area`].

use crate::area::Area;
use crate::code::Code;
use crate::ink::{Align, HAIRLINE, Ink, Style};
use crate::paper::Paper;
use crate::seal::Seal;
use crate::text::{NO_FONT, fit, printable, wrap};

/// Thickness of a frame, in points.
pub(crate) const FRAME: f32 = 1.2;
pub(crate) const CELL_PADDING: f32 = 5.0;

/// Something drawn below the text.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Shape {
    Fill { area: Area, ink: Ink },
    Stroke { area: Area, width: f32, ink: Ink },
    Line { from: [f32; 2], to: [f32; 2], width: f32, ink: Ink, dashed: bool },
    Polygon { points: Vec<[f32; 2]>, fill: Option<Ink>, stroke: Option<Ink>, dashed: bool },
    Code { area: Area, code: Code },
}

/// A line of text; `y` is its baseline.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Line {
    pub x: f32,
    pub y: f32,
    pub style: Style,
    pub text: String,
}

/// One page, laid out.
#[derive(Clone, Debug, PartialEq)]
pub struct Page {
    pub(crate) paper: Paper,
    pub(crate) shapes: Vec<Shape>,
    pub(crate) lines: Vec<Line>,
    pub(crate) seal: Option<Seal>,
    /// The texts of the codes that carry a battle.
    pub(crate) carried: Vec<String>,
}

impl Page {
    pub(crate) fn new(paper: Paper) -> Page {
        Page { paper, shapes: Vec::with_capacity(96), lines: Vec::with_capacity(128), seal: None, carried: Vec::new() }
    }

    pub(crate) fn fill(&mut self, area: Area, ink: Ink) {
        self.shapes.push(Shape::Fill { area, ink });
    }

    pub(crate) fn frame(&mut self, area: Area, width: f32, ink: Ink) {
        self.shapes.push(Shape::Stroke { area, width, ink });
    }

    pub(crate) fn line(&mut self, from: [f32; 2], to: [f32; 2], width: f32, ink: Ink) {
        self.shapes.push(Shape::Line { from, to, width, ink, dashed: false });
    }

    pub(crate) fn dashed(&mut self, from: [f32; 2], to: [f32; 2], ink: Ink) {
        self.shapes.push(Shape::Line { from, to, width: HAIRLINE, ink, dashed: true });
    }

    /// A line along the upper edge of an area.
    pub(crate) fn rule_above(&mut self, area: Area, width: f32, ink: Ink) {
        self.line([area.x, area.y], [area.right(), area.y], width, ink);
    }

    /// A line along the lower edge of an area.
    pub(crate) fn rule_below(&mut self, area: Area, width: f32, ink: Ink) {
        self.line([area.x, area.bottom()], [area.right(), area.bottom()], width, ink);
    }

    /// A line along the left edge of an area.
    pub(crate) fn rule_left(&mut self, area: Area, width: f32, ink: Ink) {
        self.line([area.x, area.y], [area.x, area.bottom()], width, ink);
    }

    /// One line in the middle of the area's height, with an ellipsis where it does not fit; padded as in a cell.
    pub(crate) fn cell(&mut self, area: Area, style: Style, align: Align, text: &str) {
        self.text(area.inset_each(CELL_PADDING, 0.0), style, align, text);
    }

    /// One line in the middle of the area's height, with an ellipsis where it does not fit.
    pub(crate) fn text(&mut self, area: Area, style: Style, align: Align, text: &str) {
        let text = fit(text, style, area.width);
        self.place(area, style, align, text.into_owned());
    }

    /// At most `count` lines, in the middle of the area's height.
    pub(crate) fn lines(&mut self, area: Area, style: Style, align: Align, text: &str, count: usize) {
        let lines = wrap(text, style, area.width, count);
        let height = style.leading() * lines.len() as f32;
        let block = area.inset_each(0.0, (area.height - height) / 2.0);
        for (row, line) in block.rows(lines.len().max(1)).zip(lines) {
            self.place(row, style, align, line);
        }
    }

    /// A small label in the upper left corner, the value below it, with an ellipsis where it does not fit.
    pub(crate) fn field(&mut self, area: Area, label: &str, value: &str, style: Style) {
        let mut rest = area.inset_each(CELL_PADDING, 2.0);
        let top = rest.cut_top(Style::LABEL.leading());
        self.text(top, Style::LABEL, Align::Left, label);
        self.text(rest, style, Align::Left, value);
    }

    /// Words to choose from, side by side; once the choice is made all others are struck out.
    pub(crate) fn choice(&mut self, area: Area, style: Style, options: &[&str], chosen: Option<usize>) {
        let mut rest = area;
        for (index, option) in options.iter().enumerate() {
            if index > 0 {
                let slash = rest.cut_left(style.width(" / "));
                self.text(slash, style.inked(Ink::Grey), Align::Centre, "/");
            }
            let (style, struck) = match chosen {
                None => (style, false),
                Some(chosen) if chosen == index => (style.bold(), false),
                Some(_) => (style.inked(Ink::Grey), true),
            };
            let width = style.width(&printable(option)).min(rest.width.max(0.0));
            let word = rest.cut_left(width + 0.5);
            self.text(word, style, Align::Left, option);
            if struck {
                let middle = word.y + word.height / 2.0;
                self.line([word.x - 1.0, middle], [word.x + width + 1.0, middle], 0.8, Ink::Grey);
            }
        }
    }

    /// A line to write on, with its label below.
    pub(crate) fn blank_line(&mut self, area: Area, label: &str) {
        let mut rest = area;
        let below = rest.cut_bottom(Style::LABEL.leading() + 1.0);
        self.rule_below(rest, HAIRLINE, Ink::Black);
        self.text(below, Style::LABEL, Align::Left, label);
    }

    /// Says in the lower margin what [`NO_FONT`] means, where it stands on the page.
    pub(crate) fn explain_ids(&mut self) {
        if self.lines.iter().any(|line| line.text.contains(NO_FONT)) {
            let mut sheet = self.paper.whole();
            let margin = sheet.cut_bottom(sheet.bottom() - self.paper.printable().bottom());
            let words = format!("{NO_FONT} no font here has all letters of this player; the id says who it is");
            self.text(margin, Style::LABEL, Align::Centre, &words);
        }
    }

    fn place(&mut self, area: Area, style: Style, align: Align, text: String) {
        if text.is_empty() {
            return;
        }
        let slack = area.width - style.width(&text);
        let x = match align {
            Align::Left => area.x,
            Align::Centre => area.x + slack / 2.0,
            Align::Right => area.x + slack,
        };
        let y = area.y + area.height / 2.0 + style.size * HALF_CAPITAL;
        self.lines.push(Line { x, y, style, text });
    }
}

/// Half the height of a capital letter, per point of size: what a line must sink to look centred.
const HALF_CAPITAL: f32 = 0.357;
