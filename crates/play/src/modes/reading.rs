//! Pages that are only read: the keys, the map, the mission, the armies, the score sheet.

use std::collections::BTreeSet;

use adjutant_app::matches::Recording;
use adjutant_engine::fold::Match;
use adjutant_engine::legal;
use adjutant_engine::rules::{Category, Objective};
use adjutant_engine::side::Player;
use adjutant_engine::state::State;
use adjutant_engine::view::Status;
use adjutant_present::names::{name_of, shape};
use adjutant_present::objective_in_words;
use adjutant_present::tables::text::listed;
use adjutant_present::units;
use adjutant_shorthand::grammar;

use crate::due;
use crate::mode::{Mode, Page};
use crate::panel::{board, share};
use crate::shared::Session;
use crate::step::Deed;
use crate::text::key::Key;
use crate::text::line::{Line, Role, padded, width, wrapped};
use crate::text::pane::Pane;
use crate::tray::verb::VERBS;

/// Rows that a page key moves.
const STEP: usize = 15;

/// A key on a page.
pub fn press(session: &mut Session, key: Key, page: Page, from: usize) -> Vec<Deed> {
    let closes = match page {
        Page::Help => '?',
        Page::Map => 'M',
        Page::Mission => 'B',
        Page::Armies => 'R',
        Page::Sheet => 'S',
        Page::Chat => 'y',
        Page::Code => 'v',
        Page::After => 'w',
    };
    let to = match key {
        Key::Down => from + 1,
        Key::Up => from.saturating_sub(1),
        Key::PageDown | Key::Char(' ') => from + STEP,
        Key::PageUp => from.saturating_sub(STEP),
        Key::Home => 0,
        Key::Escape | Key::Enter => return session.back(),
        Key::Char(letter) if letter == closes => return session.back(),
        other => {
            session.dead(other, "↑↓ scroll · Esc closes");
            from
        }
    };
    if let Some(mode) = session.modes.last_mut() {
        *mode = Mode::Read(page, to);
    }
    Vec::new()
}

/// The pane of a page.
pub fn pane(
    session: &Session,
    recording: &Recording,
    (page, from): (Page, usize),
    columns: usize,
    room: usize,
) -> Pane {
    let (game, state) = (recording.game(), recording.game().state());
    let (title, rows) = match page {
        Page::Help => ("The keys", help(columns)),
        Page::Map => ("The battlefield", map(session, state, columns)),
        Page::Mission => ("The mission", mission(state, columns)),
        Page::Armies => ("The armies", armies(state)),
        Page::Sheet => ("The score", score(game, columns)),
        Page::Chat => ("For a chat: mark it with the mouse", share::chat(game, columns)),
        Page::Code => ("The result as the sheet bears it", share::code(game)),
        Page::After => ("After the battle", share::after(recording)),
    };
    let from = from.min(rows.len().saturating_sub(room.max(1)));
    let more = if rows.len() > from + room { " · more below" } else { "" };
    let mut pane = Pane::new(format!("{title}{more}")).rows(rows.into_iter().skip(from));
    pane.whole = true;
    pane.key("↑↓", "scroll").key("Esc", "close")
}

/// Keys with what they do.
type Keys<'a> = [(&'a str, &'a str)];

const KEYS: &Keys<'static> = &[
    (">", "end the phase"),
    ("t", "turn sheet; > there ends it"),
    ("Enter", "record what is listed"),
    ("Esc", "step back; nothing is lost"),
    ("1-9", "you hold that marker"),
    ("- 1-9", "your opponent holds it"),
    ("0 1-9", "nobody holds it"),
    ("y C", "draw the cards that are due, see all"),
    ("i", "what is picked for an objective"),
    (".", "in the turn sheet: 0 for the rest"),
    ("!", "in it: end the turn, draw cards"),
    ("o", "open questions, old ones too"),
    ("u U", "undo, redo"),
    ("L", "look back and correct"),
    ("b", "both agree, where it is asked"),
    (":", "anything in words"),
    ("j n", "judge's ruling, note"),
    ("d v", "dice, where a unit stands"),
    ("B M", "mission, map"),
    ("R S", "armies, score sheet"),
    ("z", "pause the clocks"),
    ("q ?", "leave, close this page"),
];

