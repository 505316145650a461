//! Sentences are made at the edge: nobody cuts them apart, and only the command line says what to type.

use super::graph::Graph;
use super::{graphs, written};

/// Where a text with a blank in it is searched, split or replaced by a method: crate, file, text. Each is a sentence that
/// was made too early, and goes when it becomes data.
const CUT_APART: &[(&str, &str, &str)] = &[
    ("cli", "arguments/values.rs", "expected "),
    ("cli", "output.rs", "error: "),
    ("play", "text/line.rs", " ("),
    ("play", "mouse.rs", " m"),
    ("play", "modes/setup.rs", " · "),
    ("engine", "command/record.rs", " at line "),
    ("packs", "source.rs", " at line "),
    ("replay", "tournaments/tables.rs", " ("),
    ("sheets", "prizes.rs", ", "),
    ("shorthand", "fault.rs", "Did you mean"),
    ("shorthand", "read.rs", " at line "),
];

/// What reads texts for a living: a language, a list of another program, a page of the manual.
const READERS: &[(&str, &str, &str)] = &[
    ("cli", "commands/man.rs", "\n.SH EXTRA\n"),
    ("play", "modes/dice.rs", "attacks "),
    ("play", "host/mod.rs", "end "),
    ("shorthand", "apart.rs", "by "),
    ("shorthand", "context.rs", "by "),
    ("shorthand", "read.rs", " with "),
];

/// Texts below the command line that name a command or a flag: crate, file, the text's beginning.
const NAMES_A_COMMAND: &[(&str, &str, &str)] = &[
    ("app", "archive/error.rs", "take the archive from another copy; `adjutant archive check`"),
    ("play", "modes/ended.rs", "Sheet: p, or `adjutant match sheet {id} -o {id}.pdf`"),
    ("play", "terminal.rs", "everything recorded is kept; `adjutant match play` goes on f"),
    ("play", "view.rs", "Make the window larger ({}×{}), or use --lines."),
    ("replay", "audit/dice.rs", "rolls that nobody can check: {}; `adjutant match unseal` ope"),
    ("replay", "audit/finding.rs", " With --stream: bytes between two logs that belong to no fra"),
    ("replay", "audit/finding.rs", " With --trust: a signature is missing, or its key is not one"),
    ("serve", "doctor.rs", "{only} is this machine only; no phone reaches it: leave --ad"),
    ("serve", "doctor.rs", "this machine is in several networks ({}): name the one of th"),
    ("serve", "pages/log.rs", " records. `adjutant event show "),
    ("serve", "pages/log.rs", " --history` lists all of them."),
    ("serve", "pages/problem.rs", "Nothing was recorded. `adjutant serve` shows the word in its"),
    ("serve", "pages/problem.rs", "Nobody has sent a form from this browser for 30 minutes. Wri"),
    ("sheets", "scoring/layout/outside.rs", "The code holds match, result and head hash: `adjutant sheet "),
    ("shorthand", "grammar.rs", "shoot|fight|card … --roll [with N]"),
    ("store", "error.rs", "build it with `cargo build --release -p adjutant --features "),
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
    let listed: Vec<_> = CUT_APART.iter().chain(READERS).copied().collect();
    compare(&found, &listed, "a finished sentence is the end of the line, never an input");
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
