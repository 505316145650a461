//! `docs/rules/coverage.md` is true: every test that it names is there, and nothing is marked as done without one.

use std::collections::BTreeSet;

use crate::promises::tests;
use crate::rules_run::blocks;
use crate::support::project;

/// The marks of a row; the first needs tests.
const MARKS: [&str; 4] = ["✔", "◐", "✘", "–"];

/// What is wrong with a page of this text, row by row.
fn faults(text: &str, known: &BTreeSet<String>) -> Vec<String> {
    let mut faults = Vec::new();
    for line in text.lines().filter(|line| line.starts_with("| ")) {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let [lines, section, mark, why, tests] = cells[..] else { continue };
        if lines == "lines" {
            continue;
        }
        let row = format!("{lines} {section}");
        let named: Vec<&str> = tests.split('`').skip(1).step_by(2).collect();
        let gone = named.iter().filter(|name| !known.contains(**name));
        faults.extend(gone.map(|name| format!("{row}: no test is called {name}")));
        if !MARKS.contains(&mark) {
            faults.push(format!("{row}: {mark} is no mark"));
        }
        if mark == MARKS[0] && named.is_empty() {
            faults.push(format!("{row}: no test shows it"));
        }
        if mark == MARKS[1] && why.is_empty() && named.is_empty() {
            faults.push(format!("{row}: it says neither what is missing nor what is there"));
        }
    }
    faults
}

/// Functions, scripts, and numbers of rules whose blocks are played.
fn known() -> BTreeSet<String> {
    let mut known = tests();
    for folder in ["tests/scripts", "tests/scripts/fifth", "tests/scripts/eighth", "tests/scripts/tenth"] {
        let entries = std::fs::read_dir(project().join(folder)).expect("scripts");
        known.extend(entries.map(|entry| entry.expect("a file").file_name().to_string_lossy().into_owned()));
    }
    known.extend(blocks::pages().into_iter().flat_map(|page| page.blocks).flat_map(|block| block.numbers));
    known
}

#[test]
fn every_test_of_the_coverage_is_there() {
    let text = std::fs::read_to_string(project().join("docs/rules/coverage.md")).expect("the page");
    let faults = faults(&text, &known());
    assert!(faults.is_empty(), "docs/rules/coverage.md:\n{}", faults.join("\n"));
    assert!(text.matches("| ✔ |").count() > 50, "rows");
}

#[test]
fn rows_without_a_test_or_with_one_that_is_gone_are_found() {
    let known = BTreeSet::from(["D-1".to_owned()]);
    let text = "| lines | section | | why | tests |\n|---|---|---|---|---|\n| 1 | a | ✔ | | `D-1` |\n| 2 | b | ✔ | | |\n\
                | 3 | c | ◐ | | `gone` |\n| 4 | d | ! | why | |\n";
    let wrong = ["2 b: no test shows it", "3 c: no test is called gone", "4 d: ! is no mark"];
    assert_eq!(faults(text, &known), wrong);
}
