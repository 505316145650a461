//! Who meets whom at which table, for the wall: by table or by name; and the tables that still play.

use crate::document::Sheet;
use crate::error::SheetError;
use crate::heading::Occasion;
use crate::page::Page;
use crate::paper::Paper;
use crate::table::{Column, ListHead, fitted, list, list_across};
use crate::text::sort_key;

/// Two players at a table, or one with a bye.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pairing {
    /// Number of the table; a bye has none.
    pub table: Option<u32>,
    /// The hall that the table stands in, where there are several.
    pub hall: Option<String>,
    /// The player who is named first.
    pub one: String,
    /// The other; `None` for a bye.
    pub two: Option<String>,
    /// Name of the mission.
    pub mission: Option<String>,
    /// Wins, draws and losses of both before the round, such as `3–0–1`.
    pub records: [Option<String>; 2],
    /// Factions of both.
    pub factions: [Option<String>; 2],
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

impl PairingsList {
    /// A list for each hall, in the order of their first tables; byes stand in the last one. One list where the tables name
    /// no hall.
    pub fn by_hall(self) -> Vec<PairingsList> {
        let mut lists: Vec<PairingsList> = Vec::new();
        let (byes, games): (Vec<_>, Vec<_>) = self.pairings.into_iter().partition(|pairing| pairing.table.is_none());
        for game in games {
            match lists.iter_mut().find(|list| list.pairings.iter().any(|known| known.hall == game.hall)) {
                Some(list) => list.pairings.push(game),
                None => lists.push(PairingsList { pairings: vec![game], occasion: self.occasion.clone(), ..self }),
            }
        }
        match lists.last_mut() {
            Some(last) => last.pairings.extend(byes),
            None => lists.push(PairingsList { pairings: byes, occasion: self.occasion, ..self }),
        }
        lists
    }

    /// What the list is, with the hall where all of its tables stand in one.
    fn kind(&self, kind: &str) -> String {
        let halls: Vec<_> = self.pairings.iter().filter(|game| game.table.is_some()).map(|game| &game.hall).collect();
        match halls.as_slice() {
            [Some(hall), ..] if halls.iter().all(|other| other.as_ref() == Some(hall)) => format!("{kind}, {hall}"),
            _ => kind.to_owned(),
        }
    }
}

const BYE: &str = "bye";

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
            PairingsOrder::ByTable => ("Pairings by table", self.columns_by_table(), self.full_rows_by_table()),
            PairingsOrder::ByName => ("Pairings by name", self.columns_by_name(), self.full_rows_by_name()),
        };
        let kind = self.kind(kind);
        let head = ListHead { occasion: &self.occasion, kind: &kind, note: None, mark: None };
        let columns = fitted(paper, columns, &rows);
        Ok(list(paper, &head, &columns, &rows))
    }
}

/// A game from one player's side: table, name, record and faction of both, mission.
type Sided<'a> = (&'a Pairing, [usize; 2]);

impl PairingsList {
    fn has_halls(&self) -> bool {
        self.has(|pairing| pairing.hall.is_some())
    }

    fn has(&self, any: impl Fn(&Pairing) -> bool) -> bool {
        self.pairings.iter().any(any)
    }

    /// What is known beside names: factions, records, missions.
    fn known(&self) -> [bool; 3] {
        [
            self.has(|pairing| pairing.factions.iter().any(Option::is_some)),
            self.has(|pairing| pairing.records.iter().any(Option::is_some)),
            self.has(|pairing| pairing.mission.is_some()),
        ]
    }

    /// A player with faction and record.
    fn side(&self, head: &'static str) -> Vec<Column<'static>> {
        let [factions, records, _] = self.known();
        let mut columns = vec![Column::text(head, 2.0)];
        columns.extend(factions.then_some(Column::text("Faction", 1.0)));
        columns.extend(records.then_some(Column::number("W–D–L", 0.5)));
        columns
    }

    fn columns_by_table(&self) -> Vec<Column<'static>> {
        let mut columns = vec![Column::number("Table", 0.5).strong()];
        columns.extend(self.side("Player"));
        columns.extend(self.side("Player"));
        columns.extend(self.known()[2].then_some(Column::text("Mission", 1.3)));
        columns
    }

