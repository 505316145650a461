//! The dice of an attack, step by step: how many come next and what they must show, then the faces, then what they did.

use adjutant_engine::attack::{Aim, Prompt, Step};
use adjutant_engine::command::{Attack, Attacks, Command};
use adjutant_engine::decide::{self, NextDice};
use adjutant_engine::fold::Match;
use adjutant_engine::ids::Name;
use adjutant_engine::roster::Weapon;
use adjutant_engine::side::{By, Said};
use adjutant_engine::state::{State, Unit};
use adjutant_shorthand::asking;

use super::line::{Line, Role};
use super::pane::Pane;
use super::panel::name_of;
use super::tray::{Draft, Verb};
use super::{Deed, Key, Mode, Session, input, plan, units, words};
use crate::error::CliError;
use crate::recording::Recording;

/// Attacks whose dice are typed, step after step. Nothing of it is recorded before the last step.
#[derive(Clone, Debug)]
pub struct Throwing {
    by: By,
    command: Command,
    /// Whether the weapon of the last batch is settled.
    armed: bool,
    /// What was asked and typed, each with the attacks before it and whether their weapon was settled.
    answers: Vec<(String, Command, bool)>,
    /// The place of its line among those that are typed.
    line: usize,
    /// How often another group than the first was asked for to take the wounds.
    other: usize,
}

impl Throwing {
    fn attacks(&self) -> Option<&Attacks> {
        match &self.command {
            Command::Shoot(attacks) | Command::Fight(attacks) => Some(attacks),
            _ => None,
        }
    }

    fn attacks_mut(&mut self) -> Option<&mut Attacks> {
        match &mut self.command {
            Command::Shoot(attacks) | Command::Fight(attacks) => Some(attacks),
            _ => None,
        }
    }

    fn said(&self) -> Said {
        self.by.into()
    }

    /// What comes next, or why nothing can.
    fn next(&self, game: &Match) -> Result<Option<NextDice>, String> {
        let next = decide::next_dice(game.state(), &self.said(), &self.command);
        next.map_err(|refusal| words::named(game.state(), &format!("{} – {}", refusal.message, refusal.accepted)))
    }

    /// The group that takes the next wounds where the target mixes some: the hurt one first, then the most numerous; the
    /// players may say another.
    fn taker(&self, state: &State, next: &NextDice) -> Option<Name> {
        if next.prompt.groups.len() < 2 {
            return None;
        }
        let (_, unit) = state.unit(&next.target)?;
        let mut groups = next.prompt.groups.clone();
        groups.sort_by_key(|name| {
            let group = unit.groups.iter().find(|group| group.name == *name);
            group.map(|group| (group.hurt == 0, !group.printed.keywords.is_empty(), std::cmp::Reverse(group.models)))
        });
        groups.get(self.other % groups.len()).cloned()
    }

    /// The weapons that the unit of these attacks may use in this phase, each once.
    fn weapons<'a>(&self, state: &'a State) -> Vec<&'a Weapon> {
        let unit = self.attacks().and_then(|attacks| state.unit(&attacks.unit)).map(|(_, unit)| unit);
        let melee = matches!(self.command, Command::Fight(_));
        let close =
            |weapon: &Weapon| weapon.range.as_ref().is_some_and(|range| range.as_str().eq_ignore_ascii_case("melee"));
        let mut found: Vec<&Weapon> = Vec::new();
        for weapon in unit.into_iter().flat_map(living).flat_map(|group| &group.printed.weapons) {
            if close(weapon) == melee && !found.iter().any(|known| known.name == weapon.name) {
                found.push(weapon);
            }
        }
        found.truncate(9);
        found
    }

    /// The weapon of the last batch.
    fn weapon<'a>(&self, state: &'a State) -> Option<&'a Weapon> {
        let name = self.attacks()?.attacks.last()?.weapon.clone()?;
        self.weapons(state).into_iter().find(|weapon| weapon.name == name)
    }
}

fn living(unit: &Unit) -> impl Iterator<Item = &adjutant_engine::state::Group> {
    unit.groups.iter().filter(|group| group.models > 0)
}

