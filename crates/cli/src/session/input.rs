//! Lines and numbers that are typed.

use adjutant_engine::command::{BattleSize, Command};
use adjutant_engine::ids::{ActionId, Name, UnitId};
use adjutant_engine::numbers::{Face, Models, Vp};
use adjutant_engine::side::{By, Player, Said};
use adjutant_engine::state::OpenNeed;

use super::menu::{Act, Menu};
use super::panel::name_of;
use super::{Deed, Key, Mode, Session, battle, look, setup};
use crate::naming::alike;
use crate::recording::Recording;

/// The longest line that is taken.
const LENGTH_MAX: usize = 4000;

/// What is typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Field {
    /// A command in words.
    Words,
    /// The file of an army list.
    Roster(Player),
    /// The name of a player.
    Name(Player),
    /// The seed of digital dice.
    Seed(BattleSize),
    /// How many models of a unit, or of a group of it, were destroyed.
    Models(UnitId, Option<Name>),
    /// The two dice of a psychic action.
    PsychicTest(ActionId, UnitId),
    /// The rule of the army's own under which this is recorded after all.
    Under(By, Box<Command>),
    /// The number of a record.
    Seq,
    /// Victory points that wait for a word: whose, for what, and what is possible.
    Points(Player, adjutant_engine::ids::ObjectiveId, Vec<i64>),
}

impl Field {
    /// Whether letters belong into it.
    pub fn takes_letters(&self) -> bool {
        matches!(self, Field::Words | Field::Roster(_) | Field::Name(_) | Field::Seed(_) | Field::Under(..))
    }

    /// The question.
    pub fn title(&self) -> String {
        match self {
            Field::Words => "A command in words:".into(),
            Field::Roster(_) => "Path of the file:".into(),
            Field::Name(Player::One) => "Name of player one:".into(),
            Field::Name(Player::Two) => "Name of player two:".into(),
            Field::Seed(_) => "For digital dice, type something together; leave it empty to roll your own:".into(),
            Field::Models(..) => "How many models?".into(),
            Field::PsychicTest(action, unit) => {
                format!("Psychic test of {unit} for {action}: the two dice, such as 46")
            }
            Field::Under(..) => "Does a rule of the army's own allow it? Type its name:".into(),
            Field::Seq => "Record number:".into(),
            Field::Points(..) => String::new(),
        }
    }
}

/// The menu of a field in a mode of its own.
pub fn menu(_session: &Session, field: &Field, recording: &Recording) -> Menu {
    let state = recording.game().state();
    let mut menu = Menu::new(field.title());
    match field {
        Field::Words => {
            menu =
                menu.note("for example: hold m1 m3=two · kill b2 3 · score engage 3 · stratagem \"Fire Overwatch\" 1");
            menu = menu.note("also: `by judge ruling …`, `undo`, `dice 2d6 for \"charge b2\"`");
        }
        Field::Models(unit, group) => {
            if let Some((_, unit)) = state.unit(unit) {
                let of_group = group.as_ref().and_then(|name| unit.group(name)).map(|index| unit.groups[index].models);
                let what = group.as_ref().map_or(String::new(), |group| format!("{group} of "));
                let left = of_group.unwrap_or_else(|| unit.models());
                menu.title = format!("How many of {what}{} died? {left} are left", unit.title());
            }
        }
        Field::Under(..) => menu = menu.note("The log keeps the name; leave it empty to record nothing."),
        Field::Seed(_) => menu = menu.note("The log then proves that nobody chose the rolls."),
        _ => {}
    }
    let label = match field {
        Field::Models(..) => "all of them",
        Field::Seed(_) => "open the match",
        _ => "OK",
    };
    menu.field = Some(field.clone());
    menu.key(Key::Enter, label, Act::Back).back()
}

/// The question about points that wait for a word.
pub fn need(need: &OpenNeed, recording: &Recording) -> Menu {
    let state = recording.game().state();
    let values: Vec<i64> = need.possible.values();
    let objective = state.objective(need.player, &need.objective);
    let called = objective.map_or_else(|| need.objective.to_string(), |(_, objective)| objective.name.to_string());
    let name = name_of(state, need.player);
    let mut menu = Menu::new(format!("How many VP does {name} score for {called}?"));
    menu = menu.note(format!("the log does not say: {}", need.missing)).note(format!("possible: {}", ranges(&values)));
    menu.field = Some(Field::Points(need.player, need.objective.clone(), values));
    menu.key(Key::Escape, "later", Act::Later(need.player, need.objective.clone()))
}

/// Numbers in words: runs as `0-5`.
pub fn ranges(values: &[i64]) -> String {
    let mut runs: Vec<(i64, i64)> = Vec::new();
    for value in values {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == *value => *last = *value,
            _ => runs.push((*value, *value)),
        }
    }
    let words = runs.iter().map(|(first, last)| match last - first {
        0 => first.to_string(),
        1 => format!("{first}, {last}"),
        _ => format!("{first}-{last}"),
    });
    words.collect::<Vec<_>>().join(", ")
}

/// A key while something is typed; `None` where the key is none of the field's.
pub fn press(session: &mut Session, field: &Field, key: Key, recording: &Recording) -> Option<Vec<Deed>> {
    match key {
        Key::Char(c) if field.takes_letters() || c.is_ascii_digit() => {
            if !adjutant_engine::visible::acts(c) && session.typed.chars().count() < LENGTH_MAX {
                session.typed.push(c);
            }
            Some(typed(session, field, recording))
        }
        Key::Backspace => {
            session.typed.pop();
            Some(Vec::new())
        }
        Key::Enter => Some(entered(session, field, recording)),
        _ => None,
    }
}

