//! The dice of an attack, step by step: how many come next and what they must show, then the faces, then what they did.

use adjutant_app::matches::recording::Recording;
use adjutant_engine::attack::Step;
use adjutant_engine::command::{Attack, Attacks, Command};
use adjutant_engine::decide::{self, NextDice, Unthrown};
use adjutant_engine::state::State;
use adjutant_present::names::{self, name_of};
use adjutant_present::{say, units};
use adjutant_shorthand::asking;

use crate::shared::Session;
use crate::step::{Deed, Message};
use crate::text::editor::edit;
use crate::text::key::Key;
use crate::text::line::{Line, Role};
use crate::text::pane::Pane;
use crate::tray::throwing::{self, Throwing, listed_attacks, says_weapon, spelled};
use crate::trial::rehearse;

/// A key while dice are typed.
pub fn press(session: &mut Session, key: Key, leaving: bool, recording: &Recording) -> Vec<Deed> {
    let Some(mut throwing) = session.throwing.clone() else { return session.back() };
    if !throwing.lies.is_empty() {
        // What lies on the table was looked at.
        session.throwing = None;
        session.back();
        return if matches!(key, Key::Enter | Key::Escape) { Vec::new() } else { session.press(key, recording) };
    }
    let fresh = session.editor.is_empty();
    if throwing.drawing.is_some() && (fresh || key != Key::Escape) {
        return needed(session, key, throwing, recording);
    }
    let complete = throwing.armed && matches!(throwing.next(recording.game()), Ok(None));
    match key {
        Key::Escape if !fresh => session.editor.clear(),
        Key::Escape => match throwing.answers.pop() {
            Some((_, command, armed)) => {
                (throwing.command, throwing.armed) = (command, armed);
                session.throwing = Some(throwing);
            }
            None if leaving => {
                session.throwing = None;
                return session.back();
            }
            None => {
                session.leaving = true;
                session.refuse("Esc again leaves the dice; the line stays set aside.", None);
            }
        },
        Key::Enter if complete => return record(session, throwing, recording),
        Key::Enter if !throwing.armed => choose_weapon(session, throwing, recording),
        Key::Enter => answer(session, throwing, recording),
        Key::Char('r') if fresh && throwing.armed && !complete => return throw(session, throwing, recording),
        Key::Tab => {
            throwing.other += 1;
            session.throwing = Some(throwing);
        }
        Key::Char(',') if complete => another_weapon(session, throwing, recording),
        other if complete => session.dead(other, "Enter records · , another weapon · Esc a step back"),
        other => {
            if !edit(&mut session.editor, other) {
                session.dead(other, "the faces, then Enter · Esc a step back");
            }
        }
    }
    Vec::new()
}

/// Throws all dice of the attacks from the seed of the match, or asks for what has to be said first.
fn throw(session: &mut Session, mut throwing: Throwing, recording: &Recording) -> Vec<Deed> {
    let game = recording.game();
    if !has_seed(recording) {
        return session.refused("This match has no digital dice.", Some("type the faces of your own".into()));
    }
    if throwing.has_faces() {
        return session.refused(
            "Some dice of these attacks are typed already.",
            Some("Esc goes back to the first; r there throws them all".into()),
        );
    }
    // What the list says of the number of attacks needs nobody's word.
    let listed = throwing.weapon(game.state()).and_then(listed_attacks);
    if let (Some(listed), Ok(Some(next))) = (listed, throwing.next(game))
        && (next.prompt.step, next.prompt.dice) == (Step::Attacks, 0)
        && let Ok((command, _)) =
            asking::go_on(game, &throwing.said(), &throwing.command, &next, &format!("attacks {listed}"))
    {
        throwing.command = command;
    }
    match decide::trials(game.state(), &throwing.said(), &throwing.command) {
        Ok(_) => {
            throwing.drawing = None;
            let deed = Deed::Throw(throwing.said(), Box::new(throwing.command.clone()));
            session.throwing = Some(throwing);
            vec![deed]
        }
        Err(Unthrown::Asks(next, _)) => {
            throwing.drawing = Some(*next);
            session.throwing = Some(throwing);
            Vec::new()
        }
        Err(Unthrown::Refused(refusal)) => session
            .refused(names::said(game.state(), &refusal.message), Some(names::said(game.state(), &refusal.accepted))),
    }
}

/// A key while the machine has to be told something before it throws.
fn needed(session: &mut Session, key: Key, mut throwing: Throwing, recording: &Recording) -> Vec<Deed> {
    let Some(next) = throwing.drawing.clone() else { return Vec::new() };
    match key {
        Key::Escape => {
            throwing.drawing = None;
            session.throwing = Some(throwing);
        }
        Key::Enter => match asking::with_need(&throwing.command, &next, &session.editor.text()) {
            Ok(command) => {
                session.editor.clear();
                throwing.command = command;
                return throw(session, throwing, recording);
            }
            Err(error) => session.fail(error.into()),
        },
        other => {
            if !edit(&mut session.editor, other) {
                session.dead(other, "what the dice need, then Enter · Esc back");
            }
        }
    }
    Vec::new()
}

