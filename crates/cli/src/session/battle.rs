//! The questions of the battle: who holds which markers, what died, which actions start.

use std::collections::BTreeMap;

use adjutant_engine::command::{ClockState, Command, Holder, Phase, Winner};
use adjutant_engine::control;
use adjutant_engine::ids::{MarkerId, UnitId};
use adjutant_engine::numbers::Models;
use adjutant_engine::rules::Deed as Doing;
use adjutant_engine::side::{By, Player};
use adjutant_engine::state::{State, Unit, Whereabouts};
use adjutant_engine::view::{ControlBasis, MatchResult};

use super::flow::{self, Target};
use super::input::Field;
use super::menu::{Act, Menu};
use super::panel::name_of;
use super::{Deed, Key, Mode, Session, chess_clock, setup};
use crate::recording::Recording;

/// The question of a moment of the battle.
pub fn menu(session: &Session, recording: &Recording) -> Menu {
    let state = recording.game().state();
    if let Some(ends_on) = state.law().length_roll(state.round).filter(|_| state.length_asked) {
        let menu = Menu::new("Is another round fought? Roll a die.");
        return setup::die(menu, "length", |face| {
            if face > ends_on { format!("round {} is fought", state.round + 1) } else { "the battle ends".into() }
        });
    }
    let stops = flow::stops_here(state);
    let law = state.law();
    let allows = |deed| law.allows(state.phase, deed, true);
    let last = law.phase_after(state.phase).is_none();
    let (label, act) = if stops {
        (format!("end the {} phase", state.phase.title()), Act::EndPhase)
    } else {
        (format!("end the turn of {}", name_of(state, state.active)), Act::EndTurn)
    };
    let mut menu = Menu::new(question(state, stops)).key(Key::Enter, label, act);
    menu = menu.key(Key::Char('k'), "kill", Act::Open(Mode::Kill));
    menu = markers(session, state, menu);
    let waits = |unit: &Unit| matches!(unit.whereabouts, Whereabouts::Reserves | Whereabouts::Elsewhere);
    if allows(Doing::Arrive) && state.living(state.active).any(waits) {
        menu = menu.key(Key::Char('r'), "arrive", Act::Open(Mode::Arrive));
    }
    menu = clock(recording, menu);
    if !stops && !last {
        menu = menu.key(Key::Char('e'), "end only this phase", Act::EndPhase);
    }
    // These letters open something else everywhere, also where the key is not shown.
    let menu = if allows(Doing::PsychicAction) { psychic(recording, menu) } else { actions(recording, menu) };
    with_notes(menu, recording)
}

fn question(state: &State, stops: bool) -> String {
    let law = state.law();
    let allows = |deed| law.allows(state.phase, deed, true);
    let phase = state.phase.title();
    let last = law.phases.last().map(|last| last.name);
    match last {
        _ if state.length_asked => "Is another round fought? Roll a die: `roll length D`.".into(),
        _ if state.phase == Phase::COMMAND => format!("{phase} phase: who holds which markers?"),
        _ if stops && allows(Doing::Action) => format!("{phase} phase: which actions start?"),
        _ if stops && allows(Doing::PsychicAction) => format!("{phase} phase: which psychic actions are attempted?"),
        _ if allows(Doing::Morale) => format!("{phase} phase: what fled?"),
        Some(last) if last != state.phase => format!("{phase} to {}: what died, who holds what?", last.title()),
        _ => format!("{phase} phase: what died, who holds what?"),
    }
}

fn with_notes(mut menu: Menu, recording: &Recording) -> Menu {
    let state = recording.game().state();
    let busy = state.units.iter().filter_map(|unit| Some((unit, unit.action.as_ref()?)));
    let busy: Vec<String> = busy.map(|(unit, doing)| format!("{} {}", unit.id, doing.action)).collect();
    if !busy.is_empty() {
        menu.notes.push(format!("under way: {}", busy.join(", ")));
    }
    menu
}

/// A key for each marker: none, one, two in turn; `0` gives the unknown ones to nobody.
fn markers(session: &Session, state: &State, mut menu: Menu) -> Menu {
    let open: Vec<(usize, &MarkerId)> = state
        .markers
        .iter()
        .enumerate()
        .filter(|(index, marker)| marker.on_battlefield && control::derived(state, *index).is_none())
        .map(|(index, marker)| (index, &marker.id))
        .collect();
    for (index, id) in &open {
        let Some(digit) = char::from_digit(u32::try_from(index + 1).unwrap_or(0), 10) else { continue };
        let next = match held(session, state, *index) {
            None | Some(Holder::None) => Holder::from(Some(state.active)),
            Some(holder) if holder.player() == Some(state.active) => Holder::from(Some(state.active.opponent())),
            Some(_) => Holder::None,
        };
        menu = menu.key(Key::Char(digit), "who holds it", Act::Hold(vec![((*id).clone(), next)]));
    }
    let unknown = open.iter().filter(|(index, _)| held(session, state, *index).is_none());
    let nobody: Vec<(MarkerId, Holder)> = unknown.map(|(_, id)| ((*id).clone(), Holder::None)).collect();
    if nobody.is_empty() { menu } else { menu.key(Key::Char('0'), "nobody holds the rest (?)", Act::Hold(nobody)) }
}

