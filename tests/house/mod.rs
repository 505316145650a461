//! The house as it is built: floors and circles of files, lengths of functions, lines of a crate, words in the wrong room.
//!
//! Each list here may only shrink: what is better than its entry fails too, with what to write there.

mod constructors;
mod floors;
mod functions;
mod graph;
mod programs;
mod shapes;
mod sizes;
mod words;

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use crate::support::project;
use graph::Graph;

/// The sources of a crate.
fn source(name: &str) -> PathBuf {
    project().join("crates").join(name).join("src")
}

/// The names of our crates, in order.
fn crates() -> Vec<String> {
    let entries = std::fs::read_dir(project().join("crates")).unwrap().map(|entry| entry.unwrap().path());
    let with_sources = entries.filter(|path| path.join("src/lib.rs").is_file());
    let mut names: Vec<String> =
        with_sources.map(|path| path.file_name().unwrap().to_str().unwrap().to_owned()).collect();
    names.sort();
    names
}

/// Every crate with its files, arrows and functions, read once.
fn graphs() -> &'static [(String, Graph)] {
    static READ: OnceLock<Vec<(String, Graph)>> = OnceLock::new();
    READ.get_or_init(|| crates().into_iter().map(|name| (name.clone(), Graph::read(&source(&name)))).collect())
}

/// A crate of a few files, written for one test.
fn written(files: &[(&str, &str)]) -> (tempfile::TempDir, Graph) {
    let folder = tempfile::TempDir::new().unwrap();
    for (path, text) in files {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap_or(Path::new(""))).unwrap();
        std::fs::write(path, text).unwrap();
    }
    let graph = Graph::read(folder.path());
    (folder, graph)
}
