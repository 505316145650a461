//! A session as rows of text with roles, for any size of terminal.

use adjutant_engine::score;
use adjutant_engine::side::MapSide;
use adjutant_engine::state::State;
use adjutant_engine::view::Status;
use adjutant_present::names::{name_of, shape};

use crate::menu::Menu;
use crate::mode::{Mode, Page};
use crate::modes::{agreed, dice, filter, form, history, input, overview, questions, reading, setup, sheet};
use crate::panel::scene::Scene;
use crate::panel::{board, map};
use crate::past;
use crate::shared::Session;
use crate::step::Message;
use crate::text::line::{Line, Role, cut, width, wrapped};
use crate::text::pane::Pane;

/// The smallest screen that is drawn.
pub const SMALLEST: (usize, usize) = (40, 10);
/// Columns from which the map stands beside the board.
const WIDE: usize = 110;
/// Fewer rows are a small screen.
const SMALL: usize = 16;
/// So many things to choose from are a long list.
const LONG: usize = 14;
/// Rows that are kept free for a message.
const MESSAGE: usize = 2;
/// Fewer rows than this have no room for a QR code below the head of the screen.
const CODE: usize = 32;
/// Columns of what stands beside the board.
const BESIDE: usize = 38;

/// Everything that is seen now: exactly this many rows and columns.
pub fn frame(scene: &Scene<'_>, columns: usize, rows: usize) -> Vec<Line> {
    if columns < SMALLEST.0 || rows < SMALLEST.1 {
        let mut lines = vec![
            Line::plain(format!("Make the window larger ({}×{}), or play in lines.", SMALLEST.0, SMALLEST.1))
                .fit(columns),
        ];
        lines.resize(rows, Line::default().fit(columns));
        return lines;
    }
    if matches!(scene.session.modes.last(), Some(Mode::Read(Page::Code, _))) && rows < CODE {
        return bare(scene, columns, rows);
    }
    if columns < WIDE {
        return board(scene, columns, rows).lines;
    }
    let left = board(scene, columns - BESIDE - 2, rows).lines;
    let right = beside(scene, BESIDE, rows);
    let joined = left.into_iter().zip(right).map(|(left, right)| {
        let mut line = left.then("│ ", Role::Quiet);
        line.spans.extend(right.spans);
        line
    });
    joined.collect()
}

/// A page that needs every row: its rows and one for the keys.
fn bare(scene: &Scene<'_>, columns: usize, rows: usize) -> Vec<Line> {
    let pane = pane(scene, columns, rows - 1);
    let mut lines: Vec<Line> = pane.rows;
    lines.resize(rows - 1, Line::default());
    lines.extend(footer(&pane.keys, columns, 1));
    lines.into_iter().map(|line| line.fit(columns)).collect()
}

/// A rule with a title.
fn rule(title: &str, columns: usize) -> Line {
    if title.is_empty() {
        return Line::of("─".repeat(columns), Role::Quiet);
    }
    let title = cut(title, columns.saturating_sub(6));
    let rest = columns.saturating_sub(width(&title) + 4);
    Line::of("── ", Role::Quiet).then(title, Role::Title).then(format!(" {}", "─".repeat(rest)), Role::Quiet)
}

/// Whether the screen leaves out rows that have to be seen before `>` counts.
pub fn is_cut(scene: &Scene<'_>, columns: usize, rows: usize) -> bool {
    let columns = if columns < WIDE { columns } else { columns - BESIDE - 2 };
    columns >= SMALLEST.0 && rows >= SMALLEST.1 && board(scene, columns, rows).cut
}

/// A board as it is drawn.
struct Board {
    lines: Vec<Line>,
    /// Whether everything of its pane is on it.
    complete: bool,
    /// Whether something is left out below that has to be seen.
    cut: bool,
}

/// The board above, the pane of the mode below, the keys at the end.
fn board(scene: &Scene<'_>, columns: usize, rows: usize) -> Board {
    let drawn = drawn_board(scene, columns, rows, true);
    let typed = matches!(
        scene.session.modes.last(),
        Some(Mode::Form(_) | Mode::Sheet | Mode::Filter | Mode::Questions | Mode::Dice)
    );
    // Where lines are typed, the list of units goes before the score.
    if drawn.complete || !typed { drawn } else { drawn_board(scene, columns, rows, false) }
}

