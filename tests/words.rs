//! Commands in words, against the match that they are about.

use crate::support::{World, golden};

#[test]
fn words_are_read_against_the_rosters() {
    let Some(log) = golden("scorched-earth.bare.jsonl") else { return };
    let log = std::fs::read_to_string(log).unwrap();
    let begin = log.lines().position(|line| line.contains("\"begin\"")).unwrap();
    let opening: String = log.lines().take(begin + 1).map(|line| line.to_owned() + "\n").collect();
    let world = World::new();
    world.feed("match record golden-scorched-earth --from -", &opening).ends(0);
    let record = |words: &str| world.run(&format!("match record golden-scorched-earth {words}"));
    record("hold m1 m3=two").ends(0);
    record("end command").ends(0);
    record("move titan @nowhere").ends(0);
    record("move squad").ends(2).says("`squad` fits several units").says("a2 (Line Squad)");
    record("cp -1 command-reroll").ends(1).says("refused: not-enough-cp");
    record("note a remark").ends(0);
    record("undo").ends(0);
    let last = |count: usize| -> Vec<serde_json::Value> {
        let log = world.run("match export golden-scorched-earth").out;
        let all: Vec<_> = log.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        all[all.len() - count..].to_vec()
    };
    let records = last(5);
    assert_eq!(records[0]["do"], serde_json::json!({"control": {"holds": {"m1": "one", "m3": "two"}}}));
    assert_eq!(records[2]["do"]["move"]["unit"], "a7");
    assert_eq!(records[4]["do"]["retract"]["seq"], records[3]["seq"]);
    assert!(records.iter().all(|record| record["by"] == "one"), "the player whose turn it is");
}
