//! A match as a text table, in the layout of the paper sheet.

use std::ops::RangeInclusive;

use adjutant_engine::side::Player;
use adjutant_engine::state::State;
use adjutant_engine::view::{Basis, ColumnScore, EndLabel, RoundLabel, RoundRow, View};
use adjutant_league::figures::Share;
use adjutant_present::names::{is_played, name_of, objective_name, said};
use adjutant_present::tables::battle;
use adjutant_present::tables::text::WIDTH;
use comfy_table::{Cell, CellAlignment, ContentArrangement, Row, Table, presets};

/// An empty table in the program's style.
pub fn new() -> Table {
    let mut table = Table::new();
    table.load_style(presets::ASCII_BORDERS_ONLY_CONDENSED);
    table
}

/// Columns that people may ask for with `COLUMNS`.
const COLUMNS: RangeInclusive<usize> = 40..=400;

/// As many columns as `COLUMNS` says, otherwise [`WIDTH`].
pub fn columns() -> usize {
    let said = std::env::var("COLUMNS").ok().and_then(|said| said.trim().parse().ok());
    said.filter(|columns| COLUMNS.contains(columns)).unwrap_or(WIDTH)
}

/// An empty table whose cells break where it would be wider than [`columns`].
pub fn narrow() -> Table {
    let mut table = new();
    let width = u16::try_from(columns()).unwrap_or(u16::MAX);
    table.set_content_arrangement(ContentArrangement::Dynamic).set_width(width);
    table
}

/// A row with its first cell to the left and the others to the right, as numbers are read.
pub fn numbers<T: ToString>(first: impl ToString, rest: impl IntoIterator<Item = T>) -> Row {
    let mut row = Row::new();
    row.add_cell(Cell::new(first));
    for cell in rest {
        row.add_cell(Cell::new(cell).set_alignment(CellAlignment::Right));
    }
    row
}

/// A table under a heading; nothing where it has no row.
pub fn section<'a>(what: &str, heads: &[&str], rows: impl Iterator<Item = (&'a String, Vec<String>)>) -> String {
    let mut rows = rows.peekable();
    if rows.peek().is_none() {
        return String::new();
    }
    let mut drawn = narrow();
    drawn.set_header(numbers(what, heads));
    rows.for_each(|(name, cells)| {
        drawn.add_row(numbers(name, cells));
    });
    format!("\n{drawn}\n")
}

/// Games won, drawn and lost.
pub fn record(won: usize, drawn: usize, lost: usize) -> String {
    format!("{won}–{drawn}–{lost}")
}

/// A share and the range in which the true one lies, in whole percent.
pub fn range(share: Option<Share>) -> [String; 2] {
    let whole = |parts: i64| ((parts.clamp(0, 10_000) + 50) / 100).to_string();
    match share {
        Some(Share { value, low, high }) => [whole(value), format!("{}–{}", whole(low), whole(high))],
        None => ["–".to_owned(), "–".to_owned()],
    }
}

/// An average with one decimal, rounded; `–` of nothing.
pub fn average(sum: u64, many: usize) -> String {
    let many = many as u64;
    if many == 0 {
        return "–".to_owned();
    }
    let tenths = (sum * 20 + many) / (many * 2);
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// Everything that `match show` prints about a state and its view; with box-drawing lines where the terminal has them.
pub fn board(state: &State, view: &View, boxes: bool) -> String {
    let mut parts = vec![battle::heading(state, view)];
    let players = battle::in_order(view).map(|player| battle::player_line(view, player, &view.players[player]) + "\n");
    parts.push(players.concat());
    parts.extend([
        score(state, view, boxes) + "\n",
        battle::markers(view),
        battle::units(view, state),
        battle::needs(view, state),
        view.result.as_ref().map_or(String::new(), |result| battle::result(state, view, result)),
    ]);
    parts.retain(|part| !part.is_empty());
    parts.join("\n")
}

/// The score of both players as people draw it: a row an objective, a column a round, blank where nothing is played yet.
fn score(state: &State, view: &View, boxes: bool) -> String {
    let mut table = narrow();
    if boxes {
        table.load_style(presets::UTF8_FULL_CONDENSED);
    }
    let label = |row: &RoundRow| match row.round {
        RoundLabel::Number(number) => number.to_string(),
        RoundLabel::End(_) => "end".to_owned(),
    };
    let heads = view.rounds.iter().map(label).chain(["total".to_owned(), "cap".to_owned()]);
    table.set_header(numbers("", heads));
    for player in battle::in_order(view) {
        let own = &view.players[player];
        let sum = |row: &RoundRow| row[player].columns.iter().sum::<u32>();
        let sums = view.rounds.iter().map(|row| played(state, row, sum(row)));
        table.add_row(numbers(name_of(state, player), sums.chain([own.total.to_string(), String::new()])));
        for (at, column) in own.columns.iter().enumerate() {
            let Some(name) = called(state, player, column) else { continue };
            let cells = view.rounds.iter().map(|row| {
                let vp = row[player].columns.get(at).copied().unwrap_or(0);
                played(state, row, vp)
            });
            // What is scored beyond the cap does not count.
            let over =
                if column.raw > column.vp { format!("{} of {}", column.vp, column.raw) } else { column.vp.to_string() };
            table.add_row(numbers(format!("  {name}"), cells.chain([over, column.cap.to_string()])));
        }
        let counted: u32 = own.columns.iter().map(|column| column.vp).sum();
        let rest = i64::from(own.total) - i64::from(counted);
        if state.law().battle_ready.is_some() || rest != 0 {
            let rest = own.battle_ready.map_or("?".to_owned(), |_| rest.to_string());
            let blanks = view.rounds.iter().map(|_| String::new());
            table.add_row(numbers("  Battle Ready, rulings", blanks.chain([rest, String::new()])));
        }
    }
    table.to_string()
}

/// What a column of the sheet is called; nothing where it is empty: an objective that nobody chose.
fn called(state: &State, player: Player, column: &ColumnScore) -> Option<String> {
    match &column.objective {
        Some(objective) => Some(objective_name(state, player, objective)),
        None if column.raw > 0 => Some(column.title.clone()),
        None => None,
    }
}

/// The points of a round; blank before it is played, but for points that are there already.
fn played(state: &State, row: &RoundRow, vp: u32) -> String {
    if vp > 0 || is_played(state, row.round) { vp.to_string() } else { String::new() }
}

/// Every award with its reason.
pub fn ledger(state: &State, view: &View) -> String {
    let mut table = narrow();
    table.set_header(["record", "round", "player", "objective", "VP", "basis", "why"]);
    for entry in &view.ledger {
        let round = match entry.round {
            RoundLabel::Number(number) => number.to_string(),
            RoundLabel::End(EndLabel::End) => "end".to_owned(),
        };
        let basis = match entry.basis {
            Basis::Derived => "derived",
            Basis::Claimed => "claimed",
            Basis::Ruled => "ruled",
        };
        let objective = entry.objective.as_ref().map_or("—".to_owned(), |id| objective_name(state, entry.player, id));
        let points =
            if entry.raw == entry.vp { entry.vp.to_string() } else { format!("{} of {}", entry.vp, entry.raw) };
        table.add_row([
            &entry.seq.to_string(),
            &round,
            &name_of(state, entry.player),
            &objective,
            &points,
            basis,
            // "claimed" says nothing that the basis does not say.
            &if entry.why == basis { String::new() } else { said(state, &entry.why) },
        ]);
    }
    table.to_string()
}
