//! A figure of a season: the question, the answer in words, the picture, its definition, and the same as a table.

use super::draw::{Key, Picture, keys};
use super::frame::table;
use crate::map::escaped;

/// A figure.
pub(super) struct Shown {
    /// What it is called as a file and as a place on its page.
    pub id: &'static str,
    /// What it answers.
    pub question: &'static str,
    /// The answer.
    pub answer: String,
    /// What its marks stand for, in markup.
    pub keys: Vec<(Key, String)>,
    /// The picture; nothing where too little is known to draw one.
    pub picture: Option<Picture>,
    /// How its numbers are counted.
    pub definition: String,
    /// The same as a table.
    pub twin: Twin,
}

/// A table of plain texts.
#[derive(Default)]
pub(super) struct Twin {
    pub caption: String,
    pub heads: Vec<String>,
    /// The rows; those that are `pale` are not compared.
    pub rows: Vec<TwinRow>,
}

/// A row of such a table.
pub(super) struct TwinRow {
    pub pale: bool,
    pub cells: Vec<String>,
}

impl Twin {
    pub fn new(caption: &str, heads: &[&str]) -> Twin {
        Twin {
            caption: caption.to_owned(),
            heads: heads.iter().map(|head| (*head).to_owned()).collect(),
            rows: Vec::new(),
        }
    }

    pub fn row(&mut self, pale: bool, cells: impl Into<Vec<String>>) {
        self.rows.push(TwinRow { pale, cells: cells.into() });
    }

    /// The table.
    pub fn html(&self) -> String {
        let heads: Vec<&str> = self.heads.iter().map(String::as_str).collect();
        let cells = |row: &TwinRow| (row.pale, row.cells.iter().map(|cell| escaped(cell)).collect());
        table(&self.caption, &heads, &self.rows.iter().map(cells).collect::<Vec<_>>())
    }
}

impl Shown {
    /// The figure in a page; `counted` says from what it is counted, `alone` where the picture stands alone, if it does.
    pub fn html(&self, counted: &str, alone: Option<&str>) -> String {
        let Shown { id, question, answer, definition, .. } = self;
        let keys = keys(&self.keys);
        let (question, answer, definition) = (escaped(question), escaped(answer), escaped(definition));
        let picture = self.picture.as_ref().map(|picture| format!("{keys}{}\n", picture.inline())).unwrap_or_default();
        let link = alone.filter(|_| self.picture.is_some()).map_or_else(String::new, |path| {
            format!("<p><a class=\"tapline\" href=\"{path}\">The picture alone<span class=\"vh\">: {question}</span></a></p>")
        });
        let twin = self.twin.html();
        // Without a picture the table is all that there is.
        let twin = match (self.twin.rows.is_empty(), self.picture.is_some()) {
            (true, _) => String::new(),
            (_, true) => format!("<details><summary>The same as a table</summary>{twin}</details>"),
            (_, false) => twin,
        };
        format!(
            "<figure class=\"sheet\" aria-labelledby=\"{id}-h\"><h2 id=\"{id}-h\">{question}</h2><p class=\"say\">{answer}</p>\n\
             {picture}<figcaption><p class=\"def\">{counted}{definition}</p>{twin}{link}</figcaption></figure>\n"
        )
    }
}

/// Ten-thousandths as percent.
pub(super) fn pct(parts: i64) -> f64 {
    parts as f64 / 100.0
}

/// Ten-thousandths as whole percent.
pub(super) fn whole(parts: i64) -> i64 {
    (parts + 50).div_euclid(100)
}

/// A number with its sign.
pub(super) fn signed(number: i64) -> String {
    match number {
        0 => "0".to_owned(),
        1.. => format!("+{number}"),
        _ => format!("−{}", number.unsigned_abs()),
    }
}

/// Half wins as wins: `12½`.
pub(super) fn wins(halves: u64) -> String {
    match (halves / 2, halves % 2) {
        (0, 1) => "½".to_owned(),
        (whole, 1) => format!("{whole}½"),
        (whole, _) => whole.to_string(),
    }
}

/// An id of a pack as words: `Raise the banners high`.
pub(super) fn words_of(id: &str) -> String {
    let words = id.replace('-', " ");
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
