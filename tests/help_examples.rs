//! Every example of every help can be typed: all of them are read as the program reads its arguments, and those that
//! `help_examples.txt` tells stories with are run in a folder that is thrown away.

#![cfg(unix)]

use std::collections::BTreeSet;

use adjutant::commands::{Arguments, whole};
use adjutant::shortcuts::spelt_out;
use clap::{Command, Parser};

use crate::guide::shell;
use crate::support::World;

/// The examples of a command and of all below it.
fn examples(command: &Command, found: &mut BTreeSet<String>) {
    let after = command.get_after_long_help().or(command.get_after_help()).map(ToString::to_string);
    let mut open = false;
    for line in after.iter().flat_map(|text| text.lines()) {
        let begins = line.trim_start().strip_prefix("Examples: ").or(line.trim_start().strip_prefix("Example: "));
        open = begins.is_some() || open && line.starts_with(' ');
        let typed = begins.unwrap_or(line.trim_start());
        if open && typed.starts_with("adjutant ") {
            // Behind three blanks stands a remark.
            found.insert(typed.split("   ").next().unwrap_or(typed).trim().to_owned());
        }
    }
    let below = command.get_subcommands().filter(|below| below.get_name() != "help" && !below.is_hide_set());
    below.for_each(|below| examples(below, found));
}

fn all() -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    examples(&whole(), &mut found);
    found
}

/// The words of a line as a shell hands them over; what a pipe or a file gets is left out.
fn words(line: &str) -> Vec<String> {
    let line = line.split(" | ").next().unwrap_or(line);
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for c in line.chars() {
        match (quote, c) {
            (None, '"' | '\'') => (quote, word) = (Some(c), Some(word.unwrap_or_default())),
            (Some(open), c) if open == c => quote = None,
            (None, ' ') => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    let end = words.iter().position(|word| word == ">").unwrap_or(words.len());
    words.truncate(end);
    words
}

#[test]
fn every_example_is_read() {
    let all = all();
    assert!(all.len() > 150, "{} examples", all.len());
    let mut wrong = Vec::new();
    for example in &all {
        let arguments = spelt_out(words(example).into_iter().map(Into::into));
        if let Err(error) = Arguments::try_parse_from(arguments) {
            wrong.push(format!("{example}: {error}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Stories: a heading begins an empty folder, each line below it is typed and has to end well. Below `# not run` stand the
/// examples that no story types, with the reason.
#[test]
fn the_stories_type_every_example_that_can_be_typed_here() {
    let stories = include_str!("help_examples.txt");
    let (told, left_out) = stories.split_once("\n# not run").expect("what is left out");
    let mut typed = BTreeSet::new();
    let mut failed = Vec::new();
    for story in told.split("\n# ").skip(1) {
        let world = World::new();
        let (title, lines) = story.split_once('\n').expect("lines below a heading");
        for line in lines.lines().filter(|line| !line.is_empty()) {
            // Nothing here takes what an example hands on.
            let output = shell(&world, line.split(" | ").next().unwrap_or(line)).output().expect("a shell");
            if !output.status.success() {
                let said = String::from_utf8_lossy(&output.stdout).into_owned();
                failed.push(format!("{title}: {line}\n{said}"));
            }
            typed.insert(line.to_owned());
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    let left_out: BTreeSet<&str> =
        left_out.lines().filter_map(|line| line.split("   ").next()).map(str::trim).collect();
    let all = all();
    let silent: Vec<&String> =
        all.iter().filter(|example| !typed.contains(*example) && !left_out.contains(example.as_str())).collect();
    assert!(silent.is_empty(), "tell a story with them: {silent:#?}");
    let gone: Vec<&&str> = left_out
        .iter()
        .filter(|line| line.starts_with("adjutant ") && (!all.contains(**line) || typed.contains(**line)))
        .collect();
    assert!(gone.is_empty(), "they need not be left out: {gone:#?}");
}