/// The board with or without both grids.
fn drawn_board(scene: &Scene<'_>, columns: usize, rows: usize, with_grids: bool) -> Board {
    let session = scene.session;
    let recording = scene.recording;
    let past_seq = session.modes.iter().rev().find_map(|mode| match mode {
        Mode::Look(seq) => Some(past::within(recording, *seq)),
        _ => None,
    });
    let earlier = past_seq.filter(|seq| *seq < recording.seq()).map(|seq| past::folded(recording, seq));
    let state = earlier.as_ref().unwrap_or(recording.game()).state();
    let whole = matches!(session.modes.last(), Some(Mode::Read(..)));
    let small = rows < SMALL;
    // Where lines are typed the list of units needs the rows.
    let typing =
        matches!(session.modes.last(), Some(Mode::Form(_) | Mode::Sheet | Mode::Filter | Mode::Questions | Mode::Dice));
    let before = state.status == Status::Setup;
    // On a small screen a long list of choices takes the row of what was said last, and one of those for a message.
    let listed = |menu: Menu| menu.entries.iter().filter(|entry| entry.listed).count();
    let crowded = before && rows < 24 && session.menu(recording).is_some_and(|menu| listed(menu) > LONG);
    let mut upper = head(scene, (past_seq, state), columns, rows, with_grids);
    let least = match rows {
        _ if whole || crowded => 0,
        30.. => 6,
        ..30 if typing => 0,
        ..16 => 1,
        ..30 if before => 1,
        _ => 2 - usize::from(columns < 80),
    };
    let told = (least > 0 && past_seq.is_none()).then_some(upper.len());
    if told.is_some() {
        upper.extend(news(scene, least, columns));
    } else if past_seq.is_some() {
        upper.push(rule("just now", columns));
        let told = Line::of(" You see the board as it was. Nothing here changes by looking.", Role::Soon);
        upper.extend(whole_sentences(told, columns));
    }
    let said = message(scene, columns);
    // A message takes its rows from a list without changing its columns.
    let kept_free = if crowded { 1 } else { said.len().max(MESSAGE) };
    let room = rows.saturating_sub(upper.len() + kept_free + if crowded { 4 } else { 3 });
    let pane = pane(scene, columns, room);
    let keys = footer(&pane.keys, columns, if small { 1 } else { 2 });
    let body = rows.saturating_sub(upper.len() + said.len() + keys.len() + 2);
    upper.push(rule(&pane.title, columns));
    let short = pane.short;
    let must: usize = pane.rows.iter().take(pane.must).map(|line| whole_sentences(line.clone(), columns).len()).sum();
    let mut middle: Vec<Line> = pane.rows.into_iter().flat_map(|line| whole_sentences(line, columns)).collect();
    if rows >= 34 && session.modes.is_empty() && columns >= 70 && body > middle.len() + 3 {
        middle.push(Line::default());
        let room = body - middle.len();
        middle.extend(board::armies(state, columns, room));
    }
    if columns < 78
        && session.modes.is_empty()
        && !small
        && !before
        && state.mission.is_some()
        && body >= middle.len() + 2
    {
        middle.extend(board::scores(state, columns));
    }
    let complete = middle.len() <= body && !short;
    let room = if middle.len() > body { body.saturating_sub(1) } else { body };
    let from = session.unrolled.min(must.saturating_sub(room));
    middle.drain(..from);
    let cut = must > from + room;
    if middle.len() > body {
        middle.truncate(body.saturating_sub(1));
        middle.push(Line::of(if cut { " … PgDn shows the rest" } else { " …" }, Role::Quiet));
    }
    // What the pane leaves free tells more of what happened; what a message needs stays free.
    let free = body.saturating_sub(middle.len() + 1 + MESSAGE.saturating_sub(said.len()));
    let more = free.min(scene.feed.len().saturating_sub(least));
    let more = if session.modes.is_empty() && !before { more } else { 0 };
    if let Some(at) = told.filter(|_| more > 0) {
        upper.splice(at..=at + least, news(scene, least + more, columns));
    }
    middle.resize(body - if told.is_some() { more } else { 0 }, Line::default());
    upper.extend(middle);
    upper.extend(said);
    upper.push(rule("", columns));
    upper.extend(keys);
    upper.truncate(rows);
    Board { lines: upper.into_iter().map(|line| line.fit(columns)).collect(), complete, cut }
}

/// What stands above the feed: whose turn it is, totals, both grids, markers. `past` is the moment that is looked back at.
fn head(
    scene: &Scene<'_>,
    (past, state): (Option<u64>, &State),
    columns: usize,
    rows: usize,
    grids: bool,
) -> Vec<Line> {
    let session = scene.session;
    let before = state.status == Status::Setup;
    let mut upper = vec![board::heading(scene, state, past, columns)];
    if !before {
        upper.push(board::totals(scene, (past, state), columns));
    }
    let whole = matches!(session.modes.last(), Some(Mode::Read(..)));
    if state.mission.is_some() && !whole && rows >= SMALL && !before {
        // Where an older law counts otherwise than this one, its totals stand alone.
        if columns >= 78 && grids && board::points(scene, past) == score::totals(state) {
            upper.extend(board::grids(state, columns));
        }
        let blank = Session::default();
        let now = past.is_none_or(|past| past == scene.recording.seq());
        upper.extend(board::markers(if now { session } else { &blank }, state, columns));
    }
    upper
}

