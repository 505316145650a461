//! Every sentence of the sections that promise something about trust and corrections names the tests that show it.
//!
//! `tests/promises.txt` lists the sentences by their beginnings. A sentence that is new there, one that was rewritten and
//! a test that is gone fail here: whoever promises more shows it, and whoever takes a test away takes the promise back.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::support::project;

/// The sentences of a section, white space made single: of paragraphs and list items each sentence, of tables each row.
fn sentences(document: &str, heading: &str) -> Vec<String> {
    let text = std::fs::read_to_string(project().join(document)).unwrap();
    let (_, section) = text.split_once(&format!("\n{heading}\n")).unwrap_or_else(|| panic!("{document}: no {heading}"));
    let depth = heading.find(' ').unwrap();
    let ends = |line: &&str| line.starts_with('#') && line.find(' ').is_some_and(|level| level <= depth);
    let (mut found, mut block, mut code) = (Vec::new(), String::new(), false);
    let lines: Vec<&str> = section.lines().take_while(|line| !ends(line)).collect();
    for (at, line) in lines.iter().enumerate() {
        let row = line.starts_with('|');
        if row || line.is_empty() || line.starts_with("- ") || line.starts_with("```") {
            split(&std::mem::take(&mut block), &mut found);
        }
        code ^= line.starts_with("```");
        let head = row && lines.get(at + 1).is_some_and(|next| next.starts_with("|---"));
        if row && !head && !line.starts_with("|---") {
            found.push((*line).to_owned());
        } else if !row && !code && !line.starts_with("```") {
            block.extend([line.strip_prefix("- ").unwrap_or(line), " "]);
        }
    }
    split(&block, &mut found);
    found
}

/// Puts the sentences of a paragraph into a list: each ends with a full stop or a semicolon before a capital letter, an
/// asterisk or a code.
fn split(block: &str, found: &mut Vec<String>) {
    let text = block.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut from = 0;
    for (at, _) in text.match_indices(' ') {
        let next = text[at + 1..].chars().next();
        if text[..at].ends_with(['.', ';']) && next.is_some_and(|next| next.is_ascii_uppercase() || "*`".contains(next))
        {
            found.push(text[from..at].to_owned());
            from = at + 1;
        }
    }
    found.extend(Some(text[from..].to_owned()).filter(|rest| !rest.is_empty()));
}

/// The names of all tests of the workspace.
pub fn tests() -> BTreeSet<String> {
    fn look(folder: &Path, names: &mut BTreeSet<String>) {
        for entry in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if entry.is_dir() && !entry.ends_with("target") {
                look(&entry, names);
            } else if entry.extension().is_some_and(|extension| extension == "rs") {
                let text = std::fs::read_to_string(&entry).unwrap();
                for (_, rest) in text.match_indices("#[test]").map(|(at, _)| text.split_at(at)) {
                    let name = rest.split_once("fn ").and_then(|(_, rest)| rest.split_once('('));
                    names.extend(name.map(|(name, _)| name.to_owned()));
                }
            }
        }
    }
    let mut names = BTreeSet::new();
    ["crates", "tests"].into_iter().for_each(|folder| look(&project().join(folder), &mut names));
    names
}

#[test]
fn every_sentence_about_trust_and_corrections_has_its_test() {
    let (tests, list) = (tests(), include_str!("promises.txt"));
    let mut shown: BTreeMap<&str, Vec<(&str, bool)>> = BTreeMap::new();
    let mut section = "";
    for line in list.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some(names) = line.strip_prefix("      = ") {
            let gone: Vec<&str> = names.split(' ').filter(|name| !tests.contains(*name)).collect();
            assert!(gone.is_empty(), "no test is called {gone:?}");
            shown.get_mut(section).unwrap().last_mut().expect("a sentence before its tests").1 = true;
        } else if let Some(sentence) = line.strip_prefix("  ") {
            shown.get_mut(section).expect("a section").push((sentence, false));
        } else {
            section = line;
            shown.insert(section, Vec::new());
        }
    }
    for (section, shown) in shown {
        let (document, heading) = section.split_once(' ').unwrap();
        let sentences = sentences(document, heading);
        for sentence in &sentences {
            assert!(
                shown.iter().any(|(begin, tested)| *tested && sentence.starts_with(begin)),
                "{section}: no test: {sentence}"
            );
        }
        for (begin, _) in shown {
            assert!(sentences.iter().any(|sentence| sentence.starts_with(begin)), "{section} does not say: {begin}");
        }
    }
}
