//! Formats that people depend on: a value of several shapes is read by its shape (`core/shaped.rs`), never by trying one
//! shape after the other, which loses what the text said and cannot read back everything that it writes.

use std::path::{Path, PathBuf};

use crate::support::project;

/// Types that are read by trying shapes: the lines of their `untagged`.
fn tried(text: &str) -> Vec<usize> {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let about = |line: &&str| line.starts_with("#[") || line.starts_with("///") || line.starts_with("//");
    let untagged = (0..lines.len()).filter(|at| lines[*at].starts_with("#[") && lines[*at].contains("untagged"));
    let reads = |at: &usize| {
        let before = lines[..*at].iter().rev().take_while(|line| about(line));
        let behind = lines[*at..].iter().take_while(|line| about(line));
        before.chain(behind).any(|line| line.starts_with("#[") && line.contains("Deserialize"))
    };
    untagged.filter(reads).map(|at| at + 1).collect()
}

pub fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    let (folders, files): (Vec<_>, Vec<_>) = entries.into_iter().partition(|path| path.is_dir());
    let files = files.into_iter().filter(|file| file.extension().is_some_and(|extension| extension == "rs"));
    files.chain(folders.iter().flat_map(|folder| sources(folder))).collect()
}

#[test]
fn nothing_is_read_by_trying_one_shape_after_the_other() {
    let crates = super::crates().into_iter().flat_map(|name| sources(&super::source(&name)));
    let python = sources(&project().join("python/src"));
    let found: Vec<String> = crates
        .chain(python)
        .flat_map(|file| {
            let lines = tried(&std::fs::read_to_string(&file).unwrap());
            lines.into_iter().map(move |line| format!("{}:{line}", file.display()))
        })
        .collect();
    assert!(found.is_empty(), "read these with `core::shaped`: {found:#?}");
}

#[test]
fn what_is_tried_is_found() {
    let read = "#[derive(Debug, Deserialize)]\n/// Words.\n#[serde(untagged)]\npub enum A {}\n";
    let behind = "#[serde(untagged)]\n#[derive(Deserialize)]\nenum B {}\n";
    let written = "#[derive(Serialize)]\n#[serde(untagged)]\nenum C {}\n\n#[derive(Deserialize)]\nstruct D;\n";
    assert_eq!((tried(read), tried(behind), tried(written)), (vec![3], vec![1], vec![]));
}