/// The newest sentences under their rule; before the battle a single one stands without.
fn news(scene: &Scene<'_>, count: usize, columns: usize) -> Vec<Line> {
    let earlier = scene.session.scrolled.min(scene.feed.len().saturating_sub(count));
    let before = scene.recording.game().state().status == Status::Setup;
    let title = rule(if earlier > 0 { "earlier · ↓ just now" } else { "just now" }, columns);
    let title = (!before || count > 1).then_some(title);
    title.into_iter().chain(newest(scene, count, earlier)).collect()
}

/// A row of one sentence that is too long goes on in the next row; rows of several pieces are tables, and are cut.
fn whole_sentences(line: Line, columns: usize) -> Vec<Line> {
    let [(text, role)] = line.spans.as_slice() else { return vec![line] };
    if line.click.is_some() || line.width() <= columns {
        return vec![line];
    }
    let indent: String = text.chars().take_while(|c| *c == ' ').collect();
    let pieces = wrapped(text.trim_start(), columns.saturating_sub(indent.len() + 1));
    pieces.into_iter().map(|piece| Line::of(format!("{indent}{piece}"), *role)).collect()
}

/// The newest sentences, filled up with empty rows.
fn newest(scene: &Scene<'_>, count: usize, before: usize) -> Vec<Line> {
    let mut lines = scene.feed.last(count, before).to_vec();
    lines.resize(count, Line::default());
    lines
}

/// The pane of the mode that is open.
pub fn pane(scene: &Scene<'_>, columns: usize, room: usize) -> Pane {
    let session = scene.session;
    let recording = scene.recording;
    match session.modes.last() {
        None | Some(Mode::Typing(_) | Mode::Cards | Mode::Picks | Mode::Terrain(_) | Mode::Unlawful(_)) => {
            match session.menu(recording) {
                None => overview::pane(session, recording),
                Some(menu) => match &menu.field {
                    Some(field) => input::pane(session, &menu, field, recording, columns),
                    None => menu.pane(columns, room),
                },
            }
        }
        Some(Mode::Form(verb)) => form::pane(session, recording, *verb, (columns, room)),
        Some(Mode::Sheet) => sheet::pane(session, recording, (columns, room)),
        Some(Mode::Filter) => filter::pane(session, recording, filter::verb(session)),
        Some(Mode::Dice) => dice::pane(session, recording),
        Some(Mode::Guard) => overview::guard_pane(session, recording, columns),
        Some(Mode::GoTo(verb)) => overview::go_to_pane(session, recording, *verb),
        Some(Mode::Questions) => questions::pane(session, recording, columns),
        Some(Mode::Undo(depth)) => history::undo_pane(session, recording, scene.feed, *depth, columns),
        Some(Mode::Redo) => history::redo_pane(session, recording),
        Some(Mode::Look(seq)) => history::look_pane(recording, scene.feed, *seq, (columns, room)),
        Some(Mode::BackTo(seq)) => history::back_pane(recording, *seq),
        Some(Mode::Agree(waits)) => agreed::pane(waits),
        Some(Mode::Read(page, from)) => reading::pane(session, recording, (*page, *from), columns, room),
        Some(Mode::Confirm(by, command)) => history::confirm_pane(recording, *by, command),
        Some(Mode::Leave) => {
            let aside = session.tray.len();
            let aside = if aside > 0 { format!(" {aside} lines are typed and not recorded.") } else { String::new() };
            Pane::new("Leave?").row(format!("Everything is saved.{aside}")).key("Enter", "leave").key("Esc", "stay")
        }
        Some(Mode::Pause) => Pane::new("Pause").row("The clocks stand still.").key("Enter", "go on"),
    }
}

/// What was said last, with its hint.
fn message(scene: &Scene<'_>, columns: usize) -> Vec<Line> {
    let wrap = |text: &str, role: Role, lines: usize| -> Vec<Line> {
        let mut pieces: Vec<String> = text.lines().flat_map(|line| wrapped(line, columns.saturating_sub(4))).collect();
        if pieces.len() > lines {
            pieces.truncate(lines);
            if let Some(last) = pieces.last_mut() {
                last.push('…');
            }
        }
        pieces.into_iter().map(|piece| Line::of(format!("  {piece}"), role)).collect()
    };
    match scene.session.message() {
        None | Some(Message::Recorded(_)) => Vec::new(),
        Some(Message::Done(text)) => wrap(text, Role::Points, 2),
        Some(Message::Refused(text, hint)) => {
            let mut lines = wrap(text, Role::Wrong, 3);
            lines.extend(hint.iter().flat_map(|hint| wrap(hint, Role::Plain, 2)));
            lines
        }
    }
}

