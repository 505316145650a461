//! Lines of a verb, as form and turn sheet fill, list and record them.

use adjutant_app::matches::recording::Recording;
use adjutant_engine::rules::UnitKind;
use adjutant_engine::side::Player;
use adjutant_engine::state::{State, Unit};
use adjutant_present::names::{self, name_of, shape};
use adjutant_present::units::{self, Called, LETTERS};

use crate::mode::Mode;
use crate::panel::rows;
use crate::shared::{Before, Session};
use crate::step::Deed;
use crate::text::key::Key;
use crate::text::line::{Line, Role, cut_name, width, wrapped};
use crate::tray::draft::{Draft, Verdict, fallen, groups};
use crate::tray::verb::{Hit, Slot, Verb};
use crate::trial::{Plan, rehearse};

/// Opens the form of a verb, or offers the way to its phase.
pub fn open(session: &mut Session, verb: Verb, recording: &Recording) -> Vec<Deed> {
    let state = recording.game().state();
    let law = state.law();
    let later = |deed| {
        let mut phase = state.phase;
        while let Some(next) = law.phase_after(phase) {
            if law.allows(next, deed, true) {
                return true;
            }
            phase = next;
        }
        false
    };
    if let Some(deed) = verb.deed()
        && !law.allows(state.phase, deed, true)
        && later(deed)
    {
        return if mend(session, recording) { Vec::new() } else { session.open(Mode::GoTo(verb)) };
    }
    session.open(Mode::Form(verb));
    session.opened = Some(verb.key());
    (session.army, session.current) = (None, None);
    Vec::new()
}

/// Enter: records the lines, if all of them are complete.
pub fn record(session: &mut Session, recording: &Recording, of: impl Fn(&Draft) -> bool) -> Vec<Deed> {
    let state = recording.game().state();
    let lines: Vec<Draft> = session.tray.iter().filter(|draft| of(draft)).cloned().collect();
    if lines.is_empty() {
        return session
            .refused("Nothing is typed yet.", Some("a letter is a unit, a digit how many · Esc back".into()));
    }
    let held_up = session
        .tray
        .iter()
        .position(|draft| of(draft) && !matches!(draft.judge(recording.game()), Verdict::Complete(_)));
    if let Some(at) = held_up {
        session.current = Some(at);
        let (Verdict::Part(why) | Verdict::Which(why) | Verdict::Wrong(why) | Verdict::Complete(why)) =
            session.tray[at].judge(recording.game());
        return session.refused(why, Some("Backspace correct · x drop".into()));
    }
    let plan: Plan = lines.iter().filter_map(|draft| draft.command(state)).collect();
    if let Err((at, refusal)) = rehearse(recording.game(), &plan) {
        session.current = session.tray.iter().position(|draft| lines.get(at) == Some(draft));
        return session.refused(names::said(state, &refusal.message), Some("Backspace correct · x drop".into()));
    }
    session.tray.retain(|draft| !of(draft));
    session.numbering = false;
    session.send_lines(lines);
    vec![Deed::Record(plan)]
}

/// A key that fills a line.
pub fn line_key(session: &mut Session, key: Key, verb: Verb, before: Before, recording: &Recording) {
    let state = recording.game().state();
    match key {
        Key::Char('x') => drop_line(session),
        Key::Backspace => shorten(session),
        Key::Tab | Key::Down | Key::Up => step(session, key != Key::Up, verb),
        Key::Char('/') => {
            session.numbering = false;
            session.open(Mode::Filter);
        }
        Key::Char('+') => session.army = Some(state.active),
        Key::Char('-') => session.army = Some(state.active.opponent()),
        Key::Char('*') => {
            match current(session).filter(|_| verb != Verb::Wounds).and_then(|draft| draft.hits.last_mut()) {
                Some(hit) => (hit.all, hit.digits) = (true, String::new()),
                None => session.refuse("* means all of a unit.", Some("choose the unit by its letter first".into())),
            }
        }
        Key::Char('=') => meant(session, recording),
        Key::Char(',') => match current(session) {
            Some(draft) if !draft.hits.is_empty() && matches!(verb, Verb::Shoot | Verb::Fight | Verb::Charge) => {
                session.comma = true
            }
            _ => session.dead(key, "a letter is a unit, a digit how many"),
        },
        Key::Char(digit @ '0'..='9') => digit_key(session, digit, verb, before, recording),
        // The player may still be typing the name.
        Key::Char(letter) if session.numbering && LETTERS.contains(letter) => {
            session.refuse("A number now, * or Enter; / finds another unit.", None);
        }
        Key::Char(letter) if LETTERS.contains(letter) => {
            if before.opened == Some(letter) {
                let name = units::lettered(state, default_army(session, state, verb), letter)
                    .map(|unit| units::name(state, &unit.id));
                let what = name.map_or_else(String::new, |name| format!(" for {name}"));
                session.refuse(format!("{letter} opened this form; press it again{what}."), None);
                return;
            }
            letter_key(session, letter, verb, state);
        }
        other => {
            session.dead(other, "a letter is a unit, a digit how many · * all · / find · Enter records · Esc back")
        }
    }
}

