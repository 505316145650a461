//! The turn sheet: losses, the questions of this turn, what its end brings about, and `>` that ends it.

use adjutant_engine::side::Player;
use adjutant_engine::state::OpenNeed;
use adjutant_engine::view::RoundLabel;

use super::form::{self, Before};
use super::input;
use super::line::{Line, Role};
use super::pane::Pane;
use super::panel::{name_of, shape};
use super::plan::{self, Sheet, key_of};
use super::tray::Verb;
use super::{Deed, Key, Session, overview, questions, words};
use crate::recording::Recording;

/// A key in the turn sheet.
pub fn press(session: &mut Session, key: Key, before: Before, recording: &Recording) -> Vec<Deed> {
    match key {
        Key::Char('>') => return pass(session, recording),
        Key::Char('t') => {}
        Key::Escape if before.leaving => {
            session.current = None;
            return session.back();
        }
        Key::Escape => {
            session.leaving = true;
            session.refuse("Esc again leaves the turn sheet; what is typed stays set aside.", None);
        }
        Key::Enter => return form::record(session, recording, |_| true),
        Key::Tab | Key::Down | Key::Up => {
            let questions = plan::sheet(session, recording.game()).questions.len();
            let on = key != Key::Up;
            if session.current.take().is_none() && questions > 0 {
                session.mark = (session.mark + if on { 1 } else { questions - 1 }) % questions;
            }
        }
        Key::Char('0'..='9') | Key::Backspace | Key::Char('=' | 'x')
            if session.current.is_none() && answers(session, key, recording) => {}
        Key::Char('?') => return session.open(super::Mode::Read(super::reading::Page::Help, 0)),
        other => form::line_key(session, other, Verb::Losses, before, recording),
    }
    Vec::new()
}

/// A key of the answer to the marked question; whether there is one.
fn answers(session: &mut Session, key: Key, recording: &Recording) -> bool {
    let questions = plan::sheet(session, recording.game()).questions;
    let Some(need) = questions.get(session.mark.min(questions.len().saturating_sub(1))) else { return false };
    if !session.answers.contains_key(&key_of(need)) && matches!(key, Key::Backspace | Key::Char('x')) {
        return false;
    }
    answer(session, need, key);
    true
}

/// Types at the answer to a question: digits that go on to a possible number are added, others begin anew.
pub fn answer(session: &mut Session, need: &OpenNeed, key: Key) {
    let known = key_of(need);
    let values = need.possible.values();
    let mut typed = session.answers.remove(&known).unwrap_or_default();
    match key {
        Key::Char(digit @ '0'..='9') => {
            let begins = |text: &str| values.iter().any(|value| value.to_string().starts_with(text));
            let plain = typed.trim_end_matches('=').to_owned();
            let longer = format!("{plain}{digit}");
            typed = if begins(&longer) {
                longer
            } else if begins(&digit.to_string()) {
                digit.to_string()
            } else {
                let name = need.objective.as_str().replace('-', " ");
                session.refuse(format!("{name} pays {}, not {digit}.", input::ranges(&values)), None);
                plain
            };
        }
        Key::Backspace => {
            typed.pop();
        }
        Key::Char('=') if doubled(&typed) => typed.push('='),
        Key::Char('x') => typed.clear(),
        _ => {}
    }
    if !typed.is_empty() {
        session.answers.insert(known, typed);
    }
}

/// Two equal digits that nobody said were meant.
fn doubled(typed: &str) -> bool {
    let digits = typed.as_bytes();
    digits.len() == 2 && digits[0] == digits[1]
}

/// What holds an answer up, if it is typed and is none.
pub fn unfinished(session: &Session, need: &OpenNeed) -> Option<String> {
    let typed = session.answers.get(&key_of(need))?;
    if doubled(typed) {
        return Some(format!("{typed}: meant so? = yes · Backspace no"));
    }
    let number: Option<i64> = typed.trim_end_matches('=').parse().ok();
    let possible = number.is_some_and(|number| need.possible.contains(number));
    (!possible).then(|| format!("{typed} is not a possible number of VP: {}", input::ranges(&need.possible.values())))
}