/// The keys, on one row or two; on a narrow screen the last ones go, but never those that end something or help.
fn footer(keys: &[(String, String)], columns: usize, most: usize) -> Vec<Line> {
    let always = |key: &str| matches!(key, ">" | "t" | "?");
    let mut kept: Vec<(&str, &str)> = keys.iter().map(|(key, does)| (key.as_str(), does.as_str())).collect();
    while let (true, Some(last)) = (rows_of(&kept, columns) > most, kept.iter().rposition(|(key, _)| !always(key))) {
        kept.remove(last);
    }
    if rows_of(&kept, columns) > most {
        // Everybody knows what a question mark does.
        kept.iter_mut().filter(|(key, _)| *key == "?").for_each(|(_, does)| *does = "");
    }
    let mut lines = vec![Line::default()];
    for (key, does) in kept {
        let needed = width(key) + width(does) + 4;
        if lines.last().is_some_and(|line| line.width() + needed > columns) {
            if lines.len() == most {
                break;
            }
            lines.push(Line::default());
        }
        if let Some(line) = lines.last_mut() {
            line.push(" ", Role::Plain);
            line.push(key, Role::Key);
            line.push(format!(" {does}  "), Role::Plain);
        }
    }
    lines
}

/// How many rows the keys take.
fn rows_of(keys: &[(&str, &str)], columns: usize) -> usize {
    let (rows, _) = keys.iter().fold((1, 0), |(rows, used), (key, does)| {
        let needed = width(key) + width(does) + 4;
        if used > 0 && used + needed > columns { (rows + 1, needed) } else { (rows, used + needed) }
    });
    rows
}

/// The steps of the set-up beside its questions: what is done, and what comes next.
fn steps(scene: &Scene<'_>) -> Vec<Line> {
    let steps = setup::steps(scene.session, scene.recording.game().state());
    let next = steps.iter().position(|(_, done, _)| !done);
    let row = |(at, (name, done, says)): (usize, &(&str, bool, String))| {
        let (sign, role) = match (*done, next == Some(at)) {
            (true, _) => ("✓", Role::Points),
            (false, true) => ("▸", Role::Title),
            (false, false) => (" ", Role::Quiet),
        };
        Line::plain(" ").then(sign, role).then(format!(" {name:<13}"), role).then(says.clone(), Role::Plain)
    };
    let mut lines = vec![Line::of(" Set-up", Role::Title)];
    lines.extend(steps.iter().enumerate().map(row));
    lines.push(Line::of(" u opens a step again.", Role::Quiet));
    lines.push(Line::default());
    lines
}

/// Whose zone each hatching of the map is; empty as long as nobody knows.
fn zones(state: &State) -> Line {
    let mut line = Line::default();
    for (side, hatching) in [(MapSide::A, " / "), (MapSide::B, " \\ ")] {
        if let Some(player) = map::owner(state, side) {
            let name = cut(&name_of(state, player), 12);
            line = line.then(hatching, Role::of(player)).then(format!("{} {name}  ", shape(player)), Role::of(player));
        }
    }
    line
}

/// The map and the feed beside the board.
fn beside(scene: &Scene<'_>, columns: usize, rows: usize) -> Vec<Line> {
    let state = scene.recording.game().state();
    let mut lines = Vec::new();
    if state.status == Status::Setup {
        lines.extend(steps(scene));
    }
    if let Some(mission) = &state.mission {
        let keys = |line: Line| line.then("   ", Role::Plain).then("M", Role::Key).then(" larger   ", Role::Quiet);
        let title = keys(Line::of(format!(" {}", mission.name), Role::Title));
        lines.push(title.then("B", Role::Key).then(" rules", Role::Quiet));
        if let Some(map) = adjutant_present::map::battlefield_text(state, columns) {
            lines.extend(map::drawn(&map, map::zone_roles(state)));
        }
        lines.push(zones(state));
    }
    lines.push(Line::of(" This battle", Role::Title));
    let room = rows.saturating_sub(lines.len());
    let earlier = scene.session.scrolled.min(scene.feed.len().saturating_sub(1));
    let mut history: Vec<Line> = Vec::new();
    for said in scene.feed.last(room, earlier).iter().rev() {
        let mut pieces = said.wrapped(columns);
        if history.len() + pieces.len() > room {
            break;
        }
        pieces.append(&mut history);
        history = pieces;
    }
    lines.extend(history);
    lines.resize(rows, Line::default());
    lines.into_iter().map(|line| line.fit(columns)).collect()
}
