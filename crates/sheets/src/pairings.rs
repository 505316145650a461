//! Who meets whom at which table, for the wall: by table or by name; and the tables that still play.

use crate::document::Sheet;
use crate::error::SheetError;
use crate::heading::Occasion;
use crate::page::Page;
use crate::paper::Paper;
use crate::table::{Column, ListHead, list, list_across};
use crate::text::sort_key;

/// Two players at a table, or one with a bye.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// Number of the table; a bye has none.
    pub table: Option<u32>,
    /// The player who is named first.
    pub one: String,
    /// The other; `None` for a bye.
    pub two: Option<String>,
    /// Name of the mission.
    pub mission: Option<String>,
}

/// How pairings are sorted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PairingsOrder {
    /// A row a table.
    ByTable,
    /// A row a player, so that everybody finds themselves.
    ByName,
    /// The same in two columns, without missions.
    ByNameInTwo,
}

/// The pairings of a round.
#[derive(Clone, Debug, PartialEq)]
pub struct PairingsList {
    /// Event, round and date.
    pub occasion: Occasion,
    /// In any order.
    pub pairings: Vec<Pairing>,
    /// How they are printed.
    pub order: PairingsOrder,
}

const BYE: &str = "bye";

const BY_TABLE: [Column<'_>; 4] = [
    Column::number("Table", 0.5).strong(),
    Column::text("Player", 2.0),
    Column::text("Player", 2.0),
    Column::text("Mission", 1.3),
];
const BY_NAME: [Column<'_>; 4] = [
    Column::text("Player", 2.0).strong(),
    Column::number("Table", 0.5).strong(),
    Column::text("Opponent", 2.0),
    Column::text("Mission", 1.3),
];
/// In two columns there is less room, and the number of the table is what people look for.
const BY_NAME_NARROW: [Column<'_>; 3] =
    [Column::text("Player", 2.0).strong(), Column::number("Table", 0.8).strong(), Column::text("Opponent", 2.0)];

impl Sheet for PairingsList {
    fn title(&self) -> String {
        self.occasion.title("Pairings")
    }

    fn pages(&self, paper: Paper) -> Result<Vec<Page>, SheetError> {
        let (kind, columns, rows) = match self.order {
            PairingsOrder::ByNameInTwo => {
                let head = ListHead { occasion: &self.occasion, kind: "Pairings by name", note: None, mark: None };
                return Ok(list_across(paper, &head, &BY_NAME_NARROW, &self.rows_by_name(), 2));
            }
            PairingsOrder::ByTable => ("Pairings by table", &BY_TABLE, self.rows_by_table()),
            PairingsOrder::ByName => ("Pairings by name", &BY_NAME, self.rows_by_name()),
        };
        let head = ListHead { occasion: &self.occasion, kind, note: None, mark: None };
        Ok(list(paper, &head, columns, &rows))
    }
}

impl PairingsList {
    pub(crate) fn rows_by_table(&self) -> Vec<Vec<String>> {
        let mut pairings: Vec<&Pairing> = self.pairings.iter().collect();
        pairings.sort_by_key(|pairing| pairing.table.unwrap_or(u32::MAX));
        let row =
            |p: &Pairing| vec![table_text(p), p.one.clone(), other_text(p), p.mission.clone().unwrap_or_default()];
        pairings.into_iter().map(row).collect()
    }

    pub(crate) fn rows_by_name(&self) -> Vec<Vec<String>> {
        let mut rows = Vec::with_capacity(2 * self.pairings.len());
        for pairing in &self.pairings {
            let mission = pairing.mission.clone().unwrap_or_default();
            rows.push(vec![pairing.one.clone(), table_text(pairing), other_text(pairing), mission.clone()]);
            if let Some(two) = &pairing.two {
                rows.push(vec![two.clone(), table_text(pairing), pairing.one.clone(), mission]);
            }
        }
        rows.sort_by_cached_key(|row| (sort_key(&row[0]), row[0].clone(), row[1].clone()));
        rows
    }
}

fn table_text(pairing: &Pairing) -> String {
    pairing.table.map_or("–".to_owned(), |table| table.to_string())
}

fn other_text(pairing: &Pairing) -> String {
    pairing.two.clone().unwrap_or_else(|| BYE.to_owned())
}

/// The tables that have not handed in a result, to be called out.
#[derive(Clone, Debug, PartialEq)]
pub struct OpenTables {
    /// Event, round and date.
    pub occasion: Occasion,
    /// The tables that still play.
    pub tables: Vec<OpenTable>,
}

/// A table that still plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenTable {
    /// Its number.
    pub table: u32,
    /// One player.
    pub one: String,
    /// The other.
    pub two: String,
    /// How far they are, such as `round 4`.
    pub progress: Option<String>,
}

const OPEN: [Column<'_>; 5] = [
    Column::number("Table", 0.5).strong(),
    Column::text("Player", 2.0),
    Column::text("Player", 2.0),
    Column::text("Last heard of", 1.0),
    Column::text("Called", 0.7),
];

impl Sheet for OpenTables {
    fn title(&self) -> String {
        self.occasion.title("Tables still open")
    }

    fn pages(&self, paper: Paper) -> Result<Vec<Page>, SheetError> {
        let mut tables: Vec<&OpenTable> = self.tables.iter().collect();
        tables.sort_by_key(|open| open.table);
        let row = |open: &OpenTable| {
            let progress = open.progress.clone().unwrap_or_default();
            vec![open.table.to_string(), open.one.clone(), open.two.clone(), progress, String::new()]
        };
        let rows: Vec<Vec<String>> = tables.into_iter().map(row).collect();
        let note = format!("{} without a result", plural(rows.len(), "table"));
        let head = ListHead { occasion: &self.occasion, kind: "Tables still open", note: Some(&note), mark: None };
        Ok(list(paper, &head, &OPEN, &rows))
    }
}

fn plural(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}
