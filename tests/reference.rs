//! The reference pages of the guide are written from the code: commands, words, refusals, findings, tie-breaks, variables of
//! the environment, exit codes. `ADJUTANT_BLESS=1` writes them anew.

use std::path::Path;

use adjutant::commands::whole;
use adjutant_engine::refusal::RefusalCode;
use adjutant_replay::audit::Code;
use adjutant_replay::tournaments::audit::EventCode;
use adjutant_shorthand::grammar::{FORMS, UNDER};
use adjutant_tournament::check::{FindingKind, TrfFindingKind};
use adjutant_tournament::policy::TieBreak;
use clap::{Arg, Command};

use crate::support::project;

/// Compares a page with what the code says, or writes it.
#[track_caller]
fn holds(name: &str, title: &str, about: &str, body: &str) {
    let path = project().join("docs/reference").join(format!("{name}.md"));
    let text =
        format!("# {title}\n\n{about}\n\n*Written from the code and compared by a test.*\n\n{}\n", body.trim_end());
    if std::env::var_os("ADJUTANT_BLESS").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, &text).unwrap();
    }
    let stored = std::fs::read_to_string(&path).unwrap_or_default();
    let first = stored.lines().zip(text.lines()).find(|(old, new)| old != new);
    assert!(stored == text, "{}: {first:?}; run with ADJUTANT_BLESS=1 and look at it", path.display());
}

/// Text in a cell of a table.
fn cell(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|").replace('<', "&lt;")
}

fn code(text: &str) -> String {
    format!("`{}`", text.replace('|', "\\|"))
}

/// The verbs below a command.
fn below(command: &Command) -> impl Iterator<Item = &Command> {
    command.get_subcommands().filter(|below| below.get_name() != "help" && !below.is_hide_set())
}

/// An argument as it is typed.
fn typed(argument: &Arg) -> String {
    let value = argument.get_value_names().and_then(|names| names.first()).map(ToString::to_string);
    let value = value.filter(|_| argument.get_action().takes_values());
    let names = argument.get_short().map(|short| format!("-{short}")).into_iter();
    let names: Vec<String> = names.chain(argument.get_long().map(|long| format!("--{long}"))).collect();
    match (names.is_empty(), value) {
        (true, value) => value.unwrap_or_else(|| argument.get_id().to_string()),
        (false, Some(value)) => format!("{} {value}", names.join(", ")),
        (false, None) => names.join(", "),
    }
}

/// What an argument is for, its values and what it is without.
fn meant(argument: &Arg) -> String {
    let help = argument.get_long_help().or(argument.get_help()).map(ToString::to_string).unwrap_or_default();
    let mut text = cell(&help);
    let values: Vec<String> = argument
        .get_possible_values()
        .iter()
        .filter(|_| argument.get_action().takes_values())
        .map(|value| match value.get_help() {
            Some(help) => format!("{} ({})", code(value.get_name()), cell(&help.to_string())),
            None => code(value.get_name()),
        })
        .collect();
    if !values.is_empty() {
        text += &format!(": {}", values.join(", "));
    }
    let default: Vec<String> =
        argument.get_default_values().iter().map(|value| value.to_string_lossy().into()).collect();
    if !default.is_empty() && argument.get_action().takes_values() {
        text += &format!(". Usual: {}", code(&default.join(" ")));
    }
    text
}

/// A command and all below it.
fn told(command: &Command, words: &str, text: &mut String) {
    let about = command.get_about().map(ToString::to_string).unwrap_or_default();
    *text += &format!("## {words}\n\n{}.\n\n", cell(&about).trim_end_matches('.'));
    if below(command).next().is_none() || command.get_positionals().next().is_some() {
        let usage = command.clone().render_usage().to_string();
        *text += &format!("```text\n{}\n```\n\n", usage.trim_start_matches("Usage: "));
    }
    let own = |argument: &&Arg| !argument.is_global_set() && !argument.is_hide_set() && argument.get_id() != "help";
    let arguments: Vec<&Arg> = command.get_arguments().filter(own).collect();
    if !arguments.is_empty() {
        *text += "| argument | what it is for |\n|---|---|\n";
        arguments
            .iter()
            .for_each(|argument| *text += &format!("| {} | {} |\n", code(&typed(argument)), meant(argument)));
        text.push('\n');
    }
    if let Some(after) = command.get_after_long_help().or(command.get_after_help()) {
        *text += &format!("```text\n{}\n```\n\n", after.to_string().trim());
    }
    below(command).for_each(|verb| told(verb, &format!("{words} {}", verb.get_name()), text));
}

