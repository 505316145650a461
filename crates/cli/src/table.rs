//! A match as a text table, in the layout of the paper sheet.

use adjutant_engine::command::{Holder, Winner};
use adjutant_engine::side::Player;
use adjutant_engine::view::{
    Basis, EndLabel, MatchResult, PlayerView, ResultBy, RoundLabel, RoundRow, RoundScore, Status, UnitStatus, View,
};
use comfy_table::{Cell, CellAlignment, ContentArrangement, Row, Table, presets};

/// An empty table in the program's style.
pub fn new() -> Table {
    let mut table = Table::new();
    table.load_style(presets::ASCII_BORDERS_ONLY_CONDENSED);
    table
}

/// The widest line of the name of an objective above its column.
const HEAD_MAX: usize = 12;

/// Columns that everything fits that is printed about a match.
pub const WIDTH: usize = 80;

/// An empty table whose cells break where it would be wider than [`WIDTH`].
pub fn narrow() -> Table {
    let mut table = new();
    table.set_content_arrangement(ContentArrangement::Dynamic).set_width(WIDTH as u16);
    table
}

/// Pieces behind a heading, as many on a line as fit into [`WIDTH`], further lines set in.
fn filled(heading: &str, pieces: &[String]) -> String {
    let mut lines = vec![heading.to_owned()];
    for (index, piece) in pieces.iter().enumerate() {
        let comma = if index + 1 < pieces.len() { "," } else { "" };
        let last = lines.last().map_or(0, |line| line.chars().count());
        if index > 0 && last + 1 + piece.chars().count() + comma.len() > WIDTH {
            lines.push(" ".to_owned());
        }
        if let Some(line) = lines.last_mut() {
            line.push_str(&format!(" {piece}{comma}"));
        }
    }
    lines.join("\n") + "\n"
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

/// Everything that `match show` prints about a state.
pub fn board(view: &View) -> String {
    let mut parts = vec![heading(view)];
    parts.extend(in_order(view).map(|player| score(view, player)));
    parts.extend([
        markers(view),
        units(view),
        needs(view),
        view.result.as_ref().map_or(String::new(), |r| result(view, r)),
    ]);
    parts.retain(|part| !part.is_empty());
    parts.join("\n")
}

fn heading(view: &View) -> String {
    let id = view.id.as_ref().map_or("(no match)", |id| id.as_str());
    let mission = view.mission.as_ref().map_or("no mission yet", |mission| mission.as_str());
    let when = match (view.status, view.round, view.turn, view.phase) {
        (Status::Setup, ..) => "before the battle".to_owned(),
        (Status::Ended, ..) => "ended".to_owned(),
        (Status::Battle, Some(round), Some(turn), Some(phase)) => {
            format!("round {round}, turn of {}, {phase} phase", name(view, turn))
        }
        (Status::Battle, ..) => "in battle".to_owned(),
    };
    format!("{id} · {mission} · {when} · {} records\n", view.seq)
}

fn name(view: &View, player: Player) -> String {
    view.players[player].name.as_ref().map_or_else(|| player.to_string(), |name| name.to_string())
}

/// The players as on the paper sheet: the Attacker above the Defender.
fn in_order(view: &View) -> [Player; 2] {
    let attacks = |player: Player| view.players[player].role == Some(adjutant_engine::side::Role::Attacker);
    if attacks(Player::Two) { [Player::Two, Player::One] } else { Player::BOTH }
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
    format!("{}\n{table}\n", player_line(view, player, own))
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

fn player_line(view: &View, player: Player, own: &PlayerView) -> String {
    let mut facts = vec![format!("{} VP", own.total), format!("{} CP", own.cp)];
    facts.extend(own.role.map(|role| format!("{role:?}")));
    facts.extend(own.zone.map(|zone| format!("zone {zone:?}")));
    facts.extend(own.battle_ready.map(|ready| if ready { "Battle Ready" } else { "not Battle Ready" }.to_owned()));
    facts.extend(own.conceded.then(|| "conceded".to_owned()));
    format!("{player}: {} — {}", name(view, player), facts.join(", "))
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

fn markers(view: &View) -> String {
    let holder = |holder: Option<Holder>| match holder {
        Some(Holder::One) => "one",
        Some(Holder::Two) => "two",
        Some(Holder::None) => "nobody",
        None => "?",
    };
    let standing = view.markers.iter().filter(|marker| marker.on_battlefield);
    let words: Vec<String> = standing.map(|marker| format!("{} {}", marker.id, holder(marker.holder))).collect();
    if words.is_empty() { String::new() } else { format!("markers: {}\n", words.join(", ")) }
}

fn units(view: &View) -> String {
    let lines = Player::BOTH.map(|player| {
        let own: Vec<String> = view
            .units
            .iter()
            .filter(|unit| unit.player == player && unit.state != UnitStatus::Destroyed)
            .map(|unit| {
                let place = match unit.state {
                    UnitStatus::Battlefield => "",
                    UnitStatus::Embarked => " embarked",
                    UnitStatus::Undeployed => " not set up",
                    UnitStatus::Reserves => " in reserve",
                    UnitStatus::Elsewhere => " elsewhere",
                    UnitStatus::Removed => " removed",
                    UnitStatus::Destroyed => " destroyed",
                };
                format!("{} {}/{}{place}", unit.id, unit.models, unit.of)
            })
            .collect();
        let all = view.units.iter().filter(|unit| unit.player == player).count();
        if all == 0 { String::new() } else { filled(&format!("units of {player}: {} of {all}:", own.len()), &own) }
    });
    lines.concat()
}

fn needs(view: &View) -> String {
    let lines: Vec<String> =
        view.needs.iter().map(|need| format!("  {} {}: {}\n", need.player, need.objective, need.missing)).collect();
    if lines.is_empty() { String::new() } else { format!("Needs an answer:\n{}", lines.concat()) }
}

fn result(view: &View, result: &MatchResult) -> String {
    let how = match result.by {
        ResultBy::Points => "on points",
        ResultBy::Concession => "by concession",
        ResultBy::Ruling => "by ruling",
        ResultBy::Ending => "by a rule of the mission pack",
        ResultBy::TieBreak => "by the agreed tie-break",
    };
    let winner = match result.winner {
        Winner::One => format!("{} wins {how}", name(view, Player::One)),
        Winner::Two => format!("{} wins {how}", name(view, Player::Two)),
        Winner::Draw => format!("draw {how}"),
    };
    let provisional = if result.provisional { " (provisional: some awards are unconfirmed)" } else { "" };
    let basis = result.basis;
    let figures = result.figures.iter().map(|figure| format!("{}: {}:{}\n", figure.title, figure.one, figure.two));
    let figures: String = figures.collect();
    format!(
        "result: {winner}, {}:{}{provisional}; points derived {}, claimed {}, ruled {}\n{figures}",
        result.one, result.two, basis.derived, basis.claimed, basis.ruled
    )
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
