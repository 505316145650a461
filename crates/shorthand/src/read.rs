//! Reads a line: a command, dice to be drawn, or the last record taken back.

use adjutant_core::chain::{Form, scan};
use adjutant_core::text::without_place;
use adjutant_engine::command::{Command, Said};
use adjutant_engine::dice::{Dice, Mix, Scatter};
use adjutant_engine::ids::Name;
use adjutant_engine::side::By;

use crate::context::{Context, speaker};
use crate::cursor::Cursor;
use crate::fault::{Expected, Fault};
use crate::naming::{self, Known, Unclear};
use crate::token::{Token, tokens};
use crate::{examples, grammar, readers};

/// What a line asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Spoken {
    /// A record.
    Record(Said, Box<Command>),
    /// The last record taken back.
    Undo,
    /// Dice to be drawn from the seed of the match.
    Draw(Draw),
    /// Attacks whose dice, or cards that are to be drawn from the seed of the match, mixed with a number where it is sealed.
    Throw(Said, Box<Command>, Option<Mix>),
}

/// Dice that a line asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draw {
    /// Who says so.
    pub by: By,
    /// The dice; a roll-off where there are none.
    pub dice: Option<Dice>,
    /// What they are for, as it was typed.
    pub purpose: String,
    /// The number of the other player.
    pub with: Option<Mix>,
}

/// Reads one line.
///
/// # Errors
/// Where the line stops making sense, and what would be accepted there.
///
/// # Examples
/// ```
/// use adjutant_shorthand::{Context, Names, Spoken, parse};
/// use adjutant_engine::side::{By, Player};
///
/// let context = Context { names: Names::default(), by: None, active: Some(Player::Two) };
/// let Spoken::Record(said, command) = parse("end command", &context).unwrap() else { panic!() };
/// assert_eq!((said.by, command.name()), (By::Two, "end-phase"));
/// assert_eq!(parse("ende command", &context).unwrap_err().start, 0);
/// ```
pub fn parse(line: &str, context: &Context) -> Result<Spoken, Fault> {
    let tokens = tokens(line)?;
    let (tokens, roll) = roll_last(line, &tokens)?;
    let (tokens, under) = under_last(line, tokens)?;
    let mut cursor = Cursor::new(line, tokens, context);
    let word = cursor.next("a command word")?;
    if word.text.eq_ignore_ascii_case("undo") && cursor.at_end() {
        return Ok(Spoken::Undo);
    }
    if word.text.eq_ignore_ascii_case("dice") && roll.is_none() {
        let example = || examples::filled("dice 2d6 for charge {foe}", context);
        return draw(&mut cursor).map_err(|fault| fault.with_form(grammar::DICE, example()));
    }
    if word.text.eq_ignore_ascii_case("card")
        && let Some(with) = roll
    {
        let command =
            readers::deal(&mut cursor).map_err(|fault| fault.with_form(grammar::DEAL, "card draw".to_owned()))?;
        return Ok(Spoken::Throw(speaker(context, &command).into(), Box::new(command), with));
    }
    let command = match tokens.get(1).filter(|token| token.text.starts_with('{') && !token.quoted) {
        Some(payload) => in_json(line, word, payload)?,
        None => {
            let form = grammar::FORMS.iter().find(|form| form.word.eq_ignore_ascii_case(&word.text));
            let form = form.ok_or_else(|| unknown_word(line, word))?;
            let shaped = |fault: Fault| fault.with_form(form.usage, grammar::example(form, context));
            let command = (form.read)(&mut cursor).map_err(shaped)?;
            cursor.end().map_err(shaped)?;
            command
        }
    };
    if roll.is_some() && !has_dice(&command) {
        return Err(Fault::missing(line, "how many attacks are rolled, such as `attacks 6 hit 3+ / wound 4+`"));
    }
    let said = Said { under, ..speaker(context, &command).into() };
    Ok(match roll {
        None => Spoken::Record(said, Box::new(command)),
        Some(with) => Spoken::Throw(said, Box::new(command), with),
    })
}

/// Whether every attack says what is rolled.
fn has_dice(command: &Command) -> bool {
    let (Command::Shoot(of) | Command::Fight(of)) = command else { return true };
    of.attacks.iter().all(|attack| attack.sequence.is_some())
}

/// Splits `--roll` or `--roll with 4711` off the end of attacks whose dice are to be drawn.
#[expect(clippy::option_option, reason = "drawn or not, and with a number or without")]
fn roll_last<'t>(line: &str, tokens: &'t [Token]) -> Result<(&'t [Token], Option<Option<Mix>>), Fault> {
    let Some(place) = tokens.iter().rposition(|token| token.text == "--roll" && !token.quoted) else {
        return Ok((tokens, None));
    };
    let (before, after) = tokens.split_at(place);
    let fault = |token: &Token, what: &str, expected: &str| {
        Err(Fault::new(line, token.start..token.end, what.to_owned(), expected))
    };
    if !before.first().is_some_and(|word| ["shoot", "fight", "card"].iter().any(|w| w.eq_ignore_ascii_case(&word.text)))
    {
        return fault(
            &after[0],
            "only the dice of `shoot` and `fight`, and cards, are drawn so",
            "`dice 2d6 for charge a1` for other dice",
        );
    }
    match &after[1..] {
        [] => Ok((before, Some(None))),
        [with, number] if with.text == "with" => match number.text.parse().ok().and_then(Mix::new) {
            Some(number) => Ok((before, Some(Some(number)))),
            None => fault(number, "that is not a number to mix in", NUMBER),
        },
        [other, ..] => fault(other, "nothing but `with` and a number stands behind `--roll`", NUMBER),
    }
}

