//! The report after a battle on paper: one page where it fits, further ones where it does not.

use adjutant_present::report::{Bar, Block, Page as Report, Part, Points, Side, Table, Words};

use crate::area::Area;
use crate::document::Sheet;
use crate::error::SheetError;
use crate::ink::{Align, HAIRLINE, Ink, Style};
use crate::page::Page;
use crate::paper::Paper;
use crate::text::wrap;

const BODY: Style = Style::BODY.sized(8.5);
const SOFT: Style = BODY.inked(Ink::Grey);
const HEADING: Style = Style::STRONG.sized(10.5).inked(Ink::Accent);
/// Height of the two charts.
const POINTS: f32 = 74.0;
const LEAD: f32 = 78.0;
const ROW: f32 = 11.0;
/// Most lines of one sentence.
const LINES_MAX: usize = 4;

/// The report of a battle.
#[derive(Clone, Debug)]
pub struct ReportSheet {
    report: Report,
}

impl ReportSheet {
    /// A sheet of what a report says.
    pub fn new(report: &Report) -> ReportSheet {
        ReportSheet { report: report.clone() }
    }
}

impl Sheet for ReportSheet {
    fn title(&self) -> String {
        self.report.title.clone()
    }

    fn pages(&self, paper: Paper) -> Result<Vec<Page>, SheetError> {
        let mut flow = Flow { paper, pages: Vec::new(), page: Page::new(paper), rest: paper.printable() };
        flow.line(Style::TITLE, &format!("{}: {}", self.report.when, self.report.title));
        flow.line(SOFT, &self.report.below);
        for words in &self.report.lead {
            flow.sentence("", 0.0, &words.plain());
        }
        for part in &self.report.parts {
            flow.part(part, &self.report.sides);
        }
        flow.rest.cut_top(6.0);
        for line in &self.report.foot {
            flow.line(Style::LABEL, line);
        }
        flow.pages.push(flow.page);
        Ok(flow.pages)
    }
}

/// A report on its way over the pages.
struct Flow {
    paper: Paper,
    pages: Vec<Page>,
    page: Page,
    rest: Area,
}

impl Flow {
    /// The next area of this height, on a new page where this one is full.
    fn next(&mut self, height: f32) -> Area {
        if self.rest.height < height {
            self.pages.push(std::mem::replace(&mut self.page, Page::new(self.paper)));
            self.rest = self.paper.printable();
        }
        self.rest.cut_top(height)
    }

    fn line(&mut self, style: Style, text: &str) {
        let area = self.next(style.leading());
        self.page.text(area, style, Align::Left, text);
    }

    /// A sentence of as many lines as it needs, with a mark before it in a column of `room`.
    fn sentence(&mut self, mark: &str, room: f32, text: &str) {
        for (at, line) in wrap(text, BODY, self.rest.width - room, LINES_MAX).into_iter().enumerate() {
            let mut area = self.next(BODY.leading());
            let head = area.cut_left(room);
            if at == 0 && !mark.is_empty() {
                self.page.text(head, BODY.bold(), Align::Left, mark);
            }
            self.page.text(area, BODY, Align::Left, &line);
        }
    }

    fn part(&mut self, part: &Part, sides: &[Side; 2]) {
        self.rest.cut_top(7.0);
        let area = self.next(HEADING.leading() + 2.0 * ROW);
        self.rest = Area { y: self.rest.y - 2.0 * ROW, height: self.rest.height + 2.0 * ROW, ..self.rest };
        let area = Area { height: HEADING.leading(), ..area };
        self.page.text(area, HEADING, Align::Left, &part.title);
        self.page.text(area, SOFT, Align::Right, &part.aside);
        for block in &part.blocks {
            match block {
                Block::Lines(words) => self.sentence("", 0.0, &words.plain()),
                Block::List(lines) => {
                    let wide = lines.iter().map(|(mark, _)| BODY.bold().width(mark)).fold(0.0, f32::max);
                    let room = if wide > 0.0 { wide + 6.0 } else { 0.0 };
                    lines.iter().for_each(|(mark, words)| self.sentence(mark, room, &words.plain()));
                }
                Block::Table(table) => self.table(table),
                Block::Points(points) => {
                    let area = self.next(POINTS);
                    draw_points(&mut self.page, area, points, sides);
                }
                Block::Bars(bars) => {
                    let area = self.next(LEAD);
                    draw_lead(&mut self.page, area, bars);
                }
            }
        }
    }