const LISTED: &Keys<'static> = &[
    ("a-z", "a unit"),
    ("1-9", "how many"),
    ("*", "all of it"),
    ("/", "find a unit by its name"),
    ("+ -", "your units, your opponent's"),
    (",", "one more target"),
    ("=", "the dice, or another way"),
    ("x", "drop the line"),
];

const MOUSE: &str = "\
A click is the key of what you click, the wheel scrolls what happened (so do ↑ ↓). Hold Shift to mark text. In looking back / finds a record.";

const CORRECTIONS: &str = "\
Everything can be corrected: u takes the last record back, L corrects, removes or inserts an earlier one, o answers late. What the other player relied on changes only where both agree (b): the screen shows what follows and asks. What a judge said, a judge changes (j). A choice that was opened stays, and so does a signature: undo passes over them, L r on an opened choice lets both choose anew, and both sign a corrected result anew. Drawn dice that you take back show the same faces when you roll them again; taken back by both, they are rolled anew.";

const SIGNS: &str = "\
In the grids ? waits for an answer (o), and a grey +2 under end is what the facts as they stand would pay at the end. A marker with ? is one of which nobody has said who holds it; * is typed and not recorded yet.";

const SECRETS: &str = "\
A secret choice of secondaries shows nothing that is typed. The log gets only a digest, made with a salt from the machine's random source. Choice and salt are on the disk before the digest is recorded: each in a file under `secrets` in the data folder, which only your account can read. The file is deleted when the choice is opened or taken back.";

const WORDS: &str = "\
by WHO before the words says who speaks: by Jörg kill canoness. Without it the player speaks whose turn it is.
Players, units, objectives, missions and actions go by id, by name or by any part of its name that fits only one; names with blanks stand in double quotes.
A place is @12,30;14,30 or @zone-a+quarter-ne or @m1:5 or @nowhere.";

/// The least columns of a key with what it does.
const CELL: usize = 38;

/// Keys in as many columns as fit, read downwards.
fn table(keys: &Keys<'_>, columns: usize) -> Vec<Line> {
    let beside = (columns / CELL).clamp(1, 3);
    let height = keys.len().div_ceil(beside);
    let row = |at: usize| {
        let mut line = Line::default();
        for (key, does) in keys.iter().skip(at).step_by(height) {
            let gap = " ".repeat(8usize.saturating_sub(width(key)));
            let cell = Line::plain(" ").then(*key, Role::Key).then(format!("{gap}{does}"), Role::Plain);
            line.spans.extend(cell.fit(columns / beside).spans);
        }
        line
    };
    (0..height).map(row).collect()
}

fn help(columns: usize) -> Vec<Line> {
    let verbs: Vec<(String, &str)> = VERBS.iter().map(|(_, key, _, does)| (key.to_string(), *does)).collect();
    let verbs: Vec<(&str, &str)> = verbs.iter().map(|(key, does)| (key.as_str(), *does)).collect();
    let mut rows = table(KEYS, columns);
    rows.push(Line::of(" Record what happened", Role::Title));
    rows.extend(table(&verbs, columns));
    rows.push(Line::of(" In a list", Role::Title));
    rows.extend(table(LISTED, columns));
    let told = |text: &str| -> Vec<Line> {
        let lines = text.lines().flat_map(|line| wrapped(line, columns.saturating_sub(3)));
        lines.map(|line| Line::plain(format!(" {line}"))).collect()
    };
    rows.extend(told(MOUSE));
    rows.push(Line::default());
    rows.extend(told(SIGNS));
    rows.push(Line::default());
    rows.extend(told(CORRECTIONS));
    rows.push(Line::default());
    rows.extend(told(SECRETS));
    rows.push(Line::default());
    rows.push(Line::of(" Words, after the key :", Role::Title));
    let words: String = grammar::help().map(|(usage, records)| listed(usage, 36, records)).collect();
    rows.extend(told(&words));
    rows.push(Line::default());
    rows.extend(told(WORDS));
    rows
}