const NUMBER: &str = "the number that the other player says, from 0 to 999999999";

/// Splits `under NAME` off the end of what a rule of an army's own may allow. Other commands end in free text, where
/// the word is one like any other.
fn under_last<'t>(line: &str, tokens: &'t [Token]) -> Result<(&'t [Token], Option<Name>), Fault> {
    let with_rule = tokens.first().is_some_and(|word| grammar::UNDER.contains(&word.text.as_str()));
    let place = tokens.iter().rposition(|token| token.text == "under" && !token.quoted);
    let Some(place) = place.filter(|place| with_rule && *place > 0) else { return Ok((tokens, None)) };
    let (before, after) = tokens.split_at(place);
    let text: Vec<&str> = after[1..].iter().map(|token| token.text.as_str()).collect();
    let name = Name::new(&text.join(" ")).map_err(|error| {
        let end = after.last().map_or(line.len(), |token| token.end);
        Fault::new(line, after[0].start..end, error.to_string(), "the name of the rule that allows it")
    })?;
    Ok((before, Some(name)))
}

/// What dice are called in words.
const DICE: &str = "dice, such as 2d6 or d33, or scatter";

/// `2d6 for PURPOSE`, `roll-off for PURPOSE`, and `with NUMBER` behind.
fn draw(cursor: &mut Cursor<'_>) -> Result<Spoken, Fault> {
    let dice = if cursor.skip("roll-off") {
        None
    } else {
        let token = cursor.next(DICE)?;
        let scatters = token.text.eq_ignore_ascii_case("scatter");
        let dice = if scatters { Dice::six_sided(Scatter::DICE) } else { None };
        let dice = dice.map_or_else(|| token.text.parse::<Dice>(), Ok);
        Some(dice.map_err(|error| cursor.fault(token, error.to_string(), DICE))?)
    };
    if !cursor.skip("for") {
        let found = cursor.next("`for` and what the dice decide")?;
        return Err(cursor.fault(
            found,
            format!("`{}` does not fit here", found.text),
            "`for` and what the dice decide",
        ));
    }
    let (first, text) = cursor.rest("what the dice decide")?;
    let (purpose, with) = match text.rsplit_once(" with ") {
        None => (text.as_str(), None),
        Some((purpose, number)) => match number.trim().parse().ok().and_then(Mix::new) {
            Some(number) => (purpose, Some(number)),
            None => return Err(cursor.fault(first, "`with` is not followed by a number", NUMBER)),
        },
    };
    let context = cursor.context;
    let by = context.by.or(context.active.map(By::from)).unwrap_or(By::Both);
    Ok(Spoken::Draw(Draw { by, dice, purpose: purpose.to_owned(), with }))
}

fn unknown_word(line: &str, word: &Token) -> Fault {
    let words: Vec<&str> = grammar::FORMS.iter().map(|form| form.word).collect();
    let known: Vec<Known<'_>> = words.iter().map(|word| Known { id: word, name: word }).collect();
    let like = match naming::find(&known, &word.text) {
        Ok(at) => vec![at],
        Err(Unclear::Unknown(like) | Unclear::Several(like)) => like,
    };
    let meant = naming::did_you_mean(like.iter().take(3).map(|at| format!("`{}`", words[*at])));
    let all = format!("{}; or any command of the log with its payload in JSON", words.join(" "));
    let expected = match meant {
        Some(meant) => Expected::Guess(format!("{meant} The words are {all}")),
        None => Expected::This(all),
    };
    Fault::new(line, word.start..word.end, format!("`{}` is not a command word", word.text), expected)
}

fn in_json(line: &str, word: &Token, payload: &Token) -> Result<Command, Fault> {
    let fault = |column: usize, what: String| {
        let start = (payload.start + column.saturating_sub(1)).min(line.len().saturating_sub(1));
        Fault::new(line, start..start + 1, what, format!("the payload of `{}` as the log writes it", word.text))
    };
    scan(payload.text.as_bytes(), Form::Free).map_err(|error| fault(error.column, error.what.to_owned()))?;
    let name = serde_json::Value::from(word.text.as_str());
    let document = format!("{{{name}:{}}}", payload.text);
    Command::read(&document).map_err(|error| {
        let what = without_place(&error);
        let before = document.len() - payload.text.len() - 1;
        if error.column() <= before {
            return Fault::new(line, word.start..word.end, what, "a command of the log");
        }
        fault(error.column() - before, what)
    })
}
