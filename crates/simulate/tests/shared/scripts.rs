//! Folders of scripts.

use std::path::PathBuf;

use super::stage::Stage;

/// Plays every file of `tests/scripts/FOLDER` and gives their names in order. What stands before the first `case` is
/// played before each case; `open` gets the words behind `mission`.
pub fn play_folder(folder: &str, open: fn(&[&str]) -> Stage) -> Vec<String> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/scripts").join(folder);
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("the folder").map(|entry| entry.expect("a file").path()).collect();
    files.retain(|path| path.extension().is_some_and(|end| end == "script"));
    files.sort();
    let play = |path: PathBuf| {
        let name = path.file_stem().and_then(|name| name.to_str()).expect("a name").to_owned();
        println!("{name}");
        play_file(&name, &std::fs::read_to_string(&path).expect("a script"), open);
        name
    };
    files.into_iter().map(play).collect()
}

fn play_file(file: &str, text: &str, open: fn(&[&str]) -> Stage) {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let mut cases: Vec<Vec<&str>> = vec![Vec::new()];
    for line in lines {
        if line.starts_with("case ") {
            cases.push(Vec::new());
        }
        cases.last_mut().expect("a case").push(line);
    }
    let before = cases.remove(0);
    assert!(!cases.is_empty(), "{file} has a case");
    for case in cases {
        let name = case[0];
        println!("  {name}");
        let mut stage = None;
        for line in before.iter().chain(&case[1..]) {
            if let Some(mission) = line.strip_prefix("mission ") {
                stage = Some(open(&mission.split_whitespace().collect::<Vec<_>>()));
                continue;
            }
            let stage = stage.as_mut().expect("`mission` first");
            if let Err(refusal) = stage.line(line) {
                panic!("{name}: `{line}` is refused: {refusal}");
            }
        }
    }
}
