//! Lines of a verb: a letter is a unit, a digit how many, `*` all of it, `/` finds a name.

use adjutant_app::matches::recording::Recording;
use adjutant_engine::state::State;
use adjutant_present::names::{name_of, shape};

use crate::due::waiting;
use crate::mode::{Mode, Page};
use crate::modes::lines;
use crate::panel::rows;
use crate::shared::{Before, Session};
use crate::step::Deed;
use crate::text::key::Key;
use crate::text::line::{Line, Role, width, wrapped};
use crate::text::pane::Pane;
use crate::tray::draft::Draft;
use crate::tray::throwing::Throwing;
use crate::tray::verb::{Row, Verb};

/// A key in a form.
pub fn press(session: &mut Session, key: Key, verb: Verb, before: Before, recording: &Recording) -> Vec<Deed> {
    match key {
        Key::Escape => escape(session, before.leaving, |draft| draft.verb == verb),
        Key::Enter => lines::record(session, recording, |draft| draft.verb == verb),
        Key::Char('t') => {
            session.modes.pop();
            session.open(Mode::Sheet)
        }
        Key::Char('?') => session.open(Mode::Read(Page::Help, 0)),
        Key::Char('=') if session.current.and_then(|at| session.tray.get(at)).is_some_and(Draft::takes_dice) => {
            let Some(at) = session.current else { return Vec::new() };
            open_dice(session, at, recording)
        }
        other => {
            lines::line_key(session, other, verb, before, recording);
            Vec::new()
        }
    }
}

/// Esc: once if nothing is typed, twice otherwise; lines stay set aside.
pub fn escape(session: &mut Session, leaving: bool, of: impl Fn(&Draft) -> bool) -> Vec<Deed> {
    session.numbering &= !leaving;
    let typed = session.tray.iter().filter(|draft| of(draft)).count();
    if typed == 0 || leaving {
        session.current = None;
        return session.back();
    }
    session.leaving = true;
    let what = if typed == 1 { "1 line stays".to_owned() } else { format!("{typed} lines stay") };
    session.refuse(format!("Esc again leaves; {what} set aside."), None);
    Vec::new()
}

/// The pane of a form.
pub fn pane(session: &Session, recording: &Recording, verb: Verb, (columns, room): (usize, usize)) -> Pane {
    let state = recording.game().state();
    let mut pane = Pane::new(format!("{} phase · {}", state.phase.title(), title(verb)));
    let fresh = Draft::new(verb);
    let draft = session.current.and_then(|at| session.tray.get(at)).unwrap_or(&fresh);
    let rows = rows::of_verb(recording.game(), draft, lines::default_army(session, state, verb));
    if verb == Verb::Act && rows.is_empty() {
        pane = pane.row("No action can start now.");
    }
    if verb == Verb::Stratagem {
        let player = lines::default_army(session, state, verb);
        let whose = format!(" {} {}", shape(player), name_of(state, player));
        let more = "of your own book: `:stratagem \"NAME\" CP`";
        pane.rows.push(
            Line::of(whose, Role::of(player)).then(format!("  {} CP   {more}", state.sides[player].cp), Role::Quiet),
        );
    }
    if verb == Verb::Arrive && waiting(state, state.active).is_empty() {
        pane = pane.row("Nobody is in reserve.");
    } else if verb == Verb::Arrive && state.law().arrivals.is_some_and(|(from, _)| state.round < from) {
        pane = pane.row(format!("Nobody may arrive in round {}.", state.round));
    }
    if verb == Verb::Act
        && let Some(late) = late_arrivals(state)
    {
        pane = pane.told(late, Role::Soon);
    }
    // Two beside each other, where every one of them fits.
    let widest = rows.iter().map(|(_, _, says)| width(says) + 4).max().unwrap_or(0);
    let beside = if widest <= columns / 2 { 2 } else { 1 };
    for some in rows.chunks(beside) {
        let mut line = Line::default();
        for (digit, _, says) in some {
            let own = Line::plain(" ").then(digit.to_string(), Role::Key).then(format!(" {says}"), Role::Plain);
            line.spans.extend(own.fit(columns / beside).spans);
        }
        pane.rows.push(line);
    }
    pane = pane.rows(lines::lines(session, recording, |draft| draft.verb == verb, columns));
    let army = lines::default_army(session, state, verb);
    let left = room.saturating_sub(pane.rows.len());
    // Letters that are not on the screen cannot be pressed: what an action needs goes before the list does.
    let wishes = wishes(state, draft, columns);
    let beside = lines::list(session, state, army, verb, columns, left.saturating_sub(wishes.len()));
    if wishes.len() + beside.len() <= left {
        pane = pane.rows(wishes).rows(beside);
    } else {
        pane.short = !wishes.is_empty();
        pane = pane.rows(lines::list(session, state, army, verb, columns, left));
    }
    pane = pane.key("Enter", "record").key("a-z", "unit");
    pane = match verb {
        Verb::Losses | Verb::Heal => pane.key("1-9", "how many").key("*", "all"),
        Verb::Shoot | Verb::Fight => pane.key("1-9", "how many").key("=", "dice").key("*", "all").key(",", "one more"),
        Verb::Wounds => pane.key("1-9", "how many"),
        Verb::Act | Verb::Stratagem | Verb::Move => pane.key("1-9", "row"),
        Verb::Charge | Verb::Psychic | Verb::Morale | Verb::Shock => pane.key("1-6", "dice"),
        Verb::Arrive | Verb::Transport => pane,
    };
    pane.key("/", "find").key("-", "their units").key("x", "drop").key("t", "end turn").key("Esc", "back")
}