/// Whether the machine can throw the dice of this match and draw its cards.
pub fn has_seed(recording: &Recording) -> bool {
    recording.game().state().open.as_ref().is_some_and(|open| open.dice.is_some())
}

/// Takes the attacks of the line out of the tray and records them.
fn record(session: &mut Session, throwing: Throwing, recording: &Recording) -> Vec<Deed> {
    let plan = vec![(throwing.by, throwing.command.clone())];
    if let Err((_, refusal)) = rehearse(recording.game(), &plan) {
        return session.refused(
            names::said(recording.game().state(), &refusal.message),
            Some(names::said(recording.game().state(), &refusal.accepted)),
        );
    }
    let line = (throwing.line < session.tray.len()).then(|| session.tray.remove(throwing.line));
    session.back();
    session.throwing = None;
    session.send_lines(line.into_iter().collect());
    vec![Deed::Record(plan)]
}

/// Notes that the digital dice of the attacks stand in the log, and shows them until the next key.
pub fn thrown(session: &mut Session, command: &Command, came_of_it: String) {
    let Some(throwing) = &mut session.throwing else { return };
    if throwing.line < session.tray.len() {
        session.tray.remove(throwing.line);
    }
    session.current = None;
    let attacks = say::dice::attacks_with_dice(command).into_iter().flat_map(|attacks| &attacks.attacks);
    let sequences = attacks.filter_map(|attack| attack.sequence.as_deref());
    let steps = sequences.flat_map(say::dice::steps).map(|step| step.to_string());
    throwing.lies = steps.chain([came_of_it]).collect();
}

/// Goes on with what was answered.
fn step(session: &mut Session, mut throwing: Throwing, said: String, command: Command, armed: bool) {
    throwing.answers.push((said, std::mem::replace(&mut throwing.command, command), throwing.armed));
    (throwing.armed, throwing.other) = (armed, 0);
    session.editor.clear();
    session.throwing = Some(throwing);
}

fn choose_weapon(session: &mut Session, throwing: Throwing, recording: &Recording) {
    let game = recording.game();
    let weapons = throwing.weapons(game.state());
    let typed = session.editor.text();
    let chosen = typed.trim().parse::<usize>().ok().and_then(|at| weapons.get(at.checked_sub(1)?));
    if chosen.is_none() && !typed.trim().is_empty() {
        return session.refuse(format!("There is no {} in this list.", typed.trim()), None);
    }
    let mut armed = throwing.clone();
    if let Some(attack) = armed.attacks_mut().and_then(|attacks| attacks.attacks.last_mut()) {
        attack.weapon = chosen.map(|weapon| weapon.name.clone());
    }
    // What the list says of the damage needs nobody's word.
    let damage =
        chosen.and_then(|weapon| weapon.damage.as_ref()).map(|damage| format!("d {}", damage.as_str().to_lowercase()));
    if let (Some(damage), Ok(Some(next))) = (damage, armed.next(game))
        && let Ok((command, _)) = asking::go_on(game, &armed.said(), &armed.command, &next, &damage)
    {
        armed.command = command;
    }
    let said = chosen.map_or_else(|| "no weapon named".to_owned(), |weapon| says_weapon(weapon));
    step(session, throwing, said, armed.command, true);
}

fn answer(session: &mut Session, throwing: Throwing, recording: &Recording) {
    let game = recording.game();
    let next = match throwing.next(game) {
        Ok(Some(next)) => next,
        Ok(None) => return,
        Err(why) => return session.refuse(why, Some("Esc goes a step back".into())),
    };
    let typed = session.editor.text();
    let listed = throwing.weapon(game.state()).and_then(listed_attacks);
    let taker = throwing.taker(game.state(), &next);
    let text = match spelled(&typed, &next, listed.as_deref(), taker.as_ref()) {
        Ok(text) => text,
        Err(why) => return session.refuse(why, None),
    };
    match asking::go_on(game, &throwing.said(), &throwing.command, &next, &text) {
        Err(error) => session.fail(error.into()),
        Ok((command, unused)) => {
            let said = match text.strip_prefix("attacks ") {
                Some(attacks) => format!("attacks: {attacks}"),
                None => format!("{}: {text}", throwing::asks(&next)),
            };
            step(session, throwing, said, command, true);
            if unused > 0 {
                let what = if unused == 1 {
                    "the last die counts".to_owned()
                } else {
                    format!("the last {unused} dice count")
                };
                session.say(Message::Done(format!("{what} no more: these models are gone")));
            }
        }
    }
}

/// One more batch on the same target: another weapon of the unit.
fn another_weapon(session: &mut Session, throwing: Throwing, recording: &Recording) {
    let mut further = throwing.clone();
    if let Some(attacks) = further.attacks_mut()
        && let Some(last) = attacks.attacks.last()
    {
        let fresh = Attack { weapon: None, sequence: None, ..last.clone() };
        attacks.attacks.push(fresh);
    }
    let armed = further.weapons(recording.game().state()).is_empty();
    step(session, throwing, "one more weapon".into(), asking::begun(further.command), armed);
}

