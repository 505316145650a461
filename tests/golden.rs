//! Whole matches with their right totals, worked out from the facts by two independent calculations.

use adjutant_engine::fold::Match;
use adjutant_engine::record::read_bare;
use adjutant_engine::side::Player;
use adjutant_engine::view::View;
use serde_json::Value;

/// Folds a bare log; panics with the line that is refused.
fn fold_bare(name: &str, text: &str) -> View {
    let mut game = Match::new(adjutant_packs::shipped());
    for (number, line) in text.lines().enumerate() {
        let Some(record) = read_bare(line.as_bytes()).unwrap_or_else(|e| panic!("{name}:{}: {e}", number + 1)) else {
            continue;
        };
        let command = game.complete(record.command.clone());
        if let Err(refusal) = game.record(record.said(), &command) {
            panic!("{name}:{}: {refusal}; accepted: {}", number + 1, refusal.accepted);
        }
    }
    game.view()
}

fn compare(name: &str, view: &View, expected: &Value) {
    let id = view.mission.as_ref().map(|m| m.as_str().to_string());
    assert_eq!(id.as_deref(), expected["mission"].as_str(), "{name}: mission");
    for player in Player::BOTH {
        let wanted = &expected["players"][player.as_str()];
        let got = &view.players[player];
        assert_eq!(
            got.primary.as_ref().map(|p| u64::from(p.vp)),
            wanted["primary"].as_u64(),
            "{name}: primary of {player}"
        );
        for score in &got.secondaries {
            let vp = wanted["secondaries"][score.objective.as_str()].as_u64();
            assert_eq!(Some(u64::from(score.vp)), vp, "{name}: {} of {player}", score.objective);
        }
        assert_eq!(Some(u64::from(got.total)), wanted["total"].as_u64(), "{name}: total of {player}");
    }
    let winner = serde_json::to_value(view.result.as_ref().expect("an ended battle").winner).expect("a word");
    assert_eq!(winner, expected["winner"], "{name}: winner");
}

#[test]
fn golden_matches_give_every_number() {
    let folder = crate::support::project().join("tests/golden");
    for name in ["scorched-earth", "vital-intelligence", "resupply", "real-armies"] {
        let text = std::fs::read_to_string(folder.join(format!("{name}.bare.jsonl"))).expect("a golden match");
        let expected = std::fs::read_to_string(folder.join(format!("{name}.expected.json"))).expect("its totals");
        compare(name, &fold_bare(name, &text), &serde_json::from_str(&expected).expect("JSON"));
    }
}
