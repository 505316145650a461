//! A match as a text table, in the layout of the paper sheet.

use adjutant_engine::side::Player;
use adjutant_engine::state::State;
use adjutant_engine::view::{Basis, EndLabel, RoundLabel, RoundRow, RoundScore, View};
use adjutant_present::tables::battle;
use adjutant_present::tables::text::WIDTH;
use comfy_table::{Cell, CellAlignment, ContentArrangement, Row, Table, presets};

/// An empty table in the program's style.
pub fn new() -> Table {
    let mut table = Table::new();
    table.load_style(presets::ASCII_BORDERS_ONLY_CONDENSED);
    table
}

/// The widest line of the name of an objective above its column.
const HEAD_MAX: usize = 12;

/// An empty table whose cells break where it would be wider than [`WIDTH`].
pub fn narrow() -> Table {
    let mut table = new();
    table.set_content_arrangement(ContentArrangement::Dynamic).set_width(WIDTH as u16);
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

/// Everything that `match show` prints about a state and its view.
pub fn board(state: &State, view: &View) -> String {
    let mut parts = vec![battle::heading(state, view)];
    parts.extend(battle::in_order(view).map(|player| score(view, player)));
    parts.extend([
        battle::markers(view),
        battle::units(view, state),
        battle::needs(view, state),
        view.result.as_ref().map_or(String::new(), |result| battle::result(view, result)),
    ]);
    parts.retain(|part| !part.is_empty());
    parts.join("\n")
}

/// The score of one player: rounds down, objectives across, totals counted and raw.
fn score(view: &View, player: Player) -> String {
    let own = &view.players[player];
    let mut table = narrow();
    let heads = own.columns.iter().map(|column| match &column.objective {
        Some(objective) => broken(objective.as_str()),
        None => "—".to_owned(),
    });
    table.set_header(numbers("round", heads));
    for row in &view.rounds {
        table.add_row(round(row, player));
    }
    table.add_row(numbers("before caps", own.columns.iter().map(|column| column.raw)));
    table.add_row(numbers("counted", own.columns.iter().map(|column| column.vp)));
    let counted: u32 = own.columns.iter().map(|column| column.vp).sum();
    let ready = own.total.saturating_sub(counted);
    let judged = own.battle_ready.map_or("?".to_owned(), |_| ready.to_string());
    table.add_row(numbers("Battle Ready, rulings", [judged]));
    table.add_row(numbers("Total", [own.total]));
    format!("{}\n{table}\n", battle::player_line(view, player, own))
}

/// An id over several lines of at most a column's width, broken behind hyphens.
fn broken(id: &str) -> String {
    let mut lines = vec![String::new()];
    for part in id.split_inclusive('-') {
        match lines.last_mut() {
            Some(line) if line.is_empty() || line.len() + part.len() <= HEAD_MAX => line.push_str(part),
            _ => lines.push(part.to_owned()),
        }
    }
    lines.join("\n")
}

fn round(row: &RoundRow, player: Player) -> Row {
    let RoundScore { columns, .. } = match player {
        Player::One => &row.one,
        Player::Two => &row.two,
    };
    let label = match row.round {
        RoundLabel::Number(number) => number.to_string(),
        RoundLabel::End(EndLabel::End) => "End Game".to_owned(),
    };
    numbers(label, columns)
}

/// Every award with its reason.
pub fn ledger(view: &View) -> String {
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
        let objective = entry.objective.as_ref().map_or("—", |objective| objective.as_str());
        let points =
            if entry.raw == entry.vp { entry.vp.to_string() } else { format!("{} of {}", entry.vp, entry.raw) };
        table.add_row([
            &entry.seq.to_string(),
            &round,
            entry.player.as_str(),
            objective,
            &points,
            basis,
            entry.why.as_str(),
        ]);
    }
    table.to_string()
}