/// The battlefield; before there is one, that of the mission that is looked at.
fn map(session: &Session, state: &State, columns: usize) -> Vec<Line> {
    let columns = columns.saturating_sub(2);
    let looked_at = || {
        let mission = due::missions(state).into_iter().find(|mission| Some(&mission.id) == session.mission.as_ref())?;
        Some(adjutant_present::map::mission_text(mission, columns))
    };
    match adjutant_present::map::battlefield_text(state, columns).or_else(looked_at) {
        Some(drawn) => drawn.lines().map(|line| Line::plain(format!(" {line}"))).collect(),
        None => vec![Line::plain(" No mission yet.")],
    }
}

fn mission(state: &State, columns: usize) -> Vec<Line> {
    let (Some(mission), Some(pack)) = (&state.mission, &state.pack) else {
        return vec![Line::plain(" No mission yet.")];
    };
    let briefing = adjutant_present::briefing(pack, mission).in_columns(columns.saturating_sub(2));
    let mut rows: Vec<Line> = briefing.lines().map(|line| Line::plain(format!(" {line}"))).collect();
    for player in Player::BOTH {
        let chosen = state.objectives(player).map(|(_, own)| &**own).filter(|own| own.category != Category::PRIMARY);
        rows.extend(pays(format!("{} {}", shape(player), name_of(state, player)), chosen, columns));
    }
    let open = legal::choosable(state, Player::One).into_iter().chain(legal::choosable(state, Player::Two));
    let open: BTreeSet<_> = open.filter(|_| state.status == Status::Setup).collect();
    let open = open.iter().filter_map(|id| pack.objectives.get(id)).map(|objective| &**objective);
    rows.extend(pays("TO CHOOSE FROM".to_owned(), open, columns));
    rows
}

/// What objectives pay, under a heading; nothing where there are none.
fn pays<'a>(heading: String, objectives: impl Iterator<Item = &'a Objective>, columns: usize) -> Vec<Line> {
    let mut rows = Vec::new();
    for objective in objectives {
        rows.push(Line::plain(format!("   {}", objective.name)));
        let says = objective_in_words(objective);
        let lines = says.iter().flat_map(|says| wrapped(says, columns.saturating_sub(6)));
        rows.extend(lines.map(|line| Line::plain(format!("     {line}"))));
    }
    if !rows.is_empty() {
        rows.splice(0..0, [Line::default(), Line::of(format!(" {heading}"), Role::Title)]);
    }
    rows
}

/// Both grids under their names, then every award with its reason.
fn score(game: &Match, columns: usize) -> Vec<Line> {
    let state = game.state();
    let names =
        Player::BOTH.map(|player| Line::of(format!(" {} {}", shape(player), name_of(state, player)), Role::of(player)));
    let [one, two] = names;
    let mut rows = vec![one.fit(columns / 2)];
    rows[0].spans.extend(two.spans);
    rows.extend(board::grids(state, columns));
    rows.push(Line::default());
    rows.extend(share::chat(game, columns));
    rows
}

fn armies(state: &State) -> Vec<Line> {
    let mut rows = Vec::new();
    for player in Player::BOTH {
        rows.push(Line::of(format!(" {} {}", shape(player), name_of(state, player)), Role::of(player)));
        for called in units::army(state, player) {
            let letter = called.letter.map_or(' ', |letter| letter);
            let role = if called.unit.alive() { Role::Plain } else { Role::Quiet };
            let groups: Vec<String> =
                called.unit.groups.iter().map(|group| format!("{} {}", group.models, group.name)).collect();
            rows.push(
                Line::of(format!("  {letter} "), Role::Key)
                    .then(padded(&called.name, 30), role)
                    .then(format!("{:<14} {}", units::strength(called.unit), groups.join(", ")), Role::Quiet),
            );
        }
        rows.push(Line::default());
    }
    rows
}