/// What the action of a line needs, and when it is done.
fn wishes(state: &State, draft: &Draft, columns: usize) -> Vec<Line> {
    let Some(Row::Action(target)) = &draft.row else { return Vec::new() };
    let Some(action) = state.pack.as_ref().and_then(|pack| pack.actions.get(&target.action)) else { return Vec::new() };
    let says = adjutant_present::action_wishes(action);
    let lines = says.iter().flat_map(|says| wrapped(says, columns.saturating_sub(6)));
    lines.map(|line| Line::of(format!("     {line}"), Role::Quiet)).collect()
}

/// Units that could arrive now and cannot once an action has started.
fn late_arrivals(state: &State) -> Option<String> {
    let law = state.law();
    let waiting = waiting(state, state.active);
    let now = law.arrivals.is_some_and(|(from, until)| (from..=until).contains(&state.round))
        && law.allows(state.phase, adjutant_engine::rules::Deed::Arrive, true);
    (now && !waiting.is_empty()).then(|| format!("! {}: arrivals come before actions (r)", waiting.join(", ")))
}

fn title(verb: Verb) -> &'static str {
    match verb {
        Verb::Losses => "losses: a letter, a number",
        Verb::Wounds => "wounds lost: a letter, a number",
        Verb::Act => "actions: a digit, a letter",
        Verb::Arrive => "reserves: a letter",
        Verb::Move => "moves: a letter, a digit",
        Verb::Psychic => "psychic: a letter, a digit, two dice",
        Verb::Shoot => "shooting: who, at whom, how many die",
        Verb::Charge => "charges: who, whom, two dice, 1 made 0 failed",
        Verb::Fight => "fights: who, whom, how many die",
        Verb::Morale => "Morale: a letter, a die",
        Verb::Shock => "Battle-shock: a letter, two dice",
        Verb::Stratagem => "Stratagems: a digit, a letter where one unit is meant",
        Verb::Heal => "models return: a letter, a number",
        Verb::Transport => "transports: a unit, its transport",
    }
}

/// Opens the dice of a line that says who attacks whom.
fn open_dice(session: &mut Session, at: usize, recording: &Recording) -> Vec<Deed> {
    match Throwing::of(&session.tray[at], at, recording.game()) {
        Ok(Some(throwing)) => {
            session.throwing = Some(throwing);
            return session.open(Mode::Dice);
        }
        Ok(None) => {}
        Err(why) => session.refuse(why, Some("type how many models die instead".into())),
    }
    Vec::new()
}
