//! A bracket from the first round to the final, on paper and as a picture.

use crate::area::Area;
use crate::document::Sheet;
use crate::error::SheetError;
use crate::heading::{self, Occasion};
use crate::ink::{Align, HAIRLINE, Ink, Style};
use crate::page::Page;
use crate::paper::Paper;
use crate::text::escaped;

/// One side of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BracketSide {
    /// Place among the seeds.
    pub seed: Option<usize>,
    /// Who; `bye`, or `winner of SF1` while nobody knows.
    pub name: String,
    /// Points, once the result is in.
    pub points: Option<i64>,
    /// Whether this side goes on.
    pub won: bool,
}

/// A game of a bracket.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BracketBox {
    /// Short name, such as `SF1`, and the table behind it where it is paired.
    pub label: String,
    /// Both sides.
    pub sides: [BracketSide; 2],
}

/// A round of a bracket.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BracketColumn {
    /// Its name.
    pub name: String,
    /// Its games, in the order of the bracket.
    pub games: Vec<BracketBox>,
    /// The game for third place, which stands below the final.
    pub third: Option<BracketBox>,
}

/// A whole bracket.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BracketSheet {
    /// Event, round and date.
    pub occasion: Occasion,
    /// The rounds, the first one first.
    pub columns: Vec<BracketColumn>,
    /// Who won it.
    pub champion: Option<String>,
    /// Whether a player is out only after two losses; the way on then stands in the games, not in lines between them.
    pub double: bool,
}

/// Columns on a page; more go on over the next one.
const ACROSS: usize = 5;
const LABEL_HEIGHT: f32 = 8.0;
const GAP: f32 = 5.0;
const ROW_MAX: f32 = 15.0;
/// Width and height of a game in the picture, and the room between two of them.
const PICTURE: [u32; 4] = [230, 62, 40, 20];

impl Sheet for BracketSheet {
    fn title(&self) -> String {
        self.occasion.title("Bracket")
    }

    fn pages(&self, paper: Paper) -> Result<Vec<Page>, SheetError> {
        let chunks: Vec<&[BracketColumn]> =
            if self.columns.is_empty() { vec![&[]] } else { self.columns.chunks(ACROSS).collect() };
        Ok(chunks.into_iter().map(|columns| self.page(paper, columns)).collect())
    }
}

impl BracketSheet {
    fn page(&self, paper: Paper, columns: &[BracketColumn]) -> Page {
        let mut page = Page::new(paper);
        let mut rest = paper.printable();
        heading::draw_list(&mut page, rest.cut_top(heading::HEIGHT), &self.occasion, "Bracket");
        if let Some(champion) = &self.champion {
            page.text(rest.cut_top(22.0), Style::STRONG.sized(12.0), Align::Left, &format!("Champion: {champion}"));
        }
        rest.cut_top(6.0);
        let heads = rest.cut_top(20.0).columns_of(&vec![1.0; columns.len().max(1)]);
        let bodies = rest.columns_of(&vec![1.0; columns.len().max(1)]);
        for (index, column) in columns.iter().enumerate() {
            let width = heads[index].width - GAP;
            let head = Area { width, ..heads[index] };
            page.fill(head, Ink::Accent);
            page.cell(head, Style::HEAD, Align::Left, &column.name);
            let body = Area { width, ..bodies[index] };
            for (area, game) in body.rows(column.games.len().max(1)).zip(&column.games) {
                draw_game(&mut page, area, game);
            }
            if let (Some(third), Some(area)) = (&column.third, body.rows(4).last()) {
                draw_game(&mut page, area, third);
            }
            if let (Some(next), true) = (columns.get(index + 1), !self.double && halves(columns, index)) {
                join(&mut page, body, bodies[index + 1], next.games.len());
            }
        }
        page
    }

