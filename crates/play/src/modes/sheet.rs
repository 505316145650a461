//! The turn sheet: losses, the questions of this turn, what its end brings about, and `>` that ends it.

use adjutant_app::matches::recording::Recording;
use adjutant_engine::side::Player;
use adjutant_engine::state::{OpenNeed, State};
use adjutant_engine::view::RoundLabel;
use adjutant_present::names::{self, name_of, shape};

use crate::asked::{self, key_of};
use crate::due::waiting;
use crate::feed;
use crate::mode::{Mode, Page};
use crate::modes::{cards, holding, lines};
use crate::plan::{self, Sheet};
use crate::shared::{Before, Session};
use crate::step::Deed;
use crate::text::key::Key;
use crate::text::line::{Line, Role};
use crate::text::pane::Pane;
use crate::tray::verb::Verb;

/// A key in the turn sheet.
pub fn press(session: &mut Session, key: Key, before: Before, recording: &Recording) -> Vec<Deed> {
    match key {
        Key::Char('>') => return pass(session, recording),
        Key::Char('!') => return pass_and_draw(session, recording),
        Key::Char('t') => {}
        Key::Escape if before.leaving => {
            session.current = None;
            return session.back();
        }
        Key::Escape => {
            session.leaving = true;
            session.refuse("Esc again leaves the turn sheet; what is typed stays set aside.", None);
        }
        Key::Enter => return lines::record(session, recording, |_| true),
        Key::Tab | Key::Down | Key::Up => {
            let questions = plan::sheet(session, recording.game()).questions.len();
            let questions = questions + usize::from(!holding::asked(recording.game().state()).is_empty());
            let on = key != Key::Up;
            if session.current.take().is_none() && questions > 0 {
                session.mark = (session.mark + if on { 1 } else { questions - 1 }) % questions;
            }
        }
        Key::Char('0'..='9') | Key::Backspace | Key::Char('=' | 'x')
            if session.current.is_none() && answers(session, key, recording) => {}
        Key::Char('.') => nothing_more(session, recording),
        Key::Char('+' | '-') => {
            // Whose markers, and whose units.
            holding::whom(session, key, recording.game().state());
            lines::line_key(session, key, Verb::Losses, before, recording);
        }
        Key::PageDown | Key::Char(' ') if session.unseen => session.unrolled += UNROLLED,
        Key::PageUp => session.unrolled = session.unrolled.saturating_sub(UNROLLED),
        Key::Char('?') => return session.open(Mode::Read(Page::Help, 0)),
        other => lines::line_key(session, other, Verb::Losses, before, recording),
    }
    Vec::new()
}

/// A key of the answer to the marked question; whether there is one.
fn answers(session: &mut Session, key: Key, recording: &Recording) -> bool {
    let questions = plan::sheet(session, recording.game()).questions;
    let markers = !holding::asked(recording.game().state()).is_empty();
    if markers && session.mark >= questions.len() {
        return holding::at_the_end(session, key, recording);
    }
    let Some(need) = questions.get(session.mark.min(questions.len().saturating_sub(1))) else { return false };
    if !session.answers.contains_key(&key_of(need)) && matches!(key, Key::Backspace | Key::Char('x')) {
        return false;
    }
    session.answer(need, key);
    true
}

/// `.`: every question without an answer that can be 0 is 0.
fn nothing_more(session: &mut Session, recording: &Recording) {
    session.current = None;
    let questions = plan::sheet(session, recording.game()).questions;
    for need in questions.iter().filter(|need| need.possible.contains(0)) {
        session.answers.entry(key_of(need)).or_insert_with(|| "0".to_owned());
    }
}

/// Rows that a page key brings up where the sheet is longer than the screen.
const UNROLLED: usize = 3;

/// `>`: records what stands in the sheet and ends the turn, once all of it was on the screen.
fn pass(session: &mut Session, recording: &Recording) -> Vec<Deed> {
    session.passed = true;
    if session.unseen {
        return session
            .refused("The sheet goes on below.", Some("PgDn or Space shows the rest, then > ends it".into()));
    }
    if lines::mend(session, recording) {
        return Vec::new();
    }
    let Sheet { plan, tried, questions } = plan::sheet(session, recording.game());
    if let Some(why) = questions.iter().find_map(|need| asked::unfinished(&session.answers, need)) {
        return session.refused(why, Some("Backspace correct · x clear".into()));
    }
    if let Err(refusal) = tried {
        let state = recording.game().state();
        return session.refused(names::said(state, &refusal.message), Some(names::said(state, &refusal.accepted)));
    }
    session.modes.clear();
    let tray = std::mem::take(&mut session.tray);
    session.send(tray);
    vec![Deed::Record(plan)]
}

/// `!`: as `>`, and the machine draws the cards that are due as the next turn begins.
fn pass_and_draw(session: &mut Session, recording: &Recording) -> Vec<Deed> {
    let Some((_, draw)) = drawn_next(&plan::sheet(session, recording.game()), recording) else {
        return session.refused("No cards are due as the next turn begins.", Some("> ends the turn".into()));
    };
    let mut deeds = pass(session, recording);
    if !deeds.is_empty() {
        deeds.push(draw);
    }
    deeds
}