    fn table(&mut self, table: &Table) {
        let columns = table.heads.len();
        let rows: Vec<Vec<String>> =
            table.rows.iter().map(|row| row.cells.iter().map(Words::plain).collect()).collect();
        let wide = |at: usize| {
            let cells = rows.iter().filter_map(|row| row.get(at)).chain([&table.heads[at]]);
            cells.map(|cell| BODY.bold().width(cell)).fold(0.0, f32::max) + 10.0
        };
        let mut widths: Vec<f32> = (0..columns).map(wide).collect();
        let over = widths.iter().sum::<f32>() - self.rest.width;
        if let Some(widest) =
            (0..table.words).max_by(|one, two| widths[*one].total_cmp(&widths[*two])).filter(|_| over > 0.0)
        {
            widths[widest] = (widths[widest] - over).max(40.0);
        }
        let draw = |flow: &mut Flow, cells: &[String], style: Style| {
            let mut area = flow.next(ROW);
            for (at, cell) in cells.iter().enumerate() {
                let own = area.cut_left(widths.get(at).copied().unwrap_or(40.0));
                let align = if at < table.words { Align::Left } else { Align::Right };
                flow.page.text(own.inset_each(2.0, 0.0), style, align, cell);
            }
            area
        };
        draw(self, &table.heads, SOFT);
        for (cells, row) in rows.iter().zip(&table.rows) {
            draw(self, cells, if row.strong { BODY.bold() } else { BODY });
        }
    }
}

/// Points of both players in every row, beside each other on one scale.
fn draw_points(page: &mut Page, area: Area, points: &[Points], sides: &[Side; 2]) {
    let sum = |points: &[i32; 3]| points.iter().map(|vp| (*vp).max(0)).sum::<i32>();
    let most = points.iter().flat_map(|row| &row.sides).map(sum).max().unwrap_or(1).max(1);
    for (side, mut half) in area.columns([1.0, 1.0]).into_iter().enumerate() {
        page.text(half.cut_top(11.0), BODY.bold(), Align::Left, &sides[side].name);
        let labels = half.cut_bottom(10.0);
        half.cut_top(8.0);
        let [_, fits] = labels.columns([0.0, 1.0]);
        for (at, (label, column)) in fits
            .columns_of(&vec![1.0; points.len()])
            .into_iter()
            .zip(half.columns_of(&vec![1.0; points.len()]))
            .enumerate()
        {
            page.text(label, Style::LABEL, Align::Centre, &points[at].label);
            let mut bar = column.inset_each((column.width - 22.0).max(4.0) / 2.0, 0.0);
            for (kind, vp) in points[at].sides[side].into_iter().enumerate().filter(|(_, vp)| *vp > 0) {
                let piece = bar.cut_bottom(vp as f32 * column.height / most as f32);
                match kind {
                    0 => page.fill(piece, Ink::Accent),
                    1 => page.fill(piece, Ink::Silver),
                    _ => page.frame(piece.inset(0.5), 1.0, Ink::Accent),
                }
            }
            let all = sum(&points[at].sides[side]);
            if all > 0 {
                let above = Area { y: bar.bottom() - 9.0, height: 9.0, x: column.x, width: column.width };
                page.text(above, Style::LABEL.inked(Ink::Black), Align::Centre, &all.to_string());
            }
        }
        page.rule_above(Area { width: labels.width - 14.0, ..labels }, HAIRLINE, Ink::Grey);
    }
}

/// The lead after each turn in which points came.
fn draw_lead(page: &mut Page, area: Area, bars: &[Bar]) {
    let up = bars.iter().map(|bar| bar.lead).max().unwrap_or(0).max(0) as f32;
    let down = -bars.iter().map(|bar| bar.lead).min().unwrap_or(0).min(0) as f32;
    let mut area = area;
    let labels = area.cut_bottom(10.0);
    let reach = area.height - 22.0;
    let all = (up + down).max(1.0);
    let middle = area.y + 11.0 + up * reach / all;
    let shares = vec![1.0; bars.len().max(1)];
    for ((bar, column), label) in bars.iter().zip(area.columns_of(&shares)).zip(labels.columns_of(&shares)) {
        let height = (bar.lead.abs() as f32 * reach / all).max(0.5);
        let wide = (column.width - 4.0).clamp(2.0, 30.0);
        let (x, up) = (column.x + (column.width - wide) / 2.0, bar.lead >= 0);
        let y = if up { middle - height } else { middle };
        page.fill(Area { x, y, width: wide, height }, if up { Ink::Accent } else { Ink::Silver });
        let number = Area { y: if up { y - 9.0 } else { y + height }, height: 9.0, x: column.x, width: column.width };
        let text = if bar.lead > 0 { format!("+{}", bar.lead) } else { bar.lead.to_string().replace('-', "–") };
        page.text(number, Style::LABEL.inked(Ink::Black), Align::Centre, &text);
        page.text(label, Style::LABEL, Align::Centre, &format!("R{}", bar.round));
    }
    page.line([area.x, middle], [area.right(), middle], HAIRLINE, Ink::Grey);
}