/// Opens the dice of a line that says who attacks whom.
pub fn open(session: &mut Session, draft: &Draft, line: usize, recording: &Recording) -> Vec<Deed> {
    let state = recording.game().state();
    let Some(unit) = draft.unit.clone() else { return Vec::new() };
    let by = state.unit(&unit).map_or(state.active, |(_, unit)| unit.player);
    let attack = |hit: &super::tray::Hit| Attack {
        target: hit.unit.clone(),
        weapon: None,
        sequence: None,
        destroyed: None,
        wounds: None,
    };
    let attacks = Attacks { unit, attacks: draft.hits.iter().map(attack).collect() };
    let command = if draft.verb == Verb::Fight { Command::Fight(attacks) } else { Command::Shoot(attacks) };
    let throwing = Throwing {
        by: By::from(by),
        command: asking::begun(command),
        armed: false,
        answers: Vec::new(),
        line,
        other: 0,
    };
    if let Err(why) = throwing.next(recording.game()) {
        session.refuse(why, Some("type how many models die instead".into()));
        return Vec::new();
    }
    let armed = throwing.weapons(state).is_empty();
    session.throwing = Some(Throwing { armed, ..throwing });
    session.open(Mode::Dice)
}

/// A key while dice are typed.
pub fn press(session: &mut Session, key: Key, leaving: bool, recording: &Recording) -> Vec<Deed> {
    let Some(mut throwing) = session.throwing.clone() else { return session.back() };
    let fresh = session.editor.is_empty();
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
        Key::Char('r') if fresh && throwing.armed && !complete => {
            return vec![Deed::Throw(throwing.said(), Box::new(throwing.command))];
        }
        Key::Tab => {
            throwing.other += 1;
            session.throwing = Some(throwing);
        }
        Key::Char(',') if complete => another_weapon(session, throwing, recording),
        other if complete => session.dead(other, "Enter records · , another weapon · Esc a step back"),
        other => {
            if !input::edit(&mut session.editor, other) {
                session.dead(other, "the faces, then Enter · Esc a step back");
            }
        }
    }
    Vec::new()
}

/// Takes the attacks of the line out of the tray and records them.
fn record(session: &mut Session, throwing: Throwing, recording: &Recording) -> Vec<Deed> {
    let plan = vec![(throwing.by, throwing.command.clone())];
    if let Err((_, refusal)) = plan::rehearse(recording.game(), &plan) {
        session.refuse(words::named(recording.game().state(), &refusal.message), Some(refusal.accepted));
        return Vec::new();
    }
    let line = (throwing.line < session.tray.len()).then(|| session.tray.remove(throwing.line));
    session.back();
    session.throwing = None;
    let (pending, answers) = (std::mem::take(&mut session.pending), std::mem::take(&mut session.answers));
    session.send(line.into_iter().collect());
    (session.pending, session.answers) = (pending, answers);
    vec![Deed::Record(plan)]
}

