//! What a report says, in pieces that every form of it draws.

use adjutant_engine::side::Player;

/// What a report says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// What it is of: a battle that is over, or one that goes on.
    pub when: String,
    /// The players and their points.
    pub title: String,
    /// Mission, size, date.
    pub below: String,
    /// Who won and how, in two sentences or three.
    pub lead: Vec<Words>,
    /// The players in its drawings, the one who stands first before the other.
    pub sides: [Side; 2],
    /// Its parts, in order.
    pub parts: Vec<Part>,
    /// Where it comes from, and what to type for more.
    pub foot: Vec<String>,
}

/// A player in a drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// The mark, for pages whose letters have it.
    pub mark: &'static str,
    /// What the player is called.
    pub name: String,
}

/// A part of a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its heading.
    pub title: String,
    /// What stands beside the heading.
    pub aside: String,
    /// What it holds, in order.
    pub blocks: Vec<Block>,
}

/// A piece of a part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// A paragraph.
    Lines(Words),
    /// Lines with a mark or a number before each.
    List(Vec<(String, Words)>),
    /// Rows and columns.
    Table(Table),
    /// Numbers above and below a line, one after the other.
    Bars(Vec<Bar>),
    /// Points of both players in every row of the sheet.
    Points(Vec<Points>),
}

/// Rows and columns; the first columns are words, the others numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// What it is called where it is not seen.
    pub caption: String,
    /// How many columns are words.
    pub words: usize,
    /// Heads of the columns.
    pub heads: Vec<String>,
    /// The rows; the last ones of a group stand apart where they are `strong`.
    pub rows: Vec<Row>,
}

/// A row of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Its cells.
    pub cells: Vec<Words>,
    /// Whether it sums up the rows before it.
    pub strong: bool,
}

/// A bar of a chart: a turn and the lead after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bar {
    /// The battle round.
    pub round: u32,
    /// Whose turn it was.
    pub player: Player,
    /// The lead, as the reader sees it.
    pub lead: i32,
}

/// Points of both players in a row of the sheet: primary, secondary, beside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Points {
    /// Head of the row.
    pub label: String,
    /// Those of the player who stands first, and of the other.
    pub sides: [[i32; 3]; 2],
}

/// A sentence, with the records that it leads to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words(pub Vec<Piece>);

/// A piece of a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Words.
    Text(String),
    /// A number of a record.
    Record(u64),
}

impl Words {
    /// The sentence without its links.
    pub fn plain(&self) -> String {
        let piece = |piece: &Piece| match piece {
            Piece::Text(text) => text.clone(),
            Piece::Record(seq) => seq.to_string(),
        };
        self.0.iter().map(piece).collect()
    }

    /// Its records.
    pub fn records(&self) -> impl Iterator<Item = u64> {
        self.0.iter().filter_map(|piece| match piece {
            Piece::Record(seq) => Some(*seq),
            Piece::Text(_) => None,
        })
    }

    pub(super) fn and(mut self, text: impl Into<String>) -> Words {
        self.0.push(Piece::Text(text.into()));
        self
    }

    /// `record 5`, `records 5, 7 and 9`.
    pub(super) fn of_records(mut self, records: &[u64]) -> Words {
        self = self.and(if records.len() == 1 { "record " } else { "records " });
        for (at, seq) in records.iter().enumerate() {
            if at > 0 {
                self = self.and(if at + 1 == records.len() { " and " } else { ", " });
            }
            self.0.push(Piece::Record(*seq));
        }
        self
    }
}

impl Side {
    /// The mark and the name.
    pub fn heading(&self) -> String {
        format!("{} {}", self.mark, self.name)
    }
}

impl Part {
    /// Whether it says something that people show to others.
    pub(super) fn is_for_chats(&self) -> bool {
        self.blocks.len() > 1
    }
}

impl<T: Into<String>> From<T> for Words {
    fn from(text: T) -> Words {
        Words(vec![Piece::Text(text.into())])
    }
}

impl Page {
    /// Every sentence of the page.
    pub(super) fn sentences(&self) -> impl Iterator<Item = &Words> {
        let blocks = self.parts.iter().flat_map(|part| &part.blocks).flat_map(|block| -> Vec<&Words> {
            match block {
                Block::Lines(words) => vec![words],
                Block::List(lines) => lines.iter().map(|(_, words)| words).collect(),
                Block::Table(table) => table.rows.iter().flat_map(|row| &row.cells).collect(),
                Block::Bars(_) | Block::Points(_) => Vec::new(),
            }
        });
        self.lead.iter().chain(blocks)
    }
}
