//! How long functions may be.
//!
//! `functions.txt` lists those above 50 lines: the crate, how many lines, the name. None may join it, none may grow;
//! `ADJUTANT_BLESS=1` writes down what became shorter, and nothing else.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::{graphs, written};
use crate::support::project;

const LINES_MAX: usize = 50;

/// For a crate and a name: the lengths of its long functions, the longest first.
type Long = BTreeMap<(String, String), Vec<usize>>;

fn ledger() -> PathBuf {
    project().join("tests/house/functions.txt")
}

fn listed(text: &str) -> Long {
    let mut long = Long::new();
    for line in text.lines() {
        let mut words = line.split(' ');
        let (Some(of), Some(lines), Some(name)) = (words.next(), words.next(), words.next()) else {
            panic!("a line without crate, lines and name: {line:?}");
        };
        long.entry((of.to_owned(), name.to_owned())).or_default().push(lines.parse().unwrap());
    }
    long
}

fn in_lines(long: &Long) -> String {
    let rows = long.iter().flat_map(|((of, name), all)| all.iter().map(move |lines| (of, lines, name)));
    rows.map(|(of, lines, name)| format!("{of} {lines} {name}\n")).collect()
}

fn today() -> Long {
    let mut long = Long::new();
    for (name, graph) in graphs() {
        for (_, function, lines) in graph.functions.iter().filter(|(_, _, lines)| *lines > LINES_MAX) {
            long.entry((name.clone(), function.clone())).or_default().push(*lines);
        }
    }
    long.values_mut().for_each(|lengths| lengths.sort_unstable_by_key(|lines| std::cmp::Reverse(*lines)));
    long
}

/// What is longer than it may be, one sentence each.
fn grown(today: &Long, listed: &Long) -> Vec<String> {
    let mut grown = Vec::new();
    for ((of, name), lengths) in today {
        let allowed = listed.get(&(of.clone(), name.clone())).map_or(&[][..], Vec::as_slice);
        for (at, lines) in lengths.iter().enumerate() {
            let most = allowed.get(at).copied().unwrap_or(LINES_MAX);
            if *lines > most {
                grown.push(format!("crates/{of}: `{name}` has {lines} lines, and may have {most}"));
            }
        }
    }
    grown
}

#[test]
fn no_function_grows_long() {
    let (today, kept) = (today(), std::fs::read_to_string(ledger()).unwrap_or_default());
    let count = graphs().iter().map(|(_, graph)| graph.functions.len()).sum::<usize>();
    let above = |lines: usize| today.values().flatten().filter(|length| **length > lines).count();
    println!("{count} functions, {} above 50 lines, {} above 60", above(50), above(60));
    assert!(count > 5_000, "only {count} functions were found");
    let grown = grown(&today, &listed(&kept));
    assert!(grown.is_empty(), "cut them where their parts have names:\n{}", grown.join("\n"));
    let text = in_lines(&today);
    if std::env::var_os("ADJUTANT_BLESS").is_some() {
        std::fs::write(ledger(), text).unwrap();
    } else if kept != text {
        panic!(
            "functions became shorter: `ADJUTANT_BLESS=1 cargo test --test all house` writes tests/house/functions.txt"
        );
    }
}

#[test]
fn a_function_that_grows_is_named() {
    let long = |lines| Long::from([(("engine".to_owned(), "apply".to_owned()), vec![lines])]);
    assert_eq!(grown(&long(180), &long(180)), Vec::<String>::new());
    assert_eq!(grown(&long(181), &long(180)), ["crates/engine: `apply` has 181 lines, and may have 180"]);
    assert_eq!(grown(&long(51), &Long::new()), ["crates/engine: `apply` has 51 lines, and may have 50"]);
    let body = "fn short() {}\nimpl X {\n    fn two(&self) {\n    }\n}\n#[cfg(test)]\nmod tests { fn hidden() {} }\n";
    let (_folder, graph) = written(&[("lib.rs", body)]);
    let found: Vec<_> = graph.functions.iter().map(|(_, name, lines)| (name.as_str(), *lines)).collect();
    assert_eq!(found, [("short", 1), ("two", 2)]);
}