/// The line that is typed.
fn current(session: &mut Session) -> Option<&mut Draft> {
    let at = session.current?;
    session.tray.get_mut(at)
}

fn drop_line(session: &mut Session) {
    match session.current.or(session.tray.len().checked_sub(1)) {
        Some(at) => {
            session.tray.remove(at);
            session.current = None;
        }
        None => session.refuse("No line to drop.", None),
    }
}

fn shorten(session: &mut Session) {
    if session.current.is_none() {
        session.current = session.tray.len().checked_sub(1);
    }
    let Some(at) = session.current else { return };
    let draft = &mut session.tray[at];
    let had = draft.shorten();
    if !had || *draft == Draft::new(draft.verb) {
        session.tray.remove(at);
        session.current = None;
    }
}

/// Goes to the next line, or to the one before.
fn step(session: &mut Session, on: bool, verb: Verb) {
    let lines: Vec<usize> = (0..session.tray.len()).filter(|at| session.tray[*at].verb == verb).collect();
    let place = session.current.and_then(|at| lines.iter().position(|line| *line == at));
    let next = match (place, on) {
        (Some(place), true) => (place + 1) % lines.len(),
        (Some(place), false) => (place + lines.len() - 1) % lines.len(),
        (None, _) => 0,
    };
    session.current = lines.get(next).copied();
}

/// `=`: two equal digits were meant so; or a group of the unit is named next.
fn meant(session: &mut Session, recording: &Recording) {
    let asks_group = session
        .current
        .and_then(|at| session.tray.get(at))
        .is_some_and(|draft| matches!(draft.judge(recording.game()), Verdict::Which(_)));
    let Some(draft) = current(session) else { return };
    if draft.doubled().is_some() {
        if let Some(hit) = draft.hits.last_mut() {
            hit.meant = true;
        }
    } else if asks_group {
        session.grouping = true;
    } else {
        session.refuse("= says that two equal digits are meant, or names a group.", None);
    }
}

fn digit_key(session: &mut Session, digit: char, verb: Verb, before: Before, recording: &Recording) {
    let game = recording.game();
    let state = game.state();
    if std::mem::take(&mut session.grouping) {
        let index = digit as usize - '0' as usize;
        let hit = session.current.and_then(|at| session.tray.get_mut(at)).and_then(|draft| draft.hits.last_mut());
        if let Some(hit) = hit
            && let Some((_, unit)) = state.unit(&hit.unit)
        {
            hit.group = index.checked_sub(1).and_then(|at| groups(unit).nth(at)).map(|(name, _)| name.clone());
        }
        return;
    }
    if let (None, Some((seq, mut draft))) = (session.current, before.just.clone()) {
        // An Enter too early costs nothing: the number goes on.
        draft.amends = Some(seq);
        if let Some(hit) = draft.hits.last_mut() {
            hit.meant = false;
        }
        if draft.digit(state, digit) {
            session.tray.push(draft);
            session.current = Some(session.tray.len() - 1);
            return;
        }
    }
    let takes_rows = matches!(Draft::new(verb).wants(state), Slot::Row);
    let wants = session.current.and_then(|at| session.tray.get(at)).map(|draft| draft.wants(state));
    let fresh = Draft::new(verb);
    let draft = session.current.and_then(|at| session.tray.get(at)).unwrap_or(&fresh);
    let player = default_army(session, state, verb);
    if wants == Some(Slot::Row) || (takes_rows && matches!(wants, None | Some(Slot::Nothing | Slot::Unit))) {
        let Some((_, row, _)) = rows::of_verb(game, draft, player).into_iter().find(|(key, ..)| *key == digit) else {
            return session.refuse(format!("There is no {digit} in this list."), None);
        };
        let keeps = draft.row.is_none() || (draft.unit.is_none() && wants == Some(Slot::Unit));
        if let Some(at) = session.current.filter(|_| keeps) {
            session.tray[at].row = Some(row);
        } else {
            session.tray.push(Draft { row: Some(row), ..fresh });
            session.current = Some(session.tray.len() - 1);
        }
        return;
    }
    if let Some(at) = session.current
        && session.tray[at].digit(state, digit)
    {
        return;
    }
    session.dead(Key::Char(digit), wanted(wants));
}