/// The pane of the dice.
pub fn pane(session: &Session, recording: &Recording) -> Pane {
    let game = recording.game();
    let state = game.state();
    let Some(throwing) = &session.throwing else { return Pane::new("Dice") };
    let mut pane = Pane::new(format!("{} phase · dice", state.phase.title()));
    if let Some(attacks) = throwing.attacks() {
        pane = pane.told(who_at_whom(state, attacks), Role::Title);
    }
    if !throwing.lies.is_empty() {
        return lying(pane, &throwing.lies);
    }
    for (said, ..) in &throwing.answers {
        pane = pane.told(format!("  {said}"), Role::Quiet);
    }
    if let Some(next) = &throwing.drawing {
        return asked_first(pane, session, next);
    }
    if !throwing.armed {
        pane = pane.row("Which weapon? A digit and Enter, or Enter alone.");
        for (at, weapon) in throwing.weapons(state).into_iter().enumerate() {
            pane.rows.push(
                Line::plain("  ")
                    .then((at + 1).to_string(), Role::Key)
                    .then(format!(" {}", says_weapon(weapon)), Role::Plain),
            );
        }
        return typed(pane, session, "").key("1-9", "weapon").key("Enter", "take it").key("Esc", "back");
    }
    match throwing.next(game) {
        Err(why) => pane.told(format!("✗ {why}"), Role::Wrong).key("Esc", "a step back"),
        Ok(Some(next)) => {
            let listed = throwing.weapon(state).and_then(listed_attacks).filter(|_| next.prompt.dice == 0);
            let listed = listed.map_or_else(String::new, |listed| format!("   Enter: {listed}, by the list"));
            pane = pane.told(format!("▸ {}: {}{listed}", name_of(state, next.by), throwing::asks(&next)), Role::Marked);
            let faces = session.editor.text().chars().filter(|c| ('1'..='6').contains(c)).count();
            let count =
                if next.prompt.dice > 0 { format!("   {faces} of {}", next.prompt.dice) } else { String::new() };
            let taker = throwing.taker(state, &next);
            if let Some(taker) = &taker {
                pane = pane.row(format!("  by {taker}"));
            }
            pane = typed(pane, session, &count).row("Nothing is recorded yet.");
            pane = pane.key("Enter", "next step").key("1-6", "faces");
            pane = if taker.is_some() { pane.key("Tab", "another group") } else { pane };
            let pane = if has_seed(recording) && !throwing.has_faces() { pane.key("r", "roll all") } else { pane };
            pane.key("Esc", "a step back")
        }
        Ok(None) => {
            match rehearse(game, &vec![(throwing.by, throwing.command.clone())]) {
                Ok(tried) => {
                    let before = say::dice::standing(state, &throwing.command);
                    pane = pane.told(say::dice::fell(&before, tried.game.state(), throwing.attacks()), Role::Points);
                    pane = pane.row("Nothing is recorded yet.");
                }
                Err((_, refusal)) => {
                    pane = pane.told(format!("✗ {}", names::said(state, &refusal.message)), Role::Wrong);
                }
            }
            pane.key("Enter", "record").key(",", "another weapon").key("Esc", "a step back")
        }
    }
}

/// Who attacks which units, each once, with what is left of it.
fn who_at_whom(state: &State, attacks: &Attacks) -> String {
    let mut whom: Vec<String> = Vec::new();
    for attack in &attacks.attacks {
        let target = state.unit(&attack.target).map_or_else(String::new, |(_, unit)| units::strength(unit));
        let called = format!("{} ({target})", units::name(state, &attack.target));
        if !whom.contains(&called) {
            whom.push(called);
        }
    }
    format!("{} at {}", units::name(state, &attacks.unit), whom.join(", "))
}

/// The dice that the machine threw, and what came of them.
fn lying(pane: Pane, lies: &[String]) -> Pane {
    let (came_of_it, steps) = lies.split_last().map_or(("", lies), |(last, steps)| (last.as_str(), steps));
    let pane = steps.iter().fold(pane, |pane, step| pane.told(format!("  {step}"), Role::Plain));
    pane.told(came_of_it, Role::Points).key("Enter", "go on")
}

/// What has to be said before the machine throws.
fn asked_first(pane: Pane, session: &Session, next: &NextDice) -> Pane {
    let example = next.prompt.example().and_then(|example| example.split_once(' ')).map_or("4+", |(_, needs)| needs);
    let asks = format!("▸ Before the dice are thrown: what do the {} need? Such as {example}", next.prompt.step.dice());
    let pane = typed(pane.told(asks, Role::Marked), session, "").row("Nothing is drawn yet.");
    pane.key("Enter", "throw").key("Esc", "back")
}

/// The line that is typed.
fn typed(pane: Pane, session: &Session, behind: &str) -> Pane {
    pane.rows([Line::of("  ", Role::Plain)
        .then(session.editor.before(), Role::Title)
        .then("▏", Role::Title)
        .then(session.editor.after(), Role::Title)
        .then(behind.to_owned(), Role::Quiet)])
}