    /// The bracket as a picture in SVG, which needs nothing else.
    ///
    /// ```
    /// use adjutant_sheets::{BracketBox, BracketColumn, BracketSheet};
    /// let column = BracketColumn { name: "final".into(), games: vec![BracketBox::default()], third: None };
    /// let sheet = BracketSheet { columns: vec![column], ..BracketSheet::default() };
    /// assert!(sheet.to_svg().starts_with("<svg "));
    /// ```
    pub fn to_svg(&self) -> String {
        let [width, height, between, gap] = PICTURE;
        let most = self.columns.iter().map(|column| column.games.len()).max().unwrap_or(1).max(1) as u32;
        let (top, whole) = (70, most * (height + gap));
        let middle = |at: usize, count: usize| top + whole * (2 * at as u32 + 1) / (2 * count.max(1) as u32);
        // Third place stands below the final, which is in the middle.
        let third = middle(0, 1) + height / 2 + gap / 2;
        let all = if self.columns.iter().any(|column| column.third.is_some()) { third + height } else { 0 };
        let (across, down) = (self.columns.len().max(1) as u32 * (width + between), all.max(top + whole) + 10);
        let event = self.occasion.event.as_deref().unwrap_or("Bracket");
        let champion = self.champion.as_ref().map_or_else(String::new, |name| format!(" · Champion: {name}"));
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {across} {down}\" width=\"{across}\" \
             height=\"{down}\" font-family=\"Noto Sans, system-ui, sans-serif\" font-size=\"14\">\n\
             <rect width=\"{across}\" height=\"{down}\" fill=\"#fff\"/>\n\
             <text x=\"10\" y=\"26\" font-size=\"20\" font-weight=\"bold\">{}</text>\n",
            escaped(&format!("{event}{champion}"))
        );
        for (index, column) in self.columns.iter().enumerate() {
            let x = 10 + index as u32 * (width + between);
            svg += &format!(
                "<text x=\"{x}\" y=\"56\" fill=\"#0f4a6b\" font-weight=\"bold\">{}</text>\n",
                escaped(&column.name)
            );
            for (at, game) in column.games.iter().enumerate() {
                let y = middle(at, column.games.len()) - height / 2;
                svg += &picture_of(game, [x, y]);
            }
            if let Some(game) = &column.third {
                svg += &picture_of(game, [x, third]);
            }
            if let (Some(next), true) = (self.columns.get(index + 1), !self.double && halves(&self.columns, index)) {
                for at in 0..next.games.len() {
                    let to = middle(at, next.games.len()) + 6;
                    for child in [2 * at, 2 * at + 1] {
                        let from = middle(child, column.games.len()) + 6;
                        let (out, turn, back) = (x + width, x + width + between / 2, x + width + between);
                        svg += &format!(
                            "<path d=\"M{out} {from}H{turn}V{to}H{back}\" fill=\"none\" stroke=\"#9aa0a6\"/>\n"
                        );
                    }
                }
            }
        }
        svg + "</svg>\n"
    }
}

/// Whether every two games of a column lead to one of the next.
fn halves(columns: &[BracketColumn], index: usize) -> bool {
    columns.get(index + 1).is_some_and(|next| columns[index].games.len() == 2 * next.games.len())
}

fn picture_of(game: &BracketBox, [x, y]: [u32; 2]) -> String {
    let [width, ..] = PICTURE;
    let mut svg =
        format!("<text x=\"{x}\" y=\"{}\" font-size=\"11\" fill=\"#5f6368\">{}</text>\n", y + 10, escaped(&game.label));
    for (row, side) in game.sides.iter().enumerate() {
        let top = y + 14 + row as u32 * 24;
        let (fill, weight) = if side.won { ("#e8eff5", "bold") } else { ("#fff", "normal") };
        let seed = side.seed.map_or_else(String::new, |seed| format!("{seed} "));
        let points = side.points.map(|points| points.to_string()).unwrap_or_default();
        let name = cut_short(&format!("{seed}{}", side.name), if side.points.is_some() { 23 } else { 28 });
        svg += &format!(
            "<rect x=\"{x}\" y=\"{top}\" width=\"{width}\" height=\"24\" fill=\"{fill}\" stroke=\"#9aa0a6\"/>\n\
             <text x=\"{}\" y=\"{}\" font-weight=\"{weight}\">{}</text>\n\
             <text x=\"{}\" y=\"{}\" font-weight=\"{weight}\" text-anchor=\"end\">{points}</text>\n",
            x + 6,
            top + 17,
            escaped(&name),
            x + width - 6,
            top + 17,
        );
    }
    svg
}

/// The beginning of a text, at most this many letters.
fn cut_short(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let kept: String = text.chars().take(most - 1).collect();
    format!("{}…", kept.trim_end_matches([' ', '(', '-', ',']))
}

fn draw_game(page: &mut Page, area: Area, game: &BracketBox) {
    let row = ((area.height - LABEL_HEIGHT - GAP) / 2.0).min(ROW_MAX);
    let mut rest = area.inset_each(0.0, (area.height - LABEL_HEIGHT - 2.0 * row).max(0.0) / 2.0);
    page.text(rest.cut_top(LABEL_HEIGHT), Style::LABEL.sized(6.0), Align::Left, &game.label);
    let size = (row * 0.6).min(8.5);
    for side in &game.sides {
        let mut cell = rest.cut_top(row);
        if side.won {
            page.fill(cell, Ink::Tint);
        }
        page.frame(cell, HAIRLINE, Ink::Silver);
        let style = if side.won { Style::STRONG } else { Style::BODY }.sized(size);
        let points = side.points.map(|points| points.to_string()).unwrap_or_default();
        page.cell(cell.cut_right(26.0), style, Align::Right, &points);
        let seed = side.seed.map_or_else(String::new, |seed| format!("{seed} "));
        page.cell(cell, style, Align::Left, &format!("{seed}{}", side.name));
    }
}

/// Lines from every two games of a column to the game of the next that they lead to.
fn join(page: &mut Page, from: Area, to: Area, games: usize) {
    let children: Vec<Area> = from.rows(2 * games).collect();
    let middle = |area: &Area| area.y + area.height / 2.0 + LABEL_HEIGHT / 2.0;
    for (at, target) in to.rows(games).enumerate() {
        let turn = from.right() + GAP / 2.0;
        for child in &children[2 * at..2 * at + 2] {
            page.line([from.right(), middle(child)], [turn, middle(child)], HAIRLINE, Ink::Silver);
            page.line([turn, middle(child)], [turn, middle(&target)], HAIRLINE, Ink::Silver);
        }
        page.line([turn, middle(&target)], [to.x, middle(&target)], HAIRLINE, Ink::Silver);
    }
}
