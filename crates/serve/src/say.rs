//! From a form to the commands of a match. A form carries whole commands as JSON, as `legal` offered them, in fields
//! called `do`; what is filled in goes to the place in the only command that a field's name points to.
//!
//! | name of a field | its value becomes |
//! |---|---|
//! | `/casualties/models` | what stands at that place now: a number, a text, a list, yes or no |
//! | `/casualties/group?` | a text, left out where the field is empty |
//! | `/cp/change#` | a whole number, left out where the field is empty |
//! | `/cast/rerolled*` | a list, left out where the field is empty |
//! | `/shoot/attacks/0/target` | inside a list |
//! | `/secondaries/choose@warpcraft` | as without what follows the `@`, which tells groups of a choice apart |
//! | `do@2` | one more command, said after those of `do`: of several that exclude each other |

use adjutant_app::matches::Recording;
use adjutant_app::secrets::Vault;
use adjutant_app::{Error, draw};
use adjutant_core::text::without_place;
use adjutant_engine::command::{Command, Said};
use adjutant_engine::dice::Mix;
use adjutant_engine::legal::{Kind, legal_of};
use adjutant_engine::side::By;
use adjutant_shorthand::{Context, Draw, Fault, Names, Spoken, parse};
use serde_json::Value;

use crate::act::NO_SECRETS;
use crate::ask::Ask;
use crate::pages::problem::Problem;

/// How many commands a tap can say: every unit of an army is set up at once.
const COMMANDS_MAX: usize = 200;

/// The commands of a form, in their order.
///
/// # Errors
/// A form that does not hold commands, or a field that fits nothing.
pub fn commands(ask: &Ask) -> Result<Vec<Command>, Problem> {
    let said = ask.names().filter(|name| *name == "do" || name.starts_with("do@"));
    let texts: Vec<&str> = said.flat_map(|name| ask.all(name)).filter(|text| !text.trim().is_empty()).collect();
    if texts.is_empty() {
        return Err(Problem::Malformed("Choose what to record.".to_owned()));
    }
    if texts.len() > COMMANDS_MAX {
        return Err(Problem::Malformed(format!("One form records {COMMANDS_MAX} things at the most.")));
    }
    let alone = texts.len() == 1;
    let commands = texts.into_iter().map(|text| command(text, if alone { Some(ask) } else { None }));
    let mut joined: Vec<Command> = Vec::new();
    for command in commands.collect::<Result<Vec<Command>, Problem>>()? {
        match (joined.last_mut(), command) {
            // What is ticked one by one for one objective is one pick.
            (Some(Command::Pick(all)), Command::Pick(one)) if (all.player, all.mark) == (one.player, one.mark) => {
                **all = (**all).clone().and(*one);
            }
            (_, command) => joined.push(command),
        }
    }
    Ok(joined)
}

/// The command that a typed line means, its dice drawn, and the rule of the army's own that it names.
///
/// # Errors
/// Where the line stops making sense.
pub fn line(text: &str, recording: &Recording, by: By, vault: Option<&Vault>) -> Result<(Said, Command), Problem> {
    let game = recording.game();
    let view = game.view();
    let names = Names::of_game(game, &view, recording.standing());
    let context = Context { names, by: Some(by), active: view.turn };
    let vault = || secrets(vault);
    match parse(text, &context).map_err(|fault| Problem::Malformed(in_words(&fault)))? {
        Spoken::Undo => {
            let offer = legal_of(game, by, Kind::Retract).into_iter().next();
            let offer =
                offer.ok_or_else(|| Problem::Malformed("There is nothing of yours to take back.".to_owned()))?;
            Ok((by.into(), offer.command))
        }
        Spoken::Record(said, command) => Ok((said, *command)),
        Spoken::Draw(Draw { by, dice, purpose, with }) => {
            draw::rolled(game, vault()?, by, (dice, &purpose), with).map_err(undrawn)
        }
        Spoken::Throw(said, command, with) => draw::thrown(game, vault()?, said, &command, with).map_err(undrawn),
    }
}

