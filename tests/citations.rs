//! Every rule that code, tests and packs cite stands in `docs/rules`, and every `# Source` names something that exists.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use crate::support::project;

/// Kinds of numbers that `docs/rules` gives out, longest first.
const KINDS: [&str; 10] = ["AMB", "GAP", "DIF", "DA", "DC", "DD", "A", "D", "G", "T"];
const RULES: &str = "docs/rules";

fn files(folder: &Path, ends: &[&str], found: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    for path in entries.map(|entry| entry.unwrap().path()) {
        if path.is_dir() {
            if path.file_name().is_none_or(|name| name != "target") {
                files(&path, ends, found);
            }
        } else if path.extension().is_some_and(|end| ends.iter().any(|wanted| end == *wanted)) {
            found.push(path);
        }
    }
}

fn all(folders: &[&str], ends: &[&str]) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for folder in folders {
        files(&project().join(folder), ends, &mut found);
    }
    found.sort();
    let name = |path: &PathBuf| path.strip_prefix(project()).unwrap().display().to_string();
    found.iter().map(|path| (name(path), std::fs::read_to_string(path).unwrap_or_default())).collect()
}

/// Words of a text that may be numbers of rules: `AMB-07`, `V-1102`, `B.4`, `H-roster`, `001:170`.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_ascii_alphanumeric() || "-.:_".contains(c)))
        .map(|word| word.trim_matches(['.', ':', '-']))
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// The number of a rule, if the word is one that belongs to `docs/rules`.
fn rule(word: &str) -> Option<&str> {
    if let Some((kind, number)) = word.split_once('-') {
        let known = KINDS.contains(&kind) && is_number(number) && number.len() <= 3
            || kind == "V" && is_number(number) && number.len() >= 3
            || kind == "F" && (is_number(number) && number.len() == 3 || number == "T")
            || word == "H-roster";
        return known.then_some(word);
    }
    let (part, number) = word.split_once('.')?;
    (["B", "C", "E"].contains(&part) && is_number(number) && !number.starts_with('0') && number.len() <= 2)
        .then_some(word)
}

/// The text of a citation like `001:170`.
fn text_cited(word: &str) -> Option<&str> {
    let (text, line) = word.split_once(':')?;
    let line = line.split(['-', ':']).next()?;
    (text.len() == 3 && is_number(text) && text.starts_with('0') && is_number(line)).then_some(text)
}

/// First words of headings and of the first cells of tables.
fn anchors() -> BTreeSet<String> {
    let mut anchors = BTreeSet::new();
    for (_, text) in all(&[RULES], &["md"]) {
        for line in text.lines() {
            let head = line
                .strip_prefix("| ")
                .or_else(|| line.trim_start_matches('#').strip_prefix(' ').filter(|_| line.starts_with('#')));
            anchors.extend(head.and_then(|head| words(head).next()).map(str::to_owned));
        }
    }
    anchors
}

/// Names of the texts and of the other works in `sources.md`: both columns of names.
fn works() -> Vec<String> {
    let text = std::fs::read_to_string(project().join(RULES).join("sources.md")).unwrap();
    let before = text.split("## GAP").next().unwrap();
    let rows = before.lines().filter_map(|line| line.strip_prefix("| "));
    let cells = rows.flat_map(|row| row.split(" | ").take(2).map(str::to_owned).collect::<Vec<_>>());
    cells.filter(|cell| cell.len() > 2 && cell != "name" && cell != "text").collect()
}

/// What stands between backticks and looks like a file of the project.
fn paths(text: &str) -> impl Iterator<Item = &str> {
    let quoted = text.split('`').skip(1).step_by(2);
    quoted.filter(|name| [".md", ".json", ".rs"].iter().any(|end| name.ends_with(end)) && !name.contains(' '))
}

/// The `# Source` sections of a file: line of the heading, words.
fn sections(text: &str) -> Vec<(usize, String)> {
    let mut found: Vec<(usize, String)> = Vec::new();
    let mut open = false;
    for (at, line) in text.lines().enumerate() {
        let Some(doc) = line.trim_start().strip_prefix("///").or_else(|| line.trim_start().strip_prefix("//!")) else {
            open = false;
            continue;
        };
        match doc.trim() {
            "# Source" | "# Sources" => {
                open = true;
                found.push((at + 1, String::new()));
            }
            heading if heading.starts_with("# ") || heading.starts_with("```") => open = false,
            words if open => _ = write!(found.last_mut().unwrap().1, "{words} "),
            _ => {}
        }
    }
    found
}

