//! Pages that are only read: the keys, the map, the mission, the armies, the score sheet.

use adjutant_engine::fold::Match;
use adjutant_engine::side::Player;
use adjutant_engine::state::State;

use super::line::{Line, Role, wrapped};
use super::pane::Pane;
use super::panel::{name_of, shape};
use super::tray::VERBS;
use super::{Deed, Key, Session, panel, share, units};
use crate::shorthand::grammar;

/// A page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Page {
    /// The keys, and the words.
    Help,
    /// The battlefield.
    Map,
    /// The mission and its objectives.
    Mission,
    /// Both armies.
    Armies,
    /// The score sheet.
    Sheet,
    /// The result as a text for a chat.
    Chat,
    /// The QR code of the result.
    Code,
}

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
        *mode = super::Mode::Read(page, to);
    }
    Vec::new()
}

/// The pane of a page.
pub fn pane(game: &Match, page: Page, from: usize, columns: usize, room: usize) -> Pane {
    let state = game.state();
    let (title, rows) = match page {
        Page::Help => ("The keys", help(columns)),
        Page::Map => ("The battlefield", map(state, columns)),
        Page::Mission => ("The mission", mission(state, columns)),
        Page::Armies => ("The armies", armies(state)),
        Page::Sheet => ("The score", panel::grids(state, columns)),
        Page::Chat => ("For a chat: mark it with the mouse", share::chat(game, columns)),
        Page::Code => ("The result as the sheet bears it", share::code(game)),
    };
    let from = from.min(rows.len().saturating_sub(room.max(1)));
    let more = if rows.len() > from + room { " · more below" } else { "" };
    let mut pane = Pane::new(format!("{title}{more}")).rows(rows.into_iter().skip(from));
    pane.whole = true;
    pane.key("↑↓", "scroll").key("Esc", "close")
}

const KEYS: &str = "\
>        time goes on: the phase ends          t   end of the turn: losses, questions,
Enter    record what is listed                     and > ends it
Esc      step back; nothing is lost            o   open questions, also of earlier turns
1-9      you hold that marker    - then 1-9  your opponent    0 then 1-9  nobody
In a list: a letter is a unit, a digit how many, * all of it, / finds a name,
           + your own units, - your opponent's, x drops the line; = after who shoots
           or fights at whom goes through the dice step by step
Mouse      a click is the key of what is clicked, the wheel scrolls what happened;
           hold Shift to mark text. ↑ ↓ scroll as the wheel does
u undo   U redo   L look back and correct   j judge   n note   z pause   q leave
d dice and roll-offs   v where a unit stands   / in looking back finds a record
B mission   M map   R armies   S score sheet   : anything in words   ? closes this";

const SECRETS: &str = "\
A secret choice of secondaries shows nothing that is typed. The log gets only a digest, made with a salt from the machine's random source. Choice and salt are on the disk before the digest is recorded: each in a file under `secrets` in the data folder, which only your account can read. The file is deleted when the choice is opened or taken back.";

const WORDS: &str = "\
by WHO before the words says who speaks: by Jörg kill canoness. Without it the player speaks whose turn it is.
Players, units, objectives, missions and actions go by id, by name or by any part of its name that fits only one; names with blanks stand in double quotes.
A place is @12,30;14,30 or @zone-a+quarter-ne or @m1:5 or @nowhere.";

fn help(columns: usize) -> Vec<Line> {
    let mut rows: Vec<Line> = KEYS.lines().map(|line| Line::plain(format!(" {line}"))).collect();
    rows.push(Line::default());
    for pair in VERBS.chunks(2) {
        let mut line = Line::plain(" ");
        for (_, key, _, does) in pair {
            line.push(key.to_string(), Role::Key);
            line.push(format!("   {does:<32}"), Role::Plain);
        }
        rows.push(line);
    }
    rows.push(Line::default());
    let secret = wrapped(SECRETS, columns.saturating_sub(3));
    rows.extend(secret.into_iter().map(|line| Line::plain(format!(" {line}"))));
    rows.push(Line::default());
    rows.push(Line::of(" Words, after the key :", Role::Title));
    let words = grammar::help();
    let words = words.lines().flat_map(|line| wrapped(line, columns.saturating_sub(2)));
    rows.extend(words.map(|line| Line::plain(format!(" {line}"))));
    rows.push(Line::default());
    let notes = WORDS.lines().flat_map(|line| wrapped(line, columns.saturating_sub(2)));
    rows.extend(notes.map(|line| Line::plain(format!(" {line}"))));
    rows
}

fn map(state: &State, columns: usize) -> Vec<Line> {
    match adjutant_present::map::battlefield_text(state, columns.saturating_sub(2)) {
        Some(drawn) => drawn.lines().map(|line| Line::plain(format!(" {line}"))).collect(),
        None => vec![Line::plain(" No mission yet.")],
    }
}

fn mission(state: &State, columns: usize) -> Vec<Line> {
    let (Some(mission), Some(pack)) = (&state.mission, &state.pack) else {
        return vec![Line::plain(" No mission yet.")];
    };
    let briefing = adjutant_present::briefing(pack, mission).to_string();
    let lines = briefing.lines().flat_map(|line| wrapped(line, columns.saturating_sub(2)));
    lines.map(|line| Line::plain(format!(" {line}"))).collect()
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
                    .then(super::line::padded(&called.name, 30), role)
                    .then(format!("{:<14} {}", units::strength(called.unit), groups.join(", ")), Role::Quiet),
            );
        }
        rows.push(Line::default());
    }
    rows
}
