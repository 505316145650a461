//! A match as a text table, in the layout of the paper sheet.

use adjutant_engine::command::{Holder, Winner};
use adjutant_engine::side::Player;
use adjutant_engine::state::State;
use adjutant_engine::view::{
    Basis, EndLabel, MatchResult, Need, PlayerView, ResultBy, RoundLabel, RoundRow, RoundScore, Status, UnitStatus,
    UnitView, View,
};
use adjutant_present::names::objective_name;
use adjutant_present::units;
use comfy_table::{Cell, CellAlignment, ContentArrangement, Row, Table, presets};
use unicode_width::UnicodeWidthStr;

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

/// A text behind a head, broken between words into lines of at most [`WIDTH`] columns; further lines are set in below
/// the text.
pub fn wrapped(head: &str, text: &str) -> String {
    let indent = head.width();
    let (mut lines, mut column) = (head.to_owned(), indent);
    for word in text.split_whitespace() {
        let first = column == indent;
        if !first && column + 1 + word.width() > WIDTH {
            lines.push_str(&format!("\n{}", " ".repeat(indent)));
            column = indent;
        } else if !first {
            lines.push(' ');
            column += 1;
        }
        lines.push_str(word);
        column += word.width();
    }
    lines
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
    let mut parts = vec![heading(state, view)];
    parts.extend(in_order(view).map(|player| score(view, player)));
    parts.extend([
        markers(view),
        units(view, state),
        needs(view, state),
        view.result.as_ref().map_or(String::new(), |r| result(view, r)),
    ]);
    parts.retain(|part| !part.is_empty());
    parts.join("\n")
}

fn heading(state: &State, view: &View) -> String {
    let id = view.id.as_ref().map_or("(no match)", |id| id.as_str());
    let mission = state.mission.as_ref().map_or("no mission yet", |mission| mission.name.as_str());
    let when = match (view.status, view.round, view.turn, view.phase) {
        (Status::Setup, ..) => "before the battle".to_owned(),
        (Status::Ended, ..) => "ended".to_owned(),
        (Status::Battle, Some(round), Some(turn), Some(phase)) => {
            format!("round {round}, {}'s {} phase", name(view, turn), phase.title())
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
    format!("{} (player {player}): {}", name(view, player), facts.join(", "))
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
        Some(held) => held.player().map_or_else(|| "nobody".to_owned(), |player| name(view, player)),
        None => "?".to_owned(),
    };
    let standing = view.markers.iter().filter(|marker| marker.on_battlefield);
    let words: Vec<String> = standing.map(|marker| format!("{} {}", marker.id, holder(marker.holder))).collect();
    if words.is_empty() { String::new() } else { wrapped("markers: ", &words.join(", ")) + "\n" }
}

/// Widest name of a unit in a list.
const UNIT_MAX: usize = 34;

/// Both armies, a unit a line; what is destroyed in a few lines below.
fn units(view: &View, state: &State) -> String {
    let armies = Player::BOTH.map(|player| {
        let own: Vec<&UnitView> = view.units.iter().filter(|unit| unit.player == player).collect();
        let (dead, alive): (Vec<&UnitView>, Vec<&UnitView>) =
            own.iter().partition(|unit| unit.state == UnitStatus::Destroyed);
        let called = |unit: &UnitView| units::name(state, &unit.id);
        let widest = alive.iter().map(|unit| called(unit).width()).max().unwrap_or(0).min(UNIT_MAX);
        let line = |unit: &&UnitView| {
            let (id, called, strength) = (unit.id.as_str(), called(unit), format!("{}/{}", unit.models, unit.of));
            let blanks = " ".repeat(widest.saturating_sub(called.width()));
            let line = wrapped(&format!("  {id:<5} {called}{blanks} {strength:>6}  "), place(unit).trim_start());
            line.trim_end().to_owned() + "\n"
        };
        let fallen: Vec<String> = dead.iter().map(|unit| format!("{} {}", unit.id, called(unit))).collect();
        let mut lines = format!("{}'s units, {} of {}:\n", name(view, player), alive.len(), own.len());
        lines.extend(alive.iter().map(line));
        if !fallen.is_empty() {
            lines += &(wrapped("  destroyed: ", &fallen.join(", ")) + "\n");
        }
        if own.is_empty() { String::new() } else { lines }
    });
    armies.concat()
}

/// Where a unit is, unless it stands on the battlefield, and what it has lost.
fn place(unit: &UnitView) -> String {
    let place = match unit.state {
        UnitStatus::Battlefield | UnitStatus::Destroyed => "",
        UnitStatus::Embarked => " embarked",
        UnitStatus::Attached => " leads",
        UnitStatus::Undeployed => " not set up",
        UnitStatus::Reserves => " in reserve",
        UnitStatus::Elsewhere => " elsewhere",
        UnitStatus::Removed => " removed",
    };
    let hurt = unit.hurt.iter().map(|(group, wounds)| format!(" {group} -{wounds} W"));
    let falling = if unit.falling_back { " falling back" } else { "" };
    let nerve = if unit.shocked { " Battle-shocked" } else { "" };
    let whom = unit.attached_to.as_ref().map_or_else(String::new, |whom| format!(" {whom}"));
    let led = unit.parts.keys().map(|leader| format!(" led by {leader}"));
    let dazed = if unit.stunned {
        " stunned"
    } else if unit.shaken {
        " shaken"
    } else {
        ""
    };
    let effects = unit.effects.iter().map(|effect| format!(" ({})", effect.why));
    let more: String = led.chain(hurt).chain(effects).collect();
    format!("{place}{whom}{falling}{dazed}{nerve}{more}")
}

fn needs(view: &View, state: &State) -> String {
    let line = |need: &Need| {
        let called = objective_name(state, need.player, &need.objective);
        wrapped(&format!("  {}: ", name(view, need.player)), &format!("{called} – {}", need.missing)) + "\n"
    };
    let lines: Vec<String> = view.needs.iter().map(line).collect();
    let late = view.missed.iter().map(|missed| {
        let round = match missed.round {
            RoundLabel::Number(round) => format!("round {round}"),
            RoundLabel::End(_) => "end of the battle".to_owned(),
        };
        let called = objective_name(state, missed.player, &missed.objective);
        let possible: Vec<String> = missed.possible.iter().map(i64::to_string).collect();
        let text = format!("{called}, {round} ({} VP) – {}", possible.join(", "), missed.missing);
        wrapped(&format!("  {}: ", name(view, missed.player)), &text) + "\n"
    });
    let late: Vec<String> = late.collect();
    let now = if lines.is_empty() { String::new() } else { format!("Needs an answer:\n{}", lines.concat()) };
    let late = if late.is_empty() { String::new() } else { format!("Not answered in its round:\n{}", late.concat()) };
    now + &late
}

fn result(view: &View, result: &MatchResult) -> String {
    let how = match result.by {
        ResultBy::Points => "on points".to_owned(),
        ResultBy::Concession => "by concession".to_owned(),
        ResultBy::Ruling => "by ruling".to_owned(),
        ResultBy::Ending => format!("by {}", result.ending_in_words()),
        ResultBy::TieBreak => "by the agreed tie-break".to_owned(),
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