/// Who holds a marker, as far as was said: just now, or in the log.
pub fn held(session: &Session, state: &State, index: usize) -> Option<Holder> {
    let said = session.pending.get(&state.markers[index].id).copied();
    said.or_else(|| control::effective(state, index).map(|control| Holder::from(control.holder)))
}

fn clock(recording: &Recording, menu: Menu) -> Menu {
    let paused = chess_clock::paused(recording.standing());
    let (label, state) = if paused { ("resume clock", ClockState::Resume) } else { ("clock", ClockState::Pause) };
    menu.key(Key::Char('c'), label, Act::Do(Deed::Record(vec![(By::Both, Command::Clock { state })])))
}

fn actions(recording: &Recording, menu: Menu) -> Menu {
    let startable = flow::startable(recording);
    let mut targets: Vec<Target> = startable.iter().map(|(target, _)| target.clone()).collect();
    targets.dedup();
    let list = targets.into_iter().map(|target| {
        let units: Vec<&UnitId> = startable.iter().filter(|(t, _)| *t == target).map(|(_, unit)| unit).collect();
        let label = format!("{} by {}", in_words(&target), listed(&units));
        let act = match units.as_slice() {
            [unit] => Act::Do(Deed::Record(vec![start(recording, &target, unit)])),
            _ => Act::Open(Mode::Act(target)),
        };
        (label, act)
    });
    menu.list(list.collect::<Vec<_>>())
}

fn in_words(target: &Target) -> String {
    let mut words = target.action.to_string();
    if let Some(marker) = &target.marker {
        words.push_str(&format!(" {marker}"));
    }
    if let Some(spot) = target.spot {
        let spot = serde_json::to_value(spot).ok();
        words.push_str(&format!(" {}", spot.as_ref().and_then(|spot| spot.as_str()).unwrap_or_default()));
    }
    words
}

fn listed(units: &[&UnitId]) -> String {
    const SHOWN: usize = 4;
    let names: Vec<&str> = units.iter().take(SHOWN).map(|unit| unit.as_str()).collect();
    let more = if units.len() > SHOWN { " …" } else { "" };
    format!("{}{more}", names.join(" "))
}

fn start(recording: &Recording, target: &Target, unit: &UnitId) -> (By, Command) {
    let Target { action, marker, spot } = target.clone();
    let command = Command::StartAction { unit: unit.clone(), action, marker, spot };
    (By::from(recording.game().state().active), command)
}

fn psychic(recording: &Recording, menu: Menu) -> Menu {
    let list = flow::psychic(recording).into_iter().map(|(action, unit)| {
        let field = Field::PsychicTest(action.clone(), unit.clone());
        (format!("{action} by {unit}"), Act::Open(Mode::Typing(field)))
    });
    menu.list(list.collect::<Vec<_>>())
}

/// Which unit starts an action.
pub fn act(recording: &Recording, target: &Target) -> Menu {
    let state = recording.game().state();
    let able = flow::startable(recording).into_iter().filter(|(offered, _)| offered == target);
    let list = able.map(|(_, unit)| {
        let label = state.unit(&unit).map_or_else(|| unit.to_string(), |(_, unit)| unit_label(unit));
        (label, Act::Do(Deed::Record(vec![start(recording, target, &unit)])))
    });
    Menu::new(format!("Which unit starts {}?", in_words(target))).back().list(list.collect::<Vec<_>>())
}

fn unit_label(unit: &Unit) -> String {
    format!("{} {} {}/{}", unit.id, unit.datasheet, unit.models(), unit.starting_strength)
}

/// Which unit arrives.
pub fn arrive(recording: &Recording) -> Menu {
    let state = recording.game().state();
    let by = By::from(state.active);
    let list = state
        .living(state.active)
        .map(|unit| (unit, Command::Arrive { unit: unit.id.clone(), at: None, oversize: None }))
        .filter(|(_, command)| recording.game().check(by, command).is_ok())
        .map(|(unit, command)| (unit_label(unit), Act::Do(Deed::Record(vec![(by, command)]))));
    Menu::new("Which unit arrives from reserve?").back().list(list.collect::<Vec<_>>())
}

/// Which unit lost models: the opponent's first.
pub fn kill(recording: &Recording) -> Menu {
    let state = recording.game().state();
    let units = [state.active.opponent(), state.active].into_iter().flat_map(|player| state.living(player));
    let list: Vec<(String, Act)> = units.map(|unit| (unit_label(unit), pick(state, unit))).collect();
    let menu = Menu::new("Which unit lost models?").back();
    if list.is_empty() {
        menu.note("No army list is recorded; points for kills are typed in.")
    } else {
        menu.list(list)
    }
}