/// `>`: records what stands in the sheet and ends the turn.
fn pass(session: &mut Session, recording: &Recording) -> Vec<Deed> {
    session.passed = true;
    if overview::mend(session, recording) {
        return Vec::new();
    }
    let Sheet { plan, tried, questions } = plan::sheet(session, recording.game());
    if let Some(why) = questions.iter().find_map(|need| unfinished(session, need)) {
        session.refuse(why, Some("Backspace correct · x clear".into()));
        return Vec::new();
    }
    if let Err(refusal) = tried {
        let state = recording.game().state();
        session.refuse(words::named(state, &refusal.message), Some(refusal.accepted));
        return Vec::new();
    }
    session.modes.clear();
    let tray = std::mem::take(&mut session.tray);
    session.send(tray);
    vec![Deed::Record(plan)]
}

/// The pane of the turn sheet.
pub fn pane(session: &Session, recording: &Recording, (columns, room): (usize, usize)) -> Pane {
    let state = recording.game().state();
    let whose = name_of(state, state.active);
    let sheet = plan::sheet(session, recording.game());
    let mut pane = Pane::new(format!("End of {whose}'s turn, round {}", state.round));
    let typed = session.tray.len();
    pane.rows.push(Line::of(" Losses", Role::Title).then("  a letter, a number – recorded with >", Role::Quiet));
    pane = pane.rows(form::lines(session, recording, |_| true, columns));
    for (at, need) in sheet.questions.iter().enumerate() {
        let marked = session.current.is_none() && session.mark.min(sheet.questions.len() - 1) == at;
        pane.rows.extend(question(session, need, recording, marked, columns));
    }
    match &sheet.tried {
        Err(refusal) => pane = pane.told(format!("✗ {}", words::named(state, &refusal.message)), Role::Wrong),
        Ok(tried) => {
            pane.rows.push(Line::of(" Then", Role::Title));
            pane = pane.rows(overview::brings(tried));
            let ends = tried.game.state();
            for player in Player::BOTH {
                let names = plan::waiting(state, player);
                let until = state.law().arrivals.map(|(_, until)| until);
                if !names.is_empty() && (player == state.active || until == Some(state.round)) {
                    let fate = if until.is_some_and(|until| ends.round > until) || ends.status != state.status {
                        "destroyed when this round ends"
                    } else {
                        "still in reserve"
                    };
                    let role = if until == Some(state.round) { Role::Wrong } else { Role::Soon };
                    pane = pane.told(format!("{}: {fate}.", names.join(", ")), role);
                }
            }
        }
    }
    for missed in &state.missed {
        let name = words::objective_name(state, missed.need.player, &missed.need.objective);
        let round = words::round_in_words(missed.need.round);
        pane = pane.told(format!("Open {name}, {round} (o) – stays open, nothing is lost"), Role::Quiet);
    }
    let army = session.army.unwrap_or(state.active.opponent());
    let left = room.saturating_sub(pane.rows.len());
    pane.rows.extend(form::list(session, state, army, Verb::Losses, columns, left));
    let does = if typed == 0 { format!("end {whose}'s turn") } else { format!("record {typed}, end {whose}'s turn") };
    pane = pane.key(">", does);
    if !sheet.questions.is_empty() {
        pane = pane.key("Tab", "question");
    }
    pane.key("a-z", "unit").key("*", "all").key("/", "find").key("x", "drop").key("Esc Esc", "stay")
}

/// A question with its answer.
fn question(session: &Session, need: &OpenNeed, recording: &Recording, marked: bool, columns: usize) -> Vec<Line> {
    let state = recording.game().state();
    let name = words::objective_name(state, need.player, &need.objective);
    let answer = session.answers.get(&key_of(need));
    let mark = if marked { "▸" } else { " " };
    let mut line = Line::of(format!(" {mark}Question"), if marked { Role::Title } else { Role::Plain });
    line.push(format!(" {} {} ", shape(need.player), name_of(state, need.player)), Role::of(need.player));
    let at_end = if matches!(need.round, RoundLabel::End(_)) { " · end of the battle" } else { "" };
    line.push(format!("{name}{at_end}: {} VP?", questions::values(state, need)), Role::Plain);
    let mut rows = vec![line];
    match (answer, unfinished(session, need)) {
        (Some(_), Some(why)) => rows.push(Line::of(format!("   {why}"), Role::Wrong)),
        (Some(typed), None) => rows.push(Line::of(format!("   → {} VP", typed.trim_end_matches('=')), Role::Points)),
        (None, _) => rows.extend(questions::asks(state, need, columns)),
    }
    rows
}
