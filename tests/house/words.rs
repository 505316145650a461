//! Sentences are made at the edge: nobody cuts them apart, and only the command line says what to type.

use super::graph::Graph;
use super::{graphs, written};

/// What reads texts for a living: a language, a list of another program, a page of the manual.
const READERS: &[(&str, &str, &str)] = &[
    ("cli", "commands/man.rs", "\n.SH EXTRA\n"),
    ("play", "modes/dice.rs", "attacks "),
    ("play", "host/mod.rs", "end "),
    ("shorthand", "apart.rs", "by "),
    ("shorthand", "context.rs", "by "),
    ("shorthand", "read.rs", " with "),
];

/// Texts below the command line that name what is typed, and stay: the words of the typed language itself, and paper in the
/// hands of somebody who has no program yet.
const NAMES_A_COMMAND: &[(&str, &str, &str)] = &[
    ("sheets", "scoring/layout/outside.rs", "The code holds match, result and head hash: `adjutant sheet "),
    ("shorthand", "grammar.rs", "shoot|fight|card … --roll [with N]"),
];

const SURGERY: &[&str] = &[
    "contains",
    "ends_with",
    "find",
    "match_indices",
    "replace",
    "replacen",
    "rfind",
    "rsplit",
    "rsplit_once",
    "rsplitn",
    "split",
    "split_once",
    "splitn",
    "starts_with",
    "strip_prefix",
    "strip_suffix",
    "trim_end_matches",
    "trim_start_matches",
];

/// The crates whose sentences people read.
const WITH_SENTENCES: &[&str] =
    &["engine", "tournament", "replay", "present", "app", "sheets", "play", "cli", "serve", "shorthand", "packs"];

fn cut_apart(graph: &Graph) -> Vec<(&str, &str)> {
    let all = graph.texts.iter().filter(|(_, method, text)| {
        method.as_deref().is_some_and(|method| SURGERY.contains(&method))
            && text.contains(' ')
            && !text.trim().is_empty()
    });
    all.map(|(file, _, text)| (graph.files[*file].as_str(), text.as_str())).collect()
}

fn commands_named(graph: &Graph) -> Vec<(&str, &str)> {
    let all = graph.texts.iter().filter(|(_, _, text)| {
        text.contains("`adjutant ")
            || text.match_indices(" --").any(|(at, _)| text[at + 3..].starts_with(|c: char| c.is_ascii_lowercase()))
    });
    all.map(|(file, _, text)| (graph.files[*file].as_str(), text.as_str())).collect()
}

/// Compares what was found with a list that may only shrink.
fn compare(found: &[(&str, &str, &str)], listed: &[(&str, &str, &str)], what: &str) {
    let is = |one: &(&str, &str, &str), other: &(&str, &str, &str)| {
        one.0 == other.0 && one.1 == other.1 && one.2.starts_with(other.2)
    };
    let new: Vec<String> = found
        .iter()
        .filter(|one| !listed.iter().any(|other| is(one, other)))
        .map(|row| format!("    {row:?},"))
        .collect();
    let gone: Vec<_> = listed.iter().filter(|other| !found.iter().any(|one| is(one, other))).collect();
    assert!(new.is_empty(), "{what}:\n{}", new.join("\n"));
    assert!(gone.is_empty(), "take these from the list, they are gone: {gone:#?}");
}

#[test]
fn no_sentence_is_cut_apart() {
    let mut found = Vec::new();
    for (name, graph) in graphs().iter().filter(|(name, _)| WITH_SENTENCES.contains(&name.as_str())) {
        found.extend(cut_apart(graph).into_iter().map(|(file, text)| (name.as_str(), file, text)));
    }
    compare(&found, READERS, "a finished sentence is the end of the line, never an input");
}

#[test]
fn only_the_command_line_names_commands_and_flags() {
    let mut found = Vec::new();
    for (name, graph) in graphs().iter().filter(|(name, _)| name != "cli" && name != "schemas") {
        found.extend(commands_named(graph).into_iter().map(|(file, text)| (name.as_str(), file, text)));
    }
    compare(&found, NAMES_A_COMMAND, "say what is missing as data; `cli/advice.rs` adds what to type");
}

#[test]
fn words_in_the_wrong_place_are_found() {
    let (_folder, graph) = written(&[(
        "lib.rs",
        r#"
fn cut(text: &str) -> bool { text.contains("which model") || text.contains("-r") }
fn in_macro(text: &str) { assert!(!text.starts_with("at line")); }
fn says() -> String { format!("type `adjutant undo`") + "use --packs DIR" + " a -- b" }
"#,
    )]);
    assert_eq!(cut_apart(&graph), [("lib.rs", "which model"), ("lib.rs", "at line")]);
    let texts: Vec<&str> = commands_named(&graph).into_iter().map(|(_, text)| text).collect();
    assert_eq!(texts, ["type `adjutant undo`", "use --packs DIR"]);
}
