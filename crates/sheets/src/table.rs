//! Lists that run over as many pages as they need, each with the heading and the names of the columns.

use crate::area::Area;
use crate::code::Code;
use crate::heading::{self, Occasion};
use crate::ink::{Align, HAIRLINE, Ink, Style};
use crate::page::{CELL_PADDING, FRAME, Page, Shape};
use crate::paper::Paper;
use crate::text::printable;

const ROW: f32 = 18.5;
const HEAD: f32 = 18.0;
const FOOT: f32 = 16.0;
/// Height of a code at the foot of a page, and the room above it.
const MARK: f32 = 54.0;
/// Between a code and its lines, and between two parts side by side.
const GAP: f32 = 8.0;

/// A column of a list.
#[derive(Clone, Copy)]
pub(crate) struct Column<'a> {
    pub head: &'a str,
    /// Share of the width.
    pub share: f32,
    pub align: Align,
    pub strong: bool,
}

impl<'a> Column<'a> {
    pub const fn text(head: &'a str, share: f32) -> Column<'a> {
        Column { head, share, align: Align::Left, strong: false }
    }

    pub const fn number(head: &'a str, share: f32) -> Column<'a> {
        Column { head, share, align: Align::Right, strong: false }
    }

    pub const fn strong(self) -> Column<'a> {
        Column { strong: true, ..self }
    }
}

/// What a list says above its rows.
pub(crate) struct ListHead<'a> {
    pub occasion: &'a Occasion,
    pub kind: &'a str,
    /// Lines below the heading.
    pub note: Option<&'a str>,
    /// A code with lines beside it, at the foot of every page.
    pub mark: Option<&'a Mark>,
}

/// A code with lines beside it.
pub(crate) struct Mark {
    pub code: Code,
    pub lines: Vec<String>,
}

/// The columns with shares by what they hold: numbers take what they need, texts divide the rest so that long ones are cut
/// only where they would take more than is left.
pub(crate) fn fitted<'a>(paper: Paper, columns: Vec<Column<'a>>, rows: &[Vec<String>]) -> Vec<Column<'a>> {
    let style = |column: &Column<'_>| if column.strong { Style::STRONG } else { Style::BODY };
    let wanted = |(at, column): (usize, &Column<'_>)| {
        let cells = rows.iter().filter_map(|row| row.get(at)).map(|cell| style(column).width(&printable(cell)));
        cells.fold(Style::HEAD.width(column.head), f32::max) + 2.0 * CELL_PADDING + 1.0
    };
    let wanted: Vec<f32> = columns.iter().enumerate().map(wanted).collect();
    let mut room = paper.printable().width;
    // Narrow columns first: what they do not need goes to the wide ones.
    let mut order: Vec<usize> = (0..columns.len()).collect();
    order.sort_by(|one, two| wanted[*one].total_cmp(&wanted[*two]));
    let mut given = vec![0.0; columns.len()];
    for (number, at) in order.iter().enumerate() {
        let left = (columns.len() - number) as f32;
        given[*at] = wanted[*at].min(room / left);
        room -= given[*at];
    }
    // What nobody needs goes to the texts.
    let texts = columns.iter().filter(|column| column.align == Align::Left).count().max(1) as f32;
    let more = |column: &Column<'_>| if column.align == Align::Left { room.max(0.0) / texts } else { 0.0 };
    columns.iter().zip(given).map(|(column, given)| Column { share: given + more(column), ..*column }).collect()
}

/// Lays out a list; without rows it is one page that says so.
pub(crate) fn list(paper: Paper, head: &ListHead<'_>, columns: &[Column<'_>], rows: &[Vec<String>]) -> Vec<Page> {
    list_across(paper, head, columns, rows, 1)
}