fn pick(state: &State, unit: &Unit) -> Act {
    let standing = unit.groups.iter().filter(|group| group.models > 0).count();
    match (standing, unit.models()) {
        (_, 1) => Act::Do(Deed::Record(all_of(state, unit))),
        (1, _) => Act::Instead(Mode::Typing(Field::Models(unit.id.clone(), None))),
        _ => Act::Instead(Mode::KillGroup(unit.id.clone())),
    }
}

/// Every model of a unit destroyed.
pub fn all_of(state: &State, unit: &Unit) -> Vec<(By, Command)> {
    let standing: Vec<_> = unit.groups.iter().filter(|group| group.models > 0).collect();
    let named = standing.len() > 1;
    let losses = standing.into_iter().filter_map(|group| {
        let models = Models::new(i32::try_from(group.models).ok()?)?;
        let group = named.then(|| group.name.clone());
        Some((By::from(state.active), Command::Casualties { unit: unit.id.clone(), models, group, cause: None }))
    });
    losses.collect()
}

/// Which group of a unit lost models.
pub fn kill_group(recording: &Recording, id: &UnitId) -> Menu {
    let state = recording.game().state();
    let Some((_, unit)) = state.unit(id) else { return Menu::new("That unit is gone.").back() };
    let groups = unit.groups.iter().filter(|group| group.models > 0);
    let list = groups.map(|group| {
        let field = Field::Models(id.clone(), Some(group.name.clone()));
        (format!("{} ({})", group.name, group.models), Act::Instead(Mode::Typing(field)))
    });
    Menu::new(format!("Which models of {}?", unit_label(unit)))
        .key(Key::Enter, "the whole unit", Act::Do(Deed::Record(all_of(state, unit))))
        .back()
        .list(list)
}

/// The statement about markers that an Enter accepts: what was changed, and in the Command phase everything known.
pub fn statement(session: &mut Session, recording: &Recording, all: bool) -> Vec<Deed> {
    let state = recording.game().state();
    let mut holds: BTreeMap<MarkerId, Holder> = std::mem::take(&mut session.pending);
    if all {
        for (index, marker) in state.markers.iter().enumerate().filter(|(_, marker)| marker.on_battlefield) {
            let control = control::effective(state, index).filter(|control| control.basis == ControlBasis::Declared);
            if let Some(control) = control {
                holds.entry(marker.id.clone()).or_insert(Holder::from(control.holder));
            }
        }
    }
    if holds.is_empty() { Vec::new() } else { vec![Deed::Record(vec![(By::Both, Command::Control { holds })])] }
}

/// Ends the phase or the turn, with the statement that goes before it.
pub fn end(session: &mut Session, recording: &Recording, turn: bool) -> Vec<Deed> {
    let state = recording.game().state();
    let mut deeds = statement(session, recording, state.phase == Phase::COMMAND);
    let command = if turn { Command::EndTurn {} } else { Command::EndPhase { phase: state.phase } };
    deeds.push(Deed::Record(vec![(By::from(state.active), command)]));
    deeds
}

/// What remains after the battle.
pub fn ended(recording: &Recording) -> Menu {
    let view = recording.game().view();
    let state = recording.game().state();
    let mut menu = Menu::new(view.result.as_ref().map_or_else(String::new, |result| outcome(state, result)));
    if let Some(result) = &view.result {
        let basis = result.basis;
        let shares = format!("{} derived, {} claimed, {} ruled", basis.derived, basis.claimed, basis.ruled);
        menu = menu.note(format!("Points of both: {shares}."));
        if result.provisional {
            menu = menu.note("Provisional: some awards are still unconfirmed.");
        }
    }
    let judged = state.law().battle_ready.is_some();
    let unjudged = |player: &Player| judged && state.sides[*player].battle_ready.is_none();
    for player in Player::BOTH.into_iter().filter(unjudged) {
        let name = name_of(state, player);
        let command = Command::BattleReady { player, ready: true };
        let act = Act::Do(Deed::Record(vec![(By::from(player), command)]));
        menu = menu.choice(
            Key::Char(if player == Player::One { 'a' } else { 'b' }),
            format!("{name} is Battle Ready"),
            act,
        );
    }
    if let Some(head) = view.head {
        for (key, player) in [('1', Player::One), ('2', Player::Two)] {
            let command = Command::Sign { player, head, key: None, signature: None };
            let signed = recording
                .standing()
                .any(|record| matches!(*record.command, Command::Sign { player: p, .. } if p == player));
            let label = format!("{} accepts the result{}", name_of(state, player), if signed { " (done)" } else { "" });
            menu = menu.choice(Key::Char(key), label, Act::Do(Deed::Record(vec![(By::from(player), command)])));
        }
    }
    menu
}

fn outcome(state: &State, result: &MatchResult) -> String {
    let points = format!("{} to {}", result.one, result.two);
    match result.winner {
        Winner::One => format!("{} wins, {points}.", name_of(state, Player::One)),
        Winner::Two => format!("{} wins, {points}.", name_of(state, Player::Two)),
        Winner::Draw => format!("A draw, {points}."),
    }
}