/// Nouns with a page of their own.
const OWN_PAGE: [&str; 3] = ["match", "event", "league"];

#[test]
fn the_commands_are_those_of_the_program() {
    let program = whole();
    let mut text = String::from("| what every verb takes | |\n|---|---|\n");
    for argument in program.get_arguments().filter(|argument| argument.is_global_set()) {
        text += &format!("| {} | {} |\n", code(&typed(argument)), meant(argument));
    }
    text += "\n| noun | what it does |\n|---|---|\n";
    for noun in below(&program) {
        let (name, about) = (noun.get_name(), noun.get_about().map(ToString::to_string).unwrap_or_default());
        let page = if OWN_PAGE.contains(&name) { format!("commands-{name}.md") } else { format!("#adjutant-{name}") };
        text += &format!("| [`{name}`]({page}) | {} |\n", cell(&about));
    }
    text.push('\n');
    for noun in below(&program) {
        let name = noun.get_name();
        let mut own = String::new();
        told(noun, &format!("adjutant {name}"), &mut own);
        if OWN_PAGE.contains(&name) {
            holds(
                &format!("commands-{name}"),
                &format!("Commands: {name}"),
                &format!(
                    "Every verb of `adjutant {name}`, with its arguments and an example. [All commands](commands.md)."
                ),
                &own,
            );
        } else {
            text += &own;
        }
    }
    holds("commands", "Commands", "Every verb of the program, with its arguments and an example.", &text);
}

#[test]
fn the_words_are_those_of_the_shorthand() {
    let mut text = String::from("| word | how the line goes on | what it records | |\n|---|---|---|---|\n");
    for form in FORMS {
        let under = if UNDER.contains(&form.word) { "u" } else { "" };
        text += &format!("| {} | {} | {} | {under} |\n", code(form.word), code(form.usage), cell(form.records));
    }
    let about = "What you may type after `adjutant match record ID`, after `adjutant` alone where a match is current, and behind `:` at \
                 the table. `[…]` may be left out, `…` may be repeated, `A|B` is one of the two. Several commands stand in one line, a \
                 comma between them. `by one`, `by two`, `by both` or `by judge` before the words says who speaks; behind words that are \
                 marked u, `under \"a rule\"` names a rule of an army's own that allows what the core rules forbid.";
    holds("words", "Words of the table", about, &text);
}

