//! Words that stand for longer command lines: `adjutant kill b12 3` is `adjutant match record kill b12 3` in the current
//! match, `adjutant show` is `adjutant match show`.

use adjutant_shorthand::grammar;
use adjutant_shorthand::naming::{self, Known, Unclear};

use std::ffi::OsString;

use clap::CommandFactory;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::commands::Arguments;

/// Verbs of `match` that go without it.
pub const OF_MATCH: [&str; 6] = ["record", "show", "log", "undo", "play", "summary"];

/// The arguments with a shortcut spelt out; a verb of the program is not a shortcut.
///
/// ```
/// use adjutant::shortcuts::spelt_out;
/// let words = |line: &str| line.split(' ').map(std::ffi::OsString::from).collect::<Vec<_>>();
/// let record = words("adjutant --data d match record --current kill b12 3");
/// assert_eq!(spelt_out(words("adjutant --data d kill b12 3")), record);
/// assert_eq!(spelt_out(words("adjutant -q show")), words("adjutant -q match show"));
/// assert_eq!(spelt_out(["a", "kill b2; end turn"].map(Into::into))[1..4], words("match record --current"));
/// assert_eq!(spelt_out(words("adjutant dice 2d6 for charge b2"))[1..4], words("match record --current"));
/// assert_eq!(spelt_out(words("adjutant mission list")), words("adjutant mission list"));
/// assert_eq!(spelt_out(words("adjutant help words")), words("adjutant match record --help"));
/// assert_eq!(spelt_out(words("adjutant help mission")), words("adjutant help mission"));
/// ```
pub fn spelt_out(arguments: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    spelt_out_for(&Arguments::command(), arguments)
}

/// The same where the program is put together already, which takes a good part of the time of a short command.
pub fn spelt_out_for(program: &clap::Command, arguments: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = arguments.into_iter().collect();
    let Some((at, word)) = first_word(program, &arguments) else { return arguments };
    // A whole line in quotes: `adjutant "kill b12 3; end shooting"`.
    let word = word.split_whitespace().next().unwrap_or_default().to_owned();
    if word == "help" {
        // `adjutant help words`, `adjutant help kill`: where the words are listed.
        let about = arguments.get(at + 1).and_then(|word| word.to_str());
        if about.is_some_and(|about| {
            about == "words" || grammar::is_word(about) && program.find_subcommand(about).is_none()
        }) {
            arguments.splice(at..=at + 1, ["match", "record", "--help"].map(OsString::from));
        }
        return arguments;
    }
    // `adjutant dice 2d6 for charge b2`: dice of the current match, not of a shelf.
    let of_match = word == "dice" && arguments.get(at + 2).is_some_and(|word| word == "for");
    if program.find_subcommand(&word).is_some() && !of_match {
        return arguments;
    }
    let longer: &[&str] = match word.as_str() {
        verb if OF_MATCH.contains(&verb) => &["match"],
        word if grammar::is_word(word) => &["match", "record", "--current"],
        _ => return arguments,
    };
    arguments.splice(at..at, longer.iter().map(OsString::from));
    arguments
}

/// The first word that is neither an option nor its value, and its place.
fn first_word(program: &clap::Command, arguments: &[OsString]) -> Option<(usize, String)> {
    let mut at = 1;
    while let Some(text) = arguments.get(at)?.to_str() {
        let Some(option) = text.strip_prefix("--").filter(|option| !option.is_empty()) else {
            if !text.starts_with('-') {
                return Some((at, text.to_owned()));
            }
            at += 1;
            continue;
        };
        let known = program.get_arguments().find(|known| known.get_long() == Some(option));
        let takes_value = known.is_some_and(|known| known.get_action().takes_values());
        at += if takes_value { 2 } else { 1 };
    }
    None
}

/// Words that are suggested at most.
const SUGGESTED_MAX: usize = 3;

/// The same error of clap, which suggests command words as well where a verb is not known.
pub fn with_words(mut error: clap::Error) -> clap::Error {
    let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand) else { return error };
    // A word of the log is meant as one, whatever verb it looks like.
    let suggested = error.get(ContextKind::SuggestedSubcommand).is_some() && !grammar::is_word(word);
    if error.kind() != ErrorKind::InvalidSubcommand || suggested {
        return error;
    }
    let words: Vec<&str> = grammar::FORMS.iter().map(|form| form.word).chain(OF_MATCH).collect();
    let known: Vec<Known<'_>> = words.iter().map(|word| Known { id: word, name: word }).collect();
    let like = match naming::find(&known, word) {
        Ok(at) => vec![at],
        Err(Unclear::Unknown(like) | Unclear::Several(like)) => like,
    };
    // The very word, behind a verb where it does not stand: it belongs to a record.
    let whole = |at: usize| match words[at] {
        same if same == word && grammar::is_word(same) => format!("match record ID {same}"),
        other => other.to_owned(),
    };
    let like: Vec<String> = like.into_iter().take(SUGGESTED_MAX).map(whole).collect();
    if !like.is_empty() {
        error.insert(ContextKind::SuggestedSubcommand, ContextValue::Strings(like));
    }
    error
}