/// The same with this many parts of the list side by side on a page.
pub(crate) fn list_across(
    paper: Paper,
    head: &ListHead<'_>,
    columns: &[Column<'_>],
    rows: &[Vec<String>],
    across: usize,
) -> Vec<Page> {
    let room = rows_area(paper, head).height - HEAD;
    let across = across.max(1);
    let leading = leading(room, rows.len().div_ceil(across));
    let part = (room / leading + ROUNDING) as usize;
    let a_page = part * across;
    let chunks: Vec<&[Vec<String>]> = if rows.is_empty() { vec![&[]] } else { rows.chunks(a_page).collect() };
    let count = chunks.len();
    let page = |(number, chunk): (usize, &[Vec<String>])| {
        let parts: Vec<&[Vec<String>]> = if across > 1 { chunk.chunks(part).collect() } else { vec![chunk] };
        list_page(paper, head, columns, &parts, (number + 1, count), (across, leading))
    };
    chunks.into_iter().enumerate().map(page).collect()
}

/// A page holds up to so many rows, closer together where they would not fit.
const ROWS_MAX: f32 = 45.0;
/// What is lost where a height is divided.
const ROUNDING: f32 = 0.01;

/// From one row to the next: as usual where all rows fit a page, otherwise so that [`ROWS_MAX`] do.
fn leading(room: f32, rows: usize) -> f32 {
    if rows as f32 * ROW <= room { ROW } else { (room / ROWS_MAX).min(ROW) }
}

fn rows_area(paper: Paper, head: &ListHead<'_>) -> Area {
    let mut rest = paper.printable();
    rest.cut_top(heading::HEIGHT + 8.0 + ROW * head.note.map_or(0, |note| note.lines().count()) as f32);
    rest.cut_bottom(FOOT + if head.mark.is_some() { MARK + GAP } else { 0.0 });
    rest
}

fn list_page(
    paper: Paper,
    head: &ListHead<'_>,
    columns: &[Column<'_>],
    parts: &[&[Vec<String>]],
    (number, count): (usize, usize),
    (across, leading): (usize, f32),
) -> Page {
    let mut page = Page::new(paper);
    let mut whole = paper.printable();
    heading::draw_list(&mut page, whole.cut_top(heading::HEIGHT), head.occasion, head.kind);
    let foot = whole.cut_bottom(FOOT);
    page.text(foot, Style::LABEL, Align::Right, &format!("page {number} of {count}"));
    if let Some(mark) = head.mark {
        let mut strip = whole.cut_bottom(MARK);
        let square = strip.cut_left(MARK);
        page.shapes.push(Shape::Code { area: square, code: mark.code.clone() });
        strip.cut_left(GAP);
        for line in &mark.lines {
            page.text(strip.cut_top(12.0), Style::LABEL, Align::Left, line);
        }
    }
    for line in head.note.into_iter().flat_map(str::lines) {
        page.text(whole.cut_top(ROW), Style::BODY.inked(Ink::Grey), Align::Left, line);
    }
    let names: Vec<&str> = columns.iter().map(|column| column.head).collect();
    for (part, area) in parts.iter().zip(rows_area(paper, head).columns_of(&vec![1.0; across])) {
        let gap = if across > 1 { GAP } else { 0.0 };
        let mut rest = Area { width: area.width - gap, ..area };
        let bar = rest.cut_top(HEAD);
        page.rule_below(bar, FRAME, Ink::Accent);
        draw_cells(&mut page, bar, columns, &names, |_| Style::HEAD.inked(Ink::Accent));
        draw_rows(&mut page, &mut rest, columns, part, leading);
        page.rule_above(rest, HAIRLINE, Ink::Black);
    }
    if parts.iter().all(|part| part.is_empty()) {
        let mut rest = rows_area(paper, head);
        rest.cut_top(HEAD);
        page.cell(rest.cut_top(ROW), Style::BODY.inked(Ink::Grey), Align::Left, "None.");
    }
    page
}

fn draw_rows(page: &mut Page, rest: &mut Area, columns: &[Column<'_>], rows: &[Vec<String>], leading: f32) {
    for (index, row) in rows.iter().enumerate() {
        let area = rest.cut_top(leading);
        if index % 2 == 1 {
            page.fill(area, Ink::Tint);
        }
        let cells: Vec<&str> = row.iter().map(String::as_str).collect();
        draw_cells(page, area, columns, &cells, |column| if column.strong { Style::STRONG } else { Style::BODY });
    }
}

fn draw_cells(
    page: &mut Page,
    row: Area,
    columns: &[Column<'_>],
    cells: &[&str],
    style: impl Fn(&Column<'_>) -> Style,
) {
    let unit = row.width / columns.iter().map(|column| column.share).sum::<f32>();
    let mut rest = row;
    for (column, cell) in columns.iter().zip(cells) {
        page.cell(rest.cut_left(unit * column.share), style(column), column.align, cell);
    }
}