/// Points are taken as soon as no other possible number begins with the digits; two dice when both are there.
fn typed(session: &mut Session, field: &Field, recording: &Recording) -> Vec<Deed> {
    match field {
        Field::Points(player, objective, values) => {
            let begins = |value: &&i64| value.to_string().starts_with(&session.typed);
            let open: Vec<&i64> = values.iter().filter(begins).collect();
            match open.as_slice() {
                [] => {
                    session.refuse(format!("{} VP is not possible now", session.typed), ranges(values));
                    session.typed.clear();
                    Vec::new()
                }
                [value] if value.to_string() == session.typed => points(session, *player, objective.clone(), **value),
                _ => Vec::new(),
            }
        }
        Field::PsychicTest(action, unit) if session.typed.len() == 2 => {
            let faces: Option<Vec<Face>> =
                session.typed.chars().map(|c| Face::new(i32::try_from(c.to_digit(10)?).ok()?)).collect();
            let Some(roll) = faces else {
                session.typed.clear();
                session.refuse("a die has faces 1 to 6", "two digits, such as 46");
                return Vec::new();
            };
            let (action, unit) = (action.clone(), unit.clone());
            let by = By::from(recording.game().state().active);
            session.close(Deed::Record(vec![(
                by,
                Command::PsychicAction {
                    unit,
                    action,
                    roll,
                    rerolled: None,
                    modifiers: Vec::new(),
                    deny: None,
                    perils: None,
                },
            )]))
        }
        _ => Vec::new(),
    }
}

fn points(session: &mut Session, player: Player, objective: adjutant_engine::ids::ObjectiveId, vp: i64) -> Vec<Deed> {
    let Some(vp) = i32::try_from(vp).ok().and_then(Vp::new) else { return Vec::new() };
    session.close(Deed::Record(vec![(
        By::from(player),
        Command::Score { player, objective, vp, passed: None, why: None },
    )]))
}

fn entered(session: &mut Session, field: &Field, recording: &Recording) -> Vec<Deed> {
    let typed = std::mem::take(&mut session.typed);
    let text = typed.trim();
    match field {
        Field::Words if text.is_empty() => back(session),
        Field::Words => session.close(Deed::Words(text.to_owned())),
        Field::Roster(_) if text.is_empty() => back(session),
        Field::Roster(player) => session.close(Deed::ReadRoster(*player, text.to_owned())),
        Field::Name(player) => match Name::new(text) {
            Ok(name) => {
                let other = session.names[player.opponent()].as_ref();
                match other.filter(|other| alike(other.as_str(), name.as_str())) {
                    Some(other) => session.refuse(
                        format!("both players would be called {other}"),
                        "a name that tells them apart, such as `Anna B.`",
                    ),
                    None => session.names[*player] = Some(name),
                }
                Vec::new()
            }
            Err(_) => {
                session.refuse("a name is needed", "1 to 120 printable characters");
                Vec::new()
            }
        },
        Field::Seed(size) => match setup::open(session, recording.id(), *size, text) {
            Ok(open) => session.close(Deed::Record(vec![(By::Both, open)])),
            Err(error) => {
                session.refuse(error.to_string(), "1 to 64 of a-z 0-9 . _ -");
                Vec::new()
            }
        },
        Field::Under(..) if text.is_empty() => back(session),
        Field::Under(by, command) => match Name::new(text) {
            Ok(under) => session.close(Deed::Under(Said { under: Some(under), ..(*by).into() }, command.clone())),
            Err(_) => {
                session.refuse("that is not the name of a rule", "1 to 120 printable characters");
                Vec::new()
            }
        },
        Field::Models(unit, group) => models(session, unit, group.as_ref(), text, recording),
        Field::PsychicTest(..) => {
            session.refuse("two dice are needed", "two digits, such as 46");
            Vec::new()
        }
        Field::Seq => {
            session.modes.pop();
            let seq = text.parse().unwrap_or(u64::MAX);
            if let Some(Mode::Look(at)) = session.modes.last_mut() {
                *at = look::within(recording, seq);
            }
            Vec::new()
        }
        Field::Points(player, objective, values) => match text.parse::<i64>().ok().filter(|vp| values.contains(vp)) {
            Some(vp) => points(session, *player, objective.clone(), vp),
            None => {
                let what = if text.is_empty() {
                    "type how many VP".into()
                } else {
                    format!("{text} VP cannot be reached now")
                };
                session.refuse(what, ranges(values));
                Vec::new()
            }
        },
    }
}

fn back(session: &mut Session) -> Vec<Deed> {
    session.modes.pop();
    Vec::new()
}

fn models(session: &mut Session, id: &UnitId, group: Option<&Name>, text: &str, recording: &Recording) -> Vec<Deed> {
    let state = recording.game().state();
    let Some((_, unit)) = state.unit(id) else { return back(session) };
    let left = group.and_then(|name| unit.group(name)).map_or_else(|| unit.models(), |index| unit.groups[index].models);
    if text.is_empty() && group.is_none() {
        return session.close(Deed::Record(battle::all_of(state, unit)));
    }
    let count = if text.is_empty() { Some(left) } else { text.parse().ok() };
    let count = count.filter(|count| (1..=left).contains(count)).and_then(|count| i32::try_from(count).ok());
    match count.and_then(Models::new) {
        Some(models) => {
            let command = Command::Casualties { unit: id.clone(), models, group: group.cloned(), cause: None };
            session.close(Deed::Record(vec![(By::from(state.active), command)]))
        }
        None => {
            session.refuse(format!("{text} models of {id}"), format!("1 to {left}, or Enter for all"));
            Vec::new()
        }
    }
}
