//! The report after a battle as a page: what it says in words, in one order, for paper, browsers, terminals and chats.
//!
//! | to get | call |
//! |---|---|
//! | what the page says | [`page`] |
//! | 80 columns of text | [`text`] |
//! | what a chat draws | [`markdown`] |
//! | one file for a browser, or what stands inside another page | [`html`], [`fragment`] |
//! | one picture | [`picture`] |

mod charts;
mod markdown;
mod page;
mod picture;
mod text;
mod web;
mod words;

use adjutant_engine::side::Player;

pub use markdown::markdown;
pub use page::page;
pub use picture::picture;
pub use text::text;
pub use web::{fragment, html};

/// What a report says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// Its title: the players and their points.
    pub title: String,
    /// Mission, size, date.
    pub below: String,
    /// Who won and how, in two sentences or three.
    pub lead: Vec<Words>,
    /// What the players are called in its drawings, the one who stands first before the other.
    names: [String; 2],
    /// Its parts, in order.
    pub parts: Vec<Part>,
    /// Where it comes from, and what to type for more.
    pub foot: Vec<String>,
    /// What each record that is named says, in order.
    pub records: Vec<(u64, String)>,
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

    fn and(mut self, text: impl Into<String>) -> Words {
        self.0.push(Piece::Text(text.into()));
        self
    }

    /// `record 5`, `records 5, 7 and 9`.
    fn of_records(mut self, records: &[u64]) -> Words {
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

impl Block {
    fn sentences_mut(&mut self) -> impl Iterator<Item = &mut Piece> {
        let words: Vec<&mut Words> = match self {
            Block::Lines(words) => vec![words],
            Block::List(lines) => lines.iter_mut().map(|(_, words)| words).collect(),
            Block::Table(table) => table.rows.iter_mut().flat_map(|row| &mut row.cells).collect(),
            Block::Bars(_) | Block::Points(_) => Vec::new(),
        };
        words.into_iter().flat_map(|words| &mut words.0)
    }
}

impl Part {
    /// Whether it says something that people show to others.
    fn is_for_chats(&self) -> bool {
        self.blocks.len() > 1
    }
}

impl<T: Into<String>> From<T> for Words {
    fn from(text: T) -> Words {
        Words(vec![Piece::Text(text.into())])
    }
}

impl Page {
    /// What the players are called in drawings, the one who stands first before the other.
    pub fn names(&self) -> [String; 2] {
        self.names.clone()
    }

    /// The same with signs that every typeface of ours has.
    #[must_use]
    pub fn for_paper(&self) -> Page {
        let plain = |text: &str| text.replace(['●', '◆'], "").replace('−', "–").replace(" → ", " to ");
        let mut page = self.clone();
        page.names = page.names.map(|name| plain(&name).trim().to_owned());
        for piece in page.parts.iter_mut().flat_map(|part| &mut part.blocks).flat_map(Block::sentences_mut) {
            if let Piece::Text(text) = piece {
                *text = plain(text);
            }
        }
        page
    }

    /// Every sentence of the page.
    fn sentences(&self) -> impl Iterator<Item = &Words> {
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
