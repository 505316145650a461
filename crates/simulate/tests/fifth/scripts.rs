//! Every file of `tests/scripts/fifth`: a mission with its deployment each.

use std::path::PathBuf;

use super::stage::Stage;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/scripts/fifth")
}

/// Plays a file: what stands before the first `case` is played before each of them.
fn play(text: &str) {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let mut cases: Vec<Vec<&str>> = vec![Vec::new()];
    for line in lines {
        if line.starts_with("case ") {
            cases.push(Vec::new());
        }
        cases.last_mut().expect("a case").push(line);
    }
    let before = cases.remove(0);
    assert!(!cases.is_empty(), "a file has a case");
    for case in cases {
        let name = case[0];
        let mut stage = None;
        for line in before.iter().chain(&case[1..]) {
            if let Some(mission) = line.strip_prefix("mission ") {
                let mut words = mission.split_whitespace();
                let mission = words.next().expect("a mission");
                stage = Some(Stage::open(mission, &words.collect::<Vec<_>>()));
                continue;
            }
            let stage = stage.as_mut().expect("`mission` first");
            if let Err(refusal) = stage.line(line) {
                panic!("{name}: `{line}` is refused: {refusal}");
            }
        }
    }
}

#[test]
fn every_mission_with_every_deployment_plays_as_its_script_says() {
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder()).expect("the folder").map(|entry| entry.expect("a file").path()).collect();
    files.retain(|path| path.extension().is_some_and(|end| end == "script"));
    files.sort();
    let mut missions: Vec<String> = Vec::new();
    for path in &files {
        let name = path.file_stem().and_then(|name| name.to_str()).expect("a name");
        println!("{name}");
        play(&std::fs::read_to_string(path).expect("a script"));
        missions.push(name.to_owned());
    }
    let pack = adjutant_packs::shipped();
    let pack = pack.iter().find(|pack| pack.file.id.as_str() == "standard-5th").expect("the pack");
    let wanted: Vec<String> = pack.missions.keys().map(ToString::to_string).collect();
    assert_eq!(missions, wanted, "one script for each mission");
}
