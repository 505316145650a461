//! Maps made of characters, for terminals.

use adjutant_engine::rules::{Marker, Mission, Piece};
use adjutant_engine::side::MapSide;

use super::paper::{Spot, covers, lies_in, name_and_height, spot};

/// Columns of the narrowest map.
const NARROWEST: usize = 30;
/// Columns of the widest map.
const WIDEST: usize = 240;

/// A board as a grid of characters; a character is twice as high as wide.
pub(super) struct Grid {
    cells: Vec<Vec<char>>,
    width: i64,
    height: i64,
}

impl Grid {
    /// The ground of a mission on a number of columns, its frame among them.
    pub(super) fn of(mission: &Mission, columns: usize) -> Grid {
        let size = spot(mission.board);
        let columns = columns.clamp(NARROWEST, WIDEST) as i64 - 2;
        let rows = (columns * size.y + size.x) / (2 * size.x);
        let mut grid = Grid { cells: Vec::new(), width: size.x, height: size.y };
        for row in 0..rows {
            let y = size.y - (2 * row + 1) * size.y / (2 * rows);
            let at = |column: i64| Spot { x: (2 * column + 1) * size.x / (2 * columns), y };
            grid.cells.push((0..columns).map(|column| ground(mission, at(column), row + column)).collect());
        }
        grid.quarters();
        grid
    }

    /// Shades the ground of pieces of terrain and names each in its middle.
    pub(super) fn terrain<'a>(&mut self, pieces: impl Iterator<Item = &'a Piece>) {
        let (rows, columns) = (self.cells.len() as i64, self.cells[0].len() as i64);
        for piece in pieces {
            for (row, line) in (0..).zip(&mut self.cells) {
                for (column, cell) in (0..).zip(line) {
                    let y = self.height - (2 * row + 1) * self.height / (2 * rows);
                    let x = (2 * column + 1) * self.width / (2 * columns);
                    if lies_in(&piece.footprint, Spot { x, y }) {
                        *cell = '░';
                    }
                }
            }
            let [x, y] = piece.bounds().map(|[low, high]| i64::from(low + high) / 2);
            self.word(Spot { x, y }, 0, piece.id.as_str());
        }
    }

    fn quarters(&mut self) {
        let (rows, columns) = (self.cells.len(), self.cells[0].len());
        let (row, column) = (rows / 2, columns / 2);
        for index in (0..columns).step_by(2) {
            self.cells[row][index] = '·';
        }
        for line in &mut self.cells {
            line[column] = '·';
        }
        self.cells[row][column] = '+';
    }

    fn cell(&self, at: Spot) -> (usize, usize) {
        let (rows, columns) = (self.cells.len() as i64, self.cells[0].len() as i64);
        let row = ((self.height - at.y) * rows / self.height).clamp(0, rows - 1);
        let column = (at.x * columns / self.width).clamp(0, columns - 1);
        (usize::try_from(row).unwrap_or(0), usize::try_from(column).unwrap_or(0))
    }

    /// A word with its middle at a place, a number of rows above it, moved inwards at the frame.
    pub(super) fn word(&mut self, at: Spot, above: usize, word: &str) {
        let (row, column) = self.cell(at);
        let length = word.chars().count();
        let first = column.saturating_sub(length / 2).min(self.cells[0].len().saturating_sub(length));
        let line = &mut self.cells[row.saturating_sub(above)];
        for (cell, character) in line.iter_mut().skip(first).zip(word.chars()) {
            *cell = character;
        }
    }

    /// The grid in its frame.
    pub(super) fn framed(&self) -> String {
        let bar: String = "─".repeat(self.cells[0].len());
        let mut out = format!("┌{bar}┐\n");
        for line in &self.cells {
            out.push('│');
            out.extend(line);
            out.push_str("│\n");
        }
        out.push_str(&format!("└{bar}┘\n"));
        out
    }
}

fn ground(mission: &Mission, at: Spot, step: i64) -> char {
    let shown = step % 2 == 0;
    match (covers(&mission.zones.a, at), covers(&mission.zones.b, at)) {
        (true, _) if shown => '/',
        (_, true) if shown => '\\',
        _ => ' ',
    }
}

/// What a mission is, in a line.
pub(super) fn heading(mission: &Mission) -> String {
    let size = mission.size.title();
    let primaries: Vec<String> = mission.primary_objectives().map(|id| id.as_str().replace('-', " ")).collect();
    let primary = primaries.join(" or ");
    format!("{size} · {}″ × {}″ · primary: {primary}", mission.board[0], mission.board[1])
}

/// What stands on a marker of the text map.
pub(super) fn marker_word(marker: &Marker) -> String {
    match &marker.label {
        Some(label) => format!("[{} {label}]", marker.id),
        None => format!("[{}]", marker.id),
    }
}

/// Where a marker lies, in words.
pub(super) fn marker_line(marker: &Marker, at: [adjutant_engine::numbers::Inches; 2]) -> String {
    let letter = |side: MapSide| match side {
        MapSide::A => "A",
        MapSide::B => "B",
    };
    let mut words = format!("  {:<7} at {}″, {}″", marker_word(marker), at[0], at[1]);
    if let Some(side) = marker.zone {
        words += &format!(", in zone {}", letter(side));
    }
    for side in marker.territory.each() {
        words += &format!(", in territory {}", letter(side));
    }
    if marker.central {
        words += ", in the centre";
    }
    words
}

/// What the characters mean.
pub(super) fn key(terrain: bool) -> String {
    let terrain = if terrain { "   ░ terrain" } else { "" };
    format!("  / zone A   \\ zone B   · quarter lines   + centre{terrain}")
}

/// Where a piece of terrain stands, in words: `t1 ruins 5″ from 7″, 10″ to 13″, 14″`.
pub(crate) fn piece_line(piece: &Piece) -> String {
    let [[left, right], [low, high]] = piece.bounds().map(|ends| ends.map(|end| f64::from(end) / 1_000.0));
    format!("{} from {left}″, {low}″ to {right}″, {high}″", name_and_height(piece))
}

/// The same of each piece, a line each.
pub(super) fn terrain_lines<'a>(pieces: impl Iterator<Item = &'a Piece>) -> String {
    pieces.map(|piece| format!("  {}\n", piece_line(piece))).collect()
}