/// The entries of a closed list in a source file: the word, and what stands above it.
fn documented(path: &str, list: &str, words: &str) -> Vec<(String, String)> {
    let source = std::fs::read_to_string(project().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
    let (_, body) = source.split_once(&format!("pub enum {list}")).unwrap_or_else(|| panic!("{path}: no {list}"));
    let (mut entries, mut about) = (Vec::new(), String::new());
    for line in body.lines().skip(1).map(str::trim).take_while(|line| *line != "}") {
        if let Some(doc) = line.strip_prefix("///") {
            about += doc;
        } else if let Some(name) = line.split(|c: char| !c.is_alphanumeric()).next().filter(|name| !name.is_empty()) {
            let quoted = |text: &str| text.split('"').nth(1).map(str::to_owned);
            // Beside the entry, or in a table of their own further down.
            let word = quoted(line).or_else(|| {
                let (_, table) = source.split_once(words).filter(|_| !words.is_empty())?;
                table.lines().find(|line| line.split_whitespace().next() == Some(name)).and_then(quoted)
            });
            entries.extend(word.map(|word| (word, std::mem::take(&mut about).trim().to_owned())));
            about.clear();
        }
    }
    entries
}

/// What stands above an entry without the marks of links that only rustdoc follows.
fn row((word, about): &(String, String)) -> String {
    format!("| {} | {} |\n", code(word), cell(&about.replace("[`", "`").replace("`]", "`")))
}

#[test]
fn the_refusals_are_those_of_the_code() {
    let mut text = String::from(
        "## Of a match\n\nThe first that fits is the one that is told. Where it is *soft*, a rule of an army's own may allow it: \
         end the words with `under \"its name\"`.\n\n| code | | why |\n|---|---|---|\n",
    );
    for code_of in RefusalCode::ALL {
        let soft = if code_of.is_soft() { "soft" } else { "" };
        text += &format!("| {} | {soft} | {} |\n", code(code_of.as_str()), cell(code_of.meaning()));
    }
    let event = documented("crates/tournament/src/refusal.rs", "Refusal", "\ncodes! {");
    assert!(event.len() > 40, "{} refusals of an event", event.len());
    text += "\n## Of an event\n\n| code | why |\n|---|---|\n";
    event.iter().for_each(|entry| text += &row(entry));
    let about = "What the program does not record, by the code that stands in its message and in `--json`. A refusal changes \
                 nothing; its hint is a command to type.";
    holds("refusals", "Refusals", about, &text);
}

#[test]
fn the_findings_are_those_of_the_audits() {
    let mut text = String::from("## In the log of a match\n\n| code | | what was found |\n|---|---|---|\n");
    for found in Code::ALL {
        text += &format!("| {} | {} | {} |\n", code(found.as_str()), found.severity().as_str(), cell(found.meaning()));
    }
    let of_judge = FindingKind::ALL.map(|kind| (kind.code().to_owned(), kind.meaning().to_owned()));
    let of_log = EventCode::ALL.map(|found| (found.as_str().to_owned(), found.meaning().to_owned()));
    let of_trf = TrfFindingKind::ALL.map(|kind| (kind.code().to_owned(), kind.meaning().to_owned()));
    for (title, found) in [
        ("In pairings, results and standings of an event", &of_judge[..]),
        ("In the log of an event, its signatures and the logs of its matches", &of_log),
        ("In a TRF file", &of_trf),
    ] {
        text += &format!("\n## {title}\n\n| code | what was found |\n|---|---|\n");
        found.iter().for_each(|entry| text += &row(entry));
    }
    let about = "What `adjutant audit` and `adjutant event check` may say of a log. An error ends with exit code 1; a note is told \
                 and changes nothing.";
    holds("findings", "Findings of an audit", about, &text);
}

#[test]
fn the_tie_breaks_are_those_of_the_standings() {
    let mut text = String::from(
        "| name | on paper | | what it counts | A | B | C | D | E |\n|---|---|---|---|---|---|---|---|---|\n",
    );
    for tie_break in TieBreak::ALL {
        let values = tie_break.of_small_event();
        let values: Vec<String> = (0..5).map(|at| values.get(at).map_or(String::new(), |value| cell(value))).collect();
        text += &format!(
            "| {} | {} | {} | {} | {} |\n",
            code(tie_break.name()),
            cell(tie_break.heading()),
            cell(tie_break.title()),
            cell(tie_break.summary()),
            values.join(" | ")
        );
    }
    let about = "What orders players with as many match points; `event new --tie-breaks` takes these names in the order that you \
                 want. The last columns are worked out for an event whose numbers fit on a hand: win 3, draw 1, loss 0, a bye counts \
                 10 victory points; D leaves after round 2.\n\n\
                 | | round 1 | round 2 | round 3 | points |\n|---|---|---|---|---|\n\
                 | A | beat B 20-10 | beat C 12-9 | drew with E 8-8 | 7 |\n\
                 | B | lost to A 10-20 | beat E 14-11 | beat C 11-10 | 6 |\n\
                 | C | lost to D 5-15 | lost to A 9-12 | lost to B 10-11 | 0 |\n\
                 | D | beat C 15-5 | bye | | 6 |\n\
                 | E | bye | lost to B 11-14 | drew with A 8-8 | 4 |";
    holds("tie-breaks", "Tie-breaks", about, &text);
}

/// Every variable that the program reads, and what for.
const VARIABLES: &[(&str, &str)] = &[
    ("ADJUTANT_DATA", "the data folder, as `--data` names it"),
    ("ADJUTANT_PACKS", "folders with mission packs, as `--packs` names them"),
    ("ADJUTANT_CLOCK", "stops the clock of the program at a moment such as `2026-11-21T09:00:00Z`; for tests"),
    (
        "ADJUTANT_FONTS",
        "a folder with fonts for paper, looked into before those of the computer; set to nothing: none but the program's own",
    ),
    ("ADJUTANT_THEME", "colours of the table screen: `light` or `dark`"),
    ("ADJUTANT_LINES", "`1`: the table screen reads and prints lines instead of drawing"),
    ("ADJUTANT_COMPLETE", "set by the completion script of your shell while it asks"),
    ("_CLAP_COMPLETE_INDEX", "set by the completion script: the word that is completed"),
    ("NO_COLOR", "set to anything: no colours"),
    ("COLUMNS", "how wide tables may be where the terminal does not say it"),
    ("COLORFGBG", "what some terminals say of their background; chooses the colours where `ADJUTANT_THEME` does not"),
    ("TERM", "`dumb`: as `ADJUTANT_LINES=1`; `vt…`: neither colours nor signs beyond ASCII"),
    ("LC_ALL", "an encoding other than UTF-8: only signs of ASCII"),
    ("LC_CTYPE", "as `LC_ALL`, where that is not set"),
    ("LANG", "as `LC_CTYPE`, where that is not set"),
    ("DISPLAY", "a screen to open a browser on (`demo --serve`, on Linux)"),
    ("WAYLAND_DISPLAY", "as `DISPLAY`"),
];

/// Names in capitals that the sources of the command line quote.
fn named(folder: &Path, found: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if entry.is_dir() {
            named(&entry, found);
            continue;
        }
        let text = std::fs::read_to_string(&entry).unwrap();
        let lines = text.lines().filter(|line| !line.trim_start().starts_with("//") && !line.contains("env!("));
        for name in lines.flat_map(|line| line.split('"').skip(1).step_by(2)) {
            let capitals = name.len() > 3 && name.chars().all(|c| c.is_ascii_uppercase() || c == '_');
            found.extend(capitals.then(|| name.to_owned()));
        }
    }
}