/// Cards that this machine draws: what the deck is asked for, and the number that is mixed into a sealed seed.
///
/// # Errors
/// A form that is not whole, or cards that cannot be drawn.
pub fn dealt(
    asked: &str,
    with: &str,
    recording: &Recording,
    by: By,
    vault: Option<&Vault>,
) -> Result<(Said, Command), Problem> {
    let malformed = |words: &str| Problem::Malformed(words.to_owned());
    let asked = serde_json::from_str(asked).map_err(|_| malformed("Open the page again, then draw once more."))?;
    let number = |text: &str| text.parse().ok().and_then(Mix::new);
    let with = match with.trim() {
        "" => None,
        text => Some(number(text).ok_or_else(|| malformed("The other player says a whole number, such as 17."))?),
    };
    draw::cards(recording.game(), secrets(vault)?, by, &asked, with).map_err(undrawn)
}

fn secrets(vault: Option<&Vault>) -> Result<&Vault, Problem> {
    vault.ok_or_else(|| Problem::Broken(NO_SECRETS.to_owned()))
}

fn undrawn(error: Error) -> Problem {
    Problem::Malformed(error.sentence())
}

/// A line of words that makes no sense: where, and what would.
pub fn in_words(fault: &Fault) -> String {
    let [line, marks] = fault.pointed();
    format!("{}; {line}; {marks}. {}", fault.message, fault.hint())
}

fn command(text: &str, filled: Option<&Ask>) -> Result<Command, Problem> {
    let broken = |_| Problem::Malformed("Open the page again, then send it once more.".to_owned());
    let mut value: Value = serde_json::from_str(text).map_err(broken)?;
    if let Some(ask) = filled {
        let fields: Vec<&str> = ask.names().filter(|name| name.starts_with('/')).collect();
        let place = |name: &str| name.split('@').next().unwrap_or_default().to_owned();
        for (at, name) in fields.iter().map(|name| place(name)).enumerate() {
            // What groups of one choice say is filled in together.
            if fields[..at].iter().any(|other| place(other) == name) {
                continue;
            }
            let groups = fields.iter().filter(|other| place(other) == name).flat_map(|other| ask.all(other));
            let values: Vec<&str> = groups.map(str::trim).filter(|value| !value.is_empty()).collect();
            fill(&mut value, &name, &values).ok_or_else(|| misfit(&name, &values))?;
        }
    }
    Command::read(&value.to_string()).map_err(|error| {
        // The reader names the field and what it takes; nothing that was typed is echoed without being escaped.
        Problem::Malformed(format!("Something in the form does not fit: {}.", without_place(&error)))
    })
}

fn misfit(name: &str, values: &[&str]) -> Problem {
    let field = name.trim_end_matches(['?', '#', '*']).rsplit('/').next().unwrap_or_default();
    let found = values.join(" ");
    let found =
        if found.is_empty() { "nothing was filled in".to_owned() } else { format!("“{found}” does not fit") };
    Problem::Malformed(format!("{field}: {found}."))
}

/// Puts values at a place. `None` where they do not fit there.
fn fill(command: &mut Value, name: &str, values: &[&str]) -> Option<()> {
    let (path, optional) = match name.strip_suffix(['?', '#', '*']) {
        Some(path) => (path, name.chars().last()),
        None => (name, None),
    };
    if optional.is_some() && values.is_empty() {
        return Some(());
    }
    let (parent, key) = path.rsplit_once('/')?;
    let parent = command.pointer_mut(parent)?;
    let new = match (optional, parent.get(key)) {
        (Some('?'), _) => Value::from(*values.first()?),
        (Some('#'), _) => whole(values.first()?)?,
        (Some(_), _) => list(values),
        (None, known) => typed(known?, values)?,
    };
    match parent {
        Value::Object(members) => drop(members.insert(key.to_owned(), new)),
        Value::Array(items) => *items.get_mut(key.parse::<usize>().ok()?)? = new,
        _ => return None,
    }
    Some(())
}

/// Values of the kind that stands there now.
fn typed(known: &Value, values: &[&str]) -> Option<Value> {
    Some(match known {
        Value::Array(_) => list(values),
        Value::Number(_) => whole(values.first()?)?,
        Value::Bool(_) => Value::from(values.first()?.parse::<bool>().ok()?),
        Value::String(_) => Value::from(*values.first()?),
        Value::Null | Value::Object(_) => return None,
    })
}

fn whole(text: &str) -> Option<Value> {
    text.trim_start_matches('+').parse::<i64>().ok().map(Value::from)
}

/// Words between blanks and commas; numbers where they are numbers.
fn list(values: &[&str]) -> Value {
    let words = values.iter().flat_map(|value| value.split([' ', ','])).filter(|word| !word.is_empty());
    words.map(|word| number(word).unwrap_or_else(|| Value::from(word))).collect()
}