fn numbers_that_lead_nowhere(text: &str, anchors: &BTreeSet<String>, texts: &[String]) -> Vec<(usize, String)> {
    let mut lost = Vec::new();
    for (at, line) in text.lines().enumerate() {
        for word in words(line) {
            let missing = rule(word).is_some_and(|rule| !anchors.contains(rule))
                || text_cited(word).is_some_and(|text| !texts.iter().any(|known| known == text));
            if missing {
                lost.push((at + 1, word.to_owned()));
            }
        }
    }
    lost
}

#[test]
fn every_rule_cited_stands_in_the_rules() {
    let (anchors, texts) = (anchors(), works());
    assert!(anchors.len() > 300, "only {} numbered rules found", anchors.len());
    let mut lost = String::new();
    for (name, text) in all(&["crates", "docs", "missions", "tests"], &["rs", "json", "md", "script"]) {
        if name == "tests/citations.rs" || name.contains("/fuzz/") {
            continue;
        }
        for (line, word) in numbers_that_lead_nowhere(&text, &anchors, &texts) {
            _ = writeln!(lost, "{name}:{line}: {word}");
        }
    }
    assert!(
        lost.is_empty(),
        "these numbers have no heading or row under {RULES}; add it or correct the citation:\n{lost}"
    );
}

#[test]
fn every_source_names_a_rule_a_file_or_a_work() {
    let works = works();
    let (mut lost, mut seen) = (String::new(), 0);
    for (name, text) in all(&["crates", "tests"], &["rs"]) {
        if name == "tests/citations.rs" {
            continue;
        }
        for (line, source) in sections(&text) {
            seen += 1;
            let named = paths(&source).count() > 0
                || words(&source).any(|word| rule(word).is_some() || text_cited(word).is_some())
                || works.iter().any(|work| source.contains(work.as_str()));
            if !named {
                _ = writeln!(lost, "{name}:{line}: names no rule, file or work: {}", source.trim());
            }
            for path in paths(&source).filter(|path| !project().join(path).exists()) {
                _ = writeln!(lost, "{name}:{line}: no file is called {path}");
            }
        }
    }
    assert!(seen > 60, "only {seen} sections `# Source` found");
    assert!(lost.is_empty(), "correct the `# Source`, or add the work to {RULES}/sources.md:\n{lost}");
}

#[test]
fn every_source_of_a_pack_is_known() {
    let works = works();
    let (mut lost, mut seen) = (String::new(), 0);
    for (name, text) in all(&["missions"], &["json"]) {
        for (at, line) in text.lines().enumerate() {
            let Some(source) = line.trim().strip_prefix("\"source\": \"").and_then(|rest| rest.split('"').next())
            else {
                continue;
            };
            seen += 1;
            let first = source.split(',').next().unwrap();
            // `pack`: the pack adds the rule and no text states it, as docs/rules/sources.md says.
            if first != "pack" && !works.iter().any(|work| work == first) && !project().join(first).is_file() {
                _ = writeln!(lost, "{name}:{}: {source}", at + 1);
            }
        }
    }
    assert!(seen > 70, "only {seen} sources of packs found");
    assert!(lost.is_empty(), "these sources have no entry in {RULES}/sources.md:\n{lost}");
}

/// A check that cannot fail is none.
#[test]
fn what_does_not_resolve_is_found() {
    let (anchors, works) = (anchors(), works());
    let text = "/// D-13 and\n/// AMB-48, V-1102, B.4; see AMB-99\n/// D-99, T-77, V-9999, 009:12, E.44, 001:170\n";
    let lost: Vec<String> = numbers_that_lead_nowhere(text, &anchors, &works)
        .into_iter()
        .map(|(line, word)| format!("{line} {word}"))
        .collect();
    assert_eq!(lost, ["2 AMB-99", "3 D-99", "3 T-77", "3 V-9999", "3 009:12", "3 E.44"]);
    assert_eq!(sections("//! # Source\n//! one\n//! two\n\n//! # Errors\n//! three\n"), [(1, "one two ".to_owned())]);
}