/// What a line waits for instead of a digit.
fn wanted(slot: Option<Slot>) -> &'static str {
    match slot {
        None => "a letter chooses the unit first",
        Some(Slot::Dice(_)) => "a die has faces 1 to 6",
        Some(Slot::Charge) => "a warp charge is 1 to 9",
        Some(Slot::Made) => "1 made · 0 failed",
        Some(Slot::Fled) => "how many flee · 0 passed",
        _ => "this line is complete; a letter begins the next one",
    }
}

/// Whose units letters mean, where nobody said.
pub fn default_army(session: &Session, state: &State, verb: Verb) -> Player {
    if let Some(player) = session.army {
        return player;
    }
    let draft = session.current.and_then(|at| session.tray.get(at));
    let owner = draft.and_then(|draft| draft.unit.as_ref()).and_then(|id| state.unit(id)).map(|(_, unit)| unit.player);
    let wants = draft.map_or(Draft::new(verb).wants(state), |draft| draft.wants(state));
    match (verb, wants) {
        (Verb::Losses | Verb::Wounds, _) => state.active.opponent(),
        (Verb::Shoot | Verb::Fight | Verb::Charge, Slot::Whom) => owner.unwrap_or(state.active).opponent(),
        (Verb::Shoot | Verb::Fight | Verb::Charge, _) if session.comma => owner.unwrap_or(state.active).opponent(),
        (Verb::Transport, Slot::Whom) => owner.unwrap_or(state.active),
        _ => state.active,
    }
}

fn letter_key(session: &mut Session, letter: char, verb: Verb, state: &State) {
    let draft = session.current.and_then(|at| session.tray.get(at));
    if draft.map_or(Draft::new(verb).wants(state), |draft| draft.wants(state)) == Slot::Row {
        return session.refuse("A digit chooses the row first.", None);
    }
    let player = default_army(session, state, verb);
    let Some(unit) = units::lettered(state, player, letter) else {
        return session.refuse(format!("No unit of {} has the letter {letter}.", name_of(state, player)), None);
    };
    if let Some(why) = fallen(state, &unit.id) {
        return session.refuse(why, None);
    }
    take(session, unit, verb, state);
}

/// Puts a unit where the line wants one; a complete line is followed by a new one.
pub fn take(session: &mut Session, unit: &Unit, verb: Verb, state: &State) {
    let hit = || Hit { unit: unit.id.clone(), digits: String::new(), all: false, meant: false, group: None };
    let further = std::mem::take(&mut session.comma);
    let wants = session.current.and_then(|at| session.tray.get(at)).map(|draft| draft.wants(state));
    if let Some(at) = session.current.filter(|_| further || matches!(wants, Some(Slot::Unit | Slot::Whom))) {
        let draft = &mut session.tray[at];
        if wants == Some(Slot::Unit) {
            draft.unit = Some(unit.id.clone());
            session.army = None;
        } else if !draft.hits.iter().any(|hit| hit.unit == unit.id) {
            draft.hits.push(hit());
        }
        return;
    }
    let same = |draft: &Draft| {
        draft.verb == verb
            && (draft.unit.as_ref() == Some(&unit.id)
                || (draft.unit.is_none() && draft.hits.iter().any(|hit| hit.unit == unit.id)))
    };
    if let Some(at) = session.tray.iter().position(same) {
        session.current = Some(at);
        return;
    }
    let mut draft = Draft::new(verb);
    if draft.wants(state) == Slot::Row {
        return session.refuse("A digit chooses the row first.", None);
    }
    if draft.wants(state) == Slot::Whom {
        draft.hits.push(hit());
    } else {
        draft.unit = Some(unit.id.clone());
        session.army = None;
    }
    session.tray.push(draft);
    session.current = Some(session.tray.len() - 1);
}