/// A number as people write places: `30`, `+2`, `30.5`.
fn number(word: &str) -> Option<Value> {
    let decimal = || word.starts_with(|first: char| first.is_ascii_digit()).then(|| serde_json::from_str(word).ok());
    whole(word).or_else(|| decimal().flatten()).filter(Value::is_number)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(fields: &[(&str, &str)]) -> Result<Vec<String>, Problem> {
        let ask = Ask::of_pairs(fields.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect());
        let text = |command: &Command| serde_json::to_string(command).unwrap();
        commands(&ask).map(|commands| commands.iter().map(text).collect())
    }

    #[test]
    fn what_is_offered_is_said_as_it_stands_and_several_in_their_order() {
        let [one, two] = [r#"{"deploy":{"unit":"a1"}}"#, r#"{"deploy":{"unit":"a2"}}"#];
        assert_eq!(said(&[("do", one)]).unwrap(), [one]);
        assert_eq!(said(&[("do", one), ("do", two), ("/deploy/unit", "x")]).unwrap(), [one, two]);
    }

    #[test]
    fn fields_are_put_where_their_names_point() {
        let cast = r#"{"cast":{"unit":"a1","power":"","warp_charge":5,"roll":[]}}"#;
        let filled = [
            ("do", cast),
            ("/cast/power", "Smite"),
            ("/cast/warp_charge", "6"),
            ("/cast/roll", "3, 4"),
            ("/cast/rerolled*", ""),
        ];
        let expected = r#"{"cast":{"unit":"a1","power":"Smite","warp_charge":6,"roll":[3,4]}}"#;
        assert_eq!(said(&filled).unwrap(), [expected]);
        let shoot = r#"{"shoot":{"unit":"a1","attacks":[{"target":"","destroyed":0}]}}"#;
        let filled = [("do", shoot), ("/shoot/attacks/0/target", "b2"), ("/shoot/attacks/0/destroyed", "3")];
        assert_eq!(said(&filled).unwrap(), [r#"{"shoot":{"unit":"a1","attacks":[{"target":"b2","destroyed":3}]}}"#]);
        let chosen = [("do", r#"{"secondaries":{"choose":[]}}"#), ("/secondaries/choose", "raze")];
        let two = [chosen[0], chosen[1], ("/secondaries/choose", "linebreaker")];
        assert_eq!(said(&two).unwrap(), [r#"{"secondaries":{"choose":["raze","linebreaker"]}}"#]);
        let groups = [
            chosen[0],
            ("/secondaries/choose@a", "raze"),
            ("/secondaries/choose@b", ""),
            ("/secondaries/choose@c", "x"),
        ];
        assert_eq!(said(&groups).unwrap(), [r#"{"secondaries":{"choose":["raze","x"]}}"#]);
        let marker = [("do", r#"{"marker":{"marker":"m2","moves_to":[15,34]}}"#), ("/marker/moves_to*", "14.5, 33")];
        assert_eq!(said(&marker).unwrap(), [r#"{"marker":{"marker":"m2","moves_to":[14.5,33]}}"#]);
        let cp = [("do", r#"{"cp":{"change":1,"why":""}}"#), ("/cp/change", "+2"), ("/cp/why", "Warlord")];
        assert_eq!(said(&cp).unwrap(), [r#"{"cp":{"change":2,"why":"Warlord"}}"#]);
    }

    #[test]
    fn what_fits_nothing_is_refused_in_words() {
        let kill = ("do", r#"{"casualties":{"unit":"b2","models":1}}"#);
        for wrong in [
            vec![],
            vec![("do", "")],
            vec![("do", "{")],
            vec![("do", r#"{"no-such-command":{}}"#)],
            vec![kill, ("/casualties/models", "three")],
            vec![kill, ("/casualties/models", "")],
            vec![kill, ("/casualties/models", "-1")],
            vec![kill, ("/casualties/models", "99999999999999999999")],
            vec![kill, ("/casualties/nothing", "3")],
            vec![kill, ("/nowhere/x", "3")],
            vec![kill, ("/", "3")],
            vec![kill, ("/casualties/unit/x", "3")],
            vec![kill; 201],
        ] {
            assert!(matches!(said(&wrong), Err(Problem::Malformed(_))), "{wrong:?}: {:?}", said(&wrong));
        }
    }
}
