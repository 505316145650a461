//! Crates whose tests are one program: no file of theirs is left out.

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