/// The lines typed so far, each with what it would record.
pub fn lines(session: &Session, recording: &Recording, of: impl Fn(&Draft) -> bool, columns: usize) -> Vec<Line> {
    let mut rows = Vec::new();
    for (at, draft) in session.tray.iter().enumerate().filter(|(_, draft)| of(draft)) {
        let marked = session.current == Some(at);
        let mark = if marked { " ▸ " } else { "   " };
        match draft.judge(recording.game()) {
            Verdict::Complete(says) => {
                rows.push(Line::of(format!("{mark}{says}"), if marked { Role::Marked } else { Role::Soon }));
            }
            Verdict::Part(asks) | Verdict::Which(asks) => rows.push(Line::of(format!("{mark}{asks}"), Role::Title)),
            Verdict::Wrong(why) => {
                let pieces = wrapped(&format!("✗ {why}"), columns.saturating_sub(5));
                let begin = |at: usize| if at == 0 { mark } else { "   " };
                let line = |(at, piece): (usize, String)| Line::of(format!("{}{piece}", begin(at)), Role::Wrong);
                rows.extend(pieces.into_iter().enumerate().map(line));
            }
        }
    }
    rows
}

/// The least columns of a unit in a list.
const ENTRY: usize = 19;

/// The units that letters mean now, in as many columns as the rows need.
pub fn list(session: &Session, state: &State, player: Player, verb: Verb, columns: usize, room: usize) -> Vec<Line> {
    let army = units::army(state, player);
    if army.is_empty() {
        let name = name_of(state, player);
        return vec![Line::of(format!(" No army list for {name}: points for kills will be asked."), Role::Quiet)];
    }
    let fits = |unit: &Unit| match verb {
        Verb::Arrive => units::waits(unit),
        Verb::Psychic => unit.is(state.law(), UnitKind::Psykers),
        _ => true,
    };
    let shown: Vec<&Called<'_>> = army.iter().filter(|called| called.letter.is_some() && fits(called.unit)).collect();
    let other = if player == state.active { "-" } else { "+" };
    let mut rows = vec![
        Line::of(format!(" {} {}", shape(player), name_of(state, player)), Role::of(player))
            .then(format!("   {other} {}", name_of(state, player.opponent())), Role::Quiet),
    ];
    let most = (columns / ENTRY).max(2);
    let beside = (2..=most).find(|beside| shown.len().div_ceil(*beside) < room).unwrap_or(most);
    let height = shown.len().div_ceil(beside);
    let width = columns / beside;
    for row in 0..height {
        let mut line = Line::default();
        for called in shown.iter().skip(row).step_by(height) {
            line.spans.extend(entry(session, called, width).spans);
        }
        rows.push(line);
    }
    rows
}

/// A unit in a list: letter, name, what is left.
fn entry(session: &Session, called: &Called<'_>, columns: usize) -> Line {
    let alive = called.unit.alive();
    let busy = session.tray.iter().any(|draft| draft.unit.as_ref() == Some(&called.unit.id));
    let strength = units::strength(called.unit);
    let role = match (alive, busy) {
        (false, _) => Role::Quiet,
        (true, true) => Role::Soon,
        (true, false) => Role::Plain,
    };
    let name = columns.saturating_sub(4 + width(&strength));
    Line::plain(" ")
        .then(called.letter.unwrap_or(' ').to_string(), if alive { Role::Key } else { Role::Quiet })
        .then(" ", Role::Plain)
        .then(cut_name(called.unit.datasheet.as_str(), called.number, name), role)
        .then(format!(" {strength}"), if alive { Role::Title } else { Role::Quiet })
        .fit(columns)
}

/// The first line of the tray that holds everything up, with the reason.
pub fn held_up(session: &Session, recording: &Recording) -> Option<(usize, String)> {
    session.tray.iter().enumerate().find_map(|(at, draft)| match draft.judge(recording.game()) {
        Verdict::Part(what) | Verdict::Which(what) => Some((at, format!("{what} · Backspace back to it · x drop"))),
        Verdict::Wrong(why) => Some((at, format!("{why} · Backspace correct · x drop"))),
        Verdict::Complete(_) => None,
    })
}

/// Opens the form of the line that holds everything up.
pub fn mend(session: &mut Session, recording: &Recording) -> bool {
    let Some((at, why)) = held_up(session, recording) else { return false };
    let verb = session.tray[at].verb;
    if !matches!(session.modes.last(), Some(Mode::Form(_) | Mode::Sheet)) {
        session.open(Mode::Form(verb));
    }
    session.current = Some(at);
    session.refuse(why, None);
    true
}
