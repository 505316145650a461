//! Every file of `tests/scripts/tenth`.

use std::path::PathBuf;

use super::stage::Stage;

/// Plays a file: what stands before the first `case` is played before each of them.
fn play(text: &str) -> usize {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let mut cases: Vec<Vec<&str>> = vec![Vec::new()];
    for line in lines {
        if line.starts_with("case ") {
            cases.push(Vec::new());
        }
        cases.last_mut().expect("a case").push(line);
    }
    let before = cases.remove(0);
    for case in &cases {
        let name = case[0];
        println!("  {name}");
        let mut stage = None;
        for line in before.iter().chain(&case[1..]) {
            if let Some(mission) = line.strip_prefix("mission ") {
                stage = Some(Stage::open(mission.trim()));
                continue;
            }
            let stage = stage.as_mut().expect("`mission` first");
            if let Err(refusal) = stage.line(line) {
                panic!("{name}: `{line}` is refused: {refusal}");
            }
        }
    }
    cases.len()
}

#[test]
fn every_battle_plays_as_its_script_says() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/scripts/tenth");
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("the folder").map(|entry| entry.expect("a file").path()).collect();
    files.retain(|path| path.extension().is_some_and(|end| end == "script"));
    files.sort();
    let mut played = Vec::new();
    for path in &files {
        let name = path.file_stem().and_then(|name| name.to_str()).expect("a name").to_owned();
        println!("{name}");
        assert!(play(&std::fs::read_to_string(path).expect("a script")) > 0, "{name} has a case");
        played.push(name);
    }
    assert_eq!(played, ["battle-shock", "cards", "control", "effects", "leaders", "the-pass", "two-wells"]);
}