#[test]
fn the_environment_and_the_exit_codes_are_those_of_the_program() {
    let mut found = Vec::new();
    named(&project().join("crates/cli/src"), &mut found);
    let unknown: Vec<&String> = found
        .iter()
        .filter(|name| (name.contains('_') || name.starts_with("LC")) && !NOT_VARIABLES.contains(&name.as_str()))
        .filter(|name| !VARIABLES.iter().any(|(known, _)| known == name))
        .collect();
    assert!(unknown.is_empty(), "say what they are for in VARIABLES: {unknown:?}");
    let gone: Vec<&&str> =
        VARIABLES.iter().map(|(name, _)| name).filter(|name| !found.iter().any(|found| found == **name)).collect();
    assert!(gone.is_empty(), "nothing reads {gone:?}");
    let mut text = String::from("## Environment\n\n| variable | what for |\n|---|---|\n");
    VARIABLES.iter().for_each(|(name, what)| text += &format!("| `{name}` | {} |\n", cell(what)));
    text += "\n## Exit codes\n\n| code | when |\n|---|---|\n";
    let source = std::fs::read_to_string(project().join("crates/cli/src/error.rs")).unwrap();
    let (_, body) = source.split_once("pub enum Exit {").expect("the list of exits");
    let docs = body.lines().take_while(|line| *line != "}").filter_map(|line| line.trim().strip_prefix("/// "));
    let docs: Vec<&str> = docs.collect();
    use adjutant::error::Exit;
    let codes = [Exit::Done, Exit::Refused, Exit::Usage, Exit::Files, Exit::Unjudged].map(Exit::code);
    assert_eq!(docs.len(), codes.len(), "{docs:?}");
    codes.iter().zip(docs).for_each(|(code, doc)| text += &format!("| {code} | {} |\n", cell(doc)));
    let about = "What the program reads from its environment, and what a script learns from how it ends.";
    holds("environment", "Environment and exit codes", about, &text);
}

/// Words in capitals that name something else.
const NOT_VARIABLES: &[&str] = &[];
