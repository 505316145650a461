//! Folds a bare log and prints the score: `cargo run -p adjutant-engine --example fold_log -- FILE`.

use adjutant_engine::{Match, Player, read_bare};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let golden = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/golden/resupply.bare.jsonl");
    let file = std::env::args().nth(1).unwrap_or_else(|| golden.to_owned());

    let mut game = Match::new(adjutant_packs::shipped());
    for (number, line) in std::fs::read_to_string(&file)?.lines().enumerate() {
        // Blank lines and remarks hold no record.
        let Some(record) = read_bare(line.as_bytes())? else { continue };
        if let Err(refusal) = game.record(record.said(), &record.command) {
            return Err(format!("{file}:{}: {refusal}", number + 1).into());
        }
    }

    let view = game.view();
    for player in Player::BOTH {
        let score = &view.players[player];
        println!("player {player}: {} victory points", score.total);
        for objective in score.primary.iter().chain(&score.secondaries) {
            println!("  {:<28}{:>3}", objective.objective.as_str(), objective.vp);
        }
    }
    for need in &view.needs {
        println!("open: {} of player {}: {}", need.objective, need.player, need.missing);
    }
    Ok(())
}
