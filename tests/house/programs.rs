//! Tests that stand where no program would run them: files that their crate's one program does not name, and tests
//! within a crate whose own program is not built.

use std::path::{Path, PathBuf};

use crate::support::project;

#[test]
fn every_file_of_tests_belongs_to_a_program() {
    let mut left_out = Vec::new();
    for entry in std::fs::read_dir(project().join("crates")).unwrap() {
        let folder = entry.unwrap().path();
        let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).unwrap_or_default();
        let Ok(all) = std::fs::read_to_string(folder.join("tests/all.rs")) else { continue };
        assert!(manifest.contains("autotests = false"), "{}", folder.display());
        for file in std::fs::read_dir(folder.join("tests")).unwrap().map(|file| file.unwrap().path()) {
            let name = file.file_stem().unwrap().to_str().unwrap().to_owned();
            let is_source = file.extension().is_some_and(|extension| extension == "rs") && name != "all";
            let named = all.contains(&format!("mod {name};\n")) || manifest.contains(&format!("\"tests/{name}.rs\""));
            if is_source && !named {
                left_out.push(file);
            }
        }
    }
    assert!(left_out.is_empty(), "name them in `tests/all.rs`: {left_out:?}");
}

/// Files below a folder that hold a test.
fn with_tests(folder: &Path) -> Vec<PathBuf> {
    let entries: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    let (folders, files): (Vec<_>, Vec<_>) = entries.into_iter().partition(|path| path.is_dir());
    let tests = files.into_iter().filter(|file| std::fs::read_to_string(file).unwrap().contains("#[test]"));
    tests.chain(folders.iter().flat_map(|folder| with_tests(folder))).collect()
}

#[test]
fn a_crate_without_a_program_of_its_own_has_no_tests_within() {
    let (mut silent, mut without) = (Vec::new(), 0);
    for name in super::crates() {
        let folder = project().join("crates").join(name);
        if std::fs::read_to_string(folder.join("Cargo.toml")).unwrap().contains("[lib]\ntest = false") {
            without += 1;
            silent.extend(with_tests(&folder.join("src")));
        }
    }
    assert!(without > 0, "no crate says `test = false`: this test looks at nothing");
    assert!(silent.is_empty(), "move them to `tests`, or take `test = false` out: {silent:?}");
}