    fn columns_by_name(&self) -> Vec<Column<'static>> {
        let mut columns = vec![Column::text("Player", 2.0).strong(), Column::number("Table", 0.5).strong()];
        columns.extend(self.has_halls().then_some(Column::text("Hall", 0.8)));
        columns.extend(self.side("Opponent"));
        columns.extend(self.known()[2].then_some(Column::text("Mission", 1.3)));
        columns
    }

    fn cells_of(&self, (pairing, [side, _]): Sided<'_>) -> Vec<String> {
        let [factions, records, _] = self.known();
        let name = if side == 0 { pairing.one.clone() } else { other_text(pairing) };
        let mut cells = vec![name];
        cells.extend(factions.then(|| pairing.factions[side].clone().unwrap_or_default()));
        cells.extend(records.then(|| pairing.records[side].clone().unwrap_or_default()));
        cells
    }

    fn mission_of(&self, pairing: &Pairing) -> Option<String> {
        self.known()[2].then(|| pairing.mission.clone().unwrap_or_default())
    }

    fn by_table(&self) -> Vec<&Pairing> {
        let mut pairings: Vec<&Pairing> = self.pairings.iter().collect();
        pairings.sort_by_key(|pairing| pairing.table.unwrap_or(u32::MAX));
        pairings
    }

    /// Both sides of every game, in the order of the names.
    fn by_name(&self) -> Vec<Sided<'_>> {
        let both = |pairing| [(pairing, [0, 1]), (pairing, [1, 0])];
        let sides = self.pairings.iter().flat_map(both);
        let mut sides: Vec<Sided<'_>> =
            sides.filter(|(pairing, [own, _])| *own == 0 || pairing.two.is_some()).collect();
        let name = |(pairing, [own, _]): &Sided<'_>| if *own == 0 { pairing.one.clone() } else { other_text(pairing) };
        sides.sort_by_cached_key(|side| (sort_key(&name(side)), name(side), table_text(side.0)));
        sides
    }

    fn full_rows_by_table(&self) -> Vec<Vec<String>> {
        let row = |pairing: &Pairing| {
            let mut cells = vec![table_text(pairing)];
            cells.extend(self.cells_of((pairing, [0, 1])));
            cells.extend(self.cells_of((pairing, [1, 0])));
            cells.extend(self.mission_of(pairing));
            cells
        };
        self.by_table().into_iter().map(row).collect()
    }

    fn full_rows_by_name(&self) -> Vec<Vec<String>> {
        let row = |(pairing, [own, other]): Sided<'_>| {
            let name = if own == 0 { pairing.one.clone() } else { other_text(pairing) };
            let mut cells = vec![name, table_text(pairing)];
            cells.extend(self.has_halls().then(|| pairing.hall.clone().unwrap_or_default()));
            cells.extend(self.cells_of((pairing, [other, own])));
            cells.extend(self.mission_of(pairing));
            cells
        };
        self.by_name().into_iter().map(row).collect()
    }

    pub(crate) fn rows_by_table(&self) -> Vec<Vec<String>> {
        let row = |pairing: &Pairing| vec![table_text(pairing), pairing.one.clone(), other_text(pairing)];
        self.by_table().into_iter().map(row).collect()
    }

    pub(crate) fn rows_by_name(&self) -> Vec<Vec<String>> {
        let row = |(pairing, [own, _]): Sided<'_>| match own {
            0 => vec![pairing.one.clone(), table_text(pairing), other_text(pairing)],
            _ => vec![other_text(pairing), table_text(pairing), pairing.one.clone()],
        };
        self.by_name().into_iter().map(row).collect()
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
