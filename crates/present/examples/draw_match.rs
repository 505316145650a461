//! Reads a bare log from standard input; writes the story of its battle as SVG, or its last map as text with `text`.

use std::io::Read;

use adjutant_engine::command::Command;
use adjutant_engine::fold::Match;
use adjutant_engine::record::read_bare;
use adjutant_present::map::{battlefield_text, story_svg};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut log = String::new();
    std::io::stdin().read_to_string(&mut log)?;
    let mut game = Match::new(adjutant_packs::shipped());
    let mut scenes = Vec::new();
    for (number, line) in log.lines().enumerate() {
        let Some(record) = read_bare(line.as_bytes()).map_err(|error| format!("line {}: {error}", number + 1))? else {
            continue;
        };
        let title = match &record.command {
            Command::Begin {} => Some("Before the battle".to_string()),
            Command::EndPhase { phase } if phase.as_str() == "morale" => {
                Some(format!("Round {}, player {}", game.state().round, game.state().active))
            }
            _ => None,
        };
        let before = title.map(|title| (title, game.state().clone()));
        game.record(record.said(), &record.command)
            .map_err(|refusal| format!("line {}: {refusal}; accepted: {}", number + 1, refusal.accepted))?;
        scenes.extend(before);
    }
    let text = std::env::args().nth(1).as_deref() == Some("text");
    if text {
        println!("{}", battlefield_text(game.state(), 80).unwrap_or_default());
    } else {
        println!("{}", story_svg("The story of a battle", &scenes));
    }
    Ok(())
}