/// Notes that the digital dice of the attacks stand in the log.
pub fn thrown(session: &mut Session) {
    if let Some(throwing) = session.throwing.take() {
        if throwing.line < session.tray.len() {
            session.tray.remove(throwing.line);
        }
        session.current = None;
        session.back();
    }
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

fn says_weapon(weapon: &Weapon) -> String {
    let mut parts = vec![weapon.name.to_string()];
    parts.extend(weapon.kind.as_ref().map(Name::to_string));
    parts.extend(weapon.strength.as_ref().map(|strength| format!("S {strength}")));
    parts.extend(weapon.armour_penetration.as_ref().map(|ap| format!("AP {ap}")));
    parts.extend(weapon.damage.as_ref().map(|damage| format!("D {damage}")));
    parts.join(" · ")
}

/// How many attacks the list gives the weapon: `6`, or `d6` for one whose number is rolled.
fn listed_attacks(weapon: &Weapon) -> Option<String> {
    let last = weapon.kind.as_ref()?.as_str().rsplit(' ').next()?.to_lowercase();
    let count = weapon.count.map_or(1, |count| count.get());
    match last.parse::<i32>() {
        Ok(number) => Some((number * count).to_string()),
        Err(_) if count == 1 && last.contains('d') && last.bytes().any(|byte| byte.is_ascii_digit()) => Some(last),
        Err(_) => None,
    }
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
        Err(error) => session.say(super::Message::from(CliError::from(error))),
        Ok((command, unused)) => {
            let said = match text.strip_prefix("attacks ") {
                Some(attacks) => format!("attacks: {attacks}"),
                None => format!("{}: {text}", asks(&next)),
            };
            step(session, throwing, said, command, true);
            if unused > 0 {
                let what = if unused == 1 {
                    "the last die counts".to_owned()
                } else {
                    format!("the last {unused} dice count")
                };
                session.say(super::Message::Done(format!("{what} no more: these models are gone")));
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

/// The question, without the groups, which stand on a row of their own.
fn asks(next: &NextDice) -> String {
    match (next.prompt.step, next.prompt.dice) {
        (Step::Attacks, 0) => "how many attacks, such as 10 or d6".into(),
        _ => Prompt { groups: Vec::new(), ..next.prompt.clone() }.to_string(),
    }
}

/// What was typed as words say it: faces apart, each die on its own; held back while dice are missing or too many.
fn spelled(typed: &str, next: &NextDice, listed: Option<&str>, taker: Option<&Name>) -> Result<String, String> {
    let prompt = &next.prompt;
    let typed = typed.trim().to_lowercase();
    if prompt.step == Step::Attacks && prompt.dice == 0 {
        return match (typed.as_str(), listed) {
            ("", Some(listed)) => Ok(format!("attacks {listed}")),
            ("", None) => Err("How many attacks? Type the number, or dice such as d6.".into()),
            (words, _) if words.contains(' ') || words.starts_with(|c: char| c.is_alphabetic() && c != 'd') => {
                Ok(words.to_owned())
            }
            (number, _) => Ok(format!("attacks {number}")),
        };
    }
    if typed.chars().any(|character| character.is_alphabetic()) {
        return Ok(typed);
    }
    let (mut words, mut dice) = (Vec::new(), Vec::new());
    for token in typed.split_whitespace() {
        let rest = match token.split_once('+') {
            Some((needs, rest)) if !needs.is_empty() => {
                words.push(format!("{needs}+"));
                rest
            }
            _ if token.starts_with(['+', '-']) => {
                words.push(token.to_owned());
                continue;
            }
            _ => token,
        };
        let mut characters = rest.chars().peekable();
        while let Some(face) = characters.next() {
            let mut die = face.to_string();
            if characters.next_if_eq(&'>').is_some() {
                die.push('>');
                die.extend(characters.next());
            }
            if !die.chars().all(|c| c == '>' || ('1'..='6').contains(&c)) {
                return Err(format!(
                    "{} is not a face of a die: type 1 to 6.",
                    adjutant_engine::visible::message(&die)
                ));
            }
            dice.push(die);
        }
    }
    let only_said = dice.is_empty() && !words.is_empty();
    match dice.len() {
        _ if only_said => {}
        faces if faces < prompt.dice => {
            let left = prompt.dice - faces;
            return Err(if left == 1 { "1 die to come".into() } else { format!("{left} dice to come") });
        }
        faces if faces > prompt.most => {
            return Err(format!("{} too many: only {} are thrown", faces - prompt.most, prompt.most));
        }
        _ => {}
    }
    if prompt.aim == Aim::Ask && !words.iter().any(|word| word.ends_with('+')) {
        return Err(format!("What do they need? Type it first, such as {}.", prompt.example().unwrap_or("4+")));
    }
    if let Some(taker) = taker.filter(|_| !dice.is_empty()) {
        words.push(format!("of \"{taker}\""));
    }
    words.extend(dice);
    Ok(words.join(" "))
}

/// The pane of the dice.
pub fn pane(session: &Session, recording: &Recording) -> Pane {
    let game = recording.game();
    let state = game.state();
    let Some(throwing) = &session.throwing else { return Pane::new("Dice") };
    let mut pane = Pane::new(format!("{} phase · dice", state.phase.title()));
    if let Some(attacks) = throwing.attacks() {
        let mut whom: Vec<String> = Vec::new();
        for attack in &attacks.attacks {
            let target = state.unit(&attack.target).map_or_else(String::new, |(_, unit)| units::strength(unit));
            let called = format!("{} ({target})", units::name(state, &attack.target));
            if !whom.contains(&called) {
                whom.push(called);
            }
        }
        pane = pane.told(format!("{} at {}", units::name(state, &attacks.unit), whom.join(", ")), Role::Title);
    }
    for (said, ..) in &throwing.answers {
        pane = pane.told(format!("  {said}"), Role::Quiet);
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
            pane = pane.told(format!("▸ {}: {}{listed}", name_of(state, next.by), asks(&next)), Role::Marked);
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
            pane.key("r", "roll all").key("Esc", "a step back")
        }
        Ok(None) => {
            match plan::rehearse(game, &vec![(throwing.by, throwing.command.clone())]) {
                Ok(tried) => {
                    let before = words::standing(state, &throwing.command);
                    pane = pane.told(words::fell(&before, tried.game.state(), throwing.attacks()), Role::Points);
                    pane = pane.row("Nothing is recorded yet.");
                }
                Err((_, refusal)) => {
                    pane = pane.told(format!("✗ {}", words::named(state, &refusal.message)), Role::Wrong);
                }
            }
            pane.key("Enter", "record").key(",", "another weapon").key("Esc", "a step back")
        }
    }
}

/// The line that is typed.
fn typed(pane: Pane, session: &Session, behind: &str) -> Pane {
    pane.rows([Line::of("  ", Role::Plain)
        .then(session.editor.before(), Role::Title)
        .then("▏", Role::Title)
        .then(session.editor.after(), Role::Title)
        .then(behind.to_owned(), Role::Quiet)])
}