/// Who draws how many cards as the next turn begins, and the draw; nothing where none are due or the match has no seed.
fn drawn_next(sheet: &Sheet, recording: &Recording) -> Option<(String, Deed)> {
    let after = sheet.tried.as_ref().ok()?.game.state();
    let (many, draw) = cards::due(recording, after)?;
    Some((format!("{} draws {many}", name_of(after, after.active)), draw))
}

/// The pane of the turn sheet.
pub fn pane(session: &Session, recording: &Recording, (columns, room): (usize, usize)) -> Pane {
    let state = recording.game().state();
    let whose = name_of(state, state.active);
    let sheet = plan::sheet(session, recording.game());
    let mut pane = Pane::new(format!("End of {whose}'s turn, round {}", state.round));
    let typed = session.tray.len();
    pane.rows.push(Line::of(" Losses", Role::Title).then("  a letter, a number – recorded with >", Role::Quiet));
    pane = pane.rows(lines::lines(session, recording, |_| true, columns));
    let asks = sheet.questions.len() + usize::from(!holding::asked(state).is_empty());
    let marked = |at: usize| session.current.is_none() && session.mark.min(asks - 1) == at;
    for (at, need) in sheet.questions.iter().enumerate() {
        pane.rows.extend(question(session, need, recording, marked(at), columns));
    }
    if asks > sheet.questions.len() {
        pane.rows.extend(holding::question(session, recording, marked(asks - 1)));
    }
    match &sheet.tried {
        Err(refusal) => pane = pane.told(format!("✗ {}", names::said(state, &refusal.message)), Role::Wrong),
        Ok(tried) => {
            let then = feed::brings(tried);
            pane.rows.push(Line::of(if then.is_empty() { " Then: no points" } else { " Then" }, Role::Title));
            pane = pane.rows(then);
            pane = in_reserve(pane, state, tried.game.state());
        }
    }
    for missed in &state.missed {
        let name = names::objective_name(state, missed.need.player, &missed.need.objective);
        let round = names::round_in_words(missed.need.round);
        pane = pane.told(format!("Open {name}, {round} (o) – stays open, nothing is lost"), Role::Quiet);
    }
    pane.must = pane.rows.len();
    let army = session.army.unwrap_or(state.active.opponent());
    let left = room.saturating_sub(pane.rows.len());
    pane.rows.extend(lines::list(session, state, army, Verb::Losses, columns, left));
    let does = if typed == 0 { format!("end {whose}'s turn") } else { format!("record {typed}, end {whose}'s turn") };
    pane = pane.key(">", does);
    if let Some((drawn, _)) = drawn_next(&sheet, recording) {
        pane = pane.key("!", format!("end it, {drawn}"));
    }
    if asks > 0 {
        pane = pane.key("Tab", "question");
    }
    if sheet.questions.iter().any(|need| !session.answers.contains_key(&key_of(need))) {
        pane = pane.key(".", "0 for the rest");
    }
    pane.key("a-z", "unit").key("*", "all").key("/", "find").key("x", "drop").key("Esc Esc", "stay")
}

/// Units that still wait, and what becomes of them.
fn in_reserve(mut pane: Pane, state: &State, ends: &State) -> Pane {
    let until = state.law().arrivals.map(|(_, until)| until);
    for player in Player::BOTH {
        let names = waiting(state, player);
        if names.is_empty() || !(player == state.active || until == Some(state.round)) {
            continue;
        }
        let over = until.is_some_and(|until| ends.round > until) || ends.status != state.status;
        let fate = if over { "destroyed when this round ends" } else { "still in reserve" };
        let role = if until == Some(state.round) { Role::Wrong } else { Role::Soon };
        pane = pane.told(format!("{}: {fate}.", names.join(", ")), role);
    }
    pane
}

/// A question with its answer.
pub fn question(session: &Session, need: &OpenNeed, recording: &Recording, marked: bool, columns: usize) -> Vec<Line> {
    let state = recording.game().state();
    let name = names::objective_name(state, need.player, &need.objective);
    let answer = session.answers.get(&key_of(need));
    let mark = if marked { "▸" } else { " " };
    let mut line = Line::of(format!(" {mark}Question"), if marked { Role::Title } else { Role::Plain });
    line.push(format!(" {} {} ", shape(need.player), name_of(state, need.player)), Role::of(need.player));
    let at_end = if matches!(need.round, RoundLabel::End(_)) { " · end of the battle" } else { "" };
    line.push(format!("{name}{at_end}: {} VP?", asked::values(state, need)), Role::Plain);
    let mut rows = vec![line];
    match (answer, asked::unfinished(&session.answers, need)) {
        (Some(_), Some(why)) => rows.push(Line::of(format!("   {why}"), Role::Wrong)),
        (Some(typed), None) => rows.push(Line::of(format!("   → {} VP", typed.trim_end_matches('=')), Role::Points)),
        (None, _) => rows.extend(asked::asks(state, need, columns)),
    }
    rows
}
