//! Digits at the markers: who holds which, now and as the turn ends.

use adjutant_app::matches::recording::Recording;
use adjutant_engine::command::{Command, Holder, Phase};
use adjutant_engine::control;
use adjutant_engine::ids::{MarkerId, ObjectiveId};
use adjutant_engine::legal::judged_by_markers;
use adjutant_engine::rules::MarkerIndex;
use adjutant_engine::side::Player;
use adjutant_engine::state::State;
use adjutant_present::names::{self, name_of, shape};

use crate::plan;
use crate::shared::Session;
use crate::step::Deed;
use crate::text::key::Key;
use crate::text::line::{Line, Role};

/// Digits say who holds a marker now; `+ - 0` say whom they mean.
pub fn now(session: &mut Session, key: Key, recording: &Recording) -> Vec<Deed> {
    match key {
        Key::Char('+' | '-' | '0') => whom(session, key, recording.game().state()),
        Key::Char('1'..='9') => {
            if let Some((marker, holder)) = said(session, key, recording.game().state()) {
                session.pending.insert(marker, holder);
            }
        }
        Key::Escape => {}
        other => session.dead(other, "? shows every key"),
    }
    Vec::new()
}

/// The same in the turn sheet, for what has changed since it was said; whether the key was one of these.
pub fn at_the_end(session: &mut Session, key: Key, recording: &Recording) -> bool {
    match key {
        Key::Char('0') => whom(session, key, recording.game().state()),
        Key::Char('1'..='9') => {
            if let Some((marker, holder)) = said(session, key, recording.game().state()) {
                session.changed.insert(marker, holder);
            }
        }
        Key::Backspace | Key::Char('x') if !session.changed.is_empty() => session.changed.clear(),
        _ => return false,
    }
    true
}

/// Whom the digits that follow mean.
pub fn whom(session: &mut Session, key: Key, state: &State) {
    session.whose = Some(match key {
        Key::Char('+') => Holder::from(Some(state.active)),
        Key::Char('-') => Holder::from(Some(state.active.opponent())),
        _ => Holder::None,
    });
}

/// The marker of a digit, and who is said to hold it.
fn said(session: &mut Session, key: Key, state: &State) -> Option<(MarkerId, Holder)> {
    let Key::Char(digit) = key else { return None };
    let at = MarkerIndex((digit as usize).checked_sub('1' as usize)?);
    let holder = session.whose.unwrap_or(Holder::from(Some(state.active)));
    match state.markers.get(at.0) {
        None => session.refuse(format!("This mission has m1 to m{}, and not m{digit}.", state.markers.len()), None),
        Some(marker) if !marker.on_battlefield => session.refuse(format!("{} has left the table.", marker.id), None),
        Some(_) if control::derived(state, at).is_some() => {
            session.refuse("The places of the units say who holds it.", None);
        }
        Some(marker) => return Some((marker.id.clone(), holder)),
    }
    None
}

fn called(state: &State, holder: Holder) -> String {
    holder.player().map_or("nobody".to_owned(), |player| name_of(state, player))
}

/// Whom digits mean, and what they have changed.
pub fn changed(session: &Session, state: &State) -> Vec<Line> {
    let whose = session.whose.unwrap_or(Holder::from(Some(state.active)));
    if session.pending.is_empty() && session.whose.is_none() {
        return Vec::new();
    }
    let mut line = Line::plain(" Digits mean ").then(called(state, whose), Role::Title);
    for (id, holder) in &session.pending {
        let at = state.marker(id).map(|(at, _)| at);
        let was = at.and_then(|at| control::effective(state, at)).map(|control| Holder::from(control.holder));
        let was = was.filter(|was| was != holder).map_or(String::new(), |was| format!(" (was {})", called(state, was)));
        line.push(format!("  {id} {}*{was}", called(state, *holder)), Role::Soon);
    }
    vec![line]
}

/// The objectives for which the turn sheet asks whether the markers are still as they were said; none where nothing that
/// the end of the turn brings reads them.
pub fn asked(state: &State) -> Vec<(Player, ObjectiveId)> {
    judged_by_markers(state)
}

/// Whether somebody has said since the Command phase, or does now, who holds the markers.
fn is_answered(session: &Session, recording: &Recording) -> bool {
    let command_phase = recording.game().state().phase == Phase::COMMAND;
    let mut earlier = recording.standing().rev().map(|record| &*record.command);
    let since = earlier.find_map(|command| match command {
        Command::Control { holds, .. } if !holds.is_empty() => Some(!command_phase),
        Command::EndPhase { phase } if *phase == Phase::COMMAND => Some(false),
        Command::EndTurn {} | Command::Begin {} => Some(false),
        _ => None,
    });
    !session.changed.is_empty() || (!command_phase && !session.pending.is_empty()) || since == Some(true)
}

/// The markers as they stand, and the question whether they still do.
pub fn question(session: &Session, recording: &Recording, marked: bool) -> Vec<Line> {
    let state = recording.game().state();
    let readers = asked(state);
    if readers.is_empty() {
        return Vec::new();
    }
    let answered = is_answered(session, recording);
    let mark = if marked { "▸" } else { " " };
    let mut line = Line::of(format!(" {mark}Markers"), if marked { Role::Title } else { Role::Plain });
    for (at, marker) in state.lying_markers() {
        let holder = plan::held(session, state, at);
        let sign = match holder.map(Holder::player) {
            Some(Some(player)) => shape(player),
            Some(None) => "–",
            None => "?",
        };
        let fresh = session.changed.contains_key(&marker.id);
        let role = holder.and_then(Holder::player).map_or(Role::Quiet, Role::of);
        line.push(format!(" {} ", marker.id), Role::Plain);
        line.push(sign, if fresh { Role::Soon } else { role });
        line.push(if fresh { "*" } else { "" }, Role::Soon);
    }
    let names = readers
        .iter()
        .map(|(player, id)| format!("{} {}", name_of(state, *player), names::objective_name(state, *player, id)));
    let names: Vec<String> = names.collect();
    line.push(format!("   for {}", names.join(", ")), Role::Quiet);
    let (own, other) = (name_of(state, state.active), name_of(state, state.active.opponent()));
    let last = state.markers.len();
    let says = if answered { "Said." } else { "Still so as the turn ends?" };
    let how = format!("   {says} 1-{last} {own}   - then a digit {other}   0 then a digit nobody");
    let role = match (answered, marked) {
        (false, _) => Role::Soon,
        (true, true) => Role::Plain,
        (true, false) => Role::Quiet,
    };
    vec![line, Line::of(how, role)]
}
